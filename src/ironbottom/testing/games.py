"""The games that the kit tests, and their set-ups: scenarios and options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

from ironbottom.engine.codecs.position import load_position, parse_position
from ironbottom.engine.rules.about import Option
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.engine.rules.state import State

_more_games: list[Game] = []
_position_folders: list[Path] = []

MAX_SMALL_WIDTH, MAX_MEDIUM_WIDTH = 400, 10_000
"""States with more numbers than these limits are checked less often, or much less often."""

SHORTENS = "last_round"
"""The option that shortens large games; its last value is the shortest."""


class GameSetUp(NamedTuple):
    """A game in one scenario under some options."""

    game: Game
    scenario: str | None
    options: dict[str, str]
    position: Path | None = None
    """The file of the position where play continues; None for the start."""

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.game.rules(self.options)

    def start(self) -> State | None:
        """The position; None where play is from the start."""
        return None if self.position is None else load_position(self.position, self.rules)

    def __str__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options.items())
        position = self.position.stem if self.position else ""
        return " ".join(filter(None, (self.game.id, self.scenario, position, chosen)))


@cache
def options_of(path: Path) -> dict[str, str]:
    """The options of a position, cached."""
    return dict(load_position(path).rules.options)


def from_position(game: Game, path: Path) -> GameSetUp:
    """A set-up that continues from a position, under its own options."""
    return GameSetUp(game, None, dict(options_of(path)), path)


def add_games(*games: Game) -> None:
    """Adds games that are not installed, such as those of a test suite. They come first."""
    _more_games.extend(game for game in games if game not in _more_games)


def add_positions(*folders: Path) -> None:
    """Adds folders of recorded positions, from which the kit continues play."""
    _position_folders.extend(folder for folder in folders if folder not in _position_folders)
    recorded_positions.cache_clear()


def games() -> list[Game]:
    """The added games, then all installed ones."""
    added = {game.id for game in _more_games}
    return [*_more_games, *(game for game in all_games() if game.id not in added)]


def named(name: str) -> Game:
    """A game of the kit by id or short form; ``BadValue`` if there is none."""
    added = (game for game in _more_games if name in (game.id, game.short))
    return next(added, None) or get_game(name)


@cache
def recorded_positions(game: Game) -> tuple[Path, ...]:
    """The recorded positions of a game."""

    def is_of(path: Path) -> bool:
        return str(parse_position(path.read_text(encoding="utf-8"), path.name).get("game")) in (game.id, game.short)

    return tuple(path for folder in _position_folders for path in sorted(folder.rglob("*.toml")) if is_of(path))


def every_value(game: Game) -> list[GameSetUp]:
    """Set-ups in which each scenario and each value of each option occurs, the defaults first.

    Once all values have occurred, they are combined in new ways, so that an option that only one scenario reads is also
    tried in that scenario. For games played in slices, the lengths of whole games are left out.
    """
    scenarios, names = tuple(game.scenarios), [option.name for option in game.options]
    varied = [option for option in game.options if option.name != SHORTENS or not in_slices(game)]
    count = max(len(scenarios), *(len(option.values) for option in varied), 1)
    paired: set[tuple[Cell, Cell]] = set()
    found = []
    for place in range(count):
        row = {0: scenarios[place % len(scenarios)]}
        for column, option in enumerate(game.options, 1):
            if option.name == SHORTENS or place < len(option.values):
                row[column] = value_in(option, place, slices=in_slices(game))
        for column, option in enumerate(game.options, 1):
            if column not in row:
                row[column] = max(option.values, key=lambda value: len({*_pairs(row, (column, value))} - paired))
        cells = sorted(row.items())
        paired |= set(combinations(cells, 2))
        found.append(GameSetUp(game, row[0], dict(zip(names, (value for _, value in cells[1:]), strict=True))))
    return found


def value_in(option: Option, place: int, *, slices: bool = False) -> str:
    """The value of an option in a set-up by its index; once every value has been tried, shortened if possible.

    The largest games are played in slices, alternating the shortest and the next longer length; whole games have their
    own commands.
    """
    most = len(option.values) - 1
    if slices and option.name == SHORTENS:
        return option.values[most - place % 2]
    return option.values[min(place, most) if option.name == SHORTENS else place % (most + 1)]


def every_pair(game: Game) -> list[GameSetUp]:
    """Set-ups in which each pair of values of two options, and of a scenario and an option, occurs."""
    columns = [tuple(game.scenarios), *(option.values for option in game.options)]
    wanted = {
        ((first, a), (second, b))
        for first, second in combinations(range(len(columns)), 2)
        for a, b in product(columns[first], columns[second])
    }
    rows = []
    while wanted:
        row = _fullest_row(columns, wanted)
        wanted -= set(combinations(enumerate(row), 2))
        rows.append(row)
    names = [option.name for option in game.options]
    found = [GameSetUp(game, row[0], dict(zip(names, row[1:], strict=True))) for row in rows]
    return found or every_value(game)


Cell = tuple[int, str]


def _fullest_row(columns: list[tuple[str, ...]], wanted: set[tuple[Cell, Cell]]) -> tuple[str, ...]:
    """A row with a wanted pair, filled up with as many others as possible."""
    (first, a), (second, b) = min(wanted)
    row: dict[int, str] = {first: a, second: b}
    for column, values in enumerate(columns):
        if column not in row:
            row[column] = max(values, key=lambda value: len(wanted & set(_pairs(row, (column, value)))))
    return tuple(row[column] for column in range(len(columns)))


def _pairs(row: dict[int, str], cell: Cell) -> Iterator[tuple[Cell, Cell]]:
    for other in row.items():
        yield (min(other, cell), max(other, cell))


def large_stride(game: Game) -> int:
    """The interval, in decisions, between checks that are made at each decision of smaller games."""
    return 1 if game.layout.width <= MAX_MEDIUM_WIDTH else 4


def stride(game: Game) -> int:
    """The interval, in decisions, between expensive checks; it is larger in long games."""
    return (1 + 2 * is_long(game)) * (
        1 if game.layout.width <= MAX_SMALL_WIDTH else 3 if game.layout.width <= MAX_MEDIUM_WIDTH else 12
    )


def in_slices(game: Game) -> bool:
    """Whether a game is so large and long that the kit plays only its first turns."""
    return game.layout.width > MAX_MEDIUM_WIDTH and is_long(game)


def is_long(game: Game) -> bool:
    """Whether a game is so long that an option can set its last round."""
    return any(option.name == SHORTENS for option in game.options)
