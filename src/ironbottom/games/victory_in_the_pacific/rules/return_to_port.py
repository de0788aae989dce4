"""10.0, 17.0 Ways home: of disabled and fleeing units, of raiders whose roll failed, of all units at a turn's end, and
after a capture.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.restrictions import Branches, one_set, restriction
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALL_UNITS,
    AMPHIBIOUS,
    BRITISH,
    BRITISH_PORTS,
    CEYLON,
    FIRST_PLACE,
    IS_PORT,
    PEARL_HARBOR,
    PLACES,
    SPOTS,
    SUBMARINES,
    UNITS,
    US,
    VICTORIOUS,
    Side,
    Units,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.state import (
    AIR_LOSS,
    DAMAGE,
    ESCAPED,
    HOME,
    IN,
    LOST,
    MARKED,
    OWNED,
    REPAIRED_THIS_TURN,
    RETURN,
    TURN,
    Cells,
    move_unit,
    side_of,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution, Rules, State

DISABLED, RETREATED, EVICTED, FAILED, TURN_ENDED, NO_BASE, BASES = range(len(log.REASONS))
BASING_GROUPS = (BRITISH & ~(1 << VICTORIOUS), 1 << VICTORIOUS, US, ALL_UNITS & ~US & ~BRITISH)
"""17 The groups of nations that share their ports and bases."""
ALL_PLACES = (1 << len(PLACES)) - 1
RETURNS_AFTER = 2
"""4.5, 12.3, 13.5 The turns until a lost air or amphibious unit returns."""


def return_places(pieces: Pieces, cells: Cells, unit: int, spot: int) -> int:
    """10.1, 17 The ports and bases that a unit may go to from a sea area, or from a captured place (14.31).

    10.11 Units go only to their side's places: any port, and bases that touch the area (or share one with the captured
    place), in the order of the places file (10.15). 10.12, 17.1 US units never go to Ceylon; 17.2 British ships have
    four ports, 17.23 Victorious has Pearl Harbor; 17.3, 17.31 Australian and Dutch ships go anywhere.
    """
    owned = cells[OWNED + side_of(unit)]
    bit = 1 << unit
    if BRITISH & bit:
        if unit == VICTORIOUS and owned >> PEARL_HARBOR & 1:
            return 1 << PEARL_HARBOR
        return owned & BRITISH_PORTS
    escaped = pieces.hooks.escape_homes(cells, unit)
    if escaped:
        return escaped
    bases = 0
    for area in (spot,) if spot < FIRST_PLACE else members(pieces.touches[spot - FIRST_PLACE]):
        bases |= pieces.places_of[area]
    result = owned & (IS_PORT | bases)
    return result & ~(1 << CEYLON) if US & bit else result


@restriction("10.1", "{unit} does not return to port now")
def returns_to_port(state: State, frame: ReturnToPort, side: int) -> int:
    return frame.units


@restriction("10.11", "{place} is not yours")
def own_harbour(state: State, frame: ReturnToPort, side: int, unit: int) -> int:
    return state.cells[OWNED + side]


@restriction("10.12", "{unit} is American, and American units cannot go to Ceylon")
def not_american_in_ceylon(state: State, frame: ReturnToPort, side: int, unit: int) -> int | bool:
    return not US >> unit & 1 or ALL_PLACES & ~(1 << CEYLON)


@restriction("10.13", "British ships go only to Ceylon, Singapore, Saigon or Yokosuka, and Victorious to Pearl Harbor")
def british_harbour(state: State, frame: ReturnToPort, side: int, unit: int) -> int | bool:
    return not BRITISH >> unit & 1 or return_places(state.rules.pieces, state.cells, unit, frame.spot)


@restriction("17.11", "{unit} escaped from Pearl Harbor: it can only go back there, or to Samoa")
def escape_harbour(state: State, frame: ReturnToPort, side: int, unit: int) -> int | bool:
    result: int = state.rules.pieces.hooks.escape_homes(state.cells, unit)
    return result or True


@restriction("10.1", "{place} is not a port, nor a base beside the sea area that {unit} leaves")
def port_or_adjacent_base(state: State, frame: ReturnToPort, side: int, unit: int) -> int:
    return return_places(state.rules.pieces, state.cells, unit, frame.spot)


def return_choices(state: State, frame: ReturnToPort, side: int) -> Branches:
    """The places for units of a nation are computed once, except for units that have escaped from Pearl Harbor
    (17.11).
    """
    pieces, cells, units, result = state.rules.pieces, state.cells, frame.units, []
    escaped = units & cells[ESCAPED] & AMPHIBIOUS
    for nation in BASING_GROUPS:
        for group in (units & nation & ~escaped, escaped & nation):
            if group:
                places = return_places(pieces, cells, (group & -group).bit_length() - 1, frame.spot)
                if places:
                    result.append((group, one_set(places)))
    return result


_may_enter = (own_harbour, not_american_in_ceylon, british_harbour, escape_harbour, port_or_adjacent_base)
GO = Verb(
    "go",
    clause="10.1",
    ends_list="open",
    offer=return_choices,
    unit=Argument(UNITS, returns_to_port),
    place=Argument(PLACES, *_may_enter),
)


class ReturnToPort(Procedure):
    """10.1, 10.16 Units go home one by one; the owner chooses the harbour of each if there are several."""

    number, name, clause, verbs = 18, "way_home", "10.1", (GO,)
    side: Side
    spot: Annotated[int, IdField(SPOTS)]
    units: Units
    reason: Annotated[int, IdField(log.REASONS)]

    def proceed(self, execution: Execution) -> bool:
        """10.14 Units with one harbour go there; units without a harbour are lost."""
        left = self.units
        for unit in members(left):
            places = return_places(execution.rules.pieces, execution.cells, unit, self.spot)
            if not places & (places - 1):
                left &= ~(1 << unit)
                return_unit(execution, unit, places.bit_length() - 1, self.reason)
        if left:
            execution.replace(changed(self, units=left))
            return True
        execution.pop()
        return False

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(log.REASONS.ids[self.reason])

    def go(self, execution: Execution, unit: int, place: int) -> None:
        execution.replace(changed(self, units=self.units & ~(1 << unit)))
        return_unit(execution, unit, place, self.reason)


def return_units(execution: Execution, side: int, spot: int, units: int, reason: int) -> None:
    """10.2 All ways home follow the same rules; submarines go to their own base (16.3)."""
    if units & SUBMARINES:
        return_submarine(execution, side)
        units &= ~SUBMARINES
    if units:
        execution.push(ReturnToPort(side, spot, units, reason))


def return_unit(execution: Execution, unit: int, place: int, reason: int) -> None:
    """Puts a unit in a harbour; -1 means that there is none for it (10.14)."""
    execution.emit(log.WENT_HOME, unit, place, reason)
    if place < 0:
        lose_unit(execution, unit)
    else:
        move_unit(execution.cells, unit, IN + place)


def return_submarine(execution: Execution, side: int) -> None:
    """16.3 The submarine is back at its base, to sail again next turn."""
    cells = execution.cells
    for unit in members(SUBMARINES):
        if side_of(unit) == side:
            move_unit(cells, unit, HOME)
    execution.emit(log.SUBMARINE_HOME, side)


def lose_unit(execution: Execution, unit: int) -> None:
    """7.61 A ship is lost permanently; 4.5, 12.3, 13.5 air and amphibious units return two turns later."""
    cells, bit = execution.cells, 1 << unit
    return_turn = cells[TURN] + RETURNS_AFTER
    returns = bit & AMPHIBIOUS or (bit & AIR and not execution.rules.pieces.carrier_airstrikes)
    if not returns or return_turn > execution.rules.pieces.last_turn:
        return_turn = 0
    move_unit(cells, unit, RETURN + return_turn - 1 if return_turn else LOST)
    cells[DAMAGE + unit] = cells[AIR_LOSS + unit] = 0
    cells[MARKED] &= ~bit
    cells[REPAIRED_THIS_TURN] &= ~bit
    execution.emit(log.LOST, unit, return_turn)
