"""25.1 to 25.3, 25.8, 42.74 The Joint Supply Segment: Lines of Communications, who is supplied, attrition.

Entry: ``supply_segment(play)``, once a Game-Turn after the Ground Phase; both sides are reckoned, nothing is asked.
Where every port is a source (42.74) nothing is paid; elsewhere Supply Points are.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from ironbottom.board.offset_grid import NOWHERE
from ironbottom.engine.fields import members
from ironbottom.engine.procedures import Play
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import SEA
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import FIRST_BOX, SCENARIOS, UNITS_OF, Pieces, Roads
from ironbottom.games.war_in_the_pacific.rules import burma
from ironbottom.games.war_in_the_pacific.rules.base_forces import bases_deploy
from ironbottom.games.war_in_the_pacific.rules.bombardment import base_at
from ironbottom.games.war_in_the_pacific.rules.damage import halves_up
from ironbottom.games.war_in_the_pacific.rules.ground_units import (
    can_lose,
    defended,
    holds,
    step_of,
    take_loss,
    type_of,
    units_at,
    zones,
)

PORTS_SUPPLY = ("midway",)
"""42.74 The scenarios in which every port is a source of supply."""
FAR = 8
OFF_ROAD, BY_ROAD, BY_RAIL = 2, 1, 0
"""25.1 Four hexes off road, or eight along one, and any number by rail."""
MOST_TURNS = 9
TEN = 10
NEEDS_NONE = ("cw_2_1_col", "nl_2_1", "entrenchment")


def ports_supply(state: State) -> bool:
    """14.7, 42.74 Whether every port is a source of supply, and nothing is paid."""
    return SCENARIOS.ids[state.cells[places.SCENARIO]] in PORTS_SUPPLY


def sources(state: State, side: int) -> set[int]:
    """25.2, 42.74 The hexes of a side that are sources: with Supply Points, or, where it is so, with any port."""
    pieces: Pieces = state.rules.pieces
    control, supply = state.arrays[places.CONTROL], state.arrays[places.SUPPLY]
    found = set()
    for base in range(FIRST_BOX):
        at = places.base_hex(state.cells, base)
        if at >= 0 and control[at] == side and supply[base]:
            found.add(at)
    if ports_supply(state):
        ports = [at for at, place in pieces.atlas.places.items() if place.port != "none"]
        found |= {at for at in ports if control[at] == side}
    return found


def open_hex(state: State, side: int, at: int, theirs: set[int]) -> bool:
    """25.1 Whether a Line may lead through a hex: no enemy in it, nor his Zone unless a friend stands there."""
    return not defended(state, 1 - side, at) and (at not in theirs or holds(state, side, at))


def in_touch(state: State, side: int, starts: Iterable[int] | None = None) -> set[int]:
    """25.1 The hexes from which a Line of Communications leads to a source; a transport unit restarts the count."""
    pieces: Pieces = state.rules.pieces
    atlas, theirs, roads = pieces.atlas, zones(state, 1 - side), pieces.roads(state.cells[places.SCENARIO])
    spent = dict.fromkeys(sources(state, side) if starts is None else starts, 0)
    carriers = {
        state.arrays[places.UNIT_AT][unit]
        for unit in UNITS_OF[side]
        if state.arrays[places.UNIT_TYPE][unit] >= 0 and type_of(state, unit).kind == "logistic"
    }
    queue = sorted((0, at) for at in spent)
    while queue:
        length, at = heappop(queue)
        if length > spent[at]:
            continue
        if at in carriers:
            length = spent[at] = 0
        for number, beyond in enumerate(GRID.beyond(at)):
            if beyond == NOWHERE or atlas.kind[beyond] == SEA:
                continue
            cost = line_cost(pieces, roads, at, number)
            if cost is None or not open_hex(state, side, beyond, theirs):
                continue
            if length + cost <= FAR and length + cost < spent.get(beyond, FAR + 1):
                spent[beyond] = length + cost
                heappush(queue, (length + cost, beyond))
    return set(spent)


def line_cost(pieces: Pieces, roads: Roads, at: int, number: int) -> int | None:
    """25.1 What a step of a Line counts; None over water without a bridge or ferry."""
    if roads.rail[at] >> number & 1:
        return BY_RAIL
    if (roads.major[at] | roads.minor[at]) >> number & 1:
        return BY_ROAD
    return OFF_ROAD if pieces.atlas.on_foot[at] >> number & 1 else None


def needs_supply(state: State, unit: int) -> bool:
    """25.3, 25.5 Whether a unit ashore is to be supplied at all."""
    row, at = type_of(state, unit), state.arrays[places.UNIT_AT][unit]
    return 0 <= at < len(GRID) and row.supply_thirds > 0 and row.id not in NEEDS_NONE


def supply_segment(play: Play) -> None:
    """25.3, 16.7, 25.8, 27.1 Who is in touch, or has just landed, is supplied; others count a Segment and wear away."""
    state, lacking = play.state, play.state.arrays[places.UNSUPPLIED]
    burma.income(play)
    first = max(play.cells[places.FIRST_PLAYER], 0)
    for side in (first, 1 - first):
        reached, without = paid_for(play, side), 0
        for unit in needing(state, side):
            supplied = state.arrays[places.UNIT_AT][unit] in reached or state.arrays[places.LANDED][unit]
            lacking[unit] = 0 if supplied else min(lacking[unit] + 1, MOST_TURNS)
            without |= (not supplied) << unit
        if without:
            play.tell(log.SUPPLIED, side, tuple(members(without)))
            attrition(play, side, without)
    forget_landings(state)
    bases_deploy(play)


def needing(state: State, side: int) -> list[int]:
    """25.3, 25.5 The units of a side that are to be supplied."""
    types = state.arrays[places.UNIT_TYPE]
    return [unit for unit in UNITS_OF[side] if types[unit] >= 0 and needs_supply(state, unit)]


def paid_for(play: Play, side: int) -> set[int]:
    """25.3 The hexes whose units are supplied: those in touch, and where Supply Points are spent, paid for in full.

    Hexes are paid in their order, each by the source in touch that holds most.
    """
    state = play.state
    if ports_supply(state):
        return in_touch(state, side)
    touched = {source: in_touch(state, side, [source]) for source in sorted(sources(state, side))}
    thirds: dict[int, int] = {}
    for unit in needing(state, side):
        at = state.arrays[places.UNIT_AT][unit]
        thirds[at] = thirds.get(at, 0) + type_of(state, unit).supply_thirds
    found, supply = set(), state.arrays[places.SUPPLY]
    for at in sorted(thirds):
        cost = -(-thirds[at] // 3)
        near = [base_at(state, source) for source, reach in touched.items() if at in reach]
        richest = max(near, key=lambda base: supply[base], default=-1)
        if richest >= 0 and supply[richest] >= cost:
            supply[richest] -= cost
            found.add(at)
            play.tell(log.SUPPLY_PAID, side, at, places.base_hex(state.cells, richest), cost)
    return found


def attrition(play: Play, side: int, without: int) -> None:
    """25.8 By hex, each unsupplied stack rolls; two Segments running by the harder row. The owner's losses score."""
    state, pieces = play.state, play.rules.pieces
    rows = pieces.facts.table(charts.ATTRITION)
    hexes = sorted({state.arrays[places.UNIT_AT][unit] for unit in members(without)})
    for at in hexes:
        units = [unit for unit in can_lose(state, units_at(state, side, at)) if without >> unit & 1]
        points = sum(type_of(state, unit).strength for unit in units)
        if not points:
            continue
        long = any(state.arrays[places.UNSUPPLIED][unit] > 1 for unit in units)
        die = play.roll(6, "attrition")
        rate = getattr(rows["no_loc_two_turns" if long else "unsupplied"], f"die_{die}")
        loses = halves_up(points * rate, TEN)
        play.tell(log.ATTRITION, side, at, die, loses)
        wear_away(play, units, loses)


def wear_away(play: Play, units: list[int], points: int) -> None:
    """25.8, 21.2 Losses fall on the unit whose next step is cheapest, one after the other."""
    while points:
        left = can_lose(play.state, units)
        if not left:
            return
        cheapest = min(left, key=lambda unit: (step_of(play.state, unit), unit))
        points = take_loss(play, cheapest, points)


def forget_landings(state: State) -> None:
    """16.4, 16.7 What landed before this Segment has fought once and has used its supplies up."""
    landed = state.arrays[places.LANDED]
    for unit, how in enumerate(landed):
        if how:
            landed[unit] = 0
