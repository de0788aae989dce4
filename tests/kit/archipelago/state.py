"""The layout of a state: 52 cells, and 21,969 more in six arrays, with their visibility."""

from __future__ import annotations

from array import array
from functools import cache

from ironbottom.board.stacks import NOWHERE, Stacks
from ironbottom.engine.core.arrays import Arrays
from ironbottom.engine.core.fields import Domain, Flag, IdField, IdSetField, Number
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.core.visibility import everybody, owners
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.state import State
from tests.kit.archipelago.pieces import (
    FORCE_SETS,
    FORCES,
    FORCES_OF,
    HEXES,
    HOMES,
    IN_FORCE,
    IS_SHIP,
    ISLANDS,
    KINDS,
    LOOKS,
    MAX_OF_A_KIND,
    MIDDLES,
    NORTH,
    ON_ISLAND,
    PLACES,
    PORTS,
    SHIPS_OF,
    SOUTH,
    UNITS,
    UNITS_A_SIDE,
    ZONE_OF,
    ZONES,
    counter,
    scattered,
    side_of,
)

SCENARIOS = Domain("scenario", ("war", "raid"))
IN_RESERVE, HIDDEN, SHOWN, SPENT = range(4)
FORCE_STATES = Domain("state of a force", ("in_reserve", "hidden", "shown", "spent"))


def unseen_ships(state: State, side: int) -> list[int]:
    """The ships of a side that, as far as others know, may be in port or in a hidden task force."""
    positions, cells = state.arrays[AT], state.cells
    return [
        ship
        for ship in SHIPS_OF[side]
        if 0 <= positions[ship] < IN_FORCE
        or (positions[ship] >= IN_FORCE and cells[FORCE_STATE + positions[ship] - IN_FORCE] == HIDDEN)
    ]


def forces_seen(state: State, viewer: int) -> int:
    """4.1 Each side knows the places of its own task forces, and all know those that were revealed."""
    own = FORCE_SETS[viewer] if viewer >= 0 else 0
    states = state.cells[FORCE_STATE : FORCE_STATE + len(FORCES)]
    return own | sum(1 << force for force, how in enumerate(states) if how in (SHOWN, SPENT))


def units_seen(state: State, viewer: int) -> int:
    """2.2 All units except enemy ships that have not been found."""
    unseen = [ship for side in range(2) if side != viewer for ship in unseen_ships(state, side)]
    return ~sum(1 << ship for ship in unseen)


def places_seen(state: State, viewer: int) -> int:
    """2.2 The contents of all places except the enemy's port and its hidden task forces."""
    dark = 0
    for side in range(2):
        if side != viewer:
            dark |= 1 << PORTS[side] | sum(1 << IN_FORCE + force for force in forces_that(state, side, HIDDEN))
    return ~dark


LAYOUT = Layout()
SCENARIO = LAYOUT.cell("scenario", IdField(SCENARIOS), seen=everybody)
ROUND = LAYOUT.cell("round", Number(1, 2), seen=everybody)
HELD = LAYOUT.block("held", 2, IdSetField(ISLANDS), seen=everybody)
"""For each side the islands with its counters; computed, and needed at each decision."""
FORCE_AT = LAYOUT.block("force_at", len(FORCES), IdField(HEXES, none=True), seen=forces_seen)
FORCE_ZONE = LAYOUT.block("force_zone", len(FORCES), IdField(ZONES, none=True), seen=everybody)
"""The zones of the task forces' hexes, which are public."""
FORCE_STATE = LAYOUT.block("force_state", len(FORCES), IdField(FORCE_STATES), seen=everybody)
SILENT = LAYOUT.block("silent", 2 * LOOKS, IdField(HEXES, none=True), seen=owners((7, 56)))
"""For each side the hexes of its searches that found nothing, ascending and secret; then -1."""
LOUD = LAYOUT.block("loud", 2 * LOOKS, IdField(HEXES, none=True), seen=everybody)
"""For each side the hexes of its searches that found something, in order of discovery."""

AT = LAYOUT.array("at", len(UNITS), IdField(PLACES, none=True), seen=units_seen)
BELOW = LAYOUT.array("below", len(UNITS), IdField(UNITS, none=True), seen=units_seen)
ABOVE = LAYOUT.array("above", len(UNITS), IdField(UNITS, none=True), seen=units_seen)
TOP = LAYOUT.array("top", len(PLACES), IdField(UNITS, none=True), seen=places_seen)
TIRED = LAYOUT.array("tired", len(UNITS), Flag(), seen=everybody)
COUNTERS = LAYOUT.array("counters", 2 * len(ISLANDS) * len(KINDS), Number(0, MAX_OF_A_KIND), seen=everybody)


def station(state: State, force: int, hex: int, how: int) -> None:
    """Puts a task force into a hex and its zone, or nowhere, in a state of a force."""
    cells = state.cells
    cells[FORCE_AT + force], cells[FORCE_STATE + force] = hex, how
    cells[FORCE_ZONE + force] = ZONE_OF[hex] if hex >= 0 else -1


def stacks_of(state: State) -> Stacks:
    """The units of a state by place."""
    return stacks_in(state.arrays)


def stacks_in(arrays: Arrays) -> Stacks:
    """The units by place."""
    return Stacks(arrays[AT], arrays[BELOW], arrays[ABOVE], arrays[TOP])


def ships_in(state: State, force: int) -> list[int]:
    """The ships of a task force, ascending."""
    return stacks_of(state).units(IN_FORCE + force)


def forces_that(state: State, side: int, *states: int) -> list[int]:
    """The task forces of a side in one of these states."""
    return [force for force in FORCES_OF[side] if state.cells[FORCE_STATE + force] in states]


def looks_of(state: State, side: int) -> list[int]:
    """The hexes searched by a side, silent ones first."""
    first, last = LOOKS * side, LOOKS * side + LOOKS
    cells = state.cells
    return [hex for hex in (*cells[SILENT + first : SILENT + last], *cells[LOUD + first : LOUD + last]) if hex >= 0]


def held_by(arrays: Arrays, side: int) -> int:
    """The islands with counters of a side, without the cache."""
    counters, wide = arrays[COUNTERS], len(KINDS)
    firsts = [counter(island, side, 0) for island in range(len(ISLANDS))]
    return sum(1 << island for island, first in enumerate(firsts) if any(counters[first : first + wide]))


def add(state: State, island: int, side: int, kind: int, number: int) -> None:
    """Adds counters, or removes some."""
    first = counter(island, side, 0)
    counters = state.arrays[COUNTERS]
    counters[first + kind] += number
    bit = 1 << island
    held = state.cells[HELD + side]
    state.cells[HELD + side] = held | bit if any(counters[first : first + len(KINDS)]) else held & ~bit


# -- 2.4 the start of a scenario -------------------------------------------------------------------------


def place_of_company(unit: int) -> int:
    """The companies of a side garrison every second island, some eight together in each of two hexes."""
    side = side_of(unit)
    islands = [number for number in range(len(ISLANDS)) if number % 2 == side]
    number = unit % UNITS_A_SIDE
    island = islands[number % len(islands)]
    hexes = ON_ISLAND[island]
    return hexes[scattered(number // 400, island) % len(hexes)]


def counters_at_start(scenario: int) -> dict[tuple[int, int, int], int]:
    """The number of counters by island, side and kind; there are few in the raid."""
    found = {}
    for side in (NORTH, SOUTH):
        for kind in range(len(KINDS)):
            found[HOMES[side], side, kind] = 6 if scenario == 0 else 3
            for number in range(12 if scenario == 0 else 3):
                island = (HOMES[side] + (1 + 2 * number) * (1 if side else -1)) % len(MIDDLES)
                if scattered(island, kind) % 3:
                    found[island, side, kind] = 2
    return found


def places_at_start(scenario: int) -> array[int]:
    """The place of each unit; in the raid only eight ships per side take part."""
    units = range(len(UNITS))
    positions = array("h", [PORTS[side_of(unit)] if IS_SHIP[unit] else place_of_company(unit) for unit in units])
    for ships in SHIPS_OF if scenario else ():
        for ship in ships[8:]:
            positions[ship] = NOWHERE
    return positions


@cache
def _prepared(scenario: int) -> tuple[list[int], Arrays]:
    cells = [scenario, 1, 0, 0, *[-1] * 2 * len(FORCES), *[IN_RESERVE] * len(FORCES), *[-1] * 4 * LOOKS]
    arrays = tuple([block.blank(max(block.low, -1)) for block in LAYOUT.arrays])
    stacks_in(arrays).placed(places_at_start(scenario))
    for (island, side, kind), number in counters_at_start(scenario).items():
        arrays[COUNTERS][counter(island, side, kind)] = number
    cells[HELD], cells[HELD + 1] = held_by(arrays, NORTH), held_by(arrays, SOUTH)
    return cells, arrays


def at_start(rules: Rules, scenario: int, stack: tuple[Procedure, ...] = ()) -> State:
    """A new state at the start of a scenario, with these frames."""
    cells, arrays = _prepared(scenario)
    return State(rules, cells[:], stack, tuple([numbers[:] for numbers in arrays]))
