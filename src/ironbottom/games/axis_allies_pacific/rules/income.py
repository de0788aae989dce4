"""9.4, 13.0 The production of economies, and phase 9: income and victory points."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import ECONOMIES_OF, JAPAN, UK
from ironbottom.games.axis_allies_pacific.rules.purchase import ask_for_split, holds_capital
from ironbottom.games.axis_allies_pacific.state import ACTIVE, CAPTURED_IPC, CONVOYS_TAKEN, HELD, IPC, POOL, VP, Cells
from ironbottom.games.axis_allies_pacific.state_types import Execution


def production(figures: Figures, cells: Cells, economy: int) -> int:
    """9.4, 9.5.5 The national production level: its territories, except those whose route the enemy holds, and its
    centers.
    """
    taken, result = cells[CONVOYS_TAKEN], 0
    for land in members(cells[HELD + economy]):
        route = figures.route_of[land]
        enemy_holds = route >= 0 and bool(taken >> route & 1) != (economy == JAPAN)
        result += 0 if enemy_holds else figures.value[land]
    return result + centers(cells, figures, "usa" if economy == 3 else "")


def centers(cells: Cells, figures: Figures, owner: str) -> int:
    """9.5.6 An owner's centers that its own side holds; captured centers give the captor nothing."""
    return sum(
        value for convoy, value, first in figures.centers if first == owner and not cells[CONVOYS_TAKEN] >> convoy & 1
    )


def collect(execution: Execution) -> None:
    """13.1, 13.2, 13.3 Each economy with its capital collects; the British pool is split; Japan scores."""
    figures, cells, side = execution.rules.pieces, execution.cells, execution.cells[ACTIVE]
    for economy in ECONOMIES_OF[side]:
        if holds_capital(figures, cells, economy):
            ipc = production(figures, cells, economy)
            cells[IPC + economy] += ipc
            execution.emit(log.COLLECTED, economy, ipc)
            if side == JAPAN:
                score(execution, ipc + cells[CAPTURED_IPC])
        elif side == JAPAN:
            score(execution, cells[CAPTURED_IPC])
    cells[CAPTURED_IPC] = 0
    if side == UK:
        cells[POOL] = centers(cells, figures, "uk")
        execution.emit(log.POOL_COLLECTED, cells[POOL])
        ask_for_split(execution)


def score(execution: Execution, ipc: int) -> None:
    """13.3 A point for every full ten IPC collected this turn, including IPC taken from capitals."""
    execution.cells[VP] += ipc // 10
    execution.emit(log.POINTS_SCORED, ipc // 10, execution.cells[VP])


def lose_points(execution: Execution, ipc: int) -> None:
    """8.11.4, 9.6.1 Japan loses a point for every full ten paid or handed over, never below zero."""
    points = min(execution.cells[VP], ipc // 10)
    if points:
        execution.cells[VP] -= points
        execution.emit(log.VP_LOST, points)
