"""25.1 Tables of the hexes that Lines of Communications reach from each source of a side."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.cache import incremental
from ironbottom.games.war_in_the_pacific.derived.lines_of_communications import (
    NO_HEXES,
    Hexes,
    Land,
    LineSearch,
    searched,
)
from ironbottom.games.war_in_the_pacific.pieces import SIDES


class LineInputs(NamedTuple):
    """25.1 Everything that affects the Lines of a side."""

    land: Land
    sources: tuple[int, ...]
    blocked: Hexes
    carriers: Hexes


class LinesBySource(NamedTuple):
    """25.1 The Lines from each source, with their inputs."""

    known: LineInputs
    found: dict[int, LineSearch]
    hexes: dict[int, Hexes]


def from_each(known: LineInputs, before: LinesBySource | None) -> LinesBySource:
    """25.1 The Lines from each of the given sources. The Lines of a source are searched again only if something in
    their way has changed.
    """
    land, sources, blocked, carriers = known
    result, kept = dict[int, LineSearch](), before.found if before is not None and before.known.land == land else {}
    # Lines stay the same if none of their hexes is newly blocked, no hex that stopped them is newly open, and no
    # transport unit has come to or left one of their hexes.
    others = blocked ^ before.known.blocked if before is not None else NO_HEXES
    moved = others | (carriers ^ before.known.carriers) if before is not None else NO_HEXES
    for source in sources:
        there = kept.get(source)
        if there is None or not moved.isdisjoint(there.hexes) or not others.isdisjoint(there.stopped_by):
            there = searched(land, frozenset([source]), blocked, carriers)
        result[source] = there
    return LinesBySource(known, result, {source: there.hexes for source, there in result.items()})


lines_from_sources, lines_from_headquarters = ([incremental(from_each) for _ in SIDES.ids] for _ in range(2))
"""25.1 For each side, the tables from its sources, and from hexes with headquarters."""
