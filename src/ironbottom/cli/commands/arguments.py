"""Reads command-line arguments: a game, its options, and a file of corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.data.corrections import corrections_path, read_corrections
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import all_games, get_game


def split_game(game: str | None, given: Sequence[str] | None) -> tuple[str | None, list[str]]:
    """Returns the game and the options, even if the game was written after several options.

    >>> split_game(None, ["factor_set=B", "hidden_counts=on", "pf"])
    ('pf', ['factor_set=B', 'hidden_counts=on'])
    """
    texts = list(given or ())
    bare = [text for text in texts if "=" not in text]
    if game is None and len(bare) == 1:
        texts.remove(bare[0])
        return bare[0], texts
    return game, texts


def parse_options(given: Sequence[str] | None, game: str) -> dict[str, str]:
    """Parses options written as ``name=value``.

    >>> parse_options(["factor_set=B"], "pf")
    {'factor_set': 'B'}
    """
    options: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise BadValue(f"{text!r} is not of the form name=value{_example(text, game)}", field="--option")
        if name.strip() in options:
            raise BadValue(f"{name.strip()} is given twice", field="--option")
        options[name.strip()] = value.strip()
    return options


def _example(written: str, game: str) -> str:
    """Returns an example of an option, set to another value than its default.

    It is the option that the user began to type, or the first one.

    >>> _example("last_round=", "witp"), _example("fog", "pf"), _example("fog", "game.jsonl")
    (', such as last_round=4', ', such as factor_set=B', '')
    """
    try:
        options = get_game(game).options
    except BadValue:
        return ""
    begun = written.partition("=")[0].strip()
    meant = [option for option in options if option.name == begun] or options[:1]
    return "".join(f", such as {option.name}={option.values[1]}" for option in meant)


def corrections_for(game: Game, path: Path | None = None) -> Mapping[str, object] | None:
    """Returns the user's corrections for a game, from the named file or the default one, or None."""
    result = corrections_path(path)
    if result is None:
        return None
    return read_corrections(result, [known.id for known in all_games()]).get(game.id)


def rules_in_force(name: str, options: Mapping[str, str], corrections: Path | None = None) -> Rules:
    """Returns the rules of a game with these options and corrections."""
    game = get_game(name)
    return game.rules(options, corrections_for(game, corrections))
