"""45.0 Leyte: inactive Subrons, ports without merchant shipping, the effects of landings, and victory."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.pieces import HEXES, UNITS_OF
from ironbottom.games.war_in_the_pacific.scenarios.ground_units import is_ground_unit
from ironbottom.games.war_in_the_pacific.scenarios.leyte.derived import area, possible_objectives
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import turn_number

BOTH = ("leyte", "leyte_freely")
"""45.81 The names of the scenario, historical and with Free Deployment."""
CASE_OF_ISLAND = {"45.74": "Formosa", "45.75": "Okinawa"}
"""45.74, 45.75 The island whose invasion triggers each case of reinforcements."""


# -- 45.62 inactive Subrons --------------------------------------------------------------------------


def subrons_inactive(state: State, side: int) -> bool:
    """45.62 Whether a side's Subrons are inactive: Japan's Subrons are inactive before the third turn."""
    if side != JAPAN:
        return False
    begins = turn_number(state.rules.pieces.figure("45.62", "active_from"))
    return bool(state.cells[layout.TURN] < begins)


# -- 45.65 port capacity -----------------------------------------------------------------------------


def cargo_reduction(state: State, hex: int) -> int:
    """45.65, 39.96 The reduction of a port's Cargo Capacity for lack of merchant shipping."""
    pieces = state.rules.pieces
    if hex not in area(pieces, "Japan"):
        return 0
    return -int(pieces.figure("45.65", "japan_ports_cargo"))


# -- 45.63, 45.74, 45.75 effects of a landing --------------------------------------------------------


def call_kamikazes(state: State, side: int, hex: int) -> None:
    """45.63 An Allied landing in the Philippines, Formosa or Okinawa triggers kamikazes."""
    if side != ALLIES:
        return
    pieces = state.rules.pieces
    if any(hex in area(pieces, name) for name in pieces.figure("45.63", "areas").split("|")):
        state.cells[layout.LANDED_WHERE_CALLED] = 1


def allies_on(state: State, island: str) -> bool:
    """45.74, 45.75 Whether an Allied ground unit is on an island.

    Headquarters and entrenchments do not count: the booklet lists headquarters among air units (41.23).
    """
    pieces = state.rules.pieces
    where, positions = area(pieces, island), state.arrays[layout.UNIT_AT]
    here = [unit for unit in UNITS_OF[ALLIES] if 0 <= positions[unit] < len(HEXES) and positions[unit] in where]
    return any(is_ground_unit(state, unit) for unit in here)


# -- 45.71 lost air points ---------------------------------------------------------------------------


def count_fallen(state: State, side: int, stack: int, points: int) -> None:
    """45.71 Counts lost Allied points by stack, since they may be replaced."""
    if side == ALLIES:
        state.arrays[layout.ALLIED_AIR_LOSSES][stack] += points


# -- 45.42 victory -----------------------------------------------------------------------------------


def objective_points(state: State, side: int) -> int:
    """45.42, 45.52 The value of the Objective to a side whose ground units control it, once the game is over."""
    hex = state.cells[layout.OBJECTIVE]
    if hex < 0 or state.cells[layout.ENDING] < 0 or state.arrays[layout.CONTROL][hex] != side:
        return 0
    pieces = state.rules.pieces
    here = [unit for unit in layout.units_in(state.arrays).units(hex) if unit in UNITS_OF[side]]
    held = any(is_ground_unit(state, unit) for unit in here)
    return possible_objectives(pieces)[hex] if held else 0


def show_objective(execution: Execution) -> None:
    """45.52 Reveals the Objective at the end of the scenario."""
    if execution.cells[layout.OBJECTIVE] >= 0:
        execution.emit(log.OBJECTIVE_SHOWN, execution.cells[layout.OBJECTIVE])
