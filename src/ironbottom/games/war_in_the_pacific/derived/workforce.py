"""26.1, 27.3 The possible workers in a hex: engineers, Base Forces, and infantry for entrenchments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.engine.cache import cached_by_fingerprint, cached_by_fingerprint_per_key, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.tables import tables_by_side
from ironbottom.games.war_in_the_pacific.derived.unit_positions import (
    WHERE,
    UnitsInHex,
    by_hex,
    of_each_side,
    units_on_map,
)
from ironbottom.games.war_in_the_pacific.pieces import FULL, UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.turn_record import WORKS

TRENCH = WORKS.index["entrenchment"]
MIN_REGIMENTS = 2
"""26.1 The number of regiments that can build an entrenchment; one division is enough."""


class Workers(NamedTuple):
    """26.1, 27.3 The possible workers in a hex."""

    engineers: tuple[int, ...]
    """The work that each supplied engineer does, the strongest last; a supplied full Base Force counts as
    an engineer.
    """
    regiments: int
    """The supplied regiments; a division counts as two. Two can build an entrenchment."""
    dug: bool
    """Whether an entrenchment is in the hex."""


NO_WORKERS = Workers((), 0, False)


@cached_by_fingerprint_per_key(of_each_side(*WHERE, layout.UNSUPPLIED, layout.DEPLOYED))
def workers(state: State, side: int) -> dict[int, Workers]:
    """26.1, 25.3, 27.3 The possible workers of a side, by hex."""
    own = UNITS_OF[side]
    lacking, deployed = (state.arrays[block][own.start : own.stop] for block in (layout.UNSUPPLIED, layout.DEPLOYED))
    result: dict[int, Workers] = _workers[side](
        WorkerInputs(state.rules.pieces, own.start, lacking, deployed), by_hex(state, side)
    )
    return result


class WorkerInputs(NamedTuple):
    """26.1 How long units of a side, beginning with a given one, have lacked supply, and how far they are deployed."""

    pieces: Pieces
    first: int
    lacking: Sequence[int]
    deployed: Sequence[int]


def _workers_there(fit: WorkerInputs, hex: int, there: UnitsInHex) -> Workers | None:
    """26.1, 25.3, 27.3 The possible workers in a hex."""
    engineers, regiments, dug = list[int](), 0, False
    for unit, kind in there:
        row, place = fit.pieces.ground[kind], unit - fit.first
        if row.kind == "entrenchment":
            dug = True
        elif fit.lacking[place]:
            continue
        elif row.kind == "engineer":
            engineers.append(row.strength)
        elif row.kind == "base_force" and fit.deployed[place] == FULL:
            engineers.append(1)
        elif row.kind == "combat":
            regiments += MIN_REGIMENTS if row.size in ("division", "army") else int(row.size == "regiment")
    return Workers(tuple(sorted(engineers)), regiments, dug) if engineers or regiments or dug else None


_workers = tables_by_side(_workers_there)


@cached_by_fingerprint(depends_on(layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED))
def full_forces(state: State) -> list[tuple[int, int]]:
    """27.3 The sides and hexes with a fully deployed Base Force; this seldom changes while units march."""
    rows, deployed = state.rules.pieces.ground, state.arrays[layout.DEPLOYED]
    return [
        (side, hex)
        for side in range(len(UNITS_OF))
        for unit, hex, kind in units_on_map(state, side)
        if deployed[unit] == FULL and rows[kind].kind == "base_force"
    ]


def busy_engineers(there: Workers, begun: list[int]) -> int:
    """26.1 The number of engineers that some projects occupy: entrenchments built by infantry occupy none."""
    return sum(work != TRENCH or there.regiments < MIN_REGIMENTS for work in begun)
