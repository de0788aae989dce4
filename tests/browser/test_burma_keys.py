"""Burma with only the keyboard: a unit starts elsewhere, an Air Assault is planned and dropped, an attack is chosen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_match, position_of, quiet, seats_against
from tests.browser.simulated_player import no_errors

WITP = "war_in_the_pacific"
ENDS = ("done", "all_set")
LOOKS = 60
"""The maximum number of looks at the match until the first transports."""


def focus(page: Page) -> Locator:
    """The focused place of the map."""
    return page.locator("#board [data-hexes]")


def go_to(page: Page, named: str) -> None:
    """Presses G, types a text and presses Enter; the focus moves to that hex of the map."""
    page.keyboard.press("g")
    field = page.locator("#board .place-search input")
    expect(field).to_be_focused()
    page.keyboard.type(named)
    expect(field).to_have_value(named)
    page.keyboard.press("Enter")
    expect(focus(page)).to_be_focused()


def choose(page: Page, named: str) -> None:
    """Goes to a hex and selects it."""
    go_to(page, named)
    page.keyboard.press("Enter")
    quiet(page)


def expect_question(page: Page, words: str) -> None:
    """Waits until the question has this text."""
    expect(page.locator("#decision .sentence")).to_contain_text(words)


def skip_reports(page: Page) -> None:
    """Skips the other side's moves with the key of the button."""
    lead = page.locator("#decision").get_by_role("button", name=re.compile("^Skip"))
    expect(lead).to_be_visible()
    page.keyboard.press(str(lead.get_attribute("aria-keyshortcuts")))


def to_transports(api: Api, match: str) -> dict[str, Any]:
    """Answers the questions of the Allies through the API, up to the question about their transports."""
    for _ in range(LOOKS):
        match_view = api.match_view(match, "allies", wait=1)
        if not match_view["decision"]:
            continue
        open_now = {choice[0]: choice for choice in api.offered(match_view)}
        if "air_assault" in open_now:
            return match_view
        api.act(match_view, open_now[next(verb for verb in ENDS if verb in open_now)])
    pytest.fail("the transports were not asked about")


@pytest.mark.thorough
def test_6_9_44_81_a_brigade_starts_elsewhere_and_drops_by_keyboard_only(
    browser: Browser, api: Api, address: str
) -> None:
    """Hexes are typed, including zeros; choices are highlighted if only the hex is missing."""
    with context_of(browser, viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = api.begin(game=WITP, scenario="burma_freely", seats=seats_against(WITP, "allies", "random"))
        open_match(page, address, match_view["id"])
        expect_question(page, "Everything is in place. Change what your cases allow.")
        # An unknown hex or place is reported, and its letters choose nothing.
        page.keyboard.press("g")
        page.keyboard.type("Z0000")
        page.keyboard.press("Enter")
        expect(page.locator("#board .place-search [role=status]")).to_have_text("No hex or place is called Z0000.")
        page.keyboard.press("Escape")
        choose(page, "Tangail")
        expect_question(page, "Choose where the unit starts.")
        choose(page, "A2213")
        expect_question(page, "Everything is in place. Change what your cases allow.")
        page.keyboard.press("/")
        expect(page.get_by_role("button", name="Plan an Air Assault")).to_be_visible()
        page.keyboard.press("5")
        expect_question(page, "Plan an Air Assault: choose the hex.")
        page.keyboard.press("n")
        expect(focus(page)).to_have_attribute("data-legal", "true")
        planned = str(focus(page).get_attribute("data-hex"))
        page.keyboard.press("Enter")
        expect_question(page, "Everything is in place. Change what your cases allow.")
        view = api.match_view(match_view["id"], "allies")["view"]
        assert planned in view["plan_at"].values()
        (brigade,) = [unit for unit, at in view["arrays"]["unit_at"].items() if at == "A2213"]
        page.goto("about:blank")
        to_transports(api, match_view["id"])
        open_match(page, address, match_view["id"])
        skip_reports(page)
        expect_question(page, "What do your transports carry?")
        page.keyboard.press("/")
        drop = page.get_by_role("button", name="Drop a unit")
        expect(drop).to_be_visible()
        page.keyboard.press(str(drop.get_attribute("aria-keyshortcuts")))
        choose(page, planned)
        expect(page.locator("#log li").first).to_contain_text(planned)
        assert api.match_view(match_view["id"], "allies")["view"]["arrays"]["unit_at"][brigade] == planned
        assert wrong == []


@pytest.mark.build
def test_24_1_n_steps_through_the_hexes_that_may_be_attacked(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        _, text = position_of(f"{WITP}/burma_attacking")
        both = api.begin(game=WITP, position=text)
        side = next(side for side in ("japan", "allies") if api.match_view(both["id"], side)["decision"])
        match_view = api.begin(game=WITP, position=text, seats=seats_against(WITP, side, "random"))
        open_match(page, address, match_view["id"])
        expect_question(page, "Which hexes do your ground units attack?")
        targets = sorted(
            choice[1] for choice in api.offered(api.match_view(match_view["id"], side)) if choice[0] == "attack"
        )
        found = []
        for _ in targets:
            page.keyboard.press("n")
            expect(focus(page)).to_be_focused()
            found.append(str(focus(page).get_attribute("data-hex")))
        assert sorted(found) == targets
        page.keyboard.press("Enter")
        expect_question(page, "Which units take part in the attack?")
        assert wrong == []


@pytest.mark.thorough
def test_44_36_supply_blocks_start_in_unnamed_hexes(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser, viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = api.begin(game=WITP, scenario="burma", seats=seats_against(WITP, "allies", "random"))
        open_match(page, address, match_view["id"])
        expect_question(page, "Everything is in place. Change what your cases allow.")
        page.get_by_role("button", name="Move Supply Blocks").click()
        expect_question(page, "Move Supply Blocks, Calcutta: choose how many.")
        page.get_by_role("tab", name="Choices").click()
        page.get_by_role("button", name="2 Supply Blocks").click()
        quiet(page)
        expect_question(page, "Where do 2 Supply Blocks at Calcutta start?")
        choose(page, "A1010")
        expect_question(page, "Everything is in place. Change what your cases allow.")
        view = api.match_view(match_view["id"], "allies")["view"]
        assert view["new_base_at"][0] == "A1010"
        assert view["arrays"]["supply"]["new_base_1"] == 100
        assert wrong == []


@pytest.mark.thorough
def test_22_1_the_next_waiting_unit_is_unfolded(browser: Browser, api: Api, address: str) -> None:
    """N focuses the next row each time, Enter selects the unit, and then N goes to a hex that the unit may enter."""
    with context_of(browser, viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        game, text = position_of(f"{WITP}/burma_marching")
        match_view = api.begin(game=game, position=text, seats=seats_against(game, "allies", "random"))
        open_match(page, address, match_view["id"])
        expect_question(page, "Move your ground units, or finish.")
        quiet(page)
        rows = page.locator("[data-needs] [data-about]:focus")
        named = []
        for _ in range(2):
            page.keyboard.press("n")
            expect(rows).to_have_count(1)
            quiet(page)
            named.append(rows.get_attribute("data-about"))
        assert named[0] != named[1]
        page.keyboard.press("Enter")
        expect_question(page, "choose a hex to go to.")
        quiet(page)
        page.keyboard.press("n")
        expect(focus(page)).to_be_focused()
        expect(focus(page)).to_have_attribute("data-legal", "true")
        assert wrong == []
