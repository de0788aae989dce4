"""9.3 Landing, including that of the Tokyo Express (9.6)."""

from __future__ import annotations

from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import ALLIES, EXPRESS, JAPAN, TRANSPORTS
from ironbottom.games.pacific_fury.rolls import Roll
from ironbottom.games.pacific_fury.rules.returns import return_to_base
from ironbottom.games.pacific_fury.rules.task_forces import record_known_absent
from ironbottom.games.pacific_fury.state import (
    DISRUPTED,
    FACE_UP,
    FORCE,
    MARKER,
    NO_CARRIERS,
    NO_EXPRESS,
    NO_TRANSPORTS,
    OFF_MAP,
    dissolve_if_empty,
    side_of,
    sound_held,
)
from ironbottom.games.pacific_fury.state_types import Execution

TRACK_END = 5
FOUND_ALWAYS, FOUND_BY_DAY = 1, 2
"""9.6.d The die rolls that find the Tokyo Express: the rolls that always find it, and the rolls that find it only if
Henderson Field is operational.
"""


def shift_marker(execution: Execution, side: int, spaces: int) -> None:
    """Moves the initiative marker toward a side; play never reaches the ends of the track."""
    cells = execution.cells
    origin = cells[MARKER]
    toward = -spaces if side == JAPAN else spaces
    cells[MARKER] = max(-TRACK_END, min(TRACK_END, origin + toward))
    execution.emit(log.MARKER_SHIFTED, origin, cells[MARKER])


def land(execution: Execution, force: int) -> None:
    """9.3.d Transports leave the map, each moving the marker one space; the other ships go home.

    Those ships stay face down, but all players know that they are battleships and cruisers (8.2.b, 9.6.a).
    """
    cells = execution.cells
    landed = cells[FORCE + force] & TRANSPORTS
    cells[FORCE + force] &= ~TRANSPORTS
    cells[OFF_MAP] |= landed
    cells[FACE_UP] |= landed
    record_known_absent(cells, force, NO_CARRIERS | NO_TRANSPORTS | NO_EXPRESS)
    execution.emit(log.LANDED, force, landed)
    shift_marker(execution, side_of(force), landed.bit_count())
    if cells[FORCE + force]:
        return_to_base(execution, force, "landing")
    else:
        dissolve_if_empty(cells, force)


def run_express(execution: Execution, force: int) -> None:
    """9.6.c, 9.6.d The Tokyo Express lands unless US ships in the Sound find it; either way it leaves the map."""
    cells = execution.cells
    found = False
    if sound_held(cells, ALLIES):
        die = execution.roll(6, Roll.FINDING_THE_TOKYO_EXPRESS)
        found = die == FOUND_ALWAYS or (die == FOUND_BY_DAY and not cells[DISRUPTED])
        execution.emit(log.EXPRESS_SOUGHT, force, die, int(found))
    dissolve_if_empty(cells, force)
    cells[OFF_MAP] |= EXPRESS
    cells[FACE_UP] |= EXPRESS
    if not found:
        execution.emit(log.EXPRESS_LANDED, force)
        shift_marker(execution, JAPAN, 1)
