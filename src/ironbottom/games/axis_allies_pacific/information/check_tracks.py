"""Checks of tracks and treasuries: points, rounds, the pool, loot, volunteers, placed units."""

from __future__ import annotations

from typing import NoReturn

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import members
from ironbottom.games.axis_allies_pacific import pieces as counters
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.rules.income import centers
from ironbottom.games.axis_allies_pacific.rules.purchase import ConvoyPoolSplit
from ironbottom.games.axis_allies_pacific.rules.sequence import STEP_NUMBER, VP_REACHED, Turn
from ironbottom.games.axis_allies_pacific.state_types import State


def refuse(message: str, field: str, clause: str) -> NoReturn:
    """Raises an error for a field."""
    raise BadValue(message, field=field, clause=clause)


def check_tracks(state: State) -> None:
    """Refuses impossible values of everything that is not on the map."""
    cells, figures = state.cells, state.rules.pieces
    check_target(cells)
    check_round(state)
    check_pool(figures, cells)
    check_loot(figures, cells)
    check_volunteers(figures, cells)
    check_placed(figures, cells)


def check_target(cells: layout.Cells) -> None:
    """15.1, 16.2 Japan's target is as agreed or bid; it is not set while bids are unopened."""
    if cells[layout.VP_TARGET] and not layout.LOWEST_BID <= cells[layout.VP_TARGET] <= layout.HIGHEST_BID:
        refuse(
            f"Japan's target must be from {layout.LOWEST_BID} to {layout.HIGHEST_BID} points", "points_needed", "16.2"
        )


def check_points(cells: layout.Cells, at_the_end: bool) -> None:
    """15.1, 13.3 Japan wins at the end of its turn with enough points, so play continues only with fewer.

    ``at_the_end``: Japan has just collected and the check for victory is next, or it has won by points. Before, it had
    too few points; it scores a point for every ten IPC collected and captured this turn, all of them still in its
    treasury.
    """
    if at_the_end:
        most = max(0, cells[layout.VP_TARGET] - 1) + cells[layout.IPC + counters.JAPAN] // 10
        message = f"at most {most} points once Japan has collected {cells[layout.IPC + counters.JAPAN]} IPC"
    else:
        most = max(0, cells[layout.VP_TARGET] - 1)
        message = f"at most {most} points while play goes on: Japan wins with {cells[layout.VP_TARGET]}"
    if cells[layout.VP] > most:
        refuse(message if cells[layout.VP_TARGET] else "no points before the bids are opened", "victory_points", "15.1")


def check_standing_points(state: State) -> None:
    """15.1 Checks Japan's points in a game that is in progress or over."""
    cells = state.cells
    collected = state.stack == (Turn(STEP_NUMBER["victory"]),) and cells[layout.ACTIVE] == counters.JAPAN
    check_points(cells, collected or cells[layout.OUTCOME] == VP_REACHED)
    if cells[layout.OUTCOME] == VP_REACHED and cells[layout.VP] < cells[layout.VP_TARGET]:
        refuse(f"Japan needs at least {cells[layout.VP_TARGET]} points to win by points", "victory_points", "15.1")


def check_round(state: State) -> None:
    """15.3 The game is over after the agreed last round."""
    last = state.rules.options["last_round"]
    if last != "none" and state.cells[layout.ROUND] > int(last):
        refuse(f"the agreed last round is {last}", "round", "15.3")


def check_pool(figures: Figures, cells: layout.Cells) -> None:
    """13.2 The pool has the income of the British centers that are not lost."""
    most = centers(cells, figures, "uk")
    if cells[layout.POOL] > most:
        refuse(f"the British convoy centers yield {most} IPC", "pool", "13.2")


def check_unsplit(state: State) -> None:
    """3.4, 13.2 The pool is split before the first turn, and whenever it is collected; afterwards it is empty."""
    if state.cells[layout.POOL] and not any(isinstance(frame, ConvoyPoolSplit) for frame in state.stack):
        begins = state.stack == (Turn(STEP_NUMBER["open"]),) and state.cells[layout.ROUND] == 1
        if not begins or state.cells[layout.ACTIVE] != counters.JAPAN:
            refuse("the pool was already split, and is empty", "pool", "13.2")


def check_loot(figures: Figures, cells: layout.Cells) -> None:
    """9.6.1, 13.3 The loot of Allied capitals this turn is in Japan's treasury."""
    if not cells[layout.CAPTURED_IPC]:
        return
    fallen = cells[layout.TAKEN] & cells[layout.HELD + counters.JAPAN]
    if cells[layout.ACTIVE] != counters.JAPAN or not any(fallen >> capital & 1 for capital in figures.capital[1:]):
        refuse("Japan has taken no capital in this turn", "loot", "9.6.1")
    if cells[layout.CAPTURED_IPC] > cells[layout.IPC + counters.JAPAN]:
        refuse(
            f"what Japan took cannot exceed its treasury of {cells[layout.IPC + counters.JAPAN]} IPC", "loot", "9.6.1"
        )


def check_volunteers(figures: Figures, cells: layout.Cells) -> None:
    """14.2, 14.3 Free infantry wait in the United States' turn: one for a territory of value, one for the road."""
    if not cells[layout.VOLUNTEERS]:
        return
    if cells[layout.ACTIVE] != counters.USA:
        refuse("free Chinese infantry come only in the turn of the United States", "volunteers", "14.2")
    chinese = members(cells[layout.HELD + counters.CHINESE])
    most = sum(figures.value[land] >= 1 for land in chinese) + 1
    if cells[layout.VOLUNTEERS] > most:
        refuse(f"at most {most} for the territories that China holds and the Burma Road", "volunteers", "14.2")


def check_placed(figures: Figures, cells: layout.Cells) -> None:
    """11.2 A complex with a limit has not exceeded it; a complex without a limit has no count."""
    for land, placed in enumerate(cells[layout.PLACED : layout.PLACED + counters.LAND_COUNT]):
        most = max(0, layout.complex_limit(figures, cells, land)) if cells[layout.COMPLEXES] >> land & 1 else 0
        if placed > most:
            refuse(f"at most {most} are counted there in a turn", f"placed.{counters.LANDS.ids[land]}", "11.2")
