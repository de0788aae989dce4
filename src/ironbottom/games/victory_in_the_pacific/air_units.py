"""12.1 Placing of air units (5.22), 6.6 and of submarines (5.25)."""

from __future__ import annotations

from typing import Any

from ironbottom.board.in_turns import InTurns
from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Each, Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.answers import PASS
from ironbottom.games.victory_in_the_pacific.first_moves import free_to_move
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALLIES,
    AREAS,
    JAPAN,
    OF_SIDE,
    PLACES,
    SIDES,
    SUBMARINE,
    UNITS,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.state import AT, HOME, IN, OWNED, RESTED, TURN, Cells, bring

EVERYWHERE = tuple(range(len(AREAS)))
FIRST_PLACES = range(len(PLACES))


def air_at_hand(pieces: Pieces, cells: Cells, side: int) -> int:
    """The side's air units in ports and bases; 18.2 those that the first turn freezes stay, 23.5 the rebuilt rest."""
    found = 0
    for place in FIRST_PLACES:
        found |= cells[IN + place]
    return found & AIR & free_to_move(pieces, cells, side) & ~cells[RESTED]


@condition("12.1", "{0} is no air unit of yours in a port or base")
def air_in_place(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    units = 0
    for place in FIRST_PLACES:
        units |= state.cells[IN + place]
    return bool((units & AIR & OF_SIDE[side]) >> unit & 1)


@condition("18.2", "{0} does not move on the first turn")
def air_free(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    return bool(free_to_move(state.rules.pieces, state.cells, side) >> unit & 1)


@condition("11.1", "{0} is being repaired and stays in port")
def air_sound(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    return not state.cells[RESTED] >> unit & 1


@condition("12.13", "no port or base of yours touches {1}")
def base_there(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    return bool(state.cells[OWNED + side] & state.rules.pieces.places_of[area])


def placings(state: State, frame: Frame, side: int) -> list[Group]:
    pieces, cells = state.rules.pieces, state.cells
    areas = members(pieces.ways.touched(cells[OWNED + side]))
    return [SetProduct(PLACE_AIR.number, air_at_hand(pieces, cells, side), areas)]


PLACE_AIR = Verb(
    "place_air",
    UNITS,
    AREAS,
    clause="12.1",
    conditions=(air_in_place, air_free, air_sound, base_there),
    offer=placings,
)


class AirStep(InTurns):
    """5.22, 12.11 Air units go down singly, in turn; a pass ends that side's placing, who has run out is skipped."""

    name = "air"
    clause = "5.22"
    verbs = (PLACE_AIR, PASS)
    question = "Place an air unit in a sea area that a port or base of yours touches, or pass for the turn."
    pass_by, passed = PASS, log.PASSED

    def waiting(self, play: Play, side: int) -> bool:
        return bool(air_at_hand(play.rules.pieces, play.cells, side))

    def place(self, play: Play, side: int, code: Code) -> None:
        bring(play.cells, code[1], AT + code[2])
        play.tell(log.AIR_PLACED, code[1], code[2])


AIR_STEP = AirStep(SIDES)


def place_air(play: Play) -> None:
    """12.11 Japan places first."""
    play.push(AIR_STEP.frame(JAPAN, 0))


# -- 5.25, 6.6 submarines ----------------------------------------------------------------------------------------


def submarine_ready(pieces: Pieces, cells: Cells, side: int) -> bool:
    """3.2 Whether the side has a submarine at its base; by option 1a the I-Boat waits for turn 2."""
    if side == JAPAN and pieces.iboat_late and cells[TURN] == 1:
        return False
    return bool(cells[HOME] >> SUBMARINE[side] & 1)


def dives(state: State, frame: Frame, side: int) -> list[Group]:
    return [Each(SUBMERGE.number, EVERYWHERE)]


SUBMERGE = Verb("submerge", AREAS, clause="6.6", offer=dives)


class SubmarineStep(Procedure):
    """5.25 A side's submarine is placed in any sea area, or stays at its base."""

    name = "submarine"
    clause = "5.25"
    fields = {"side": One(SIDES)}
    verbs = (SUBMERGE, PASS)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if submarine_ready(play.rules.pieces, play.cells, frame[1]):
            return True
        play.pop()
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Place your submarine in any sea area, or pass."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.pop()
        if code[0] == PASS.number:
            play.tell(log.PASSED, side)
            return
        bring(play.cells, SUBMARINE[side], AT + code[1])
        play.tell(log.SUBMERGED, side, code[1])


SUBMARINE_STEP = SubmarineStep()


def place_submarines(play: Play) -> None:
    """5.25 Japan's submarine first."""
    play.push(SUBMARINE_STEP.frame(ALLIES))
    play.push(SUBMARINE_STEP.frame(JAPAN))
