"""Ways home for ships that are disabled, withdraw, are driven out of a place, or find their port captured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from ironbottom.engine.core.fields import Domain, IdField, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import Allowed, Branches, Restriction, product_of
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import (
    FIRST_PLACE,
    IS_BASE,
    IS_PORT,
    LOCATIONS,
    PLACES,
    SHIPS,
    TURNS,
    UNITS,
    UNITS_OF_SIDE,
    Side,
)
from ironbottom.games.hold_fast.rules.fog import add_block, hide, mark_followed, remove_block, restrict, reveal
from ironbottom.games.hold_fast.state import (
    ABSENT,
    AT_SEA,
    BLOCK,
    DISABLED,
    DUE,
    IN_PLACE,
    LOST,
    OWNED,
    SEEN_STRENGTH,
    STRENGTH,
    TURN,
    in_block_order,
    move_unit,
)
from ironbottom.games.hold_fast.state_types import Execution, Rules, State

REASONS = Domain("reason", ("disabled", "withdraws", "evicted", "arrives", "torpedoed"))
DISABLED_SHIPS, WITHDRAWS, EVICTED, ARRIVES, TORPEDOED = range(5)
FROM_PLACES = (EVICTED, ARRIVES)
"""The reasons that make ships leave a port or base; for all other reasons they leave a sea area."""


def ships_to_leave(state: State, frame: ReturnToNearestPort) -> int:
    """The ships that have to leave, as bits."""
    cells, own = state.cells, UNITS_OF_SIDE[frame.side] & SHIPS
    if frame.reason in (DISABLED_SHIPS, TORPEDOED):
        return cells[DISABLED] & own
    if frame.reason == WITHDRAWS:
        return cells[AT_SEA + frame.spot] & own
    place = frame.spot - FIRST_PLACE
    if frame.reason == EVICTED:
        return cells[IN_PLACE + place] & own
    arrival, due = state.rules.pieces.arrival, cells[DUE + cells[TURN] - 1] & own
    return sum([1 << unit for unit in members(due) if arrival[unit].place == place])


def destinations(state: State, frame: ReturnToNearestPort) -> int:
    """The ports or bases to choose from, as bits; none if there is no way home.

    8.1.6 Disabled ships go to a port or base; 8.9.6 withdrawing ships, and 8.3.1 ships disabled by a submarine, to a
    port, or else a base; 10.0.4, 6.0.1 all others to a port.
    """
    pieces = state.rules.pieces
    owned = state.cells[OWNED + frame.side]
    start = 1 << frame.spot if frame.spot < FIRST_PLACE else pieces.touches[frame.spot - FIRST_PLACE]
    if frame.reason == DISABLED_SHIPS:
        return pieces.routes.nearest(start, owned)
    ports = pieces.routes.nearest(start, owned & IS_PORT)
    if ports or frame.reason not in (WITHDRAWS, TORPEDOED):
        return ports
    return pieces.routes.nearest(start, owned & IS_BASE)


def restriction_for_reason(
    reason: int, name: str, clause: str, sentence: str, allow: Callable[[State, ReturnToNearestPort], int]
) -> Restriction:
    """A restriction on ships that leave for one reason."""

    def allowed(state: State, frame: ReturnToNearestPort, side: int, *earlier: int) -> Allowed:
        return allow(state, frame) if frame.reason == reason else True

    return Restriction(f"{REASONS.ids[reason]}_{name}", clause, sentence, allowed)


SHIP_RESTRICTIONS = (
    restriction_for_reason(DISABLED_SHIPS, "ship", "8.1.6", "{unit} is not one of your disabled ships", ships_to_leave),
    restriction_for_reason(WITHDRAWS, "ship", "8.7.2", "{unit} is not one of your withdrawing ships", ships_to_leave),
    restriction_for_reason(
        EVICTED, "ship", "10.0.4", "{unit} is not one of your ships in the place that fell", ships_to_leave
    ),
    restriction_for_reason(
        ARRIVES, "ship", "6.0.1", "{unit} is not one of your reinforcements for that port", ships_to_leave
    ),
    restriction_for_reason(
        TORPEDOED, "ship", "8.3.1", "{unit} is not one of your ships disabled by a submarine", ships_to_leave
    ),
)
PLACE_RESTRICTIONS = (
    restriction_for_reason(
        DISABLED_SHIPS, "place", "8.1.6", "{place} is not one of your closest ports and bases", destinations
    ),
    restriction_for_reason(WITHDRAWS, "place", "8.9.6", "{place} is not one of your closest ports", destinations),
    restriction_for_reason(EVICTED, "place", "10.0.4", "{place} is not one of your closest ports", destinations),
    restriction_for_reason(
        ARRIVES, "place", "6.0.1", "{place} is not one of your ports closest to the lost one", destinations
    ),
    restriction_for_reason(TORPEDOED, "place", "8.3.1", "{place} is not one of your closest ports", destinations),
)


def return_choices(state: State, frame: ReturnToNearestPort, side: int) -> Branches:
    """Finds every way home: three times as fast as the restrictions for all reasons."""
    return product_of(ships_to_leave(state, frame), destinations(state, frame))


def last_ship(state: State, frame: ReturnToNearestPort, side: int, unit: int, place: int) -> bool:
    """8.1.6 After the last ship the battle or the turn continues."""
    return ships_to_leave(state, frame) == 1 << unit


GO = Verb(
    "go",
    clause="8.1.6",
    ends_list=last_ship,
    offer=return_choices,
    unit=Argument(UNITS, *SHIP_RESTRICTIONS),
    place=Argument(PLACES, *PLACE_RESTRICTIONS),
)


class ReturnToNearestPort(Procedure):
    """8.1.6, 8.9.6, 10.0.4, 6.0.1 Ships go to the nearest place; their owner chooses among equally near places."""

    number, name, clause = 17, "way_home", "8.1.6"
    verbs = (GO,)
    side: Side
    reason: Annotated[int, IdField(REASONS)]
    spot: Annotated[int, IdField(LOCATIONS)]

    def proceed(self, execution: Execution) -> bool:
        """Sends home ships that have only one way home, and removes those that have none."""
        units = ships_to_leave(execution.state, self)
        if not units:
            execution.pop()
            return False
        places = destinations(execution.state, self)
        if places & (places - 1):
            return True
        for unit in in_block_order(execution.cells, units):
            self.go(execution, unit, places.bit_length() - 1)
        return False

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(REASONS.ids[self.reason])

    def question_clause(self) -> str:
        return ("8.1.6", "8.9.6", "10.0.4", "6.0.1", "8.3.1")[self.reason]

    def go(self, execution: Execution, unit: int, place: int) -> None:
        """A ship goes home; -1 means that it has no place to go."""
        cells, side, reason = execution.cells, self.side, self.reason
        if reason == ARRIVES:
            place_reinforcement(execution, side, unit, place)
            return
        if reason == EVICTED:
            execution.emit_to(side, log.EVICTED, side, unit, cells[BLOCK + unit], self.spot - FIRST_PLACE, place)
        if place < 0:
            if reason != EVICTED:
                execution.emit(log.NO_WAY_HOME, unit, log.HOMELESS.index[REASONS.ids[reason]])
            lose_unit(execution, unit)
            return
        cells[DISABLED] &= ~(1 << unit)
        move_unit(cells, unit, IN_PLACE + place)
        hide(execution, 1 << unit)
        restrict(cells, unit, SHIPS)
        mark_followed(execution, 1 << unit)
        if reason in (DISABLED_SHIPS, TORPEDOED):
            execution.emit(log.DISABLED_HOME, unit, place)
        elif reason == WITHDRAWS:
            execution.emit(log.WENT_HOME, unit, place)


def place_reinforcement(execution: Execution, side: int, unit: int, place: int) -> None:
    """6.0.1 A reinforcement enters elsewhere, or waits a turn if no port is left."""
    cells = execution.cells
    if place < 0:
        move_unit(cells, unit, DUE + cells[TURN] if cells[TURN] < TURNS else ABSENT)
        execution.emit(log.DELAYED, side, 1 << unit)
        return
    move_unit(cells, unit, IN_PLACE + place)
    add_block(execution, unit, execution.rules.pieces.strength[unit])
    execution.emit(log.ARRIVED, side, unit, place)


def lose_unit(execution: Execution, unit: int) -> None:
    """8.1.5 A unit is lost this turn; everybody sees it."""
    cells = execution.cells
    reveal(execution, 1 << unit)
    move_unit(cells, unit, LOST + cells[TURN] - 1)
    remove_block(cells, unit)
    cells[STRENGTH + unit] = cells[SEEN_STRENGTH + unit] = 0
    execution.emit(log.SUNK, unit)
