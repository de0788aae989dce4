"""5.2, 6.1, 6.6, 31.1, 5.9 Points with a Role, free points, and points that flew.

Points still count at their base while they fly (``places.AIR``); a *flight* says what some of them do. A flight of the
previous phase keeps its points from striking again (6.1) until the end of the next phase.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties
from ironbottom.games.war_in_the_pacific.pieces import (
    FIRST_DECK,
    FLIGHTS_A_SIDE,
    OF_BASE,
    OF_FORCE,
    SERVED_A_SIDE,
    SIDES,
    TRAININGS,
)
from ironbottom.games.war_in_the_pacific.rules.turn import losses, victory_points
from ironbottom.games.war_in_the_pacific.state_types import State

FLEW = flight_duties.STRIKES | {flight_duties.TRANSPORT, flight_duties.TRANSFER}
"""6.6 The Roles in which points fly, besides Search."""
ATTACKS = (
    flight_duties.STRAFING,
    flight_duties.BOMBARDMENT,
    flight_duties.BOMB,
    flight_duties.TORPEDO,
    flight_duties.KAMIKAZE,
)
NO_FLIGHT = NO_COMMAND = -1
_COLUMNS = (
    *(layout.FLIGHT_BASE, layout.FLIGHT_STACK, layout.FLIGHT_ROLE, layout.FLIGHT_WAVE),
    *(layout.FLIGHT_OVER, layout.FLIGHT_COVERS),
)
_free = tuple.__new__
"""Creates the named tuple without its constructor, for speed, since a phase creates many."""


class Sortie(NamedTuple):
    """The data of a flight: its base, stack, Role and wave, and a patrol's hex and Task Force."""

    base: int
    stack: int
    duty: int
    wave: int = -1
    over: int = -1
    covers: int = -1


def based_at(state: State, side: int, base: int) -> list[int]:
    """The flights of a side from a base, ascending."""
    bases, first = state.arrays[layout.FLIGHT_BASE], FLIGHTS_A_SIDE * side
    return [
        number
        for number, base_of_flight in enumerate(bases[first : first + FLIGHTS_A_SIDE], first)
        if base_of_flight == base
    ]


def sortie(state: State, flight: int) -> Sortie:
    """The data of a flight."""
    arrays = state.arrays
    return _free(Sortie, [arrays[column][flight] for column in _COLUMNS])


def launch(state: State, side: int, wanted: Sortie, points: int) -> int:
    """5.2 Gives points a Role and returns the number of their flight; they join an equal flight if there is one."""
    arrays = state.arrays
    old, fought, stack = (
        arrays[layout.FLIGHT_OF_PHASE_BEFORE],
        arrays[layout.FLIGHT_FOUGHT],
        arrays[layout.FLIGHT_STACK],
    )
    for flight in based_at(state, side, wanted.base):
        same_flight = stack[flight] == wanted.stack and not old[flight] and not fought[flight]
        if same_flight and sortie(state, flight) == wanted:
            arrays[layout.FLIGHT_POINTS][flight] += points
            return flight
    flight = free_number(state, side)
    add_points(state, flight, wanted, points)
    return flight


def add_points(state: State, flight: int, wanted: Sortie, points: int) -> None:
    """Adds points to a flight number."""
    for column, value in zip(_COLUMNS, wanted, strict=True):
        state.arrays[column][flight] = value
    state.arrays[layout.FLIGHT_POINTS][flight] += points


def free_number(state: State, side: int) -> int:
    """The first unused flight number; ``NO_FLIGHT`` if all are in use."""
    own = flight_duties.flight_numbers(side)
    try:
        return own[0] + state.arrays[layout.FLIGHT_BASE][own.start : own.stop].index(-1)
    except ValueError:
        return NO_FLIGHT


def end_flight(state: State, flight: int) -> None:
    """Ends a flight."""
    for column in _COLUMNS:
        state.arrays[column][flight] = -1
    for column in (layout.FLIGHT_POINTS, layout.FLIGHT_FOUGHT, layout.FLIGHT_OF_PHASE_BEFORE):
        state.arrays[column][flight] = 0


def remove_points(state: State, flight: int, points: int) -> None:
    """Removes points from a flight, which ends when none is left."""
    state.arrays[layout.FLIGHT_POINTS][flight] -= points
    if not state.arrays[layout.FLIGHT_POINTS][flight]:
        end_flight(state, flight)


def turn_back(state: State, side: int, flight: int, points: int) -> None:
    """7.12 Points of a flight are driven off: they return, and cannot fight again in this phase."""
    was = sortie(state, flight)
    remove_points(state, flight, points)
    launch(state, side, Sortie(was.base, was.stack, flight_duties.RETURNING, over=was.over), points)


def lose_air_points(state: State, side: int, flight: int, points: int) -> None:
    """7.12, 47.1 Points of a flight are lost, with their Victory Points."""
    was = sortie(state, flight)
    remove_points(state, flight, points)
    leave_service(state, side, was.base, was.stack, points)
    lose_at(state, side, was.base, was.stack, points)


def lose_at(state: State, side: int, base: int, stack: int, points: int) -> None:
    """47.1 Points of a stack are lost."""
    here = base * air_bases.STACK_COUNT + stack
    air, search = state.arrays[layout.AIR], state.arrays[layout.SEARCHING]
    air[here] -= points
    for counted in (state.arrays[block] for block in flight_duties.COUNTED):
        counted[here] = min(counted[here], air[here])
    search[here] = min(search[here], air[here])
    losses.lose_air(state, side, victory_points.TRAININGS[stack % len(TRAININGS)], points)
    layout.scenario(state).air_points_lost(state, side, stack, points)


def in_air(state: State, side: int, base: int, stack: int) -> int:
    """12.5 The points of a stack in the air now."""
    arrays = state.arrays
    return sum(
        arrays[layout.FLIGHT_POINTS][flight]
        for flight in flight_duties.flying(state, side)
        if arrays[layout.FLIGHT_BASE][flight] == base
        and arrays[layout.FLIGHT_STACK][flight] == stack
        and not arrays[layout.FLIGHT_OF_PHASE_BEFORE][flight]
        and arrays[layout.FLIGHT_ROLE][flight] in flight_duties.STRIKES
        and not has_landed(state, flight)
    )


def has_landed(state: State, flight: int) -> bool:
    """19.2 Whether a flight has returned from its Strike of this phase."""
    duty, fought = state.arrays[layout.FLIGHT_ROLE][flight], state.arrays[layout.FLIGHT_FOUGHT][flight]
    return bool(duty == flight_duties.RETURNING and fought)


def limit_to_points_left(state: State, side: int, base: int, stack: int) -> None:
    """12.5, 6.6 After losses aboard, limits the waiting points and Roles of a stack to the points that are left."""
    arrays = state.arrays
    here = [
        flight
        for flight in flight_duties.flying(state, side)
        if (arrays[layout.FLIGHT_BASE][flight], arrays[layout.FLIGHT_STACK][flight]) == (base, stack)
        and not arrays[layout.FLIGHT_OF_PHASE_BEFORE][flight]
    ]
    surplus = sum(arrays[layout.FLIGHT_POINTS][flight] for flight in here)
    surplus -= arrays[layout.AIR][base * air_bases.STACK_COUNT + stack]
    for flight in sorted(here, key=lambda flight: arrays[layout.FLIGHT_ROLE][flight] != flight_duties.READY):
        aboard = arrays[layout.FLIGHT_ROLE][flight] not in flight_duties.STRIKES or has_landed(state, flight)
        if aboard and surplus > 0:
            going = min(surplus, arrays[layout.FLIGHT_POINTS][flight])
            remove_points(state, flight, going)
            surplus -= going


def count_flown(state: State, base: int, stack: int, points: int) -> None:
    """5.9 Counts points of land bases that flew in this Game-Turn; each counts once, however often it flies.

    Carrier points suffer no attrition. Transfers are counted when they move (``return_to_base.rebase``). This is called
    before their flight returns or begins. In a later phase, other points of the stack count first or, by an option, the
    same points.
    """
    if base >= FIRST_DECK:
        return
    here = base * air_bases.STACK_COUNT + stack
    there, flown = state.arrays[layout.AIR][here], state.arrays[layout.FLOWN]
    if state.rules.options["flown_twice"] == "same":
        flown[here] = min(max(flown[here], flew_in_phase(state, base, stack) + points), there)
    else:
        flown[here] = min(flown[here] + points, there)


def flew_in_phase(state: State, base: int, stack: int) -> int:
    """5.9 The points of a stack counted in this phase: on patrol, back from a Strike, or transferred."""
    arrays, result = state.arrays, 0
    for flight, there in enumerate(arrays[layout.FLIGHT_BASE]):
        if (there, arrays[layout.FLIGHT_STACK][flight]) == (base, stack) and not arrays[layout.FLIGHT_OF_PHASE_BEFORE][
            flight
        ]:
            counts = arrays[layout.FLIGHT_ROLE][flight] in (
                flight_duties.PATROL,
                flight_duties.TRANSPORT,
                flight_duties.TRANSFER,
            ) or has_landed(state, flight)
            result += arrays[layout.FLIGHT_POINTS][flight] if counts else 0
    return result


def remove_flown(state: State, base: int, stack: int, points: int) -> None:
    """5.6, 5.9 Removes points from a base's count, since they land elsewhere and count there."""
    here = base * air_bases.STACK_COUNT + stack
    state.arrays[layout.FLOWN][here] = max(state.arrays[layout.FLOWN][here] - points, 0)
    state.arrays[layout.TRANSFERRED][here] = min(
        state.arrays[layout.TRANSFERRED][here], state.arrays[layout.FLOWN][here]
    )


def service(state: State, side: int, base: int, stack: int) -> int:
    """5.3 The command that a stack serves in this phase; ``NO_COMMAND`` if it serves none."""
    return flight_duties.serving(state, side).get((base, stack), (NO_COMMAND, 0))[0]


def leave_service(state: State, side: int, base: int, stack: int, points: int) -> None:
    """5.3 Points in service leave their base or are lost; the command serves no others in their place."""
    arrays = state.arrays
    for number in range(SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1)):
        if (arrays[layout.SERVED_BASE][number], arrays[layout.SERVED_STACK][number]) == (base, stack):
            arrays[layout.SERVED_POINTS][number] = max(arrays[layout.SERVED_POINTS][number] - points, 0)
            return


def force_of_command(command: int) -> int:
    """The Task Force whose carriers form a command; -1 for headquarters and bases."""
    return command - OF_FORCE if OF_FORCE <= command < OF_BASE else -1


def phase_begins(state: State) -> None:
    """6.1, 6.6 Begins a phase: flights of the previous phase are kept as such, and earlier flights are removed.

    Points out for the turn (31.1) stay out until its end; patrols end, and ready points are no longer ready.
    """
    arrays = state.arrays
    for side in range(len(SIDES)):
        for flight in list(flight_duties.flying(state, side)):
            duty = arrays[layout.FLIGHT_ROLE][flight]
            if duty == flight_duties.GROUNDED:
                continue
            if arrays[layout.FLIGHT_OF_PHASE_BEFORE][flight] or duty not in FLEW:
                end_flight(state, flight)
                continue
            arrays[layout.FLIGHT_OF_PHASE_BEFORE][flight] = 1
            arrays[layout.FLIGHT_FOUGHT][flight] = 0
            arrays[layout.FLIGHT_WAVE][flight] = -1


def turn_ends(state: State) -> None:
    """31.1, 5.9, 8.42 At the end of a Game-Turn, points that were out may fly again; counts and search results are
    cleared.
    """
    for side in range(len(SIDES)):
        for flight in list(flight_duties.flying(state, side)):
            if state.arrays[layout.FLIGHT_ROLE][flight] == flight_duties.GROUNDED:
                end_flight(state, flight)
    for counted in (state.arrays[block] for block in flight_duties.COUNTED):
        counted[:] = array(counted.typecode, [0]) * len(counted)
    for base in range(len(state.arrays[layout.REPORTED_AIR])):
        state.arrays[layout.REPORTED_AIR][base] = -1
