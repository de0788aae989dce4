"""What Victory in the Pacific supplies to the searcher: whole plans of patrols and raids, and the other side's reply.

A plan is evaluated before the first combat, as the ensign evaluates areas: played out, the dice of a turn's combat
would decide more than the plan does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ironbottom.bots.searcher import Plan, World
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.procedures import Decision
from ironbottom.games.victory_in_the_pacific.bot.areas import AreaValues, random_preferences
from ironbottom.games.victory_in_the_pacific.bot.ensign import decide
from ironbottom.games.victory_in_the_pacific.bot.fights import fight_result
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation
from ironbottom.games.victory_in_the_pacific.bot.plans import plan_patrols, plan_raids
from ironbottom.games.victory_in_the_pacific.pieces import AREAS
from ironbottom.games.victory_in_the_pacific.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.victory_in_the_pacific.state import TURN

SPREAD = 0.6
"""How much other plans depart from the ensign's: the spread of lognormal factors."""
PLANNERS = {"patrols": plan_patrols, "raiders": plan_raids}
LAST_STEP = STEP_NUMBER["raiders"]
"""5.24 The step after which a plan is evaluated."""


class FleetSearch:
    """Compares plans for all patrols or raids of a side; both sides then continue as the ensign does."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def candidates(self, offer: Offer, most: int, random: Random) -> Sequence[Plan]:
        """The ensign's plan, and plans that it would make with other values."""
        offered = list(offer.choices)
        observation = Observation(self.rules, offer.view, offer.side)
        own = tuple(decide(observation, offered, random))
        planner = PLANNERS.get(observation.asks)
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
        values = AreaValues(Observation(self.rules, world.view(side), side))
        return sum([values.worth(area, fight_result(values.here[area], values.there[area])) for area in AREAS.ids])


def raiders_have_sailed(world: World) -> bool:
    """Whether all ships of the turn have been sent out. ``next`` is the number of the next step."""
    turn = world.stack[0]
    return isinstance(turn, Turn) and turn.next > LAST_STEP + 1
