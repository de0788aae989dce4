"""The page of *War in the Pacific*: hex map, orders, battles, keys and screen reader text, compared to the server."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import open_panel
from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, asks_about_hex, open_context, walk
from tests.browser.match_setup import open_position
from tests.browser.simulated_player import no_errors
from tests.browser.test_access import UNEXPLAINED, findings
from tests.browser.whole_games import GameSetup, play, player
from tests.kit.thorough_cases import in_build

WITP = "war_in_the_pacific"
HEX = re.compile(r"^[A-G]\d{4}")


def focus_of(page: Page) -> str:
    """The hex with the keyboard focus of the map."""
    return str(page.locator("#board [data-hexes]").get_attribute("data-hex"))


def reachable(api: Api, match_view: dict[str, Any]) -> list[str]:
    """The hexes that the selected force may sail to."""
    return [choice[1] for choice in api.offered(match_view) if choice[0] == "sail"]


@pytest.mark.build
def test_a_course_is_set_by_its_hex_and_sailed(browser: Browser, api: Api, address: str) -> None:
    """10.1, 10.3 An unreachable hex is refused, a reachable one shows its cost; the main button sends the force
    there.
    """
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/course")
        reach = reachable(api, match_view)
        decision = page.locator("#decision")
        expect(decision.locator(".sentence")).to_contain_text("choose a hex to sail to")
        field = page.locator("[data-hexes-field]")
        field.fill("A0536")
        page.get_by_role("button", name="Choose", exact=True).click()
        expect(page.locator(".toast")).to_contain_text("out of reach")
        field.fill(reach[len(reach) // 2])
        page.get_by_role("button", name="Choose", exact=True).click()
        expect(page.locator(".orders")).to_contain_text("Fuel left afterwards")
        expect(decision.locator(".subline")).to_contain_text("movement points")
        decision.get_by_role("button", name=re.compile("^Sail")).click()
        expect(decision.locator(".sentence")).not_to_contain_text("sail to")
        now = api.match_view(match_view["id"], match_view["side"])["view"]
        assert reach[len(reach) // 2] in now["force_to"].values()
        assert wrong == []


@pytest.mark.build
def test_the_keys_move_over_the_hexes_and_screen_readers_read_them(browser: Browser, api: Api, address: str) -> None:
    """The focus moves from hex to hex; its label gives id, terrain, contents, and whether it may be chosen."""
    with context_of(browser) as context:
        page = context.new_page()
        match_view = open_position(page, api, address, f"{WITP}/course")
        page.keyboard.press("b")
        start = focus_of(page)
        page.keyboard.press("ArrowUp")
        up = focus_of(page)
        assert up[0] == start[0]
        assert int(up[1:]) == int(start[1:]) - 1
        page.keyboard.press("Numpad3")
        assert int(focus_of(page)[1:3]) == int(up[1:3]) + 1
        message = str(page.locator("#board [data-hexes]").get_attribute("aria-label"))
        assert HEX.match(message)
        assert ("May be chosen" in message) == (focus_of(page) in reachable(api, match_view))
        page.keyboard.press("Enter")
        expect(page.locator("#decision .sentence")).to_contain_text("sail to")
        page.keyboard.press("Escape")
        expect(page.locator("#decision .sentence")).to_contain_text("choose a hex to sail to")
        page.keyboard.press("g")
        page.locator("#board .place-search input").fill("Midway")
        page.keyboard.press("Enter")
        assert focus_of(page) == "F1234"


@pytest.mark.build
def test_the_layout_does_not_move(browser: Browser, api: Api, address: str) -> None:
    """Parts, slots and the map do not move while forces are ordered."""
    with open_context(browser, SIZES["compact"]) as context:
        page = context.new_page()
        match_view = open_position(page, api, address, f"{WITP}/orders")
        about_hex = asks_about_hex(api, match_view["id"], match_view["side"])
        assert walk(player("witp", page, 5), 8, about_hex=about_hex) >= 8


@pytest.mark.build
def test_an_enemy_force_out_of_contact_leaves_no_trace(browser: Browser, api: Api, address: str) -> None:
    """1.31, 4.32 Nothing in the page names an enemy force that was never reported."""
    with context_of(browser) as context:
        page = context.new_page()
        match_view = open_position(page, api, address, f"{WITP}/orders")
        other = {"japan": "allies", "allies": "japan"}[match_view["side"]]
        content = page.content()
        known = set(match_view["view"]["contact_at"])
        for number in range(1, 41):
            if f"{other}_{number}" not in known:
                assert not re.search(rf"\b{other}_{number}\b", content)


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
def test_the_layout_does_not_move_on_any_screen(browser: Browser, api: Api, address: str, size: str) -> None:
    with open_context(browser, SIZES[size]) as context:
        page = context.new_page()
        match_view = open_position(page, api, address, f"{WITP}/orders")
        about_hex = asks_about_hex(api, match_view["id"], match_view["side"])
        user = player("witp", page, 7, "finger" if size == "phone" else "mouse")
        assert walk(user, 24, about_hex=about_hex) >= 8


PANELS = ("Orders", "Forces", "Reports", "Odds", "Roster", "Notes", "Points")


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["orders", "course", "gunlaying", "committing"])
def test_no_serious_finding_and_every_element_explained(browser: Browser, api: Api, address: str, name: str) -> None:
    """axe-core checks the map and battles in light and dark mode, panel by panel."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/{name}")
        for panel in PANELS:
            open_panel(page, panel)
            page.emulate_media(color_scheme="light", reduced_motion="reduce")
            assert findings(page) == [], panel
            page.emulate_media(color_scheme="dark", reduced_motion="reduce")
            assert findings(page, "color-contrast") == [], f"{panel}, in the dark"
            page.get_by_role("button", name="Menu").click()
            page.get_by_role("button", name="What is this?").click()
            expect(page.locator("aside.help p")).to_be_visible()
            assert page.evaluate(UNEXPLAINED) == [], panel
            page.keyboard.press("Escape")


STRETCHES = {
    "Japan by mouse": GameSetup("witp", "mouse", "japan", seed=1, options=(("last_round", "1"),)),
    "the Allies by finger": GameSetup("witp", "finger", "allies", seed=2, options=(("last_round", "1"),)),
}


@pytest.mark.build
@pytest.mark.parametrize("name", in_build(STRETCHES, "Japan by mouse"))
def test_a_game_turn_is_played_with_every_input_device(address: str, api: Api, browser: Browser, name: str) -> None:
    """A game of one Game-Turn, from its deployment to its end (4.4)."""
    assert play(browser, api, address, STRETCHES[name]).wrong == []
