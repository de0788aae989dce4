"""15.31, 25.2, 25.3, 30.1 The hooks that scenarios with merchant shipping share: supply over links, and marches by
rail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import NOTHING_SPENT
from ironbottom.games.war_in_the_pacific.rules.merchant import supply_over_links
from ironbottom.games.war_in_the_pacific.rules.supply.lift_orders import LiftMarchOrders
from ironbottom.games.war_in_the_pacific.scenario import PaidFirst, SupplyDue
from ironbottom.games.war_in_the_pacific.scenarios.base import GeneralScenario
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


class ShippingScenario(GeneralScenario):
    """A scenario with links of merchant shipping, over which units are supplied."""

    def marches(self, side: int) -> Procedure:
        """30.1 Units also move by rail."""
        return LiftMarchOrders(side, 0, NOTHING_SPENT)

    def base_struck(self, state: State, base: int) -> None:
        """26.3 No work is done at the base in this Game-Turn."""
        state.arrays[layout.STRUCK][base] = 1

    def supply_dues(self, state: State, side: int) -> dict[int, int]:
        """25.2, 25.3 The costs by hex; hexes with a Line to a home source cost nothing."""
        return supply_over_links.dues_abroad(state, side)

    def headquarters_dues(self, state: State, side: int) -> dict[int, int]:
        """25.2, 28.2 The costs by headquarters; those with a Line to a home source cost nothing."""
        return supply_over_links.headquarters_dues_abroad(state, side)

    def payable(self, state: State, side: int, dues: Sequence[SupplyDue]) -> list[bool]:
        """25.3 Whether each cost can be paid over land or over links."""
        return supply_over_links.payable_by_links(state, side, dues)

    def left_short(self, state: State, side: int, dues: Mapping[int, int]) -> list[int]:
        """25.3 The hexes for which stores or the thruput of links do not suffice."""
        return supply_over_links.short_of_links(state, side, dues)

    def pay_first(self, execution: Execution, side: int, due: SupplyDue) -> None:
        """25.3 Pays a cost over land or over links."""
        supply_over_links.pay_by_links(execution, side, due)

    def who_is_supplied(
        self, execution: Execution, side: int, before: PaidFirst
    ) -> tuple[AbstractSet[int], AbstractSet[int]]:
        """25.3 The hexes and headquarters that stores pay for, over land or over links."""
        return supply_over_links.who_is_supplied(execution, side, before)
