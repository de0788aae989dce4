"""42.0 The rules of Midway, the basic game."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules.procedures import Procedure, SequenceOfPlay
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn
from ironbottom.games.war_in_the_pacific.rules.shore import shore_actions
from ironbottom.games.war_in_the_pacific.scenario import InDock, PaidFirst
from ironbottom.games.war_in_the_pacific.scenarios.base import GeneralScenario
from ironbottom.games.war_in_the_pacific.scenarios.ground_units import is_ground_unit
from ironbottom.games.war_in_the_pacific.scenarios.midway import derived, port_supply
from ironbottom.games.war_in_the_pacific.scenarios.midway.deployment import Deployment
from ironbottom.games.war_in_the_pacific.state_types import Execution, Rules, State

CASE = "42"


def troops_control(state: State, side: int, hex: int) -> bool:
    """42.42 Whether a ground unit of a side is in a hex that the side controls."""
    if state.arrays[layout.CONTROL][hex] != side:
        return False
    here = layout.units_in(state.arrays).units(hex)
    return any(is_ground_unit(state, unit) for unit in here if unit in UNITS_OF[side])


class Midway(GeneralScenario):
    """42.0 Midway."""

    def __init__(self) -> None:
        super().__init__(CASE)
        self.in_dock = (InDock("us_cv5", 2, 8),)
        """42.72, 42.95 The Yorktown is under repair."""
        self.plans_announced = True
        """42.51 Japan announces its assaults before play."""
        self.ports_supply = True
        """42.74 Every port is a source of supply."""
        self.entry_cases = ("42.71", "42.71")
        self.waiting_case, self.first_subrons_case = "42.73", "42.23"

    def inland_sea_costs(self, facts: Facts) -> tuple[int, int]:
        """42.71 The cost of leaving the Inland Sea, with or without fuelling in Japan."""
        return derived.inland_sea_costs(facts)

    def game_turn(self, rules: Rules) -> SequenceOfPlay:
        """4.1 The Game-Turn of the general rules."""
        return GameTurn(0)

    def deployments(self) -> tuple[Procedure, ...]:
        """42.51, 42.52 Japan deploys, then the Allies."""
        return Deployment(ALLIES, 0), Deployment(JAPAN, 0)

    def needs_announcement(self, state: State, side: int, hex: int) -> bool:
        """42.51 Japan lands on enemy hexes only where it has announced this."""
        enemy_hex = state.arrays[layout.CONTROL][hex] == 1 - side
        return side == JAPAN and enemy_hex and not shore_actions.is_planned(state, side, hex)

    def who_is_supplied(
        self, execution: Execution, side: int, before: PaidFirst
    ) -> tuple[AbstractSet[int], AbstractSet[int]]:
        """42.74 The hexes and headquarters that a port can supply."""
        return port_supply.supplied(execution.state, side)

    def objective_points(self, state: State, side: int) -> int:
        """42.41, 42.42 In addition to the standard points, the points for Midway for either side, and for any hex of
        the Aleutians for Japan.
        """
        pieces = state.rules.pieces
        result = 0
        if troops_control(state, side, NUMBER[pieces.figure("42.42", "hex")]):
            result += int(pieces.figure("42.42", "vp"))
        if side == JAPAN and any(troops_control(state, JAPAN, hex) for hex in pieces.in_regions(("aleutians",))):
            result += int(pieces.figure("42.42", "aleutians_japan"))
        return result
