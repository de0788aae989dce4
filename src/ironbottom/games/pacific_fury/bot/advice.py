"""How the ensign weighs what its rules of thumb advise: in spaces of the initiative marker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from ironbottom.bots.heuristic_player import argmax
from ironbottom.engine.rules.actions import Action
from ironbottom.games.pacific_fury.bot.observation import Observation

NEAR = 0.02
"""Advice this close to the best is as good: the ensign takes one of them by chance."""


class Advice(NamedTuple):
    """A choice and what it is worth, in spaces of the marker; to pass is worth nothing."""

    worth: float
    action: Action


Rule = Callable[[Observation, Sequence[Action]], Iterator[Advice]]
"""A rule of thumb: what it says of the offered choices that it knows about."""


def named(offered: Sequence[Action], verb: str) -> list[Action]:
    """The offered choices of one verb."""
    return [action for action in offered if action[0] == verb]


def best(advice: Iterable[Advice], offered: Sequence[Action], random: Random) -> Action:
    """The choice advised most, or one of those that are as good; of choices that no rule knows, any."""
    highest: dict[Action, float] = {}
    for worth, action in advice:
        highest[action] = max(worth, highest.get(action, worth))
    return argmax(highest or dict.fromkeys(offered, 0.0), random, NEAR)
