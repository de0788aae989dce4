"""A game told from its log: the lead by turn, losses, battles, turning points, and the luck of the dice.

Every figure is counted from what an audience was told, so the story of a game that still goes on is told the same way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from ironbottom.engine.rules.features import Chronicler
from ironbottom.engine.rules.game import Rules
from ironbottom.odds.distributions import ALWAYS_ZERO, Distribution, at_least, mean, together
from ironbottom.odds.fire import Shots

Told = Mapping[str, Any]
Kind = Literal["battle", "losses", "score"]
"""What a turning point is."""
MOST_SWINGS = 3
LEAST_COST = 1.0
"""What a lost unit counts for at least where losses are compared: no loss is nothing."""


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
    """A battle, or another turning point.

    ``kind`` is ``battle``; ``losses`` for units lost in a turn outside battles; ``score`` for a change of the lead from
    ``before`` to ``after``, which the sentences ``told`` explain. ``swing`` is what it was worth to the first side: in
    units, or for ``score`` in points.
    """

    place: str
    turn: int
    seq: int
    until: int
    lost: dict[str, list[str]]
    swing: float
    kind: Kind
    before: float
    after: float
    told: str


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

    ``shots`` counts how often it fired, ``dice`` the dice that it rolled to hit. ``deviation``: by how many hits such
    games differ from what is expected, as a standard deviation.
    """

    side: str
    shots: int
    hits: int
    expected: float
    deviation: float
    share: float
    best: RollTold | None
    worst: RollTold | None
    dice: int = 0


class Story(msgspec.Struct):
    """A game as it went, or as far as it has gone; ``swings`` are its turning points."""

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
    """How the game reads its events, if it does."""
    return rules.game.chronicle(rules)


def turn_called(reader: Chronicler, turn: int) -> str:
    """What a turn is called: its number, where the game has no other name for it."""
    return reader.turn_title(turn)


def lead_called(reader: Chronicler) -> str:
    """What the lead is counted in, with a word before it; empty where the game has one score only."""
    return f" in {reader.lead_in}" if reader.lead_in else ""


def story(rules: Rules, log: Sequence[Told], turn: int = 1, leads: Mapping[int, float] | None = None) -> Story:
    """The story of a game from the log of one audience; a game that does not read its events has an empty one.

    What was taken back did not happen. ``turn``: the one in hand, which a game set up from a position and still in its
    first turn does not tell. ``leads``: the lead after each of ``lead_entries``; without them a game begins even.
    """
    reader = chronicler(rules)
    if reader is None:
        return Story([], [], [], [], [], {})
    return _tell(reader, rules, log, turn, leads or {}).tell()


def lead_entries(rules: Rules, log: Sequence[Told], turn: int = 1) -> list[int]:
    """The entries of a log after which a view is needed for ``leads``: the first; if only views give the lead, also
    those in which turns end, and the last."""
    reader = chronicler(rules)
    if reader is None or not log:
        return []
    found = [int(log[0]["seq"])]
    if reader.lead_by_view:
        turns = _tell(reader, rules, log, turn, {}).turns
        found += [one.seq for one in turns[1:]] + [int(log[-1]["seq"])]
    return sorted(set(found))


def lead_in_view(rules: Rules, view: Told) -> float:
    """By how much the first side leads in a view; 0 for a game that does not read its events."""
    reader = chronicler(rules)
    return 0.0 if reader is None else reader.lead_in_view(view)


def _tell(reader: Chronicler, rules: Rules, log: Sequence[Told], turn: int, leads: Mapping[int, float]) -> _Teller:
    teller = _Teller(reader, rules, _first_turn(reader, log, turn), leads)
    taken = {seq for entry in log for seq in entry.get("taken", ())}
    for entry in log:
        teller.last = int(entry["seq"])
        if entry["seq"] not in taken:
            teller.read(int(entry["seq"]), entry.get("events", ()))
    return teller


class _Teller:
    """Listens to the events of a game in order."""

    def __init__(self, reader: Chronicler, rules: Rules, first: int, leads: Mapping[int, float]) -> None:
        self.reader, self.rules, self.sides, self.leads = reader, rules, rules.sides.ids, leads
        self.turns = [TurnTold(first, leads[min(leads)] if leads else 0.0, 1)]
        self.losses: list[LossTold] = []
        self.battles: list[BattleTold] = []
        self.others: list[BattleTold] = []
        """Turning points that are no battles: units lost outside them, changes of the lead."""
        self.fired: list[_Fired] = []
        self.open: BattleTold | None = None
        self.outside: BattleTold | None = None
        self.last = 1

    def read(self, seq: int, events: Sequence[Told]) -> None:
        """The events of an entry."""
        reasons: list[str] = []
        for event in events:
            self.hear(seq, event)
            before = self.turns[-1].lead
            after = self.reader.lead(event, before)
            if after is not None or self.reader.explains(event):
                reasons.append(self.rules.game.tell(event, self.rules))
            if after is not None and after != before:
                self.turns[-1].lead = after
                told = " ".join(reasons)
                self.others.append(self.moment("score", self.turns[-1].turn, seq, seq, (before, after), told))
                reasons = []

    def hear(self, seq: int, event: Told) -> None:
        """One event of an entry, except for what it means for the lead."""
        if (turn := self.reader.opened(event) or 0) > self.turns[-1].turn:
            self.open = self.outside = None
            self.end_turn(seq)
            self.turns.append(TurnTold(turn, self.turns[-1].lead, seq))
        if (place := self.reader.battle(event)) is not None:
            self.open_battle(place, seq)
        if shots := self.reader.shots(event):
            self.fired.append(_Fired(seq, shots))
        for unit in self.reader.lost(event):
            self.lose(unit, seq)
        if self.open:
            self.open.until = seq

    def end_turn(self, seq: int) -> None:
        """The lead at the end of a turn, where a view gives it."""
        turn = self.turns[-1]
        if not self.reader.lead_by_view or seq not in self.leads:
            return
        before, turn.lead = turn.lead, self.leads[seq]
        if before != turn.lead:
            self.others.append(self.moment("score", turn.turn, turn.seq, seq, (before, turn.lead)))

    def moment(
        self, kind: Kind, turn: int, seq: int, until: int, lead: tuple[float, float] = (0.0, 0.0), told: str = ""
    ) -> BattleTold:
        """A turning point that is no battle."""
        before, after = lead
        lost: dict[str, list[str]] = {side: [] for side in self.sides}
        return BattleTold("", turn, seq, until, lost, after - before, kind, before, after, told)

    def open_battle(self, place: str, seq: int) -> None:
        """A battle opens, or with an empty word ends; one in the place of the battle that is open belongs to it."""
        if self.open and self.open.place == place:
            return
        self.open = None
        if place:
            lost: dict[str, list[str]] = {side: [] for side in self.sides}
            self.open = BattleTold(place, self.turns[-1].turn, seq, seq, lost, 0.0, "battle", 0.0, 0.0, "")
            self.battles.append(self.open)

    def lose(self, unit: str, seq: int) -> None:
        """A unit is lost: in the battle that is open, else outside the battles of the turn."""
        side = self.reader.side_of(unit)
        self.losses.append(LossTold(unit, side, self.turns[-1].turn, seq))
        if self.open is None and self.outside is None:
            self.outside = self.moment("losses", self.turns[-1].turn, seq, seq)
            self.others.append(self.outside)
        found = self.open or self.outside
        assert found is not None, "a loss outside battles has opened one"
        found.until = seq
        found.lost[side].append(unit)
        found.swing += -self.reader.worth(unit) if side == self.sides[0] else self.reader.worth(unit)

    def tell(self) -> Story:
        """All that was heard."""
        self.end_turn(self.last)
        luck = [self.luck(side) for side in self.sides]
        told_of = [loss.unit for loss in self.losses] + [battle.place for battle in self.battles]
        told_of += [roll.unit for side in luck for roll in (side.best, side.worst) if roll]
        names = {name: self.reader.title(name) for name in told_of}
        return Story(self.turns, self.losses, self.battles, self.turning_points(), luck, names)

    def turning_points(self) -> list[BattleTold]:
        """The costliest loss, the largest change of the lead, and what weighs most of the rest, in order of time.

        Losses weigh by their share of all losses, changes of the lead by their share of all changes.
        """
        weights = {id(one): self.weight(one) for one in (*self.battles, *self.others)}
        all_of = {False: 0.0, True: 0.0}
        for one in (*self.battles, *self.others):
            all_of[one.kind == "score"] += weights[id(one)]

        def share(one: BattleTold) -> float:
            return weights[id(one)] / all_of[one.kind == "score"]

        found = [one for one in (*self.battles, *self.others) if weights[id(one)]]
        found.sort(key=lambda one: (-share(one), one.seq))
        largest = [next((one for one in found if (one.kind == "score") == score), None) for score in (False, True)]
        first = [one for one in largest if one is not None]
        chosen = first + [one for one in found if one not in first]
        return sorted(chosen[:MOST_SWINGS], key=lambda one: (one.seq, one.kind))

    def weight(self, one: BattleTold) -> float:
        """What was lost in all, or by how much the lead changed."""
        if one.kind == "score":
            return abs(one.after - one.before)
        units = [unit for units in one.lost.values() for unit in units]
        return math.fsum(max(LEAST_COST, self.reader.worth(unit)) for unit in units)

    def luck(self, side: str) -> LuckTold:
        """The fire of a side, all together and the rolls that stand out."""
        fired = [entry for entry in self.fired if entry.shots.side == side]
        rolls = [_roll(entry) for entry in fired]
        best = min(rolls, key=lambda roll: (roll.share, roll.seq), default=None)
        worst = min(fired, key=lambda entry: (_as_badly(entry.shots), entry.seq), default=None)
        hits = sum(entry.shots.hits for entry in fired)
        dice = sum(entry.shots.dice for entry in fired)
        every = total_of(entry.shots.chances for entry in fired)
        share = min(1.0, at_least(every, hits))
        worst_roll = _roll(worst) if worst else None
        return LuckTold(side, len(fired), hits, mean(every), _deviation(every), share, best, worst_roll, dice)


def _first_turn(reader: Chronicler, log: Sequence[Told], turn: int) -> int:
    """The turn that a log begins in: what opens with its first entry, else the one before the first that opens.

    A game that is deployed before its first turn opens begins in that: its reader names such turns in ``first_turns``.
    """
    for place, entry in enumerate(log):
        for event in entry.get("events", ()):
            if opened := reader.opened(event):
                begins = opened in reader.first_turns
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
