"""8.4 Air or surface: both sides name what they want at the same time; a roll settles it where they differ."""

from __future__ import annotations

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, Only
from ironbottom.engine.procedures import Frame, Play, Together
from ironbottom.engine.question import Question
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import AIR_COMBAT, SIDES, SURFACE_COMBAT
from ironbottom.games.hold_fast.state import BATTLE, WANT, controls


def name_air(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(WANT_AIR.number)]


def name_surface(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(WANT_SURFACE.number)]


def name_way(play: Play, frame: Frame, side: int, code: Code) -> None:
    """8.4.1 A side names what it wants, in secret."""
    play.cells[WANT + side] = AIR_COMBAT if code[0] == WANT_AIR.number else SURFACE_COMBAT
    play.pop()


WANT_AIR = Verb("air", clause="8.4.1", offer=name_air)
WANT_SURFACE = Verb("surface", clause="8.4.1", offer=name_surface)
NAME_WAY = Question(SIDES, "name_way", "8.4.1", "Air or surface combat?", (WANT_AIR, WANT_SURFACE), name_way)


class Naming(Together):
    """8.4.1 Both sides name air or surface at the same time."""

    name = "naming"
    clause = "8.4.1"

    def opening(self, state: State, side: int) -> tuple[Frame, ...]:
        return (NAME_WAY.frame(side),)

    def finish(self, play: Play) -> None:
        """8.4.1 Agreement settles it, else the dice."""
        cells = play.cells
        wants = cells[WANT], cells[WANT + 1]
        cells[WANT : WANT + 2] = (-1, -1)
        play.tell(log.WAYS_NAMED, *wants)
        settle(play, wants[0] if wants[0] == wants[1] else roll_off(play, wants))


NAMING = Naming()


def roll_off(play: Play, wants: tuple[int, int]) -> int:
    """8.4.2 A die each, one more for wanting air and one for controlling the area; ties are rolled again."""
    area = play.cells[BATTLE]
    added = [(wants[side] == AIR_COMBAT) + controls(play.cells, area, side) for side in (0, 1)]
    while True:
        dice = [play.roll(6, "air or surface") for _ in (0, 1)]
        totals = [die + more for die, more in zip(dice, added, strict=True)]
        play.tell(log.WAY_ROLLED, *dice, *totals)
        if totals[0] != totals[1]:
            return wants[0] if totals[0] > totals[1] else wants[1]


def settle(play: Play, way: int, alone: bool = False) -> None:
    """The battle goes on in this way for a round; ``alone`` where no other could be fought (8.4.3)."""
    frame = play.state.stack[-1]
    play.replace((*frame[:3], way, *frame[4:]))
    play.tell(log.WAY_CHOSEN, way, int(alone))
