"""Nothing covers a counter or a name on the map: at every recorded position, on every screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Api, context_of
from tests.browser.covered import covered, positions_of
from tests.browser.frame import SIZES
from tests.kit.further import in_build

DAILY = ("operation", "hold_fast/moves", "victory_in_the_pacific/patrols")
CLOSE = ("compact", "phone")
"""The screens on which the least room is: those of every day."""


def check(browser: Browser, api: Api, address: str, names: list[str], sizes: tuple[str, ...]) -> None:
    """All positions are looked at in one page."""
    with context_of(browser) as context:
        page = context.new_page()
        assert [one for name in names for one in covered(page, api, address, name, sizes)] == []


@pytest.mark.parametrize("name", DAILY)
def test_nothing_is_covered(browser: Browser, api: Api, address: str, name: str) -> None:
    check(browser, api, address, [name], CLOSE)


def test_a_window_made_small_at_once_is_laid_out_as_one_that_was_small(
    browser: Browser, api: Api, address: str
) -> None:
    """Counters are as large as their window allows, whatever it was before."""
    check(browser, api, address, ["target"], CLOSE)


@pytest.mark.build
@pytest.mark.parametrize(
    "game",
    in_build(["pacific_fury", "hold_fast", "victory_in_the_pacific", "axis_allies_pacific"], "pacific_fury"),
)
def test_nothing_is_covered_at_any_position(browser: Browser, api: Api, address: str, game: str) -> None:
    names = positions_of(game)
    assert names, "no position of this game is recorded"
    check(browser, api, address, names, tuple(SIZES))
