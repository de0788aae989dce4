"""What Victory in the Pacific supplies to the searcher: whole plans of patrols and raids, and the other side's reply.

A plan is evaluated before the first combat, as the ensign evaluates areas: if the plan were played out, the dice of the
turn's combat would decide more than the plan does. A review also compares the choices of a combat, by the chance of
winning at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ironbottom.bots.hints import ranked_choices
from ironbottom.bots.searcher import Plan, SearchModel, World
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.hints import HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.procedures import Decision
from ironbottom.games.victory_in_the_pacific.bot.areas import random_preferences
from ironbottom.games.victory_in_the_pacific.bot.ensign import RULES, decide
from ironbottom.games.victory_in_the_pacific.bot.evaluation import areas_worth, raiders_have_sailed, win_chance_of_japan
from ironbottom.games.victory_in_the_pacific.bot.hints import explain
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation
from ironbottom.games.victory_in_the_pacific.bot.plans import plan_patrols, plan_raids
from ironbottom.games.victory_in_the_pacific.pieces import AREAS, JAPAN, SIDES
from ironbottom.games.victory_in_the_pacific.state import BATTLE, TURN
from ironbottom.games.victory_in_the_pacific.state_types import Rules

SPREAD = 0.6
"""How much other plans differ from the ensign's: the spread of lognormal factors."""
PLANNERS = {"patrols": plan_patrols, "raiders": plan_raids}


class FleetSearch:
    """Compares plans for all patrols or raids of a side; both sides then continue as the ensign does."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def candidates(self, offer: Offer, most: int, random: Random) -> Sequence[Plan]:
        """The ensign's plan, and plans that it would make with other values."""
        offered = list(offer.choices)
        observation = Observation(self.rules, offer.view, offer.side)
        own = tuple(decide(observation, offered, random))
        planner = PLANNERS.get(observation.procedure_name)
        if planner is None or own[0][0] in ("repair", "rebuild"):
            return [own]
        others = [
            tuple(planner(observation, offered, random, random_preferences(random, SPREAD))) for _ in range(most - 1)
        ]
        return [own, *others]

    def stopping_point(self, offer: Offer) -> Callable[[World], bool]:
        """The end of the step in which raiders sail."""
        turn: int = offer.view["turn"]
        return lambda world: world.cells[TURN] > turn or raiders_have_sailed(world)

    def reply(self, world: World, decision: Decision, random: Random) -> Sequence[Action]:
        """The ensign's choice, from what its side sees."""
        offered = list(decision.choices)
        if len(offered) == 1:
            return offered
        return decide(Observation(self.rules, world.view(decision.side), decision.side), offered, random)

    def evaluate(self, world: World, side: str) -> float:
        """The value of all areas for a side, with the units that are at sea."""
        return areas_worth(Observation(self.rules, world.view(side), side))

    def for_review(self, offer: Offer) -> SearchModel:
        """Returns, in combat, a model that compares the choices of combat, and otherwise this model."""
        return CombatSearch(self.rules) if offer.view["battle"] else self

    def explain(self, offer: Offer, plan: Plan) -> HintPlan:
        """A plan in the words of the game's hints."""
        return explain(self.rules, offer, plan)

    def win_chance(self, world: World, side: str) -> float:
        """A side's chance of winning."""
        chance = win_chance_of_japan(world)
        return chance if side == SIDES.ids[JAPAN] else 1 - chance


class CombatSearch(FleetSearch):
    """Compares the choices of one side in a combat; both sides then fight it out as the ensign does."""

    def candidates(self, offer: Offer, most: int, random: Random) -> Sequence[Plan]:
        """The ensign's choice, and those with the next best scores."""
        offered = list(offer.choices)
        observation = Observation(self.rules, offer.view, offer.side)
        own = tuple(decide(observation, offered, random))
        ranked = [(action,) for _, action in ranked_choices(RULES, observation, offered)]
        return list(dict.fromkeys([own, *ranked]))[:most]

    def stopping_point(self, offer: Offer) -> Callable[[World], bool]:
        """The end of the combat in its area."""
        turn: int = offer.view["turn"]
        area = AREAS.index[offer.view["battle"]]
        return lambda world: world.cells[TURN] > turn or world.cells[BATTLE] != area

    def evaluate(self, world: World, side: str) -> float:
        """A side's chance of winning."""
        return self.win_chance(world, side)
