"""*Axis & Allies: Pacific* in two browsers on one server, one of them on a phone: both name the deciding power."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import SENTENCE, open_panel
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import THREE_SIDES, open_match
from tests.browser.simulated_player import no_errors
from tests.browser.test_aap import count, look_at, place

pytestmark = pytest.mark.build

PERSONS = dict.fromkeys(THREE_SIDES, "person")
FIGHT = """
game = "axis_allies_pacific"
round = 2
active = "japan"
step = "combat_moves"
[units.japan.sz45]
battleship = 12
[units.uk.sz46]
battleship = 6
destroyer = 6
[units.japan.sz36]
battleship = 12
[units.usa.sz35]
destroyer = 6
transport = 8
[units.japan.japan]
infantry = 4
[units.usa.united_states]
infantry = 3
[units.uk.india]
infantry = 4
[standing_orders.usa]
losses = "cheapest"
"""
"""Twelve shots are fired at Britain's ships, and twelve at those of the United States.

Some hit, and the ships are never all lost.
"""


def expect_question(desk: Page, phone_page: Page, *, of: str, what: str) -> None:
    """Both browsers show the deciding power and the question."""
    for page, chip in ((desk, "#decision .side-chip"), (phone_page, "header .side-chip")):
        expect(page.locator(SENTENCE)).to_have_text(re.compile(what))
        expect(page.locator(chip)).to_have_text(re.compile(of))


def press(page: Page, name: str) -> None:
    page.locator("#decision").get_by_role("button", name=re.compile(f"^{name}")).first.click()


def both(browser: Browser) -> tuple[Any, Any]:
    """A desktop and a phone."""
    wide = context_of(browser, pace="skip", viewport={"width": 1280, "height": 720})
    return wide, context_of(browser, phone=True, pace="skip", viewport={"width": 390, "height": 844})


def test_a_first_turn_is_played_in_two_browsers(address: str, api: Api, browser: Browser) -> None:
    """3.4, 8.1.3, 5.1, 7.1.1: the phone splits the pool and buys; the desktop's orders are hidden from the phone."""
    wide, narrow = both(browser)
    with wide as at_desk, narrow as at_phone:
        desk, phone = at_desk.new_page(), at_phone.new_page()
        wrong = (no_errors(desk), no_errors(phone))
        match = api.begin(game="aap", seats=PERSONS)["id"]
        for page in (desk, phone):
            open_match(page, address, match)
        expect_question(
            desk, phone, of="Britain", what="Split the convoy pool of 12 IPC|How much of the pool goes to India"
        )
        phone.get_by_role("slider").focus()
        for _ in range(2):
            phone.keyboard.press("ArrowRight")
        press(phone, "India 8, Australia 4")
        expect_question(desk, phone, of="United States", what="Set standing orders")
        open_panel(desk, "Orders")
        desk.get_by_role("button", name="Show my orders").click()
        desk.get_by_label("The cheapest first").check()
        expect(desk.get_by_text("2 of 3 changes left")).to_be_visible()
        expect(phone.get_by_label("The cheapest first")).to_have_count(0)
        press(desk, "Done")
        expect_question(desk, phone, of="Japan", what="Buy units for Japan")
        phone.reload()
        phone.get_by_role("spinbutton", name="Transport for Japan").press("+")
        press(phone, "Buy 1 transport for 8")
        press(phone, "Done buying")
        press(phone, "Stop buying")
        expect_question(desk, phone, of="Japan", what="Combat movement|Combat moves")
        look_at(desk, "sz45 japan")
        count(desk, "Battleship to move")
        place(desk, "sz46").dispatch_event("click")
        expect(desk.locator("#board [data-plan]")).to_have_count(1)
        expect(phone.locator("#board [data-plan]")).to_have_count(1)
        view = api.match_view(match, "public")["view"]
        assert (view["ipc"]["india"], view["ipc"]["australia"], view["ipc"]["japan"]) == (23, 24, 11)
        assert wrong == ([], [])


@pytest.mark.thorough
def test_the_losing_power_chooses_its_losses_and_standing_orders_answer_at_once(
    address: str, api: Api, browser: Browser
) -> None:
    """8.10.1, 8.1.3: Britain chooses on the phone, after a reload; the United States are not asked."""
    wide, narrow = both(browser)
    with wide as at_desk, narrow as at_phone:
        desk, phone = at_desk.new_page(), at_phone.new_page()
        wrong = (no_errors(desk), no_errors(phone))
        match = api.begin(game="aap", position=FIGHT, seats=PERSONS)["id"]
        sent = [
            ["move", "sz45", "battleship"],
            ["go", "sz46", "12"],
            ["move", "sz36", "battleship"],
            ["go", "sz35", "12"],
        ]
        api.act(api.match_view(match, "japan"), *sent, ["done"])
        for page in (desk, phone):
            open_match(page, address, match)
        expect_question(desk, phone, of="Japan", what="Which battle is fought next")
        desk.get_by_role("tab", name="Choices").click()
        desk.locator("#choices").get_by_role("button", name=re.compile("sea zone 46")).click()
        expect_question(desk, phone, of="Britain", what=r"\d+ hits? on your force: choose losses")
        hits = int(phone.locator(SENTENCE).inner_text().split()[0])
        phone.reload()
        expect(phone.get_by_role("spinbutton", name="Hits on Battleship")).to_have_attribute("aria-valuenow", "0")
        assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        few = min(hits - 1, 6)
        for kind, number in (("Battleship", hits - few), ("Destroyer", few)):
            for _ in range(number):
                phone.get_by_role("spinbutton", name=f"Hits on {kind}").press("+")
        press(phone, "Confirm losses")
        expect_question(desk, phone, of="Japan", what="choose losses|Retreat, or press on")
        while re.search("choose losses", desk.locator(SENTENCE).inner_text()):
            said = desk.locator("#decision").inner_text()
            press(desk, "Lose the cheapest")
            expect(desk.locator("#decision")).not_to_have_text(said)
        expect_question(desk, phone, of="Japan", what="Retreat, or press on")
        assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        press(desk, "Retreat")
        expect(desk.locator(SENTENCE)).to_have_text(re.compile("Retreat, or press on|choose losses"))
        log = api.get(f"/matches/{match}/log", side="public", since=0)
        lost = [one for entry in log for one in entry.get("events", []) if one["event"] == "lost"]
        of_usa = {
            kind: sum(one["number"] for one in lost if one["power"] == "usa" and one["piece"] == kind)
            for kind in ("transport", "destroyer")
        }
        fallen = sum(of_usa.values())
        assert fallen, "twelve battleships hit something"
        assert of_usa == {"transport": min(8, fallen), "destroyer": max(0, fallen - 8)}, "the cheapest first"
        assert not [
            entry for entry in api.get(f"/matches/{match}/log", side="usa", since=0) if entry.get("side") == "usa"
        ]
        assert wrong == ([], [])
