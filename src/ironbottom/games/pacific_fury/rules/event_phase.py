"""7.0 The Event Phase: from turn 2 on, the non-initiative side rolls one event."""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.data.tables import EventRow
from ironbottom.games.pacific_fury.pieces import ALLIES, EVENTS, JAPAN, SHIPS, UNITS, UNITS_OF_SIDE, Pieces, Side
from ironbottom.games.pacific_fury.rolls import Roll
from ironbottom.games.pacific_fury.rules.hits import AssignHits, HitPool
from ironbottom.games.pacific_fury.state import (
    BASE,
    DISRUPTED,
    EVENTS_OCCURRED,
    INITIATIVE,
    REMOVED,
    RESERVE,
    SUNK,
    TURN,
    opponent,
)
from ironbottom.games.pacific_fury.state_types import Execution, State

MAX_CARRIERS_IN_BASE = 1
"""7.2.c With more fleet carriers than this in base, none returns."""


def event_phase(execution: Execution) -> None:
    """7.0.a Rolls until an event comes up that may still occur, and carries it out (7.0.b)."""
    cells = execution.cells
    if cells[TURN] == 1:
        return
    side = opponent(cells[INITIATIVE])
    while True:
        die = execution.roll(6, Roll.EVENT)
        row = next(row for row in execution.rules.pieces.events[side] if row.die == die)
        event = EVENTS.index[row.event]
        spent = not row.repeatable and bool(cells[EVENTS_OCCURRED] >> event & 1)
        execution.emit(log.EVENT_ROLLED, side, die, event, int(spent))
        if not spent:
            break
    cells[EVENTS_OCCURRED] |= 1 << event
    EFFECTS[row.event](execution, row)


def resolve_torpedo(execution: Execution, row: EventRow) -> None:
    """7.1.a The US base is revealed and Japan assigns the hits to ships in it; ships on the turn track are safe."""
    targets = execution.cells[BASE + ALLIES] & SHIPS
    execution.emit(log.BASE_SHOWN, ALLIES, targets)
    if targets:
        execution.push(AssignHits(JAPAN, 0, (HitPool(JAPAN, targets, row.hits),), ()))
    else:
        execution.emit(log.EVENT_VOID, JAPAN, EVENTS.index[row.event])


def release_reserve(execution: Execution, row: EventRow) -> None:
    """7.1.b The ships in Reserve join the base and can be used this turn."""
    cells = execution.cells
    execution.emit(log.RESERVE_RELEASED, cells[RESERVE])
    cells[BASE + JAPAN] |= cells[RESERVE]
    cells[RESERVE] = 0


def disrupt_henderson(execution: Execution, row: EventRow) -> None:
    """7.1.c, 7.2.b Henderson Field is disrupted until the Return Phase."""
    execution.cells[DISRUPTED] = 1
    execution.emit(log.HENDERSON_DISRUPTED)


def resolve_submarine(execution: Execution, row: EventRow) -> None:
    """7.2.a One Japanese ship in base, chosen at random, is revealed and leaves the game permanently."""
    cells = execution.cells
    ships = members(cells[BASE + JAPAN] & SHIPS)
    if not ships:
        execution.emit(log.EVENT_VOID, ALLIES, EVENTS.index[row.event])
        return
    unit = ships[execution.roll(len(ships), Roll.SUBMARINE_ATTACK) - 1] if len(ships) > 1 else ships[0]
    cells[BASE + JAPAN] &= ~(1 << unit)
    cells[REMOVED] |= 1 << unit
    execution.emit(log.SUBMARINE_ATTACK, unit)


def resolve_overestimated(execution: Execution, row: EventRow) -> None:
    """7.2.c With at most one fleet carrier in base, a sunk one returns; otherwise the event has no effect."""
    cells = execution.cells
    in_base = (cells[BASE + ALLIES] & execution.rules.pieces.fleet_carriers).bit_count()
    if in_base > MAX_CARRIERS_IN_BASE or not sunk_carriers(execution.rules.pieces, cells):
        execution.emit(log.EVENT_VOID, ALLIES, EVENTS.index[row.event])
    else:
        execution.push(ReturnCarrier(ALLIES))


EFFECTS: dict[str, Callable[[Execution, EventRow], None]] = {
    "torpedo": resolve_torpedo,
    "release_reserve": release_reserve,
    "bomber_offensive": disrupt_henderson,
    "submarine": resolve_submarine,
    "heavy_bombers": disrupt_henderson,
    "overestimated": resolve_overestimated,
}


def sunk_carriers(pieces: Pieces, cells: list[int]) -> int:
    """The US fleet carriers that were sunk; carriers absent because of damage do not count (7.2.c)."""
    return cells[SUNK] & pieces.fleet_carriers & UNITS_OF_SIDE[ALLIES]


@restriction("7.2.c", "{unit} is not a sunk US fleet carrier")
def was_sunk(state: State, frame: Procedure, side: int) -> int:
    return sunk_carriers(state.rules.pieces, state.cells)


RETURN_TO_PLAY = Verb("return_to_play", clause="7.2.c", ends_list="always", unit=Argument(UNITS, was_sunk))


class ReturnCarrier(Question):
    """7.2.c The US player chooses the sunk carrier that returns to base, undamaged."""

    number, name, clause, verbs = 1, "return_carrier", "7.2.c", (RETURN_TO_PLAY,)
    side: Side

    def return_to_play(self, execution: Execution, unit: int) -> None:
        execution.cells[SUNK] &= ~(1 << unit)
        execution.cells[BASE + ALLIES] |= 1 << unit
        execution.emit(log.CARRIER_RETURNED, unit)
        execution.pop()
