"""The types by which bots, texts and statistics read views and events agree with the data of the games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from random import Random
from types import GenericAlias, ModuleType, NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from ironbottom import SeededDice, get_game
from ironbottom.engine.core import fields
from ironbottom.engine.rules.game import Game
from ironbottom.games.axis_allies_pacific.counts import Counts
from ironbottom.games.war_in_the_pacific.information.array_codec import LINKS

GAMES = ("pf", "hf", "vitp", "aap", "witp")
DECISIONS, EVERY = {"pf": 240, "hf": 240, "vitp": 240, "aap": 160, "witp": 100}, 16
"""The length of the games that are played, and the interval at which their views are read."""


def types_of(game: Game) -> ModuleType:
    package = type(game).__module__.rpartition(".")[0]
    return import_module(f"{package}.information.view_types")


# -- types as comparable texts ---------------------------------------------------------------------------


def kinds_of(hint: object) -> frozenset[str]:
    """The kinds of value that a type allows, as texts that can be compared."""
    if get_origin(hint) in (Union, UnionType):
        return frozenset().union(*(kinds_of(one) for one in get_args(hint)))
    if hint is NoneType:
        return frozenset({"None"})
    if isinstance(hint, type) and is_typeddict(hint):
        return frozenset({record(get_type_hints(hint).items(), kinds_of)})
    if get_origin(hint) in (list, dict):
        *_, item = get_args(hint)
        return frozenset({f"{'list' if get_origin(hint) is list else 'dict'} of {either(kinds_of(item))}"})
    assert isinstance(hint, type)
    return frozenset({hint.__name__})


def kinds_written(kind: fields.FieldType) -> frozenset[str]:
    """The kinds of value that a field is written as."""
    match kind:
        case fields.Flag():
            return frozenset({"bool"})
        case Counts() | fields.CountsField():
            return frozenset({"dict of int"})
        case fields.Number():
            return frozenset({"int"})
        case fields.IdField():
            return frozenset({"str", "None"} if kind.none else {"str"})
        case fields.IdSetField():
            return frozenset({"list of str"})
        case fields.TupleField():
            return frozenset({f"list of {either(kinds_written(kind.item))}"})
        case fields.Record():
            return frozenset({record(kind.fields.items(), kinds_written)})
    raise TypeError(kind)


def record(named: Iterable[tuple[str, object]], kinds) -> str:  # type: ignore[no-untyped-def]
    return "{" + ", ".join(f"{name}: {either(kinds(kind))}" for name, kind in sorted(named)) + "}"


def either(kinds: frozenset[str]) -> str:
    return " or ".join(sorted(kinds))


def field_kinds(listed: Iterable[Mapping[str, fields.FieldType]]) -> dict[str, str]:
    """The kinds of each field of several frames or events."""
    found: dict[str, frozenset[str]] = {}
    for kinds in listed:
        for name, kind in kinds.items():
            found[name] = found.get(name, frozenset()) | kinds_written(kind)
    return {name: either(kinds) for name, kinds in found.items()}


def typed(form: type, *but: str) -> dict[str, str]:
    return {name: either(kinds_of(hint)) for name, hint in get_type_hints(form).items() if name not in but}


@pytest.mark.parametrize("name", GAMES)
def test_frames_and_events_have_the_fields_of_their_types(name: str) -> None:
    game = get_game(name)
    types = types_of(game)
    frames = {
        field: kind for field, kind in get_type_hints(types.GameFrame).items() if field not in ("procedure", "stacks")
    }
    assert {field: either(kinds_of(kind)) for field, kind in frames.items()} == field_kinds(
        procedure.fields for procedure in game.procedures
    )
    assert typed(types.Event, "event") == field_kinds(kind.fields for kind in game.events)


def test_arrays_have_the_fields_of_their_type() -> None:
    game = get_game("witp")
    arrays = {block.name: block.kind for block in game.layout.arrays if block.name not in LINKS}
    assert typed(types_of(game).Arrays) == {name: f"dict of {kinds}" for name, kinds in field_kinds([arrays]).items()}


# -- views of played games ------------------------------------------------------------------------------


@cache
def hints_of(form: object) -> dict[str, object]:
    hints = dict[str, object](get_type_hints(form))
    for frame in (given for base in getattr(form, "__orig_bases__", ()) for given in get_args(base)):
        hints["frames"] = GenericAlias(list, (frame,))
    return hints


def misfits(value: object, hint: object, path: str, met: set[object]) -> Iterator[str]:
    """Each part of a value that a type does not allow; ``met`` collects the tables of the type that occur."""
    if get_origin(hint) in (Union, UnionType):
        if not any(not list(misfits(value, one, path, met)) for one in get_args(hint)):
            yield f"{path}: {value!r} is not {hint}"
        return
    form = dict if is_table(hint) else get_origin(hint) or hint
    if hint is not object and type(value) is not form:
        yield f"{path}: {value!r} is not {hint}"
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from misfits(item, get_args(hint)[0], f"{path}[{place}]", met)
    elif isinstance(value, dict):
        yield from misfits_in(value, hint, path, met)


def misfits_in(values: dict[str, object], hint: object, path: str, met: set[object]) -> Iterator[str]:
    known = dict.fromkeys(values, get_args(hint)[-1]) if get_args(hint) else {}
    if is_table(hint):
        met.add(hint)
        known = hints_of(hint)
        yield from (f"{path}.{name} has no type" for name in values.keys() - known.keys())
        yield from (f"{path}.{name} is missing" for name in getattr(hint, "__required_keys__", set()) - values.keys())
    for name in values.keys() & known.keys():
        yield from misfits(values[name], known[name], f"{path}.{name}", met)


def is_table(hint: object) -> bool:
    return isinstance(hint, type) and is_typeddict(hint)


def tables_in(hint: object, found: set[object]) -> set[object]:
    """All tables that a type is made of."""
    if is_table(hint):
        if hint not in found:
            found.add(hint)
            for item in hints_of(hint).values():
                tables_in(item, found)
    else:
        for item in get_args(hint):
            tables_in(item, found)
    return found


def views(game: Game, scenario: str, seed: int) -> Iterator[Mapping[str, object]]:
    """Views of all viewers in a random game, with random options for every second one."""
    source = Random(seed)
    options = {option.name: source.choice(list(option.values)) for option in game.options} if seed % 2 else {}
    state, dice = game.new(scenario, options), SeededDice(seed)
    for number in range(DECISIONS[game.short]):
        decisions = state.decisions()
        if number % EVERY == 0 or not decisions:
            yield from (state.view(viewer) for viewer in (*game.sides.ids, "public"))
        if not decisions:
            yield state.view("open")
            return
        decision = source.choice(decisions)
        state.apply(decision.side, decision.choices.sample(source), dice, trusted=True)


@pytest.mark.parametrize("name", GAMES)
def test_views_of_played_games_have_their_type(name: str) -> None:
    game = get_game(name)
    types, met, wrong = types_of(game), set[object](), set[str]()
    for seed, scenario in enumerate([*game.scenarios, *list(game.scenarios)[:1]]):
        for view in views(game, scenario, seed):
            wrong |= set(misfits(view, types.View, "view", met))
    assert not wrong, sorted(wrong)[:20]
    only_in_frames = tables_in(types.GameFrame, set())
    assert tables_in(types.View, set()) - only_in_frames <= met
