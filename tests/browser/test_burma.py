"""Burma in the page: armies on their hexes, shortages, Kunming, points, odds."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import open_panel
from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import open_position
from tests.browser.simulated_player import no_errors

pytestmark = pytest.mark.build

WITP = "war_in_the_pacific"


def find(page: Page, hexagon: str) -> None:
    """Moves the focus of the map to a hex."""
    page.locator("#board [data-hexes]").focus()
    page.keyboard.press("g")
    page.locator("#board .place-search input").fill(hexagon)
    page.keyboard.press("Enter")
    expect(page.locator("#board [data-hexes]")).to_have_attribute("data-hex", hexagon)


def test_22_1_presses_on_a_hex_select_its_units_in_turn(browser: Browser, api: Api, address: str) -> None:
    """The strongest unit comes first, then the next.

    The hexes that it can reach are highlighted, and a press on one marches there.
    """
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/burma_marching")
        units = [choice[1] for choice in api.offered(match_view) if choice[0] == "move"]
        assert units
        find(page, "A2914")
        page.keyboard.press("Enter")
        expect(page.locator("#decision")).to_contain_text("choose a hex to go to.")
        expect(page.locator("#decision").get_by_role("button", name="Move", exact=False).first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#decision")).to_contain_text("Move your ground units, or finish.")
        page.keyboard.press("Enter")
        expect(page.locator("#decision")).to_contain_text("choose a hex to go to.")
        element = page.locator("#board [data-hexes]")
        page.keyboard.press("ArrowDown")
        expect(element).to_have_attribute("aria-label", re.compile(r"May be chosen.*\d(\.5)? of \d points"))
        expect(page.locator("#board .tag-words")).to_have_text(re.compile(r"^(Forced march, )?\d(\.5)? of \d points"))
        beside = str(element.get_attribute("data-hex"))
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="What happened")).to_contain_text("marches to")
        moved = api.match_view(match_view["id"], match_view["side"])["view"]["arrays"]["unit_at"]
        assert len([unit for unit in units if moved.get(unit) == beside]) > len(
            [unit for unit in units if match_view["view"]["arrays"]["unit_at"].get(unit) == beside]
        )
        assert wrong == []


def test_44_43_the_front_lists_alerts_kunming_stores_and_headquarters(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/burma_marching")
        page.get_by_role("tab", name="Front", exact=True).click()
        front = page.get_by_role("region", name="Burma")
        expect(front.locator("[data-kunming]")).to_contain_text("Supply Points arrived")
        expect(front.locator("tbody tr", has_text="Rangoon").first).to_be_visible()
        expect(front).to_contain_text("Division")
        expect(page.locator("[data-tonnage]")).to_contain_text("Kunming")
        front.get_by_role("button", name="Rule 44.43").click()
        expect(page.get_by_role("article", name="Rule 44.43")).to_be_visible()
        open_panel(page, "Roster")
        order = page.get_by_role("region", name="Order of battle")
        expect(order.locator("tbody tr", has_text="7-3").first).to_be_visible()
        expect(order.locator("tbody tr", has_text="11-3").first).to_be_visible()
        assert wrong == []


def test_24_1_the_odds_of_attacks_are_next_to_them(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/burma_attacking")
        expect(page.get_by_text("Attacks with all units that may take part")).to_be_visible()
        assert wrong == []


@pytest.mark.thorough
def test_44_43_a_phone_shows_what_reached_kunming(browser: Browser, api: Api, address: str) -> None:
    with open_context(browser, SIZES["phone"]) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/quarters")
        expect(page.locator("[data-tonnage]")).to_contain_text("SP")
        assert wrong == []


def test_26_1_a_project_is_shown_with_its_price_before_it_begins(browser: Browser, api: Api, address: str) -> None:
    """The row of an open choice shows its cost; if there are two choices for a hex, each has a button."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/quarters")
        row = page.get_by_role("button", name="Rangoon: build or repair")
        expect(row).to_contain_text("entrenchment, 4 Supply Points, 1 engineer-turn")
        row.click()
        decision = page.locator("#decision")
        expect(decision).to_contain_text("Rangoon: choose what to do.")
        expect(decision.get_by_role("button", name="Set up a headquarters")).to_be_visible()
        decision.get_by_role("button", name=re.compile("^Build or repair ?Entrenchment")).click()
        begun = "Japan begins an entrenchment at Rangoon (A3019) for 4 Supply Points."
        expect(page.locator("#log li").first).to_contain_text(begun)
        assert wrong == []
