"""The charts as the rules read them: rows by strength, columns by die, prepared once for the figures in force."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from ironbottom.engine.core.events import ALL
from ironbottom.engine.data.facts import Facts, Table
from ironbottom.engine.dice.dice import DieReason
from ironbottom.games.war_in_the_pacific.data import charts

MAX_IN_AIR, MAX_OF_FIRE = 60, 120
"""7.3 Totals above these are split, with one die for each part."""


class Roller(Protocol):
    """A source of dice: the referee's dice, or a script."""

    def roll(self, faces: int, why: DieReason, audience: int = ALL, /) -> int: ...


class DieRow(NamedTuple):
    """A row of a chart: its range of strength, and the results of the dice 1 to 6."""

    low: int
    high: int
    results: tuple[int, ...]


class DieChart:
    """A chart with a row for each range of strength and a column for each die.

    >>> chart = DieChart("patrol", [DieRow(1, 2, (0, 0, 0, 0, 0, 1)), DieRow(3, 4, (0, 0, 0, 0, 1, 1))])
    >>> chart.read(0, 6), chart.read(2, 6), chart.read(3, 5), chart.read(9, 5)
    (0, 1, 1, 1)
    """

    def __init__(self, name: str, rows: Iterable[DieRow], most: int = 0) -> None:
        self.name, self.rows, self.most = name, tuple(rows), most

    def read(self, strength: int, die: int) -> int:
        """7.3 The result for a strength and a die; a strength above the last row uses the last row."""
        return self.row_of(strength).results[die - 1] if strength > 0 else 0

    def row_of(self, strength: int) -> DieRow:
        """The row for a strength above zero."""
        return next((row for row in self.rows if row.low <= strength <= row.high), self.rows[-1])

    def parts(self, strength: int) -> list[int]:
        """7.3 The parts to roll for; a chart with a limit splits a strength above it.

        >>> DieChart("patrol", [], most=60).parts(130)
        [60, 60, 10]
        """
        if not self.most or strength <= self.most:
            return [strength] if strength > 0 else []
        return [self.most, *self.parts(strength - self.most)]

    def rolled(self, roller: Roller, strength: int, why: DieReason) -> int:
        """The result of a roll, one die for each part; no die for strength zero."""
        return sum([self.read(part, roller.roll(6, why)) for part in self.parts(strength)])


class Charts:
    """All charts of the figures in force by name."""

    def __init__(self, facts: Facts) -> None:
        self.air_air = _by_strength(facts, charts.AIR_AIR, MAX_IN_AIR)
        self.anti_aircraft = _by_strength(facts, charts.ANTI_AIRCRAFT, MAX_OF_FIRE)
        self.bombardment = _by_strength(facts, charts.BOMBARDMENT)
        self.strafing = _by_strength(facts, charts.STRAFING)
        self.strategic_bombing = _by_strength(facts, charts.STRATEGIC_BOMBING)
        self.sub_shipping_attack = _by_strength(facts, charts.SUB_SHIPPING_ATTACK)
        self.asw = _by_strength(facts, charts.ASW)
        self.air_attrition = _by_strength(facts, charts.AIR_ATTRITION)
        self.availability = list(facts.table(charts.AVAILABILITY).values())
        self.search_contact = list(facts.table(charts.SEARCH_CONTACT).values())
        self.search_chits = list(facts.table(charts.SEARCH_CHITS).values())
        self.weather = list(facts.table(charts.WEATHER).values())
        self.damage_points = list(facts.table(charts.DAMAGE_POINTS).values())
        self.naval_results = [(row, _dice(row)) for row in facts.table(charts.NAVAL_COMBAT_RESULTS).values()]
        self.damage_effects = {row.level: row for row in facts.table(charts.DAMAGE_EFFECTS).values()}
        self.critical_hits = list(facts.table(charts.CRITICAL_HITS).values())
        self.critical_effects = dict(facts.table(charts.CRITICAL_EFFECTS))
        self.repair = list(facts.table(charts.REPAIR).values())
        self.sub_available = [row.points for row in facts.table(charts.SUB_AVAILABLE).values()]
        self.speed = {row.speed: row for row in facts.table(charts.SPEED).values()}
        self.initiative = list(facts.table(charts.INITIATIVE).values())
        self.odds = _odds(facts)
        self.worth = {name: row.points for name, row in facts.table(charts.VICTORY_POINTS).items()}


class OddsColumn(NamedTuple):
    """24.3 A column of odds: the attack-to-defence ratio, each side's lost tenths by die, and the dice with retreat."""

    attack: int
    defence: int
    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    retreats: int


def _dice(row: Any) -> tuple[int, ...]:
    return tuple([getattr(row, f"die_{die}") for die in range(1, 7)])


def _by_strength(facts: Facts, table: Table[Any], most: int = 0) -> DieChart:
    return DieChart(table.name, [DieRow(row.low, row.high, _dice(row)) for row in facts.table(table).values()], most)


def _odds(facts: Facts) -> list[OddsColumn]:
    rows = list(facts.table(charts.GROUND_CRT).values())
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [OddsColumn(a.attack, a.defence, _dice(a), _dice(d), d.retreats) for a, d in pairs]
