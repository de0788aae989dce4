"""7.7.7 Ground units on an ally's transports: they board and land in their owner's turn, and sail in the ship's."""

from __future__ import annotations

from ironbottom.engine.actions import Argument, Verb
from ironbottom.engine.fields import members
from ironbottom.engine.procedures import Play
from ironbottom.engine.restrictions import Branches, restriction
from ironbottom.engine.state import State
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import each, one
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    FIRST_ZONE,
    GROUND_MASK,
    JAPAN,
    LANDS,
    LOAD_AT,
    LOADS,
    OWN_FREIGHT,
    PIECES,
    PLACE_COUNT,
    TRANSPORT,
    TRANSPORTS_MASK,
    UK,
    USA,
    ZONE_COUNT,
    ZONES,
)
from ironbottom.games.axis_allies_pacific.rules.courses import Movement
from ironbottom.games.axis_allies_pacific.state import ACTED, UNITS, Cells, add, held_by_team, hostile_zones

ALLY = {UK: USA, USA: UK}


def ships_of_ally(cells: Cells, side: int) -> dict[int, int]:
    """By zone free of enemies, the counts of an ally's transports."""
    if side == JAPAN:
        return {}
    start = UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE
    found = {}
    for zone, counts in enumerate(cells[start : start + ZONE_COUNT]):
        if counts & TRANSPORTS_MASK and not hostile_zones(cells, side) >> zone & 1:
            found[zone] = counts & TRANSPORTS_MASK
    return found


def boarding(state: State, here: Movement, side: int) -> dict[int, dict[int, dict[int, int]]]:
    """By zone, ship and land, the unmoved units that an ally's transport takes aboard, as a set; never Chinese ones."""
    figures, cells = state.rules.pieces, state.cells
    found: dict[int, dict[int, dict[int, int]]] = {}
    for zone, counts in ships_of_ally(cells, side).items():
        for land in members(figures.shore[zone]):
            waiting = each(cells[UNITS + side * PLACE_COUNT + land] & GROUND_MASK)
            for ship, _ in each(counts):
                units = sum(
                    1 << unit
                    for unit, _ in waiting
                    if (ship, unit + OWN_FREIGHT) in figures.next_load and (here.regroups or unit != AA_GUN)
                )
                if units:
                    found.setdefault(zone, {}).setdefault(ship, {})[land] = units
    return found


@restriction("7.7.7", "no ally's transport in {zone} can take a unit of yours aboard")
def zone_to_board(state: State, here: Movement, side: int) -> int:
    return sum(1 << zone for zone in boarding(state, here, side))


@restriction("7.7.7", "no such transport of an ally is in {zone}")
def ship_to_board(state: State, here: Movement, side: int, zone: int) -> int:
    return sum(1 << ship for ship in boarding(state, here, side).get(zone, {}))


@restriction("7.7.2", "no unit of yours waits in {land} beside {zone}")
def land_to_board(state: State, here: Movement, side: int, zone: int, ship: int) -> int:
    return sum(1 << land for land in boarding(state, here, side).get(zone, {}).get(ship, {}))


@restriction("7.7.1", "the ship does not take that unit")
def unit_to_board(state: State, here: Movement, side: int, zone: int, ship: int, land: int) -> int:
    return boarding(state, here, side).get(zone, {}).get(ship, {}).get(land, 0)


def boards(state: State, here: Movement, side: int) -> Branches:
    """Everything that may board."""
    return [
        (
            1 << zone,
            tuple(
                (1 << ship, tuple((1 << land, ((units, ()),)) for land, units in lands.items()))
                for ship, lands in ships.items()
            ),
        )
        for zone, ships in boarding(state, here, side).items()
    ]


BOARD = Verb(
    "board",
    clause="7.7.7",
    offer=boards,
    zone=Argument(ZONES, zone_to_board),
    ship=Argument(PIECES, ship_to_board),
    land=Argument(LANDS, land_to_board),
    unit=Argument(PIECES, unit_to_board),
)


def board(play: Play, side: int, zone: int, ship: int, land: int, unit: int) -> None:
    """7.7.7 A unit boards an ally's transport, which has its own turn."""
    after = play.rules.pieces.next_load[ship, unit + OWN_FREIGHT]
    cells = play.cells
    add(cells, UNITS + side * PLACE_COUNT + land, unit, -1)
    cells[UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE + zone] += one(after) - one(ship)
    play.tell(log.LOADED, side, ship, unit, land, zone)


def with_guests(state: State, side: int) -> dict[int, int]:
    """By zone with a friendly shore, the ally's transports there that hold units of the side, as a set."""
    figures, cells = state.rules.pieces, state.cells
    held, found = held_by_team(cells, side), {}
    for zone, counts in ships_of_ally(cells, side).items():
        ships = sum(1 << ship for ship, _ in each(counts) if max(LOADS[ship - TRANSPORT], default=0) >= OWN_FREIGHT)
        if ships and figures.shore[zone] & held:
            found[zone] = ships
    return found


@restriction("7.7.7", "no unit of yours is on an ally's transport in {zone}, off a friendly land")
def zone_to_leave(state: State, here: Movement, side: int) -> int:
    return sum(1 << zone for zone in with_guests(state, side))


@restriction("7.7.7", "no unit of yours is on such a transport in {zone}")
def ship_to_leave(state: State, here: Movement, side: int, zone: int) -> int:
    return with_guests(state, side).get(zone, 0)


@restriction("7.7.5", "the units go ashore in a friendly land beside {zone}")
def friendly_shore(state: State, here: Movement, side: int, zone: int, ship: int) -> int:
    shore: int = state.rules.pieces.shore[zone]
    return shore & held_by_team(state.cells, side)


def leaves(state: State, here: Movement, side: int) -> Branches:
    """All units that may leave an ally's transports."""
    held = held_by_team(state.cells, side)
    shore = state.rules.pieces.shore
    return [(1 << zone, ((ships, ((shore[zone] & held, ()),)),)) for zone, ships in with_guests(state, side).items()]


DISEMBARK = Verb(
    "disembark",
    clause="7.7.7",
    offer=leaves,
    zone=Argument(ZONES, zone_to_leave),
    ship=Argument(PIECES, ship_to_leave),
    land=Argument(LANDS, friendly_shore),
)


def disembark(play: Play, side: int, zone: int, ship: int, land: int) -> None:
    """7.7.3, 7.7.7 All units of the side leave an ally's transport together."""
    cells, load = play.cells, LOADS[ship - TRANSPORT]
    after = TRANSPORT + LOAD_AT[tuple(freight for freight in load if freight < OWN_FREIGHT)]
    units = sum(one(freight - OWN_FREIGHT) for freight in load if freight >= OWN_FREIGHT)
    cells[UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE + zone] += one(after) - one(ship)
    cells[ACTED + land] += units
    play.tell(log.UNLOADED, side, ship, units, zone, land)
