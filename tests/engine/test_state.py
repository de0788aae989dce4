"""``State.apply`` checks a choice unless it is trusted; a refused choice does not change the state."""

import random

import pytest

from ironbottom import SeededDice, get_game
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.registry import all_games

REFUSED: list[tuple[str, Action, str | None, str]] = [
    ("allies", ("done",), "5.0", "it is for Japan to choose now"),
    ("japan", ("pass",), "5.0", "pass is not possible in this step"),
    ("japan", ("assign", "ijn_shokaku", "9"), None, "no box is called '9'"),
    ("japan", ("done", "now"), None, "done takes nothing after it"),
    ("nobody", ("done",), None, "no side is called 'nobody'"),
    ("japan", (), None, "not a verb of this game"),
]


@pytest.mark.parametrize(("side", "action", "clause", "message"), REFUSED)
def test_a_choice_that_is_not_open_is_refused(side: str, action: Action, clause: str | None, message: str) -> None:
    state = get_game("pf").new()
    before = state.copy()
    with pytest.raises(Refused, match=message) as caught:
        state.apply(side, action, SeededDice(1))
    assert caught.value.clause == clause
    assert (state, state.acts) == (before, 0)


def test_a_choice_after_the_end_is_refused() -> None:
    state, dice, source = get_game("pf").new(), SeededDice(3), random.Random(3)
    while decisions := state.decisions():
        state.apply(decisions[0].side, decisions[0].choices.sample_by_argument(source), dice)
    with pytest.raises(Refused, match="the game is over"):
        state.apply("japan", ("done",), dice)


def test_a_trusted_choice_is_not_checked() -> None:
    """The caller is responsible: here, a side that may not choose is treated as the one that may."""
    state = get_game("pf").new()
    state.apply("allies", ("assign", "ijn_shokaku", "1"), NoDice(), trusted=True)
    assert state.acts == 1


@pytest.mark.parametrize("game", [game.short for game in all_games()])
def test_checked_and_trusted_choices_produce_the_same_state(game: str) -> None:
    checked, source = get_game(game).new(), random.Random(5)
    trusted, dice = checked.copy(), (SeededDice(5), SeededDice(5))
    for _ in range(40):
        decision = checked.decisions()[0]
        action = decision.choices.sample_by_argument(source)
        assert checked.apply(decision.side, action, dice[0]) == trusted.apply(
            decision.side, action, dice[1], trusted=True
        )
    assert checked == trusted
