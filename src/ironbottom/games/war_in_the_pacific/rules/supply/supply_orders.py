"""5.31, 21.6, 26.1 Orders at the end of the Supply Phase: construction, rebuilding of battlegroups, headquarters.

``open_orders(execution)`` opens them; they are not used where every port supplies.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, TupleField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.derived import supply_reach
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import most_thirds, terrain_of, thirds_filled, type_of
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import room_taken as taken_in
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX, GROUND_TYPES, HEXES, SIDES, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.questions import HasRebuilt
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders, headquarters
from ironbottom.games.war_in_the_pacific.rules.turn import supply_payments
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE, open_step
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

SIZES = headquarters.SIZE_NAMES

# -- 21.6 rebuilding ---------------------------------------------------------------------------------


def full_type_of(row: GroundType) -> int:
    """21.6 The full type of a battlegroup; -1 for other units."""
    return GROUND_TYPES.index.get(row.id.removesuffix("_bg"), -1) if row.id.endswith("_bg") else -1


def where_rebuilt(state: State, side: int, hex: int) -> bool:
    """21.6 Whether units can be rebuilt in a hex: a city, or a hex with a Division or Force headquarters, working or
    not.
    """
    return terrain_of(state, hex) == "city" or construction_orders.has_division_headquarters(state, side, hex)


def can_rebuild(state: State, side: int, unit: int) -> bool:
    """21.6, 21.1 Whether a battlegroup is supplied where units can be rebuilt, can be paid for, and fits when full."""
    pieces = state.rules.pieces
    hex = state.arrays[layout.UNIT_AT][unit]
    if not 0 <= hex < len(GRID) or full_type_of(row := type_of(state, unit)) < 0:
        return False
    whole = pieces.ground[full_type_of(row)]
    most = most_thirds(pieces, hex)
    return (
        not state.arrays[layout.UNSUPPLIED][unit]
        and where_rebuilt(state, side, hex)
        and taken_in(state, side, hex) - thirds_filled(row) + thirds_filled(whole) <= most
        and supply_reach.payer(state, side, hex, row.rebuild_sp) is not None
    )


@restriction(
    "21.6", "{unit} is not a battlegroup in supply in a city or with a large headquarters, or you cannot pay for it"
)
def rebuildable(state: State, frame: Procedure, side: int) -> IdSet:
    result = [unit for unit in UNITS_OF[side] if can_rebuild(state, side, unit)]
    return sets.from_iterable(result, len(UNITS))


@restriction("21.6", "a unit was rebuilt in the hex of {unit} in this Game-Turn")
def hex_left(state: State, frame: HasRebuilt, side: int) -> IdSet:
    positions = state.arrays[layout.UNIT_AT]
    return sets.from_iterable([unit for unit in UNITS_OF[side] if positions[unit] not in frame.rebuilt], len(UNITS))


MAKE_WHOLE = Verb("make_whole", clause="21.6", ends_list="never", unit=Argument(UNITS, rebuildable, hex_left))

# -- 5.31 secondary headquarters ---------------------------------------------------------------------


def own_bases(state: State, side: int) -> list[int]:
    """5.3 The named airbases that a side holds, ascending."""
    control, level = state.arrays[layout.CONTROL], state.arrays[layout.LEVEL]
    return sorted(hex for base, hex in enumerate(BASE_HEX) if control[hex] == side and level[base])


@restriction(
    "5.31",
    "no headquarters can be set up at {at}: it must be one of your airbases, in supply and connected to a "
    "higher headquarters",
)
def with_higher(state: State, frame: object, side: int) -> IdSet:
    return sets.from_iterable(headquarters.secondary_sites(state, side, own_bases(state, side)), len(HEXES))


@restriction(
    "5.32",
    "no {size} can be set up there: one was begun in this Cycle, no higher headquarters is connected, or "
    "there is too little supply",
)
def size_there(state: State, frame: Procedure, side: int, hex: int) -> IdSet:
    return headquarters.secondary_sites(state, side, [hex]).get(hex, 0)


def all_sites(state: State, context: object, side: int) -> Branches:
    """5.31, 5.32 A faster generator of headquarters and places for them: computes all bases at once."""
    result: dict[int, list[int]] = {}
    for hex, sizes in sorted(headquarters.secondary_sites(state, side, own_bases(state, side)).items()):
        result.setdefault(sizes, []).append(hex)
    return tuple([(tuple(hexes), ((sizes, ()),)) for sizes, hexes in result.items()])


SET_UP = Verb(
    "set_up",
    clause="5.31",
    ends_list="never",
    offer=all_sites,
    at=Argument(HEXES, with_higher),
    size=Argument(SIZES, size_there),
)


class SupplyOrders(Question):
    """5.31, 21.6, 26.1 A side rebuilds battlegroups, sets up headquarters and begins construction, one by one."""

    number, name, clause = 61, "supply_orders", "21.6"
    verbs = (MAKE_WHOLE, SET_UP, construction_orders.BEGIN_WORK, DONE)
    side: Annotated[int, IdField(SIDES)]
    rebuilt: Annotated[tuple[int, ...], TupleField(IdField(HEXES))]

    def make_whole(self, execution: Execution, unit: int) -> None:
        """21.6 Rebuilds a battlegroup."""
        state = execution.state
        hex, row = state.arrays[layout.UNIT_AT][unit], type_of(state, unit)
        supply_payments.spend_supply(execution, self.side, hex, row.rebuild_sp)
        state.arrays[layout.UNIT_TYPE][unit] = full_type_of(row)
        state.arrays[layout.REST][unit] = 0
        execution.emit(log.MADE_WHOLE, unit, full_type_of(row))
        execution.replace(changed(self, rebuilt=(*self.rebuilt, hex)))

    def set_up(self, execution: Execution, at: int, size: int) -> None:
        """5.31 Sets up a secondary headquarters."""
        headquarters.set_up(execution, self.side, at, size)

    def begin_work(self, execution: Execution, at: int, work: int) -> None:
        """26.1 Begins a project."""
        construction_orders.begin_project(execution, self.side, at, work)

    def done(self, execution: Execution) -> None:
        """25.3 Ends the orders."""
        execution.emit(log.SEGMENT_OVER, self.side)
        execution.pop()


def open_orders(execution: Execution) -> None:
    """4.2 The First Player gives orders first."""
    first = max(execution.cells[layout.FIRST_PLAYER], 0)
    open_step(execution, "supply")
    for side in (1 - first, first):
        execution.push(SupplyOrders(side, ()))


PROCEDURES: tuple[type[Procedure], ...] = (SupplyOrders,)
