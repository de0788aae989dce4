"""42.43, 42.63 Japan's Primary and Secondary objective: their hexes, how Japan writes them down, and their value."""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.scenarios.midway.scenario import troops_control
from ironbottom.games.war_in_the_pacific.state import NO_OBJECTIVE, OBJECTIVES, RANKS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

PRIMARY, SECONDARY = range(2)


def written(state: State, rank: int) -> int:
    """42.63 The objective of a rank."""
    result: int = state.arrays[layout.RANKED_OBJECTIVES][rank]
    return result


def hexes_of(pieces: Pieces, objective: int) -> frozenset[int]:
    """42.43 The hexes of an objective: one hex, or all hexes of the Aleutian Islands."""
    if objective == NO_OBJECTIVE:
        return frozenset()
    # 42.43 The figure lists the objectives in the order of the domain, which begins with none.
    named = pieces.figure("42.43", "choices").split("|")[objective - 1]
    return frozenset([NUMBER[named]]) if named in NUMBER else pieces.in_regions(("aleutians",))


def hexes_of_each(pieces: Pieces) -> list[frozenset[int]]:
    """42.43 The hexes of each possible objective."""
    return [hexes_of(pieces, objective) for objective in range(len(OBJECTIVES)) if objective != NO_OBJECTIVE]


# -- 42.63 Japan writes them down ---------------------------------------------------------------------


@restriction("42.63", "only Japan writes down objectives")
def only_japan(state: State, frame: Procedure, side: int) -> bool:
    return side == JAPAN


@restriction("42.63", "the {rank} objective is already written down")
def not_written(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable([rank for rank in range(len(RANKS)) if not written(state, rank)], len(RANKS))


@restriction("42.43", "{objective} is not an objective, or is already the other one")
def not_the_other(state: State, frame: Procedure, side: int, rank: int) -> IdSet:
    taken = {NO_OBJECTIVE, *(written(state, other) for other in range(len(RANKS)) if other != rank)}
    return sets.from_iterable([each for each in range(len(OBJECTIVES)) if each not in taken], len(OBJECTIVES))


@restriction("42.63", "Japan has not written down both objectives")
def both_written(state: State, frame: Procedure, side: int) -> bool:
    return side != JAPAN or all(written(state, rank) for rank in range(len(RANKS)))


SET_OBJECTIVE = Verb(
    "set_objective",
    clause="42.63",
    ends_list="never",
    when=(only_japan,),
    rank=Argument(RANKS, not_written, always_completes=True),
    objective=Argument(OBJECTIVES, not_the_other),
)


def write_objective(execution: Execution, rank: int, objective: int) -> None:
    """42.63 Writes an objective down; only Japan knows it."""
    execution.state.arrays[layout.RANKED_OBJECTIVES][rank] = objective
    execution.emit_to(JAPAN, log.OBJECTIVE_RANKED, rank, objective)


def show_objectives(execution: Execution) -> None:
    """42.43 Reveals the objectives at the end of the scenario."""
    execution.emit(log.OBJECTIVES_SHOWN, written(execution.state, PRIMARY), written(execution.state, SECONDARY))


# -- 42.43 victory --------------------------------------------------------------------------------------


def holds(state: State, side: int, objective: int) -> bool:
    """42.43 Whether a side holds an objective with a ground unit.

    The Allies hold the Aleutians only if Japan holds none of their hexes.
    """
    hexes = hexes_of(state.rules.pieces, objective)
    held = any(troops_control(state, side, number) for number in sorted(hexes))
    return held and (side == JAPAN or not holds(state, JAPAN, objective))


def primary_points(pieces: Pieces, objective: int) -> int:
    """42.43 The value of the Primary objective, which an option sets for the Aleutians."""
    if objective == OBJECTIVES.index["aleutians"]:
        return int(pieces.options["aleutians_objective"])
    return int(pieces.figure("42.43", "primary"))


def objective_points(state: State, side: int) -> int:
    """42.43 The value of the objectives that a side holds, once the game is over; the Secondary counts for Japan."""
    if state.cells[layout.ENDING] < 0:
        return 0
    pieces = state.rules.pieces
    result = primary_points(pieces, written(state, PRIMARY)) if holds(state, side, written(state, PRIMARY)) else 0
    if side == JAPAN and holds(state, JAPAN, written(state, SECONDARY)):
        result += int(pieces.figure("42.43", "secondary_japan"))
    return result
