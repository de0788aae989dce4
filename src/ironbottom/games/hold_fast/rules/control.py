"""9.0 to 11.0 Control of sea areas, of ports and bases, and victory points."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import AREAS, FIRST_PLACE, MAX_POINTS, PLACES
from ironbottom.games.hold_fast.rules.return_to_nearest_port import EVICTED, ReturnToNearestPort
from ironbottom.games.hold_fast.state import CONTROL, OWNED, POINTS, Cells, holder_of_area, opponent
from ironbottom.games.hold_fast.state_types import Execution


def determine_control(execution: Execution) -> None:
    """4.1.7 Determines control of sea areas, then victory points, then ports and bases."""
    cells = execution.cells
    before = cells[CONTROL], cells[CONTROL + 1]
    control_areas(execution)
    score(execution)
    after = cells[CONTROL], cells[CONTROL + 1]
    control_places(execution, before[0] & after[0], before[1] & after[1])


def control_areas(execution: Execution) -> None:
    """9.0.1, 9.0.2, 9.0.3 The side whose ships or air are alone in an area controls it, now and at the start of the
    next turn; an empty or contested area is neutral.
    """
    cells = execution.cells
    for area in range(len(AREAS)):
        bit = 1 << area
        now = holder_of_area(cells, area)
        before = 0 if cells[CONTROL] & bit else 1 if cells[CONTROL + 1] & bit else -1
        if now == before:
            continue
        for side in (0, 1):
            cells[CONTROL + side] = cells[CONTROL + side] | bit if side == now else cells[CONTROL + side] & ~bit
        execution.emit(log.AREA_CONTROLLED, area, now)


def points_of(worth: tuple[int, ...], areas: int) -> int:
    """1.1.1 The victory points of the given areas."""
    return sum([worth[area] for area in members(areas)])


def score(execution: Execution) -> None:
    """11.0.1, 11.0.2 The difference moves the marker toward the leader, never beyond 30."""
    cells, worth = execution.cells, execution.rules.pieces.worth
    japan, allies = (points_of(worth[side], cells[CONTROL + side]) for side in (0, 1))
    cells[POINTS] = marker_after(cells[POINTS], japan, allies)
    execution.emit(log.POINTS_SCORED, japan, allies, cells[POINTS])


def marker_after(marker: int, japan: int, allies: int) -> int:
    """11.0.2 The marker after a turn; the Allies' points are positive.

    >>> marker_after(4, 9, 3), marker_after(28, 0, 9), marker_after(-30, 4, 8)
    (-2, 30, -26)
    """
    return max(-MAX_POINTS, min(MAX_POINTS, marker + allies - japan))


def new_owner(touches: int, owner: int, controlled_all_turn: tuple[int, int]) -> int:
    """10.0.2, 10.0.3 The owner of a place, from the areas that it touches and the areas that each side held
    all turn.
    """
    for side in (0, 1):
        if not touches & ~controlled_all_turn[side]:
            return side
    return owner


def control_places(execution: Execution, *controlled_all_turn: int) -> None:
    """10.0.1, 10.0.2 The side that held all areas around a place for the whole turn owns it; 1.1.4 this also applies to
    ports.
    """
    cells, touches = execution.cells, execution.rules.pieces.touches
    driven_out = []
    for place in range(len(PLACES)):
        owner = owner_of(cells, place)
        side = new_owner(touches[place], owner, (controlled_all_turn[0], controlled_all_turn[1]))
        if side != owner:
            cells[OWNED + side] |= 1 << place
            cells[OWNED + owner] &= ~(1 << place)
            execution.emit(log.PLACE_TAKEN, side, place)
            driven_out.append(ReturnToNearestPort(opponent(side), EVICTED, FIRST_PLACE + place))
    for procedure in reversed(driven_out):
        execution.push(procedure)


def owner_of(cells: Cells, place: int) -> int:
    """The side whose marker is on a port or base."""
    return 0 if cells[OWNED] >> place & 1 else 1
