"""4.1.a to 4.2.b Task forces: ships embark in secret; a found task force may withdraw."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet, from_iterable
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from tests.kit.archipelago import log
from tests.kit.archipelago.pieces import FORCES, IN_FORCE, MAX_IN_FORCE, PORTS, SHIPS_OF, SIDES, UNITS
from tests.kit.archipelago.state import AT, FORCE_STATE, SHOWN, SPENT, ships_in, stacks_of, station


@restriction("4.1.a", "{ship} is not one of your ships in port")
def in_port(state: State, frame: Procedure, side: int) -> IdSet:
    positions = state.arrays[AT]
    return from_iterable([ship for ship in SHIPS_OF[side] if positions[ship] == PORTS[side]], len(UNITS))


@restriction("4.1.a", "the task force is full")
def room(state: State, frame: Loading, side: int) -> bool:
    return len(ships_in(state, frame.force)) < MAX_IN_FORCE


def ends_operations(state: State, frame: Procedure, side: int) -> bool:
    """5.1 Operations end when the ships have loaded in the last operation: battles may follow."""
    below = state.stack[-2]
    return frame.name == "loading" and not getattr(below, "left", 0)


LOAD = Verb("load", clause="4.1.a", ends_list="never", when=(room,), ship=Argument(UNITS, in_port))
DONE = Verb("done", clause="4.1.a", ends_list=ends_operations)
STAY, WITHDRAW = Verb("stay", clause="4.2.b", ends_list="never"), Verb("withdraw", clause="4.2.b", ends_list="never")


class Loading(Question):
    """4.1.a Up to four ships in the port join the task force that sails; without ships it is a dummy."""

    number, name, clause, question = 3, "loading", "4.1.a", "Which ships sail with it?"
    verbs = (LOAD, DONE)
    hides_forced = unobservable = True
    side: Annotated[int, IdField(SIDES)]
    force: Annotated[int, IdField(FORCES)]

    def load(self, execution: Execution, ship: int) -> None:
        stacks_of(execution.state).put(ship, IN_FORCE + self.force)
        execution.emit_to(self.side, log.LOADED, self.force, ship)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.PUT_TO_SEA, self.force)


class Alarm(Question):
    """4.2.b A task force that was found stays or withdraws from the round."""

    number, name, clause, question = 4, "alarm", "4.2.b", "Your task force was found."
    verbs = (STAY, WITHDRAW)
    side: Annotated[int, IdField(SIDES)]
    force: Annotated[int, IdField(FORCES)]

    def stay(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.STAYED, self.force)

    def withdraw(self, execution: Execution) -> None:
        execution.pop()
        spend(execution, self.force)
        execution.emit(log.WITHDREW, self.force)


def uncover(execution: Execution, force: int) -> bool:
    """4.2 Reveals a task force with its ships; 4.2.a a dummy is removed from the map. Returns whether it is a dummy."""
    ships = ships_in(execution.state, force)
    if not ships:
        spend(execution, force)
        execution.emit(log.DUMMY, force)
        return False
    execution.cells[FORCE_STATE + force] = SHOWN
    for ship in ships:
        execution.emit(log.UNCOVERED, force, ship)
    return True


def spend(execution: Execution, force: int) -> None:
    """A task force takes no further part until it returns."""
    station(execution.state, force, -1, SPENT)
