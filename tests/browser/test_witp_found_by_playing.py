"""Faults found when *War in the Pacific* was played by hand: ends of orders, plain names, visible targets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import open_panel
from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import open_match, open_position, seats_against
from tests.browser.simulated_player import no_errors

WITP = "war_in_the_pacific"
SAVED = Path(__file__).parents[1] / "fixtures" / "positions" / WITP


def open_saved(page: Page, api: Api, address: str, name: str, side: str) -> dict[str, Any]:
    """Begins a match at a position from a whole game, against the computer."""
    text = (SAVED / f"{name}.toml").read_text(encoding="utf-8")
    match_view = api.begin(game=WITP, position=text, seats=seats_against(WITP, side, "random"))
    open_match(page, address, match_view["id"])
    return match_view


@pytest.mark.build
def test_13_3_the_button_that_ends_submarine_orders_says_how_many_are_left(
    browser: Browser, api: Api, address: str
) -> None:
    """The button is shown however many choices remain; plans have the same names as in the lists."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_saved(page, api, address, "leyte_strategic_game_turn", "allies")
        decision = page.locator("#decision")
        decision.get_by_role("button", name="End the orders").click()
        expect(decision.locator(".subline")).to_contain_text("Subron 1 and Fleet")
        ends = decision.get_by_role("button", name="End with 2 left")
        expect(ends).to_have_attribute("aria-keyshortcuts", "Shift+D")
        decision.get_by_role("button", name="End with 2 left").click()
        expect(decision.locator(".sentence")).to_contain_text("At which bases do the air points arrive?")
        decision.get_by_role("button", name="Done").click()
        expect(decision.locator(".subline")).to_contain_text("F6F (carrier), ")
        decision.get_by_role("button", name=re.compile("^End with")).click()
        expect(decision.locator(".sentence")).to_contain_text("Which assaults do you plan?")
        expect(decision.locator(".subline")).to_contain_text("3 plans made; no more can be added now.")
        assert wrong == []


@pytest.mark.build
def test_20_11_aimed_points_mark_their_ship_even_after_a_reload(browser: Browser, api: Api, address: str) -> None:
    """A selected ship stays selected after a reload; then it shows the number of points aimed at it."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_saved(page, api, address, "midway_turn_3_waves", "japan")
        decision = page.locator("#decision")
        decision.get_by_role("button", name="Aim at a ship").click()
        board = page.locator("#board")
        board.get_by_role("button", name=re.compile("^Yorktown")).first.click()
        sentence = decision.locator(".sentence")
        expect(sentence).to_have_text("Aim at a ship, Yorktown: choose how many.")
        page.reload()
        expect(sentence).to_have_text("Aim at a ship, Yorktown: choose how many.")
        decision.get_by_role("button", name=re.compile(r"^Show \d+ choices")).click()
        page.get_by_role("tabpanel").get_by_role("button", name=re.compile("^2 points")).click()
        expect(page.locator("[data-fleet=japan]")).to_contain_text("Aimed: 2 at Yorktown.")
        expect(board.get_by_role("button", name=re.compile("^Yorktown.*aimed at by 2")).first).to_be_visible()
        assert wrong == []


@pytest.mark.thorough
def test_what_was_taken_back_is_not_asked_for_again(browser: Browser, api: Api, address: str) -> None:
    """16.2 After a plan is written and undone, nothing is left that would need consent."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/leyte_deployment")
        page.get_by_role("tab", name="Choices", exact=True).click()
        rows = page.get_by_role("tabpanel")
        rows.get_by_role("button", name=re.compile("^Plan an assault")).click()
        rows.get_by_role("button", name=re.compile("^Legaspi")).click()
        back = page.locator("#decision").get_by_role("button", name=re.compile("take back", re.I))
        expect(back).to_have_accessible_name(re.compile("^Take back"))
        back.click()
        expect(page.locator("#log")).to_contain_text("A choice was taken back")
        expect(back).to_have_count(0)


CROSSED = """() => {
  const boxes = [...document.querySelectorAll('#board .word text')].map((e) => e.getBoundingClientRect())
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  return boxes.length ? boxes.some((a, i) => boxes.slice(i + 1).some((b) => meet(a, b))) : null
}"""


@pytest.mark.thorough
def test_text_below_ships_does_not_overlap_at_the_largest_font_size(browser: Browser, api: Api, address: str) -> None:
    with open_context(browser, SIZES["compact"]) as context:
        page = context.new_page()
        match_view = open_position(page, api, address, f"{WITP}/gunlaying")
        page.evaluate("localStorage.setItem('ironbottom.settings', JSON.stringify({ scale: '150', guard: 'off' }))")
        page.reload()
        open_match(page, address, match_view["id"])
        expect(page.locator("#board .word").first).to_be_visible()
        assert page.evaluate(CROSSED) is False


@pytest.mark.build
def test_1_3_after_the_end_the_points_show_the_secret_ones_too(browser: Browser, api: Api, address: str) -> None:
    """Resigning asks for confirmation.

    Then the side's own sum is marked as the known part, and the story has all points.
    """
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/gunlaying")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
        expect(page.locator("#decision .sentence")).to_contain_text("Japan wins")
        open_panel(page, "Points")
        points = page.get_by_role("tabpanel")
        expect(points).to_contain_text("the points of both sides are under “How it went”")
        expect(points).not_to_contain_text("secret until they sink")


@pytest.mark.build
def test_12_1_the_results_of_a_wave_stay_on_its_board_until_the_player_continues(
    browser: Browser, api: Api, address: str
) -> None:
    """On a phone the list gives way to the dice; they are below the ships of this wave, not of the next."""
    with context_of(browser, phone=True, dice="wait", viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_saved(page, api, address, "midway_turn_3_waves", "japan")
        board, decision = page.locator("#board"), page.locator("#decision")
        board.get_by_role("button", name=re.compile("^Yorktown")).first.tap()
        decision.get_by_role("button", name=re.compile(r"^Show \d+ choices")).tap()
        page.get_by_role("button", name="3 points").tap()
        roll = decision.get_by_role("button", name=re.compile("^Roll"))
        expect(roll).to_be_visible()
        expect(page.locator(".tabbar").get_by_role("button", name="Board")).to_have_attribute("aria-current", "page")
        roll.tap()
        expect(decision.get_by_role("button", name=re.compile("^(Next|Continue)"))).to_be_visible()
        expect(page.locator("[data-fleet=japan]")).to_contain_text("Aimed: 3 at Yorktown.")
        expect(page.locator("[data-fleet=allies]")).to_contain_text("21 ships")
        expect(board.locator(".tray")).to_contain_text("Air torpedoes at Yorktown")
        expect(page.locator("[data-moves]")).to_have_count(0)
        decision.get_by_role("button", name=re.compile("^(Next|Continue)")).tap()
        expect(board).not_to_contain_text("Aimed: 3 at Yorktown.")
        assert wrong == []


@pytest.mark.thorough
def test_a_strike_is_kept_as_a_report_and_ships_are_listed(browser: Browser, api: Api, address: str) -> None:
    """The report of the side's own strike has its dice, and leads back to the moment before the strike.

    A list of ships can be sorted.
    """
    with context_of(browser, dice="wait", viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_saved(page, api, address, "midway_turn_3_waves", "japan")
        board, decision = page.locator("#board"), page.locator("#decision")
        board.get_by_role("button", name=re.compile("^Yorktown")).first.click()
        decision.get_by_role("button", name=re.compile(r"^Show \d+ choices")).click()
        page.get_by_role("button", name="3 points").click()
        decision.get_by_role("button", name=re.compile("^Roll")).click()
        decision.get_by_role("button", name=re.compile("^(Next|Continue)")).click()
        open_panel(page, "Combat")
        panel = page.get_by_role("tabpanel")
        panel.locator("tbody button").first.click()
        expect(panel.locator("[data-target=us_cv5] .die").first).to_be_visible()
        panel.get_by_role("button", name="Replay").click()
        expect(decision.locator(".sentence")).to_contain_text("Looking back")
        page.keyboard.press("Escape")
        open_panel(page, "Lists")
        panel.get_by_role("button", name="Damage").click()
        expect(panel.get_by_role("columnheader", name="Damage")).to_have_attribute("aria-sort", "descending")
        assert wrong == []


@pytest.mark.thorough
def test_10_3_the_choice_of_a_speed_has_the_same_heading_as_speeds_next_to_a_course(
    browser: Browser, api: Api, address: str
) -> None:
    """The heading names the choice, and its count is separate: it is not read as a speed."""
    with context_of(browser) as context:
        page = context.new_page()
        match_view = open_position(page, api, address, f"{WITP}/course")
        api.act(match_view, ["sail", "D0418"])
        page.reload()
        open_panel(page, "Choices")
        expect(page.get_by_role("tabpanel").locator("h3")).to_have_text("Speed, 2")


@pytest.mark.thorough
def test_11_3_ships_that_could_still_fire_are_counted_as_ships(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/gunlaying")
        expect(page.locator("#board")).to_contain_text("1 gun, 0 torp.")
        decision = page.locator("#decision")
        decision.get_by_role("button", name="Open fire").click()
        expect(decision.locator(".sentence")).to_have_text("6 ships could still fire.")
        expect(decision.get_by_role("button", name="Hold fire with 6")).to_be_visible()


LOW = (1024, 460)
BELOW = """() => {
  const fleet = document.querySelector('[data-fleet=allies]')
  const foot = fleet.getBoundingClientRect().bottom
  return [...fleet.querySelectorAll('.unit')].filter((one) => one.getBoundingClientRect().bottom > foot + 1).length
}"""


@pytest.mark.thorough
def test_a_fleet_larger_than_its_box_shows_how_many_ships_are_hidden(browser: Browser, api: Api, address: str) -> None:
    """Twenty-one ships in a low window: the number of hidden ships is shown until the last one is in view."""
    with open_context(browser, LOW) as context:
        page = context.new_page()
        open_saved(page, api, address, "midway_turn_3_waves", "japan")
        fleet = page.locator("[data-fleet=allies]")
        expect(fleet.locator("h2")).to_contain_text("below")
        expect(fleet.locator("h2")).to_contain_text(f"21 ships, {page.evaluate(BELOW)} below")
        fleet.evaluate("(e) => e.scrollTo(0, e.scrollHeight)")
        expect(fleet.locator("h2")).not_to_contain_text("below")
