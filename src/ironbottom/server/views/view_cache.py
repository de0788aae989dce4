"""The sights of a match: each is built once after an act, however many look at it with the same eyes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from hashlib import sha256

import msgspec

from ironbottom.server.messages.view_diff import Changes, changes
from ironbottom.server.messages.responses import SightTold
from ironbottom.server.messages.dicts import LogEntryResponse

MOST_VIEWS = 8
"""The number of earlier views of the same eyes that a client may hold to get only the changes."""


class Shown:
    """What one pair of eyes is shown now."""

    def __init__(self) -> None:
        self.asked: Hashable = None
        """What the match was like when the sight was built."""
        self.number = 0
        """Counts the sights that differ."""
        self.sight: SightTold
        self._body = b""
        self._views: dict[str, bytes] = {}
        self._changes: dict[str, Changes | None] = {}
        self._words: dict[tuple[str, int], str] = {}

    def take(self, sight: SightTold) -> None:
        """Takes in a sight that was built again."""
        body = msgspec.json.encode(sight)
        if body == self._body:
            return
        view = msgspec.json.encode(sight.view)
        sight.stamp, sight.mark = _digest(view), _digest(body)
        self._body, self.sight = body, sight
        self.number += 1
        self._views.pop(sight.stamp, None)
        self._views[sight.stamp] = view
        if len(self._views) > MOST_VIEWS:
            del self._views[next(iter(self._views))]
        self._changes.clear()
        self._words.clear()

    def changes_from(self, held: str) -> Changes | None:
        """What has changed since the view that is known by this stamp; None where the view itself is better told."""
        before = self._views.get(held)
        if before is None:
            return None
        if held not in self._changes:
            self._changes[held] = self._found(held, before)
        return self._changes[held]

    def _found(self, held: str, before: bytes) -> Changes | None:
        now = self._views[self.sight.stamp]
        found = changes(held, msgspec.json.decode(before), msgspec.json.decode(now))
        return found if len(msgspec.json.encode(found)) < len(now) else None

    def told(self, held: str | None, log: list[LogEntryResponse] | None) -> SightTold:
        """The sight for a client that holds a view (None: nothing), with entries of the log."""
        found = None if held is None else self.changes_from(held)
        if found is None:
            return msgspec.structs.replace(self.sight, log=log)
        return msgspec.structs.replace(self.sight, view=None, changes=found, log=log)

    def words(self, held: str, since: int, log: Callable[[], list[LogEntryResponse]]) -> str:
        """The same as it goes over a live line, written once for all who hold the same."""
        if (held, since) not in self._words:
            told = {"seq": self.sight.seq, "sight": self.told(held, log())}
            self._words[held, since] = msgspec.json.encode(told).decode()
        return self._words[held, since]


class Sights:
    """The sights of one match by the eyes that look."""

    def __init__(self, build: Callable[[str], SightTold]) -> None:
        self._build = build
        self._shown: dict[str, Shown] = {}

    def of(self, eyes: str, asked: Hashable) -> Shown:
        """What these eyes are shown while the match is as ``asked`` tells."""
        shown = self._shown.setdefault(eyes, Shown())
        if shown.asked != asked:
            shown.take(self._build(eyes))
            shown.asked = asked
        return shown


def _digest(told: bytes) -> str:
    return sha256(told).hexdigest()[:12]
