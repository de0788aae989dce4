"""Caches between decisions are keyed by their inputs: games played after and alongside others give the same results."""

from __future__ import annotations

import random

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.testing.games import GameSetUp, every_value, games, in_slices

GAMES = [setup for game in games() for setup in (every_value(game) if in_slices(game) else every_value(game)[:1])]
DEAR = ("leyte_freely",)
"""Set-ups that only the build plays, with hundreds of ships that are deployed one at a time."""
DECISIONS, FEW = 60, 400
"""The number of decisions of each game, and the number of choices up to which they are listed."""


class AtRandom:
    """Random play of a set-up: the same seed gives the same game, whether or not its choices are listed."""

    def __init__(self, setup: GameSetUp, seed: int) -> None:
        self.source, self.dice = random.Random(seed), SeededDice(seed)
        self.state: State = setup.rules.begin(setup.scenario, self.dice).state

    def step(self, listed: bool) -> None:
        """One choice, from those listed."""
        for decision in self.state.decisions()[:1]:
            choices = decision.choices
            action = choices.sample(self.source)
            if listed and len(choices) <= FEW:
                assert action in list(choices)
            self.state.apply(decision.side, action, self.dice, trusted=True)


def alone(setup: GameSetUp, seed: int, listed: bool = False) -> str:
    """The hash of the state after some decisions."""
    game = AtRandom(setup, seed)
    for _ in range(DECISIONS):
        game.step(listed)
    return game.state.hash()


SETUPS = [pytest.param(each, marks=[pytest.mark.thorough] * (each.scenario in DEAR)) for each in GAMES]


@pytest.mark.build
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.game.short}-{setup.scenario}")
def test_games_in_a_row_and_in_parallel_match_single_games(setup: GameSetUp) -> None:
    seeds = (1, 2, 3)
    first = [alone(setup, seed) for seed in seeds]
    assert [alone(setup, seed, listed=True) for seed in seeds] == first
    beside = [AtRandom(setup, seed) for seed in seeds]
    for turn in range(DECISIONS):
        for game in beside:
            game.step(listed=turn % 2 == 1)
    assert [game.state.hash() for game in beside] == first
