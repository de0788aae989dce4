"""5.31, 5.32 Air headquarters that move, begin to work, and are set up again.

``moved`` is called where a headquarters leaves its hex or comes ashore; ``staffs_begin(play)`` once a Game-Turn, after
supply. One that has moved works from the next Game-Turn on, unless one of its size has begun in its hex in this Cycle:
then it waits for the next.
"""

from __future__ import annotations

from array import array

from ironbottom.engine.core.fields import Domain
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log, turn_record
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.derived import supply_reach
from ironbottom.games.war_in_the_pacific.derived.headquarters_sites import (
    SECONDARY,
    SIZES,
    may_stand,
    size_of,
    touched_by_higher,
)
from ironbottom.games.war_in_the_pacific.derived.unit_parts import free_counters, how_many_free
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, UNITS, UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.rules.turn import supply_payments
from ironbottom.games.war_in_the_pacific.turn_record import Staff
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE

SIZE_NAMES: Domain = Domain("headquarters", SIZES)
"""28.1 The sizes of headquarters, the smallest first."""
WORKS, MOVED, WAITS = range(3)


def moved(state: State, unit: int) -> None:
    """5.32 A headquarters that moves does not work in this Game-Turn."""
    if supply_reach.is_staff(state, unit) and not supply_reach.ports_supply(state):
        state.arrays[places.STAFF][unit] = MOVED


def may_begin(state: State, at: int, size: int) -> bool:
    """5.32 Whether no headquarters of a size has begun to work in a hex in this Cycle."""
    return not state.arrays[places.BEGUN][at] >> size & 1


def begins(state: State, unit: int, at: int) -> None:
    """5.32 A headquarters begins to work in a hex; in the last Game-Turn of a Cycle it does not count for the next."""
    if state.cells[places.TURN] % TURNS_A_CYCLE != TURNS_A_CYCLE - 1:
        state.arrays[places.BEGUN][at] |= 1 << size_of(state, unit)


def staffs_begin(play: Execution) -> None:
    """5.32 As a Game-Turn ends those that stand still begin, one of a size in a hex; the next Cycle starts again."""
    state = play.state
    staffs, begun, at = (state.arrays[place] for place in (places.STAFF, places.BEGUN, places.UNIT_AT))
    if state.cells[places.TURN] % TURNS_A_CYCLE == TURNS_A_CYCLE - 1:
        begun[:] = array(begun.typecode, [0]) * len(begun)
    for unit in range(len(UNITS)):
        if not staffs[unit] or not 0 <= at[unit] < len(GRID):
            continue
        size = size_of(state, unit)
        free = may_begin(state, at[unit], size)
        staffs[unit] = WORKS if free else WAITS
        begun[at[unit]] |= 1 << size


# -- 5.31 secondary headquarters ---------------------------------------------------------------------


def type_number(state: State, side: int, at: int, size: int) -> int:
    """The type of a headquarters of a size, of the nation of those that a side has in play."""
    pieces: Pieces = state.rules.pieces
    types = state.arrays[places.UNIT_TYPE]
    own = next(unit for unit in UNITS_OF[side] if types[unit] >= 0 and supply_reach.is_staff(state, unit))
    return GROUND_TYPES.index[f"{pieces.ground[types[own]].nation}_hq_{SIZES[size]}"]


def sites(state: State, side: int, bases: list[int]) -> dict[int, int]:
    """5.31, 5.32 At which of some bases a secondary headquarters may be set up, and of which sizes, as bits.

    A higher one is in touch, it is paid for, and none of its size has begun there in this Cycle.
    """
    found: dict[int, int] = {}
    for name, cost in SECONDARY.items() if how_many_free(state, side) else ():
        size = SIZES.index(name)
        led = touched_by_higher(state, side, size)
        free = may_stand(state, [at for at in bases if at in led], size)
        for at in supply_reach.payable(state, side, free, cost) if free else ():
            found[at] = found.get(at, 0) | 1 << size
    return found


def set_up(play: Execution, side: int, at: int, size: int) -> None:
    """5.31 A headquarters is paid for and set up."""
    supply_payments.spend(play, side, at, SECONDARY[SIZES[size]])
    stand(play, side, at, type_number(play.state, side, at, size))


def stand(play: Execution, side: int, at: int, kind: int) -> None:
    """5.31, 5.32 A headquarters of a type stands at a base; it works from now on, and has begun in this Cycle."""
    state, unit = play.state, free_counters(play.state, side)[0]
    state.arrays[places.UNIT_TYPE][unit] = kind
    places.units_in(state.arrays).put(unit, at)
    turn_record.write(state, staffs=(*turn_record.read(state, "staffs", ()), Staff(at, kind)))
    begins(state, unit, at)
    play.emit(log.STAFF_SET_UP, unit, kind, at)
