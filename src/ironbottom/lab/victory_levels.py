"""Levels of victory: how often each side reached each level, and by how many points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import TypedDict

from ironbottom.lab.intervals import proportion_interval
from ironbottom.lab.simulation import GameResult, scores


def min_median_max(values: Sequence[float]) -> dict[str, float]:
    """Returns the minimum, the median and the maximum.

    >>> min_median_max([30, 10, 20, 60])
    {'least': 10, 'median': 25.0, 'most': 60}
    """
    return {"least": min(values), "median": median(values), "most": max(values)}


def winning_lead(game: GameResult) -> float:
    """Returns the lead of the winners over the best of the others, in points; for a draw, the range of the scores."""
    points = scores(game)
    won = [many for side, many in points.items() if side in game.winners]
    others = [many for side, many in points.items() if side not in game.winners]
    return max(won) - max(others) if won and others else max(points.values()) - min(points.values())


class LevelRow(TypedDict):
    """A level that winners reached: how often, with the 95 % interval of its share, and with what lead."""

    winners: list[str]
    level: str
    games: int
    share: tuple[float, float, float]
    lead: dict[str, float]


def level_rows(games: Sequence[GameResult], named: Sequence[str]) -> list[LevelRow]:
    """Returns a row for each level of each winner: how often it was reached, with an interval, and with what lead.

    ``named`` has the levels of the game, the greatest first; empty if it has none.
    """
    rows: list[LevelRow] = []
    for winners in dict.fromkeys(sorted((game.winners for game in games), key=lambda sides: (not sides, sides))):
        for level in named:
            own = [game for game in games if game.winners == winners and game.level == level]
            if own:
                leads = min_median_max([winning_lead(game) for game in own])
                share = proportion_interval(len(own), len(games))
                rows.append(LevelRow(winners=list(winners), level=level, games=len(own), share=share, lead=leads))
    return rows


def level_lines(
    rows: Sequence[LevelRow], never: Sequence[str], points: Mapping[str, Mapping[str, float]]
) -> Iterator[str]:
    """Yields the rows as lines of text, with the levels never reached and the scores of the sides.

    >>> row = {"winners": ["japan"], "level": "decisive", "games": 2, "share": (1.0, 0.342, 1.0)}
    >>> lead, points = {"least": 210.0, "median": 300.0, "most": 1390.0}, {"least": 20, "median": 25.5, "most": 31}
    >>> print(*level_lines([row | {"lead": lead}], ["draw"], {"allies": points}), sep="\\n")
      levels of victory
        japan decisive: 2 games, 100.0 % (34.2 to 100.0); lead 210 to 1,390, median 300
        never: draw
        points of allies: 20 to 31, median 25.5
    """
    if not rows:
        return
    yield "  levels of victory"
    for row in rows:
        who = " and ".join(row["winners"]) or "nobody"
        rate, low, high = (100 * value for value in row["share"])
        games = "1 game" if row["games"] == 1 else f"{row['games']} games"
        lead = _format_range(row["lead"])
        yield f"    {who} {row['level']}: {games}, {rate:.1f} % ({low:.1f} to {high:.1f}); lead {lead}"
    if never:
        yield f"    never: {', '.join(never)}"
    for side, values in points.items():
        yield f"    points of {side}: {_format_range(values)}"


def _format_range(values: Mapping[str, float]) -> str:
    least, middle, most = (f"{values[name]:,.1f}".removesuffix(".0") for name in ("least", "median", "most"))
    return least if least == most else f"{least} to {most}, median {middle}"
