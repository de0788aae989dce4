"""Simulated games as tables, CSV or Parquet: a row for each game, or a row for each mean with its interval.

A row of a game has all parameters of its game, so that rows of several runs can be mixed. It has no times, so the same
series and number give the same row on every machine.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType

from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.game_file import Series, StoredGame
from ironbottom.lab.turns import MeasureRow

Row = dict[str, str | int | float]

INSTALL_LAB = "pip install 'ironbottom[lab]', or make setup in the project's folder"
"""How to install what tables and plots need."""
FORMATS = (".csv", ".parquet")
"""The endings of file names, each with its format."""


def rows_of(series: Series, games: Iterable[StoredGame]) -> list[Row]:
    """Returns a row for each game of a series.

    Columns: ``game``, ``scenario``, ``rules`` (version), ``data`` (digest), ``seed``, ``number``; ``option NAME``;
    ``player of SIDE``; ``winners`` (ids, empty for a draw), ``level``, ``turns``; the game's measures by name;
    ``decisions of SIDE``.
    """
    fixed: Row = {
        "game": series.game,
        "scenario": series.scenario,
        "rules": series.rules,
        "data": series.data,
        "seed": series.seed,
    }
    settings: Row = {
        **{f"option {name}": value for name, value in series.options.items()},
        **{f"player of {side}": player for side, player in series.seats.items()},
    }
    return [
        {
            **fixed,
            "number": number,
            **settings,
            "winners": " ".join(result.winners),
            "level": result.level,
            "turns": len(result.turns),
            **result.measures,
            **{f"decisions of {side}": many for side, many in result.decisions.items()},
        }
        for number, result in ((game.number, game.result) for game in games)
    ]


def summary_rows(
    seats: Mapping[str, str],
    games: int,
    share: Mapping[str, tuple[float, float, float]],
    means: Sequence[MeasureRow],
) -> list[Row]:
    """Returns a row for the share of wins of each side, then one for each measure and turn of a seating.

    Columns: ``player of SIDE``, ``games``, ``measure``, ``turn`` (``end`` for the end), ``mean``, ``low`` and ``high``
    (the bounds of the 95 % interval), ``least`` and ``most`` (empty for shares, which are between 0 and 1).
    """
    fixed: Row = {**{f"player of {side}": player for side, player in seats.items()}, "games": games}
    shares: list[Row] = [
        {**fixed, "measure": f"share of wins of {side}", "turn": "end", "mean": mean, "low": low, "high": high}
        for side, (mean, low, high) in share.items()
    ]
    return shares + [
        {
            **fixed,
            "measure": row["measure"],
            "turn": row["turn"],
            "mean": row["mean"],
            "low": row["interval"][0],
            "high": row["interval"][1],
            "least": row["least"],
            "most": row["most"],
        }
        for row in means
    ]


def check_table_path(path: Path, option: str = "--table") -> None:
    """Checks, before any game is played, that the table can be written. ``BadValue`` says why it cannot."""
    if path.suffix not in FORMATS:
        raise BadValue(f"{path} must end in {' or '.join(FORMATS)}", field=option)
    if path.exists():
        raise BadValue(f"{path} already exists", field=option)
    if not path.parent.is_dir():
        raise BadValue(f"there is no folder {path.parent}", field=option)
    if path.suffix == ".parquet":
        _polars(option)


def write_table(rows: Sequence[Row], path: Path, option: str = "--table") -> None:
    """Writes rows to a new file, in the format of its name. ``BadValue`` if it cannot be written.

    If a game lacks a measure, the cell is empty.
    """
    columns = list(dict.fromkeys(name for row in rows for name in row))
    try:
        if path.suffix == ".parquet":
            _polars(option).DataFrame(rows, schema=columns, infer_schema_length=None).write_parquet(path)
        else:
            with path.open("x", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, columns, lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
    except OSError as error:
        raise BadValue(f"{path} cannot be written: {error.strerror}", field=option) from None


def _polars(option: str) -> ModuleType:
    try:
        import polars
    except ModuleNotFoundError:
        raise BadValue(f"Parquet needs polars: {INSTALL_LAB}", field=option) from None
    return polars
