"""43.0 Guadalcanal: victory.

Two cases add to the standard points (43.41); the levels of victory are those of Midway (43.44).
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS_OF
from ironbottom.games.war_in_the_pacific.scenarios.ground_units import is_ground_unit
from ironbottom.games.war_in_the_pacific.state_types import State


def airfield_points(state: State, side: int) -> int:
    """43.42 The value of Guadalcanal to a side whose ground unit is in its hex and controls it."""
    pieces = state.rules.pieces
    hex = NUMBER[pieces.figure("43.42", "hex")]
    if state.arrays[layout.CONTROL][hex] != side:
        return 0
    here = [unit for unit in layout.units_in(state.arrays).units(hex) if unit in UNITS_OF[side]]
    held = any(is_ground_unit(state, unit) for unit in here)
    return int(pieces.figure("43.42", "vp")) if held else 0


def shortened_points(state: State, side: int) -> int:
    """43.43 Japan's points for the Game-Turns by which it has shortened the war."""
    if side != JAPAN:
        return 0
    pieces = state.rules.pieces
    return int(pieces.figure("43.43", "per_turn")) * state.arrays[layout.SHORTENED][0]
