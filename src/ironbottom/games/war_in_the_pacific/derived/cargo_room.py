"""15.0 The cargo that ships may load, where each unloads, and the Cargo Capacity that is left."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import COASTAL
from ironbottom.games.war_in_the_pacific.derived import completed_construction, port_capacity
from ironbottom.games.war_in_the_pacific.derived.force_missions import mission_of
from ironbottom.games.war_in_the_pacific.derived.force_movement import node_of, waters_of
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS as QUARTERS
from ironbottom.games.war_in_the_pacific.derived.ship_condition import load_of, load_room
from ironbottom.games.war_in_the_pacific.derived.ship_repair_capacity import cargo_halved_by_effort
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    BASE_AT,
    FORCES,
    IN_FORCE,
    SHIPS_OF,
    SUNK,
    UNITS_OF,
)
from ironbottom.games.war_in_the_pacific.state_types import State

CARRYING = ("transport", "assault")


class Berth(NamedTuple):
    """Where and how a ship loads or unloads: the hex, and whether in the port, over the beach, or not at all."""

    hex: int
    by_port: bool
    force: int


BERTH_READ = depends_on(
    *(layout.SHIP_AT, layout.CONTROL),
    cells=[
        *((layout.SCENARIO, 1), (layout.FORCE_AT, len(FORCES)), (layout.FORCE_MISSION, len(FORCES))),
        (layout.FORCE_WATER, len(FORCES)),
    ],
)
"""16.1 The fingerprint of everything that decides where ships may handle cargo."""


@cached_by_fingerprint(BERTH_READ)
def berth_of(state: State, ship: int) -> Berth | None:
    """16.1, 16.3 Where a ship may handle cargo: in port outside any force, or in a force on Transport or Assault at a
    coast.
    """
    pieces = state.rules.pieces
    place = state.arrays[layout.SHIP_AT][ship]
    side = ship not in SHIPS_OF[0]
    if 0 <= place < IN_FORCE:
        return Berth(place, True, -1) if state.arrays[layout.CONTROL][place] == side else None
    if not IN_FORCE <= place < IN_FORCE + len(FORCES):
        return None
    force = place - IN_FORCE
    hex = state.cells[layout.FORCE_AT + force]
    if hex < 0 or mission_of(state, force) not in CARRYING or pieces.atlas.kind[hex] < COASTAL:
        return None
    here = pieces.atlas.places.get(hex)
    water = waters_of(state).port(hex) == node_of(state, force)
    port = here is not None and here.port != "none" and state.arrays[layout.CONTROL][hex] == side and water
    return Berth(hex, port, force)


PORT_READ = depends_on(
    *(layout.CONTROL, layout.SHIP_AT, layout.MAXIMUM_EFFORT, layout.PORT_HURT, layout.PORT_TAKEN),
    *(layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED),
    cells=[(layout.SCENARIO, 1), (layout.FORCE_AT, len(FORCES)), (layout.FORCE_WATER, len(FORCES))],
)
"""14.1 The fingerprint of everything that affects a port's handling of cargo in a phase."""
ORDERS_READ = depends_on(
    *(layout.SHIP_AT, layout.CONTROL, layout.BOUND_FOR, layout.TAKES, layout.LEAVES, layout.UNIT_AT, layout.UNIT_TYPE),
    *(layout.CARGO, layout.DAMAGE, layout.SHRUNK),
    cells=[
        *((layout.SCENARIO, 1), (layout.FORCE_AT, len(FORCES)), (layout.FORCE_MISSION, len(FORCES))),
        (layout.FORCE_WATER, len(FORCES)),
    ],
)
"""16.1 The fingerprint of ships' cargo orders."""


@cached_by_fingerprint(PORT_READ)
def cargo_capacity(state: State, side: int, hex: int) -> int:
    """14.1, 14.3 to 14.5, 18.33, 27.3 The quarters of Load Points that a port can handle in a phase."""
    cargo = port_capacity.cargo(state, side, hex)
    if (
        completed_construction.port_at(state, hex) == "none"
    ):  # Cargo handled by Base Forces needs no port that could be damaged or captured.
        return QUARTERS * cargo
    cargo = max(cargo - layout.scenario(state).cargo_lost(state, hex) - state.arrays[layout.PORT_HURT][BASE_AT[hex]], 0)
    for halved in (cargo_halved_by_effort(state, side, hex), state.arrays[layout.PORT_TAKEN][BASE_AT[hex]]):
        cargo = -(-cargo // 2) if halved else cargo
    return QUARTERS * cargo


def load(state: State, unit: int) -> int:
    """15.6 The quarters of Load Points of a unit."""
    return QUARTERS * type_of(state, unit).load


@cached_by_fingerprint(ORDERS_READ)
def bound_load(state: State, ship: int) -> int:
    """16.1 The load of a ship after its orders of this phase, before unloading."""
    side = ship not in SHIPS_OF[0]
    taken = sum(load(state, unit) for unit in units_boarding(state, side, ship) if not is_aboard(state, unit))
    return load_of(state, ship) + taken + state.arrays[layout.TAKES][ship]


def units_boarding(state: State, side: int, ship: int) -> list[int]:
    """16.1, 16.3 The units of a side that board or leave a ship in this phase."""
    return _bound(state, side).get(ship, [])


@cached_by_fingerprint(depends_on(layout.BOUND_FOR))
def _bound(state: State, side: int) -> dict[int, list[int]]:
    bound, result = state.arrays[layout.BOUND_FOR], dict[int, list[int]]()
    for unit in UNITS_OF[side]:
        if bound[unit] >= 0:
            result.setdefault(bound[unit], []).append(unit)
    return result


def is_aboard(state: State, unit: int) -> bool:
    """Whether a unit is on a ship."""
    return state.arrays[layout.UNIT_AT][unit] >= ABOARD


@cached_by_fingerprint(ORDERS_READ)
def room_on_ship(state: State, ship: int) -> int:
    """16.1, 16.5 The room left on a ship after its orders, in quarters; destroyers in one place share their room."""
    pieces = state.rules.pieces
    if pieces.ships[ship].type != "DD":
        return load_room(state, ship) - bound_load(state, ship)
    return shared_room(state, ship not in SHIPS_OF[0], state.arrays[layout.SHIP_AT][ship])


@cached_by_fingerprint(ORDERS_READ)
def shared_room(state: State, side: int, here: int) -> int:
    """16.5 The room left on a side's destroyers in one place, in quarters."""
    ships = state.rules.pieces.ships
    mine = [ship for ship in layout.ships_in(state.arrays).units(here) if ship in SHIPS_OF[side]]
    return sum(load_room(state, ship) - bound_load(state, ship) for ship in mine if ships[ship].type == "DD")


def ordered(state: State, ship: int) -> int:
    """16.1, 16.3 The Supply Points that a ship loads or unloads according to its orders."""
    result: int = state.arrays[layout.TAKES][ship] + state.arrays[layout.LEAVES][ship]
    return result


@cached_by_fingerprint(BERTH_READ)
def cargo_ships(state: State, side: int) -> list[int]:
    """16.1 The ships of a side with room for cargo that may handle it now."""
    pieces = state.rules.pieces
    positions = state.arrays[layout.SHIP_AT]
    return [
        ship
        for ship in SHIPS_OF[side]
        if pieces.ships[ship].load_quarters and 0 <= positions[ship] < SUNK and berth_of(state, ship) is not None
    ]


@cached_by_fingerprint(ORDERS_READ)
def handled_by_hex(state: State, side: int) -> dict[int, int]:
    result: dict[int, int] = {}
    for hex, berthed in carriers_by_hex(state, side).items():
        for ship, berth in berthed:
            if berth.by_port or completed_construction.port_at(state, hex) == "none":
                units = sum(load(state, unit) for unit in units_boarding(state, side, ship))
                result[hex] = result.get(hex, 0) + ordered(state, ship) + units
    return result


@cached_by_fingerprint(BERTH_READ)
def carriers_by_hex(state: State, side: int) -> dict[int, list[tuple[int, Berth]]]:
    """16.1 The ships of a side with room for cargo that may handle it now, by hex, each with its berth."""
    result: dict[int, list[tuple[int, Berth]]] = {}
    for ship in cargo_ships(state, side):
        berth = berth_of(state, ship)
        if berth is not None:
            result.setdefault(berth.hex, []).append((ship, berth))
    return result


def handled(state: State, side: int, hex: int) -> int:
    """14.1 The quarters that a port handles, loaded and unloaded, according to the orders of this phase."""
    return handled_by_hex(state, side).get(hex, 0)


def left_in_port(state: State, side: int, hex: int) -> int:
    """14.1, 14.3 The quarters that a port, or the lighters of an anchorage, can still handle."""
    return cargo_capacity(state, side, hex) - handled(state, side, hex)
