"""7.13 One round of combat: day or night is decided, one or both actions are fought, and submarines may strike."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import Number
from ironbottom.engine.rules.procedures import StagedProcedure, changed
from ironbottom.games.victory_in_the_pacific.pieces import ALLIES, DAY, JAPAN, NIGHT, Area, DayOrNight, Units, YesNo
from ironbottom.games.victory_in_the_pacific.rules.action import Action
from ironbottom.games.victory_in_the_pacific.rules.day_night import ask_day_or_night, choose_action
from ironbottom.games.victory_in_the_pacific.rules.submarines import Strike
from ironbottom.games.victory_in_the_pacific.state_types import Execution


def name_action(execution: Execution, frame: Round) -> None:
    """5.33, 7.34 Both sides pick day or night in every round."""
    ask_day_or_night(execution)


def roll_for_action(execution: Execution, frame: Round) -> None:
    """7.32 Dice decide if the sides differ."""
    kind, both = choose_action(execution, frame.area)
    execution.replace(changed(execution.top(Round), way=kind, both=int(both)))


def first_action(execution: Execution, frame: Round) -> None:
    """5.34 to 5.36 Opens the first action: the action that was decided, or the day action if there are two."""
    open_action(execution, frame.area, frame.way, frame.units)


def second_action(execution: Execution, frame: Round) -> None:
    """5.37, 7.8 After a tie the night action follows, without units lost by day."""
    if frame.both:
        open_action(execution, frame.area, NIGHT, frame.units)


def japan_strikes(execution: Execution, frame: Round) -> None:
    """5.38, 5.41 After the round, not between its actions, Japan's submarine may strike."""
    Strike.start(execution, JAPAN, frame.area)


def allies_strike(execution: Execution, frame: Round) -> None:
    """5.41 Then the Allied submarine may strike."""
    Strike.start(execution, ALLIES, frame.area)


def open_action(execution: Execution, area: int, kind: int, units: int) -> None:
    """7.2 Opens the action."""
    if kind == DAY:
        execution.rules.pieces.hooks.day_action(execution, area, units, 0, 0)
    else:
        Action.start(execution, area, NIGHT, units)


def day_action(execution: Execution, area: int, units: int, barred: int, unseen: int) -> None:
    """5.34 An action by day."""
    Action.start(execution, area, DAY, units, barred=barred, unseen=unseen)


STAGES = (name_action, roll_for_action, first_action, second_action, japan_strikes, allies_strike)


class Round(StagedProcedure):
    """5.32 A round between these units at sea in an area."""

    number, name, clause, stages, closes_after_last = 21, "round", "7.13", STAGES, True
    area: Area
    units: Units
    next: Annotated[int, Number(0, len(STAGES))]
    way: DayOrNight
    both: YesNo

    @classmethod
    def start(cls, execution: Execution, area: int, units: int, may_land: bool = False) -> None:
        """Opens a round."""
        execution.rules.pieces.hooks.round(execution, area, units, may_land)


def open_round(execution: Execution, area: int, units: int, may_land: bool) -> None:
    """7.13 The usual round; afterwards all may land."""
    execution.push(Round(area, units, 0, DAY, 0))
