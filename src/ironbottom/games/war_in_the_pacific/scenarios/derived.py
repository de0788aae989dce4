"""42.35, 43.33 What several scenarios derive from the map, cached."""

from __future__ import annotations

from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, SEA
from ironbottom.games.war_in_the_pacific.pieces import HEXES, Pieces
from ironbottom.games.war_in_the_pacific.scenarios.shortening import in_australia


@cached(8)
def australia(pieces: Pieces, scenario: int) -> frozenset[int]:
    """42.35, 43.33 The hexes of Australia in play that the Allies hold."""
    opened, held, kind = pieces.in_play(scenario), pieces.holders(scenario), pieces.atlas.kind
    return frozenset(
        number
        for number in range(len(HEXES))
        if opened[number] and held[number] == ALLIES and kind[number] != SEA and in_australia(pieces, number)
    )
