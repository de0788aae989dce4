"""Touch targets around a match, and on the purchase screen of Axis & Allies, which has the most buttons."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_position, quiet
from tests.browser.oracle.findings import find


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1024, 768)])
def test_every_control_is_44_pixels_for_a_finger(
    address: str, api: Api, browser: Browser, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with context_of(browser, viewport=viewport, has_touch=True, is_mobile=True, pace="skip") as context:
        page = context.new_page()
        open_position(page, api, address, "axis_allies_pacific/purchase")
        quiet(page)
        assert find(page, ["touch-target"]) == []
        for path, part in (("", "main"), ("new", "footer"), ("nosuch", "main")):
            page.goto(f"{address}/#/{path}")
            page.locator(part).first.wait_for()
            quiet(page)
            assert find(page, ["touch-target"]) == [], path
