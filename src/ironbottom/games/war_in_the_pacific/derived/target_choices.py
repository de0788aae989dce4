"""6.3, 31.1 The land and port targets of Strikes with altitudes, computed from the Roles that reach each hex.

A large number has one digit for each hex with targets: the Roles in which the hex is reached (``strike_range``).
"""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.rules.restrictions import Branches
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.aircraft_roles import DIGIT, HIGH_ROLES, Struck
from ironbottom.games.war_in_the_pacific.derived.strike_targets import AT_SEA
from ironbottom.games.war_in_the_pacific.derived.tables import latest_by_side
from ironbottom.games.war_in_the_pacific.pieces import HEXES

LOW, MEDIUM, HIGH = range(len(layout.ALTITUDES))
ALTITUDES_OF_TYPES = (1 << MEDIUM | 1 << LOW, 1 << HIGH | 1 << MEDIUM)
"""31.1 The altitudes of points that do not fly high, and of those that do, as bits."""


def raid_choices(side: int, struck: Struck, bits: int) -> Branches:
    """6.3, 31.1 The choices of a raid: hex, kind of target, altitude."""
    return _raids_of[side]((struck, bits))


def _raids(reached: tuple[Struck, int]) -> Branches:
    result: dict[Branches, list[int]] = {}
    struck, bits = reached
    for hex, there in struck:
        here, bits = bits & (1 << DIGIT) - 1, bits >> DIGIT
        of_hex: dict[Branches, int] = {}
        for target, roles in there if here else ():
            bands = ALTITUDES_OF_TYPES[0] if here & roles else 0
            if here >> HIGH_ROLES & roles:
                bands |= ALTITUDES_OF_TYPES[1]
            if bands:
                after = ((1 << MEDIUM if target in AT_SEA else bands, ()),)
                of_hex[after] = of_hex.get(after, 0) | 1 << target
        if of_hex:
            result.setdefault(tuple([(which, after) for after, which in of_hex.items()]), []).append(hex)
    return tuple([(sets.from_iterable(hexes, len(HEXES)), branches) for branches, hexes in result.items()])


_raids_of = latest_by_side(_raids)
