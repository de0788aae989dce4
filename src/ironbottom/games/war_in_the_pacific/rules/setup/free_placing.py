"""2.51, 5.12 What a side places freely before play: units and air points whose case leaves the hex open.

Everything is placed by 2.51 beforehand. The scenario names the hexes where each unit may start (``start_hexes``), and
groups of bases among which air points may start (``start_bases``). Ground units need room; headquarters and air points
start at bases that the scenario names.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import has_room, type_of
from ironbottom.games.war_in_the_pacific.pieces import BASES, HEXES, SIDES, STACKS, UNITS
from ironbottom.games.war_in_the_pacific.questions import HasUnit, SideProcedure
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import branches_by_base, numbers_up_to
from ironbottom.games.war_in_the_pacific.rules.setup.before_play import AIR_POINTS, place_points, points_based
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import changes_left, count_change
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

# -- ground units and headquarters -----------------------------------------------------------------------


def units_to_place(state: State, side: int) -> list[int]:
    """2.51 The units of a side whose case leaves the hex open, ascending."""
    return sorted(layout.scenario(state).start_hexes(state, side))


def hexes_to_start_at(state: State, side: int, unit: int) -> list[int]:
    """2.51, 21.1 The other hexes where a unit may start, ascending."""
    here, row = state.arrays[layout.UNIT_AT][unit], type_of(state, unit)
    others = [to for to in sorted(layout.scenario(state).start_hexes(state, side).get(unit, ())) if to != here]
    return others if row.kind == "air_hq" else [to for to in others if has_room(state, side, to, row)]


@restriction("2.51", "{unit} starts where its case says, or is not yours")
def in_any_hex(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(units_to_place(state, side), len(UNITS))


@restriction("2.51", "{to} is not another hex where its case lets it start, or has no room or no airbase for it")
def another_start(state: State, frame: HasUnit, side: int) -> IdSet:
    return sets.from_iterable(hexes_to_start_at(state, side, frame.unit), len(HEXES))


PLACE_UNIT = Verb(
    "place_unit",
    clause="2.51",
    ends_list="never",
    when=(changes_left,),
    unit=Argument(UNITS, in_any_hex, always_completes=True),
)
PLACE_UNIT_AT = Verb(
    "place_unit_at", clause="2.51", ends_list="never", to=Argument(HEXES, another_start, always_completes=True)
)


class PlacingUnit(Question):
    """2.51 The choice of another starting hex for a unit."""

    number, name, clause = 104, "placing_unit", "2.51"
    verbs = (PLACE_UNIT_AT,)
    hides_forced, unobservable, is_second_step = True, True, True
    side: Annotated[int, IdField(SIDES)]
    unit: Annotated[int, IdField(UNITS)]

    def place_unit_at(self, execution: Execution, to: int) -> None:
        """2.51 Moves a unit to another starting hex, which everybody sees."""
        execution.pop()
        layout.units_in(execution.state.arrays).put(self.unit, to)
        count_change(execution.state, self.side)
        execution.emit(log.MOVED_BEFORE, self.unit, execution.state.arrays[layout.UNIT_TYPE][self.unit], to)


# -- air points --------------------------------------------------------------------------------------------


def bases_to_place_from(state: State, side: int) -> list[int]:
    """2.51 The bases whose points may start at others of their group, ascending."""
    named = sorted(base for group in layout.scenario(state).start_bases(state, side) for base in group)
    return [base for base in named if air_bases.stacks(state, base)]


def bases_with_room(state: State, side: int, base: int, stack: int) -> dict[int, int]:
    """2.51, 5.4 The other bases of the group of a base with room for points of a stack."""
    groups = layout.scenario(state).start_bases(state, side)
    water = air_bases.on_water(state.rules.pieces, stack)
    others = sorted(to for group in groups if base in group for to in group if to != base)
    rooms = {to: air_bases.capacity_left(state, to, water=water) for to in others}
    return {to: room for to, room in rooms.items() if room > 0}


@restriction("2.51", "{base} has no air points of yours that may start elsewhere")
def with_points_to_place(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(bases_to_place_from(state, side), len(BASES))


@restriction("2.51", "no points of {stack} are at {base}")
def stack_at_base(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return sets.from_iterable([stack for stack, _ in air_bases.stacks(state, base)], len(STACKS))


@restriction("2.51", "{to} is not another base where these air points may start, or has no room for them")
def other_base(state: State, frame: Procedure, side: int, base: int, stack: int) -> IdSet:
    return sets.from_iterable(bases_with_room(state, side, base, stack), len(BASES))


@restriction("5.4", "there are not that many points, or there is too little room")
def placeable(state: State, frame: Procedure, side: int, base: int, stack: int, to: int) -> IdSet:
    room = bases_with_room(state, side, base, stack).get(to, 0)
    return numbers_up_to(min(points_based(state, base, stack), room, AIR_POINTS.high))


def points_to_place(state: State, context: object, side: int) -> Branches:
    """2.51 A faster generator of the choices for air points, base by base."""
    stacks = {base: [stack for stack, _ in air_bases.stacks(state, base)] for base in bases_to_place_from(state, side)}

    def after(base: int, stack: int) -> Branches:
        result: dict[int, int] = {}
        for to, room in bases_with_room(state, side, base, stack).items():
            points = min(points_based(state, base, stack), room, AIR_POINTS.high)
            result[points] = result.get(points, 0) | 1 << to
        return tuple([(bases, ((numbers_up_to(points), ()),)) for points, bases in result.items()])

    return branches_by_base({base: sum(1 << stack for stack in result) for base, result in stacks.items()}, after)


PLACE_AIR = Verb(
    "place_air",
    clause="2.51",
    ends_list="never",
    when=(changes_left,),
    offer=points_to_place,
    base=Argument(BASES, with_points_to_place),
    stack=Argument(STACKS, stack_at_base),
    to=Argument(BASES, other_base),
    points=Argument(AIR_POINTS, placeable),
)


class FreePlacing(SideProcedure):
    """2.51 The part of a deployment that places units and air points freely."""

    def place_unit(self, execution: Execution, unit: int) -> None:
        """2.51 Moves a unit; its hex is asked for next."""
        execution.push(PlacingUnit(self.side, unit))

    def place_air(self, execution: Execution, base: int, stack: int, to: int, points: int) -> None:
        """2.51 Moves air points to another base, which only their owner knows."""
        place_points(execution.state, base, stack, -points)
        place_points(execution.state, to, stack, points)
        count_change(execution.state, self.side)
        execution.emit_to(self.side, log.TRANSFERRED, base, to, stack, points)
