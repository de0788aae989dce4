"""2.51 The carriers in the same port, and the points that their decks may exchange or take."""

from __future__ import annotations

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on
from ironbottom.engine.rules.restrictions import Branches
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import DECK_OF, SIDE_OF_SHIP
from ironbottom.games.war_in_the_pacific.state_types import State


@cached_by_fingerprint(depends_on(layout.SHIP_AT))
def decks_beside(state: State, side: int) -> dict[int, list[int]]:
    """2.51 For each carrier of a side, the other carriers in the same port or box."""
    decks = [(ship, base) for ship, base in DECK_OF.items() if SIDE_OF_SHIP[ship] == side]
    positions = state.arrays[layout.SHIP_AT]
    return {
        base: [other for beside, other in decks if other != base and positions[beside] == positions[ship]]
        for ship, base in decks
        if positions[ship] >= 0
    }


@cached_by_fingerprint(depends_on(layout.SHIP_AT))
def carriers_by_place(state: State, side: int) -> list[tuple[int, ...]]:
    """2.51 The carriers of a side that are with other carriers, place by place."""
    result = [tuple(sorted((deck, *others))) for deck, others in decks_beside(state, side).items() if others]
    return list(dict.fromkeys(result))


@cached(1024)
def exchanges_among(decks: tuple[tuple[int, int], ...]) -> Branches:
    """2.51 The exchanges between the carriers at one place: any stack for a different stack."""
    result: dict[Branches, int] = {}
    for deck, own in decks:
        others = 0
        for beside, theirs in decks:
            others |= theirs if beside != deck else 0
        able = own if others & (others - 1) else own & ~others
        if able and others:
            after: Branches = ((able, ()),)
            result[after] = result.get(after, 0) | 1 << deck
    return _branches(result)


@cached(1024)
def restowals_among(decks: tuple[tuple[int, int], ...], with_more: int) -> Branches:
    """2.51, 19.1 The moves of the carriers at one place, from the stacks aboard each and those with room."""
    result: dict[Branches, int] = {}
    for deck, own in decks:
        to = with_more & ~(1 << deck)
        if own and to:
            after = ((own, ((to, ()),)),)
            result[after] = result.get(after, 0) | 1 << deck
    return _branches(result)


def _branches(groups: dict[Branches, int]) -> Branches:
    return tuple([(members, after) for after, members in groups.items()])
