"""43.12, 43.61 The map of Guadalcanal: section E, without the hexes around Kwajalein."""

from __future__ import annotations

from ironbottom.engine.data.facts import Facts
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER

CASE = "43"


def figure(facts: Facts, case: str, name: str) -> str:
    """The figure of a case in the booklet."""
    return facts.table(tables.CASE_FIGURES)[f"{case}:{name}"].value


def closed(facts: Facts) -> list[int]:
    """43.61 The hexes within ten hexes of Kwajalein."""
    middle, steps = figure(facts, "43.61", "closed_radius").split("|")
    return list(GRID.within(NUMBER[middle], int(steps)))
