"""7.4.2, 7.6.1 Where aircraft may land: one plan for all, on lands and on decks that are there or can still come."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.fields import members
from ironbottom.engine.memo import latest, memo
from ironbottom.games.axis_allies_pacific.counts import each, mask, number_of
from ironbottom.games.axis_allies_pacific.pieces import (
    ACTED_SIDES,
    BOMBER,
    CARRIER,
    FIGHTER,
    FIRST_ZONE,
    FLIGHT,
    FRIENDS,
    PLACE_COUNT,
    SEA_ATTACKERS,
    ZONE_COUNT,
)
from ironbottom.games.axis_allies_pacific.rules.reach import Figures
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    FLYING,
    UNITS,
    ZONES_OF,
    Cells,
    friendly_since_start,
    hostile_zones,
    own_at,
)

Needs = tuple[tuple[int, int], ...]
"""Fighters that must have a deck: the zones in which they could find one, and how many they are."""


class Decks(NamedTuple):
    """The room for fighters: where it stays, and on carriers that can still move (slots, the zones in reach)."""

    fixed: tuple[tuple[int, int], ...]
    mobile: tuple[tuple[int, int], ...]


def land_needs(figures: Figures, cells: Cells, side: int) -> tuple[Needs, bool]:
    """The fighters in the air that no friendly land can take; and whether every bomber finds one."""
    lands, bases = friendly_since_start(cells, side), figures.air_bases & friendly_since_start(cells, side)
    needs: list[tuple[int, int]] = []
    safe = True
    end = FLYING + (2 * PLACE_COUNT if ACTED_SIDES[side] > 1 else PLACE_COUNT)
    aloft = cells[FLYING:end]
    for place, counts in [found for found in enumerate(aloft) if found[1]] if any(aloft) else ():
        for number, many in each(counts):
            flight, at = FLIGHT[number], place % PLACE_COUNT
            if figures.ways.landings(at, flight.left, lands, bases):
                continue
            if flight.piece == BOMBER:
                safe = False
            else:
                needs.append((figures.ways.decks(at, flight.left), many))
    return tuple(sorted(needs)), safe


def decks(figures: Figures, cells: Cells, side: int, *, hoping: bool = True) -> Decks:
    """7.4.2 The decks of the side's carriers and of its allies', those of unmoved ones wherever they can go.

    In phase 3 it is hoped that the side's own battles are won, so that carriers can pass.
    """
    fixed, mobile = [], []
    hostile, closed = hostile_zones(cells, side), closed_to_carriers(cells, side, hoping)
    bases = figures.naval_bases & friendly_since_start(cells, side)
    for zone in zones_with_carriers(cells, side):
        place = FIRST_ZONE + zone
        fresh = number_of(cells[UNITS + side * PLACE_COUNT + place], CARRIER)
        there = number_of(cells[ACTED + place], CARRIER)
        for power in FRIENDS[side]:
            if power != side:
                there += number_of(cells[UNITS + power * PLACE_COUNT + place], CARRIER)
        aboard = number_of(cells[ACTED + place], FIGHTER) + sum(
            number_of(cells[UNITS + power * PLACE_COUNT + place], FIGHTER) for power in FRIENDS[side]
        )
        staying = 2 * there
        if hostile >> zone & 1:
            fixed.append((zone, max(0, staying + 2 * fresh - aboard)))
            continue
        left_over = max(0, aboard - staying)
        if staying > aboard:
            fixed.append((zone, staying - aboard))
        reach = figures.ways.far(zone, closed, bases)
        for carrier in range(fresh):
            taken = min(2, max(0, left_over - 2 * carrier))
            if taken < 2:
                mobile.append((2 - taken, reach))
    return Decks(tuple(fixed), tuple(sorted(mobile)))


def zones_with_carriers(cells: Cells, side: int) -> list[int]:
    """The zones with carriers of the side and its allies."""
    fleets = cells[ACTED + FIRST_ZONE : ACTED + PLACE_COUNT]
    for power in FRIENDS[side]:
        fleets += cells[ZONES_OF[power] : ZONES_OF[power] + ZONE_COUNT]
    return _carriers_of[side](fleets)


def _with_carriers(fleets: list[int]) -> list[int]:
    return sorted({number % ZONE_COUNT for number, counts in enumerate(fleets) if counts & CARRIERS_MASK})


_carriers_of = tuple(latest(_with_carriers) for _ in range(3))
CARRIERS_MASK = mask((CARRIER,))


def closed_to_carriers(cells: Cells, side: int, hoping: bool) -> int:
    """7.4.2 The hostile zones that carriers do not pass; it may be hoped that the side's own battles are won."""
    closed = hostile_zones(cells, side)
    if hoping:
        for zone in members(closed):
            place = FIRST_ZONE + zone
            if own_at(cells, side, place) & SEA_ATTACKERS or cells[FLYING + place]:
                closed &= ~(1 << zone)
    return closed


def plan_holds(figures: Figures, cells: Cells, side: int, *, hoping: bool = True) -> bool:
    """7.4.2 Whether all aircraft in the air can land, by one plan for all of them."""
    needs, safe = land_needs(figures, cells, side)
    return safe and (
        not needs or served(needs, decks(figures, cells, side, hoping=hoping)) == sum(many for _, many in needs)
    )


def somebody_can_land(figures: Figures, cells: Cells, side: int) -> bool:
    """10.1, 7.4.3 Whether in phase 6 some aircraft in the air finds a place, on a carrier that still comes too."""
    lands = friendly_since_start(cells, side)
    bases = figures.air_bases & lands
    aloft = cells[FLYING : FLYING + 2 * PLACE_COUNT]
    if not any(aloft):
        return False
    for place, counts in enumerate(aloft):
        if counts:
            at = place % PLACE_COUNT
            if any(figures.ways.landings(at, FLIGHT[number].left, lands, bases) for number, _ in each(counts)):
                return True
    needs, _ = land_needs(figures, cells, side)
    return bool(needs) and served(needs, decks(figures, cells, side, hoping=False)) > 0


@memo(50_000)
def served(needs: Needs, room: Decks) -> int:
    """How many of the fighters find a deck, if carriers that can still move go where they serve best."""
    wanted = 0
    for zones, _ in needs:
        wanted |= zones
    slots = {zone: count for zone, count in room.fixed if wanted >> zone & 1}
    return _best(needs, slots, [(count, reach & wanted) for count, reach in room.mobile if reach & wanted])


def _best(needs: Needs, slots: dict[int, int], mobile: list[tuple[int, int]], floor: int = 0) -> int:
    """The most fighters served; carriers that are alike take their zones in order, so that none is tried twice."""
    if not mobile:
        return _flow(needs, slots)
    (count, reach), others = mobile[0], mobile[1:]
    all_of_them = sum(many for _, many in needs)
    alike = bool(others) and others[0] == mobile[0]
    best = 0
    for number, zone in list(enumerate(_worthwhile(needs, reach)))[floor:]:
        with_it = {**slots, zone: slots.get(zone, 0) + count}
        best = max(best, _best(needs, with_it, others, number if alike else 0))
        if best == all_of_them:
            break
    return best


def _worthwhile(needs: Needs, reach: int) -> list[int]:
    """The zones in which a carrier serves somebody whom it would not serve as well in another."""
    serving: dict[int, int] = {}
    for zone in members(reach):
        who = sum(1 << number for number, (zones, _) in enumerate(needs) if zones >> zone & 1)
        serving.setdefault(who, zone)
    return [zone for who, zone in serving.items() if not any(who != other and who & other == who for other in serving)]


def _flow(needs: Needs, slots: dict[int, int]) -> int:
    """The most fighters that find one of these decks, by exchanging along a chain where a deck is taken."""
    taken: dict[int, list[int]] = {zone: [] for zone in slots}

    def find(fighter: int, tried: set[int]) -> bool:
        for zone in members(needs[fighter][0]):
            if zone not in taken or zone in tried:
                continue
            tried.add(zone)
            if len(taken[zone]) < slots[zone]:
                taken[zone].append(fighter)
                return True
            for place, other in enumerate(taken[zone]):
                if other != fighter and find(other, tried):
                    taken[zone][place] = fighter
                    return True
        return False

    return sum(find(fighter, set()) for fighter, (_, many) in enumerate(needs) for _ in range(many))
