"""5.0 The sequence of play, and 6.0 the Initiative Phase."""

from __future__ import annotations

from ironbottom.engine.rules.procedures import SequenceOfPlay, Step
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import EXPRESS, SIDES, TRANSPORTS, TURNS, UNITS_OF_SIDE, Pieces
from ironbottom.games.pacific_fury.rules.event_phase import event_phase
from ironbottom.games.pacific_fury.rules.operations import Operations
from ironbottom.games.pacific_fury.rules.return_phase import return_phase
from ironbottom.games.pacific_fury.rules.task_forces import FormForces, enter_new_ships
from ironbottom.games.pacific_fury.state import (
    BASE,
    INITIATIVE,
    MARKER,
    OFF_MAP,
    OPERATION,
    SUNK,
    TRANSPORTS_SUNK,
    TURN,
    opponent,
)
from ironbottom.games.pacific_fury.state_types import Execution


def initiative_at(pieces: Pieces, marker: int) -> int:
    """6.1 The side that has the initiative if the turn begins with the marker in this box; at zero the Allies."""
    return SIDES.index[pieces.track[marker].initiative_at_turn_start]


def determine_initiative(execution: Execution) -> None:
    """6.0, 6.1 Determines the initiative for the whole turn, even if the marker moves later."""
    cells = execution.cells
    cells[INITIATIVE] = initiative_at(execution.rules.pieces, cells[MARKER])
    cells[OPERATION] = 0
    cells[TRANSPORTS_SUNK] = 0
    execution.emit(log.TURN_OPENED, cells[TURN], cells[INITIATIVE])


def issue_transports(execution: Execution) -> None:
    """6.3 The non-initiative side has both its Transports in base again; the other side has none."""
    cells = execution.cells
    side = opponent(cells[INITIATIVE])
    for place in (BASE, BASE + 1, SUNK, OFF_MAP):
        cells[place] &= ~(TRANSPORTS | EXPRESS)
    cells[BASE + side] |= TRANSPORTS & UNITS_OF_SIDE[side]
    cells[OFF_MAP] |= TRANSPORTS & UNITS_OF_SIDE[opponent(side)] | EXPRESS
    execution.emit(log.TRANSPORTS_ISSUED, side)


def form_first(execution: Execution) -> None:
    """8.2.a The non-initiative side forms its task forces first."""
    execution.push(FormForces(opponent(execution.cells[INITIATIVE])))


def form_second(execution: Execution) -> None:
    """8.2.a Then the initiative side forms its own."""
    execution.push(FormForces(execution.cells[INITIATIVE]))


def run_operations(execution: Execution) -> None:
    """9.0.a Fourteen operations; the sides alternate, the initiative side first."""
    execution.push(Operations())


def advance_turn(execution: Execution) -> None:
    """11.0.d The next turn begins; after the fourth the game is over and victory is judged (4.0)."""
    cells = execution.cells
    if cells[TURN] == TURNS:
        execution.emit(log.GAME_ENDED, cells[MARKER])
        return
    cells[TURN] += 1
    execution.replace(Turn(0))


STEPS = (
    Step("initiative", "6.1", determine_initiative),
    Step("transports", "6.3", issue_transports),
    Step("event", "7.0.a", event_phase),
    Step("new_ships", "8.1", enter_new_ships),
    Step("first_forms", "8.2.a", form_first),
    Step("second_forms", "8.2.a", form_second),
    Step("operations", "9.0.a", run_operations),
    Step("return", "11.0.a", return_phase),
    Step("next_turn", "11.0.d", advance_turn),
)
STEP_NUMBER = {step.name: number for number, step in enumerate(STEPS)}


class Turn(SequenceOfPlay):
    """5.0 A turn, step by step."""

    number, name, clause, steps = 0, "turn", "5.0", STEPS
