"""Positions: a state as a short TOML or JSON text in the game's words. People can write them, and so can the game.

A position has a heading (``game``, ``format``, ``options``), followed by the game's own fields. TOML has no ``null``,
so an empty string stands for None there. ``docs/records.md`` shows a position.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from ironbottom.engine.core.errors import BadValue, format_value
from ironbottom.engine.data.columns import quoted
from ironbottom.engine.data.corrections import line_of
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.engine.text.limits import check_encodable, check_limits
from ironbottom.engine.text.toml import write_toml

POSITION_FORMAT = 1
HEADING = ("game", "format", "options")


def write_position(state: State) -> dict[str, Any]:
    """The state as plain data: the heading, then the game's own fields."""
    rules = state.rules
    heading = {"game": rules.game.id, "format": POSITION_FORMAT, "options": rules.stored_options}
    return {**heading, **rules.game.write_position(state)}


def read_position(position: Mapping[str, Any], rules: Rules | None = None) -> State:
    """The state described by plain data; ``BadValue`` names the field.

    Without ``rules`` the heading must name the game. Options in the heading override those of ``rules``.
    """
    if not isinstance(position, Mapping):
        raise BadValue("a position must be a table of fields", field="position")
    if position.get("format", POSITION_FORMAT) != POSITION_FORMAT:
        raise BadValue(
            f"{format_value(position['format'])} is unknown; positions have format {POSITION_FORMAT}", field="format"
        )
    in_force = _rules(position.get("game"), position.get("options", {}), rules)
    words = {name: value for name, value in position.items() if name not in HEADING}
    state = in_force.game.read_position(in_force, words)
    in_force.check(state)
    return state


def _rules(named: Any, options: Any, rules: Rules | None) -> Rules:
    """The rules in force for a position."""
    if not isinstance(options, Mapping):
        raise BadValue("options must be a table of names and values", field="options")
    if rules is None:
        if not isinstance(named, str):
            raise BadValue("the position does not name its game", field="game")
        try:
            game = get_game(named)
        except BadValue as error:
            raise BadValue(error.message, field="game") from None
        return game.rules(options)
    if named is not None and named not in (rules.game.id, rules.game.short):
        raise BadValue(f"the position is for {format_value(named)}, but this is {rules.game.id}", field="game")
    chosen = rules.game.chosen({**rules.options, **options})
    return rules if chosen == rules.options else rules.game.rules(chosen, rules.facts.corrections)


def position_text(state: State, form: Literal["toml", "json"] = "toml") -> str:
    """The state as text."""
    position = write_position(state)
    if form == "toml":
        return write_toml(position)
    return json.dumps(position, indent=1, ensure_ascii=False) + "\n"


def parse_position(text: str, name: str = "position") -> dict[str, Any]:
    """The plain data in a TOML or JSON text; ``BadValue`` names the line.

    >>> parse_position('turn = 2\\nhenderson_field = {owner = "japan", hits = ""}')
    {'turn': 2, 'henderson_field': {'owner': 'japan', 'hits': None}}
    >>> parse_position('turn = ')
    Traceback (most recent call last):
    ironbottom.engine.core.errors.BadValue: position: this is not TOML: Invalid value (at line 1, column 8)
    """
    check_limits(text, name)
    kind = "JSON" if text.lstrip().startswith("{") else "TOML"
    try:
        parsed = (
            dict(json.loads(text, object_pairs_hook=_unique_keys))
            if kind == "JSON"
            else dict(_empty_as_none(tomllib.loads(text + "\n")))
        )
    except (ValueError, RecursionError) as error:
        raise BadValue(f"this is not {kind}: {error}", field=name) from None
    check_encodable(parsed, name)
    return parsed


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object as a table. A key given twice is refused, as TOML does, so that no value is lost silently."""
    result = dict[str, Any]()
    for name, value in pairs:
        if name in result:
            raise ValueError(f"{quoted(name)} appears twice")
        result[name] = value
    return result


def _empty_as_none(value: Any) -> Any:
    """The value with None for each empty text."""
    if isinstance(value, dict):
        return {name: _empty_as_none(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_empty_as_none(item) for item in value]
    return None if value == "" else value


def load_position(path: Path | str, rules: Rules | None = None) -> State:
    """The state described by a file; ``BadValue`` names the file and the line or field."""
    text = _text_of(path)
    position = parse_position(text, str(path))
    try:
        return read_position(position, rules)
    except BadValue as error:
        line = line_of(text, path_of(position, error.field or "")) if not text.lstrip().startswith("{") else 0
        where = f"{path}, line {line}" if line else str(path)
        raise BadValue(error.message, field=f"{where}: {error.field}", clause=error.clause) from None


def game_named_in(path: Path | str) -> str | None:
    """The game that the position in a file names, or None if it names none; ``BadValue`` names the file."""
    named = parse_position(_text_of(path), str(path)).get("game")
    return named if isinstance(named, str) else None


def _text_of(path: Path | str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadValue(f"cannot be read: {error.strerror}", field=str(path)) from None
    except UnicodeDecodeError:
        raise BadValue("this is not UTF-8 text", field=str(path)) from None


def path_of(position: Any, field: str) -> list[str | int]:
    """The existing keys that lead to a field in a position. Some keys contain dots.

    >>> path_of({"came_once": {"45.74": True}}, "came_once.45.74")
    ['came_once', '45.74']
    >>> path_of({"frames": [{}, {"side": 1}]}, "frames[1].x")
    ['frames', 1]
    """
    result = list[str | int]()
    rest = field
    while rest:
        index = re.match(r"\[(\d{1,9})\]\.?", rest)
        if index and isinstance(position, list) and int(index[1]) < len(position):
            result.append(int(index[1]))
            position, rest = position[int(index[1])], rest[index.end() :]
            continue
        known = position if isinstance(position, Mapping) else ()
        key = next((key for key in known if rest == key or rest.startswith((f"{key}.", f"{key}["))), None)
        if key is None:
            break
        result.append(key)
        position, rest = position[key], rest[len(key) :].removeprefix(".")
    return result
