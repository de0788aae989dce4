"""Links of merchant shipping at Guadalcanal: laid and changed by presses and by keys, and shown on the map."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Api, context_of
from tests.browser.person import no_errors
from tests.browser.setting import against, open_match, quiet

pytestmark = pytest.mark.build

WITP = "war_in_the_pacific"


@pytest.mark.thorough
@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "finger"])
def test_15_2_15_8_a_link_is_laid_and_ships_are_assigned_by_need(
    browser: Browser, api: Api, address: str, *, phone: bool
) -> None:
    """The panel offers the link to a place in need; its card then offers ships, and the layer draws it."""
    with context_of(browser, pace="skip", phone=phone) as context:
        page = context.new_page()
        wrong = no_errors(page)
        sight = api.begin(game=WITP, scenario="guadalcanal", seats=against(WITP, "japan", "random"))
        open_match(page, address, sight["id"])
        quiet(page)
        panel = page.get_by_role("region", name="Links")
        if not panel.is_visible():
            page.get_by_role("button", name="Forces").first.click()
            page.get_by_role("tab", name="Links").click()
        expect(panel).to_contain_text("LP a Cycle")
        laid = panel.locator("[data-act^='lay_link']").first
        _, start, to = str(laid.get_attribute("data-act")).split()
        laid.click()
        card = panel.locator("[data-link='japan_link_1']")
        expect(card).to_contain_text("Link 1: ")
        view = api.sight(sight["id"], "japan")["view"]
        assert [view["arrays"][end]["japan_link_1"] for end in ("link_from", "link_to")] == [start, to]
        assigned = card.locator("[data-act^='join_link']").first
        assigned.focus()
        page.keyboard.press("Enter")
        expect(card).to_contain_text("joins it after a Game-Turn in port")
        panel.get_by_role("button", name="Show the links on the map").click()
        if phone:
            page.get_by_role("button", name="Board").first.click()
        expect(page.locator("#board [data-area='japan_link_1']")).to_have_count(1)
        assert wrong == []
