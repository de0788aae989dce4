"""A game with a friend on another device: from *New game* to the link, the first choices and the end of a battle.

Each player has a separate browser, without cookies at first; the server refuses to give one the seats of the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import SENTENCE, TITLES, done
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import match_of, open_match, position_of, quiet
from tests.browser.simulated_player import SimulatedPlayer, no_errors
from tests.browser.test_access import findings
from tests.browser.whole_games import player
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

LINK = "Link to the seat of the Allies"
SMALL = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 720}
CUT = """() => {
  const cut = (e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === 'hidden'
  return [...document.querySelectorAll('main *, dialog[open] *')]
    .filter((e) => e.getClientRects().length && !e.matches('.visually-hidden, input, svg *, .chart, .chart *'))
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 || cut(e))
    .map((e) => e.outerHTML.slice(0, 120))
}"""
"""The elements that extend beyond the sides of the window, or beyond their own box."""


@contextmanager
def two(browser: Browser, **friends: Any) -> Iterator[tuple[Page, Page]]:
    """The pages of two players, on two machines from the server's view."""
    with (
        context_of(browser, player="", pace="skip") as mine,
        context_of(browser, player="", pace="skip", **friends) as theirs,
    ):
        yield mine.new_page(), theirs.new_page()


def begin_with_friend(page: Page, address: str, game: str, position: str = "") -> str:
    """Begins a game as Japan against a friend; returns the link for the friend."""
    page.goto(f"{address}/#/new?seats=friend")
    page.get_by_role("radio", name=TITLES[game], exact=True).check()
    expect(page.get_by_label("You and a friend, by link")).to_be_checked()
    page.get_by_label("Japan", exact=True).check()
    if position:
        page.get_by_text("Start from a position").click()
        page.get_by_label("Position").fill(position)
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_label(LINK).first.input_value()


def accept(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("button", name="Accept").click()
    page.locator("#words-first, #board").first.wait_for()


def both_give_words(host: Page, friend: Page) -> None:
    """Each browser gives random words for its side, first the one that runs the server."""
    for page in (host, friend):
        page.locator("#board").wait_for()


def claimed(page: Page, address: str) -> list[str]:
    """The claimed sides of the match on the page."""
    answer = page.request.get(f"{address}/api/matches/{match_of(page)}/seats").json()
    return [seat["side"] for seat in answer["seats"] if seat["claimed"]]


def mentions_of_other_side(page: Page, side: str) -> list[str]:
    """Collects the requests of a page for a side."""
    asked: list[str] = []

    def note(url: str) -> None:
        if f"side={side}" in url:
            asked.append(url)

    page.on("request", lambda request: note(request.url))
    page.on("websocket", lambda line: note(line.url))
    return asked


def happened(page: Page, address: str, match: str, kind: str) -> list[dict[str, Any]]:
    """The public events of one kind, as a browser receives them."""
    log = page.request.get(f"{address}/api/matches/{match}/log?side=public").json()
    return [event for entry in log for event in entry.get("events", ()) if event["event"] == kind]


def play_until(pages: tuple[Page, ...], game: str, ended: Callable[[], bool], most: int = 400) -> list[int]:
    """Each player answers until an event has happened; returns the number of questions that each answered."""
    persons = [
        player(game, page, seed, "finger" if page.viewport_size == SMALL else "mouse")
        for seed, page in enumerate(pages, 2)
    ]
    answered = [0] * len(pages)
    for _ in range(most):
        if ended():
            return answered
        for number, user in enumerate(persons):
            result = user.read()
            assert not result["curtain"], "each has a screen of its own"
            answered[number] += bool(result["offered"]) and user.go_on(result)
            quiet(user.page)
    raise AssertionError(
        f"it does not end; {answered} questions were answered, the last are {[p.read() for p in persons]}"
    )


def test_a_friend_joins_by_the_link_and_both_make_their_first_choices(browser: Browser, address: str) -> None:
    """*Pacific Fury*: each player forms task forces in secret; no page shows or requests what the other sees."""
    with two(browser, phone=True, viewport=SMALL) as (host, friend):
        wrong = (no_errors(host), no_errors(friend))
        hidden = (mentions_of_other_side(host, "allies"), mentions_of_other_side(friend, "japan"))
        link = begin_with_friend(host, address, "pf")
        expect(host.get_by_text("Nobody has opened it yet.")).to_be_visible()
        assert claimed(host, address) == ["japan"]

        friend.goto(link)
        expect(friend.get_by_role("heading")).to_have_text("You are invited to Pacific Fury")
        expect(friend.locator(".matchup")).to_have_text(re.compile(r"You play\s*Allies\s*against\s*Japan"))
        expect(host.get_by_text(re.compile("^Opened on .*, not accepted yet"))).to_be_visible()
        assert claimed(host, address) == ["japan"], "opening the link takes nothing"
        friend.get_by_role("button", name="Accept").click()
        expect(host.get_by_role("heading", name="Waiting for the Allies")).to_have_count(0)
        assert claimed(host, address) == ["japan", "allies"]
        both_give_words(host, friend)

        expect(host.locator("header")).to_contain_text(re.compile(r"You\s*Japan"))
        expect(friend.locator(SENTENCE)).to_have_text("Japan chooses.")
        expect(friend.get_by_role("dialog")).to_have_count(0)
        for page, other, seed in ((host, friend, 3), (friend, host, 4)):
            expect(page.locator("section.form-forces")).to_be_visible()
            expect(other.locator("section.form-forces")).to_have_count(0)
            SimulatedPlayer(page, seed, touch=page is friend).form()
            done(page)
        expect(host.locator("section.form-forces")).to_have_count(0)
        asked = [page for page in (host, friend) if "Choose an operation" in page.locator(SENTENCE).inner_text()]
        assert len(asked) == 1, "the side with the initiative chooses the first operation, the other waits"
        assert hidden == ([], [])
        assert wrong == ([], [])


def test_a_turn_is_played_by_two_browsers(browser: Browser, address: str) -> None:
    """*Pacific Fury*: from the link to the second turn, with no request as the other side."""
    with two(browser) as (host, friend):
        wrong = (no_errors(host), no_errors(friend))
        hidden = (mentions_of_other_side(host, "allies"), mentions_of_other_side(friend, "japan"))
        accept(friend, begin_with_friend(host, address, "pf"))
        both_give_words(host, friend)
        match = match_of(host)

        def second_turn() -> bool:
            turns = happened(host, address, match, "turn_opened")
            return [one["turn"] for one in turns] == [1, 2]

        answered = play_until((host, friend), "pf", second_turn)
        assert min(answered) >= 3, "both chose"
        assert hidden == ([], [])
        assert wrong == ([], [])


@pytest.mark.thorough
def test_a_battle_is_fought_to_its_end_by_two_browsers(browser: Browser, address: str) -> None:
    """*Hold Fast*: from the link to the result of a battle, from a position in which both must choose."""
    with two(browser) as (host, friend):
        wrong = (no_errors(host), no_errors(friend))
        link = begin_with_friend(host, address, "hf", position_of("hold_fast/naming")[1])
        accept(friend, link)
        both_give_words(host, friend)
        match = match_of(host)
        answered = play_until((host, friend), "hf", lambda: bool(happened(host, address, match, "combat_ended")))
        ended = happened(host, address, match, "combat_ended")
        assert [one["area"] for one in ended] == ["south_china_sea"]
        assert min(answered) >= 1, "both chose"
        assert happened(friend, address, match, "fired") == happened(host, address, match, "fired") != []
        for page in (host, friend):
            expect(page.locator("#log")).to_contain_text("South China Sea")
        assert wrong == ([], [])


def test_a_third_browser_watches_and_a_link_works_once(browser: Browser, address: str) -> None:
    with two(browser) as (host, friend), context_of(browser, player="") as third:
        spectator = third.new_page()
        wrong = no_errors(spectator)
        hidden = [*[mentions_of_other_side(spectator, side) for side in ("japan", "allies")]]
        link = begin_with_friend(host, address, "hf")
        accept(friend, link)
        both_give_words(host, friend)
        match = match_of(host)

        spectator.goto(link)
        expect(spectator.get_by_role("heading")).to_have_text("This link does not work")
        spectator.get_by_role("link", name="Watch the game").click()
        expect(spectator.locator(SENTENCE)).to_have_text("Japan chooses.")
        expect(spectator.locator("header")).to_contain_text(re.compile(r"Player\W+\s*here"))
        expect(spectator.locator("#decision").get_by_role("button", name=re.compile("^Done"))).to_have_count(0)
        spectator.get_by_role("button", name="Menu").click()
        expect(spectator.get_by_role("button", name="Seats", exact=True)).to_be_visible()
        for name in ("Resign", "Offer a draw", "Invite a friend", "Copy the position as text"):
            expect(spectator.get_by_role("button", name=name)).to_have_count(0)
        spectator.goto(f"{address}/#/")
        row = spectator.get_by_role("listitem").filter(has=spectator.locator(f'a[href="#/m/{match}"]'))
        expect(row.get_by_role("link", name=re.compile("^Watch"))).to_be_visible()
        expect(row).to_contain_text("Japan: another player")
        expect(row.get_by_role("button")).to_have_count(0)
        assert hidden == [[], []]
        assert wrong == []


def test_a_friend_takes_over_a_side_of_a_shared_screen(
    browser: Browser, api: Api, address: str, wide_page: Page
) -> None:
    """Two people on one screen use the curtain until a friend takes over one side."""
    wrong = no_errors(wide_page)
    match = api.begin(game="pf")["id"]
    open_match(wide_page, address, match)
    expect(wide_page.get_by_role("dialog")).to_contain_text("A secret choice for Japan.")
    wide_page.get_by_role("button", name="Lift the curtain for Japan").click()
    wide_page.get_by_role("button", name="Menu").click()
    wide_page.get_by_role("button", name="Invite a friend").click()
    allies = wide_page.get_by_role("listitem").filter(has_text="Allies")
    allies.get_by_role("button", name="Make a link").click()
    link = wide_page.get_by_label(LINK).first.input_value()
    with context_of(browser, player="", pace="skip") as theirs:
        friend = theirs.new_page()
        friend.goto(link)
        friend.get_by_role("button", name="Accept").click()
        expect(friend.locator(SENTENCE)).to_have_text("Japan chooses.")
        expect(wide_page.get_by_text("Every seat is taken.")).to_be_visible()
        wide_page.get_by_role("button", name="Close", exact=True).click()
        expect(wide_page.locator("header")).to_contain_text(re.compile(r"You\s*Japan"))
        expect(wide_page.locator("section.form-forces")).to_be_visible()
        done(wide_page)
        expect(friend.locator("section.form-forces")).to_be_visible()
        expect(wide_page.locator(SENTENCE)).to_have_text("The Allies choose.")
        expect(wide_page.get_by_role("dialog")).to_have_count(0)
        # The page may make one more request for its former side before it knows that the side was taken over.
        assert [one for one in wrong if "403 (Forbidden)" not in one] == []


@pytest.mark.thorough
def test_a_seat_is_given_a_new_link_and_all_see_it(browser: Browser, address: str) -> None:
    """The friend loses the seat and its view; another browser continues with the new link."""
    with two(browser) as (host, friend), context_of(browser, player="", pace="skip") as third:
        link = begin_with_friend(host, address, "hf")
        accept(friend, link)
        both_give_words(host, friend)
        expect(friend.locator("header")).to_contain_text(re.compile(r"You\s*Allies"))
        host.get_by_role("button", name="Menu").click()
        host.get_by_role("button", name="Seats", exact=True).click()
        host.get_by_role("button", name="Give a new link").click()
        host.get_by_role("button", name="Take the seat").click()
        again = host.get_by_label(LINK).first.input_value()
        assert again != link
        expect(friend.locator("header")).to_contain_text(re.compile(r"Player.*Allies"))
        expect(friend.get_by_text(re.compile("^The seat of the Allies was given a new link on"))).to_be_visible()
        other = third.new_page()
        other.goto(again)
        other.get_by_role("button", name="Accept").click()
        expect(other.locator("header")).to_contain_text(re.compile(r"You\s*Allies"))
        expect(host.get_by_role("button", name="Give a new link")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", in_build(["light", "dark"], "light"))
def test_the_screens_of_an_invitation_are_complete_and_accessible(browser: Browser, address: str, scheme: str) -> None:
    """Dice words with the invitation, the join page and the seats, on a laptop and on a phone."""
    with two(browser) as (host, friend):
        screens: list[str] = []

        def look(page: Page, name: str) -> None:
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            for size in (SMALL, LAPTOP):
                page.set_viewport_size({"width": size["width"], "height": size["height"]})
                quiet(page)
                assert page.evaluate(CUT) == [], f"{name} at {size}"
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} at {size}"
                assert findings(page) == [], f"{name} at {size}"
            screens.append(name)

        link = begin_with_friend(host, address, "pf")
        look(host, "words")
        host.get_by_role("button", name="Make a new link").click()
        look(host, "a link to be replaced")
        host.get_by_role("button", name="Keep this link").click()
        friend.goto(link)
        friend.get_by_role("button", name="Accept").wait_for()
        look(friend, "invitation")
        accept(friend, link)
        both_give_words(host, friend)
        friend.goto(link)
        expect(friend.get_by_role("heading")).to_have_text("You play the Allies")
        look(friend, "an invitation that was accepted")
        host.get_by_role("button", name="Menu").click()
        host.get_by_role("button", name="Seats", exact=True).click()
        host.get_by_role("button", name="Use another device").click()
        host.get_by_role("button", name="Give a new link").click()
        look(host, "seats")
        assert len(screens) == 5
