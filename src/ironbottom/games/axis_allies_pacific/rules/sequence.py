"""4.0 A turn of nine phases, Japan's turn first in every round; 15.0 the end of the game."""

from __future__ import annotations

from ironbottom.engine.rules.procedures import SequenceOfPlay, Step
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import count_one, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    BATTLESHIP,
    BATTLESHIP_HIT,
    CHINA,
    FIRST_ZONE,
    JAPAN,
    PLACE_COUNT,
    POWERS,
    SUBMARINE,
    SUBMERGED,
    USA,
    ZONE_COUNT,
)
from ironbottom.games.axis_allies_pacific.rules.bids import ask_for_bids, ask_for_orders, ask_for_unit_bids
from ironbottom.games.axis_allies_pacific.rules.combat import open_combat
from ironbottom.games.axis_allies_pacific.rules.combat_moves import begin_combat_moves
from ironbottom.games.axis_allies_pacific.rules.control import take_control
from ironbottom.games.axis_allies_pacific.rules.income import collect, production
from ironbottom.games.axis_allies_pacific.rules.kamikaze import ask_for_kamikazes
from ironbottom.games.axis_allies_pacific.rules.noncombat_moves import begin_noncombat_moves
from ironbottom.games.axis_allies_pacific.rules.patrols import land_patrols
from ironbottom.games.axis_allies_pacific.rules.placement import place_units
from ironbottom.games.axis_allies_pacific.rules.purchase import ask_for_split, purchase
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    ACTIVE,
    BOMBARDED_SHIPS,
    CAPTURED_IPC,
    HELD,
    OUTCOME,
    ROUND,
    TURN_CELLS,
    UNIT_BID,
    UNITS,
    VP,
    VP_TARGET,
    Cells,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution

VP_REACHED, JAPAN_CAPTURED, PRODUCTION_BELOW_10, CAPITAL_HELD, LAST_ROUND = 1, 2, 3, 4, 5
"""The ways a game ends: by points, by the loss of Japan's home or of its production, by holding a capital, or in the
agreed last round.
"""


def open_turn(execution: Execution) -> None:
    """4.1 Begins a turn; at the start of Japan's turn, holding a capital since an earlier turn wins the game (15.2)."""
    cells = execution.cells
    if cells[ACTIVE] == JAPAN:
        execution.emit(log.ROUND_OPENED, cells[ROUND])
        if cells[ROUND] == 1:
            ask_for_orders(execution)
            ask_for_split(execution)
            if not cells[VP_TARGET]:
                ask_for_bids(execution)
            elif execution.rules.options["bidding"] == "units" and not cells[UNIT_BID]:
                ask_for_unit_bids(execution)
        if execution.rules.pieces.options["capital_hold"] == "full_round" and holds_a_capital(
            execution.rules.pieces, cells
        ):
            end_game(execution, CAPITAL_HELD)
            return
    execution.emit(log.TURN_OPENED, cells[ACTIVE])


def holds_a_capital(figures: Figures, cells: Cells) -> bool:
    """15.2, 9.6.3 Whether Japan holds the capital of India, Australia or the United States."""
    return any(cells[HELD] >> capital & 1 for capital in figures.capital[1:])


def surface_submarines(execution: Execution) -> None:
    """12.1 Submerged submarines of every power surface, and damaged battleships are repaired."""
    cells = execution.cells
    surfaced_zones = repaired_zones = 0
    first_cells = [UNITS + power * PLACE_COUNT for power in range(len(POWERS))] + [ACTED, ACTED + PLACE_COUNT]
    for first in first_cells:
        for zone in range(ZONE_COUNT):
            cell = first + FIRST_ZONE + zone
            counts = cells[cell]
            if number_of(counts, SUBMERGED):
                cells[cell] += number_of(counts, SUBMERGED) * (count_one(SUBMARINE) - count_one(SUBMERGED))
                surfaced_zones |= 1 << zone
            if number_of(counts, BATTLESHIP_HIT):
                cells[cell] = with_repairs(cells[cell])
                repaired_zones |= 1 << zone
    for cell in range(BOMBARDED_SHIPS, BOMBARDED_SHIPS + ZONE_COUNT):
        cells[cell] = with_repairs(cells[cell])
    if surfaced_zones:
        execution.emit(log.SURFACED, surfaced_zones)
    if repaired_zones:
        execution.emit(log.RIGHTED, repaired_zones)


def with_repairs(counts: int) -> int:
    """12.1 Ships, with the damaged battleships among them repaired."""
    return counts + number_of(counts, BATTLESHIP_HIT) * (count_one(BATTLESHIP) - count_one(BATTLESHIP_HIT))


def check_victory(execution: Execution) -> None:
    """15.1, 16.2 The check at the end of Japan's turn: whether it has the points that were bid, has lost its home, or
    has lost its production.
    """
    cells, figures = execution.cells, execution.rules.pieces
    if cells[ACTIVE] != JAPAN:
        return
    if cells[VP] >= cells[VP_TARGET]:
        end_game(execution, VP_REACHED)
    elif not cells[HELD] >> figures.capital[JAPAN] & 1:
        end_game(execution, JAPAN_CAPTURED)
    elif production(figures, cells, JAPAN) <= 9:
        end_game(execution, PRODUCTION_BELOW_10)
    elif figures.options["capital_hold"] == "at_once" and holds_a_capital(figures, cells):
        end_game(execution, CAPITAL_HELD)


def end_game(execution: Execution, outcome: int) -> None:
    """15.0 Ends the game."""
    execution.cells[OUTCOME] = outcome
    execution.emit(log.GAME_ENDED, outcome)
    execution.state.stack = ()


def next_turn(execution: Execution) -> None:
    """4.1 All units may act again; the next side has its turn.

    After the agreed last round the game is a draw (15.3).
    """
    cells = execution.cells
    side = cells[ACTIVE]
    merge_acted_units(cells, side, 0)
    if side == USA:
        merge_acted_units(cells, CHINA, PLACE_COUNT)
    cells[TURN_CELLS.start : TURN_CELLS.stop] = [0] * len(TURN_CELLS)
    cells[CAPTURED_IPC] = 0
    cells[ACTIVE] = (side + 1) % 3
    if side == USA:
        if str(cells[ROUND]) == execution.rules.pieces.options["last_round"]:
            end_game(execution, LAST_ROUND)
            return
        cells[ROUND] += 1
    execution.replace(Turn(0))


def merge_acted_units(cells: Cells, power: int, acted: int) -> None:
    """Puts units that have acted with the others of their power."""
    first = UNITS + power * PLACE_COUNT
    for place in range(PLACE_COUNT):
        moved = cells[ACTED + acted + place]
        if moved:
            cells[first + place] += moved
            cells[ACTED + acted + place] = 0


STEPS = (
    Step("open", "4.1", open_turn),
    Step("purchase", "4.2", purchase),
    Step("land_cap", "6.1", land_patrols),
    Step("combat_moves", "7.1.1", begin_combat_moves),
    Step("kamikaze", "8.12.1", ask_for_kamikazes),
    Step("combat", "8.1.1", open_combat),
    Step("control", "9.1", take_control),
    Step("regroup", "10.1", begin_noncombat_moves),
    Step("placement", "11.1", place_units),
    Step("surface", "12.1", surface_submarines),
    Step("income", "13.1", collect),
    Step("victory", "15.1", check_victory),
    Step("next_turn", "4.1", next_turn),
)


class Turn(SequenceOfPlay):
    """4.2 A turn of nine phases."""

    number, name, clause, steps = 0, "turn", "4.2", STEPS


STEP_NUMBER = {step.name: number for number, step in enumerate(STEPS)}
