"""A player that plays out several candidates in drawn states and overrules a heuristic player if that is better.

A game supplies a ``SearchModel``: the candidates of a decision, the replies of both sides, a stopping point and an
evaluation. The searcher draws states that fit its view and rolls its own dice. It gets no match, no state of a match
and no dice of a match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple, NewType, Protocol

from ironbottom.engine.dice.dice import Dice, SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.hints import HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State

World = NewType("World", State)
"""A state that a searcher has drawn from a view. The type checker refuses any other state in its place."""
Plan = tuple[Action, ...]
"""One choice, or several in order."""
MIN_WORLDS = 2
"""The minimum number of worlds in which candidates are compared before some are dropped."""
OVERRULE_THRESHOLD = 0.5
"""The minimum gain, in standard errors, for another candidate to replace the heuristic player's choice."""


class Budget(NamedTuple):
    """How much a searcher may compute for a decision. Counted in playouts, so that every machine plays the same."""

    playouts: int
    candidates: int


class SearchModel(Protocol):
    """What a game supplies to the searcher of a side."""

    def candidates(self, offer: Offer, most: int, random: Random) -> Sequence[Plan]:
        """Up to ``most`` plans, the heuristic player's own first; only that one if a search is not worthwhile."""

    def stopping_point(self, offer: Offer) -> Callable[[World], bool]:
        """Whether a playout that began at this offer should be evaluated now. Playouts also stop at the end."""

    def reply(self, world: World, decision: Decision, random: Random) -> Sequence[Action]:
        """The choices of either side in a playout, from what that side may see."""

    def evaluate(self, world: World, side: str) -> float:
        """The value of a state at the stopping point for a side, such as its chance of winning."""

    def for_review(self, offer: Offer) -> SearchModel:
        """The model with which a review examines this decision: this model, or one that also compares choices for which
        the player itself does not search.
        """

    def explain(self, offer: Offer, plan: Plan) -> HintPlan:
        """A plan in words, with reasons. ``why`` is empty if there are no reasons."""

    def win_chance(self, world: World, side: str) -> float:
        """A side's chance of winning from a state at the stopping point, or after the end; a draw is half a win."""


class Searcher:
    """Decides from the side's view only. The same rules, side, seed and budget play the same game.

    Every candidate is played out in the same drawn states with the same dice, and the worse half is dropped from time
    to time. A choice other than the heuristic player's is made only if its mean gain over that one, world by world,
    exceeds half of its standard error.
    """

    def __init__(self, rules: Rules, side: str, model: SearchModel, budget: Budget, seed: int = 0) -> None:
        self.rules, self.side, self.model, self.budget = rules, side, model, budget
        self.random = Random(seed)

    def choose(self, offer: Offer) -> Sequence[Action]:
        """Returns the choices of the best candidate."""
        if len(offer.choices) == 1:
            return [offer.choices.at(0)]
        plans = list(dict.fromkeys(self.model.candidates(offer, self.budget.candidates, self.random)))
        if len(plans) == 1:
            return plans[0]
        return plans[self.best_of(offer, plans)]

    def best_of(self, offer: Offer, plans: Sequence[Plan]) -> int:
        """Returns the index of the best of two or more plans; the first is the heuristic player's."""
        sampler = self.rules.game.sampler(offer.view)
        is_at_stopping_point = self.model.stopping_point(offer)
        values: list[list[float]] = [[] for _ in plans]
        remaining = list(range(len(plans)))
        for worlds in schedule(len(plans), self.budget.playouts):
            for _ in range(worlds):
                world = World(sampler.draw(self.random))
                seed = self.random.getrandbits(64)
                for index in remaining:
                    values[index].append(self._value(World(world.copy()), plans[index], seed, is_at_stopping_point))
            remaining = better_half(values, remaining)
        best = remaining[-1]
        return best if outweighs_heuristic([new - own for new, own in zip(values[best], values[0], strict=True)]) else 0

    def _value(self, world: World, plan: Plan, seed: int, is_at_stopping_point: Callable[[World], bool]) -> float:
        """Plays a plan and then the replies of both sides, and evaluates the state at the stopping point."""
        play_out(self.model, world, self.side, plan, seed, is_at_stopping_point)
        return self.model.evaluate(world, self.side)


def play_out(
    model: SearchModel, world: World, side: str, plan: Plan, seed: int, is_at_stopping_point: Callable[[World], bool]
) -> None:
    """Plays a plan of a side and then the replies of both sides, up to the stopping point or the end."""
    dice, random = SeededDice(seed), Random(seed + 1)
    carry_out(world, side, plan, dice)
    while world.stack and not is_at_stopping_point(world):
        decision = world.decisions()[0]
        for action in model.reply(world, decision, random):
            world.apply(decision.side, action, dice, trusted=True)


def carry_out(world: World, side: str, plan: Plan, dice: Dice) -> None:
    """Makes the choices of a plan. Stops early if the side is asked something else in this world."""
    for index, action in enumerate(plan):
        if index:
            decision = world.decision(side)
            if decision is None or action not in decision.choices:
                return
        world.apply(side, action, dice, trusted=True)


def schedule(candidates: int, playouts: int) -> Iterator[int]:
    """Yields the number of worlds before each halving, so that each round has about the same number of playouts.

    The first candidate stays until the end, so the last round compares two.

    >>> list(schedule(8, 40)), list(schedule(2, 40)), list(schedule(8, 500))
    ([2, 3, 6], [20], [20, 42, 86])
    """
    sizes = [candidates]
    while sizes[-1] > 2:
        sizes.append(1 + max(1, (sizes[-1] - 1) // 2))
    for index, size in enumerate(sizes):
        rounds = len(sizes) - index
        worlds = max(MIN_WORLDS, playouts // (rounds * size))
        playouts -= worlds * size
        yield worlds


def better_half(values: Sequence[Sequence[float]], remaining: Sequence[int]) -> list[int]:
    """The first candidate and the better half of the others, the best last.

    >>> better_half([[0.5], [0.4], [0.7], [0.6]], [0, 1, 2, 3])
    [0, 2]
    """
    others = sorted([index for index in remaining if index], key=lambda index: fmean(values[index]))
    return [0, *others[-max(1, len(others) // 2) :]]


def outweighs_heuristic(gains: Sequence[float]) -> bool:
    """Whether paired gains are enough to overrule the heuristic player.

    >>> (outweighs_heuristic([0.2, 0.1, 0.3]), outweighs_heuristic([0.2, -0.3, 0.2]),
    ...  outweighs_heuristic([0.0, 0.0]), outweighs_heuristic([0.2]))
    (True, False, False, False)
    """
    if len(gains) < MIN_WORLDS:
        return False
    mean = fmean(gains)
    return mean > 0 and mean > OVERRULE_THRESHOLD * stdev(gains) / sqrt(len(gains))
