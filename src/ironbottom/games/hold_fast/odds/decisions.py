"""The odds of the choices of a battle: air or surface, stay or withdraw (8.0).

Only what the side sees is counted; in a battle all blocks are face up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ironbottom.engine.state import State
from ironbottom.games.hold_fast.odds.fights import disables, removes, sinks
from ironbottom.games.hold_fast.pieces import FLIERS, SIDES, SUBMARINES, TRANSPORTS, UNITS
from ironbottom.odds.tables import OddsRow, OddsTable, group_rows

FATES = ["sunk", "disabled", "damaged", "unharmed"]
EVENLY = "one round, dice spread evenly"
NEVER_HIT = 7
STEPS = {"name_way", "stay_or_withdraw", "targeting"}


class Fighting(NamedTuple):
    """A unit in a battle, as it is seen."""

    id: str
    name: str
    strength: int
    dice: int
    hit_on: int
    air: bool


def tables(state: State, side: str) -> list[OddsTable]:
    """What an air round and a surface round would do to either side; none where no battle is fought."""
    view = state.view(side)
    top = state.stack[-1].name if state.stack else ""
    deciding = next((here.name for number, here in state.asking() if SIDES.ids[number] == side), top)
    area = view["battle"]
    if deciding not in STEPS or not area:
        return []
    enemy = next(one for one in SIDES.ids if one != side)
    own, other = (_units(state, view, one, area) for one in (side, enemy))
    ways = ("air", "surface") if deciding != "targeting" else ()
    return [table for way in ways for table in _round(way, own, other)]


def _units(state: State, view: Mapping[str, Any], side: str, area: str) -> list[Fighting]:
    """The units of a side that stand in the area of the battle and may fire."""
    pieces = state.rules.pieces
    found = []
    for unit, told in view["units"][side].items():
        if told["where"] != area or told.get("disabled"):
            continue
        number = UNITS.index[unit]
        if (TRANSPORTS | SUBMARINES) >> number & 1:
            continue
        air = bool(FLIERS >> number & 1)
        name, dice, hit_on = UNITS.titles[number], pieces.dice[number], pieces.hit_on[number]
        found.append(Fighting(unit, name, told["strength"], dice, hit_on, air))
    return found


def _round(way: str, own: list[Fighting], other: list[Fighting]) -> list[OddsTable]:
    """A round of one kind: by ship what becomes of it, and how many of each side stay."""
    rows, group = [], []
    for firing, at, whose in ((other, own, "your units"), (own, other, "enemy units")):
        dice = sum(unit.dice for unit in firing if unit.air == (way == "air"))
        targets = [unit for unit in at if unit.hit_on < NEVER_HIT]
        shares = [dice // len(targets) + (place < dice % len(targets)) for place in range(len(targets))]
        fates = [_fate(unit, share) for unit, share in zip(targets, shares, strict=True)]
        rows += [OddsRow(unit.id, unit.name, fate) for unit, fate in zip(targets, fates, strict=True)]
        group += group_rows(whose, [fate[2] + fate[3] for fate in fates], "stays", "stay")
    title = f"{way.capitalize()} combat"
    tables = [OddsTable(f"{title}: the whole group", ["yes", "no"], group, EVENLY)] if group else []
    return [*tables, OddsTable(f"{title}: by ship", FATES, rows, EVENLY)] if rows else []


def _fate(unit: Fighting, dice: int) -> list[float]:
    """8.1.4, 8.1.5 Sunk, else disabled, else damaged, else unharmed."""
    sunk = sinks(dice, unit.hit_on, unit.strength)
    gone = removes(dice, unit.hit_on, unit.strength)
    quiet = (1 - 1 / 6 - (NEVER_HIT - unit.hit_on) / 6) ** dice if disables(dice) < 1 else 0.0
    return [sunk, max(0.0, gone - sunk), max(0.0, 1 - gone - quiet), quiet]
