"""Burma's Ground Phase by touch on a phone: a march is one act, orders have a tab, a battle shows its dice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import open_position
from tests.browser.simulated_player import no_errors

WITP = "war_in_the_pacific"
CUT = "e => e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 1"


@pytest.mark.build
def test_22_1_a_march_by_finger_is_taken_back_as_one(browser: Browser, api: Api, address: str) -> None:
    """The wide button goes to a stack, selects the stack, goes to a hex and selects the hex.

    One press undoes the march.
    """
    with open_context(browser, SIZES["phone"]) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/burma_marching")
        before = match_view["view"]["arrays"]["unit_at"]
        aim, sentence = page.locator("#board .aim-button"), page.locator("#decision .sentence")
        for asked in ("Move your ground units, or finish.", "choose a hex to go to."):
            expect(sentence).to_contain_text(asked)
            if "Choose" not in aim.inner_text():
                aim.tap()
            expect(aim).to_contain_text("Choose")
            aim.tap()
        expect(sentence).to_have_text("Move your ground units, or finish.")
        assert api.match_view(match_view["id"], match_view["side"])["view"]["arrays"]["unit_at"] != before
        back = page.locator("#decision").get_by_role("button", name=re.compile("^Take back"))
        expect(back).to_have_attribute("title", "Take back")
        back.tap()
        expect(back).to_have_count(0)
        assert api.match_view(match_view["id"], match_view["side"])["view"]["arrays"]["unit_at"] == before
        assert wrong == []


@pytest.mark.build
def test_24_1_an_attack_from_the_orders_shows_its_dice_and_how_it_ends(
    browser: Browser, api: Api, address: str
) -> None:
    """The orders have a tab; a battle started there is shown on the board, with its result."""
    width, height = SIZES["phone"]
    size = {"width": width, "height": height}
    with context_of(browser, viewport=size, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/burma_attacking")
        parts = page.locator(".tabbar")
        parts.get_by_role("button", name="Orders", exact=True).tap()
        page.get_by_role("group", name="All at once").get_by_role("button", name=re.compile("^Attack at")).first.tap()
        expect(parts.get_by_role("button", name="Board")).to_have_attribute("aria-current", "page")
        expect(page.locator("#board .tray")).to_contain_text("attacker loses")
        sentence = page.locator("#decision .sentence")
        expect(sentence).to_contain_text("Attacker loses")
        assert not sentence.evaluate(CUT)
        assert wrong == []
