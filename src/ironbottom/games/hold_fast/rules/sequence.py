"""4.1 The sequence of play: nine steps a turn, eight turns."""

from __future__ import annotations

from ironbottom.engine.rules.procedures import SequenceOfPlay, Step
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import ALLIES, JAPAN, PORT_COUNT, TURNS
from ironbottom.games.hold_fast.rules.air import AirStep, raid_ports
from ironbottom.games.hold_fast.rules.combat import Combat
from ironbottom.games.hold_fast.rules.control import determine_control
from ironbottom.games.hold_fast.rules.end_of_turn import return_ships
from ironbottom.games.hold_fast.rules.land_combat import landings_without_battle
from ironbottom.games.hold_fast.rules.movement import Moves, submarine_steps
from ironbottom.games.hold_fast.rules.reinforcements import open_turn, reinforce, return_lost_units, shuffle_new_blocks
from ironbottom.games.hold_fast.rules.repairs import Repairs
from ironbottom.games.hold_fast.state import FOUGHT, POINTS, RAIDED, TURN
from ironbottom.games.hold_fast.state_types import Execution


def japan_moves(execution: Execution) -> None:
    """4.1.2 Japan moves its ships."""
    execution.push(Moves(JAPAN))


def allies_move(execution: Execution) -> None:
    """4.1.3 The Allies move their ships."""
    execution.push(Moves(ALLIES))


def place_air(execution: Execution) -> None:
    """4.1.4 The sides alternate placing land based air, Japan first."""
    execution.push(AirStep(JAPAN, 0))


def repair(execution: Execution) -> None:
    """4.1.5 Japan repairs, then the Allies; raids on ports come first (14.0.2)."""
    raid_ports(execution)
    execution.push(Repairs(ALLIES))
    execution.push(Repairs(JAPAN))


def fight(execution: Execution) -> None:
    """4.1.6 Combat in the order that Japan chooses."""
    cells = execution.cells
    cells[FOUGHT] = 0
    cells[RAIDED : RAIDED + PORT_COUNT] = [0] * PORT_COUNT
    execution.push(Combat())


def end_or_go_on(execution: Execution) -> None:
    """13.0.1 Ends the game after the eighth turn; otherwise shuffles units driven out with the others (2.0.2)."""
    shuffle_new_blocks(execution)
    if execution.cells[TURN] == TURNS:
        execution.emit(log.GAME_ENDED, execution.cells[POINTS])
        execution.state.stack = ()


def next_turn(execution: Execution) -> None:
    """4.1.9 Moves the turn marker."""
    execution.cells[TURN] += 1
    execution.cells[FOUGHT] = 0
    execution.replace(Turn(0))


STEPS = (
    Step("open", "4.1.9", open_turn),
    Step("reinforcements", "4.1.1", reinforce),
    Step("returns", "3.2.2", return_lost_units),
    Step("mixing", "2.0.2", shuffle_new_blocks),
    Step("japan_moves", "4.1.2", japan_moves),
    Step("allies_move", "4.1.3", allies_move),
    Step("submarines", "7.0.4", submarine_steps),
    Step("air", "4.1.4", place_air),
    Step("repairs", "4.1.5", repair),
    Step("combat", "4.1.6", fight),
    Step("landings", "8.8.6", landings_without_battle),
    Step("control", "4.1.7", determine_control),
    Step("end_or_go_on", "13.0.1", end_or_go_on),
    Step("come_back", "4.1.8", return_ships),
    Step("next_turn", "4.1.9", next_turn),
)


class Turn(SequenceOfPlay):
    """4.1.9 A turn of nine steps."""

    number, name, clause, steps = 0, "turn", "4.1.9", STEPS


STEP_NUMBER = {step.name: number for number, step in enumerate(STEPS)}
LAST_STEP = STEP_NUMBER["end_or_go_on"]
"""13.0.1 The step in which the game ends on the last turn."""
