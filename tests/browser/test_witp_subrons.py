"""Subrons on the page of *War in the Pacific*: rows and counters in the Submarine Phase."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES
from tests.browser.match_setup import open_position
from tests.browser.occlusion import covered
from tests.browser.simulated_player import no_errors
from tests.kit.thorough_cases import in_build

SUBMARINES = "../../fixtures/positions/war_in_the_pacific/leyte_strategic_game_turn"
"""A Submarine Phase late in Leyte, with Task Forces, reports and four Japanese Subrons on the map."""


@pytest.mark.thorough
def test_13_3_a_subron_is_sent_from_its_row_and_from_its_counter(browser: Browser, api: Api, address: str) -> None:
    """Each Subron has a row and a counter; a press on either selects it; the rows show its orders."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, SUBMARINES)
        needs, decision = page.locator("[data-needs]"), page.locator("#decision")
        expect(needs.get_by_role("button", name=re.compile("^Subron"))).to_have_count(4)
        page.get_by_role("button", name="Theatre").click()
        counters = page.locator("#board .pieces [data-stack$='subron']")
        expect(counters.first).to_be_visible()
        needs.get_by_role("button", name=re.compile("^Subron 3")).click()
        expect(decision.locator(".sentence")).to_contain_text("Subron 3")
        page.keyboard.press("Escape")
        expect(decision.locator(".sentence")).to_contain_text("Where do your Subrons go?")
        page.locator("#board").get_by_role("button", name=re.compile("^Subron 1,")).click()
        page.get_by_role("button", name="Subron 1: take station").first.click()
        expect(decision.locator(".sentence")).to_contain_text("Where does Subron 1 go?")
        assert wrong == []


@pytest.mark.build
@pytest.mark.parametrize("size", in_build(SIZES, "compact"))
def test_nothing_is_covered_in_a_submarine_phase(browser: Browser, api: Api, address: str, size: str) -> None:
    """With Subrons, forces and reports on the map, nothing covers names and counters."""
    with context_of(browser) as context:
        assert covered(context.new_page(), api, address, SUBMARINES, (size,)) == []
