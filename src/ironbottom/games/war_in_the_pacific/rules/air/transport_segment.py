"""4.11, 6.8, 6.9 The Air Transport Segment: each side sends its transports, the First Player first."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField
from ironbottom.engine.rules.question import Question
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties
from ironbottom.games.war_in_the_pacific.derived.transport_points import carrying_sides, transports
from ironbottom.games.war_in_the_pacific.pieces import SCENARIO_CASE, SIDES
from ironbottom.games.war_in_the_pacific.rules.air.air_assault import AIR_ASSAULT, base_of, drop_unit
from ironbottom.games.war_in_the_pacific.rules.air.air_transport import (
    DROP_STORES,
    FLY_STORES,
    FLY_UNIT,
    LOST_IN_DROP,
    STAYS,
    carriers,
    points_for,
    stores_carried,
)
from ironbottom.games.war_in_the_pacific.rules.air_units import flights, return_to_base
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders, headquarters
from ironbottom.games.war_in_the_pacific.rules.supply import depots
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE, open_step
from ironbottom.games.war_in_the_pacific.state_types import Execution


class AirLift(Question):
    """6.8 A side sends its transports."""

    number, name, clause = 71, "air_lift", "6.8"
    verbs = (FLY_UNIT, FLY_STORES, DROP_STORES, AIR_ASSAULT, DONE)
    hides_forced, unobservable = True, True
    side: Annotated[int, IdField(SIDES)]

    def fly_unit(self, execution: Execution, unit: int, stack: int, to: int, landing: int) -> None:
        """6.8 Flies a unit to a base."""
        state = execution.state
        base = next(base for base, other in carriers(state, self.side, unit) if other == stack)
        points = points_for(state, unit, transports(state, self.side)[base, stack].each)
        headquarters.stop_work_after_move(state, unit)
        layout.units_in(state.arrays).put(unit, air_bases.where(state, to))
        execution.emit(log.FLOWN_TO, unit, air_bases.where(state, to))
        self.sent(execution, base, stack, to if landing == STAYS else base, points)

    def fly_stores(self, execution: Execution, base: int, stack: int, to: int, points: int, landing: int) -> None:
        """6.8 Flies stores to a base; arrivals at Kunming are counted."""
        amount = self.load(execution, base, stack, points)
        hex, there = air_bases.where(execution.state, base), air_bases.where(execution.state, to)
        execution.emit(log.FLOWN_IN, self.side, hex, there, amount)
        depots.add_stores(execution, self.side, there, amount)
        self.sent(execution, base, stack, to if landing == STAYS else base, points)

    def drop_stores(self, execution: Execution, base: int, stack: int, at: int, points: int) -> None:
        """6.8 Drops stores to units; a third is lost, rounded up."""
        amount = self.load(execution, base, stack, points)
        construction_orders.base_for(execution.state, at)
        execution.emit(log.FLOWN_IN, self.side, air_bases.where(execution.state, base), at, amount)
        arrived = amount - -(-amount // LOST_IN_DROP)
        if arrived:
            depots.add_stores(execution, self.side, at, arrived)
        self.sent(execution, base, stack, base, points)

    def air_assault(self, execution: Execution, unit: int, stack: int, at: int) -> None:
        """6.9 Drops an airborne unit; its transports return."""
        base = base_of(execution.state, self.side, unit, stack)
        points = points_for(execution.state, unit, transports(execution.state, self.side)[base, stack].each)
        drop_unit(execution, self.side, unit, at)
        self.sent(execution, base, stack, base, points)

    def load(self, execution: Execution, base: int, stack: int, points: int) -> int:
        """6.8 Loads this many points with stores from their base."""
        stores, each = execution.state.arrays[layout.SUPPLY], transports(execution.state, self.side)[base, stack].each
        amount = min(stores_carried(points, each), stores[base])
        depots.remove_stores(execution.state, self.side, air_bases.where(execution.state, base), amount)
        return amount

    def sent(self, execution: Execution, base: int, stack: int, to: int, points: int) -> None:
        """5.2, 5.9 Records that points have flown and have no other Role in this phase; if they stay, this counts as a
        transfer.
        """
        state, role = execution.state, flight_duties.TRANSPORT if to == base else flight_duties.TRANSFER
        if to != base:
            return_to_base.rebase(state, self.side, base, to, stack, points, transfer=True)
        else:
            flights.count_flown(state, base, stack, points)
        flights.launch(state, self.side, flights.Sortie(to, stack, role), points)

    def done(self, execution: Execution) -> None:
        """Ends the segment for this side and announces this."""
        execution.pop()
        execution.emit(log.SEGMENT_OVER, self.side)


def open_lift(execution: Execution) -> None:
    """4.11, 6.8 Opens the Air Transport Segment: the First Player's transports fly first; a side without transports is
    not asked.
    """
    able = carrying_sides(execution.rules.pieces, SCENARIO_CASE[execution.cells[layout.SCENARIO]])
    open_step(execution, "transport")
    first = max(execution.cells[layout.FIRST_PLAYER], 0)
    for side in (1 - first, first):
        if SIDES.ids[side] in able:
            execution.push(AirLift(side))


PROCEDURES = (AirLift,)
