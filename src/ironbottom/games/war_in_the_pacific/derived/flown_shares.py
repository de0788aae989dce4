"""5.3, 5.9 Each headquarters' share of the air points that flew in a Game-Turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ironbottom.engine.cache import Fingerprint, cached_by_fingerprint_per_key, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties
from ironbottom.games.war_in_the_pacific.pieces import FORCES, NEW_BASES, OF_FORCE, SIDES
from ironbottom.games.war_in_the_pacific.state_types import State


class FlownShare(NamedTuple):
    """5.3, 5.9 A headquarters' share of a stack: the points that flew, and those that transferred."""

    command: int
    base: int
    stack: int
    flew: int
    moved: int


def shares(state: State, side: int) -> Iterator[FlownShare]:
    """5.3, 5.9 The points of each headquarters that flew; no more points of a stack count than the headquarters has
    room for.
    """
    flown, moved = (state.arrays[block] for block in flight_duties.COUNTED)
    for base, stack, command, served in air_bases.commands(state, side):
        here = base * air_bases.STACK_COUNT + stack
        if command < OF_FORCE and flown[here]:
            yield FlownShare(command, base, stack, min(flown[here], served), min(moved[here], served))


def _flown_reads(side: int) -> Fingerprint:
    return depends_on(
        *(layout.AIR, *flight_duties.COUNTED, layout.CONTROL, layout.SHIP_AT),
        cells=[(layout.NEW_BASE_AT, NEW_BASES), (layout.FORCE_AT, len(FORCES))],
        also=lambda state: air_bases.headquarters(state, side),
    )


@cached_by_fingerprint_per_key([_flown_reads(side) for side in range(len(SIDES))])
def flown_of(state: State, side: int) -> dict[int, dict[tuple[int, int], int]]:
    """5.9 For each headquarters, the points of its stacks that flew in this Game-Turn, transfers counted twice."""
    result: dict[int, dict[tuple[int, int], int]] = {}
    for share in shares(state, side):
        result.setdefault(share.command, {})[share.base, share.stack] = share.flew + share.moved
    return result


def points_of_headquarters(state: State, side: int) -> dict[int, int]:
    """28.2 For each headquarters, the number of its points that flew in this Game-Turn, each counted once."""
    result: dict[int, int] = {}
    for share in shares(state, side):
        result[share.command] = result.get(share.command, 0) + share.flew
    return result
