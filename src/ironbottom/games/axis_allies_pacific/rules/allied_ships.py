"""7.7.7 Ground units on an ally's transports: they board and land in their owner's turn, and sail in the ship's."""

from __future__ import annotations

from ironbottom.engine.actions import Argument, Verb
from ironbottom.engine.procedures import Play
from ironbottom.engine.restrictions import Branches, restriction
from ironbottom.engine.state import State
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import one
from ironbottom.games.axis_allies_pacific.pieces import (
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
from ironbottom.games.axis_allies_pacific.rules.courses import Movement, kinds_in
from ironbottom.games.axis_allies_pacific.rules.transports import Aboard, chosen, taken_aboard, together
from ironbottom.games.axis_allies_pacific.state import ACTED, UNITS, Cells, add, held_by_team, hostile_zones

ALLY = {UK: USA, USA: UK}


def ships_of_ally(cells: Cells, side: int) -> dict[int, int]:
    """By zone free of enemies, an ally's transports, as a set."""
    if side == JAPAN:
        return {}
    start, hostile = UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE, hostile_zones(cells, side)
    return {
        zone: kinds_in(counts & TRANSPORTS_MASK)
        for zone, counts in enumerate(cells[start : start + ZONE_COUNT])
        if counts & TRANSPORTS_MASK and not hostile >> zone & 1
    }


def boarding(state: State, here: Movement, side: int) -> dict[int, Aboard]:
    """By zone, the unmoved units that an ally's transports take aboard; never Chinese ones."""
    figures, cells = state.rules.pieces, state.cells
    first, found = UNITS + side * PLACE_COUNT, {}
    for zone, ships in ships_of_ally(cells, side).items():
        waiting = tuple([cells[first + land] & GROUND_MASK for land in figures.ways.shores[zone]])
        if any(waiting):
            aboard = taken_aboard(figures, zone, ships, waiting, here.regroups, OWN_FREIGHT)
            if aboard:
                found[zone] = aboard
    return found


@restriction("7.7.7", "no ally's transport in {zone} can take a unit of yours aboard")
def zone_to_board(state: State, here: Movement, side: int) -> int:
    return sum(1 << zone for zone in boarding(state, here, side))


@restriction("7.7.7", "no such transport of an ally is in {zone}")
def ship_to_board(state: State, here: Movement, side: int, zone: int) -> int:
    return together(boarding(state, here, side).get(zone, ()))


@restriction("7.7.2", "no unit of yours waits in {land} beside {zone}")
def land_to_board(state: State, here: Movement, side: int, zone: int, ship: int) -> int:
    return together(chosen(boarding(state, here, side).get(zone, ()), ship))


@restriction("7.7.1", "the ship does not take that unit")
def unit_to_board(state: State, here: Movement, side: int, zone: int, ship: int, land: int) -> int:
    return together(chosen(chosen(boarding(state, here, side).get(zone, ()), ship), land))


def boards(state: State, here: Movement, side: int) -> Branches:
    """Everything that may board."""
    return [(1 << zone, aboard) for zone, aboard in boarding(state, here, side).items()]


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


WITH_GUESTS = sum(1 << TRANSPORT + n for n, load in enumerate(LOADS) if max(load, default=0) >= OWN_FREIGHT)


def with_guests(state: State, side: int) -> dict[int, int]:
    """By zone with a friendly shore, the ally's transports there that hold units of the side, as a set."""
    figures, cells = state.rules.pieces, state.cells
    held, found = held_by_team(cells, side), {}
    for zone, all_ships in ships_of_ally(cells, side).items():
        ships = all_ships & WITH_GUESTS
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
