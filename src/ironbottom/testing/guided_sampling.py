"""Deals a part of a draw with chosen random numbers, to find whether a sampler can produce a value at all.

A sampler asks for random numbers, each below a bound. A *scripted* source returns chosen numbers and then continues
from a seed. Since each number below its bound is possible, everything that it deals can also be dealt by chance. While
a part is dealt, places are watched: when one is written, the numbers drawn just before are tried again until the place
gets the wanted value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple, TypeVar

from ironbottom.engine.rules.state import State

Item = TypeVar("Item")

MAX_RETRIED_NUMBERS = 3
"""The number of random numbers before a write that are tried again, the last first."""
HALVINGS, SAMPLES, MAX_EXHAUSTIVE = 14, 12, 128
"""The limits on halving a range, and on the numbers tried if halving does not succeed.

If many places are watched at once, every number is tried, up to this many.
"""
FINE = 2**53


class PartStopped(Exception):
    """Raised to stop dealing a part when it is no longer needed."""


class ScriptedRandom:
    """A random source that returns chosen numbers first, then those of a seed, and records them.

    >>> source = ScriptedRandom([2, 9], 1)
    >>> source.randrange(4), source.randrange(4), source.drawn, source.bounds
    (2, 3, [2, 3], [4, 4])
    """

    def __init__(self, chosen: Sequence[int], seed: int, on_draw: Callable[[], None] | None = None) -> None:
        self.chosen, self.chance, self.on_draw = chosen, Random(seed), on_draw
        self.drawn: list[int] = []
        self.bounds: list[int] = []

    def randrange(self, stop: int, /) -> int:
        """A chosen number, limited to the bound; or a random one."""
        place = len(self.drawn)
        if place < len(self.chosen):
            number = min(self.chosen[place], stop - 1)
        else:
            if self.on_draw is not None:
                self.on_draw()
            number = self.chance.randrange(stop)
        self.drawn.append(number)
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


Deal = Callable[[State, ScriptedRandom], None]
Value = int | bytes
"""The value of a place: a number, or the numbers of a whole row."""
Read = Callable[[State], Value]


class WatchedValue(NamedTuple):
    """A watched place: a function that reads it, and the largest steps toward its wanted value.

    ``deficit`` returns how far its value is from the wanted one: zero if equal, and above or below zero if a greater or
    a smaller number is wanted.
    """

    read: Read
    deficit: Callable[[Value], int]
    is_array: bool = False
    """Whether many places are watched at once, so that only the smallest distance matters."""


class GuidedPart:
    """Deals one part on a state repeatedly, with scripted random numbers."""

    def __init__(self, deal: Deal, before: State, seed: int) -> None:
        self.deal, self.before, self.seed = deal, before, seed

    def run(
        self, chosen: Sequence[int], on_draw: Callable[[State], None] | None = None
    ) -> tuple[State, ScriptedRandom]:
        """The state after the part, or where ``on_draw`` stops it, with random numbers; and their source."""
        state = self.before.copy()
        source = ScriptedRandom(chosen, self.seed, None if on_draw is None else lambda: on_draw(state))
        with suppress(PartStopped):
            self.deal(state, source)
        return state, source

    def run_toward(self, watched: Sequence[WatchedValue]) -> State:
        """Deals the part so that as many of the places that it writes as possible get their wanted values.

        If the same numbers decide several places, each is tried without making another worse.
        """
        chosen: list[int] = []
        seen = {place: value.read(self.before) for place, value in enumerate(watched)}
        spared: dict[int, int] = {}
        aimed: dict[int, int] = {}
        while (found := self._first_write(chosen, watched, seen)) is not None:
            numbers, bounds, place = found
            here, tried = watched[place], spared.get(place, 0)
            spared[place] = tried + 1
            enough = len(numbers) <= aimed.get(place, 0) if here.is_array else tried >= MAX_RETRIED_NUMBERS
            if enough or not here.deficit(seen[place]):
                chosen = numbers
            else:
                chosen, seen[place] = self._improve(numbers, bounds, here)
                aimed[place] = len(numbers)
        return self.run(chosen)[0]

    def _first_write(
        self, chosen: list[int], watched: Sequence[WatchedValue], seen: dict[int, Value]
    ) -> tuple[list[int], list[int], int] | None:
        """The numbers up to the first new write after the chosen ones, and its place."""
        written: list[int] = []

        state, source = self.run(chosen, lambda state: self._stop_at_write(state, watched, seen, written))
        if not written:
            with suppress(PartStopped):
                self._stop_at_write(state, watched, seen, written)
        return (source.drawn, source.bounds, written[0]) if written and source.drawn else None

    def _stop_at_write(
        self, state: State, watched: Sequence[WatchedValue], seen: dict[int, Value], written: list[int]
    ) -> None:
        for place, watched_value in enumerate(watched):
            value = watched_value.read(state)
            if value != seen[place]:
                seen[place] = value
                written.append(place)
                raise PartStopped

    def _improve(self, numbers: list[int], bounds: list[int], frame: WatchedValue) -> tuple[list[int], Value]:
        """Tries the last numbers again until the place has its wanted value or is near it; also returns that value."""
        value = self._value(numbers, frame)
        for place in range(len(numbers) - 1, max(len(numbers) - 1 - MAX_RETRIED_NUMBERS, -1), -1):
            for number in self._numbers_to_try(numbers, place, bounds[place], frame):
                other = [*numbers[:place], number, *numbers[place + 1 :]]
                now = self._value(other, frame)
                if abs(frame.deficit(now)) < abs(frame.deficit(value)):
                    numbers, value = other, now
                if not frame.deficit(value):
                    return numbers, value
        return numbers, value

    def _value(self, numbers: list[int], frame: WatchedValue) -> Value:
        """The value of the place at the time when the next number is drawn."""

        def stop(state: State) -> None:
            raise PartStopped

        return frame.read(self.run(numbers, stop)[0])

    def _numbers_to_try(self, numbers: list[int], place: int, bound: int, frame: WatchedValue) -> Iterator[int]:
        """The numbers to try at a place: all if there are few; otherwise by halving, then some at random."""
        if bound <= (MAX_EXHAUSTIVE if frame.is_array else SAMPLES):
            yield from range(bound)
            return

        def deficit(number: int) -> int:
            return frame.deficit(self._value([*numbers[:place], number, *numbers[place + 1 :]], frame))

        low, high = 0, bound - 1
        ends = deficit(low), deficit(high)
        if ends[0] > 0 > ends[1] or ends[0] < 0 < ends[1]:
            for _ in range(HALVINGS):
                middle = (low + high) // 2
                off = deficit(middle)
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
