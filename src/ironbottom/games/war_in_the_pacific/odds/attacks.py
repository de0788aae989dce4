"""24.0 The odds of a ground attack: strengths and shifts by the game's rules, then its six dice."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.core.fields import members
from ironbottom.games.war_in_the_pacific.derived import ground_stacks
from ironbottom.games.war_in_the_pacific.odds.fights import ground_attack
from ironbottom.games.war_in_the_pacific.pieces import HEXES
from ironbottom.games.war_in_the_pacific.questions import HasTaking
from ironbottom.games.war_in_the_pacific.rules.land import ground_battle
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import attackers_of
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.odds.distributions import mean
from ironbottom.odds.tables import OddsRow, OddsTable

GROUND = ["stays", "retreats", "eliminated", "defender loses, on average", "attacker loses, on average"]


def attack_row(state: State, side: int, units: list[int], target: int) -> OddsRow:
    """24.2 to 24.9 An attack of the given units on a hex."""
    odds = ground_battle.odds_of(state, side, units, target)
    name = f"{HEXES.titles[target]}: {odds.attacker} to {odds.defender}"
    if ground_battle.overrun(state, odds, target):
        return OddsRow(HEXES.ids[target], name, [0.0, 0.0, 1.0, float(odds.defender), 0.0])
    result = ground_attack(state.rules.pieces.charts, odds.attacker, odds.defender, sum(odds.shifts))
    dug_in = ground_stacks.entrenched(state, 1 - side, target)
    goes = 0.0 if dug_in else result.retreats
    loses = mean(result.defender_loses)
    if dug_in:
        loses = min(loses + result.retreats * ground_battle.garrison_loss(odds.defender), float(odds.defender))
    stays = max(0.0, 1 - goes - result.eliminated)
    return OddsRow(HEXES.ids[target], name, [stays, goes, result.eliminated, loses, mean(result.attacker_loses)])


def attacks(state: State, side: int, frame: Any) -> OddsTable:
    """24.1 Every hex that may be attacked, with all units that may take part."""
    may = attackers_of(state, frame, side)
    rows = [attack_row(state, side, units, target) for target, units in sorted(may.items())]
    return OddsTable("Attacks with all units that may take part", GROUND, rows, "")


def attack_with(state: State, side: int, frame: HasTaking) -> OddsTable:
    """24.1 The attack that is being composed: with the units named so far, and with all units."""
    rows = [attack_row(state, side, members(units), frame.where) for units in (frame.taking, frame.may) if units]
    named = ["The units named", "All units"][-len(rows) :]
    result = [
        OddsRow(who, f"{who}: {row.name.rpartition(': ')[2]}", row.chances)
        for who, row in zip(named, rows, strict=True)
    ]
    return OddsTable("This attack", GROUND, result, "")
