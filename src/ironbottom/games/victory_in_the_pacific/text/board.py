"""The board as text, by sea areas, ports and bases."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.text.sentences import count
from ironbottom.games.victory_in_the_pacific.data import tables
from ironbottom.games.victory_in_the_pacific.information.view_types import View
from ironbottom.games.victory_in_the_pacific.pieces import AREAS, GROUPS, PLACES
from ironbottom.games.victory_in_the_pacific.state_types import Rules
from ironbottom.games.victory_in_the_pacific.text.names import ADJECTIVES, lead_in_words, listed, name_of

Line = tuple[str, str]
"""A style (a side, ``head``, ``dim`` or nothing) and a paragraph, indented as it begins."""
TIE = "\xa0"
"""A non-breaking space between a unit's name and its figures."""
BESIDE = {
    **{group: name_of(group).replace("group", "Group") for group in GROUPS.ids},
    "san_diego": "San Diego",
}


def board(view: View, rules: Rules) -> list[Line]:
    """The board as the viewer sees it, in paragraphs."""
    return [*_heading(view), *_areas(view, rules), *_places(view, rules), *_beside(view, rules), *_others(view)]


def _heading(view: View) -> Iterator[Line]:
    turn = f"Turn {view['turn']} of {view['last_turn']}, {view['date']}"
    yield "head", f"{turn}. Points of control: the marker stands at {lead_in_words(view['points_of_control'])}."


def _areas(view: View, rules: Rules) -> Iterator[Line]:
    rows = rules.facts.table(tables.AREAS)
    for area in AREAS.ids:
        row, holder = rows[area], view["flags"][area]
        flag = f"{ADJECTIVES[holder]} flag" if holder else "no flag"
        battle = ", COMBAT" if view["battle"] == area else ""
        worth = f"worth {row.poc_japan} to Japan, {row.poc_allies} to the Allies"
        yield "head", f"{row.name} ({row.abbrev}): {flag}, {worth}{battle}"
        yield from _standing(view, rules, area)


def _places(view: View, rules: Rules) -> Iterator[Line]:
    rows, abbrevs = rules.facts.table(tables.PLACES), rules.facts.table(tables.AREAS)
    for place in PLACES.ids:
        row, owner = rows[place], view["places"][place]
        points = view["repairs"].get(place)
        repairs = f", {points['points'] - points['spent']} of {points['points']} repair points left" if points else ""
        seas = ", ".join(abbrevs[area].abbrev for area in row.touches)
        yield owner, f"{row.name}, {ADJECTIVES[owner]} {row.kind} on {seas}{repairs}"
        yield from _standing(view, rules, place)


def _beside(view: View, rules: Rules) -> Iterator[Line]:
    for spot, title in BESIDE.items():
        if any(spot in units for units in view["units"].values()):
            yield "head", title
            yield from _standing(view, rules, spot)


def _standing(view: View, rules: Rules, spot: str) -> Iterator[Line]:
    for side, units in view["units"].items():
        if spot in units:
            yield side, "  " + ", ".join(_unit(view, rules, unit, spot) for unit in units[spot])


def factors_text(row: tables.Unit) -> str:
    """The factors of a counter, ``+`` for a circle: gunnery-armor-speed, then the airstrike; for air units,
    airstrike/defence.
    """
    if row.kind == "lba":
        return f"{row.airstrike}/{row.defence}"
    if row.kind == "submarine":
        return "1+"
    hull = f"{row.gunnery}{'+' * row.gunnery_bonus}-{row.armor}-{row.speed}"
    return hull + (f"({row.airstrike}{'+' * row.airstrike_bonus})" if row.airstrike else "")


def _unit(view: View, rules: Rules, unit: str, spot: str) -> str:
    """A unit with its factors, damage and face: ``Akagi 1-4-6(4+) damage 2 raiding``."""
    row, damage, loss = (
        rules.facts.table(tables.UNITS)[unit],
        view["damage"].get(unit, 0),
        view["air_loss"].get(unit, 0),
    )
    parts = [row.name, factors_text(row)]
    if damage:
        bottom = row.kind in tables.SHIPS and spot not in AREAS.index and damage > (row.armor or 0)
        parts.append(f"damage {damage}{', on the bottom' if bottom else ''}")
    if loss:
        parts.append(f"{count(loss, 'airstrike factor')} lost")
    words = ((view["raiding"], "raiding"), (view["marked"], "marked"), (view["rested"], "repaired"))
    parts += [word for units, word in words if unit in units]
    return " ".join(parts).replace(" ", TIE)


def _others(view: View) -> Iterator[Line]:
    for word, title in (("due", "Due"), ("return", "Back")):
        for turn in range(1, tables.LAST_TURN + 1):
            units = [unit for side in view["units"].values() for unit in side.get(f"{word}_{turn}", [])]
            if units:
                yield "dim", f"{title} on turn {turn}: {listed(units)}."
    for spot, title in (("withdrawn", "Withdrawn"), ("lost", "Lost")):
        for side, piles in view["units"].items():
            if spot in piles:
                yield "", f"{title} ({name_of(side)}): {listed(piles[spot])}."
