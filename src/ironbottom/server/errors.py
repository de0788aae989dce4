"""Errors that the server raises in addition to those of the engine."""

from __future__ import annotations

from ironbottom.engine.core.errors import IronbottomError
from ironbottom.server.messages.responses import DiceSeedingResponse


class NotFound(IronbottomError):
    """The match, game or earlier view does not exist."""


class Forbidden(IronbottomError):
    """The client's seats do not allow this request."""


class Stale(IronbottomError):
    """The match has changed since the client last saw it; ``seq`` is the number of the last entry in the side's log."""

    def __init__(self, seq: int) -> None:
        super().__init__("the match has continued; here is the new position", field="seq")
        self.seq = seq


class Busy(IronbottomError):
    """The server is at a limit; the client may try again soon."""


class InternalError(IronbottomError):
    """An unexpected failure; the message says which data are safe."""


class DiceNotSeeded(IronbottomError):
    """The match has not begun: players still have to enter words for the dice."""

    def __init__(self, seeding: DiceSeedingResponse) -> None:
        super().__init__("every player must add words for the dice before the first die is rolled", field="words")
        self.seeding = seeding
