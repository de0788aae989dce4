"""27.0 Base Forces: packed, partially and fully deployed.

``bases_deploy`` is called once a Game-Turn, in the Supply Phase.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import FULL, PACKED, PARTIAL, UNITS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

PARTIAL_AFTER, FULL_AFTER, PACKING = 1, 3, 9
"""27.1, 27.4 The number of Game-Turns needed to reach each state, and the value that marks a Base Force as packing."""


def is_base_force(state: State, unit: int) -> bool:
    """Whether a counter is a Base Force."""
    return state.arrays[layout.UNIT_TYPE][unit] >= 0 and type_of(state, unit).kind == "base_force"


def can_deploy(state: State, side: int, unit: int) -> bool:
    """27.1 Whether a Base Force is neither deployed nor deploying, in a hex that its side controls."""
    hex = state.arrays[layout.UNIT_AT][unit]
    own = state.arrays[layout.CONTROL][hex] == side
    idle = not state.arrays[layout.DEPLOYING][unit] and state.arrays[layout.DEPLOYED][unit] < FULL
    return is_base_force(state, unit) and own and idle


def can_pack(state: State, unit: int) -> bool:
    """27.4 Whether a Base Force is at least partially deployed, and not packing."""
    packing = state.arrays[layout.DEPLOYING][unit] == PACKING
    return is_base_force(state, unit) and state.arrays[layout.DEPLOYED][unit] > PACKED and not packing


def begin_deployment(execution: Execution, unit: int, *, packing: bool) -> None:
    """27.1, 27.4 Begins deployment or packing; earlier deployment counts."""
    state = execution.state
    before = PARTIAL_AFTER if state.arrays[layout.DEPLOYED][unit] == PARTIAL else 0
    state.arrays[layout.DEPLOYING][unit] = PACKING if packing else before + 1
    execution.emit(log.BASE_DEPLOYING, unit, int(packing))


def bases_deploy(execution: Execution) -> None:
    """27.1, 27.4 Advances deployment and packing by a Game-Turn."""
    state = execution.state
    deploying, deployed = state.arrays[layout.DEPLOYING], state.arrays[layout.DEPLOYED]
    for unit in range(len(UNITS)):
        if not deploying[unit] or not 0 <= state.arrays[layout.UNIT_AT][unit] < len(GRID):
            continue
        if deploying[unit] == PACKING:
            deploying[unit], now = 0, PACKED
        else:
            now = FULL if deploying[unit] >= FULL_AFTER else PARTIAL
            deploying[unit] = 0 if now == FULL else deploying[unit] + 1
        if now != deployed[unit]:
            deployed[unit] = now
            execution.emit(log.BASE_DEPLOYED, unit, now)
