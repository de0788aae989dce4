"""Leyte on the page: the secret Objective, written plans, and what one press fills in."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, open_context
from tests.browser.match_setup import open_match, open_position
from tests.browser.occlusion import covered
from tests.browser.simulated_player import no_errors
from tests.browser.test_access import findings
from tests.browser.witp_user import WitpUser
from tests.kit.thorough_cases import in_build

WITP = "war_in_the_pacific"
POSITIONS = ("leyte_deployment", "lying_in_wait", "leyte_orders")


def choose_objective(page: Page, name: str) -> None:
    """The Allies choose their Objective."""
    decision = page.locator("#decision")
    decision.get_by_role("button", name=re.compile("^Choose the Objective")).click()
    page.get_by_role("tab", name="Choices", exact=True).click()
    page.get_by_role("tabpanel").get_by_role("button", name=re.compile(f"^{name}")).click()


@pytest.mark.build
def test_45_52_the_objective_comes_first_and_only_the_allies_see_it(browser: Browser, api: Api, address: str) -> None:
    """The Allies are asked for their Objective before they can end their deployment.

    Then their lists and the text board show it.
    """
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/leyte_deployment")
        decision = page.locator("#decision")
        expect(decision.locator(".sentence")).to_contain_text("Which place is your secret Objective")
        expect(decision.get_by_role("button", name=re.compile("^Finish deployment"))).to_have_count(0)
        choose_objective(page, "Legaspi")
        expect(decision.get_by_role("button", name=re.compile("^Finish deployment"))).to_be_visible()
        page.get_by_role("tab", name="Forces", exact=True).click()
        written = page.locator(".forces li", has_text="the Objective")
        expect(written).to_contain_text("Legaspi")
        expect(written).to_contain_text("1000 points")
        assert api.match_view(match_view["id"], "allies")["view"]["objective"] == "B2350"
        assert wrong == []


@pytest.mark.build
@pytest.mark.parametrize("size", in_build(SIZES, "compact"))
def test_the_map_opens_where_leyte_is_fought(browser: Browser, api: Api, address: str, size: str) -> None:
    """Leyte is visible when the board opens; on a phone, which has less room, the port where the ships wait."""
    with open_context(browser, SIZES[size]) as context:
        page = context.new_page()
        open_position(page, api, address, f"{WITP}/leyte_orders")
        name = page.locator("#board [data-label]", has_text="Ulithi" if size == "phone" else "Leyte (Tacloban)")
        expect(name.first).to_be_in_viewport()


def ships_in_forces(api: Api, match: str) -> int:
    """The number of Allied ships in Task Forces."""
    arrays = api.match_view(match, "allies")["view"]["arrays"]
    return sum(at.startswith("allies_") for at in arrays.get("ship_at", {}).values())


@pytest.mark.thorough
def test_9_2_a_usual_force_is_filled_in_at_one_press(browser: Browser, api: Api, address: str) -> None:
    """9.2 While a Task Force is being formed, one press adds its ships as if they were chosen one by one.

    Another press removes them all.
    """
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/leyte_orders")
        form = next(choice for choice in api.offered(match_view) if choice[0] == "form")
        match_view = api.act(match_view, form)
        open_match(page, address, match_view["id"])
        at_once = page.get_by_role("group", name="All at once")
        at_once.get_by_role("button", name=re.compile("^A usual force")).click()
        expect(page.locator("#decision .sentence")).to_contain_text("choose its Mission")
        assert ships_in_forces(api, match_view["id"]) > 4
        page.locator("#decision").get_by_role("button", name=re.compile("^Take back all")).click()
        expect(page.locator("#decision .sentence")).to_contain_text("Which ships form the Task Force?")
        assert ships_in_forces(api, match_view["id"]) == 0
        assert wrong == []


@pytest.mark.build
@pytest.mark.parametrize("name", in_build(POSITIONS))
def test_nothing_of_leyte_is_covered_and_nothing_is_hard_to_read(
    browser: Browser, api: Api, address: str, name: str
) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        assert covered(page, api, address, f"{WITP}/{name}") == []
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert findings(page) == []


def test_the_page_timer_chooses_an_objective_and_continues() -> None:
    """Without an Objective, the Allies cannot end their deployment.

    So choosing one counts as a choice that continues.
    """
    assert not WitpUser.aside.match("Choose the Objective\n12 hexes")
    assert [word for word in ("Choose how many", "Show 9 choices", "Take back") if not WitpUser.aside.match(word)] == []
