"""6.9, 16.2, 40.42 Air Assault in Burma: airborne units with a written plan drop from transports on any land hex.

A plan names a hex and may be moved to an adjacent one when it is used; a side has at most two. Units that drop on
enemies share their hex and attack them in the next Ground Phase.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, one_set, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import SEA
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.air_bases import air_distance
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import (
    can_lose,
    has_room,
    must_be_attacked,
    type_of,
    units_at,
)
from ironbottom.games.war_in_the_pacific.derived.land_and_coasts import open_ground
from ironbottom.games.war_in_the_pacific.derived.transport_points import Carriers, range_of, transports
from ironbottom.games.war_in_the_pacific.derived.unit_positions import units_on_map
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SIDES, STACKS, UNITS
from ironbottom.games.war_in_the_pacific.rules.air.air_transport import points_for
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.shore.capture import capture, takes_ground
from ironbottom.games.war_in_the_pacific.rules.shore.landings import DROPPED
from ironbottom.games.war_in_the_pacific.rules.turn.losses import lose_unit
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

AIRBORNE = "_abn"
HALF_RANGE = 2
"""6.9 Transports drop within half their range."""


def airborne(state: State, side: int) -> list[int]:
    """6.9 The airborne units of a side on the map, full or reduced."""
    rows = state.rules.pieces.ground
    return [unit for unit, _, kind in units_on_map(state, side) if AIRBORNE in rows[kind].id]


# -- 16.2, 40.42 plans -------------------------------------------------------------------------------------------


@restriction("6.9", "you have no airborne unit")
def with_airborne(state: State, frame: Procedure, side: int) -> bool:
    return bool(airborne(state, side))


@restriction("6.9", "{at} is not a land hex in play that the enemy holds")
def enemy_ground(state: State, frame: Procedure, side: int) -> IdSet:
    return open_ground(state, side)


def open_drops(state: State, context: object, side: int) -> Branches:
    """6.9 A faster generator of the Air Assaults that may be planned: few plans out of many hexes."""
    return one_set(sets.without(open_ground(state, side), assault_plans.planned_hexes(state, side)))


PLAN_DROP = Verb(
    "plan_drop",
    clause="6.9",
    ends_list="never",
    when=(with_airborne, assault_plans.may_write_plan, assault_plans.room_on_sheet),
    offer=open_drops,
    at=Argument(HEXES, enemy_ground, assault_plans.not_written, always_completes=True),
)


class DropPlans(Question):
    """16.2 In a Strategic Game-Turn a side with airborne units plans Air Assaults, usable from the next Game-Turn."""

    number, name, clause = 74, "drop_plans", "6.9"
    verbs = (PLAN_DROP, DONE)
    hides_forced, unobservable = True, True
    side: Annotated[int, IdField(SIDES)]

    def plan_drop(self, execution: Execution, at: int) -> None:
        """16.2 Writes down a plan, which only its owner knows."""
        assault_plans.write_plan(execution, self.side, at)

    def done(self, execution: Execution) -> None:
        """Ends the plans."""
        execution.pop()
        execution.emit(log.SEGMENT_OVER, self.side)


def open_plans(execution: Execution) -> None:
    """16.2 Plans for captured hexes are removed; a side with airborne units writes new plans."""
    for side in range(len(SIDES)):
        assault_plans.close_done(execution.state, side)
        if airborne(execution.state, side):
            execution.push(DropPlans(side))


# -- 6.9 the drop ------------------------------------------------------------------------------------------------


def drop_zones(state: State, side: int, unit: int, base: int, stack: int) -> list[int]:
    """6.9, 16.2, 21.1 The land hexes within half range where a unit may drop: planned hexes, or hexes next to a planned
    hex.
    """
    start, most = air_bases.where(state, base), range_of(state, stack) // HALF_RANGE
    pieces, row = state.rules.pieces, type_of(state, unit)
    opened, kind = pieces.in_play(state.cells[layout.SCENARIO]), pieces.atlas.kind
    near = {hex for plan in assault_plans.planned_hexes(state, side) for hex in (plan, *GRID.beyond(plan)) if hex >= 0}
    fit = [
        hex
        for hex in near
        if opened[hex] and kind[hex] != SEA and hex != start and air_distance(state, start, hex) <= most
    ]
    return sorted(hex for hex in fit if has_room(state, side, hex, row))


def lifts(state: State, side: int, unit: int) -> dict[tuple[int, int], Carriers]:
    """6.9 The transports that can take an airborne unit from its hex to a hex where it may drop."""
    hex = state.arrays[layout.UNIT_AT][unit]
    return {
        (base, stack): flight
        for (base, stack), flight in transports(state, side).items()
        if air_bases.where(state, base) == hex
        and points_for(state, unit, flight.each) <= flight.points
        and drop_zones(state, side, unit, base, stack)
    }


@restriction(
    "6.9",
    "{unit} is not an airborne unit at a base with transports that can carry it, "
    "or no planned hex is within half range",
)
def ready_to_drop(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable([unit for unit in airborne(state, side) if lifts(state, side, unit)], len(UNITS))


@restriction("6.9", "no free points of {stack} can carry {unit}")
def dropping(state: State, frame: Procedure, side: int, unit: int) -> IdSet:
    return sets.from_iterable({stack for _, stack in lifts(state, side, unit)}, len(STACKS))


@restriction("6.9", "{at} is neither planned nor next to a planned hex, is beyond half range, or has no room")
def planned_zone(state: State, frame: Procedure, side: int, unit: int, stack: int) -> IdSet:
    return sets.from_iterable(drop_zones(state, side, unit, base_of(state, side, unit, stack), stack), len(HEXES))


def base_of(state: State, side: int, unit: int, stack: int) -> int:
    """6.9 The base from which a stack lifts a unit."""
    return next(base for base, other in lifts(state, side, unit) if other == stack)


def takes_zone(state: State, frame: Procedure, side: int, unit: int, stack: int, hex: int) -> bool:
    """6.9, 2.5 Whether a drop on an undefended hex captures a base, which reveals what is there, or overruns
    enemies.
    """
    return not must_be_attacked(state, 1 - side, hex) and takes_ground(state, side, hex)


AIR_ASSAULT = Verb(
    "air_assault",
    clause="6.9",
    ends_list=takes_zone,
    unit=Argument(UNITS, ready_to_drop),
    stack=Argument(STACKS, dropping),
    at=Argument(HEXES, planned_zone, always_completes=True),
)


def drop_unit(execution: Execution, side: int, unit: int, hex: int) -> None:
    """6.9, 16.4 Drops a unit: an empty hex is captured at once; with enemies it fights in the Ground Phase."""
    state = execution.state
    use_plan(state, side, hex)
    layout.units_in(state.arrays).put(unit, hex)
    execution.emit(log.DROPPED, unit, hex)
    if must_be_attacked(state, 1 - side, hex):
        state.arrays[layout.LANDED][unit] = DROPPED
        return
    for enemy in can_lose(state, units_at(state, 1 - side, hex)):
        lose_unit(execution, enemy)
    capture(execution, side, hex)


def use_plan(state: State, side: int, hex: int) -> None:
    """16.2 Uses up the plan of the hex, or else the first plan of an adjacent hex."""
    written = assault_plans.planned_hexes(state, side)
    used = hex if hex in written else next(plan for plan in written if GRID.distance(plan, hex) <= 1)
    left = [plan for plan in written if plan != used]
    first = layout.PLAN_AT + layout.PLANS_A_SIDE * side
    for number in range(layout.PLANS_A_SIDE):
        state.cells[first + number] = left[number] if number < len(left) else -1
    assault_plans.discard_cards(state, side)


PROCEDURES = (DropPlans,)
