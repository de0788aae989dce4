"""7.1.1 The destinations of units that were picked up, with numbers."""

from __future__ import annotations

from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, WIDTH, number_of
from ironbottom.games.axis_allies_pacific.derived.decks import landing_plan, may_go_along, needs_decks
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.derived.sea_zones import may_leave
from ironbottom.games.axis_allies_pacific.pieces import BOMBER, CARRIER, FIGHTER, FIRST_ZONE, PLACE_COUNT
from ironbottom.games.axis_allies_pacific.rules import movement_ranges
from ironbottom.games.axis_allies_pacific.state import UNITS, Cells
from ironbottom.games.axis_allies_pacific.state_types import State


def most_that_leave(figures: Figures, cells: Cells, side: int, place: int, piece: int) -> int:
    """7.1.4 How many ships of a kind may leave a place if some must stay with others."""
    return may_leave(figures, cells, side, place) if 1 << WIDTH * piece & figures.sea_attackers else MAX_COUNT


def count_of(state: State, frame: movement_ranges.PickedUpUnits) -> int:
    """How many units were picked up and may go."""
    phase = movement_ranges.movement_phase(state)
    number = picked_up(state, phase, frame)
    if phase.noncombat:
        return number
    return min(number, most_that_leave(state.rules.pieces, state.cells, frame.side, frame.place, frame.piece))


def picked_up(state: State, phase: movement_ranges.MovementPhase, frame: movement_ranges.PickedUpUnits) -> int:
    """How many units were picked up."""
    if frame.left < 0:
        return number_of(state.cells[UNITS + frame.power * PLACE_COUNT + frame.place], frame.piece)
    return sum(
        row.many
        for row in phase.afloat
        if row.place == frame.place
        and row.piece == frame.piece
        and row.left == frame.left
        and row.origin == frame.origin
    )


def destinations(state: State, frame: movement_ranges.PickedUpUnits, *, needs: bool = True) -> dict[int, int]:
    """The possible destinations with the largest numbers; without ``needs``, no aircraft needs a carrier."""
    phase = movement_ranges.movement_phase(state)
    figures, cells = state.rules.pieces, state.cells
    many = count_of(state, frame)
    if frame.piece in (FIGHTER, BOMBER):
        result = movement_ranges.air_targets(figures, cells, phase, frame.power, frame.place, frame.piece, needs=needs)
        return {to: min(many, room) for to, room in result.items()}
    left = frame.left if frame.left >= 0 else movement_ranges.steps_of(figures, phase, frame.piece)
    routes = movement_ranges.routes_by_place(state, phase, frame.place, frame.piece, left, frame.origin)
    if frame.piece != CARRIER or not needs or not needs_decks(figures, cells, frame.side):
        return dict.fromkeys(routes, many)
    plan = landing_plan(figures, cells, frame.side, hoping=not phase.noncombat)
    result, zone, fresh = {}, frame.place - FIRST_ZONE, frame.left < 0
    for to in routes:
        most = 0
        while most < many and may_go_along(figures, plan, zone, to - FIRST_ZONE, most + 1, fresh):
            most += 1
        if most:
            result[to] = most
    return result


def ends_of(state: State, frame: movement_ranges.PickedUpUnits) -> int:
    """The possible destinations of ground units or ships, as a set."""
    phase = movement_ranges.movement_phase(state)
    left = frame.left if frame.left >= 0 else movement_ranges.steps_of(state.rules.pieces, phase, frame.piece)
    return movement_ranges.reachable_places(state, phase, frame.place, frame.piece, left, frame.origin)


def without_needs(state: State, frame: movement_ranges.PickedUpUnits) -> dict[int, int]:
    """7.4.2, 7.4.3 The possible destinations of fighters and carriers if no aircraft in the air needed a carrier."""
    return destinations(state, frame, needs=False) if frame.piece in (FIGHTER, CARRIER) else {}
