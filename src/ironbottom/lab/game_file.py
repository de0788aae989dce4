"""Simulated games in a file: each is stored as it ends, and none is played twice or lost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Rules
from ironbottom.lab.own_measures import load_measure
from ironbottom.lab.result_file import ResultFile
from ironbottom.lab.simulation import GameResult


class Series(msgspec.Struct, frozen=True):
    """What simulated games depend on, besides their number: the same series and number give the same game."""

    game: str
    seats: Mapping[str, str]
    seed: int
    options: Mapping[str, str]
    scenario: str
    rules: str
    """The version of the game's rules."""
    data: str
    """The digest of its data, corrections included."""
    measure: str = ""
    """The digest of the file with a user's measures, if there is one."""


def series_of(
    rules: Rules, seats: Mapping[str, str], seed: int, scenario: str | None = None, measure: Path | None = None
) -> Series:
    """Returns the series of a seating, in the game's first scenario if none is named.

    >>> from ironbottom import get_game
    >>> series_of(get_game("pf").rules(), {"japan": "ensign", "allies": "random"}, 1).scenario
    'campaign'
    """
    game = rules.game
    named = scenario or next(iter(game.scenarios))
    own = load_measure(measure).digest if measure else ""
    return Series(game.id, dict(seats), seed, dict(rules.options), named, game.rules_version, rules.digest, own)


class StoredGame(msgspec.Struct, frozen=True):
    """A finished game with its number in the series."""

    number: int
    result: GameResult


class StoredLine(msgspec.Struct, frozen=True):
    """A line of a file."""

    series: Series
    game: StoredGame


class GameFile(ResultFile[Series, StoredGame]):
    """The games of any number of series."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(path, "a simulated game")

    def encode(self, key: Series, result: StoredGame) -> bytes:
        return msgspec.json.encode(StoredLine(key, result))

    def decode(self, line: bytes) -> tuple[Series, StoredGame]:
        stored = msgspec.json.decode(line, type=StoredLine)
        return stored.series, stored.game


class PartOfGames(msgspec.Struct, frozen=True):
    """One of several equal parts of the games, so that several machines can share a simulation."""

    number: int = 1
    parts: int = 1

    def games(self, games: int) -> range:
        """Returns the numbers of the games of this part.

        >>> list(PartOfGames(3, 4).games(10)), list(PartOfGames().games(3))
        ([2, 6], [0, 1, 2])
        """
        return range(self.number - 1, games, self.parts)


def parse_part(text: str | None) -> PartOfGames:
    """Reads a part such as ``3/8``; without text it is the whole.

    >>> parse_part("3/8")
    PartOfGames(number=3, parts=8)
    """
    if text is None:
        return PartOfGames()
    result = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    if not result or not 1 <= int(result[1]) <= int(result[2]):
        raise BadValue(f"{text!r} is not a part; write the third of eight parts as 3/8", field="--part")
    return PartOfGames(int(result[1]), int(result[2]))
