"""7.1.4 Ships among enemies: who attacks there, and who comes and stays only in company."""

from __future__ import annotations

from ironbottom.engine.cache import cached, single_entry
from ironbottom.engine.core.fields import members
from ironbottom.games.axis_allies_pacific.counts import MOST, total
from ironbottom.games.axis_allies_pacific.pieces import FIRST_ZONE, PLACE_COUNT, SHIPS_MASK, ZONE_COUNT
from ironbottom.games.axis_allies_pacific.rules.reach import Figures
from ironbottom.games.axis_allies_pacific.state import ACTED, FLYING, UNITS, Cells, hostile_zones, own_at


@cached(5_000)
def shut_in(figures: Figures, closed: int) -> int:
    """7.1.4 The zones next to which all others are closed."""
    return sum([1 << zone for zone in range(ZONE_COUNT) if not figures.by_sea[zone] & ~closed]) if closed else 0


def closed_to_others(figures: Figures, cells: Cells, side: int) -> int:
    """7.1.4 The hostile zones in which nothing of the side attacks, closed to ships without an attack factor."""
    hostile = hostile_zones(cells, side)
    own = UNITS + side * PLACE_COUNT + FIRST_ZONE
    fleets, acted = cells[own : own + ZONE_COUNT], cells[ACTED + FIRST_ZONE : ACTED + PLACE_COUNT]
    aloft = cells[FLYING + FIRST_ZONE : FLYING + PLACE_COUNT]
    return _unattacked((hostile, figures.sea_attackers, fleets, acted, aloft))


@single_entry
def _unattacked(asked: tuple[int, int, list[int], list[int], list[int]]) -> int:
    found, attackers, fleets, acted, aloft = asked
    for zone in members(found):
        if (fleets[zone] | acted[zone]) & attackers or aloft[zone]:
            found &= ~(1 << zone)
    return found


def may_leave(figures: Figures, cells: Cells, side: int, place: int) -> int:
    """7.1.4 How many attacking ships may go from a place; where ships that do not attack came along, one stays."""
    attackers = figures.sea_attackers
    came = cells[ACTED + place] & SHIPS_MASK & ~attackers
    if not came or cells[FLYING + place] or not hostile_zones(cells, side) >> place - FIRST_ZONE & 1:
        return MOST
    return max(0, total(own_at(cells, side, place) & attackers) - 1)
