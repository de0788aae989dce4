"""1.0 The sequence of play: both sides muster, each has its operations, battles follow on islands held by both."""

from __future__ import annotations

from array import array

from ironbottom.engine.rules.procedures import Execution, SequenceOfPlay, Step
from ironbottom.engine.rules.state import State
from tests.kit.archipelago import log
from tests.kit.archipelago.pieces import NORTH, SOUTH
from tests.kit.archipelago.rules.battles import Battles
from tests.kit.archipelago.rules.muster import Muster
from tests.kit.archipelago.rules.operations import OPERATIONS, Operations
from tests.kit.archipelago.rules.searches import Searching
from tests.kit.archipelago.state import HELD, ROUND, TIRED


def begin(execution: Execution) -> None:
    """1.1 No company is tired at the beginning of a round."""
    tired = execution.state.arrays[TIRED]
    tired[:] = array(tired.typecode, bytes(len(tired)))
    execution.emit(log.ROUND_BEGAN, execution.cells[ROUND])


def muster(execution: Execution) -> None:
    """3.0 The north musters first."""
    execution.push(Muster(SOUTH, 1))
    execution.push(Muster(NORTH, 1))


def north(execution: Execution) -> None:
    """4.0 Searches and operations of the north."""
    execution.push(Operations(NORTH, OPERATIONS))
    execution.push(Searching(NORTH))


def south(execution: Execution) -> None:
    """4.0 Searches and operations of the south."""
    execution.push(Operations(SOUTH, OPERATIONS))
    execution.push(Searching(SOUTH))


def battles(execution: Execution) -> None:
    """5.0 The battles, island by island."""
    execution.push(Battles(0))


def next_round(execution: Execution) -> None:
    """1.2 Another round, or the end."""
    if execution.cells[ROUND] < int(execution.rules.options["rounds"]):
        execution.cells[ROUND] += 1
        execution.replace(ARound(0))


class ARound(SequenceOfPlay):
    """1.0 A round."""

    number, name, clause = 0, "round", "1.0"
    steps = (
        Step("begin", "1.1", begin),
        Step("muster", "3.0", muster),
        Step("north", "4.0", north),
        Step("south", "4.0", south),
        Step("battles", "5.0", battles),
        Step("end", "1.2", next_round),
    )


def score(state: State) -> tuple[int, int]:
    """6.1 The islands that each side holds, without the other."""
    held, other = state.cells[HELD : HELD + 2]
    return (held & ~other).bit_count(), (other & ~held).bit_count()
