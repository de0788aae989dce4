"""The ensign: a heuristic player that uses only what its side sees."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ironbottom.bots.heuristic_player import HeuristicPlayer, argmax, score
from ironbottom.engine.rules.actions import Action
from ironbottom.games.victory_in_the_pacific.bot.combat import COMBAT_RULES
from ironbottom.games.victory_in_the_pacific.bot.fleet import FLEET_RULES, place_air
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation
from ironbottom.games.victory_in_the_pacific.bot.plans import plan_patrols, plan_raids

RULES = {**FLEET_RULES, **COMBAT_RULES}


def decide(observation: Observation, offered: list[Action], random: Random) -> list[Action]:
    """The ensign's choice among two or more, or all patrols or raids of a turn."""
    procedure_name = observation.procedure_name
    if procedure_name == "patrols":
        return plan_patrols(observation, offered, random)
    if procedure_name == "raiders":
        return plan_raids(observation, offered, random)
    if procedure_name == "air":
        return [place_air(observation, offered)]
    return [argmax(score(RULES, observation, offered), random)]


class Ensign(HeuristicPlayer[Observation]):
    """Scores every choice and takes the best; among equal choices it picks at random."""

    observation_type = Observation

    def decide(self, observation: Observation, offered: list[Action]) -> Action | Sequence[Action]:
        """A choice, or all patrols or raids of a turn."""
        made = decide(observation, offered, self.random)
        return made[0] if len(made) == 1 else made
