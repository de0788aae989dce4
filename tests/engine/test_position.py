"""Positions: each state is written as text and read back; the heading; errors that name the line or the field."""

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.codecs.position import (
    load_position,
    parse_position,
    position_text,
    read_position,
    write_position,
)
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.engine.text.toml import write_toml
from tests.engine.lanterns import LANTERNS, acting, lanterns

RULES = LANTERNS.rules()

MIDDLE = """\
game = "lanterns"
format = 1

[options]
rounds = "2"

[cells]
round = 1
"boat[0]" = "sampan"
"boat[1]" = "junk"
"shown[0]" = false
"shown[1]" = false
"lit[0]" = ["a", "c"]
"lit[1]" = []
"luck[0]" = 0
"luck[1]" = 5
"score[0]" = 0
"score[1]" = 0

[[frames]]
procedure = "round"
next = 2

[[frames]]
procedure = "acting"
side = "blue"

[[frames]]
procedure = "acting"
side = "red"

[[frames]]
procedure = "escape"
side = "blue"
"""


def test_a_position_is_text_in_the_words_of_the_game() -> None:
    match = lanterns()
    match.submit("red", [["hang", "a"], ["hang", "c"], ["done"]])
    match.submit("blue", ["look"], dice=[5])
    match.submit("blue", ["done"])
    match.submit("red", [["swap"], ["chase"]])
    assert position_text(match.state) == MIDDLE
    assert read_position(parse_position(MIDDLE), RULES) == match.state


def test_a_simultaneous_frame_is_written_with_a_stack_for_each_side() -> None:
    match = lanterns()
    match.submit("red", ["done"])
    frames = write_position(match.state)["frames"]
    assert frames[1] == {
        "procedure": "night",
        "stacks": {"red": [], "blue": [{"procedure": "hanging", "side": "blue"}]},
    }
    for form in ("toml", "json"):
        assert read_position(parse_position(position_text(match.state, form)), RULES) == match.state


def every_state(rules: Rules, seed: int) -> list[State]:
    """The states of a random game, the finished one last."""
    state, dice, source = rules.new(dice=SeededDice(seed)), SeededDice(seed), random.Random(seed)
    states = [state.copy()]
    while state.stack:
        decision = source.choice(state.decisions())
        state.apply(decision.side, decision.choices.sample_by_argument(source), dice, trusted=True)
        states.append(state.copy())
    return states


@pytest.mark.parametrize(
    ("rules", "step"), [(RULES, 1), (get_game("pf").rules(), 3), (SKIRMISH.rules({"rounds": "1"}), 9)]
)
def test_every_state_of_a_game_can_be_written_and_read(rules: Rules, step: int) -> None:
    states = every_state(rules, 5)
    assert len(states) > 10
    for state in states[::-step]:
        for text in (position_text(state), position_text(state, "json")):
            again = read_position(parse_position(text), rules)
            assert again == state
            assert again.hash() == state.hash()


def test_a_heading_names_game_and_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ironbottom.engine.codecs.position.get_game", {"lanterns": LANTERNS}.__getitem__)
    state = acting(rounds="1").state
    assert read_position(parse_position(position_text(state))).rules.options == {"rounds": "1"}
    assert read_position(parse_position(position_text(state)), RULES).rules.options == {"rounds": "1"}
    bare = {name: value for name, value in write_position(state).items() if name in ("cells", "frames")}
    assert read_position(bare, RULES).rules is RULES


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"game": "chess"}, "game", "the position is for 'chess', but this is lanterns"),
        ({"format": 2}, "format", "2 is unknown; positions have format 1"),
        ({"options": ["rounds"]}, "options", "options must be a table of names and values"),
        ({"options": {"rounds": "5"}}, "options.rounds", "'5' is not a value; allowed: 2, 1"),
        ({"cells": {"round": 3}}, "cells.round", "3 is not a whole number from 1 to 2"),
        ({"frames": [{"procedure": "naptime"}]}, "frames[0].procedure", "'naptime' is not a procedure; allowed: round, "
         "night, hanging, acting, answer, echo, escape, lots"),
        ({"frames": [{"procedure": "acting", "side": "green"}]}, "frames[0].side", "no side is called 'green'; "
         "allowed: red, blue"),
        ({"frames": {}}, "frames", "procedures must be a list"),
    ],
)  # fmt: skip
def test_an_error_names_its_field(change: dict[str, Any], field: str, message: str) -> None:
    with pytest.raises(BadValue) as caught:
        read_position({**parse_position(MIDDLE), **change}, RULES)
    assert (caught.value.field, caught.value.message) == (field, message)


@pytest.mark.parametrize(
    ("game", "frame"),
    [("pf", ["surface_combat", 0, 0, 1, 0]), ("hf", ["battle", 0, 0, -1, -1]), ("vitp", ["over_indonesia", 1])],
)
def test_a_state_that_waits_where_nothing_is_asked_is_refused(game: str, frame: list[Any]) -> None:
    rules = get_game(game).rules({})
    data = json.loads(rules.new().dump())
    data[4] = [frame]
    with pytest.raises(BadValue, match=f"{frame[0]} is not waiting for a choice") as refused:
        rules.load(json.dumps(data))
    assert refused.value.field == "stack[0]"


def test_without_rules_the_position_must_say_its_game() -> None:
    for game in (None, 7):
        with pytest.raises(BadValue) as caught:
            read_position({"game": game})
        assert caught.value.field == "game"
    with pytest.raises(BadValue, match="no game is called 'chess'"):
        read_position({"game": "chess"})
    with pytest.raises(BadValue, match="a position must be a table of fields"):
        read_position([])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "start", "line"),
    [
        ("turn = 1\nturn = 2", "position: this is not TOML: ", "line 2"),
        ("[cells\n", "position: this is not TOML: ", "line 1"),
        ('{"turn": }', "position: this is not JSON: ", "line 1"),
        ("\nx = " + "[" * 5000, "position, line 2: tables and lists are nested at most 40 deep", ""),
        ('{"x": ' * 100000, "position, line 1: tables and lists are nested at most 40 deep", ""),
        ("\nturn = 1" + "0" * 5000, "position, line 2: a name or number can have at most 100 characters", ""),
        ('{"turn": 1' + "0" * 5000 + "}", "position, line 1: a name or number can have at most 100 characters", ""),
        (".".join("a" * 90_000) + " = 1", "position, line 1: a key can have at most 16 parts", ""),
        (' . "b"' * 90_000, "position, line 1: a key can have at most 16 parts", ""),
        ("[" + ".".join("a" * 40) + "]", "position, line 1: a key can have at most 16 parts", ""),
        ("x = {" + ".".join("a" * 40) + " = 1}", "position, line 1: a key can have at most 16 parts", ""),
        ('{"base": "\\ud800"}', "position: a text contains an unpaired surrogate", ""),
        ("\x00", "position: this is not TOML: ", "line 1"),
        ("x" * 4_000_001, "position: a position can have at most 4000000 characters", ""),
    ],
    ids=lambda value: value[:12],
)
def test_a_text_that_is_not_a_position_is_reported_with_its_line(text: str, start: str, line: str) -> None:
    with pytest.raises(BadValue) as caught:
        parse_position(text)
    assert str(caught.value).startswith(start)
    assert line in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "a = 1.5\nb = [1.5, 2.5, 3.5]\nc = 1979-05-27T07:32:00.999\nd = [" + "1.5, " * 40 + "]",
        'a = \'[[[[ x.y.z\'\nb = "a.b.\\"[[{{"\n# ' + "[a.b" * 99,
        'a = """' + "[.\n" * 99 + "\"\"\"\nb = '''" + "{." * 99 + "'''\n",
        '{"a": "' + "x.[" * 99 + '\\"[", "b": [[[1.5]]]}',
        "x = " + "[" * 20 + "]" * 20 + "\n[a.b.c.d]\ne.f.g.h = 1",
        "a = '" + "x" * 50_000 + "'",
    ],
)
def test_texts_and_comments_do_not_count_towards_a_limit(text: str) -> None:
    assert parse_position(text)


def test_a_file_is_named_with_the_line_and_the_field(tmp_path: Path) -> None:
    path = tmp_path / "ironbottom.toml"
    path.write_text(MIDDLE.replace("round = 1", "round = 7"))
    line = MIDDLE[: MIDDLE.index("round = 1")].count("\n") + 1
    with pytest.raises(
        BadValue, match=rf"ironbottom.toml, line {line}: cells.round: 7 is not a whole number from 1 to 2"
    ):
        load_position(path, RULES)
    path.write_text(MIDDLE)
    assert position_text(load_position(path, RULES)) == MIDDLE
    path.write_bytes(b"\xff")
    with pytest.raises(BadValue, match=r"ironbottom\.toml: this is not UTF-8 text"):
        load_position(path, RULES)
    with pytest.raises(BadValue, match="cannot be read: No such file"):
        load_position(tmp_path / "none.toml", RULES)


# -- TOML ------------------------------------------------------------------------------------------

scalars = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(min_size=1)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=25,
)


@pytest.mark.build
@given(st.dictionaries(st.text(), values, max_size=5))
@settings(max_examples=40, deadline=None)
def test_whatever_is_written_as_toml_is_read_back(data: dict[str, Any]) -> None:
    assert parse_position("# a position\n" + write_toml(data)) == data
    tomllib.loads(write_toml(data))


def test_long_lists_are_broken_into_lines() -> None:
    ids = [f"unit_number_{n}" for n in range(9)]
    assert write_toml({"units": ids[:5]}).count("\n") == 1
    assert write_toml({"units": ids}) == (
        "units = [\n"
        '    "unit_number_0", "unit_number_1", "unit_number_2", "unit_number_3", "unit_number_4", "unit_number_5",\n'
        '    "unit_number_6", "unit_number_7", "unit_number_8",\n'
        "]\n"
    )


def test_a_value_that_toml_cannot_express_is_refused() -> None:
    with pytest.raises(TypeError):
        write_toml({"x": object()})
