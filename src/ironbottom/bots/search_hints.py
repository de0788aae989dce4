"""Hints by the search player of a game: its best plans, each with its chance of winning in drawn states.

Everything is computed from the offer, so equal views give equal hints.
"""

from __future__ import annotations

from hashlib import sha256
from math import sqrt
from statistics import fmean, quantiles, stdev

import msgspec

from ironbottom.bots.hints import percent
from ironbottom.bots.registry import search_player
from ironbottom.bots.searcher import Plan, Searcher, World, play_out, schedule
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.hints import MOST_PLANS, HintPlan
from ironbottom.engine.rules.offers import Offer

SHOWN_STATES = 16
"""The number of new states in which the plans shown are played out."""
NO_RISK = "none"
"""How the game's own hints begin where they see no risk."""
INTERVAL = 1.96
"""The half-width of a 95 % interval in standard errors."""


def hints_for(rules: Rules, offer: Offer) -> list[HintPlan]:
    """Returns up to three plans for an offer, the best first: the search player's, or else those of rules of thumb.

    The list is empty if the game has no hints.
    """
    advisor = rules.game.advisor()
    if advisor is None:
        return []
    searcher = search_player(rules, offer.side, seed_of(offer))
    if searcher is not None and len(offer.choices) > 1:
        plans = list(dict.fromkeys(searcher.model.candidates(offer, searcher.budget.candidates, searcher.random)))
        if len(plans) > 1:
            return searched_hints(searcher, offer, plans)
    return advisor.hints(rules, offer)


def seed_of(offer: Offer) -> int:
    """Returns a seed that depends only on what the side sees."""
    seen = msgspec.json.encode([offer.side, offer.view], order="sorted")
    return int.from_bytes(sha256(seen).digest()[:7], "big")


def searched_hints(searcher: Searcher, offer: Offer, plans: list[Plan]) -> list[HintPlan]:
    """Returns the best plans in words, with their chances of winning.

    The chances come from other states than those in which the plans were picked: there the best plan looks better than
    it is.
    """
    best = best_plans(searcher, offer, plans)
    chances = chances_of(searcher, offer, best, SHOWN_STATES)
    ranked = sorted(zip(best, chances, strict=True), key=lambda pair: -fmean(pair[1]))
    result: list[HintPlan] = []
    for place, (plan, values) in enumerate(ranked):
        other = ranked[1 if place == 0 else 0][1]
        hint = with_chances(searcher.model.explain(offer, plan), values, other, 2 if place == 0 else 1)
        if hint.title not in [before.title for before in result]:
            result.append(hint)
    return result


def best_plans(searcher: Searcher, offer: Offer, plans: list[Plan]) -> list[Plan]:
    """Returns the best plans, at most three: all are played out in the same states, and the worse are dropped."""
    values: list[list[float]] = [[] for _ in plans]
    left = list(range(len(plans)))
    for states in schedule(len(plans), searcher.budget.playouts):
        found = chances_of(searcher, offer, [plans[place] for place in left], states)
        for place, more in zip(left, found, strict=True):
            values[place] += more
        if len(left) <= MOST_PLANS:
            break
        left = sorted(left, key=lambda place: -fmean(values[place]))[: max(MOST_PLANS, len(left) // 2)]
    return [plans[place] for place in sorted(left, key=lambda place: -fmean(values[place]))[:MOST_PLANS]]


def chances_of(searcher: Searcher, offer: Offer, plans: list[Plan], states: int) -> list[list[float]]:
    """Returns the chances of winning with each plan in a number of drawn states, which are the same for all plans."""
    sampler, stops = searcher.rules.game.sampler(offer.view), searcher.model.stopping_point(offer)
    result: list[list[float]] = [[] for _ in plans]
    for _ in range(states):
        world, seed = World(sampler.draw(searcher.random)), searcher.random.getrandbits(64)
        for place, plan in enumerate(plans):
            copy = World(world.copy())
            play_out(searcher.model, copy, searcher.side, plan, seed, stops)
            result[place].append(searcher.model.win_chance(copy, searcher.side))
    return result


def with_chances(plan: HintPlan, values: list[float], other: list[float], number: int) -> HintPlan:
    """Returns a plan with its chance of winning, its risk, and the chance of another plan in the same states."""
    interval = f"±{100 * INTERVAL * stdev(values) / sqrt(len(values)):.0f}"
    low = round(100 * max(0.0, quantiles(values, n=10)[0]))
    return msgspec.structs.replace(
        plan,
        why=f"{plan.why} You win {percent(fmean(values))}, {interval}.".strip(),
        risk=joined("" if plan.risk.startswith(NO_RISK) else plan.risk, f"in one case of ten you win {low} % or less"),
        otherwise=joined(plan.otherwise, f"with plan {number} you win {percent(fmean(other))}"),
    )


def joined(first: str, second: str) -> str:
    """Returns two remarks as one.

    >>> joined("", "b"), joined("a", "b")
    ('b', 'a; b')
    """
    return f"{first}; {second}" if first else second
