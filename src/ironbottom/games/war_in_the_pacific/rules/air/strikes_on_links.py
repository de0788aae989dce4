"""15.5 Strikes on links: torpedoes, then bombs, one roll each, against a Defence of four; no contact is needed.

Patrols over the hex and the fire of the link's escorts come first, as in every Strike. Each level falls on merchant
shipping of the link as in 13.6; a roll takes at most the four levels of one unit.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific.derived import merchant_links
from ironbottom.games.war_in_the_pacific.derived.flight_duties import BOMB, TORPEDO
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS, effective_level
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.air import naval_strike, naval_strike_tables, waves
from ironbottom.games.war_in_the_pacific.rules.merchant.link_losses import lose_level
from ironbottom.games.war_in_the_pacific.rules.naval.damage import damage_levels, damage_points
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import RecordingRoller
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

DEFENCE = 4
"""15.5 The Defence of merchant shipping on a link."""


def strike_link(execution: Execution, side: int, wave: int) -> None:
    """15.5, 20.16 A wave strikes a link: torpedoes, then bombs."""
    pieces = execution.rules.pieces
    aim = waves.aim_of(execution.state, wave)
    for role in (TORPEDO, BOMB):
        loads = [
            naval_strike.AttackPoints(-1, stack, which, points)
            for (stack, which), points in naval_strike.attackers_in_wave(execution.state, side, wave).items()
            if which == role
        ]
        ordnances = tuple([naval_strike.weapons_of(execution.state, load) for load in loads])
        strength = naval_strike_tables.strength_on(ordnances, naval_strike.KIND_OF[role])
        if not strength:
            continue
        roller = RecordingRoller(execution)
        added = naval_strike.modifiers_at(execution.state, side, wave, aim.hex, loads, moving=True)
        points = damage_points(pieces.charts, strength, roller.roll(6, Roll.DAMAGE), added)
        found = damage_levels(pieces.charts, points, DEFENCE, roller.roll(6, Roll.RESULTS))
        levels = min(found, FLOATS, levels_left(execution.state, aim.link))
        execution.emit(log.LINK_STRUCK, wave, aim.link, strength, added, tuple(roller.dice), levels)
        for _ in range(levels):
            lose_level(execution, aim.link)


def levels_left(state: State, link: int) -> int:
    """12.2 The levels that the merchant shipping of a link can still lose."""
    return sum(max(FLOATS - effective_level(state, ship), 0) for ship in merchant_links.merchants_on(state, link))
