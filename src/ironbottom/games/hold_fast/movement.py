"""7.0 Movement: ships, then submarines."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Each, Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.answers import DONE, PASS
from ironbottom.games.hold_fast.fog import UNIT_COUNT, mingle
from ironbottom.games.hold_fast.pieces import AREAS, OF_SIDE, PLACES, SHIPS, SIDES, SUBMARINE, SUBMARINES, UNITS
from ironbottom.games.hold_fast.state import AT, BLOCK, FOLLOWED, IN, MAY_BE, OFF, Cells, bring, passage
from ironbottom.games.hold_fast.task_forces import FORM, JOIN, SAIL, form, join, sail

PLACE_COUNT = len(PLACES)
EVERYWHERE = tuple(range(len(AREAS)))


def place_of(cells: Cells, unit: int) -> int:
    """The port or base in which a unit is, or -1."""
    bit = 1 << unit
    for place, units in enumerate(cells[IN : IN + PLACE_COUNT]):
        if units & bit:
            return place
    return -1


@condition("7.0.1", "{0} is not yours")
def own_ship(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    return bool(OF_SIDE[side] >> unit & 1)


@condition("7.0.6", "{0} is in no port or base from which it could move")
def in_place(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    return place_of(state.cells, unit) >= 0


@condition("7.0.3", "{0} does not get to {1}: three areas at most, and on from an area only if you control it")
def in_reach(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    return bool(state.rules.pieces.neutral_pass) or area in reach_of(state, side, unit)


@condition("1.1.7", "{0} does not get to {1}: three areas at most, and not on from an area that the enemy controls")
def in_reach_past_neutral_areas(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    return area in reach_of(state, side, unit)


def reach_of(state: State, side: int, unit: int) -> tuple[int, ...]:
    """7.0.6 The areas in which a ship may end its move."""
    pieces, cells = state.rules.pieces, state.cells
    found: tuple[int, ...] = pieces.ways.reach(place_of(cells, unit), passage(pieces, cells, side))
    return found


@condition("7.0.4", "submarines are placed after all ships have moved")
def with_own_moves(state: State, frame: Frame, side: int, area: int) -> bool:
    return state.rules.procedures[frame[0]] is SUBMARINE_STEP or bool(state.rules.pieces.submarines_with_moves)


@condition("3.7.1", "your submarine is not off board")
def submarine_at_hand(state: State, frame: Frame, side: int, area: int) -> bool:
    return bool(state.cells[OFF] >> SUBMARINE[side] & 1)


def moves(state: State, frame: Frame, side: int) -> list[Group]:
    cells = state.cells
    own, held = OF_SIDE[side] & SHIPS, passage(state.rules.pieces, cells, side)
    reach, number = state.rules.pieces.ways.reach, MOVE.number
    return [
        SetProduct(number, units & own, reach(place, held))
        for place, units in enumerate(cells[IN : IN + PLACE_COUNT])
        if units and units & own
    ]


def placements(state: State, frame: Frame, side: int) -> list[Group]:
    if not state.cells[OFF] >> SUBMARINE[side] & 1:
        return []
    if frame[0] != SUBMARINE_STEP.number and not state.rules.pieces.submarines_with_moves:
        return []
    return [Each(SUBMERGE.number, EVERYWHERE)]


MOVE = Verb(
    "move",
    UNITS,
    AREAS,
    clause="7.0.6",
    conditions=(own_ship, in_place, in_reach, in_reach_past_neutral_areas),
    offer=moves,
)
SUBMERGE = Verb("submerge", AREAS, clause="7.0.4", conditions=(with_own_moves, submarine_at_hand), offer=placements)


class Moves(Procedure):
    """7.0.1, 4.1.2, 4.1.3 A side moves what it wants to move, ship by ship."""

    name = "moves"
    clause = "7.0.1"
    fields = {"side": One(SIDES)}
    verbs = (MOVE, FORM, JOIN, SAIL, SUBMERGE, DONE)
    hides_forced = True  # the dealing of the blocks that follows cannot be taken back

    def proceed(self, play: Play, frame: Frame) -> bool:
        return True

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Move your ships: choose a ship and the sea area where it ends its move, or done."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        verb = code[0]
        if verb == MOVE.number:
            move(play, side, code[1], code[2])
        elif verb == FORM.number:
            form(play, code[1], code[2])
        elif verb == JOIN.number:
            join(play, code[1], code[2])
        elif verb == SAIL.number:
            sail(play, code[1], code[2])
        elif verb == SUBMERGE.number:
            submerge(play, side, code[1])
        else:
            play.pop()
            play.tell(log.FINISHED, side, log.STEPS.index[self.name])
            mingle(play, side)


MOVES = Moves()


def move(play: Play, side: int, unit: int, area: int) -> None:
    """1.1.6, 7.0.2, 7.0.6 A ship goes to sea, at most three areas far."""
    cells, bit = play.cells, 1 << unit
    place = place_of(cells, unit)
    cells[IN + place] ^= bit
    cells[AT + area] |= bit
    if play.rules.pieces.memory:
        cells[FOLLOWED] |= bit
    play.tell_only(side, log.MOVED, side, unit, cells[BLOCK + unit], place, area)


def submerge(play: Play, side: int, area: int) -> None:
    """7.0.4 The submarine goes anywhere; all can tell what it is."""
    cells, unit = play.cells, SUBMARINE[side]
    bring(cells, unit, AT + area)
    if play.rules.pieces.memory:
        rest = ~(1 << unit)
        cells[MAY_BE : MAY_BE + UNIT_COUNT] = [may & rest for may in cells[MAY_BE : MAY_BE + UNIT_COUNT]]
        cells[MAY_BE + unit] = 1 << unit
        cells[FOLLOWED] |= 1 << unit
    play.tell(log.SUBMERGED, side, cells[BLOCK + unit], area)


class SubmarineStep(Procedure):
    """7.0.4, 3.7.1 After all ships have moved, Japan's submarine is placed, then the Allied one."""

    name = "submarine"
    clause = "7.0.4"
    fields = {"side": One(SIDES)}
    verbs = (SUBMERGE, PASS)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if play.cells[OFF] & SUBMARINES & OF_SIDE[frame[1]]:
            return True
        play.pop()
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Place your submarine in any sea area, or pass."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.pop()
        if code[0] == PASS.number:
            play.tell(log.SUBMARINE_KEPT, side)
            return
        submerge(play, side, code[1])
        mingle(play, side)


SUBMARINE_STEP = SubmarineStep()


def submarine_steps(play: Play) -> None:
    """7.0.4 Japan first; with the option of 4.1.2 they were placed with their side's ships."""
    if not play.rules.pieces.submarines_with_moves:
        play.push(SUBMARINE_STEP.frame(1))
        play.push(SUBMARINE_STEP.frame(0))
