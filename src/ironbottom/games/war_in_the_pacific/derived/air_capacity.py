"""5.4, 19.1, 19.3 The remaining room for air points at bases and on carriers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, air_points
from ironbottom.games.war_in_the_pacific.derived.tables import tables_by_side
from ironbottom.games.war_in_the_pacific.pieces import (
    BASES,
    DECKS,
    FIRST_BOX,
    FIRST_DECK,
    FORCES,
    IN_FORCE,
    NEW_BASES,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.state_types import State

FERRIED = 2
"""19.3 In port, a carrier can hold this many times its Air Capacity, as cargo."""
LAND_READ = depends_on(
    *(layout.LEVEL, layout.HURT),
    cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)],
    also=air_bases.land_base_inputs,
)
_ROOM_READ = depends_on(
    *(layout.LEVEL, layout.HURT, layout.SHIP_AT, layout.DECK_SHUT, layout.DAMAGE),
    cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES), (layout.FORCE_AT, len(FORCES))],
    also=air_bases.land_base_inputs,
)
_ROOM_AND_POINTS_READ = depends_on(layout.AIR, also=_ROOM_READ)


@cached_by_fingerprint(LAND_READ)
def land_bases(state: State, side: int) -> dict[int, int]:
    """5.4 The land bases of a side that can hold points, by hex."""
    result = {}
    for base in range(FIRST_BOX):
        mine = air_bases.owner(state, base) == side and air_bases.open_to_landing(state, base)
        if mine and air_bases.points_known_of(state, base):
            result[air_bases.where(state, base)] = base
    return result


def carrier_in_port(state: State, deck: int) -> bool:
    """19.3 Whether a carrier is in port outside any force."""
    return 0 <= state.arrays[layout.SHIP_AT][DECKS[deck - FIRST_DECK]] < IN_FORCE


def room_for_points(state: State, base: int, stack: int, *, water: bool) -> int:
    """5.4, 19.1, 19.3 The room of a base for points of a stack; a carrier in port holds twice its capacity."""
    return room_of(state, base, water)


@cached_by_fingerprint(
    depends_on(
        *(layout.AIR, layout.LEVEL, layout.HURT, layout.SHIP_AT, layout.DECK_SHUT, layout.DAMAGE),
        cells=[(layout.NEW_BASE_AT, NEW_BASES)],
        also=air_bases.forces_by_hex,
    )
)
def room_of(state: State, base: int, water: bool) -> int:
    """5.4, 19.1, 19.3 The room of a base for flying boats and float planes (``water``), or for other points."""
    if base >= FIRST_DECK and carrier_in_port(state, base):
        most = FERRIED * air_bases.base_capacity(state, base)
        return max(most - layout.points_at(state.arrays, base), 0)
    return air_bases.capacity_left(state, base, water=water)


@cached_by_fingerprint(_ROOM_READ)
def bases_with_capacity(state: State, side: int, water: bool) -> list[tuple[int, int]]:
    """5.4, 19.1, 19.3 The bases of a side that can hold points, with their capacities."""
    ashore = [*land_bases(state, side).values(), *(base for base in range(FIRST_BOX, FIRST_DECK))]
    result = [
        (to, air_bases.base_capacity(state, to, water=water)) for to in ashore if air_bases.owner(state, to) == side
    ]
    for deck in range(FIRST_DECK, len(BASES)):
        if air_bases.owner(state, deck) == side and air_bases.where(state, deck) >= 0:
            if carrier_in_port(state, deck):
                result.append((deck, FERRIED * air_bases.base_capacity(state, deck)))
            elif air_bases.operates(state, deck):
                result.append((deck, air_bases.base_capacity(state, deck, water=water)))
    return [(to, most) for to, most in result if most > 0]


class CapacityInputs(NamedTuple):
    """5.4, 19.1, 19.3 The bases of a side that can hold points, with their capacities; those for flying boats are
    separate.
    """

    pieces: Pieces
    water: bool
    most: dict[int, int]
    bases: int
    """The bases as bits."""


@cached_by_fingerprint(_ROOM_READ)
def taking(state: State, side: int) -> list[CapacityInputs]:
    """5.4, 19.1, 19.3 The bases of a side that can hold points, then those that can hold flying boats."""
    result = []
    for water in (False, True):
        most = dict(bases_with_capacity(state, side, water))
        result.append(CapacityInputs(state.rules.pieces, water, most, sum([1 << to for to in most])))
    return result


class RoomLeft(NamedTuple):
    """5.4 The room of bases that have points, and the full bases, as bits."""

    points: dict[int, int]
    filled: int


def _left_there(bearing: CapacityInputs, base: int, here: bytes) -> int | None:
    """5.4 The room of a base, from the points there."""
    most = bearing.most.get(base, 0)
    return max(most - air_bases.points_in(bearing.pieces, here, base, water=bearing.water), 0) if most else None


def _with_filled(found: dict[int, int]) -> RoomLeft:
    return RoomLeft(found, sum([1 << base for base, left in found.items() if not left]))


_left = [tables_by_side(_left_there, _with_filled) for _ in (False, True)]


@cached_by_fingerprint(_ROOM_AND_POINTS_READ)
def room_by_base(state: State, side: int) -> list[RoomLeft]:
    """5.4, 19.1, 19.3 The room of a side's bases, then their room for flying boats."""
    points = air_points.points_by_base(state)
    return [_left[able.water][side](able, points) for able in taking(state, side)]


def roomy(state: State, side: int) -> list[int]:
    """5.4, 19.1, 19.3 The bases, as bits, with room for at least one point; then those with room for flying boats."""
    able, left = taking(state, side), room_by_base(state, side)
    return [each.bases & ~here.filled for each, here in zip(able, left, strict=True)]


def room_of_each(state: State, side: int, water: bool) -> Callable[[int], int]:
    """5.4, 19.1, 19.3 The room of each base of a side."""
    most, left = taking(state, side)[water].most, room_by_base(state, side)[water].points
    return lambda base: left[base] if base in left else most.get(base, 0)
