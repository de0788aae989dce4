"""Tournament options 3b, 3c and 4a: escapes from Pearl Harbor when Japan holds the Hawaiian Islands, and San Diego."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.derived.damage import units_on_bottom
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    AMPHIBIOUS,
    HAWAII,
    IS_PORT,
    JAPAN,
    JOHNSTON,
    NEW_HEBRIDES,
    PEARL_HARBOR,
    SAMOA,
    SHIPS,
    UNITS,
    UNITS_OF_SIDE,
    US,
    US_MANDATE,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Hooks, Pieces
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.state import (
    DAMAGE,
    DUE,
    ESCAPED,
    FLAGS,
    IN,
    IN_SAN_DIEGO,
    MARKED,
    OWNED,
    REPAIRED_THIS_TURN,
    RETURN,
    TURN,
    Cells,
    move_unit,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State

ESCAPE_TURN = 3


def hawaii_lost(cells: Cells) -> bool:
    """3b, 3c Whether the Hawaiian Islands show the Japanese flag on turn 3."""
    return cells[TURN] == ESCAPE_TURN and bool(cells[FLAGS + JAPAN] >> HAWAII & 1)


# -- 3b Pearl Harbor Escape -------------------------------------------------------------------------------------


def escapers(pieces: Pieces, cells: Cells) -> int:
    """3b The arrivals of turn 3 in Pearl Harbor that may also sail to the U.S. Mandate."""
    if not hawaii_lost(cells):
        return 0
    there = cells[IN + PEARL_HARBOR] & UNITS_OF_SIDE[ALLIES]
    return sum(1 << unit for unit in members(there) if pieces.arrival[unit] == ESCAPE_TURN)


def escape(pieces: Pieces, cells: Cells, unit: int, area: int) -> None:
    """3b Notes a unit that sails from Pearl Harbor to the U.S. Mandate."""
    if escapers(pieces, cells) >> unit & 1 and area == US_MANDATE:
        cells[ESCAPED] |= 1 << unit


def escape_shores(cells: Cells, unit: int, places: int) -> int:
    """3b The bases where escaped Marines may land: New Hebrides as an enemy base, and Samoa.

    13.43 If one Marine unit was used up to capture New Hebrides, the Marines with it land there.
    """
    if not cells[ESCAPED] >> unit & 1:
        return places
    spent = bool(cells[RETURN + ESCAPE_TURN + 1] & cells[ESCAPED] & AMPHIBIOUS)
    hebrides = cells[OWNED + JAPAN] | (cells[OWNED + ALLIES] if spent else 0)
    return places & (hebrides & 1 << NEW_HEBRIDES | cells[OWNED + ALLIES] & 1 << SAMOA)


def escape_homes(cells: Cells, unit: int) -> int:
    """3b The bases to which escaped Marines return: Samoa or Pearl Harbor; 0 for all other units."""
    if not (cells[ESCAPED] & AMPHIBIOUS) >> unit & 1:
        return 0
    return cells[OWNED + ALLIES] & (1 << SAMOA | 1 << PEARL_HARBOR) & IS_PORT


def pearl_harbor_escape(hooks: Hooks) -> None:
    """17.11 Option 3b."""
    hooks.escapers = escapers
    hooks.amphibious_sails = escape
    hooks.shores = escape_shores
    hooks.escape_homes = escape_homes


# -- 3c West Coast Escape -----------------------------------------------------------------------------------------


def may_go_to_sea(state: State, places: tuple[int, ...], kinds: int) -> int:
    """The units in these places that may go to sea and have not acted yet."""
    cells = state.cells
    result = 0
    for place in places:
        result |= cells[IN + place] & kinds
    return result & ~cells[MARKED] & ~cells[REPAIRED_THIS_TURN] & ~units_on_bottom(state.rules.pieces, cells, result)


def going_west(state: State) -> int:
    """3c The units that may join the arrivals of turn 4."""
    return may_go_to_sea(state, (PEARL_HARBOR, JOHNSTON), UNITS_OF_SIDE[ALLIES]) if hawaii_lost(state.cells) else 0


@restriction("17.12", "{unit} cannot go to the West Coast now")
def may_go_west(state: State, frame: Procedure, side: int) -> int:
    result: int = state.rules.pieces.hooks.going_west(state)
    return result if side == ALLIES else 0


GO_WEST = Verb("go_west", clause="17.12", ends_list="open", unit=Argument(UNITS, may_go_west))


def go_west(execution: Execution, unit: int) -> None:
    """3c Returns the unit with the arrivals of turn 4, at Pearl Harbor or Samoa."""
    move_unit(execution.cells, unit, DUE + ESCAPE_TURN)
    execution.emit(log.SENT_WEST, unit)


def west_coast_escape(hooks: Hooks) -> None:
    """17.12 Option 3c."""
    hooks.going_west = going_west


# -- 4a San Diego ---------------------------------------------------------------------------------------------------


def may_repair_in_san_diego(state: State) -> int:
    """4a The US ships in Pearl Harbor that may leave the map: those that are damaged but afloat."""
    if state.cells[TURN] == 1:
        return 0
    ships = may_go_to_sea(state, (PEARL_HARBOR,), US & SHIPS)
    return sum(1 << ship for ship in members(ships) if state.cells[DAMAGE + ship])


@restriction("11.23", "{unit} cannot go to San Diego: only a damaged American ship afloat in Pearl Harbor can")
def may_go_to_san_diego(state: State, frame: Procedure, side: int) -> int:
    result: int = state.rules.pieces.hooks.may_repair_in_san_diego(state)
    return result if side == ALLIES else 0


TO_SAN_DIEGO = Verb("to_san_diego", clause="11.23", ends_list="open", unit=Argument(UNITS, may_go_to_san_diego))


def go_to_san_diego(execution: Execution, unit: int) -> None:
    """4a Takes the ship off the map, for this turn at least."""
    move_unit(execution.cells, unit, IN_SAN_DIEGO)
    execution.cells[ESCAPED] |= 1 << unit
    execution.emit(log.TO_THE_YARDS, unit)


def entry_port_from_san_diego(cells: Cells) -> int:
    """4a, 4.41 The port where ships from the yards enter: Pearl Harbor, then Samoa; -1 for neither."""
    owned = cells[OWNED + ALLIES]
    return next((port for port in (PEARL_HARBOR, SAMOA) if owned >> port & 1), -1)


@restriction("11.23", "{unit} is not at San Diego")
def is_in_san_diego(state: State, frame: Procedure, side: int) -> int:
    return state.cells[IN_SAN_DIEGO]


FROM_SAN_DIEGO = Verb("from_san_diego", clause="11.23", ends_list="open", unit=Argument(UNITS, is_in_san_diego))


class SanDiego(Question):
    """4a At the start of a turn, ships return from San Diego."""

    number, name, clause = 3, "san_diego", "11.23"
    verbs = (FROM_SAN_DIEGO, DONE)

    def proceed(self, execution: Execution) -> bool:
        if execution.cells[IN_SAN_DIEGO] and entry_port_from_san_diego(execution.cells) >= 0:
            return True
        execution.pop()
        return False

    def decider(self, state: State) -> int:
        return ALLIES

    def from_san_diego(self, execution: Execution, unit: int) -> None:
        port = entry_port_from_san_diego(execution.cells)
        move_unit(execution.cells, unit, IN + port)
        execution.emit(log.FROM_THE_YARDS, unit, port)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.FINISHED, ALLIES, log.STEPS.index[self.name])


def san_diego(hooks: Hooks) -> None:
    """11.23 Option 4a."""
    hooks.may_repair_in_san_diego = may_repair_in_san_diego


PROCEDURES = (SanDiego,)
