"""Compares all network traffic of a game with what the server may show the side."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import convert
from playwright.sync_api import Page, Response, WebSocket

from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import encode_each, read_lines
from ironbottom.server.match.history_states import HistoryStates
from ironbottom.server.match.restore import replay_record
from ironbottom.server.messages.view_diff import ViewDiff, apply_diff
from ironbottom.server.storage.database import Store, StoredMatch
from ironbottom.server.storage.match_storage import StoredRecord, encode_notes, store_snapshot
from tests.browser.conftest import Api
from tests.browser.match_setup import match_of
from tests.browser.whole_games import GameSetup, begin, player
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

STRETCHES = {
    "pf": GameSetup("pf", seed=5),
    "hf": GameSetup("hf", seed=7, position="hold_fast/last_turn"),
    "vitp": GameSetup("vitp", "mouse", "allies", seed=7, position="victory_in_the_pacific/naming"),
    "aap": GameSetup("aap", seed=7),
    "witp": GameSetup("witp", "mouse", "allies", seed=7, position="war_in_the_pacific/ready_orders"),
}
"""The games that are played:

Pacific Fury in full, the others in part (one turn, one battle, the first turns, the orders).
"""
QUESTIONS = {"pf": 40, "hf": 10, "vitp": 10, "aap": 10, "witp": 10}
"""The minimum number of views that contain these."""
MAX_ANSWERS = {"vitp": 16, "aap": 30, "witp": 24}
"""The questions that are answered: those of Victory in the Pacific in which day or night is chosen repeatedly.

Those of Japan's first turn, in which the other sides have standing orders; orders of War in the Pacific and the events
after them.
"""
UNDER_COVER = {"pf": re.compile(r"\bus_[a-z_]+"), "hf": re.compile(r"\ba_[a-z_]+")}
"""Names of units that may occur only in views, events and choices, where the known names are checked."""
SIGHT = {
    "stamp",
    "mark",
    "also",
    "changes",
    "id",
    "name",
    "game",
    "side",
    "seats",
    "claimed",
    "players",
    "reissued",
    "watch_delay",
    "by_file",
    "away",
    "hints",
    "clocks",
    "rematch",
    "seq",
    "view",
    "over",
    "result",
    "decision",
    "waiting",
    "undo",
    "draw_offer",
    "undo_offer",
    "asked",
    "resigned",
    "clause_now",
    "log_from",
    "trouble",
    "dice",
    "copied",
    "log",
}
ENTRY = {
    "seq",
    "act",
    "side",
    "action",
    "auto",
    "events",
    "dice",
    "taken",
    "word",
    "result",
    "text",
    "consent",
    "dropped",
}
OTHER = {"games", "clauses", "pieces"}
"""Addresses with information that is public before a game begins."""


class Wire:
    """Everything that reaches a page: response bodies and live frames."""

    def __init__(self, page: Page) -> None:
        self.answers: list[Response] = []
        self.bodies: list[tuple[str, str]] = []
        self.frames: list[str] = []
        page.on("response", lambda answer: self.answers.append(answer))
        page.on("websocket", self._line)

    def _line(self, line: WebSocket) -> None:
        line.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def take(self) -> None:
        """Reads the bodies received since."""
        waiting, self.answers = self.answers, []
        self.bodies += [(answer.url, answer.text()) for answer in waiting if "/api/" in answer.url]

    def before_the_end(self, match: str) -> list[tuple[str, Any]]:
        """The response bodies that concern the match, with their URLs, up to the one that shows it as over."""
        found: list[tuple[str, Any]] = []
        for url, text in self.bodies:
            body = json.loads(text)
            if isinstance(body, dict) and body.get("id") == match and body.get("over") is True:
                break
            if url.rstrip("/").split("/")[-1] not in OTHER:
                found.append((url, body))
        return found


def canonical(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def within(data: Any, key: str) -> Iterator[Any]:
    """All values of a key, at any depth."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name == key:
                yield value
            yield from within(value, key)
    elif isinstance(data, list):
        for value in data:
            yield from within(value, key)


def without(data: Any, *keys: str) -> Any:
    """Data without the values of some keys."""
    if isinstance(data, dict):
        return {name: without(value, *keys) for name, value in data.items() if name not in keys}
    return [without(value, *keys) for value in data] if isinstance(data, list) else data


class Shown:
    """What the server may show a side, from a match's record: views, events, and words that would leak a secret."""

    def __init__(self, exported: bytes, side: str) -> None:
        record = read_lines(exported)
        played = replay_record(record)
        rules = played.rules
        with Store(":memory:") as store:
            store.add_match(StoredMatch("shown", "", record.header.game, {}, "", "", {}))
            lines, _ = encode_each([record.header, *record.acts])
            store.add_lines("shown", 0, lines, [None, *encode_notes(played.entries)])
            for snapshot in played.snapshots:
                store_snapshot(store, "shown", snapshot)
            moments = HistoryStates(rules, record.header, StoredRecord.reopen(store, "shown"))
            states = [moments.after(number) for number in range(1, len(record.acts) + 1)]
        self.views = {canonical(state.view(eyes)) for state in states for eyes in (side, "public")}
        log = replay(record).match.log(side)
        self.events = {canonical(event) for entry in log for event in entry.get("events", ())}
        kept = [state for state in states if state.result() is None]
        bare = [canonical({**rules.game.open_view(state), "side": side}) for state in kept]
        own = [canonical(state.view(side)) for state in kept]
        self.secret = sum(one != other for one, other in zip(bare, own, strict=True))
        """Moments with a secret: the open board shows more than the side sees."""


def filled_in(data: Any, held: dict[str, Any]) -> Any:
    """A response with its full view, even if only the changes to the page's view were sent."""
    if isinstance(data, dict) and "stamp" in data:
        if data["changes"] is not None:
            data = {**data, "view": apply_diff(held[data["changes"]["base"]], convert(data["changes"], ViewDiff))}
        held[data["stamp"]] = data["view"]
    return data


def check_view(url: str, data: Any, shown: Shown, side: str) -> int:
    """The views, log and decision of one response are those of the side; returns the number of views."""
    views = list(within(data, "view"))
    for view in views:
        assert canonical(view) in shown.views, f"{url} tells a view that {side} never had"
    for entry in (entry for log in within(data, "log") for entry in log or ()):
        assert set(entry) <= ENTRY, entry
        assert "action" not in entry or entry["side"] == side, entry
        for event in entry.get("events", ()):
            assert canonical(without(event, "text", "clause")) in shown.events, event
    if isinstance(data, dict) and "view" in data and "decision" in data:
        assert set(data) <= SIGHT, set(data) - SIGHT
        assert data["decision"] is None or data["decision"]["side"] == side
    return len(views)


def check_names(bodies: list[tuple[str, Any]], under_cover: re.Pattern[str]) -> None:
    """Odds name only units in the views so far; other responses name no units."""
    seen: set[str] = set()
    for url, body in bodies:
        rest = canonical(without(body, "view", "changes", "events", "decision", "action"))
        named = set(under_cover.findall(rest)) - (seen if "/decision_odds" in url else set())
        assert not named, f"{url} names {sorted(named)}"
        seen.update(under_cover.findall(canonical(body)))


@pytest.mark.parametrize("game", in_build(STRETCHES, "vitp"))
def test_the_server_sends_nothing_that_the_view_does_not_contain(
    address: str, api: Api, wide_page: Page, game: str
) -> None:
    wanted = STRETCHES[game]
    wire = Wire(wide_page)
    user = player(game, wide_page, wanted.seed)
    begin(user, api, address, wanted)
    answered = 0
    while not user.over(body := user.read()) and answered < MAX_ANSWERS.get(game, answered + 1):
        wire.take()
        answered += user.go_on(body)
        wide_page.wait_for_timeout(20)
    wire.take()
    match = match_of(wide_page)
    bodies = wire.before_the_end(match)
    if game in MAX_ANSWERS:
        resigned = api.client.post(f"/api/matches/{match}/resign", json={"side": wanted.side})
        resigned.raise_for_status()

    shown = Shown(api.client.get(f"/api/matches/{match}/export").content, wanted.side)
    assert shown.secret, "there was something to keep"
    held: dict[str, Any] = {}
    bodies = [(url, filled_in(body, held)) for url, body in bodies]
    assert sum(check_view(url, body, shown, wanted.side) for url, body in bodies) > QUESTIONS[game]
    if game in UNDER_COVER:
        check_names(bodies, UNDER_COVER[game])
    assert wire.frames
    for frame in wire.frames:
        assert set(json.loads(frame)) == {"seq", "mark"}, frame
        assert isinstance(json.loads(frame)["seq"], int)
