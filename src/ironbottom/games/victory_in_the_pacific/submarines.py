"""7.91, 16 Submarines: one shot with the bonus a turn, after a round of its choice or after all other combat."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, Some
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.action import harm, send_disabled
from ironbottom.games.victory_in_the_pacific.answers import PASS
from ironbottom.games.victory_in_the_pacific.fire import volley
from ironbottom.games.victory_in_the_pacific.pieces import (
    AMPHIBIOUS,
    AREAS,
    HAWAII,
    JAPAN,
    OF_SIDE,
    SHIPS,
    SIDES,
    SUBMARINE,
    UNITS,
)
from ironbottom.games.victory_in_the_pacific.state import AT, ESCAPED, TURN, Cells, area_of
from ironbottom.games.victory_in_the_pacific.way_home import submarine_home


def prey(cells: Cells, side: int, area: int) -> int:
    """16.2 The enemy's ships and amphibious units at sea there."""
    return cells[AT + area] & OF_SIDE[1 - side] & (SHIPS | AMPHIBIOUS)


@condition("16.2", "{0} is no enemy ship or amphibious unit at sea in its area")
def in_its_area(state: State, frame: Frame, side: int, target: int) -> bool:
    return bool(prey(state.cells, side, frame[2]) >> target & 1)


@condition("18.34", "{0} did not come out of Pearl Harbor")
def came_out(state: State, frame: Frame, side: int, target: int) -> bool:
    return bool(frame[3] >> target & 1)


def to_strike(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(TORPEDO.number, prey(state.cells, side, frame[2]) & frame[3])]


TORPEDO = Verb("torpedo", UNITS, clause="16.2", conditions=(in_its_area, came_out), offer=to_strike)
EVERY_UNIT = (1 << len(UNITS)) - 1


class Strike(Procedure):
    """7.91 A side's submarine strikes now, or waits; ``among`` are the units that it may choose from."""

    name = "strike"
    clause = "7.91"
    fields = {"side": One(SIDES), "area": One(AREAS), "among": Some(UNITS)}
    verbs = (TORPEDO, PASS)

    def start(self, play: Play, side: int, area: int) -> None:
        """16.1 Asks a side that has a submarine in the area and something there to strike.

        18.34 By an old option an I-Boat off Hawaii may hit on turn 1 only what came out of Pearl Harbor.
        """
        off_hawaii = play.cells[TURN] == 1 and (side, area) == (JAPAN, HAWAII)
        among = play.cells[ESCAPED] if off_hawaii and play.rules.pieces.iboat_raid else EVERY_UNIT
        if play.cells[AT + area] >> SUBMARINE[side] & 1 and prey(play.cells, side, area) & among:
            play.push(self.frame(side, area, among))

    def proceed(self, play: Play, frame: Frame) -> bool:
        return True

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Does your submarine strike now, and at what? It strikes once a turn."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.pop()
        if code[0] == PASS.number:
            play.tell(log.SUBMARINE_HELD, side)
        else:
            strike(play, side, frame[2], code[1])


STRIKE = Strike()


def strike(play: Play, side: int, area: int, target: int) -> None:
    """16.2, 16.3 One shot with the bonus, with effect at once; then the submarine goes home."""
    fallen = volley(play, 1, True, False, "torpedo")
    play.tell(log.TORPEDOED, side, target, fallen.dice[0], fallen.hits, int(fallen.disabled), fallen.damage)
    submarine_home(play, side)
    if harm(play, target, fallen.damage, in_port=False) and fallen.disabled:
        play.tell(log.WAS_DISABLED, target)
        send_disabled(play, area, 1 << target)


def late_strikes(play: Play) -> None:
    """5.6, 16.1 After all other combat: Japan's submarine, then the Allied one."""
    for side in (1, 0):
        area = area_of(play.cells, SUBMARINE[side])
        if area >= 0:
            STRIKE.start(play, side, area)


def submarines_return(play: Play) -> None:
    """5.6 Submarines that are still at sea go home."""
    for side in (0, 1):
        if area_of(play.cells, SUBMARINE[side]) >= 0:
            submarine_home(play, side)
