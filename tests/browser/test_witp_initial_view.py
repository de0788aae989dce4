"""*War in the Pacific* before the first press: the names of seas, positions when zoomed out, the first steps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import open_match, open_position, position_of, quiet, seats_against
from tests.browser.simulated_player import no_errors
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

WITP = "war_in_the_pacific"
OVER = """() => {
  const rect = (e) => e.getBoundingClientRect()
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from])
  const meet = (a, b) => shared(a, b, 'left', 'right') > 3 && shared(a, b, 'top', 'bottom') > 3
  const waters = [...document.querySelectorAll('#board .sea-name tspan')]
  const others = [...document.querySelectorAll('#board .pill, #board [data-stack] .counter, #board .name')]
  const over = (w) => others.filter((o) => meet(rect(w), rect(o)))
  return waters.flatMap((w) => over(w).map((o) => `${w.textContent} under ${o.textContent}`))
}"""


def test_waters_have_names_and_bases_pills_from_afar(browser: Browser, api: Api, address: str) -> None:
    """The ocean and its seas are named at each zoom; ground and air units are pills that cover no name."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/declaring")
        waters = page.locator("#board .sea-name")
        expect(waters.filter(has_text="North Pacific")).to_have_count(1)
        expect(page.locator("#board .pill[data-sign=star]", has_text="12")).to_have_count(1)
        for _ in range(3):
            quiet(page)
            assert page.evaluate(OVER) == []
            page.keyboard.press("m")
        assert wrong == []


LAID = """() => [...document.querySelectorAll('[data-frame], #board [data-stack], #board .pill, #board [data-label]')]
  .map((e) => JSON.stringify(e.getBoundingClientRect()))"""


def test_forces_off_the_map_are_listed_above_it_and_nothing_moves(browser: Browser, api: Api, address: str) -> None:
    """37.1 When zoomed in, the card is folded and shows its number of ships.

    When open, it lists boxes; a press selects a Task Force.
    """
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/declaring")
        page.get_by_role("button", name="Section", exact=True).click()
        button = page.get_by_role("button", name="Off the map, 40 ships")
        expect(button).to_have_attribute("aria-expanded", "false")
        quiet(page)
        before = page.evaluate(LAID)
        button.click()
        element = page.get_by_role("list", name="Off the map")
        expect(element.locator("b")).to_contain_text(["West Coast USA", "Shipping lane, 2 phases"])
        expect(element).to_contain_text("1 CV, 3 BB, 1 CA")
        quiet(page)
        assert page.evaluate(LAID) == before
        element.get_by_role("button", name="TF 24 6 ships").click()
        expect(element.get_by_role("button", name="TF 24 6 ships")).to_have_attribute("aria-current", "true")
        button.click()
        expect(element).to_have_count(0)
        assert wrong == []


COVERED = """() => {
  const rect = (e) => e.getBoundingClientRect()
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const [board] = [rect(document.querySelector('#board'))]
  const cards = [...document.querySelectorAll('ul[aria-label="Off the map"] > li')]
  const marks = '#board .pill, #board [data-stack] .counter, #board .name, #board .zoom, #board .layers'
  const others = [...document.querySelectorAll(marks)]
  const apart = (a) => a.left < board.left || a.right > board.right || a.bottom > board.bottom
  const out = cards.filter((c) => apart(rect(c)))
  const over = cards.flatMap((c) => others.filter((o) => meet(rect(c), rect(o))).map((o) => o.textContent))
  const cut = [...document.querySelectorAll('#board .name')].filter((o) => apart(rect(o)))
  return [cards.length, out.length, over, cut.map((o) => o.textContent)]
}"""
"""The number of cards, the cards outside the map, the elements that they cover, and the names cut off at the edges."""


def open_as_allies(page: Page, api: Api, address: str, name: str) -> None:
    """Goes to a position where both sides choose, as the Allied side."""
    game, text = position_of(f"{WITP}/{name}")
    open_match(page, address, api.begin(game=game, position=text, seats=seats_against(game, "allies", "random"))["id"])


@pytest.mark.parametrize("size", in_build([(1280, 720), (1440, 900), (2560, 1440)], (1280, 720)))
def test_boxes_off_the_map_are_cards_at_its_edge(
    browser: Browser, api: Api, address: str, size: tuple[int, int]
) -> None:
    """37.1 When the whole area in play is shown, each box has a card beside it that covers nothing and cuts off no
    name.
    """
    with context_of(browser, viewport={"width": size[0], "height": size[1]}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_as_allies(page, api, address, "transfers")
        cards = page.get_by_role("list", name="Off the map")
        expect(cards.locator("> li")).to_have_count(7)
        expect(page.get_by_role("button", name="Off the map")).to_have_count(0)
        quiet(page)
        assert page.evaluate(COVERED) == [7, 0, [], []]
        page.get_by_role("button", name="Close", exact=True).click()
        expect(cards).to_have_count(0)
        expect(page.get_by_role("button", name="Off the map, 40 ships")).to_be_visible()
        assert wrong == []


@pytest.mark.thorough
def test_cards_of_boxes_take_a_choice_by_keys(browser: Browser, api: Api, address: str) -> None:
    """37.1 A force in the lanes is selected on its card, then the adjacent box, even an empty one."""
    with context_of(browser, viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        open_as_allies(page, api, address, "orders")
        cards = page.get_by_role("list", name="Off the map")
        force = cards.get_by_role("button", name="TF 24 6 ships")
        force.press("Enter")
        expect(force).to_have_attribute("aria-current", "true")
        legal = cards.locator("[data-legal]")
        expect(legal).to_have_text(["West Coast USA, may be chosen", "Lane, 1 phase, may be chosen"])
        expect(page.locator("#decision")).to_contain_text("choose the lane")
        legal.last.press("Enter")
        expect(page.locator("#decision")).not_to_contain_text("choose the lane")
        expect(legal.filter(has_text="Lane, 1 phase")).to_have_count(0)


@pytest.mark.thorough
def test_the_inland_sea_is_at_the_west_edge(browser: Browser, api: Api, address: str) -> None:
    """42.71 The contents of the Inland Sea are beside Japan, and cover nothing."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/in_impulse")
        card = page.get_by_role("list", name="Off the map").locator("> li")
        expect(card.get_by_role("button")).to_have_text(["TF 27 13 ships", "TF 30 26 ships"])
        quiet(page)
        assert page.evaluate(COVERED)[:3] == [1, 0, []]
        at, board = card.bounding_box(), page.locator("#board").bounding_box()
        assert at
        assert board
        assert at["x"] < board["x"] + board["width"] / 4


@pytest.mark.thorough
def test_on_a_phone_the_boxes_stay_a_list(browser: Browser, api: Api, address: str) -> None:
    """37.1 A phone has no room for cards beside the map."""
    with context_of(browser, phone=True) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/declaring")
        expect(page.get_by_role("button", name="Off the map, 40 ships")).to_have_attribute("aria-expanded", "false")


@pytest.mark.thorough
def test_nothing_is_listed_off_the_map_where_no_box_is_used(browser: Browser, api: Api, address: str) -> None:
    """45.11 Leyte begins with all forces on the map, so no boxes are shown."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/leyte_orders")
        expect(page.get_by_role("button", name="Layers")).to_be_visible()
        expect(page.get_by_role("button", name="Off the map")).to_have_count(0)


def test_the_empty_order_panel_shows_what_can_be_done_first(browser: Browser, api: Api, address: str) -> None:
    """Before the first press: forces without a Mission first; a row selects the first of them."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/orders")
        first = page.locator("[data-first]")
        expect(first).to_contain_text("Then: End the orders, above.")
        expect(first.get_by_role("button")).to_have_count(3)
        first.get_by_role("button", name="Give a Mission").click()
        expect(page.get_by_role("group", name="Mission", exact=True)).to_be_visible()
        expect(page.locator("#decision")).to_contain_text("choose its Mission.")
        expect(first).to_have_count(0)
        assert wrong == []


def test_the_order_panel_shows_what_a_half_made_choice_lacks(browser: Browser, api: Api, address: str) -> None:
    """5.5 The carriers, and then the aircraft of the chosen one, are visible rows; the last row submits the choice."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/transfers")
        bases = {choice[1] for choice in api.offered(match_view) if choice[0] == "transfer"}
        page.locator("[data-first]").get_by_role("button", name="Transfer").click()
        nearest = page.locator("[data-next]")
        expect(nearest.get_by_role("heading")).to_have_text("Choose the base")
        expect(nearest.get_by_role("button")).to_have_count(len(bases))
        nearest.get_by_role("button", name="Akagi").click()
        expect(nearest.get_by_role("button")).to_contain_text(["Zero", "Kate"])
        nearest.get_by_role("button", name="Kate").click()
        expect(page.locator("#decision .sentence")).to_contain_text("points of Kate at Akagi")
        assert api.match_view(match_view["id"], match_view["side"])["seq"] == match_view["seq"] + 1
        assert wrong == []


@pytest.mark.thorough
def test_zooming_by_button_keeps_the_end_of_the_route_in_view(browser: Browser, api: Api, address: str) -> None:
    """From the whole map, zooming goes to a force's destination, not to the middle of the window."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/course")
        page.locator("[data-hexes-field]").fill("F0229")
        page.get_by_role("button", name="Choose", exact=True).click()
        for zoom in ("Theatre", "Section", "Close"):
            page.get_by_role("button", name=zoom, exact=True).click()
            expect(page.locator("#board .disc-number").last).to_be_in_viewport()


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["burma_marching", "aiming", "leyte_orders"])
def test_on_a_tablet_held_upright_no_line_is_cut(browser: Browser, api: Api, address: str, name: str) -> None:
    """The question, the line below it and the tracks at the bottom are not cut off."""
    with context_of(browser, viewport={"width": 820, "height": 1180}) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/{name}")
        for part in ("header .where", "#decision .line", ".tracks"):
            element = page.locator(part)
            expect(element).to_be_visible()
            cut = element.evaluate("(e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]")
            assert max(cut) <= 1, part
        last = page.locator(".tracks > div").last.bounding_box()
        room = page.locator(".tracked").bounding_box()
        assert last
        assert room
        assert last["x"] + last["width"] <= room["x"] + room["width"]


@pytest.mark.thorough
@pytest.mark.parametrize("side", in_build(["japan", "allies"], "japan"))
def test_no_name_of_a_place_is_cut_at_an_edge_of_the_whole_theatre(
    browser: Browser, api: Api, address: str, side: str
) -> None:
    """Hawaii is at the east edge of the area in play: its names end inside the window, even without a card."""
    with open_context(browser, SIZES["compact"]) as context:
        page = context.new_page()
        open_match(page, address, api.begin(game=WITP, seats=seats_against(WITP, side, "random"))["id"])
        quiet(page)
        board = page.locator("#board").bounding_box()
        assert board
        for name in ("Maui (Lahaina)", "Hilo (Hawaii)", "Muroran-Sapporo"):
            box = page.locator("#board .name", has_text=name).bounding_box()
            assert box
            assert box["x"] > board["x"] + 4
            assert box["x"] + box["width"] < board["x"] + board["width"] - 4


def test_pressing_a_force_scrolls_its_missions_into_view(browser: Browser, api: Api, address: str) -> None:
    """4.12 If the rows above fill the rail of a small window, the rail scrolls down to the Missions."""
    with open_context(browser, SIZES["compact"]) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/orders")
        missions = page.get_by_role("group", name="Mission")
        page.locator(".needs button[data-about=japan_30]").click()
        for mission in ("Transit", "Escort"):
            expect(missions.get_by_role("button", name=mission)).to_be_in_viewport(ratio=1)
