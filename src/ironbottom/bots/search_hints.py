"""Hints by the search player of a game: its best plans, each with its chance of winning in drawn states.

Everything is computed from the offer, so equal views give equal hints. With a time limit, less may be computed.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from math import sqrt
from statistics import fmean, quantiles, stdev
from time import monotonic

import msgspec

from ironbottom.bots.hints import percent
from ironbottom.bots.registry import heuristic_bot, search_bot
from ironbottom.bots.searcher import Plan, Searcher, World, play_out, schedule
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.hints import MAX_PLANS, HintPlan
from ironbottom.engine.rules.offers import Offer

SHOWN_STATES = 16
"""The number of new states in which the plans to be shown are played out."""
MIN_SHOWN_STATES = 4
"""The minimum number of such states for chances to be shown, if the time is limited."""
SHARE_TO_PICK = 0.5
"""The share of a limited time that is spent on picking the plans to be shown."""
HINT_SECONDS = 2.0
"""The time for a hint on the page and in the terminal."""
NO_RISK = "none"
"""The beginning of the game's own hints if they see no risk."""
INTERVAL = 1.96
"""The half-width of a 95 % interval in standard errors."""


class Timer:
    """The time left for a hint; without a limit, there is always time left."""

    def __init__(self, seconds: float | None) -> None:
        self._start, self._seconds = monotonic(), seconds

    def is_over(self, share: float = 1.0) -> bool:
        """Whether a share of the time has passed."""
        return self._seconds is not None and monotonic() - self._start >= share * self._seconds


def hints_for(rules: Rules, offer: Offer, seconds: float | None = None) -> list[HintPlan]:
    """Returns up to three plans for an offer, the best first: those of the search player, or else from rules of thumb.

    If the search player cannot compare its plans within ``seconds``, rules of thumb are used. Without a limit, equal
    views give equal hints. ``by`` of each plan says whose advice it is. The list is empty if the game has no hints.
    """
    advisor = rules.game.advisor()
    if advisor is None:
        return []
    timer = Timer(seconds)
    found = search_bot(rules, offer.side, seed_of(offer))
    if found is not None and len(offer.choices) > 1:
        name, searcher = found
        plans = list(dict.fromkeys(searcher.model.candidates(offer, searcher.budget.candidates, searcher.random)))
        if len(plans) > 1 and (searched := searched_hints(searcher, offer, plans, timer)):
            return with_author(searched, name)
    return with_author(advisor.hints(rules, offer), heuristic_bot(rules))


def with_author(plans: Iterable[HintPlan], by: str) -> list[HintPlan]:
    """Returns the plans with the name of the computer player that recommends them."""
    return [msgspec.structs.replace(plan, by=by) for plan in plans]


def seed_of(offer: Offer) -> int:
    """Returns a seed that depends only on what the side sees."""
    seen = msgspec.json.encode([offer.side, offer.view], order="sorted")
    return int.from_bytes(sha256(seen).digest()[:7], "big")


def searched_hints(searcher: Searcher, offer: Offer, plans: list[Plan], timer: Timer) -> list[HintPlan]:
    """Returns the best plans in words, with their chances of winning; none if there is no time for this.

    The chances are computed in other states than those in which the plans were picked, since in those the best plan
    looks better than it is.
    """
    best = best_plans(searcher, offer, plans, timer)
    chances = chances_of(searcher, offer, best, SHOWN_STATES, timer) if best else []
    if not chances or len(chances[0]) < MIN_SHOWN_STATES:
        return []
    ranked = sorted(zip(best, chances, strict=True), key=lambda pair: -fmean(pair[1]))
    result: list[HintPlan] = []
    for index, (plan, values) in enumerate(ranked):
        other = ranked[1 if index == 0 else 0][1]
        hint = with_chances(searcher.model.explain(offer, plan), values, other, 2 if index == 0 else 1)
        if hint.title not in [before.title for before in result]:
            result.append(hint)
    return result


def best_plans(searcher: Searcher, offer: Offer, plans: list[Plan], timer: Timer) -> list[Plan]:
    """Returns the best plans, at most three: all are played out in the same states, and the worse ones are dropped.

    Part of the time is reserved for computing the chances that are shown. If too little time is left for this, no plans
    are returned.
    """
    values: list[list[float]] = [[] for _ in plans]
    remaining = list(range(len(plans)))
    for states in schedule(len(plans), searcher.budget.playouts):
        found = chances_of(searcher, offer, [plans[index] for index in remaining], states, timer, SHARE_TO_PICK)
        for index, more in zip(remaining, found, strict=True):
            values[index] += more
        if not values[0]:
            return []
        if len(remaining) <= MAX_PLANS or timer.is_over(SHARE_TO_PICK):
            break
        remaining = sorted(remaining, key=lambda index: -fmean(values[index]))[: max(MAX_PLANS, len(remaining) // 2)]
    return [plans[index] for index in sorted(remaining, key=lambda index: -fmean(values[index]))[:MAX_PLANS]]


def chances_of(
    searcher: Searcher, offer: Offer, plans: list[Plan], states: int, timer: Timer, share: float = 1.0
) -> list[list[float]]:
    """Returns the chances of winning with each plan in a number of drawn states, which are the same for all plans.

    Fewer states are drawn if a share of the time has passed.
    """
    sampler, is_at_stopping_point = searcher.rules.game.sampler(offer.view), searcher.model.stopping_point(offer)
    result: list[list[float]] = [[] for _ in plans]
    for _ in range(states):
        world, seed = World(sampler.draw(searcher.random)), searcher.random.getrandbits(64)
        found: list[float] = []
        for plan in plans:
            if timer.is_over(share):
                return result
            copy = World(world.copy())
            play_out(searcher.model, copy, searcher.side, plan, seed, is_at_stopping_point)
            found.append(searcher.model.win_chance(copy, searcher.side))
        for values, chance in zip(result, found, strict=True):
            values.append(chance)
    return result


def with_chances(plan: HintPlan, values: list[float], other: list[float], number: int) -> HintPlan:
    """Returns a plan with its chance of winning, its risk, and the chance of another plan in the same states."""
    width = 100 * INTERVAL * stdev(values) / sqrt(len(values))
    interval = f", ±{max(1, round(width))}" if width else ""
    low = round(100 * max(0.0, quantiles(values, n=10)[0]))
    return msgspec.structs.replace(
        plan,
        why=f"{plan.why} You win in {percent(fmean(values))} of cases{interval}.".strip(),
        risk=join_remarks(
            "" if plan.risk.startswith(NO_RISK) else plan.risk, f"in one case out of ten the chance is {low} % or less"
        ),
        otherwise=join_remarks(plan.otherwise, f"with plan {number} you win in {percent(fmean(other))} of cases"),
    )


def join_remarks(first: str, second: str) -> str:
    """Returns two remarks as one.

    >>> join_remarks("", "b"), join_remarks("a", "b")
    ('b', 'a; b')
    """
    return f"{first}; {second}" if first else second
