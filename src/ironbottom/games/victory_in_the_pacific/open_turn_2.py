"""Open Turn 2, a scenario of tournaments: play begins on turn 2, after a first turn that both sides take as read.

What is told of it: the Allies save three damaged battleships, a cruiser and the 7th A.F., and two battleships rest on
the bottom of Pearl Harbor; the Allies set up first, and split the carriers and escorts of the uncertain groups between
Pearl Harbor and Australia; Japan may say that its NLF has taken a base. The rest is reconstructed: Japan holds what it
holds after most first turns but the Central Pacific, and leads by what the flags score; Indonesia's defenders are lost.
"""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group, Product
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.rules import Rules
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import log, open_log
from ironbottom.games.victory_in_the_pacific.answers import DONE
from ironbottom.games.victory_in_the_pacific.capture import capture
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    AREAS,
    AUSTRALIA,
    BATTLESHIPS,
    BRITISH,
    BRITISH_PORTS,
    CEYLON,
    CRUISERS,
    GROUPS,
    INDONESIA,
    IS_BASE,
    IS_PORT,
    JAPAN,
    OF_SIDE,
    PEARL_HARBOR,
    PLACES,
    SIDES,
    SUBMARINES,
    UNITS,
    US,
    YOKOSUKA,
    some,
)
from ironbottom.games.victory_in_the_pacific.reach import LANDING_FORCE, reach
from ironbottom.games.victory_in_the_pacific.sequence import STEP_NUMBER, TURN_SEQUENCE
from ironbottom.games.victory_in_the_pacific.set_up import set_up
from ironbottom.games.victory_in_the_pacific.state import (
    AT,
    DAMAGE,
    FLAG,
    GROUP,
    IN,
    OWNED,
    PATROL,
    POC,
    Cells,
    bring,
    place_of,
)
from ironbottom.games.victory_in_the_pacific.way_home import lose

JAPAN_HOLDS = ("japanese_islands", "indonesia", "marianas_islands", "south_pacific_ocean", "aleutian_islands")
FLAGS = ((*JAPAN_HOLDS, "marshall_islands"), ("bay_of_bengal", "indian_ocean", "coral_sea", "us_mandate"))
FLOATING, ON_THE_BOTTOM = 3, 2
NLF = UNITS.index["yokosuka_nlf"]
AIR_FORCE = some("7th_af")
CARRIER_PORTS = 1 << PEARL_HARBOR | 1 << AUSTRALIA
"""18.1 Where the carriers and escorts that were uncertain on turn 1 (18.32) may begin."""


def table_of(rules: Rules) -> Cells:
    """The table at the end of such a first turn, with nothing of either side placed yet."""
    cells, pieces = set_up(rules, "campaign"), rules.pieces
    cells[FLAG : FLAG + 2] = [sum(1 << AREAS.index[area] for area in held) for held in FLAGS]
    scores = [sum(pieces.worth[side][area] for area in members(cells[FLAG + side])) for side in (JAPAN, ALLIES)]
    cells[POC] = scores[JAPAN] - scores[ALLIES]
    for unit, entry in enumerate(pieces.entry):
        if entry in GROUPS.index:
            bring(cells, unit, GROUP + GROUPS.index[entry])
    cells[PATROL] = 0
    return cells


# -- what is left of Pearl Harbor ------------------------------------------------------------------------------


def stage(picked: int) -> int:
    """How many ships the Allies have named so far."""
    return picked.bit_count()


def left_to_pick(cells: Cells, picked: int) -> int:
    """The ships of Pearl Harbor that may be named next: five battleships, then a cruiser."""
    kind = BATTLESHIPS if stage(picked) < FLOATING + ON_THE_BOTTOM else CRUISERS
    return cells[IN + PEARL_HARBOR] & kind & ~picked


@condition("18.1", "{0} cannot be named now: three battleships that float, two on the bottom, then a cruiser")
def next_kind(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool(left_to_pick(state.cells, frame[1]) >> unit & 1)


def survivors(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(SAVE.number, left_to_pick(state.cells, frame[1]))]


SAVE = Verb("save", UNITS, clause="18.1", conditions=(next_kind,), offer=survivors)


class Salvage(Procedure):
    """18.1 The Allies name the ships that got through: the first crippled, two with one point, two on the bottom."""

    name = "salvage"
    clause = "18.1"
    fields = {"picked": Some(UNITS)}
    verbs = (SAVE,)

    def proceed(self, play: Play, frame: Frame) -> bool:
        picked, cells = frame[1], play.cells
        if stage(picked) <= FLOATING + ON_THE_BOTTOM:
            return True
        play.pop()
        for unit in members(cells[IN + PEARL_HARBOR] & ~picked & ~AIR_FORCE):
            lose(play, unit)
        for unit in members(cells[AT + INDONESIA] & OF_SIDE[ALLIES]):
            lose(play, unit)
        return False

    def side(self, state: State, frame: Frame) -> int:
        return ALLIES

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        number = stage(frame[1])
        if number < FLOATING:
            return "Name a battleship that floats: the first is crippled, the others have one point of damage."
        if number < FLOATING + ON_THE_BOTTOM:
            return "Name a battleship that rests on the bottom of Pearl Harbor."
        return "Name the cruiser that got away."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        unit, number = code[1], stage(frame[1])
        armor = play.rules.pieces.armor[unit]
        cruiser = FLOATING + ON_THE_BOTTOM
        damage = armor if number == 0 else 1 if number < FLOATING else armor + 1 if number < cruiser else 0
        play.cells[DAMAGE + unit] = damage
        play.tell(open_log.SAVED, unit, damage)
        play.replace((frame[0], frame[1] | 1 << unit))


SALVAGE = Salvage()

# -- where the units are -----------------------------------------------------------------------------------------


def to_station(cells: Cells, side: int) -> int:
    """The units of a side that it may place: all but submarines, ships on the bottom and what is still to come."""
    found = 0
    for units in (*cells[AT : IN + len(PLACES)], *cells[GROUP : GROUP + len(GROUPS)]):
        found |= units
    return found & OF_SIDE[side] & ~SUBMARINES


def stations(state: State, side: int, unit: int) -> int:
    """Own ports, and own bases on areas with the side's flag, as far as its nation bases there (10.12, 17.22)."""
    cells, pieces = state.cells, state.rules.pieces
    if pieces.entry[unit] in GROUPS.index:
        return CARRIER_PORTS
    owned = cells[OWNED + side]
    if BRITISH >> unit & 1:
        return owned & BRITISH_PORTS
    bases = 0
    for area in members(cells[FLAG + side]):
        bases |= pieces.places_of[area] & IS_BASE
    found = owned & (IS_PORT | bases)
    return found & ~(1 << CEYLON) if US >> unit & 1 else found


@condition("18.1", "{0} is placed already, or is not yours to place")
def unplaced(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool(frame[2] >> unit & 1)


@condition("18.1", "{0} cannot begin at {1}")
def a_station(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool(stations(state, side, unit) >> place & 1)


def ways_to_station(state: State, frame: Frame, side: int) -> list[Group]:
    alike: dict[int, list[int]] = {}
    for unit in members(frame[2]):
        alike.setdefault(stations(state, side, unit), []).append(unit)
    return [Product(STATION.number, units, members(places)) for places, units in alike.items() if places]


def shores(state: State) -> int:
    """The Allied bases that the NLF could have taken on turn 1 (13.1)."""
    cells, pieces = state.cells, state.rules.pieces
    free, _ = reach(pieces, cells, NLF, LANDING_FORCE, YOKOSUKA)
    found = 0
    for area in members(free):
        found |= pieces.places_of[area]
    return found & IS_BASE & cells[OWNED + ALLIES]


@condition("18.1", "the Yokosuka NLF could not have taken {0} on turn 1")
def within_reach(state: State, frame: Frame, side: int, place: int) -> bool:
    return bool(side == JAPAN and frame[2] >> NLF & 1 and shores(state) >> place & 1)


def conquests(state: State, frame: Frame, side: int) -> list[Group]:
    open_to_it = side == JAPAN and frame[2] >> NLF & 1
    places = shores(state) if open_to_it else 0
    return [EachOf(TAKEN.number, places)] if places else []


STATION = Verb("station", UNITS, PLACES, clause="18.1", conditions=(unplaced, a_station), offer=ways_to_station)
TAKEN = Verb("has_taken", PLACES, clause="18.1", conditions=(within_reach,), offer=conquests)


class Stations(Procedure):
    """18.1 A side places its units, the Allies first; what it leaves is where it was, or at its first port."""

    name = "stations"
    clause = "18.1"
    fields = {"side": One(SIDES), "units": Some(UNITS)}
    verbs = (STATION, TAKEN, DONE)

    def start(self, play: Play, side: int) -> None:
        """Asks a side for all its units."""
        units = to_station(play.cells, side)
        for unit in members(units & (BATTLESHIPS | CRUISERS)):
            if play.cells[DAMAGE + unit] > play.rules.pieces.armor[unit]:
                units &= ~(1 << unit)
        play.push(self.frame(side, units))

    def proceed(self, play: Play, frame: Frame) -> bool:
        if frame[2]:
            return True
        play.pop()
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Place your units in ports and bases for turn 2, or done."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        number, _, units = frame
        if code[0] == STATION.number:
            play.replace((number, side, units & ~(1 << code[1])))
            self.put(play, code[1], code[2])
        elif code[0] == TAKEN.number:
            play.replace((number, side, units & ~(1 << NLF)))
            play.tell(log.INVADED, NLF, code[1])
            lose(play, NLF)
            capture(play, code[1], JAPAN)
        else:
            play.pop()
            play.tell(open_log.ALL_STATIONED, side)
            for unit in members(units):
                self.leave(play, side, unit)

    def put(self, play: Play, unit: int, place: int) -> None:
        """The unit begins turn 2 there."""
        bring(play.cells, unit, IN + place)
        play.tell(open_log.STATIONED, unit, place)

    def leave(self, play: Play, side: int, unit: int) -> None:
        """A unit at sea, or uncertain so far, goes to the first place open to it; one in port stays there."""
        if place_of(play.cells, unit) < 0:
            places = stations(play.state, side, unit)
            self.put(play, unit, (places & -places).bit_length() - 1)


STATIONS = Stations()


class OpenTurn2(Procedure):
    """18.1 The set-up of the scenario, step by step."""

    name = "open_turn_2"
    clause = "18.1"
    fields = {"next": One(SIDES)}

    def proceed(self, play: Play, frame: Frame) -> bool:
        if frame[1] == ALLIES:
            play.replace((frame[0], JAPAN))
            STATIONS.start(play, ALLIES)
        else:
            play.pop()
            STATIONS.start(play, JAPAN)
        return False


OPEN_TURN_2 = OpenTurn2()


def opening(rules: Rules) -> tuple[Cells, tuple[Frame, ...]]:
    """The table and the frames: what is left of the Allies, their places, Japan's places, and turn 1 is over."""
    over = TURN_SEQUENCE.frame(STEP_NUMBER["end_or_go_on"])
    return table_of(rules), (over, OPEN_TURN_2.frame(ALLIES), SALVAGE.frame(0))


PROCEDURES = (OPEN_TURN_2, SALVAGE, STATIONS)
