"""6.3, 31.1 What may be struck on land and in port and from which height, found at once from what reaches each hex.

The Roles in which a hex is reached are a digit of a number, one for each hex with anything to strike, so that those of
many bases are joined at once; those of a base are found again only where it, or what there is to strike, has changed.
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
"""31.1 The altitudes of those that do not fly high, and of those that do, as bits."""


def _none_known(bearing: object) -> dict[tuple[Any, ...], int]:
    return {}


_known = latest_by_side(_none_known)


def known(side: int, pieces: Pieces, scenario: int, struck: Struck) -> dict[tuple[Any, ...], int]:
    """What was found of bases by their hex and how far each Role comes, while the same may be struck."""
    found: dict[tuple[Any, ...], int] = _known[side]((pieces, scenario, struck))
    return found


def bits_from(ways: dict[int, int], struck: Struck, low: Farthest, high: Farthest) -> int:
    """6.12 The Roles in which each hex is reached from a base, by how far each comes: low or medium, then high."""
    digits = digits_by_cost(low, high)
    return int.from_bytes(b"".join([digits[ways.get(at, FARTHEST + 1)] for at, _ in struck]), "little")


def raids(side: int, struck: Struck, bits: int) -> Branches:
    """6.3, 31.1 The choices of a raid: hex, kind of target, altitude."""
    found: Branches = _raids_of[side]((struck, bits))
    return found


def _raids(reached: tuple[Struck, int]) -> Branches:
    found: dict[Branches, list[int]] = {}
    struck, bits = reached
    for at, there in struck:
        here, bits = bits & (1 << DIGIT) - 1, bits >> DIGIT
        of_hex: dict[Branches, int] = {}
        for prey, roles in there if here else ():
            bands = BANDS[0] if here & roles else 0
            if here >> HIGH_ROLES & roles:
                bands |= BANDS[1]
            if bands:
                after = ((1 << MEDIUM if prey in AT_SEA else bands, ()),)
                of_hex[after] = of_hex.get(after, 0) | 1 << prey
        if of_hex:
            found.setdefault(tuple([(which, after) for after, which in of_hex.items()]), []).append(at)
    return tuple([(sets.from_iterable(hexes, len(HEXES)), branches) for branches, hexes in found.items()])


_raids_of = latest_by_side(_raids)
