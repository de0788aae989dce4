"""4.4 Reinforcements, units that return, and the British ships that are withdrawn (5.1)."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    BATTLESHIPS,
    BRITISH,
    CARRIERS,
    CEYLON,
    CRUISERS,
    HERMES,
    IS_PORT,
    JAPAN,
    PEARL_HARBOR,
    PLACES,
    PORTS,
    SAMOA,
    SHIPS,
    SUBMARINES,
    UNITS,
    UNITS_OF_SIDE,
    Side,
    Units,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import lose_unit
from ironbottom.games.victory_in_the_pacific.state import (
    DUE,
    FIRST_LOCATION,
    HOME,
    IN,
    LOST,
    OWNED,
    REMOVED,
    RETURN,
    TURN,
    Cells,
    move_unit,
    side_of,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution, Rules, State
from ironbottom.games.victory_in_the_pacific.variants.west_coast import SanDiego

ALL_PORTS = (1 << len(PORTS)) - 1

# -- 4.4 reinforcements --------------------------------------------------------------------------------------


def arrive(execution: Execution) -> None:
    """4.4 Units due this turn arrive at the port of their chart; 4.41 if the enemy owns it, they are lost."""
    cells, pieces = execution.cells, execution.rules.pieces
    for unit in members(cells[DUE + cells[TURN] - 1]):
        if SUBMARINES >> unit & 1:
            commission(execution, unit)
            continue
        place = port_of_entry(pieces, cells, unit)
        stands_in = SAMOA if place == PEARL_HARBOR else place
        owned = cells[OWNED + side_of(unit)]
        if owned >> place & 1 or owned >> stands_in & 1:
            to = place if owned >> place & 1 else stands_in
            move_unit(cells, unit, IN + to)
            execution.emit(log.ARRIVED, unit, to)
        else:
            execution.emit(log.ARRIVAL_LOST, unit, place)
            lose_unit(execution, unit)


def port_of_entry(pieces: Pieces, cells: Cells, unit: int) -> int:
    """4.4 The port of the chart; 18.32 Pearl Harbor for groups that arrive on turn 2, and for all units sent west."""
    if pieces.arrival[unit] != cells[TURN]:
        return PEARL_HARBOR
    return PLACES.index.get(pieces.entry[unit], PEARL_HARBOR)


def commission(execution: Execution, unit: int) -> None:
    """3.2 A submarine becomes ready for sea; as an option, the I-Boat leaves when the F-Boat arrives."""
    cells = execution.cells
    move_unit(cells, unit, HOME)
    execution.emit(log.ARRIVED, unit, -1)
    if side_of(unit) == ALLIES and execution.rules.pieces.iboat_leaves:
        for leaving in members(cells[HOME] & SUBMARINES & UNITS_OF_SIDE[JAPAN]):
            move_unit(cells, leaving, LOST)
            execution.emit(log.RETIRED, leaving)


# -- 4.4, 4.5 units that return ---------------------------------------------------------------------------------


def harbours(cells: Cells, side: int) -> int:
    """4.4 The ports where a side's lost units return; 17.12 Allied units are United States units, so they never return
    to Ceylon.
    """
    owned = cells[OWNED + side] & IS_PORT
    return owned & ~(1 << CEYLON) if side == ALLIES else owned


def coming_back(cells: Cells, side: int) -> int:
    """4.5 The side's units that return this turn."""
    return cells[RETURN + cells[TURN] - 1] & UNITS_OF_SIDE[side]


@restriction("4.5", "{unit} does not come back this turn")
def is_back(state: State, frame: Procedure, side: int) -> int:
    return coming_back(state.cells, side)


@restriction("17.12", "{unit} is American, and American units cannot go to Ceylon")
def not_in_ceylon(state: State, frame: Procedure, side: int, unit: int) -> int | bool:
    return side != ALLIES or ALL_PORTS & ~(1 << CEYLON)


@restriction("4.4", "{port} is not yours: {unit} must return to a port of its own side")
def own_harbour(state: State, frame: Procedure, side: int, unit: int) -> int:
    return harbours(state.cells, side)


RETURN_TO = Verb(
    "return",
    clause="4.4",
    ends_list="open",
    unit=Argument(UNITS, is_back, equivalence=all_equivalent),
    port=Argument(PORTS, not_in_ceylon, own_harbour),
)


class Returns(Question):
    """4.4 The owner picks a port for each returning unit."""

    number, name, clause, verbs = 2, "returns", "4.4", (RETURN_TO,)
    side: Side

    def proceed(self, execution: Execution) -> bool:
        """10.14 Without a port they wait two more turns."""
        cells, side = execution.cells, self.side
        back = coming_back(cells, side)
        if back and harbours(cells, side):
            return True
        for unit in members(back):
            lose_unit(execution, unit)
        execution.pop()
        return False

    def return_(self, execution: Execution, unit: int, port: int) -> None:
        move_unit(execution.cells, unit, IN + port)
        execution.emit(log.RETURNED, unit, port)


def come_back(execution: Execution) -> None:
    """4.4 Japan's units return first; 11.23 then ships in the yards of San Diego, if there are any (option 4a)."""
    execution.push(SanDiego())
    execution.push(Returns(ALLIES))
    execution.push(Returns(JAPAN))


# -- 4.42 removals ------------------------------------------------------------------------------------------------


def ship_on_board(cells: Cells) -> int:
    """All units at sea and in ports and bases."""
    result = 0
    for units in cells[FIRST_LOCATION : IN + len(PLACES)]:
        result |= units
    return result


def of_type(unit: int) -> int:
    """4.42 The British ships of a ship's type: battleships, carriers except Hermes, cruisers; Hermes is a separate
    type.
    """
    bit = 1 << unit
    for kind in (BATTLESHIPS, CARRIERS & ~HERMES, CRUISERS, HERMES):
        if kind & bit:
            return kind & BRITISH
    return 0


def substitutes(cells: Cells, listed: int) -> int:
    """4.42 The possible replacements for a ship that is gone: ships of its type, or otherwise any British ship."""
    there = ship_on_board(cells) & BRITISH & SHIPS
    return there & of_type(listed) or there


@restriction(
    "4.42", "{unit} cannot go in its place: choose a ship of the same type if there is one, else any British ship"
)
def a_substitute(state: State, frame: Removals, side: int) -> int:
    return substitutes(state.cells, frame.first())


WITHDRAW = Verb("withdraw_ship", clause="4.42", ends_list="open", unit=Argument(UNITS, a_substitute))


class Removals(Procedure):
    """4.42 For each listed ship that is gone the Allies withdraw another."""

    number, name, clause, verbs = 4, "removals", "4.42", (WITHDRAW,)
    listed: Units

    def proceed(self, execution: Execution) -> bool:
        """If no British ship is left, none is withdrawn."""
        if self.listed and substitutes(execution.cells, self.first()):
            return True
        execution.pop()
        return False

    def decider(self, state: State) -> int:
        return ALLIES

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(ship=UNITS.titles[self.first()])

    def first(self) -> int:
        """The listed ship that is replaced now."""
        return (self.listed & -self.listed).bit_length() - 1

    def withdraw_ship(self, execution: Execution, unit: int) -> None:
        execution.replace(changed(self, listed=self.listed & (self.listed - 1)))
        withdraw(execution, unit, self.first())


def remove(execution: Execution) -> None:
    """4.42, 17.21 Withdraws the listed ships; then, for each listed ship that is already gone, another ship."""
    cells, gone = execution.cells, 0
    for unit in execution.rules.pieces.removals[cells[TURN] - 1]:
        if ship_on_board(cells) >> unit & 1:
            withdraw(execution, unit, unit)
        else:
            gone |= 1 << unit
    if gone:
        execution.push(Removals(gone))


def withdraw(execution: Execution, unit: int, listed: int) -> None:
    """4.4 Removes a ship for the rest of the game."""
    move_unit(execution.cells, unit, REMOVED)
    execution.emit(log.WITHDRAWN, unit, listed)
