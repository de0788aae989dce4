"""12.1, 12.2, 15.6 The effect of damage on a ship: its speed, its decks, its room, and its cargo."""

from __future__ import annotations

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, SHIPS_OF
from ironbottom.games.war_in_the_pacific.state_types import State

FLOATS = 4
"""12.1 The highest level at which a ship floats; level five sinks it."""


def round_half_up(number: int, by: int) -> int:
    """39.94 A fraction rounded, halves up.

    >>> round_half_up(5, 2), round_half_up(7, 3)
    (3, 2)
    """
    return (2 * number + by) // (2 * by)


def speed_of(charts: Charts, speed_class: int, level: int, lost: int = 0) -> int:
    """12.2 The Speed Class of a ship at a level, less the loss by critical hits."""
    slowed = max(speed_class - lost, 0)
    if not level:
        return slowed
    effect = charts.damage_effects[level]
    return min(max(slowed - effect.speed_loss, 0), effect.speed_limit)


def decks_left(charts: Charts, capacity: int, level: int) -> int:
    """12.2 The Air Capacity for operations that a carrier has left at a level, rounded half up."""
    share = 4 if not level else charts.damage_effects[level].air_share
    return round_half_up(capacity * share, 4)


def shipping_room(load_quarters: int, level: int) -> int:
    """12.2 The room that Joint Shipping has left at a level: each level takes a quarter."""
    return load_quarters * (FLOATS - min(level, FLOATS)) // FLOATS


JOINT = ("APB", "SF", "MS")


def effective_level(state: State, ship: int) -> int:
    """12.2, 38.5 The level that determines a ship's abilities: its damage and, for Joint Shipping, its splits."""
    return max(state.arrays[layout.DAMAGE][ship], 0) + state.arrays[layout.SHRUNK][ship]


def load_room(state: State, ship: int) -> int:
    """12.2, 38.5 The current capacity of a ship in quarters of Load Points."""
    row = state.rules.pieces.ships[ship]
    level = effective_level(state, ship) if row.type in JOINT else 0
    return shipping_room(row.load_quarters, level)


def units_aboard(state: State, ship: int) -> list[int]:
    """The ground units aboard a ship, ascending."""
    return layout.units_in(state.arrays).units(ABOARD + ship)


def load_of(state: State, ship: int) -> int:
    """15.6 The quarters of Load Points aboard a ship: one for each Supply Point, and its ground units."""
    pieces = state.rules.pieces
    ground, kinds = pieces.ground, state.arrays[layout.UNIT_TYPE]
    units = sum(FLOATS * ground[kinds[unit]].load for unit in units_aboard(state, ship))
    return units + state.arrays[layout.CARGO][ship]


@cached_by_fingerprint(depends_on(layout.DAMAGE))
def damaged_ships(state: State, side: int) -> list[int]:
    """12.1 The damaged ships of a side that are afloat, ascending."""
    damage = state.arrays[layout.DAMAGE]
    return [ship for ship in SHIPS_OF[side] if 0 < damage[ship] <= FLOATS]


CARRIERS = ("CV", "CVL", "CVE", "XCV")
