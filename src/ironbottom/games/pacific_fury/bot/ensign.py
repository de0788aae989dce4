"""The ensign: a heuristic opponent that uses only what its side sees."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ironbottom.bots.heuristic_player import HeuristicPlayer
from ironbottom.engine.rules.actions import Action
from ironbottom.games.pacific_fury.bot import combat as bot_combat
from ironbottom.games.pacific_fury.bot import holder as bot_holder
from ironbottom.games.pacific_fury.bot import invader as bot_invader
from ironbottom.games.pacific_fury.bot.advice import Advice, Rule, best_choice
from ironbottom.games.pacific_fury.bot.hits import assign_hits, best_carrier
from ironbottom.games.pacific_fury.bot.observation import Observation
from ironbottom.games.pacific_fury.bot.task_forces import form


def decide(observation: Observation, offered: list[Action], random: Random) -> list[Action]:
    """The ensign's choice among two or more, or several choices at once when it forms task forces or assigns hits."""
    verbs = {action[0] for action in offered}
    if "done" in verbs:
        return form(observation, offered, random)
    if "hit" in verbs:
        return assign_hits(observation, observation.frame(), offered)
    if "return_to_play" in verbs:
        return [best_carrier(observation, offered)]
    return [best_choice(gather_advice(observation, offered), offered, random)]


def gather_advice(observation: Observation, offered: list[Action]) -> list[Advice]:
    """The advice of all heuristics on operations, or on choices inside a combat."""
    rules: Sequence[Rule] = bot_combat.RULES
    if ("pass",) in offered:
        rules = bot_invader.RULES if observation.invades else bot_holder.RULES
    return [advice for rule in rules for advice in rule(observation, offered)]


class Ensign(HeuristicPlayer[Observation]):
    """Scores the advice of its heuristics and takes the best; among equal choices it picks at random."""

    observation_type = Observation

    def decide(self, observation: Observation, offered: list[Action]) -> Action | Sequence[Action]:
        """Returns one choice, or several at once when it forms task forces or assigns hits."""
        made = decide(observation, offered, self.random)
        return made[0] if len(made) == 1 else made
