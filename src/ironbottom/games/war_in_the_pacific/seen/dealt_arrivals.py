"""37.5, 44.7, 45.71 The air points that have come to a side in play: all hear how many, their owner alone where."""

from __future__ import annotations

from ironbottom.engine.rules import Random
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, SIDES, STACKS, TRAINED, TRAININGS
from ironbottom.games.war_in_the_pacific.rules import arrivals, burma, leyte
from ironbottom.games.war_in_the_pacific.rules.sequence import phases_begun
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of

MOST = 127
BY_CYCLE = "Strategic "


def have_come(seen: State, side: int) -> dict[int, int]:
    """The points by stack that may have come to a side by now."""
    if burma.played(seen):
        return by_cycles(seen, side)
    found: dict[int, int] = {}
    for case in cases(seen) if side == JAPAN and leyte.played(seen) else ():
        for stack, points in arrivals.of_case(seen.rules.pieces, case).items():
            found[stack] = found.get(stack, 0) + points
    return found


def cases(seen: State) -> list[str]:
    """45.72 to 45.75 The cases of Leyte of which points may have come."""
    begun = phases_begun(seen, "air_")
    once = [case for case, phase in (arrivals.BY_TRANSPORT, arrivals.BY_TRANSFER) if begun >= phase]
    called = [case for number, case in enumerate(places.LATE_CASES) if seen.cells[places.CAME_ONCE + number]]
    return [*once, *called]


def by_cycles(seen: State, side: int) -> dict[int, int]:
    """44.71, 44.72 What comes to Burma in the Strategic Game-Turns up to that of this Cycle."""
    found: dict[int, int] = {}
    for row in seen.rules.pieces.facts.table(tables.REINFORCEMENTS).values():
        if (row.scenario, row.side) != (burma.CASE, SIDES.ids[side]) or not row.arrives.startswith(BY_CYCLE):
            continue
        if cycle_number(row.arrives.removeprefix(BY_CYCLE)) <= cycle_of(seen.cells[places.TURN]):
            stack = AIR_TYPES.index[row.unit] * len(TRAININGS) + TRAINED
            found[stack] = found.get(stack, 0) + row.count
    return found


def place(state: State, side: int, come: dict[int, int], random: Random) -> list[int]:
    """37.5 Points that have come are at some of the bases where they may be placed, or gone; gives those numbers."""
    bases, air, wide = arrivals.bases_for(state, side), state.arrays[places.AIR], len(STACKS)
    found: list[int] = []
    for stack, points in come.items() if bases else ():
        left = points if random.randrange(2) else random.randrange(points + 1)
        while left:
            some = left if random.randrange(2) else 1 + random.randrange(left)
            here = bases[random.randrange(len(bases))] * wide + stack
            air[here] = min(air[here] + some, MOST)
            left -= some
            found.append(here)
    return found
