"""6.2, 6.3, 6.4, 17.0 The range of units, and the speed roll."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import GREEN, PLACES, US_MANDATE
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Entered, Pieces
from ironbottom.games.victory_in_the_pacific.rolls import Roll
from ironbottom.games.victory_in_the_pacific.rules.effects import speed
from ironbottom.games.victory_in_the_pacific.state import FLAGS, IN, PATROL, Cells, opponent, place_of, side_of
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State

PATROLLING, RAIDING, LANDING_FORCE = range(3)
MAX_AREAS = 3
PLACE_COUNT = len(PLACES)
NO_ROLL = 7
"""6.4 Ships of this speed or more pass without a die."""

# -- 6.2, 17 reach ---------------------------------------------------------------------------------------


def reach(pieces: Pieces, cells: Cells, unit: int, role: int, place: int) -> tuple[int, int]:
    """6.21 to 6.23 The areas that a unit reaches freely, and those it reaches by a speed roll.

    Japanese and US raiders enter two areas freely and a third by a roll (6.222, 17.13); British, Australian and Dutch
    raiders enter one freely and a second by a roll (17.24, 17.32). 6.3 A unit stops in areas with the enemy's flag.
    """
    first, second, third = pieces.routes.reach(place, cells[FLAGS + opponent(side_of(unit))], MAX_AREAS)
    if pieces.hooks.escapers(pieces, cells) >> unit & 1:
        second |= 1 << US_MANDATE
    if role == PATROLLING:
        return first, second
    if role == LANDING_FORCE:
        return first | second, 0
    return pieces.hooks.raid_reach(pieces, cells, unit, place, (first, second, third))


def raid_reach(pieces: Pieces, cells: Cells, unit: int, place: int, areas: Entered) -> tuple[int, int]:
    """6.222, 6.223 The areas that a raider enters freely, and those that it enters by a roll."""
    first, second, third = areas
    return (first, second) if GREEN >> unit & 1 else (first | second, third)


def by_reach(state: State, units: int, role: int) -> list[tuple[int, int, int]]:
    """Groups units at one place by range: the units, the areas entered freely, and the areas entered by a roll."""
    cells, pieces = state.cells, state.rules.pieces
    kinds, result = equal_range_groups(pieces, cells, units, role), []
    for place, there in enumerate(cells[IN : IN + PLACE_COUNT]):
        if there & units:
            for kind in kinds:
                group = there & kind
                if group:
                    result.append((group, *reach(pieces, cells, (group & -group).bit_length() - 1, role, place)))
    return result


def equal_range_groups(pieces: Pieces, cells: Cells, units: int, role: int) -> list[int]:
    """Groups units that have the same range from one place."""
    if role == RAIDING and pieces.hooks.raiders_apart(cells):
        return [1 << unit for unit in members(units)]
    escaping = units & pieces.hooks.escapers(pieces, cells)
    parts = (units & GREEN & ~escaping, units & ~GREEN & ~escaping, units & GREEN & escaping, escaping & ~GREEN)
    return [part for part in parts if part]


def amphibious_range_groups(state: State, frame: Procedure, side: int, units: int) -> list[IdSet]:
    return [group for group, _, _ in by_reach(state, units, LANDING_FORCE)]


def raider_range_groups(state: State, frame: Procedure, side: int, units: int) -> list[IdSet]:
    return [group for group, _, _ in by_reach(state, units, RAIDING)]


def speed_roll(execution: Execution, unit: int, area: int) -> bool:
    """6.4 Rolls for speed: the roll succeeds if the ship's speed is above the die."""
    knots = speed(execution.rules.pieces, execution.cells, unit)
    die = 0 if knots >= NO_ROLL else execution.roll(6, Roll.SPEED)
    patrols = execution.cells[PATROL] >> unit & 1
    execution.emit(log.SPEED_ROLLED, unit, area, knots, die, int(knots > die), patrols)
    return knots > die


def areas_by_roll_from(pieces: Pieces, cells: Cells, unit: int, before: int) -> int:
    """6.42 The areas that a raider in port may try to reach with a roll, each with the area before it on the route."""
    stops = cells[FLAGS + opponent(side_of(unit))]
    place = place_of(cells, unit)
    first, second, _ = pieces.routes.reach(place, stops, MAX_AREAS)
    passed = (first if GREEN >> unit & 1 else second) & ~stops
    _, rolling = reach(pieces, cells, unit, RAIDING, place)
    return rolling & pieces.borders[before] if passed >> before & 1 else 0
