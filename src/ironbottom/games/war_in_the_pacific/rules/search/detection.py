"""8.0 Weather, contact, chits, and reports on Task Forces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ironbottom.board.offset_grid import NOWHERE
from ironbottom.games.war_in_the_pacific.atlas import LAND, Atlas
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts, Roller
from ironbottom.games.war_in_the_pacific.data.chart_rows import Chit
from ironbottom.games.war_in_the_pacific.derived.ship_condition import round_half_up
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.rolls import Roll

UNSEEN = 0
"""1.31 The audience of dice that nobody sees before the end."""
CAPITAL = ("CV", "BB", "BC", "XCV")
"""2.4 The capital ships."""
CARRIERS = ("CV", "CVL", "CVE")
SMALL, MEDIUM, LARGE = range(3)
"""8.3 The size classes: one to five ships, six to fifteen, more."""
SHIFTED = {"CV": "SF", "CVL": "SF", "CVE": "SF", "SF": "CV", "DD": "CL", "DE": "CL", "CA": "DD", "CL": "DD"}
"""8.31 How a Misread changes types: carriers into service ships, destroyers into cruisers, and the reverse."""


def cup_if_contact(charts: Charts, points: int, modifier: int, dice: int) -> str:
    """8.2 The cup of the chit if two dice make contact for this many Search Points; empty if they do not."""
    if points <= 0:
        return ""
    row = next(row for row in charts.search_contact if row.low <= points <= row.high)
    return row.cup if dice + modifier >= row.needed else ""


def roll_for_contact(roller: Roller, charts: Charts, points: int, modifier: int) -> str:
    """8.2 Rolls two hidden dice for contact; returns the cup, or an empty string. No points, no dice."""
    if points <= 0:
        return ""
    dice = roller.roll(6, Roll.SEARCH, UNSEEN) + roller.roll(6, Roll.SEARCH, UNSEEN)
    return cup_if_contact(charts, points, modifier, dice)


def chit_of(charts: Charts, cup: str, die: int) -> Chit:
    """8.3 The chit at a place of a cup, in the order of the chart.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> [chit_of(Charts(load()), cup, 6).id for cup in "ABC"]
    ['good', 'good', 'fair']
    """
    for chit in charts.search_chits:
        die -= getattr(chit, f"cup_{cup.lower()}")
        if die <= 0:
            return chit
    raise ValueError("a cup must hold twelve chits")


def draw_chit(roller: Roller, charts: Charts, cup: str) -> Chit:
    """8.3 Draws a chit from the full cup; the die is hidden."""
    return chit_of(charts, cup, roller.roll(12, Roll.SEARCH_CHIT, UNSEEN))


class ContactReport(NamedTuple):
    """The content of a Contact Report; unknown values are None.

    ``types`` and ``ships`` are counts, ``capital`` is the number of carriers and capital ships, ``carrier`` says
    whether there is one, ``size`` is a size class, ``hex`` the reported place.
    """

    chit: str
    hex: int
    ships: int | None = None
    capital: int | None = None
    carrier: bool | None = None
    size: int | None = None
    types: tuple[tuple[str, int], ...] | None = None


def size_class(ships: int) -> int:
    """8.3 The size class of this many ships."""
    return SMALL if ships <= 5 else MEDIUM if ships <= 15 else LARGE


def reported_hex(atlas: Atlas, open_to: bytes, hex: int, direction: int, steps: int) -> int:
    """8.31, 3.5 The reported hex in a direction, clockwise from 1 for north; the true hex if no ship could be there."""
    reported = hex
    for _ in range(steps):
        reported = GRID.beyond(reported)[direction - 1]
        if reported == NOWHERE:
            return hex
    return hex if atlas.kind[reported] == LAND or not open_to[reported] else reported


def report(
    roller: Roller, atlas: Atlas, open_to: bytes, chit: Chit, hex: int, types: Mapping[str, int]
) -> ContactReport:
    """8.3, 8.31 The report of a chit on a force in a hex, with its error by a hidden die.

    ``open_to`` says for each hex whether it is in play.
    """
    ships = sum(types.values())
    if chit.id == "true_report":
        return ContactReport(chit.id, hex, ships, types=tuple(types.items()))
    if chit.id == "fair":
        carrier = any(types.get(kind) for kind in CARRIERS)
        return ContactReport(chit.id, hex, carrier=carrier, size=size_class(ships))
    die = roller.roll(6, Roll.REPORT, UNSEEN)
    if chit.id == "good":
        wrong = {1: 4, 2: 4, 5: 6, 6: 6}.get(die, 5)
        capital = sum(number for kind, number in types.items() if kind in CAPITAL or kind in CARRIERS)
        return ContactReport(chit.id, hex, round_half_up(ships * wrong, 5), capital)
    if chit.id == "poor":
        size = size_class(ships) + {1: -1, 2: -1, 5: 1, 6: 1}.get(die, 0)
        return ContactReport(chit.id, hex, size=min(max(size, SMALL), LARGE))
    if chit.id == "misread":
        return ContactReport(chit.id, reported_hex(atlas, open_to, hex, die, 1), ships, types=_misread(types))
    return ContactReport(chit.id, reported_hex(atlas, open_to, hex, die, 2), size=size_class(ships))


def _misread(types: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    result: dict[str, int] = {}
    for kind, number in types.items():
        seen = SHIFTED.get(kind, kind)
        result[seen] = result.get(seen, 0) + number
    return tuple(result.items())
