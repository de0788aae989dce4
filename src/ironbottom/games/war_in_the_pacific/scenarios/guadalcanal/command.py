"""43.9 The commands of the South Pacific, which are an option: units and air points that begin in Australia and New
Guinea stay west of a column.
"""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.scenario import NOWHERE
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import derived
from ironbottom.games.war_in_the_pacific.state_types import State


def in_force(options: Mapping[str, str]) -> bool:
    """43.9 Whether the option is in force."""
    return options["south_pacific_command"] == "yes"


def closed_to_unit(state: State, unit: int) -> frozenset[int]:
    """43.9 The hexes that a unit may not enter."""
    return derived.restricted_from(state.rules.pieces) if state.arrays[layout.RESTRICTED][unit] else NOWHERE


def closed_to_points(state: State, side: int, base: int) -> frozenset[int]:
    """43.9 The hexes where points of a base may not be based.

    Points cannot be distinguished, so this applies to all points that are in Australia or New Guinea, wherever they
    began.
    """
    pieces = state.rules.pieces
    bound = side == ALLIES and in_force(pieces.options) and air_bases.where(state, base) in derived.home_hexes(pieces)
    return derived.restricted_from(pieces) if bound else NOWHERE
