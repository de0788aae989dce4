"""22.0 How ground units walk: what each hex costs, where Zones stop them, how far they come.

Points are counted in halves, since a major road costs half a point.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ironbottom.board.offset_grid import NOWHERE, OPPOSITE
from ironbottom.engine.cache import (
    Fingerprint,
    FingerprintContext,
    VersionedMap,
    cached,
    cached_by_fingerprint_per_key,
    depends_on,
    incremental,
)
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import SEA
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import PACKED, UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.bases import construction, headquarters
from ironbottom.games.war_in_the_pacific.rules.land import ground_units
from ironbottom.games.war_in_the_pacific.rules.land.ground_units import (
    defences,
    footholds,
    hexes_without_room,
    strongholds,
    thirds_of,
    type_of,
    units_at,
    with_room,
    zones,
)
from ironbottom.games.war_in_the_pacific.rules.land.unit_positions import WHERE, There, by_hex, of_each_side, standing
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import lose_unit
from ironbottom.games.war_in_the_pacific.rules.shore.capture import capture

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
    """22.1 Where a unit can go: what each hex costs in halves, from which it is entered, and all with its own."""

    cost: dict[int, int]
    before: dict[int, int]
    hexes: frozenset[int]


def class_of(row: GroundType) -> str:
    """22.1 The class in which a unit walks."""
    if row.kind in SUPPORT:
        return "support"
    if row.nation in ("kmt", "ccp"):
        return "chinese"
    return "mechanized" if row.mechanized else "infantry"


def halves(state: State, unit: int, *, forced: bool = False) -> int:
    """22.1, 22.5, 25.3 The halves of Movement Points of a unit; half of them while it is not supplied."""
    lacks = bool(state.arrays[places.UNSUPPLIED][unit])
    return points_of(state.rules.pieces, type_of(state, unit), lacks, forced)


def points_of(pieces: Pieces, row: GroundType, lacks: bool, forced: bool) -> int:
    """22.1, 22.5, 25.3 The halves of Movement Points of a type of unit, supplied or not."""
    points = 2 * pieces.facts.table(charts.GROUND_MOVEMENT)[class_of(row)].points + (MARCH_MORE if forced else 0)
    return points // 2 if lacks else points


Steps = list[tuple[int, int]]
"""22.1, 22.6 Where a unit can step from a hex, each with the halves that it costs."""


@cached(64)
def steps_of(ground: WalkedLand, kind: str) -> dict[int, Steps]:
    """22.1, 22.6 The steps of a class of unit by hex, as far as they were asked for."""
    return {}


def stepped(known: dict[int, Steps], ground: WalkedLand, kind: str, at: int) -> Steps:
    """22.1, 22.6 Where a unit of a class can step from a hex, known from now on."""
    found = known[at] = steps_from(ground, kind, at)
    return found


def steps_at(ground: WalkedLand, kind: str, at: int) -> Steps:
    """22.1, 22.6 The same, known already or not."""
    known = steps_of(ground, kind)
    return known[at] if at in known else stepped(known, ground, kind, at)


def steps_from(ground: WalkedLand, kind: str, at: int) -> Steps:
    """22.1, 22.6 Where a unit of a class can step from a hex."""
    pieces, scenario, built, hostile = ground
    costs = [step_cost(pieces, scenario, built, kind, at, number, hostile) for number in range(len(OPPOSITE))]
    return [(beyond, cost) for beyond, cost in zip(GRID.beyond(at), costs, strict=True) if cost]


def step_cost(
    pieces: Pieces,
    scenario: int,
    built: RoadsBuilt,
    kind: str,
    at: int,
    side_number: int,
    hostile: frozenset[int] = construction.NONE,
) -> int:
    """22.1, 22.6 The half-points that a class of unit pays to cross a hex side; 0 if it cannot.

    A road into a ``hostile`` hex leads there like any other, but costs the same as the ground (option ``enemy_roads``).
    """
    atlas, beyond = pieces.atlas, GRID.beyond(at)[side_number]
    if beyond == NOWHERE or atlas.kind[beyond] == SEA or not pieces.in_play(scenario)[beyond]:
        return 0
    way, roads = pieces.facts.table(charts.GROUND_MOVEMENT)[kind], pieces.roads(scenario, built)
    terrain = ground_units.ground_of(pieces, beyond)
    off_road = 2 * pieces.facts.table(charts.TERRAIN_EFFECTS)[terrain].cost
    if roads.major[at] >> side_number & 1:
        return off_road if beyond in hostile else way.major_halves
    if roads.minor[at] >> side_number & 1:
        return off_road if beyond in hostile else way.minor_halves
    if not atlas.on_foot[at] >> side_number & 1 or terrain in BARRED.get(kind, ()):
        return 0
    return off_road


@cached(4096)
def near_of(ground: WalkedLand, kind: str, at: int) -> frozenset[int]:
    """22.1 The hexes to which a unit of a class can step from a hex."""
    return frozenset([beyond for beyond, _ in steps_at(ground, kind, at)])


def may_step(state: State, unit: int, to: int) -> bool:
    """22.1, 22.6 Whether the class of a unit may step into a hex next to it, in a retreat or an advance too."""
    country = WalkedLand(state.rules.pieces, state.cells[places.SCENARIO], construction.roads_built(state))
    steps = steps_at(country, class_of(type_of(state, unit)), state.arrays[places.UNIT_AT][unit])
    return any(beyond == to for beyond, _ in steps)


def walk(state: State, side: int, unit: int, *, forced: bool = False) -> Walk:
    """22.1, 22.2, 22.3, 24.9 Where a unit can walk; one hex always, whatever it costs; Zones cost more and stop it."""
    kind, start = state.arrays[places.UNIT_TYPE][unit], state.arrays[places.UNIT_AT][unit]
    country, most = country_of(state, side), halves(state, unit, forced=forced)
    return walk_from(country.ground, class_of(country.row(kind)), start, most, *hindrances(country, kind, start, most))


class WalkedLand(NamedTuple):
    """3.22, 22.1 The land as units walk over it: the map with its roads, in a scenario."""

    pieces: Pieces
    scenario: int
    built: RoadsBuilt
    hostile: frozenset[int] = construction.NONE
    """The hexes in which roads cost the same as the ground (option ``enemy_roads``)."""


class Country(NamedTuple):
    """22.1, 22.3 All that bears on the walks of a side's units: the land, and where enemies and friends stand."""

    ground: WalkedLand
    theirs: frozenset[int]
    """21.5 The hexes in enemy Zones."""
    held: frozenset[int]
    """22.3 The hexes that must be attacked before they are entered."""
    strength: dict[int, int]
    """24.2 The Strength of the enemy by hex."""
    ours: frozenset[int]
    """22.2 The hexes in enemy Zones with units of the side's own."""

    def row(self, kind: int) -> GroundType:
        """2.3 A type of unit."""
        return self.ground.pieces.ground[kind]


def walked_land(state: State, side: int) -> WalkedLand:
    """3.22, 22.1 The land as a side's units walk over it now."""
    built, hostile = construction.roads_built(state), construction.of_enemy(state, side)
    return WalkedLand(state.rules.pieces, state.cells[places.SCENARIO], built, hostile)


def country_of(state: State, side: int) -> Country:
    """22.1 What bears on the walks of a side's units now."""
    ground = walked_land(state, side)
    theirs, held = zones(state, 1 - side), strongholds(state, 1 - side)
    return Country(ground, theirs, held, defences(state, 1 - side), theirs & footholds(state, side))


Hindrances = tuple[frozenset[int], frozenset[int], frozenset[int]]
"""22.2, 22.3, 24.9 Of the hexes near a unit those in enemy Zones, those that it cannot enter, and next to it those with
friends, to which it may go from Zone to Zone."""
NONE: frozenset[int] = frozenset()
FREE: Hindrances = (NONE, NONE, NONE)


def hindrances(country: Country, kind: int, start: int, most: int) -> Hindrances:
    """22.3, 24.9 What hinders a unit of a type that walks from a hex, of all that lies as far as it could come."""
    free = walk_from(country.ground, class_of(country.row(kind)), start, most, *FREE)
    return hindered(country, kind, start, free.hexes)


def hindered(country: Country, kind: int, start: int, near: frozenset[int]) -> Hindrances:
    """22.3, 24.9 The same by the hexes to which it would come without."""
    row, ground = country.row(kind), country.ground
    theirs, ours = (NONE, NONE) if row.kind == "partisan" else (country.theirs, country.ours)
    if near.isdisjoint(theirs) and near.isdisjoint(country.held):
        return FREE
    defended = [(at, country.strength[at]) for at in near & country.held]
    shut = [at for at, strength in defended if not overruns(ground.pieces, row, strength, at)]
    # 22.2 From Zone to Zone a unit goes with its first step alone.
    first = near_of(ground, class_of(row), start) if start in theirs else NONE
    return near & theirs, frozenset(shut), first & ours


@cached(16_384)
def walk_from(
    ground: WalkedLand,
    kind: str,
    start: int,
    most: int,
    theirs: frozenset[int],
    shut: frozenset[int],
    ours: frozenset[int],
) -> Walk:
    """22.1 The walk of a unit of a class from a hex for so many halves of a point, past what hinders it."""
    steps, found, before = steps_of(ground, kind), {start: 0}, dict[int, int]()
    waiting = [[start], *[list[int]() for _ in range(most)]]
    for spent, here in enumerate(waiting):
        for at in sorted(here):
            if spent > found[at] or (at != start and at in theirs):
                continue
            there = steps.get(at)
            for beyond, cost in stepped(steps, ground, kind, at) if there is None else there:
                if beyond in shut:
                    continue
                if beyond in theirs:
                    if at in theirs and beyond not in ours:
                        continue
                    cost += ZONE_COST
                total = spent + cost
                if (total <= most or at == start) and total < found.get(beyond, 999):
                    found[beyond], before[beyond] = total, at
                    if total < most:  # every step costs something
                        waiting[total].append(beyond)
    hexes = frozenset(found)
    del found[start]
    return Walk(found, before, hexes)


def overruns(pieces: Pieces, row: GroundType, strength: int, at: int) -> bool:
    """24.9 Whether a unit that walks overruns the defenders of a hex, so strong: ten to one in the clear."""
    ten_to_one = row.strength >= ground_units.OVERRUN_ODDS * strength
    return ten_to_one and ground_units.may_attack(row) and ground_units.fought_over(pieces, at) == "clear"


class Ways(NamedTuple):
    """22.1, 22.5 Where a unit comes on foot, ascending: by a march; by a Forced March alone; and all of these."""

    near: tuple[int, ...]
    far: tuple[int, ...]
    hexes: frozenset[int]


NO_WAYS = Ways((), (), frozenset())


class Stride(NamedTuple):
    """22.1, 22.5 How a unit of a type walks from a hex: its class, the halves of a march and of a Forced March."""

    kind: str
    most: int
    forced: int
    ways: Ways
    """Where it comes with nothing in its way."""
    near: frozenset[int]
    """The same hexes with its own."""


@cached(16_384)
def _stride(ground: WalkedLand, start: int, kind: int, lacks: bool) -> Stride:
    row = ground.pieces.ground[kind]
    most, forced = (points_of(ground.pieces, row, lacks, forced) for forced in (False, True))
    ways = _ways(ground, class_of(row), start, most, forced, FREE)
    return Stride(class_of(row), most, forced, ways, ways.hexes | {start})


def _ways_from(country: Country, start: int, kind: int, unsupplied: int) -> tuple[frozenset[int], Ways]:
    stride = _stride(country.ground, start, kind, unsupplied > 0)
    hinders = hindered(country, kind, start, stride.near)
    if hinders is FREE:
        return stride.near, stride.ways
    return stride.near, _ways(country.ground, stride.kind, start, stride.most, stride.forced, hinders)


@cached(16_384)
def _ways(ground: WalkedLand, kind: str, start: int, most: int, forced: int, hindered: Hindrances) -> Ways:
    theirs, shut, ours = hindered
    every = walk_from(ground, kind, start, forced, theirs, shut, ours).cost
    held = theirs - ours if start in theirs else NONE
    beside = {beyond for beyond, _ in steps_at(ground, kind, start) if beyond not in shut and beyond not in held}
    near = {at for at, cost in every.items() if cost <= most} | beside
    return Ways(tuple(sorted(near)), tuple(sorted(every.keys() - near)), frozenset(every))


class Walker(NamedTuple):
    """22.1 Where a unit of a type, that lacks supply for so long, stands: how far it could come at most, its ways."""

    at: int
    kind: int
    lacks: int
    near: frozenset[int]
    ways: Ways


class Lacking(NamedTuple):
    """25.3 For how long the units of a side, from a first one on, lack supply."""

    first: int
    turns: Any


class Walkers(NamedTuple):
    """22.1 The units of a side, each with its ways, by what bears on them: the country, where they are, who lacks."""

    country: Country
    hexes: VersionedMap
    lacking: Lacking
    known: dict[int, Walker]


def _walked(asked: tuple[Country, VersionedMap, Lacking], before: Walkers | None) -> Walkers:
    """22.1 The ways of the units of a side; those that a change elsewhere left as they were are taken over."""
    country, hexes, lacking = asked
    moved = None
    if before is not None and before.country.ground == country.ground and before.lacking == lacking:
        moved = hexes.since(before.hexes.number)
    if before is None or moved is None:
        return Walkers(country, hexes, lacking, _walk_of(country, lacking, hexes.entries.items()))
    known, parts = before.known.copy(), before.hexes.entries
    for at in moved:
        for unit, _ in parts.get(at, ()):
            del known[unit]
    if country != before.country:
        others, alike = _otherwise(before.country, country), dict[tuple[int, int, int], Walker]()
        for unit, (at, kind, lacks, near, _) in known.items():
            if others.isdisjoint(near):
                continue
            walker = alike.get((at, kind, lacks))
            if walker is None:
                walker = alike[at, kind, lacks] = Walker(at, kind, lacks, *_ways_from(country, at, kind, lacks))
            known[unit] = walker
    known |= _walk_of(country, lacking, [(at, hexes.entries.get(at, ())) for at in moved])
    return Walkers(country, hexes, lacking, known)


def _walk_of(country: Country, lacking: Lacking, stacks: Iterable[tuple[int, There]]) -> dict[int, Walker]:
    """22.1 The units of some stacks with their ways; who is of a type, in a hex, and as well supplied goes alike."""
    found, alike = dict[int, Walker](), dict[tuple[int, int], Walker]()
    for at, there in stacks:
        alike.clear()
        for unit, kind in there:
            lacks = lacking.turns[unit - lacking.first]
            walker = alike.get((kind, lacks))
            if walker is None:
                walker = alike[kind, lacks] = Walker(at, kind, lacks, *_ways_from(country, at, kind, lacks))
            found[unit] = walker
    return found


_walkers = [incremental(_walked) for _ in UNITS_OF]


def _otherwise(before: Country, country: Country) -> set[int]:
    """22.1 The hexes in which anything that bears on walks has changed, over the same ground."""
    others = {at for at in country.held & before.held if country.strength[at] != before.strength[at]}
    others.update(country.theirs ^ before.theirs, country.held ^ before.held, country.ours ^ before.ours)
    return others


def _way_reads(side: int) -> Fingerprint:
    own, theirs = UNITS_OF[side], UNITS_OF[1 - side]
    parts = [(at, units.start, len(units)) for at in WHERE for units in (own, theirs)]
    return depends_on(
        cells=[(places.SCENARIO, 1)],
        parts=[*parts, (places.UNSUPPLIED, own.start, len(own))],
        also=lambda state: (construction.roads_built(state), construction.of_enemy(state, side)),
    )


@cached_by_fingerprint_per_key([_way_reads(side) for side in range(len(UNITS_OF))])
def ways(state: State, side: int) -> dict[int, Walker]:
    """22.1, 22.5 Where each unit of a side on the map comes on foot, were there room everywhere."""
    own = UNITS_OF[side]
    lacking = state.arrays[places.UNSUPPLIED][own.start : own.stop]
    asked = country_of(state, side), by_hex(state, side), Lacking(own.start, lacking)
    return _walkers[side](asked).known


@cached_by_fingerprint_per_key(of_each_side(*WHERE, places.DEPLOYED))
def walkers(state: State, side: int) -> list[int]:
    """22.1, 24.7, 27.1 The units of a side ashore that walk: no fortification, no Base Force that is deployed."""
    walking, deployed = kinds_that_walk(state.rules.pieces), state.arrays[places.DEPLOYED]
    mobile = [(unit, walking[kind]) for unit, _, kind in standing(state, side) if kind in walking]
    return [unit for unit, packed in mobile if not packed or deployed[unit] == PACKED]


@cached(8)
def kinds_that_walk(pieces: Pieces) -> dict[int, bool]:
    """22.1, 27.1 The types of units that walk, each with whether it must be packed for it."""
    return {kind: row.kind == "base_force" for kind, row in enumerate(pieces.ground) if row.kind not in STAYING}


def reach(state: State, side: int, unit: int, *, forced: bool = False) -> list[int]:
    """22.1, 21.1 The hexes in which a unit may end its march, within stacking, ascending."""
    walker = ways(state, side).get(unit)
    there = NO_WAYS if walker is None else walker.ways
    hexes = tuple(sorted((*there.near, *there.far))) if forced else there.near
    return list(with_room(state, side, state.arrays[places.UNIT_TYPE][unit], hexes))


def going(state: State, side: int, units: list[int]) -> list[int]:
    """22.1, 22.5 Those of some units that come to another hex on foot, by a Forced March if need be."""
    thirds, known, full = thirds_of(state.rules.pieces), ways(state, side), hexes_without_room(state, side)
    found = []
    for unit in units:
        walker = known.get(unit)
        if walker is not None:
            hexes, here = walker.ways.hexes, full[thirds[walker.kind]]
            # Mostly more hexes are reached than are full, so that no look at them is needed.
            if len(hexes) > len(here) or not here.issuperset(hexes):
                found.append(unit)
    return found


def way_to(state: State, side: int, unit: int, to: int, *, forced: bool = False) -> list[int]:
    """22.1 The hexes through which a unit walks, with the last."""
    with FingerprintContext(state):
        before, way = walk(state, side, unit, forced=forced).before, [to]
    while before[way[-1]] != state.arrays[places.UNIT_AT][unit]:
        way.append(before[way[-1]])
    way.reverse()
    return way


def march(play: Execution, side: int, unit: int, to: int, *, forced: bool = False) -> None:
    """22.1, 22.5, 22.7, 24.9 A unit walks and takes the hexes it enters; overrun or helpless units are removed."""
    state = play.state
    way = way_to(state, side, unit, to, forced=forced)
    headquarters.moved(state, unit)
    places.units_in(state.arrays).put(unit, to)
    play.tell(log.MARCHED, unit, tuple(way))
    for at in way:
        for enemy in ground_units.can_lose(state, units_at(state, 1 - side, at)):
            lose_unit(play, enemy)
        capture(play, side, at)
    if forced:
        pay_for_march(play, unit)


def pay_for_march(play: Execution, unit: int) -> None:
    """22.5 The die of a Forced March: from four a step is lost; a six costs all of a unit that is no division."""
    die = play.roll(6, Roll.FORCED_MARCH)
    play.tell(log.FORCED, unit, die)
    if die >= WHOLE_UNIT_FROM and not type_of(play.state, unit).size.startswith("division"):
        lose_unit(play, unit)
    elif die >= LOSS_FROM:
        ground_units.lose_step(play, unit)
