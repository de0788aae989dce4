"""7.3 Day or night: both sides pick at the same time; the dice settle it where they differ."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, Only
from ironbottom.engine.procedures import Frame, Play, Together
from ironbottom.engine.question import Question
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.pieces import ALLIES, DAY, JAPAN, NIGHT, SIDES
from ironbottom.games.victory_in_the_pacific.state import FLAG, WANT


def pick_day(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(WANT_DAY.number)]


def pick_night(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(WANT_NIGHT.number)]


def name_action(play: Play, frame: Frame, side: int, code: Code) -> None:
    """7.3 A side names the action that it wants this round."""
    want = DAY if code[0] == WANT_DAY.number else NIGHT
    play.cells[WANT + side] = want
    play.pop()
    if not play.rules.pieces.secret_day_night:
        play.tell(log.ACTION_WANTED, side, want)


WANT_DAY = Verb("day", clause="7.3", offer=pick_day)
WANT_NIGHT = Verb("night", clause="7.3", offer=pick_night)
NAME_ACTION = Question(
    SIDES,
    "name_action",
    "7.3",
    "Which action do you want this round, day or night?",
    (WANT_DAY, WANT_NIGHT),
    name_action,
)


class Naming(Together):
    """7.3 Both sides name day or night in secret."""

    name = "naming"
    clause = "7.3"

    def opening(self, state: State, side: int) -> tuple[Frame, ...]:
        return (NAME_ACTION.frame(side),)

    def finish(self, play: Play) -> None:
        """What was named is read by the round below."""


NAMING = Naming()


def ask(play: Play) -> None:
    """7.3 Both sides are asked at the same time; in a variant Japan first, openly."""
    if play.rules.pieces.secret_day_night:
        NAMING.start(play)
    else:
        play.push(NAME_ACTION.frame(ALLIES))
        play.push(NAME_ACTION.frame(JAPAN))


def settled(play: Play, area: int) -> tuple[int, bool]:
    """7.31 to 7.33 The action of this round, and whether both are fought: day, then night."""
    cells = play.cells
    wants = cells[WANT], cells[WANT + 1]
    cells[WANT : WANT + 2] = (-1, -1)
    play.tell(log.ACTIONS_NAMED, *wants)
    way, both = wants[JAPAN], False
    if wants[JAPAN] != wants[ALLIES]:
        dice = [play.roll(6, "day or night") for _ in (JAPAN, ALLIES)]
        totals = [die + added(wants[side], cells[FLAG + side] >> area & 1) for side, die in enumerate(dice)]
        play.tell(log.ACTION_ROLLED, *dice, *totals)
        both = totals[JAPAN] == totals[ALLIES]
        way = DAY if both else wants[JAPAN] if totals[JAPAN] > totals[ALLIES] else wants[ALLIES]
    play.tell(log.ACTION_SETTLED, area, way, int(both))
    return way, both


def added(want: int, holds: Any) -> int:
    """7.32 One more for wanting day, and one for holding the area.

    >>> added(DAY, 1), added(NIGHT, 1), added(NIGHT, 0)
    (2, 1, 0)
    """
    return int(want == DAY) + int(bool(holds))
