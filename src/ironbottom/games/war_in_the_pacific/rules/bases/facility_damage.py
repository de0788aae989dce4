"""26.2, 18.6, 31.1, 38.7 Damaged airbases, ports and guns: what is damaged at a base, and what a repair makes whole."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.rules.bases import construction
from ironbottom.games.war_in_the_pacific.rules.shore.bombardment import base_at, row_of
from ironbottom.games.war_in_the_pacific.rules.shore.capture import NO_GUNS

AIRBASE, PORT, GUNS = range(len(log.FACILITIES))


def damaged(state: State, base: int) -> Iterator[int]:
    """26.2 What is damaged at a base: airbase, port, guns that did not fall with the hex."""
    arrays = state.arrays
    if arrays[places.HURT][base]:
        yield AIRBASE
    if arrays[places.PORT_HURT][base]:
        yield PORT
    if 0 < arrays[places.GUNS_HURT][base] < NO_GUNS:
        yield GUNS


def mend(state: State, base: int, facility: int) -> None:
    """26.2, 31.1 A damaged Level is whole again: what one hit takes."""
    if facility == AIRBASE:
        state.arrays[places.HURT][base] -= 1
        return
    if facility == GUNS:
        hurt, worth = state.arrays[places.GUNS_HURT], row_of(state, "guns").guns
    else:
        at = places.base_hex(state.cells, base)
        row = row_of(state, "port")
        hurt = state.arrays[places.PORT_HURT]
        worth = row.port_major if at >= 0 and construction.port_at(state, at) == "major" else row.port_minor
    hurt[base] = max(hurt[base] - worth, 0)


# -- 38.7 guns -----------------------------------------------------------------------------------------------


def guns_before_damage(state: State, at: int) -> int:
    """38.7 The Strength of the guns that stand in a hex, damaged or not; none where they fell with it."""
    pieces: Pieces = state.rules.pieces
    base, place = base_at(state, at), pieces.atlas.places.get(at)
    if base < 0 or state.arrays[places.GUNS_HURT][base] >= NO_GUNS:
        return 0
    return (place.guns if place else 0) + construction.guns_built(state, at)


def clear_fallen_guns(state: State, at: int, base: int) -> None:
    """38.7 Where guns fell with the hex, those of old do not stand up again beside the new ones."""
    pieces: Pieces = state.rules.pieces
    if state.arrays[places.GUNS_HURT][base] >= NO_GUNS:
        construction.forget(state, at, construction.GUNS)
        place = pieces.atlas.places.get(at)
        state.arrays[places.GUNS_HURT][base] = place.guns if place else 0
