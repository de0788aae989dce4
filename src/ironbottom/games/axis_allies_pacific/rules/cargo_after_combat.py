"""7.7.5 Ships with units that were in combat: in phase 6 they load or unload once in their zone, and do not move.

The option `unload_after_combat` has two other values: they do neither; or they only land the rest of a load that began
to land in phase 4, in the same territory.
"""

from __future__ import annotations

from ironbottom.games.axis_allies_pacific.counts import count_one, mask, nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.cargo import has_own_load
from ironbottom.games.axis_allies_pacific.pieces import (
    COAST_AT,
    COAST_NAMES,
    COASTS,
    DESTROYER_LOADED,
    FIRST_ZONE,
    TRANSPORTS_MASK,
    ZONE_COUNT,
    Landing,
)
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    ENGAGED,
    FOUGHT,
    LOADING,
    PART_LANDED,
    Cells,
    add_to_counts,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution

CARRYING = TRANSPORTS_MASK | mask((DESTROYER_LOADED,))
"""7.7.5, 7.8.1 Transports, loaded or not, and loaded Japanese destroyers."""


# -- phase 4: which ships were in combat ------------------------------------------------------------------------------


def mark_engaged(execution: Execution, zone: int, ships: int) -> None:
    """7.7.5 Records that ships from a sea battle are now in a zone."""
    if execution.rules.pieces.options["unload_after_combat"] == "either":
        execution.cells[ENGAGED + zone] += ships & CARRYING


def note_landed(execution: Execution, land: int, zone: int, landing: Landing, many: int) -> None:
    """7.7.5, 8.9.1 Ships that land units after a sea battle have unloaded; with the option, the rest of their loads may
    follow.
    """
    cells, ship = execution.cells, landing.ship
    if cells[FOUGHT] >> FIRST_ZONE + zone & 1:
        add_to_counts(cells, ENGAGED + zone, ship, -min(many, number_of(cells[ENGAGED + zone], ship)))
    if execution.rules.pieces.options["unload_after_combat"] == "finish_unloading" and has_own_load(landing.after):
        add_to_counts(cells, PART_LANDED + COAST_AT[land, zone], landing.after, many)


# -- phase 6: what they may do ----------------------------------------------------------------------------------------


def may_load(cells: Cells) -> dict[int, int]:
    """By zone, the ships that were in combat and may load, as a set: those that have not acted since, or are
    loading.
    """
    return kinds_by_zone(cells[ENGAGED : ENGAGED + ZONE_COUNT], cells[LOADING : LOADING + ZONE_COUNT])


def may_unload(cells: Cells) -> dict[int, int]:
    """By zone, the ships that were in combat and may unload, as a set: those that have not acted since."""
    return kinds_by_zone(cells[ENGAGED : ENGAGED + ZONE_COUNT])


def kinds_by_zone(*blocks: list[int]) -> dict[int, int]:
    """The kinds of ships in blocks of counts, zone by zone."""
    result: dict[int, int] = {}
    for block in blocks:
        for zone, counts in enumerate(block):
            if counts:
                result[zone] = result.get(zone, 0) | sum([1 << ship for ship, _ in nonzero(counts)])
    return result


def may_finish(cells: Cells, held: int) -> dict[int, dict[int, int]]:
    """By zone and ship, the captured territories where the rest of its load may follow."""
    result: dict[int, dict[int, int]] = {}
    for coast, counts in enumerate(cells[PART_LANDED : PART_LANDED + len(COAST_NAMES)]):
        land, zone = COASTS[coast]
        if counts and held >> land & 1:
            lands = result.setdefault(zone, {})
            for ship, _ in nonzero(counts):
                lands[ship] = lands.get(ship, 0) | 1 << land
    return result


def load_after_combat(cells: Cells, zone: int, ship: int, after: int) -> None:
    """7.7.5 A ship that was in combat loads a unit; a ship that is already loading comes first."""
    if number_of(cells[LOADING + zone], ship):
        add_to_counts(cells, LOADING + zone, ship, -1)
    else:
        add_to_counts(cells, ENGAGED + zone, ship, -1)
    add_to_counts(cells, LOADING + zone, after)
    cells[ACTED + FIRST_ZONE + zone] += count_one(after) - count_one(ship)


def unload_after_combat(cells: Cells, zone: int, ship: int, land: int, after: int) -> bool:
    """7.7.5 Unloads a ship that was in combat, in preference to a ship that could do more; returns whether there was a
    ship that was in combat.
    """
    coast = PART_LANDED + COAST_AT[land, zone]
    cell = coast if number_of(cells[coast], ship) else ENGAGED + zone
    if not number_of(cells[cell], ship):
        return False
    add_to_counts(cells, cell, ship, -1)
    cells[ACTED + FIRST_ZONE + zone] += count_one(after) - count_one(ship)
    return True


def forget_combat(cells: Cells) -> None:
    """7.7.5 Clears the record at the end of phase 6."""
    for first, size in ((ENGAGED, ZONE_COUNT), (LOADING, ZONE_COUNT), (PART_LANDED, len(COAST_NAMES))):
        cells[first : first + size] = [0] * size
