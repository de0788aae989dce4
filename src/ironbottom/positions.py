"""Positions: a state as a short TOML or JSON text in the game's terms.

>>> import ironbottom
>>> state = ironbottom.get_game("pf").new()
>>> text = ironbottom.positions.text(state)
>>> ironbottom.positions.parse(text) == state
True

The fields are described in ``docs/records.md``. Every reader raises ``BadValue``, which names the wrong field.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from ironbottom.engine.codecs.position import load_position as load
from ironbottom.engine.codecs.position import parse_position, position_text, read_position
from ironbottom.engine.codecs.position import write_position as as_dict
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.state import State

__all__ = ["as_dict", "from_dict", "load", "parse", "save", "text"]

from_dict = read_position


def text(state: State, form: Literal["toml", "json"] = "toml") -> str:
    """Returns a state as a text.

    >>> from ironbottom import get_game
    >>> print(text(get_game("pf").new())[:37])
    game = "pacific_fury"
    format = 1
    turn
    """
    return position_text(state, form)


def parse(text: str, rules: Rules | None = None) -> State:
    """Returns the state that a text describes. The text names its game, unless ``rules`` are given.

    >>> parse('turn = 1')
    Traceback (most recent call last):
    ironbottom.engine.core.errors.BadValue: game: the position does not name its game
    """
    return read_position(parse_position(text), rules)


def save(state: State, path: Path | str) -> None:
    """Writes a state to a new file; as JSON if its name ends with ``.json``, otherwise as TOML.

    ``BadValue`` if the file already exists.
    """
    form: Literal["toml", "json"] = "json" if str(path).endswith(".json") else "toml"
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            file.write(position_text(state, form))
    except OSError as wrong:
        raise BadValue(f"cannot be written: {wrong.strerror}", field=str(path)) from None
