"""7.3 Day or night: both sides pick at the same time; dice decide if they differ."""

from __future__ import annotations

from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.engine.rules.question import Question
from ironbottom.games.victory_in_the_pacific.pieces import ALLIES, DAY, JAPAN, NIGHT, Side
from ironbottom.games.victory_in_the_pacific.rolls import Roll
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.state import FLAGS, WANTS
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State

WANT_DAY, WANT_NIGHT = Verb("day", clause="7.3", ends_list="always"), Verb("night", clause="7.3", ends_list="always")


class PickDayOrNight(Question):
    """7.3 A side names the action that it wants this round; 7.32 wanting day adds one to a die roll."""

    number, name, clause, verbs = 23, "name_action", "7.3", (WANT_DAY, WANT_NIGHT)
    side: Side

    def day(self, execution: Execution) -> None:
        self.want(execution, DAY)

    def night(self, execution: Execution) -> None:
        self.want(execution, NIGHT)

    def want(self, execution: Execution, kind: int) -> None:
        """7.3 Stores the side's wish, in secret by default."""
        execution.cells[WANTS + self.side] = kind
        execution.pop()
        if not execution.rules.pieces.secret_day_night:
            execution.emit(log.ACTION_WANTED, self.side, kind)


class DayNightChoice(SimultaneousFrame):
    """7.3 Both sides name day or night in secret."""

    number, name, clause = 22, "naming", "7.3"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (PickDayOrNight(side),)

    def finish(self, execution: Execution) -> None:
        """The round below reads the wishes."""


def ask_day_or_night(execution: Execution) -> None:
    """7.3 Asks both sides at the same time; in a variant Japan first, openly."""
    if execution.rules.pieces.secret_day_night:
        DayNightChoice.start(execution)
    else:
        execution.push(PickDayOrNight(ALLIES))
        execution.push(PickDayOrNight(JAPAN))


def choose_action(execution: Execution, area: int) -> tuple[int, bool]:
    """7.31 to 7.33 The action of this round, and whether both are fought: day, then night."""
    cells = execution.cells
    wants = cells[WANTS], cells[WANTS + 1]
    cells[WANTS : WANTS + 2] = (-1, -1)
    execution.emit(log.ACTIONS_NAMED, *wants)
    kind, both = wants[JAPAN], False
    if wants[JAPAN] != wants[ALLIES]:
        dice = [execution.roll(6, Roll.DAY_OR_NIGHT) for _ in (JAPAN, ALLIES)]
        totals = [die + day_modifier(wants[side], cells[FLAGS + side] >> area & 1) for side, die in enumerate(dice)]
        execution.emit(log.ACTION_ROLLED, *dice, *totals)
        both = totals[JAPAN] == totals[ALLIES]
        kind = DAY if both else wants[JAPAN] if totals[JAPAN] > totals[ALLIES] else wants[ALLIES]
    execution.emit(log.ACTION_SETTLED, area, kind, int(both))
    return kind, both


def day_modifier(want: int, holds: int) -> int:
    """7.32 The modifier of the die: one for wanting day, and one for holding the area.

    >>> day_modifier(DAY, 1), day_modifier(NIGHT, 1), day_modifier(NIGHT, 0)
    (2, 1, 0)
    """
    return int(want == DAY) + int(bool(holds))
