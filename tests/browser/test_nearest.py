"""A tap means the nearest drawn element, even if the touch area of its neighbour is over it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Api
from tests.browser.match_setup import open_position, quiet

pytestmark = pytest.mark.build

LAID_OVER = """() => {
  const all = [...document.querySelectorAll('#board .pieces .pin button')].filter((one) => one.getClientRects().length)
  const boxes = all.map((one) => one.getBoundingClientRect())
  const within = (box, x, y) => x > box.left && x < box.right && y > box.top && y < box.bottom
  const [board] = document.querySelector('#board').getClientRects()
  return all.flatMap((one, k) => {
    const { left, top, width, height } = boxes[k]
    const points = [0.15, 0.5, 0.85].flatMap((i) => [0.15, 0.5, 0.85].map((j) => [left + width * i, top + height * j]))
    const stolen = points.find(([x, y]) => {
      const over = document.elementFromPoint(x, y)?.closest('.pin button')
      return within(board, x, y) && over && over !== one && boxes.filter((box) => within(box, x, y)).length === 1
    })
    return stolen ? [{ k, at: stolen }] : []
  })
}"""
HEARD = """() => {
  window.heard = []
  const pieces = document.querySelector('#board .pieces')
  const all = [...pieces.querySelectorAll('.pin button')].filter((one) => one.getClientRects().length)
  pieces.addEventListener('click', (event) => {
    window.heard.push(all.indexOf(event.target.closest('button')))
    event.stopImmediatePropagation()
  }, true)
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["victory_in_the_pacific/patrols", "hold_fast/moves"])
def test_a_tap_on_what_is_seen_chooses_it(address: str, api: Api, phone_page: Page, name: str) -> None:
    open_position(phone_page, api, address, name)
    quiet(phone_page)
    phone_page.evaluate(HEARD)
    laid_over = phone_page.evaluate(LAID_OVER)
    assert laid_over, "nothing lies so near to another"
    for place in laid_over[:12]:
        phone_page.touchscreen.tap(*place["at"])
    phone_page.wait_for_timeout(100)
    assert phone_page.evaluate("window.heard") == [place["k"] for place in laid_over[:12]]
