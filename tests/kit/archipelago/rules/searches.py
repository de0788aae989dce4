"""4.2 Searches, before a side's operations; one that finds nothing is secret."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from tests.kit.archipelago import log
from tests.kit.archipelago.pieces import HEXES, IN_RANGE, LOOKS, SIDES, seen_from
from tests.kit.archipelago.rules.forces import DONE, Alarm, uncover
from tests.kit.archipelago.state import FORCE_AT, HIDDEN, LOUD, SILENT, forces_that, looks_of


@restriction("4.2", "all searches are made")
def looks_left(state: State, frame: Procedure, side: int) -> bool:
    return len(looks_of(state, side)) < LOOKS


@restriction("4.2", "{to} is out of range")
def in_range(state: State, frame: Procedure, side: int) -> IdSet:
    return IN_RANGE[side]


@restriction("4.2", "{to} was searched already")
def unsearched(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.without(IN_RANGE[side], looks_of(state, side))


SEARCH = Verb("search", clause="4.2", ends_list="always", when=(looks_left,), to=Argument(HEXES, in_range, unsearched))


class Searching(Question):
    """4.2 Up to three searches; the enemy is only informed that they are over."""

    number, name, clause, question = 7, "searching", "4.2", "Where do your planes search?"
    verbs = (SEARCH, DONE)
    hides_forced = unobservable = True
    side: Annotated[int, IdField(SIDES)]

    def search(self, execution: Execution, to: int) -> None:
        """4.2 A search that finds nothing is secret."""
        cells, side = execution.cells, self.side
        seen = seen_from(to)
        found = [force for force in forces_that(execution.state, 1 - side, HIDDEN) if cells[FORCE_AT + force] in seen]
        first = (LOUD if found else SILENT) + LOOKS * side
        looked = [hex for hex in cells[first : first + LOOKS] if hex >= 0] + [to]
        kept = looked if found else sorted(looked)
        cells[first : first + LOOKS] = kept + [-1] * (LOOKS - len(kept))
        execution.emit_to(side, log.LOOKED, to)
        for force in found:
            execution.emit(log.FOUND, force, cells[FORCE_AT + force], to)
            if uncover(execution, force):
                execution.push(Alarm(1 - side, force))

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.SEARCHED, self.side)
