"""Aids in every game: the guide, the other side's moves, the log, the rules and the settings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import SENTENCE, TITLES, done, go_on, open_panel, press
from tests.browser.conftest import Api, context_of, serving
from tests.browser.match_setup import seats_against
from tests.browser.simulated_player import SimulatedPlayer, no_errors
from tests.browser.test_reload import POSITIONS, SAVED, open_position
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

HF, VITP, AAP, WITP = "hold_fast", "victory_in_the_pacific", "axis_allies_pacific", "war_in_the_pacific"


# -- the guide -------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_the_guide_follows_the_decisions_of_the_first_turn(address: str, reset_page: Page) -> None:
    """A newcomer first reads the aim of the game, then about the parts of the page.

    Each step is read once, and the guide can be left.
    """
    reset_page.goto(f"{address}/#/new")
    reset_page.get_by_label("Japan", exact=True).check()
    reset_page.get_by_label("Ensign").check()
    expect(reset_page.get_by_label("Guide me through the first turn")).to_be_checked()
    reset_page.get_by_role("button", name="Begin").click()
    guide = reset_page.get_by_role("complementary", name="Guide")
    expect(guide).to_contain_text("Guadalcanal, August 1942")
    guide.get_by_role("button", name="Got it").click()
    expect(guide).to_contain_text("Pick ships")
    expect(reset_page.locator("[data-tour]")).to_have_class(re.compile("muster"))
    guide.get_by_role("button", name="Got it").click()
    expect(guide).to_have_count(0)
    user = SimulatedPlayer(reset_page, seed=2)
    user.form()
    expect(guide).to_contain_text("Carriers or Transports")
    reset_page.reload()
    expect(guide).to_contain_text("Carriers or Transports")
    guide.get_by_role("button", name="Got it").click()
    done(reset_page)
    go_on(reset_page, guide.filter(has_text="The first operation"))
    guide.get_by_role("button", name="Leave the guide").click()
    expect(guide).to_have_count(0)
    reset_page.reload()
    expect(reset_page.locator(SENTENCE)).to_contain_text("Choose an operation")
    expect(guide).to_have_count(0)


@dataclass(frozen=True)
class Read:
    """A step: its text, the part of the page that it highlights, the next press, and the button that opens the part."""

    text: str
    at: str = ""
    then: tuple[str, ...] = ("Got it",)
    reload: bool = False
    tab: str = ""


GUIDED = {
    "hf": (
        Read("The Pacific, December 1941", "tracks"),
        Read("Picking a fleet", "place", ("Yokosuka Naval Yard, 25", "Akagi")),
        Read("Sending a fleet", "decision", reload=True),
        Read("", "", ("Marshall Islands",)),
        Read("Picking a fleet"),
        Read("", "", ("Done moving", "End with")),
        Read("The submarine", "decision", ("Leave the guide",)),
    ),
    "vitp": (
        Read("The Pacific, December 1941", "tracks"),
        Read("The raid on Pearl Harbor", "place"),
        Read(
            "",
            "",
            (
                *("Yokosuka Navy Yard, 32", "All of the carriers", "Join the raid"),
                *("Done with the raid", "Raid without"),
            ),
        ),
        Read("Patrols", "place", ("Yokosuka Navy Yard, 31", "Nagato")),
        Read("Sending a fleet", "decision", reload=True),
        Read("", "", ("Japanese Islands",)),
        Read("Patrols", "place", ("Leave the guide",), tab="Place"),
    ),
    "aap": (
        Read("The Pacific, December 1941", "tracks"),
        Read("Buying units", "decision", reload=True),
        Read("", "", ("Done buying", "Stop buying")),
        Read("Combat moves", "space", reload=True),
        Read("Transports", "space", ("Leave the guide",)),
    ),
    "witp": (
        Read("Your task at Midway", "board"),
        Read("How to win", "decision", (), reload=True),
        Read("How to win", "decision", ("Leave the guide",)),
    ),
}
"""The steps of the guided first turn; if there is no step, the player continues."""


@pytest.mark.thorough
@pytest.mark.parametrize("game", GUIDED)
def test_the_guide_follows_every_choice(address: str, reset_page: Page, game: str) -> None:
    """Each step is shown during its decision until it is read, after a reload too; the guide can be left."""
    reset_page.goto(f"{address}/#/new")
    reset_page.get_by_role("radio", name=TITLES[game], exact=True).check()
    reset_page.get_by_label("Japan", exact=True).check()
    reset_page.get_by_label("Ensign").check()
    expect(reset_page.get_by_label("Guide me through the first turn")).to_be_checked()
    reset_page.get_by_role("button", name="Begin").click()
    guide = reset_page.get_by_role("complementary", name="Guide")
    for read in GUIDED[game]:
        if read.text:
            go_on(reset_page, guide.filter(has_text=read.text))
        else:
            expect(guide).to_have_count(0)
        if read.tab:
            reset_page.get_by_role("tab", name=read.tab, exact=True).click()
        if read.at:
            expect(reset_page.locator(f"[data-tour]:is(#{read.at}, .{read.at})")).to_be_visible()
        if read.reload:
            reset_page.reload()
            expect(guide).to_contain_text(read.text)
        press(reset_page, *read.then)
    expect(guide).to_have_count(0)
    asked = reset_page.locator(SENTENCE).inner_text()
    reset_page.reload()
    expect(reset_page.locator(SENTENCE)).to_have_text(asked)
    expect(guide).to_have_count(0)


# -- what happened ---------------------------------------------------------------------------------------

STEPPED = {
    "pf": ("operation", "pass"),
    "hf": (f"{HF}/air", ""),
    "vitp": (f"{VITP}/air", ""),
    "aap": (f"{AAP}/intercept", ""),
    # Japan has marched and attacked; then all Allied actions on the ground are visible (1.31).
    "witp": (f"{SAVED}/burma_turn_2_ground", "done"),
}
"""A position after which the other side acts, and the choice there, given by its verb or else the first one.

It is made twice.
"""
LOOKS = 300


def until_asked(page: Page, api: Api, match: str) -> None:
    """Waits until the other side has acted and Japan is asked again."""
    for _ in range(LOOKS):
        if api.match_view(match, "japan")["decision"]:
            return
        page.wait_for_timeout(100)
    raise AssertionError("Japan is not asked again")


@pytest.mark.parametrize("game", in_build(STEPPED, "vitp"))
def test_what_the_other_side_did_is_stepped_through_or_skipped(
    address: str, api: Api, reset_page: Page, game: str
) -> None:
    """The other side's entries are shown one at a time, and only once. *Next* shows the next entry.

    *Continue* goes to the present.
    """
    position, verb = STEPPED[game]
    text = (POSITIONS / f"{position}.toml").read_text(encoding="utf-8")
    match = api.begin(game=game, position=text, seats=seats_against(game, "japan", "ensign"))["id"]
    reset_page.goto(f"{address}/#/m/{match}")
    reset_page.locator("#board").wait_for()
    for _ in range(2):
        match_view = api.match_view(match, "japan")
        api.act(match_view, next(choice for choice in api.offered(match_view) if verb in ("", choice[0])))
    until_asked(reset_page, api, match)
    decision = reset_page.locator("#decision")
    reset_page.reload()
    expect(decision.get_by_role("button", name=re.compile("^Skip"))).to_be_visible()
    steps = [reset_page.locator(SENTENCE).inner_text()]
    left = decision.locator(".subline")
    while decision.get_by_role("button", name=re.compile("^Next")).count():
        before = left.inner_text()
        decision.get_by_role("button", name=re.compile("^Next")).click()
        expect(left).not_to_have_text(before)
        steps.append(reset_page.locator(SENTENCE).inner_text())
    assert len(steps) >= 2
    decision.get_by_role("button", name=re.compile("^Continue")).click()
    expect(reset_page.locator(SENTENCE)).not_to_have_text(steps[-1])
    reset_page.reload()
    reset_page.locator("#board").wait_for()
    expect(decision.get_by_role("button", name=re.compile("^(Next|Continue|Skip)"))).to_have_count(0)


@dataclass(frozen=True)
class Line:
    """A choice, its line of the log, the place that the line shows, and its clause."""

    position: str
    choice: tuple[str, ...]
    line: str
    place: str
    clause: str
    then: tuple[str, ...] = ()
    """The choices submitted together with it, such as a speed in War in the Pacific."""


LINES = {
    "pf": Line("operation", ("move", "japan_1", "ironbottom_sound"), "task force 1 moves", "ironbottom_sound", "9.2"),
    "hf": Line(f"{HF}/moves", ("move", "j_nagato", "indian_ocean"), "Nagato moves", "indian_ocean", "7.0.6"),
    "vitp": Line(
        f"{VITP}/patrols",
        ("patrol", "nagato", "japanese_islands"),
        "Nagato patrols the Japanese Islands",
        "japanese_islands",
        "6.11",
    ),
    "aap": Line(
        f"{AAP}/combat_moves",
        ("seize", "sz46", "battleship"),
        "Japan takes the convoy in sea zone 46",
        "sz46",
        "9.5.2",
    ),
    "witp": Line(
        f"{WITP}/course",
        ("sail", "D0418"),
        "Task Force 3 is on air strike and sails for Hakodate",
        *("D0418", "10.1", ("make_speed", "speed_2")),
    ),
}


@pytest.mark.parametrize("game", in_build(LINES, "aap"))
def test_a_line_of_the_log_shows_its_place_and_its_clause(address: str, api: Api, reset_page: Page, game: str) -> None:
    case = LINES[game]
    text = (POSITIONS / f"{case.position}.toml").read_text(encoding="utf-8")
    # Operations alternate: with two people nothing more happens that must be shown first.
    seats = {} if game == "pf" else seats_against(game, "japan", "random")
    match = api.begin(game=game, position=text, seats=seats)["id"]
    api.act(api.match_view(match, "japan"), *(list(choice) for choice in (case.choice, case.then) if choice))
    reset_page.goto(f"{address}/#/m/{match}")
    reset_page.locator("#log").get_by_role("button", name=re.compile(case.line)).click()
    expect(reset_page.locator("[data-pointed]").first).to_have_attribute("data-drop", case.place)
    reset_page.locator("#log").get_by_role("button", name=re.compile(f"^Rule {case.clause}")).first.click()
    expect(reset_page.get_by_role("article", name=re.compile(f"^Rule {case.clause}"))).to_be_visible()


# -- the rules -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Searched:
    """The rule for a decision, words that occur in the given rules, and a rule that links to others."""

    position: str
    game: str
    current: str
    words: tuple[str, ...]
    clause: str


SEARCHED = {
    "pf": Searched("operation", "pacific_fury", "9.0.a", ("carriers", "slot"), "10.7.a"),
    "hf": Searched(f"{HF}/moves", HF, "7.0.1", ("submarine", "off board"), "8.7.2"),
    "vitp": Searched(f"{VITP}/patrols", VITP, "5.21", ("amphibious", "base"), "4.2"),
    "aap": Searched(f"{AAP}/combat_moves", AAP, "7.1.1", ("transport", "land"), "8.8.1"),
    "witp": Searched(f"{WITP}/course", WITP, "10.1", ("carriers", "night"), "10.3"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("game", in_build(SEARCHED, "witp"))
def test_the_rules_browser_finds_clauses_and_links_them(address: str, api: Api, reset_page: Page, game: str) -> None:
    case = SEARCHED[game]
    open_position(reset_page, api, address, case.position)
    open_panel(reset_page, "Rules")
    panel = reset_page.get_by_role("tabpanel")
    clauses = {one["id"]: one for one in api.get(f"/games/{case.game}/clauses")}
    expect(panel.locator("ol li")).to_have_count(len(clauses))
    expect(panel.locator("[aria-current]")).to_contain_text(case.current)
    panel.get_by_label("Search the rules").fill(" ".join(case.words))
    expect(panel.locator("ol li").nth(len(clauses) // 2)).to_have_count(0)
    found = panel.locator("ol li").all_inner_texts()
    assert found
    assert all(word in line.lower() for line in found for word in " ".join(case.words).split())
    panel.get_by_label("Search the rules").fill(case.clause)
    panel.get_by_role("button", name=f"Rule {case.clause}", exact=True).click()
    rule = panel.get_by_role("article")
    expect(rule).to_contain_text(case.clause)
    other = clauses[case.clause]["related"][0]
    expect(rule.locator(".related-clauses .clause").first).to_have_text(other)
    rule.locator(".related-clauses .clause").first.click()
    expect(rule.get_by_role("heading")).to_contain_text(other)


# -- settings and general pages --------------------------------------------------------------------------


@pytest.mark.thorough
def test_theme_motion_and_single_keys_are_set_and_stored(address: str, api: Api, reset_page: Page) -> None:
    wrong = no_errors(reset_page)
    open_position(reset_page, api, address, "operation")
    reset_page.get_by_role("button", name="Menu").click()
    reset_page.get_by_role("button", name="Settings").click()
    paper = "getComputedStyle(document.body).backgroundColor"
    light = reset_page.evaluate(paper)
    reset_page.get_by_label("Dark").check()
    assert reset_page.evaluate(paper) != light
    reset_page.get_by_role("group", name="Motion").get_by_label("Reduced").check()
    reset_page.get_by_role("group", name="Single keys").get_by_label("Off").check()
    reset_page.keyboard.press("Escape")
    dark = reset_page.evaluate(paper)
    reset_page.reload()
    sentence = reset_page.locator(SENTENCE).inner_text()
    assert reset_page.evaluate(paper) == dark
    reset_page.keyboard.press("1")
    reset_page.wait_for_timeout(100)
    assert reset_page.locator(SENTENCE).inner_text() == sentence, "single keys are off"
    reset_page.get_by_role("button", name=re.compile("^Sortie")).click()
    assert reset_page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length") == 0
    assert wrong == []


@pytest.mark.thorough
def test_another_device_on_the_network_opens_the_address_with_its_key(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, lan=True) as opened, context_of(browser, phone=True) as context:
        bare = opened.split("?")[0]
        assert "?key=" in opened
        assert context.request.get(bare).status == 403
        page = context.new_page()
        wrong = no_errors(page)
        page.goto(opened)
        user = SimulatedPlayer(page, seed=1, touch=True)
        user.new_game(bare, side="Japan")
        assert "key" not in page.url
        user.form()
        expect(page.locator("section.form-forces h2")).not_to_contain_text("27 counters")
        assert wrong == []
