"""25.1 Tables of the hexes that Lines of Communications reach from each source of a side."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.cache import incremental
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.games.war_in_the_pacific.rules.supply.lines_of_communications import (
    NO_HEXES,
    Hexes,
    Land,
    Searched,
    searched,
)


class InTheWay(NamedTuple):
    """25.1 All that bears on the Lines of a side from its sources."""

    land: Land
    sources: tuple[int, ...]
    shut: Hexes
    carriers: Hexes


class FromEach(NamedTuple):
    """25.1 What Lines reach from each source by itself, by what bears on them."""

    known: InTheWay
    found: dict[int, Searched]
    hexes: dict[int, Hexes]


def from_each(known: InTheWay, before: FromEach | None) -> FromEach:
    """25.1 What Lines reach from each of some sources, searched again only where something in their way has changed."""
    land, sources, shut, carriers = known
    found, kept = dict[int, Searched](), before.found if before is not None and before.known.land == land else {}
    # Lines lead as before where nothing on them is shut now, nothing that stopped them is open, and no transport unit
    # on them has come or gone.
    others = shut ^ before.known.shut if before is not None else NO_HEXES
    moved = others | (carriers ^ before.known.carriers) if before is not None else NO_HEXES
    for source in sources:
        there = kept.get(source)
        if there is None or not moved.isdisjoint(there.hexes) or not others.isdisjoint(there.stopped_by):
            there = searched(land, frozenset([source]), shut, carriers)
        found[source] = there
    return FromEach(known, found, {source: there.hexes for source, there in found.items()})


lines_from_sources, lines_from_headquarters = ([incremental(from_each) for _ in SIDES.ids] for _ in range(2))
"""25.1 For each side the tables from its sources, and from hexes with headquarters."""
