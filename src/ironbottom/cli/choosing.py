"""What a person names on the command line: a game, its options, and a file of corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ironbottom.engine.corrections import corrections_path, read_corrections
from ironbottom.engine.errors import BadValue
from ironbottom.engine.registry import all_games, get_game
from ironbottom.engine.rules import Game, Rules


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


def options_of(given: Sequence[str] | None) -> dict[str, str]:
    """Options written as ``name=value``.

    >>> options_of(["factor_set=B"])
    {'factor_set': 'B'}
    """
    options: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise BadValue(f"{text!r} is not written as name=value, such as factor_set=B", field="--option")
        if name.strip() in options:
            raise BadValue(f"{name.strip()} is given twice", field="--option")
        options[name.strip()] = value.strip()
    return options


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
