"""Lookahead at choices that have not been made yet goes only as far as their side may know the result."""

from __future__ import annotations

import random

from ironbottom.engine.dice.dice import RecordingDice, SeededDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.server.views.lookahead import Lookahead


def naming() -> State:
    """7.31: both sides name day or night at the same time."""
    state, rng, dice = get_game("vitp").new(), random.Random(1), SeededDice(1)
    while state.decisions()[0].procedure.name != "name_action":
        decision = state.decisions()[0]
        state.apply(decision.side, decision.choices.sample(rng), dice, trusted=True)
    return state


def test_lookahead_stops_at_the_end_of_a_simultaneous_choice() -> None:
    """7.31: looking past the side's own choice would reveal whether the other side is done, and what it named."""
    state = naming()
    first, second = (decision.side for decision in state.decisions())
    action = state.decisions()[0].choices.at(0)
    assert not Lookahead(state).choose(first, action)
    state.apply(second, action, SeededDice(1))
    assert not Lookahead(state).choose(first, action)


def test_lookahead_stops_at_a_die_or_a_revelation() -> None:
    """In a whole game, lookahead never goes past a choice that could end a list, whether or not an undo barrier follows
    it."""
    rules = get_game("pf").rules()
    state, rng, dice = rules.new(), random.Random(1), SeededDice(1)
    stopped = 0
    while state.decisions():
        decision = state.decisions()[0]
        action = decision.choices.sample(rng)
        before, known, seen = state.dump(), rules.game.knowledge(state), RecordingDice(dice)
        ends = state.ends_list(decision.side, action)
        goes_on = Lookahead(state).choose(decision.side, action)
        assert state.dump() == before
        state.apply(decision.side, action, seen, trusted=True)
        learned = any(new & ~old for new, old in zip(rules.game.knowledge(state), known, strict=True))
        assert goes_on == (not ends)
        assert ends or (not seen.rolled and not learned)
        stopped += not goes_on
    assert stopped
