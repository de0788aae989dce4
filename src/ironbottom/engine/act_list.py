"""The acts of a match in order, kept as they are made, and what each audience was told of them."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.audience_logs import Log
from ironbottom.engine.dice import Die
from ironbottom.engine.events import Event
from ironbottom.engine.history import Entry
from ironbottom.engine.record import AnyAct, Choice, Fall, Header, Reveal
from ironbottom.engine.record_files import Keeper
from ironbottom.engine.rules import Rules

Fullness = tuple[Sequence[Event], Sequence[Die]]
"""The events and dice of an act with their audiences, which the record does not hold."""

NOTHING: Fullness = ((), ())


class Ledger:
    """All acts of a match; every act has its number here, from 1, and numbers never go back."""

    def __init__(self, rules: Rules, header: Header, keeper: Keeper) -> None:
        self.rules, self.header, self.keeper = rules, header, keeper
        self.acts: list[AnyAct] = []
        self._full: list[Fullness] = []
        self._logs: dict[str, Log] = {}

    @property
    def next(self) -> int:
        """The number of the next act."""
        return len(self.acts) + 1

    def append(self, acts: Sequence[AnyAct], full: Sequence[Fullness] = ()) -> None:
        """Keeps the lines of one act; ``full`` belongs to the first of them."""
        for act in acts[:-1]:
            act.more = True
        self.keeper.append(acts)
        self.acts += acts
        self._full += [*full, *[NOTHING] * (len(acts) - len(full))]
        if isinstance(acts[-1], Reveal):
            self.keeper.revealed()

    def take(self, acts: Sequence[AnyAct], sound: int) -> None:
        """Takes in acts that are kept already, of which so many were made here; what was told of the rest is lost."""
        self.acts = list(acts)
        self._full = [*self._full[:sound], *[NOTHING] * (len(acts) - sound)]
        self._logs.clear()

    def choice(self, entry: Entry, number: int) -> Choice:
        """The line of a choice."""
        told = self.rules.told(entry.events, "all")
        handed = entry.handed and bool(entry.dice)
        action = list(entry.action)
        return Choice(number, entry.side, action, falls(entry.dice), told, auto=entry.auto, handed=handed)

    def log(self, side: str) -> Log:
        """What an audience (a side, ``public`` or ``all``) was told so far."""
        log = self._logs.setdefault(side, Log(self.rules, side))
        for act, (events, dice) in zip(self.acts[log.acts :], self._full[log.acts :], strict=True):
            log.add(act, events, dice)
        return log


def falls(dice: Sequence[Die]) -> list[Fall]:
    """Dice as they stand in a record."""
    return [(die.value, die.faces, die.why) for die in dice]
