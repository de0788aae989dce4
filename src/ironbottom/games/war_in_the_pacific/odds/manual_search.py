"""A search described by hand (8.2 to 8.4): contact, the chit, and the chance that a strike then finds the force."""

from __future__ import annotations

from itertools import product

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.events import ALL
from ironbottom.engine.dice.dice import DieReason
from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived.search_reach import MAX_FEW_SHIPS, MIN_MANY_SHIPS
from ironbottom.games.war_in_the_pacific.derived.ship_condition import round_half_up
from ironbottom.games.war_in_the_pacific.odds import asking
from ironbottom.games.war_in_the_pacific.odds.answers import (
    OddsAnswer,
    OddsQuestion,
    modifiers_named,
    numbers_table,
    signed,
)
from ironbottom.games.war_in_the_pacific.odds.manual_state import OPEN_SEA
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES
from ironbottom.games.war_in_the_pacific.rules.search.detection import ContactReport, cup_if_contact, report
from ironbottom.games.war_in_the_pacific.state_types import Rules
from ironbottom.odds.tables import OddsRow, OddsTable

CHITS_PER_CUP = 12
"""8.3 The number of chits in each cup."""
SIZES = ("1 to 5 ships", "6 to 15 ships", "16 ships or more")
"""8.3 The size classes."""
TELLS = {
    "true_report": "every type of ship, with its number",
    "good": "the number of ships within a fifth, of capital ships and carriers exactly",
    "fair": "whether there is a carrier, and the size class",
    "poor": "a size class, which may be off by one",
    "misread": "wrong types, one hex off",
    "false_position": "a size class, two hexes off",
}


def answer(rules: Rules, question: OddsQuestion) -> OddsAnswer:
    """8.2, 8.3, 8.4 The odds of a search for one force."""
    if not question.points:
        raise BadValue("give the number of Search Points, for example 12", field="points", clause="8.2")
    rows = rules.pieces.facts.table(charts.SEARCH_MODS)
    ships = (
        asking.read_ships(question.ships, "ships", asking.read_date(question.date)) if question.ships.strip() else []
    )
    words = [*size_modifier(len(ships)), *modifiers_named(question.modifiers, tuple(rows))]
    named = {name: rows[name].modifier for name in words}
    points = round_half_up(question.points, 2) if question.halved else question.points
    added = sum(named.values())
    cups = contact_chance(rules.pieces.charts, points, added)
    found = sum(cups.values())
    result = OddsAnswer("search", [f"{points} Search Points; modifiers: {signed(named)}, {added:+d} in all."])
    result.figures["contact"] = found
    chits = chits_drawn(rules.pieces.charts, cups)
    fixed = sum(chance * rules.pieces.charts.search_chits[chit].fix / FACES for chit, chance in enumerate(chits))
    result.figures |= {f"{layout.CHITS.ids[chit]}": chance for chit, chance in enumerate(chits)}
    result.figures |= {"found by a strike": fixed}
    result.lines.append(f"Contact on {needed_dice(rules.pieces.charts, points, added)} with two dice: {found:.1%}.")
    result.tables.append(
        numbers_table(
            "Contact", [("this search", (1 - found, found)), ("and a strike then finds the force", (1 - fixed, fixed))]
        )
    )
    result.tables[0].outcomes = ["no", "yes"]
    result.tables.append(reports_table(rules.pieces.charts, chits, found))
    if not ships:
        result.lines += [f"{report_name(chit)} gives {said}." for chit, said in TELLS.items()]
    else:
        result.lines += report_lines(rules, [rules.pieces.ships[ship.ship].type for ship in ships])
    result.notes.append("no search is possible in a storm")
    return result


def size_modifier(ships: int) -> list[str]:
    """8.2 The modifier for a number of ships; none if the number is not given.

    >>> size_modifier(12), size_modifier(3), size_modifier(5), size_modifier(0)
    (['ten_ships'], ['three_ships'], [], [])
    """
    return ["ten_ships"] if ships >= MIN_MANY_SHIPS else ["three_ships"] if 0 < ships <= MAX_FEW_SHIPS else []


def report_name(chit: str) -> str:
    """8.3 The name of a report.

    >>> report_name("true_report"), report_name("false_position")
    ('A true report', 'A false position report')
    """
    return f"A {chit.replace('_', ' ').removesuffix(' report')} report"


class EqualDie:
    """A source whose dice all show the same number."""

    def __init__(self, shown: int) -> None:
        self.shown = shown

    def roll(self, faces: int, why: DieReason, audience: int = ALL, /) -> int:
        """The die."""
        return self.shown


def report_lines(rules: Rules, types: list[str]) -> list[str]:
    """8.3, 8.31 The possible content of each report about such ships, for each roll of the die for its error."""
    pieces, found = rules.pieces, []
    ships = {kind: types.count(kind) for kind in layout.SHIP_TYPES.ids if kind in types}
    for chit in pieces.charts.search_chits:
        said: dict[str, int] = {}
        for die in range(1, FACES + 1):
            result = report(EqualDie(die), pieces.atlas, pieces.in_play(0), chit, OPEN_SEA, ships)
            words = in_report(result)
            said[words] = said.get(words, 0) + 1
        parts = [words if many == FACES else f"{words} ({many} of {FACES})" for words, many in said.items()]
        found.append(f"{report_name(chit.id)} shows {', '.join(parts)}.")
    return found


def in_report(report: ContactReport) -> str:
    """8.3 The content of a report about the ships, in words.

    >>> in_report(ContactReport("good", 0, 12, 3))
    '12 ships, 3 of them carriers and capital ships'
    """
    if report.types is not None:
        return " + ".join(f"{number} {kind}" for kind, number in report.types)
    if report.ships is not None:
        return f"{count(report.ships, 'ship')}, {report.capital} of them carriers and capital ships"
    carrier = (
        "" if report.carrier is None else ", a carrier among them" if report.carrier else ", no carrier among them"
    )
    return f"{SIZES[report.size or 0]}{carrier}"


def needed_dice(chart: Charts, points: int, added: int) -> str:
    """8.2 The lowest sum of two dice that gives contact."""
    least = next((dice for dice in range(2, 2 * FACES + 1) if cup_if_contact(chart, points, added, dice)), None)
    return "no sum" if least is None else f"{least} or more" if least > 2 else "any sum"


def contact_chance(chart: Charts, points: int, added: int) -> dict[str, float]:
    """8.2 The chance of contact, by the cup from which the chit comes, over all rolls of two dice."""
    result: dict[str, float] = {}
    for dice in product(range(1, FACES + 1), repeat=2):
        cup = cup_if_contact(chart, points, added, sum(dice))
        if cup:
            result[cup] = result.get(cup, 0.0) + 1 / FACES**2
    return result


def chits_drawn(chart: Charts, cups: dict[str, float]) -> list[float]:
    """8.3 The chance of each chit, in the order of the chart; they add up to the chance of contact."""
    return [
        sum(chance * getattr(chit, f"cup_{cup.lower()}") / CHITS_PER_CUP for cup, chance in cups.items())
        for chit in chart.search_chits
    ]


def reports_table(chart: Charts, chits: list[float], found: float) -> OddsTable:
    """8.3, 8.4 A row for each report: its chance, overall and after contact, and its fix."""
    rows = []
    for number, chance in enumerate(chits):
        row = chart.search_chits[number]
        rows.append(
            OddsRow(row.id, row.id.replace("_", " "), [chance, chance / found if found else 0.0, row.fix / FACES])
        )
    return OddsTable("Reports", ["drawn", "of all contacts", "fix"], rows, "fix: how often a strike finds the force")
