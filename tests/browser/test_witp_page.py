"""The page of *War in the Pacific* beside its map: sources of rules, points, layers, notes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.actions import open_panel
from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import open_position
from tests.browser.simulated_player import no_errors
from tests.kit.thorough_cases import further, in_build

pytestmark = pytest.mark.build

WITP = "war_in_the_pacific"


def test_a_rule_and_a_refusal_say_how_they_are_known(browser: Browser, api: Api, address: str) -> None:
    """Each popover and each refusal names its clause's source, even for a figure that the page computes."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/course")
        field = page.locator("[data-hexes-field]")
        field.fill("A0536")
        page.get_by_role("button", name="Choose", exact=True).click()
        toast = page.locator(".toast")
        expect(toast).to_contain_text("is out of reach in this phase (our reconstruction)")
        toast.get_by_role("button", name="Rule 10.3").click()
        expect(page.get_by_role("article", name="Rule 10.3")).to_contain_text("How it is known: our reconstruction.")
        page.get_by_role("searchbox", name="Search the rules").fill("13.3")
        page.locator(".rules").get_by_role("button", name="Rule 13.3", exact=True).click()
        expect(page.get_by_role("article", name="Rule 13.3")).to_contain_text("How it is known: from the booklet.")
        assert wrong == []


@pytest.mark.thorough
def test_the_source_of_the_rules_is_explained_once_before_the_first_game(browser: Browser, address: str) -> None:
    """A new game first shows how many rules are our own.

    This is shown only once, and never with a complete rulebook.
    """
    with context_of(browser) as context:
        page = context.new_page()
        page.goto(f"{address}#/new?game={WITP}")
        element = page.get_by_role("complementary", name="How the rules of War in the Pacific are known")
        expect(element).to_contain_text("clauses are our reconstruction")
        expect(element).to_contain_text("from the booklet")
        expect(page.get_by_role("button", name="Begin")).to_be_in_viewport()
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#decision")).to_be_visible()
        page.goto(f"{address}#/new?game={WITP}")
        page.reload()
        expect(page.get_by_role("button", name="Begin")).to_be_visible()
        expect(element).to_have_count(0)
        page.goto(f"{address}#/new?game=pacific_fury")
        page.reload()
        expect(page.get_by_role("button", name="Begin")).to_be_visible()
        expect(page.locator(".rule-sources")).to_have_count(0)


@pytest.mark.thorough
def test_a_chart_without_counters_does_not_claim_that_each_side_has_none(browser: Browser, address: str) -> None:
    """For screen readers the list of games mentions counters only where some are drawn, never "0 of Japan"."""
    with context_of(browser) as context:
        page = context.new_page()
        for where in ("#/", "#/new"):
            page.goto(f"{address}{where}")
            expect(page.get_by_role("img", name=re.compile(r"[1-9]\d* of ")).first).to_be_visible()
            expect(page.get_by_role("img", name=re.compile(r"\b0 of "))).to_have_count(0)


@pytest.mark.thorough
def test_a_press_on_play_explains_it_too(browser: Browser, address: str) -> None:
    """A player's first game of War in the Pacific goes from the list of games through that page."""
    with context_of(browser) as context:
        page = context.new_page()
        page.goto(address)
        page.get_by_role("button", name="Play now: War in the Pacific").click()
        expect(page.locator(".rule-sources")).to_contain_text("Before the first game")


@pytest.mark.thorough
def test_points_are_listed_case_by_case_in_the_rail_and_after_the_game(
    browser: Browser, api: Api, address: str
) -> None:
    """42.42, 47.1 The ledger gives the case, the reason, the points and the sum; the story page has it too."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/orders")
        open_panel(page, "Points")
        row = page.locator(".score-table tr", has_text="Ground units hold Midway")
        expect(row).to_contain_text("42.42")
        expect(row).to_contain_text("200")
        row.get_by_role("button", name="Rule 42.42").click()
        expect(page.get_by_role("article", name="Rule 42.42")).to_be_visible()
        page.goto(f"{address}#/story/{match_view['id']}")
        expect(page.locator(".score-table tr", has_text="Ground units hold Midway")).to_contain_text("200")
        assert wrong == []


LAYERS = ("Search", "Supply", "Range", "Control", "Weather", "Terrain", "Numbers")


@pytest.mark.thorough
def test_layers_are_switched_by_mouse_and_key_and_say_how_they_are_drawn(
    browser: Browser, api: Api, address: str
) -> None:
    """V opens the list; each press or number shows a layer, whose legend distinguishes lines and areas."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/declaring")
        areas = page.locator("#board [data-area]")
        page.keyboard.press("v")
        tools = page.get_by_role("group", name="Layers", exact=True)
        for number, name in enumerate(LAYERS, 1):
            button = tools.get_by_role("button", name=name)
            before = button.get_attribute("aria-pressed")
            page.keyboard.press(str(number))
            expect(button).to_have_attribute("aria-pressed", {"true": "false", "false": "true"}[str(before)])
            page.keyboard.press(str(number))
            expect(button).to_have_attribute("aria-pressed", str(before))
        tools.get_by_role("button", name="Control").click()
        expect(areas.and_(page.locator(".area.solid"))).to_have_count(1)
        expect(areas.and_(page.locator(".area.dashed"))).to_have_count(1)
        legend = tools.get_by_role("list", name="Control, what it shows")
        expect(legend).to_contain_text("the Allies")
        tools.get_by_role("button", name="Supply").click()
        expect(page.locator("#board [data-area=supply]")).to_have_count(1)
        tools.get_by_role("button", name="Search").click()
        expect(page.locator("#board [data-area='search half'].dotted")).to_have_count(1)
        expect(page.locator("#board [data-area^=control]")).to_have_count(0)
        assert wrong == []


@pytest.mark.thorough
def test_rings_are_drawn_around_the_air_points_that_are_pressed(browser: Browser, api: Api, address: str) -> None:
    """5.2 A stack in the rail draws its Range and Extended Range around its base; another press removes these."""
    with open_context(browser, SIZES["phone"]) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/declaring")
        parts = page.locator(".tabbar")
        parts.get_by_role("button", name="Orders").tap()
        page.locator(".forces button", has_text="Midway").first.tap()
        stack = page.locator(".rings button").first
        stack.tap()
        expect(stack).to_have_attribute("aria-pressed", "true")
        parts.get_by_role("button", name="Board").tap()
        expect(page.locator("#board [data-ring]").first).to_contain_text("Range")
        expect(page.locator("#board .area.solid")).to_have_count(1)
        page.locator("#board .layers .open").tap()
        page.get_by_role("group", name="Layers", exact=True).get_by_role("button", name="Range").tap()
        expect(page.locator("#board .area")).to_have_count(0)


@pytest.mark.thorough
def test_a_note_stays_on_the_map_until_it_is_deleted(browser: Browser, api: Api, address: str) -> None:
    """A private note is marked on its hex, read with it, and survives a reload; it is sent to nobody."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/orders")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.post_data or ""))
        page.get_by_role("tab", name="Forces", exact=True).click()
        page.locator(".forces button", has_text="Midway").first.click()
        open_panel(page, "Notes")
        page.get_by_role("textbox", name="Note on Midway").fill("Carriers come from the north-west")
        mark = page.locator("#board [data-note=F1234]")
        expect(mark).to_contain_text("Carriers come from the north-west")
        page.reload()
        expect(mark).to_have_count(1)
        page.locator("#board [data-hexes]").wait_for()
        page.keyboard.press("g")
        page.locator("#board .place-search input").fill("Midway")
        page.keyboard.press("Enter")
        assert "Carriers come" in str(page.locator("#board [data-hexes]").get_attribute("aria-label"))
        open_panel(page, "Notes")
        page.get_by_role("button", name="Delete the note on Midway").click()
        expect(mark).to_have_count(0)
        assert not [sent for sent in asked if "Carriers" in sent]
        assert wrong == []


def test_the_endurance_of_fuel_and_the_order_of_battle_are_shown(browser: Browser, api: Api, address: str) -> None:
    """10.5, 1.3 A force shows how long its fuel lasts at each speed.

    Lists show the side's own ships and sunk enemy ships.
    """
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/orders")
        force = next(one for one in match_view["view"]["force_at"] if one.startswith(match_view["side"]))
        page.get_by_role("tab", name="Forces", exact=True).click()
        page.locator(".forces button", has_text=f"TF {force.split('_')[1]} ").first.click()
        fuel = page.locator(".fuel tbody tr")
        expect(fuel.first).to_contain_text("Speed 1")
        expect(fuel.first).to_contain_text("phase")
        open_panel(page, "Roster")
        order = page.get_by_role("region", name="Order of battle")
        expect(order.locator("tbody tr", has_text="CV").first).to_be_visible()
        expect(order.locator("table")).to_have_count(1)
        expect(order).to_contain_text("None are known to be sunk.")
        assert wrong == []


LINES = """() => new Set([...document.querySelectorAll('.rail [role=tab], .rail [aria-haspopup=menu]')]
  .map((e) => Math.round(e.getBoundingClientRect().top))).size"""
IN_LINE = {
    "orders": ["Orders", "Choices", "Forces", "Reports", "Odds"],
    "leyte_orders": ["Orders", "Choices", "Forces", "Reports", "Odds"],
    "burma_marching": ["Orders", "Choices", "Forces", "Front", "Odds"],
}
FOLDED = ["Combat", "Lists", "Roster", "Notes", "Points", "Turns", "Rules"]


@pytest.mark.build
@pytest.mark.parametrize("name", in_build(IN_LINE, "burma_marching"))
@pytest.mark.parametrize("size", ["compact", *further("wide")])
def test_the_tabs_of_the_rail_fit_one_line_and_the_rest_is_in_a_menu(
    browser: Browser, api: Api, address: str, name: str, size: str
) -> None:
    with open_context(browser, SIZES[size]) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/{name}")
        tabs = page.locator(".rail [role=tab]")
        expect(tabs).to_have_text(IN_LINE[name])
        page.get_by_role("button", name="More panels").click()
        expect(page.get_by_role("menuitemradio")).to_have_text(FOLDED)
        page.keyboard.press("Escape")
        for panel in FOLDED:
            open_panel(page, panel)
            expect(tabs).to_have_text([*IN_LINE[name], panel])
            assert page.evaluate(LINES) == 1, panel


def test_the_field_for_a_place_keeps_the_keyboard_focus_whatever_was_pressed_before(
    browser: Browser, api: Api, address: str
) -> None:
    """A letter typed there is not a key of the map, even if a button of the map had the focus."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/leyte_orders")
        page.get_by_role("button", name="Section", exact=True).click()
        page.keyboard.press("g")
        expect(page.locator("#board .place-search input")).to_be_focused()
        page.keyboard.type("Manila")
        page.keyboard.press("Enter")
        expect(page.locator("#board [data-hexes]")).to_have_attribute("data-hex", "B2048")
