"""22.1, 22.6 The Movement Points of ground units, and the cost of each adjacent hex.

Points are counted in halves, since a major road costs half a point.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.board.offset_grid import NOWHERE, OPPOSITE
from ironbottom.games.war_in_the_pacific.atlas import SEA
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.derived import completed_construction, ground_stacks
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import Pieces

BARRED = {"mechanized": ("mountain", "jungle_mountain", "swamp")}
"""22.1 Terrain that a class enters only by road."""
SUPPORT = ("logistic", "air_hq", "base_force")
MARCH_MORE = 4
"""22.5 The half points that a Forced March adds."""
RoadsBuilt = tuple[tuple[int, str], ...]
"""26.1 The hexes with roads built in play, each with its kind."""


class MovementMap(NamedTuple):
    """3.22, 22.1 The map for ground movement in a scenario, with its roads."""

    pieces: Pieces
    scenario: int
    built: RoadsBuilt
    hostile: frozenset[int] = completed_construction.NO_HEXES
    """The hexes in which roads cost the same as the ground (option ``enemy_roads``)."""


def class_of(row: GroundType) -> str:
    """22.1 The movement class of a unit."""
    if row.kind in SUPPORT:
        return "support"
    if row.nation in ("kmt", "ccp"):
        return "chinese"
    return "mechanized" if row.mechanized else "infantry"


def movement_points(pieces: Pieces, row: GroundType, unsupplied: bool, forced: bool) -> int:
    """22.1, 22.5, 25.3 The Movement Points of a type of unit in half points, supplied or not."""
    points = 2 * pieces.facts.table(charts.GROUND_MOVEMENT)[class_of(row)].points + (MARCH_MORE if forced else 0)
    return points // 2 if unsupplied else points


HexMoves = list[tuple[int, int]]
"""22.1, 22.6 The adjacent hexes that a unit can enter from a hex, each with its cost in half points."""


def hex_moves(ground: MovementMap, kind: str, hex: int) -> HexMoves:
    """22.1, 22.6 The adjacent hexes that a class of unit can enter from a hex."""
    pieces, scenario, built, hostile = ground
    costs = [hexside_cost(pieces, scenario, built, kind, hex, number, hostile) for number in range(len(OPPOSITE))]
    return [(beyond, cost) for beyond, cost in zip(GRID.beyond(hex), costs, strict=True) if cost]


def hexside_cost(
    pieces: Pieces,
    scenario: int,
    built: RoadsBuilt,
    kind: str,
    hex: int,
    side_number: int,
    hostile: frozenset[int] = completed_construction.NO_HEXES,
) -> int:
    """22.1, 22.6 The half points that a class of unit pays to cross a hexside; 0 if it cannot.

    A road into a ``hostile`` hex can be used, but costs the same as the terrain (option ``enemy_roads``).
    """
    atlas, beyond = pieces.atlas, GRID.beyond(hex)[side_number]
    if beyond == NOWHERE or atlas.kind[beyond] == SEA or not pieces.in_play(scenario)[beyond]:
        return 0
    way, roads = pieces.facts.table(charts.GROUND_MOVEMENT)[kind], pieces.roads(scenario, built)
    terrain = ground_stacks.ground_of(pieces, beyond)
    off_road = 2 * pieces.facts.table(charts.TERRAIN_EFFECTS)[terrain].cost
    if roads.major[hex] >> side_number & 1:
        return off_road if beyond in hostile else way.major_halves
    if roads.minor[hex] >> side_number & 1:
        return off_road if beyond in hostile else way.minor_halves
    if not atlas.on_foot[hex] >> side_number & 1 or terrain in BARRED.get(kind, ()):
        return 0
    return off_road
