"""Compares the choice of one decision with the best that a searcher finds, in states drawn from the side's view.

Only information that the side had is used here: a task has a view and the choices, but no state and no dice of the
match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from ironbottom.bots.decision_request import decode_request
from ironbottom.bots.hints import capitalized
from ironbottom.bots.registry import search_player
from ironbottom.bots.searcher import Budget, Plan, Searcher, World, play_out
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.registry import all_games

MIN_STATES = 8
"""The minimum number of drawn states in which a choice is judged."""
PRECISE_GAIN, PRECISE_CHANCE = 0.01, 0.02
"""Drawing states stops at these standard errors: of the gain of one choice over another, and of a chance."""
COMBAT_BUDGET, MAX_COMBAT_STATES = Budget(playouts=12, candidates=4), 30
"""The budget for a choice that the player itself does not search, and the maximum number of states in which it is
judged. There are many such choices, and each matters less than a plan for a whole fleet.
"""
ENDS_PLAN = ("done",)
"""The choice that ends an order of several choices; it is not always needed."""
MISTAKE, ERRORS = 0.05, 2.0
"""The minimum cost of a mistake: as a chance of winning, and in standard errors."""


class ReviewTask(NamedTuple):
    """A decision to examine.

    ``number`` is the line of the record in which it begins. ``data`` has the rules, the view and the choices
    (``bots.decision_request``); ``chosen`` is what the side chose, as one plan; ``seed`` is the seed of the drawn
    states and their dice.
    """

    number: int
    side: str
    turn: int
    data: bytes
    chosen: Plan
    seed: int


class Finding(msgspec.Struct, frozen=True):
    """The findings about a decision. All chances are those of the side that chose.

    ``better`` is the searcher's choice, which may be the same as the one made. ``gain`` is the chance of winning with
    the choice made minus that with the searcher's choice, in the same drawn states, and ``error`` its standard error.
    """

    number: int
    side: str
    turn: int
    question: str
    chosen: list[list[str]]
    better: list[list[str]]
    compared: int
    """The number of plans that were compared."""
    states: int
    """The number of drawn states in which the two choices were played out."""
    chance: float
    """The chance of winning with the choice made."""
    chance_error: float
    gain: float
    error: float
    chosen_words: str = ""
    better_words: str = ""
    """Both plans in words, if the choice was a mistake."""
    why: str = ""
    """The reason why the searcher's choice is good, from the game's hints; empty if they give none."""

    @property
    def same(self) -> bool:
        """Whether the searcher would have chosen the same."""
        return self.chosen == self.better

    @property
    def best(self) -> float:
        """The chance of winning with the searcher's choice."""
        return self.chance - self.gain

    @property
    def is_mistake(self) -> bool:
        """Whether the choice cost more than chance can explain."""
        return -self.gain >= MISTAKE and -self.gain > ERRORS * self.error


def is_reviewable(game: Game) -> bool:
    """Whether a game has a search player, whose search a review uses.

    >>> from ironbottom import get_game
    >>> is_reviewable(get_game("pf")), is_reviewable(get_game("aap"))
    (True, False)
    """
    rules = game.rules()
    return search_player(rules, rules.sides.ids[0], 0) is not None


def searcher_of(rules: Rules, side: str, seed: int) -> Searcher:
    """Returns the strongest search player of a game. Raises ``BadValue`` if it has none."""
    if (found := search_player(rules, side, seed)) is not None:
        return found
    titles = ", ".join(game.title for game in all_games() if is_reviewable(game))
    message = f"{rules.game.title} has no computer player that searches, so it cannot be reviewed; these games can"
    raise BadValue(f"{message}: {titles}", field="game")


def reviewer_of(rules: Rules, offer: Offer, seed: int) -> Searcher:
    """Returns the searcher that examines a decision; for choices in combat its budget is smaller."""
    player = searcher_of(rules, offer.side, seed)
    model = player.model.for_review(offer)
    return player if model is player.model else Searcher(rules, offer.side, model, COMBAT_BUDGET, seed)


def candidates_of(searcher: Searcher, offer: Offer) -> list[Plan]:
    """Returns the plans that a searcher would compare, the heuristic player's first."""
    return list(dict.fromkeys(searcher.model.candidates(offer, searcher.budget.candidates, searcher.random)))


def as_candidate(plan: Plan, plans: Sequence[Plan]) -> Plan:
    """Returns the candidate with the same choices in any order, if there is one; otherwise the plan itself.

    >>> as_candidate((("send", "a"), ("send", "b"), ("done",)), [(("send", "b"), ("send", "a"))])
    (('send', 'b'), ('send', 'a'))
    """
    wanted = {*plan, ENDS_PLAN}
    return next((other for other in plans if {*other, ENDS_PLAN} == wanted), plan)


def examine(task: ReviewTask, most: int) -> Finding:
    """Examines a decision with at most this many drawn states. The same task and number give the same finding."""
    rules, offer = decode_request(task.data)
    searcher = reviewer_of(rules, offer, task.seed)
    plans = candidates_of(searcher, offer)
    chosen = as_candidate(task.chosen, plans)
    if chosen not in plans:
        plans.append(chosen)
    better = plans[searcher.best_of(offer, plans)] if len(plans) > 1 else chosen
    states = min(most, MAX_COMBAT_STATES) if searcher.budget is COMBAT_BUDGET else most
    pairs = compared(searcher, offer, chosen, better, states)
    gains = [with_chosen - with_better for with_chosen, with_better in pairs]
    chances = [with_chosen for with_chosen, _ in pairs]
    finding = Finding(
        number=task.number,
        side=task.side,
        turn=task.turn,
        question=offer.prompt,
        chosen=as_lists(chosen),
        better=as_lists(better),
        compared=len(plans),
        states=len(pairs),
        chance=fmean(chances),
        chance_error=standard_error(chances),
        gain=fmean(gains),
        error=standard_error(gains),
    )
    if not finding.is_mistake:
        return finding
    hints = {plan: searcher.model.explain(offer, plan) for plan in (chosen, better)}
    named, titles = [], (hints[chosen].title, hints[better].title)
    for plan, other, title in ((chosen, better, titles[0]), (better, chosen, titles[1])):
        # The difference between two plans is clearer than a title that lists parts of a fleet.
        is_whole = len(plan) > 1 and titles[0] != titles[1] and ";" not in titles[0] + titles[1]
        named.append(title if is_whole else describe(rules, plan, other))
    return msgspec.structs.replace(finding, chosen_words=named[0], better_words=named[1], why=hints[better].why)


def compared(searcher: Searcher, offer: Offer, chosen: Plan, better: Plan, most: int) -> list[tuple[float, float]]:
    """Plays out two plans in the same new states with the same dice, and returns their chances of winning.

    These are not the states in which the searcher found its plan, since in those the plan looks better than it is. More
    states are drawn until the result is precise.
    """
    sampler, stops = searcher.rules.game.sampler(offer.view), searcher.model.stopping_point(offer)
    pairs: list[tuple[float, float]] = []
    while len(pairs) < most:
        world, seed = World(sampler.draw(searcher.random)), searcher.random.getrandbits(64)
        with_chosen = chance_in(searcher, world, chosen, seed, stops)
        with_better = with_chosen if better == chosen else chance_in(searcher, world, better, seed, stops)
        pairs.append((with_chosen, with_better))
        if len(pairs) >= MIN_STATES and is_precise(pairs):
            break
    return pairs


def chance_in(searcher: Searcher, world: World, plan: Plan, seed: int, stops: Callable[[World], bool]) -> float:
    """Returns the chance of winning once a plan was played out in a copy of a drawn state."""
    copy = World(world.copy())
    play_out(searcher.model, copy, searcher.side, plan, seed, stops)
    return searcher.model.win_chance(copy, searcher.side)


def is_precise(pairs: Sequence[tuple[float, float]]) -> bool:
    """Whether the gain and the chance are known precisely enough."""
    gain = standard_error([with_chosen - with_better for with_chosen, with_better in pairs])
    return gain <= PRECISE_GAIN and standard_error([with_chosen for with_chosen, _ in pairs]) <= PRECISE_CHANCE


def standard_error(values: Sequence[float]) -> float:
    """Returns the standard error of a mean.

    >>> standard_error([1.0, 1.0, 1.0]), round(standard_error([0.0, 1.0, 0.0, 1.0]), 3), standard_error([0.5])
    (0.0, 0.289, 0.0)
    """
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def as_lists(plan: Plan) -> list[list[str]]:
    """Returns a plan as lists, as in a record."""
    return [list(action) for action in plan]


def describe(rules: Rules, plan: Sequence[Sequence[str]], other: Sequence[Sequence[str]] = (), most: int = 6) -> str:
    """Returns a plan in words; if it has several choices, only those that another plan does not have."""
    actions: list[Action] = [tuple(action) for action in plan]
    if len(actions) > 1:
        without = {tuple(action) for action in other}
        actions = [action for action in actions if action not in without] or actions[-1:]
    steps = [rules.game.describe_action(action, rules) for action in actions]
    shown = steps if len(steps) <= most else [*steps[: most - 1], f"{len(steps) - most + 1} more"]
    return capitalized("; ".join(shown))
