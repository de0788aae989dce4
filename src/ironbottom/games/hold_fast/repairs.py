"""5.0 Repairs: resource points, and what each port can do (4.1.5, 7.1.2)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.answers import DONE
from ironbottom.games.hold_fast.movement import place_of
from ironbottom.games.hold_fast.pieces import AIR, IS_PORT, OF_SIDE, PORT_COUNT, SHIPS, SIDES, UNITS, Pieces
from ironbottom.games.hold_fast.reinforcements import left_to_spend
from ironbottom.games.hold_fast.state import IN, OFF, RAIDED, SPENT, STRENGTH, USED, Cells


def capacity(pieces: Pieces, cells: Cells, port: int) -> int:
    """5.0.3 The strength points that a port can still restore this turn."""
    return pieces.repair[port] - cells[RAIDED + port] - cells[USED + port]


def repairable(pieces: Pieces, cells: Cells, side: int) -> int:
    """5.0.3, 5.0.4 The side's damaged units that can be repaired now: in ports, and air units off board."""
    at_hand = cells[OFF] & AIR
    for port in range(PORT_COUNT):
        if cells[IN + port] and capacity(pieces, cells, port) > 0:
            at_hand |= cells[IN + port]
    damaged = 0
    for unit in members(at_hand & OF_SIDE[side]):
        if cells[STRENGTH + unit] < pieces.strength[unit]:
            damaged |= 1 << unit
    return damaged


@condition("7.1.2", "{0} is no unit of yours in a port, nor an air unit off board")
def in_own_port(state: State, frame: Frame, side: int, unit: int) -> bool:
    if not OF_SIDE[side] >> unit & 1:
        return False
    off_board = state.cells[OFF] & AIR & 1 << unit
    place = place_of(state.cells, unit)
    return bool(off_board) or (place >= 0 and bool(IS_PORT >> place & 1))


@condition("5.0.3", "the port of {0} can repair no more this turn")
def port_can_repair(state: State, frame: Frame, side: int, unit: int) -> bool:
    if not SHIPS >> unit & 1:
        return True
    return capacity(state.rules.pieces, state.cells, place_of(state.cells, unit)) > 0


@condition("7.1.2", "{0} has its full strength")
def damaged(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool(state.cells[STRENGTH + unit] < state.rules.pieces.strength[unit])


def repairs(state: State, frame: Frame, side: int) -> list[Group]:
    units = repairable(state.rules.pieces, state.cells, side)
    return [EachOf(REPAIR.number, units)] if units else []


REPAIR = Verb("repair", UNITS, clause="5.0.3", conditions=(in_own_port, port_can_repair, damaged), offer=repairs)


class Repairs(Procedure):
    """4.1.5 A side restores strength point by strength point, until its resource points are spent or it is done."""

    name = "repairs"
    clause = "4.1.5"
    fields = {"side": One(SIDES)}
    verbs = (REPAIR, DONE)
    hides_forced = True  # whether a side has anything to repair is its secret

    def proceed(self, play: Play, frame: Frame) -> bool:
        """5.0.2 Nobody spends more points than the turn gives."""
        if left_to_spend(play.rules.pieces, play.cells, frame[1]) > 0:
            return True
        self.finish(play)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Repair: choose a unit that gets back one strength point for one resource point, or done."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE.number:
            play.tell(log.FINISHED, side, log.STEPS.index[self.name])
            self.finish(play)
            return
        cells, unit = play.cells, code[1]
        cells[SPENT + side] += 1
        cells[STRENGTH + unit] += 1
        place = place_of(cells, unit)
        if place >= 0:
            cells[USED + place] += 1
        play.tell_only(side, log.REPAIRED, side, unit, cells[STRENGTH + unit])

    def finish(self, play: Play) -> None:
        """5.0.3 What a port can do is counted anew next turn."""
        play.pop()
        play.cells[USED : USED + PORT_COUNT] = [0] * PORT_COUNT


REPAIRS = Repairs()
