"""Playing over weeks on the page: open challenges, an address confirmed by mail, and spectators with a delay."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ironbottom.testing.waiting import wait_until
from tests.browser.actions import SENTENCE, TITLES
from tests.browser.conftest import context_of, serving
from tests.browser.match_setup import match_of
from tests.browser.simulated_player import no_errors
from tests.browser.test_invite import CUT, LAPTOP, SMALL, accept, begin_with_friend, both_give_words, two
from tests.server.message_sinks import MailSink, links_in, mail_sink

MIKA = "mika@example.com"
LATER = "You are watching with a delay of 15 minutes."


def challenge(page: Page, address: str) -> str:
    """Offers a game of Pacific Fury to anyone, as Japan, from the first page; returns the match."""
    page.goto(address)
    page.get_by_role("link", name="Offer a game to anyone").click()
    page.get_by_role("radio", name=TITLES["pf"], exact=True).check()
    page.get_by_label("Japan", exact=True).check()
    page.get_by_role("button", name="Offer the game").click()
    return match_of(page)


def listed(page: Page, address: str, match: str) -> Locator:
    """An open challenge in the list of the first page."""
    page.goto(address)
    expect(page.get_by_role("link", name="Offer a game to anyone")).to_be_visible()
    return (
        page.get_by_role("region", name="Open challenges")
        .get_by_role("listitem")
        .filter(has=page.locator(f'a[href="#/challenge/{match}"]'))
    )


@pytest.mark.build
def test_a_stranger_takes_an_open_challenge_from_the_first_page(browser: Browser, address: str) -> None:
    with two(browser, phone=True, viewport=SMALL) as (host, stranger):
        wrong = (no_errors(host), no_errors(stranger))
        match = challenge(host, address)
        offer = listed(stranger, address, match)
        expect(offer).to_contain_text("Pacific Fury")
        expect(offer).to_contain_text("You play the Allies")
        assert stranger.evaluate(CUT) == []
        offer.get_by_role("link", name="Accept the challenge in Pacific Fury").click()
        expect(stranger.get_by_role("heading", level=1)).to_have_text("An open challenge in Pacific Fury")
        assert stranger.evaluate(CUT) == []
        stranger.get_by_role("button", name="Accept").click()
        both_give_words(host, stranger)
        assert match_of(stranger) == match
        expect(stranger.locator(SENTENCE)).to_have_text("Japan chooses.")
        with context_of(browser, player="") as third:
            late = third.new_page()
            late.goto(f"{address}/#/challenge/{match}")
            expect(late.get_by_role("heading", level=1)).to_have_text("This challenge is not open")
            expect(listed(late, address, match)).to_have_count(0)
        assert wrong == ([], [])


@pytest.mark.thorough
def test_a_challenge_is_withdrawn_by_its_author(browser: Browser, address: str) -> None:
    with two(browser) as (host, stranger):
        match = challenge(host, address)
        expect(listed(stranger, address, match)).to_have_count(1)
        host.goto(address)
        mine = host.get_by_role("region", name="Open challenges").get_by_text("Your challenge, open: the Allies")
        expect(mine).to_have_count(1)
        host.get_by_role("button", name="Withdraw").click()
        host.get_by_role("button", name="Withdraw it").click()
        expect(mine).to_have_count(0)
        expect(listed(stranger, address, match)).to_have_count(0)


@pytest.mark.thorough
def test_a_spectator_sees_the_board_later(browser: Browser, address: str) -> None:
    with two(browser) as (host, friend), context_of(browser, player="", viewport=LAPTOP) as third:
        host.goto(f"{address}/#/new?seats=friend")
        host.get_by_label("Spectators see the board").select_option("15 minutes later")
        assert host.evaluate(CUT) == []
        host.get_by_role("radio", name=TITLES["pf"], exact=True).check()
        host.get_by_label("Japan", exact=True).check()
        host.get_by_role("button", name="Make a link").click()
        accept(friend, host.get_by_label("Link to the seat of the Allies").first.input_value())
        both_give_words(host, friend)
        spectator = third.new_page()
        wrong = no_errors(spectator)
        spectator.goto(f"{address}/#/m/{match_of(host)}")
        expect(spectator.locator("#decision")).to_contain_text(LATER)
        expect(spectator.get_by_role("button", name="More panels")).to_have_count(0)
        assert spectator.evaluate(CUT) == []
        assert wrong == []


@pytest.mark.build
def test_a_link_of_a_mail_that_has_expired_says_so(address: str, reset_page: Page) -> None:
    reset_page.goto(f"{address}/#/mail/expired")
    expect(reset_page.get_by_role("heading", level=1)).to_have_text("This link does not work")
    expect(reset_page.get_by_role("status")).to_have_text("It has been used or has expired.")
    expect(reset_page.locator("main").get_by_role("button")).to_have_count(0)
    assert reset_page.evaluate(CUT) == []


@contextmanager
def serving_with_mail(folder: Path) -> Iterator[tuple[str, MailSink]]:
    """A server that sends its mail to a sink on this machine."""
    with mail_sink() as sink:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        configuration = folder / "ironbottom" / "server.toml"
        configuration.parent.mkdir()
        configuration.write_text(
            f'address = "http://127.0.0.1:{port}"\n\n[mail]\nhost = "127.0.0.1"\nport = {sink.port}\n'
            'security = "none"\nfrom = "Ironbottom <games@example.org>"\n',
            encoding="utf-8",
        )
        with serving(folder, port) as address:
            yield address, sink


def next_links(sink: MailSink) -> list[str]:
    """The links in the next mail; the server sends mails every five seconds."""
    assert wait_until(lambda: bool(sink.mails))
    (mail,) = sink.take()
    assert mail["To"] == MIKA
    return links_in(mail)


@pytest.mark.thorough
def test_an_address_is_confirmed_by_a_mail_and_another_link_stops_all_mail(browser: Browser, tmp_path: Path) -> None:
    with serving_with_mail(tmp_path) as (address, sink), two(browser) as (host, friend):
        wrong = no_errors(host)
        accept(friend, begin_with_friend(host, address, "pf"))
        both_give_words(host, friend)
        host.get_by_role("button", name="Menu").click()
        host.get_by_role("button", name="Messages").click()
        host.get_by_label("Email").fill(MIKA)
        host.get_by_role("button", name="Save").first.click()
        expect(host.get_by_text("Not confirmed yet. Open the link in the email.")).to_be_visible()
        confirm, stop = next_links(sink)
        page = host.context.new_page()
        page.goto(confirm)
        expect(page.get_by_role("heading", level=1)).to_have_text("Confirm your address")
        assert page.evaluate(CUT) == []
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("The address is confirmed")
        host.reload()
        host.get_by_role("button", name="Menu").click()
        host.get_by_role("button", name="Messages").click()
        expect(host.get_by_text(re.compile("^Confirmed."))).to_be_visible()
        page.goto(stop)
        expect(page.get_by_role("heading", level=1)).to_have_text("Stop all mail")
        page.get_by_role("button", name="Stop all mail").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("No more mail")
        assert page.evaluate(CUT) == []
        page.get_by_role("button", name="Allow mail again").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Stop all mail")
        assert wrong == []
