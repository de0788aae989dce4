"""Draws taken apart: a sampler that deals in parts is asked part by part for what whole draws do not bring up.

What is true may be so seldom dealt that no number of whole draws meets all of it: one count out of many, at one base
out of many. A draw is therefore stopped before a part, and the part dealt again and again, by chance and by chosen
numbers (``steered``), which is quick. Where it brings up something missing the draw is completed, and only what it then
shows counts. So all that is found was drawn, each number below its bound; what no part can ever deal is never found.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from ironbottom.engine.fields import Some
from ironbottom.engine.rules import Random as Chance
from ironbottom.engine.state import State
from tests.kit.steered import Steering, Watched

MOST_STOPPED, TRIES, OF_FEW = 60, 6, 80
"""So many draws are stopped at most, and so often a part is dealt again on top of each; more often for a few things."""
MOST_WATCHED, FEW = 60, 10
"""Of so many missing things at most the writing is watched; so many are few."""
RUN = 256
"""Rows of numbers are compared by so many at a time."""
CELLS = -1
LEARNT_IN = 12
"""In so many draws it is seen what each part deals."""
DIGITS = "0123456789"
Fact = tuple[str, str]


class Part(Protocol):
    """What deals a part of what is hidden, on top of the parts before it."""

    def __call__(self, state: State, random: Chance, /) -> None: ...


@runtime_checkable
class InParts(Protocol):
    """A sampler whose draw is a beginning and parts that are dealt on top of it, one after the other."""

    parts: Sequence[Part]
    computed: Container[str]
    """The arrays that follow from others by the rules: what is in them is no fact of its own."""
    numbered: Container[str]
    """The arrays of things that bear mere numbers: which of them is which is no fact."""

    def begin(self) -> State: ...


def told_apart(facts: set[Fact], sampler: InParts) -> set[Fact]:
    """The facts without what is computed, and those of numbered things without their numbers."""
    found = set()
    for path, value in facts:
        table = "".join(path.split(".")[1:2])
        if table not in sampler.computed:
            found.add((path.rstrip(DIGITS) if table in sampler.numbered else path, value))
    return found


class Missing:
    """What of a state no draw has brought up yet: single numbers, and members of sets."""

    def __init__(self, target: State, first: State, sampler: InParts) -> None:
        self.target = target
        layout = target.rules.layout
        sets = {cell for block in layout.blocks.values() if isinstance(block.kind, Some) for cell in block.cells}
        self.sets = {cell: left for cell in sets if (left := target.cells[cell] & ~first.cells[cell])}
        rows = [CELLS, *(row for row, block in enumerate(layout.arrays) if block.name not in sampler.computed)]
        self.places = {row: differing(row_of(first, row), row_of(target, row)) for row in rows}
        self.places[CELLS] = [cell for cell in self.places[CELLS] if cell not in sets]

    def within(self, reach: set[int]) -> bool:
        """Whether anything that is missing is in what a part deals: cells, and arrays by number below none."""
        cells = any(cell in reach for cell in (*self.sets, *self.places[CELLS]))
        return cells or any(places and ~row in reach for row, places in self.places.items() if row != CELLS)

    def watched(self, reach: set[int], chance: Random) -> list[Watched]:
        """Some of what is missing in what a part deals."""
        found = [Watched(_cell(cell), _lacks(left)) for cell, left in self.sets.items() if cell in reach]
        found += [Watched(_cell(cell), _off(self.target.cells[cell])) for cell in self.places[CELLS] if cell in reach]
        for row, places in self.places.items():
            if row != CELLS and ~row in reach:
                found += [Watched(_at(row, place), _off(row_of(self.target, row)[place])) for place in places]
        return chance.sample(found, min(len(found), MOST_WATCHED))

    def comes_up(self, before: State, after: State) -> bool:
        """Whether something that is missing is in a state, and was not in the one before it."""
        if any(after.cells[cell] & ~before.cells[cell] & left for cell, left in self.sets.items()):
            return True
        for row, places in self.places.items():
            if places:
                old, new, goal = row_of(before, row), row_of(after, row), row_of(self.target, row)
                if any(new[place] == goal[place] != old[place] for place in places):
                    return True
        return False

    def strike(self, state: State) -> None:
        """Strikes off what a draw has brought up."""
        self.sets = {cell: rest for cell, left in self.sets.items() if (rest := left & ~state.cells[cell])}
        for row, places in self.places.items():
            now, goal = row_of(state, row), row_of(self.target, row)
            self.places[row] = [place for place in places if now[place] != goal[place]]


def _cell(cell: int) -> Callable[[State], int]:
    return lambda state: state.cells[cell]


def _at(row: int, place: int) -> Callable[[State], int]:
    return lambda state: state.arrays[row][place]


def _off(goal: int) -> Callable[[int], int]:
    return lambda value: goal - value


def _lacks(members: int) -> Callable[[int], int]:
    return lambda value: 0 if value & members else 1


def row_of(state: State, row: int) -> Any:
    """The cells of a state, or an array by its number."""
    return state.cells if row == CELLS else state.arrays[row]


def differing(one: Any, two: Any) -> list[int]:
    """The places where two rows of numbers differ."""
    runs = [n for n in range(0, len(one), RUN) if one[n : n + RUN] != two[n : n + RUN]]
    return [n for first in runs for n in range(first, min(first + RUN, len(one))) if one[n] != two[n]]


def whole_draw(sampler: InParts, chance: Chance) -> State:
    """A draw, part on part."""
    state = sampler.begin()
    for part in sampler.parts:
        part(state, chance)
    return state


def reach_of(sampler: InParts, seed: int) -> list[set[int]]:
    """What each part deals in some draws: the cells of blocks that it changes, and arrays, by numbers below none."""
    reach: list[set[int]] = [set() for _ in sampler.parts]
    blocks = [block.cells for block in sampler.begin().rules.layout.blocks.values()]
    for number in range(LEARNT_IN):
        chance, state = Random(seed + number), sampler.begin()
        for place, part in enumerate(sampler.parts):
            before = state.copy()
            part(state, chance)
            changed = {*differing(before.cells, state.cells)} - reach[place]
            reach[place].update(cell for cells in blocks if not changed.isdisjoint(cells) for cell in cells)
            arrays = enumerate(zip(before.arrays, state.arrays, strict=True))
            reach[place].update(~row for row, (old, new) in arrays if old != new)
    return reach


def part_by_part(sampler: InParts, target: State, first: State, seed: int) -> Iterator[State]:
    """Whole draws: some by chance, some steered toward a state, and those that bring up what was missing of it."""
    reach = reach_of(sampler, seed)
    whole, missing = Missing(target, first, sampler), Missing(target, first, sampler)
    for number in range(MOST_STOPPED):
        chance = Random(seed + number)
        stopped = sampler.begin()
        for place, part in enumerate(sampler.parts):
            if missing.within(reach[place]):
                yield from _again(sampler, place, stopped, missing, reach[place], Random(chance.getrandbits(64)))
            if number % 4 == 0 and whole.within(reach[place]):
                watched = whole.watched(reach[place], chance)
                stopped = Steering(part, stopped, chance.getrandbits(64)).steered(watched)
            else:
                part(stopped, chance)
        missing.strike(stopped)
        yield stopped


def _again(
    sampler: InParts, place: int, before: State, missing: Missing, reach: set[int], chance: Random
) -> Iterator[State]:
    """A part is dealt anew, by chance and steered; where it brings up something missing the draw is completed."""
    watched = missing.watched(reach, chance)
    steered = min(1 + FEW // len(watched), TRIES) if watched else 0
    for number in range(TRIES if len(watched) > FEW else OF_FEW):
        drawn = before.copy()
        if number < steered:
            drawn = Steering(sampler.parts[place], before, chance.getrandbits(64)).steered(watched)
        else:
            sampler.parts[place](drawn, chance)
        if missing.comes_up(before, drawn):
            for part in sampler.parts[place + 1 :]:
                part(drawn, chance)
            missing.strike(drawn)
            yield drawn
