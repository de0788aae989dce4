"""4.13, 24.1, 29.3, 44.65 The Ground Phase of Burma: marches with Railcap and Seacap, armies, guards."""

from __future__ import annotations

from typing import Annotated, Self

from ironbottom.engine.core.fields import IdSetField, Number, members
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules.land import chinese_armies
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import AttackOrders, GroundPhase, MarchOrders
from ironbottom.games.war_in_the_pacific.rules.supply.lift_orders import LIFTING, SPENT, LiftDestination, LiftOrders
from ironbottom.games.war_in_the_pacific.rules.turn import supply_payments
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases
from ironbottom.games.war_in_the_pacific.state_types import Execution

Units = Annotated[int, IdSetField(UNITS)]


class BurmaMarchOrders(LiftOrders):
    """22.1, 22.4 A side moves its units, each in one way: on foot, by rail, along a coast or along a river."""

    number, name, clause = 66, "burma_marching", "22.1"
    verbs = (*MarchOrders.verbs[:-2], *LIFTING, MarchOrders.verbs[-1])
    destination_procedure = LiftDestination
    at_home: Units
    abroad: Units
    spent: Annotated[tuple[int, ...], SPENT]

    def points_spent(self) -> tuple[int, ...]:
        return self.spent

    def with_points_spent(self, spent: tuple[int, ...]) -> Self:
        return changed(self, spent=spent)

    def walk(self, execution: Execution, unit: int, to: int, *, forced: bool) -> None:
        """22.1, 22.5, 29.3 Moves a unit on foot to a hex; an army is paid for."""
        MarchOrders.walk(self.with_army(execution, unit), execution, unit, to, forced=forced)

    def with_army(self, execution: Execution, unit: int) -> BurmaMarchOrders:
        """29.3 Pays for an army that acts."""
        at_home, abroad = chinese_armies.pay_for_armies(execution.state, self, [unit])
        return changed(self, at_home=at_home, abroad=abroad)

    def done(self, execution: Execution) -> None:
        """24.1 Ends the marches; attacks follow."""
        supply_payments.spend_in_turn(execution.state, self.spent)
        execution.replace(BurmaAttackOrders(self.side, 0, (), self.at_home, self.abroad))
        execution.emit(log.MARCHES_OVER, self.side)


class BurmaAttackOrders(AttackOrders):
    """24.1, 29.3 A side attacks; attackers are recorded, since they cost more supply."""

    number, name, clause = 67, "burma_attacking", "24.1"
    at_home: Units
    abroad: Units

    def joined(self, execution: Execution, target: int, units: int) -> None:
        """24.1, 29.3 Adds units to an attack; armies are paid for."""
        at_home, abroad = chinese_armies.pay_for_armies(execution.state, self, members(units))
        super().joined(execution, target, units)
        execution.replace(changed(execution.top(BurmaAttackOrders), at_home=at_home, abroad=abroad))


# -- 4.13 the phase ------------------------------------------------------------------------------------------


def announce_unguarded_ports(execution: Execution, frame: Procedure) -> None:
    """44.65 Announces at the end of the phase the ports without a guard."""
    for hex in cases.alerts(execution.state):
        execution.emit(log.UNGUARDED, hex)


class BurmaGroundPhase(GroundPhase):
    """4.13 The Ground Phase of a Game-Turn of Burma."""

    number, name, clause = 68, "burma_ground_phase", "4.13"
    stages = (*GroundPhase.stages, announce_unguarded_ports)
    next: Annotated[int, Number(0, 4)]


PROCEDURES = (BurmaMarchOrders, BurmaAttackOrders, BurmaGroundPhase)
