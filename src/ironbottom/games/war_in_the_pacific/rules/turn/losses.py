"""21.2, 21.8, 47.1 Losses of ground units, air points and Sub Points, from any cause; the enemy scores them."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import battlegroup_of, step_of, type_of
from ironbottom.games.war_in_the_pacific.pieces import HEXES, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.turn import victory_points
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


def lose_air(state: State, side: int, training: str, points: int) -> None:
    """47.1 Records lost Air Points."""
    state.cells[layout.LOSSES + side] += victory_points.air_worth(state.rules.pieces.charts, training, points)


def lose_subs(state: State, side: int, points: int) -> None:
    """47.1 Records lost Sub Points."""
    state.cells[layout.LOSSES + side] += state.rules.pieces.charts.worth["sub_point"] * points


def remove_unit(state: State, unit: int) -> None:
    """21.8, 47.1, 47.21, 47.25 Removes a ground unit lost for any reason, and scores its printed strength."""
    pieces = state.rules.pieces
    side = JAPAN if unit in UNITS_OF[JAPAN] else ALLIES
    kind = pieces.ground[state.arrays[layout.UNIT_TYPE][unit]]
    state.cells[layout.LOSSES + side] += victory_points.ground_worth(kind)
    layout.units_in(state.arrays).put(unit, -1)
    state.arrays[layout.UNIT_TYPE][unit] = -1
    for array in (layout.REST, layout.DEPLOYED, layout.UNSUPPLIED, layout.IDLE_HEADQUARTERS, layout.RESTRICTED):
        state.arrays[array][unit] = 0


def lose_unit(execution: Execution, unit: int) -> None:
    """16.8, 21.8 Eliminates a ground unit, announced with its type and, ashore, its hex."""
    state = execution.state
    hex, kind = state.arrays[layout.UNIT_AT][unit], state.arrays[layout.UNIT_TYPE][unit]
    remove_unit(state, unit)
    for array in (layout.LANDED, layout.DISRUPTED, layout.DEPLOYING):
        state.arrays[array][unit] = 0
    execution.emit(log.UNIT_LOST, unit, kind, hex if hex < len(HEXES) else -1)


def lose_step(execution: Execution, unit: int) -> None:
    """21.2 Removes a step from a unit: it flips to its battlegroup, or is eliminated."""
    state = execution.state
    flipped = battlegroup_of(type_of(state, unit))
    state.arrays[layout.REST][unit] = 0
    if flipped >= 0:
        state.arrays[layout.UNIT_TYPE][unit] = flipped
        execution.emit(log.REDUCED, unit, flipped)
    else:
        lose_unit(execution, unit)


def take_loss(execution: Execution, unit: int, points: int) -> int:
    """21.2 A unit takes losses: it loses a step if these and its carried losses suffice, otherwise it carries them.

    Returns the remaining losses.
    """
    state = execution.state
    carried, cost = state.arrays[layout.REST][unit], step_of(state, unit)
    if carried + points < cost:
        state.arrays[layout.REST][unit] = carried + points
        return 0
    lose_step(execution, unit)
    return carried + points - cost
