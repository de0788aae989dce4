"""A game told from its log alone: the lead by turn, losses, battles, the largest swings, and the luck of the dice.

All of it is counted from what an audience was told, so it can be asked for while a game goes on, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import msgspec

from ironbottom.bots.registry import companion
from ironbottom.engine.rules import Rules
from ironbottom.odds.distributions import ALWAYS_ZERO, Distribution, at_least, mean, together
from ironbottom.odds.fire import Shots

Told = Mapping[str, Any]
MOST_SWINGS = 3


class Chronicler(Protocol):
    """How a game reads its own events; ``measures.py`` of its folder has it as ``Chronicle``. One is made a story."""

    def opened(self, event: Told) -> int | None:
        """The number of the turn, or round, that opens with an event."""

    def lead(self, event: Told) -> float | None:
        """By how much the first side leads after an event that tells it."""

    def lost(self, event: Told) -> Sequence[str]:
        """The units that are lost with an event; units that are counts, once for each."""

    def side_of(self, unit: str) -> str:
        """The side of a unit."""

    def title(self, name: str) -> str:
        """What a unit or a place of a battle is called."""

    def worth(self, unit: str) -> float:
        """What a unit counts for in a swing."""

    def battle(self, event: Told) -> str | None:
        """Where a battle opens with an event; an empty word where one ends."""

    def shots(self, event: Told) -> Shots | None:
        """What was fired with an event; it is shown every event in order."""


class TurnTold(msgspec.Struct):
    """A turn: by how much the first side led at its end, or by now, and the entry of the log that it began with."""

    turn: int
    lead: float
    seq: int


class LossTold(msgspec.Struct):
    """A unit that was lost."""

    unit: str
    side: str
    turn: int
    seq: int


class BattleTold(msgspec.Struct):
    """A battle: where, in which entries of the log, who lost what, and what that was worth to the first side."""

    place: str
    turn: int
    seq: int
    until: int
    lost: dict[str, list[str]]
    swing: float


class RollTold(msgspec.Struct):
    """One fire: its hits, how many were to be expected, and how likely it was to do as well or better, or as badly."""

    seq: int
    unit: str
    side: str
    hits: int
    expected: float
    share: float
    badly: float


class LuckTold(msgspec.Struct):
    """All fire of a side against expectation; ``share``: how many of such games do as well or better.

    ``deviation``: by how many hits such games differ from what is expected, as a standard deviation.
    """

    side: str
    shots: int
    hits: int
    expected: float
    deviation: float
    share: float
    best: RollTold | None
    worst: RollTold | None


class Story(msgspec.Struct):
    """A game as it went, or as far as it has gone."""

    turns: list[TurnTold]
    losses: list[LossTold]
    battles: list[BattleTold]
    swings: list[BattleTold]
    luck: list[LuckTold]
    names: dict[str, str]
    """The names of the units and places in the story."""


class _Fired(NamedTuple):
    seq: int
    shots: Shots


def chronicler(rules: Rules) -> Chronicler | None:
    """How the game reads its events, if its folder says so."""
    name = companion(rules.game, "measures")
    made = getattr(import_module(name), "Chronicle", None) if name else None
    return made(rules) if made else None


def turn_called(reader: Chronicler, turn: int) -> str:
    """What a turn is called: its number, where the reader's ``turn_title`` has no other name for it."""
    return str(getattr(reader, "turn_title", str)(turn))


def lead_called(reader: Chronicler) -> str:
    """What the lead is one in, with a word before it; empty where it is one in all that counts."""
    what = getattr(reader, "lead_in", "")
    return f" in {what} alone" if what else ""


def story(rules: Rules, log: Sequence[Told], turn: int = 1) -> Story:
    """The story of a game from the log of one audience; a game that does not read its events has an empty one.

    What was taken back did not happen. ``turn``: the one in hand, which a game set up from a position and still in its
    first turn does not tell.
    """
    reader = chronicler(rules)
    if reader is None:
        return Story([], [], [], [], [], {})
    teller = _Teller(reader, rules.sides.ids, _first_turn(reader, log, turn))
    taken = {seq for entry in log for seq in entry.get("taken", ())}
    for entry in log:
        for event in entry.get("events", ()) if entry["seq"] not in taken else ():
            teller.hear(int(entry["seq"]), event)
    return teller.tell()


class _Teller:
    """Listens to the events of a game in order."""

    def __init__(self, reader: Chronicler, sides: Sequence[str], first: int) -> None:
        self.reader, self.sides = reader, sides
        self.turns = [TurnTold(first, 0.0, 1)]
        self.losses: list[LossTold] = []
        self.battles: list[BattleTold] = []
        self.fired: list[_Fired] = []
        self.open: BattleTold | None = None

    def hear(self, seq: int, event: Told) -> None:
        """One event of an entry."""
        if (turn := self.reader.opened(event) or 0) > self.turns[-1].turn:
            self.open = None
            self.turns.append(TurnTold(turn, self.turns[-1].lead, seq))
        if (lead := self.reader.lead(event)) is not None:
            self.turns[-1].lead = lead
        if (place := self.reader.battle(event)) is not None:
            self.open_battle(place, seq)
        if shots := self.reader.shots(event):
            self.fired.append(_Fired(seq, shots))
        for unit in self.reader.lost(event):
            self.lose(unit, seq)
        if self.open:
            self.open.until = seq

    def open_battle(self, place: str, seq: int) -> None:
        """A battle opens, or with an empty word ends; one in the place of the battle that is open belongs to it."""
        if self.open and self.open.place == place:
            return
        self.open = None
        if place:
            self.open = BattleTold(place, self.turns[-1].turn, seq, seq, {side: [] for side in self.sides}, 0.0)
            self.battles.append(self.open)

    def lose(self, unit: str, seq: int) -> None:
        """A unit is lost, in the battle that is open if there is one."""
        side = self.reader.side_of(unit)
        self.losses.append(LossTold(unit, side, self.turns[-1].turn, seq))
        if self.open:
            self.open.lost[side].append(unit)
            self.open.swing += -self.reader.worth(unit) if side == self.sides[0] else self.reader.worth(unit)

    def tell(self) -> Story:
        """All that was heard."""
        ranked = sorted(self.battles, key=lambda battle: (-abs(battle.swing), battle.seq))
        swings = [battle for battle in ranked[:MOST_SWINGS] if battle.swing]
        luck = [self.luck(side) for side in self.sides]
        told_of = [loss.unit for loss in self.losses] + [battle.place for battle in self.battles]
        told_of += [roll.unit for side in luck for roll in (side.best, side.worst) if roll]
        names = {name: self.reader.title(name) for name in told_of}
        return Story(self.turns, self.losses, self.battles, swings, luck, names)

    def luck(self, side: str) -> LuckTold:
        """The fire of a side, all together and the rolls that stand out."""
        fired = [entry for entry in self.fired if entry.shots.side == side]
        rolls = [_roll(entry) for entry in fired]
        best = min(rolls, key=lambda roll: (roll.share, roll.seq), default=None)
        worst = min(fired, key=lambda entry: (_as_badly(entry.shots), entry.seq), default=None)
        hits = sum(entry.shots.hits for entry in fired)
        every = total_of(entry.shots.chances for entry in fired)
        share = min(1.0, at_least(every, hits))
        return LuckTold(
            side, len(fired), hits, mean(every), _deviation(every), share, best, _roll(worst) if worst else None
        )


def _first_turn(reader: Chronicler, log: Sequence[Told], turn: int) -> int:
    """The turn that a log begins in: what opens with its first entry, else the one before the first that opens.

    A game that is deployed before its first turn opens begins in that: its reader names such turns in ``first_turns``.
    """
    for place, entry in enumerate(log):
        for event in entry.get("events", ()):
            if opened := reader.opened(event):
                begins = opened in getattr(reader, "first_turns", ())
                return opened if begins else max(1, opened - bool(place))
    return turn


def total_of(parts: Iterable[Distribution]) -> Distribution:
    """The distribution of the hits of all fire together; equal shares are added by halves, which is quicker.

    >>> total_of([(0.5, 0.5)] * 3)
    (0.125, 0.375, 0.375, 0.125)
    """
    queue = list(parts)
    while len(queue) > 1:
        pairs = zip(queue[::2], queue[1::2], strict=False)
        queue = [_trimmed(together(first, second)) for first, second in pairs] + queue[len(queue) // 2 * 2 :]
    return queue[0] if queue else ALWAYS_ZERO


def _trimmed(chances: Distribution) -> Distribution:
    size = len(chances)
    while size > 1 and chances[size - 1] < 1e-15:
        size -= 1
    return chances[:size]


def _roll(fired: _Fired) -> RollTold:
    shots = fired.shots
    share = min(1.0, at_least(shots.chances, shots.hits))
    return RollTold(fired.seq, shots.unit, shots.side, shots.hits, mean(shots.chances), share, _as_badly(shots))


def _as_badly(shots: Shots) -> float:
    return min(1.0, math.fsum(shots.chances[: shots.hits + 1]))


def _deviation(chances: Distribution) -> float:
    expected = mean(chances)
    return math.sqrt(math.fsum(chance * (hits - expected) ** 2 for hits, chance in enumerate(chances)))
