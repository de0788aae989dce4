"""The odds of the choices of a battle: day or night, stay or retreat, guns of carriers, sorties (7.0, 8.0).

They apply before targets are named: each side distributes its shots evenly (``even_aims``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.text.sentences import capitalized
from ironbottom.games.victory_in_the_pacific.odds.fights import FateChances, kamikazes, round_fates, volley_chances
from ironbottom.games.victory_in_the_pacific.odds.pursuits import even_aims
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    CENTRAL_PACIFIC,
    DAY,
    NIGHT,
    SHIPS,
    SIDES,
    UNITS,
    UNITS_OF_SIDE,
)
from ironbottom.games.victory_in_the_pacific.rules.air_battle import Roles, air_unit_left
from ironbottom.games.victory_in_the_pacific.rules.combat_log import FIGHTERS
from ironbottom.games.victory_in_the_pacific.rules.effects import airstrike
from ironbottom.games.victory_in_the_pacific.rules.fire import shooters
from ironbottom.games.victory_in_the_pacific.rules.island_combat import GARRISON, IslandAiming, island_shots
from ironbottom.games.victory_in_the_pacific.state import AT
from ironbottom.games.victory_in_the_pacific.state_types import State
from ironbottom.odds.distributions import at_least, total, uniform_over
from ironbottom.odds.tables import OddsRow, OddsTable, group_rows

FATES = ["sunk", "disabled", "damaged", "unharmed"]
EVENLY = "one action, fire spread evenly"
HAWAII = "hawaiian_islands"
PEARL = "pearl_harbor"
Tables = list[OddsTable]


def tables(state: State, side: str) -> Tables:
    """The possible results of a side's decision, by ship and for the whole group; none if there can be no fight."""
    deciding = next((here for number, here in state.pending() if SIDES.ids[number] == side), None)
    result = WRITERS.get(deciding.name) if deciding else None
    return result(state, side, deciding) if result else []


def _both_ways(state: State, side: str, frame: Procedure) -> Tables:
    """7.3, 7.92 A day action and a night action of all units in the battle."""
    return [table for kind in (DAY, NIGHT) for table in _action(state, side, kind, _in_battle(state))]


def _by_night(state: State, side: str, frame: Procedure) -> Tables:
    """5.33, 20.6 The next night action."""
    return _action(state, side, NIGHT, _in_battle(state))


def _left_behind(state: State, side: str, frame: Any) -> Tables:
    """20.8 An action of the remaining units, without those named to leave."""
    return _if(state, side, "The units that stay", _in_battle(state) & ~frame.going)


def _group_found(state: State, side: str, frame: Procedure) -> Tables:
    """18.32 A group in the Central Pacific that stays, against Japan's units there."""
    return _if(state, side, "If it stays", state.cells[AT + CENTRAL_PACIFIC])


def _if(state: State, side: str, what: str, units: int) -> Tables:
    """A day action and a night action that may follow."""
    titles = ((DAY, f"{what}: a day action"), (NIGHT, f"{what}: a night action"))
    return [table for kind, title in titles for table in _action(state, side, kind, units, title)]


def _in_battle(state: State) -> int:
    battle: Any = next((frame for frame in reversed(state.stack) if frame.name == "battle"), None)
    return battle.units if battle else 0


def _off_hawaii(state: State, side: str, here: Procedure) -> Tables:
    """18.31 to 18.35 The day action that may follow off Hawaii: units at sea, and those that may leave port."""
    view = state.view(side)
    at_sea, in_port = (
        [unit for own in view["units"].values() for unit in own.get(spot, ())] for spot in (HAWAII, PEARL)
    )
    raiders = [unit for frame in view["frames"] for unit in frame.get("ships", ()) if frame["procedure"] == "air_raid"]
    out = at_sea + (in_port if here.name == "sortie" else []) + raiders
    units = sum(1 << UNITS.index[unit] for unit in dict.fromkeys(out))
    if not all(units & UNITS_OF_SIDE[number] for number in range(len(SIDES.ids))):
        return []
    title = "If all in port come out" if here.name == "sortie" else "If there is a battle"
    return _action(state, side, DAY, units, title + ": a day action")


def _action(state: State, side: str, kind: int, units: int, title: str = "") -> Tables:
    """One action of this kind between all these units: by ship, and the number of units of each side that stay."""
    pieces, cells = state.rules.pieces, state.cells
    number = SIDES.index[side]
    rows, group = [], []
    for target, whose in ((number, "your units"), (1 - number, "enemy units")):
        own, enemy = units & UNITS_OF_SIDE[target], units & UNITS_OF_SIDE[1 - target]
        aims = even_aims(pieces, cells, kind, enemy, own)
        fates = round_fates(pieces, cells, kind, aims, bonus=kamikazes(pieces, cells, kind))
        there = members(own & (SHIPS | AIR))
        spared = FateChances(0.0, 0.0, 0.0, 1.0, 0.0)
        each = [fates.get(unit, spared) for unit in there]
        rows += [
            OddsRow(UNITS.ids[unit], UNITS.titles[unit], list(fate[:4])) for unit, fate in zip(there, each, strict=True)
        ]
        chances = [1 - fate.sunk - fate.disabled for fate in each]
        group += group_rows(whose, chances, "survives in place", "survive in place")
    if not any(row.chances[3] < 1 for row in rows):
        return []
    named = title or ("A day action" if kind == DAY else "A night action")
    result = [OddsTable(f"{named}, the whole group", ["yes", "no"], group, EVENLY)] if group else []
    return [*result, OddsTable(f"{named}, by ship", FATES, rows, EVENLY)]


# -- 22.2, 23.3 optional rules -------------------------------------------------------------------------


def _ashore(state: State, side: str, frame: IslandAiming) -> Tables:
    """22.2 The combined effect of the units that have still to aim on each target."""
    pieces, cells = state.rules.pieces, state.cells
    shots = sum(island_shots(pieces, cells, unit) for unit in members(frame.left))
    fire = total([uniform_over([0, 0, 0, 0, 0, 1])] * shots)
    rows = []
    for target in members(frame.targets):
        left = 0 if target == GARRISON else island_shots(pieces, cells, target)
        lost = at_least(fire, left + 1)
        chances = [lost, max(0.0, 1 - lost - fire[0]), fire[0]]
        rows.append(OddsRow(FIGHTERS.ids[target], capitalized(FIGHTERS.titles[target]), chances))
    return [OddsTable("If all the others fire at one target", ["lost", "damaged", "unharmed"], rows, f"{shots} shots")]


def _in_the_air(state: State, side: str, here: Roles) -> Tables:
    """23.31 The effect of a side's airstrikes on the enemy's airstrikes if all of them defend, with evenly distributed
    shots.
    """
    pieces, cells = state.rules.pieces, state.cells
    battle: Any = next(frame for frame in reversed(state.stack) if frame.name == "air_battle")
    number = SIDES.index[side]
    enemy = shooters(pieces, cells, DAY, battle.units & cells[AT + battle.area] & UNITS_OF_SIDE[1 - number])
    own = {unit: airstrike(pieces, cells, unit) for unit in members(here.left | here.defending)}
    aimed = dict.fromkeys(members(enemy), 0)
    for unit in sorted(own, key=lambda one: (-own[one], one)) if aimed else ():
        aimed[min(aimed, key=lambda one: (aimed[one], one))] += own[unit]
    rows = [OddsRow(UNITS.ids[unit], UNITS.titles[unit], _shot_down(state, unit, n)) for unit, n in aimed.items()]
    note = "all shots spread evenly"
    return (
        [OddsTable("If all defend: enemy airstrikes", ["shot down", "weakened", "whole"], rows, note)] if rows else []
    )


def _shot_down(state: State, unit: int, shots: int) -> list[float]:
    """23.32, 23.36 The probabilities that none, part, or all of an airstrike is left after this many shots."""
    pieces, cells = state.rules.pieces, state.cells
    whole, gone, hurt = airstrike(pieces, cells, unit), 0.0, 0.0
    for points, chance in enumerate(volley_chances(shots, False, True).damage):
        left = air_unit_left(pieces, cells, unit, points) if AIR >> unit & 1 else max(whole - points, 0)
        gone += chance if not left else 0.0
        hurt += chance if points and left else 0.0
    return [gone, hurt, max(0.0, 1 - gone - hurt)]


WRITERS: dict[str, Callable[[State, str, Any], Tables]] = {
    **dict.fromkeys(("name_action", "stay_or_retreat", "stay_or_part"), _both_ways),
    **dict.fromkeys(("announcement", "joining"), _by_night),
    **dict.fromkeys(("sortie", "allies_off_hawaii", "japan_off_hawaii", "raid_force"), _off_hawaii),
    "detaching": _left_behind,
    "uncertain": _group_found,
    "island_aiming": _ashore,
    "roles": _in_the_air,
}
"""The odds function of each procedure, by name."""
