"""Nothing covers a counter or a name on the map: at every recorded position, on every screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Api, context_of
from tests.browser.covered import covered, every_position

DAILY = ("operation", "hold_fast/moves", "victory_in_the_pacific/patrols")


def check(browser: Browser, api: Api, address: str, name: str) -> None:
    with context_of(browser) as context:
        assert covered(context.new_page(), api, address, name) == []


@pytest.mark.parametrize("name", DAILY)
def test_nothing_is_covered(browser: Browser, api: Api, address: str, name: str) -> None:
    check(browser, api, address, name)


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in every_position() if name not in DAILY])
def test_nothing_is_covered_at_any_position(browser: Browser, api: Api, address: str, name: str) -> None:
    check(browser, api, address, name)
