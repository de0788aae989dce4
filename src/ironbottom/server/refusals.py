"""What the server refuses by itself, beside what the referee refuses."""

from __future__ import annotations

from ironbottom.engine.core.errors import IronbottomError


class NotFound(IronbottomError):
    """There is no such match, game or moment."""


class NotYours(IronbottomError):
    """What was asked for is not for this seat to see or to do."""


class Stale(IronbottomError):
    """The match has gone on since the page last saw it; ``seq`` is where the side's log stands now."""

    def __init__(self, seq: int) -> None:
        super().__init__("the match has gone on since; here is the new position", field="seq")
        self.seq = seq


class Busy(IronbottomError):
    """Too much is asked for at once; it may be asked for again soon."""


class Faulty(IronbottomError):
    """Something failed that should not; says what is safe."""
