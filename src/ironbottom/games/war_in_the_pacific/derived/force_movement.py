"""10.3, 10.4 The ships of a Task Force and its speed."""

from __future__ import annotations

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import Waters
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.derived import ship_condition
from ironbottom.games.war_in_the_pacific.pieces import FORCES, FORCES_A_SIDE, IN_FORCE
from ironbottom.games.war_in_the_pacific.state_types import State

EMPTY_SPEED = 1
"""10.7 The Speed Class of a ship without fuel."""
DRY_PHASES = 2
"""10.7 After this many more Active Phases, a ship without fuel cannot move at all."""


def fuel_for_speed(charts: Charts, speed: int) -> int:
    """10.5 The fuel that a force uses at a speed in a phase."""
    return charts.speed[speed].fuel


def fastest(charts: Charts, tank: int, speed_class: int) -> int:
    """10.5, 10.7 The highest speed that the fuel pays for, within the Speed Class; a ship without fuel has a speed of
    one.
    """
    paid = [speed for speed in range(1, speed_class + 1) if fuel_for_speed(charts, speed) <= tank]
    return max(paid, default=min(EMPTY_SPEED, speed_class))


TIRED_AFTER, TIRED_SPEED = 10, 2
"""18.4 After this many Active Naval Phases a ship is fatigued, and this is its highest speed."""
DUMMY_SPEED = FASTEST = 3
"""9.4, 10.3 The Speed Class of a dummy, and the highest."""


def waters_of(state: State) -> Waters:
    """The ship movement of a state's scenario."""
    pieces = state.rules.pieces
    return pieces.waters(state.cells[layout.SCENARIO])


def node_of(state: State, force: int) -> int:
    """3.21 The node of a force."""
    hex, water = state.cells[layout.FORCE_AT + force], state.cells[layout.FORCE_WATER + force]
    return waters_of(state).nodes(hex)[water]


def ships_of(state: State, force: int) -> list[int]:
    """9.1 The ships of a force, ascending."""
    return layout.ships_in(state.arrays).units(IN_FORCE + force)


def has_ships(state: State, force: int) -> bool:
    """9.4 Whether a force is not a dummy."""
    return state.arrays[layout.SHIP_TOP][IN_FORCE + force] >= 0


def ship_speed(state: State, ship: int) -> int:
    """10.3, 10.7, 12.2, 18.4 The current Speed Class of a ship, which depends on damage, fatigue and fuel."""
    pieces = state.rules.pieces
    arrays = state.arrays
    if arrays[layout.DRY][ship] >= DRY_PHASES:
        return 0
    level = max(arrays[layout.DAMAGE][ship], 0)
    speed = ship_condition.speed_of(pieces.charts, pieces.ships[ship].speed_class, level, arrays[layout.SLOWED][ship])
    if arrays[layout.TIRED][ship] > TIRED_AFTER:
        speed = min(speed, TIRED_SPEED)
    return fastest(pieces.charts, arrays[layout.FUEL][ship], max(speed, 0))


@cached_by_fingerprint(
    depends_on(layout.SHIP_AT, layout.DRY, layout.DAMAGE, layout.SLOWED, layout.TIRED, layout.FUEL), 2 * len(FORCES)
)
def force_speed(state: State, force: int) -> int:
    """9.3 The Speed Class of a force: that of its slowest ship; three for a dummy."""
    return min([ship_speed(state, ship) for ship in ships_of(state, force)], default=DUMMY_SPEED)


@cached(256)
def with_gate(hexes: tuple[int, ...], gate: int) -> tuple[int, ...]:
    """37.1 Hexes with a force's entry hex added, ascending."""
    return tuple(sorted((*hexes, gate)))


def speed_now(state: State, force: int) -> int:
    """9.3, 12.2 The speed of a force: as plotted, or slower if a ship has become slower."""
    return min(state.cells[layout.FORCE_SPEED + force], force_speed(state, force))


def own_forces(side: int) -> range:
    """The forces of a side, including dummies."""
    return range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1))


def forces_out(state: State, side: int) -> list[int]:
    """9.1 The forces of a side on the map or in a box, including dummies."""
    cells = state.cells
    return [n for n in own_forces(side) if cells[layout.FORCE_AT + n] >= 0 or cells[layout.FORCE_BOX + n] >= 0]
