"""An act is taken back whole, at two screens and on one, and nothing of it is left behind; nobody is asked for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.hand import button, places, press
from tests.browser.setting import SIDES, open_match, position_of, quiet
from tests.browser.test_comforts import FLEETS

pytestmark = pytest.mark.thorough

SHOWN = """() => [...document.querySelectorAll('#board [aria-label], .tracks, #decision .sentence, #decision .sub')]
  .filter((e) => e.getClientRects().length)
  .map((e) => e.getAttribute('aria-label') ?? e.innerText).sort()"""
LIFT = re.compile("^Lift the curtain")
TOLD = {"hf": "Kaga, Shokaku, Zuikaku and 5 more move", "vitp": "Zuikaku, Kaga, Soryu and 3 more patrol"}


@contextmanager
def at_the_match(browser: Browser, address: str, match: str) -> Iterator[Page]:
    """A browser of its own at the board of a match, with the curtain lifted where one hangs."""
    with context_of(browser) as context:
        page = context.new_page()
        open_match(page, address, match)
        quiet(page)
        curtain = page.get_by_role("button", name=LIFT)
        if curtain.count():
            curtain.click()
        quiet(page)
        yield page


def shown(page: Page) -> list[str]:
    quiet(page)
    told: list[str] = page.evaluate(SHOWN)
    return told


@pytest.mark.parametrize("game", FLEETS)
def test_one_takes_back_at_one_screen_and_the_other_screen_follows(
    address: str, api: Api, browser: Browser, game: str
) -> None:
    """Two people, each at a browser of their own: the whole fleet is back at once, and no consent is asked."""
    case = FLEETS[game]
    name, text = position_of(case.position)
    match = api.begin(game=name, position=text)["id"]
    side = next(one for one in SIDES if api.sight(match, one)["decision"])
    sight = api.sight(match, side)
    fleet = case.units[1:]
    at_first = places(api, sight, fleet)
    with at_the_match(browser, address, match) as mine, at_the_match(browser, address, match) as other:
        press(mine, case.fleet[0])
        before, elsewhere = shown(mine), shown(other)
        press(mine, *case.fleet[1:])
        expect(button(mine, f"Take back all {len(fleet)}")).to_be_visible()
        assert not set(places(api, sight, fleet).items()) & set(at_first.items())
        expect(other.locator("#log")).to_contain_text(TOLD[game])
        press(mine, f"Take back all {len(fleet)}")
        expect(button(mine, "Take back")).to_have_count(0)
        expect(mine.get_by_role("dialog")).to_have_count(0)
        assert places(api, sight, fleet) == at_first
        undo = api.sight(match, side)["undo"]
        assert undo["steps"] == 0
        if not mine.locator("section.place:visible").count():
            press(mine, case.fleet[0])
        assert shown(mine) == before
        assert shown(other) == elsewhere
