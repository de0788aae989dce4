"""Dice phrases: each of two people is asked for one before the board is shown; a button fills in a random one."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, new_context
from tests.browser.match_setup import match_of

pytestmark = pytest.mark.build

SEAL = re.compile("^[0-9a-f]{64}$")


def ask_for_phrases(page: Page) -> None:
    """On the page of a new game: the players type phrases for the dice."""
    page.get_by_text("Check fairness").click()
    page.get_by_label("Players contribute phrases to the dice seed").check()


def test_two_people_give_words_once_the_hash_is_shown(address: str, api: Api, wide_page: Page) -> None:
    wide_page.goto(f"{address}/#/new?seats=both")
    ask_for_phrases(wide_page)
    wide_page.get_by_role("button", name="Begin").click()
    expect(wide_page.get_by_role("heading", name="Words for the dice")).to_be_visible()
    expect(wide_page.locator("#board")).to_have_count(0)
    seal = wide_page.locator(".seal code").inner_text()
    assert SEAL.match(seal)
    expect(wide_page.get_by_role("button", name="Add these words")).to_have_count(0)
    wide_page.get_by_role("button", name="Japan").click()
    wide_page.get_by_role("button", name="Add these words").click()
    expect(wide_page.get_by_role("alert")).to_contain_text("Type some words or use random ones.")
    wide_page.get_by_label("Words of Japan").fill("rain over Rabaul")
    wide_page.keyboard.press("Enter")
    expect(wide_page.locator("#words-first li")).to_have_text(re.compile("Japan gave: .*rain over Rabaul"))
    expect(wide_page.get_by_label("Words of the Allies")).to_be_focused()
    wide_page.reload()
    expect(wide_page.locator("#words-first li")).to_have_text(re.compile("rain over Rabaul"))
    wide_page.get_by_role("button", name="Use random words").click()
    expect(wide_page.get_by_role("dialog")).to_contain_text("A secret choice for Japan.")
    dice = api.match_view(match_of(wide_page), "japan")["dice"]
    assert dice["commitments"] == {"referee": seal}
    assert dice["words"][0] == "rain over Rabaul"
    assert re.fullmatch("[0-9a-f]{32}", dice["words"][1])
    assert api.match_view(match_of(wide_page), "japan")["decision"]


@pytest.mark.thorough
def test_against_the_computer_the_seal_and_the_words_are_shown_in_the_menu(
    address: str, api: Api, wide_page: Page
) -> None:
    match_view = api.begin(seats={"allies": "random"})
    wide_page.goto(f"{address}/#/m/{match_view['id']}")
    wide_page.get_by_role("button", name="Menu").click()
    section = wide_page.get_by_role("region", name="The seal of the dice")
    section.get_by_text("Check fairness").click()
    expect(section).to_contain_text(match_view["dice"]["commitments"]["referee"])
    expect(section).to_contain_text(match_view["dice"]["words"][0])


@pytest.mark.thorough
def test_the_hash_is_next_to_the_board_from_the_start(address: str, api: Api, wide_page: Page) -> None:
    match_view = api.begin(seats={"allies": "random"})
    wide_page.goto(f"{address}/#/m/{match_view['id']}")
    line = wide_page.locator("#log .seal")
    expect(line.locator("code")).to_be_hidden()
    line.get_by_text("Check fairness").click()
    expect(line).to_contain_text(f"{match_view['dice']['commitments']['referee'][:16]}")
    expect(line.get_by_role("button", name="Copy the hash of the dice")).to_be_visible()


def test_joint_dice_are_rolled_by_two_browsers(address: str, api: Api, wide_page: Page, browser: Browser) -> None:
    """Hold Fast deals before the first choice: each page gives its side's part of every die automatically."""
    other = new_context(browser).new_page()
    try:
        wide_page.goto(f"{address}/#/new?seats=both&game=hold_fast")
        ask_for_phrases(wide_page)
        wide_page.get_by_label("Joint").check()
        wide_page.get_by_role("button", name="Begin").click()
        wide_page.get_by_role("button", name="Japan").click()
        wide_page.get_by_role("button", name="Use random words").click()
        expect(wide_page.get_by_label("Words of the Allies")).to_be_visible()
        match = match_of(wide_page)
        other.goto(f"{address}/#/m/{match}")
        expect(other.locator("#board")).to_be_visible(timeout=60_000)
        expect(wide_page.locator("#board")).to_be_visible(timeout=30_000)
    finally:
        other.context.close()
    dice = api.match_view(match, "public")["dice"]
    assert (dice["kind"], len(dice["commitments"])) == ("joint", 3)
    assert all(len(words) == 32 for words in dice["words"])
