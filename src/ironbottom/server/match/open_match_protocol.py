"""The interface of an open match for its parts: its seats, its store, and the method that makes a change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from ironbottom.engine.match.match import Match
from ironbottom.server.match.seats import Seats
from ironbottom.server.match.subscribers import Subscribers
from ironbottom.server.messages.responses import Away
from ironbottom.server.storage.database import Store

T = TypeVar("T")


class OpenMatchProtocol(Protocol):
    """The open match to which a part belongs."""

    id: str
    seats: Seats
    match: Match
    store: Store
    broken: bool
    closed: bool
    by_file: bool
    away: Away
    subscribers: Subscribers

    def require_here(self) -> None:
        """Raises ``Refused`` while the match is elsewhere."""

    def change(self, act: Callable[[], T], /) -> T:
        """Runs an act and stores its result, all or nothing."""

    def submit(self, side: str, choices: list[list[str]], seq: int | None = None) -> None:
        """Submits choices."""
