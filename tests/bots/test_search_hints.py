"""Hints by the search player: three plans with their chances, computed only from what the side sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from ironbottom.bots.player import offer_for
from ironbottom.bots.registry import heuristic_bot, search_player
from ironbottom.bots.search_hints import hints_for, with_author
from ironbottom.engine.match.history import ChoiceBatch
from ironbottom.engine.match.match import longest_valid_prefix
from ironbottom.engine.rules.hints import MAX_PLANS, HintPlan
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from tests.games.test_hints import hints_of, positions

GAMES = ("pacific_fury", "hold_fast", "victory_in_the_pacific")
WINS = re.compile(r"You win in (\d+|under 1|over 99) % of cases(?:, ±[1-9]\d*)?\.$")


def chance(plan: HintPlan) -> int:
    """The chance of winning that a plan names, in percent."""
    found = WINS.search(plan.why)
    assert found, plan.why
    return int(found[1].split()[-1])


def positions_with_several_plans(game: str, most: int = 1) -> Iterator[tuple[State, str]]:
    """Positions in which the search player compares several plans, with the side that chooses."""
    count = 0
    for state in positions(game):
        for decision in state.decisions():
            player = search_player(state.rules, decision.side, 1)
            assert player is not None
            plans = player.model.candidates(offer_for(state, decision), 6, Random(1))
            if len(set(plans)) > 1 and count < most:
                count += 1
                yield state, decision.side
    assert count


def hints(state: State, side: str) -> list[HintPlan]:
    decision = state.decision(side)
    assert decision is not None
    return hints_for(state.rules, offer_for(state, decision))


@pytest.mark.parametrize("game", GAMES)
def test_plans_are_legal_and_ranked_by_their_chances(game: str) -> None:
    for state, side in positions_with_several_plans(game):
        plans = hints(state, side)
        assert 1 <= len(plans) <= MAX_PLANS
        chances = [chance(plan) for plan in plans]
        assert chances == sorted(chances, reverse=True)
        for plan in plans:
            assert plan.title
            assert "in one case out of ten the chance is" in plan.risk
            first, *_ = longest_valid_prefix(state, side, plan.choices)
            assert ChoiceBatch(state).advance_to(side, tuple(first))


@pytest.mark.parametrize("game", GAMES)
def test_equal_views_get_equal_hints(game: str) -> None:
    for state, side in positions_with_several_plans(game):
        other = get_game(game).resample(state.view(side), Random(1))
        assert other.view(side) == state.view(side)
        assert hints(other, side) == hints(state, side)


def test_another_plan_is_named_with_its_chance() -> None:
    for state, side in positions_with_several_plans("pacific_fury", 3):
        first, second, *_ = hints(state, side)
        assert f"with plan 2 you win in {chance(second)} % of cases" in first.otherwise or chance(second) in (1, 99)
        assert f"with plan 1 you win in {chance(first)} % of cases" in second.otherwise or chance(first) in (1, 99)


@pytest.mark.parametrize("game", ["axis_allies_pacific", "hold_fast"])
def test_where_nothing_is_searched_the_rules_of_thumb_give_the_hint(game: str) -> None:
    found = 0
    for state in positions(game):
        for decision in state.decisions():
            player = search_player(state.rules, decision.side, 1)
            if player is not None and len(set(player.model.candidates(offer_for(state, decision), 6, Random(1)))) > 1:
                continue
            by = heuristic_bot(state.rules)
            assert hints(state, decision.side) == with_author(hints_of(state, decision.side), by)
            found += 1
    assert found
