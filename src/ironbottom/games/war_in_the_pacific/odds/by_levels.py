"""12.1 Tables of ships: the chances of each damage level, and the number sunk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.odds.fights import WORST, sinks
from ironbottom.games.war_in_the_pacific.pieces import SHIPS
from ironbottom.odds.distributions import Distribution, mean, total
from ironbottom.odds.tables import OddsRow, OddsTable

OUTCOMES = ["unhurt", "D1", "D2", "D3", "D4", "sunk"]


def ship_row(ship: int, levels: Sequence[float]) -> OddsRow:
    """12.1 A ship with the chances of its levels; a ship without a name is identified by number."""
    title, number = SHIPS.titles[ship], SHIPS.ids[ship].replace("_", " ").upper()
    return OddsRow(
        SHIPS.ids[ship], title if title[:1].isupper() else number, [*levels[: FLOATS + 1], sinks(tuple(levels))]
    )


def ship_figures(levels: dict[int, list[float]]) -> dict[str, float]:
    """12.1 The chance that each ship sinks, and its average level; a sunk ship counts as five."""
    found = {}
    for ship, chances in levels.items():
        result = tuple(ship_row(ship, chances).chances)
        found[f"{SHIPS.ids[ship]} sunk"], found[f"{SHIPS.ids[ship]} level"] = result[-1], mean(result)
    return found


def ships_table(title: str, levels: dict[int, list[float]], note: str = "") -> OddsTable:
    """12.1 A row for each ship."""
    return OddsTable(title, OUTCOMES, [ship_row(ship, chances) for ship, chances in levels.items()], note)


def as_it_was(level: int) -> list[float]:
    """The distribution of an outcome without damage: the ship stays as it was."""
    result = [0.0] * (WORST + 1)
    result[level] = 1.0
    return result


def number_sunk(chances: Iterable[float]) -> Distribution:
    """The chances of each number of sunk ships, for independent ships."""
    return total([(1 - chance, chance) for chance in chances])
