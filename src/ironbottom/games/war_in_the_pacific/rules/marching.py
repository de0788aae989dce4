"""22.0 How ground units walk: what each hex costs, where Zones stop them, how far they come.

Points are reckoned in halves, since a major road costs half a point.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from ironbottom.board.offset_grid import NOWHERE, OPPOSITE
from ironbottom.engine.memo import memo, reading, while_unchanged
from ironbottom.engine.procedures import Play
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import SEA
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import Walking
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import PACKED, UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.rules import construction, ground_units, staffs
from ironbottom.games.war_in_the_pacific.rules.capture import capture
from ironbottom.games.war_in_the_pacific.rules.ground_units import (
    stands,
    strongholds,
    takes,
    terrain_of,
    type_of,
    units_at,
    without_room,
    zones,
)
from ironbottom.games.war_in_the_pacific.rules.ship_losses import lose_unit

BARRED = {"mechanized": ("mountain", "jungle_mountain", "swamp")}
"""22.1 Terrain that a class enters by road alone."""
SUPPORT = ("logistic", "air_hq", "base_force")
STAYING = ("entrenchment",)
ZONE_COST = 2
MARCH_MORE = 4
"""22.5 The halves of a point that a Forced March adds."""
LOSS_FROM, WHOLE_UNIT_FROM = 4, 6


RoadsBuilt = tuple[tuple[int, str], ...]
"""26.1 The hexes with roads built in play, each with its kind."""


class Walk(NamedTuple):
    """22.1 Where a unit can go: what each hex costs in halves, and from which it is entered."""

    cost: dict[int, int]
    before: dict[int, int]


def class_of(row: GroundType) -> str:
    """22.1 The class in which a unit walks."""
    if row.kind in SUPPORT:
        return "support"
    if row.nation in ("kmt", "ccp"):
        return "chinese"
    return "mechanized" if row.mechanized else "infantry"


def walking(state: State, row: GroundType) -> Walking:
    """22.1 The row of a unit's class."""
    pieces: Pieces = state.rules.pieces
    return pieces.facts.table(charts.GROUND_MOVEMENT)[class_of(row)]


def halves(state: State, unit: int, *, forced: bool = False) -> int:
    """22.1, 22.5, 25.3 The halves of Movement Points of a unit; half of them while it is not supplied."""
    points = 2 * walking(state, type_of(state, unit)).points + (MARCH_MORE if forced else 0)
    return points // 2 if state.arrays[places.UNSUPPLIED][unit] else points


@memo(8192)
def steps_from(pieces: Pieces, scenario: int, built: RoadsBuilt, kind: str, at: int) -> list[tuple[int, int]]:
    """22.1, 22.6 Where a unit of a class can step from a hex, each with the halves that it costs."""
    costs = [step_cost(pieces, scenario, built, kind, at, number) for number in range(len(OPPOSITE))]
    return [(beyond, cost) for beyond, cost in zip(GRID.beyond(at), costs, strict=True) if cost]


def step_cost(pieces: Pieces, scenario: int, built: RoadsBuilt, kind: str, at: int, side_number: int) -> int:
    """22.1, 22.6 The halves that a step over a side of a hex costs a class of unit; 0 where it cannot walk there."""
    atlas, beyond = pieces.atlas, GRID.beyond(at)[side_number]
    if beyond == NOWHERE or atlas.kind[beyond] == SEA or not pieces.in_play(scenario)[beyond]:
        return 0
    way, roads = pieces.facts.table(charts.GROUND_MOVEMENT)[kind], pieces.roads(scenario, built)
    if roads.major[at] >> side_number & 1:
        return way.major_halves
    if roads.minor[at] >> side_number & 1:
        return way.minor_halves
    terrain = ground_units.ground_of(pieces, beyond)
    if not atlas.on_foot[at] >> side_number & 1 or terrain in BARRED.get(kind, ()):
        return 0
    return 2 * pieces.facts.table(charts.TERRAIN_EFFECTS)[terrain].cost


def walk(state: State, side: int, unit: int, *, forced: bool = False) -> Walk:
    """22.1, 22.2, 22.3, 24.9 Where a unit can walk; one hex always, whatever it costs; Zones cost more and stop it."""
    row, start = type_of(state, unit), state.arrays[places.UNIT_AT][unit]
    most, theirs = halves(state, unit, forced=forced), set() if row.kind == "partisan" else zones(state, 1 - side)
    found, before, queue = {start: 0}, {}, [(0, start)]
    pieces: Pieces = state.rules.pieces
    scenario, held = state.cells[places.SCENARIO], strongholds(state, 1 - side)
    built = construction.roads_built(state)
    while queue:
        spent, at = heappop(queue)
        if spent > found[at] or (at != start and at in theirs):
            continue
        for beyond, cost in steps_from(pieces, scenario, built, class_of(row), at):
            if beyond in held and not overruns(state, side, row, beyond):
                continue
            if beyond in theirs:
                if at in theirs and not stands(state, side, beyond):
                    continue
                cost += ZONE_COST
            total = spent + cost
            if (total <= most or at == start) and total < found.get(beyond, 999):
                found[beyond], before[beyond] = total, at
                heappush(queue, (total, beyond))
    del found[start]
    return Walk(found, before)


def first_steps(state: State, side: int, unit: int) -> list[int]:
    """22.1, 22.3, 24.9 The hexes beside a unit into which it walks, whatever they cost."""
    row, start = type_of(state, unit), state.arrays[places.UNIT_AT][unit]
    theirs, held = set() if row.kind == "partisan" else zones(state, 1 - side), strongholds(state, 1 - side)
    steps = steps_from(
        state.rules.pieces, state.cells[places.SCENARIO], construction.roads_built(state), class_of(row), start
    )
    return [
        beyond
        for beyond, _ in steps
        if (beyond not in held or overruns(state, side, row, beyond))
        and (beyond not in theirs or start not in theirs or holds(state, side, beyond))
    ]


def overruns(state: State, side: int, row: GroundType, at: int) -> bool:
    """24.9 Whether a unit that walks overruns the defenders of a hex: ten to one in the clear."""
    ten_to_one = row.strength >= ground_units.OVERRUN_ODDS * ground_units.strength(state, 1 - side, at)
    return ten_to_one and ground_units.may_attack(row) and terrain_of(state, at) == "clear"


def may_walk(state: State, side: int, unit: int) -> bool:
    """22.1, 24.7, 27.1 Whether a unit walks at all: it is ashore, no fortification, no Base Force that is deployed."""
    row, at = type_of(state, unit), state.arrays[places.UNIT_AT][unit]
    if not 0 <= at < len(GRID) or row.kind in STAYING:
        return False
    return row.kind != "base_force" or state.arrays[places.DEPLOYED][unit] == PACKED


def reach(state: State, side: int, unit: int, *, forced: bool = False) -> list[int]:
    """22.1, 21.1 The hexes in which a unit may end its march, within stacking, ascending."""
    return _reach(state, side, unit, forced)


_REACH_READS = reading(
    *(places.UNIT_AT, places.UNIT_TYPE, places.UNSUPPLIED, places.CONTROL, places.DEPLOYED),
    cells=[(places.SCENARIO, 1)],
)


def _reach_marks(state: State) -> object:
    return _REACH_READS(state), construction.roads_built(state)


@while_unchanged(_reach_marks)
def _reach(state: State, side: int, unit: int, forced: bool) -> list[int]:
    if not 0 <= state.arrays[places.UNIT_AT][unit] < len(GRID):
        return []
    row = type_of(state, unit)
    return sorted(walk(state, side, unit, forced=forced).cost.keys() - without_room(state, side, takes(row)))


@while_unchanged(_reach_marks)
def goers(state: State, side: int) -> frozenset[int]:
    """22.1, 22.5 The units of a side that come to another hex on foot, by a Forced March if need be.

    Who finds room beside it needs no other look: a first step is never too far. Others may yet pass a full hex.
    """
    found = []
    for unit in [unit for unit in UNITS_OF[side] if may_walk(state, side, unit)]:
        near, full = first_steps(state, side, unit), without_room(state, side, takes(type_of(state, unit)))
        if any(at not in full for at in near) or (near and _reach(state, side, unit, True)):
            found.append(unit)
    return frozenset(found)


def march(play: Play, side: int, unit: int, to: int, *, forced: bool = False) -> None:
    """22.1, 22.5, 22.7, 24.9 A unit walks; what it comes through is its side's, who is overrun or helpless goes."""
    state = play.state
    before, way = walk(state, side, unit, forced=forced).before, [to]
    while before[way[-1]] != state.arrays[places.UNIT_AT][unit]:
        way.append(before[way[-1]])
    way.reverse()
    staffs.moved(state, unit)
    places.units_in(state.arrays).put(unit, to)
    play.tell(log.MARCHED, unit, tuple(way))
    for at in way:
        for enemy in ground_units.can_lose(state, units_at(state, 1 - side, at)):
            lose_unit(play, enemy)
        capture(play, side, at)
    if forced:
        pay_for_march(play, unit)


def pay_for_march(play: Play, unit: int) -> None:
    """22.5 The die of a Forced March: from four a step is lost; a six costs all of a unit that is no division."""
    die = play.roll(6, "forced march")
    play.tell(log.FORCED, unit, die)
    if die >= WHOLE_UNIT_FROM and not type_of(play.state, unit).size.startswith("division"):
        lose_unit(play, unit)
    elif die >= LOSS_FROM:
        ground_units.lose_step(play, unit)
