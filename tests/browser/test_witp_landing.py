"""16.0 A landing order on the page of *War in the Pacific*: drafted, given, listed and cancelled."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_position
from tests.browser.simulated_player import no_errors

pytestmark = pytest.mark.build

ORDERS = "war_in_the_pacific/orders"
"""Midway, Naval Phase 1 of 2/6/42; troops are aboard ships in port at Saipan."""


def open_panel(page: Page) -> None:
    """Opens the part that orders landings, with the troops at Saipan chosen."""
    page.locator("[data-landing] summary").click()
    form = page.get_by_role("group", name="Landing order")
    form.get_by_label("From").select_option(label="Saipan (D0948), in port")
    for box in form.get_by_role("checkbox").all():
        box.check()
    form.get_by_label("To").select_option("F1234")


def test_16_0_a_landing_is_worked_out_given_and_cancelled(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, ORDERS)
        open_panel(page)
        form = page.get_by_role("group", name="Landing order")
        expect(form.locator("div[role=status]")).to_contain_text("Arrives at Midway (F1234) in 2/6/42, Naval Phase 3.")
        expect(form.locator(".lacking")).to_contain_text("No fuel to return")
        form.get_by_label("Arrives").select_option(label="in 3/6/42, in 1 week")
        expect(form.locator("div[role=status]")).to_contain_text("in 3/6/42, as ordered.")
        destroyers = form.get_by_label("DD of the landing")
        expect(destroyers).to_have_text("5 of 5")
        form.get_by_role("button", name="One DD less").click()
        expect(destroyers).to_have_text("4 of 5")
        form.get_by_role("button", name="Order landing").click()
        summary = page.locator("[data-landing] summary")
        expect(summary).to_contain_text("1 ordered")
        plans = api.get(f"/matches/{match_view['id']}/standing", side="japan")["plans"]
        ((force, plan),) = plans.items()
        assert (plan["to"], len(plan["landing"]["units"])) == ("F1234", 2)
        assert (
            plan["status"]
            == "Landing at Midway (F1234) not before 3/6/42: 2 of 2 units aboard, waits at Saipan (D0948)."
        )
        if page.get_by_role("button", name="Cancel", exact=True).count() == 0:
            summary.click()
        page.get_by_role("button", name="Cancel", exact=True).click()
        expect(summary).not_to_contain_text("ordered")
        assert api.get(f"/matches/{match_view['id']}/standing", side="japan")["plans"] == {}
        assert re.fullmatch(r"japan_\d+", force)
        assert wrong == []
