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


def begin(play: Execution) -> None:
    """1.1 No company is tired at the beginning of a round."""
    tired = play.state.arrays[TIRED]
    tired[:] = array(tired.typecode, bytes(len(tired)))
    play.emit(log.ROUND_BEGAN, play.cells[ROUND])


def muster(play: Execution) -> None:
    """3.0 The north musters first."""
    play.push(Muster(SOUTH, 1))
    play.push(Muster(NORTH, 1))


def north(play: Execution) -> None:
    """4.0 Searches and operations of the north."""
    play.push(Operations(NORTH, OPERATIONS))
    play.push(Searching(NORTH))


def south(play: Execution) -> None:
    """4.0 Searches and operations of the south."""
    play.push(Operations(SOUTH, OPERATIONS))
    play.push(Searching(SOUTH))


def battles(play: Execution) -> None:
    """5.0 The battles, island by island."""
    play.push(Battles(0))


def next_round(play: Execution) -> None:
    """1.2 Another round, or the end."""
    if play.cells[ROUND] < int(play.rules.options["rounds"]):
        play.cells[ROUND] += 1
        play.replace(ARound(0))


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
