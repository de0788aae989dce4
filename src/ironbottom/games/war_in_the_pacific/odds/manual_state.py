"""A state with only the forces of a question: Task Forces on the open sea, units in a hex, at a date.

With it, the game's own rules compute the strengths, and no match is needed.
"""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.odds.asking import AskedShip
from ironbottom.games.war_in_the_pacific.pieces import FORCES_A_SIDE, IN_FORCE, SIDE_OF_SHIP, UNITS_OF
from ironbottom.games.war_in_the_pacific.state_types import Rules, State

OPEN_SEA, ASHORE = NUMBER["F1628"], NUMBER["F0604"]
"""A hex without land or weather, and a land hex without a base."""


def with_forces(rules: Rules, turn: int, *forces: Sequence[AskedShip]) -> State:
    """Puts each side's ships in its first Task Force, under way with full tanks on the open sea."""
    cells, arrays = layout.LAYOUT.blank(), tuple([block.blank(max(block.low, -1)) for block in layout.LAYOUT.arrays])
    state = State(rules, cells, (), arrays)
    cells[layout.TURN] = turn
    for ships in forces:
        for ship in ships:
            put_ship(state, ship)
    return state


def force_with_ships(side: int) -> int:
    """The Task Force with a side's ships."""
    return FORCES_A_SIDE * side


def put_ship(state: State, asked: AskedShip) -> None:
    """9.1 Adds a ship to its side's force at sea."""
    pieces = state.rules.pieces
    force = force_with_ships(SIDE_OF_SHIP[asked.ship])
    state.cells[layout.FORCE_AT + force] = OPEN_SEA
    state.cells[layout.FORCE_ACTIVE + force] = 1
    layout.ships_in(state.arrays).put(asked.ship, IN_FORCE + force)
    state.arrays[layout.FUEL][asked.ship] = pieces.ships[asked.ship].fuel
    state.arrays[layout.DAMAGE][asked.ship] = asked.level


def put_units(state: State, side: int, kinds: Sequence[int]) -> list[int]:
    """21.0 Puts units of the given types in the land hex; returns their counters."""
    types, result = state.arrays[layout.UNIT_TYPE], list[int]()
    for kind in kinds:
        unit = next(unit for unit in UNITS_OF[side] if types[unit] < 0)
        types[unit] = kind
        layout.units_in(state.arrays).put(unit, ASHORE)
        result.append(unit)
    return result
