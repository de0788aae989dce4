"""Options of the first turn (tournament): the Menzel turn, the I-Boat, and a group that leaves the Central Pacific."""

from __future__ import annotations

from ironbottom.games.victory_in_the_pacific.pieces import (
    ALL_UNITS,
    ALLIES,
    CENTRAL_PACIFIC,
    HAWAII,
    JAPAN,
    set_of_units,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Hooks, do_nothing
from ironbottom.games.victory_in_the_pacific.rules.battle import at_sea
from ironbottom.games.victory_in_the_pacific.rules.first_turn import UncertainLocation, patrol_there
from ironbottom.games.victory_in_the_pacific.rules.retreat_resolution import Retreat
from ironbottom.games.victory_in_the_pacific.state import ESCAPED, TURN, Cells
from ironbottom.games.victory_in_the_pacific.state_types import Execution

NOT_MENZEL = set_of_units("ryujo", "zuiho")


def menzel_ships_stay(execution: Execution) -> None:
    """18.31 With the Menzel option Japan must leave once the groups are known, and may be pursued."""
    japan = at_sea(execution.cells, HAWAII, JAPAN)
    if japan:
        Retreat.start(execution, ALLIES, HAWAII, japan, at_sea(execution.cells, HAWAII, ALLIES))


def enable_menzel(hooks: Hooks) -> None:
    """4.2, 18.31 Two light carriers stay at home, and Japan is not asked whether it stays off Hawaii."""
    hooks.left_behind = NOT_MENZEL
    hooks.ask_japan = do_nothing
    hooks.groups_known = menzel_ships_stay


def i_boat_waits(cells: Cells, side: int) -> bool:
    """18.21 Option 1a: the I-Boat waits until turn 2."""
    return side == JAPAN and cells[TURN] == 1


def late_i_boat(hooks: Hooks) -> None:
    """18.21 The I-Boat arrives on turn 2."""
    hooks.submarine_waits = i_boat_waits


def ships_that_left_port(cells: Cells, side: int, area: int) -> int:
    """18.34 With an old option, an I-Boat off Hawaii may hit only ships that left Pearl Harbor, on turn 1 only."""
    off_hawaii = cells[TURN] == 1 and (side, area) == (JAPAN, HAWAII)
    return cells[ESCAPED] if off_hawaii else ALL_UNITS


def raiding_i_boat(hooks: Hooks) -> None:
    """18.34 Limits the targets of the I-Boat off Hawaii."""
    hooks.torpedo_targets = ships_that_left_port


def may_withdraw(execution: Execution, group: int, area: int, units: int) -> None:
    """18.32 Option 2b: a group in the Central Pacific may leave at once for Johnston Island."""
    patrol_there(execution, group, area, units)
    if area == CENTRAL_PACIFIC:
        execution.replace(UncertainLocation(group, 1))


def withdrawal(hooks: Hooks) -> None:
    """18.32 Asks the groups in the Central Pacific whether they leave."""
    hooks.group_found = may_withdraw
