"""Hints in all games: legal plans with reasons, independent of hidden information."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ironbottom.bots.player import offer_for
from ironbottom.bots.registry import make_player
from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.match.history import ChoiceBatch
from ironbottom.engine.match.match import longest_valid_prefix
from ironbottom.engine.rules.hints import MAX_PLANS, HintPlan
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State

POSITIONS = Path(__file__).parent.parent / "browser" / "positions"
GAMES = ("pacific_fury", "hold_fast", "victory_in_the_pacific", "axis_allies_pacific", "war_in_the_pacific")
FOLDERS = {"pacific_fury": "."}


def positions(game: str) -> Iterator[State]:
    """The recorded positions of a game, one or more for each kind of decision."""
    folder = POSITIONS / FOLDERS.get(game, game)
    for path in sorted(folder.glob("*.toml")):
        state = load_position(path)
        if state.rules.game.id == game:
            yield state


def hints_of(state: State, side: str) -> list[HintPlan]:
    decision = state.decision(side)
    assert decision is not None
    advisor = state.rules.game.advisor()
    assert advisor is not None
    return advisor.hints(state.rules, offer_for(state, decision))


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_has_plans_that_may_be_submitted(game: str) -> None:
    met = 0
    for state in positions(game):
        for decision in state.decisions():
            side = decision.side
            plans = hints_of(state, side)
            assert 1 <= len(plans) <= MAX_PLANS, decision.procedure.name
            assert len({plan.choices for plan in plans}) == len(plans), decision.procedure.name
            for plan in plans:
                assert "" not in (plan.title, plan.why), decision.procedure.name
                draft = ChoiceBatch(state)
                first, *_ = longest_valid_prefix(state, side, plan.choices)
                assert draft.advance_to(side, tuple(first)), (decision.procedure.name, plan.choices)
            met += 1
    assert met


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_does_not_depend_on_what_is_hidden(game: str) -> None:
    for state in list(positions(game))[:12]:
        for decision in state.decisions():
            side, before = decision.side, hints_of(state, decision.side)
            for seed in range(3):
                other = get_game(game).resample(state.view(side), Random(seed))
                assert other.view(side) == state.view(side)
                assert hints_of(other, side) == before, decision.procedure.name


def test_reasons_of_hold_fast_give_the_figures_that_the_ensign_scores() -> None:
    scored = {"move", "fire", "reply", "air", "surface", "stay", "withdraw", "land", "repair", "deploy", "submerge"}
    scored |= {"dock", "return", "go"}
    met = set()
    for state in positions("hold_fast"):
        for decision in state.decisions():
            for plan in hints_of(state, decision.side):
                verb = plan.choices[0][0]
                if verb in scored:
                    met.add(verb)
                    assert re.search(r"\d|no area", plan.why + plan.brings), (verb, plan.why)
    assert {"move", "fire", "deploy", "repair"} <= met


def test_reasons_of_war_in_the_pacific_give_the_figures_that_the_ensign_compares() -> None:
    scored = {"sail", "plot", "react", "shift", "fight", "avoid", "fire", "allot", "torpedo", "strike", "cover"}
    scored |= {"search", "make_ready", "attack"}
    met = set()
    for state in positions("war_in_the_pacific"):
        for decision in state.decisions():
            plans = hints_of(state, decision.side)
            verb = plans[0].choices[0][0]
            assert len({plan.title for plan in plans}) == len(plans), decision.procedure.name
            if verb in scored:
                met.add(verb)
                assert re.search(r"\d", plans[0].why + plans[0].brings), (verb, plans[0].why)
            if verb in ("sail", "move"):
                assert [move.origin != move.to for move in plans[0].moves] == [True], (verb, plans[0].title)
    assert {"sail", "avoid", "fire", "allot", "torpedo", "cover", "search", "attack"} <= met


def test_the_best_plan_is_the_ensigns_choice() -> None:
    state = load_position(POSITIONS / "operation.toml")
    [decision] = state.decisions()
    [best, *_] = hints_of(state, decision.side)

    player = make_player(state.rules, "ensign", decision.side, 1)
    assert tuple(player.choose(offer_for(state, decision))) in {
        plan.choices[0] for plan in hints_of(state, decision.side)
    }
    assert best.why
