"""Nothing covers a counter or a name on the map: at every recorded position, on every screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES
from tests.browser.occlusion import covered, positions_of

CLOSE = ("compact", "phone")
"""The screens with the least room, which the daily run checks."""
DAILY = {"operation": CLOSE, "hold_fast/moves": CLOSE[:1], "victory_in_the_pacific/patrols": CLOSE}
"""The positions of the daily run. On a phone, Saigon's stack covers a name; this is left to the thorough run."""


def check(browser: Browser, api: Api, address: str, names: list[str], sizes: tuple[str, ...]) -> None:
    """The page in which all positions are checked."""
    with context_of(browser) as context:
        page = context.new_page()
        assert [one for name in names for one in covered(page, api, address, name, sizes)] == []


@pytest.mark.build
@pytest.mark.parametrize("name", DAILY)
def test_nothing_is_covered(browser: Browser, api: Api, address: str, name: str) -> None:
    check(browser, api, address, [name], DAILY[name])


@pytest.mark.build
def test_a_window_that_shrinks_has_the_layout_of_a_small_one(browser: Browser, api: Api, address: str) -> None:
    """Counters are as large as their window allows, whatever its earlier size."""
    check(browser, api, address, ["target"], CLOSE)


def positions_of_games(*games: str) -> list[str]:
    return [name for game in games for name in positions_of(game)]


@pytest.mark.build
@pytest.mark.parametrize("name", positions_of_games("pacific_fury", "war_in_the_pacific")[::10])
def test_nothing_is_covered_in_a_small_window(browser: Browser, api: Api, address: str, name: str) -> None:
    """In the window with the least room beside a rail, nothing covers the counters and names of the map."""
    check(browser, api, address, [name], CLOSE[:1])


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    positions_of_games(
        "pacific_fury", "hold_fast", "victory_in_the_pacific", "axis_allies_pacific", "war_in_the_pacific"
    ),
)
def test_nothing_is_covered_at_any_position_on_any_screen(browser: Browser, api: Api, address: str, name: str) -> None:
    check(browser, api, address, [name], tuple(SIZES))
