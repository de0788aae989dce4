"""Dragging on the map of *War in the Pacific*: forces from off-map boxes, and aircraft of one of several carriers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES
from tests.browser.match_setup import open_match, position_of, quiet, seats_against
from tests.browser.simulated_player import no_errors
from tests.browser.test_witp_dragging import finger, middle, over, ready, stack_of, take

WITP = "war_in_the_pacific"
GATE = "B3934"
"""A hex where ships leave the Inland Sea, visible with the boxes on a wide screen and a phone."""


def open_as_japan(page: Page, api: Api, address: str, name: str, *first: list[str]) -> dict[str, Any]:
    """A match from a position, with the user playing Japan; some choices are made before it is opened."""
    game, text = position_of(f"{WITP}/{name}")
    match_view = api.begin(game=game, position=text, seats=seats_against(game, "japan", "random"))
    for choice in first:
        match_view = api.act(api.match_view(match_view["id"], "japan"), choice)
    open_match(page, address, match_view["id"])
    ready(page)
    return api.match_view(match_view["id"], "japan")


def point_of(page: Page, hexagon: str) -> tuple[float, float]:
    """The position of a hex, after moving the map there."""
    board = page.locator("#board [data-hexes]")
    board.focus()
    page.keyboard.press("g")
    page.locator("#board .place-search input").fill(hexagon)
    page.keyboard.press("Enter")
    expect(board).to_have_attribute("data-hex", hexagon)
    quiet(page)
    box = page.locator("#board .map").bounding_box()
    x, y = map(int, str(board.get_attribute("data-at")).split())
    assert box
    return box["x"] + x, box["y"] + y


FORMED = (["form_off_map", "inland_sea"], ["assign", "jp_bb5"], ["done"])
"""42.71 A Task Force of one battleship in the Inland Sea."""


def where_it_enters(api: Api, match_view: dict[str, Any]) -> tuple[str, set[str]]:
    """The force in the Inland Sea, and the Missions with which it may enter the map."""
    enters = [choice for choice in api.offered(match_view) if choice[0] == "enter"]
    return enters[0][1], {choice[2] for choice in enters}


@pytest.mark.thorough
def test_42_71_a_force_is_dragged_out_of_its_box(browser: Browser, api: Api, address: str) -> None:
    """42.71 Its entry hexes are highlighted; after the drop its Mission is asked for, as after two presses."""
    with context_of(browser, viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_as_japan(page, api, address, "orders", *FORMED)
        force, missions = where_it_enters(api, match_view)
        page.get_by_role("button", name="Section", exact=True).click()
        x, y = point_of(page, GATE)
        row = off_map(page, force)
        start = middle(row)
        take(page, row, (x - start[0], y - start[1]))
        page.mouse.move(x, y)
        words = page.locator("#board [data-carried]")
        expect(words).to_have_attribute("data-carried", force)
        expect(page.locator("#board .edge").first).to_be_visible()
        assert over(page) == (GATE, True)
        expect(words).to_have_text(re.compile("Sail onto the map$"))
        page.mouse.up()
        sentence = page.locator("#decision .sentence")
        expect(sentence).to_have_text(re.compile(r"^TF \d+ enters at [A-Z]\d{4}: choose the Mission\.$"))
        for mission in missions:
            expect(page.get_by_role("tabpanel").get_by_role("button", name=mission.capitalize())).to_be_visible()
        assert api.match_view(match_view["id"], "japan")["seq"] == match_view["seq"], "nothing is handed in"
        page.keyboard.press("Escape")
        assert wrong == []


def off_map(page: Page, force: str) -> Locator:
    """The row of a force in the opened list of boxes."""
    row = page.locator(f'#board [data-off="{force}"]')
    if not row.count():
        page.get_by_role("button", name=re.compile("^Off the map")).click()
    expect(row).to_be_visible()
    return row


@pytest.mark.build
def test_42_71_on_a_phone_the_list_gives_way_to_the_map(browser: Browser, api: Api, address: str) -> None:
    """The row is marked while its force is dragged.

    If the force cannot enter a hex, the server gives the reason, and the force returns.
    """
    width, height = SIZES["phone"]
    size = {"width": width, "height": height}
    with context_of(browser, viewport=size, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_as_japan(page, api, address, "orders", *FORMED)
        force, _ = where_it_enters(api, match_view)
        row = off_map(page, force)
        x, y = middle(row)
        touch = finger(page, [(x, y + 6 * n) for n in range(4)], lift=False)
        expect(page.locator("#board [data-carried]")).to_have_count(1)
        expect(row).to_be_hidden()
        far = [{"x": x, "y": y + 200, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": far})
        expect(page.locator("#board [data-carried]")).to_contain_text("cannot enter at")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.get_by_role("alert")).to_contain_text("cannot enter at")
        expect(row).to_be_visible()
        assert api.match_view(match_view["id"], "japan")["seq"] == match_view["seq"]
        assert wrong == []


@pytest.mark.build
def test_6_2_with_several_carriers_the_page_asks_which_one_is_meant(browser: Browser, api: Api, address: str) -> None:
    """The force is dropped on the hex that its fighters may patrol: the hex waits until a carrier is chosen."""
    with context_of(browser, viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_as_japan(page, api, address, "ready_orders")
        guards = {(choice[1], choice[3]) for choice in api.offered(match_view) if choice[0] == "guard"}
        assert {("jp_cv1", "D1114"), ("jp_cv2", "D1114")} <= guards
        page.get_by_role("button", name="Section", exact=True).click()
        point_of(page, "D1215")
        page.get_by_role("button", name="Closer").click()
        x, y = point_of(page, "D1114")
        found = stack_of(page, "D1215")
        start = middle(found)
        take(page, found, (x - start[0], y - start[1]))
        expect(page.locator("#board [data-carried]")).to_have_text(re.compile("Patrol over a hex$"))
        assert over(page) == ("D1114", True)
        page.mouse.up()
        kept, sentence = page.locator("#board [data-kept]"), page.locator("#decision .sentence")
        expect(kept).to_have_attribute("data-kept", "D1114")
        expect(sentence).to_have_text("Patrol over a hex: choose the base.")
        page.get_by_role("tabpanel").get_by_role("button", name=re.compile("^Akagi")).first.click()
        expect(kept).to_have_count(0)
        expect(sentence).to_have_text(re.compile(r"^.*: choose how many\.$"))
        assert api.match_view(match_view["id"], "japan")["seq"] == match_view["seq"]
        assert wrong == []
