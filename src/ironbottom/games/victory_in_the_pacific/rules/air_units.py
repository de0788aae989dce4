"""12.1 Placing of air units (5.22), 6.6 and of submarines (5.25)."""

from __future__ import annotations

from typing import Annotated

from ironbottom.board.alternating_placement import AlternatingPlacement
from ironbottom.engine.core.fields import Number
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALLIES,
    AREAS,
    JAPAN,
    SUBMARINE,
    UNITS,
    UNITS_OF_SIDE,
    Side,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import PASS
from ironbottom.games.victory_in_the_pacific.rules.first_moves import (
    free_to_move,
    may_move,
    not_repaired,
    units_in_places,
)
from ironbottom.games.victory_in_the_pacific.state import AT, HOME, OWNED, REPAIRED_THIS_TURN, Cells, move_unit
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State


def air_at_hand(pieces: Pieces, cells: Cells, side: int) -> int:
    """The side's air units in ports and bases, except those that 18.2 freezes on turn 1 or that were rebuilt (23.5)."""
    return units_in_places(cells) & AIR & free_to_move(pieces, cells, side) & ~cells[REPAIRED_THIS_TURN]


@restriction("12.1", "{unit} is not one of your air units in a port or base")
def air_in_place(state: State, frame: Procedure, side: int) -> IdSet:
    return units_in_places(state.cells) & AIR & UNITS_OF_SIDE[side]


@restriction("12.13", "you have no port or base beside {area}")
def base_there(state: State, frame: Procedure, side: int, unit: int) -> IdSet:
    pieces = state.rules.pieces
    return pieces.routes.touched(state.cells[OWNED + side])


PLACE_AIR = Verb(
    "place_air",
    clause="12.1",
    ends_list="open",
    unit=Argument(UNITS, air_in_place, may_move, not_repaired, equivalence=all_equivalent),
    area=Argument(AREAS, base_there),
)


class AirStep(AlternatingPlacement):
    """5.22, 12.11 Air units are placed one by one, in turn; a pass ends a side's placing, and a side without air units
    is skipped.
    """

    number, name, clause, verbs = 6, "air", "5.22", (PLACE_AIR, PASS)
    passed_event = log.PASSED
    side: Side
    passed: Annotated[int, Number(0, 1 << JAPAN | 1 << ALLIES)]

    def waiting(self, execution: Execution, side: int) -> bool:
        return bool(air_at_hand(execution.rules.pieces, execution.cells, side))

    def place_air(self, execution: Execution, unit: int, area: int) -> None:
        move_unit(execution.cells, unit, AT + area)
        execution.emit(log.AIR_PLACED, unit, area)
        self.next_turn(execution)


def place_air(execution: Execution) -> None:
    """12.11 Japan places first."""
    execution.push(AirStep(JAPAN, 0))


# -- 5.25, 6.6 submarines ----------------------------------------------------------------------------------------


def submarine_ready(pieces: Pieces, cells: Cells, side: int) -> bool:
    """3.2 Whether the side has a submarine at its base that may leave."""
    return bool(cells[HOME] >> SUBMARINE[side] & 1) and not pieces.hooks.submarine_waits(cells, side)


SUBMERGE = Verb("submerge", clause="6.6", ends_list="open", area=Argument(AREAS))


class SubmarineStep(Question):
    """5.25 A side's submarine is placed in any sea area, or stays at its base."""

    number, name, clause, verbs = 9, "submarine", "5.25", (SUBMERGE, PASS)
    side: Side

    def proceed(self, execution: Execution) -> bool:
        if submarine_ready(execution.rules.pieces, execution.cells, self.side):
            return True
        execution.pop()
        return False

    def submerge(self, execution: Execution, area: int) -> None:
        execution.pop()
        move_unit(execution.cells, SUBMARINE[self.side], AT + area)
        execution.emit(log.SUBMERGED, self.side, area)

    def pass_(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.PASSED, self.side)


def place_submarines(execution: Execution) -> None:
    """5.25 Japan's submarine first."""
    execution.push(SubmarineStep(ALLIES))
    execution.push(SubmarineStep(JAPAN))
