"""25.3, 28.2 The order of payment if a side's Supply Points do not suffice for all its units.

The side is asked only then. Both sides can see when: stores, Lines and units ashore are public. The costs of
headquarters are hidden, so they do not decide whether the order is asked for. If the order is asked for, headquarters
may be named too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from ironbottom.engine.cache import FingerprintContext
from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, TupleField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import supply_reach
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SIDES, UNITS
from ironbottom.games.war_in_the_pacific.questions import HasHeadquarters, HasHexes
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.scenario import SupplyDue
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


def costs_by_hex(state: State, side: int) -> dict[int, int]:
    """25.3 The cost of a side's units in this Segment, by hex."""
    return layout.scenario(state).supply_dues(state, side)


def headquarters_dues(state: State, side: int) -> dict[int, int]:
    """28.2 The cost of each headquarters in this Segment, which its owner knows."""
    return layout.scenario(state).headquarters_dues(state, side)


def is_short(state: State, side: int) -> bool:
    """25.3 Whether some hex is left without supply if hexes are paid for in order, but could be paid for if this hex
    came first.
    """
    if supply_reach.ports_supply(state):
        return False
    with FingerprintContext(state):
        return bool(layout.scenario(state).left_short(state, side, costs_by_hex(state, side)))


def unpaid_hexes(state: State, frame: HasHexes) -> dict[int, int]:
    """25.3 The hexes not yet paid for that connected stores can pay for, with their costs."""
    owing = [SupplyDue(hex, cost) for hex, cost in costs_by_hex(state, frame.side).items() if hex not in frame.hexes]
    able = layout.scenario(state).payable(state, frame.side, owing)
    return {due.hex: due.cost for due, payable in zip(owing, able, strict=True) if payable}


def payable_headquarters(state: State, frame: HasHeadquarters) -> dict[int, int]:
    """28.2 The headquarters not yet paid for that connected stores can pay for, with their costs."""
    positions = state.arrays[layout.UNIT_AT]
    owing = [
        (unit, cost) for unit, cost in headquarters_dues(state, frame.side).items() if cost and unit not in frame.staffs
    ]
    able = layout.scenario(state).payable(state, frame.side, [SupplyDue(positions[unit], cost) for unit, cost in owing])
    return {unit: cost for (unit, cost), payable in zip(owing, able, strict=True) if payable}


def left_short(state: State, frame: HasHexes) -> list[int]:
    """25.3 The hexes not yet paid for that get no supply in the usual order, although they could be paid for now."""
    left: Mapping[int, int] = {
        hex: cost for hex, cost in costs_by_hex(state, frame.side).items() if hex not in frame.hexes
    }
    return layout.scenario(state).left_short(state, frame.side, left)


@restriction("25.3", "no unit at {at} needs supply, or no connected source holds enough")
def can_pay(state: State, frame: HasHexes, side: int) -> IdSet:
    return sets.from_iterable(unpaid_hexes(state, frame), len(HEXES))


@restriction("28.2", "{unit} is not a headquarters that needs supply, or no connected source holds enough")
def can_pay_headquarters(state: State, frame: HasHeadquarters, side: int) -> IdSet:
    return sets.from_iterable(payable_headquarters(state, frame), len(UNITS))


SUPPLY_FIRST = Verb("supply_first", clause="25.3", ends_list="never", at=Argument(HEXES, can_pay))
STAFF_FIRST = Verb("staff_first", clause="28.2", ends_list="never", unit=Argument(UNITS, can_pay_headquarters))


class SupplyPriority(Question):
    """25.3 A side pays for hexes and headquarters in an order that it chooses."""

    verbs = (SUPPLY_FIRST, STAFF_FIRST, DONE)
    side: Annotated[int, IdField(SIDES)]
    hexes: Annotated[tuple[int, ...], TupleField(IdField(HEXES))]
    staffs: Annotated[tuple[int, ...], TupleField(IdField(UNITS))]

    def supply_first(self, execution: Execution, at: int) -> None:
        """25.3 Pays for all units in a hex."""
        due = SupplyDue(at, costs_by_hex(execution.state, self.side)[at])
        layout.scenario(execution.state).pay_first(execution, self.side, due)
        execution.replace(changed(self, hexes=(*self.hexes, at)))

    def staff_first(self, execution: Execution, unit: int) -> None:
        """28.2 Pays for a headquarters."""
        due = SupplyDue(
            execution.state.arrays[layout.UNIT_AT][unit], headquarters_dues(execution.state, self.side)[unit]
        )
        layout.scenario(execution.state).pay_first(execution, self.side, due)
        layout.scenario(execution.state).headquarters_paid_for(execution, unit, due.cost)
        execution.replace(changed(self, staffs=(*self.staffs, unit)))
