"""7.1.4, 9.5.1 Sea zones that are closed to ships without an attack factor, and those with an enemy convoy."""

from __future__ import annotations

from ironbottom.engine.cache import cached, single_entry
from ironbottom.engine.core.fields import members
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, total
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    CONVOY_AT,
    FIRST_ZONE,
    JAPAN,
    PLACE_COUNT,
    SHIPS_MASK,
    ZONE_COUNT,
)
from ironbottom.games.axis_allies_pacific.state import ACTED, CONVOYS_TAKEN, FLYING, UNITS, Cells, hostile_zones, own_at


@cached(5_000)
def enclosed_zones(figures: Figures, closed: int) -> int:
    """7.1.4 The zones whose neighbours are all closed."""
    return sum([1 << zone for zone in range(ZONE_COUNT) if not figures.by_sea[zone] & ~closed]) if closed else 0


def closed_to_others(figures: Figures, cells: Cells, side: int) -> int:
    """7.1.4 The hostile zones where the side has no attacker, closed to ships without an attack factor."""
    hostile = hostile_zones(cells, side)
    own = UNITS + side * PLACE_COUNT + FIRST_ZONE
    fleets, acted = cells[own : own + ZONE_COUNT], cells[ACTED + FIRST_ZONE : ACTED + PLACE_COUNT]
    aloft = cells[FLYING + FIRST_ZONE : FLYING + PLACE_COUNT]
    return _unattacked((hostile, figures.sea_attackers, fleets, acted, aloft))


@single_entry
def _unattacked(asked: tuple[int, int, list[int], list[int], list[int]]) -> int:
    result, attackers, fleets, acted, aloft = asked
    for zone in members(result):
        if (fleets[zone] | acted[zone]) & attackers or aloft[zone]:
            result &= ~(1 << zone)
    return result


def may_leave(figures: Figures, cells: Cells, side: int, place: int) -> int:
    """7.1.4 How many attacking ships may leave a place; if ships without an attack factor came along, one must stay."""
    attackers = figures.sea_attackers
    came = cells[ACTED + place] & SHIPS_MASK & ~attackers
    if not came or cells[FLYING + place] or not hostile_zones(cells, side) >> place - FIRST_ZONE & 1:
        return MAX_COUNT
    return max(0, total(own_at(cells, side, place) & attackers) - 1)


def convoys_of_enemy(cells: Cells, side: int) -> int:
    """9.5.1 The zones of the convoy routes and centers that the other side holds."""
    result = convoy_zones(cells[CONVOYS_TAKEN])
    return result if side != JAPAN else ALL_CONVOYS & ~result


@cached(1_000)
def convoy_zones(convoys: int) -> int:
    """The zones of the given convoys."""
    return sum([1 << zone for zone, convoy in CONVOY_AT.items() if convoys >> convoy & 1])


ALL_CONVOYS = sum(1 << zone for zone in CONVOY_AT)
