"""7.7, 7.8 Transports, and Japanese destroyers that carry infantry: loading, planned landings, unloading."""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import count_one, number_of
from ironbottom.games.axis_allies_pacific.derived import cargo
from ironbottom.games.axis_allies_pacific.derived.sea_zones import convoys_of_enemy
from ironbottom.games.axis_allies_pacific.derived.stacks import TRANSPORT_KINDS, TRANSPORT_KINDS_OF_JAPAN, kinds_in
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    COAST_AT,
    CONVOY_AT,
    FIRST_ZONE,
    JAPAN,
    LANDING,
    LANDINGS_OF,
    LANDS,
    PART_OF,
    PARTS,
    PIECES,
    PLACE_COUNT,
    WARSHIPS_MASK,
    ZONE_COUNT,
    ZONES,
    UnitsInMovement,
)
from ironbottom.games.axis_allies_pacific.rules.cargo_after_combat import (
    load_after_combat,
    may_finish,
    may_load,
    may_unload,
    unload_after_combat,
)
from ironbottom.games.axis_allies_pacific.rules.movement_ranges import (
    MovementInputs,
    MovementPhase,
    with_units_in_movement,
)
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    CONVOYS_TAKEN,
    ESCAPED,
    LANDING_AT,
    UNITS,
    add_to_counts,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State


def loading_ships(inputs: MovementInputs) -> dict[int, int]:
    """7.7.2 By zone, the ships that may load or unload, as a set: unmoved, or moved and not yet unloaded."""
    phase = inputs.phase
    escaped = inputs.cells[ESCAPED : ESCAPED + ZONE_COUNT] if phase.noncombat else []
    wanted = TRANSPORT_KINDS_OF_JAPAN if phase.side == JAPAN else TRANSPORT_KINDS
    return cargo.ships_at_hand((inputs.transports, phase.afloat, escaped, wanted))


def ships_to_load(inputs: MovementInputs) -> dict[int, int]:
    """7.7.4, 7.7.5 By zone without enemies, the ships that may load, including those that may load after combat."""
    return cargo.free_to_load(
        (inputs.hostile, loading_ships(inputs), may_load(inputs.cells) if inputs.phase.noncombat else {})
    )


def ships_to_unload(inputs: MovementInputs) -> dict[int, int]:
    """7.7.4, 7.7.5 The ships that may unload; in phase 6, none in zones with enemies, but also those that may unload
    after combat.
    """
    if not inputs.phase.noncombat:
        return loading_ships(inputs)
    return cargo.free_to_unload((inputs.hostile, loading_ships(inputs), may_unload(inputs.cells)))


def loadable(inputs: MovementInputs) -> dict[int, cargo.UnitsToLoad]:
    """7.7.1, 7.7.2, 7.8.1 By zone without enemies, the adjacent unmoved units that the ships there can load."""
    return cargo.loadable((inputs.figures, ships_to_load(inputs), inputs.waiting, inputs.phase.noncombat, 0))


def ships_that_acted(inputs: MovementInputs, zone: int) -> int:
    """7.7.5 The ships in a zone that carry units and have moved, fought or unloaded, as a set."""
    wanted = TRANSPORT_KINDS_OF_JAPAN if inputs.phase.side == JAPAN else TRANSPORT_KINDS
    return kinds_in(inputs.cells[ACTED + FIRST_ZONE + zone]) & wanted


def with_enemies(inputs: MovementInputs) -> int:
    """7.7.4 The zones in which enemies keep ships of the side from loading, and in phase 6 from unloading."""
    fleets = inputs.cells[UNITS + inputs.phase.side * PLACE_COUNT + FIRST_ZONE :][:ZONE_COUNT]
    return sum(1 << zone for zone in members(inputs.hostile) if fleets[zone] or inputs.cells[ACTED + FIRST_ZONE + zone])


@restriction("7.7.4", "no ship in {zone} can load: an enemy is there")
def no_enemy_to_load(state: State, frame: MovementPhase, side: int) -> sets.IdSet:
    return ZONES.all_but(with_enemies(frame.offer_context(state)))


@restriction("7.7.5", "the ships in {zone} that could load have moved, fought or unloaded")
def zone_not_spent_to_load(state: State, frame: MovementPhase, side: int) -> sets.IdSet:
    now = frame.offer_context(state)
    at_hand, open_to = ships_to_load(now), loadable(now)
    too_late = {
        zone: ships_that_acted(now, zone) & ~at_hand.get(zone, 0) for zone in range(ZONE_COUNT) if zone not in open_to
    }
    return ZONES.all_but(
        sum(1 << z for z in cargo.to_be_loaded((now.figures, too_late, now.waiting, frame.noncombat, 0)))
    )


@restriction("7.7.2", "no ship in {zone} can take a unit aboard from a territory beside it", fallback=True)
def zone_to_load(state: State, frame: MovementPhase, side: int) -> int:
    return sum(1 << zone for zone in loadable(frame.offer_context(state)))


@restriction("7.7.5", "all such ships in {zone} have moved, fought or unloaded: they can no longer load")
def not_spent_to_load(state: State, frame: MovementPhase, side: int, zone: int) -> sets.IdSet:
    now = frame.offer_context(state)
    return PIECES.all_but(ships_that_acted(now, zone) & ~ships_to_load(now).get(zone, 0))


@restriction("7.7.1", "no such ship in {zone} can take a unit aboard", fallback=True)
def ship_to_load(state: State, frame: MovementPhase, side: int, zone: int) -> int:
    return cargo.first_values(loadable(frame.offer_context(state)).get(zone, ()))


@restriction("7.7.2", "{land} has no unit that the ship in {zone} can load", fallback=True)
def land_beside(state: State, frame: MovementPhase, side: int, zone: int, ship: int) -> int:
    return cargo.first_values(cargo.branches_after(loadable(frame.offer_context(state)).get(zone, ()), ship))


@restriction("7.1.1", "AA guns move in phase 6, not now")
def guns_move_later(state: State, frame: MovementPhase, side: int, zone: int, ship: int, land: int) -> sets.IdSet:
    return PIECES.all_but(0 if frame.noncombat else 1 << AA_GUN)


@restriction("7.7.1", "the ship cannot carry that unit, or there is none in {land}", fallback=True)
def unit_fits(state: State, frame: MovementPhase, side: int, zone: int, ship: int, land: int) -> int:
    return cargo.first_values(
        cargo.branches_after(cargo.branches_after(loadable(frame.offer_context(state)).get(zone, ()), ship), land)
    )


def loads(state: State, inputs: MovementInputs, side: int) -> Branches:
    """All possible loadings, ship by ship."""
    return [(1 << zone, aboard) for zone, aboard in loadable(inputs).items()]


LOAD = Verb(
    "load",
    clause="7.7.2",
    ends_list="never",
    offer=loads,
    zone=Argument(ZONES, no_enemy_to_load, zone_not_spent_to_load, zone_to_load),
    ship=Argument(PIECES, not_spent_to_load, ship_to_load),
    land=Argument(LANDS, land_beside),
    unit=Argument(PIECES, guns_move_later, unit_fits),
)


def load_ship(execution: Execution, frame: MovementPhase, zone: int, ship: int, land: int, unit: int) -> None:
    """7.7.2 A unit boards a ship: preferably one that has moved to pick it up, and only as a last resort one that has
    fought.
    """
    cells = execution.cells
    after = execution.rules.pieces.next_load[ship, unit]
    add_to_counts(cells, UNITS + frame.side * PLACE_COUNT + land, unit, -1)
    execution.emit(log.LOADED, frame.side, ship, unit, land, zone)
    replace_ship(execution, frame, zone, ship, after)


def replace_ship(execution: Execution, frame: MovementPhase, zone: int, ship: int, after: int) -> None:
    """A ship in a zone becomes another piece when its load changes."""
    cells, place = execution.cells, FIRST_ZONE + zone
    rows = [row for row in frame.afloat if row.place == place and row.piece == ship]
    turned = count_one(after) - count_one(ship)
    if rows:
        row = min(rows, key=lambda row: (row.left, row.origin))
        cells[ACTED + place] += turned
        afloat = with_units_in_movement(frame.afloat, row._replace(many=-1))
        execution.replace(changed(frame, afloat=with_units_in_movement(afloat, row._replace(piece=after, many=1))))
    elif number_of(cells[ESCAPED + zone], ship) and frame.noncombat:
        cells[ESCAPED + zone] += turned
        cells[ACTED + place] += turned
    elif number_of(cells[UNITS + frame.side * PLACE_COUNT + place], ship):
        cells[UNITS + frame.side * PLACE_COUNT + place] += turned
    else:
        load_after_combat(cells, zone, ship, after)


# -- 7.7.3, 7.7.5 going ashore ---------------------------------------------------------------------------------


def landable(inputs: MovementInputs) -> dict[int, Branches]:
    """By zone with a shore to land on: the ships, where each may land, and the parts of its load that may land."""
    noncombat = inputs.phase.noncombat
    finishing = may_finish(inputs.cells, inputs.held) if noncombat else {}
    return cargo.landings_by_zone(
        (inputs.figures, ships_to_unload(inputs), inputs.held, noncombat, finishing, inputs.hostile)
    )


@restriction("7.7.4", "no ship in {zone} can unload: an enemy is there")
def no_enemy_to_land(state: State, frame: MovementPhase, side: int) -> sets.IdSet:
    return ZONES.all_but(with_enemies(frame.offer_context(state)) if frame.noncombat else 0)


@restriction("7.7.5", "the ships in {zone} have moved, fought or unloaded: they can no longer unload")
def zone_not_spent_to_land(state: State, frame: MovementPhase, side: int) -> sets.IdSet:
    now = frame.offer_context(state)
    open_to = landable(now)
    closed = [
        zone for zone in range(ZONE_COUNT) if zone not in open_to and ships_that_acted(now, zone) & ~cargo.EMPTY_SHIPS
    ]
    return ZONES.all_but(sum([1 << zone for zone in closed]))


@restriction("7.7.5", "no ship in {zone} has a load that may go ashore now", fallback=True)
def zone_to_land(state: State, frame: MovementPhase, side: int) -> int:
    return sum(1 << zone for zone in landable(frame.offer_context(state)))


@restriction("7.7.5", "all such ships in {zone} have moved, fought or unloaded: they can no longer unload")
def not_spent_to_land(state: State, frame: MovementPhase, side: int, zone: int) -> sets.IdSet:
    now = frame.offer_context(state)
    return PIECES.all_but(
        ships_that_acted(now, zone) & ~cargo.EMPTY_SHIPS & ~cargo.first_values(landable(now).get(zone, ()))
    )


@restriction("7.7.5", "no such ship in {zone} has a load that may go ashore", fallback=True)
def ship_to_land(state: State, frame: MovementPhase, side: int, zone: int) -> int:
    return cargo.first_values(landable(frame.offer_context(state)).get(zone, ()))


@restriction("7.7.5", "a load lands in enemy territories beside {zone} in phase 3, and in friendly ones in phase 6")
def shore_there(state: State, frame: MovementPhase, side: int, zone: int, ship: int) -> int:
    return cargo.first_values(cargo.branches_after(landable(frame.offer_context(state)).get(zone, ()), ship))


@restriction("7.1.1", "AA guns move in phase 6, not now")
def guns_land_later(state: State, frame: MovementPhase, side: int, zone: int, ship: int, land: int) -> sets.IdSet:
    return PARTS.all_but(0 if frame.noncombat else PARTS_WITH_GUNS)


@restriction("7.7.3", "the ship cannot land that load", fallback=True)
def part_aboard(state: State, frame: MovementPhase, side: int, zone: int, ship: int, land: int) -> int:
    return cargo.first_values(
        cargo.branches_after(cargo.branches_after(landable(frame.offer_context(state)).get(zone, ()), ship), land)
    )


PARTS_WITH_GUNS = sum({1 << PART_OF[number] for number, landing in enumerate(LANDING) if AA_GUN in landing.ashore})


def landing_choices(state: State, inputs: MovementInputs, side: int) -> Branches:
    """All possible landings, ship by ship."""
    return [(1 << zone, ships) for zone, ships in landable(inputs).items()]


ASSAULT = Verb(
    "assault",
    clause="7.7.5",
    ends_list="never",
    offer=landing_choices,
    zone=Argument(ZONES, no_enemy_to_land, zone_not_spent_to_land, zone_to_land),
    ship=Argument(PIECES, not_spent_to_land, ship_to_land),
    land=Argument(LANDS, shore_there),
    part=Argument(PARTS, guns_land_later, part_aboard),
)
UNLOAD = Verb(
    "unload",
    clause="10.4",
    ends_list="never",
    offer=landing_choices,
    zone=Argument(ZONES, no_enemy_to_land, zone_not_spent_to_land, zone_to_land),
    ship=Argument(PIECES, not_spent_to_land, ship_to_land),
    land=Argument(LANDS, shore_there),
    part=Argument(PARTS, guns_land_later, part_aboard),
)


def landing_of(ship: int, part: int) -> int:
    """The landing of a part of a ship's load."""
    return next(number for number in LANDINGS_OF[ship] if PART_OF[number] == part)


def plan_assault(execution: Execution, frame: MovementPhase, zone: int, ship: int, land: int, part: int) -> None:
    """7.7.5, 8.9.1 Plans a landing; the ship no longer moves, and its load waits aboard for the assault."""
    cells = execution.cells
    number = landing_of(ship, part)
    retire(execution, frame, zone, ship, ship)
    add_to_counts(cells, LANDING_AT + COAST_AT[land, zone], number)
    units = sum(count_one(unit) for unit in LANDING[number].ashore)
    execution.emit(log.LANDING_PLANNED, frame.side, ship, units, zone, land)


def unload(execution: Execution, frame: MovementPhase, zone: int, ship: int, land: int, part: int) -> None:
    """10.4, 7.7.2 Lands a load in a friendly territory; the ship no longer moves or loads."""
    landing = LANDING[landing_of(ship, part)]
    if not unload_after_combat(execution.cells, zone, ship, land, landing.after):
        retire(execution, frame, zone, ship, landing.after)
    units = sum(count_one(unit) for unit in landing.ashore)
    execution.cells[ACTED + land] += units
    execution.emit(log.UNLOADED, frame.side, ship, units, zone, land)


def retire(execution: Execution, frame: MovementPhase, zone: int, ship: int, after: int) -> None:
    """Marks a ship as having acted, with its new load."""
    cells, place = execution.cells, FIRST_ZONE + zone
    rows = [row for row in frame.afloat if row.place == place and row.piece == ship]
    if rows:
        row = min(rows, key=lambda row: (row.left, row.origin))
        execution.replace(changed(frame, afloat=with_units_in_movement(frame.afloat, row._replace(many=-1))))
        add_to_counts(cells, ACTED + place, ship, -1)
    elif frame.noncombat and number_of(cells[ESCAPED + zone], ship):
        add_to_counts(cells, ESCAPED + zone, ship, -1)
        add_to_counts(cells, ACTED + place, ship, -1)
    else:
        add_to_counts(cells, UNITS + frame.side * PLACE_COUNT + place, ship, -1)
    add_to_counts(cells, ACTED + place, after)


# -- 9.5.3 a convoy beside which a warship starts ------------------------------------------------------------------


def ships_able_to_seize(inputs: MovementInputs) -> dict[int, int]:
    """9.5.3 For each zone with an enemy convoy and no enemy units, the unmoved warships there, as a set."""
    zones = convoys_of_enemy(inputs.cells, inputs.phase.side) & ~inputs.hostile
    result = {zone: inputs.stacks[FIRST_ZONE + zone] & WARSHIP_KINDS for zone in members(zones)}
    return {zone: ships for zone, ships in result.items() if ships}


WARSHIP_KINDS = kinds_in(WARSHIPS_MASK)


@restriction("9.5.3", "you have no unmoved warship in {zone}, or there is no enemy convoy, or an enemy is there")
def convoy_beside(state: State, frame: MovementPhase, side: int) -> int:
    return sum(1 << zone for zone in ships_able_to_seize(frame.offer_context(state)))


@restriction("9.5.3", "no such unmoved warship is in {zone}")
def seizer(state: State, frame: MovementPhase, side: int, zone: int) -> int:
    return ships_able_to_seize(frame.offer_context(state)).get(zone, 0)


def seizures(state: State, inputs: MovementInputs, side: int) -> Branches:
    """All warships that may take the convoy in an adjacent zone."""
    return [(1 << zone, ((ships, ()),)) for zone, ships in ships_able_to_seize(inputs).items()]


SEIZE = Verb(
    "seize",
    clause="9.5.3",
    ends_list="never",
    offer=seizures,
    zone=Argument(ZONES, convoy_beside),
    ship=Argument(PIECES, seizer),
)


def seize(execution: Execution, frame: MovementPhase, zone: int, ship: int) -> None:
    """9.5.3 A warship spends one of its steps to take an adjacent convoy."""
    cells, place = execution.cells, FIRST_ZONE + zone
    add_to_counts(cells, UNITS + frame.side * PLACE_COUNT + place, ship, -1)
    add_to_counts(cells, ACTED + place, ship, 1)
    left = execution.rules.pieces.moves[ship] - 1
    if left > 0:
        row = UnitsInMovement(frame.side, place, ship, left, place, 1)
        execution.replace(changed(frame, afloat=with_units_in_movement(frame.afloat, row)))
    convoy = CONVOY_AT[zone]
    cells[CONVOYS_TAKEN] ^= 1 << convoy
    execution.emit(log.CONVOY_TAKEN, convoy, frame.side)
