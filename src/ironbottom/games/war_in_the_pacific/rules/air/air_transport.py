"""6.8 Air Transport: transports carry small units or stores, or drop stores to units.

Points load units or stores at their base and land them at another base in range; they return or stay there (5.9).
"""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Domain
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import Branches, one_set, restriction
from ironbottom.games.war_in_the_pacific import cited_cases
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.derived import air_bases, building_sites
from ironbottom.games.war_in_the_pacific.derived.air_bases import air_distance, base_at
from ironbottom.games.war_in_the_pacific.derived.air_capacity import room_of_each
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import has_room, must_be_attacked, type_of
from ironbottom.games.war_in_the_pacific.derived.transport_points import (
    LOADS_A_POINT,
    QUARTERS_A_LOAD,
    fields,
    lift_points,
    packed_lift_points,
    range_of,
    transports,
)
from ironbottom.games.war_in_the_pacific.derived.unit_positions import units_on_map
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BASES, HEXES, STACKS, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import POINTS, numbers_up_to
from ironbottom.games.war_in_the_pacific.state_types import State

LOST_IN_DROP = 3
"""6.8 A third of dropped stores is lost."""
LANDINGS = Domain("landing", ("comes_back", "stays"))
STAYS = LANDINGS.index["stays"]
BOTH_WAYS = (1 << len(LANDINGS)) - 1


def may_return_or_stay(state: State, base: int, stack: int, to: int, points: int) -> list[int]:
    """5.4, 5.9 Whether this many transports return, or can stay because there is room."""
    room = air_bases.capacity_left(state, to, water=air_bases.on_water(state.rules.pieces, stack))
    return list(range(len(LANDINGS))) if room >= points else [0]


# -- units -------------------------------------------------------------------------------------------------------


def points_for(state: State, unit: int, each: int) -> int:
    """6.8 The number of points needed to lift a unit."""
    return lift_points(type_of(state, unit), each)


def carriers(state: State, side: int, unit: int) -> list[tuple[int, int]]:
    """6.8 The bases with stacks that can lift a unit from its hex and land it somewhere."""
    kind, hex = state.arrays[layout.UNIT_TYPE][unit], state.arrays[layout.UNIT_AT][unit]
    deployed = state.arrays[layout.DEPLOYED][unit] and type_of(state, unit).kind == "base_force"
    return [] if deployed else packed_lift_points(state, side, kind, hex)


def landing_bases(state: State, side: int, row: GroundType, base: int, stack: int, closed: frozenset[int]) -> list[int]:
    """6.8, 21.1 The bases where a unit of a type may land, within stacking, outside hexes that are closed to it."""
    open_to_it = [to for to in fields(state, side, base, stack) if air_bases.where(state, to) not in closed]
    return [to for to in open_to_it if has_room(state, side, air_bases.where(state, to), row)]


@restriction(
    "6.8",
    "{unit} is not one of your regiments, Base Forces or headquarters at a base with transports that can carry it",
)
def liftable(state: State, frame: Procedure, side: int) -> IdSet:
    lifted = {air_bases.where(state, base) for base, _ in transports(state, side)}
    positions = state.arrays[layout.UNIT_AT]
    result = [unit for unit in UNITS_OF[side] if positions[unit] in lifted and carriers(state, side, unit)]
    return sets.from_iterable(result, len(UNITS))


@restriction("6.8", "{unit} is a combat unit, which cannot be flown yet", case=cited_cases.transport_case)
def after_the_first_turn(state: State, frame: Procedure, side: int) -> IdSet:
    types, every = state.arrays[layout.UNIT_TYPE], sets.full_set(len(UNITS))
    if layout.scenario(state).combat_units_fly(state, side):
        return every
    return sets.without(every, [u for u in UNITS_OF[side] if types[u] >= 0 and type_of(state, u).kind == "combat"])


@restriction("6.8", "{unit} is the last guard of its port and must stay", case=cited_cases.guards_case)
def no_guard(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.without(sets.full_set(len(UNITS)), layout.scenario(state).guards(state, side))


@restriction("6.8", "no free points of {stack} can carry {unit}")
def lifting(state: State, frame: Procedure, side: int, unit: int) -> IdSet:
    return sets.from_iterable({stack for _, stack in carriers(state, side, unit)}, len(STACKS))


@restriction("6.8", "{to} is not one of your bases within range, or has no room for {unit}")
def base_to_land(state: State, frame: Procedure, side: int, unit: int, stack: int) -> IdSet:
    base = next(base for base, other in carriers(state, side, unit) if other == stack)
    closed = layout.scenario(state).closed_to_unit(state, unit)
    return sets.from_iterable(landing_bases(state, side, type_of(state, unit), base, stack, closed), len(BASES))


@restriction("5.4", "there is no room for the transports at {to}")
def room_to_stay(state: State, frame: Procedure, side: int, unit: int, stack: int, to: int) -> IdSet:
    base = next(base for base, other in carriers(state, side, unit) if other == stack)
    each = transports(state, side)[base, stack].each
    return sets.from_iterable(may_return_or_stay(state, base, stack, to, points_for(state, unit, each)), len(LANDINGS))


def fields_by_room(state: State, frame: Procedure, side: int, unit: int, stack: int, allowed: IdSet) -> list[IdSet]:
    """5.4 The bases grouped by whether the transports may stay there."""
    base = next(base for base, other in carriers(state, side, unit) if other == stack)
    points = points_for(state, unit, transports(state, side)[base, stack].each)
    result: dict[int, int] = {}
    for to in sets.iterate(allowed):
        ways = len(may_return_or_stay(state, base, stack, to, points))
        result[ways] = result.get(ways, 0) | 1 << to
    return list(result.values())


def flown(state: State, context: object, side: int) -> Branches:
    """6.8 A faster generator of flown units and destinations, which are equal for units of one type in a hex."""
    lifted = {air_bases.where(state, base) for base, _ in transports(state, side)}
    stay, deployed = set(layout.scenario(state).guards(state, side)), state.arrays[layout.DEPLOYED]
    rows, known = state.rules.pieces.ground, dict[tuple[int, int, frozenset[int]], Branches]()
    result, scenario = dict[Branches, list[int]](), layout.scenario(state)
    for unit, hex, kind in units_on_map(state, side):
        if hex not in lifted or unit in stay or (deployed[unit] and rows[kind].kind == "base_force"):
            continue
        closed = scenario.closed_to_unit(state, unit)
        after = known.get((kind, hex, closed))
        if after is None:
            after = known[kind, hex, closed] = flown_from(state, side, kind, hex, closed)
        if after:
            result.setdefault(after, []).append(unit)
    return tuple([(tuple(units), after) for after, units in result.items()])


def flown_from(state: State, side: int, kind: int, hex: int, closed: frozenset[int]) -> Branches:
    """6.8, 5.4 The stacks that can fly a unit of a type from a hex, their destinations, and whether they may stay."""
    pieces, able, of_stack = state.rules.pieces, packed_lift_points(state, side, kind, hex), dict[Branches, int]()
    for stack in sorted({stack for _, stack in able}):
        base, row = next(base for base, other in able if other == stack), pieces.ground[kind]
        points = lift_points(row, transports(state, side)[base, stack].each)
        room, of_base = room_of_each(state, side, air_bases.on_water(pieces, stack)), dict[int, int]()
        for to in landing_bases(state, side, row, base, stack, closed):
            ways = BOTH_WAYS if room(to) >= points else 1
            of_base[ways] = of_base.get(ways, 0) | 1 << to
        follows = tuple([(bases, one_set(ways)) for ways, bases in of_base.items()])
        of_stack[follows] = of_stack.get(follows, 0) | 1 << stack
    return tuple([(stacks, follows) for follows, stacks in of_stack.items()])


FLY_UNIT = Verb(
    "fly_unit",
    clause="6.8",
    ends_list="never",
    offer=flown,
    unit=Argument(UNITS, after_the_first_turn, no_guard, liftable),
    stack=Argument(STACKS, lifting),
    to=Argument(BASES, base_to_land, equivalence=fields_by_room, always_completes=True),
    landing=Argument(LANDINGS, room_to_stay),
)


# -- stores ------------------------------------------------------------------------------------------------------


def stores_carried(points: int, each: int) -> int:
    """6.8 The Supply Points that transports carry: one for every two Load Points."""
    return points * each // (QUARTERS_A_LOAD * LOADS_A_POINT)


def supply_loads(state: State, side: int) -> dict[tuple[int, int], range]:
    """6.8 For each base and stack, the useful numbers of points to send with stores: each carries one more Supply
    Point.
    """
    result = {}
    for (base, stack), flight in transports(state, side).items():
        least = next((n for n in range(1, flight.points + 1) if stores_carried(n, flight.each)), 0)
        if least and state.arrays[layout.SUPPLY][base]:
            result[base, stack] = range(least, flight.points + 1)
    return result


@restriction("6.8", "{base} has no stores, or no free transports that can carry them")
def with_stores(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable({base for base, _ in supply_loads(state, side)}, len(BASES))


@restriction("6.8", "{stack} at {base} cannot carry stores, or already have a Role in this phase")
def carrying(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return sets.from_iterable({stack for there, stack in supply_loads(state, side) if there == base}, len(STACKS))


@restriction("6.8", "{to} is not one of your bases within range")
def field_in_range(state: State, frame: Procedure, side: int, base: int, stack: int) -> IdSet:
    return sets.from_iterable(fields(state, side, base, stack), len(BASES))


@restriction("6.8", "there are not that many free points, or they cannot carry a whole Supply Point")
def transport_numbers(state: State, frame: Procedure, side: int, base: int, stack: int, *to: int) -> IdSet:
    able = supply_loads(state, side)[base, stack]
    return numbers_up_to(able[-1]) & ~(numbers_up_to(able[0] - 1) if able[0] > 1 else 0)


@restriction("5.4", "there is no room for the transports at {to}")
def room_for_all(state: State, frame: Procedure, side: int, base: int, stack: int, to: int, points: int) -> IdSet:
    return sets.from_iterable(may_return_or_stay(state, base, stack, to, points), len(LANDINGS))


def by_room_for_all(state: State, frame: Procedure, side: int, base: int, stack: int, allowed: IdSet) -> list[IdSet]:
    """5.4 The bases where this many of the transports may stay."""
    most, water = supply_loads(state, side)[base, stack][-1], air_bases.on_water(state.rules.pieces, stack)
    result: dict[int, int] = {}
    for to in sets.iterate(allowed):
        room = min(air_bases.capacity_left(state, to, water=water), most)
        result[room] = result.get(room, 0) | 1 << to
    return list(result.values())


def by_stay(state: State, frame: Procedure, side: int, base: int, stack: int, to: int, allowed: int) -> list[IdSet]:
    """5.4 The numbers of points that may stay, and those that return."""
    few = (
        numbers_up_to(air_bases.capacity_left(state, to, water=air_bases.on_water(state.rules.pieces, stack))) & allowed
    )
    return [points for points in (few, allowed & ~few) if points]


FLY_STORES = Verb(
    "fly_stores",
    clause="6.8",
    ends_list="never",
    base=Argument(BASES, with_stores),
    stack=Argument(STACKS, carrying),
    to=Argument(BASES, field_in_range, equivalence=by_room_for_all, always_completes=True),
    points=Argument(POINTS, transport_numbers, equivalence=by_stay, always_completes=True),
    landing=Argument(LANDINGS, room_for_all),
)


@restriction(
    "6.8", "{at} is out of range, has none of your units, has a base where transports can land, or cannot hold stores"
)
def drop_zone(state: State, frame: Procedure, side: int, base: int, stack: int) -> IdSet:
    start, most = air_bases.where(state, base), range_of(state, stack)
    found = {state.arrays[layout.UNIT_AT][unit] for unit in construction_orders.on_map(state, side)}
    if state.rules.options["stores_dropped"] == "without_a_base":
        found -= {air_bases.where(state, to) for to in fields(state, side, base, stack)}
    slot = building_sites.free_slot(state) >= 0
    near = [hex for hex in found if hex != start and air_distance(state, start, hex) <= most]
    able = [hex for hex in near if (slot or hex in BASE_AT) and not must_be_attacked(state, 1 - side, hex)]
    return sets.from_iterable(able, len(HEXES))


def begins_depot(state: State, frame: Procedure, side: int, base: int, stack: int, hex: int, points: int) -> bool:
    """25.2 Makes a base for stores where there is no base yet; both sides see it."""
    return base_at(state, hex) < 0


DROP_STORES = Verb(
    "drop_stores",
    clause="6.8",
    ends_list=begins_depot,
    base=Argument(BASES, with_stores),
    stack=Argument(STACKS, carrying),
    at=Argument(HEXES, drop_zone, equivalence=all_equivalent, always_completes=True),
    points=Argument(POINTS, transport_numbers),
)
