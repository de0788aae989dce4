"""5.31, 5.32 Air headquarters: movement, work, and secondary headquarters.

``stop_work_after_move`` is called when a headquarters leaves its hex or lands; ``work_begins(execution)`` once a
Game-Turn, after supply. A headquarters that has moved works from the next Game-Turn on. If one of its size has begun in
its hex in this Cycle, it waits for the next Cycle.
"""

from __future__ import annotations

from array import array

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Domain
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import supply_reach
from ironbottom.games.war_in_the_pacific.derived.headquarters_sites import (
    SECONDARY,
    SIZES,
    headquarters_hexes,
    headquarters_size,
    may_stand,
    touched_by_higher,
)
from ironbottom.games.war_in_the_pacific.derived.unit_parts import free_counters, how_many_free
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, HEXES, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.turn import supply_payments
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turn_record import StartedHeadquarters
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE

SIZE_NAMES: Domain = Domain("headquarters", SIZES)
"""28.1 The sizes of headquarters, the smallest first."""
WORKS, MOVED, WAITS = range(3)


def stop_work_after_move(state: State, unit: int) -> None:
    """5.32 A headquarters that moves does not work in this Game-Turn."""
    if supply_reach.is_headquarters(state, unit) and not supply_reach.ports_supply(state):
        state.arrays[layout.IDLE_HEADQUARTERS][unit] = MOVED


def may_begin_headquarters(state: State, hex: int, size: int) -> bool:
    """5.32 Whether no headquarters of a size has begun to work in a hex in this Cycle."""
    return not state.arrays[layout.HEADQUARTERS_STARTED][hex] >> size & 1


def begin_work(state: State, unit: int, hex: int) -> None:
    """5.32 Begins the work of a headquarters in a hex; in a Cycle's last Game-Turn this does not count for the next
    Cycle.
    """
    if state.cells[layout.TURN] % TURNS_A_CYCLE != TURNS_A_CYCLE - 1:
        state.arrays[layout.HEADQUARTERS_STARTED][hex] |= 1 << headquarters_size(state, unit)


def work_begins(execution: Execution) -> None:
    """5.32 At the end of a Game-Turn, headquarters that stay begin to work, one of each size per hex; in a new Cycle
    the count starts again.
    """
    state = execution.state
    work, begun, hex = (
        state.arrays[place] for place in (layout.IDLE_HEADQUARTERS, layout.HEADQUARTERS_STARTED, layout.UNIT_AT)
    )
    if state.cells[layout.TURN] % TURNS_A_CYCLE == TURNS_A_CYCLE - 1:
        begun[:] = array(begun.typecode, [0]) * len(begun)
    for unit in range(len(UNITS)):
        if not work[unit] or not 0 <= hex[unit] < len(GRID):
            continue
        size = headquarters_size(state, unit)
        free = may_begin_headquarters(state, hex[unit], size)
        work[unit] = WORKS if free else WAITS
        begun[hex[unit]] |= 1 << size


# -- 5.31 secondary headquarters ---------------------------------------------------------------------


def type_number(state: State, side: int, hex: int, size: int) -> int:
    """The type of a headquarters of a size, of the same nation as those that the side has in play."""
    pieces = state.rules.pieces
    types = state.arrays[layout.UNIT_TYPE]
    own = next(unit for unit in UNITS_OF[side] if types[unit] >= 0 and supply_reach.is_headquarters(state, unit))
    return GROUND_TYPES.index[f"{pieces.ground[types[own]].nation}_hq_{SIZES[size]}"]


def secondary_sites(state: State, side: int, bases: list[int]) -> dict[int, int]:
    """5.31, 5.32 The bases among these where a secondary headquarters may be set up, with its possible sizes as bits.

    A higher headquarters is connected, the cost can be paid, and none of its size has begun there in this Cycle.
    """
    result: dict[int, int] = {}
    for name, cost in SECONDARY.items() if how_many_free(state, side) else ():
        size = SIZES.index(name)
        led = touched_by_higher(state, side, size)
        free = may_stand(state, [hex for hex in bases if hex in led], size)
        for hex in supply_reach.payable_hexes(state, side, free, cost) if free else ():
            result[hex] = result.get(hex, 0) | 1 << size
    return result


def set_up(execution: Execution, side: int, hex: int, size: int) -> None:
    """5.31 Pays for a headquarters and sets it up."""
    supply_payments.spend_supply(execution, side, hex, SECONDARY[SIZES[size]])
    place_headquarters(execution, side, hex, type_number(execution.state, side, hex, size))


def place_headquarters(execution: Execution, side: int, hex: int, kind: int) -> None:
    """5.31, 5.32 Places a headquarters of a type at a base; it works at once, and counts as begun in this Cycle."""
    state, unit = execution.state, free_counters(execution.state, side)[0]
    state.arrays[layout.UNIT_TYPE][unit] = kind
    layout.units_in(state.arrays).put(unit, hex)
    turn_record.write_turn_record(
        state, staffs=(*turn_record.read(state, "staffs", ()), StartedHeadquarters(hex, kind))
    )
    begin_work(state, unit, hex)
    execution.emit(log.STAFF_SET_UP, unit, kind, hex)


@restriction("5.31", "you have no {kind} near a higher headquarters that you can pay for")
def may_be_raised(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(headquarters_hexes(state, side), len(GROUND_TYPES))


@restriction(
    "5.32", "{at} is not one of your airbases connected to a higher headquarters, or one of that size was begun there"
)
def headquarters_base(state: State, frame: Procedure, side: int, kind: int) -> IdSet:
    return sets.from_iterable(headquarters_hexes(state, side).get(kind, []), len(HEXES))


RAISE_HEADQUARTERS = Verb(
    "raise_staff",
    clause="5.31",
    ends_list="never",
    kind=Argument(GROUND_TYPES, may_be_raised),
    at=Argument(HEXES, headquarters_base),
)
