"""12.5, 19.2, 5.7 The return of points to their base or carrier, or to another one if that is gone."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties, readiness
from ironbottom.games.war_in_the_pacific.derived.air_bases import air_distance
from ironbottom.games.war_in_the_pacific.pieces import (
    BASES,
    CARRIER,
    DECKS,
    FIRST_BOX,
    FIRST_DECK,
    FORCES,
    IN_FORCE,
    TRAININGS,
)
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

MAX_OF_A_STACK = 127
"""5.12 The largest number of points of a stack that can be counted at one base."""


def land_strikes(execution: Execution, first: int) -> None:
    """12.5, 19.2 Lands all points in the air, the First Player's first; flights count for attrition (5.9)."""
    for side in (first, 1 - first):
        for flight in list(flight_duties.flying(execution.state, side)):
            if execution.state.arrays[layout.FLIGHT_OF_PHASE_BEFORE][flight]:
                continue
            sortie = flights.sortie(execution.state, flight)
            if sortie.duty not in flight_duties.STRIKES or flights.has_landed(execution.state, flight):
                continue
            if sortie.duty == flight_duties.RETURNING:
                flights.count_flown(
                    execution.state, sortie.base, sortie.stack, execution.state.arrays[layout.FLIGHT_POINTS][flight]
                )
                execution.state.arrays[layout.FLIGHT_FOUGHT][flight] = 1
            if sortie.base >= FIRST_DECK and not air_bases.operates(execution.state, sortie.base):
                land_elsewhere(execution, side, flight)


def land_elsewhere(execution: Execution, side: int, flight: int) -> None:
    """12.5 Points whose carrier is gone land on the nearest friendly carrier or base in range with room; others are
    lost.
    """
    state = execution.state
    sortie = flights.sortie(state, flight)
    for base in landing_places(state, side, sortie.over, sortie.stack):
        left = state.arrays[layout.FLIGHT_POINTS][flight]
        points = min(
            left, air_bases.capacity_left(state, base, water=air_bases.on_water(state.rules.pieces, sortie.stack))
        )
        if points:
            rebase(state, side, sortie.base, base, sortie.stack, points)
            flights.remove_points(state, flight, points)
            there = flights.launch(state, side, flights.Sortie(base, sortie.stack, flight_duties.RETURNING), points)
            state.arrays[layout.FLIGHT_FOUGHT][there] = 1
            execution.emit_to(side, log.CAME_DOWN, sortie.base, base, sortie.stack, points)
        if points == left:
            return
    lost = state.arrays[layout.FLIGHT_POINTS][flight]
    flights.lose_air_points(state, side, flight, lost)
    execution.emit(log.NO_DECK, sortie.base, lost)


def rebase(state: State, side: int, start: int, to: int, stack: int, points: int, *, transfer: bool = False) -> None:
    """5.5, 5.9 Moves points of a stack to another base, with their counts of this turn.

    Points that have not flown go first. A transfer counts as a flight, and counts double, whatever the points did
    before.
    """
    air, searching, width = state.arrays[layout.AIR], state.arrays[layout.SEARCHING], air_bases.STACK_COUNT
    here, there = start * width + stack, to * width + stack
    flights.leave_service(state, side, start, stack, points)
    air[here] -= points
    air[there] += points
    searching[here] = min(searching[here], air[here])
    for counted in (state.arrays[block] for block in flight_duties.COUNTED):
        going = max(counted[here] - air[here], 0)
        counted[here] -= going
        if to < FIRST_DECK:
            counted[there] = min(counted[there] + (points if transfer else going), air[there])


def landing_places(state: State, side: int, start: int, stack: int) -> list[int]:
    """12.5, 19.4 The landing places of points without a base: carriers in range if they are carrier-trained, then
    bases.

    The nearest come first; equally near ones are in order.
    """
    pieces = state.rules.pieces
    if start < 0:
        return []
    reach = pieces.air[stack // len(TRAININGS)].range_mp
    result = []
    for base in range(len(BASES)):
        if FIRST_BOX <= base < FIRST_DECK or air_bases.owner(state, base) != side:
            continue
        deck = base >= FIRST_DECK
        if not deck and not air_bases.open_to_landing(state, base):
            continue
        if deck and not deck_for(state, base, stack):
            continue
        hex = air_bases.where(state, base)
        cost = air_distance(state, start, hex) if hex >= 0 else reach + 1
        if cost <= reach:
            result.append((not deck, cost, base))
    return [base for _, _, base in sorted(result)]


def deck_for(state: State, base: int, stack: int) -> bool:
    """19.4, 12.2 Whether points may land on a carrier: carrier-trained points may, if the carrier is in a Task Force
    and can operate.
    """
    position = state.arrays[layout.SHIP_AT][DECKS[base - FIRST_DECK]]
    in_force = IN_FORCE <= position < IN_FORCE + len(FORCES)
    return stack % len(TRAININGS) == CARRIER and in_force and air_bases.operates(state, base)


def evacuate_base(execution: Execution, side: int, base: int) -> None:
    """5.7 Evacuates an overrun base: points that did not fly in the previous phase move to a base in range; others are
    lost.

    They go to the nearest base with room. If there is none, they land at the nearest suitable base, even if its Levels
    are full or damaged (5.4, 5.41). The evacuation counts as a transfer (5.9). Call this before control of the hex
    changes.
    """
    state = execution.state
    hex = air_bases.where(state, base)
    for stack, points in air_bases.stacks(state, base):
        left = points
        able = able_to_flee(state, side, base, stack)
        for haven, most in evacuation_bases(state, side, hex, stack):
            going = min(able, most) if haven != base else 0
            if going:
                rebase(state, side, base, haven, stack, going, transfer=True)
                execution.emit_to(side, log.CAME_DOWN, base, haven, stack, going)
                able, left = able - going, left - going
        end_flights_of_stack(state, side, base, stack)
        if left:
            flights.lose_at(state, side, base, stack, left)
            execution.emit(log.NO_DECK, base, left)


def able_to_flee(state: State, side: int, base: int, stack: int) -> int:
    """5.7, 6.6 The points of a stack that neither struck nor searched in the previous Air Phase, and are not away from
    base.

    Ready points have not flown yet. In a Naval Phase, points that already flew patrol first (6.20); where no Naval
    Phase is played, patrolling points did not search.
    """
    did = dict(readiness.duties(state, side).get(base, ())).get(stack, readiness.NO_ACTIVITY)
    here = base * air_bases.STACK_COUNT + stack
    flew = state.arrays[layout.SEARCHING][here] + did.carried + did.moved
    tired = max(did.patrols, flew) if layout.scenario(state).naval_phases else did.patrols + flew
    return max(state.arrays[layout.AIR][here] - did.struck - did.out - tired, 0)


def evacuation_bases(state: State, side: int, start: int, stack: int) -> Iterator[tuple[int, int]]:
    """5.7, 5.4, 5.41 The bases where points of an overrun base land, with the number for each: up to its room, then
    beyond it.
    """
    near, water = landing_places(state, side, start, stack), air_bases.on_water(state.rules.pieces, stack)
    for base in near:
        yield base, air_bases.capacity_left(state, base, water=water)
    for base in near:
        if base < FIRST_DECK and (
            air_bases.base_capacity(state, base, water=True) if water else has_levels(state, base)
        ):
            yield base, MAX_OF_A_STACK - state.arrays[layout.AIR][base * air_bases.STACK_COUNT + stack]


def has_levels(state: State, base: int) -> bool:
    """5.41 Whether a base has Levels, even if all are damaged."""
    return state.arrays[layout.LEVEL][base] > 0


def end_flights_of_stack(state: State, side: int, base: int, stack: int) -> None:
    """5.7 Ends the flights of a stack whose base is overrun."""
    for flight in list(flight_duties.flying(state, side)):
        sortie = flights.sortie(state, flight)
        if (sortie.base, sortie.stack) == (base, stack):
            flights.end_flight(state, flight)
