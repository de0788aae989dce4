"""43.9 The commands of the South Pacific, by option: what begins in Australia and New Guinea stays west of a column."""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.engine.cache import cached
from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, Atlas
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.scenario import NOWHERE
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.limits import figure
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.shortening import COUNTRY

ISLAND = "New Guinea"


def in_force(options: Mapping[str, str]) -> bool:
    """43.9 Whether the players use the rule."""
    return options["south_pacific_command"] == "yes"


def homes(facts: Facts, atlas: Atlas) -> frozenset[int]:
    """43.9 The hexes of Australia and New Guinea."""
    rows = facts.table(tables.REGIONS)
    named = [rows[region].country == COUNTRY or rows[region].area == ISLAND for region in atlas.regions]
    return frozenset([at for at, region in enumerate(atlas.region) if region < len(named) and named[region]])


def beyond_column(facts: Facts) -> frozenset[int]:
    """43.9 The hexes east of the column."""
    last = GRID.places[NUMBER[f"E{int(figure(facts, '43.9', 'column')):02}01"]][0]
    return frozenset([at for at, (column, _) in enumerate(GRID.places) if column > last])


@cached(8)
def _homes(pieces: Pieces) -> frozenset[int]:
    return homes(pieces.facts, pieces.atlas)


@cached(8)
def _beyond(pieces: Pieces) -> frozenset[int]:
    return beyond_column(pieces.facts)


def closed_to_unit(state: State, unit: int) -> frozenset[int]:
    """43.9 The hexes that a unit may not enter."""
    return _beyond(state.rules.pieces) if state.arrays[layout.RESTRICTED][unit] else NOWHERE


def closed_to_points(state: State, side: int, base: int) -> frozenset[int]:
    """43.9 The hexes where points of a base may not be based.

    Points are not told apart: this holds for all that are in Australia or New Guinea, wherever they began.
    """
    pieces: Pieces = state.rules.pieces
    bound = side == ALLIES and in_force(pieces.options) and air_bases.where(state, base) in _homes(pieces)
    return _beyond(pieces) if bound else NOWHERE
