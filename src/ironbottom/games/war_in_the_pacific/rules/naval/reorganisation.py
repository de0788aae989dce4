"""38.5 Reorganization of Joint Shipping: a unit in port is split into two smaller units, or two units are joined again.

A part has a level for each quarter of the capacity that it lacks. These are not damage and score
nothing (47.24). Reorganized units stay in port for the phase; a part needs an unused counter.
"""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Numbers
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.ship_condition import shipping_room
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import joint_shipping, similar_ships
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, IN_FORCE, SHIPS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

WHOLE = 4
"""12.2, 38.5 A whole unit is four quarters."""
QUARTERS = Numbers("quarters", 1, WHOLE - 1)


def quarters(state: State, ship: int) -> int:
    """38.5 The number of quarters of a whole unit that a unit has."""
    return WHOLE - state.arrays[layout.SHRUNK][ship]


def in_dock(state: State, side: int) -> list[int]:
    """38.5 A side's undamaged Joint Shipping in port, in no force, that was not reorganized in this phase."""
    lies, damage, done = state.arrays[layout.SHIP_AT], state.arrays[layout.DAMAGE], state.cells[layout.GATHERED]
    result = [ship for ship in joint_shipping(state.rules.pieces, side) if 0 <= lies[ship] < IN_FORCE]
    shifts = state.arrays[layout.MODE_CHANGE]
    return [ship for ship in result if not (damage[ship] or done >> ship & 1 or shifts[ship])]


def unused_counter(state: State, ship: int) -> int:
    """38.5 The first counter of a ship's kind and nation that was never in play; -1 if there is none."""
    lies, serves = state.arrays[layout.SHIP_AT], state.arrays[layout.SHIP_LINK]
    free = [other for other in similar_ships(state.rules.pieces, ship) if lies[other] < 0 and not serves[other]]
    return free[0] if free else -1


@restriction(
    "38.5",
    "{ship} must be a whole APB, SF or MS of yours that is alone in port without troops, and a counter must be free",
)
def divisible_ship(state: State, frame: Procedure, side: int) -> IdSet:
    units = layout.units_in(state.arrays)
    result = [ship for ship in in_dock(state, side) if quarters(state, ship) > 1 and not units.units(ABOARD + ship)]
    return sets.from_iterable([ship for ship in result if unused_counter(state, ship) >= 0], len(SHIPS))


@restriction("38.5", "{ship} is too small to split off {quarters}")
def to_split(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    return (2 << quarters(state, ship) - 1) - 2


@restriction("38.5", "{ship} is not an undamaged part of an APB, SF or MS of yours, alone in port")
def parts(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable([ship for ship in in_dock(state, side) if units_to_join(state, side, ship)], len(SHIPS))


@restriction("38.5", "{into} is of another type, is elsewhere, or is too large to combine with it")
def same_type_with_room(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    return sets.from_iterable(units_to_join(state, side, ship), len(SHIPS))


def units_to_join(state: State, side: int, ship: int) -> list[int]:
    """38.5 The units in the same port that a part can join."""
    lies, kinds, own = state.arrays[layout.SHIP_AT], similar_ships(state.rules.pieces, ship), quarters(state, ship)
    return [
        other
        for other in in_dock(state, side)
        if other != ship and lies[other] == lies[ship] and other in kinds and own + quarters(state, other) <= WHOLE
    ]


DIVIDE: Verb = Verb(
    "divide",
    clause="38.5",
    ends_list="never",
    ship=Argument(SHIPS, divisible_ship, always_completes=True),
    quarters=Argument(QUARTERS, to_split),
)
COMBINE: Verb = Verb(
    "combine",
    clause="38.5",
    ends_list="never",
    ship=Argument(SHIPS, parts, always_completes=True),
    into=Argument(SHIPS, same_type_with_room),
)


def divide(execution: Execution, side: int, ship: int, part: int) -> None:
    """38.5 Splits this many quarters off a unit; stores beyond the remaining room go with them."""
    state, new = execution.state, unused_counter(execution.state, ship)
    arrays = state.arrays
    set_size(state, ship, quarters(state, ship) - part)
    arrays[layout.DAMAGE][new] = 0
    set_size(state, new, part)
    layout.ships_in(arrays).put(new, arrays[layout.SHIP_AT][ship])
    for array in (layout.FUEL, layout.TIRED, layout.DRY):
        arrays[array][new] = arrays[array][ship]
    pieces = state.rules.pieces
    room = shipping_room(pieces.ships[ship].load_quarters, arrays[layout.SHRUNK][ship])
    arrays[layout.CARGO][new] = max(arrays[layout.CARGO][ship] - room, 0)
    arrays[layout.CARGO][ship] -= arrays[layout.CARGO][new]
    state.cells[layout.GATHERED] |= 1 << ship | 1 << new
    execution.emit_to(side, log.DIVIDED, ship, new, part)


def combine(execution: Execution, side: int, ship: int, into: int) -> None:
    """38.5 Joins a part to another with everything aboard; its counter leaves play."""
    state, arrays = execution.state, execution.state.arrays
    set_size(state, into, quarters(state, into) + quarters(state, ship))
    arrays[layout.CARGO][into] += arrays[layout.CARGO][ship]
    stacks = layout.units_in(arrays)
    for unit in list(stacks.units(ABOARD + ship)):
        stacks.put(unit, ABOARD + into)
    for array, pick in ((layout.FUEL, min), (layout.TIRED, max), (layout.DRY, max)):
        arrays[array][into] = pick(arrays[array][into], arrays[array][ship])
        arrays[array][ship] = 0
    arrays[layout.CARGO][ship] = arrays[layout.SHRUNK][ship] = 0
    arrays[layout.REFITTING][ship] = arrays[layout.SLOWED][ship] = 0
    layout.ships_in(arrays).put(ship, -1)
    state.cells[layout.GATHERED] |= 1 << into
    execution.emit_to(side, log.COMBINED, ship, into)


def set_size(state: State, ship: int, left: int) -> None:
    """38.5 Sets the size of a unit to this many quarters."""
    state.arrays[layout.SHRUNK][ship] = WHOLE - left
