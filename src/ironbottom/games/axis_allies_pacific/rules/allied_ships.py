"""7.7.7 Ground units on an ally's transports: they board and land in their owner's turn, and sail in the ship's
turn.
"""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import count_one
from ironbottom.games.axis_allies_pacific.derived.cargo import (
    UnitsToLoad,
    boardable,
    branches_after,
    first_values,
    lands_to_land_in,
    parts_of_allied_loads,
    ships_free_to_load,
)
from ironbottom.games.axis_allies_pacific.pieces import (
    ALLIED_LANDINGS_OF,
    ALLY,
    COAST_AT,
    FIRST_ZONE,
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
from ironbottom.games.axis_allies_pacific.rules.movement_ranges import MovementInputs, MovementPhase
from ironbottom.games.axis_allies_pacific.rules.transports import guns_land_later, guns_move_later
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    LANDING_AT,
    UNITS,
    UNLOADED,
    add_to_counts,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State


def ships_of_ally(inputs: MovementInputs) -> dict[int, int]:
    """An ally's transports that have not unloaded this turn, in zones without enemies, as sets by zone."""
    side, cells = inputs.phase.side, inputs.cells
    if side == JAPAN:
        return {}
    start = UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE
    return ships_free_to_load(
        (cells[start : start + ZONE_COUNT], cells[UNLOADED : UNLOADED + ZONE_COUNT], ~inputs.hostile)
    )


def units_to_board(inputs: MovementInputs) -> dict[int, UnitsToLoad]:
    """By zone, the unmoved units that an ally's transports can load; never Chinese units."""
    ships = ships_of_ally(inputs)
    return boardable((inputs.figures, ships, inputs.waiting, inputs.phase.noncombat, OWN_FREIGHT)) if ships else {}


@restriction("7.7.4", "no ally's transport in {zone} can load or unload: an enemy is there")
def no_enemy_with_allied_transport(state: State, frame: MovementPhase, side: int) -> sets.IdSet:
    if side == JAPAN:
        return ZONES.all
    start = UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE
    fleets = state.cells[start : start + ZONE_COUNT]
    hostile = members(frame.offer_context(state).hostile)
    return ZONES.all_but(sum([1 << zone for zone in hostile if fleets[zone] & TRANSPORTS_MASK]))


@restriction("7.7.7", "no ally's transport in {zone} can load your units", fallback=True)
def zone_to_board(state: State, frame: MovementPhase, side: int) -> int:
    return sum(1 << zone for zone in units_to_board(frame.offer_context(state)))


@restriction("7.7.7", "your allies have no such transport in {zone}", fallback=True)
def ship_to_board(state: State, frame: MovementPhase, side: int, zone: int) -> int:
    return first_values(units_to_board(frame.offer_context(state)).get(zone, ()))


@restriction("7.7.2", "you have no unit in {land} to load in {zone}", fallback=True)
def land_to_board(state: State, frame: MovementPhase, side: int, zone: int, ship: int) -> int:
    return first_values(branches_after(units_to_board(frame.offer_context(state)).get(zone, ()), ship))


@restriction("7.7.1", "the ship cannot carry that unit", fallback=True)
def unit_to_board(state: State, frame: MovementPhase, side: int, zone: int, ship: int, land: int) -> int:
    return first_values(
        branches_after(branches_after(units_to_board(frame.offer_context(state)).get(zone, ()), ship), land)
    )


def boarding_choices(state: State, inputs: MovementInputs, side: int) -> Branches:
    """All units that may board."""
    return [(1 << zone, aboard) for zone, aboard in units_to_board(inputs).items()]


BOARD = Verb(
    "board",
    clause="7.7.7",
    ends_list="never",
    offer=boarding_choices,
    zone=Argument(ZONES, no_enemy_with_allied_transport, zone_to_board),
    ship=Argument(PIECES, ship_to_board),
    land=Argument(LANDS, land_to_board),
    unit=Argument(PIECES, guns_move_later, unit_to_board),
)


def board_allied_ship(execution: Execution, side: int, zone: int, ship: int, land: int, unit: int) -> None:
    """7.7.7 A unit boards an ally's transport, which moves in its own turn."""
    after = execution.rules.pieces.next_load[ship, unit + OWN_FREIGHT]
    cells = execution.cells
    add_to_counts(cells, UNITS + side * PLACE_COUNT + land, unit, -1)
    cells[UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE + zone] += count_one(after) - count_one(ship)
    execution.emit(log.LOADED, side, ship, unit, land, zone)


LandsAndLoads = tuple[int, Branches]
"""The lands where loads may go ashore, and the ships, each with the units that may land."""
NO_LANDS_OR_LOADS: LandsAndLoads = (0, ())
SHIPS_WITH_ALLIED_LOADS = sum(1 << TRANSPORT + n for n, load in enumerate(LOADS) if max(load, default=0) >= OWN_FREIGHT)


def allied_loads_to_land(inputs: MovementInputs) -> dict[int, LandsAndLoads]:
    """7.7.5 For each zone with a shore to land on, the parts of an ally's loads there that may land."""
    result, noncombat = {}, inputs.phase.noncombat
    for zone, ships in ships_of_ally(inputs).items():
        if ships & SHIPS_WITH_ALLIED_LOADS:
            parts = parts_of_allied_loads(ships & SHIPS_WITH_ALLIED_LOADS, noncombat)
            lands = lands_to_land_in(inputs.figures, zone, inputs.held, noncombat)
            if parts and lands:
                result[zone] = (lands, parts)
    return result


@restriction("7.7.7", "none of your units on an ally's transport in {zone} can land now", fallback=True)
def zone_to_leave(state: State, frame: MovementPhase, side: int) -> int:
    return sum(1 << zone for zone in allied_loads_to_land(frame.offer_context(state)))


@restriction("7.7.7", "none of your units on such a transport in {zone} can land now", fallback=True)
def ship_to_leave(state: State, frame: MovementPhase, side: int, zone: int) -> int:
    return first_values(allied_loads_to_land(frame.offer_context(state)).get(zone, NO_LANDS_OR_LOADS)[1])


@restriction("7.7.5", "units land in enemy territories beside {zone} in phase 3, and in friendly ones in phase 6")
def shore_there(state: State, frame: MovementPhase, side: int, zone: int, ship: int) -> int:
    return allied_loads_to_land(frame.offer_context(state)).get(zone, NO_LANDS_OR_LOADS)[0]


@restriction("7.7.3", "the ship cannot land that load", fallback=True)
def part_of_allied_load(state: State, frame: MovementPhase, side: int, zone: int, ship: int, land: int) -> int:
    return first_values(
        branches_after(allied_loads_to_land(frame.offer_context(state)).get(zone, NO_LANDS_OR_LOADS)[1], ship)
    )


def disembarking_choices(state: State, inputs: MovementInputs, side: int) -> Branches:
    """All units that may leave an ally's transports, each with its territory."""
    return [
        (1 << zone, tuple([(ship, ((lands, parts),)) for ship, parts in ships]))
        for zone, (lands, ships) in allied_loads_to_land(inputs).items()
    ]


DISEMBARK, STORM = (
    Verb(
        name,
        clause="7.7.7",
        ends_list="never",
        offer=disembarking_choices,
        zone=Argument(ZONES, no_enemy_with_allied_transport, zone_to_leave),
        ship=Argument(PIECES, ship_to_leave),
        land=Argument(LANDS, shore_there),
        part=Argument(PARTS, guns_land_later, part_of_allied_load),
    )
    for name in ("disembark", "storm")
)


def landing_from_ally(ship: int, part: int) -> int:
    """The landing of a part of an ally's load."""
    return next(number for number in ALLIED_LANDINGS_OF[ship] if PART_OF[number] == part)


def disembark(execution: Execution, side: int, zone: int, ship: int, land: int, part: int) -> None:
    """7.7.3, 7.7.7 Units leave an ally's transport, which cannot unload again this turn."""
    cells, landing = execution.cells, LANDING[landing_from_ally(ship, part)]
    units = sum(count_one(unit) for unit in landing.ashore)
    cells[UNITS + ALLY[side] * PLACE_COUNT + FIRST_ZONE + zone] += count_one(landing.after) - count_one(ship)
    cells[UNLOADED + zone] += count_one(landing.after)
    cells[ACTED + land] += units
    execution.emit(log.UNLOADED, side, ship, units, zone, land)


def assault_from_allied_ship(execution: Execution, side: int, zone: int, ship: int, land: int, part: int) -> None:
    """7.7.7, 8.9.1 Plans a landing from an ally's transport, which takes no part in any battle (8.10.4)."""
    cells, number = execution.cells, landing_from_ally(ship, part)
    cells[UNLOADED + zone] += count_one(ship)
    add_to_counts(cells, LANDING_AT + COAST_AT[land, zone], number)
    units = sum(count_one(unit) for unit in LANDING[number].ashore)
    execution.emit(log.LANDING_PLANNED, side, ship, units, zone, land)
