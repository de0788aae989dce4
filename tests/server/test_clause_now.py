"""1.31, 4.32 The clause in a view comes only from the frames that the view shows."""

from __future__ import annotations

import json
from random import Random

import pytest

from ironbottom.engine.codecs.frame_codec import shown_clause
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.server.match.match_view import current_clause
from tests.kit.games import saved


def saved_position(position: str) -> State:
    """Returns a saved position."""
    state = next(each.start() for each in saved(WarInThePacific()) if each.position and each.position.stem == position)
    assert state is not None
    return state


def clauses(match: Match) -> dict[str, tuple[int, str | None]]:
    """Returns the length of each side's log, and its clause."""
    found = {}
    for eyes in (*match.rules.sides.ids, "public"):
        own = None if eyes == "public" else match.state.decision(eyes)
        found[eyes] = match.seq(eyes), current_clause(match.rules, own, match.view(eyes))
    return found


@pytest.mark.build
@pytest.mark.parametrize("position", ["burma_turn_2_ground", "midway_turn_3_waves"])
def test_4_32_a_hidden_act_does_not_change_the_clause(position: str) -> None:
    start = saved_position(position)
    match, rng, silent = Match(start.rules, start=start, dice=SeededDice(3)), Random(3), 0
    for _ in range(14):
        decision, before = match.decisions()[0], clauses(match)
        match.submit(decision.side, decision.choices.sample(rng))
        for eyes, (seq, clause) in clauses(match).items():
            if eyes != decision.side and seq == before[eyes][0]:
                assert clause == before[eyes][1], (eyes, decision.procedure.name)
                silent += 1
    assert silent >= 10


def test_1_31_the_clause_is_that_of_the_own_decision_or_the_last_visible_frame() -> None:
    state, rng, dice = saved_position("midway_turn_3_waves"), Random(3), SeededDice(3)
    hidden: set[str] = set()
    for _ in range(14):
        decision = state.decisions()[0]
        other = "japan" if decision.side == "allies" else "allies"
        view = state.view(other)
        assert current_clause(state.rules, decision, view) == decision.clause
        if f'"procedure": "{decision.procedure.name}"' in json.dumps(view["frames"]):
            assert current_clause(state.rules, None, view) == decision.clause
        else:
            hidden.add(decision.procedure.name)
        state.apply(decision.side, decision.choices.sample(rng), dice, trusted=True)
    assert hidden


@pytest.mark.parametrize(
    ("frames", "clause"),
    [
        ([], None),
        ([{"procedure": "turn", "next": 0}], "5.0"),
        ([{"procedure": "turn", "next": 1}], "6.1"),
        ([{"procedure": "turn", "next": 1}, {"procedure": "operations"}], "9.0.a"),
        ([{"procedure": "operations"}, {"procedure": "surface_combat", "zone": "the_slot"}], "10.3.a"),
    ],
)
def test_the_clause_of_a_sequence_is_that_of_its_step(frames: list[dict[str, object]], clause: str | None) -> None:
    assert shown_clause(get_game("pf").rules(), frames) == clause
