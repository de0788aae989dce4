"""44.0 Burma: stores at Kunming, guards of the ports, and victory.

``objectives`` is the scoring of the scenario, and ``alerts`` are the ports without a guard.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import strength_left, type_of
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BOXES, FIRST_BOX, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.supply.depots import MAX_SUPPLY
from ironbottom.games.war_in_the_pacific.scenarios.burma.derived import BURMA, INDIA, KUNMING, combat_units, guarded
from ironbottom.games.war_in_the_pacific.state_types import State

TOWNS = ("A3019", "A3014", "A3219")
"""44.43 Rangoon, Mandalay, Moulmein."""
CASE = "44"
BOTH = ("burma", "burma_freely")
"""44.84 The names of the scenario, historical and with Free Deployment."""
TONNAGE = FIRST_BOX + BOXES.index["beyond_the_edge"]
"""44.43 All Supply Points that arrive at Kunming are also counted in a box that no unit enters, since the points at
Kunming may be used up.
"""


# -- 44.43 stores at Kunming ---------------------------------------------------------------------------


def count_stores(state: State, side: int, hex: int, points: int) -> None:
    """44.43 Counts Supply Points that come to Kunming, unless they are owed."""
    if side == ALLIES and hex == NUMBER[KUNMING]:
        supply, owed, base = state.arrays[layout.SUPPLY], state.arrays[layout.OWED], base_at(state, hex)
        back = min(points, owed[base])
        owed[base] -= back
        supply[TONNAGE] = min(supply[TONNAGE] + points - back, MAX_SUPPLY)


def discount_stores(state: State, side: int, hex: int, points: int) -> None:
    """44.43 Subtracts Supply Points carried away from Kunming from its count.

    Points carried away beyond those brought are recorded as owed, so that bringing them back scores nothing.
    """
    if side == ALLIES and hex == NUMBER[KUNMING]:
        supply, owed, base = state.arrays[layout.SUPPLY], state.arrays[layout.OWED], base_at(state, hex)
        counted = min(points, supply[TONNAGE])
        supply[TONNAGE] -= counted
        owed[base] = min(owed[base] + points - counted, MAX_SUPPLY)


# -- 44.65 the guards --------------------------------------------------------------------------------


def alerts(state: State) -> list[int]:
    """44.65 The hexes that Japan holds without a guard."""
    held = [hex for hex in guarded(state) if state.arrays[layout.CONTROL][hex] == JAPAN]
    return [hex for hex in held if not combat_units(state, JAPAN, hex)]


# -- 44.42, 44.43 victory ----------------------------------------------------------------------------


def ashore_in(state: State, side: int, hexes: AbstractSet[int]) -> list[int]:
    """The ground combat units of a side in the given hexes."""
    positions, types = state.arrays[layout.UNIT_AT], state.arrays[layout.UNIT_TYPE]
    here = [
        unit
        for unit in UNITS_OF[side]
        if types[unit] >= 0 and 0 <= positions[unit] < len(GRID) and positions[unit] in hexes
    ]
    return [unit for unit in here if type_of(state, unit).kind in ("combat", "engineer")]


def objectives(state: State, side: int, touch: Callable[[State, int], AbstractSet[int]]) -> int:
    """44.42, 44.43 A side's points from the scenario; ``touch`` gives the hexes with a Line of Communications."""
    pieces = state.rules.pieces
    if side == ALLIES:
        control = state.arrays[layout.CONTROL]
        held = [hex for hex in TOWNS if control[NUMBER[hex]] == ALLIES]
        blocks = state.arrays[layout.SUPPLY][TONNAGE] // pieces.block
        brought = blocks * int(pieces.figure("44.43", "per_block_kunming"))
        return brought + sum(int(pieces.figure("44.43", hex.lower())) for hex in held)
    touched, homeland = touch(state, ALLIES), pieces.in_regions(BURMA)
    inside = [unit for unit in ashore_in(state, ALLIES, homeland) if state.arrays[layout.UNIT_AT][unit] in touched]
    result = 0 if inside else int(pieces.figure("44.42", "no_allied_loc_in_burma"))
    invaders = ashore_in(state, JAPAN, pieces.in_regions(INDIA))
    return result + int(pieces.figure("44.42", "per_csp_in_india")) * sum(
        strength_left(state, unit) for unit in invaders
    )
