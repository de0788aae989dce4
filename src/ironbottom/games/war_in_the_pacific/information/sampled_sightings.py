"""20.11 While a wave aims at visible ships, no other ship of a kind that it would have seen is there."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.force_movement import waters_of
from ironbottom.games.war_in_the_pacific.derived.search_reach import ships_seen
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike import KINDS, aiming_in
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike_tables import (
    ANY_SHIP,
    CAPITAL_SHIPS,
    CARRIERS_ONLY,
    at_will,
)
from ironbottom.games.war_in_the_pacific.state_types import State


def aimed_at(state: State, side: int) -> int:
    """20.11 The hex or force of the ships at which the enemy aims now; -1 if it does not aim."""
    frame = aiming_in(state.stack)
    if frame is None or frame.side == side:
        return -1
    seen = state.cells[layout.BATTLING] & counters.SHIP_SETS[side]
    return next((state.arrays[layout.SHIP_AT][ship] for ship in members(seen)), -1)


def kinds_seen(state: State, side: int, hex: int) -> Sequence[str]:
    """20.11, 8.41 The types of ship that may be chosen as targets there, according to the report or the ships shown."""
    force = hex - counters.IN_FORCE
    if force < 0:
        return KINDS[CAPITAL_SHIPS]
    chit = state.cells[layout.CONTACT + force]
    if chit >= 0:
        choice = at_will(layout.CHITS.ids[chit], state.cells[layout.REPORTED_CARRIER + force] == 1)
        return KINDS.get(choice, ())
    ships = state.rules.pieces.ships
    seen = {ships[ship].type for ship in members(state.cells[layout.BATTLING] & counters.SHIP_SETS[side])}
    return next(KINDS[choice] for choice in (CARRIERS_ONLY, CAPITAL_SHIPS, ANY_SHIP) if seen <= {*KINDS[choice]})


def move_unseen_ships(state: State, side: int, ports: Sequence[int], seas: Sequence[int], random: Random) -> None:
    """20.11 Moves ships that would have been seen with the targets to another port; a force of a single ship is placed
    elsewhere.

    Ports where the enemy has counted ships (8.41) get no ships, unless there is no other port; counted ships that the
    enemy does not see are on the bottom.
    """
    aimed = aimed_at(state, side)
    other_seas = [hex for hex in seas if hex != aimed]
    others = [port for port in ports if port != aimed]
    other_ports = [port for port in others if max(ships_seen(state, BASE_AT[port])) < 0] or others
    if aimed < 0 or not other_ports or not other_seas:
        return
    cells, positions, damage = state.cells, state.arrays[layout.SHIP_AT], state.arrays[layout.DAMAGE]
    kinds, pieces = kinds_seen(state, side, aimed), state.rules.pieces.ships
    there = {aimed}
    if aimed < counters.IN_FORCE:
        there |= {counters.IN_FORCE + f for f in range(len(counters.FORCES)) if cells[layout.FORCE_AT + f] == aimed}
    seen = cells[layout.BATTLING]
    for ship in counters.SHIPS_OF[side]:
        shown = pieces[ship].type in kinds and (aimed >= counters.IN_FORCE or damage[ship] <= FLOATS)
        if positions[ship] not in there or seen >> ship & 1 or not shown:
            continue
        if positions[ship] < counters.IN_FORCE and max(ships_seen(state, BASE_AT[positions[ship]])) >= 0:
            damage[ship] = FLOATS + 1
            continue
        if positions[ship] >= counters.IN_FORCE and positions.count(positions[ship]) == 1:
            force, to = positions[ship] - counters.IN_FORCE, other_seas[random.randrange(len(other_seas))]
            cells[layout.FORCE_AT + force] = to
            cells[layout.FORCE_WATER + force] = random.randrange(len(waters_of(state).nodes(to)))
        else:
            positions[ship] = other_ports[random.randrange(len(other_ports))]
