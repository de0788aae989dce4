"""Two people on two devices: the sides drawn by lot, the chat with notes and presence, and a rematch.

The host has a laptop, the friend a phone.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import SENTENCE
from tests.browser.conftest import context_of
from tests.browser.match_setup import match_of
from tests.browser.simulated_player import no_errors
from tests.browser.test_invite import CUT, LAPTOP, LINK, SMALL, accept, begin_with_friend, both_give_words, two

pytestmark = pytest.mark.thorough


def open_players(page: Page) -> None:
    """Opens the panel with the players and the chat: under *More* beside the board, or in the menu on a phone."""
    if page.viewport_size == SMALL:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Chat and notes").click()
    else:
        page.get_by_role("button", name="More panels").click()
        page.get_by_role("menuitemradio", name="Players").click()


def write(page: Page, text: str) -> None:
    page.get_by_label("Message", exact=True).fill(text)
    page.get_by_role("button", name="Send").click()


def sides_of(page: Page, address: str) -> list[str]:
    answer = page.request.get(f"{address}/api/matches/{match_of(page)}/seats").json()
    return [seat["side"] for seat in answer["seats"] if seat["yours"]]


def test_the_players_write_to_each_other(browser: Browser, address: str) -> None:
    laptop = {"viewport": LAPTOP}
    with two(browser, phone=True, viewport=SMALL) as (host, friend), context_of(browser, player="", **laptop) as third:
        wrong = (no_errors(host), no_errors(friend))
        host.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
        accept(friend, begin_with_friend(host, address, "pf"))
        both_give_words(host, friend)
        spectator = third.new_page()
        spectator.goto(f"{address}/#/m/{match_of(host)}")
        spectator.locator("#board").wait_for()
        open_players(host)
        expect(host.locator(".players")).to_contain_text(re.compile(r"Allies\s*Friend\s*here"))
        write(host, "good luck <b>friend</b>")
        expect(friend.get_by_text("Japan: good luck <b>friend</b>")).to_be_visible()
        friend.get_by_role("button", name="Chat", exact=True).click()
        expect(friend.get_by_role("log", name="Messages")).to_contain_text("good luck <b>friend</b>")
        write(friend, "back after dinner")
        expect(host.get_by_role("log", name="Messages")).to_contain_text("back after dinner")
        for page in (host, friend):
            assert page.evaluate(CUT) == []
        host.get_by_label("Your notes").fill("the friend eats at seven")
        host.get_by_label("Your notes").blur()
        host.wait_for_timeout(300)
        host.reload()
        open_players(host)
        expect(host.get_by_label("Your notes")).to_have_value("the friend eats at seven")
        expect(host.get_by_role("log", name="Messages")).to_contain_text("back after dinner")
        for text in ("good luck", "the friend eats"):
            assert text not in spectator.content()
        expect(spectator.get_by_role("button", name="More panels")).to_have_count(0)
        expect(friend.get_by_label("Your notes")).to_have_value("")
        assert wrong == ([], [])


def test_a_rematch_takes_both_to_the_next_match(browser: Browser, address: str) -> None:
    with two(browser, phone=True, viewport=SMALL) as (host, friend):
        wrong = (no_errors(host), no_errors(friend))
        host.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
        accept(friend, begin_with_friend(host, address, "pf"))
        both_give_words(host, friend)
        first = match_of(host)
        friend.get_by_role("button", name="Menu").click()
        friend.get_by_role("button", name="Resign").click()
        friend.get_by_role("button", name="Resign", exact=True).last.click()
        expect(host.locator(SENTENCE)).to_contain_text("Japan wins.")
        host.get_by_role("button", name="Offer a rematch").click()
        expect(host.get_by_text("You offered a rematch. The Allies must agree.")).to_be_visible()
        expect(friend.get_by_text("Japan offers a rematch with sides swapped.")).to_be_visible()
        assert friend.evaluate(CUT) == []
        friend.get_by_role("button", name="Accept").click()
        for page in (host, friend):
            page.wait_for_url(lambda url: first not in url)
            page.locator("#board").wait_for()
        assert match_of(host) == match_of(friend)
        assert (sides_of(host, address), sides_of(friend, address)) == (["allies"], ["japan"])
        assert wrong == ([], [])


def test_the_sides_are_drawn_by_lot(browser: Browser, address: str) -> None:
    with two(browser, phone=True, viewport=SMALL) as (host, friend):
        wrong = (no_errors(host), no_errors(friend))
        host.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
        host.goto(f"{address}/#/new?seats=friend")
        host.get_by_role("radio", name="Pacific Fury: Guadalcanal 1942", exact=True).check()
        host.get_by_label("By lot").check()
        assert host.evaluate(CUT) == []
        host.get_by_role("button", name="Make a link").click()
        link = host.get_by_label(LINK).first.input_value()
        friend.goto(link)
        expect(friend.locator(".matchup")).to_have_text(re.compile(r"You play\s*Japan\s*or\s*Allies\s*, by lot"))
        expect(friend.get_by_text("By lot, from the secret of the dice")).to_be_visible()
        accept(friend, link)
        both_give_words(host, friend)
        assert sorted(sides_of(host, address) + sides_of(friend, address)) == ["allies", "japan"]
        assert wrong == ([], [])
