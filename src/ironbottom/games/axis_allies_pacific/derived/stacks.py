"""7.1.1, 7.6.1 The kinds of units in each place, and those that can go somewhere."""

from __future__ import annotations

from itertools import compress

from ironbottom.engine.cache import cached, incremental_list, single_entry
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.restrictions import Branches
from ironbottom.games.axis_allies_pacific.counts import nonzero
from ironbottom.games.axis_allies_pacific.derived.decks import AircraftLandingPlan, most_to_land
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    BOMBER,
    DESTROYER,
    DESTROYER_LOADED,
    FIGHTER,
    FIRST_ZONE,
    GROUND_MASK,
    JAPAN,
    LAND_COUNT,
    PIECES,
    PLACE_COUNT,
    POWERS,
    SHIPS_MASK,
    SUBMERGED,
    TRANSPORTS_MASK,
)
from ironbottom.games.axis_allies_pacific.state import UNITS, Cells


@cached(50_000)
def kinds_in(counts: int) -> int:
    """The kinds of pieces in a stack, as a set."""
    return sum([1 << piece for piece, _ in nonzero(counts)])


def kinds_by_place(cells: Cells, power: int) -> list[int]:
    """The unmoved pieces of a power by place, each as a set."""
    start = UNITS + power * PLACE_COUNT
    return _kinds_of[power](None, cells[start : start + PLACE_COUNT])


def waiting_by_land(power: int, stacks: list[int]) -> list[int]:
    """The ground units among the unmoved pieces of a power, by land."""
    return _waiting_of[power](None, stacks)


def transports_by_zone(power: int, stacks: list[int]) -> list[int]:
    """7.7.2, 7.8.1 The ships among them that carry ground units, by zone."""
    return _transports_of[power](power == JAPAN, stacks)


def _kinds_at(inputs: None, place: int, counts: int) -> int:
    return kinds_in(counts)


def _waiting_at(inputs: None, land: int, kinds: int) -> int:
    return kinds & GROUND


def _transports_at(of_japan: bool, zone: int, kinds: int) -> int:
    return kinds & (TRANSPORT_KINDS_OF_JAPAN if of_japan else TRANSPORT_KINDS)


_kinds_of = tuple(incremental_list(_kinds_at) for _ in POWERS.ids)
_waiting_of = tuple(incremental_list(_waiting_at) for _ in POWERS.ids)
_transports_of = tuple(incremental_list(_transports_at) for _ in POWERS.ids)
GROUND, SHIPS, TRANSPORT_KINDS = kinds_in(GROUND_MASK), kinds_in(SHIPS_MASK), kinds_in(TRANSPORTS_MASK)
TRANSPORT_KINDS_OF_JAPAN = TRANSPORT_KINDS | 1 << DESTROYER | 1 << DESTROYER_LOADED


# -- units that can move -----------------------------------------------------------------------------------

StackInputs = tuple[Figures, bool, int, int, int, int]
"""The inputs common to all stacks in a phase.

They are the figures, whether it is phase 6, zones with enemies, territories held, territories where aircraft may land,
and territories with an air base; the last two are given only where they matter.
"""


def stacks_that_go(power: int, inputs: StackInputs, stacks: list[int]) -> list[int]:
    """7.1.1 The pieces of each stack that can go somewhere, given the kinds in each place."""
    return _stacks_of[power](inputs, stacks)


def movable_pieces(inputs: StackInputs, place: int, kinds: int) -> int:
    """7.1.1 The pieces of a stack that can go somewhere, at a place with these kinds, as a set.

    This assumes that no carrier is needed and that every attack takes place; ``BY_DECK`` marks fighters without a
    territory.
    """
    if not kinds:
        return 0
    figures, noncombat, hostile, held, havens, bases = inputs
    if place < FIRST_ZONE:
        result = ground_goes(figures, place, kinds & GROUND, noncombat, held)
    else:
        result = ships_go(figures, place - FIRST_ZONE, kinds & SHIPS, noncombat, hostile)
    for piece in (FIGHTER, BOMBER):
        if kinds >> piece & 1:
            if not noncombat or lands_elsewhere(figures, place, piece, havens, bases):
                result |= 1 << piece
            elif piece == FIGHTER:
                result |= BY_DECK
    return result


_stacks_of = tuple(incremental_list(movable_pieces) for _ in POWERS.ids)
BY_DECK = 1 << len(PIECES)


def ground_goes(figures: Figures, land: int, kinds: int, noncombat: bool, held: int) -> int:
    """7.1.1, 10.2 AA guns do not move in phase 3; in phase 6, units enter only friendly territories."""
    if noncombat:
        return kinds if figures.by_land[land] & held else 0
    return kinds & ~(1 << AA_GUN) if figures.by_land[land] else 0


def ships_go(figures: Figures, zone: int, kinds: int, noncombat: bool, hostile: int) -> int:
    """10.2 The ships that may enter some adjacent zone; in phase 3, all zones are treated as open."""
    if noncombat and (hostile >> zone & 1 or not figures.by_sea[zone] & ~hostile):
        return 0
    return kinds & ~(1 << SUBMERGED)


# -- fighters that only a carrier can take ----------------------------------------------------------------------------


def has_fighters_without_land(power: int, found: list[int]) -> bool:
    """7.6.1 Whether there are fighters that no territory can take."""
    return _with_fighters_for_decks[power](found)


DeckInputs = tuple[Figures, int, dict[int, int], AircraftLandingPlan | None, list[int]]
"""The figures, friendly air bases, room on carriers by zone, the plan of aircraft in the air that need a carrier, and
the pieces that can go."""


def settled_by_decks(power: int, asked: DeckInputs) -> list[int]:
    """7.6.1 The pieces that can go, with the fighters that find room on a carrier elsewhere."""
    return _settled_by_decks[power](asked)


def _with_room(asked: DeckInputs) -> list[int]:
    figures, bases, room, plan, found = asked
    decks = sum([1 << zone for zone, free in room.items() if free > 0])
    settled = found[:]
    for place, pieces in enumerate(found):
        if pieces >= BY_DECK:
            within = figures.routes.decks(place, steps_in_the_air(figures, place, FIGHTER, bases))
            lands = within & decks & ~(1 << place >> FIRST_ZONE)
            if plan is not None:
                lands = sum([1 << zone for zone in members(lands) if to_spare(figures, plan, place, zone, 1)])
            settled[place] = pieces ^ BY_DECK | (1 << FIGHTER if lands else 0)
    return settled


def to_spare(figures: Figures, plan: AircraftLandingPlan, place: int, zone: int, most: int) -> int:
    """7.4.2 How many unmoved fighters of a place may use carriers of a zone that aircraft in the air need."""
    return most_to_land(figures, plan, zone, place - FIRST_ZONE if place >= FIRST_ZONE else -1, 0, most)


def _any_for_a_deck(found: list[int]) -> bool:
    return max(found) >= BY_DECK


_settled_by_decks = tuple(single_entry(_with_room) for _ in POWERS.ids)
_with_fighters_for_decks = tuple(single_entry(_any_for_a_deck) for _ in POWERS.ids)


def steps_in_the_air(figures: Figures, place: int, piece: int, bases: int) -> int:
    """7.4.1, 7.5.1 The steps of an aircraft that takes off; one more from a friendly air base."""
    return figures.moves[piece] + (place < LAND_COUNT and bases >> place & 1)


def lands_elsewhere(figures: Figures, place: int, piece: int, havens: int, bases: int) -> int:
    """10.1 The territories where an aircraft that has not flown may land in phase 6."""
    left = steps_in_the_air(figures, place, piece, bases)
    lands = figures.routes.landings(place, left, havens, bases)
    return lands & ~(1 << place) if place < LAND_COUNT else lands


# -- branches of the choice -------------------------------------------------------------------------------------------


def group_by_place(power: int, found: list[int]) -> Branches:
    """The places of a power with pieces that can go, each with these pieces."""
    return _branches_of[power](found)


def merge_equal_places(found: list[int]) -> Branches:
    """Combines the places from which the same pieces go into one branch."""
    places_by_pieces: dict[int, int] = {}
    for pieces, place in zip(filter(None, found), compress(EACH_PLACE, found), strict=True):
        places_by_pieces[pieces] = places_by_pieces.get(pieces, 0) | place
    return [(places, ((pieces, ()),)) for pieces, places in places_by_pieces.items()]


EACH_PLACE = tuple(1 << place for place in range(PLACE_COUNT))
_branches_of = tuple(single_entry(merge_equal_places) for _ in POWERS.ids)
