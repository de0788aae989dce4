"""5.0, 5.6 The flights of a side by duty: points that are ready, serve a headquarters, or have struck and returned."""

from __future__ import annotations

from array import array

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FLIGHTS_A_SIDE, SERVED_A_SIDE
from ironbottom.games.war_in_the_pacific.state_types import State

DUTY = layout.DUTIES.index
PATROL, ESCORT, STRAFING, BOMBARDMENT = (DUTY[name] for name in ("patrol", "escort", "strafing", "bombardment"))
BOMB, TORPEDO, KAMIKAZE, RETURNING = (DUTY[name] for name in ("bomb", "torpedo", "kamikaze", "returning"))
TRANSPORT, TRANSFER, READY, GROUNDED = (DUTY[name] for name in ("transport", "transfer", "ready", "grounded"))
STRIKES = frozenset((PATROL, ESCORT, STRAFING, BOMBARDMENT, BOMB, TORPEDO, KAMIKAZE, RETURNING))
"""6.1 The Roles that are a Strike."""
COUNTED = (layout.FLOWN, layout.TRANSFERRED)
"""5.9 The counts of points that flew in a Game-Turn."""


def flight_numbers(side: int) -> range:
    """The numbers of a side's flights."""
    return range(FLIGHTS_A_SIDE * side, FLIGHTS_A_SIDE * (side + 1))


def flying(state: State, side: int) -> list[int]:
    """The existing flights of a side, ascending, including those of the previous phase."""
    return marked(state, side, layout.FLIGHT_BASE)


def marked(state: State, side: int, column: int) -> list[int]:
    """The flights of a side with a value in a column, ascending; they are usually few."""
    result, first = state.arrays[column], FLIGHTS_A_SIDE * side
    here = result[first : first + used_of(result, side)]
    return [number for number, value in enumerate(here, first) if value >= 0]


def used_of(data: array[int], side: int) -> int:
    """The number of a side's flights, counted from the first, that include all values of a column."""
    here = data[FLIGHTS_A_SIDE * side : FLIGHTS_A_SIDE * (side + 1)]
    # Subtracting one from the row as a number finds the highest used bit at once.
    width = 8 * int(here.itemsize)
    bits = int.from_bytes(here.tobytes(), "little") ^ ((1 << width * FLIGHTS_A_SIDE) - 1)
    return -(-bits.bit_length() // width)


def strikes_from_home(duty: int, over: int) -> bool:
    """5.6, 12.5 Whether a flight strikes from its current base, and has not landed there from another base."""
    return duty in STRIKES and (duty != RETURNING or over >= 0)


def ready(state: State, side: int) -> dict[tuple[int, int], int]:
    """6.6 The ready points of a side by base and stack."""
    arrays = state.arrays
    result: dict[tuple[int, int], int] = {}
    for flight in flying(state, side):
        if arrays[layout.FLIGHT_ROLE][flight] == READY:
            key = arrays[layout.FLIGHT_BASE][flight], arrays[layout.FLIGHT_STACK][flight]
            result[key] = result.get(key, 0) + arrays[layout.FLIGHT_POINTS][flight]
    return result


@cached_by_fingerprint(depends_on(layout.SERVED_BASE, layout.SERVED_STACK, layout.SERVED_BY, layout.SERVED_POINTS))
def serving(state: State, side: int) -> dict[tuple[int, int], tuple[int, int]]:
    """5.3 The command of each base and stack, and the number of its points that the command has room for."""
    arrays, result = state.arrays, {}
    for number in reversed(range(SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1))):
        key = arrays[layout.SERVED_BASE][number], arrays[layout.SERVED_STACK][number]
        result[key] = arrays[layout.SERVED_BY][number], arrays[layout.SERVED_POINTS][number]
    return result


@cached_by_fingerprint(
    depends_on(
        *(layout.FLIGHT_BASE, layout.FLIGHT_STACK, layout.FLIGHT_ROLE, layout.FLIGHT_WAVE, layout.FLIGHT_OVER),
        *(layout.FLIGHT_COVERS, layout.FLIGHT_OF_PHASE_BEFORE),
    )
)
def returned(state: State, side: int) -> dict[tuple[int, int], list[int]]:
    """5.6 The flights that struck in this phase and have returned, by base and stack."""
    result: dict[tuple[int, int], list[int]] = {}
    duty, over, old = (
        state.arrays[block] for block in (layout.FLIGHT_ROLE, layout.FLIGHT_OVER, layout.FLIGHT_OF_PHASE_BEFORE)
    )
    base, stack = state.arrays[layout.FLIGHT_BASE], state.arrays[layout.FLIGHT_STACK]
    for flight in flying(state, side):
        if duty[flight] == RETURNING and over[flight] >= 0 and not old[flight]:
            result.setdefault((base[flight], stack[flight]), []).append(flight)
    return result
