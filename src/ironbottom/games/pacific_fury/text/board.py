"""The board of Pacific Fury as text, by sea areas, boxes and bases, with only what the view contains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ironbottom.engine.text.sentences import count
from ironbottom.games.pacific_fury.information.view_types import TaskForce, View
from ironbottom.games.pacific_fury.pieces import BOXES, CARRIERS, EXPRESS, SIDES, TRANSPORTS, UNITS, ZONES
from ironbottom.games.pacific_fury.state import anti_air, force_type
from ironbottom.games.pacific_fury.state_types import Rules
from ironbottom.games.pacific_fury.text.names import (
    ADJECTIVES,
    BASES,
    box_label,
    listed,
    name_of,
    side_does,
    side_of_unit,
)

Line = tuple[str, str]
"""A style (a side, ``head``, ``dim`` or nothing) and a paragraph, indented as it begins."""

TIE = "\xa0"
"""A space at which lines are not broken: between a ship's name and its factors."""
BASE_IDS = {"japan": "truk", "allies": "espiritu_santo"}
TRACK = range(-5, 6)


def board(view: View, rules: Rules) -> list[Line]:
    """The board as its viewer sees it, in paragraphs."""
    return [*_heading(view), *_zones(view, rules), *_boxes(view, rules), *_bases(view, rules), *_others(view)]


def own_counters(view: View, rules: Rules) -> list[Line]:
    """The counters in the base and the boxes of a side that is forming its task forces."""
    side = view["side"]
    return [*_boxes_of(side, view, rules), *_base(side, view, rules)]


def targets(view: View, rules: Rules) -> list[Line]:
    """The possible targets of a round's hits, with their factors and the hits they have."""
    frame = view["frames"][-1]
    units, given = frame["pools"][0]["units"], frame["assigned"]
    each = (f"{_unit(unit, rules)}{_hits(given.get(unit, 0))}" for unit in units)
    return [("", f"To be hit (combat/defence): {', '.join(each)}")]


def _hits(hits: int) -> str:
    return f" ({count(hits, 'hit')})".replace(" ", TIE) if hits else ""


# -- the parts of the board, from the top ----------------------------------------------------------------


def _heading(view: View) -> Iterator[Line]:
    operations = view["operations"]
    who = operations["phasing"]
    now = f" Operation {operations['number']} of 7 for {name_of(who)}." if who else ""
    initiative = side_does(view["initiative"], "has")
    yield "head", f"{view['month']} 1942, turn {view['turn']} of 4. {initiative} the initiative.{now}"
    henderson = view["henderson"]
    boxes = (f"[{box_label(box)}]" if box == henderson["marker"] else box_label(box) for box in TRACK)
    yield "", f"Initiative track: {' '.join(boxes)}"
    status = "operational" if henderson["operational"] else "DISRUPTED"
    factors = (
        f"combat factor {henderson['combat']}, disrupted by {count(henderson['hits_to_disrupt'], 'hit')}, "
        f"combat air patrol {henderson['cover']}"
    )
    yield henderson["side"], f"Henderson Field: {name_of(henderson['side'])}, {status}; {factors}."


def _zones(view: View, rules: Rules) -> Iterator[Line]:
    for zone in ZONES.ids:
        here = [(force, fields) for force, fields in view["forces"].items() if fields["where"] == zone]
        yield "head", f"{name_of(zone)}{'' if here else ': nobody'}"
        for force, fields in here:
            yield fields["side"], f"  {_force(force, fields, rules)}"


def _boxes(view: View, rules: Rules) -> Iterator[Line]:
    for side in SIDES.ids:
        yield from _boxes_of(side, view, rules)


def _boxes_of(side: str, view: View, rules: Rules) -> Iterator[Line]:
    waiting = {
        int(fields["where"].removeprefix("box_")): (force, fields)
        for force, fields in view["forces"].items()
        if fields["side"] == side and fields["where"].startswith("box_")
    }
    yield "head", f"{ADJECTIVES[side]} operation boxes{'' if waiting else ': empty'}"
    for box in range(1, len(BOXES) + 1):
        if box in waiting:
            force, fields = waiting[box]
            yield side, f"  Box {box}: {_force(force, fields, rules)}"


def _bases(view: View, rules: Rules) -> Iterator[Line]:
    for side in SIDES.ids:
        yield from _base(side, view, rules)


def _base(side: str, view: View, rules: Rules) -> Iterator[Line]:
    base = view["bases"][BASE_IDS[side]]
    home = [
        (force, fields)
        for force, fields in view["forces"].items()
        if fields["side"] == side and fields["where"] == "home"
    ]
    yield "head", f"{BASES[side]}, base of {name_of(side)}"
    if base["units"]:
        yield side, f"  {_units(base['units'], rules)}"
    elif base["counters"] is None:
        yield side, "  counters face down"
    else:
        yield side, f"  {count(base['counters'], 'counter')}{' face down' if base['counters'] else ''}"
    for force, fields in home:
        yield side, f"  Back in base: {_force(force, fields, rules)}"


def _others(view: View) -> Iterator[Line]:
    if view["reserve"]:
        yield "", f"Japanese Reserve: {listed(view['reserve'])}."
    for turn, units in view["due"].items():
        yield "", f"Turn track, due on turn {turn}: {listed(units)}."
    if view["sunk"]:
        yield "", f"Sunk: {_by_side(view['sunk'])}."
    if view["gone"]:
        yield "", f"Out of the campaign: {_by_side(view['gone'])}."


# -- counters ------------------------------------------------------------------------------------------


def _force(force: str, data: TaskForce, rules: Rules) -> str:
    """A task force: its type and its known units, otherwise the number of counters and what they cannot be."""
    units, counters = data["units"], data["counters"]
    name = name_of(force)
    if units and (counters is None or len(units) == counters):
        seen = "" if data["face_up"] else ", face down to the enemy"
        return f"{name} ({_kind(units, rules)}{seen}): {_units(units, rules)}"
    hidden = "counters" if counters is None else count(counters - len(units), "counter")
    more = " more" if units else ""
    cannot = " or ".join(_plain(kind) for kind in data["cannot_hold"])
    limits = f" (cannot hold {cannot})" if cannot else ""
    known = f"{_units(units, rules)}, and " if units else ""
    return f"{name}: {known}{hidden}{more} face down{limits}"


def _plain(kind: str) -> str:
    return {"transports": "Transports", "tokyo_express": "the Tokyo Express"}.get(kind, kind)


def _kind(units: Sequence[str], rules: Rules) -> str:
    """The type of a task force (8.3), with the ratings of a carrier force (10.5)."""
    bits = sum(1 << UNITS.index[unit] for unit in units)
    if bits & EXPRESS:
        return "Tokyo Express"
    kind = f"TF-{force_type(bits)}"
    if not bits & CARRIERS:
        return kind
    planes = sum(rules.pieces.planes[UNITS.index[unit]] for unit in units)
    return f"{kind}, air strike {planes}, anti-air {anti_air(bits)}"


def _units(units: Iterable[str], rules: Rules) -> str:
    """Units with their factors: ``Shokaku 4/2++`` is combat 4, defence 2, two aircraft icons."""
    return ", ".join(_unit(unit, rules) for unit in units) or "nothing"


def _unit(unit: str, rules: Rules) -> str:
    return f"{name_of(unit)}{_factors(unit, rules)}".replace(" ", TIE)


def _factors(unit: str, rules: Rules) -> str:
    number = UNITS.index[unit]
    if 1 << number & TRANSPORTS:
        return ""
    pieces = rules.pieces
    return f" {pieces.combat[number]}/{pieces.defence[number]}{'+' * pieces.planes[number]}"


def _by_side(units: Sequence[str]) -> str:
    each = []
    for side in SIDES.ids:
        own = [unit for unit in units if side_of_unit(unit) == side]
        if own:
            each.append(f"{ADJECTIVES[side]} {listed(own)}")
    return "; ".join(each)
