"""Two people play whole matches of the five games on one server, the host at a desk and the friend on a phone.

Each browser holds its own seats by a link. Both press the offered buttons, counters and rows of the list of choices,
the friend by touch; a seeded random generator chooses among them. In the middle, the friend's browser goes offline
while the host continues, and comes back without a reload. *War in the Pacific* is played in slices, from positions of
its steps. The build plays a part of the first turn of *Pacific Fury*; ``make thorough`` plays the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect
from playwright.sync_api import Error as BrowserError

from tests.browser.actions import SENTENCE
from tests.browser.conftest import context_of
from tests.browser.match_setup import match_of, open_match, position_of, quiet, sides_of
from tests.browser.simulated_player import SimulatedPlayer, no_errors
from tests.browser.test_invite import LAPTOP, SMALL
from tests.browser.whole_games import ENDS, player
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

WAITS = re.compile(r"chooses?\.$")
"""The prompt of a player who has nothing to choose."""
BANNERS = "[role=alert]:visible"
IN_VAIN = 400
"""The number of consecutive looks at both pages without an answer before the match counts as stuck."""
AWAY_ANSWERS = 6
"""The number of the host's answers while the friend is offline; fewer if the host has to wait before that."""


@dataclass(frozen=True)
class MatchSetup:
    """A match: the game, from its beginning or a position, to the end or for a number of answers."""

    game: str
    seed: int = 1
    position: str = ""
    answers: int = 0
    offline_after: int = 20


@dataclass
class Player:
    """One of the two players: the page, the user who presses its buttons, the seats, and what reached the page."""

    page: Page
    user: SimulatedPlayer
    sides: tuple[str, ...]
    answered: int = 0
    wrong: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """The addresses that the page requested."""
    received: list[Response] = field(default_factory=list)
    """The responses with a view that the page received."""

    def view(self, side: str) -> dict[str, Any]:
        """The server's view of a match for this browser."""
        origin = re.match(r"https?://[^/]+", self.page.url)
        assert origin
        answer = self.page.request.get(f"{origin[0]}/api/matches/{match_of(self.page)}?side={side}")
        assert answer.ok, answer.text()
        data: dict[str, Any] = answer.json()
        return data

    def must_choose(self) -> bool:
        """Whether the server asks one of this player's sides."""
        return any(self.view(side)["decision"] for side in self.sides)

    def ended(self) -> bool:
        """Whether the page shows the end of the match."""
        return any(label.startswith("How it went") for label in self.user.read()["offered"])

    def note(self, response: Response) -> None:
        """Keeps a response with a view."""
        if response.ok and re.search(r"/api/matches/\w+(/act|\?side=.*)$", response.url):
            self.received.append(response)

    def held(self) -> dict[str, tuple[int, str]]:
        """The latest entry of the log and the stamp of the view that the page received, for each of its sides."""
        found = {}
        for response in self.received:
            try:
                body = response.json()
            except BrowserError:  # the page has been left since
                continue
            for one in (body, *(body.get("also") or ())):
                found[one["side"]] = one["seq"], one["stamp"]
        return found


def listen(page: Page, user: SimulatedPlayer, sides: tuple[str, ...]) -> Player:
    """A player whose requests and errors are collected."""
    made = Player(page, user, sides, wrong=no_errors(page))
    page.on("request", lambda request: made.asked.append(request.url))
    page.on("websocket", lambda line: made.asked.append(line.url))
    page.on("response", made.note)
    return made


@contextmanager
def two_players(browser: Browser, address: str, wanted: MatchSetup) -> Iterator[tuple[Player, Player]]:
    """The host, who plays Japan at a desk, and a friend with the other seats on a phone."""
    desk = context_of(browser, player="", pace="skip", viewport=LAPTOP)
    phone = context_of(browser, player="", pace="skip", phone=True, viewport=SMALL)
    with desk as at_desk, phone as at_phone:
        host, friend = at_desk.new_page(), at_phone.new_page()
        first, *others = sides_of(wanted.game)
        players = (
            listen(host, player(wanted.game, host, wanted.seed), (first,)),
            listen(friend, player(wanted.game, friend, wanted.seed + 1, "finger"), tuple(others)),
        )
        body: dict[str, Any] = {"game": wanted.game, "host": "nobody", "wait": 0}
        if wanted.position:
            body["position"] = position_of(wanted.position)[1]
        begun = host.request.post(f"{address}/api/matches", data=body)
        assert begun.ok, begun.text()
        match = begun.json()["id"]
        for side in begun.json().get("order", ()):
            given = {"side": side, "words": f"words of {side}", "wait": 0}
            assert host.request.post(f"{address}/api/matches/{match}/words", data=given).ok
        for side in others:
            made = host.request.post(f"{address}/api/matches/{match}/invitations", data={"side": side})
            assert made.ok, made.text()
            friend.goto("about:blank")
            friend.goto(address + made.json()["path"])
            friend.get_by_role("button", name="Accept").click()
            friend.locator("#board").wait_for()
        open_match(host, address, match)
        open_match(friend, address, match)
        yield players


def answer(one: Player) -> bool:
    """Answers the question of a page, if it has one."""
    result = one.user.read()
    assert not result["curtain"], "each player has a screen of their own"
    if not result["offered"] or one.ended():
        return False
    done = one.user.go_on(result)
    one.answered += done
    return done


def check_waiting(one: Player) -> None:
    """A page without a question says who chooses, and no banner stays."""
    if one.view("public")["over"] or one.must_choose():
        return
    expect(one.page.locator(SENTENCE)).to_have_text(WAITS)
    expect(one.page.locator(BANNERS)).to_have_count(0)


def check_same(host: Player, friend: Player) -> None:
    """Both pages have the current view of each of their sides, and the same public view."""
    for one in (host, friend):
        quiet(one.page)
        current = {side: (view["seq"], view["stamp"]) for side in one.sides for view in [one.view(side)]}
        held = one.held()
        assert {side: held.get(side) for side in one.sides} == current
    assert host.view("public")["view"] == friend.view("public")["view"]


def check_secrets(host: Player, friend: Player) -> None:
    """No page asked for a view of the other's sides, and none shows a line of the log that only the other sees."""
    for own, other in ((host, friend), (friend, host)):
        for side in other.sides:
            assert [url for url in own.asked if f"side={side}" in url] == []
        seen = {text for side in own.sides for text in texts(log(own, side))}
        hidden = {text for side in other.sides for text in texts(log(other, side))} - seen
        shown = own.page.locator("body").inner_text()
        assert [text for text in hidden if not any(text in one for one in seen) and text in shown] == []


def log(one: Player, side: str) -> list[dict[str, Any]]:
    """The log of a side, as the server gives it to this browser."""
    origin = one.page.url.split("/#")[0].rstrip("/")
    answered = one.page.request.get(f"{origin}/api/matches/{match_of(one.page)}/log?side={side}")
    assert answered.ok, answered.text()
    entries: list[dict[str, Any]] = answered.json()
    return entries


def texts(entries: list[dict[str, Any]]) -> set[str]:
    """The texts of some entries of a log and of their events."""
    found = {one.get("text") for entry in entries for one in (entry, *(entry.get("events") or ()))}
    return {text for text in found if text}


def lose_the_connection(host: Player, friend: Player) -> int:
    """The friend is offline while the host continues, and comes back; returns how often the host answered meanwhile.

    The page must catch up without a reload, and the notice of the lost connection must go.
    """
    friend.page.evaluate("window.neverReloaded = true")
    friend.page.context.set_offline(True)
    continued = 0
    for _ in range(IN_VAIN):
        if continued == AWAY_ANSWERS or host.ended() or not host.must_choose():
            break
        continued += answer(host)
        quiet(host.page)
    friend.page.context.set_offline(False)
    expect(friend.page.get_by_text("Not connected.")).to_have_count(0)
    check_waiting(friend)
    check_same(host, friend)
    assert friend.page.evaluate("window.neverReloaded"), "the page was not loaded again"
    friend.wrong[:] = [one for one in friend.wrong if "ERR_INTERNET_DISCONNECTED" not in one]
    return continued


def play(browser: Browser, address: str, wanted: MatchSetup) -> tuple[Player, Player]:
    """Plays the match in two browsers, and checks both pages whenever a player begins to wait."""
    with two_players(browser, address, wanted) as (host, friend):
        idle, away, waited = 0, 0, [False, False]
        while not (host.ended() and friend.ended()):
            total = host.answered + friend.answered
            if wanted.answers and total >= wanted.answers:
                break
            if not away and total >= wanted.offline_after and host.must_choose():
                away = lose_the_connection(host, friend)
            moved = False
            for number, one in enumerate((host, friend)):
                acted = answer(one)
                quiet(one.page)
                if waited[number] != acted and not acted:
                    check_waiting(one)
                waited[number] = acted
                moved |= acted
            idle = 0 if moved else idle + 1
            assert idle < IN_VAIN, f"nothing to press: {[one.user.read() for one in (host, friend)]}"
        check_same(host, friend)
        check_secrets(host, friend)
        if not wanted.answers:
            result = host.view("public")["result"]
            for one in (host, friend):
                expect(one.page.locator(SENTENCE)).to_have_text(ENDS[tuple(result["winners"])])
        for one in (host, friend):
            expect(one.page.locator(BANNERS)).to_have_count(0)
            assert one.wrong == []
            assert one.answered, "both chose"
        assert away, "the host continued while the friend was offline"
        return host, friend


SLICES = {
    "pf first turn": MatchSetup("pf", seed=3, answers=14, offline_after=2),
}
WHOLE = {
    "pf": MatchSetup("pf", seed=1),
    "hf": MatchSetup("hf", seed=1),
    "vitp": MatchSetup("vitp", seed=1),
    "aap": MatchSetup("aap", seed=1),
    "witp deployment": MatchSetup("witp", seed=1, answers=60, offline_after=1),
    "witp orders": MatchSetup("witp", seed=2, position="war_in_the_pacific/ready_orders", answers=120),
    "witp battle": MatchSetup("witp", seed=3, position="war_in_the_pacific/gunlaying", answers=80, offline_after=4),
}


@pytest.mark.parametrize("name", [*SLICES, *in_build(WHOLE)])
def test_two_browsers_play_a_match(browser: Browser, address: str, name: str) -> None:
    play(browser, address, (SLICES | WHOLE)[name])
