"""What follows from choices that are not yet made is told no further than their side may know."""

from __future__ import annotations

import random

from ironbottom.engine.dice.dice import SeededDice, WatchedDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.server.views.lookahead import Foresight


def naming() -> State:
    """7.31: both sides name day or night at the same time."""
    state, luck, dice = get_game("vitp").new(), random.Random(1), SeededDice(1)
    while state.decisions()[0].procedure.name != "name_action":
        decision = state.decisions()[0]
        state.apply(decision.side, decision.choices.sample(luck), dice, trusted=True)
    return state


def test_what_ends_a_simultaneous_choice_is_not_looked_behind() -> None:
    """7.31: looking past one's own choice would reveal whether the other side is done, and what it named."""
    state = naming()
    first, second = (decision.side for decision in state.decisions())
    action = state.decisions()[0].choices.at(0)
    assert not Foresight(state).choose(first, action)
    state.apply(second, action, SeededDice(1))
    assert not Foresight(state).choose(first, action)


def test_it_goes_as_far_as_to_a_die_or_to_what_becomes_known() -> None:
    """In a whole game, no look goes past a choice that could end a list, whether or not a fence follows it."""
    rules = get_game("pf").rules()
    state, luck, dice = rules.new(), random.Random(1), SeededDice(1)
    fenced = 0
    while state.decisions():
        decision = state.decisions()[0]
        action = decision.choices.sample(luck)
        before, known, seen = state.dump(), rules.game.knowledge(state), WatchedDice(dice)
        ends = state.ends_list(decision.side, action)
        told = Foresight(state).choose(decision.side, action)
        assert state.dump() == before
        state.apply(decision.side, action, seen, trusted=True)
        taught = any(new & ~old for new, old in zip(rules.game.knowledge(state), known, strict=True))
        assert told == (not ends)
        assert ends or (not seen.fallen and not taught)
        fenced += not told
    assert fenced
