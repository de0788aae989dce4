"""3.0 Muster: new counters on islands that a side holds."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField, Number
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from tests.kit.archipelago import log
from tests.kit.archipelago.pieces import ISLANDS, KINDS, MAX_OF_A_KIND, SIDES
from tests.kit.archipelago.state import COUNTERS, HELD, add

GROWS_BY = 3


def all_of_a_kind(state: State, side: int, kind: int) -> int:
    """The number of counters of a kind that a side has on all islands."""
    return sum(state.arrays[COUNTERS][side * len(KINDS) + kind :: 2 * len(KINDS)])


@restriction("3.1", "you hold nothing on {island}")
def held(state: State, frame: Procedure, side: int) -> IdSet:
    return state.cells[HELD + side]


@restriction("3.1.a", "there are no more counters of {kind}")
def in_the_box(state: State, frame: Procedure, side: int) -> IdSet:
    kinds = range(len(KINDS))
    return sum(1 << kind for kind in kinds if all_of_a_kind(state, side, kind) <= MAX_OF_A_KIND - GROWS_BY)


def ends_all_operations(state: State, frame: Procedure, side: int) -> bool:
    """5.1 A side that passes has ended its operations: battles may follow."""
    return frame.name == "operations"


MUSTER = Verb(
    "muster",
    clause="3.1",
    ends_list="never",
    island=Argument(ISLANDS, held, equivalence=all_equivalent),
    kind=Argument(KINDS, in_the_box),
)
PASS = Verb("pass", clause="4.0", ends_list=ends_all_operations)


class Muster(Question):
    """3.1 Three counters of one kind on one island, or none."""

    number, name, clause, question = 1, "muster", "3.1", "Where do counters come in?"
    verbs = (MUSTER, PASS)
    side: Annotated[int, IdField(SIDES)]
    left: Annotated[int, Number(1, 1)]

    def muster(self, execution: Execution, island: int, kind: int) -> None:
        execution.pop()
        add(execution.state, island, self.side, kind, GROWS_BY)
        execution.emit(log.MUSTERED, self.side, island, kind)

    def pass_(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.PASSED, self.side)
