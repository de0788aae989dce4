"""14.1, 16.1 to 16.6 What ships may take aboard, put ashore or land, within ports, beaches and their own rooms."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import COASTAL
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    BASE_AT,
    FORCES,
    IN_FORCE,
    PACKED,
    SHIPS_OF,
    SUNK,
    UNITS_OF,
    Pieces,
    side_of_force,
)
from ironbottom.games.war_in_the_pacific.rules.bases import construction
from ironbottom.games.war_in_the_pacific.rules.bases.ship_repair import cargo_bound
from ironbottom.games.war_in_the_pacific.rules.land.ground_units import deployed_bases, type_of
from ironbottom.games.war_in_the_pacific.rules.naval.damage import FLOATS as QUARTERS
from ironbottom.games.war_in_the_pacific.rules.naval.sailing import node_of, ships_of, waters_of
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import load_of, room, units_aboard
from ironbottom.games.war_in_the_pacific.rules.naval.surface_contact import forces_at, mission_of
from ironbottom.games.war_in_the_pacific.rules.search.search_points import weather
from ironbottom.games.war_in_the_pacific.rules.shore import port_capacity
from ironbottom.games.war_in_the_pacific.rules.shore.bombardment import base_at

NOT_SHIPPED = ("entrenchment",)
BEACH_RATE = {"APB": "apb_a_phase", "MS": "ms_a_phase", "SF": "ms_a_phase", "DD": "fast_run"}
"""16.3, 16.5 The rows of the assault table by the types that land; a service force as merchants do."""
FAST_RUN = "fast_run"
AIR_HEXES = 3
"""15.2 Within this many hexes of an airbase shipping is under its aircraft."""
CARRYING = ("transport", "assault")


class Berth(NamedTuple):
    """Where a ship loads or unloads: a hex, and whether it does so by the port, by the beach, or not at all."""

    at: int
    by_port: bool
    force: int


BERTH_READ = depends_on(
    *(places.SHIP_AT, places.CONTROL),
    cells=[
        *((places.SCENARIO, 1), (places.FORCE_AT, len(FORCES)), (places.FORCE_MISSION, len(FORCES))),
        (places.FORCE_WATER, len(FORCES)),
    ],
)
"""16.1 All that bears on where ships may handle cargo."""


@cached_by_fingerprint(BERTH_READ)
def berth_of(state: State, ship: int) -> Berth | None:
    """16.1, 16.3 Where a ship may handle cargo: single in port, or in a force on Transport or Assault at a coast."""
    pieces: Pieces = state.rules.pieces
    place = state.arrays[places.SHIP_AT][ship]
    side = ship not in SHIPS_OF[0]
    if 0 <= place < IN_FORCE:
        return Berth(place, True, -1) if state.arrays[places.CONTROL][place] == side else None
    if not IN_FORCE <= place < IN_FORCE + len(FORCES):
        return None
    force = place - IN_FORCE
    at = state.cells[places.FORCE_AT + force]
    if at < 0 or mission_of(state, force) not in CARRYING or pieces.atlas.kind[at] < COASTAL:
        return None
    here = pieces.atlas.places.get(at)
    water = waters_of(state).port(at) == node_of(state, force)
    port = here is not None and here.port != "none" and state.arrays[places.CONTROL][at] == side and water
    return Berth(at, port, force)


PORT_READ = depends_on(
    *(places.CONTROL, places.SHIP_AT, places.EFFORT, places.PORT_HURT, places.PORT_TAKEN),
    *(places.UNIT_AT, places.UNIT_TYPE, places.DEPLOYED),
    cells=[(places.SCENARIO, 1), (places.FORCE_AT, len(FORCES)), (places.FORCE_WATER, len(FORCES))],
)
"""14.1 All that bears on what a port handles in a phase."""
ORDERS_READ = depends_on(
    *(places.SHIP_AT, places.CONTROL, places.BOUND_FOR, places.TAKES, places.LEAVES, places.UNIT_AT, places.UNIT_TYPE),
    *(places.CARGO, places.DAMAGE, places.SHRUNK),
    cells=[
        *((places.SCENARIO, 1), (places.FORCE_AT, len(FORCES)), (places.FORCE_MISSION, len(FORCES))),
        (places.FORCE_WATER, len(FORCES)),
    ],
)
"""16.1 All that bears on what ships are to take and to leave."""


@cached_by_fingerprint(PORT_READ)
def capacity(state: State, side: int, at: int) -> int:
    """14.1, 14.3 to 14.5, 18.33, 27.3 The quarters of Load Points that a port handles in a phase."""
    cargo = port_capacity.cargo(state, side, at)
    if construction.port_at(state, at) == "none":  # What Base Forces handle is no port, to be hurt or captured.
        return QUARTERS * cargo
    cargo = max(cargo - places.scenario(state).cargo_lost(state, at) - state.arrays[places.PORT_HURT][BASE_AT[at]], 0)
    for halved in (cargo_bound(state, side, at), state.arrays[places.PORT_TAKEN][BASE_AT[at]]):
        cargo = -(-cargo // 2) if halved else cargo
    return QUARTERS * cargo


def load(state: State, unit: int) -> int:
    """15.6 The quarters of Load Points of a unit."""
    return QUARTERS * type_of(state, unit).load


def beach_rate(state: State, force: int) -> int:
    """16.3, 16.5 The quarters that a force lands on a beach in a phase: a part of each ship's room, none in Storm."""
    pieces: Pieces = state.rules.pieces
    if weather(state, state.cells[places.FORCE_AT + force]) == "storm":
        return 0
    rows, found = pieces.facts.table(charts.AMPHIBIOUS), 0
    watched = mission_of(state, force) == "transport" and under_enemy_air(state, force)
    for ship in ships_of(state, force):
        name = BEACH_RATE.get(pieces.ships[ship].type)
        if name and (name == FAST_RUN or not watched):
            found += room(state, ship) * rows[name].parts // rows[name].of
    return found


def under_enemy_air(state: State, force: int) -> bool:
    """16.5, 15.2 Whether a force is within three hexes of an enemy airbase that works; who is based there is hidden."""
    pieces: Pieces = state.rules.pieces
    side, at = side_of_force(force), state.cells[places.FORCE_AT + force]
    control, level, hurt = (state.arrays[place] for place in (places.CONTROL, places.LEVEL, places.HURT))
    near = [there for there in pieces.atlas.places if GRID.distance(at, there) <= AIR_HEXES]
    return any(control[there] == 1 - side and level[BASE_AT[there]] > hurt[BASE_AT[there]] for there in near)


@cached_by_fingerprint(ORDERS_READ)
def bound_load(state: State, ship: int) -> int:
    """16.1 What a ship has aboard when its orders of this phase are carried out, before it unloads."""
    side = ship not in SHIPS_OF[0]
    taken = sum(load(state, unit) for unit in bound_for(state, side, ship) if not is_aboard(state, unit))
    return load_of(state, ship) + taken + state.arrays[places.TAKES][ship]


def bound_for(state: State, side: int, ship: int) -> list[int]:
    """16.1, 16.3 The units of a side that board a ship in this phase, or leave it."""
    return _bound(state, side).get(ship, [])


@cached_by_fingerprint(depends_on(places.BOUND_FOR))
def _bound(state: State, side: int) -> dict[int, list[int]]:
    bound, found = state.arrays[places.BOUND_FOR], dict[int, list[int]]()
    for unit in UNITS_OF[side]:
        if bound[unit] >= 0:
            found.setdefault(bound[unit], []).append(unit)
    return found


def is_aboard(state: State, unit: int) -> bool:
    """Whether a unit is on a ship."""
    return state.arrays[places.UNIT_AT][unit] >= ABOARD


@cached_by_fingerprint(ORDERS_READ)
def room_for(state: State, ship: int) -> int:
    """16.1, 16.5 The quarters of room left on a ship by its orders; destroyers in one place share theirs."""
    pieces: Pieces = state.rules.pieces
    if pieces.ships[ship].type != "DD":
        return room(state, ship) - bound_load(state, ship)
    return shared_room(state, ship not in SHIPS_OF[0], state.arrays[places.SHIP_AT][ship])


@cached_by_fingerprint(ORDERS_READ)
def shared_room(state: State, side: int, here: int) -> int:
    """16.5 The quarters of room left on the destroyers of a side in one place."""
    ships = state.rules.pieces.ships
    mine = [ship for ship in places.ships_in(state.arrays).units(here) if ship in SHIPS_OF[side]]
    return sum(room(state, ship) - bound_load(state, ship) for ship in mine if ships[ship].type == "DD")


def room_for_supply(state: State, ship: int) -> int:
    """16.1 The Supply Points for which a ship has room itself: those that destroyers share carry troops."""
    return min(room_for(state, ship), room(state, ship) - bound_load(state, ship))


def ordered(state: State, ship: int) -> int:
    """16.1, 16.3 The Supply Points that a ship takes or leaves by its orders."""
    found: int = state.arrays[places.TAKES][ship] + state.arrays[places.LEAVES][ship]
    return found


@cached_by_fingerprint(BERTH_READ)
def carriers_of(state: State, side: int) -> list[int]:
    """16.1 The ships of a side with room for cargo that may handle it now."""
    pieces: Pieces = state.rules.pieces
    at = state.arrays[places.SHIP_AT]
    return [
        ship
        for ship in SHIPS_OF[side]
        if pieces.ships[ship].load_quarters and 0 <= at[ship] < SUNK and berth_of(state, ship) is not None
    ]


def handled(state: State, side: int, at: int) -> int:
    """14.1 The quarters that a port handles by the orders of this phase, loaded and unloaded."""
    return _handled(state, side).get(at, 0)


@cached_by_fingerprint(ORDERS_READ)
def _handled(state: State, side: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for at, berthed in carriers_by_hex(state, side).items():
        for ship, berth in berthed:
            if berth.by_port or construction.port_at(state, at) == "none":
                units = sum(load(state, unit) for unit in bound_for(state, side, ship))
                found[at] = found.get(at, 0) + ordered(state, ship) + units
    return found


@cached_by_fingerprint(BERTH_READ)
def carriers_by_hex(state: State, side: int) -> dict[int, list[tuple[int, Berth]]]:
    """16.1 The ships of a side with room for cargo that may handle it now, each with its berth, by hex."""
    found: dict[int, list[tuple[int, Berth]]] = {}
    for ship in carriers_of(state, side):
        berth = berth_of(state, ship)
        if berth is not None:
            found.setdefault(berth.at, []).append((ship, berth))
    return found


def landed_by(state: State, side: int, force: int) -> int:
    """16.3 The quarters that a force puts over a beach, or lifts from one (16.6), by the orders of this phase."""
    ships = ships_of(state, force)
    units = sum(load(state, unit) for ship in ships for unit in bound_for(state, side, ship))
    return units + sum(ordered(state, ship) for ship in ships)


def left_at(state: State, side: int, berth: Berth) -> int:
    """14.1, 14.3, 16.3 The quarters that may still be handled at a berth: at anchor by lighters, or as on a beach."""
    by_port = left_in_port(state, side, berth.at) if served(state, side, berth) else 0
    if not over_beach(state, side, berth):
        return by_port
    return max(by_port, beach_rate(state, berth.force) - landed_by(state, side, berth.force))


def left_in_port(state: State, side: int, at: int) -> int:
    """14.1, 14.3 The quarters that a port, or the lighters of an anchorage, may still handle."""
    return capacity(state, side, at) - handled(state, side, at)


def served(state: State, side: int, berth: Berth) -> bool:
    """14.1, 27.3 Whether a port handles cargo at a berth, or, on an own coast that has none, full Base Forces do."""
    own = state.arrays[places.CONTROL][berth.at] == side
    bare = own and construction.port_at(state, berth.at) == "none"
    return berth.by_port or (bare and deployed_bases(state, side, berth.at) > 0)


def stores_lie(state: State, side: int, berth: Berth) -> bool:
    """16.3, 25.2 Whether stores can lie where a ship is: in a hex of its side with a base, port or not."""
    return bool(state.arrays[places.CONTROL][berth.at] == side and base_at(state, berth.at) >= 0)


def over_beach(state: State, side: int, berth: Berth) -> bool:
    """16.3 Whether a force puts ashore what it carries by its own craft: on a beach, or at an anchorage."""
    return berth.force >= 0 and (not berth.by_port or port_capacity.only_anchorage(state, side, berth.at))


def may_board(state: State, side: int, unit: int) -> bool:
    """2.3, 16.1, 27.1 Whether a unit is ashore and of a kind that goes by ship; a Base Force must be packed."""
    row, at = type_of(state, unit), state.arrays[places.UNIT_AT][unit]
    movable = row.kind != "base_force" or state.arrays[places.DEPLOYED][unit] == PACKED
    return 0 <= at < len(GRID) and row.load > 0 and row.parts > 0 and movable and row.kind not in NOT_SHIPPED


def boards(state: State, side: int, unit: int) -> list[int]:
    """16.1, 16.6 The ships that a unit ashore may board, within room and what the port or beach handles."""
    quarters, lefts = load(state, unit), dict[Berth, int]()
    found = []
    for ship, berth in carriers_by_hex(state, side).get(state.arrays[places.UNIT_AT][unit], []):
        if berth not in lefts:
            lefts[berth] = left_at(state, side, berth)
        if quarters <= lefts[berth] and quarters <= room_for(state, ship):
            found.append(ship)
    return found


def lands(state: State, side: int, unit: int) -> bool:
    """16.3, 16.4 Whether a unit aboard may go ashore now: in a friendly port, or over a beach."""
    ship = state.arrays[places.UNIT_AT][unit] - ABOARD
    berth = berth_of(state, ship)
    if berth is None or load(state, unit) > left_at(state, side, berth):
        return False
    own = state.arrays[places.CONTROL][berth.at] == side
    return own or (mission_of(state, berth.force) == "assault" and berth.force >= 0)


def unit_aboard(state: State, side: int) -> list[int]:
    """The units of a side aboard ships that may handle cargo."""
    return [unit for ship in carriers_of(state, side) for unit in units_aboard(state, ship)]


def warships_at(state: State, side: int, at: int) -> bool:
    """16.4 Whether a side has ships at sea in a hex."""
    return any(ships_of(state, force) for force in forces_at(state, side, at))
