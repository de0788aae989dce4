"""Caches the views of a match: each is built once after an act for all clients with the same viewer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from hashlib import sha256

import msgspec

from ironbottom.server.messages.dicts import LogEntryResponse
from ironbottom.server.messages.responses import MatchViewResponse
from ironbottom.server.messages.view_diff import ViewDiff, diff_views

MAX_EARLIER_VIEWS = 8
"""The number of earlier views stored for a viewer, so that clients that have one of them get only the changes."""


class CachedView:
    """The current view of one viewer."""

    def __init__(self) -> None:
        self.version: Hashable = None
        """The version of the match when the view was built."""
        self.revision = 0
        """The number of different views so far."""
        self.response: MatchViewResponse
        self._body = b""
        self._views: dict[str, bytes] = {}
        self._diffs: dict[str, ViewDiff | None] = {}
        self._messages: dict[tuple[str, int], str] = {}

    def update(self, response: MatchViewResponse) -> None:
        """Stores a newly built view."""
        body = msgspec.json.encode(response)
        if body == self._body:
            return
        view = msgspec.json.encode(response.view)
        response.stamp, response.mark = _digest(view), _digest(body)
        self._body, self.response = body, response
        self.revision += 1
        self._views.pop(response.stamp, None)
        self._views[response.stamp] = view
        if len(self._views) > MAX_EARLIER_VIEWS:
            del self._views[next(iter(self._views))]
        self._diffs.clear()
        self._messages.clear()

    def diff_from(self, held: str) -> ViewDiff | None:
        """Returns the changes since the view with this stamp; None if sending the whole view is better."""
        before = self._views.get(held)
        if before is None:
            return None
        if held not in self._diffs:
            self._diffs[held] = self._diff(held, before)
        return self._diffs[held]

    def _diff(self, held: str, before: bytes) -> ViewDiff | None:
        now = self._views[self.response.stamp]
        diff = diff_views(held, msgspec.json.decode(before), msgspec.json.decode(now))
        return diff if len(msgspec.json.encode(diff)) < len(now) else None

    def response_for(self, held: str | None, log: list[LogEntryResponse] | None) -> MatchViewResponse:
        """Returns the response, with log entries, for a client that holds a given view (``None`` if it holds none)."""
        diff = None if held is None else self.diff_from(held)
        if diff is None:
            return msgspec.structs.replace(self.response, log=log)
        return msgspec.structs.replace(self.response, view=None, changes=diff, log=log)

    def live_message(self, held: str, since: int, log: Callable[[], list[LogEntryResponse]]) -> str:
        """Returns this response as a live message, encoded once for all clients that have the same view."""
        if (held, since) not in self._messages:
            message = {"seq": self.response.seq, "sight": self.response_for(held, log())}
            self._messages[held, since] = msgspec.json.encode(message).decode()
        return self._messages[held, since]


class ViewCache:
    """The views of one match by viewer."""

    def __init__(self, build: Callable[[str], MatchViewResponse]) -> None:
        self._build = build
        self._views: dict[str, CachedView] = {}

    def get(self, viewer: str, version: Hashable) -> CachedView:
        """Returns the view of a viewer, built again if ``version`` has changed."""
        cached = self._views.setdefault(viewer, CachedView())
        if cached.version != version:
            cached.update(self._build(viewer))
            cached.version = version
        return cached


def _digest(message: bytes) -> str:
    return sha256(message).hexdigest()[:12]
