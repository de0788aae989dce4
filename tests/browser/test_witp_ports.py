"""*War in the Pacific*'s page on ships in searched ports (8.41)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_position, quiet
from tests.browser.simulated_player import no_errors

pytestmark = pytest.mark.build

POSITION = "war_in_the_pacific/searched_port"
"""Two battleships, of which one might be a fleet carrier, and a carrier are at Wake, which the Allies searched."""


@pytest.mark.thorough
def test_8_41_reports_the_hex_and_the_map_show_what_was_seen_in_port(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        wrong = no_errors(page)
        open_position(page, api, address, POSITION)
        page.get_by_role("tab", name="Reports").click()
        reports = page.locator(".reports")
        expect(reports.get_by_role("heading", name="Enemy ports seen")).to_be_visible()
        reports.get_by_role("button", name=re.compile("Wake 2 capital ships, 1 carrier")).click()
        page.get_by_role("tab", name="Orders").click()
        row = page.locator(".orders tr", has_text="Seen in port")
        expect(row).to_contain_text("2 capital ships, 1 carrier")
        row.get_by_role("button", name="Rule 8.41").click()
        expect(page.get_by_role("heading", name="Ships in port")).to_be_visible()
        quiet(page)
        pill = page.locator("#board g", has=page.locator("use[href='#i-battleship']"), has_text="2")
        expect(pill.locator("use[href='#i-carrier']").first).to_be_attached()
        assert wrong == []


def test_6_5_the_target_shows_what_was_seen_in_port(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, POSITION)
        page.keyboard.press("g")
        page.keyboard.type("Wake")
        page.keyboard.press("Enter")
        page.locator("#board").press("Enter")
        expect(page.get_by_text("Ships in port: 2 capital ships, 1 carrier").first).to_be_visible()


@pytest.mark.thorough
def test_8_41_a_phone_lists_searched_ports(browser: Browser, api: Api, address: str) -> None:
    with context_of(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        open_position(page, api, address, POSITION)
        page.get_by_text("Orders", exact=True).last.click()
        seen = page.locator(".reports", has_text="Wake 2 capital ships, 1 carrier")
        seen.scroll_into_view_if_needed()
        expect(seen).to_contain_text("A fleet carrier counts as both.")
