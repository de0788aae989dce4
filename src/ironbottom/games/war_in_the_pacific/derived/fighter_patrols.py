"""6.2 The hexes and Task Forces that fighters of a base may patrol over, within half their range."""

from __future__ import annotations

from ironbottom.engine.cache import cached, cached_by_fingerprint
from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import Members
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.air_bases import within_air_range
from ironbottom.games.war_in_the_pacific.derived.force_movement import has_ships
from ironbottom.games.war_in_the_pacific.derived.search_reach import SEARCH_READS, weather
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import formed
from ironbottom.games.war_in_the_pacific.pieces import FARTHEST, FIRST_DECK, FORCES, HEXES, Pieces


@cached_by_fingerprint(SEARCH_READS)
def patrolled(state: State, side: int, base: int, kind: int) -> Members:
    """6.2, 8.6, 3.51 The hexes that fighters may patrol: their base's, and their side's named hexes within half
    range.
    """
    pieces: Pieces = state.rules.pieces
    control, start, scenario = state.arrays[places.CONTROL], air_bases.where(state, base), state.cells[places.SCENARIO]
    if start < 0:
        return 0
    half = pieces.air[kind].range_mp // 2
    found = [start] if base < FIRST_DECK else []
    found += [at for at in places_near(pieces, start, half, scenario) if control[at] == side]
    return sets.from_iterable([at for at in found if weather(state, at) != "storm"], len(HEXES))


@cached(4096)
def places_near(pieces: Pieces, start: int, most: int, scenario: int) -> tuple[int, ...]:
    """3.3, 3.51, 6.2 The named hexes in play within this many Movement Points by air."""
    near, opened = pieces.flying_as_far(start, most, scenario), pieces.on_sections(scenario)
    return tuple([at for at in pieces.atlas.places if opened[at] and near.get(at, FARTHEST + 1) <= most])


@cached_by_fingerprint(SEARCH_READS)
def near_forces(state: State, side: int, base: int, kind: int) -> Members:
    """6.2, 8.6 The side's Task Forces within half the range of fighters at a base, not in a storm."""
    pieces: Pieces = state.rules.pieces
    start, half = air_bases.where(state, base), pieces.air[kind].range_mp // 2
    found = []
    for force in formed(state, side):
        at = state.cells[places.FORCE_AT + force]
        if has_ships(state, force) and within_air_range(state, start, at, half) and weather(state, at) != "storm":
            found.append(force)
    return sets.from_iterable(found, len(FORCES))
