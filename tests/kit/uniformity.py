"""Checks whether draws occur as often as expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from random import Random
from typing import TypeVar

from ironbottom.engine.rules.state import State

Thing = TypeVar("Thing", bound=Hashable)


def deviation(found: Counter[Thing], wanted: Mapping[Thing, float]) -> float:
    """The chi-square deviation of draws from the expected counts: about 0 if they agree, above 4 if they hardly can."""
    total, count = sum(wanted.values()), sum(found.values())
    assert set(found) <= set(wanted), "something that does not fit was drawn"
    shares = {thing: count * weight / total for thing, weight in wanted.items()}
    degrees = len(wanted) - 1
    value = sum((found[thing] - share) ** 2 / share for thing, share in shares.items())
    return float((value - degrees) / (2 * degrees) ** 0.5)


def same_for(side: str, state: State, other: State) -> bool:
    """Whether a side cannot distinguish two states: view, question and choices."""
    if state.view(side) != other.view(side):
        return False
    here, there = ([] if one is None else list(one.choices) for one in (state.decision(side), other.decision(side)))
    return here == there


def drawn(state: State, side: str, count: int, seed: int) -> Counter[bytes]:
    """The number of times that each state, given by its dump, is drawn from a side's view."""
    sampler, source = state.rules.game.sampler(state.view(side)), Random(seed)
    return Counter(sampler.draw(source).dump() for _ in range(count))
