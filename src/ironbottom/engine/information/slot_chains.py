"""Draws worlds with a Markov chain of swaps, for cases with too many kinds of items to count the worlds.

A chain can go from any world to any other and back with equal probability, so it reaches all worlds equally often (or
in proportion to their weights). A draw starts from one of several worlds that a long chain found before, so it needs
few steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import ceil, log, prod
from random import Random

from ironbottom.engine.core.fields import members
from ironbottom.engine.information.slots import ContainerGroup, Dealt
from ironbottom.engine.rules.choices import RandomSource

Draw = Callable[[], float]
STARTS = 64
"""The number of starting worlds found before the first draw."""


class Chain(ABC):
    """A chain of swaps: how it changes a world, and how many steps it takes from one draw to the next."""

    length: int

    def prepare(self, world: list[int]) -> None:
        """Runs from any possible world and stores some of the worlds that it reaches."""
        source = Random(0)
        for _ in range(10):
            self.advance(world, source)
        self.starts = []
        for _ in range(STARTS):
            self.advance(world, source)
            self.starts.append(world[:])

    def draw(self, source: RandomSource, dealt: Dealt) -> None:
        """Adds the items of a random world with their places."""
        world = self.starts[int(source.random() * STARTS)][:]
        self.advance(world, source)
        self.add_world(world, source, dealt)

    @abstractmethod
    def advance(self, world: list[int], source: RandomSource) -> int:
        """Runs from a world for the length of one draw; returns the number of swaps."""

    @abstractmethod
    def add_world(self, world: list[int], source: RandomSource, dealt: Dealt) -> None:
        """Appends each hidden item of a sampled world, with its place."""


# -- where only the number in each place matters -------------------------------------------------------


class SlotChain(Chain):
    """A chain for places with a known number of items and no other constraints.

    An item is lifted out of its slot. The empty slot takes a random allowed item from another slot. The slot that this
    empties does the same, until the lifted item fits into the empty slot. Such a round can reach any world that
    differs by one cycle of swaps, with equal probability in both directions. If every item may be in each of n slots,
    a round moves n items on average, and a few rounds are enough to mix all of them; shorter rounds are repeated more
    often, up to about 2 n log n swaps, in at least 12 rounds.
    """

    def __init__(self, items: int, groups: list[ContainerGroup]) -> None:
        self.things = members(items)
        number = {thing: n for n, thing in enumerate(self.things)}
        self.places = [place for group in groups for place in group.slots]
        self.may = [[number[t] for t in members(group.place.holds)] for group in groups for _ in group.slots]
        world = match_slots(self.may, len(self.things))
        source, self.length = Random(0), 50
        passed = self.advance(world, source) / 50
        self.length = max(12, ceil(2 * len(world) * log(len(world) + 1) / passed))
        self.prepare(world)

    def advance(self, world: list[int], source: RandomSource) -> int:
        """Advances a world, given as the slot of each item."""
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

    def add_world(self, world: list[int], source: RandomSource, dealt: Dealt) -> None:
        places = self.places
        dealt += [(thing, places[slot]) for thing, slot in zip(self.things, world, strict=True)]


def match_slots(may: list[list[int]], count: int) -> list[int]:
    """A slot for each item, found by moving items that are in the way."""
    slot_of = [-1] * count
    for slot in range(len(may)):
        if not assign_slot(slot, may, slot_of, set()):
            raise ValueError("no world fits")
    if -1 in slot_of:
        raise ValueError("no world fits")
    return slot_of


def assign_slot(slot: int, may: list[list[int]], slot_of: list[int], tried: set[int]) -> bool:
    """Whether an item gets a slot, if necessary by moving other items."""
    for thing in may[slot]:
        if thing not in tried:
            tried.add(thing)
            if slot_of[thing] < 0 or assign_slot(slot_of[thing], may, slot_of, tried):
                slot_of[thing] = slot
                return True
    return False


# -- where more matters --------------------------------------------------------------------------------


class SwapChain(Chain):
    """A chain for places with spare room, for items that must be kept apart from others, and for weighted worlds.

    One item moves to another place, two swap places, or three rotate. If the new world is possible it is accepted or
    rejected according to the weights. Every item is tried about 60 times per draw.
    """

    def __init__(self, items: int, groups: list[ContainerGroup]) -> None:
        self.things = members(items)
        self.groups = groups
        places, count = [group.place for group in groups], len(self.things)
        self.may = [sum(1 << index for index, place in enumerate(places) if place.holds >> t & 1) for t in self.things]
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
        """Finds any possible world by backtracking, the item with the fewest remaining places first."""
        held, where = [0] * len(self.groups), [-1] * len(self.things)

        def place_all(left: list[int]) -> bool:
            short = [max(0, least - there.bit_count()) for (least, _), there in zip(self.limits, held, strict=True)]
            if sum(short) > len(left):
                return False
            open_to = {
                n: [index for index in members(self.may[n]) if self.has_room(index, held[index], n)] for n in left
            }
            if not left:
                return True
            thing = min(left, key=lambda n: len(open_to[n]))
            for index in sorted(open_to[thing], key=lambda index: -short[index]):
                held[index] ^= 1 << thing
                where[thing] = index
                if place_all([n for n in left if n != thing]):
                    return True
                held[index] ^= 1 << thing
            return False

        if not place_all(list(range(len(self.things)))):
            raise ValueError("no world fits")
        return where

    def has_room(self, index: int, there: int, thing: int) -> bool:
        """Whether an item may join those in a place."""
        return there.bit_count() < self.limits[index][1] and not there & self.barred[index][thing]

    def advance(self, world: list[int], source: RandomSource) -> int:
        """Advances a world, given as the place of each item."""
        random, count, places = source.random, len(world), len(self.groups)
        held = [0] * places
        for n, index in enumerate(world):
            held[index] |= 1 << n
        for _ in range(self.length):
            moved = list(dict.fromkeys([int(random() * count) for _ in range(1 + int(random() * 3))]))
            then = [world[n] for n in moved[1:] + moved[:1]] if len(moved) > 1 else [int(random() * places)]
            if all(self.may[n] >> index & 1 for n, index in zip(moved, then, strict=True)):
                self.try_swap(world, held, moved, then, random)
        return self.length

    def try_swap(self, world: list[int], held: list[int], moved: list[int], then: list[int], random: Draw) -> None:
        """Moves items to other places if the new world is possible and its weight is accepted."""
        after: dict[int, int] = {}
        for n in moved:
            after[world[n]] = after.get(world[n], held[world[n]]) & ~(1 << n)
        for n, index in zip(moved, then, strict=True):
            there = after.get(index, held[index])
            if there & self.barred[index][n]:
                return
            after[index] = there | 1 << n
        for index, there in after.items():
            least, most = self.limits[index]
            if not least <= there.bit_count() <= most:
                return
        if self.weighted:
            ratio = [self.weights[index][n] / self.weights[world[n]][n] for n, index in zip(moved, then, strict=True)]
            if random() >= prod(ratio):
                return
        for index, there in after.items():
            held[index] = there
        for n, index in zip(moved, then, strict=True):
            world[n] = index

    def add_world(self, world: list[int], source: RandomSource, dealt: Dealt) -> None:
        for index, group in enumerate(self.groups):
            here = [thing for thing, place in zip(self.things, world, strict=True) if place == index]
            slots = list(group.slots) if group.place.plain else [group.slots[0]] * len(here)
            if len(set(slots)) > 1:
                slots.sort(key=lambda _: source.random())
            dealt += zip(here, slots, strict=True)
