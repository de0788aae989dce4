"""16.2, 42.34 Values derived from a state in Midway, cached."""

from __future__ import annotations

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.engine.data.facts import Facts
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, LAND, SEA
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, HEXES, UNITS_OF
from ironbottom.games.war_in_the_pacific.state_types import State

DIVISION, ISLANDS = "us_11_3", "hawaiian_islands"
"""42.34 The division that may start in any hex of the Hawaiian Islands."""


def inland_sea_costs(facts: Facts) -> tuple[int, int]:
    """42.71 The points for leaving the Inland Sea, and the points added by filling up in Japan."""
    figures = facts.table(tables.CASE_FIGURES)
    return int(figures["42.71:cost_mp"].value), int(figures["42.71:fuel_cost_mp"].value)


@cached_by_fingerprint(depends_on(layout.CONTROL, cells=[(layout.SCENARIO, 1)]))
def enemy_coasts(state: State, side: int) -> tuple[int, ...]:
    """16.2 The coasts in play that a side's enemy holds."""
    pieces = state.rules.pieces
    control, kind = state.arrays[layout.CONTROL], pieces.atlas.kind
    opened = pieces.waters(state.cells[layout.SCENARIO]).opened
    return tuple(
        [hex for hex in range(len(HEXES)) if control[hex] == 1 - side and kind[hex] not in (SEA, LAND) and opened[hex]]
    )


@cached_by_fingerprint(depends_on(layout.UNIT_TYPE))
def division(state: State) -> int:
    """42.34 The counter of the division, the last of its type."""
    kind = GROUND_TYPES.index[DIVISION]
    return max(unit for unit in UNITS_OF[ALLIES] if state.arrays[layout.UNIT_TYPE][unit] == kind)
