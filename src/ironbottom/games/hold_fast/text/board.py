"""The board of Hold Fast as text, by sea areas, ports and bases, with only what the view contains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ironbottom.engine.text.sentences import count
from ironbottom.games.hold_fast.data import tables
from ironbottom.games.hold_fast.information.view_types import UnitView, View
from ironbottom.games.hold_fast.pieces import ADJECTIVES, AREAS, PLACES, SIDES, UNITS
from ironbottom.games.hold_fast.state_types import Rules
from ironbottom.games.hold_fast.text.names import listed, name_of, place_name, side_does

Line = tuple[str, str]
"""A style (a side, ``head``, ``dim`` or nothing) and a paragraph, indented as it begins."""
TIE = "\xa0"
"""A space at which lines are not broken: between a unit's name and its figures."""


def board(view: View, rules: Rules) -> list[Line]:
    """The board as its viewer sees it, in paragraphs."""
    return [*_heading(view), *_areas(view, rules), *_places(view, rules), *_beside(view, rules), *_others(view)]


def _heading(view: View) -> Iterator[Line]:
    points = view["victory_points"]
    leader = f"the Allies lead by {points}" if points > 0 else f"Japan leads by {-points}" if points else "nobody leads"
    yield "head", f"Turn {view['turn']} of 8, {view['dates']}. Victory points: {leader}."
    for side, fields in view["resource_points"].items():
        yield side, f"{side_does(side, 'has')} {fields['points']} RP, {fields['spent']} of them spent."


def _areas(view: View, rules: Rules) -> Iterator[Line]:
    worth = rules.facts.table(tables.AREAS)
    for area in AREAS.ids:
        holder = view["control"][area]
        row = worth[area]
        text = f"{ADJECTIVES[holder]}" if holder else "neutral"
        battle = ", COMBAT" if view["battle"] == area else ""
        yield "head", f"{name_of(area)}: {text}, worth {row.vp_japan} to Japan, {row.vp_allies} to the Allies{battle}"
        for name, force in view["task_forces"].items():
            if force["at"] == area:
                yield "japan", f"  {name_of(name)}"
        yield from _standing(view, rules, area)


def _places(view: View, rules: Rules) -> Iterator[Line]:
    rows = rules.facts.table(tables.PLACES)
    for place in PLACES.ids:
        row, owner = rows[place], view["places"][place]
        repairs = f", repairs {row.repair - view['raided'].get(place, 0)}" if row.kind == "port" else ""
        seas = " and ".join(name_of(area) for area in row.touches)
        yield owner, f"{name_of(place)}, {ADJECTIVES[owner]} {row.kind}{repairs}, on {seas}"
        yield from _standing(view, rules, place)


def _beside(view: View, rules: Rules) -> Iterator[Line]:
    for where in ("off_board", *(f"over_{port}" for port in tables.PORTS), "task_force_1", "task_force_2"):
        lines = list(_standing(view, rules, where))
        if lines:
            yield "head", place_name(where)[:1].upper() + place_name(where)[1:]
            yield from lines


def _standing(view: View, rules: Rules, where: str) -> Iterator[Line]:
    for side in SIDES.ids:
        units = {unit: fields for unit, fields in view["units"][side].items() if fields["where"] == where}
        if units:
            yield side, f"  {_units(units, rules)}"
        blocks = view["hidden"].get(side, {}).get(where)
        if isinstance(blocks, int):
            yield side, f"  {count(blocks, f'{ADJECTIVES[side]} block')}"
        elif blocks:
            yield side, f"  {_blocks(view, side, blocks)}"


def _units(units: Mapping[str, UnitView], rules: Rules) -> str:
    """Units with dice and strength: ``Akagi 4d 3/3`` rolls four dice and has three of three strength points."""
    each = []
    for unit, fields in units.items():
        number = UNITS.index[unit]
        dice = f" {rules.pieces.dice[number]}d" if rules.pieces.dice[number] else ""
        turned = " (face up)" if fields["face_up"] else ""
        figures = f"{name_of(unit)}{dice} {fields['strength']}/{rules.pieces.strength[number]}{turned}"
        each.append(figures.replace(" ", TIE))
    return ", ".join(each)


def _blocks(view: View, side: str, blocks: Iterable[str]) -> str:
    """Hidden blocks, grouped by what the viewer knows about them."""
    groups: dict[str, list[str]] = {}
    known = {block: group["may_be"] for group in view["memory"].get(side, []) for block in group["blocks"]}
    for block in blocks:
        groups.setdefault(_guess(known[block]), []).append(block.rpartition("_")[2])
    each = (f"{'block' if len(b) == 1 else 'blocks'} {', '.join(b)} ({guess})" for guess, b in groups.items())
    return f"{ADJECTIVES[side]} {'; '.join(each)}"


def _guess(may_be: list[str]) -> str:
    if len(may_be) == 1:
        return name_of(may_be[0])
    return f"of {listed(may_be)}" if len(may_be) <= 4 else f"of {len(may_be)} units"


def _others(view: View) -> Iterator[Line]:
    for turn, units in view["due"].items():
        yield "dim", f"Due on turn {turn}: {listed(units)}."
    for turn, units in view["lost"].items():
        yield "", f"Lost on turn {turn}: {listed(units)}."
