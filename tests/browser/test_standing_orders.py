"""Standing orders of Victory in the Pacific on the page: given, named in the log, changed, and removed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import open_panel
from tests.browser.conftest import Api
from tests.browser.match_setup import open_position
from tests.browser.simulated_player import no_errors
from tests.browser.test_invite import CUT

VITP = "victory_in_the_pacific"


@pytest.mark.build
def test_an_order_answers_and_the_log_names_it(address: str, api: Api, reset_page: Page) -> None:
    page = reset_page
    wrong = no_errors(page)
    match_view = open_position(page, api, address, f"{VITP}/way_home")
    open_panel(page, "Orders")
    panel = page.get_by_role("region", name="Standing orders")
    expect(panel.get_by_role("heading", name="Battles")).to_be_visible()
    panel.get_by_role("button", name="My units fire where it hurts most").click()
    panel.get_by_role("combobox", name="My units fire").select_option("at carriers first")
    panel.get_by_role("button", name="Units go home to where they are needed most").click()
    expect(panel).to_contain_text("2 orders given")
    expect(page.locator("#log")).to_contain_text("By standing order (Units go home: to where they are needed most")
    orders = api.get(f"/matches/{match_view['id']}/standing", side=match_view["side"])["orders"]
    assert orders == {"fire": "carriers", "home": "needed"}
    panel.get_by_role("button", name="Remove: Units go home").click()
    expect(panel).to_contain_text("1 order given")
    panel.get_by_role("button", name="Remove all").click()
    expect(panel).to_contain_text("none given")
    assert page.evaluate(CUT) == []
    assert wrong == []
