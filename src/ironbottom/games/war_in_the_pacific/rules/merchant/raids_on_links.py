"""15.5 Raids on links: forces on Raid that are in a hex of an enemy link at the end of an impulse may find its ships.

``open_raids(execution, impulse)`` opens them beneath the surface combat of the impulse; they close automatically. The
contact dice are hidden (1.31). On contact the escorts of the link and two of its merchant units fight one battle as a
Task Force, which then returns to its link; a link is raided at most once a phase.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField, IdSetField, Number, members
from ironbottom.engine.rules.procedures import StagedProcedure, changed
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived.force_missions import mission_of
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.derived.search_reach import reaching, weather
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS, effective_level, round_half_up
from ironbottom.games.war_in_the_pacific.pieces import FORCES, FORCES_A_SIDE, IN_FORCE, SHIPS, SUNK
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.merchant.link_losses import MAX_REPORTED
from ironbottom.games.war_in_the_pacific.rules.naval import surface_contact
from ironbottom.games.war_in_the_pacific.rules.naval.fire_control import Impulse
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import Battle
from ironbottom.games.war_in_the_pacific.rules.search.detection import UNSEEN
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import clear_contact, clear_force, new_number
from ironbottom.games.war_in_the_pacific.state import LINKS, MISSIONS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

RAID, CONVOY = "raid", MISSIONS.index["transport"]
CONTACT_FROM = 5
"""15.5 Raiders find the ships of a link on this die or more, with one added for each row of Search Points."""
MERCHANTS_A_BATTLE = 2
"""15.5 The largest number of merchant units of a link that fight."""


def raiders_in(state: State, side: int, hex: int) -> list[int]:
    """15.5, 10.7 The forces of a side in a hex that raid links: on Raid, with ships that all have fuel."""
    cells, own = state.cells, range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1))
    here = [force for force in own if cells[layout.FORCE_AT + force] == hex and mission_of(state, force) == RAID]
    return [force for force in here if surface_contact.seeks(state, force)]


def raided_hex(state: State, link: int) -> int:
    """15.5 The first hex on the path of a link that contains enemy raiders; -1 if there is none."""
    enemy = 1 - links.side_of(link)
    own = range(FORCES_A_SIDE * enemy, FORCES_A_SIDE * (enemy + 1))
    out = {state.cells[layout.FORCE_AT + force] for force in own}
    way = [hex for hex in links.path_of(state, link) if hex in out]
    return next((hex for hex in way if raiders_in(state, enemy, hex)), -1)


def search_rows(state: State, side: int, hex: int) -> int:
    """15.5, 8.21 How many rows beyond the first of the search chart are reached by half of a side's Search Points in a
    hex.
    """
    pieces = state.rules.pieces
    points = 0 if weather(state, hex) == "storm" else round_half_up(reaching(state, side, hex).points, 2)
    rows = list(pieces.facts.table(charts.SEARCH_CONTACT).values())
    return max(sum(points >= row.low for row in rows) - 1, 0)


def finds(execution: Execution, link: int, hex: int) -> bool:
    """15.5, 1.31 A hidden die finds the ships of a link; there is nothing to find without merchant shipping."""
    if not links.merchants_on(execution.state, link):
        return False
    added = search_rows(execution.state, 1 - links.side_of(link), hex)
    return execution.roll(6, Roll.RAID_ON_A_LINK, UNSEEN) + added >= CONTACT_FROM


def convoy_of(state: State, link: int) -> list[int]:
    """15.5 The ships of a link that fight: all escorts, and the first two merchant units in order."""
    return [*links.escorts_on(state, link), *links.merchants_on(state, link)[:MERCHANTS_A_BATTLE]]


def convoy_puts_to_sea(execution: Execution, link: int, hex: int, water: int) -> int:
    """15.5 The ships of a link that fight become a Task Force; returns its number."""
    state, ships = execution.state, convoy_of(execution.state, link)
    force, stacks = new_number(execution, links.side_of(link)), layout.ships_in(state.arrays)
    cells = state.cells
    cells[layout.FORCE_AT + force], cells[layout.FORCE_WATER + force] = hex, water
    cells[layout.FORCE_MISSION + force], cells[layout.FORCE_ACTIVE + force] = CONVOY, 1
    for ship in ships:
        stacks.put(ship, IN_FORCE + force)
    return force


def levels_of(state: State, ships: int) -> int:
    """12.2 The levels that merchant units have lost; a sunk unit has lost all four."""
    positions = state.arrays[layout.SHIP_AT]
    return sum(
        FLOATS if positions[ship] == SUNK else min(effective_level(state, ship), FLOATS) for ship in members(ships)
    )


def find_convoy(execution: Execution, frame: LinkRaids) -> None:
    """15.5, 4.2 Goes through the remaining links, the First Player's raids first, until raiders find one; then they
    fight.
    """
    state, first = execution.state, max(execution.cells[layout.FIRST_PLAYER], 0)
    order = [*links.links_of(1 - first), *links.links_of(first)]
    left = order[order.index(frame.link) + 1 :] if frame.link >= 0 else order
    for link in [link for link in left if state.arrays[layout.LINK_FROM][link] != layout.NO_END]:
        hex = -1 if state.arrays[layout.LINK_RAIDED][link] else raided_hex(state, link)
        if hex < 0 or not finds(execution, link, hex):
            continue
        enemy = 1 - links.side_of(link)
        raiders = raiders_in(state, enemy, hex)
        water = state.cells[layout.FORCE_WATER + raiders[0]]
        raiders = [force for force in raiders if state.cells[layout.FORCE_WATER + force] == water]
        forces = sum(1 << force for force in raiders)
        known = state.cells[layout.IN_CONTACT] & forces
        merchants = sum(1 << ship for ship in links.merchants_on(state, link)[:MERCHANTS_A_BATTLE])
        force, before = convoy_puts_to_sea(execution, link, hex, water), levels_of(state, merchants)
        state.arrays[layout.LINK_RAIDED][link] = 1
        execution.emit(log.LINK_RAIDED, link, hex)
        execution.replace(
            changed(frame, link=link, convoy=force, merchants=merchants, levels=before, next=frame.next_stage())
        )
        execution.push(Battle(hex, frame.impulse, 1, forces | 1 << force, known, -1, 0, (0, 0), 0))
        return
    execution.pop()


def return_to_link(execution: Execution, frame: LinkRaids) -> None:
    """15.5, 47.1 After the battle the ships are on their link again; everybody sees the levels lost."""
    state, stacks = execution.state, layout.ships_in(execution.state.arrays)
    for ship in ships_of(state, frame.convoy):
        stacks.put(ship, -1)
    clear_contact(state, frame.convoy)
    clear_force(state, frame.convoy)
    lost = levels_of(state, frame.merchants) - frame.levels
    losses = state.arrays[layout.LINK_LOST]
    losses[frame.link] = min(losses[frame.link] + lost, MAX_REPORTED)
    execution.emit(log.LINK_SUFFERED, frame.link, lost)
    execution.replace(changed(frame, convoy=-1, merchants=0, levels=0, next=frame.next_stage()))


class LinkRaids(StagedProcedure):
    """15.5 The raids of an impulse, link by link: the link raided now, its ships at sea, and the levels lost before."""

    number, name, clause = 103, "link_raids", "15.5"
    stages = (find_convoy, return_to_link)
    cycles = True
    impulse: Impulse
    link: Annotated[int, IdField(LINKS, none=True)]
    convoy: Annotated[int, IdField(FORCES, none=True)]
    merchants: Annotated[int, IdSetField(SHIPS)]
    levels: Annotated[int, Number(0, MERCHANTS_A_BATTLE * FLOATS)]
    next: Annotated[int, Number(0, 1)]


def open_raids(execution: Execution, impulse: int) -> None:
    """15.5 Opens the raids of an impulse if there are any links."""
    if any(execution.state.arrays[layout.LINK_FROM]):
        execution.push(LinkRaids(impulse, -1, -1, 0, 0, 0))


def new_phase(state: State) -> None:
    """15.5 In a new Naval Phase every link may be raided again."""
    raided = state.arrays[layout.LINK_RAIDED]
    for link in [link for link, done in enumerate(raided) if done]:
        raided[link] = 0


PROCEDURES = (LinkRaids,)
