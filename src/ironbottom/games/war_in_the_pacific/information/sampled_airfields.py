"""5.5, 44.21, 44.34 Samples air points that were deployed at other airbases of their country, or have flown there."""

from __future__ import annotations

from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties
from ironbottom.games.war_in_the_pacific.pieces import FIRST_BOX, STACKS
from ironbottom.games.war_in_the_pacific.state_types import State

MAX_POINTS = 127


def distribute_points(state: State, bases: list[int], to: list[int], random: Random) -> None:
    """44.21, 44.34, 5.5 Distributes points of each type over other airbases, or puts them all at one; some
    have flown.
    """
    width, air = len(STACKS), state.arrays[layout.AIR]
    flown, moved = (state.arrays[block] for block in flight_duties.COUNTED)
    based = by_stack(state, bases)
    boats = [base for base in bases if base < FIRST_BOX and air_bases.base_capacity(state, base, water=True)]
    for stack in sorted(based):
        moving, fit = 0, boats if air_bases.on_water(state.rules.pieces, stack) and boats else to
        for here in based[stack]:
            if random.randrange(2):
                points = 1 + random.randrange(air[here])
                air[here] -= points
                moving += points
        gathers = random.randrange(2)
        while moving:
            points = moving if gathers else 1 + random.randrange(moving)
            there = fit[random.randrange(len(fit))] * width + stack
            air[there] = min(air[there] + points, MAX_POINTS)
            moving -= points
            if random.randrange(2):
                flown[there] = random.randrange(points + 1)
                moved[there] = random.randrange(flown[there] + 1)


def by_stack(state: State, bases: list[int]) -> dict[int, list[int]]:
    """The indices of points at the given bases, by stack."""
    result: dict[int, list[int]] = {}
    for base in bases:
        for stack, _ in air_bases.stacks(state, base):
            result.setdefault(stack, []).append(base * len(STACKS) + stack)
    return result
