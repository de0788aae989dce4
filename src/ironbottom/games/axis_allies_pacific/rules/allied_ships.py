"""7.7.7 Ground units on an ally's transports: they board and land in their owner's turn, and sail in the ship's
turn.
"""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.engine.rules.state import State
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import count_one
from ironbottom.games.axis_allies_pacific.derived.cargo import (
    Aboard,
    boardable,
    branches_after,
    first_values,
    lands_to_land_in,
    parts_of_guests,
    ships_free_to_load,
)
from ironbottom.games.axis_allies_pacific.pieces import (
    ALLY,
    COAST_AT,
    FIRST_ZONE,
    GUESTS_OF,
    JAPAN,
    LANDING,
    LANDS,
    LOADS,
    OWN_FREIGHT,
    PART_OF,
    PARTS,
    PIECES,
    PLACE_COUNT,
    TRANSPORT,
    TRANSPORTS_MASK,
    ZONE_COUNT,
    ZONES,
)
from ironbottom.games.axis_allies_pacific.rules.courses import MovementPhase, Situation
from ironbottom.games.axis_allies_pacific.rules.transports import guns_land_later, guns_move_later
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    LANDING_AT,
    UNITS,
    UNLOADED,
    add_to_counts,
)


def ships_of_ally(situation: Situation) -> dict[int, int]:
    """An ally's transports that have not unloaded this turn, in zones without enemies, as sets by zone."""
    side, cells = situation.here.side, situation.cells
    if side == JAPAN:
        return {}
    start = UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE
    return ships_free_to_load(
        (cells[start : start + ZONE_COUNT], cells[UNLOADED : UNLOADED + ZONE_COUNT], ~situation.hostile)
    )


def boarding(situation: Situation) -> dict[int, Aboard]:
    """By zone, the unmoved units that an ally's transports can load; never Chinese ones."""
    ships = ships_of_ally(situation)
    return (
        boardable((situation.figures, ships, situation.waiting, situation.here.regroups, OWN_FREIGHT)) if ships else {}
    )


@restriction("7.7.4", "no ally's transport in {zone} can load or unload: an enemy is there")
def no_enemy_beside_ally(state: State, frame: MovementPhase, side: int) -> sets.Members:
    if side == JAPAN:
        return ZONES.all
    start = UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE
    fleets = state.cells[start : start + ZONE_COUNT]
    hostile = members(frame.offer_context(state).hostile)
    return ZONES.all_but(sum([1 << zone for zone in hostile if fleets[zone] & TRANSPORTS_MASK]))


@restriction("7.7.7", "no ally's transport in {zone} can load your units", fallback=True)
def zone_to_board(state: State, frame: MovementPhase, side: int) -> int:
    return sum(1 << zone for zone in boarding(frame.offer_context(state)))


@restriction("7.7.7", "your allies have no such transport in {zone}", fallback=True)
def ship_to_board(state: State, frame: MovementPhase, side: int, zone: int) -> int:
    return first_values(boarding(frame.offer_context(state)).get(zone, ()))


@restriction("7.7.2", "you have no unit in {land} to load in {zone}", fallback=True)
def land_to_board(state: State, frame: MovementPhase, side: int, zone: int, ship: int) -> int:
    return first_values(branches_after(boarding(frame.offer_context(state)).get(zone, ()), ship))


@restriction("7.7.1", "the ship cannot carry that unit", fallback=True)
def unit_to_board(state: State, frame: MovementPhase, side: int, zone: int, ship: int, land: int) -> int:
    return first_values(branches_after(branches_after(boarding(frame.offer_context(state)).get(zone, ()), ship), land))


def boards(state: State, situation: Situation, side: int) -> Branches:
    """All units that may board."""
    return [(1 << zone, aboard) for zone, aboard in boarding(situation).items()]


BOARD = Verb(
    "board",
    clause="7.7.7",
    ends_list="never",
    offer=boards,
    zone=Argument(ZONES, no_enemy_beside_ally, zone_to_board),
    ship=Argument(PIECES, ship_to_board),
    land=Argument(LANDS, land_to_board),
    unit=Argument(PIECES, guns_move_later, unit_to_board),
)


def board_allied_ship(play: Execution, side: int, zone: int, ship: int, land: int, unit: int) -> None:
    """7.7.7 A unit boards an ally's transport, which moves in its own turn."""
    after = play.rules.pieces.next_load[ship, unit + OWN_FREIGHT]
    cells = play.cells
    add_to_counts(cells, UNITS + side * PLACE_COUNT + land, unit, -1)
    cells[UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE + zone] += count_one(after) - count_one(ship)
    play.emit(log.LOADED, side, ship, unit, land, zone)


Landable = tuple[int, Branches]
"""The lands where loads may go ashore, and the ships, each with the units that may land."""
NONE_LANDS: Landable = (0, ())
WITH_GUESTS = sum(1 << TRANSPORT + n for n, load in enumerate(LOADS) if max(load, default=0) >= OWN_FREIGHT)


def with_guests(situation: Situation) -> dict[int, Landable]:
    """7.7.5 For each zone with a shore to land on, the parts of an ally's loads there that may land."""
    result, regroups = {}, situation.here.regroups
    for zone, ships in ships_of_ally(situation).items():
        if ships & WITH_GUESTS:
            parts = parts_of_guests(ships & WITH_GUESTS, regroups)
            lands = lands_to_land_in(situation.figures, zone, situation.held, regroups)
            if parts and lands:
                result[zone] = (lands, parts)
    return result


@restriction("7.7.7", "none of your units on an ally's transport in {zone} can land now", fallback=True)
def zone_to_leave(state: State, frame: MovementPhase, side: int) -> int:
    return sum(1 << zone for zone in with_guests(frame.offer_context(state)))


@restriction("7.7.7", "none of your units on such a transport in {zone} can land now", fallback=True)
def ship_to_leave(state: State, frame: MovementPhase, side: int, zone: int) -> int:
    return first_values(with_guests(frame.offer_context(state)).get(zone, NONE_LANDS)[1])


@restriction("7.7.5", "units land in enemy territories beside {zone} in phase 3, and in friendly ones in phase 6")
def shore_there(state: State, frame: MovementPhase, side: int, zone: int, ship: int) -> int:
    return with_guests(frame.offer_context(state)).get(zone, NONE_LANDS)[0]


@restriction("7.7.3", "the ship cannot land that", fallback=True)
def guests_aboard(state: State, frame: MovementPhase, side: int, zone: int, ship: int, land: int) -> int:
    return first_values(branches_after(with_guests(frame.offer_context(state)).get(zone, NONE_LANDS)[1], ship))


def leaves(state: State, situation: Situation, side: int) -> Branches:
    """All units that may leave an ally's transports, each with its territory."""
    return [
        (1 << zone, tuple([(ship, ((lands, parts),)) for ship, parts in ships]))
        for zone, (lands, ships) in with_guests(situation).items()
    ]


DISEMBARK, STORM = (
    Verb(
        name,
        clause="7.7.7",
        ends_list="never",
        offer=leaves,
        zone=Argument(ZONES, no_enemy_beside_ally, zone_to_leave),
        ship=Argument(PIECES, ship_to_leave),
        land=Argument(LANDS, shore_there),
        part=Argument(PARTS, guns_land_later, guests_aboard),
    )
    for name in ("disembark", "storm")
)


def guests_landing(ship: int, part: int) -> int:
    """The landing of a part of an ally's load."""
    return next(number for number in GUESTS_OF[ship] if PART_OF[number] == part)


def disembark(play: Execution, side: int, zone: int, ship: int, land: int, part: int) -> None:
    """7.7.3, 7.7.7 Units leave an ally's transport, which cannot unload again this turn."""
    cells, landing = play.cells, LANDING[guests_landing(ship, part)]
    units = sum(count_one(unit) for unit in landing.ashore)
    cells[UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE + zone] += count_one(landing.after) - count_one(ship)
    cells[UNLOADED + zone] += count_one(landing.after)
    cells[ACTED + land] += units
    play.emit(log.UNLOADED, side, ship, units, zone, land)


def storm(play: Execution, side: int, zone: int, ship: int, land: int, part: int) -> None:
    """7.7.7, 8.9.1 Plans a landing from an ally's transport, which takes no part in any battle (8.10.4)."""
    cells, number = play.cells, guests_landing(ship, part)
    cells[UNLOADED + zone] += count_one(ship)
    add_to_counts(cells, LANDING_AT + COAST_AT[land, zone], number)
    units = sum(count_one(unit) for unit in LANDING[number].ashore)
    play.emit(log.LANDING_PLANNED, side, ship, units, zone, land)
