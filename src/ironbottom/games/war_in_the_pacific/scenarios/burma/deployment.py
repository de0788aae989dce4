"""44.21, 44.34, 44.36, 44.5, 44.84, 2.51, 40.41 The deployment choices of each side before Burma begins.

Everything is already placed under 2.51: troops (44.31, 44.32, 44.33) and facilities (44.22, 44.35) as listed.
Headquarters and air points in India and Burma may go to any airbase of their country, and Supply Blocks to any hex of
it, named or not. With Free Deployment, ground units and everything in China may also be moved in this way. India needs
no garrison (44.64).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, Number
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Action, Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Allowed, Branches, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, air_points
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import has_room, type_of
from ironbottom.games.war_in_the_pacific.derived.unit_positions import units_on_map
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX, BASES, HEXES, SIDES, STACKS, UNITS
from ironbottom.games.war_in_the_pacific.questions import HasHex, HasUnit
from ironbottom.games.war_in_the_pacific.rules.air.air_assault import PLAN_DROP
from ironbottom.games.war_in_the_pacific.rules.land import components
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import branches_by_base, numbers_up_to
from ironbottom.games.war_in_the_pacific.rules.setup.before_play import (
    AIR_POINTS,
    BLOCKS,
    SPLIT_BEFORE,
    place_points,
    points_based,
    points_per_block,
)
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import changes_left, count_change
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.supply import depots
from ironbottom.games.war_in_the_pacific.scenarios.burma.derived import (
    airfields,
    last_guards,
    nearby_hexes,
    other_fields,
    rooms_of,
    starting_bases,
    stores_of,
)
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

# -- ground units and headquarters -----------------------------------------------------------------------


@restriction("44.81", "{unit} must start where its case says, or is not yours")
def open_to_choice(state: State, frame: Procedure, side: int) -> IdSet:
    free, rows = layout.scenario(state).free_deployment, state.rules.pieces.ground
    own = [unit for unit, _, kind in units_on_map(state, side) if free or rows[kind].kind == "air_hq"]
    return sets.from_iterable(own, len(UNITS))


@restriction("44.81", "no other hex in its country has room for {unit}; headquarters also need an airbase")
def has_another_place(state: State, frame: Procedure, side: int) -> IdSet:
    units = sets.iterate(open_to_choice(state, frame, side))
    return sets.from_iterable([unit for unit in units if any(starts_of(state, side, unit))], len(UNITS))


@restriction(
    "44.81",
    "{to} must be another hex in the unit's country with room for it; headquarters also need an airbase",
)
def where_it_may_start(state: State, frame: HasUnit, side: int) -> IdSet:
    return sets.from_iterable(starts_of(state, side, frame.unit), len(HEXES))


def starts_of(state: State, side: int, unit: int) -> Iterator[int]:
    """44.81 to 44.83 The other hexes where a unit may start."""
    hex, row = state.arrays[layout.UNIT_AT][unit], type_of(state, unit)
    if row.kind == "air_hq":
        return (BASE_HEX[base] for base in airfields(state, side, hex) if BASE_HEX[base] != hex)
    return (to for to in nearby_hexes(state, side, hex) if to != hex and has_room(state, side, to, row))


@restriction("44.65", "{unit} is the last guard of its port and must start there")
def guards_stay(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.without(sets.full_set(len(UNITS)), last_guards(state, side))


SET_OUT = Verb(
    "set_out",
    clause="44.81",
    ends_list="never",
    when=(changes_left,),
    unit=Argument(UNITS, open_to_choice, guards_stay, has_another_place, always_completes=True),
)
START_AT = Verb(
    "start_at", clause="44.81", ends_list="never", to=Argument(HEXES, where_it_may_start, always_completes=True)
)


# -- air points --------------------------------------------------------------------------------------------


@restriction("44.34", "none of your air points are at {base}")
def airfield_with_points(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(own_fields(state, side), len(BASES))


def own_fields(state: State, side: int) -> list[int]:
    """44.34 A side's airbases whose points may start elsewhere."""
    fields = other_fields(state, side)
    return [base for base in air_bases.with_points(state, side) if base in fields]


@restriction("44.34", "no points of {stack} are at {base}")
def stack_at_airfield(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return sets.from_iterable([stack for stack, _ in air_bases.stacks(state, base)], len(STACKS))


@restriction("44.34", "{to} must be another airbase in their country with room for these air points")
def other_airfield(state: State, frame: Procedure, side: int, base: int, stack: int) -> IdSet:
    return sets.from_iterable(fields_with_room(state, side, base, stack), len(BASES))


def fields_with_room(state: State, side: int, base: int, stack: int) -> dict[int, int]:
    """5.4 The other airbases where points may start, with their room."""
    return rooms_of(state, side, base, air_bases.on_water(state.rules.pieces, stack))


def airfields_by_room(state: State, frame: Procedure, side: int, base: int, stack: int, allowed: IdSet) -> list[IdSet]:
    """5.4 The airbases with room for this many points."""
    most, result = min(points_based(state, base, stack), AIR_POINTS.high), dict[int, int]()
    for to, room in fields_with_room(state, side, base, stack).items():
        if sets.holds(allowed, to):
            result[min(most, room)] = result.get(min(most, room), 0) | 1 << to
    return sorted(result.values(), key=lambda bases: sets.nth(bases, 0))


@restriction("5.4", "there are not that many points, or there is too little room")
def numbers_to_place(state: State, frame: Procedure, side: int, base: int, stack: int, to: int) -> IdSet:
    room = air_bases.capacity_left(state, to, water=air_bases.on_water(state.rules.pieces, stack))
    return (2 << min(points_based(state, base, stack), room, AIR_POINTS.high)) - 2


def from_least(airfields_by_room: Mapping[int, int], most: int) -> list[int]:
    """5.4 The bases, as bits, with room for at least one point, for at least two, and so on up to this many."""
    more, result = 0, []
    for room, bases in airfields_by_room.items():
        if room > most:
            more |= bases
    for room in range(most, 0, -1):
        more |= airfields_by_room.get(room, 0)
        result.append(more)
    return result[::-1]


def by_points(near: int, free: int, room: list[int]) -> Branches:
    """5.4, 5.5 Bases grouped by how many of the free points they have room for, at most this many."""
    result, left = list[tuple[int, int]](), near & room[0]
    for points in range(1, free + 1):
        more = left & room[points] if points < free else 0
        if left != more:
            result.append((left & ~more, points))
        left = more
        if not left:
            break
    result.sort(key=_first)
    return tuple([(bases, ((numbers_up_to(points), ()),)) for bases, points in result])


def _first(each: tuple[int, int]) -> int:
    return each[0] & -each[0]


def airs_set(state: State, context: object, side: int) -> Branches:
    """44.34 A faster generator of the choices for air points, from the restrictions on each base."""
    fields, there = other_fields(state, side), air_points.points_by_base(state).entries
    near = {base: fields[base] for base in air_bases.with_points(state, side) if base in fields}
    stacks = {base: air_bases.stacked(there[base]) for base in near}
    points = {(base, stack): min(there, AIR_POINTS.high) for base in near for stack, there in stacks[base]}
    most = max(points.values(), default=0)
    room = [from_least(starting_bases(state, side, water), most) for water in (False, True)] if most else []
    known: dict[tuple[int, int, bool], Branches] = {}

    def after(base: int, stack: int) -> Branches:
        key = near[base], points[base, stack], air_bases.on_water(state.rules.pieces, stack)
        if key not in known:
            known[key] = by_points(key[0], key[1], room[key[2]])
        return known[key]

    return branches_by_base({base: sum(1 << stack for stack, _ in there) for base, there in stacks.items()}, after)


SET_AIR = Verb(
    "set_air",
    clause="44.34",
    ends_list="never",
    when=(changes_left,),
    offer=airs_set,
    base=Argument(BASES, airfield_with_points),
    stack=Argument(STACKS, stack_at_airfield),
    to=Argument(BASES, other_airfield, equivalence=airfields_by_room, always_completes=True),
    points=Argument(AIR_POINTS, numbers_to_place),
)


# -- Supply Blocks -----------------------------------------------------------------------------------------


@restriction("44.36", "none of your Supply Blocks is at {at}, or it must start where its case says")
def hex_with_blocks(state: State, frame: Procedure, side: int) -> IdSet:
    lying = depots.hexes_with_block(state, side, points_per_block(state))
    return sets.from_iterable([hex for hex in lying if stores_of(state, side, hex)], len(HEXES))


@restriction("44.36", "there are not that many blocks there")
def blocks_in_hex(state: State, frame: Procedure, side: int, hex: int) -> IdSet:
    return (2 << min(depots.points_stored(state, hex) // points_per_block(state), BLOCKS.high)) - 2


@restriction("44.36", "{to} is not another hex of yours in the country where the blocks start")
def store_of_country(state: State, frame: HasHex, side: int) -> IdSet:
    return stores_of(state, side, frame.at)


@restriction("25.2", "stores are already in as many hexes as allowed: put these where others are")
def hex_for_stores(state: State, frame: Procedure, side: int) -> Allowed:
    return depots.where_stores_lie(state)


SET_STORES = Verb(
    "set_stores",
    clause="44.36",
    ends_list="never",
    when=(changes_left,),
    at=Argument(HEXES, hex_with_blocks, always_completes=True),
    blocks=Argument(BLOCKS, blocks_in_hex, always_completes=True),
)


def blocks_begin_depot(state: State, frame: Procedure, side: int, to: int) -> bool:
    """25.2 Makes a base for stores where there is no base yet; both sides see it."""
    return base_at(state, to) < 0


STORE_AT = Verb(
    "store_at",
    clause="44.36",
    ends_list=blocks_begin_depot,
    to=Argument(HEXES, store_of_country, hex_for_stores, always_completes=True),
)
ALL_SET = Verb("all_set", clause="44.5", ends_list="always")


class UnitPlacement(Question):
    """44.81 to 44.83 The choice of another hex for a unit."""

    number, name, clause = 79, "setting_out", "44.81"
    verbs = (START_AT,)
    hides_forced, unobservable, is_second_step = True, True, True
    side: Annotated[int, IdField(SIDES)]
    unit: Annotated[int, IdField(UNITS)]

    def start_at(self, execution: Execution, to: int) -> None:
        """44.81 to 44.83 Moves a unit to another starting hex."""
        execution.pop()
        layout.units_in(execution.state.arrays).put(self.unit, to)
        count_change(execution.state, self.side)
        execution.emit(log.MOVED_BEFORE, self.unit, execution.state.arrays[layout.UNIT_TYPE][self.unit], to)


class StoresPlacement(Question):
    """44.21, 44.36 The choice of another hex for Supply Blocks."""

    number, name, clause = 92, "setting_stores", "44.36"
    verbs = (STORE_AT,)
    hides_forced, unobservable, is_second_step = True, True, True
    side: Annotated[int, IdField(SIDES)]
    at: Annotated[int, IdField(HEXES)]
    blocks: Annotated[int, Number(1, BLOCKS.high)]

    def store_at(self, execution: Execution, to: int) -> None:
        """44.21, 44.36 Moves Supply Blocks to another starting hex."""
        execution.pop()
        depots.move_stores(execution, self.side, self.at, to, self.blocks * points_per_block(execution.state))
        count_change(execution.state, self.side)


class BurmaDeployment(assault_plans.BeforePlay, Question):
    """44.5, 44.84 A side deploys for Burma, the Allies first."""

    number, name, clause = 64, "burma_deployment", "44.5"
    verbs = (SET_OUT, SET_AIR, SET_STORES, SPLIT_BEFORE, PLAN_DROP, ALL_SET)
    hides_forced, unobservable = True, True
    side: Annotated[int, IdField(SIDES)]

    def set_out(self, execution: Execution, unit: int) -> None:
        """44.81 to 44.83 Moves a unit; its hex is asked for next."""
        execution.push(UnitPlacement(self.side, unit))

    def set_air(self, execution: Execution, base: int, stack: int, to: int, points: int) -> None:
        """44.21, 44.34 Moves air points to another airbase."""
        place_points(execution.state, base, stack, -points)
        place_points(execution.state, to, stack, points)
        count_change(execution.state, self.side)
        execution.emit_to(self.side, log.TRANSFERRED, base, to, stack, points)

    def set_stores(self, execution: Execution, at: int, blocks: int) -> None:
        """44.21, 44.36 Moves Supply Blocks; their hex is asked for next."""
        execution.push(StoresPlacement(self.side, at, blocks))

    def split_before(self, execution: Execution, unit: int) -> None:
        """40.41, 21.4 Splits a division into its components."""
        components.break_down(execution, self.side, unit)

    def plan_drop(self, execution: Execution, at: int) -> None:
        """40.42, 16.2 Plans an Air Assault, which may be made from the first Game-Turn on."""
        assault_plans.write_plan(execution, self.side, at)

    def all_set(self, execution: Execution) -> None:
        """44.5 Ends the side's deployment."""
        execution.pop()
        execution.cells[layout.DECK_CHANGES + self.side] = 0
        execution.emit(log.DEPLOYED, self.side)


OPENING_CHOICES: Mapping[type[Procedure], Callable[[Any], Action]] = {
    StoresPlacement: lambda frame: ("set_stores", HEXES.ids[frame.at], str(frame.blocks)),
    UnitPlacement: lambda frame: ("set_out", UNITS.ids[frame.unit]),
}
"""The choice that opens each second-step question."""
PROCEDURES = (BurmaDeployment, UnitPlacement, StoresPlacement)
