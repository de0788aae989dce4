"""Simulated games in a file: each is stored as it ends, and none is played twice or lost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.custom_measures import CustomMeasure, load_measure
from ironbottom.lab.result_file import ResultFile
from ironbottom.lab.simulation import GameResult


class Series(msgspec.Struct, frozen=True):
    """The parameters of a series of simulated games; the same series and number give the same game."""

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


class SimulationSpec(msgspec.Struct, frozen=True):
    """The parameters of a simulation: a game with its options and scenario, the player of each side, and the seed.

    ``scenario`` is the game's first one if none is named. ``measure`` is a file with a user's measures
    (``lab.custom_measures``).

    >>> SimulationSpec("pf", {"japan": "ensign", "allies": "random"}).series().scenario
    'campaign'
    """

    game: str
    seats: Mapping[str, str]
    seed: int = 1
    options: Mapping[str, str] = {}
    scenario: str | None = None
    measure: Path | None = None

    def rules(self) -> Rules:
        """Returns the rules in force."""
        return get_game(self.game).rules(self.options)

    def own_measure(self) -> CustomMeasure | None:
        """Reads the user's measures, if there are any."""
        return load_measure(self.measure) if self.measure else None

    def series(self) -> Series:
        """Returns the series of its games. It also names the versions of the rules, the data and the measures."""
        rules, own = self.rules(), self.own_measure()
        game = rules.game
        scenario = self.scenario or next(iter(game.scenarios))
        digest = own.digest if own else ""
        return Series(
            game.id, self.seats, self.seed, dict(rules.options), scenario, game.rules_version, rules.digest, digest
        )


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
    """Reads a part such as ``3/8``; an empty text means all games.

    >>> parse_part("3/8")
    PartOfGames(number=3, parts=8)
    """
    if text is None:
        return PartOfGames()
    result = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    if not result or not 1 <= int(result[1]) <= int(result[2]):
        raise BadValue(f"{text!r} is not a part; write the third of eight parts as 3/8", field="--part")
    return PartOfGames(int(result[1]), int(result[2]))
