"""Open Turn 2, a tournament scenario: play begins on turn 2, after a standard first turn.

Given facts: the Allies save three damaged battleships, a cruiser and the 7th A.F., and two battleships are on the
bottom of Pearl Harbor; the Allies set up first, and divide the carriers and escorts of the uncertain groups between
Pearl Harbor and Australia; Japan may declare that its NLF has captured a base. The rest is reconstructed: Japan holds
everything that it holds after most first turns except the Central Pacific, and leads by the points for its flags;
Indonesia's defenders are lost.
"""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific import log
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
    PEARL_HARBOR,
    PLACES,
    SUBMARINES,
    UNITS,
    UNITS_OF_SIDE,
    US,
    YOKOSUKA,
    Side,
    Units,
    set_of_units,
)
from ironbottom.games.victory_in_the_pacific.rules.capture import capture
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.rules.reach import LANDING_FORCE, reach
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import lose_unit
from ironbottom.games.victory_in_the_pacific.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.victory_in_the_pacific.rules.set_up import set_up
from ironbottom.games.victory_in_the_pacific.state import (
    AT,
    DAMAGE,
    FLAGS,
    GROUP,
    IN,
    OWNED,
    PATROL,
    POC,
    Cells,
    move_unit,
    place_of,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution, Rules, State
from ironbottom.games.victory_in_the_pacific.variants import open_log

JAPAN_HOLDS = ("japanese_islands", "indonesia", "marianas_islands", "south_pacific_ocean", "aleutian_islands")
STARTING_FLAGS = ((*JAPAN_HOLDS, "marshall_islands"), ("bay_of_bengal", "indian_ocean", "coral_sea", "us_mandate"))
FLOATING, ON_THE_BOTTOM = 3, 2
NLF = UNITS.index["yokosuka_nlf"]
AIR_FORCE = set_of_units("7th_af")
CARRIER_PORTS = 1 << PEARL_HARBOR | 1 << AUSTRALIA
"""18.1 The places where the carriers and escorts that were uncertain on turn 1 (18.32) may begin."""


def table_of(rules: Rules) -> Cells:
    """The cells at the end of the assumed first turn, before either side has placed anything."""
    cells, pieces = set_up(rules, "campaign"), rules.pieces
    cells[FLAGS : FLAGS + 2] = [sum(1 << AREAS.index[area] for area in held) for held in STARTING_FLAGS]
    scores = [sum(pieces.worth[side][area] for area in members(cells[FLAGS + side])) for side in (JAPAN, ALLIES)]
    cells[POC] = scores[JAPAN] - scores[ALLIES]
    for unit, entry in enumerate(pieces.entry):
        if entry in GROUPS.index:
            move_unit(cells, unit, GROUP + GROUPS.index[entry])
    cells[PATROL] = 0
    return cells


# -- the survivors of Pearl Harbor -----------------------------------------------------------------------------


def stage(picked: int) -> int:
    """The number of ships that the Allies have named so far."""
    return picked.bit_count()


def left_to_pick(cells: Cells, picked: int) -> int:
    """The ships of Pearl Harbor that may be named next: five battleships, then a cruiser."""
    kind = BATTLESHIPS if stage(picked) < FLOATING + ON_THE_BOTTOM else CRUISERS
    return cells[IN + PEARL_HARBOR] & kind & ~picked


@restriction(
    "18.1", "{unit} cannot be chosen now: first three battleships afloat, then two on the bottom, then a cruiser"
)
def next_kind(state: State, frame: Salvage, side: int) -> int:
    return left_to_pick(state.cells, frame.picked)


SAVE = Verb("save", clause="18.1", ends_list="open", unit=Argument(UNITS, next_kind))


class Salvage(Procedure):
    """18.1 The Allies name the ships that survived: the first crippled, two with one point left, two on the bottom."""

    number, name, clause, verbs = 51, "salvage", "18.1", (SAVE,)
    picked: Units

    def proceed(self, execution: Execution) -> bool:
        cells = execution.cells
        if stage(self.picked) <= FLOATING + ON_THE_BOTTOM:
            return True
        execution.pop()
        for unit in members(cells[IN + PEARL_HARBOR] & ~self.picked & ~AIR_FORCE):
            lose_unit(execution, unit)
        for unit in members(cells[AT + INDONESIA] & UNITS_OF_SIDE[ALLIES]):
            lose_unit(execution, unit)
        return False

    def decider(self, state: State) -> int:
        return ALLIES

    def prompt(self, rules: Rules, side: int) -> str:
        number = stage(self.picked)
        if number < FLOATING:
            return self.build_prompt("afloat")
        if number < FLOATING + ON_THE_BOTTOM:
            return self.build_prompt("bottom")
        return self.build_prompt("cruiser")

    def save(self, execution: Execution, unit: int) -> None:
        number = stage(self.picked)
        armor = execution.rules.pieces.armor[unit]
        cruiser = FLOATING + ON_THE_BOTTOM
        damage = armor if number == 0 else 1 if number < FLOATING else armor + 1 if number < cruiser else 0
        execution.cells[DAMAGE + unit] = damage
        execution.emit(open_log.SAVED, unit, damage)
        execution.replace(changed(self, picked=self.picked | 1 << unit))


# -- the places of the units -----------------------------------------------------------------------------------


def to_station(cells: Cells, side: int) -> int:
    """The units that a side may place: all except submarines, ships on the bottom and units that have yet to arrive."""
    result = 0
    for units in (*cells[AT : IN + len(PLACES)], *cells[GROUP : GROUP + len(GROUPS)]):
        result |= units
    return result & UNITS_OF_SIDE[side] & ~SUBMARINES


def allowed_stations(state: State, side: int, unit: int) -> int:
    """The side's ports, and its bases in areas with its flag, if the unit's nation may base there (10.12, 17.22).

    A unit may also stay where it is, as it does when it is not placed.
    """
    cells, pieces = state.cells, state.rules.pieces
    if pieces.entry[unit] in GROUPS.index:
        return CARRIER_PORTS
    here = place_of(cells, unit)
    stays = 1 << here if here >= 0 else 0
    owned = cells[OWNED + side]
    if BRITISH >> unit & 1:
        return owned & BRITISH_PORTS | stays
    bases = 0
    for area in members(cells[FLAGS + side]):
        bases |= pieces.places_of[area] & IS_BASE
    result = owned & (IS_PORT | bases)
    return result & ~(1 << CEYLON) | stays if US >> unit & 1 else result | stays


@restriction("18.1", "{unit} is already placed, or is not yours")
def unplaced(state: State, frame: Stations, side: int) -> int:
    return frame.units


@restriction("18.1", "{unit} cannot begin at {place}")
def a_station(state: State, frame: Stations, side: int, unit: int) -> int:
    return allowed_stations(state, side, unit)


def by_stations(state: State, frame: Stations, side: int, units: int) -> list[IdSet]:
    """Groups the units that may begin in the same places."""
    units_by_places: dict[int, int] = {}
    for unit in members(units):
        places = allowed_stations(state, side, unit)
        units_by_places[places] = units_by_places.get(places, 0) | 1 << unit
    return list(units_by_places.values())


def captured_bases(state: State) -> int:
    """The Allied bases that the NLF could have captured on turn 1 (13.1)."""
    cells, pieces = state.cells, state.rules.pieces
    free, _ = reach(pieces, cells, NLF, LANDING_FORCE, YOKOSUKA)
    result = 0
    for area in members(free):
        result |= pieces.places_of[area]
    return result & IS_BASE & cells[OWNED + ALLIES]


@restriction("18.1", "the Yokosuka NLF could not have taken {place} on turn 1")
def within_reach(state: State, frame: Stations, side: int) -> int:
    return captured_bases(state) if side == JAPAN and frame.units >> NLF & 1 else 0


STATION = Verb(
    "station",
    clause="18.1",
    ends_list="open",
    unit=Argument(UNITS, unplaced, equivalence=by_stations),
    place=Argument(PLACES, a_station),
)
TAKEN = Verb("has_taken", clause="18.1", ends_list="open", place=Argument(PLACES, within_reach))


class Stations(Question):
    """18.1 Each side places its units, the Allies first; the other units stay where they were, or start in their first
    port.
    """

    number, name, clause, verbs = 52, "stations", "18.1", (STATION, TAKEN, DONE)
    side: Side
    units: Units

    @classmethod
    def start(cls, execution: Execution, side: int) -> None:
        """Asks a side to place its units."""
        units = to_station(execution.cells, side)
        for unit in members(units & (BATTLESHIPS | CRUISERS)):
            if execution.cells[DAMAGE + unit] > execution.rules.pieces.armor[unit]:
                units &= ~(1 << unit)
        execution.push(cls(side, units))

    def proceed(self, execution: Execution) -> bool:
        if self.units:
            return True
        execution.pop()
        return False

    def station(self, execution: Execution, unit: int, place: int) -> None:
        execution.replace(changed(self, units=self.units & ~(1 << unit)))
        self.put(execution, unit, place)

    def has_taken(self, execution: Execution, place: int) -> None:
        execution.replace(changed(self, units=self.units & ~(1 << NLF)))
        execution.emit(log.INVADED, NLF, place)
        lose_unit(execution, NLF)
        capture(execution, place, JAPAN)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(open_log.ALL_STATIONED, self.side)
        for unit in members(self.units):
            self.leave(execution, self.side, unit)

    def put(self, execution: Execution, unit: int, place: int) -> None:
        """Places the unit where it begins turn 2."""
        move_unit(execution.cells, unit, IN + place)
        execution.emit(open_log.STATIONED, unit, place)

    def leave(self, execution: Execution, side: int, unit: int) -> None:
        """Places the remaining units: a unit at sea, or uncertain, takes its first open place; a unit in port stays."""
        if place_of(execution.cells, unit) < 0:
            places = allowed_stations(execution.state, side, unit)
            self.put(execution, unit, (places & -places).bit_length() - 1)


class OpenTurn2(Procedure):
    """18.1 The set-up of the scenario, step by step."""

    number, name, clause = 50, "open_turn_2", "18.1"
    next: Side

    def proceed(self, execution: Execution) -> bool:
        if self.next == ALLIES:
            execution.replace(OpenTurn2(JAPAN))
            Stations.start(execution, ALLIES)
        else:
            execution.pop()
            Stations.start(execution, JAPAN)
        return False


def starting_state(rules: Rules) -> tuple[Cells, tuple[Procedure, ...]]:
    """The starting cells and frames: the Allied survivors, their places and Japan's places, with turn 1 over."""
    over = Turn(STEP_NUMBER["end_or_go_on"])
    return table_of(rules), (over, OpenTurn2(ALLIES), Salvage(0))


PROCEDURES = (OpenTurn2, Salvage, Stations)
