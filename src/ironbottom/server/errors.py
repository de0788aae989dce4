"""What the server refuses by itself, beside what the referee refuses."""

from __future__ import annotations

from ironbottom.engine.core.errors import IronbottomError
from ironbottom.server.messages.responses import WordsAsked


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


class WordsFirst(IronbottomError):
    """The match has not begun: somebody is asked for words."""

    def __init__(self, words: WordsAsked) -> None:
        super().__init__("before the first die everybody who plays gives some words for the dice", field="words")
        self.words = words
