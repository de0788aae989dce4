"""What a person names on the command line: a game, its options, and a file of corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.data.corrections import corrections_path, read_corrections
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import all_games, get_game


def game_among(game: str | None, given: Sequence[str] | None) -> tuple[str | None, list[str]]:
    """The game and the options, where the game was written behind several options.

    >>> game_among(None, ["factor_set=B", "hidden_counts=on", "pf"])
    ('pf', ['factor_set=B', 'hidden_counts=on'])
    """
    texts = list(given or ())
    bare = [text for text in texts if "=" not in text]
    if game is None and len(bare) == 1:
        texts.remove(bare[0])
        return bare[0], texts
    return game, texts


def options_of(given: Sequence[str] | None, game: str) -> dict[str, str]:
    """Options of a game, by its name, written as ``name=value``.

    >>> options_of(["factor_set=B"], "pf")
    {'factor_set': 'B'}
    """
    options: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise BadValue(f"{text!r} is not written as name=value{_such_as(text, game)}", field="--option")
        if name.strip() in options:
            raise BadValue(f"{name.strip()} is given twice", field="--option")
        options[name.strip()] = value.strip()
    return options


def _such_as(written: str, game: str) -> str:
    """An example out of the options of a game: the one that was begun, else the first, with what is not usual.

    >>> _such_as("last_round=", "witp"), _such_as("fog", "pf"), _such_as("fog", "game.jsonl")
    (', such as last_round=4', ', such as factor_set=B', '')
    """
    try:
        options = get_game(game).options
    except BadValue:
        return ""
    begun = written.partition("=")[0].strip()
    meant = [option for option in options if option.name == begun] or options[:1]
    return "".join(f", such as {option.name}={option.values[1]}" for option in meant)


def corrections_for(game: Game, path: Path | None = None) -> Mapping[str, Any] | None:
    """The owner's corrections for a game: from the file named, else the usual one; None where there are none."""
    found = corrections_path(path)
    if found is None:
        return None
    return read_corrections(found, [known.id for known in all_games()]).get(game.id)


def rules_in_force(name: str, options: Mapping[str, str], corrections: Path | None = None) -> Rules:
    """The rules of a game under the options and corrections that a person asked for."""
    game = get_game(name)
    return game.rules(options, corrections_for(game, corrections))
