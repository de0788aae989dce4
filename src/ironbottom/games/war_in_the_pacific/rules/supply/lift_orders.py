"""22.4, 25.4, 30.1, 30.2, 30.3 Orders for Railcap and Seacap: units and stores, while a side marches."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Self

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Number, Numbers, TupleField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import lift_capacity
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import NOTHING_SPENT, RAIL, SEA_LIFT
from ironbottom.games.war_in_the_pacific.pieces import HEXES
from ironbottom.games.war_in_the_pacific.questions import HasSpent, HasUnitOfSide
from ironbottom.games.war_in_the_pacific.rules.bases import headquarters
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import MarchOrders, UnitDestination, marches_below
from ironbottom.games.war_in_the_pacific.rules.supply import depots, lift
from ironbottom.games.war_in_the_pacific.rules.supply.lift import LOT
from ironbottom.games.war_in_the_pacific.rules.turn import supply_payments
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

LOTS = Numbers("points of lift", 1, 20)


# -- 30.2, 30.3 units by rail and water ----------------------------------------------------------------------


@restriction("30.2", "the unit is not on one of your safe railways, or too little Railcap is left")
def with_railcap(state: State, frame: HasUnitOfSide, side: int) -> bool:
    return bool(goals(state, frame, RAIL))


@restriction("30.2", "no safe railway in the area leads to {to}, or there is no room for the unit there")
def reached_by_rail(state: State, frame: HasUnitOfSide, side: int) -> IdSet:
    return sets.from_iterable(goals(state, frame, RAIL), len(HEXES))


@restriction("30.3", "the unit is not at one of your coasts or river ports, or too little Seacap is left")
def with_seacap(state: State, frame: HasUnitOfSide, side: int) -> bool:
    return bool(goals(state, frame, SEA_LIFT))


@restriction("30.3", "{to} is not yours, is more than eight hexes away or in another area, or has no room for the unit")
def reached_by_water(state: State, frame: HasUnitOfSide, side: int) -> IdSet:
    return sets.from_iterable(goals(state, frame, SEA_LIFT), len(HEXES))


def goals(state: State, frame: HasUnitOfSide, kind: int) -> tuple[int, ...]:
    """30.1 The destinations of the unit in question with the points left of a kind of lift."""
    return lift.lift_destinations(state, frame.side, frame.unit, marches_below(state).spent, kind)


ENTRAIN = Verb(
    "entrain",
    clause="30.2",
    ends_list="never",
    when=(with_railcap,),
    to=Argument(HEXES, reached_by_rail, always_completes=True),
)
COAST = Verb(
    "coast",
    clause="30.3",
    ends_list="never",
    when=(with_seacap,),
    to=Argument(HEXES, reached_by_water, always_completes=True),
)


class LiftDestination(UnitDestination):
    """22.4 The choice of a unit's destination, by one of these means: on foot, by rail, or along a coast or a river."""

    number, name, clause = 81, "lift_moving", "22.4"
    verbs = (*UnitDestination.verbs, ENTRAIN, COAST)

    def entrain(self, execution: Execution, to: int) -> None:
        """30.2 Moves a unit by rail."""
        self.lift(execution, to, RAIL)

    def coast(self, execution: Execution, to: int) -> None:
        """30.3 Moves a unit along a coast or up a river."""
        self.lift(execution, to, SEA_LIFT)

    def lift(self, execution: Execution, to: int, kind: int) -> None:
        """30.1 The march continues after the unit has moved."""
        execution.pop()
        frame: Any = execution.state.stack[-1]
        frame.lift(execution, self.unit, to, kind)


# -- 25.4 stores by rail and water -----------------------------------------------------------------------------


@restriction(
    "25.4", "no stores at {at} can go by rail: there are none, there is no safe railway, or no Railcap is left"
)
def stores_by_rail(state: State, frame: HasSpent, side: int) -> IdSet:
    return sets.from_iterable(lift_capacity.destinations_by_source(state, side, frame.spent, RAIL), len(HEXES))


@restriction("25.4", "no safe railway in the area leads from {at} to {to}")
def rail_destinations(state: State, frame: HasSpent, side: int, hex: int) -> IdSet:
    return sets.from_iterable(lift_capacity.destinations_by_source(state, side, frame.spent, RAIL)[hex], len(HEXES))


@restriction("25.4", "there is not that much Railcap left, or there are fewer stores")
def rail_lots(state: State, frame: HasSpent, side: int, hex: int, to: int) -> IdSet:
    return (2 << min(lift.points_of_lift(state, side, frame.spent, RAIL, hex), LOTS.high)) - 2


@restriction(
    "25.4", "no stores at {at} can go by water: there are none, there is no coast or river port, or no Seacap is left"
)
def stores_by_water(state: State, frame: HasSpent, side: int) -> IdSet:
    return sets.from_iterable(lift_capacity.destinations_by_source(state, side, frame.spent, SEA_LIFT), len(HEXES))


@restriction("25.4", "{to} is not yours, is too far from {at}, or is in another area")
def landing_place(state: State, frame: HasSpent, side: int, hex: int) -> IdSet:
    return sets.from_iterable(lift_capacity.destinations_by_source(state, side, frame.spent, SEA_LIFT)[hex], len(HEXES))


@restriction("25.4", "there is not that much Seacap left, or there are fewer stores")
def sea_lots(state: State, frame: HasSpent, side: int, hex: int, to: int) -> IdSet:
    return (2 << min(lift.points_of_lift(state, side, frame.spent, SEA_LIFT, hex), LOTS.high)) - 2


def offer_freight(state: State, context: HasSpent, side: int) -> Branches:
    """25.4 A faster generator of stores that go by rail, with their destinations."""
    return offer_stores(state, context.spent, side, RAIL)


def offer_coast_stores(state: State, context: HasSpent, side: int) -> Branches:
    """25.4 A faster generator of stores that go by water, with their destinations."""
    return offer_stores(state, context.spent, side, SEA_LIFT)


def offer_stores(state: State, spent: tuple[int, ...], side: int, kind: int) -> Branches:
    """25.4 Applies the restrictions to each hex with stores."""
    result: dict[Branches, list[int]] = {}
    depots = lift_capacity.destinations_by_source(state, side, spent, kind)
    if not depots:
        return ()
    points, bases = lift_capacity.left_by_area(state, side, spent, kind), lift_capacity.places_for_stores(state)
    pieces, supply = state.rules.pieces, state.arrays[layout.SUPPLY]
    for hex, to in sorted(depots.items()):
        filled = -(-supply[bases[hex]] // LOT)
        lots = (2 << min(filled, points[lift_capacity.area_for(pieces, kind, hex)], LOTS.high)) - 2
        result.setdefault(((sets.from_iterable(to, len(HEXES)), ((lots, ()),)),), []).append(hex)
    return tuple([(tuple(hexes), after) for after, hexes in result.items()])


FREIGHT = Verb(
    "freight",
    clause="25.4",
    ends_list="never",
    offer=offer_freight,
    at=Argument(HEXES, stores_by_rail),
    to=Argument(HEXES, rail_destinations, equivalence=all_equivalent, always_completes=True),
    lots=Argument(LOTS, rail_lots),
)
COAST_STORES = Verb(
    "coast_stores",
    clause="25.4",
    ends_list="never",
    offer=offer_coast_stores,
    at=Argument(HEXES, stores_by_water),
    to=Argument(HEXES, landing_place, equivalence=all_equivalent, always_completes=True),
    lots=Argument(LOTS, sea_lots),
)
SPENT = TupleField(Number(0, 99), len(NOTHING_SPENT))
"""30.1 The spent points of each kind of lift in each area."""
LIFTING = (FREIGHT, COAST_STORES)


class LiftOrders(MarchOrders):
    """30.1 A march that may use rail and water; a subclass has the field ``spent``."""

    def points_spent(self) -> tuple[int, ...]:
        """30.1 The points of lift that are spent."""
        raise NotImplementedError

    def with_points_spent(self, spent: tuple[int, ...]) -> Self:
        """30.1 Returns the march with these points of lift spent."""
        raise NotImplementedError

    def movable_units(self, state: State, units: list[int]) -> Collection[int]:
        """22.4 The units among these that can move by rail or water."""
        return lift.movable_by_lift(state, self.side, units, self.points_spent())

    def lift(self, execution: Execution, unit: int, to: int, kind: int) -> None:
        """30.1 Moves a unit to a hex for points of its area."""
        state = execution.state
        hex = state.arrays[layout.UNIT_AT][unit]
        area = lift_capacity.area_for(execution.rules.pieces, kind, hex)
        points = type_of(state, unit).railcap
        spent = lift.spend_lift(self.points_spent(), kind, area, points)
        execution.replace(changed(self.with_points_spent(spent), moved=self.moved | 1 << unit))
        headquarters.stop_work_after_move(state, unit)
        layout.units_in(state.arrays).put(unit, to)
        execution.emit(log.LIFTED, unit, to, kind // SEA_LIFT, points)

    def freight(self, execution: Execution, at: int, to: int, lots: int) -> None:
        """25.4, 30.2 Moves stores by rail."""
        self.haul(execution, at, to, lots, RAIL)

    def coast_stores(self, execution: Execution, at: int, to: int, lots: int) -> None:
        """25.4, 30.3 Moves stores by water."""
        self.haul(execution, at, to, lots, SEA_LIFT)

    def haul(self, execution: Execution, hex: int, to: int, lots: int, kind: int) -> None:
        """25.4 Moves twenty Supply Points per point of lift."""
        area = lift_capacity.area_for(execution.rules.pieces, kind, hex)
        execution.replace(self.with_points_spent(lift.spend_lift(self.points_spent(), kind, area, lots)))
        stores = execution.state.arrays[layout.SUPPLY]
        points = min(LOT * lots, stores[base_at(execution.state, hex)])
        depots.remove_stores(execution.state, self.side, hex, points)
        depots.add_stores(execution, self.side, to, points)


class LiftMarchOrders(LiftOrders):
    """22.1, 22.4 A side moves its units, each in one way: on foot, by rail, or along a coast."""

    number, name, clause = 72, "lift_marching", "22.1"
    verbs = (*MarchOrders.verbs[:-2], *LIFTING, *MarchOrders.verbs[-2:])
    destination_procedure = LiftDestination
    spent: Annotated[tuple[int, ...], SPENT]

    def points_spent(self) -> tuple[int, ...]:
        return self.spent

    def with_points_spent(self, spent: tuple[int, ...]) -> Self:
        return changed(self, spent=spent)

    def done(self, execution: Execution) -> None:
        """24.1, 30.1 Ends the marches; the lift that they used is recorded."""
        supply_payments.spend_in_turn(execution.state, self.spent)
        super().done(execution)


PROCEDURES = (LiftMarchOrders,)
