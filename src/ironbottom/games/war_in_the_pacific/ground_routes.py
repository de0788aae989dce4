"""22.1, 22.5, 30.1 The cost and the hexes of each route of a ground unit that may move now.

The page and the terminal request it once a unit is named; the referee computes it again when the unit moves.
"""

from __future__ import annotations

import msgspec

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import ground_paths, lift_capacity
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import AREAS, RAIL, SEA_LIFT
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SIDES
from ironbottom.games.war_in_the_pacific.rules.land import ground_movement
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import UnitDestination, marches_below
from ironbottom.games.war_in_the_pacific.state_types import State

HALVES = 2
LIFTS = {"entrain": (RAIL, "Railcap"), "coast": (SEA_LIFT, "Seacap")}


class WayInfo(msgspec.Struct):
    """A route of a unit: the choice, its cost, the movement available, and the hexes entered (none if the unit moves by
    lift).
    """

    choice: tuple[str, str]
    cost: float
    most: float
    of: str
    hexes: list[str]


def routes_at_question(state: State, side_id: str) -> list[WayInfo]:
    """The routes of the unit whose destination a side is asked for, each choice once; there are none at other
    questions.
    """
    side, frame = SIDES.index[side_id], state.decision(side_id)
    here = frame.procedure if frame is not None else None
    if frame is None or not isinstance(here, UnitDestination):
        return []
    on_foot = {forced: ground_movement.paths_of(state, side, here.unit, forced=forced) for forced in (False, True)}
    result = []
    for verb, to in frame.choices:
        if verb in LIFTS:
            kind, of = LIFTS[verb]
            most = lift_left(state, side, here.unit, kind)
            result.append(WayInfo((verb, to), type_of(state, here.unit).railcap, most, of, []))
        else:
            forced = verb == "force_march"
            walk, most = on_foot[forced], ground_movement.movement_half_points(state, here.unit, forced=forced)
            hex = HEXES.index[to]
            spent = walk.cost[hex] / HALVES
            result.append(WayInfo((verb, to), spent, most / HALVES, "Movement Points", hexes_to(walk, hex)))
    return result


def hexes_to(walk: ground_paths.Paths, to: int) -> list[str]:
    """22.1 The hexes that a unit enters on its route, ending with its destination."""
    way, hex = [to], walk.before[to]
    while hex in walk.before:
        way.append(hex)
        hex = walk.before[hex]
    return [HEXES.ids[one] for one in reversed(way)]


def lift_left(state: State, side: int, unit: int, kind: int) -> int:
    """30.1 The points of Railcap or Seacap left in a unit's area."""
    area = lift_capacity.area_for(state.rules.pieces, kind, state.arrays[layout.UNIT_AT][unit])
    return lift_capacity.lift_left(state, side, marches_below(state).spent, kind, area) if 0 <= area < len(AREAS) else 0
