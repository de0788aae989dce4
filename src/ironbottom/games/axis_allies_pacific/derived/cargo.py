"""7.7.1 to 7.7.7, 7.8.1 Cargo: the units that ships can load, and the parts of their loads that may go ashore.

A function that caches its latest value takes its inputs as one tuple.
"""

from __future__ import annotations

from ironbottom.engine.cache import cached, single_entry
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.restrictions import Branches
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.derived.stacks import kinds_in
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    ALLIED_LANDINGS_OF,
    DESTROYER,
    DESTROYER_LOADED,
    FIRST_ZONE,
    LANDING,
    LANDINGS_OF,
    LOADS,
    OWN_FREIGHT,
    PART_OF,
    TRANSPORTS,
    TRANSPORTS_MASK,
    UnitsInMovement,
)

# -- ships at hand -----------------------------------------------------------------------------------------------------


@single_entry
def ships_at_hand(asked: tuple[list[int], tuple[UnitsInMovement, ...], list[int], int]) -> dict[int, int]:
    """7.7.2, 7.3.4 By zone, the unmoved ships, those that have moved, and those that left enemies, as a set."""
    fleets, afloat, escaped, wanted = asked
    result = {zone: kinds for zone, kinds in enumerate(fleets) if kinds}
    for row in afloat:
        if wanted >> row.piece & 1:
            zone = row.place - FIRST_ZONE
            result[zone] = result.get(zone, 0) | 1 << row.piece
    if any(escaped):
        for zone, counts in enumerate(escaped):
            if ships := kinds_in(counts) & wanted:
                result[zone] = result.get(zone, 0) | ships
    return dict(sorted(result.items()))  # zone by zone, since tables that differ only in order are treated as equal


@single_entry
def ships_free_to_load(asked: tuple[list[int], list[int], int]) -> dict[int, int]:
    """7.7.7 By zone without enemies, an ally's transports that have not unloaded this turn, as a set."""
    fleets, unloaded, free = asked
    return {
        zone: kinds_in((counts & TRANSPORTS_MASK) - unloaded[zone])
        for zone, counts in enumerate(fleets)
        if counts & TRANSPORTS_MASK and free >> zone & 1
    }


def free_of_enemies(asked: tuple[int, dict[int, int], dict[int, int]]) -> dict[int, int]:
    """7.7.4 The available ships, and some additional ships, in zones without enemies."""
    hostile, at_hand, further = asked
    result = {zone: ships | further.get(zone, 0) for zone, ships in at_hand.items()}
    return {zone: ships for zone, ships in (further | result).items() if not hostile >> zone & 1}


free_to_load, free_to_unload = single_entry(free_of_enemies), single_entry(free_of_enemies)


# -- loading ----------------------------------------------------------------------------------------------------------

UnitsToLoad = tuple[tuple[int, Branches], ...]
"""Ships, each with the territories and the units there that it can load."""


@cached(20_000)
def boardable_units(
    figures: Figures, zone: int, ships: int, waiting: tuple[int, ...], noncombat: bool, allied_offset: int = 0
) -> UnitsToLoad:
    """The ships, each with the kinds of unit in each territory next to the zone that it can load; AA guns board only in
    phase 6 (7.1.1).

    ``allied_offset``: the offset of the number of a unit that boards an ally's ship (7.7.7).
    """
    result = []
    for ship in members(ships):
        lands = []
        for land, kinds in zip(figures.routes.shores[zone], waiting, strict=True):
            units = [unit for unit in members(kinds) if (ship, unit + allied_offset) in figures.next_load]
            fit = sum([1 << unit for unit in units if noncombat or unit != AA_GUN])
            if fit:
                lands.append((1 << land, ((fit, ()),)))
        if lands:
            result.append((1 << ship, tuple(lands)))
    return tuple(result)


def to_be_loaded(asked: tuple[Figures, dict[int, int], list[int], bool, int]) -> dict[int, UnitsToLoad]:
    """By zone, the units of the kinds waiting in each territory that the ships there can load."""
    figures, ships_by_zone, by_land, noncombat, allied_offset = asked
    result = {}
    for zone, ships in ships_by_zone.items():
        waiting = tuple([by_land[land] for land in figures.routes.shores[zone]])
        if any(waiting):
            aboard = boardable_units(figures, zone, ships, waiting, noncombat, allied_offset)
            if aboard:
                result[zone] = aboard
    return result


loadable, boardable = single_entry(to_be_loaded), single_entry(to_be_loaded)
"""``to_be_loaded``, cached: for the side's own ships, and for those of an ally."""


def branches_after(branches: Branches, bit: int) -> Branches:
    """The branches after a chosen value."""
    return next((after for values, after in branches if int(values) >> bit & 1), ())  # type: ignore[arg-type]


def first_values(branches: Branches) -> int:
    """All values that may be chosen first."""
    result = 0
    for values, _ in branches:
        result |= values  # type: ignore[operator]
    return result


# -- landing loads ----------------------------------------------------------------------------------------------------


def has_own_load(ship: int) -> bool:
    """Whether a ship carries units of its own side."""
    return ship == DESTROYER_LOADED or (
        ship in TRANSPORTS and any(unit < OWN_FREIGHT for unit in LOADS[ship - TRANSPORTS[0]])
    )


@cached(5_000)
def landings(ships: int, whole: bool, noncombat: bool) -> Branches:
    """For each ship, the parts of its load that may land, as a set; each ship unloads in one territory (7.7.3).

    ``whole``: only the whole load of its own side, at once.
    """
    result: dict[int, int] = {}
    for ship in members(ships):
        for number in LANDINGS_OF[ship]:
            landing = LANDING[number]
            if whole and has_own_load(landing.after):
                continue
            if noncombat or AA_GUN not in landing.ashore:
                result[ship] = result.get(ship, 0) | 1 << PART_OF[number]
    return tuple((1 << ship, ((parts, ()),)) for ship, parts in result.items())


def lands_to_land_in(figures: Figures, zone: int, held: int, noncombat: bool) -> int:
    """7.7.5 The territories where loads of a zone may land: enemy territories in phase 3, friendly territories in phase
    6.
    """
    shore: int = figures.shore[zone]
    return shore & held if noncombat else shore & ~held


@cached(5_000)
def parts_of_allied_loads(ships: int, noncombat: bool) -> Branches:
    """7.7.3 For each ship of an ally, the parts of its load of this side's units that may land."""
    result = []
    for ship in members(ships):
        parts = [
            PART_OF[number] for number in ALLIED_LANDINGS_OF[ship] if noncombat or AA_GUN not in LANDING[number].ashore
        ]
        if parts:
            result.append((1 << ship, ((sum({1 << part for part in parts}), ()),)))
    return tuple(result)


Finishing = dict[int, dict[int, int]]
"""7.7.5 By zone and ship, the territories where the rest of a load may follow."""


@single_entry
def landings_by_zone(asked: tuple[Figures, dict[int, int], int, bool, Finishing, int]) -> dict[int, Branches]:
    """For each zone with a shore to land on: the ships, where each may land, and the parts of its load that
    may land.
    """
    figures, at_hand, held, noncombat, finishing, hostile = asked
    whole = figures.options["unload_all"] == "yes"
    result: dict[int, Branches] = {}
    for zone, ships in at_hand.items():
        if ships & ~EMPTY_SHIPS:
            parts, lands = (
                landings(ships & ~EMPTY_SHIPS, whole, noncombat),
                lands_to_land_in(figures, zone, held, noncombat),
            )
            if parts and lands:
                result[zone] = tuple([(ship, ((lands, of_ship),)) for ship, of_ship in parts])
    for zone, lands_of in finishing.items():
        if not hostile >> zone & 1:
            result[zone] = with_partial_unloads(result.get(zone, ()), lands_of, whole)
    return result


def with_partial_unloads(found: Branches, lands_of: dict[int, int], whole: bool) -> Branches:
    """7.7.5 The ships of a zone, including those that may land the rest of a load that has landed in part."""
    freely = first_values(found)
    others = {ship: lands for ship, lands in lands_of.items() if not freely >> ship & 1}
    parts = [(int(one_of), after) for one_of, after in landings(sum([1 << ship for ship in others]), whole, True)]  # type: ignore[arg-type]
    return (*found, *[(one_of, ((others[one_of.bit_length() - 1], after),)) for one_of, after in parts])


EMPTY_SHIPS = 1 << DESTROYER | 1 << TRANSPORTS[0]
