"""7.7, 7.8 Transports, and Japanese destroyers that carry infantry: loading, landings planned, unloading."""

from __future__ import annotations

from ironbottom.engine.actions import Argument, Verb
from ironbottom.engine.fields import members
from ironbottom.engine.procedures import Play, changed
from ironbottom.engine.restrictions import Branches, restriction
from ironbottom.engine.state import State
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import WIDTH, each, mask, number_of, one
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    COAST_AT,
    CONVOY_AT,
    DESTROYER,
    DESTROYER_LOADED,
    FIRST_ZONE,
    GROUND_MASK,
    JAPAN,
    LANDING,
    LANDINGS_OF,
    LANDS,
    LOADS,
    PART_OF,
    PARTS,
    PIECES,
    PLACE_COUNT,
    TRANSPORTS,
    TRANSPORTS_MASK,
    WARSHIPS_MASK,
    ZONE_COUNT,
    ZONES,
)
from ironbottom.games.axis_allies_pacific.rules.courses import Afloat, Movement, convoys_of_enemy, with_afloat
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    CONVOYS_TAKEN,
    ESCAPED,
    LANDING_AT,
    UNITS,
    Cells,
    add,
    held_by_team,
    hostile_zones,
)

CARRIERS_OF_TROOPS = (DESTROYER, DESTROYER_LOADED, *TRANSPORTS)
TROOPERS_OF_JAPAN = mask(CARRIERS_OF_TROOPS)


def ships_at_hand(state: State, here: Movement, zone: int) -> dict[int, int]:
    """7.7.2 Ships in a zone that may load or unload: those that have not moved, or have and not yet unloaded."""
    cells, place = state.cells, FIRST_ZONE + zone
    found: dict[int, int] = {}
    fresh = cells[UNITS + here.side * PLACE_COUNT + place] >> WIDTH * DESTROYER
    if fresh:
        found = dict(each(fresh << WIDTH * DESTROYER))
    for row in here.afloat:
        if row.place == place:
            found[row.piece] = found.get(row.piece, 0) + row.many
    if here.regroups and cells[ESCAPED + zone]:
        for piece, number in each(cells[ESCAPED + zone]):
            found[piece] = found.get(piece, 0) + number
    return {
        piece: many
        for piece, many in found.items()
        if piece in TRANSPORTS or (here.side == JAPAN and piece in CARRIERS_OF_TROOPS)
    }


def zones_of_ships(state: State, here: Movement) -> int:
    """The zones with ships of the side that could carry something and are not among enemies (7.7.4)."""
    cells = state.cells
    start = UNITS + here.side * PLACE_COUNT + FIRST_ZONE
    wanted = TROOPERS_OF_JAPAN if here.side == JAPAN else TRANSPORTS_MASK
    bits = sum([1 << zone for zone, counts in enumerate(cells[start : start + ZONE_COUNT]) if counts & wanted])
    for row in here.afloat:
        if row.place >= FIRST_ZONE:
            bits |= 1 << row.place - FIRST_ZONE
    if here.regroups:
        bits |= sum(1 << zone for zone in range(ZONE_COUNT) if cells[ESCAPED + zone])
    return bits


def boarding(state: State, here: Movement, zone: int, ship: int) -> dict[int, int]:
    """7.7.1, 7.7.2, 7.8.1 By land beside a zone, the unmoved units there that a ship can take aboard, as a set."""
    figures, cells = state.rules.pieces, state.cells
    found = {}
    for land in members(figures.shore[zone]):
        counts = cells[UNITS + here.side * PLACE_COUNT + land] & GROUND_MASK
        units = 0
        for unit, _ in each(counts):
            if (ship, unit) in figures.next_load and (here.regroups or unit != AA_GUN):
                units |= 1 << unit
        if units:
            found[land] = units
    return found


def loadable(state: State, here: Movement) -> dict[int, int]:
    """By zone free of enemies, the ships there that can take something aboard, as a set."""
    found = {}
    for zone in members(zones_of_ships(state, here) & ~hostile_zones(state.cells, here.side)):
        ships = sum(1 << ship for ship in ships_at_hand(state, here, zone) if boarding(state, here, zone, ship))
        if ships:
            found[zone] = ships
    return found


@restriction("7.7.4", "no ship in {zone} can load: an enemy is there, or there is nothing to load")
def zone_to_load(state: State, here: Movement, side: int) -> int:
    return sum(1 << zone for zone in loadable(state, here))


@restriction("7.7.1", "no such ship in {zone} can take a unit aboard")
def ship_to_load(state: State, here: Movement, side: int, zone: int) -> int:
    return loadable(state, here).get(zone, 0)


@restriction("7.7.2", "no unit that the ship can carry waits in {land} beside {zone}")
def land_beside(state: State, here: Movement, side: int, zone: int, ship: int) -> int:
    return sum(1 << land for land in boarding(state, here, zone, ship))


@restriction("7.7.1", "the ship does not take that unit, or none waits in {land}")
def unit_fits(state: State, here: Movement, side: int, zone: int, ship: int, land: int) -> int:
    return boarding(state, here, zone, ship).get(land, 0)


def loads(state: State, here: Movement, side: int) -> Branches:
    """Everything that may be loaded, ship by ship."""
    found = []
    for zone in members(zones_of_ships(state, here) & ~hostile_zones(state.cells, here.side)):
        ships = []
        for ship in ships_at_hand(state, here, zone):
            lands = boarding(state, here, zone, ship)
            if lands:
                ships.append((1 << ship, tuple((1 << land, ((units, ()),)) for land, units in lands.items())))
        if ships:
            found.append((1 << zone, tuple(ships)))
    return found


LOAD = Verb(
    "load",
    clause="7.7.2",
    offer=loads,
    zone=Argument(ZONES, zone_to_load),
    ship=Argument(PIECES, ship_to_load),
    land=Argument(LANDS, land_beside),
    unit=Argument(PIECES, unit_fits),
)


def load(play: Play, here: Movement, zone: int, ship: int, land: int, unit: int) -> None:
    """7.7.2 A unit boards: on a ship that has moved, if there is one, for it came for that."""
    cells = play.cells
    after = play.rules.pieces.next_load[ship, unit]
    add(cells, UNITS + here.side * PLACE_COUNT + land, unit, -1)
    play.tell(log.LOADED, here.side, ship, unit, land, zone)
    exchange(play, here, zone, ship, after)


def exchange(play: Play, here: Movement, zone: int, ship: int, after: int) -> None:
    """One ship in a zone becomes another piece, as its load changes."""
    cells, place = play.cells, FIRST_ZONE + zone
    rows = [row for row in here.afloat if row.place == place and row.piece == ship]
    turned = one(after) - one(ship)
    if rows:
        row = min(rows, key=lambda row: (row.left, row.origin))
        cells[ACTED + place] += turned
        afloat = with_afloat(here.afloat, row._replace(many=-1))
        play.replace(changed(here, afloat=with_afloat(afloat, row._replace(piece=after, many=1))))
    elif number_of(cells[ESCAPED + zone], ship) and here.regroups:
        cells[ESCAPED + zone] += turned
        cells[ACTED + place] += turned
    else:
        cells[UNITS + here.side * PLACE_COUNT + place] += turned


# -- 7.7.3, 7.7.5 going ashore ---------------------------------------------------------------------------------


def ashore(state: State, here: Movement, zone: int) -> dict[int, int]:
    """By ship in a zone, what may go ashore of its load, as a set of parts; each ship unloads in one land (7.7.3)."""
    whole = state.rules.pieces.options["unload_all"] == "yes"
    found = {}
    for ship in ships_at_hand(state, here, zone):
        parts = 0
        for number in LANDINGS_OF[ship]:
            landing = LANDING[number]
            if whole and landing.after not in (DESTROYER, TRANSPORTS[0]) and any(u < 5 for u in rest_of(landing.after)):
                continue
            if here.regroups or AA_GUN not in landing.ashore:
                parts |= 1 << PART_OF[number]
        if parts:
            found[ship] = parts
    return found


def rest_of(ship: int) -> tuple[int, ...]:
    """What a transport holds."""
    return LOADS[ship - TRANSPORTS[0]] if ship in TRANSPORTS else ()


def shores(state: State, here: Movement, zone: int) -> int:
    """7.7.5 Where loads of a zone may go ashore: in phase 3 to enemy lands, in phase 6 to friendly ones."""
    held = held_by_team(state.cells, here.side)
    shore: int = state.rules.pieces.shore[zone]
    return shore & held if here.regroups else shore & ~held


def landable(state: State, here: Movement) -> int:
    """The zones with ships whose load may go ashore; in phase 6 none among enemies (7.7.4)."""
    closed = hostile_zones(state.cells, here.side) if here.regroups else 0
    zones = members(zones_of_ships(state, here) & ~closed)
    return sum(1 << zone for zone in zones if shores(state, here, zone) and ashore(state, here, zone))


@restriction("7.7.5", "no ship in {zone} has a load that may go ashore now")
def zone_to_land(state: State, here: Movement, side: int) -> int:
    return landable(state, here)


@restriction("7.7.5", "no such ship in {zone} has a load that may go ashore")
def ship_to_land(state: State, here: Movement, side: int, zone: int) -> int:
    return sum(1 << ship for ship in ashore(state, here, zone))


@restriction("7.7.5", "a load goes ashore in phase 3 in enemy lands beside {zone}, in phase 6 in friendly ones")
def shore_there(state: State, here: Movement, side: int, zone: int, ship: int) -> int:
    return shores(state, here, zone)


@restriction("7.7.3", "the ship cannot land that")
def part_aboard(state: State, here: Movement, side: int, zone: int, ship: int, land: int) -> int:
    return ashore(state, here, zone).get(ship, 0)


def landings(state: State, here: Movement, side: int) -> Branches:
    """Everything that may go ashore, ship by ship."""
    closed = hostile_zones(state.cells, here.side) if here.regroups else 0
    found = []
    for zone in members(zones_of_ships(state, here) & ~closed):
        lands = shores(state, here, zone)
        ships = ashore(state, here, zone) if lands else {}
        if ships:
            found.append((1 << zone, tuple((1 << ship, ((lands, ((parts, ()),)),)) for ship, parts in ships.items())))
    return found


ASSAULT = Verb(
    "assault",
    clause="7.7.5",
    offer=landings,
    zone=Argument(ZONES, zone_to_land),
    ship=Argument(PIECES, ship_to_land),
    land=Argument(LANDS, shore_there),
    part=Argument(PARTS, part_aboard),
)
UNLOAD = Verb(
    "unload",
    clause="10.4",
    offer=landings,
    zone=Argument(ZONES, zone_to_land),
    ship=Argument(PIECES, ship_to_land),
    land=Argument(LANDS, shore_there),
    part=Argument(PARTS, part_aboard),
)


def landing_of(ship: int, part: int) -> int:
    """The landing of a part of a ship's load."""
    return next(number for number in LANDINGS_OF[ship] if PART_OF[number] == part)


def assault(play: Play, here: Movement, zone: int, ship: int, land: int, part: int) -> None:
    """7.7.5, 8.9.1 A landing is planned; the ship moves no more and its load waits aboard for the assault."""
    cells = play.cells
    number = landing_of(ship, part)
    retire(play, here, zone, ship, ship)
    add(cells, LANDING_AT + COAST_AT[land, zone], number)
    units = sum(one(unit) for unit in LANDING[number].ashore)
    play.tell(log.LANDING_PLANNED, here.side, ship, units, zone, land)


def unload(play: Play, here: Movement, zone: int, ship: int, land: int, part: int) -> None:
    """10.4, 7.7.2 A load goes ashore in a friendly land; the ship neither moves nor loads any more."""
    landing = LANDING[landing_of(ship, part)]
    retire(play, here, zone, ship, landing.after)
    units = sum(one(unit) for unit in landing.ashore)
    play.cells[ACTED + land] += units
    play.tell(log.UNLOADED, here.side, ship, units, zone, land)


def retire(play: Play, here: Movement, zone: int, ship: int, after: int) -> None:
    """A ship has acted for good, with the load it has afterwards."""
    cells, place = play.cells, FIRST_ZONE + zone
    rows = [row for row in here.afloat if row.place == place and row.piece == ship]
    if rows:
        row = min(rows, key=lambda row: (row.left, row.origin))
        play.replace(changed(here, afloat=with_afloat(here.afloat, row._replace(many=-1))))
        add(cells, ACTED + place, ship, -1)
    elif here.regroups and number_of(cells[ESCAPED + zone], ship):
        add(cells, ESCAPED + zone, ship, -1)
        add(cells, ACTED + place, ship, -1)
    else:
        add(cells, UNITS + here.side * PLACE_COUNT + place, ship, -1)
    add(cells, ACTED + place, after)


# -- 9.5.3 a convoy beside which a warship starts ------------------------------------------------------------------


def seizers(cells: Cells, side: int, zone: int) -> int:
    """9.5.3 The unmoved warships in a zone, as a set."""
    counts = cells[UNITS + side * PLACE_COUNT + FIRST_ZONE + zone] & WARSHIPS_MASK
    return sum(1 << piece for piece, _ in each(counts))


@restriction("9.5.3", "no unmoved warship of yours stands in {zone} beside an enemy convoy, with no enemy there")
def convoy_beside(state: State, here: Movement, side: int) -> int:
    cells = state.cells
    zones = convoys_of_enemy(cells, side) & ~hostile_zones(cells, side)
    return sum(1 << zone for zone in members(zones) if seizers(cells, side, zone))


@restriction("9.5.3", "no such warship stands unmoved in {zone}")
def seizer(state: State, here: Movement, side: int, zone: int) -> int:
    return seizers(state.cells, side, zone)


SEIZE = Verb("seize", clause="9.5.3", zone=Argument(ZONES, convoy_beside), ship=Argument(PIECES, seizer))


def seize(play: Play, here: Movement, zone: int, ship: int) -> None:
    """9.5.3 A warship spends one of its steps and takes the convoy beside it."""
    cells, place = play.cells, FIRST_ZONE + zone
    add(cells, UNITS + here.side * PLACE_COUNT + place, ship, -1)
    add(cells, ACTED + place, ship, 1)
    left = play.rules.pieces.moves[ship] - 1
    if left > 0:
        row = Afloat(here.side, place, ship, left, place, 1)
        play.replace(changed(here, afloat=with_afloat(here.afloat, row)))
    convoy = CONVOY_AT[zone]
    cells[CONVOYS_TAKEN] ^= 1 << convoy
    play.tell(log.CONVOY_TAKEN, convoy, here.side)
