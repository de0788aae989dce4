"""14.1, 16.1 to 16.6 Cargo: what ships may load, unload or land, within the capacities of ports, beaches and ships."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import cargo_room, completed_construction, port_capacity
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.cargo_room import left_in_port
from ironbottom.games.war_in_the_pacific.derived.force_missions import mission_of
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import deployed_bases, type_of
from ironbottom.games.war_in_the_pacific.derived.search_reach import weather
from ironbottom.games.war_in_the_pacific.derived.ship_condition import load_room, units_aboard
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, BASE_AT, PACKED, side_of_force
from ironbottom.games.war_in_the_pacific.rules.naval.surface_contact import forces_at
from ironbottom.games.war_in_the_pacific.state_types import State

NOT_SHIPPED = ("entrenchment",)
BEACH_RATE = {"APB": "apb_a_phase", "MS": "ms_a_phase", "SF": "ms_a_phase", "DD": "fast_run"}
"""16.3, 16.5 The rows of the assault table by type; a service force lands like merchants."""
FAST_RUN = "fast_run"
AIR_HEXES = 3
"""15.2 The range within which the aircraft of an airbase threaten shipping."""


def beach_rate(state: State, force: int) -> int:
    """16.3, 16.5 The quarters that a force can land on a beach in a phase: a part of each ship's room, none in
    Storm.
    """
    pieces = state.rules.pieces
    if weather(state, state.cells[layout.FORCE_AT + force]) == "storm":
        return 0
    rows, result = pieces.facts.table(charts.AMPHIBIOUS), 0
    threatened_from_air = mission_of(state, force) == "transport" and under_enemy_air(state, force)
    for ship in ships_of(state, force):
        name = BEACH_RATE.get(pieces.ships[ship].type)
        if name and (name == FAST_RUN or not threatened_from_air):
            result += load_room(state, ship) * rows[name].parts // rows[name].of
    return result


def under_enemy_air(state: State, force: int) -> bool:
    """16.5, 15.2 Whether a force is within three hexes of a working enemy airbase; the aircraft there are hidden."""
    pieces = state.rules.pieces
    side, hex = side_of_force(force), state.cells[layout.FORCE_AT + force]
    control, level, hurt = (state.arrays[place] for place in (layout.CONTROL, layout.LEVEL, layout.HURT))
    near = [there for there in pieces.atlas.places if GRID.distance(hex, there) <= AIR_HEXES]
    return any(control[there] == 1 - side and level[BASE_AT[there]] > hurt[BASE_AT[there]] for there in near)


def room_for_supply(state: State, ship: int) -> int:
    """16.1 The room of a ship itself for Supply Points; the shared room of destroyers is only for troops."""
    return min(cargo_room.room_on_ship(state, ship), load_room(state, ship) - cargo_room.bound_load(state, ship))


def quarters_ordered(state: State, side: int, force: int) -> int:
    """16.3 The quarters that a force lands on or lifts from (16.6) a beach according to the orders of this phase."""
    ships = ships_of(state, force)
    units = sum(cargo_room.load(state, unit) for ship in ships for unit in cargo_room.units_boarding(state, side, ship))
    return units + sum(cargo_room.ordered(state, ship) for ship in ships)


def remaining_at(state: State, side: int, berth: cargo_room.Berth) -> int:
    """14.1, 14.3, 16.3 The quarters that a berth can still handle; lighters serve ships at anchor, which may also land
    cargo as on a beach.
    """
    by_port = left_in_port(state, side, berth.hex) if is_handled_by_port(state, side, berth) else 0
    if not over_beach(state, side, berth):
        return by_port
    return max(by_port, beach_rate(state, berth.force) - quarters_ordered(state, side, berth.force))


def is_handled_by_port(state: State, side: int, berth: cargo_room.Berth) -> bool:
    """14.1, 27.3 Whether a port handles cargo at a berth or, on the side's own coast without a port, full Base Forces
    do.
    """
    own = state.arrays[layout.CONTROL][berth.hex] == side
    bare = own and completed_construction.port_at(state, berth.hex) == "none"
    return berth.by_port or (bare and deployed_bases(state, side, berth.hex) > 0)


def can_hold_stores(state: State, side: int, berth: cargo_room.Berth) -> bool:
    """16.3, 25.2 Whether stores can be put at a ship's place: a hex of its side with a base, port or not."""
    return bool(state.arrays[layout.CONTROL][berth.hex] == side and base_at(state, berth.hex) >= 0)


def over_beach(state: State, side: int, berth: cargo_room.Berth) -> bool:
    """16.3 Whether a force lands its cargo with its own craft: on a beach, or at an anchorage."""
    return berth.force >= 0 and (not berth.by_port or port_capacity.only_anchorage(state, side, berth.hex))


def may_be_shipped(state: State, side: int, unit: int) -> bool:
    """2.3, 16.1, 27.1 Whether a unit is ashore and can be shipped; a Base Force must be packed."""
    row, hex = type_of(state, unit), state.arrays[layout.UNIT_AT][unit]
    movable = row.kind != "base_force" or state.arrays[layout.DEPLOYED][unit] == PACKED
    return 0 <= hex < len(GRID) and row.load > 0 and row.parts > 0 and movable and row.kind not in NOT_SHIPPED


def ships_to_board(state: State, side: int, unit: int) -> list[int]:
    """16.1, 16.6 The ships that a unit ashore may board, within their room and what the port or beach can handle."""
    quarters, remaining = cargo_room.load(state, unit), dict[cargo_room.Berth, int]()
    result = []
    for ship, berth in cargo_room.carriers_by_hex(state, side).get(state.arrays[layout.UNIT_AT][unit], []):
        if berth not in remaining:
            remaining[berth] = remaining_at(state, side, berth)
        if quarters <= remaining[berth] and quarters <= cargo_room.room_on_ship(state, ship):
            result.append(ship)
    return result


def may_go_ashore(state: State, side: int, unit: int) -> bool:
    """16.3, 16.4 Whether a unit aboard may go ashore now: in a friendly port, or over a beach."""
    ship = state.arrays[layout.UNIT_AT][unit] - ABOARD
    berth = cargo_room.berth_of(state, ship)
    if berth is None or cargo_room.load(state, unit) > remaining_at(state, side, berth):
        return False
    own = state.arrays[layout.CONTROL][berth.hex] == side
    return own or (mission_of(state, berth.force) == "assault" and berth.force >= 0)


def units_on_cargo_ships(state: State, side: int) -> list[int]:
    """The units of a side aboard ships that may handle cargo."""
    return [unit for ship in cargo_room.cargo_ships(state, side) for unit in units_aboard(state, ship)]


def warships_at(state: State, side: int, hex: int) -> bool:
    """16.4 Whether a side has ships at sea in a hex."""
    return any(ships_of(state, force) for force in forces_at(state, side, hex))
