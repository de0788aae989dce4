"""Nothing covers a counter or a name on the map: at every recorded position, on every screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Api, context_of
from tests.browser.covered import covered, every_position

DAILY = ("operation", "hold_fast/moves", "victory_in_the_pacific/patrols")


STILL = {"hold_fast/task_force_box": "on tablets a task force's stack hides names near Kwajalein by a few pixels"}
"""What is known to be covered still, and where."""


def marked(name: str) -> Any:
    still = STILL.get(name)
    return pytest.param(name, marks=pytest.mark.xfail(reason=still)) if still else name


def check(browser: Browser, api: Api, address: str, name: str) -> None:
    with context_of(browser) as context:
        assert covered(context.new_page(), api, address, name) == []


@pytest.mark.parametrize("name", DAILY)
def test_nothing_is_covered(browser: Browser, api: Api, address: str, name: str) -> None:
    check(browser, api, address, name)


@pytest.mark.thorough
@pytest.mark.parametrize("name", [marked(name) for name in every_position() if name not in DAILY])
def test_nothing_is_covered_at_any_position(browser: Browser, api: Api, address: str, name: str) -> None:
    check(browser, api, address, name)
