"""Worlds drawn by a chain of exchanges, where there are too many kinds of things to count them.

The chains go from any world that fits to any other and back as easily, so that they come to every world evenly (or as
often as it weighs). A draw starts from one of some worlds that a long chain has found before, so it need not go far.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import ceil, log, prod
from random import Random

from ironbottom.engine.core.fields import members
from ironbottom.engine.information.slots import ContainerGroup, Dealt
from ironbottom.engine.rules.choices import Source

Draw = Callable[[], float]
STARTS = 64
"""So many worlds are found before the first draw."""


class Chain(ABC):
    """A chain of exchanges: how it changes a world, and how far it goes from one draw to the next."""

    length: int

    def prepare(self, world: list[int]) -> None:
        """Goes on from any world that fits, and keeps some of those that it comes to."""
        source = Random(0)
        for _ in range(10):
            self.advance(world, source)
        self.starts = []
        for _ in range(STARTS):
            self.advance(world, source)
            self.starts.append(world[:])

    def draw(self, source: Source, dealt: Dealt) -> None:
        """Adds things and places of one world."""
        world = self.starts[int(source.random() * STARTS)][:]
        self.advance(world, source)
        self.add_world(world, source, dealt)

    @abstractmethod
    def advance(self, world: list[int], source: Source) -> int:
        """Goes on from a world, as far as from one draw to the next; how many exchanges that took."""

    @abstractmethod
    def add_world(self, world: list[int], source: Source, dealt: Dealt) -> None:
        """Adds things and places of a world."""


# -- where only how many lie in a place matters --------------------------------------------------------


class SlotChain(Chain):
    """Places with a known number of things, and nothing else to heed.

    A thing is lifted out of its slot; the empty slot takes any thing that it may hold out of another slot, that one
    again, until the lifted one fits and is taken. From any world such a round leads to any other that differs by one
    ring of exchanges, and as often back. Where every thing may lie in each of n slots a round passes on n things, and
    some rounds mix all; where it is shorter there are more of them: about 2 n log n exchanges, in 12 rounds at least.
    """

    def __init__(self, things: int, spreads: list[ContainerGroup]) -> None:
        self.things = members(things)
        number = {thing: n for n, thing in enumerate(self.things)}
        self.places = [place for spread in spreads for place in spread.slots]
        self.may = [[number[t] for t in members(spread.place.holds)] for spread in spreads for _ in spread.slots]
        world = match_slots(self.may, len(self.things))
        source, self.length = Random(0), 50
        passed = self.advance(world, source) / 50
        self.length = max(12, ceil(2 * len(world) * log(len(world) + 1) / passed))
        self.prepare(world)

    def advance(self, world: list[int], source: Source) -> int:
        """A world says for each thing its slot."""
        random, may, count, passed = source.random, self.may, len(world), 0
        for _ in range(self.length):
            lifted = int(random() * count)
            slot = world[lifted]
            while True:
                passed += 1
                here = may[slot]
                thing = here[int(random() * len(here))]
                if thing == lifted:
                    break
                world[thing], slot = slot, world[thing]
            world[lifted] = slot
        return passed

    def add_world(self, world: list[int], source: Source, dealt: Dealt) -> None:
        places = self.places
        dealt += [(thing, places[slot]) for thing, slot in zip(self.things, world, strict=True)]


def match_slots(may: list[list[int]], count: int) -> list[int]:
    """A slot for each thing, found by passing on what stands in the way."""
    slot_of = [-1] * count
    for slot in range(len(may)):
        if not assign_slot(slot, may, slot_of, set()):
            raise ValueError("no world fits")
    if -1 in slot_of:
        raise ValueError("no world fits")
    return slot_of


def assign_slot(slot: int, may: list[list[int]], slot_of: list[int], tried: set[int]) -> bool:
    """Whether a slot gets a thing, if need be by giving another slot another thing."""
    for thing in may[slot]:
        if thing not in tried:
            tried.add(thing)
            if slot_of[thing] < 0 or assign_slot(slot_of[thing], may, slot_of, tried):
                slot_of[thing] = slot
                return True
    return False


# -- where more matters --------------------------------------------------------------------------------


class SwapChain(Chain):
    """Places with room to spare, things that lie apart from others, worlds that are not alike likely.

    One thing moves to another place, two change places, or three go round; where the world then fits it is taken, or
    kept as it was, as the weights say. From one draw to the next every thing is tried about 60 times.
    """

    def __init__(self, things: int, spreads: list[ContainerGroup]) -> None:
        self.things = members(things)
        self.spreads = spreads
        places, count = [spread.place for spread in spreads], len(self.things)
        self.may = [sum(1 << at for at, place in enumerate(places) if place.holds >> t & 1) for t in self.things]
        self.limits = [(place.least, place.most) for place in places]
        self.barred = [
            [
                sum(1 << n for n in range(count) if self.things[n] != t and place.forbids_pair(t, self.things[n]))
                for t in self.things
            ]
            for place in places
        ]
        self.weights = [[place.weights.get(t, 1) for t in self.things] for place in places]
        self.weighted = any(place.weights for place in places)
        self.length = 30 * count
        self.prepare(self.find_world())

    def find_world(self) -> list[int]:
        """Any world: the thing with the fewest places left first, going back where the rest finds none."""
        held, where = [0] * len(self.spreads), [-1] * len(self.things)

        def place_all(left: list[int]) -> bool:
            short = [max(0, least - there.bit_count()) for (least, _), there in zip(self.limits, held, strict=True)]
            if sum(short) > len(left):
                return False
            open_to = {n: [at for at in members(self.may[n]) if self.has_room(at, held[at], n)] for n in left}
            if not left:
                return True
            thing = min(left, key=lambda n: len(open_to[n]))
            for at in sorted(open_to[thing], key=lambda at: -short[at]):
                held[at] ^= 1 << thing
                where[thing] = at
                if place_all([n for n in left if n != thing]):
                    return True
                held[at] ^= 1 << thing
            return False

        if not place_all(list(range(len(self.things)))):
            raise ValueError("no world fits")
        return where

    def has_room(self, at: int, there: int, thing: int) -> bool:
        """Whether a thing may join those in a place."""
        return there.bit_count() < self.limits[at][1] and not there & self.barred[at][thing]

    def advance(self, world: list[int], source: Source) -> int:
        """A world says for each thing its place."""
        random, count, places = source.random, len(world), len(self.spreads)
        held = [0] * places
        for n, at in enumerate(world):
            held[at] |= 1 << n
        for _ in range(self.length):
            moved = list(dict.fromkeys([int(random() * count) for _ in range(1 + int(random() * 3))]))
            then = [world[n] for n in moved[1:] + moved[:1]] if len(moved) > 1 else [int(random() * places)]
            if all(self.may[n] >> at & 1 for n, at in zip(moved, then, strict=True)):
                self.try_swap(world, held, moved, then, random)
        return self.length

    def try_swap(self, world: list[int], held: list[int], moved: list[int], then: list[int], random: Draw) -> None:
        """Brings things to other places, if the world fits then and its weight allows it."""
        after: dict[int, int] = {}
        for n in moved:
            after[world[n]] = after.get(world[n], held[world[n]]) & ~(1 << n)
        for n, at in zip(moved, then, strict=True):
            there = after.get(at, held[at])
            if there & self.barred[at][n]:
                return
            after[at] = there | 1 << n
        for at, there in after.items():
            least, most = self.limits[at]
            if not least <= there.bit_count() <= most:
                return
        if self.weighted:
            ratio = [self.weights[at][n] / self.weights[world[n]][n] for n, at in zip(moved, then, strict=True)]
            if random() >= prod(ratio):
                return
        for at, there in after.items():
            held[at] = there
        for n, at in zip(moved, then, strict=True):
            world[n] = at

    def add_world(self, world: list[int], source: Source, dealt: Dealt) -> None:
        for at, spread in enumerate(self.spreads):
            here = [thing for thing, place in zip(self.things, world, strict=True) if place == at]
            slots = list(spread.slots) if spread.place.plain else [spread.slots[0]] * len(here)
            if len(set(slots)) > 1:
                slots.sort(key=lambda _: source.random())
            dealt += zip(here, slots, strict=True)
