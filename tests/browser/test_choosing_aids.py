"""Aids to choosing, in every game: reasons of refusals, drags, lists, one main button, positions."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import SENTENCE, TITLES, button, drag, drag_onto, events_since, press, press_sea, why_not
from tests.browser.conftest import Api, random_words
from tests.browser.test_reload import POSITIONS, open_position
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

HF, VITP, AAP, WITP = "hold_fast", "victory_in_the_pacific", "axis_allies_pacific", "war_in_the_pacific"


# -- reasons of refusals ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Refused:
    """A press or drag that is not offered, and the choice that it means."""

    position: str
    action: tuple[str, ...]
    press: tuple[str, ...] = ()
    sea: str = ""
    after: tuple[tuple[str, ...], ...] = ()
    """The choices made before it; in Axis & Allies, units are picked up, then sent."""


PRESSED = {
    # Only the task force at the front of the queue may sortie (9.1).
    "pf": Refused("operation", ("sortie", "japan_5", "south_pacific_ocean"), ("Japan: task force 5",)),
    # A unit moves three areas at most, and further only from a controlled area (7.0.3); other units can get there.
    "hf": Refused(f"{HF}/moves", ("move", "j_nagato", "hawaiian_islands"), ("Saigon, 1 block", "Nagato"), "Hawaiian"),
    # Guns fire at the battle station before units behind it (8.6.1).
    "hf in battle": Refused(f"{HF}/surface_fire", ("fire", "j_fuso", "a_lexington"), ("Fuso", "Lexington")),
    # A first area, and a second one unless an enemy flag stops it (6.221).
    "vitp": Refused(
        f"{VITP}/patrols", ("patrol", "nagato", "indian_ocean"), ("Yokosuka Navy Yard, 19", "Nagato"), "Indian Ocean"
    ),
    # Ships move two zones (7.3.1).
    "aap": Refused(
        f"{AAP}/combat_moves",
        ("go", "sz9", "1"),
        ("sz38 japan", "All"),
        "sz9",
        (("move", "sz38", "battleship"),),
    ),
    # No force sails to a hex that no course leads to (10.3); for a distant hex, the page offers several phases instead.
    "witp": Refused(f"{WITP}/course", ("sail", "A0536"), (), "A0536"),
}


@pytest.mark.parametrize("case", in_build(PRESSED, "vitp"))
def test_a_refusal_shows_its_clause(address: str, api: Api, reset_page: Page, case: str) -> None:
    """A press on something not offered shows the reason, and its clause opens the rule."""
    refused = PRESSED[case]
    match_view = open_position(reset_page, api, address, refused.position)
    press(reset_page, *refused.press)
    if refused.sea:
        press_sea(reset_page, refused.sea)
    answer = why_not(api, match_view, refused.action, refused.after)
    refusal = reset_page.get_by_role("alert")
    expect(refusal).to_contain_text(answer["message"][1:].rstrip("."))
    expect(refusal).to_contain_text(answer["clause"])
    refusal.get_by_role("button", name=re.compile("Rule")).first.click()
    expect(reset_page.get_by_role("tabpanel")).to_contain_text(answer["clause"])
    assert api.match_view(match_view["id"], match_view["side"])["seq"] == match_view["seq"]


DRAGGED = {
    # Carriers never enter The Slot (9.1.c).
    "pf": Refused("operation", ("move", "japan_3", "the_slot"), ("Japan: task force 3",), "The Slot"),
    "hf": Refused(f"{HF}/moves", ("move", "j_nagato", "south_pacific_ocean"), ("Nagato",), "South Pacific"),
    "vitp": Refused(
        f"{VITP}/patrols", ("patrol", "junyo", "coral_sea"), ("20 units, Yokosuka Navy Yard",), "Coral Sea"
    ),
    "aap": Refused(
        f"{AAP}/combat_moves", ("go", "sz9", "1"), ("sz38 japan",), "sz9", (("move", "sz38", "battleship"),)
    ),
}


@pytest.mark.parametrize("game", in_build(DRAGGED, "pf"))
def test_a_drag_to_a_forbidden_place_shows_the_clause(address: str, api: Api, reset_page: Page, game: str) -> None:
    refused = DRAGGED[game]
    match_view = open_position(reset_page, api, address, refused.position)
    counter = drag(reset_page, refused.press[0], refused.sea)
    answer = why_not(api, match_view, refused.action, refused.after)
    refusal = reset_page.get_by_role("alert")
    expect(refusal).to_contain_text(answer["message"][1:].rstrip("."))
    expect(refusal).to_contain_text(answer["clause"])
    assert api.match_view(match_view["id"], match_view["side"])["seq"] == match_view["seq"]
    expect(counter).to_be_visible()
    expect(reset_page.locator("[data-dragging]")).to_have_count(0)


@dataclass(frozen=True)
class Moved:
    """A drag with its target, its log text, its events, and the pile that it comes from."""

    position: str
    counter: str
    sea: str
    said: str
    units: frozenset[str] = frozenset()
    event: str = "moved"
    heap: str = ""


MOVED = {
    "pf": Moved("operation", "Japan: task force 1", "South Pacific Ocean", "Japanese task force 1 moves"),
    # A pile moves as a whole.
    "hf": Moved(
        f"{HF}/moves",
        "2 carriers, Yokosuka",
        "Marshall Islands",
        "Junyo and Shoho move from Yokosuka Naval Yard to the Marshall Islands.",
        frozenset({"j_shoho", "j_junyo"}),
    ),
    # The units of a pile that may move do so; its air unit stays.
    "vitp": Moved(
        f"{VITP}/patrols",
        "8 units, Philippines",
        "Marianas Islands",
        "Mutsu, Kongo, Hiei, Kirishima, Kako and 2 more patrol the Marianas Islands.",
        frozenset({"mutsu", "kongo", "hiei", "kirishima", "kako", "furutaka", "kitakami"}),
        "patrolled",
        "20 units, Yokosuka Navy Yard",
    ),
    # A stack moves with all kinds of units that can get there.
    "aap": Moved(
        f"{AAP}/combat_moves", "sz38 japan", "sz39", "Japan moves 2 battleships from sea zone 38 to sea zone 39."
    ),
}


@pytest.mark.parametrize("game", in_build(MOVED, "pf"))
def test_a_drag_to_a_legal_place_makes_the_choice(address: str, api: Api, reset_page: Page, game: str) -> None:
    case = MOVED[game]
    match_view = open_position(reset_page, api, address, case.position)
    if case.heap:
        reset_page.locator("#board").get_by_role("button", name=re.compile(f"^{case.heap}")).click()
    drag(reset_page, case.counter, case.sea)
    expect(reset_page.locator("#log")).to_contain_text(case.said)
    moved = [event for event in events_since(api, match_view) if event["event"] == case.event]
    assert moved
    assert {event["unit"] for event in moved if "unit" in event} == case.units


@dataclass(frozen=True)
class Aimed:
    """A drag onto a target, the text about it and on the target; a refused target, and its reason."""

    position: str
    firer: str
    target: str
    said: str
    marked: str
    other: tuple[str, str] | None = None
    refused: tuple[str, ...] = ()
    after: tuple[tuple[str, ...], ...] = ()


AIMED = {
    "hf": Aimed(
        f"{HF}/surface_fire",
        *("Fuso", "Idaho", "Fuso aims at Idaho.", "target of 4 "),
        ("Yamashiro", "Lexington"),
        ("fire", "j_yamashiro", "a_lexington"),
    ),
    "vitp": Aimed(f"{VITP}/targeting", "Akagi", "Revenge", "Akagi aims at Revenge.", "target of 4 "),
    # The side's own ships, and ships behind a screen, are not valid targets (11.3).
    "witp": Aimed(
        f"{WITP}/gunlaying",
        *("Astoria", "Abukuma", "Abukuma", "aimed at by 1"),
        ("Minneapolis", "Yorktown"),
        ("fire_at", "us_cv5", "guns"),
        (("fire", "us_ca36"),),
    ),
}
"""Axis & Allies is left out, since it has no aiming."""


@pytest.mark.parametrize("game", in_build(AIMED, "vitp"))
def test_fire_is_allocated_by_drag(address: str, api: Api, reset_page: Page, game: str) -> None:
    case = AIMED[game]
    match_view = open_position(reset_page, api, address, case.position)
    drag_onto(reset_page, case.firer, case.target)
    expect(reset_page.locator("#log")).to_contain_text(case.said)
    board = reset_page.locator("#board")
    expect(board.get_by_role("button", name=re.compile(rf"^{case.target}.* {case.marked}")).first).to_be_visible()
    if case.other:
        drag_onto(reset_page, *case.other)
        answer = why_not(api, match_view, case.refused, case.after)
        expect(reset_page.get_by_role("alert")).to_contain_text(answer["message"][1:].rstrip("."))
        expect(reset_page.locator("[data-dragging]")).to_have_count(0)


@pytest.mark.thorough
def test_what_a_helper_filled_in_is_changed_by_drag(address: str, api: Api, reset_page: Page) -> None:
    """Nothing is submitted before the main button is pressed; then everything is submitted, as changed by the user."""
    match_view = open_position(reset_page, api, address, f"{VITP}/targeting")
    press(reset_page, "Spread evenly")
    drag_onto(reset_page, "23 Air Flotilla", "Lexington")
    both = reset_page.locator("#board").get_by_role("button", name=re.compile("^Lexington.* target of 7 shots"))
    expect(both).to_be_visible()
    assert api.match_view(match_view["id"], match_view["side"])["seq"] == match_view["seq"]
    press(reset_page, "Confirm targets")
    expect(reset_page.locator("#log")).to_contain_text("23 Air Flotilla aims at Lexington.")
    expect(reset_page.locator("#log")).to_contain_text("Akagi aims at Lexington.")


# -- lists and keys --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lists:
    """The choices that fill a log with several lines, and the other lists of the page; each list is one tab stop."""

    position: str
    choices: tuple[tuple[str, ...], ...]
    parts: tuple[str, ...]
    tab: str = ""
    """The panel with those lists."""


LISTS = {
    "pf": Lists(
        "forming",
        (
            ("assign", "ijn_tone", "1"),
            ("assign", "ijn_nagato", "1"),
            ("form_express", "2"),
            ("assign", "ijn_kongo", "3"),
        ),
        (".form-forces .ships", "[aria-label='Operation boxes'] ol"),
    ),
    "hf": Lists(
        f"{HF}/moves",
        (
            ("move", "j_akagi", "hawaiian_islands"),
            ("move", "j_nagato", "indian_ocean"),
            ("move", "j_yamato", "marshall_islands"),
        ),
        ("section.place .side",),
    ),
    "vitp": Lists(
        f"{VITP}/patrols",
        (
            ("patrol", "nagato", "japanese_islands"),
            ("patrol", "akagi", "marshall_islands"),
            ("patrol", "shokaku", "marianas_islands"),
        ),
        ("section.place .side",),
    ),
    "aap": Lists(
        f"{AAP}/combat_moves",
        (
            ("load", "sz36", "transport", "japan", "infantry"),
            ("load", "sz36", "transport_infantry", "japan", "infantry"),
            ("seize", "sz46", "battleship"),
        ),
        (".forces ul",),
        "Forces",
    ),
    "witp": Lists(
        f"{WITP}/search_orders",
        (
            ("search", "jp_cv1", "val_carrier", "1"),
            ("search", "jp_cv1", "kate_carrier", "1"),
            ("search", "jp_cvl5", "val_carrier", "1"),
        ),
        (".needs ul",),
    ),
}


@pytest.mark.parametrize("game", in_build(LISTS, "witp"))
def test_a_list_is_one_stop_of_the_tab_key(address: str, api: Api, reset_page: Page, game: str) -> None:
    """Tab goes to one line of the log and on; arrow keys move inside, Home and End to its ends."""
    case = LISTS[game]
    match_view = open_position(reset_page, api, address, case.position)
    api.act(match_view, *(list(choice) for choice in case.choices))
    reset_page.reload()
    lines = reset_page.locator("#log li > button")
    expect(lines.nth(2)).to_be_visible()
    stops = reset_page.locator("#log button[tabindex='0']")
    expect(stops).to_have_count(1)
    reset_page.keyboard.press("l")
    expect(stops).to_be_focused()
    reset_page.keyboard.press("End")
    expect(lines.last).to_be_focused()
    reset_page.keyboard.press("ArrowUp")
    expect(lines.nth(lines.count() - 2)).to_be_focused()
    reset_page.keyboard.press("Home")
    expect(lines.first).to_be_focused()
    reset_page.keyboard.press("Tab")
    assert reset_page.evaluate("() => !document.activeElement.closest('#log')")
    if case.tab:
        reset_page.get_by_role("tab", name=case.tab, exact=True).click()
    for part in case.parts:
        one = reset_page.locator(part).first
        assert one.locator("button").count() > 1
        expect(one.locator("button[tabindex='0']")).to_have_count(1)


@dataclass(frozen=True)
class Main:
    """The presses until there is a main button, its label, and the resulting log text."""

    position: str
    press: tuple[str, ...]
    label: str
    said: str
    gate: bool = False
    """Whether the button gives something up; then it is not highlighted, and asks for confirmation in place."""


MAIN = {
    "pf": Main("hits", ("Spread evenly",), "Assign 3 hits", "The Allies put"),
    "hf": Main(f"{HF}/repairs", ("Repair", "Nagato"), "Done repairing", "Japan has finished repairing.", gate=True),
    "vitp": Main(f"{VITP}/targeting", ("Spread evenly",), "Confirm targets", "Akagi aims at Lexington."),
    "aap": Main(
        f"{AAP}/losses",
        ("One more: Hits on Tank", "One more: Hits on Infantry"),
        "Confirm losses",
        "Japan loses 1 tank.",
    ),
    "witp": Main(f"{WITP}/gunlaying", (), "Open fire", "Round 2 at D3828.", gate=True),
}


@pytest.mark.parametrize("game", in_build(MAIN, "aap"))
def test_there_is_one_main_button(address: str, api: Api, reset_page: Page, game: str) -> None:
    case = MAIN[game]
    match_view = open_position(reset_page, api, address, case.position)
    press(reset_page, *case.press)
    filled, gates = reset_page.locator("#decision .primary"), reset_page.locator("#decision [data-gate]")
    expect(gates if case.gate else filled).to_have_count(1)
    expect(filled if case.gate else gates).to_have_count(0)
    expect((gates if case.gate else filled).locator(".words")).to_have_text(case.label)
    reset_page.keyboard.press("d")
    if case.gate:
        expect(reset_page.locator("#decision [aria-keyshortcuts='D']")).to_have_text(re.compile("Keep choosing"))
        reset_page.keyboard.press("Shift+D")
    expect(reset_page.locator("#log")).to_contain_text(case.said)
    assert api.match_view(match_view["id"], match_view["side"])["seq"] > match_view["seq"]


# -- positions -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wrong:
    """A position, a part of its question, and an error in a field of this game."""

    position: str
    asked: str
    replace: tuple[str, str]
    field: str


WRONG = {
    "pf": Wrong("hits", "Assign 3 hits", ("turn = ", "turn = 9"), "turn"),
    "hf": Wrong(f"{HF}/surface_fire", "Surface combat", ("j_kaga = 2", "j_kaga = 9"), "strength.j_kaga"),
    "vitp": Wrong(
        f"{VITP}/targeting",
        "choose a target",
        ("points_of_control = 5", "points_of_control = 99"),
        "points_of_control",
    ),
    "aap": Wrong(f"{AAP}/combat_moves", "Combat movement", ("india = 16", "india = -16"), "ipc.india"),
    "witp": Wrong(f"{WITP}/gunlaying", "choose in secret", ("allies = 2", "allies = -2"), "losses.allies"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("game", in_build(WRONG, "hf"))
def test_a_position_is_set_up_or_refused_at_its_field(address: str, api: Api, reset_page: Page, game: str) -> None:
    case = WRONG[game]
    text = (POSITIONS / f"{case.position}.toml").read_text(encoding="utf-8")
    broken = text.replace(*case.replace)
    error = api.client.post("/api/matches", json={"game": game, "position": broken}).json()["error"]
    assert error["field"] == case.field
    reset_page.goto(f"{address}/#/new")
    reset_page.get_by_role("radio", name=TITLES[game], exact=True).check()
    reset_page.get_by_label(re.compile("on one screen$")).check()
    reset_page.get_by_text("Start from a position").click()
    reset_page.get_by_label("Position").fill(broken)
    reset_page.get_by_role("button", name="Begin").click()
    expect(reset_page.get_by_role("alert")).to_contain_text(f"{case.field[1:]}: {error['message']}")
    reset_page.get_by_label("Position").fill(text)
    reset_page.get_by_role("button", name="Begin").click()
    random_words(reset_page)
    expect(reset_page.locator(SENTENCE)).to_contain_text(case.asked)


# -- fewer presses ---------------------------------------------------------------------------------------

REPAIRS = """
game = "hold_fast"
format = 1
turn = 3
step = "repairs"

[units]
yokosuka = ["j_nagato", "j_mutsu"]
pearl_harbor = ["a_wasp"]

[strength]
j_nagato = 1
"""


@pytest.mark.thorough
def test_a_ship_is_repaired_to_the_last_point_by_one_press(address: str, api: Api, reset_page: Page) -> None:
    """5.0.3 Repairs as much as the ship needs, its port allows and the points suffice for.

    All of it is undone together.
    """
    match_view = api.begin(game="hf", position=REPAIRS, seats={"japan": "person", "allies": "random"})
    reset_page.goto(f"{address}/#/m/{match_view['id']}")

    def strength() -> int:
        return int(api.match_view(match_view["id"], "japan")["view"]["units"]["japan"]["j_nagato"]["strength"])

    assert strength() == 1
    press(reset_page, "Repair fully")
    expect(reset_page.locator("#log")).to_contain_text("Nagato is repaired to 4 SP.")
    assert strength() == 4
    press(reset_page, "Take back all 3")
    expect(button(reset_page, "Take back")).to_have_count(0)
    assert strength() == 1


@pytest.mark.thorough
def test_a_battle_rolls_on_with_the_losses_that_were_named(address: str, api: Api, reset_page: Page) -> None:
    """8.1.3 The option appears once all hits are assigned.

    These units are lost first, then the cheapest, to the end of the battle.
    """
    match_view = open_position(reset_page, api, address, f"{AAP}/losses")
    odds = reset_page.get_by_role("region", name="Odds")
    expect(odds.get_by_role("button", name="Keep rolling")).to_have_count(0)
    press(reset_page, "One more: Hits on Tank", "One more: Hits on Infantry")
    odds.get_by_role("button", name="Keep rolling").click()
    expect(reset_page.locator("#log")).to_contain_text("Japan loses 1 tank.")
    expect(reset_page.locator("#log")).to_contain_text("The battle at Suiyuan is over.")
    assert api.match_view(match_view["id"], match_view["side"])["seq"] >= match_view["seq"] + 2
