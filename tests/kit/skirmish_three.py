"""Skirmish with three teams, each side for itself: a side that resigns leaves, and the other two continue."""

from collections.abc import Collection
from typing import Any

from examples.skirmish.skirmish.game import (
    COMPANY,
    ROUND,
    SIDES,
    Aid,
    Answer,
    ARound,
    Operation,
    Planning,
    Plans,
    Skirmish,
    next_round,
)
from ironbottom.engine.rules.procedures import Decision, Execution, Procedure, Step
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.view_types import Result


def eliminated_sides(cells: list[int]) -> list[int]:
    """7.0 The sides without companies."""
    return [side for side in range(3) if max(cells[COMPANY + 660 * side : COMPANY + 660 * side + 660]) < 0]


def operations(execution: Execution) -> None:
    """4.0 Each side that is still in the game has two operations."""
    for turn in (2, 1, 0):
        side = (execution.cells[ROUND] - 1 + turn) % 3
        if side not in eliminated_sides(execution.cells):
            execution.push(Operation(side, 2))


def another_round(execution: Execution) -> None:
    """6.0 The next round, or the end of the game, which also comes if only one side has companies left."""
    before = execution.cells[ROUND]
    if len(eliminated_sides(execution.cells)) == 2:
        execution.pop()
        return
    next_round(execution)
    if execution.cells[ROUND] > before:
        execution.replace(OfThree(0))


class PlansOfThree(Plans):
    """3.2 Plans of the sides that are still in the game."""

    number, name, clause = 1, "plans", "3.1"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return () if side in eliminated_sides(state.cells) else (Planning(side),)


class OfThree(ARound):
    """1.0 A round of three teams."""

    number, name, clause = 0, "round", "1.0"
    steps = (
        Step("plans", "3.1", PlansOfThree.start),
        Step("operations", "4.0", operations),
        Step("end", "6.0", another_round),
    )


class SkirmishOfThree(Skirmish):
    """The game with every side for itself."""

    id, short, title, plays_on = "skirmish_three", "sk3", "Skirmish of three teams", True
    teams = ()  # type: ignore[assignment]
    procedures = (OfThree, PlansOfThree, Planning, Operation, Answer, Aid)

    def set_up(self, rules: Any, scenario: str) -> State:
        state = super().set_up(rules, scenario)
        state.stack = (OfThree(0),)
        return state

    def eliminated(self, state: State) -> list[str]:
        return [SIDES.ids[side] for side in eliminated_sides(state.cells)]

    def choice_in_absence(self, decision: Decision) -> tuple[str, ...]:
        """A force of a side that has left withdraws when it is attacked, and helps nobody."""
        answers = {Answer: ("withdraw",), Aid: ("refuse",)}
        return answers.get(type(decision.procedure)) or super().choice_in_absence(decision)

    def result_without(self, state: State, absent: Collection[str]) -> Result:
        """The best remaining side wins."""
        result = self.result(state)
        most = max(points for side, points in result["score"].items() if side not in absent)
        best = [side for side, points in result["score"].items() if points == most and side not in absent]
        return {**result, "winners": best if len(best) == 1 else []}


SKIRMISH_OF_THREE = SkirmishOfThree()
