"""The screens of Hold Fast and Victory in the Pacific for everybody: help on all, no finding, no page without end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.test_access import UNEXPLAINED, findings, fresh
from tests.browser.test_reload import open_position

HF, VITP = "hold_fast", "victory_in_the_pacific"


@dataclass(frozen=True)
class Screen:
    """A position, the panel that is open, and whether the board stands in words or one looks back."""

    position: str
    tab: str
    words: bool = False
    back: bool = False


SCREENS = {
    "hf place": Screen(f"{HF}/moves", "Place"),
    "hf forces": Screen(f"{HF}/moves", "All forces"),
    "hf arrivals": Screen(f"{HF}/rebuilding", "Arrivals"),
    "hf battle": Screen(f"{HF}/surface_fire", "Odds"),
    "hf replay": Screen(f"{HF}/air", "Place", back=True),
    "hf text board": Screen(f"{HF}/moves", "Place", words=True),
    "vitp place": Screen(f"{VITP}/patrols", "Place"),
    "vitp forces": Screen(f"{VITP}/patrols", "All forces"),
    "vitp arrivals": Screen(f"{VITP}/returns", "Arrivals"),
    "vitp battle": Screen(f"{VITP}/targeting", "Odds"),
    "vitp replay": Screen(f"{VITP}/air", "Place", back=True),
    "vitp text board": Screen(f"{VITP}/patrols", "Place", words=True),
}


@pytest.fixture(scope="module")
def screen(browser: Browser) -> Iterator[Page]:
    """One wide page for all screens, in either light."""
    with context_of(browser, pace="skip") as context:
        yield context.new_page()


def show(page: Page, api: Api, address: str, wanted: Screen) -> None:
    fresh(page)
    sight = open_position(page, api, address, wanted.position)
    if wanted.back:
        api.act(sight, sight["decision"]["choices"][0])
        page.reload()
    if wanted.words or wanted.back:
        page.get_by_role("button", name="Menu").click()
    if wanted.words:
        page.get_by_label("In place of the board").check()
        page.keyboard.press("Escape")
        expect(page.get_by_role("region", name="Board in words")).to_be_visible()
    if wanted.back:
        page.get_by_role("button", name="Look back").click()
        expect(page.locator("#decision .sentence")).to_contain_text("Looking back")
    page.get_by_role("tab", name=wanted.tab, exact=True).click()


@pytest.mark.parametrize("name", SCREENS)
def test_every_element_is_explained_and_nothing_serious_found(address: str, api: Api, screen: Page, name: str) -> None:
    """Whatever can be pressed is explained when it is pointed at; axe-core finds nothing serious in either light."""
    show(screen, api, address, SCREENS[name])
    screen.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert findings(screen) == []
    screen.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert findings(screen, "color-contrast") == [], "in the dark"
    screen.get_by_role("button", name="Menu").click()
    screen.get_by_role("button", name="Explain what I point at").click()
    assert screen.evaluate(UNEXPLAINED) == []


ENDED = {"pf": "hits", "hf": f"{HF}/last_turn", "vitp": f"{VITP}/last_turn"}
LONGER = "() => document.documentElement.scrollHeight - document.documentElement.clientHeight"


@pytest.mark.parametrize("game", ENDED)
def test_no_part_of_a_phone_leads_past_the_end_of_the_page(address: str, api: Api, browser: Browser, game: str) -> None:
    """What is long scrolls in its own part, and shows something there; beneath the tabs there is nothing."""
    with context_of(browser, phone=True, pace="skip") as context:
        page = context.new_page()
        sight = open_position(page, api, address, ENDED[game])
        api.client.post(f"/api/matches/{sight['id']}/resign", json={"side": sight["side"]}).raise_for_status()
        expect(page.get_by_role("button", name=re.compile("^Play again"))).to_be_visible()
        for part in ("Forces", "Odds", "Log", "Rules", "Board"):
            page.locator(".tabbar").get_by_role("button", name=part, exact=True).click()
            shown = page.locator("#board") if part == "Board" else page.locator("main.sheet > *").first
            expect(shown).to_be_in_viewport()
            assert page.evaluate(LONGER) <= 0, part
