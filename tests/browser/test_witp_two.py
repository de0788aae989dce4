"""*War in the Pacific* by two people at two screens of one server: each has a seat, and is told nothing else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of
from tests.browser.hand import SENTENCE
from tests.browser.person import no_errors
from tests.browser.setting import SIDES, open_match, position_of

PERSONS = dict.fromkeys(SIDES, "person")
FREE = re.compile("^Play the Allies here")


def press(page: Page, name: str) -> None:
    page.locator("#decision").get_by_role("button", name=re.compile(f"^{name}")).first.click()


def of_the_other(heard: list[str], side: str) -> list[str]:
    """What was fetched with the eyes of a side."""
    return [url for url in heard if f"side={side}" in url]


def test_42_51_who_comes_second_is_offered_the_free_seat_and_told_nothing_of_the_other(
    browser: Browser, api: Api, address: str
) -> None:
    """The first lifts Japan's curtain; the second sits down for the Allies, keeps the seat, and hears what happens."""
    narrow = {"phone": True, "viewport": {"width": 390, "height": 844}}
    with context_of(browser, pace="skip") as at_desk, context_of(browser, pace="skip", **narrow) as at_phone:
        desk, phone = at_desk.new_page(), at_phone.new_page()
        wrong = (no_errors(desk), no_errors(phone))
        match = api.begin(game="witp", seats=PERSONS)["id"]
        open_match(desk, address, match)
        expect(desk.get_by_role("dialog").get_by_role("button", name=FREE)).to_have_count(0)
        with desk.expect_websocket(lambda line: "sits=japan" in line.url):
            desk.get_by_role("button", name="Lift the curtain for Japan").click()
        open_match(phone, address, match)
        expect(phone.get_by_role("dialog")).to_contain_text("Japan sits at another screen.")
        phone.get_by_role("button", name=FREE).click()
        expect(phone.locator(SENTENCE)).to_have_text("Japan chooses.")
        heard: list[str] = []
        phone.on("request", lambda request: heard.append(request.url))
        phone.on("websocket", lambda line: heard.append(line.url))
        phone.reload()
        expect(phone.locator(SENTENCE)).to_have_text("Japan chooses.")
        expect(phone.get_by_role("dialog")).to_have_count(0)
        press(desk, "Deployed")
        expect(phone.locator(SENTENCE)).to_contain_text("Deploy your Subrons")
        expect(desk.get_by_role("dialog")).to_contain_text("The Allies sit at another screen.")
        desk.get_by_role("button", name="Play Japan here").click()
        expect(desk.locator(SENTENCE)).to_have_text("The Allies choose.")
        expect(desk.locator("header")).to_contain_text(re.compile(r"You\s*Japan\s*Person\s*Allies"))
        press(desk, "Ask to take back")
        asked = desk.get_by_role("dialog")
        expect(asked).to_contain_text("The Allies must agree.")
        asked.get_by_role("button", name="Ask", exact=True).click()
        expect(desk.get_by_text("You asked to take back your last choice. The Allies must agree.")).to_be_visible()
        expect(desk.get_by_role("button", name="Ask to take back")).to_have_count(0)
        expect(phone.get_by_text("Japan asks to take back its last choice.")).to_be_visible()
        phone.get_by_role("button", name="Decline", exact=True).click()
        expect(desk.get_by_text("You asked to take back")).to_have_count(0)
        press(desk, "Ask to take back")
        asked.get_by_role("button", name="Ask", exact=True).click()
        phone.get_by_role("button", name="Agree", exact=True).click()
        expect(phone.locator(SENTENCE)).to_have_text("Japan chooses.")
        assert of_the_other(heard, "allies")
        assert of_the_other(heard, "japan") == []
        phone.get_by_role("button", name="Menu").click()
        phone.get_by_role("button", name="Play all sides here").click()
        expect(phone.get_by_role("dialog")).to_contain_text("Japan sits at another screen.")
        assert wrong == ([], [])


@pytest.mark.build
def test_on_a_shared_screen_who_fired_stays_to_the_right_while_the_dice_lie_there(
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
        expect(page.locator("#decision").get_by_role("button", name=re.compile("^(Next|Go on)"))).to_be_visible()
        expect(fleets.last).to_have_attribute("data-fleet", "allies")
