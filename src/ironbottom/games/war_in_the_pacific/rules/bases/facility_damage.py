"""26.2, 18.6, 31.1, 38.7 Damaged airbases, ports and guns, and their repair."""

from __future__ import annotations

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.derived import built_works
from ironbottom.games.war_in_the_pacific.derived.facilities import AIRBASE, GUNS, NO_GUNS, bombardment_row
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.rules.bases import construction


def mend(state: State, base: int, facility: int) -> None:
    """26.2, 31.1 Repairs one damaged Level, the effect of one hit."""
    if facility == AIRBASE:
        state.arrays[places.HURT][base] -= 1
        return
    if facility == GUNS:
        hurt, worth = state.arrays[places.GUNS_HURT], bombardment_row(state, "guns").guns
    else:
        at = places.base_hex(state.cells, base)
        row = bombardment_row(state, "port")
        hurt = state.arrays[places.PORT_HURT]
        worth = row.port_major if at >= 0 and built_works.port_at(state, at) == "major" else row.port_minor
    hurt[base] = max(hurt[base] - worth, 0)


# -- 38.7 guns -----------------------------------------------------------------------------------------------


def clear_fallen_guns(state: State, at: int, base: int) -> None:
    """38.7 Where guns were lost with the hex, ensures that the old ones do not return with new ones."""
    pieces: Pieces = state.rules.pieces
    if state.arrays[places.GUNS_HURT][base] >= NO_GUNS:
        construction.forget(state, at, built_works.GUNS)
        place = pieces.atlas.places.get(at)
        state.arrays[places.GUNS_HURT][base] = place.guns if place else 0
