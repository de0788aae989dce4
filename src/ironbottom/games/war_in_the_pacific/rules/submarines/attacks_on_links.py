"""13.6, 13.8 Submarine attacks on merchant shipping in Strategic Mode, ordered and resolved in the Submarine Phase.

All available points of a Subron attack the link that it was sent against; they are then not ready against Task Forces.
Nobody sees the dice, since they would reveal escorts and the number of ships (1.3); the levels lost are public.
"""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.merchant.link_losses import lose_level
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import era_figure
from ironbottom.games.war_in_the_pacific.rules.search.detection import UNSEEN
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import subron_points, subrons_of
from ironbottom.games.war_in_the_pacific.state import LINKS, SUBRONS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

REACH = 2
"""13.6 A Subron attacks a link if one of its hexes is within this many hexes."""
MAX_ESCORTS = 3
"""13.6 The largest number of escorts that counts."""
COUNTED_ESCORTS = ("DE", "CD")
"""13.6 The types of escorts that count."""


# -- 13.6 orders ---------------------------------------------------------------------------------------


def links_near(state: State, subron: int) -> list[int]:
    """13.6 The enemy links within two hexes of a Subron on station."""
    hex, side = state.cells[layout.SUBRON_AT + subron], subron // layout.SUBRONS_A_SIDE
    if hex < 0 or state.cells[layout.SUBRON_MODE + subron] != layout.ON_STATION:
        return []
    near = frozenset(GRID.within(hex, REACH))
    return [link for link in links.in_use(state, 1 - side) if not near.isdisjoint(links.path_of(state, link))]


@restriction("13.6", "{subron} already has a link to attack, or no enemy link is within two hexes of it on station")
def may_attack_link(state: State, frame: Procedure, side: int) -> IdSet:
    prey = state.arrays[layout.SUBRON_PREY]
    able = [subron for subron in subrons_of(side) if not prey[subron] and links_near(state, subron)]
    return sets.from_iterable(able, len(SUBRONS))


@restriction("13.6", "{link} is not an enemy link within two hexes of {subron}")
def link_in_reach(state: State, frame: Procedure, side: int, subron: int) -> IdSet:
    return sets.from_iterable(links_near(state, subron), len(LINKS))


ATTACK_LINK = Verb(
    "attack_link",
    clause="13.6",
    ends_list="never",
    subron=Argument(SUBRONS, may_attack_link, always_completes=True),
    link=Argument(LINKS, link_in_reach),
)


# -- 13.6 the attack -----------------------------------------------------------------------------------


def modifier(state: State, subron: int, link: int) -> int:
    """13.6, 39.1 The modifier of the die of an attack on a link."""
    pieces = state.rules.pieces
    rows = pieces.facts.table(charts.SUB_MODS)
    side = subron // layout.SUBRONS_A_SIDE
    guards = [pieces.ships[ship].type for ship in links.escorts_on(state, link)]
    counted = min(sum(kind in COUNTED_ESCORTS for kind in guards), MAX_ESCORTS)
    result: int = rows["escort"].modifier * counted
    if not state.cells[layout.SUBRON_FLEET + subron]:
        result += rows["coastal"].modifier
    if side == ALLIES:
        result += era_figure(state, "us_submarines")
    if side == JAPAN:
        result += rows["japan_shipping"].modifier
    if len(links.merchants_on(state, link)) > 1:
        result += rows["two_ships"].modifier
    return result


def attack_a_link(execution: Execution, subron: int, link: int) -> None:
    """13.6, 13.8 All available points of a Subron attack a link, then its escorts hunt."""
    state, pieces = execution.state, execution.rules.pieces
    points = state.cells[layout.SUBRON_READY + subron]
    state.cells[layout.SUBRON_READY + subron] = 0
    if not points or not links.merchants_on(state, link):
        return
    die = execution.roll(6, Roll.ATTACK_ON_A_LINK, UNSEEN) + modifier(state, subron, link)
    levels = pieces.charts.sub_shipping_attack.read(points, min(max(die, 1), 6))
    hex = state.cells[layout.SUBRON_AT + subron]
    strength = hunters_of_link(state, link, hex)
    execution.emit(log.LINK_ATTACKED, link, points, levels)
    for _ in range(levels):
        lose_level(execution, link)
    if strength > 0:
        die = execution.roll(6, Roll.HUNT_FOR_SUBMARINES, UNSEEN)
        lost = min(pieces.charts.asw.read(strength, die), points, subron_points(state, subron))
        if lost:
            submarine_attacks.announce_hunt(execution, subron, hex, strength, die, lost)
            submarine_attacks.lose_points(state, subron, lost)


def hunters_of_link(state: State, link: int, hex: int) -> int:
    """13.8 The hunting points of a link's escorts, and of searching air points within range of the submarines."""
    side = links.side_of(link)
    escorts = sum(submarine_attacks.hunting(state, ship) for ship in links.escorts_on(state, link))
    return escorts + submarine_attacks.planes_near(state, side, hex)


def carry_out_attacks(execution: Execution, side: int) -> None:
    """13.6 The attacks of a side's Subrons, in order, after all have moved."""
    prey = execution.state.arrays[layout.SUBRON_PREY]
    for subron in [subron for subron in subrons_of(side) if prey[subron]]:
        link = prey[subron] - 1
        prey[subron] = 0
        if link in links_near(execution.state, subron):
            attack_a_link(execution, subron, link)
