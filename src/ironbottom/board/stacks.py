"""Stacks of units in many places. The units in a place are linked in the order of their numbers.

Four typed arrays hold them: for each unit its place (``at``), the unit below it and the unit above it in its stack, and
for each place the unit on top. A stack is found without looking at any other unit, however many exist; since a stack is
ordered by number, the same units in the same places always give the same arrays.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

NOBODY = -1
NOWHERE = -1


class Stacks(NamedTuple):
    """The four arrays of a state, in which the rules move units.

    >>> stacks = Stacks.of(units=4, places=3)
    >>> for unit in (2, 0, 3):
    ...     stacks.put(unit, 1)
    >>> stacks.units(1), stacks.place_of[2], stacks.top[1]
    ([0, 2, 3], 1, 0)
    >>> stacks.put(2, 0)
    >>> stacks.units(1), stacks.units(0)
    ([0, 3], [2])
    """

    place_of: array[int]
    below: array[int]
    above: array[int]
    top: array[int]

    @classmethod
    def of(cls, units: int, places: int) -> Stacks:
        """Arrays without any unit placed."""
        form = "h" if max(units, places) < 1 << 15 else "i"
        place_of, below, above = (array(form, [NOBODY]) * units for _ in range(3))
        return cls(place_of, below, above, array(form, [NOBODY]) * places)

    def units(self, place: int) -> list[int]:
        """The units of a place, ascending."""
        result, unit, below = [], self.top[place], self.below
        while unit >= 0:
            result.append(unit)
            unit = below[unit]
        return result

    def put(self, unit: int, place: int) -> None:
        """Moves a unit from its place to another, or to ``NOWHERE``."""
        self._take(unit)
        self.place_of[unit] = place
        if place < 0:
            return
        over, under = NOBODY, self.top[place]
        while 0 <= under < unit:
            over, under = under, self.below[under]
        self._link(over, unit, place)
        self._link(unit, under, place)

    def _take(self, unit: int) -> None:
        place = self.place_of[unit]
        if place >= 0:
            self._link(self.above[unit], self.below[unit], place)
            self.above[unit] = self.below[unit] = NOBODY

    def _link(self, over: int, under: int, place: int) -> None:
        """Links one unit on top of another; either may be missing."""
        if over >= 0:
            self.below[over] = under
        else:
            self.top[place] = under
        if under >= 0:
            self.above[under] = over

    def placed(self, places: array[int]) -> None:
        """Places all units at once from an array of places; earlier places are discarded."""
        blank = Stacks.of(len(self.place_of), len(self.top))
        self.below[:], self.above[:], self.top[:] = blank.below, blank.above, blank.top
        self.place_of[:] = places
        last: dict[int, int] = {}
        for unit, place in enumerate(places):
            if place >= 0:
                self._link(last.get(place, NOBODY), unit, place)
                last[place] = unit

    def links_agree(self) -> bool:
        """Whether the links agree with the places.

        Each unit must be on top of its place, or linked below a unit with a lower number in the same place. Then every
        stack is complete and in order, unless a place has more than one top.
        """
        place_of, below, above, top = self
        tops = 0
        for unit, (place, under, over) in enumerate(zip(place_of, below, above, strict=True)):
            if place < 0:
                right = under < 0 and over < 0
            elif over < 0:
                right = top[place] == unit
                tops += 1
            else:
                right = over < unit and place_of[over] == place and below[over] == unit
            if not right or (under >= 0 and above[under] != unit):
                return False
        return tops == len(top) - top.count(NOBODY)
