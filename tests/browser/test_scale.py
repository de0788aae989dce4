"""The scale of the page: derived from the window by default, or set in the menu, with the matching layout."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import MEASURE
from tests.browser.match_setup import open_match, open_position, quiet
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

POSITION = "victory_in_the_pacific/patrols"
LOOKED = "() => document.querySelector('#board .chart .viewport').getAttribute('transform')"
SMALL = """() => [...document.querySelectorAll('#app *')].filter((e) => e.getClientRects().length
  && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
  && !e.closest('svg, .pieces, .beside, .zoom, [data-counter], .visually-hidden')
  && parseFloat(getComputedStyle(e).fontSize) < 13)
  .map((e) => [e.innerText, getComputedStyle(e).fontSize])"""
SPANS = """(all) => all.map((name) => {
  const seen = [...name.children].filter((e) => getComputedStyle(e).clipPath === 'none')
  const rects = seen.map((e) => e.getBoundingClientRect())
  return [Math.min(...rects.map((r) => r.left)), Math.max(...rects.map((r) => r.right))]
})"""
"""The extent of the text of each name."""
OUT = """([outer, parts]) => {
  const box = document.querySelector(outer).getBoundingClientRect()
  return [...document.querySelectorAll(parts)].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return left < box.left - 0.5 || right > box.right + 0.5 || top < box.top - 0.5 || bottom > box.bottom + 0.5
  }).map((one) => one.className || one.localName)
}"""
"""The parts that extend beyond an outer element."""


@contextmanager
def at(browser: Browser, width: int, height: int) -> Iterator[Page]:
    with context_of(browser, pace="skip", viewport={"width": width, "height": height}) as context:
        yield context.new_page()


def wish(page: Page, size: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name=size, exact=True).check()
    page.keyboard.press("Escape")
    quiet(page)


@pytest.mark.thorough
def test_a_large_window_is_scaled_up_to_the_drawn_width(address: str, api: Api, browser: Browser) -> None:
    """At 125 % of 2560 by 1440, the map has the size of the design, 1600 by 956.

    At a width of 2300, nothing is enlarged.
    """
    with at(browser, 2560, 1440) as page:
        open_position(page, api, address, POSITION)
        quiet(page)
        *_, wide, high = page.evaluate(MEASURE)["parts"]["board"]
        assert (wide, high) == pytest.approx((1600 * 1.25, 956 * 1.25), abs=2)
        page.set_viewport_size({"width": 2300, "height": 1440})
        page.wait_for_function("() => document.querySelector('header').getBoundingClientRect().height === 48")
        quiet(page)
        assert page.evaluate(MEASURE)["parts"]["header"][3] == 48


@pytest.mark.parametrize(
    "name",
    in_build([POSITION, "victory_in_the_pacific/targeting", "operation", "hold_fast/air"], POSITION, "hold_fast/air"),
)
def test_no_text_is_smaller_than_13_pixels_except_on_counters_and_the_map(
    address: str, api: Api, reset_page: Page, name: str
) -> None:
    open_position(reset_page, api, address, name)
    for tab in reset_page.locator(".rail [role=tab]").all():
        tab.click()
        assert reset_page.evaluate(SMALL) == []


@pytest.mark.thorough
def test_the_menu_sets_the_scale_and_the_layout_follows(address: str, api: Api, browser: Browser) -> None:
    """At 150 %, a wide window has the layout of a narrow one.

    No part is cut off, and each button is inside the window.
    """
    with at(browser, 1440, 900) as page:
        for name in (POSITION, "victory_in_the_pacific/targeting", "operation", "hold_fast/air"):
            open_position(page, api, address, name)
            rail = page.locator("[data-frame=rail]")
            wish(page, "100 %")
            expect(rail).to_be_visible()
            wish(page, "150 %")
            expect(page.locator(".tablet, .phone").first).to_be_visible()
            expect(rail).not_to_be_visible()
            look = page.evaluate(MEASURE)
            assert (look["longer"], look["outside"], look["crossed"], look["cut"]) == (0, [], False, False)
            page.reload()
            expect(rail).not_to_be_visible()


@pytest.mark.thorough
def test_the_map_keeps_its_section_after_another_view_replaced_it(address: str, api: Api, browser: Browser) -> None:
    with at(browser, 1440, 900) as page:
        for name in (POSITION, "operation", "hold_fast/air"):
            open_position(page, api, address, name)
            page.get_by_role("button", name="Closer, key plus").click()
            page.get_by_role("button", name="Closer, key plus").click()
            quiet(page)
            before = page.evaluate(LOOKED)
            for text in ("In place of the board", "Off"):
                page.get_by_role("button", name="Menu").click()
                page.get_by_label(text, exact=True).first.check()
                page.keyboard.press("Escape")
            quiet(page)
            assert page.evaluate(LOOKED) == before
            page.get_by_role("button", name="Farther, key minus").click()
            quiet(page)
            assert page.evaluate(LOOKED) != before


@pytest.mark.thorough
def test_nothing_in_a_small_window_is_cut_off_at_its_edge(address: str, api: Api, browser: Browser) -> None:
    """The track on a phone lies inside its strip."""
    parts = ".strip .tracks :is(p, dl, .track, .marker)"
    with context_of(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        for name in ("hold_fast/moves", POSITION):
            open_position(page, api, address, name)
            page.locator(parts).first.wait_for()
            assert page.evaluate(OUT, [".strip", parts]) == [], name


BATTLE = """() => {
  const board = document.querySelector('#board')
  const fleets = [...board.querySelectorAll('.fleet')]
  return {
    wider: board.scrollWidth > board.clientWidth,
    page: document.scrollingElement.scrollHeight > innerHeight,
    cut: fleets.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.dataset.fleet),
    low: fleets.filter((one) => one.clientHeight < 80).map((one) => one.dataset.fleet),
  }
}"""


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height", "scale"), [(640, 360, "100"), (1024, 460, "150")])
def test_a_battle_in_a_low_window_scrolls_in_its_place(
    address: str, api: Api, browser: Browser, width: int, height: int, scale: str
) -> None:
    """Beside the question, and with double text size, fleets keep their rows, and the page itself does not scroll."""
    viewport = {"width": width, "height": height}
    with context_of(browser, viewport=viewport, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(address)
        page.evaluate(f'localStorage.setItem(\'ironbottom.settings\', \'{{"scale": "{scale}", "guard": "off"}}\')')
        page.goto("about:blank")
        for name in ("victory_in_the_pacific/targeting", "hold_fast/air_fire"):
            open_position(page, api, address, name)
            page.locator("#board .fleet .unit").first.wait_for(state="attached")
            assert page.evaluate(BATTLE) == {"wider": False, "page": False, "cut": [], "low": []}, name


@pytest.mark.thorough
def test_the_dates_of_narrow_turns_make_room_for_each_other(address: str, api: Api, browser: Browser) -> None:
    """On a tablet, there is no room for eight dates beside the buttons of a replay; on a desktop there is."""
    for width, dated in ((1024, False), (1440, True)):
        with at(browser, width, 800) as page:
            match = api.begin(game="hf", seats={"japan": "ensign"})["id"]
            api.client.post(f"/api/matches/{match}/resign", json={"side": "allies"}).raise_for_status()
            open_match(page, address, match)
            page.locator(".timeline .controls").wait_for()
            quiet(page)
            names = page.locator(".timeline .turn .name").evaluate_all(SPANS)
            assert all(left[1] <= right[0] for left, right in pairwise(names)), names
            assert (
                bool(page.locator(".timeline .date").first.evaluate("(e) => getComputedStyle(e).clipPath === 'none'"))
                == dated
            )


LINES = "() => new Set([...document.querySelectorAll('.rail [role=tab]')].map((tab) => tab.offsetTop)).size"


@pytest.mark.parametrize("width", [1440, 1920])
def test_the_tabs_of_the_rail_stand_in_one_line(address: str, api: Api, browser: Browser, width: int) -> None:
    """If there are people at the table, the menu of further panels is beside them."""
    with at(browser, width, 1000) as page:
        for game in ("hf", "vitp", "pf", "aap", "witp"):
            open_match(page, address, api.begin(game=game)["id"])
            expect(page.locator(".rail [role=tab]").first).to_be_visible()
            assert page.evaluate(LINES) == 1, game
