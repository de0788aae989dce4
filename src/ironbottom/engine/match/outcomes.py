"""Answers of a match: the outcome of a submission, how far a side may take back, and a refused choice."""

from __future__ import annotations

from typing import Any, NamedTuple

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import Die
from ironbottom.engine.record.audience_logs import visible_dice
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.game_events import EventList


class Outcome(NamedTuple):
    """The outcome of a submission, in full, for the referee."""

    rules: Rules
    events: EventList
    dice: list[Die]

    def __repr__(self) -> str:
        return f"<Outcome: dice {[die.value for die in self.dice]}, events {self.events!r}>"

    def visible(self, side: str = "all") -> dict[str, Any]:
        """The outcome for a side, ``public`` or ``all``: ``{"events": […], "dice": [[value, faces, why], …]}``."""
        return {
            "events": self.rules.visible_events(self.events, side),
            "dice": visible_dice(self.rules, self.dice, side),
        }


class CanUndo(NamedTuple):
    """How many of its own last choices a side may take back freely, and why not more."""

    steps: int
    why: str


class RefusedChoice(Refused):
    """A choice that is not accepted; ``place`` is its index in the submitted list, from 0."""

    def __init__(self, message: str, clause: str | None, place: int, count: int) -> None:
        super().__init__(message, field=f"choice {place + 1} of {count}" if count > 1 else "", clause=clause)
        self.place = place
