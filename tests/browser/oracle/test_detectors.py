"""Each detector of the oracle finds the fault built into a page, and passes the correct version of that page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import context_of
from tests.browser.oracle.findings import KINDS, Finding, find, find_moved, snapshot

pytestmark = pytest.mark.build

PAGES = Path(__file__).parent / "pages"
SINGLE = [kind for kind in KINDS if kind != "moved"]
COARSE = {"touch-target"}
STILL = {"page-scrolls"}
IMPLIED = {("touch-target", "#fault-counter"): "dead-press"}
"""Further findings that a planted fault implies: an element that cannot be reached cannot be pressed either."""


@pytest.fixture(scope="module")
def static(browser: Browser) -> Iterator[Page]:
    """One browser page, reused for all static test pages."""
    with context_of(browser, viewport={"width": 1280, "height": 720}, player="") as context:
        yield context.new_page()


def look(page: Page, kind: str, twin: str) -> list[Finding]:
    """All findings of the oracle in one of the two pages of a kind."""
    page.goto((PAGES / f"{kind}.{twin}.html").as_uri())
    return find(page, coarse=kind in COARSE, still=kind in STILL)


@pytest.mark.parametrize("kind", SINGLE)
def test_a_planted_fault_is_found(static: Page, kind: str) -> None:
    """Each element with an id that begins with ``fault`` is found, once, and nothing else."""
    found = look(static, kind, "fault")
    planted = static.evaluate("() => [...document.querySelectorAll('[id^=fault]')].map((one) => `#${one.id}`)")
    expected = [(kind, one) for one in planted] or [("page-scrolls", "")]
    expected += [(IMPLIED[one], one[1]) for one in expected if one in IMPLIED]
    assert sorted((one.kind, one.selector) for one in found) == sorted(expected), "\n".join(map(str, found))
    assert all(one.why for one in found)
    assert all(one.rect[2] > 0 and one.rect[3] > 0 for one in found)


@pytest.mark.parametrize("kind", SINGLE)
def test_a_clean_page_passes(static: Page, kind: str) -> None:
    assert [str(one) for one in look(static, kind, "clean")] == []


def test_an_unexpected_movement_is_found(static: Page) -> None:
    """The act sails TF 1 to Lae and sinks Kaga; parts, a slot, a name, a stack and a cell of the battle also move."""
    static.goto((PAGES / "moved.fault.html").as_uri())
    before = snapshot(static)
    assert find_moved(static, before, snapshot(static)) == []
    static.locator("#act").click()
    after = snapshot(static)
    found = find_moved(static, before, after, acted=["a"])
    parts = ['[data-frame="header"]', '[data-frame="prompt"]', '[data-slot="main"]']
    assert [one.selector for one in found] == [*parts, '[data-drop="akagi"]', '[data-label="lae"]', '[data-stack="b"]']
    assert found[0].why == "was at 0, 0, 1280, 40, is at 0, 0, 1280, 52"
    assert [one.text for one in find_moved(static, before, after, acted=["b", "lae", "akagi"])][3:] == []


def test_an_expected_movement_is_not_reported(static: Page) -> None:
    static.goto((PAGES / "moved.clean.html").as_uri())
    before = snapshot(static)
    static.locator("#act").click()
    assert find_moved(static, before, snapshot(static), acted=["a"]) == []


def test_every_sample_page_has_a_detector() -> None:
    expected = {f"{kind}.{twin}.html" for kind in KINDS for twin in ("fault", "clean")}
    assert {path.name for path in PAGES.iterdir()} == expected
