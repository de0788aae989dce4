"""29.3, 29.4, 29.8 The armies of the KMT, where they are in China, and whether there is room for another."""

from __future__ import annotations

from ironbottom.engine.cache import cached_by_fingerprint_per_key
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import has_room, type_of
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import AREAS, area_hexes
from ironbottom.games.war_in_the_pacific.derived.unit_positions import of_each_side
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, UNITS_OF
from ironbottom.games.war_in_the_pacific.state_types import State

NATION, ARMY = "kmt", "kmt_8_0"


def is_army(state: State, unit: int) -> bool:
    """29.3 Whether a unit is an army of the KMT."""
    row = type_of(state, unit)
    return row.nation == NATION and row.kind == "combat"


@cached_by_fingerprint_per_key(of_each_side(layout.UNIT_TYPE))
def armies(state: State, side: int) -> list[int]:
    """29.3 The counters of a side that stand for armies."""
    types = state.arrays[layout.UNIT_TYPE]
    return [unit for unit in UNITS_OF[side] if types[unit] >= 0 and is_army(state, unit)]


CHUNGKING = "A3905"
CHINA = AREAS.index("unoccupied_china")


def in_china(state: State, unit: int) -> bool:
    """29.4 Whether a unit is in China."""
    return state.arrays[layout.UNIT_AT][unit] in area_hexes(state.rules.pieces, CHINA)


def has_room_for_army(state: State) -> bool:
    """29.8, 21.1 Whether the KMT holds Chungking, with room for another army."""
    hex, row = NUMBER[CHUNGKING], state.rules.pieces.ground[GROUND_TYPES.index[ARMY]]
    return state.arrays[layout.CONTROL][hex] == ALLIES and has_room(state, ALLIES, hex, row)
