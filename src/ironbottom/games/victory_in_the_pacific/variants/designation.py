"""Normal Turn One (tournament): the frame of the first turn, and the targets that Japan names for a third round."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField, Number, Record, TupleField, members
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import StagedProcedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    CARRIERS,
    DAY,
    HAWAII,
    JAPAN,
    PEARL_HARBOR,
    SUBMARINES,
    UNITS,
    UNITS_OF_SIDE,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules import combat_log
from ironbottom.games.victory_in_the_pacific.rules.action import Action
from ironbottom.games.victory_in_the_pacific.rules.effects import airstrike
from ironbottom.games.victory_in_the_pacific.rules.fire import shooters
from ironbottom.games.victory_in_the_pacific.state import AT, IN, MARKED, Cells
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State

MAX_STAGES = 10
Aims = Annotated[tuple[tuple[int, int], ...], TupleField(Record(unit=IdField(UNITS), target=IdField(UNITS)))]


class NormalTurnOne(StagedProcedure):
    """24.1 The part of the turn from Japan's raiders to the end of combat; ``aims`` are the targets named for a third
    round.

    The module with the stages sets them.
    """

    number, name, clause, closes_after_last = 15, "normal_turn_one", "24.1", True
    next: Annotated[int, Number(0, MAX_STAGES)]
    aims: Aims


# -- the targets of a third round ---------------------------------------------------------------------------------


def carriers_to_designate(pieces: Pieces, cells: Cells, aims: Aims) -> int:
    """The carriers off Hawaii that have not named a target yet."""
    result = 0
    for unit in members(cells[AT + HAWAII] & UNITS_OF_SIDE[JAPAN] & CARRIERS):
        if airstrike(pieces, cells, unit):
            result |= 1 << unit
    for unit, _ in aims:
        result &= ~(1 << unit)
    return result


def designated_targets(cells: Cells) -> int:
    """The possible targets: units in Pearl Harbor or off the islands, and ships marked as raiders anywhere."""
    return (cells[MARKED] | cells[IN + PEARL_HARBOR] | cells[AT + HAWAII]) & UNITS_OF_SIDE[ALLIES] & ~SUBMARINES


@restriction("24.7", "{unit} is not a carrier off Hawaii, or already has a target")
def names_a_target(state: State, frame: Designation, side: int) -> int:
    return carriers_to_designate(state.rules.pieces, state.cells, frame.aims)


@restriction("24.7", "{target} is not in Pearl Harbor, nor off Hawaii, nor about to raid")
def may_be_named(state: State, frame: Designation, side: int, unit: int) -> int:
    return designated_targets(state.cells)


DESIGNATE = Verb(
    "designate",
    clause="24.7",
    ends_list="open",
    unit=Argument(UNITS, names_a_target, equivalence=all_equivalent),
    target=Argument(UNITS, may_be_named),
)


class Designation(Question):
    """24.7 Each carrier that stays names its target for a day action in the third round."""

    number, name, clause, verbs = 16, "designation", "24.7", (DESIGNATE,)
    aims: Aims

    def proceed(self, execution: Execution) -> bool:
        if carriers_to_designate(execution.rules.pieces, execution.cells, self.aims) and designated_targets(
            execution.cells
        ):
            return True
        execution.pop()
        execution.replace(changed(execution.top(NormalTurnOne), aims=self.aims))
        return False

    def decider(self, state: State) -> int:
        return JAPAN

    def designate(self, execution: Execution, unit: int, target: int) -> None:
        execution.replace(changed(self, aims=tuple(sorted((*self.aims, (unit, target))))))
        execution.emit(log.DESIGNATED, unit, target)


def take_aims(execution: Execution, area: int, kind: int) -> Aims:
    """24.7 The targets named for the first regular round; night and later rounds have none."""
    stack = execution.state.stack
    for place, below in enumerate(stack):
        if isinstance(below, NormalTurnOne) and area == HAWAII:
            execution.state.stack = (*stack[:place], changed(below, aims=()), *stack[place + 1 :])
            return below.aims if kind == DAY else ()
    return ()


def fire_at_designated(execution: Execution, own: int, enemy: int) -> bool:
    """24.7 Carriers attack their named targets, at sea or in Pearl Harbor, or nothing at all; False if no carrier has
    named a target.
    """
    here, in_port = execution.top(Action), execution.cells[IN + PEARL_HARBOR] & UNITS_OF_SIDE[ALLIES]
    aims = take_aims(execution, here.area, here.way)
    if not aims:
        return False
    here = changed(here, units=here.units | in_port, barred=here.barred | in_port, place=PEARL_HARBOR)
    execution.replace(here)
    shooting = shooters(execution.rules.pieces, execution.cells, DAY, own)
    valid = tuple((unit, target) for unit, target in aims if shooting >> unit & 1 and (enemy | in_port) >> target & 1)
    for unit, target in valid:
        execution.emit(combat_log.AIMED, JAPAN, 1 << unit, target)
    here.on_fired(execution, DAY, valid)
    return True


PROCEDURES = (NormalTurnOne, Designation)
