"""25.3, 26.1 The turn record of some scenarios, which is part of the Game-Turn.

``turn_record_of`` finds it, ``write_turn_record`` changes it; all of it is public.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, overload

from ironbottom.engine.core.fields import Domain, IdField, IdSetField, Number, Record, TupleField
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, HEXES, SIDES, UNITS
from ironbottom.games.war_in_the_pacific.state_types import State

MAX_POINTS, MAX_WORK = 999, 99
WORKS = Domain(
    "work",
    (
        *("airbase", "entrenchment", "mend_airbase", "mend_port", "mend_guns"),
        *("port", "minor_road", "major_road", "guns", "fortify"),
    ),
)
"""26.1, 26.2 The works that engineers build and repair."""


class Site(NamedTuple):
    """26.1 A project: its side, its hex, its kind, and the engineer-turns that it still needs."""

    side: int
    at: int
    work: int
    left: int


class Built(NamedTuple):
    """26.1 Completed construction in a hex that the map does not show: its kind, and how often it was built."""

    at: int
    work: int
    times: int


class StartedHeadquarters(NamedTuple):
    """5.32 A headquarters that began to operate in this Cycle: its hex and its type."""

    at: int
    kind: int


FIELDS = {
    "pool": Number(0, MAX_POINTS),
    "fought": IdSetField(UNITS),
    "paid": IdSetField(UNITS),
    "disturbed": TupleField(IdField(HEXES)),
    "sites": TupleField(
        Record(Site, side=IdField(SIDES), at=IdField(HEXES), work=IdField(WORKS), left=Number(1, MAX_WORK))
    ),
    "built": TupleField(Record(Built, at=IdField(HEXES), work=IdField(WORKS), times=Number(1, 9))),
    "lifted": TupleField(Number(0, MAX_POINTS)),
    "lost": TupleField(Number(0, MAX_POINTS)),
    "by_sea": TupleField(Number(0, MAX_WORK)),
    "staffs": TupleField(Record(StartedHeadquarters, at=IdField(HEXES), kind=IdField(GROUND_TYPES))),
}
"""The contents of the turn record: 29.2 the Provincial Points of the KMT, 25.3 which units attacked in the Game-Turn,
28.2 which headquarters were paid for in the Cycle, 26.3 which hexes were attacked or bombarded, 26.1 the projects and
the completed works, 30.1 the lift spent in the Game-Turn, 30.4 the lift lost in the Cycle, 25.1 in which areas Lines
lead by sea in the Game-Turn, 5.32 which headquarters began to operate in the Cycle."""


def turn_record_of(state: State) -> Any:
    """The current Game-Turn with its turn record; None if there is none, or the scenario has none."""
    lowest: Procedure | None = state.stack[0] if state.stack else None
    return lowest if hasattr(lowest, "sites") else None


def blank_turn_record(**known: int) -> dict[str, Any]:
    """A turn record with only the values that are known when the scenario begins."""
    return {name: known.get(name, 0 if isinstance(kind, Number | IdSetField) else ()) for name, kind in FIELDS.items()}


@overload
def read(state: State, field: Literal["pool", "fought", "paid"], usual: int) -> int: ...
@overload
def read(
    state: State, field: Literal["disturbed", "lifted", "lost", "by_sea"], usual: tuple[int, ...]
) -> tuple[int, ...]: ...
@overload
def read(state: State, field: Literal["sites"], usual: tuple[Site, ...]) -> tuple[Site, ...]: ...
@overload
def read(state: State, field: Literal["built"], usual: tuple[Built, ...]) -> tuple[Built, ...]: ...
@overload
def read(
    state: State, field: Literal["staffs"], usual: tuple[StartedHeadquarters, ...]
) -> tuple[StartedHeadquarters, ...]: ...
def read(state: State, field: str, usual: object) -> object:
    """The values of the turn record, or the defaults if there is none."""
    result = turn_record_of(state)
    return usual if result is None else getattr(result, field)


class TurnRecordFields:
    """Some fields of the turn record as one value, which stays the same object as long as the turn record does."""

    def __init__(self, *fields: str) -> None:
        self.fields = fields
        self.last: tuple[object, list[object]] = (None, [])

    def of(self, state: State) -> list[object]:
        """The current value of the fields; empty if there is no turn record."""
        now = turn_record_of(state)
        known, result = self.last
        if now is not known:
            result = [getattr(now, name) for name in self.fields] if now is not None else []
            self.last = (now, result)
        return result


def write_turn_record(state: State, **fields: object) -> None:
    """Changes the turn record, if there is one."""
    found = turn_record_of(state)
    if found is not None:
        state.stack = (changed(found, **fields), *state.stack[1:])


def disturb(state: State, hexes: Iterable[int]) -> None:
    """26.3 Hexes attacked on the ground or hit by Bombardment make no progress in this Game-Turn."""
    known = read(state, "disturbed", ())
    write_turn_record(state, disturbed=tuple(sorted({*known, *hexes})))
