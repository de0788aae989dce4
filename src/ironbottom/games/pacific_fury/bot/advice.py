"""How the ensign scores the advice of its heuristics, in spaces of the initiative marker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from ironbottom.bots.heuristic_player import argmax
from ironbottom.engine.rules.actions import Action
from ironbottom.games.pacific_fury.bot.observation import Observation

TOLERANCE = 0.02
"""Advice within this margin of the best counts as equal: the ensign chooses among equals at random."""


class Advice(NamedTuple):
    """A choice and its score, in spaces of the marker; passing scores zero."""

    worth: float
    action: Action


Rule = Callable[[Observation, Sequence[Action]], Iterator[Advice]]
"""A heuristic: its advice on those of the offered choices that it knows about."""


def choices_with_verb(offered: Sequence[Action], verb: str) -> list[Action]:
    """The offered choices of one verb."""
    return [action for action in offered if action[0] == verb]


def best_choice(advice: Iterable[Advice], offered: Sequence[Action], random: Random) -> Action:
    """The choice with the best score, or one of several equal choices; if no heuristic knows any choice, a
    random one.
    """
    highest: dict[Action, float] = {}
    for worth, action in advice:
        highest[action] = max(worth, highest.get(action, worth))
    return argmax(highest or dict.fromkeys(offered, 0.0), random, TOLERANCE)
