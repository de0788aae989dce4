"""Hold Fast through the page: whole games, a reload in every kind of decision, blocks that stay turned away."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ironbottom.engine.record import read_lines
from ironbottom.engine.registry import get_game
from ironbottom.engine.replay import replay
from ironbottom.server.moments import Moments
from tests.browser.admiral import Admiral, TypingAdmiral
from tests.browser.conftest import Api, context_of
from tests.browser.person import no_errors
from tests.browser.test_access import CUT, WIDER, findings
from tests.browser.test_leak import ENTRY, OTHER, Wire, canonical, tells_the_end, within, without
from tests.browser.test_reload import POSITIONS, open_position, shown
from tests.browser.test_whole_games import match_of

SENTENCE = "#decision .sentence"
KINDS = {
    "moves": "Move your ships",
    "submarine": "Place your submarine",
    "air": "Place an air unit",
    "repairs": "Repair",
    "combat": "In which sea area",
    "submarine_fire": "Your submarine fires",
    "naming": "Air or surface combat?",
    "air_fire": "Air combat",
    "surface_fire": "Surface combat",
    "stay_or_withdraw": "stay, or withdraw",
    "pursuit": "The enemy withdraws",
    "return_fire": "Your units are pursued",
    "landing": "Land combat",
    "defence": "A base of yours is attacked",
    "land_fight": "Land combat at",
    "come_back": "Your ships come back",
    "disabled": "Disabled ships leave",
    "withdrawing": "Your ships withdraw",
    "driven_out": "The place has fallen",
    "transports": "Lost transports are back",
    "rebuilding": "Bring back lost",
    "raid": "Place an air unit",
    "task_force": "Move your ships",
    "task_force_box": "Move your ships",
}
"""The kinds of decision, each with a position, and how the question begins."""
LOOKED_AT = ("moves", "air", "repairs", "naming", "air_fire", "surface_fire", "landing", "come_back")
RESULT = {"japan": "Japan wins.", "allies": "The Allies win."}
SIDES = ("japan", "allies")


def begin(page: Page, api: Api, address: str, side: str, position: str = "") -> str:
    """A match of a person against the ensign, from the beginning or a position; gives its id."""
    other = {"japan": "allies", "allies": "japan"}[side]
    more = {"position": (POSITIONS / position).read_text(encoding="utf-8")} if position else {}
    match: str = api.begin(game="hf", seats={side: "person", other: "ensign"}, **more)["id"]
    page.goto(f"{address}/#/m/{match}")
    page.locator("#board").wait_for()
    return match


def check_ended(person: Admiral, api: Api, side: str) -> None:
    """The page tells the end as the referee does; every act was lawful and every die of the sealed secret."""
    match = match_of(person.page)
    sight = api.sight(match, side, since=0)
    assert sight["over"]
    assert person.sentence() == RESULT[sight["result"]["winner"]]
    assert sight["result"]["why"].lower() in person.decision.locator(".sub").inner_text().lower()
    assert api.get(f"/matches/{match}/verify")["sound"]
    own = [entry for entry in sight["log"] if entry["act"] == "choice" and entry["side"] == side]
    assert len(own) > 5, "so much at least is decided in a turn"


# -- whole games -----------------------------------------------------------------------------------------


def test_a_whole_game_on_a_wide_screen(address: str, api: Api, wide: Page) -> None:
    wrong = no_errors(wide)
    person = Admiral(wide, seed=1)
    begin(wide, api, address, "japan")
    assert person.play(most=3000) > 60
    check_ended(person, api, "japan")
    assert {"7.0.1", "4.1.5", "12.0.1"} <= person.kinds
    assert wrong == []


def test_the_last_turn_on_a_phone_by_finger(address: str, api: Api, phone: Page) -> None:
    wrong = no_errors(phone)
    person = Admiral(phone, seed=2, touch=True)
    begin(phone, api, address, "japan", "hold_fast/last_turn.toml")
    person.play()
    check_ended(person, api, "japan")
    assert wrong == []


def test_the_last_turn_by_keyboard_alone(address: str, api: Api, wide: Page) -> None:
    wrong = no_errors(wide)
    wide.add_init_script(
        "window.pointed = 0;"
        "for (const kind of ['pointerdown', 'touchstart']) addEventListener(kind, () => window.pointed++, true)"
    )
    person = TypingAdmiral(wide, seed=3)
    begin(wide, api, address, "japan", "hold_fast/last_turn.toml")
    person.play()
    check_ended(person, api, "japan")
    assert wide.evaluate("window.pointed") == 0
    assert wrong == []


# -- in the middle of it ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_reload_comes_back_to_the_decision(address: str, api: Api, wide: Page, kind: str) -> None:
    wrong = no_errors(wide)
    sight = open_position(wide, api, address, f"hold_fast/{kind}")
    before = shown(wide)
    assert KINDS[kind] in before["sentence"]
    wide.reload()
    wide.locator("#board").wait_for()
    assert shown(wide) == before
    person = Admiral(wide, seed=4)
    for _ in range(6):
        if api.sight(sight["id"], sight["side"])["seq"] > sight["seq"]:
            break
        person.step()
        wide.wait_for_timeout(100)
    assert api.sight(sight["id"], sight["side"])["seq"] > sight["seq"]
    assert wrong == []


def test_a_fleet_moves_in_one_act(address: str, api: Api, wide: Page) -> None:
    """All carriers of the place are picked at once and sent to one sea area: three presses."""
    sight = open_position(wide, api, address, "hold_fast/moves")
    person = Admiral(wide, seed=0)
    place = next(label for label in person.choices() if "block" in label)
    person.press(person.choices()[place])
    carriers = wide.locator("section.place:visible .kind").filter(has_text="carriers").first
    count = carriers.locator("ul button").count()
    person.press(carriers.locator("button.all"))
    expect(wide.locator(SENTENCE)).to_contain_text("end their move")
    goal = next(label for label in person.choices() if "Leave" not in label)
    person.press(person.choices()[goal])
    expect(wide.locator(SENTENCE)).to_contain_text("Move your ships")
    log = api.sight(sight["id"], sight["side"], since=sight["seq"])["log"]
    moved = [event for entry in log for event in entry.get("events", ()) if event["event"] == "moved"]
    assert len(moved) == count > 1
    assert len({event["area"] for event in moved}) == 1


# -- the fog of war --------------------------------------------------------------------------------------


def names_on_board(page: Page, names: set[str]) -> set[str]:
    """The names of units that stand on blocks or are told of them, anywhere on the board."""
    told = page.locator("#board").inner_html() + page.locator("#board").aria_snapshot()
    return {name for name in names if re.search(rf"\b{re.escape(name)}\b", told)}


def test_two_on_one_screen_see_backs_alone(address: str, api: Api, wide: Page) -> None:
    """Japan moves behind the curtain; on the open board every block of either side has its back to both."""
    wrong = no_errors(wide)
    match = api.begin(game="hf")["id"]
    units = api.get(f"/matches/{match}/pieces")["units"]
    names = {one["name"] for one in units if one["kind"] in ("battleship", "carrier")}
    wide.goto(f"{address}/#/m/{match}")
    curtain = wide.get_by_role("dialog")
    person = Admiral(wide, seed=5)
    for _ in range(2):
        expect(curtain).to_contain_text("A secret choice for Japan")
        assert names_on_board(wide, names) == set()
        person.step()
        expect(curtain).to_have_count(0)
        person.press(next(button for label, button in person.choices().items() if "Yokosuka" in label))
        assert person.pick()
        seen = names_on_board(wide, names)
        assert "Akagi" in seen
        assert not {"Tennessee", "Enterprise"} & seen
        person.press(next(button for label, button in person.choices().items() if "Central Pacific" in label))
        expect(wide.locator(SENTENCE)).to_contain_text("Move your ships")
        wide.get_by_role("button", name="Cover").click()
    assert names_on_board(wide, names) == set()
    public = api.sight(match, "public")["view"]
    assert not any(public["units"][side] for side in SIDES)
    assert wrong == []


def test_nothing_goes_over_the_wire_that_the_view_does_not_hold(address: str, api: Api, wide: Page) -> None:
    wire = Wire(wide)
    person = Admiral(wide, seed=7)
    match = begin(wide, api, address, "japan", "hold_fast/last_turn.toml")
    while not person.over():
        wire.take()
        person.step()
        wide.wait_for_timeout(20)
    wire.take()
    record = read_lines(api.client.get(f"/api/matches/{match}/export").content)
    rules = get_game(record.header.game).rules(record.header.options)
    made = Moments(rules, record.header, record.acts, lambda number: None).made(1, len(record.acts))
    states = [rules.load(dump) for _, dump in made]
    views = {canonical(state.view(eyes)) for state in states for eyes in ("japan", "public")}
    told_to_japan = {
        canonical(event) for entry in replay(record).match.log("japan") for event in entry.get("events", ())
    }
    over = next(place for place, (_, text) in enumerate(wire.bodies) if tells_the_end(text, match))
    seen = 0
    for url, text in wire.bodies[:over]:
        if url.rstrip("/").split("/")[-1] in OTHER:
            continue
        told: Any = json.loads(text)
        for view in within(told, "view"):
            seen += 1
            assert canonical(view) in views, f"{url} tells a view that Japan never had"
        for entry in (entry for log in within(told, "log") for entry in log or ()):
            assert set(entry) <= ENTRY, entry
            assert "action" not in entry or entry["side"] == "japan", entry
            for event in entry.get("events", ()):
                assert canonical(without(event, "text", "clause")) in told_to_japan, event
    assert seen > 10, "a turn is told in more sights than that"
    assert not views & {canonical(rules.game.open_view(state)) for state in states[:-2]}


# -- for everybody ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", LOOKED_AT)
def test_no_serious_finding(address: str, api: Api, browser: Browser, kind: str) -> None:
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, f"hold_fast/{kind}")
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert findings(page) == []
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert findings(page, "color-contrast") == [], "in the dark"


@pytest.mark.parametrize("kind", LOOKED_AT)
def test_a_phone_shows_it_without_scrolling_sideways(address: str, api: Api, browser: Browser, kind: str) -> None:
    with context_of(browser, phone=True, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, f"hold_fast/{kind}")
        assert page.evaluate(WIDER) <= 0
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.wait_for_timeout(60)
        assert page.evaluate(WIDER) <= 0, "with text twice as large"
        assert page.evaluate(CUT) == []
