"""2.5, 5.7, 14.8, 22.7, 25.7, 28.3 A hex changes hands: what passes to the captor, what is lost, what flees.

``capture`` is the entry, wherever ground units come into an enemy hex that nobody holds any more.
"""

from __future__ import annotations

from ironbottom.engine.procedures import Play
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import FIRST_BOX, IN_FORCE, SIDE_OF_SHIP, STACKS, TRAININGS, Pieces
from ironbottom.games.war_in_the_pacific.rules import terminal, victory
from ironbottom.games.war_in_the_pacific.rules.bombardment import base_at
from ironbottom.games.war_in_the_pacific.rules.ground_units import HELPLESS, type_of, units_at
from ironbottom.games.war_in_the_pacific.rules.ship_losses import CEASES_AT, lose_unit, sink
from ironbottom.games.war_in_the_pacific.rules.task_forces import NO_FORCE, free_force, water_of_new

POINTS_A_LEVEL = 10
NO_GUNS = 40
KEPT_BY_CAPTOR = 2
"""25.7 A half of captured Supply Points passes to the captor."""


def capture(play: Play, side: int, at: int) -> None:
    """2.5, 24.6, 27.5 A side takes a hex: helpless units go, guns fall silent, half its stores pass, the rest flees."""
    state = play.state
    for unit in units_at(state, 1 - side, at):
        if type_of(state, unit).kind in HELPLESS:
            lose_unit(play, unit)
    if state.arrays[places.CONTROL][at] == side:
        return
    base, before = base_at(state, at), state.arrays[places.CONTROL][at]
    if base >= 0 and before == 1 - side:
        evict_aircraft(play, base, 1 - side)
        evict_ships(play, at, 1 - side)
        state.arrays[places.SUPPLY][base] //= KEPT_BY_CAPTOR
        state.arrays[places.GUNS_HURT][base] = NO_GUNS
    state.arrays[places.CONTROL][at] = side
    play.tell(log.CAPTURED, at, side)


# -- 5.7 aircraft ------------------------------------------------------------------------------------


def free_room(state: State, base: int) -> int:
    """5.4 How many air points a base still holds."""
    levels = state.arrays[places.LEVEL][base] - state.arrays[places.HURT][base]
    return POINTS_A_LEVEL * levels - places.points_at(state.arrays, base)


def evict_aircraft(play: Play, base: int, side: int) -> None:
    """5.7 The points of an overrun base fly to the nearest friendly bases with room in transfer range, or are lost."""
    state = play.state
    for kind, training, points in places.stacks_at(state.arrays, base):
        stack = len(TRAININGS) * kind + training
        state.arrays[places.AIR][base * len(STACKS) + stack] = 0
        state.arrays[places.SEARCHING][base * len(STACKS) + stack] = 0
        for refuge in refuges(state, base, side, kind):
            moved = min(points, free_room(state, refuge))
            state.arrays[places.AIR][refuge * len(STACKS) + stack] += moved
            points -= moved
        if points:
            terminal.lose_air(state, side, victory.TRAININGS[training], points)


def refuges(state: State, base: int, side: int, kind: int) -> list[int]:
    """5.7 The friendly bases with room within transfer range of a type, the nearest first."""
    pieces: Pieces = state.rules.pieces
    at = places.base_hex(state.cells, base)
    away = pieces.atlas.by_air.costs(at, pieces.air[kind].transfer_mp)
    near = []
    for other in range(FIRST_BOX):
        there = places.base_hex(state.cells, other)
        if other != base and there in away and state.arrays[places.CONTROL][there] == side:
            near.append((away[there], other))
    return [other for _, other in sorted(near) if free_room(state, other) > 0]


# -- 14.8 ships --------------------------------------------------------------------------------------


def evict_ships(play: Play, at: int, side: int) -> None:
    """14.8 Ships in a captured port leave at once as a force; those badly hurt or under repair are scuttled."""
    state = play.state
    ships = [ship for ship in places.ships_in(state.arrays).units(at) if SIDE_OF_SHIP[ship] == side]
    for ship in ships:
        if state.arrays[places.DAMAGE][ship] >= CEASES_AT or state.arrays[places.REPAIR_LEFT][ship]:
            sink(play, ship)
    left = [ship for ship in ships if state.arrays[places.SHIP_AT][ship] == at]
    if not left:
        return
    force = free_force(state, side)
    if force == NO_FORCE:
        for ship in left:
            sink(play, ship)
        return
    water = water_of_new(state, side, at)
    state.cells[places.FORCE_AT + force], state.cells[places.FORCE_WATER + force] = at, water
    for ship in left:
        places.ships_in(state.arrays).put(ship, IN_FORCE + force)
    play.tell_only(side, log.FORMED, force, at, tuple(left))
