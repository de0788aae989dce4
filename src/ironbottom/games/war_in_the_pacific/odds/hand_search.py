"""A search by hand (8.2 to 8.4): contact, the chit that is drawn, and how often a strike then finds the force."""

from __future__ import annotations

from itertools import product

from ironbottom.engine.errors import BadValue
from ironbottom.engine.rules import Rules
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.odds.answers import (
    OddsAnswer,
    OddsQuestion,
    modifiers_named,
    numbers_table,
    signed,
)
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES
from ironbottom.games.war_in_the_pacific.rules.damage import halves_up
from ironbottom.games.war_in_the_pacific.rules.search import cup_if_contact
from ironbottom.odds.tables import OddsRow, OddsTable

A_CUP = 12
"""8.3 So many chits are in each cup."""
TELLS = {
    "true_report": "every type of ship, with its number",
    "good": "the ships to a fifth, capital ships and carriers exactly",
    "fair": "whether there is a carrier, and the size class",
    "poor": "a size class that may be one off",
    "misread": "wrong types, one hex off",
    "false_position": "a size class, two hexes off",
}


def answer(rules: Rules, asked: OddsQuestion) -> OddsAnswer:
    """8.2, 8.3, 8.4 The odds of a search for one force."""
    if not asked.points:
        raise BadValue("say with how many Search Points, such as 12", field="points", clause="8.2")
    rows = rules.pieces.facts.table(charts.SEARCH_MODS)
    named = {name: rows[name].modifier for name in modifiers_named(asked.modifiers, tuple(rows))}
    points = halves_up(asked.points, 2) if asked.halved else asked.points
    added = sum(named.values())
    cups = contact(rules.pieces.charts, points, added)
    found = sum(cups.values())
    told = OddsAnswer("search", [f"{points} Search Points; modifiers: {signed(named)}, {added:+d} in all."])
    told.figures["contact"] = found
    chits = chits_drawn(rules.pieces.charts, cups)
    fixed = sum(chance * rules.pieces.charts.search_chits[chit].fix / FACES for chit, chance in enumerate(chits))
    told.figures |= {f"{places.CHITS.ids[chit]}": chance for chit, chance in enumerate(chits)}
    told.figures |= {"found by a strike": fixed}
    told.lines.append(f"Contact on {needed_dice(rules.pieces.charts, points, added)} with two dice: {found:.1%}.")
    told.tables.append(
        numbers_table(
            "Contact", [("this search", (1 - found, found)), ("and a strike then finds the force", (1 - fixed, fixed))]
        )
    )
    told.tables[0].outcomes = ["no", "yes"]
    told.tables.append(reports_table(rules.pieces.charts, chits, found))
    told.notes.append("in a storm nothing is searched")
    return told


def needed_dice(chart: Charts, points: int, added: int) -> str:
    """8.2 From which sum of two dice on there is contact."""
    least = next((dice for dice in range(2, 2 * FACES + 1) if cup_if_contact(chart, points, added, dice)), None)
    return "no sum" if least is None else f"{least} or more" if least > 2 else "any sum"


def contact(chart: Charts, points: int, added: int) -> dict[str, float]:
    """8.2 How likely contact is, by the cup from which the chit then comes, over all falls of two dice."""
    found: dict[str, float] = {}
    for dice in product(range(1, FACES + 1), repeat=2):
        cup = cup_if_contact(chart, points, added, sum(dice))
        if cup:
            found[cup] = found.get(cup, 0.0) + 1 / FACES**2
    return found


def chits_drawn(chart: Charts, cups: dict[str, float]) -> list[float]:
    """8.3 How likely each chit is drawn, in the order of the chart; together they are the chance of contact."""
    return [
        sum(chance * getattr(chit, f"cup_{cup.lower()}") / A_CUP for cup, chance in cups.items())
        for chit in chart.search_chits
    ]


def reports_table(chart: Charts, chits: list[float], found: float) -> OddsTable:
    """8.3, 8.4 A row for each report: how likely it is drawn, at all and after contact, and its fix."""
    rows = []
    for number, chance in enumerate(chits):
        row = chart.search_chits[number]
        name = f"{row.id.replace('_', ' ')}: {TELLS[row.id]}"
        rows.append(OddsRow(row.id, name, [chance, chance / found if found else 0.0, row.fix / FACES]))
    return OddsTable("Reports", ["drawn", "of all contacts", "fix"], rows, "fix: how often a strike finds the force")
