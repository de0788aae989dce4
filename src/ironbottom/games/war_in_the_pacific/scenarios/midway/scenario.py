"""42.0 The rules of Midway, the basic game."""

from __future__ import annotations

from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Procedure, SequenceOfPlay
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn
from ironbottom.games.war_in_the_pacific.rules.turn.terminal_segment import troops_control
from ironbottom.games.war_in_the_pacific.scenario import InDock
from ironbottom.games.war_in_the_pacific.scenarios.base import BaseScenario
from ironbottom.games.war_in_the_pacific.scenarios.midway.deployment import Deployment

CASE = "42"


class Midway(BaseScenario):
    """42.0 Midway."""

    def __init__(self) -> None:
        super().__init__(CASE)
        self.in_dock = (InDock("us_cv5", 2, 8),)
        """42.72, 42.95 The Yorktown."""
        self.plans_announced = True
        """42.51"""
        self.ports_supply = True
        """42.74"""

    def game_turn(self, rules: Rules) -> SequenceOfPlay:
        """4.1 The Game-Turn of the general rules."""
        return GameTurn(0)

    def deployments(self) -> tuple[Procedure, ...]:
        """42.51, 42.52 Japan deploys, then the Allies."""
        return Deployment(ALLIES, 0), Deployment(JAPAN, 0)

    def objective_points(self, state: State, side: int) -> int:
        """42.41, 42.42 Besides the standard points, Midway for either side, and any hex of the Aleutians for Japan."""
        pieces: Pieces = state.rules.pieces
        found = 0
        if troops_control(state, side, NUMBER[pieces.figure("42.42", "hex")]):
            found += int(pieces.figure("42.42", "vp"))
        if side == JAPAN and any(troops_control(state, JAPAN, at) for at in pieces.in_regions(("aleutians",))):
            found += int(pieces.figure("42.42", "aleutians_japan"))
        return found
