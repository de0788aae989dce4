"""26.1, 27.3 Who could work in a hex: engineers and Base Forces, infantry that digs."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.memo import reading, unchanged_for_each, while_unchanged
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import FULL, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.counters import WHERE, of_each_side, standing
from ironbottom.games.war_in_the_pacific.rules.ledger import WORKS

TRENCH = WORKS.index["entrenchment"]
ENOUGH_MEN = 2
"""26.1 So many regiments dig an entrenchment; a division does by itself."""


class Crew(NamedTuple):
    """26.1, 27.3 Who could work in a hex."""

    hands: tuple[int, ...]
    """What each engineer in supply works, the strongest last; a full Base Force in supply is one of one."""
    men: int
    """Regiments in supply, a division as two; from two on they dig an entrenchment."""
    dug: bool
    """Whether an entrenchment is there."""


NO_CREW = Crew((), 0, False)


@unchanged_for_each(of_each_side(*WHERE, places.UNSUPPLIED, places.DEPLOYED))
def crews(state: State, side: int) -> dict[int, Crew]:
    """26.1, 25.3, 27.3 By hex who of a side could work there."""
    rows, found = state.rules.pieces.ground, dict[int, Crew]()
    lacking, deployed = state.arrays[places.UNSUPPLIED], state.arrays[places.DEPLOYED]
    for unit, at, kind in standing(state, side):
        row = rows[kind]
        hands, men, dug = found.get(at, NO_CREW)
        if row.kind == "engineer" and not lacking[unit]:
            found[at] = Crew(tuple(sorted([*hands, row.strength])), men, dug)
        elif row.kind == "base_force" and deployed[unit] == FULL and not lacking[unit]:
            found[at] = Crew(tuple(sorted([*hands, 1])), men, dug)
        elif row.kind == "combat" and not lacking[unit]:
            many = ENOUGH_MEN if row.size in ("division", "army") else int(row.size == "regiment")
            found[at] = Crew(hands, men + many, dug)
        elif row.kind == "entrenchment":
            found[at] = Crew(hands, men, True)
    return found


@while_unchanged(reading(places.UNIT_AT, places.UNIT_TYPE, places.DEPLOYED))
def full_forces(state: State) -> list[tuple[int, int]]:
    """27.3 The sides and hexes with a fully deployed Base Force: seldom others, while units march."""
    rows, deployed = state.rules.pieces.ground, state.arrays[places.DEPLOYED]
    return [
        (side, at)
        for side in range(len(UNITS_OF))
        for unit, at, kind in standing(state, side)
        if deployed[unit] == FULL and rows[kind].kind == "base_force"
    ]


def busy(crew: Crew, begun: list[int]) -> int:
    """26.1 How many engineers some projects take: none an entrenchment that infantry digs."""
    return sum(work != TRENCH or crew.men < ENOUGH_MEN for work in begun)
