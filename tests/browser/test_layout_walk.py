"""The layout is stable: parts, slots, map and unmoved stacks keep their positions through every decision."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Api
from tests.browser.layout_walk import SIZES, begin, open_context, walk
from tests.browser.whole_games import player
from tests.kit.thorough_cases import in_build

SHORT = 10
LONG = 32
CLOSE = ("compact", "phone")


def check_layout(
    browser: Browser, api: Api, address: str, game: str, size: str, looks: int, scenario: str = ""
) -> None:
    with open_context(browser, SIZES[size]) as context:
        page = context.new_page()
        about_hex = begin(page, api, address, game, scenario=scenario)
        user = player(game, page, 5, "finger" if size == "phone" else "mouse")
        assert walk(user, looks, about_hex=about_hex) >= min(looks, SHORT)


@pytest.mark.build
@pytest.mark.parametrize("game", ["pf", "hf", "vitp", "aap", "witp"])
def test_the_layout_does_not_move(browser: Browser, api: Api, address: str, game: str) -> None:
    """Checked in the narrowest window that has a rail beside the board."""
    check_layout(browser, api, address, game, "compact", SHORT)


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["pf", "hf", "vitp", "aap", "witp"])
def test_the_layout_does_not_move_on_any_screen(browser: Browser, api: Api, address: str, game: str, size: str) -> None:
    """The names are longest where there is the least room."""
    check_layout(browser, api, address, game, size, LONG if size in CLOSE else SHORT)


@pytest.mark.build
@pytest.mark.parametrize("size", in_build(CLOSE, "compact"))
@pytest.mark.parametrize("scenario", ["leyte", "burma"])
def test_the_layout_does_not_move_in_any_scenario(
    browser: Browser, api: Api, address: str, scenario: str, size: str
) -> None:
    """Each scenario of War in the Pacific has other maps, questions and panels."""
    check_layout(browser, api, address, "witp", size, SHORT, scenario)
