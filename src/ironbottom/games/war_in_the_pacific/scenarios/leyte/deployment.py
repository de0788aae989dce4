"""45.21 to 45.34, 45.51 to 45.53, 45.62, 45.64, 2.51, 40.42 The deployment choices before Leyte begins.

Everything is placed by 2.51 beforehand; a side may move the units that its cases leave open. The Allies also choose
their Objective in secret (45.52), and both sides write plans of assault (40.42).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Action, Argument, Verb, all_equivalent
from ironbottom.engine.rules.choices import OpenChoices
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Allowed, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import thirds_filled, type_of
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX, BASES, HEXES, SIDES, STACKS, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.questions import HasUnit
from ironbottom.games.war_in_the_pacific.rules.land import components
from ironbottom.games.war_in_the_pacific.rules.setup.before_play import (
    BLOCKS,
    SPLIT_BEFORE,
    place_points,
    points_per_block,
)
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import (
    EXCHANGE,
    RESTOW,
    Restowing,
    changes_left,
    count_change,
)
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import POINTS, SubronPlacement
from ironbottom.games.war_in_the_pacific.rules.supply import depots
from ironbottom.games.war_in_the_pacific.scenarios.leyte import air_points, derived, free_deployment
from ironbottom.games.war_in_the_pacific.scenarios.leyte.derived import (
    GROUND_AREAS,
    airbases_around,
    area_name,
    block_hexes,
    open_water,
    with_room_for,
)
from ironbottom.games.war_in_the_pacific.scenarios.midway.deployment import assignable_numbers, marker_free, points_held
from ironbottom.games.war_in_the_pacific.state import SUB_KINDS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

FIXED = ("base_force",)
"""45.23 The units with a fixed hex."""


# -- 45.52 the Objective -----------------------------------------------------------------------------


@restriction("45.52", "only the Allies choose an Objective, and only once")
def not_chosen(state: State, frame: Procedure, side: int) -> bool:
    return side == ALLIES and state.cells[layout.OBJECTIVE] < 0


@restriction("45.42", "{at} is not among the hexes that may be the Objective")
def possible(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(derived.possible_objectives(state.rules.pieces), len(HEXES))


@restriction("45.52", "the Allies have not chosen their Objective")
def chosen(state: State, frame: Procedure, side: int) -> bool:
    return side == JAPAN or state.cells[layout.OBJECTIVE] >= 0


CHOOSE = Verb("choose_objective", clause="45.52", ends_list="never", when=(not_chosen,), at=Argument(HEXES, possible))


# -- 45.23 ground units and headquarters --------------------------------------------------------------


@restriction("2.51", "{unit} must start where its case says, or is not yours")
def movable(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(units_to_place(state, side), len(UNITS))


def units_to_place(state: State, side: int) -> list[int]:
    """45.23, 45.83 The units whose hex is left open by their case; there are no such Allied units, since the Allies
    deploy as listed.
    """
    positions = state.arrays[layout.UNIT_AT]
    own = [unit for unit in UNITS_OF[side] if 0 <= positions[unit] < len(HEXES) and side == JAPAN]
    return [unit for unit in own if type_of(state, unit).kind not in FIXED]


@restriction("45.23", "no other hex in the area where {unit} is deployed has room for it")
def has_another_hex(state: State, frame: Procedure, side: int) -> IdSet:
    result, positions = [], state.arrays[layout.UNIT_AT]
    for unit in units_to_place(state, side):
        hexes = hexes_around(state, side, unit)
        if sets.size(hexes) > sets.holds(hexes, positions[unit]):
            result.append(unit)
    return sets.from_iterable(result, len(UNITS))


@restriction("45.23", "{to} is not another hex in the area where the unit is deployed, or has no room for it")
def in_its_area(state: State, frame: HasUnit, side: int) -> IdSet:
    return hexes_for(state, side, frame.unit)


def hexes_for(state: State, side: int, unit: int) -> IdSet:
    """45.23 The other hexes of its area in which a unit may start."""
    return sets.without(hexes_around(state, side, unit), [state.arrays[layout.UNIT_AT][unit]])


def hexes_around(state: State, side: int, unit: int) -> IdSet:
    """45.23 The hexes in which a unit may start, including the current hex if it has room for another unit of the
    kind.
    """
    hex, row = state.arrays[layout.UNIT_AT][unit], type_of(state, unit)
    if row.kind == "air_hq":
        return sets.from_iterable([BASE_HEX[base] for base in airbases_around(state, side, hex)], len(HEXES))
    return with_room_for(state, side, area_name(state, GROUND_AREAS, hex), thirds_filled(row))


REDEPLOY = Verb(
    "redeploy",
    clause="45.23",
    ends_list="never",
    when=(changes_left,),
    unit=Argument(UNITS, movable, has_another_hex, always_completes=True),
)
STAND_AT = Verb("stand_at", clause="45.23", ends_list="never", to=Argument(HEXES, in_its_area, always_completes=True))


class Redeploying(Question):
    """2.51, 45.23 The choice of another hex in its area for a unit."""

    number, name, clause = 83, "redeploying", "45.23"
    verbs = (STAND_AT,)
    hides_forced, unobservable, is_second_step = True, True, True
    side: Annotated[int, IdField(SIDES)]
    unit: Annotated[int, IdField(UNITS)]

    def stand_at(self, execution: Execution, to: int) -> None:
        """2.51, 45.23 Moves a unit to another hex in its area."""
        execution.pop()
        layout.units_in(execution.state.arrays).put(self.unit, to)
        count_change(execution.state, self.side)
        execution.emit(log.MOVED_BEFORE, self.unit, execution.state.arrays[layout.UNIT_TYPE][self.unit], to)


# -- 45.23, 45.33 Supply Blocks ------------------------------------------------------------------------


@restriction("45.33", "none of your Supply Blocks is at {at}")
def with_blocks(state: State, frame: Procedure, side: int) -> IdSet:
    result = [
        hex for hex in depots.hexes_with_block(state, side, points_per_block(state)) if block_hexes(state, side, hex)
    ]
    return sets.from_iterable(result, len(HEXES))


@restriction("45.33", "the blocks at {at} cannot be moved to {to}")
def depot_of_area(state: State, frame: Procedure, side: int, hex: int) -> IdSet:
    return block_hexes(state, side, hex)


@restriction("25.2", "stores are already in as many hexes as allowed: put these where others are")
def place_for_stores(state: State, frame: Procedure, side: int, hex: int) -> Allowed:
    return depots.where_stores_lie(state)


@restriction("45.33", "there are not that many blocks there")
def blocks_there(state: State, frame: Procedure, side: int, hex: int, to: int) -> IdSet:
    return (2 << min(depots.points_stored(state, hex) // points_per_block(state), BLOCKS.high)) - 2


def begins_depot(state: State, frame: Procedure, side: int, hex: int, to: int, blocks: int) -> bool:
    """25.2 Makes a base for stores where there is no base yet; both sides see it."""
    return base_at(state, to) < 0


STOCK = Verb(
    "stock",
    clause="45.33",
    ends_list=begins_depot,
    when=(changes_left,),
    at=Argument(HEXES, with_blocks),
    to=Argument(HEXES, depot_of_area, place_for_stores, equivalence=all_equivalent, always_completes=True),
    blocks=Argument(BLOCKS, blocks_there),
)


# -- 45.22, 45.32 Subrons ------------------------------------------------------------------------------


@restriction("45.22", "{at} is not a sea hex in play")
def any_water(state: State, frame: Procedure, side: int) -> IdSet:
    return open_water(state, side)


PLACE_SUBRON = Verb(
    "place_subron",
    clause="45.22",
    ends_list="never",
    when=(marker_free,),
    kind=Argument(SUB_KINDS, points_held, always_completes=True),
    points=Argument(POINTS, assignable_numbers, always_completes=True),
)
LIE_IN_WAIT = Verb(
    "lie_in_wait", clause="45.22", ends_list="never", at=Argument(HEXES, any_water, always_completes=True)
)


class SubronAtSeaPlacement(SubronPlacement):
    """45.22, 45.32 The choice of a water hex for points that leave port as a Subron."""

    number, name, clause = 59, "lying_in_wait", "45.22"
    verbs = (LIE_IN_WAIT,)

    def lie_in_wait(self, execution: Execution, at: int) -> None:
        """45.22 Places a Subron in a hex, unseen."""
        self.lie(execution, at)


DEPLOYED = Verb("deployed", clause="45.53", ends_list="always", when=(chosen,))


class LeyteDeployment(assault_plans.BeforePlay, Restowing, Question):
    """45.51 to 45.53 A side deploys for Leyte; the Allies choose their Objective."""

    number, name, clause = 54, "leyte_deployment", "45.51"
    verbs = (
        CHOOSE,
        assault_plans.PLAN,
        PLACE_SUBRON,
        REDEPLOY,
        air_points.REBASE,
        air_points.LEAVE_OUT,
        air_points.BRING_IN,
        STOCK,
        EXCHANGE,
        RESTOW,
        SPLIT_BEFORE,
        free_deployment.BERTH,
        DEPLOYED,
    )
    hides_forced, unobservable = True, True

    def gives_up(self, state: State, side: int, verb: Verb) -> dict[str, tuple[str, ...]]:
        """16.2, 45.22 Choices that cannot be made later: plans for the Objective, and Subrons at sea."""
        if verb.name != DEPLOYED.name:
            return {}
        lost: dict[str, tuple[str, ...]] = {}
        objective = state.cells[layout.OBJECTIVE]
        if side == ALLIES and objective >= 0 and objective not in assault_plans.planned_hexes(state, side):
            lost["plan"] = (HEXES.ids[objective],)
        choices = OpenChoices(state.rules.vocabulary, state, self, side)
        if "place_subron" in choices.verbs():
            lost["place_subron"] = choices.next("place_subron")
        return lost

    def choose_objective(self, execution: Execution, at: int) -> None:
        """45.52 Records the Objective."""
        execution.cells[layout.OBJECTIVE] = at
        execution.emit_to(self.side, log.OBJECTIVE_CHOSEN, at)

    def plan(self, execution: Execution, at: int) -> None:
        """40.42, 16.2 Plans an assault."""
        assault_plans.write_plan(execution, self.side, at)

    def place_subron(self, execution: Execution, kind: int, points: int) -> None:
        """45.22, 45.32 Points leave port as a Subron; its hex is asked for next."""
        execution.push(SubronAtSeaPlacement(self.side, kind, points))

    def redeploy(self, execution: Execution, unit: int) -> None:
        """2.51, 45.23 Moves a unit in its area; its hex is asked for next."""
        execution.push(Redeploying(self.side, unit))

    def rebase(self, execution: Execution, base: int, stack: int) -> None:
        """2.51, 45.25 Moves air points; their base and number are asked for next."""
        execution.push(air_points.Rebasing(self.side, base, stack))

    def leave_out(self, execution: Execution, base: int, stack: int, points: int) -> None:
        """45.64 Removes air points from play."""
        place_points(execution.state, base, stack, -points)
        count_change(execution.state, self.side)

    def bring_in(self, execution: Execution, stack: int, base: int, points: int) -> None:
        """45.64 Brings air points into play."""
        place_points(execution.state, base, stack, points)
        count_change(execution.state, self.side)
        execution.emit_to(self.side, log.BASED, base, stack, points)

    def stock(self, execution: Execution, at: int, to: int, blocks: int) -> None:
        """45.23, 45.33 Moves Supply Blocks."""
        depots.move_stores(execution, self.side, at, to, blocks * points_per_block(execution.state))
        count_change(execution.state, self.side)

    def split_before(self, execution: Execution, unit: int) -> None:
        """40.41, 21.4 Splits a division into its components."""
        components.break_down(execution, self.side, unit)

    def berth(self, execution: Execution, ship: int, port: int) -> None:
        """45.81 Moves a ship to another port."""
        free_deployment.berth(execution, self.side, ship, port)

    def deployed(self, execution: Execution) -> None:
        """45.51, 45.53, 45.82 Ends the side's deployment; freely deployed ships are reported."""
        execution.pop()
        execution.cells[layout.DECK_CHANGES + self.side] = 0
        if self.side == JAPAN and layout.scenario(execution.state).free_deployment:
            free_deployment.report_ports(execution)
        execution.emit(log.DEPLOYED, self.side)


OPENING_CHOICES: Mapping[type[Procedure], Callable[[Any], Action]] = {
    air_points.Rebasing: lambda frame: ("rebase", BASES.ids[frame.base], STACKS.ids[frame.stack]),
    Redeploying: lambda frame: ("redeploy", UNITS.ids[frame.unit]),
}
"""The choice that opens each second-step question."""
PROCEDURES = (LeyteDeployment, SubronAtSeaPlacement, air_points.Rebasing, Redeploying)
