"""A game's running measures after each turn and at the end, over many games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.features import Reports
from ironbottom.lab.intervals import mean_interval
from ironbottom.lab.simulation import GameResult

AT_THE_END = 0
"""Stands for the end of the game, whatever its last turn was."""


class MeasureRow(TypedDict):
    """A measure after a turn: its mean with the 95 % interval, its range, and what players report."""

    measure: str
    turn: int | str
    mean: float
    interval: list[float]
    least: float
    most: float
    reported: str | None


def turn_by_turn(games: Sequence[GameResult], chosen: Sequence[int], reported: Reports) -> list[MeasureRow]:
    """Returns a row for each measure and turn: its mean with the 95 % interval, and what players report.

    If no turns are chosen, there are rows for all turns that were played and for the end. A game that ended before a
    turn counts with its final value.
    """
    played = max(len(game.turns) for game in games)
    turns = list(chosen) or list(range(1, played))
    for turn in turns:
        if not 1 <= turn <= played:
            raise BadValue(f"no game reached turn {turn}; turns 1 to {played} were played", field="--turns")
    return [
        _row(games, name, turn, reported.get(name, {}).get(turn))
        for name in games[0].turns[-1]
        for turn in (*turns, AT_THE_END)
    ]


def _row(games: Sequence[GameResult], name: str, turn: int, reported: str | None) -> MeasureRow:
    values = [game.turns[min(turn, len(game.turns)) - 1][name] for game in games]
    mean, low, high = mean_interval(values)
    return {
        "measure": name,
        "turn": turn or "end",
        "mean": round(mean, 2),
        "interval": [low, high],
        "least": min(values),
        "most": max(values),
        "reported": reported,
    }


def table_lines(rows: Sequence[MeasureRow]) -> Iterator[str]:
    """Yields the rows as lines of text, measure by measure.

    >>> row = {"measure": "lead", "turn": 1, "mean": 6.2, "interval": [6.0, 6.4], "least": 4, "most": 8}
    >>> print(*table_lines([row | {"reported": "7"}]), sep="\\n")
      lead
        after turn 1     6.20 (6.00 to 6.40), from 4 to 8; players report 7
    """
    for row in rows:
        if row is rows[0] or row["turn"] == rows[0]["turn"]:
            yield f"  {row['measure']}"
        when = "at the end" if row["turn"] == "end" else f"after turn {row['turn']}"
        low, high = row["interval"]
        line = f"{row['mean']:8.2f} ({low:.2f} to {high:.2f}), from {row['least']:g} to {row['most']:g}"
        yield f"    {when:13}{line}" + (f"; players report {row['reported']}" if row["reported"] else "")
