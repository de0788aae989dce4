"""What *War in the Pacific* says before anything is pressed: waters by name, who lies where from afar, first steps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Api, context_of
from tests.browser.person import no_errors
from tests.browser.setting import open_position, quiet

pytestmark = pytest.mark.thorough

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
    """The ocean and its seas are named at each zoom; ground and air of both sides stand in pills, none over a name."""
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


def test_what_lies_off_the_map_is_told_over_it_and_nothing_moves(browser: Browser, api: Api, address: str) -> None:
    """37.1 Folded it says how many ships; open it lists boxes; a Task Force in one is looked at by a press."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/declaring")
        button = page.get_by_role("button", name="Off the map, 40 ships")
        expect(button).to_have_attribute("aria-expanded", "false")
        quiet(page)
        before = page.evaluate(LAID)
        button.click()
        told = page.get_by_role("list", name="Off the map")
        expect(told.locator("b")).to_contain_text(["West Coast USA", "Shipping lane, 2 phases"])
        expect(told).to_contain_text("1 CV, 3 BB, 1 CA")
        quiet(page)
        assert page.evaluate(LAID) == before
        told.get_by_role("button", name="TF 24 6 ships").click()
        expect(told.get_by_role("button", name="TF 24 6 ships")).to_have_attribute("aria-current", "true")
        button.click()
        expect(told).to_have_count(0)
        assert wrong == []


def test_nothing_lies_off_the_map_where_no_box_is_used(browser: Browser, api: Api, address: str) -> None:
    """45.11 Leyte begins with all forces on the map: nothing is said of boxes."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/leyte_orders")
        expect(page.get_by_role("button", name="Layers")).to_be_visible()
        expect(page.get_by_role("button", name="Off the map")).to_have_count(0)


def test_the_empty_order_panel_says_what_may_be_done_first(browser: Browser, api: Api, address: str) -> None:
    """Before anything is pressed: forces without a Mission first; a row takes up the first of them."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/orders")
        first = page.locator("[data-first]")
        expect(first).to_contain_text("Then: End the orders, above.")
        expect(first.get_by_role("button")).to_have_count(3)
        first.get_by_role("button", name="Give a Mission").click()
        expect(page.get_by_role("group", name="Mission")).to_be_visible()
        expect(page.locator("#decision")).to_contain_text("choose its Mission.")
        expect(first).to_have_count(0)
        assert wrong == []


def test_the_order_panel_shows_what_a_half_made_choice_lacks(browser: Browser, api: Api, address: str) -> None:
    """5.5 The carriers, then its aircraft, stand in rows where one looks; the last row hands the choice in."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        sight = open_position(page, api, address, f"{WITP}/transfers")
        bases = {choice[1] for choice in api.offered(sight) if choice[0] == "transfer"}
        page.locator("[data-first]").get_by_role("button", name="Base elsewhere").click()
        nearest = page.locator("[data-next]")
        expect(nearest.get_by_role("heading")).to_have_text("Choose the base")
        expect(nearest.get_by_role("button")).to_have_count(len(bases))
        nearest.get_by_role("button", name="Akagi").click()
        expect(nearest.get_by_role("button")).to_contain_text(["Zero", "Kate"])
        nearest.get_by_role("button", name="Kate").click()
        expect(page.locator("#decision .sentence")).to_contain_text("points of Kate at Akagi")
        assert api.sight(sight["id"], sight["side"])["seq"] == sight["seq"] + 1
        assert wrong == []


def test_the_button_of_a_zoom_keeps_the_end_of_the_route_in_sight(browser: Browser, api: Api, address: str) -> None:
    """From the theatre it goes to where a force is bound for, not to whatever lies in the middle of the window."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/course")
        page.locator("[data-hexes-field]").fill("F0229")
        page.get_by_role("button", name="Take it").click()
        for zoom in ("Theatre", "Section", "Close"):
            page.get_by_role("button", name=zoom, exact=True).click()
            expect(page.locator("#board .disc-number").last).to_be_in_viewport()


@pytest.mark.parametrize("name", ["burma_marching", "aiming", "leyte_orders"])
def test_on_a_tablet_held_upright_no_line_is_cut(browser: Browser, api: Api, address: str, name: str) -> None:
    """The question, the line under it and the tracks of the foot stand there whole."""
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
