"""9.2, 38.5 The ships in port that may form a Task Force, and the ships of one kind."""

from __future__ import annotations

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.force_movement import has_ships, waters_of
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS, JOINT
from ironbottom.games.war_in_the_pacific.pieces import FORCES, FORCES_A_SIDE, IN_BOX, IN_FORCE, SHIPS_OF, SUNK, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State


def formed(state: State, side: int) -> list[int]:
    """The forces of a side that are on the map."""
    first = FORCES_A_SIDE * side
    hex = state.cells[layout.FORCE_AT + first : layout.FORCE_AT + first + FORCES_A_SIDE]
    return [force for force, where in enumerate(hex, first) if where >= 0]


@cached_by_fingerprint(
    depends_on(
        *(layout.SHIP_AT, layout.MAXIMUM_EFFORT, layout.DAMAGE, layout.MODE_CHANGE, layout.WITHDRAWN),
        cells=[(layout.SCENARIO, 1), (layout.GATHERED, 1), (layout.TURN, 1), (layout.FORCE_AT, len(FORCES))],
    )
)
def gatherable(state: State, side: int) -> dict[int, list[int]]:
    """9.2, 12.6, 18.32 The ships that may join a new force, by hex or box.

    They are in port, in a box, or in a force in the hex. Ships that joined a force in this phase, are bottomed, under
    Maximum Effort repair or changing their mode (15.8) are left out, and so is the last ship of a force.
    """
    mode_changes = state.arrays[layout.MODE_CHANGE]
    done, effort, damaged = (
        state.cells[layout.GATHERED],
        state.arrays[layout.MAXIMUM_EFFORT],
        state.arrays[layout.DAMAGE],
    )
    positions, forces = (
        state.arrays[layout.SHIP_AT].tolist(),
        state.cells[layout.FORCE_AT : layout.FORCE_AT + len(FORCES)],
    )
    result: dict[int, list[int]] = {}
    for ship in SHIPS_OF[side]:
        position = positions[ship]
        if position < 0 or done >> ship & 1 or effort[ship] or damaged[ship] > FLOATS or mode_changes[ship]:
            continue
        if position < IN_FORCE or (IN_BOX <= position < SUNK and not locked(state, ship)):
            result.setdefault(position, []).append(ship)
        elif position < IN_BOX and forces[position - IN_FORCE] >= 0 and not is_alone(state, ship):
            result.setdefault(forces[position - IN_FORCE], []).append(ship)
    return result


def is_alone(state: State, ship: int) -> bool:
    """9.2 Whether a ship is the only one in its force."""
    return state.arrays[layout.SHIP_BELOW][ship] < 0 and state.arrays[layout.SHIP_ABOVE][ship] < 0


def locked(state: State, ship: int) -> bool:
    """42.73 Whether a ship may not leave its box yet."""
    pieces = state.rules.pieces
    if layout.scenario(state).kept_off_map(state, ship):
        return True
    return ship == pieces.waiting_ship and state.cells[layout.TURN] < pieces.waits_until


@cached_by_fingerprint(
    depends_on(layout.SHIP_AT, cells=[(layout.FORCE_AT, len(FORCES)), (layout.FORCE_WATER, len(FORCES))])
)
def forces_in_port(state: State, side: int) -> dict[tuple[int, int], int]:
    """3.21, 9.2 The forces of a side by hex and body of water, without dummies, as bits."""
    result: dict[tuple[int, int], int] = {}
    for force in formed(state, side):
        if has_ships(state, force):
            where = state.cells[layout.FORCE_AT + force], state.cells[layout.FORCE_WATER + force]
            result[where] = result.get(where, 0) | 1 << force
    return result


def friendly_port(state: State, side: int, force: int) -> bool:
    """14.1, 14.3 Whether a force is in a port or anchorage of its side, in the port's body of water."""
    pieces = state.rules.pieces
    hex = state.cells[layout.FORCE_AT + force]
    place = pieces.atlas.places.get(hex)
    if place is None or place.port == "none" or state.arrays[layout.CONTROL][hex] != side:
        return False
    waters = waters_of(state)
    return waters.nodes(hex)[state.cells[layout.FORCE_WATER + force]] == waters.port(hex)


@cached(16)
def joint_shipping(pieces: Pieces, side: int) -> list[int]:
    """38.5 The counters of Joint Shipping of a side, ascending."""
    return [ship for ship in SHIPS_OF[side] if pieces.ships[ship].type in JOINT]


@cached(4096)
def similar_ships(pieces: Pieces, ship: int) -> list[int]:
    """38.5 The counters of the same side, kind and nation as a ship, ascending."""
    row = pieces.ships[ship]
    own = next(side for side in SHIPS_OF if ship in side)
    return [other for other in own if (pieces.ships[other].type, pieces.ships[other].nation) == (row.type, row.nation)]
