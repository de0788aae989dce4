"""Skirmish without an end: the first round follows the last, so a match can have any length."""

from typing import Any

from examples.skirmish.skirmish.game import (
    FORCE,
    PLACE,
    PORT,
    ROUND,
    SHOWN,
    Aid,
    Answer,
    ARound,
    Operation,
    Planning,
    Plans,
    Skirmish,
    operations,
)
from ironbottom.engine.rules.procedures import Execution, Step


def next_round(execution: Execution) -> None:
    """6.0 Forces return; the first round follows the third."""
    cells = execution.cells
    for ship in range(18):
        cells[PLACE + ship] = max(cells[PLACE + ship], PORT)
        cells[FORCE + ship], cells[SHOWN + ship] = -1, 0
    cells[ROUND] = cells[ROUND] % 3 + 1
    execution.replace(AnotherRound(0))


class AnotherRound(ARound):
    """1.0 A round in a game with any number of rounds."""

    number, name, clause = 0, "round", "1.0"
    steps = (Step("plans", "3.1", Plans.start), Step("operations", "4.0", operations), Step("end", "6.0", next_round))


class Endless(Skirmish):
    """The game with repeating rounds."""

    id, short, title = "skirmish_endless", "ske", "Skirmish without an end"
    procedures = (AnotherRound, Plans, Planning, Operation, Answer, Aid)

    def set_up(self, rules: Any, scenario: str) -> Any:
        state = super().set_up(rules, scenario)
        state.stack = (AnotherRound(0),)
        return state


ENDLESS = Endless()


def there_and_back(company: int) -> tuple[str, str]:
    """The start hex of a company, and an adjacent one."""
    from examples.skirmish.skirmish.game import LAND

    here = company * 7 % 61
    return LAND.ids[here], LAND.ids[LAND.neighbours[here][0]]


def a_cycle() -> list[tuple[str, list[str]]]:
    """Three rounds that restore the first state: no ship sails, and one company of each side marches and returns."""
    chosen: list[tuple[str, list[str]]] = []
    for number in range(3):
        chosen += [(side, ["done"]) for side in ("red", "blue", "gold")]
        for turn in range(3):
            side = (number + turn) % 3
            name = ("red", "blue", "gold")[side]
            home, away = there_and_back(660 * side)
            chosen += [(name, ["march", f"{name}_1", away]), (name, ["march", f"{name}_1", home])]
    return chosen
