"""Links of merchant shipping at Guadalcanal: laid and changed by presses and by keys, and shown on the map."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_match, open_position, seats_against
from tests.browser.simulated_player import no_errors

pytestmark = pytest.mark.build

WITP = "war_in_the_pacific"


def test_15_2_15_8_a_link_is_laid_and_ships_are_assigned_by_need(browser: Browser, api: Api, address: str) -> None:
    """The panel offers the link to a place in need; its card then offers ships, and the layer draws it."""
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = api.begin(game=WITP, scenario="guadalcanal", seats=seats_against(WITP, "japan", "random"))
        before = set(match_view["view"]["arrays"].get("link_from", {}))
        open_match(page, address, match_view["id"])
        panel = page.get_by_role("region", name="Links")
        expect(panel).to_contain_text("LP a Cycle")
        laid = panel.locator("[data-act^='lay_link']").first
        _, start, to = str(laid.get_attribute("data-act")).split()
        laid.click()
        card = panel.locator("[data-link='japan_link_4']")
        expect(card).to_contain_text("0 merchant units")
        view = api.match_view(match_view["id"], "japan")["view"]
        assert [view["arrays"][end]["japan_link_4"] for end in ("link_from", "link_to")] == [start, to]
        assert "japan_link_4" not in before
        card.locator("[data-act^='join_link']").first.focus()
        page.keyboard.press("Enter")
        expect(card).to_contain_text("1 merchant unit:")
        panel.get_by_role("button", name="Show the links on the map").click()
        expect(page.locator("#board [data-area='japan_link_4']")).to_have_count(1)
        assert wrong == []


@pytest.mark.thorough
@pytest.mark.parametrize(("phone", "size"), [(False, (1280, 720)), (False, (820, 1180)), (True, (390, 844))])
def test_15_8_links_are_planned_on_screens_of_every_size(
    browser: Browser, api: Api, address: str, phone: bool, size: tuple[int, int]
) -> None:
    """The panel lists needs and links without a scrollbar below it, and merchant shipping is assigned there."""
    window = {"width": size[0], "height": size[1]}
    with context_of(browser, phone=phone, pace="skip", viewport=window) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/midway_advanced_links")
        if phone:
            page.locator(".tabbar button").filter(has_text="Orders").tap()
            page.get_by_role("link", name="Links", exact=True).or_(page.get_by_role("button", name="Links")).first.tap()
        elif size[0] < 1000:
            page.get_by_text("Orders and log").click()
            page.get_by_role("tab", name="Links").click()
        panel = page.get_by_role("region", name="Links")
        expect(panel).to_contain_text("LP a Cycle")
        assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
        before = api.match_view(match_view["id"], "japan")["view"]["arrays"]
        panel.locator("[data-act^='join_link']").first.click()
        expect(page.get_by_role("button", name="back").first).to_be_visible()
        assert api.match_view(match_view["id"], "japan")["view"]["arrays"] != before
        assert wrong == []
