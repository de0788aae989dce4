"""*War in the Pacific* by touch on a phone: dragging units and moving the map do not interfere."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import open_position, quiet
from tests.browser.simulated_player import no_errors
from tests.browser.test_witp_dragging import finger, middle, pill_of, ready

WITP = "war_in_the_pacific"
AROUND = ((0, -34), (30, -17), (30, 17), (0, 34), (-30, 17), (-30, -17))
"""The size of a hex in each direction at a phone's zoom, plus a little."""


def marching(page: Page, api: Api, address: str) -> dict[str, Any]:
    """Burma's Ground Phase, with the Allied places and units."""
    match_view = open_position(page, api, address, f"{WITP}/burma_marching")
    ready(page)
    return api.match_view(match_view["id"], "allies")


def looks(page: Page) -> str:
    """The visible part of the map."""
    return str(page.locator("#board .viewport").get_attribute("transform"))


def scale(page: Page) -> str:
    return str(page.locator("#board canvas").get_attribute("data-drawn")).split()[0]


def hex_with_unit(match_view: dict[str, Any], page: Page) -> str:
    """A visible hex, away from the edge of the map, with an Allied unit."""
    board = page.locator("#board .map").bounding_box()
    assert board
    for at in sorted({one for one in match_view["view"]["arrays"]["unit_at"].values() if one}):
        found = pill_of(page, at)
        if found.count():
            x, y = middle(found)
            if 90 < x < 300 and board["y"] + 90 < y < board["y"] + board["height"] - 120:
                return str(at)
    raise AssertionError("no unit is in sight")


@pytest.mark.thorough
def test_a_moving_finger_pans_the_map_and_two_fingers_zoom_it(browser: Browser, api: Api, address: str) -> None:
    """Armies cover much of the map of Burma: panning or pinching it starts on one of them."""
    with open_context(browser, SIZES["phone"]) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = marching(page, api, address)
        sentence = page.locator("#decision .sentence")
        x, y = middle(pill_of(page, hex_with_unit(match_view, page)))
        before = looks(page)
        finger(page, [(x + 6 * n, y - 4 * n) for n in range(12)])
        quiet(page)
        assert looks(page) != before
        expect(sentence).to_have_text("Move your ground units, or finish.")

        x, y = middle(pill_of(page, hex_with_unit(match_view, page)))
        first, touch = scale(page), page.context.new_cdp_session(page)
        for n in range(12):
            apart = [{"x": x - 5 * n, "y": y, "id": 1}, {"x": x + 40 + 5 * n, "y": y, "id": 2}]
            if not n:
                touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": apart[:1]})
            kind = "touchMove" if n else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": apart})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        quiet(page)
        assert float(scale(page)) > float(first), "two fingers bring the map nearer"
        expect(sentence).to_have_text("Move your ground units, or finish.")
        assert api.match_view(match_view["id"], "allies")["seq"] == match_view["seq"]
        assert page.evaluate("[scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]
        assert wrong == []


@pytest.mark.thorough
def test_22_1_a_long_press_on_a_unit_drags_it_on_its_march(browser: Browser, api: Api, address: str) -> None:
    """The unit is lifted under the finger and marches when dropped; meanwhile, the map does not move."""
    with open_context(browser, SIZES["phone"]) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = marching(page, api, address)
        at = hex_with_unit(match_view, page)
        before, (x, y) = looks(page), middle(pill_of(page, at))
        carried = page.locator("#board [data-carried]")
        touch = finger(page, [(x, y)], lift=False)
        expect(carried).to_have_count(1)
        expect(page.locator("#board .edge").first).to_be_visible()
        hexagon = ""
        for dx, dy in AROUND:
            point = [{"x": x + dx, "y": y + dy, "id": 1}]
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": point})
            expect(carried).not_to_have_attribute("data-over", at)
            quiet(page)
            if carried.get_attribute("data-may") is not None:
                hexagon = str(carried.get_attribute("data-over"))
                break
        assert hexagon, "the unit comes somewhere"
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        decision = page.locator("#decision")
        march = decision.get_by_role("button", name="March", exact=True)
        back = decision.get_by_role("button", name=re.compile("^Take back"))
        expect(march.or_(back).first).to_be_visible()
        if march.count():
            march.tap()
        expect(back).to_be_visible()
        units = [unit for unit, where in match_view["view"]["arrays"]["unit_at"].items() if where == at]
        after = api.match_view(match_view["id"], "allies")["view"]["arrays"]["unit_at"]
        assert [unit for unit in units if after[unit] == hexagon], "it stands where it was put down"
        assert looks(page) == before
        assert page.evaluate("[scrollX, scrollY]") == [0, 0]
        assert wrong == []


@pytest.mark.thorough
def test_13_7_before_a_submarine_attack_the_odds_of_every_ship_are_shown(
    browser: Browser, api: Api, address: str
) -> None:
    """A side without visible ships takes up no room, so the odds and the dice are visible without scrolling."""
    width, height = SIZES["phone"]
    size = {"width": width, "height": height}
    with context_of(browser, viewport=size, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/torpedoing")
        board = page.locator("#board")
        expect(board.locator("[data-fleet=allies]")).to_contain_text("3 Sub Points")
        expect(board.locator(".steps li.current")).to_have_text("Choose a ship")
        expect(board.locator("[data-fleet=japan] button")).to_have_count(3)
        expect(page.locator("#decision").get_by_role("button", name="Show 3 choices")).to_be_visible()
        odds = board.locator("div.odds")
        seen = odds.bounding_box()
        assert seen
        for ship in ("Jintsu", "DD38", "APB2"):
            row = odds.locator("tr:not(.bars)").filter(has_text=ship).bounding_box()
            assert row
            assert row["y"] + row["height"] <= seen["y"] + seen["height"] + 1, ship
        board.locator("[data-fleet=japan]").get_by_role("button", name=re.compile("^Jintsu")).tap()
        expect(board.locator(".tray")).to_contain_text("Submarines at Jintsu")
        expect(board.locator(".steps li.current")).to_have_text("Hunt")
        expect(odds).to_have_text("Odds No odds for this decision.")
        assert wrong == []


@pytest.mark.thorough
def test_the_rows_of_the_front_in_burma_are_large_enough_for_a_finger(browser: Browser, api: Api, address: str) -> None:
    """Stores and headquarters link to their hexes; each link is 44 pixels high."""
    with open_context(browser, SIZES["phone"]) as context:
        page = context.new_page()
        wrong = no_errors(page)
        marching(page, api, address)
        page.locator(".tabbar").get_by_role("button", name="Orders").tap()
        page.get_by_text("Front", exact=True).first.tap()
        kunming = page.locator(".burma").get_by_role("button", name=re.compile("Kunming")).first
        expect(kunming).to_be_visible()
        heights = page.locator(".burma :is(td, th, li) button").evaluate_all("all => all.map((e) => e.offsetHeight)")
        assert heights
        assert min(heights) >= 44
        assert wrong == []
