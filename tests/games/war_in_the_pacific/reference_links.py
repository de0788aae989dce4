"""A reference implementation of links and edges: the closed disc, thruput, cargo before play, cards and arrivals.

It covers 43.61 to 43.63, 43.66, 43.67, 43.71, 43.72 and 43.74 of Guadalcanal, and 42.61 to 42.66, 42.72, 42.73 and
42.92 of the advanced game of Midway. Figures are written out, and tables are read from the files again; nothing of the
game's derived values is used.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

DATA = Path(__file__).parents[3] / "src" / "ironbottom" / "games" / "war_in_the_pacific" / "data"
KWAJALEIN, DISC = "E3301", 10
"""43.61 No piece and no link comes within this many hexes."""
LOADS_AT_ONE_HEX, LEVELS = 400, 4
"""15.3 The Load Points of a merchant unit over one hex; four levels sink it."""
IN_PORT_BEFORE_PLAY = 2
"""42.62, 42.66, 43.52, 43.54 Cargo before play is at most this many times the thruput, in each direction."""
REPAIR_IN_JAPAN = 2
"""43.67 This is added to the result of the repair table."""
TRUK, RABAUL, SOUTH_PACIFIC = "E1602", "E1613", ("E3324", "E3231", "E3426")
"""43.71, 43.72, 43.74 Where air points arrive."""


def distance(one: str, other: str) -> int:
    """The hexes between two hexes of section E, from their numbers: even columns lie half a hex lower."""
    columns, rows = [int(name[1:3]) for name in (one, other)], [int(name[3:5]) for name in (one, other)]
    across = columns[0] - columns[1]
    lower = [row - (column + column % 2) // 2 for column, row in zip(columns, rows, strict=True)]
    down = lower[0] - lower[1]
    return max(abs(across), abs(down), abs(across + down))


def is_closed(name: str) -> bool:
    """43.61 Whether a hex of section E is in the closed disc."""
    return name.startswith("E") and distance(name, KWAJALEIN) <= DISC


def thruput(length: int, damage: list[int]) -> int:
    """15.3, 43.62, 43.63 The quarters of Load Points of merchant units with these levels of damage over a distance."""
    return sum((LOADS_AT_ONE_HEX // length) * (LEVELS - min(levels, LEVELS)) for levels in damage)


def repair_turns(level: int, die: int, *, in_japan: bool) -> int:
    """18.2, 43.67 The Game-Turns that a repair takes, from the table."""
    with (DATA / "charts" / "repair.csv").open(encoding="utf-8") as file:
        row = next(row for row in csv.DictReader(file) if int(row["die"]) == die)
    return int(row[f"d{level}"]) + REPAIR_IN_JAPAN * in_japan


def air_arrivals(case: str, cycle: str) -> Counter[str]:
    """43.72, 43.74 The points of each stack that arrive in the Strategic Game-Turn of a Cycle such as 9/42."""
    result: Counter[str] = Counter()
    with (DATA / "reinforcements.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["case"] == case and row["arrives"] == f"Strategic {cycle}":
                training = "trained" if row["training"] == "nct" else row["training"]
                result[f"{row['unit']}_{training}"] += int(row["count"])
    return result
