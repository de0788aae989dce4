"""43.9 Values derived from the cases of Guadalcanal, cached."""

from __future__ import annotations

from ironbottom.engine.cache import cached
from ironbottom.engine.data.facts import Facts
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, SEA, Atlas
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import HEXES, Pieces
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.limits import figure
from ironbottom.games.war_in_the_pacific.scenarios.shortening import COUNTRY, in_australia

ISLAND = "New Guinea"


def find_home_hexes(facts: Facts, atlas: Atlas) -> frozenset[int]:
    """43.9 The hexes of Australia and New Guinea."""
    rows = facts.table(tables.REGIONS)
    named = [rows[region].country == COUNTRY or rows[region].area == ISLAND for region in atlas.regions]
    return frozenset([hex for hex, region in enumerate(atlas.region) if region < len(named) and named[region]])


def beyond_column(facts: Facts) -> frozenset[int]:
    """43.9 The hexes east of the column."""
    last = GRID.places[NUMBER[f"E{int(figure(facts, '43.9', 'column')):02}01"]][0]
    return frozenset([hex for hex, (column, _) in enumerate(GRID.places) if column > last])


@cached(8)
def home_hexes(pieces: Pieces) -> frozenset[int]:
    """43.9 The hexes of Australia and New Guinea, cached."""
    return find_home_hexes(pieces.facts, pieces.atlas)


@cached(8)
def restricted_from(pieces: Pieces) -> frozenset[int]:
    """43.9 The hexes east of the column, cached."""
    return beyond_column(pieces.facts)


@cached(8)
def australia(pieces: Pieces, scenario: int) -> frozenset[int]:
    """42.35, 43.33 The hexes of Australia in play that the Allies hold."""
    opened, held, kind = pieces.in_play(scenario), pieces.holders(scenario), pieces.atlas.kind
    return frozenset(
        number
        for number in range(len(HEXES))
        if opened[number] and held[number] == ALLIES and kind[number] != SEA and in_australia(pieces, number)
    )
