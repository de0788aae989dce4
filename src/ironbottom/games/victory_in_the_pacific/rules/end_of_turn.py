"""5.7 The end of a turn: flags and points (15, 2.5), encircled places (14.1), and the return home (5.74)."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    AREAS,
    JAPAN,
    JAPANESE_ISLANDS,
    MAX_POINTS,
    SUBMARINES,
    UNITS_OF_SIDE,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.capture import capture
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import TURN_ENDED, return_units
from ironbottom.games.victory_in_the_pacific.state import (
    AT,
    FLAGS,
    FLAGS_BEFORE,
    OWNED,
    POC,
    TURN,
    Cells,
    flag,
    has_holding_unit,
    opponent,
    present,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution


def set_flags(execution: Execution) -> None:
    """5.71, 15.1 Each area shows the flag of the side that holds it; an area that neither or both hold shows none."""
    cells = execution.cells
    first = cells[TURN] == 1
    cells[FLAGS_BEFORE : FLAGS_BEFORE + 2] = (0, 0) if first else cells[FLAGS : FLAGS + 2]
    cells[FLAGS : FLAGS + 2] = areas_held_now(cells)
    for area in range(len(AREAS)):
        execution.emit(log.FLAG_SET, area, flag(cells, area))


def areas_held_now(cells: Cells) -> tuple[int, int]:
    """5.71 The areas that each side would hold if the turn ended now."""
    flags = [0, 0]
    for area, units in enumerate(cells[AT : AT + len(AREAS)]):
        side = holder(cells, area) if units else -1
        if side >= 0:
            flags[side] |= 1 << area
    return flags[JAPAN], flags[ALLIES]


def holder(cells: Cells, area: int) -> int:
    """15.1 The side with a patrolling ship or an air unit in the area; -1 for neither or both (5.5).

    15.2 A submarine does not keep the enemy from holding an area.
    """
    if all(present(cells, area, side) & ~SUBMARINES for side in (JAPAN, ALLIES)):
        return -1
    return next((side for side in (JAPAN, ALLIES) if has_holding_unit(cells, area, side)), -1)


def score(execution: Execution) -> None:
    """2.5 The turn's difference moves the marker."""
    cells = execution.cells
    points = points_for(execution.rules.pieces, (cells[FLAGS + JAPAN], cells[FLAGS + ALLIES]))
    cells[POC] = marker_after(cells[POC], points)
    execution.emit(log.POINTS_SCORED, *points, cells[POC])


def points_for(pieces: Pieces, flags: tuple[int, int]) -> tuple[int, int]:
    """2.5 The points of both sides for the areas that they hold; 19.3 as an option, Japan's home sea is
    worth one more.
    """
    japan, allies = (sum(pieces.worth[side][area] for area in members(flags[side])) for side in (JAPAN, ALLIES))
    return japan + int(pieces.kamikaze and bool(flags[JAPAN] >> JAPANESE_ISLANDS & 1)), allies


def marker_after(lead: int, points: tuple[int, int]) -> int:
    """2.5 The new place of the marker, which stops at the end of the track.

    >>> marker_after(3, (5, 2)), marker_after(28, (9, 2)), marker_after(-20, (0, 12))
    (6, 29, -29)
    """
    return max(-MAX_POINTS, min(MAX_POINTS, lead + points[JAPAN] - points[ALLIES]))


def encircled_places(cells: Cells, touches: tuple[int, ...], side: int) -> int:
    """5.72, 14.1 The side's places whose areas all had the enemy's flag at the end of the last two turns."""
    enemy = opponent(side)
    flags = cells[FLAGS + enemy] & cells[FLAGS_BEFORE + enemy]
    result = 0
    for place in members(cells[OWNED + side]):
        if not touches[place] & ~flags:
            result |= 1 << place
    return result


def convert_encircled_places(execution: Execution) -> None:
    """5.72 Encircled places change hands, all at the same moment."""
    touches = execution.rules.pieces.touches
    fallen = [(side, encircled_places(execution.cells, touches, side)) for side in (JAPAN, ALLIES)]
    for side, places in fallen:
        for place in members(places):
            execution.cells[OWNED + side] &= ~(1 << place)
            execution.cells[OWNED + opponent(side)] |= 1 << place
    for side, places in reversed(fallen):
        for place in reversed(members(places)):
            capture(execution, place, opponent(side))


def send_all_home(execution: Execution) -> None:
    """2.4, 5.74 All units at sea go home: Japan's first, then the Allied units."""
    for side in (ALLIES, JAPAN):
        for area in reversed(range(len(AREAS))):
            return_units(execution, side, area, execution.cells[AT + area] & UNITS_OF_SIDE[side], TURN_ENDED)
