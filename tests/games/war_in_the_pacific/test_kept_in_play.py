"""What is kept in games that are played side by side, copied, loaded and taken back is what is found anew."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from ironbottom.engine.choices import Group
from ironbottom.engine.dice import SeededDice
from ironbottom.engine.memo import forget
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific.pieces import SCENARIOS

LOADED, TAKEN_BACK, BACK = 53, 29, 5
"""After so many decisions a game goes on from its dump, or from a copy of so many decisions before."""
Asked = tuple[State, str, Sequence[Group]]
"""A state as it was, the side that was asked, and what it was offered then."""


class Played:
    """A game at random of which some decisions are remembered, with copies to go back to."""

    def __init__(self, scenario: str, seed: int, turns: str) -> None:
        self.source, self.dice = random.Random(seed), SeededDice(seed)
        self.state = GAME.new(scenario, {"last_round": turns})
        self.copies: list[State] = []
        self.number = 0

    def step(self) -> Asked | None:
        """One decision, or none where the game is over; sometimes after another of a state that is given up then."""
        self.number += 1
        if self.number % LOADED == 0:
            self.state = self.state.rules.load(self.state.dump())
        if self.number % TAKEN_BACK == 0:
            self.state = self.copies[-BACK].copy()
        decisions = self.state.decisions()
        if not decisions:
            return None
        self.copies = [*self.copies[-BACK:], self.state.copy()]
        decision = decisions[self.number % len(decisions)]
        action = decision.choices.sample(self.source)
        asked = self.copies[-1], decision.side, decision.choices.groups
        self.state.apply(decision.side, action, self.dice)
        return asked


def side_by_side(scenario: str, seeds: Sequence[int], turns: str, every: int) -> list[Asked]:
    """What was offered at each of some decisions in games that are played by turns, until all are over."""
    forget()
    games, remembered, number = [Played(scenario, seed, turns) for seed in seeds], list[Asked](), 0
    while games:
        for game in list(games):
            asked = game.step()
            number += 1
            if asked is None:
                games.remove(game)
            elif number % every == 0:
                remembered.append(asked)
    return remembered


def hold(remembered: list[Asked]) -> None:
    """Sees that each was offered what is found once all is forgotten, in the same order."""
    for state, side, offered in remembered:
        forget()
        decision = state.decision(side)
        assert decision is not None
        assert list(decision.choices.groups) == list(offered), (decision.procedure.name, side)


@pytest.mark.parametrize("scenario", ["midway", "burma", "leyte"])
def test_1_3_what_is_offered_in_games_side_by_side_is_found_anew_as_it_was(scenario: str) -> None:
    remembered = side_by_side(scenario, (1, 2), "1", 83)
    assert len(remembered) > 2
    hold(remembered)


@pytest.mark.thorough
@pytest.mark.parametrize("scenario", SCENARIOS.ids)
def test_1_3_what_is_offered_in_longer_games_is_found_anew_as_it_was(scenario: str) -> None:
    hold(side_by_side(scenario, (3, 4, 5), "2", 19))
