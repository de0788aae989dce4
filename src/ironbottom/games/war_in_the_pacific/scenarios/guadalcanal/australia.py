"""43.33, 43.53, 2.51 What the Allies place freely before Guadalcanal: all that starts in any hex of Australia.

Everything is placed by 2.51 beforehand. Ground units go to any hex with room, headquarters to any airbase, air points
to any airbase with room. The Base Force at Brisbane and the airbases are where their case says.
"""

from __future__ import annotations

from typing import Annotated, Any

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import Members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import has_room, type_of
from ironbottom.games.war_in_the_pacific.derived.unit_positions import units_on_map
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX, BASES, HEXES, SIDES, STACKS, UNITS
from ironbottom.games.war_in_the_pacific.questions import OfUnit
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import numbers_up_to, of_bases
from ironbottom.games.war_in_the_pacific.rules.setup.before_play import AIR_POINTS, add_points, points_based
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import changes_left, count_change
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.derived import australia

FIXED = ("base_force",)
"""43.33 The kinds of units that start where their case says."""


# -- ground units and headquarters -----------------------------------------------------------------------


def units_there(state: State, side: int) -> list[int]:
    """43.33 The units of a side that may start anywhere in Australia."""
    within = australia(state.rules.pieces, state.cells[layout.SCENARIO]) if side == ALLIES else frozenset[int]()
    rows = state.rules.pieces.ground
    return [unit for unit, at, kind in units_on_map(state, side) if at in within and rows[kind].kind not in FIXED]


def hexes_to_start_at(state: State, side: int, unit: int) -> list[int]:
    """43.33, 21.1 The other hexes where a unit may start."""
    at, row = state.arrays[layout.UNIT_AT][unit], type_of(state, unit)
    within = australia(state.rules.pieces, state.cells[layout.SCENARIO])
    if row.kind == "air_hq":
        return [BASE_HEX[base] for base in australian_airbases(state) if BASE_HEX[base] != at]
    return [to for to in sorted(within) if to != at and has_room(state, side, to, row)]


@restriction("43.53", "{unit} starts where its case says, or is not yours")
def in_any_hex(state: State, frame: Procedure, side: int) -> Members:
    return sets.from_iterable(units_there(state, side), len(UNITS))


@restriction("43.53", "{to} is not another hex of Australia with room, or lacks the airbase that headquarters need")
def where_in_australia(state: State, frame: OfUnit, side: int) -> Members:
    return sets.from_iterable(hexes_to_start_at(state, side, frame.unit), len(HEXES))


PLACE_UNIT = Verb(
    "place_unit",
    clause="43.53",
    ends_list="never",
    when=(changes_left,),
    unit=Argument(UNITS, in_any_hex, always_completes=True),
)
PLACE_UNIT_AT = Verb(
    "place_unit_at", clause="43.53", ends_list="never", to=Argument(HEXES, where_in_australia, always_completes=True)
)


class PlacingUnit(Question):
    """43.53 The choice of another hex of Australia for a unit."""

    number, name, clause = 104, "placing_unit", "43.53"
    verbs = (PLACE_UNIT_AT,)
    hides_forced, unobservable, completes = True, True, True
    side: Annotated[int, IdField(SIDES)]
    unit: Annotated[int, IdField(UNITS)]

    def place_unit_at(self, play: Execution, to: int) -> None:
        """43.53 Moves a unit to another starting hex, which everybody sees."""
        play.pop()
        layout.units_in(play.state.arrays).put(self.unit, to)
        count_change(play.state, self.side)
        play.emit(log.MOVED_BEFORE, self.unit, play.state.arrays[layout.UNIT_TYPE][self.unit], to)


# -- air points --------------------------------------------------------------------------------------------


def australian_airbases(state: State) -> list[int]:
    """43.33 The airbases of Australia."""
    within, level = australia(state.rules.pieces, state.cells[layout.SCENARIO]), state.arrays[layout.LEVEL]
    return [base for base, at in enumerate(BASE_HEX) if at in within and level[base]]


def bases_there(state: State, side: int) -> list[int]:
    """43.33 The airbases whose points may start at any other."""
    fields = australian_airbases(state) if side == ALLIES else []
    return [base for base in fields if air_bases.stacks(state, base)]


def airbases_with_room(state: State, base: int, stack: int) -> dict[int, int]:
    """5.4 The other airbases with room for points of a stack."""
    water = air_bases.on_water(state.rules.pieces, stack)
    rooms = {to: air_bases.room(state, to, water=water) for to in australian_airbases(state) if to != base}
    return {to: room for to, room in rooms.items() if room > 0}


@restriction("43.53", "no air points of yours that may start elsewhere are at {base}")
def with_points_to_place(state: State, frame: Procedure, side: int) -> Members:
    return sets.from_iterable(bases_there(state, side), len(BASES))


@restriction("43.53", "no points of {stack} are at {base}")
def stack_at_airbase(state: State, frame: Procedure, side: int, base: int) -> Members:
    return sets.from_iterable([stack for stack, _ in air_bases.stacks(state, base)], len(STACKS))


@restriction("43.53", "{to} is not another airbase of Australia with room for these air points")
def other_airbase(state: State, frame: Procedure, side: int, base: int, stack: int) -> Members:
    return sets.from_iterable(airbases_with_room(state, base, stack), len(BASES))


@restriction("5.4", "there are not that many points, or there is less room")
def placeable(state: State, frame: Procedure, side: int, base: int, stack: int, to: int) -> Members:
    room = airbases_with_room(state, base, stack).get(to, 0)
    return numbers_up_to(min(points_based(state, base, stack), room, AIR_POINTS.high))


def airs_to_place(state: State, context: object, side: int) -> Branches:
    """43.53 A faster generator of the choices for air points, base by base."""
    stacks = {base: [stack for stack, _ in air_bases.stacks(state, base)] for base in bases_there(state, side)}

    def after(base: int, stack: int) -> Branches:
        result: dict[int, int] = {}
        for to, room in sorted(airbases_with_room(state, base, stack).items()):
            points = min(points_based(state, base, stack), room, AIR_POINTS.high)
            result[points] = result.get(points, 0) | 1 << to
        return tuple([(bases, ((numbers_up_to(points), ()),)) for points, bases in result.items()])

    return of_bases({base: sum(1 << stack for stack in result) for base, result in stacks.items()}, after)


PLACE_AIR = Verb(
    "place_air",
    clause="43.53",
    ends_list="never",
    when=(changes_left,),
    offer=airs_to_place,
    base=Argument(BASES, with_points_to_place),
    stack=Argument(STACKS, stack_at_airbase),
    to=Argument(BASES, other_airbase),
    points=Argument(AIR_POINTS, placeable),
)


class InAustralia(Procedure):
    """43.53 The part of a deployment that places units and air points in Australia; ``side`` is among its fields."""

    def place_unit(self, play: Execution, unit: int) -> None:
        """43.53 Moves a unit; its hex is asked next."""
        here: Any = self
        play.push(PlacingUnit(here.side, unit))

    def place_air(self, play: Execution, base: int, stack: int, to: int, points: int) -> None:
        """43.53 Moves air points to another airbase, which only their owner knows."""
        here: Any = self
        side: int = here.side
        add_points(play.state, base, stack, -points)
        add_points(play.state, to, stack, points)
        count_change(play.state, side)
        play.emit_to(side, log.TRANSFERRED, base, to, stack, points)
