"""What Pacific Fury supplies to the searcher: candidates by the ensign's advice, played out to the end of the turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ironbottom.bots.searcher import Plan, SearchModel, World
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.hints import HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.procedures import Decision
from ironbottom.games.pacific_fury.bot.advice import best_choice
from ironbottom.games.pacific_fury.bot.ensign import decide, gather_advice
from ironbottom.games.pacific_fury.bot.evaluation import win_chance_of_japan
from ironbottom.games.pacific_fury.bot.hints import explain
from ironbottom.games.pacific_fury.bot.observation import Observation, StateObservation
from ironbottom.games.pacific_fury.bot.task_forces import DEFENCES, INVASIONS, choose_plan, forming_choices
from ironbottom.games.pacific_fury.pieces import JAPAN, SIDES
from ironbottom.games.pacific_fury.state import TURN
from ironbottom.games.pacific_fury.state_types import Rules

RANDOM_CANDIDATES = 2
"""The number of candidates that are chosen at random, not by the ensign's advice."""
NOT_SEARCHED = frozenset(("hit", "return_to_play"))
"""Choices for which the ensign's answer is good enough: the distribution of hits, the carrier that returns."""


class TurnSearch:
    """Plays candidates out to the end of the turn; both sides then choose as the ensign does."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def candidates(self, offer: Offer, most: int, random: Random) -> Sequence[Plan]:
        """The ensign's choice, the next best by its advice, and two chosen at random; task forces as whole plans."""
        offered = list(offer.choices)
        observation = Observation(self.rules, offer.view, offer.side)
        verbs = {action[0] for action in offered}
        if verbs & NOT_SEARCHED:
            return [tuple(decide(observation, offered, random))]
        if "done" in verbs:
            return formations(observation, offered, most, random)
        return single_choices(observation, offered, most, random)

    def stopping_point(self, offer: Offer) -> Callable[[World], bool]:
        """The first decision of the next turn."""
        turn: int = offer.view["turn"]
        return lambda world: world.cells[TURN] > turn

    def reply(self, world: World, decision: Decision, random: Random) -> Sequence[Action]:
        """The ensign's choice, from what its side sees."""
        offered = list(decision.choices)
        return offered if len(offered) == 1 else decide(StateObservation(world, decision.side), offered, random)

    def evaluate(self, world: World, side: str) -> float:
        """A side's chance of winning."""
        return self.win_chance(world, side)

    def for_review(self, offer: Offer) -> SearchModel:
        """Returns this model, which compares all choices that matter."""
        return self

    def explain(self, offer: Offer, plan: Plan) -> HintPlan:
        """A plan in the words of the game's hints."""
        return explain(self.rules, offer, plan)

    def win_chance(self, world: World, side: str) -> float:
        """A side's chance of winning."""
        chance = win_chance_of_japan(world)
        return chance if side == SIDES.ids[JAPAN] else 1 - chance


def single_choices(observation: Observation, offered: list[Action], most: int, random: Random) -> list[Plan]:
    """The choices of an operation or in a combat."""
    advice = gather_advice(observation, offered)
    own = best_choice(advice, offered, random)
    worths: dict[Action, float] = {}
    for worth, action in advice:
        worths[action] = max(worth, worths.get(action, worth))
    ranked = sorted(worths, key=lambda action: -worths[action])
    taken = list(dict.fromkeys([own, *ranked]))[: most - RANDOM_CANDIDATES]
    others = [action for action in offered if action not in taken]
    taken += random.sample(others, min(len(others), most - len(taken)))
    return [(action,) for action in taken]


def formations(observation: Observation, offered: list[Action], most: int, random: Random) -> list[Plan]:
    """Whole plans of task forces: one that the ensign chooses, then other usual and unusual plans, in random order."""
    own = choose_plan(observation, random)
    usual = (INVASIONS if observation.invades else DEFENCES)[observation.number]
    unusual = (INVASIONS if observation.invades else DEFENCES)[1 - observation.number]
    rest = [kinds for kinds in usual if kinds != own]
    random.shuffle(rest)
    more = [kinds for kinds in unusual if kinds not in usual]
    random.shuffle(more)
    result = dict.fromkeys([tuple(forming_choices(observation, offered, kinds)) for kinds in (own, *rest, *more)])
    return list(result)[:most]
