"""13.3, 22.1, 25.3, 28.2 The defaults of scenarios, from the general rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from ironbottom.engine.rules.procedures import Procedure, SequenceOfPlay
from ironbottom.games.war_in_the_pacific.derived import supply_reach
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import MarchOrders
from ironbottom.games.war_in_the_pacific.rules.submarines import subrons
from ironbottom.games.war_in_the_pacific.rules.supply import joint_supply, supply_sources
from ironbottom.games.war_in_the_pacific.rules.turn import supply_payments
from ironbottom.games.war_in_the_pacific.scenario import PaidFirst, ScenarioHooks, SupplyDue
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


class GeneralScenario(ScenarioHooks):
    """A scenario that implements the hooks of supply, Subrons, marches and Air Phases with the general rules."""

    def air_phase(self) -> SequenceOfPlay:
        """4.11 An Air Phase with search, declaration, Strikes, transfers and transport."""
        return AirPhase(0)

    def marches(self, side: int) -> Procedure:
        """22.1 Units march on foot, by road and by rail."""
        return MarchOrders(side, 0)

    def sub_ports(self, state: State, side: int, kind: int) -> tuple[int, ...]:
        """13.3 Major ports for fleet boats, and also minor ports for coastal boats."""
        return subrons.ports_by_class(state, side, kind)

    def supply_dues(self, state: State, side: int) -> dict[int, int]:
        """25.3 The costs by hex, as ``supply_reach`` computes them."""
        return supply_reach.supply_costs(state, side)

    def headquarters_dues(self, state: State, side: int) -> dict[int, int]:
        """28.2 The costs by headquarters, as ``supply_sources`` computes them."""
        return supply_sources.headquarters_costs(state, side)

    def payable(self, state: State, side: int, dues: Sequence[SupplyDue]) -> list[bool]:
        """25.3 Whether the richest connected source can pay each cost."""
        budget = supply_reach.SupplyBudget(state, side)
        return [budget.holds(due.hex, due.cost) for due in dues]

    def left_short(self, state: State, side: int, dues: Mapping[int, int]) -> list[int]:
        """25.3 The hexes for which the connected sources do not suffice."""
        return supply_reach.SupplyBudget(state, side).go_without(dues)

    def pay_first(self, execution: Execution, side: int, due: SupplyDue) -> None:
        """25.3 The richest connected source pays."""
        supply_payments.spend_supply(execution, side, due.hex, due.cost)

    def pay_supply(self, execution: Execution, side: int, before: PaidFirst) -> None:
        """25.3 Units with a Line to a source that pays are supplied."""
        joint_supply.update_supply(execution, side, before)

    def who_is_supplied(
        self, execution: Execution, side: int, before: PaidFirst
    ) -> tuple[AbstractSet[int], AbstractSet[int]]:
        """25.3, 28.2 The hexes and headquarters with a Line to stores that pay for them."""
        hexes = supply_sources.paid_hexes(execution, side, before)
        return hexes, supply_sources.headquarters_paid(execution, side, before.headquarters)

    def headquarters_paid_for(self, execution: Execution, unit: int, due: int) -> None:
        """28.2 Records for the Cycle that a headquarters was paid for."""
        supply_sources.write_paid(execution.state, unit)
