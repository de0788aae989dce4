"""42.35, 43.33, 2.51 Australia: the units that may start in any of its hexes, and its ports that never run out of
stores.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.derived.unit_positions import units_on_map
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX
from ironbottom.games.war_in_the_pacific.scenario import NOWHERE
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.derived import australia
from ironbottom.games.war_in_the_pacific.state_types import State

HOME_PORTS = ("E1544", "E0848")
"""25.2 Sydney and Melbourne, whose stores never run out."""
FIXED = ("base_force",)
"""42.35, 43.33 The kinds of units that start where their case says."""


def australian_airbases(state: State) -> list[int]:
    """42.35, 43.33 The airbases of Australia."""
    within, level = australia(state.rules.pieces, state.cells[layout.SCENARIO]), state.arrays[layout.LEVEL]
    return [base for base, number in enumerate(BASE_HEX) if number in within and level[base]]


def start_hexes(state: State, side: int) -> dict[int, frozenset[int]]:
    """42.35, 43.33 The units that may start anywhere in Australia; headquarters start at an airbase."""
    if side != ALLIES:
        return {}
    within, rows = australia(state.rules.pieces, state.cells[layout.SCENARIO]), state.rules.pieces.ground
    fields = frozenset([BASE_HEX[base] for base in australian_airbases(state)])
    there = [(unit, rows[kind].kind) for unit, number, kind in units_on_map(state, side) if number in within]
    return {unit: fields if kind == "air_hq" else within for unit, kind in there if kind not in FIXED}


def start_bases(state: State, side: int) -> list[frozenset[int]]:
    """42.35, 43.33 The airbases of Australia, whose points may start at any of them."""
    return [frozenset(australian_airbases(state))] if side == ALLIES else []


def home_sources(state: State, side: int) -> frozenset[int]:
    """25.2 The home sources of the Allies in Australia that they hold."""
    if side != ALLIES:
        return NOWHERE
    control = state.arrays[layout.CONTROL]
    return frozenset([number for number in map(NUMBER.__getitem__, HOME_PORTS) if control[number] == ALLIES])
