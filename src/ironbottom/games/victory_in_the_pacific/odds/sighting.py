"""20.4 The exact odds of sighting task forces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.games.victory_in_the_pacific.odds.fights import sighted
from ironbottom.games.victory_in_the_pacific.rules.sighting import sighted_up_to
from ironbottom.odds.distributions import Distribution, at_least, total


class Sighting(NamedTuple):
    """The probability that each task force of a side is sighted, and the distribution of the number sighted."""

    each: tuple[float, ...]
    number: Distribution

    @property
    def any(self) -> float:
        """The probability that at least one is sighted; otherwise nothing of the side can be attacked by day (20.5)."""
        return at_least(self.number, 1)


def sighting(forces: Sequence[int], attacking: int, landing: int, patrol: int) -> Sighting:
    """20.41 to 20.44 The sighting of a side's task forces, each a set of units.

    ``attacking`` are the forces that attack, ``landing`` the units named to land, ``patrol`` those that patrol.

    >>> seen = sighting([1, 2], 0b01, 0, 2)
    >>> [round(chance, 3) for chance in seen.each], round(seen.any, 3)
    ([0.667, 0.5], 0.833)
    """
    each = tuple(
        sighted(sighted_up_to(units, bool(attacking >> force & 1), landing, patrol))
        for force, units in enumerate(forces)
    )
    return Sighting(each, total([(1 - chance, chance) for chance in each]))
