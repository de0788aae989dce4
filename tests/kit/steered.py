"""A part of a draw dealt by chosen numbers: what a sampler can deal at all is dealt, however seldom it is.

A sampler asks chance for numbers, each below a bound. A *tape* answers with chosen ones and goes on by a seed; as every
number below its bound may fall, what is dealt by a tape may be dealt by chance. While a part is dealt, places are
watched: where one is written to, the numbers asked for just before are tried over until it becomes what is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

BACK = 3
"""So many numbers before a write are tried over, the last first."""
HALVINGS, SAMPLES, EVERY = 14, 12, 128
"""So often at most a range is halved, and so many of its numbers are tried where halving does not lead there.

Where much is watched at once every number of so many is tried.
"""
FINE = 2**53


class Stop(Exception):
    """The part is dealt as far as anybody wants to know."""


class Tape:
    """Chance that gives chosen numbers first and then those of a seed, and keeps what it gave.

    >>> tape = Tape([2, 9], 1)
    >>> tape.randrange(4), tape.randrange(4), tape.given, tape.bounds
    (2, 3, [2, 3], [4, 4])
    """

    def __init__(self, chosen: Sequence[int], seed: int, each: Callable[[], None] | None = None) -> None:
        self.chosen, self.chance, self.each = chosen, Random(seed), each
        self.given: list[int] = []
        self.bounds: list[int] = []

    def randrange(self, stop: int, /) -> int:
        """A chosen number, the greatest below the bound where the chosen one is too great; or one by chance."""
        place = len(self.given)
        if place < len(self.chosen):
            number = min(self.chosen[place], stop - 1)
        else:
            if self.each is not None:
                self.each()
            number = self.chance.randrange(stop)
        self.given.append(number)
        self.bounds.append(stop)
        return number

    def random(self) -> float:
        """A share of one."""
        return self.randrange(FINE) / FINE

    def shuffle(self, x: list[Any]) -> None:
        """An order, drawn number by number."""
        for last in range(len(x) - 1, 0, -1):
            other = self.randrange(last + 1)
            x[last], x[other] = x[other], x[last]


Deal = Callable[[Any, Tape], None]
Read = Callable[[Any], Any]


class Watched(NamedTuple):
    """A place that is watched: what reads it, and the greatest steps toward what is wanted there.

    ``short`` says by how much what stands there falls short of it: zero where it is what is wanted, and above or below
    zero as a greater or a smaller number is wanted.
    """

    read: Read
    short: Callable[[Any], int]
    much: bool = False
    """Whether many places are watched at once, so that the least short of what is wanted is as good as it gets."""


class Steering:
    """One part dealt on top of a state, again and again, by tapes."""

    def __init__(self, deal: Deal, before: Any, seed: int) -> None:
        self.deal, self.before, self.seed = deal, before, seed

    def dealt(self, chosen: Sequence[int], each: Callable[[Any], None] | None = None) -> tuple[Any, Tape]:
        """The state after the part, or as far as ``each``, at numbers that are not chosen, lets it come; the tape."""
        state = self.before.copy()
        tape = Tape(chosen, self.seed, None if each is None else lambda: each(state))
        with suppress(Stop):
            self.deal(state, tape)
        return state, tape

    def steered(self, watched: Sequence[Watched]) -> Any:
        """The part dealt so that of the places to which it writes as many as may be become what is wanted there.

        Where the same numbers decide over several places, each is aimed at once and none against the others.
        """
        chosen: list[int] = []
        seen = {place: each.read(self.before) for place, each in enumerate(watched)}
        spared: dict[int, int] = {}
        aimed: dict[int, int] = {}
        while (found := self._first_write(chosen, watched, seen)) is not None:
            numbers, bounds, place = found
            here, tried = watched[place], spared.get(place, 0)
            spared[place] = tried + 1
            enough = len(numbers) <= aimed.get(place, 0) if here.much else tried >= BACK
            if enough or not here.short(seen[place]):
                chosen = numbers
            else:
                chosen, seen[place] = self._aimed(numbers, bounds, here)
                aimed[place] = len(numbers)
        return self.dealt(chosen)[0]

    def _first_write(
        self, chosen: list[int], watched: Sequence[Watched], seen: dict[int, Any]
    ) -> tuple[list[int], list[int], int] | None:
        """The numbers up to the first write that was not seen yet, after those chosen, and to which place it was."""
        written: list[int] = []

        state, tape = self.dealt(chosen, lambda state: self._look(state, watched, seen, written))
        if not written:
            with suppress(Stop):
                self._look(state, watched, seen, written)
        return (tape.given, tape.bounds, written[0]) if written and tape.given else None

    def _look(self, state: Any, watched: Sequence[Watched], seen: dict[int, Any], written: list[int]) -> None:
        for place, each in enumerate(watched):
            value = each.read(state)
            if value != seen[place]:
                seen[place] = value
                written.append(place)
                raise Stop

    def _aimed(self, numbers: list[int], bounds: list[int], here: Watched) -> tuple[list[int], Any]:
        """The last numbers tried over until the place becomes what is wanted, or nearly; and what stands there."""
        value = self._value(numbers, here)
        for place in range(len(numbers) - 1, max(len(numbers) - 1 - BACK, -1), -1):
            for number in self._tried(numbers, place, bounds[place], here):
                other = [*numbers[:place], number, *numbers[place + 1 :]]
                now = self._value(other, here)
                if abs(here.short(now)) < abs(here.short(value)):
                    numbers, value = other, now
                if not here.short(value):
                    return numbers, value
        return numbers, value

    def _value(self, numbers: list[int], here: Watched) -> Any:
        """What stands at the place when the next number is asked for."""

        def stop(state: Any) -> None:
            raise Stop

        return here.read(self.dealt(numbers, stop)[0])

    def _tried(self, numbers: list[int], place: int, bound: int, here: Watched) -> Iterator[int]:
        """The numbers to try at a place: all of a few; else by halving, and then some by chance."""
        if bound <= (EVERY if here.much else SAMPLES):
            yield from range(bound)
            return

        def short(number: int) -> int:
            return here.short(self._value([*numbers[:place], number, *numbers[place + 1 :]], here))

        low, high = 0, bound - 1
        ends = short(low), short(high)
        if ends[0] > 0 > ends[1] or ends[0] < 0 < ends[1]:
            for _ in range(HALVINGS):
                middle = (low + high) // 2
                off = short(middle)
                if not off:
                    break
                if (off > 0) == (ends[0] > 0):
                    low = middle
                else:
                    high = middle
            yield middle
        elif not ends[0] or not ends[1]:
            yield low if not ends[0] else high
        chance = Random(self.seed + place)
        yield from (chance.randrange(bound) for _ in range(SAMPLES if ends[0] != ends[1] else 0))
