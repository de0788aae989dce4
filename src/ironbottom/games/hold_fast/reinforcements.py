"""6.0 Reinforcements, and what comes back from the lost (3.2.2, 3.4.3, 3.6.2)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.answers import DONE
from ironbottom.games.hold_fast.fog import enlist, mingle
from ironbottom.games.hold_fast.pieces import (
    AIR,
    CRUISERS,
    FIRST_PLACE,
    IS_PORT,
    OF_SIDE,
    OFF_BOARD_KINDS,
    PLACES,
    SIDES,
    TRANSPORTS,
    UNITS,
    Pieces,
)
from ironbottom.games.hold_fast.state import DUE, IN, LOST, OFF, OWNED, SPENT, TURN, Cells, bring
from ironbottom.games.hold_fast.way_home import ARRIVES, WAY_HOME

TURNS_AWAY = 2
"""3.2.2 What is lost comes back so many turns later at the earliest."""


def open_turn(play: Play) -> None:
    """4.1.9, 5.0.2 A turn opens, and nothing of its resource points is spent."""
    play.cells[SPENT : SPENT + 2] = (0, 0)
    play.tell(log.TURN_OPENED, play.cells[TURN])


def reinforce(play: Play) -> None:
    """4.1.1, 6.0.1 Reinforcements enter at full strength: ships in their port, air and submarines off board."""
    cells, pieces = play.cells, play.rules.pieces
    elsewhere = []
    for side in (0, 1):
        for unit in members(cells[DUE + cells[TURN] - 1] & OF_SIDE[side]):
            place = pieces.arrival[unit].place
            if OFF_BOARD_KINDS >> unit & 1:
                bring(cells, unit, OFF)
                place = -1
            elif cells[OWNED + side] >> place & 1:
                bring(cells, unit, IN + place)
            else:
                elsewhere.append(WAY_HOME.frame(side, ARRIVES, FIRST_PLACE + place))
                continue
            enlist(play, unit, pieces.strength[unit])
            play.tell(log.ARRIVED, side, unit, place)
    for frame in reversed(list(dict.fromkeys(elsewhere))):
        play.push(frame)


def mingle_all(play: Play) -> None:
    """2.0.2 What came stands with the others now."""
    mingle(play, 0)
    mingle(play, 1)


def left_to_spend(pieces: Pieces, cells: Cells, side: int) -> int:
    """5.0.2 The resource points that a side has left this turn."""
    return pieces.resources[side][cells[TURN] - 1] - cells[SPENT + side]


def back_again(cells: Cells, side: int) -> int:
    """The side's lost units that may come back this turn, whatever their kind."""
    found = 0
    for turn in range(cells[TURN] - TURNS_AWAY):
        found |= cells[LOST + turn]
    return found & OF_SIDE[side]


@condition("3.4.3", "{0} is no transport of yours that was lost two turns ago or earlier")
def transport_due(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool((back_again(state.cells, side) & TRANSPORTS) >> unit & 1)


@condition("3.4.3", "{1} is no port of yours")
def own_port(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool(state.cells[OWNED + side] & IS_PORT & 1 << place)


@condition("3.2.2", "{0} is no cruiser group of yours that was lost two turns ago or earlier")
def cruisers_due(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool((back_again(state.cells, side) & CRUISERS) >> unit & 1)


@condition("3.2.2", "{1} is no port of yours")
def port_to_rebuild_in(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool(state.cells[OWNED + side] & IS_PORT & 1 << place)


@condition("3.6.2", "{0} is no air unit of yours that was lost two turns ago or earlier")
def air_due(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool((back_again(state.cells, side) & AIR) >> unit & 1)


def returning(state: State, frame: Frame, side: int) -> list[Group]:
    units = back_again(state.cells, side) & TRANSPORTS
    ports = own_ports(state.cells, side)
    return [SetProduct(RETURN.number, units, ports)] if units and ports else []


def rebuilding(state: State, frame: Frame, side: int) -> list[Group]:
    units = back_again(state.cells, side) & CRUISERS
    ports = own_ports(state.cells, side)
    return [SetProduct(REBUILD.number, units, ports)] if units and ports else []


def refitting(state: State, frame: Frame, side: int) -> list[Group]:
    units = back_again(state.cells, side) & AIR
    return [EachOf(REFIT.number, units)] if units else []


def own_ports(cells: Cells, side: int) -> list[int]:
    """The ports that a side owns."""
    return members(cells[OWNED + side] & IS_PORT)


RETURN = Verb("return", UNITS, PLACES, clause="3.4.3", conditions=(transport_due, own_port), offer=returning)
REBUILD = Verb(
    "rebuild",
    UNITS,
    PLACES,
    clause="3.2.2",
    conditions=(cruisers_due, port_to_rebuild_in),
    offer=rebuilding,
)
REFIT = Verb("refit", UNITS, clause="3.6.2", conditions=(air_due,), offer=refitting)


class Transports(Procedure):
    """3.4.3 Lost transports come back, free and at full strength, in ports that their owner chooses."""

    name = "transports"
    clause = "3.4.3"
    fields = {"side": One(SIDES)}
    verbs = (RETURN,)

    def proceed(self, play: Play, frame: Frame) -> bool:
        cells, side = play.cells, frame[1]
        if back_again(cells, side) & TRANSPORTS and cells[OWNED + side] & IS_PORT:
            return True
        play.pop()
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Lost transports are back: choose one and its port."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        bring(play.cells, code[1], IN + code[2])
        enlist(play, code[1], play.rules.pieces.strength[code[1]])
        play.tell(log.RETURNED, side, code[1], code[2])


class Rebuilding(Procedure):
    """3.2.2, 3.6.2 Lost cruiser groups and air units come back for a resource point each, with one strength point."""

    name = "rebuilding"
    clause = "3.2.2"
    fields = {"side": One(SIDES)}
    verbs = (REBUILD, REFIT, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        """5.0.2 Asks only a side that can bring something back: all can see what was lost, and the points."""
        cells, side = play.cells, frame[1]
        units = back_again(cells, side)
        cruisers = units & CRUISERS and cells[OWNED + side] & IS_PORT
        if (units & AIR or cruisers) and left_to_spend(play.rules.pieces, cells, side) > 0:
            return True
        play.pop()
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Bring back lost cruiser groups and air units for 1 RP each, or done."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE.number:
            play.pop()
            play.tell(log.FINISHED, side, log.STEPS.index[self.name])
        else:
            rebuild(play, side, code[1], code[2] if code[0] == REBUILD.number else -1)


def rebuild(play: Play, side: int, unit: int, place: int) -> None:
    """3.2.2, 3.6.2 One point brings a unit back with one strength point."""
    play.cells[SPENT + side] += 1
    bring(play.cells, unit, OFF if place < 0 else IN + place)
    enlist(play, unit, 1)
    play.tell(log.REBUILT, side, unit, place)


TRANSPORTS_BACK = Transports()
REBUILDING = Rebuilding()


def bring_back(play: Play) -> None:
    """4.1.1 What was lost two turns ago or earlier comes back, Japan's first."""
    for side in (1, 0):
        play.push(REBUILDING.frame(side))
        play.push(TRANSPORTS_BACK.frame(side))
