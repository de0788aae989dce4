"""The ensign: a heuristic player that uses only what its side sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from ironbottom.bots.heuristic_player import HeuristicPlayer
from ironbottom.bots.registry import Bot
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import NEW_PLAYER
from ironbottom.engine.rules.offers import Offer
from ironbottom.games.war_in_the_pacific.bot import (
    air,
    burma,
    burma_air,
    burma_ground,
    combat,
    fleet,
    guadalcanal,
    leyte,
    stores,
)
from ironbottom.games.war_in_the_pacific.bot.midway_advanced import ANSWERS as ADVANCED_MIDWAY
from ironbottom.games.war_in_the_pacific.bot.observation import Observation

Answer = Callable[[Observation, Choices, Random], Action | list[Action]]
ANSWERS: dict[str, Answer] = {
    "deployment": fleet.deploy,
    "stationing": fleet.station,
    "leyte_deployment": leyte.deploy,
    "lying_in_wait": leyte.station,
    "plans": leyte.plan,
    "kamikaze_call": leyte.begin_kamikazes,
    "burma_deployment": burma.deploy,
    "receiving": burma.receive,
    "air_lift": burma.lift,
    "burma_marching": burma_ground.march,
    "burma_attacking": burma_ground.attack,
    "quarters": burma.quarters,
    "decoys": fleet.decoys,
    "orders": fleet.orders,
    "gathering": fleet.gather,
    "course": fleet.course,
    "pace": fleet.pace,
    "in_impulse": fleet.in_impulse,
    "new_mission": fleet.new_mission,
    "new_course": fleet.new_course,
    "search_orders": air.search,
    "declaring": air.declare,
    "ready_orders": air.declare,
    "special_orders": air.declare,
    "wave_plan": air.fill_wave,
    "special_wave": air.fill_wave,
    "aiming": combat.aim,
    "meeting": combat.choose_battle,
    "next_battle": combat.first_choice,
    "gunlaying": combat.fire,
    "torpedoing": combat.torpedo,
    "at_the_shore": combat.at_the_shore,
    "attacking": combat.attack,
    "committing": combat.commit_all,
    "losses": combat.first_choice,
    "wearing_away": burma_ground.losses,
    "pay_order": stores.front,
    "retreat": combat.first_choice,
    "advance": combat.first_choice,
}
"""The answer to each question. Questions without an answer here (marches, transfers and Subrons at sea) are ended at
once.
"""
AT_GUADALCANAL = ANSWERS | guadalcanal.ANSWERS
IN_ADVANCED_MIDWAY = ANSWERS | ADVANCED_MIDWAY
IN_BURMA = ANSWERS | {
    "declaring": burma_air.declare,
    "losses": burma_ground.losses,
    "advance": burma_ground.advance,
}
"""44.13 In Burma there is no search: no ships are at sea, and all troops are visible."""
del IN_BURMA["search_orders"]


def answers(observation: Observation) -> Mapping[str, Answer]:
    """The answers for the scenario that is played."""
    if observation.at_guadalcanal:
        return AT_GUADALCANAL
    if observation.ranks_objectives:
        return IN_ADVANCED_MIDWAY
    return ANSWERS if observation.sails else IN_BURMA


class Ensign(HeuristicPlayer[Observation]):
    """Answers each question with its own rule; choices are read argument by argument and never listed in full."""

    observation_type = Observation

    def choose(self, offer: Offer) -> Action | Sequence[Action]:
        """The choice of the side, or a list of choices in sequence."""
        only = offer.choices.single_choice()
        if only is not None:
            return only
        observation = Observation(self.rules, offer.view, self.side)
        answer = answers(observation).get(observation.procedure_name)
        if answer is not None:
            return answer(observation, offer.choices, self.random)
        return ("done",) if ("done",) in offer.choices else offer.choices.sample_by_argument(self.random)


BOTS = {
    "ensign": Bot(
        "Plays by rules of thumb: it searches, strikes what it finds, and lands on the objective.", Ensign, NEW_PLAYER
    )
}
