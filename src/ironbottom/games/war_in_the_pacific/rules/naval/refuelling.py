"""10.5, 10.6 Refuelling: in friendly ports, and at sea from the cargo of a service force."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.derived import cargo_room, port_capacity
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.derived.search_reach import weather
from ironbottom.games.war_in_the_pacific.derived.ship_repair_capacity import NOT_HOME, naval_capacity, ships_of_port
from ironbottom.games.war_in_the_pacific.derived.supply_reach import ports_supply
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FORCES, SIDES, Pieces, side_of_force
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

FREE_IN = ("Japan", "U.S.", "Hawaii", "Alaska", "India", "Australia")
"""10.5 The countries whose major ports refuel ships for free."""
MUCH, NO_REGION = 999, 255
MAX_STEPS = 1
"""10.6 The largest number of hexes that a force enters in a phase in which it refuels at sea."""


def cost_of_filling(pieces: Pieces, ship: int, fuel: int) -> int:
    """10.5 The cost of filling a tank: the price of a full tank in proportion to the missing fuel, rounded up.

    By the other interpretation, each filling costs the full price, however little is missing.
    """
    row = pieces.ships[ship]
    whole = next(each.supply_points for each in pieces.facts.table(charts.FUEL_COST).values() if row.type in each.ships)
    missing = row.fuel - fuel
    if pieces.options["tank_price"] == "whole":
        return whole if missing else 0
    return -(-whole * missing // row.fuel)


def fill_tank(execution: Execution, side: int, ship: int, most: int) -> int:
    """10.5 Fills a tank if the cost can be paid; returns the Supply Points spent, none if it is full."""
    pieces = execution.rules.pieces
    tanks, full = execution.state.arrays[layout.FUEL], pieces.ships[ship].fuel
    if tanks[ship] >= full:
        return 0
    cost = cost_of_filling(pieces, ship, tanks[ship])
    if cost > most:
        return 0
    tanks[ship] = full
    execution.state.arrays[layout.DRY][ship] = 0
    execution.emit_to(side, log.REFUELLED, ship, full, cost)
    return cost


def refuel_in_ports(execution: Execution) -> None:
    """10.5 At the end of a Naval Phase, every friendly port refuels the ships in it, within its capacities.

    Ships beyond its Naval Capacity are outside (14.2). The Cargo Capacity not used for cargo in the phase, or the
    port's stores if these are larger, is distributed to the ships in order; as with units, it is not spent.
    """
    if not ports_supply(execution.state):
        out_of_stores(execution)
        return
    pieces = execution.rules.pieces
    for side in range(len(SIDES)):
        handling = set(port_capacity.suppliers(execution.state, side))
        for hex, place in pieces.atlas.places.items():
            inside = ships_of_port(execution.state, side, hex) if place.port != "none" else []
            if not inside:
                continue
            left: int = execution.state.arrays[layout.SUPPLY][BASE_AT[hex]]
            if hex in handling:
                left = max(left, cargo_room.left_in_port(execution.state, side, hex))
            for ship in inside[: naval_capacity(execution.state, side, hex)]:
                left -= fill_tank(execution, side, ship, left)


def free_of_charge(pieces: Pieces, hex: int) -> bool:
    """10.5 Whether a port refuels for free: a major port of Japan, the USA, India or Australia."""
    region = pieces.atlas.region[hex]
    if region == NO_REGION or pieces.atlas.places[hex].port != "major":
        return False
    name = pieces.atlas.regions[region]
    return name not in NOT_HOME and pieces.facts.table(tables.REGIONS)[name].country in FREE_IN


def out_of_stores(execution: Execution) -> None:
    """10.5, 14.3 At the end of a Naval Phase, refuels ships in port from the Supply Points there, in order."""
    pieces = execution.rules.pieces
    supply = execution.state.arrays[layout.SUPPLY]
    for side in range(len(SIDES)):
        for hex, place in pieces.atlas.places.items():
            if place.port == "none" or execution.state.arrays[layout.CONTROL][hex] != side:
                continue
            base, free = BASE_AT[hex], free_of_charge(pieces, hex)
            if not free and not supply[base]:
                continue
            for ship in ships_of_port(execution.state, side, hex)[: naval_capacity(execution.state, side, hex)]:
                cost = fill_tank(execution, side, ship, MUCH if free else supply[base])
                supply[base] -= 0 if free else cost


def refuel_at_sea(execution: Execution) -> None:
    """10.6 A force that entered at most one hex refuels from its service forces, except in a storm."""
    for force in range(len(FORCES)):
        hex = execution.cells[layout.FORCE_AT + force]
        if (
            hex < 0
            or execution.cells[layout.FORCE_STEPS + force] > MAX_STEPS
            or weather(execution.state, hex) == "storm"
        ):
            continue
        ships = ships_of(execution.state, force)
        for source in fuel_sources(execution.state, ships):
            for ship in ships:
                aboard = execution.state.arrays[layout.CARGO]
                aboard[source] -= fill_tank(execution, side_of_force(force), ship, aboard[source])


def fuel_sources(state: State, ships: list[int]) -> list[int]:
    """10.6 The service forces and tankers of a force with Supply Points."""
    pieces = state.rules.pieces
    aboard = state.arrays[layout.CARGO]
    return [ship for ship in ships if pieces.ships[ship].type in ("SF", "MS") and aboard[ship]]
