"""The story of a game, computed from its log: the lead by turn, losses, battles, turning points, and luck.

All figures come from what one audience was shown, so a game in progress has a story too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from ironbottom.engine.rules.features import EventReader
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.odds.distributions import ALWAYS_ZERO, Distribution, at_least, convolve, mean
from ironbottom.odds.fire import Shots

JsonObject = Mapping[str, object]
Kind = Literal["battle", "losses", "score"]
"""The kinds of turning points."""
MAX_SWINGS = 3
MIN_COST = 1.0
"""The minimum value of a lost unit when losses are compared."""


class TurnSummary(msgspec.Struct):
    """A turn: the first side's lead at its end, or so far, and the log entry that began it."""

    turn: int
    lead: float
    seq: int


class LossSummary(msgspec.Struct):
    """A lost unit."""

    unit: str
    side: str
    turn: int
    seq: int


class BattleSummary(msgspec.Struct):
    """A battle, or another turning point.

    ``kind`` is ``battle``; ``losses`` for units lost in a turn outside battles; ``score`` for a change of the lead from
    ``before`` to ``after``, which the sentences in ``told`` explain. ``swing`` is its value to the first side, in
    units, or in points for ``score``.
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


class RollSummary(msgspec.Struct):
    """One roll of fire: its hits, the expected hits, and the chance of at least or at most as many."""

    seq: int
    unit: str
    side: str
    hits: int
    expected: float
    share: float
    badly: float


class LuckSummary(msgspec.Struct):
    """A side's fire compared with expectation; ``share`` is the chance of at least this many hits.

    ``shots`` counts the times it fired, ``dice`` the dice rolled to hit. ``deviation`` is the standard deviation of the
    hits.
    """

    side: str
    shots: int
    hits: int
    expected: float
    deviation: float
    share: float
    best: RollSummary | None
    worst: RollSummary | None
    dice: int = 0


class Story(msgspec.Struct):
    """The story of a game, finished or not; ``swings`` are its turning points."""

    turns: list[TurnSummary]
    losses: list[LossSummary]
    battles: list[BattleSummary]
    swings: list[BattleSummary]
    luck: list[LuckSummary]
    names: dict[str, str]
    """The names of the units and places in the story."""


class _ShotTally(NamedTuple):
    seq: int
    shots: Shots


def event_reader(rules: Rules) -> EventReader | None:
    """Returns how the game reads its events, or None."""
    return rules.game.event_reader(rules)


def turn_name(reader: EventReader, turn: int) -> str:
    """Returns the name of a turn, usually its number."""
    return reader.turn_title(turn)


def lead_unit(reader: EventReader) -> str:
    """Returns the unit of the lead, preceded by "in"; empty if the game has only one score."""
    return f" in {reader.lead_in}" if reader.lead_in else ""


def story(rules: Rules, log: Sequence[LogEntryView], turn: int = 1, leads: Mapping[int, float] | None = None) -> Story:
    """Returns the story of a game from the log of one audience.

    The story is empty for a game that does not interpret its events.

    Choices that were taken back are ignored. ``turn`` is the current turn, which is not in the log during the first
    turn of a game set up from a position. ``leads`` has the lead after each of ``lead_entries``; without it, the game
    is assumed to begin even.
    """
    reader = event_reader(rules)
    if reader is None:
        return Story([], [], [], [], [], {})
    return _read_log(reader, rules, log, turn, leads or {}).build()


def lead_entries(rules: Rules, log: Sequence[LogEntryView], turn: int = 1) -> list[int]:
    """Returns the log entries after which ``story`` needs the lead.

    These are the first one and, if only views give the lead, the ends of turns and the last one.
    """
    reader = event_reader(rules)
    if reader is None or not log:
        return []
    result = [log[0]["seq"]]
    if reader.lead_by_view:
        turns = _read_log(reader, rules, log, turn, {}).turns
        result += [one.seq for one in turns[1:]] + [log[-1]["seq"]]
    return sorted(set(result))


def lead_in_view(rules: Rules, view: JsonObject) -> float:
    """Returns the first side's lead in a view; 0 for a game that does not interpret its events."""
    reader = event_reader(rules)
    return 0.0 if reader is None else reader.lead_in_view(view)


def _read_log(
    reader: EventReader, rules: Rules, log: Sequence[LogEntryView], turn: int, leads: Mapping[int, float]
) -> _StoryBuilder:
    builder = _StoryBuilder(reader, rules, _first_turn(reader, log, turn), leads)
    taken = {seq for entry in log for seq in entry.get("taken", ())}
    for entry in log:
        builder.last = entry["seq"]
        if entry["seq"] not in taken:
            builder.read(entry["seq"], entry.get("events", ()))
    return builder


class _StoryBuilder:
    """Builds a story from the events of a game in order."""

    def __init__(self, reader: EventReader, rules: Rules, first: int, leads: Mapping[int, float]) -> None:
        self.reader, self.rules, self.sides, self.leads = reader, rules, rules.sides.ids, leads
        self.turns = [TurnSummary(first, leads[min(leads)] if leads else 0.0, 1)]
        self.losses: list[LossSummary] = []
        self.battles: list[BattleSummary] = []
        self.others: list[BattleSummary] = []
        """Turning points other than battles: units lost outside them, and changes of the lead."""
        self.fired: list[_ShotTally] = []
        self.open: BattleSummary | None = None
        self.outside: BattleSummary | None = None
        self.last = 1

    def read(self, seq: int, events: Sequence[JsonObject]) -> None:
        """Reads the events of an entry."""
        reasons: list[str] = []
        for event in events:
            self.read_event(seq, event)
            before = self.turns[-1].lead
            after = self.reader.lead(event, before)
            if after is not None or self.reader.explains(event):
                reasons.append(self.rules.game.describe_event(event, self.rules))
            if after is not None and after != before:
                self.turns[-1].lead = after
                sentences = " ".join(reasons)
                self.others.append(
                    self.other_turning_point("score", self.turns[-1].turn, seq, seq, (before, after), sentences)
                )
                reasons = []

    def read_event(self, seq: int, event: JsonObject) -> None:
        """Reads one event, except for its effect on the lead."""
        if (turn := self.reader.opened(event) or 0) > self.turns[-1].turn:
            self.open = self.outside = None
            self.end_turn(seq)
            self.turns.append(TurnSummary(turn, self.turns[-1].lead, seq))
        if (place := self.reader.battle(event)) is not None:
            self.open_battle(place, seq)
        if shots := self.reader.shots(event):
            self.fired.append(_ShotTally(seq, shots))
        for unit in self.reader.lost(event):
            self.add_loss(unit, seq)
        if self.open:
            self.open.until = seq

    def end_turn(self, seq: int) -> None:
        """Sets the lead at the end of a turn, if a view gives it."""
        turn = self.turns[-1]
        if not self.reader.lead_by_view or seq not in self.leads:
            return
        before, turn.lead = turn.lead, self.leads[seq]
        if before != turn.lead:
            self.others.append(self.other_turning_point("score", turn.turn, turn.seq, seq, (before, turn.lead)))

    def other_turning_point(
        self, kind: Kind, turn: int, seq: int, until: int, lead: tuple[float, float] = (0.0, 0.0), sentences: str = ""
    ) -> BattleSummary:
        """Returns a turning point other than a battle."""
        before, after = lead
        lost: dict[str, list[str]] = {side: [] for side in self.sides}
        return BattleSummary("", turn, seq, until, lost, after - before, kind, before, after, sentences)

    def open_battle(self, place: str, seq: int) -> None:
        """Begins a battle, or ends one if the place is empty. A battle in the same place continues."""
        if self.open and self.open.place == place:
            return
        self.open = None
        if place:
            lost: dict[str, list[str]] = {side: [] for side in self.sides}
            self.open = BattleSummary(place, self.turns[-1].turn, seq, seq, lost, 0.0, "battle", 0.0, 0.0, "")
            self.battles.append(self.open)

    def add_loss(self, unit: str, seq: int) -> None:
        """Adds a lost unit to the current battle, or to the losses outside battles in this turn."""
        side = self.reader.side_of(unit)
        self.losses.append(LossSummary(unit, side, self.turns[-1].turn, seq))
        if self.open is None and self.outside is None:
            self.outside = self.other_turning_point("losses", self.turns[-1].turn, seq, seq)
            self.others.append(self.outside)
        found = self.open or self.outside
        assert found is not None, "a loss outside battles has opened one"
        found.until = seq
        found.lost[side].append(unit)
        found.swing += -self.reader.unit_value(unit) if side == self.sides[0] else self.reader.unit_value(unit)

    def build(self) -> Story:
        """Returns the story."""
        self.end_turn(self.last)
        luck = [self.luck(side) for side in self.sides]
        named = [loss.unit for loss in self.losses] + [battle.place for battle in self.battles]
        named += [roll.unit for side in luck for roll in (side.best, side.worst) if roll]
        names = {name: self.reader.title(name) for name in named}
        return Story(self.turns, self.losses, self.battles, self.turning_points(), luck, names)

    def turning_points(self) -> list[BattleSummary]:
        """Returns the costliest loss, the largest change of the lead, and the next largest, in chronological order.

        Losses are weighed by their share of all losses, changes of the lead by their share of all changes.
        """
        weights = {id(one): self.weight(one) for one in (*self.battles, *self.others)}
        all_of = {False: 0.0, True: 0.0}
        for one in (*self.battles, *self.others):
            all_of[one.kind == "score"] += weights[id(one)]

        def share(one: BattleSummary) -> float:
            return weights[id(one)] / all_of[one.kind == "score"]

        found = [one for one in (*self.battles, *self.others) if weights[id(one)]]
        found.sort(key=lambda one: (-share(one), one.seq))
        largest = [next((one for one in found if (one.kind == "score") == score), None) for score in (False, True)]
        first = [one for one in largest if one is not None]
        chosen = first + [one for one in found if one not in first]
        return sorted(chosen[:MAX_SWINGS], key=lambda one: (one.seq, one.kind))

    def weight(self, one: BattleSummary) -> float:
        """Returns the value of all units lost, or the change of the lead."""
        if one.kind == "score":
            return abs(one.after - one.before)
        units = [unit for units in one.lost.values() for unit in units]
        return math.fsum(max(MIN_COST, self.reader.unit_value(unit)) for unit in units)

    def luck(self, side: str) -> LuckSummary:
        """Returns the luck of a side, with its best and its worst roll."""
        fired = [entry for entry in self.fired if entry.shots.side == side]
        rolls = [_roll(entry) for entry in fired]
        best = min(rolls, key=lambda roll: (roll.share, roll.seq), default=None)
        worst = min(fired, key=lambda entry: (_as_badly(entry.shots), entry.seq), default=None)
        hits = sum(entry.shots.hits for entry in fired)
        dice = sum(entry.shots.dice for entry in fired)
        every = total_of(entry.shots.chances for entry in fired)
        share = min(1.0, at_least(every, hits))
        worst_roll = _roll(worst) if worst else None
        return LuckSummary(side, len(fired), hits, mean(every), _deviation(every), share, best, worst_roll, dice)


def _first_turn(reader: EventReader, log: Sequence[LogEntryView], turn: int) -> int:
    """Returns the turn in which a log begins, by the first event that opens a turn.

    If the first entry of the log opens a turn, it is that turn; otherwise it is the one before. A game with deployment
    before its first turn begins in a turn of its own, which its reader lists in ``first_turns``.
    """
    for place, entry in enumerate(log):
        for event in entry.get("events", ()):
            if opened := reader.opened(event):
                begins = opened in reader.first_turns
                return opened if begins else max(1, opened - bool(place))
    return turn


def total_of(parts: Iterable[Distribution]) -> Distribution:
    """Returns the distribution of the total number of hits; distributions are added in pairs, which is faster.

    >>> total_of([(0.5, 0.5)] * 3)
    (0.125, 0.375, 0.375, 0.125)
    """
    queue = list(parts)
    while len(queue) > 1:
        pairs = zip(queue[::2], queue[1::2], strict=False)
        queue = [_trimmed(convolve(first, second)) for first, second in pairs] + queue[len(queue) // 2 * 2 :]
    return queue[0] if queue else ALWAYS_ZERO


def _trimmed(chances: Distribution) -> Distribution:
    size = len(chances)
    while size > 1 and chances[size - 1] < 1e-15:
        size -= 1
    return chances[:size]


def _roll(fired: _ShotTally) -> RollSummary:
    shots = fired.shots
    share = min(1.0, at_least(shots.chances, shots.hits))
    return RollSummary(fired.seq, shots.unit, shots.side, shots.hits, mean(shots.chances), share, _as_badly(shots))


def _as_badly(shots: Shots) -> float:
    return min(1.0, math.fsum(shots.chances[: shots.hits + 1]))


def _deviation(chances: Distribution) -> float:
    expected = mean(chances)
    return math.sqrt(math.fsum(chance * (hits - expected) ** 2 for hits, chance in enumerate(chances)))
