"""44.0 The rules of Burma, historical and with Free Deployment."""

from __future__ import annotations

from ironbottom.engine.rules.game import Random
from ironbottom.engine.rules.procedures import Procedure, SequenceOfPlay
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import NOTHING_SPENT
from ironbottom.games.war_in_the_pacific.derived.supply_reach import in_touch
from ironbottom.games.war_in_the_pacific.scenario import PaidFirst
from ironbottom.games.war_in_the_pacific.scenarios.base import GeneralScenario
from ironbottom.games.war_in_the_pacific.scenarios.burma import arrivals, cases, derived, secrets, supply, turn
from ironbottom.games.war_in_the_pacific.scenarios.burma.air_phase import BurmaAir
from ironbottom.games.war_in_the_pacific.scenarios.burma.deployment import BurmaDeployment
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaMarchOrders
from ironbottom.games.war_in_the_pacific.state_types import Execution, Rules, State
from ironbottom.games.war_in_the_pacific.turns import turn_number


class Burma(GeneralScenario):
    """44.0 Burma."""

    def __init__(self, *, free_deployment: bool = False) -> None:
        super().__init__(cases.CASE)
        self.free_deployment = free_deployment
        self.any_airfield_at_start = True
        self.naval_phases = False
        self.off_map_boxes = False
        self.store_cases = ("44.63", "44.62")
        """44.62, 44.63 The cases with the arrival ports of Japan's and the Allies' stores."""
        self.provincial_points = True
        self.breakoff = False
        self.guards_case = "44.65"
        self.transport_case = "44.61"

    def game_turn(self, rules: Rules) -> SequenceOfPlay:
        """44.36 The first Game-Turn, with the Provincial Points that the KMT starts with."""
        return turn.first_frame(rules)

    def deployments(self) -> tuple[Procedure, ...]:
        """44.5, 44.84 The Allies deploy, then Japan."""
        return BurmaDeployment(JAPAN), BurmaDeployment(ALLIES)

    def air_phase(self) -> SequenceOfPlay:
        """4.11, 6.8 An Air Phase in which transports fly after transfers."""
        return BurmaAir(0)

    def marches(self, side: int) -> Procedure:
        """22.1, 29.3, 30.1 Units also move by rail and water; armies need Provincial Points."""
        return BurmaMarchOrders(side, 0, 0, 0, NOTHING_SPENT)

    def combat_units_fly(self, state: State, side: int) -> bool:
        """44.61 Allied combat units do not fly in the first Game-Turn."""
        first = turn_number(state.rules.pieces.figure("44.61", "game_turn"))
        return side != ALLIES or bool(state.cells[layout.TURN] != first)

    def guards(self, state: State, side: int) -> list[int]:
        """44.65 The last Japanese units in the ports that they guard."""
        return derived.last_guards(state, side)

    def supply_dues(self, state: State, side: int) -> dict[int, int]:
        """25.3, 25.5, 29.4 The cost of units by hex."""
        return supply.burma_costs(state, side)

    def headquarters_dues(self, state: State, side: int) -> dict[int, int]:
        """28.2 The cost of headquarters, for the points that flew."""
        return supply.headquarters_dues(state, side)

    def pay_supply(self, execution: Execution, side: int, before: PaidFirst) -> None:
        """25.3, 28.2 Units are paid for hex by hex, then headquarters."""
        supply.pay(execution, side, before)

    def headquarters_paid_for(self, execution: Execution, unit: int, due: int) -> None:
        """28.2 Announces that a headquarters was paid for."""
        supply.headquarters_paid_for(execution, unit, due)

    def stores_came(self, state: State, side: int, hex: int, points: int) -> None:
        """44.43 Counts arrivals at Kunming."""
        cases.count_stores(state, side, hex, points)

    def stores_left(self, state: State, side: int, hex: int, points: int) -> None:
        """44.43 Subtracts departures from Kunming."""
        cases.discount_stores(state, side, hex, points)

    def arrive_at(self, state: State, side: int) -> list[int]:
        """44.71, 44.72 The hexes near Calcutta for the Allies, and the hexes in Burma for Japan."""
        return arrivals.arrive_at(state, side)

    def air_points_due(self, state: State, side: int) -> dict[int, int]:
        """44.71, 44.72 The arrivals in past Cycles."""
        return arrivals.arrivals_until(state, side)

    def deal_secrets(self, state: State, side: int, random: Random) -> None:
        """6.9, 16.2 Samples the drops that the Allies have planned."""
        secrets.deal(state, side, random)

    def objective_points(self, state: State, side: int) -> int:
        """44.42, 44.43 Each side's points from the cases of the scenario, in addition to the standard
        points (44.41).
        """
        return cases.objectives(state, side, in_touch)
