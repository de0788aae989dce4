"""*War in the Pacific* played by two people on two screens of one server: each has a seat, and sees nothing else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import SENTENCE
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import SIDES, open_match, position_of
from tests.browser.simulated_player import no_errors

PERSONS = dict.fromkeys(SIDES, "person")


def press(page: Page, name: str) -> None:
    page.locator("#decision").get_by_role("button", name=re.compile(f"^{name}")).first.click()


def mentions_of_other_side(heard: list[str], side: str) -> list[str]:
    """The requests made as a side."""
    return [url for url in heard if f"side={side}" in url]


@pytest.mark.thorough
def test_42_51_a_friend_takes_a_seat_by_a_link_and_sees_nothing_of_the_other(
    browser: Browser, api: Api, address: str
) -> None:
    """The friend accepts the Allies, keeps the seat after a reload, and sees events; Japan needs no curtain."""
    narrow = {"phone": True, "viewport": {"width": 390, "height": 844}}
    with (
        context_of(browser, pace="skip") as at_desk,
        context_of(browser, pace="skip", player="", **narrow) as at_phone,
    ):
        desk, phone = at_desk.new_page(), at_phone.new_page()
        wrong = (no_errors(desk), no_errors(phone))
        match = api.begin(game="witp", seats=PERSONS)["id"]
        made = api.client.post(f"/api/matches/{match}/invitations", json={"side": "allies"})
        made.raise_for_status()
        phone.goto(address + made.json()["path"])
        phone.get_by_role("button", name="Accept").click()
        expect(phone.locator(SENTENCE)).to_have_text("Japan chooses.")
        open_match(desk, address, match)
        expect(desk.get_by_role("dialog")).to_have_count(0)
        heard: list[str] = []
        phone.on("request", lambda request: heard.append(request.url))
        phone.on("websocket", lambda line: heard.append(line.url))
        phone.reload()
        expect(phone.locator(SENTENCE)).to_have_text("Japan chooses.")
        expect(phone.get_by_role("dialog")).to_have_count(0)
        press(desk, "Finish deployment")
        expect(phone.locator(SENTENCE)).to_contain_text("Place submarines, name landings.")
        expect(desk.locator(SENTENCE)).to_have_text("The Allies choose.")
        expect(desk.locator("header")).to_contain_text(re.compile(r"You\s*Japan\W*Friend.*Allies", re.S))
        press(desk, "Ask to take back")
        asked = desk.get_by_role("dialog")
        expect(asked).to_contain_text("The Allies must agree")
        asked.get_by_role("button", name="Ask", exact=True).click()
        expect(desk.get_by_text("You asked to take back your last choice. The Allies must agree.")).to_be_visible()
        expect(desk.get_by_role("button", name="Ask to take back")).to_have_count(0)
        expect(phone.get_by_text("Japan asks to take back its last choice.")).to_be_visible()
        phone.get_by_role("button", name="Decline", exact=True).click()
        expect(desk.get_by_text("The Allies declined. Nothing is taken back.")).to_be_visible()
        desk.get_by_role("button", name="Got it").click()
        press(desk, "Ask to take back")
        asked.get_by_role("button", name="Ask", exact=True).click()
        phone.get_by_role("button", name="Agree", exact=True).click()
        expect(phone.locator(SENTENCE)).to_have_text("Japan chooses.")
        assert mentions_of_other_side(heard, "allies")
        assert mentions_of_other_side(heard, "japan") == []
        assert wrong == ([], [])


@pytest.mark.build
def test_on_a_shared_screen_the_firing_side_stays_on_the_right_until_the_dice_are_gone(
    browser: Browser, api: Api, address: str
) -> None:
    with context_of(browser, dice="wait") as context:
        page = context.new_page()
        game, text = position_of("war_in_the_pacific/gunlaying")
        open_match(page, address, api.begin(game=game, position=text, seats=PERSONS)["id"])
        page.get_by_role("button", name="Lift the curtain for the Allies").click()
        fleets = page.locator("#board [data-fleet]")
        for name in ("Astoria", "Abukuma"):
            page.locator("#board").get_by_role("button", name=re.compile(f"^{name}")).first.click()
        expect(page.locator("#board")).to_contain_text("at Abukuma")
        press(page, "Open fire")
        press(page, "Hold fire with 5")
        roll = page.locator("#decision").get_by_role("button", name=re.compile("^Roll"))
        expect(roll).to_be_visible()
        expect(fleets.last).to_have_attribute("data-fleet", "allies")
        roll.click()
        expect(page.locator("#decision").get_by_role("button", name=re.compile("^(Next|Continue)"))).to_be_visible()
        expect(fleets.last).to_have_attribute("data-fleet", "allies")
