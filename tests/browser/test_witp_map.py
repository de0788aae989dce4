"""What the map of *War in the Pacific* shows of its own accord: courses ordered, fleets from afar, cards, legends."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Api, context_of
from tests.browser.person import no_errors
from tests.browser.setting import open_position

pytestmark = pytest.mark.thorough

WITP = "war_in_the_pacific"


def test_a_course_that_was_ordered_is_drawn_again_for_its_force(browser: Browser, api: Api, address: str) -> None:
    """10.1 Whoever comes back to the force sees where it was sent, and how fast; another force shows no such line."""
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        sight = open_position(page, api, address, f"{WITP}/course")
        to = "F0229"
        page.locator("[data-hexes-field]").fill(to)
        page.get_by_role("button", name="Take it").click()
        page.locator("#decision").get_by_role("button", name=re.compile("^Sail")).click()
        expect(page.locator("#decision .sentence")).not_to_contain_text("sail for")
        view = api.sight(sight["id"], sight["side"])["view"]
        (force,) = [name for name, hex_ in view["force_to"].items() if hex_ == to]
        page.locator(".needs .fold").click()
        page.locator(f".needs [data-about={force}]").click()
        expect(page.locator("#board [data-route]")).to_have_count(1)
        expect(page.locator("#board [data-tag]")).to_contain_text("Speed")
        page.locator(".needs [data-about]").first.click()
        expect(page.locator("#board [data-route]")).to_have_count(0)
        assert wrong == []


def test_the_list_of_games_names_the_scenario(browser: Browser, api: Api, address: str) -> None:
    """40.1 The card of a game says which scenario it is, and its Game-Turn."""
    with context_of(browser) as context:
        page = context.new_page()
        for scenario, head in (("midway", "Midway. Game-Turn 1/6/42."), ("burma", "Burma. Game-Turn 3/2/44.")):
            api.begin(game=WITP, scenario=scenario, name=f"A game of {scenario}")
            page.goto(address)
            page.reload()
            row = page.locator("li", has=page.get_by_role("link", name=f"A game of {scenario}", exact=True))
            expect(row.locator(".where")).to_have_text(head)
