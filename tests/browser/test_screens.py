"""Accessibility of the other games' screens: help everywhere, no axe-core finding, no endless page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import open_panel
from tests.browser.conftest import Api, context_of
from tests.browser.test_access import UNEXPLAINED, findings
from tests.browser.test_reload import open_position
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

HF, VITP, AAP, WITP = "hold_fast", "victory_in_the_pacific", "axis_allies_pacific", "war_in_the_pacific"

PANELS = {
    "hf": (f"{HF}/air", f"{HF}/surface_fire", ("Place", "All forces", "Arrivals", "Orders")),
    "vitp": (f"{VITP}/air", f"{VITP}/targeting", ("Place", "All forces", "Arrivals", "Orders")),
    "aap": (
        f"{AAP}/combat_moves",
        f"{AAP}/losses",
        ("Space", "Forces", "Income", "Threats", "Swing", "Orders", "Notes"),
    ),
    "witp": (
        f"{WITP}/declaring",
        f"{WITP}/aiming",
        ("Orders", "Forces", "Reports", "Combat", "Lists", "Roster", "Notes", "Points"),
    ),
    "burma": (
        f"{WITP}/burma_marching",
        f"{WITP}/burma_committing",
        ("Orders", "Forces", "Front", "Combat", "Lists", "Roster", "Notes", "Points"),
    ),
}
"""A position on the map, one in a battle, and the panels of the rail that only this game has."""


def look_back(page: Page, api: Api, match_view: dict[str, Any]) -> None:
    """Makes the first offered choice, and looks back at it."""
    api.act(match_view, api.offered(match_view)[0])
    page.reload()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look back").click()
    expect(page.locator("#decision .sentence")).to_contain_text("Looking back")


def board_in_words(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("In place of the board").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Board in words")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("game", in_build(PANELS, "vitp"))
def test_every_element_is_explained(address: str, api: Api, reset_page: Page, game: str) -> None:
    """Everything clickable has an explanation: on the map, in a battle, on the text board, and when looking back."""
    on_the_map, in_battle, panels = PANELS[game]

    def unexplained() -> list[str]:
        reset_page.get_by_role("button", name="Menu").click()
        reset_page.get_by_role("button", name="What is this?").click()
        reset_page.locator("aside.help").wait_for()
        missing: list[str] = reset_page.evaluate(UNEXPLAINED)
        reset_page.keyboard.press("Escape")
        return missing

    open_position(reset_page, api, address, in_battle)
    reset_page.get_by_role("tab", name="Odds", exact=True).click()
    assert unexplained() == [], "in a battle"
    match_view = open_position(reset_page, api, address, on_the_map)
    for panel in panels:
        open_panel(reset_page, panel)
        assert unexplained() == [], panel
    board_in_words(reset_page)
    assert unexplained() == [], "in words"
    look_back(reset_page, api, match_view)
    assert unexplained() == [], "looking back"


@pytest.mark.parametrize("game", in_build(PANELS))
def test_no_serious_finding_in_panels_and_words(address: str, api: Api, reset_page: Page, game: str) -> None:
    """The map and the battle are checked elsewhere; here the game's own panels beside its text board."""
    on_the_map, _, panels = PANELS[game]
    open_position(reset_page, api, address, on_the_map)
    board_in_words(reset_page)
    for panel in panels[1:]:
        open_panel(reset_page, panel)
        reset_page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert findings(reset_page) == [], panel
        reset_page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert findings(reset_page, "color-contrast") == [], f"{panel}, in the dark"


ENDED = {
    "pf": "hits",
    "hf": f"{HF}/last_turn",
    "vitp": f"{VITP}/last_turn",
    "aap": f"{AAP}/purchase",
    "witp": f"{WITP}/orders",
}
LONGER = "() => document.documentElement.scrollHeight - document.documentElement.clientHeight"


@pytest.mark.thorough
@pytest.mark.parametrize("game", ENDED)
def test_no_part_of_a_phone_extends_past_the_end_of_the_page(
    address: str, api: Api, browser: Browser, game: str
) -> None:
    """Long content scrolls in its own part of the page and is visible there; there is nothing below the tabs."""
    with context_of(browser, phone=True, pace="skip") as context:
        page = context.new_page()
        match_view = open_position(page, api, address, ENDED[game])
        api.client.post(f"/api/matches/{match_view['id']}/resign", json={"side": match_view["side"]}).raise_for_status()
        expect(page.get_by_role("button", name=re.compile("^Play again"))).to_be_visible()
        tabs = page.locator(".tabbar").get_by_role("button")
        parts = [tab.inner_text().strip() for tab in tabs.all()]
        assert {"Board", "Orders" if game == "witp" else "Forces", "Log", "Rules"} <= set(parts)
        for part in parts:
            tabs.filter(has_text=part).first.click()
            shown = page.locator("#board") if part == "Board" else page.locator("main.sheet > *").first
            expect(shown).to_be_in_viewport()
            assert page.evaluate(LONGER) <= 0, part
