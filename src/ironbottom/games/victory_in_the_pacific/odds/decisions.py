"""The odds of the choices of a battle: day or night, stay or retreat, guns of carriers, sorties (7.0, 8.0).

They are told before anybody has aimed: each side spreads its shots as evenly as it can (``even_aims``).
"""

from __future__ import annotations

from typing import Any

from ironbottom.engine.fields import members
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific.odds.chases import even_aims
from ironbottom.games.victory_in_the_pacific.odds.fights import Fate, kamikazes, round_fates
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    DAY,
    NIGHT,
    OF_SIDE,
    SHIPS,
    SIDES,
    UNITS,
)
from ironbottom.odds.tables import OddsRow, OddsTable, group_rows

FATES = ["sunk", "disabled", "damaged", "unharmed"]
EVENLY = "one action, fire spread evenly"
ROUNDS = {"name_action", "stay_or_retreat", "stay_or_part", "announcement"}
HAWAII = "hawaiian_islands"
PEARL = "pearl_harbor"
OFF_HAWAII = {"sortie", "allies_off_hawaii", "japan_off_hawaii", "raid_force"}


def tables(state: State, side: str) -> list[OddsTable]:
    """What a day action and a night action would do to either side; none where nobody could fight."""
    deciding = next((here.name for number, here in state.asking() if SIDES.ids[number] == side), "")
    if deciding in ROUNDS:
        battle: Any = next((frame for frame in reversed(state.stack) if frame.name == "battle"), None)
        units = battle.units if battle else 0
        ways = (NIGHT,) if deciding == "announcement" else (DAY, NIGHT)
        return [table for way in ways for table in _action(state, side, way, units)]
    if deciding in OFF_HAWAII:
        return _off_hawaii(state, side, deciding)
    return []


def _off_hawaii(state: State, side: str, deciding: str) -> list[OddsTable]:
    """18.31 to 18.35 The day action that may follow off Hawaii: those at sea, and those that may come out of port."""
    view = state.view(side)
    at_sea, in_port = (
        [unit for own in view["units"].values() for unit in own.get(spot, ())] for spot in (HAWAII, PEARL)
    )
    raiders = [unit for frame in view["frames"] for unit in frame.get("ships", ()) if frame["procedure"] == "air_raid"]
    out = at_sea + (in_port if deciding == "sortie" else []) + raiders
    units = sum(1 << UNITS.index[unit] for unit in dict.fromkeys(out))
    if not all(units & OF_SIDE[number] for number in range(len(SIDES.ids))):
        return []
    title = "If all in port come out" if deciding == "sortie" else "If it comes to battle"
    return _action(state, side, DAY, units, title + ": a day action")


def _action(state: State, side: str, way: int, units: int, title: str = "") -> list[OddsTable]:
    """One action of this kind between all these units: by ship, and how many of each side stay."""
    pieces, cells = state.rules.pieces, state.cells
    number = SIDES.index[side]
    rows, group = [], []
    for target, whose in ((number, "of your units"), (1 - number, "enemy units")):
        own, enemy = units & OF_SIDE[target], units & OF_SIDE[1 - target]
        aims = even_aims(pieces, cells, way, enemy, own)
        fates = round_fates(pieces, cells, way, aims, bonus=kamikazes(pieces, cells, way))
        there = members(own & (SHIPS | AIR))
        spared = Fate(0.0, 0.0, 0.0, 1.0, 0.0)
        each = [fates.get(unit, spared) for unit in there]
        rows += [
            OddsRow(UNITS.ids[unit], UNITS.titles[unit], list(fate[:4])) for unit, fate in zip(there, each, strict=True)
        ]
        chances = [1 - fate.sunk - fate.disabled for fate in each]
        group += group_rows(whose, chances, "stays", "stay")
    if not any(row.chances[3] < 1 for row in rows):
        return []
    named = title or ("A day action" if way == DAY else "A night action")
    found = [OddsTable(f"{named}, the whole group", ["yes", "no"], group, EVENLY)] if group else []
    return [*found, OddsTable(f"{named}, by ship", FATES, rows, EVENLY)]
