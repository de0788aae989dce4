"""31.1, 31.2 Aircraft at an airbase under Bombardment or strafing, from the air and from the sea."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data.chart_rows import BombardmentEffect
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties
from ironbottom.games.war_in_the_pacific.pieces import TRAININGS
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


def hit_airbase(execution: Execution, side: int, base: int, row: BombardmentEffect, hits: int) -> None:
    """31.1, 31.2 Each hit damages a Level and strikes one in ten of the based points; one in five if the base was
    surprised.
    """
    state = execution.state
    hurt, levels = state.arrays[layout.HURT], state.arrays[layout.LEVEL]
    share = row.one_in if was_active(state, side, base) else row.one_in_surprised
    for _ in range(hits):
        hurt[base] = min(hurt[base] + 1, levels[base])
        hit_parked(execution, side, base, -(-len(points_parked(state, side, base)) // share))


def was_active(state: State, side: int, base: int) -> bool:
    """31.1 Whether a base searched in this phase, or had a patrol over it."""
    here = base * air_bases.STACK_COUNT
    if any(state.arrays[layout.SEARCHING][here : here + air_bases.STACK_COUNT]):
        return True
    hex = air_bases.where(state, base)
    for flight in flight_duties.flying(state, side):
        sortie = flights.sortie(state, flight)
        if (
            sortie.duty == flight_duties.PATROL
            and sortie.over == hex
            and not state.arrays[layout.FLIGHT_OF_PHASE_BEFORE][flight]
        ):
            return True
    return False


def points_parked(state: State, side: int, base: int) -> list[int]:
    """31.2 The points on the ground at a base, one by one, ordered by stack, without those in the air."""
    result = []
    for stack, points in air_bases.stacks(state, base):
        away = flights.in_air(state, side, base, stack) + points_grounded(state, side, base, stack)
        result += [stack] * (points - away)
    return result


def points_grounded(state: State, side: int, base: int, stack: int) -> int:
    """31.1 The points of a stack that are out for the turn."""
    arrays = state.arrays
    return sum(
        arrays[layout.FLIGHT_POINTS][flight]
        for flight in flight_duties.flying(state, side)
        if (arrays[layout.FLIGHT_BASE][flight], arrays[layout.FLIGHT_STACK][flight]) == (base, stack)
        and arrays[layout.FLIGHT_ROLE][flight] == flight_duties.GROUNDED
    )


def hit_parked(execution: Execution, side: int, base: int, number: int, *, out: bool = True) -> None:
    """31.1, 6.4 Hits this many random points: lost on a die of at least their fragility, otherwise out for the turn.

    Points that survive strafing can still fly (``out`` false).
    """
    state, pieces = execution.state, execution.rules.pieces
    lost = grounded_now = 0
    for _ in range(number):
        there = points_parked(state, side, base)
        if not there:
            break
        stack = there[execution.roll(len(there), Roll.POINT_ON_THE_GROUND) - 1] if len(set(there)) > 1 else there[0]
        if execution.roll(6, Roll.LOSS) >= pieces.air[stack // len(TRAININGS)].fragility:
            flights.lose_at(state, side, base, stack, 1)
            lost += 1
        elif out and flights.free_number(state, side) != flights.NO_FLIGHT:
            flights.launch(state, side, flights.Sortie(base, stack, flight_duties.GROUNDED), 1)
            grounded_now += 1
    if lost or grounded_now:
        execution.emit(log.HIT_ON_GROUND, base, lost, grounded_now)
