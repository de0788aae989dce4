"""5.0 The sequence of play."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.rules.procedures import SequenceOfPlay, Step
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import ALLIES, JAPAN, PORT_COUNT
from ironbottom.games.victory_in_the_pacific.rules.air_units import AirStep, SubmarineStep, place_air, place_submarines
from ironbottom.games.victory_in_the_pacific.rules.arrivals import Removals, Returns, arrive, come_back, remove
from ironbottom.games.victory_in_the_pacific.rules.combat import Combat
from ironbottom.games.victory_in_the_pacific.rules.end_of_turn import (
    convert_encircled_places,
    score,
    send_all_home,
    set_flags,
)
from ironbottom.games.victory_in_the_pacific.rules.first_turn import (
    AlliesOffHawaii,
    FirstTurn,
    JapanOffHawaii,
    Sortie,
    UncertainLocation,
    surprise,
)
from ironbottom.games.victory_in_the_pacific.rules.invasion import Landing, final_landings
from ironbottom.games.victory_in_the_pacific.rules.movement import AmphibiousMoves, Patrols, Raiders
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import ReturnToPort
from ironbottom.games.victory_in_the_pacific.rules.set_up import RaidForce
from ironbottom.games.victory_in_the_pacific.rules.submarines import late_strikes, submarines_return
from ironbottom.games.victory_in_the_pacific.state import (
    BATTLE,
    ESCAPED,
    FOUGHT,
    MARKED,
    PATROL,
    POC,
    PURSUED,
    REBUILT,
    REPAIR_POINTS_USED,
    REPAIRED_THIS_TURN,
    RETREATED_FROM,
    STAYED_OUT,
    TURN,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution


def name_raid_force(execution: Execution) -> None:
    """4.2 Before the first turn Japan picks the ships that raid Pearl Harbor."""
    if execution.cells[TURN] == 1:
        execution.push(RaidForce())


def open_turn(execution: Execution) -> None:
    """5.1 A turn begins."""
    execution.emit(log.TURN_OPENED, execution.cells[TURN])


def japan_patrols(execution: Execution) -> None:
    """5.21 Japan's patrols, repairs and marking of raiders."""
    execution.push(Patrols(JAPAN, 0))


def allied_patrols(execution: Execution) -> None:
    """5.21 The Allies do the same."""
    execution.push(Patrols(ALLIES, 0))


def place_both_submarines(execution: Execution) -> None:
    """5.25 Each side with a submarine places it."""
    place_submarines(execution)


def sail_amphibious(execution: Execution) -> None:
    """5.23 Japan's amphibious units sail, then the Allied units."""
    execution.push(AmphibiousMoves(ALLIES))
    execution.push(AmphibiousMoves(JAPAN))


def send_raiders(execution: Execution) -> None:
    """5.24 Japan's raiders sail and roll, then the Allied raiders."""
    execution.push(Raiders(ALLIES, ()))
    execution.push(Raiders(JAPAN, ()))


def fight(execution: Execution) -> None:
    """5.3 Combat, area by area in Japan's order."""
    execution.push(Combat())


def return_all_to_port(execution: Execution) -> None:
    """5.74 All units at sea go home."""
    send_all_home(execution)


def end_or_go_on(execution: Execution) -> None:
    """5.75 After the last turn the game is over."""
    if execution.cells[TURN] == execution.rules.pieces.last_turn:
        execution.emit(log.GAME_ENDED, execution.cells[POC])
        execution.state.stack = ()


def next_turn(execution: Execution) -> None:
    """5.75 Begins the next turn; nothing is carried over."""
    cells = execution.cells
    cells[TURN] += 1
    cells[REPAIR_POINTS_USED : REPAIR_POINTS_USED + PORT_COUNT] = [0] * PORT_COUNT
    cells[RETREATED_FROM : RETREATED_FROM + 2] = (0, 0)
    cells[REBUILT : REBUILT + 2] = (0, 0)
    cells[MARKED] = cells[REPAIRED_THIS_TURN] = cells[FOUGHT] = cells[PATROL] = cells[ESCAPED] = 0
    cells[PURSUED] = cells[STAYED_OUT] = 0
    cells[BATTLE] = -1
    execution.replace(Turn(0))


STEPS = (
    Step("raid_force", "4.2", name_raid_force),
    Step("open", "5.1", open_turn),
    Step("arrivals", "4.4", arrive),
    Step("returns", "4.4", come_back),
    Step("removals", "4.42", remove),
    Step("japan_patrols", "5.21", japan_patrols),
    Step("allied_patrols", "5.21", allied_patrols),
    Step("air", "5.22", place_air),
    Step("amphibious", "5.23", sail_amphibious),
    Step("raiders", "5.24", send_raiders),
    Step("submarines", "5.25", place_both_submarines),
    Step("first_turn", "18.1", surprise),
    Step("combat", "5.31", fight),
    Step("late_strikes", "5.6", late_strikes),
    Step("submarines_return", "5.6", submarines_return),
    Step("flags", "5.71", set_flags),
    Step("points", "5.71", score),
    Step("rings", "5.72", convert_encircled_places),
    Step("invasions", "5.73", final_landings),
    Step("home", "5.74", return_all_to_port),
    Step("end_or_go_on", "5.75", end_or_go_on),
    Step("next_turn", "5.75", next_turn),
)
STEP_NUMBER = {step.name: number for number, step in enumerate(STEPS)}


class Turn(SequenceOfPlay):
    """5.0 A turn; 18.1 the first turn may have other steps under these names."""

    number, name, clause, steps = 0, "turn", "5.0", STEPS

    def steps_now(self, execution: Execution) -> Sequence[Step]:
        turn_one: Sequence[Step] = execution.rules.pieces.hooks.turn_one
        return turn_one if execution.cells[TURN] == 1 else STEPS


PROCEDURES = (
    *(Turn, RaidForce, Returns, Removals, Patrols, AirStep, AmphibiousMoves, Raiders, SubmarineStep),
    *(FirstTurn, JapanOffHawaii, UncertainLocation, Sortie, AlliesOffHawaii, Landing, ReturnToPort),
)
"""All procedures except those of combat."""
