"""6.3, 31.1 The land and port targets of Strikes with altitudes, computed from what reaches each hex.

A large number has one digit for each hex with targets: the Roles in which it is reached. So the Roles of many bases are
combined in one operation; a base is computed again only if it or the targets have changed.
"""

from __future__ import annotations

from typing import Any

from ironbottom.engine.core import sets
from ironbottom.engine.rules.restrictions import Branches
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.derived.aircraft_roles import (
    DIGIT,
    HIGH_ROLES,
    Farthest,
    Struck,
    digits_by_cost,
)
from ironbottom.games.war_in_the_pacific.derived.tables import latest_by_side
from ironbottom.games.war_in_the_pacific.pieces import FARTHEST, HEXES, Pieces
from ironbottom.games.war_in_the_pacific.rules.air.waves import AT_SEA

LOW, MEDIUM, HIGH = range(len(places.ALTITUDES))
BANDS = (1 << MEDIUM | 1 << LOW, 1 << HIGH | 1 << MEDIUM)
"""31.1 The altitudes of points that do not fly high, and of those that do, as bits."""


def _none_known(bearing: object) -> dict[tuple[Any, ...], int]:
    return {}


_known = latest_by_side(_none_known)


def cached_results(side: int, pieces: Pieces, scenario: int, struck: Struck) -> dict[tuple[Any, ...], int]:
    """The results for bases by hex and ranges, while the targets stay the same."""
    found: dict[tuple[Any, ...], int] = _known[side]((pieces, scenario, struck))
    return found


def bits_from(ways: dict[int, int], struck: Struck, low: Farthest, high: Farthest) -> int:
    """6.12 The Roles in which each hex is reached from a base, by range: low or medium, then high."""
    digits = digits_by_cost(low, high)
    return int.from_bytes(b"".join([digits[ways.get(at, FARTHEST + 1)] for at, _ in struck]), "little")


def raid_choices(side: int, struck: Struck, bits: int) -> Branches:
    """6.3, 31.1 The choices of a raid: hex, kind of target, altitude."""
    found: Branches = _raids_of[side]((struck, bits))
    return found


def _raids(reached: tuple[Struck, int]) -> Branches:
    found: dict[Branches, list[int]] = {}
    struck, bits = reached
    for at, there in struck:
        here, bits = bits & (1 << DIGIT) - 1, bits >> DIGIT
        of_hex: dict[Branches, int] = {}
        for target, roles in there if here else ():
            bands = BANDS[0] if here & roles else 0
            if here >> HIGH_ROLES & roles:
                bands |= BANDS[1]
            if bands:
                after = ((1 << MEDIUM if target in AT_SEA else bands, ()),)
                of_hex[after] = of_hex.get(after, 0) | 1 << target
        if of_hex:
            found.setdefault(tuple([(which, after) for after, which in of_hex.items()]), []).append(at)
    return tuple([(sets.from_iterable(hexes, len(HEXES)), branches) for branches, hexes in found.items()])


_raids_of = latest_by_side(_raids)
