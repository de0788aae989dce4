"""13.3 to 13.6 Landings and invasions, after a round of combat (5.43) and at the end of the turn (5.73)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, Product
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, Record, Row, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.answers import DONE
from ironbottom.games.victory_in_the_pacific.capture import capture
from ironbottom.games.victory_in_the_pacific.island_combat import fight_ashore
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    AMPHIBIOUS,
    AREAS,
    CEYLON,
    IS_BASE,
    IS_PORT,
    JAPAN,
    OF_SIDE,
    PLACES,
    SIDES,
    UNITS,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.state import (
    AT,
    DAMAGE,
    ESCAPED,
    IN,
    OWNED,
    Cells,
    bring,
    other,
    owner,
    present,
)
from ironbottom.games.victory_in_the_pacific.text_names import spot
from ironbottom.games.victory_in_the_pacific.way_home import lose
from ironbottom.games.victory_in_the_pacific.west_coast import escape_shores

LANDINGS = Row(Record(unit=One(UNITS), place=One(PLACES)))


def shores(pieces: Pieces, cells: Cells, side: int, area: int) -> int:
    """13.3 The places in an area where the side's amphibious units may go ashore: its own, and enemy bases."""
    places = pieces.places_of[area] & (IS_BASE | cells[OWNED + side] & IS_PORT)
    return places & ~(1 << CEYLON) if side == ALLIES else places


def in_reach(state: State, frame: Frame, unit: int) -> int:
    """13.3 The shores of one unit; by option 3b Marines that escaped from Pearl Harbor have few."""
    places = shores(state.rules.pieces, state.cells, frame[1], frame[2])
    return places & escape_shores(state.cells) if state.cells[ESCAPED] >> unit & 1 else places


def shores_of(state: State, frame: Frame, unit: int) -> int:
    """20.7 Of these only its own places, where the unit was not named to invade."""
    places = in_reach(state, frame, unit)
    return places if frame[4] >> unit & 1 else places & state.cells[OWNED + frame[1]]


def may_land(cells: Cells, frame: Frame) -> int:
    """13.31 The units of the frame that are still at sea there."""
    waiting = frame[3] & cells[AT + frame[2]]
    for unit, _ in frame[5]:
        waiting &= ~(1 << unit)
    return int(waiting)


@condition("13.31", "{0} is no amphibious unit that may land now")
def lands_now(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool(may_land(state.cells, frame) >> unit & 1)


@condition("13.32", "{1} does not touch the sea area of {0}")
def in_its_area(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool(state.rules.pieces.places_of[frame[2]] >> place & 1)


@condition("13.3", "{1} is an enemy port, and only bases can be invaded")
def no_enemy_port(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool((IS_BASE | state.cells[OWNED + side]) >> place & 1)


@condition("17.12", "{0} is American, and none of theirs goes to Ceylon")
def not_in_ceylon(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return side != ALLIES or place != CEYLON


@condition("17.11", "{0} escaped from Pearl Harbor: it invades New Hebrides, or lands at Samoa")
def a_shore(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool(in_reach(state, frame, unit) >> place & 1)


@condition("20.7", "{0} was not named to invade this round")
def named_to_invade(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool(shores_of(state, frame, unit) >> place & 1)


def landings(state: State, frame: Frame, side: int) -> list[Group]:
    alike: dict[int, list[int]] = {}
    for unit in members(may_land(state.cells, frame)):
        alike.setdefault(shores_of(state, frame, unit), []).append(unit)
    return [Product(LAND.number, units, members(places)) for places, units in alike.items() if places]


_open_shore = (in_its_area, no_enemy_port, not_in_ceylon, a_shore, named_to_invade)
LAND = Verb("land", UNITS, PLACES, clause="13.32", conditions=(lands_now, *_open_shore), offer=landings)


class Landing(Procedure):
    """5.43, 5.73 A side lands amphibious units in one area, one after another; each invasion is settled at once.

    So three against one take a base and keep one (13.43). With rule 22 the units for enemy bases are named first and
    fight together. ``invaders`` are those of the units that may invade (20.7).
    """

    name = "landing"
    clause = "5.43"
    fields = {"side": One(SIDES), "area": One(AREAS), "units": Some(UNITS), "invaders": Some(UNITS), "ashore": LANDINGS}
    verbs = (LAND, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if any(shores_of(play.state, frame, unit) for unit in members(may_land(play.cells, frame))):
            return True
        self.finish(play, frame)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return f"Landings in {spot(AREAS.ids[frame[2]])}: choose an amphibious unit and its place, or done."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE.number:
            play.tell(log.FINISHED, side, log.STEPS.index[self.name])
            self.finish(play, frame)
        elif play.rules.pieces.island_combat and owner(play.cells, code[2]) != side:
            play.replace((*frame[:5], tuple(sorted((*frame[5], code[1:])))))
            play.tell(log.NAMED_ASHORE, code[1], code[2])
        else:
            go_ashore(play, side, code[1], code[2])

    def finish(self, play: Play, frame: Frame) -> None:
        """22.1 Those that were named for an enemy base fight for it."""
        play.pop()
        _, side, _, _, _, ashore = frame
        for place in sorted({place for _, place in ashore}, reverse=True):
            fight_ashore(play, side, place, sum(1 << unit for unit, where in ashore if where == place))


LANDING = Landing()


def go_ashore(play: Play, side: int, unit: int, place: int) -> None:
    """13.4 An invader of an enemy base is spent; 13.41 it takes a defender with it, 13.42 else it takes the base."""
    cells = play.cells
    if owner(cells, place) == side:
        bring(cells, unit, IN + place)
        play.tell(log.LANDED, unit, place)
        return
    play.tell(log.INVADED, unit, place)
    lose(play, unit)
    defenders = cells[IN + place] & OF_SIDE[other(side)] & AMPHIBIOUS
    if defenders:
        lose(play, weakest(cells, defenders))
    else:
        capture(play, place, side)


def weakest(cells: Cells, units: int) -> int:
    """13.41 Any defender may be the one that goes: that with most damage, which is what its owner would pick."""
    return max(members(units), key=lambda unit: (cells[DAMAGE + unit], -unit))


def open_landings(play: Play, side: int, area: int, among: int = AMPHIBIOUS, invaders: int = AMPHIBIOUS) -> None:
    """13.32 The side is asked for its amphibious units at sea in an area, if there are any among these."""
    units = present(play.cells, area, side) & AMPHIBIOUS & among
    if units:
        play.push(LANDING.frame(side, area, units, units & invaders, ()))


def may_invade(play: Play, side: int, area: int, named: int = 0) -> int:
    """13.32 The side's amphibious units there; 20.7 with task forces those alone that were named to invade."""
    units = present(play.cells, area, side) & AMPHIBIOUS
    return units & named if play.rules.pieces.task_forces else units


def land_after_round(play: Play, side: int, area: int) -> None:
    """5.43 After a round of a chase or a raid, for which nobody was named (20.7)."""
    open_landings(play, side, area, invaders=may_invade(play, side, area))


def final_landings(play: Play) -> None:
    """5.73 Amphibious units still at sea: Japan's first, area by area."""
    for side in (ALLIES, JAPAN):
        for area in reversed(range(len(AREAS))):
            open_landings(play, side, area)
