"""Leyte on a tablet in portrait: ships at Ulithi form a force and sail, and the drawer does not interfere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.actions import press_hex
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_position, quiet
from tests.browser.simulated_player import no_errors

WITP = "war_in_the_pacific"
UPRIGHT = {"width": 820, "height": 1180}
ULITHI = "B3953"
UNDER = """() => {
  const drawer = document.querySelector('aside.rail').getBoundingClientRect()
  const b = document.querySelector('#board .zoom').getBoundingClientRect()
  return document.elementFromPoint(drawer.left + drawer.width / 2, b.top + b.height / 2).closest('aside.rail') !== null
}"""


@pytest.mark.thorough
def test_45_31_ships_at_ulithi_are_shown_form_a_force_and_sail(browser: Browser, api: Api, address: str) -> None:
    """The pill shows the number of ships; they are ordered from the map and the drawer, which closes for the hex."""
    with context_of(browser, viewport=UPRIGHT) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match_view = open_position(page, api, address, f"{WITP}/leyte_orders")
        assert match_view["side"] == "allies"
        expect(page.locator(f'#board [data-pill^="{ULITHI} allies"]')).to_contain_text("143")
        press_hex(page, ULITHI)
        decision = page.locator("#decision")
        expect(decision.locator(".sentence")).to_have_text("Ulithi: form a Task Force?")
        decision.get_by_role("button", name="Form a Task Force").click()
        expect(decision.locator(".sentence")).to_have_text("Which ships form the Task Force?")
        counter = page.locator(f'#board .pieces [data-spot="{ULITHI}"]')
        expect(counter).to_contain_text("being formed")
        page.get_by_role("button", name="Orders and log").click()
        page.get_by_role("button", name=re.compile("^A usual force")).click()
        expect(decision.locator(".sentence")).to_have_text("1 Task Force has no Mission yet.")
        quiet(page)
        assert page.evaluate(UNDER), "the tools of the map lie over the drawer"
        page.locator("[data-needs] [data-about]").first.click()
        page.get_by_role("group", name="Mission").get_by_role("button", name="Transit").click()
        expect(decision.locator(".sentence")).to_contain_text("choose a hex to sail to.")
        expect(page.locator("aside.rail")).to_have_count(0)
        choices = api.offered(api.match_view(match_view["id"], "allies"))
        bound = sorted(choice[1] for choice in choices if choice[0] == "sail" and choice[1] != ULITHI)[0]
        press_hex(page, bound)
        decision.get_by_role("button", name=re.compile("^Sail ")).click()
        expect(decision.locator(".sentence")).not_to_contain_text("sail")
        view = api.match_view(match_view["id"], "allies")["view"]
        (force,) = [force for force, at in view["force_at"].items() if at == ULITHI and force.startswith("allies")]
        assert view["force_mission"][force] == "transit"
        assert wrong == []
