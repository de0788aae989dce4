"""Positions to try a clause at: the starting positions of its tests, without default values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ironbottom.engine.codecs.position import HEADING, parse_position, read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.state import State
from ironbottom.engine.text.toml import write_toml


class Position(NamedTuple):
    """A playable position: the test that starts there, its text, and the first question."""

    test: str
    text: str
    asked: str


def starts_in(path: Path) -> dict[str, str]:
    """The text of the starting position of each test; empty if the file does not exist."""
    result: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return result


def clearest_tests(tests: Mapping[str, Iterable[str]], starts: Mapping[str, str]) -> dict[str, str]:
    """For each clause, the test with a position that cites the fewest clauses, and so fits this clause best.

    >>> clearest_tests({"9.1": ["a", "b"], "9.2": ["a"], "9.3": ["c"]}, {"a": "turn = 1", "b": "turn = 2"})
    {'9.1': 'b', '9.2': 'a'}
    """
    held = [test for named in tests.values() for test in named]
    able = {clause: [test for test in named if test in starts] for clause, named in tests.items()}
    return {clause: min(named, key=held.count) for clause, named in able.items() if named}


def position(game: Game, test: str, text: str) -> Position | None:
    """The position of a test in its shortest form; None if it cannot be played."""
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


def _shortest(game: Game, fields: dict[str, object], state: State) -> dict[str, object]:
    """The fields without default values, and the options without defaults."""
    defaults, given = {option.name: option.default for option in game.options}, fields.get("options")
    chosen = given.items() if isinstance(given, dict) else ()
    options = {name: value for name, value in chosen if value != defaults.get(name)}
    result = {name: fields[name] for name in HEADING if name in fields and name != "options"}
    result |= {"options": options} if options else {}
    words = {name: value for name, value in fields.items() if name not in HEADING}

    def same(fewer: Mapping[str, object]) -> bool:
        return _same(fewer, state)

    def within(name: str, fewer: dict[str, object]) -> bool:
        return same({**words, name: fewer})

    words = _needed(words, same)
    for name, table in [(name, table) for name, table in words.items() if isinstance(table, dict)]:
        words[name] = _needed(table, partial(within, name))
    return {**result, **words}


def _needed(table: Mapping[str, object], same: Callable[[dict[str, object]], bool]) -> dict[str, object]:
    """The entries of a table that cannot be omitted, found by trying to omit halves, then halves of those.

    >>> _needed({"turn": 2, "initiative": "japan", "marker": 0}, lambda fewer: "turn" in fewer)
    {'turn': 2}
    """
    left = dict(table)

    def leave_out(names: list[str]) -> None:
        nonlocal left
        fewer = {name: value for name, value in left.items() if name not in names}
        if same(fewer):
            left = fewer
        elif len(names) > 1:
            leave_out(names[: len(names) // 2])
            leave_out(names[len(names) // 2 :])

    if left:
        leave_out(list(left))
    return left


def _same(words: Mapping[str, object], state: State) -> bool:
    """Whether these fields produce the state. The state has passed the checks, so an equal state needs no checks."""
    try:
        return state.rules.game.read_position(state.rules, words) == state
    except BadValue:
        return False
