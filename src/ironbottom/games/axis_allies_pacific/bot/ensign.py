"""The ensign: a heuristic player that uses only what its side sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from ironbottom.bots.heuristic_player import HeuristicPlayer, argmax, score
from ironbottom.engine.rules.actions import Action
from ironbottom.games.axis_allies_pacific.bot.attacks import plan_attacks
from ironbottom.games.axis_allies_pacific.bot.combat import COMBAT_RULES, choose_after_round
from ironbottom.games.axis_allies_pacific.bot.observation import Observation
from ironbottom.games.axis_allies_pacific.bot.purchases import plan_placement, plan_purchases
from ironbottom.games.axis_allies_pacific.bot.regrouping import plan_regroup

PLANS: Mapping[str, Callable[[Observation, Random], list[Action]]] = {
    "purchase": plan_purchases,
    "combat_moves": plan_attacks,
    "regroup": plan_regroup,
    "placement": plan_placement,
}
"""The planner of each phase that is planned as a whole."""


class Ensign(HeuristicPlayer[Observation]):
    """Plans purchases, movement and placement as a whole; in battle it scores every choice and takes the best."""

    observation_type = Observation

    def decide(self, observation: Observation, offered: list[Action]) -> Action | Sequence[Action]:
        """A choice, or all choices of a phase."""
        procedure_name = observation.procedure_name
        if procedure_name in PLANS:
            return PLANS[procedure_name](observation, self.random)
        if procedure_name == "aftermath":
            return choose_after_round(observation, offered)
        return argmax(score(COMBAT_RULES, observation, offered), self.random)
