"""22.0 Movement of ground units: their range, the effect of Zones, and the hexes that they capture.

Points are counted in halves, since a major road costs half a point.
"""

from __future__ import annotations

from ironbottom.engine.cache import FingerprintContext
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import completed_construction, ground_stacks
from ironbottom.games.war_in_the_pacific.derived.adjacent_hexes import hex_moves_at
from ironbottom.games.war_in_the_pacific.derived.ground_paths import (
    NO_HINDRANCES,
    Hindrances,
    MovementContext,
    Paths,
    find_paths,
    hindrances_among,
    movement_context,
)
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of, units_at
from ironbottom.games.war_in_the_pacific.derived.movement_costs import MovementMap, class_of, movement_points
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.bases import headquarters
from ironbottom.games.war_in_the_pacific.rules.shore.capture import capture
from ironbottom.games.war_in_the_pacific.rules.turn import losses
from ironbottom.games.war_in_the_pacific.rules.turn.losses import lose_unit
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

LOSS_FROM, WHOLE_UNIT_FROM = 4, 6


def movement_half_points(state: State, unit: int, *, forced: bool = False) -> int:
    """22.1, 22.5, 25.3 The Movement Points of a unit in half points; half of them while it is unsupplied."""
    unsupplied = bool(state.arrays[layout.UNSUPPLIED][unit])
    return movement_points(state.rules.pieces, type_of(state, unit), unsupplied, forced)


def may_enter_adjacent(state: State, unit: int, to: int) -> bool:
    """22.1, 22.6 Whether a unit's class may step into an adjacent hex, including in a retreat or an advance."""
    ground = MovementMap(state.rules.pieces, state.cells[layout.SCENARIO], completed_construction.roads_built(state))
    steps = hex_moves_at(ground, class_of(type_of(state, unit)), state.arrays[layout.UNIT_AT][unit])
    return any(beyond == to for beyond, _ in steps)


def paths_of(state: State, side: int, unit: int, *, forced: bool = False) -> Paths:
    """22.1, 22.2, 22.3, 24.9 The paths of a unit: it may always enter one hex, whatever the cost; Zones cost more and
    stop it.
    """
    kind, start = state.arrays[layout.UNIT_TYPE][unit], state.arrays[layout.UNIT_AT][unit]
    context, most = movement_context(state, side), movement_half_points(state, unit, forced=forced)
    return find_paths(context.ground, class_of(context.row(kind)), start, most, *hindrances(context, kind, start, most))


def hindrances(context: MovementContext, kind: int, start: int, most: int) -> Hindrances:
    """22.3, 24.9 The hindrances of a unit of a type within its range of a hex."""
    free = find_paths(context.ground, class_of(context.row(kind)), start, most, *NO_HINDRANCES)
    return hindrances_among(context, kind, start, free.hexes)


def path_to(state: State, side: int, unit: int, to: int, *, forced: bool = False) -> list[int]:
    """22.1 The hexes that a unit enters on its way, including the last."""
    with FingerprintContext(state):
        before, way = paths_of(state, side, unit, forced=forced).before, [to]
    while before[way[-1]] != state.arrays[layout.UNIT_AT][unit]:
        way.append(before[way[-1]])
    way.reverse()
    return way


def march(execution: Execution, side: int, unit: int, to: int, *, forced: bool = False) -> None:
    """22.1, 22.5, 22.7, 24.9 Moves a unit, which captures the hexes that it enters; overrun or helpless units are
    removed.
    """
    state = execution.state
    way = path_to(state, side, unit, to, forced=forced)
    headquarters.stop_work_after_move(state, unit)
    layout.units_in(state.arrays).put(unit, to)
    execution.emit(log.MARCHED, unit, tuple(way))
    for hex in way:
        for enemy in ground_stacks.can_lose(state, units_at(state, 1 - side, hex)):
            lose_unit(execution, enemy)
        capture(execution, side, hex)
    if forced:
        pay_for_march(execution, unit)


def pay_for_march(execution: Execution, unit: int) -> None:
    """22.5 The die of a Forced March: on four or more a step is lost; a six eliminates a unit other than a division."""
    die = execution.roll(6, Roll.FORCED_MARCH)
    execution.emit(log.FORCED, unit, die)
    if die >= WHOLE_UNIT_FROM and not type_of(execution.state, unit).size.startswith("division"):
        lose_unit(execution, unit)
    elif die >= LOSS_FROM:
        losses.lose_step(execution, unit)
