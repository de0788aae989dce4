"""Names of *War in the Pacific*'s choices on the page: the order of lists, and the effects of verbs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_position
from tests.browser.simulated_player import no_errors
from tests.browser.test_witp_leyte import WITP, choose_objective


@pytest.mark.build
def test_45_42_the_objective_comes_first_among_the_hexes_for_a_planned_assault(
    browser: Browser, api: Api, address: str
) -> None:
    """After these come places by name, then the other hexes by region; a search field finds a place by its name."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, f"{WITP}/leyte_deployment")
        choose_objective(page, "Legaspi")
        page.get_by_role("tab", name="Choices", exact=True).click()
        page.get_by_role("tabpanel").get_by_role("button", name=re.compile("^Plan an assault")).click()
        page.get_by_role("tab", name="Choices", exact=True).click()
        rows = page.locator("#choices")
        expect(rows.locator("h3").nth(0)).to_contain_text("The Objective")
        expect(rows.locator("h3").nth(1)).to_contain_text("Places")
        expect(rows.locator("[data-choice]").first).to_contain_text(re.compile("Legaspi.*the Objective", re.DOTALL))
        rows.get_by_role("searchbox").fill("tacloban")
        expect(rows.locator("[data-choice]")).to_have_count(1)
        assert wrong == []


@pytest.mark.build
def test_38_5_splitting_a_transport_explains_its_effect(browser: Browser, api: Api, address: str) -> None:
    """Once a verb is pressed, the line below the question and its clause explain the effect."""
    with context_of(browser) as context:
        page = context.new_page()
        match_view = open_position(page, api, address, f"{WITP}/leyte_orders")
        assert any(choice[0] == "divide" for choice in api.offered(match_view))
        page.get_by_role("tab", name="Choices", exact=True).click()
        page.get_by_role("tabpanel").get_by_role("button", name=re.compile("^Split a transport")).click()
        decision = page.locator("#decision")
        expect(decision).to_contain_text("four quarters")
        expect(decision).to_contain_text("38.5")
