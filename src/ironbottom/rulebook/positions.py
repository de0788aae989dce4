"""Positions to try a clause at: those from which its tests start, without what is as always."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ironbottom.engine.errors import BadValue
from ironbottom.engine.position import HEADING, parse_position, read_position
from ironbottom.engine.rules import Game
from ironbottom.engine.state import State
from ironbottom.engine.toml import write_toml


class Position(NamedTuple):
    """A position that can be played on: the test that starts there, its text, and what is asked first."""

    test: str
    text: str
    asked: str


def starts_in(path: Path) -> dict[str, str]:
    """By test, the text of the position that it starts from; nothing where no such file has been written."""
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def telling(tests: Mapping[str, Iterable[str]], starts: Mapping[str, str]) -> dict[str, str]:
    """By clause, the test with a position that holds the fewest clauses, and so is most about this one.

    >>> telling({"9.1": ["a", "b"], "9.2": ["a"], "9.3": ["c"]}, {"a": "turn = 1", "b": "turn = 2"})
    {'9.1': 'b', '9.2': 'a'}
    """
    held = [test for named in tests.values() for test in named]
    able = {clause: [test for test in named if test in starts] for clause, named in tests.items()}
    return {clause: min(named, key=held.count) for clause, named in able.items() if named}


def position(game: Game, test: str, text: str) -> Position | None:
    """The position of a test, as short as it can be told; None where it cannot be played from."""
    fields = parse_position(text)
    try:
        state = read_position(fields)
    except BadValue:
        return None
    decisions = state.decisions()
    if not decisions:
        return None
    first = decisions[0]
    side = game.sides.titles[game.sides.index[first.side]]
    return Position(test, write_toml(_shortest(game, fields, state)), f"{side}: {first.prompt}")


def _shortest(game: Game, fields: dict[str, Any], state: State) -> dict[str, Any]:
    """The fields without those that are so anyway, and its options without their defaults."""
    defaults = {option.name: option.default for option in game.options}
    options = {name: value for name, value in fields.get("options", {}).items() if value != defaults.get(name)}
    short = {name: value for name, value in fields.items() if name != "options"}
    short |= {"options": options} if options else {}
    for name in [name for name in short if name not in HEADING]:
        fewer = {other: value for other, value in short.items() if other != name}
        if _same(fewer, state):
            short = fewer
    return short


def _same(fields: Mapping[str, Any], state: State) -> bool:
    try:
        return read_position(fields).dump() == state.dump()
    except BadValue:
        return False
