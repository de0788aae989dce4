"""5.5, 19.3, 37.4 The range of air transfers: in one or two legs, onto nearby carriers, and along links off the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ironbottom.engine.cache import CacheDict, cached, cached_by_fingerprint, depends_on
from ironbottom.engine.core import sets
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, transferable_points
from ironbottom.games.war_in_the_pacific.derived.air_bases import within_air_range
from ironbottom.games.war_in_the_pacific.derived.air_capacity import (
    LAND_READ,
    carrier_in_port,
    land_bases,
    room_of,
    roomy,
)
from ironbottom.games.war_in_the_pacific.derived.tables import latest_by_side
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_HEX,
    BASES,
    BOXES,
    CARRIER,
    FIRST_BOX,
    FIRST_DECK,
    FIRST_NEW,
    FORCES,
    NEW_BASES,
    TRAININGS,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.state_types import State

TO_DECK = 12
"""5.5 The Movement Points within which a carrier at sea takes points from a base."""
BOX_LINKS = {
    "alaska": ("dutch_harbor", "umnak", "canada"),
    "canada": ("alaska", "west_coast_usa"),
    "west_coast_usa": ("canada",),
}
"""37.4 The places linked with each box for transfers."""
HEX_OF = {"dutch_harbor": "F2401", "umnak": "F2302"}
_linked = {
    FIRST_BOX + BOXES.index[box]: [
        BASES.index[HEX_OF[to]] if to in HEX_OF else FIRST_BOX + BOXES.index[to] for to in links
    ]
    for box, links in BOX_LINKS.items()
}
_places = [BASES.index[hex] for hex in HEX_OF.values()]
LINKS: dict[int, list[int]] = {
    **_linked,
    **{place: [box for box, links in _linked.items() if place in links] for place in _places},
}


@cached(128)
def transfer_legs(pieces: Pieces, scenario: int, hexes: tuple[int, ...], mp: int) -> Mapping[int, frozenset[int]]:
    """5.5 For each of the given hexes, the other hexes within one leg of a transfer range."""
    return {hex: frozenset(leg(pieces, scenario, hex, hexes, mp)) for hex in hexes}


def leg(pieces: Pieces, scenario: int, start: int, hexes: Iterable[int], mp: int) -> list[int]:
    """5.5 The hexes, among the given hexes, within one leg of a transfer range from another hex."""
    costs = pieces.ferrying(start, mp, scenario)
    return [to for to in hexes if costs.get(to, mp + 1) <= mp]


class BasesAshore(NamedTuple):
    """5.5 The land bases of a side, with their hexes ascending, and the hexes where points may stop on the way."""

    bases: tuple[tuple[int, int], ...]
    stops: frozenset[int]


@cached(64)
def in_two_legs(pieces: Pieces, scenario: int, ashore: BasesAshore, mp: int) -> CacheDict[int, frozenset[int]]:
    """5.5, 5.4 For each hex, the hexes of bases within one or two legs, including itself."""
    hexes = tuple([hex for hex, _ in ashore.bases])

    def hops(start: int) -> frozenset[int]:
        one = transfer_legs(pieces, scenario, hexes, mp)
        near = one[start] if start in one else frozenset(leg(pieces, scenario, start, hexes, mp))
        return near.union(*[one[via] for via in near & ashore.stops], {start})

    return CacheDict(hops, len(GRID))


@cached(64)
def one_leg(pieces: Pieces, scenario: int, sites: tuple[tuple[int, int], ...], mp: int) -> CacheDict[int, int]:
    """5.5 For each hex, the bases of either side within one leg of a transfer range, as bits.

    The bases of the hex itself are included, since a carrier may be there.
    """

    def reached(start: int) -> int:
        costs = pieces.ferrying(start, mp, scenario)
        return sum([1 << base for hex, base in sites if hex == start or costs.get(hex, mp + 1) <= mp])

    return CacheDict(reached, len(GRID))


@cached(8)
def printed_sites(pieces: Pieces, scenario: int) -> tuple[tuple[int, int], ...]:
    """3.51, 5.4 The hexes in play with a base on the map, each with its base."""
    opened = pieces.in_play(scenario)
    return tuple([(hex, base) for base, hex in enumerate(BASE_HEX[:FIRST_NEW]) if hex >= 0 and opened[hex]])


class TransferLegs(NamedTuple):
    """5.5 By hex, the land bases within one leg, printed and built; as bits, the bases of a side, and the possible
    stops.
    """

    printed: CacheDict[int, int]
    built: CacheDict[int, int]
    hexes: dict[int, int]
    """The hexes of the side's bases where points may stop on the way."""
    own: int
    stops: int

    def reached(self, start: int) -> int:
        """5.5, 5.4 The bases within one or two legs of a hex, as bits."""
        printed, built, hexes = self.printed, self.built, self.hexes
        result = printed[start] | built[start]
        for via in sets.iterate(result & self.stops):
            result |= printed[hexes[via]] | built[hexes[via]]
        return result & self.own


WITHIN_READ = depends_on(
    *(layout.LEVEL, layout.HURT, layout.SHIP_AT),
    cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES), (layout.FORCE_AT, len(FORCES))],
    also=air_bases.land_base_inputs,
)
_DECK_READ = depends_on(layout.SHIP_AT, cells=[(layout.SCENARIO, 1), (layout.FORCE_AT, len(FORCES))])


def transfer_destinations(state: State, side: int, base: int, stack: int) -> list[int]:
    """5.5, 19.3, 37.4 The bases to which points of a stack may transfer, with room."""
    water = air_bases.on_water(state.rules.pieces, stack)
    return [to for to in within_transfer(state, side, base, stack) if room_of(state, to, water)]


@cached_by_fingerprint(WITHIN_READ)
def within_transfer(state: State, side: int, base: int, stack: int) -> list[int]:
    """5.5, 19.3, 37.4 The bases to which points of a stack may transfer, ignoring room."""
    result = [to for to in LINKS.get(base, []) if air_bases.owner(state, to) == side]
    start = air_bases.where(state, base)
    if start >= 0:
        lands, mp = land_bases(state, side), state.rules.pieces.air[stack // len(TRAININGS)].transfer_mp
        hexes = two_legs(state, side, mp, air_bases.on_water(state.rules.pieces, stack))[start]
        result += [lands[hex] for hex in hexes if hex in lands]
        decks = [*decks_near(state, side, start), *decks_in_port(state, side, hexes)]
        result += [to for to in decks if to != base and may_board_carrier(state, to, stack)]
    closed = layout.scenario(state).closed_to_points(state, side, base)
    return [to for to in dict.fromkeys(result) if to != base and not is_closed(state, to, closed)]


def is_closed(state: State, to: int, closed: frozenset[int]) -> bool:
    """Whether a base on land is in one of the given hexes."""
    return bool(closed) and to < FIRST_DECK and air_bases.where(state, to) in closed


@cached_by_fingerprint(LAND_READ)
def two_legs(state: State, side: int, mp: int, water: bool) -> CacheDict[int, frozenset[int]]:
    """5.5, 5.4, 5.41 For each hex, the hexes of a side's bases within one or two legs of a transfer range.

    Points stop on the way only where they could be based: at an undamaged Level or, for flying boats, on water. The hex
    itself is included, since a carrier may be there.
    """
    return in_two_legs(state.rules.pieces, state.cells[layout.SCENARIO], ashore(state, side, water), mp)


@cached_by_fingerprint(LAND_READ)
def legs_of_side(state: State, side: int, mp: int, water: bool) -> TransferLegs:
    """5.5 The bases of a side within a transfer range, as bits."""
    pieces, scenario, land = state.rules.pieces, state.cells[layout.SCENARIO], ashore(state, side, water)
    hexes = {base: hex for hex, base in land.bases if hex in land.stops}
    new = tuple([(hex, base) for hex, base in land.bases if base >= FIRST_NEW])
    legs = [one_leg(pieces, scenario, sites, mp) for sites in (printed_sites(pieces, scenario), new)]
    own, stops = (sum([1 << base for base in bases]) for bases in ([base for _, base in land.bases], hexes))
    return TransferLegs(legs[0], legs[1], hexes, own, stops)


@cached_by_fingerprint(LAND_READ)
def ashore(state: State, side: int, water: bool) -> BasesAshore:
    """5.4, 5.41 The land bases of a side, and those where points, or flying boats, may stop on the way."""
    lands = land_bases(state, side)
    stops = [hex for hex, base in lands.items() if air_bases.base_capacity(state, base, water=water)]
    return BasesAshore(tuple(sorted(lands.items())), frozenset(stops))


def in_transfer(state: State, side: int, base: int, stack: int) -> int:
    """5.5, 19.3, 37.4 The bases to which points may transfer, as bits: land bases by range, carriers by the points that
    may board.
    """
    result = sum([1 << to for to in LINKS.get(base, ()) if air_bases.owner(state, to) == side])
    start = air_bases.where(state, base)
    if start >= 0:
        pieces = state.rules.pieces
        water, mp = air_bases.on_water(pieces, stack), pieces.air[stack // len(TRAININGS)].transfer_mp
        result |= legs_of_side(state, side, mp, water).reached(start)
        if not water:
            every, in_port = decks_from(state, side, start)
            result |= every if stack % len(TRAININGS) == CARRIER else in_port
            result |= carriers_in_port_near(state, side, start, mp)
    closed = layout.scenario(state).closed_to_points(state, side, base)
    if closed:
        result = sum([1 << to for to in sets.iterate(result) if not is_closed(state, to, closed)])
    return result & ~(1 << base)


@cached_by_fingerprint(_DECK_READ, maxsize=4 * len(BASES))
def decks_from(state: State, side: int, start: int) -> tuple[int, int]:
    """5.5, 19.3 The carriers near a hex, as bits, and those in port, which all points except flying boats may board."""
    decks = decks_near(state, side, start)
    return sum([1 << deck for deck in decks]), sum([1 << deck for deck in decks if carrier_in_port(state, deck)])


@cached_by_fingerprint(_DECK_READ, maxsize=4 * len(BASES))
def decks_near(state: State, side: int, start: int) -> list[int]:
    """5.5 The carriers of a side within twelve Movement Points of a hex."""
    result = []
    for deck in range(FIRST_DECK, len(BASES)):
        if air_bases.owner(state, deck) == side:
            hex = air_bases.where(state, deck)
            if hex >= 0 and within_air_range(state, start, hex, TO_DECK):
                result.append(deck)
    return result


@cached_by_fingerprint(WITHIN_READ, maxsize=4 * len(BASES))
def carriers_in_port_near(state: State, side: int, start: int, mp: int) -> int:
    """5.5, 19.3 The carriers in port within a transfer range of a hex, as bits."""
    if not carriers_in_port(state, side):
        return 0
    return sum([1 << deck for deck in decks_in_port(state, side, two_legs(state, side, mp, False)[start])])


def decks_in_port(state: State, side: int, hexes: frozenset[int]) -> list[int]:
    """5.5, 19.3 The carriers of a side in port, outside any force, in the given hexes at any distance."""
    return [deck for deck in carriers_in_port(state, side) if air_bases.where(state, deck) in hexes]


@cached_by_fingerprint(_DECK_READ)
def carriers_in_port(state: State, side: int) -> list[int]:
    """19.3 The carriers of a side in port, outside any force."""
    own = [deck for deck in range(FIRST_DECK, len(BASES)) if air_bases.owner(state, deck) == side]
    return [deck for deck in own if carrier_in_port(state, deck)]


def may_board_carrier(state: State, deck: int, stack: int) -> bool:
    """5.11, 19.3, 19.4 Whether points may board: carrier-trained points may, and other points as cargo in port."""
    pieces = state.rules.pieces
    if air_bases.on_water(pieces, stack):
        return False
    return stack % len(TRAININGS) == CARRIER or carrier_in_port(state, deck)


@cached_by_fingerprint(LAND_READ)
def bases_in_range(state: State, side: int, over: int, reach: int) -> list[int]:
    """5.6 The land bases of a side within range of a hex."""
    return [base for hex, base in land_bases(state, side).items() if within_air_range(state, over, hex, reach)]


@cached_by_fingerprint(LAND_READ)
def in_reach_as_bits(state: State, side: int, over: int, reach: int) -> int:
    """5.6 The land bases of a side within range of a hex, as bits."""
    return sum([1 << base for base in bases_in_range(state, side, over, reach)])


def _none_near(read: object) -> dict[tuple[int, int], int]:
    return {}


_near = latest_by_side(_none_near)
"""5.5 The bases within transfer range of each stack, while the inputs stay the same: every transfer asks for all of
them.
"""
_going = latest_by_side(_none_near)
"""5.5 The free stacks at each base that have another base with room, while the inputs stay the same."""


def bases_by_stacks(state: State, side: int) -> dict[int, int]:
    """5.4, 5.5 The bases whose points may transfer, as bits, given the stacks there that may."""
    read, room, result = WITHIN_READ(state), roomy(state, side), dict[int, int]()
    near, going = _near[side](read), _going[side]((read, room))
    for key in transferable_points.stacks_by_base(state, side).items():
        stacks = going.get(key)
        if stacks is None:
            stacks = going[key] = _those_that_go(state, side, near, room, *key)
        if stacks:
            result[stacks] = result.get(stacks, 0) | 1 << key[0]
    return result


def _those_that_go(
    state: State, side: int, near: dict[tuple[int, int], int], room: list[int], base: int, free: int
) -> int:
    """5.5 The stacks, among the given ones at a base, that have another base in range with room, as bits."""
    pieces, result = state.rules.pieces, 0
    for stack in sets.iterate(free):
        bases = near.get((base, stack))
        if bases is None:
            bases = near[base, stack] = in_transfer(state, side, base, stack)
        if bases & room[air_bases.on_water(pieces, stack)]:
            result |= 1 << stack
    return result
