"""Deals a part of a draw with chosen random numbers, to find whether a sampler can produce a value at all.

A sampler asks for random numbers, each below a bound. A *tape* returns chosen numbers and then continues from a seed.
Since each number below its bound is possible, everything that a tape deals can also be dealt by chance. While a part is
dealt, places are watched: when one is written, the numbers drawn just before are tried again until the place gets the
wanted value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple, TypeVar

from ironbottom.engine.rules.state import State

Item = TypeVar("Item")

BACK = 3
"""The number of random numbers before a write that are tried again, the last first."""
HALVINGS, SAMPLES, EVERY = 14, 12, 128
"""The limits on halving a range, and on the numbers tried if halving does not succeed.

If many places are watched at once, every number is tried, up to this many.
"""
FINE = 2**53


class Stop(Exception):
    """Raised to stop dealing a part when it is no longer needed."""


class Tape:
    """A random source that returns chosen numbers first, then those of a seed, and records them.

    >>> tape = Tape([2, 9], 1)
    >>> tape.randrange(4), tape.randrange(4), tape.given, tape.bounds
    (2, 3, [2, 3], [4, 4])
    """

    def __init__(self, chosen: Sequence[int], seed: int, each: Callable[[], None] | None = None) -> None:
        self.chosen, self.chance, self.each = chosen, Random(seed), each
        self.given: list[int] = []
        self.bounds: list[int] = []

    def randrange(self, stop: int, /) -> int:
        """A chosen number, limited to the bound; or a random one."""
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
        """A random number from 0 up to 1."""
        return self.randrange(FINE) / FINE

    def shuffle(self, x: list[Item]) -> None:
        """Shuffles a list, drawing one number at a time."""
        for last in range(len(x) - 1, 0, -1):
            other = self.randrange(last + 1)
            x[last], x[other] = x[other], x[last]


Deal = Callable[[State, Tape], None]
Value = int | bytes
"""The value of a place: a number, or the numbers of a whole row."""
Read = Callable[[State], Value]


class Watched(NamedTuple):
    """A watched place: a function that reads it, and the largest steps toward its wanted value.

    ``short`` returns how far its value is from the wanted one: zero if equal, and above or below zero if a greater or a
    smaller number is wanted.
    """

    read: Read
    short: Callable[[Value], int]
    much: bool = False
    """Whether many places are watched at once, so that only the smallest distance matters."""


class Steering:
    """Deals one part on a state repeatedly, with tapes."""

    def __init__(self, deal: Deal, before: State, seed: int) -> None:
        self.deal, self.before, self.seed = deal, before, seed

    def dealt(self, chosen: Sequence[int], each: Callable[[State], None] | None = None) -> tuple[State, Tape]:
        """The state after the part, or where ``each`` stops it, with random numbers; and the tape."""
        state = self.before.copy()
        tape = Tape(chosen, self.seed, None if each is None else lambda: each(state))
        with suppress(Stop):
            self.deal(state, tape)
        return state, tape

    def steered(self, watched: Sequence[Watched]) -> State:
        """Deals the part so that as many of the places that it writes as possible get their wanted values.

        If the same numbers decide several places, each is tried without making another worse.
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
        self, chosen: list[int], watched: Sequence[Watched], seen: dict[int, Value]
    ) -> tuple[list[int], list[int], int] | None:
        """The numbers up to the first new write after the chosen ones, and its place."""
        written: list[int] = []

        state, tape = self.dealt(chosen, lambda state: self._look(state, watched, seen, written))
        if not written:
            with suppress(Stop):
                self._look(state, watched, seen, written)
        return (tape.given, tape.bounds, written[0]) if written and tape.given else None

    def _look(self, state: State, watched: Sequence[Watched], seen: dict[int, Value], written: list[int]) -> None:
        for place, each in enumerate(watched):
            value = each.read(state)
            if value != seen[place]:
                seen[place] = value
                written.append(place)
                raise Stop

    def _aimed(self, numbers: list[int], bounds: list[int], frame: Watched) -> tuple[list[int], Value]:
        """Tries the last numbers again until the place has its wanted value or is near it; also returns that value."""
        value = self._value(numbers, frame)
        for place in range(len(numbers) - 1, max(len(numbers) - 1 - BACK, -1), -1):
            for number in self._tried(numbers, place, bounds[place], frame):
                other = [*numbers[:place], number, *numbers[place + 1 :]]
                now = self._value(other, frame)
                if abs(frame.short(now)) < abs(frame.short(value)):
                    numbers, value = other, now
                if not frame.short(value):
                    return numbers, value
        return numbers, value

    def _value(self, numbers: list[int], frame: Watched) -> Value:
        """The value of the place at the time when the next number is drawn."""

        def stop(state: State) -> None:
            raise Stop

        return frame.read(self.dealt(numbers, stop)[0])

    def _tried(self, numbers: list[int], place: int, bound: int, frame: Watched) -> Iterator[int]:
        """The numbers to try at a place: all if there are few; otherwise by halving, then some at random."""
        if bound <= (EVERY if frame.much else SAMPLES):
            yield from range(bound)
            return

        def short(number: int) -> int:
            return frame.short(self._value([*numbers[:place], number, *numbers[place + 1 :]], frame))

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
