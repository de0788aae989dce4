"""11.0 The Return Phase."""

from __future__ import annotations

from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import FORCES
from ironbottom.games.pacific_fury.rules.landing import shift_marker
from ironbottom.games.pacific_fury.state import (
    BASE,
    DISRUPTED,
    FACE_UP,
    FORCE,
    HIT,
    INITIATIVE,
    TRANSPORTS_SUNK,
    dissolve_if_empty,
    side_of,
)
from ironbottom.games.pacific_fury.state_types import Execution


def all_return(execution: Execution) -> None:
    """11.0.a Every unit returns to its base, face down, and the counters there are mixed."""
    cells = execution.cells
    for force in range(len(FORCES)):
        cells[BASE + side_of(force)] |= cells[FORCE + force]
        dissolve_if_empty(cells, force)
    cells[FACE_UP] = 0
    cells[HIT] = 0
    execution.emit(log.ALL_RETURNED)


def shift_for_henderson(execution: Execution) -> None:
    """11.0.b, 11.0.c The marker moves one space for the initiative side if the field operates or a TF-A lost
    Transports; never two.
    """
    cells = execution.cells
    if not cells[DISRUPTED] or cells[TRANSPORTS_SUNK]:
        shift_marker(execution, cells[INITIATIVE], 1)


def repair_henderson(execution: Execution) -> None:
    """11.0.d The field is operational at the start of every turn."""
    if execution.cells[DISRUPTED]:
        execution.cells[DISRUPTED] = 0
        execution.emit(log.HENDERSON_REPAIRED)


def return_phase(execution: Execution) -> None:
    """11.0 Return, shift, then flip."""
    all_return(execution)
    shift_for_henderson(execution)
    repair_henderson(execution)
