"""The map of Victory in the Pacific: sixty ships in one sea, names that nothing hides, wakes, and screens of every shape."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.person import no_errors
from tests.browser.test_access import CUT, WIDER
from tests.browser.test_reload import open_position

SIXTY = "victory_in_the_pacific/sixty_ships"
AT_SEA = "victory_in_the_pacific/combat"
PATROLS = "victory_in_the_pacific/patrols"
COVERED = """() => {
  const boxes = (which) => [...document.querySelectorAll(which)].map((e) => ({ e, box: e.getBoundingClientRect() }))
  const names = boxes('#board .sea-name tspan').filter(({ box }) => box.width)
  const badges = boxes('#board .pieces .counter')
  return names.flatMap(({ e, box: a }) => badges.flatMap(({ e: over, box: b }) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const high = Math.min(a.bottom - a.height * 0.22, b.bottom) - Math.max(a.top + a.height * 0.2, b.top)
    return Math.min(wide, high) > 3 ? [`${e.textContent} under ${over.textContent.trim().slice(0, 40)}: ${Math.min(wide, high).toFixed(1)}`] : []
  }))
}"""
"""The names of seas that a stack covers by more than three pixels of their letters, and by what."""


def pile(page: Page) -> Any:
    return page.locator("#board").get_by_role("button", name=re.compile("^60 units, Marianas Islands"))


def shown(page: Page) -> int:
    """How many units the panel shows now."""
    return page.locator("section.place:visible li").count()


def check_home(api: Api, sight: dict[str, Any], port: str) -> None:
    """All fourteen carriers went to the port in one act, and the others are still at sea."""
    units = api.sight(sight["id"], "allies")["view"]["units"]["allies"]
    assert (len(units[port]), len(units["marianas_islands"])) == (14, 46)


def test_sixty_ships_by_mouse(address: str, api: Api, wide: Page) -> None:
    wrong = no_errors(wide)
    sight = open_position(wide, api, address, SIXTY)
    pile(wide).click()
    panel = wide.locator("section.place:visible")
    assert shown(wide) == 60
    panel.get_by_role("button", name="carriers", exact=True).click()
    assert shown(wide) == 14
    panel.get_by_role("button", name="All of the carriers").click()
    expect(pile(wide)).to_contain_text("14 chosen")
    panel.get_by_role("button", name="All kinds").click()
    panel.get_by_role("button", name="List", exact=True).click()
    assert shown(wide) == 60
    assert wide.locator("section.place [aria-pressed=true].row").count() == 14
    wide.locator("#board").get_by_role("button", name=re.compile("^Pearl Harbor, Allied port")).click()
    expect(wide.locator("#board").get_by_role("button", name=re.compile("^14 carriers, Pearl Harbor"))).to_be_visible()
    check_home(api, sight, "pearl_harbor")
    assert wrong == []
