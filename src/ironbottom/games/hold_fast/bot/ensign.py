"""The ensign: a heuristic opponent that uses only what its side sees."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ironbottom.bots.heuristic_player import HeuristicPlayer, argmax, score
from ironbottom.engine.rules.actions import Action
from ironbottom.games.hold_fast.bot.combat import COMBAT_RULES
from ironbottom.games.hold_fast.bot.fleet import FLEET_RULES, plan_moves
from ironbottom.games.hold_fast.bot.observation import Observation

RULES = {**FLEET_RULES, **COMBAT_RULES}


def decide(observation: Observation, offered: list[Action], random: Random) -> list[Action]:
    """The ensign's choice among two or more, or all the moves of a turn at once."""
    if any(action[0] == "move" for action in offered):
        return plan_moves(observation, offered, random)
    return [argmax(score(RULES, observation, offered), random)]


class Ensign(HeuristicPlayer[Observation]):
    """Scores every choice by its heuristics and takes the best; among equal choices it picks at random."""

    observation_type = Observation

    def decide(self, observation: Observation, offered: list[Action]) -> Action | Sequence[Action]:
        """Returns one choice, or all the moves of a turn at once."""
        made = decide(observation, offered, self.random)
        return made[0] if len(made) == 1 else made
