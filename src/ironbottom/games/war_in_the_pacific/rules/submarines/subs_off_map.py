"""13.3, 37.1 Subrons that come from beyond an edge of the map in transit, and go there to refit."""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import POINTS, free_subron, subrons_of
from ironbottom.games.war_in_the_pacific.scenario import SubsOffMap
from ironbottom.games.war_in_the_pacific.state import IN_TRANSIT, REFITS, SUB_KINDS, SUBRONS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

IN_TRANSIT_TIMES = 2
"""13.3 A Subron in transit moves twice as far."""
COASTAL = SUB_KINDS.index["coastal"]


def refit_edge(state: State, side: int) -> SubsOffMap | None:
    """13.3 Where a side's Sub Points refit off the map."""
    return layout.scenario(state).subs_off_map(state, side)


def points_off_map(state: State, side: int, kind: int) -> int:
    """13.1 The Sub Points of a kind that a side has off the map."""
    result: int = state.arrays[layout.SUBS_OFF_MAP][len(SUB_KINDS) * side + kind]
    return result


def range_in_transit(state: State, kind: int) -> int:
    """13.3 The Movement Points of a kind of submarine in transit."""
    pieces = state.rules.pieces
    return IN_TRANSIT_TIMES * pieces.facts.table(charts.SUB_ENDURANCE)[SUB_KINDS.ids[kind]].reach_mp


def hexes_from_edge(state: State, side: int, points: int) -> tuple[int, ...]:
    """13.3 The hexes that a Subron reaches from its side's edge of the map with this many Movement Points."""
    edge, pieces = refit_edge(state, side), state.rules.pieces
    if edge is None or points < 0:
        return ()
    waters = pieces.waters(state.cells[layout.SCENARIO])
    nodes = tuple(sorted({node for hex in edge.hexes for node in waters.nodes(hex)}))
    result: tuple[int, ...] = pieces.sea_from(
        state.cells[layout.SCENARIO], nodes, points, layout.scenario(state).forbidden_hexes(state, side)
    )
    return result


def entered(state: State, side: int, kind: int) -> tuple[int, ...]:
    """13.3 The hexes that Sub Points of a kind reach from beyond the edge."""
    edge = refit_edge(state, side)
    return hexes_from_edge(state, side, range_in_transit(state, kind) - edge.enter) if edge is not None else ()


def near_edge(state: State, side: int) -> list[int]:
    """13.3 A side's Subrons that can reach the edge with enough Movement Points left to refit beyond it."""
    edge, result = refit_edge(state, side), []
    if edge is None:
        return []
    for subron in [subron for subron in subrons_of(side) if state.cells[layout.SUBRON_AT + subron] >= 0]:
        kind = COASTAL if state.cells[layout.SUBRON_COASTAL + subron] else 0
        near = hexes_from_edge(state, side, range_in_transit(state, kind) - edge.refit)
        if state.cells[layout.SUBRON_AT + subron] in near:
            result.append(subron)
    return result


@restriction("13.1", "all markers of your Subrons are in use")
def marker_for_subs(state: State, frame: Procedure, side: int) -> bool:
    return free_subron(state, side) >= 0


@restriction("13.3", "no {kind} Sub Points are off the map")
def held_off_map(state: State, frame: Procedure, side: int) -> IdSet:
    kinds = range(len(SUB_KINDS))
    return sum(1 << kind for kind in kinds if points_off_map(state, side, kind) and entered(state, side, kind))


@restriction("13.1", "there are not that many Sub Points of this kind off the map")
def number_off_map(state: State, frame: Procedure, side: int, kind: int) -> IdSet:
    return (2 << min(points_off_map(state, side, kind), POINTS.high)) - 2


@restriction("13.3", "{subron} cannot reach the edge with enough Movement Points left to go beyond it")
def reaches_edge(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(near_edge(state, side), len(SUBRONS))


BRING_IN_SUBS = Verb(
    "enter_subron",
    clause="13.3",
    ends_list="never",
    when=(marker_for_subs,),
    kind=Argument(SUB_KINDS, held_off_map, always_completes=True),
    points=Argument(POINTS, number_off_map, always_completes=True),
)


def enter_as_subron(execution: Execution, side: int, kind: int, points: int, hex: int) -> int:
    """13.1, 13.3 Points off the map become a Subron in transit to a hex; returns its number."""
    cells, subron = execution.cells, free_subron(execution.state, side)
    cells[layout.SUBRON_AT + subron], cells[layout.SUBRON_MODE + subron] = hex, IN_TRANSIT
    cells[(layout.SUBRON_FLEET, layout.SUBRON_COASTAL)[kind] + subron] = points
    execution.state.arrays[layout.SUBS_OFF_MAP][len(SUB_KINDS) * side + kind] -= points
    execution.emit_to(side, log.STATIONED, subron, hex, kind, points)
    return subron


def nearest_edge(state: State, subron: int) -> int:
    """13.3 The hex at the edge that is nearest to a Subron; the first of several equally near."""
    edge, hex = refit_edge(state, subron // layout.SUBRONS_A_SIDE), state.cells[layout.SUBRON_AT + subron]
    hexes = edge.hexes if edge is not None else ()
    return min(hexes, key=lambda there: (GRID.distance(hex, there), there))


def come_home_off_map(state: State, side: int, subron: int) -> None:
    """13.3 The points of a Subron are off the map, and may come back in the next phase."""
    for kind, block in enumerate((layout.SUBRON_FLEET, layout.SUBRON_COASTAL)):
        state.arrays[layout.SUBS_OFF_MAP][len(SUB_KINDS) * side + kind] += state.cells[block + subron]
        state.cells[block + subron] = 0


def bound_off_map(state: State, subron: int) -> bool:
    """13.3 Whether a Subron refits beyond the edge: it was sent to a hex at the edge, not to a port."""
    edge = refit_edge(state, subron // layout.SUBRONS_A_SIDE)
    hex = state.cells[layout.SUBRON_AT + subron]
    return edge is not None and state.cells[layout.SUBRON_MODE + subron] == REFITS and hex in edge.hexes
