"""Which games the kit tries, and in which set-ups: scenarios and options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

from ironbottom.engine.codecs.position import load_position, parse_position
from ironbottom.engine.rules.about import Option
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import all_games
from ironbottom.engine.rules.state import State
from tests.kit.archipelago import ARCHIPELAGO
from tests.kit.skirmish import SKIRMISH

TESTS = Path(__file__).parent.parent
POSITIONS = (TESTS / "kit" / "positions", TESTS / "browser" / "positions")
"""Where positions are recorded: of what games seldom come to, and one or more at each sort of decision."""
SAVED = TESTS / "fixtures" / "positions"
"""Where positions from the midst of games are saved."""

LARGE, LARGEST = 400, 10_000
"""A state of more numbers than this is looked at less often, and much less often."""

SHORTENS = "last_round"
"""The option of large games by which they end sooner, its last value soonest."""


class SetUp(NamedTuple):
    """A game in one scenario under some options."""

    game: Game
    scenario: str | None
    options: dict[str, str]
    position: Path | None = None
    """The file of the position from which play goes on; from the start without one."""

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.game.rules(self.options)

    def start(self) -> State | None:
        """The position; nothing where play is from the start."""
        return None if self.position is None else load_position(self.position, self.rules)

    def __str__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options.items())
        position = self.position.stem if self.position else ""
        return " ".join(filter(None, (self.game.id, self.scenario, position, chosen)))


@cache
def options_of(path: Path) -> dict[str, str]:
    """The options of a position, read once."""
    return dict(load_position(path).rules.options)


def from_position(game: Game, path: Path) -> SetUp:
    """Play that goes on from a position, under its own options."""
    return SetUp(game, None, dict(options_of(path)), path)


def saved(game: Game) -> list[SetUp]:
    """The positions that are saved of a game; their matches end as soon as the Game-Turn does."""
    return [from_position(game, path) for path in sorted((SAVED / game.id).glob("*.toml"))]


def games() -> list[Game]:
    """Every registered game, and the two of the kit: Skirmish, and the archipelago for what large games need."""
    own = [SKIRMISH, ARCHIPELAGO]
    return [*own, *(game for game in all_games() if game not in own)]


def named(name: str) -> Game:
    """A game of the kit by id or short form."""
    return next(game for game in games() if name in (game.id, game.short))


@cache
def recorded_positions(game: Game) -> tuple[Path, ...]:
    """The positions that are recorded of a game."""

    def is_of(path: Path) -> bool:
        return str(parse_position(path.read_text(encoding="utf-8"), path.name).get("game")) in (game.id, game.short)

    return tuple(path for folder in POSITIONS for path in sorted(folder.rglob("*.toml")) if is_of(path))


def every_value(game: Game) -> list[SetUp]:
    """Set-ups in which each scenario and each value of each option occurs, the defaults first.

    Of a game of which slices are played the lengths of whole games are left out.
    """
    scenarios = tuple(game.scenarios)
    varied = [option for option in game.options if option.name != SHORTENS or not in_slices(game)]
    count = max(len(scenarios), *(len(option.values) for option in varied), 1)
    return [
        SetUp(
            game,
            scenarios[place % len(scenarios)],
            {option.name: value_in(option, place, slices=in_slices(game)) for option in game.options},
        )
        for place in range(count)
    ]


def value_in(option: Option, place: int, *, slices: bool = False) -> str:
    """The value of an option in a set-up of so many; games that can be agreed to be short are so once all was tried.

    Of the largest games slices alone are played, as short as can be agreed in turn with the next longer ones; whole
    ones have commands of their own.
    """
    most = len(option.values) - 1
    if slices and option.name == SHORTENS:
        return option.values[most - place % 2]
    return option.values[min(place, most) if option.name == SHORTENS else place % (most + 1)]


def every_pair(game: Game) -> list[SetUp]:
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
    found = [SetUp(game, row[0], dict(zip(names, row[1:], strict=True))) for row in rows]
    return found or every_value(game)


Cell = tuple[int, str]


def _fullest_row(columns: list[tuple[str, ...]], wanted: set[tuple[Cell, Cell]]) -> tuple[str, ...]:
    """A row that holds a wanted pair, filled up so that it holds many more."""
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
    """At every how manieth decision what is checked at each decision of other games."""
    return 1 if game.layout.width <= LARGEST else 4


def stride(game: Game) -> int:
    """At every how manieth decision the costly checks are made; in long games fewer."""
    return (1 + 2 * is_long(game)) * (1 if game.layout.width <= LARGE else 3 if game.layout.width <= LARGEST else 12)


def in_slices(game: Game) -> bool:
    """Whether a game is so large and so long that the kit plays its first turns alone."""
    return game.layout.width > LARGEST and is_long(game)


def is_long(game: Game) -> bool:
    """Whether a game is so long that a last round may be agreed upon."""
    return any(option.name == SHORTENS for option in game.options)
