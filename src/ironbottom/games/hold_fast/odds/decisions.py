"""The odds of the choices in a battle: air or surface, stay or withdraw, the target of a landing (8.0).

In a battle all blocks are face up, so both sides know everything that is counted here. Before anyone has aimed, each
unit that fires, the strongest first, is assumed to take the target with the fewest dice on it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.engine.core.fields import members
from ironbottom.engine.text.sentences import capitalized
from ironbottom.games.hold_fast.odds.fights import disable_probability, removal_probability, sink_probability, volley
from ironbottom.games.hold_fast.pieces import FIGHTERS, GARRISON, SIDES, UNITS, Pieces
from ironbottom.games.hold_fast.rules.fire import AIR_FIRE, SURFACE_FIRE, targets, units_that_fire
from ironbottom.games.hold_fast.rules.land_fight import GARRISON_HIT_ON, LandFight, strength_of, units_to_aim
from ironbottom.games.hold_fast.rules.pursuit import like_pairs
from ironbottom.games.hold_fast.state import BATTLE, STRENGTH, opponent, units_in_area
from ironbottom.games.hold_fast.state_types import State
from ironbottom.odds.distributions import at_least
from ironbottom.odds.tables import OddsRow, OddsTable, group_rows

FATES = ["sunk", "disabled", "damaged", "unharmed"]
PURSUED = ["sunk", "damaged", "unharmed"]
ASHORE = ["lost", "damaged", "unharmed"]
EVENLY = "one round, dice spread evenly"
NEVER_HIT = 7
ROUNDS = {"name_way", "stay_or_withdraw"}


def tables(state: State, side: str) -> list[OddsTable]:
    """The effects of an air round and a surface round on both sides, or of a pursuit; none outside a battle."""
    number = SIDES.index[side]
    here = next((frame for asked, frame in state.pending() if asked == number), None)
    if isinstance(here, LandFight):
        return _ashore(state, here)
    area = state.cells[BATTLE]
    if here is None or here.name not in ROUNDS or area < 0:
        return []
    result = [table for kind in (AIR_FIRE, SURFACE_FIRE) for table in _round(state, number, area, kind)]
    return result + (_pursued(state, number, area) if here.name == "stay_or_withdraw" else [])


def even_dice(dice: Mapping[int, int], target_set: int) -> dict[int, int]:
    """The dice at each target if these units fire, the strongest first, each at the target with the fewest dice on it.

    >>> even_dice({1: 4, 2: 3, 3: 1}, 0b110000)
    {4: 4, 5: 4}
    """
    aimed = dict.fromkeys(members(target_set), 0)
    for unit in sorted(dice, key=lambda one: (-dice[one], one)) if aimed else ():
        target = min(aimed, key=lambda one: (aimed[one], one))
        aimed[target] += dice[unit]
    return aimed


def _dice_of(state: State, units: int) -> dict[int, int]:
    return {unit: state.rules.pieces.dice[unit] for unit in members(units)}


def _round(state: State, side: int, area: int, kind: int) -> list[OddsTable]:
    """A round of one kind: each ship's possible results, and the number of units of each side that stay."""
    rows: list[OddsRow] = []
    group: list[OddsRow] = []
    for firing, whose in ((opponent(side), "your units"), (side, "enemy units")):
        target_set = targets(state.cells, area, firing, kind)
        aimed = even_dice(_dice_of(state, units_that_fire(state.cells, area, firing, kind)), target_set)
        fates = [
            _fate(state, unit, dice) for unit, dice in aimed.items() if state.rules.pieces.hit_on[unit] < NEVER_HIT
        ]
        rows += fates
        group += group_rows(
            whose, [row.chances[2] + row.chances[3] for row in fates], "survives in place", "survive in place"
        )
    if all(row.chances[3] == 1 for row in rows):
        return []
    title = "Air combat" if kind == AIR_FIRE else "Surface combat"
    whole = [OddsTable(f"{title}: the whole group", ["yes", "no"], group, EVENLY)] if group else []
    return [*whole, OddsTable(f"{title}: by ship", FATES, rows, EVENLY)]


def _fate(state: State, unit: int, dice: int) -> OddsRow:
    return fate_row(state.rules.pieces, unit, dice, state.cells[STRENGTH + unit])


def fate_row(pieces: Pieces, unit: int, dice: int, strength: int) -> OddsRow:
    """8.1.4, 8.1.5 The results for a ship, of which the first that applies counts: sunk, disabled, damaged, or
    unharmed.
    """
    hit_on = pieces.hit_on[unit]
    sunk, gone = sink_probability(dice, hit_on, strength), removal_probability(dice, hit_on, strength)
    quiet = ((hit_on - 2) / 6) ** dice if disable_probability(dice) < 1 else 0.0
    chances = [sunk, max(0.0, gone - sunk), max(0.0, 1 - gone - quiet), quiet]
    return OddsRow(UNITS.ids[unit], UNITS.titles[unit], chances)


# -- 8.9 if the side withdraws -------------------------------------------------------------------------


def _pursued(state: State, side: int, area: int) -> list[OddsTable]:
    """8.9.1 One round of fire by the units of like type that stay, at each unit that withdraws; a 1 has no effect."""
    cells, pieces = state.cells, state.rules.pieces
    staying, leaving = units_in_area(cells, area, opponent(side)), units_in_area(cells, area, side)
    aimed: dict[int, int] = {}
    for firing, target_set in like_pairs(staying, leaving):
        for unit, dice in even_dice(_dice_of(state, firing), target_set).items():
            aimed[unit] = aimed.get(unit, 0) + dice
    rows = []
    for unit in members(leaving):
        hits = volley(aimed.get(unit, 0), pieces.hit_on[unit])
        sunk = at_least(hits, cells[STRENGTH + unit])
        rows.append(OddsRow(UNITS.ids[unit], UNITS.titles[unit], [sunk, max(0.0, 1 - sunk - hits[0]), hits[0]]))
    if not aimed:
        return []
    group = group_rows("your units", [1 - row.chances[0] for row in rows], "gets away", "get away")
    note, title = "one round of fire by all units of a kind, dice spread evenly", "If you withdraw and are pursued"
    whole = [OddsTable(f"{title}: the whole group", ["yes", "no"], group, note)] if group else []
    return [*whole, OddsTable(f"{title}: by ship", PURSUED, rows, note)]


# -- 8.8.2 on land -------------------------------------------------------------------------------------


def _ashore(state: State, frame: LandFight) -> list[OddsTable]:
    """8.8.2 The combined effect on each target of the units that have still to aim."""
    units, target_set = units_to_aim(frame)
    dice = sum(strength_of(state.cells, unit) for unit in members(units))
    rows = []
    for target in members(target_set):
        hit_on = GARRISON_HIT_ON if target == GARRISON else state.rules.pieces.hit_on[target]
        hits = volley(dice, hit_on)
        lost = at_least(hits, strength_of(state.cells, target))
        chances = [lost, max(0.0, 1 - lost - hits[0]), hits[0]]
        rows.append(OddsRow(FIGHTERS.ids[target], capitalized(FIGHTERS.titles[target]), chances))
    return [OddsTable("If all units still to aim fire at one target", ASHORE, rows, f"{dice} dice")]
