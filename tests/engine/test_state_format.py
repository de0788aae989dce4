"""A stored state of another version is converted by name or refused, never misread."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgspec
import pytest

from ironbottom import all_games, get_game
from ironbottom.engine.codecs import binary_codec
from ironbottom.engine.codecs.binary_codec import pack, unpack
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.state_format import (
    FILE,
    Converter,
    ListedFormat,
    Renamed,
    StateFormat,
    current_format,
    listed_formats,
)

GAMES = ("pf", "hf", "vitp", "aap", "witp")
Parts = tuple[list[int], list[Any], list[list[int]]]
"""The cells, frames and arrays of a dump."""


@pytest.mark.parametrize("game", [game.id for game in all_games() if listed_formats(game)])
def test_the_current_format_of_a_game_is_the_last_in_its_list(game: str) -> None:
    found = get_game(game)
    assert listed_formats(found)[-1].format == StateFormat.of(found), (
        f"states of {game} are stored otherwise now: python -m ironbottom.engine.rules.state_format {game} adds the "
        f"format to data/{FILE}; then say what was renamed or dropped"
    )


def test_every_game_lists_its_formats() -> None:
    assert {get_game(game).id for game in GAMES} <= {game.id for game in all_games() if listed_formats(game)}


@pytest.mark.parametrize("game", GAMES)
def test_names_are_unique(game: str) -> None:
    form = StateFormat.of(get_game(game))
    for names in ([name for name, *_ in form.blocks], [name for name, *_ in form.arrays]):
        assert len(set(names)) == len(names)
    names = [name for name, _ in form.procedures]
    assert len(set(names)) == len(names)


def shuffled(form: StateFormat, seed: int) -> StateFormat:
    """A format with its blocks, arrays, procedures and fields in another order."""
    luck = random.Random(seed)
    procedures = [(name, luck.sample(fields, len(fields))) for name, fields in form.procedures]
    return StateFormat(
        luck.sample(form.blocks, len(form.blocks)),
        luck.sample(form.arrays, len(form.arrays)),
        luck.sample(procedures, len(procedures)),
    )


def parts_of(state: State) -> Parts:
    _, _, _, cells, stack, *arrays = msgspec.json.decode(state.dump())
    return cells, stack, arrays[0] if arrays else []


def written_in(state: State, old: StateFormat) -> bytes:
    """The dump of a state as a version with this order would have written it."""
    game = state.rules.game
    cells, stack, arrays = parts_of(state)
    starts = {block.name: block.start for block in game.layout.blocks.values()}
    places = {block.name: place for place, block in enumerate(game.layout.arrays)}
    blank = [[0] * block.length for block in game.layout.arrays]
    arrays = [*arrays, *blank[len(arrays) :]]
    fields = dict(old.procedures)
    by_name = {procedure.name: procedure for procedure in game.procedures}

    def frame(plain: list[Any]) -> list[Any]:
        procedure = by_name[plain[0]]
        if procedure.simultaneous:
            return [procedure.name, [[frame(one) for one in stack] for stack in plain[1]]]
        values = dict(zip(procedure.fields, plain[1:], strict=True))
        return [procedure.name, *[values[name] for name, _ in fields[procedure.name]]]

    older = [value for name, count, _ in old.blocks for value in cells[starts[name] : starts[name] + count]]
    heading = msgspec.json.decode(state.dump())[:3]
    lists = [arrays[places[name]] for name, *_ in old.arrays]
    return msgspec.json.encode([*heading, older, [frame(one) for one in stack], *([lists] if arrays else [])])


def with_numbers(dump: bytes, old: StateFormat) -> bytes:
    """A dump in format 1, with the numbers of procedures."""
    game, form, options, cells, stack, *arrays = msgspec.json.decode(dump)
    assert form == 2
    numbers = {name: (number, bool(fields)) for number, (name, fields) in enumerate(old.procedures)}

    def frame(plain: list[Any]) -> list[Any]:
        number, has_fields = numbers[plain[0]]
        if has_fields or len(plain) == 1:
            return [number, *plain[1:]]
        return [number, [[frame(one) for one in stack] for stack in plain[1]]]

    return msgspec.json.encode([game, 1, options, cells, [frame(one) for one in stack], *arrays])


def listed(monkeypatch: pytest.MonkeyPatch, game: Game, *formats: ListedFormat) -> None:
    """Pretends that a game had these formats before the current one."""
    every = (*formats, ListedFormat(StateFormat.of(game)))
    for module in ("ironbottom.engine.rules.state_format", "ironbottom.engine.rules.game"):
        monkeypatch.setattr(f"{module}.listed_formats", lambda _: every)


@pytest.mark.parametrize("game", GAMES)
def test_states_in_another_order_are_converted(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Converts states throughout a random game, also within frames and simultaneous choices."""
    state, luck = get_game(game).new(), random.Random(7)
    old = shuffled(StateFormat.of(state.rules.game), 3)
    assert old.digest != current_format(state.rules.game)
    listed(monkeypatch, state.rules.game, ListedFormat(old))
    depths = set[int]()
    for step in range(120):
        if not state.decisions():
            break
        if not step % 6:
            dump = written_in(state, old)
            assert state.rules.restore(dump, old.digest) == state
            assert state.rules.restore(with_numbers(dump, old), old.digest) == state
            depths.add(len(state.stack))
        decision = luck.choice(state.decisions())
        state.apply(decision.side, decision.choices.sample(luck), SeededDice(step), trusted=True)
    assert len(depths) > 1


@pytest.mark.parametrize("game", GAMES)
def test_dumps_with_the_numbers_of_procedures_are_read_and_hashed_as_before(game: str) -> None:
    """The hash of a state is that of its dump in format 1, so that hashes in records stay valid."""
    state, luck = get_game(game).new(), random.Random(5)
    form = StateFormat.of(state.rules.game)
    together = 0
    for step in range(200):
        if not state.decisions():
            break
        if not step % 5:
            old = with_numbers(state.dump(), form)
            assert state.rules.load(old) == state.rules.restore(old, form.digest) == state
            assert hashlib.sha256(old).hexdigest()[:32] == state.hash()
            together += any(frame.simultaneous for frame in state.stack)
        decision = luck.choice(state.decisions())
        state.apply(decision.side, decision.choices.sample(luck), SeededDice(step), trusted=True)
    assert together or not any(procedure.simultaneous for procedure in state.rules.procedures)


@pytest.mark.parametrize("stack", [7, [[]], [["together"]], [[10_000]], [[True]], [[0, [7]]]])
def test_a_broken_stack_with_numbers_is_refused(stack: Any) -> None:
    state = get_game("pf").new()
    game, _, options, cells, _ = msgspec.json.decode(state.dump())
    with pytest.raises(BadValue):
        state.rules.load(msgspec.json.encode([game, 1, options, cells, stack]))


def test_a_state_without_a_format_is_in_the_first_of_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    state = get_game("pf").new()
    old = shuffled(StateFormat.of(state.rules.game), 3)
    listed(monkeypatch, state.rules.game, ListedFormat(old))
    assert state.rules.restore(written_in(state, old)) == state


def test_an_unknown_format_is_refused() -> None:
    state = get_game("pf").new()
    with pytest.raises(BadValue, match="stored by a version that this one does not know"):
        state.rules.restore(state.dump(), "0123456789abcdef")


def test_blocks_arrays_and_procedures_keep_their_values_under_new_names(monkeypatch: pytest.MonkeyPatch) -> None:
    state = get_game("witp").new()
    game, form = state.rules.game, StateFormat.of(state.rules.game)
    block, array, procedure = form.blocks[1], form.arrays[0], form.procedures[0]
    old = StateFormat(
        [form.blocks[0], ("former", *block[1:]), *form.blocks[2:]],
        [("former array", *array[1:]), *form.arrays[1:]],
        [("former procedure", procedure[1]), *form.procedures[1:]],
    )
    names = Renamed({"former": block[0]}, {"former array": array[0]}, {"former procedure": procedure[0]})
    every = (ListedFormat(old), ListedFormat(form, names))
    for module in ("ironbottom.engine.rules.state_format", "ironbottom.engine.rules.game"):
        monkeypatch.setattr(f"{module}.listed_formats", lambda _: every)
    assert state.rules.restore(state.dump(), old.digest) == state
    monkeypatch.setattr("ironbottom.engine.rules.state_format.listed_formats", lambda _: (every[0], ListedFormat(form)))
    with pytest.raises(BadValue, match="whose former has no place in this one"):
        Converter(game, old.digest).cells(state.cells)


def test_only_listed_parts_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    state = get_game("pf").new()
    form = StateFormat.of(state.rules.game)
    old = StateFormat([("weather", 2, ["flag"]), *form.blocks], form.arrays, form.procedures)
    for dropped in ([], ["weather"]):
        every = (ListedFormat(old), ListedFormat(form, dropped=dropped))
        monkeypatch.setattr("ironbottom.engine.rules.state_format.listed_formats", lambda _, every=every: every)
        converter = Converter(state.rules.game, old.digest)
        if dropped:
            assert converter.cells([1, 0, *state.cells]) == state.cells
        else:
            with pytest.raises(BadValue, match="whose weather has no place"):
                converter.cells([1, 0, *state.cells])


@pytest.mark.parametrize(
    ("kind", "fits"),
    [(["number", 1, 3], True), (["number", 0, 5], False), (["number", 1, 99], False), (["flag"], False)],
)
def test_an_ambiguous_value_is_refused(monkeypatch: pytest.MonkeyPatch, kind: list[Any], fits: bool) -> None:
    """The turn of Pacific Fury is a number from 1 to 4."""
    state = get_game("pf").new()
    form = StateFormat.of(state.rules.game)
    old = StateFormat([("turn", 1, kind), *form.blocks[1:]], form.arrays, form.procedures)
    listed(monkeypatch, state.rules.game, ListedFormat(old))
    if fits:
        assert state.rules.restore(state.dump(), old.digest) == state
    else:
        with pytest.raises(BadValue, match="whose turn has no place in this one"):
            state.rules.restore(state.dump(), old.digest)


def test_a_frame_with_another_field_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = get_game("pf").new()
    form = StateFormat.of(state.rules.game)
    number = state.stack[-1].number
    name, fields = form.procedures[number]
    cases: list[tuple[list[tuple[str, list[object]]], str]] = [
        ([("extra", ["flag"])], "had another extra"),
        ([], f"whose {name} had no "),
    ]
    for more, message in cases:
        changed = [*fields, *more] if more else fields[1:]
        if not more and not fields:
            continue
        procedures = [*form.procedures[:number], (name, changed), *form.procedures[number + 1 :]]
        old = StateFormat(form.blocks, form.arrays, procedures)
        listed(monkeypatch, state.rules.game, ListedFormat(old))
        _, stack, _ = parts_of(state)
        stack[-1] = [*stack[-1], 1] if more else [stack[-1][0], *stack[-1][2:]]
        with pytest.raises(BadValue, match=message):
            Converter(state.rules.game, old.digest).stack(stack)


def test_a_packed_state_of_another_format_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("pf")
    packed = pack(game.new())
    monkeypatch.setattr("ironbottom.engine.rules.game.current_format", lambda _: "another")
    with pytest.raises(BadValue, match="belongs to another game or has different options"):
        unpack(Rules(game, {option.name: option.default for option in game.options}, game.facts()), packed)
    assert binary_codec.MARSHAL_VERSION == 2
