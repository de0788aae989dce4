"""45.0 The rules of Leyte, historical and with Free Deployment."""

from __future__ import annotations

from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules.game import Random
from ironbottom.engine.rules.procedures import Procedure, SequenceOfPlay
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, Atlas
from ironbottom.games.war_in_the_pacific.derived import port_capacity
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import NOTHING_SPENT
from ironbottom.games.war_in_the_pacific.rules.supply.lift_orders import LiftMarchOrders
from ironbottom.games.war_in_the_pacific.scenarios.base import GeneralScenario
from ironbottom.games.war_in_the_pacific.scenarios.ground_units import is_ground_unit
from ironbottom.games.war_in_the_pacific.scenarios.leyte import arrivals, cases, derived, limits, secrets
from ironbottom.games.war_in_the_pacific.scenarios.leyte.air_phase import LeyteAir
from ironbottom.games.war_in_the_pacific.scenarios.leyte.deployment import LeyteDeployment
from ironbottom.games.war_in_the_pacific.scenarios.leyte.turn import LeyteGameTurn, LeyteTurn
from ironbottom.games.war_in_the_pacific.state_types import Execution, Rules, State


class Leyte(GeneralScenario):
    """45.0 Leyte."""

    def __init__(self, *, free_deployment: bool = False) -> None:
        super().__init__(limits.CASE)
        self.free_deployment = self.ports_reported = free_deployment
        self.lost_line = (("jp_xcv3", "jp_xcv4"), "B3328")
        self.off_map_boxes = False
        self.entrenchments = ("jp_entr", "us_entr")
        self.repairs_without_orders = True
        self.kamikazes = True
        self.air_losses_replaced = True

    def closed(self, facts: Facts, atlas: Atlas) -> list[int]:
        """45.13 The Asian mainland with Hainan, and all hexes south of a hexrow."""
        return limits.closed_hexes(facts, atlas)

    def far_hexes(self, facts: Facts) -> dict[int, int]:
        """45.61 The hex that represents Ulithi, with its extra cost."""
        return derived.ulithi(facts)

    def forbidden_hexes(self, state: State, side: int) -> frozenset[int]:
        """45.13 The hexes of Japan are closed to the Allies."""
        return derived.forbidden_hexes(state, side)

    def game_turn(self, rules: Rules) -> SequenceOfPlay:
        """45.63 Kamikazes may be triggered, and plans of assault are written during play."""
        return LeyteGameTurn(0, **turn_record.blank_turn_record())

    def former_turns(self) -> tuple[str, ...]:
        """4.1 Before Free Deployment existed, Game-Turns had no turn record."""
        return () if self.free_deployment else (LeyteTurn.name,)

    def deployments(self) -> tuple[Procedure, ...]:
        """45.51, 45.53 Japan deploys, then the Allies."""
        return LeyteDeployment(ALLIES), LeyteDeployment(JAPAN)

    def air_phase(self) -> SequenceOfPlay:
        """45.72 to 45.75 Reinforcements arrive before transfers, and before transport."""
        return LeyteAir(0)

    def marches(self, side: int) -> Procedure:
        """30.1 Units also move by rail and water."""
        return LiftMarchOrders(side, 0, NOTHING_SPENT)

    def reinforcements(self, execution: Execution) -> None:
        """45.71 Lost Allied air points are replaced."""
        arrivals.replacements(execution)

    def game_ends(self, execution: Execution) -> None:
        """45.52 Reveals the Objective."""
        cases.show_objective(execution)

    def subrons_inactive(self, state: State, side: int) -> bool:
        """45.62 Japan's Subrons are inactive before the third Game-Turn."""
        return cases.subrons_inactive(state, side)

    def sub_ports(self, state: State, side: int, kind: int) -> tuple[int, ...]:
        """13.3 All Subrons start from any port in play."""
        opened = state.rules.pieces.waters(state.cells[layout.SCENARIO]).opened
        return tuple(sorted(hex for hex in port_capacity.ports_of(state, side) if opened[hex]))

    def base_struck(self, state: State, base: int) -> None:
        """26.3 No work is done at the base in this Game-Turn."""
        state.arrays[layout.STRUCK][base] = 1

    def cargo_lost(self, state: State, hex: int) -> int:
        """45.65 Japan's ports have less Cargo Capacity, since they lack merchant shipping."""
        return cases.cargo_reduction(state, hex)

    def unit_landed(self, state: State, side: int, unit: int, hex: int) -> None:
        """45.63 The landing of a ground unit may trigger kamikazes."""
        if is_ground_unit(state, unit):
            cases.call_kamikazes(state, side, hex)

    def arrive_at(self, state: State, side: int) -> list[int]:
        """45.71 to 45.75 The hexes of Japan, or the bases of the Allies' replacements."""
        return arrivals.arrive_at(state, side)

    def air_points_due(self, state: State, side: int) -> dict[int, int]:
        """45.72 to 45.75 The air points that may have arrived in Japan."""
        return arrivals.points_due(state, side)

    def secret_objectives(self, rules: Rules) -> dict[int, int]:
        """45.42, 45.52 The hexes that the Allies may choose."""
        return derived.possible_objectives(rules.pieces)

    def optional_stacks(self, state: State, side: int) -> frozenset[int]:
        """45.64 The Allied stacks ashore that the deployment lists."""
        return secrets.may_take_part(state, side)

    def deal_deployed(self, state: State, side: int, random: Random) -> None:
        """45.64 Samples which of the listed Allied points take part."""
        secrets.take_part(state, side, random)

    def deal_secrets(self, state: State, side: int, random: Random) -> None:
        """45.52, 40.42, 39.41 Samples the Objective, written plans, and the kamikazes left."""
        secrets.deal(state, side, random)

    def air_points_lost(self, state: State, side: int, stack: int, points: int) -> None:
        """45.71 Counts lost Allied points, which may be replaced."""
        cases.count_fallen(state, side, stack, points)

    def objective_points(self, state: State, side: int) -> int:
        """45.41, 45.42 The points for the secret Objective, in addition to the standard points."""
        return cases.objective_points(state, side)
