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
