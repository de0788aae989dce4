"""Levels of victory: how often each came up for whom, and by how many points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from ironbottom.lab.intervals import share
from ironbottom.lab.simulation import Played, scores


def spread(values: Sequence[float]) -> dict[str, float]:
    """The least, the middle and the most of some values.

    >>> spread([30, 10, 20, 60])
    {'least': 10, 'median': 25.0, 'most': 60}
    """
    return {"least": min(values), "median": median(values), "most": max(values)}


def lead_of(game: Played) -> float:
    """By how many points the winners lead the best of the others; of a draw the points that lie between all."""
    points = scores(game)
    won = [many for side, many in points.items() if side in game.winners]
    others = [many for side, many in points.items() if side not in game.winners]
    return max(won) - max(others) if won and others else max(points.values()) - min(points.values())


def levels_of(games: Sequence[Played], named: Sequence[str]) -> list[dict[str, Any]]:
    """A row for each level that came up, by who won: how often, as a share with its interval, and by what lead.

    ``named`` are the levels of the game, the greatest first; nothing where it has none.
    """
    rows = []
    for winners in dict.fromkeys(sorted((game.winners for game in games), key=lambda sides: (not sides, sides))):
        for level in named:
            own = [game for game in games if game.winners == winners and game.level == level]
            if own:
                told = {"winners": list(winners), "level": level, "games": len(own)}
                leads = spread([lead_of(game) for game in own])
                rows.append(told | {"share": share(len(own), len(games)), "lead": leads})
    return rows


def level_lines(rows: Sequence[Mapping[str, Any]], never: Sequence[str], points: Mapping[str, Any]) -> Iterator[str]:
    """The rows as lines to read, the levels that never came up, and what the sides scored.

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
        lead = _told(row["lead"])
        yield f"    {who} {row['level']}: {games}, {rate:.1f} % ({low:.1f} to {high:.1f}); lead {lead}"
    if never:
        yield f"    never: {', '.join(never)}"
    for side, values in points.items():
        yield f"    points of {side}: {_told(values)}"


def _told(values: Mapping[str, float]) -> str:
    least, middle, most = (f"{values[name]:,.1f}".removesuffix(".0") for name in ("least", "median", "most"))
    return least if least == most else f"{least} to {most}, median {middle}"
