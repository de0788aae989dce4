"""25.3, 25.8, 27.1, 4.13 The Joint Supply Segment, one side after the other: supply and attrition.

``supply_segment(execution)`` opens it once a Game-Turn after the Ground Phase; the First Player's units come first.
Owners choose the units of a stack that take losses (21.2), and the order of payment if stores do not suffice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from ironbottom.engine.core.fields import Number, members
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import supply_reach
from ironbottom.games.war_in_the_pacific.rules.bases.base_forces import bases_deploy
from ironbottom.games.war_in_the_pacific.rules.land import ground_attrition
from ironbottom.games.war_in_the_pacific.rules.land.ground_attrition import roll_stacking_attrition
from ironbottom.games.war_in_the_pacific.rules.supply import supply_priority, supply_sources
from ironbottom.games.war_in_the_pacific.rules.supply.supply_sources import NOBODY
from ironbottom.games.war_in_the_pacific.scenario import PaidFirst
from ironbottom.games.war_in_the_pacific.state_types import Execution


def pay_side(execution: Execution, side: int) -> None:
    """25.3 A side pays for its units; if stores do not suffice, the owner chooses the order of payment."""
    if supply_priority.is_short(execution.state, side):
        execution.push(PayOrder(side, (), ()))
    else:
        settle(execution, side)


def settle(execution: Execution, side: int, before: PaidFirst = NOBODY) -> None:
    """25.3, 28.2, 25.8 Pays for the other units as far as stores suffice; unsupplied units roll for attrition."""
    layout.scenario(execution.state).pay_supply(execution, side, before)


class PayOrder(supply_priority.SupplyPriority):
    """25.3 The owner names hexes and headquarters one by one, which are paid for first; the rest are paid
    for in order.
    """

    number, name, clause = 91, "pay_order", "25.3"

    def done(self, execution: Execution) -> None:
        """25.3 Pays for the other units in the order of their hexes, as far as stores suffice."""
        execution.pop()
        settle(execution, self.side, PaidFirst(frozenset(self.hexes), frozenset(self.staffs)))


def order_of_players(execution: Execution, place: int) -> int:
    """4.2 The First Player, then the Second Player."""
    first = max(execution.cells[layout.FIRST_PLAYER], 0)
    return (first, 1 - first)[place]


def update_supply(execution: Execution, side: int, before: PaidFirst = NOBODY) -> None:
    """25.3, 16.7, 25.8, 28.2 Units with a Line and units just landed are supplied; other units count a Segment without
    supply and roll.
    """
    state, lacking = execution.state, execution.state.arrays[layout.UNSUPPLIED]
    reached, headquarters = layout.scenario(state).who_is_supplied(execution, side, before)
    without = 0
    for unit in supply_reach.needing(state, side):
        supplied = state.arrays[layout.UNIT_AT][unit] in reached or state.arrays[layout.LANDED][unit]
        if supply_reach.is_headquarters(state, unit):
            supplied = unit in headquarters
        lacking[unit] = 0 if supplied else min(lacking[unit] + 1, supply_sources.MAX_TURNS)
        without |= (not supplied) << unit
    if without:
        execution.emit(log.SUPPLIED, side, tuple(members(without)))
        ground_attrition.roll_supply_attrition(execution, side, without)


def end_segment(execution: Execution, frame: Procedure) -> None:
    """16.7, 27.1 Landed units have used their supplies; Base Forces continue to deploy."""
    supply_sources.clear_landings(execution.state)
    bases_deploy(execution)


def _of(stage: Callable[[Execution, int], None], place: int) -> Callable[[Execution, Procedure], None]:
    return lambda execution, frame: stage(execution, order_of_players(execution, place))


class JointSupply(StagedProcedure):
    """25.3 The Joint Supply Segment of a Game-Turn."""

    number, name, clause = 84, "joint_supply", "25.3"
    stages = (
        _of(pay_side, 0),
        _of(roll_stacking_attrition, 0),
        _of(pay_side, 1),
        _of(roll_stacking_attrition, 1),
        end_segment,
    )
    closes_after_last = True
    next: Annotated[int, Number(0, 5)]


def supply_segment(execution: Execution) -> None:
    """25.3 Opens the Segment."""
    execution.push(JointSupply(0))


PROCEDURES = (JointSupply, PayOrder, *ground_attrition.PROCEDURES)
