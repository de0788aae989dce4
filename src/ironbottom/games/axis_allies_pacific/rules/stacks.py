"""7.1.1 Which stacks of a phase of movement can go: place by place, asked anew only where a stack has changed."""

from __future__ import annotations

from itertools import compress, count
from operator import ne
from typing import NamedTuple

from ironbottom.engine.memo import following, item_by_item, latest, memo
from ironbottom.engine.tallied import Tallied
from ironbottom.games.axis_allies_pacific.counts import each
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    BOMBER,
    CARRIER,
    DESTROYER,
    DESTROYER_LOADED,
    FIGHTER,
    FIRST_ZONE,
    GROUND_MASK,
    LAND_COUNT,
    PIECES,
    PLACE_COUNT,
    POWERS,
    SHIPS_MASK,
    SUBMERGED,
    TRANSPORTS_MASK,
)
from ironbottom.games.axis_allies_pacific.rules.reach import Figures
from ironbottom.games.axis_allies_pacific.state import UNITS, Cells

# -- the kinds in each stack ----------------------------------------------------------------------------------------


@memo(50_000)
def kinds_in(counts: int) -> int:
    """The pieces in a stack, as a set."""
    return sum([1 << piece for piece, _ in each(counts)])


GROUND, SHIPS, TRANSPORT_KINDS = kinds_in(GROUND_MASK), kinds_in(SHIPS_MASK), kinds_in(TRANSPORTS_MASK)
TROOPERS_OF_JAPAN = TRANSPORT_KINDS | 1 << DESTROYER | 1 << DESTROYER_LOADED


class Unmoved(NamedTuple):
    """The units of a power that have not acted, land by land and zone by zone: counts, then the pieces as sets."""

    on_land: list[int]
    at_sea: list[int]
    lands: list[int]
    zones: list[int]


def stacks_of(cells: Cells, power: int) -> Unmoved:
    """The units of a power that have not acted; its lists of pieces are the same objects while they are unchanged."""
    start = UNITS + power * PLACE_COUNT
    on_land, at_sea = cells[start : start + LAND_COUNT], cells[start + LAND_COUNT : start + PLACE_COUNT]
    return Unmoved(on_land, at_sea, _kinds_on_land[power](None, on_land), _kinds_at_sea[power](None, at_sea))


def _kinds_at(bearing: None, place: int, counts: int) -> int:
    return kinds_in(counts)


_kinds_on_land = tuple(item_by_item(_kinds_at) for _ in POWERS.ids)
_kinds_at_sea = tuple(item_by_item(_kinds_at) for _ in POWERS.ids)


# -- which of them go somewhere -------------------------------------------------------------------------------------


class Standpoint(NamedTuple):
    """What bears on all stacks alike throughout a phase: zones with enemies, lands held, those where aircraft land.

    ``havens`` and ``bases`` are lands where aircraft may land, and those with an air base, as far as they matter.
    """

    regroups: bool
    hostile: int
    held: int
    havens: int
    bases: int


class Going(NamedTuple):
    """The pieces that can go somewhere, as sets: land by land, and zone by zone."""

    lands: list[int]
    zones: list[int]


def going_of(power: int, bounds: tuple[Figures, Standpoint], stacks: Unmoved) -> Going:
    """The pieces of a power that can go, as if no carrier were needed and every attack met."""
    return Going(_going_on_land[power](bounds, stacks.lands), _going_at_sea[power](bounds, stacks.zones))


def stack_goes(bearing: tuple[Figures, Standpoint], place: int, kinds: int) -> int:
    """7.1.1 The pieces of a stack, at a place with these kinds, that can go somewhere, as a set.

    As if no carrier were needed and every attack met; ``BY_DECK`` beside fighters that no land can take.
    """
    if not kinds:
        return 0
    figures, bounds = bearing
    if place < FIRST_ZONE:
        found = ground_goes(figures, place, kinds & GROUND, bounds)
    else:
        found = ships_go(figures, place - FIRST_ZONE, kinds & SHIPS, bounds)
    for piece in (FIGHTER, BOMBER):
        if kinds >> piece & 1:
            if not bounds.regroups or lands_elsewhere(figures, place, piece, bounds):
                found |= 1 << piece
            elif piece == FIGHTER:
                found |= BY_DECK
    return found


def _zone_goes(bearing: tuple[Figures, Standpoint], zone: int, kinds: int) -> int:
    return stack_goes(bearing, FIRST_ZONE + zone, kinds)


_going_on_land = tuple(item_by_item(stack_goes) for _ in POWERS.ids)
_going_at_sea = tuple(item_by_item(_zone_goes) for _ in POWERS.ids)
BY_DECK = 1 << len(PIECES)


def ground_goes(figures: Figures, land: int, kinds: int, bounds: Standpoint) -> int:
    """7.1.1, 10.2 AA guns stay in phase 3; in phase 6 only friendly lands are entered."""
    if bounds.regroups:
        return kinds if figures.by_land[land] & bounds.held else 0
    return kinds & ~(1 << AA_GUN) if figures.by_land[land] else 0


def ships_go(figures: Figures, zone: int, kinds: int, bounds: Standpoint) -> int:
    """10.2 The ships that may enter some zone next to theirs; in phase 3 as if all were open."""
    if bounds.regroups and (bounds.hostile >> zone & 1 or not figures.by_sea[zone] & ~bounds.hostile):
        return 0
    return kinds & ~(1 << SUBMERGED)


def steps_in_the_air(figures: Figures, place: int, piece: int, bases: int) -> int:
    """7.4.1, 7.5.1 The steps of an aircraft that takes off, one more from a friendly air base."""
    return figures.moves[piece] + (place < LAND_COUNT and bases >> place & 1)


def lands_elsewhere(figures: Figures, place: int, piece: int, bounds: Standpoint) -> int:
    """10.1 The lands where an aircraft that has not flown may land in phase 6."""
    left = steps_in_the_air(figures, place, piece, bounds.bases)
    lands = figures.ways.landings(place, left, bounds.havens, bounds.bases)
    return lands & ~(1 << place) if place < LAND_COUNT else lands


# -- fighters that only a deck can take (7.6.1) ---------------------------------------------------------------------


def with_decks(power: int, figures: Figures, bases: int, room: dict[int, int], going: Going) -> Going:
    """7.6.1 The same, with the fighters that find room on a deck elsewhere."""
    return _settled_by_decks[power]((figures, bases, room, going))


def any_for_a_deck(power: int, going: Going) -> bool:
    """Whether there are fighters that only a deck can take."""
    return _land_for_a_deck[power](going.lands) or _sea_for_a_deck[power](going.zones)


def _with_room(asked: tuple[Figures, int, dict[int, int], Going]) -> Going:
    figures, bases, room, going = asked
    decks = sum([1 << zone for zone, free in room.items() if free > 0])

    def settled(pieces: int, place: int) -> int:
        if pieces < BY_DECK:
            return pieces
        within = figures.ways.decks(place, steps_in_the_air(figures, place, FIGHTER, bases))
        lands = within & decks & ~(1 << place >> FIRST_ZONE)
        return pieces ^ BY_DECK | (1 << FIGHTER if lands else 0)

    return Going(
        [settled(pieces, place) for place, pieces in enumerate(going.lands)],
        [settled(pieces, place) for place, pieces in enumerate(going.zones, FIRST_ZONE)],
    )


def _any_for_a_deck(found: list[int]) -> bool:
    return max(found) >= BY_DECK


_settled_by_decks = tuple(latest(_with_room) for _ in POWERS.ids)
_land_for_a_deck = tuple(latest(_any_for_a_deck) for _ in POWERS.ids)
_sea_for_a_deck = tuple(latest(_any_for_a_deck) for _ in POWERS.ids)


# -- ships that may not (7.1.4, 7.4.2) ------------------------------------------------------------------------------


def less_those_held(power: int, figures: Figures, zones: list[int], shut: int, stuck: int, bound: int) -> list[int]:
    """The ships that go, zone by zone, without those that must stay.

    ``shut`` are zones that ships without an attack cannot leave, ``stuck`` those that the last attackers cannot, and
    ``bound`` those that carriers cannot.
    """
    return _less_those_held[power]((figures, zones, shut, stuck, bound))


def _staying(asked: tuple[Figures, list[int], int, int, int]) -> list[int]:
    figures, zones, *held = asked
    attackers = kinds_in(figures.sea_attackers)
    found = zones[:]
    for which, free in zip(held, (attackers | ~SHIPS, ~(attackers & SHIPS), ~(1 << CARRIER)), strict=True):
        for zone, pieces in enumerate(found):
            if which >> zone & 1:
                found[zone] = pieces & free
    return found


_less_those_held = tuple(latest(_staying) for _ in POWERS.ids)


# -- all of them as branches ----------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """Branches, and by the pieces that go: the first place, the branch of all such places, how many choices it has."""

    branches: Tallied
    entries: dict[int, Entry]


Entry = tuple[int, tuple[int, tuple[tuple[int, tuple[()]]]], int]


def branches_of(power: int, going: Going) -> Tallied:
    """Every stack that can go; the places from which the same pieces go are one branch."""
    return _branches_of[power](going).branches


def _drawn(going: Going, before: Going | None, found: Drawn | None) -> Drawn:
    """The same as found before, but for the places that have changed since."""
    nothing = Going([0] * len(going.lands), [0] * len(going.zones))
    old, entries = (nothing, {}) if before is None or found is None else (before, found.entries.copy())
    for first, was, now in ((0, old.lands, going.lands), (FIRST_ZONE, old.zones, going.zones)):
        if was is not now:
            for at in compress(count(), map(ne, was, now)):
                place = 1 << first + at
                _put(entries, was[at], place)
                _put(entries, now[at], place)
    rows = sorted(entries.values())
    return Drawn(Tallied([row[1] for row in rows], [row[2] for row in rows]), entries)


def _put(entries: dict[int, Entry], pieces: int, place: int) -> None:
    """Adds a place to those from which these pieces go, or takes it away."""
    if not pieces:
        return
    known = entries.get(pieces)
    places = known[1][0] ^ place if known else place
    if places:
        entries[pieces] = (
            places & -places,
            (places, ((pieces, ()),)),
            places.bit_count() * pieces.bit_count(),
        )
    else:
        del entries[pieces]


_branches_of = tuple(following(_drawn) for _ in POWERS.ids)
