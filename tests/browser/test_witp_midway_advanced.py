"""The advanced game of Midway on the page: secret objectives, plans, cards that were read, links before play."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_position
from tests.browser.simulated_player import no_errors

pytestmark = pytest.mark.build

WITP = "war_in_the_pacific"


def choose(page: Page, *labels: str) -> None:
    """Presses buttons of the list of choices, one after the other."""
    page.get_by_role("tab", name="Choices", exact=True).click()
    for label in labels:
        page.get_by_role("tabpanel").get_by_role("button", name=re.compile(f"^{label}")).first.click()


def test_42_63_42_64_japan_writes_down_objectives_that_only_it_sees(browser: Browser, api: Api, address: str) -> None:
    """The player is asked for the objectives first; the list of forces then shows both with their points."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/midway_advanced_deployment")
        decision = page.locator("#decision")
        expect(decision.locator(".sentence")).to_contain_text("Which are your two secret objectives")
        expect(decision.get_by_role("button", name=re.compile("^Finish deployment"))).to_have_count(0)
        # The last rank is not asked for.
        for labels in (("The Primary objective", "The Aleutian Islands"), ("Midway",)):
            decision.get_by_role("button", name=re.compile("^Choose an objective")).click()
            choose(page, *labels)
        expect(decision.get_by_role("button", name=re.compile("^Finish deployment"))).to_be_visible()
        page.get_by_role("tab", name="Forces", exact=True).click()
        forces = page.locator(".forces li")
        expect(forces.filter(has_text="the Primary objective")).to_contain_text("The Aleutian Islands")
        expect(forces.filter(has_text="the Secondary objective")).to_contain_text("50 points")
        assert "ranked_objectives" not in api.match_view(match_view["id"], "public")["view"]["arrays"]
        assert wrong == []


def test_42_65_the_allies_see_the_cards_that_they_have_read(browser: Browser, api: Api, address: str) -> None:
    """The Allies have read the Primary objective and the plan for Attu.

    They know neither the Secondary nor the plan for Midway.
    """
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/midway_advanced_cards")
        assert match_view["side"] == "allies"
        page.get_by_role("tab", name="Forces", exact=True).click()
        forces = page.locator(".forces li")
        expect(forces.filter(has_text="the Primary objective, on a card")).to_contain_text("Midway")
        expect(forces.filter(has_text="the Secondary objective")).to_have_count(0)
        expect(page.locator(".forces")).to_contain_text("Attu")
        assert wrong == []


def test_42_61_42_62_links_and_cargo_follow_the_deployment(browser: Browser, api: Api, address: str) -> None:
    """The panel of links shows needs and links; then stores are sent from a port of Japan."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/midway_advanced_links")
        panel = page.get_by_role("region", name="Links")
        expect(panel).to_contain_text("LP a Cycle")
        expect(panel.locator("[data-link='japan_link_1']")).to_contain_text("merchant unit")
        page.locator("#decision").get_by_role("button", name=re.compile("^Done")).click()
        expect(page.locator("#decision .sentence")).to_contain_text("What do your links carry?")
        assert {choice[0] for choice in api.offered(api.match_view(match_view["id"], "japan"))} >= {
            "consign",
            "consign_stores",
        }
        assert wrong == []
