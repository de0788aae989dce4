"""States, decisions, choices and events as seen by a program that imports ironbottom."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

import ironbottom
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.persistence import Move
from ironbottom.engine.record.record import ChoiceMade
from ironbottom.engine.rules.state import State, returns_of

GAMES = [game.short for game in ironbottom.all_games()]


def walked(game: str, steps: int, seed: int = 1) -> State:
    """A state after a number of random choices."""
    state, source, dice = ironbottom.get_game(game).new(), random.Random(seed), ironbottom.SeededDice(seed)
    for _ in range(steps):
        decision = state.decisions()[0]
        state.apply(decision.side, decision.choices.sample_by_argument(source), dice, trusted=True)
    return state


@pytest.mark.parametrize("game", GAMES)
def test_choices_are_a_sequence_that_stays_readable_after_the_move(game: str) -> None:
    state, source, dice = walked(game, 3), random.Random(2), ironbottom.SeededDice(2)
    for _ in range(12):
        side = state.current_sides[0]
        decision, own = state.decision(side), state.legal_actions(side)
        assert decision
        choices = decision.choices
        listed = list(choices)
        assert isinstance(choices, Sequence)
        assert isinstance(own, Sequence)
        for each in (choices, own):
            assert len(each) == len(listed)
            assert each[0] == listed[0]
            assert each[-1] == listed[-1]
            assert each[-3:] == listed[-3:]
            assert each[:9:2] == listed[:9:2]
            assert [*reversed(each)][:5] == listed[:-6:-1]
            assert random.Random(7).choice(each) == random.Random(7).choice(listed)
            place = len(listed) // 2
            assert each.index(listed[place]) == place
            assert each.count(listed[place]) == 1
            for beyond in (len(listed), -len(listed) - 1):
                with pytest.raises(IndexError, match="there is no choice"):
                    each[beyond]
        shown = repr(choices)
        state.apply(side, choices.sample_by_argument(source), dice)
        assert list(choices) == listed == list(own)
        assert repr(choices) == shown == repr(own)
        assert listed[-1] in choices
        assert choices[1:3] == listed[1:3]


def test_choices_that_were_not_read_before_the_move_raise_an_error() -> None:
    state = walked("pf", 0)
    decision = state.decisions()[0]
    state.apply("japan", ("done",), ironbottom.SeededDice(1))
    with pytest.raises(RuntimeError, match=r"not read before that; use legal_actions\(\)"):
        decision.choices[0]
    assert "not read before the state changed" in repr(decision)


def test_a_choice_that_is_not_offered_has_no_index() -> None:
    choices = walked("pf", 0).legal_actions("japan")
    with pytest.raises(ValueError, match="not offered here"):
        choices.index(("pass",))
    assert choices.count(("pass",)) == 0
    assert not walked("pf", 0).legal_actions("allies")
    with pytest.raises(ironbottom.BadValue, match="nelson"):
        walked("pf", 0).legal_actions("nelson")


@pytest.mark.parametrize("game", GAMES)
def test_states_and_decisions_print_one_line(game: str) -> None:
    state = walked(game, 5)
    shown = repr(state)
    assert ironbottom.get_game(game).title in shown
    assert state.current_sides[0] in shown
    assert any(f"{unit} {number}" in shown for unit in ("turn", "round") for number in (1, 72))
    for text in (shown, *map(repr, state.decisions())):
        assert "\n" not in text
        assert len(text) < 300
    assert state.decisions()[0].prompt[:40] in repr(state.decisions()[0])


@pytest.mark.parametrize("game", GAMES)
def test_events_have_their_sentences(game: str) -> None:
    state, source, dice = walked(game, 0), random.Random(3), ironbottom.SeededDice(3)
    seen = 0
    while seen < 12:
        side = state.current_sides[0]
        events = state.apply(side, state.legal_actions(side).sample_by_argument(source), dice)
        result = state.rules.visible_events(events.raw, "all")
        assert len(events) == len(result)
        for event, plain in zip(events, result, strict=True):
            assert {"event": event.type, **event.fields} == plain
            assert str(event) == state.rules.game.describe_event(plain, state.rules)
            assert event.type in repr(event)
            assert event.clause in repr(event)
            public = event.visible("public")
            assert ([public] if public else []) == state.rules.visible_events([event], "public")
            assert pickle.loads(pickle.dumps(event)) == event
            assert "\n" not in repr(event)
        assert str(events).count("\n") == max(0, len(events) - 1)
        assert events[-1:] == events.raw[-1:]
        seen += len(events)


def test_a_game_that_is_over_has_returns() -> None:
    state, source, dice = walked("pf", 0), random.Random(4), ironbottom.SeededDice(4)
    while not state.is_over:
        assert state.returns == {"japan": 0.0, "allies": 0.0}
        side = state.current_sides[0]
        state.apply(side, state.legal_actions(side).sample_by_argument(source), dice, trusted=True)
    result = state.result()
    assert result
    assert state.returns == returns_of(("japan", "allies"), result)
    assert sorted(state.returns.values()) == ([-1.0, 1.0] if result["winners"] else [0.0, 0.0])
    assert state.current_sides == ()
    assert repr(state).endswith("over>")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_saved_loaded_and_verified(game: str, tmp_path: Path) -> None:
    match, source = Match.new(game, path=tmp_path / "a.jsonl"), random.Random(5)
    assert "no choices yet" in repr(match)
    for _ in range(6):
        side = match.current_sides[0]
        outcome = match.submit(side, match.legal_actions(side).sample_by_argument(source))
        assert [str(event) for event in outcome.events] == str(outcome.events).split("\n") or not outcome.events
    assert match.history == moves(match)
    assert match.returns == dict.fromkeys(match.rules.sides.ids, 0.0)
    match.save(tmp_path / "b.jsonl")
    loaded = Match.load(tmp_path / "a.jsonl")
    assert (loaded.state, loaded.history, repr(loaded)) == (match.state, match.history, repr(match))
    assert match.verify().sound
    loaded.resign(loaded.current_sides[0])
    assert loaded.is_over
    assert not loaded.current_sides
    assert not loaded.legal_actions(loaded.rules.sides.ids[0])
    assert 1.0 in loaded.returns.values()
    assert "won by" in repr(loaded)
    again = Match.load(tmp_path / "a.jsonl")
    assert again.is_over
    assert again.history == loaded.history
    assert again.verify(loaded.header.dice.commitments["referee"][:20]).sound


def moves(match: Match) -> tuple[Move, ...]:
    """The choices that the match stores for undo."""
    return tuple(
        Move(entry.number, entry.side, entry.action, tuple(die.value for die in entry.dice), entry.auto)
        for entry in match._history.entries
    )


def test_choices_that_were_taken_back_are_not_in_the_history() -> None:
    match = Match.new("pf")
    for unit in ("ijn_shokaku", "ijn_zuikaku", "ijn_ryujo"):
        match.submit("japan", ("assign", unit, "1"))
    entry = match.last_choice("japan") - 1
    match.withdraw("japan", entry)
    assert match.history == moves(match)
    assert [move.action[1] for move in match.history] == ["ijn_shokaku", "ijn_ryujo"]
    match.undo("japan")
    assert [str(move) for move in match.history] == ["japan: assign ijn_shokaku 1"]


def test_a_wrong_die_in_a_match_fails_its_check() -> None:
    match, source = Match.new("hf"), random.Random(6)
    while not any(move.dice for move in match.history):
        side = match.current_sides[0]
        match.submit(side, match.legal_actions(side).sample_by_argument(source))
    made = next(act for act in match.acts if isinstance(act, ChoiceMade) and act.dice)
    value, faces, why = made.dice[0]
    made.dice[0] = (value % faces + 1, faces, why)
    assert not match.verify().sound
