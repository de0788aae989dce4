"""7.91, 16 Submarines: one shot with the bonus per turn, after a round of their choice or after all other combat."""

from __future__ import annotations

from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific.pieces import (
    AMPHIBIOUS,
    SHIPS,
    SUBMARINE,
    UNITS,
    UNITS_OF_SIDE,
    Area,
    Side,
    Units,
)
from ironbottom.games.victory_in_the_pacific.rolls import Roll
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.action import damage_unit, send_disabled
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import PASS
from ironbottom.games.victory_in_the_pacific.rules.fire import volley
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import return_submarine
from ironbottom.games.victory_in_the_pacific.state import AT, Cells, area_of
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State


def submarine_targets(cells: Cells, side: int, area: int) -> int:
    """16.2 The enemy's ships and amphibious units at sea in an area."""
    return cells[AT + area] & UNITS_OF_SIDE[1 - side] & (SHIPS | AMPHIBIOUS)


@restriction("16.2", "{target} is not an enemy ship or amphibious unit at sea in its area")
def in_its_area(state: State, frame: Strike, side: int) -> IdSet:
    return submarine_targets(state.cells, side, frame.area)


@restriction("18.34", "{target} did not leave Pearl Harbor")
def left_port(state: State, frame: Strike, side: int) -> IdSet:
    return frame.among


TORPEDO = Verb("torpedo", clause="16.2", ends_list="open", target=Argument(UNITS, in_its_area, left_port))


class Strike(Question):
    """7.91 A side's submarine strikes now, or waits; ``among`` are its possible targets."""

    number, name, clause, verbs = 27, "strike", "7.91", (TORPEDO, PASS)
    side: Side
    area: Area
    among: Units

    @classmethod
    def start(cls, execution: Execution, side: int, area: int) -> None:
        """16.1 Asks a side that has a submarine in the area, if there is a target."""
        among = execution.rules.pieces.hooks.torpedo_targets(execution.cells, side, area)
        if execution.cells[AT + area] >> SUBMARINE[side] & 1 and submarine_targets(execution.cells, side, area) & among:
            execution.push(cls(side, area, among))

    def torpedo(self, execution: Execution, target: int) -> None:
        execution.pop()
        submarine_shot(execution, self.side, self.area, target)

    def pass_(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.SUBMARINE_HELD, self.side)


def submarine_shot(execution: Execution, side: int, area: int, target: int) -> None:
    """16.2, 16.3 One shot with the bonus, with effect at once; then the submarine goes home."""
    result = volley(execution, 1, True, False, Roll.TORPEDO)
    execution.emit(log.TORPEDOED, side, target, result.dice[0], result.hits, int(result.disabled), result.damage)
    return_submarine(execution, side)
    if damage_unit(execution, target, result.damage, in_port=False) and result.disabled:
        execution.emit(log.WAS_DISABLED, target)
        send_disabled(execution, area, 1 << target)


def late_strikes(execution: Execution) -> None:
    """5.6, 16.1 After all other combat: Japan's submarine, then the Allied submarine."""
    for side in (1, 0):
        area = area_of(execution.cells, SUBMARINE[side])
        if area >= 0:
            Strike.start(execution, side, area)


def submarines_return(execution: Execution) -> None:
    """5.6 Submarines that are still at sea go home."""
    for side in (0, 1):
        if area_of(execution.cells, SUBMARINE[side]) >= 0:
            return_submarine(execution, side)
