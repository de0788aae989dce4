"""All that goes over the wire in one game is held against what the referee shows the side."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, Response, WebSocket

from ironbottom.engine.record import read_lines
from ironbottom.engine.registry import get_game
from ironbottom.engine.replay import replay
from ironbottom.server.moments import Moments
from tests.browser.conftest import Api
from tests.browser.person import Person
from tests.browser.test_whole_games import match_of

ENEMY = re.compile(r"\bus_[a-z_]+")
SIGHT = {
    "id",
    "name",
    "game",
    "side",
    "seats",
    "seq",
    "view",
    "over",
    "result",
    "decision",
    "waiting",
    "undo",
    "draw_offer",
    "clause_now",
    "log_from",
    "trouble",
    "dice",
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
"""Addresses that tell what everybody may know before a game begins."""


class Wire:
    """Everything that reaches a page: bodies of answers, and frames of the live line."""

    def __init__(self, page: Page) -> None:
        self.answers: list[Response] = []
        self.bodies: list[tuple[str, str]] = []
        self.frames: list[str] = []
        page.on("response", lambda answer: self.answers.append(answer))
        page.on("websocket", self._line)

    def _line(self, line: WebSocket) -> None:
        line.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def take(self) -> None:
        """Reads the bodies that came since."""
        waiting, self.answers = self.answers, []
        self.bodies += [(answer.url, answer.text()) for answer in waiting if "/api/" in answer.url]


class Listening(Person):
    """A person who has everything written down that reaches the page."""

    def __init__(self, page: Page, seed: int) -> None:
        super().__init__(page, seed)
        self.wire = Wire(page)

    def step(self) -> bool:
        self.wire.take()
        return super().step()


def canonical(told: Any) -> str:
    return json.dumps(told, sort_keys=True)


def within(told: Any, key: str) -> Iterator[Any]:
    """All that stands under a key, at any depth."""
    if isinstance(told, dict):
        for name, value in told.items():
            if name == key:
                yield value
            yield from within(value, key)
    elif isinstance(told, list):
        for value in told:
            yield from within(value, key)


def without(told: Any, *keys: str) -> Any:
    """The same without what stands under some keys."""
    if isinstance(told, dict):
        return {name: without(value, *keys) for name, value in told.items() if name not in keys}
    return [without(value, *keys) for value in told] if isinstance(told, list) else told


def tells_the_end(text: str, match: str) -> bool:
    """Whether an answer shows this very match as over; the list of matches may show others that are."""
    told = json.loads(text)
    return isinstance(told, dict) and told.get("id") == match and told.get("over") is True


def test_nothing_goes_over_the_wire_that_the_view_does_not_hold(address: str, api: Api, wide: Page) -> None:
    person = Listening(wide, seed=5)
    person.new_game(address, side="Japan")
    person.play()
    person.wire.take()
    match = match_of(wide)

    record = read_lines(api.client.get(f"/api/matches/{match}/export").content)
    rules = get_game(record.header.game).rules(record.header.options)
    moments = Moments(rules, record.header, record.acts, lambda number: None).made(1, len(record.acts))
    states = [rules.load(dump) for _, dump in moments]
    views = {canonical(state.view(eyes)) for state in states for eyes in ("japan", "public")}
    again = replay(record).match
    events = {canonical(event) for entry in again.log("japan") for event in entry.get("events", ())}
    over = next(place for place, (_, text) in enumerate(person.wire.bodies) if tells_the_end(text, match))

    seen = 0
    for url, text in person.wire.bodies[:over]:
        if url.rstrip("/").split("/")[-1] in OTHER:
            continue
        told = json.loads(text)
        for view in within(told, "view"):
            seen += 1
            assert canonical(view) in views, f"{url} tells a view that Japan never had"
        for entry in (entry for log in within(told, "log") for entry in log or ()):
            assert set(entry) <= ENTRY, entry
            assert "action" not in entry or entry["side"] == "japan", entry
            for event in entry.get("events", ()):
                assert canonical(without(event, "text", "clause")) in events, event
        if "view" in told and "decision" in told:
            assert set(told) <= SIGHT, set(told) - SIGHT
            decision = told["decision"]
            assert decision is None or decision["side"] == "japan"
        rest = canonical(without(told, "view", "events", "decision", "action"))
        assert not ENEMY.search(rest), f"{url} names {ENEMY.findall(rest)} beside the view"
    assert seen > 40, "a whole game is told in more sights than that"

    # The views of the referee would betray a leak: the open views of the same moments are others.
    assert not views & {canonical(rules.game.open_view(state)) for state in states[:-2]}
    for frame in person.wire.frames:
        assert set(json.loads(frame)) == {"seq"}, frame
        assert isinstance(json.loads(frame)["seq"], int)
    assert person.wire.frames
