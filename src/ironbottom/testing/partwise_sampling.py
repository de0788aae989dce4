"""Draws in parts: a sampler that deals in parts is tested part by part, to find values that whole draws do not produce.

The truth may be so rare that no number of whole draws produces all of it: one count out of many, at one base out of
many. So a draw is stopped before a part, and the part is dealt repeatedly, at random and with chosen numbers
(``guided_draw``), which is fast. When this produces a missing value, the draw is completed, and only its final result
counts. So every value found was drawn with numbers below their bounds; a value that no part can deal is never found.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from math import gcd
from random import Random
from typing import Protocol, runtime_checkable

from ironbottom.engine.core.fields import IdField, IdSetField
from ironbottom.engine.rules.game import Random as Chance
from ironbottom.engine.rules.state import State
from ironbottom.testing.guided_sampling import GuidedPart, ScriptedRandom, Value, WatchedValue

MAX_STOPPED_DRAWS, TRIES, TRIES_IF_FEW = 100, 6, 80
"""The number of stopped draws, and of deals of a part in each; more deals if few items are missing."""
MAX_EXTRA_DRAWS = 175
"""The number of further draws that are stopped for missing items; in each, a part is dealt as often as for few items.

That is 14,000 deals, so a value that occurs in one of a thousand is missed less than once in a million.
"""
MAX_WATCHED, MAX_FEW_WATCHED = 60, 10
"""The maximum number of missing items whose writes are watched, and the number up to which they count as few."""
BLOCK_SIZE = 256
"""The number of rows compared at a time."""
CELLS = -1
RECORDED_DRAWS, GUIDED_INTERVAL = 20, 4
"""The number of draws that record what each part deals; one in this many draws is guided."""
ARRAY_ATTEMPTS = 4
"""The number of times that an array is guided as a whole."""
FEW_NUMBERS, PRECISION = 50, 2**20
"""The number of random numbers up to which they count as few, and the precision of the distance between rows."""
DIGITS = "0123456789"
Fact = tuple[str, str]


class Part(Protocol):
    """A part that deals some of the hidden information, on top of the parts before it."""

    def __call__(self, state: State, random: Chance, /) -> None: ...


@runtime_checkable
class PartwiseSampler(Protocol):
    """A sampler whose draw is a start state and parts that are dealt on it, one after the other."""

    parts: Sequence[Part]
    computed: Container[str]
    """The arrays that follow from others by the rules: their values are not facts of their own."""
    numbered: Mapping[str, Sequence[str]]
    """The arrays, by kind, of numbered items without identity: only an item as a whole is a fact."""
    individually_numbered: Container[str]
    """Other arrays of such items, in which each number is a separate fact."""

    def begin(self) -> State: ...


def distinct_facts(facts: set[Fact], sampler: PartwiseSampler) -> set[Fact]:
    """The facts except those of computed arrays; each numbered item becomes one fact, without its number."""
    found, items = set(), dict[tuple[str, str], list[str]]()
    kinds = {column: kind for kind, columns in sampler.numbered.items() for column in columns}
    for path, value in facts:
        _, table, name = [*path.split(".", 2), "", ""][:3]
        if table in kinds:
            items.setdefault((kinds[table], name), []).append(f"{table} {base_name(value, sampler.numbered)}")
        elif table not in sampler.computed:
            found.add(
                (path.rstrip(DIGITS), base_name(value, sampler.numbered))
                if table in sampler.individually_numbered
                else (path, value)
            )
    return found | {
        (f"{kind}.{name.rstrip(DIGITS)}", ", ".join(sorted(result))) for (kind, name), result in items.items()
    }


def base_name(value: str, kinds: Iterable[str]) -> str:
    """A name without its number, if it names a numbered item.

    >>> base_name('"japan_wave_3"', ["wave"]), base_name('"japan_3"', ["wave"])
    ('japan_wave_', '"japan_3"')
    """
    return value.strip('"').rstrip(DIGITS) if any(f"_{kind}_" in value for kind in kinds) else value


class NumberedThings:
    """Numbered items of one kind without identity. Each is a row of numbers; the first two give the owner."""

    def __init__(self, columns: Sequence[str], state: State, sampler: PartwiseSampler) -> None:
        blocks = state.rules.layout.arrays
        self.rows = [next(row for row, block in enumerate(blocks) if block.name == column) for column in columns]
        self.names: list[dict[int, int]] = []
        for row in self.rows:
            ids = kind.domain.ids if isinstance(kind := blocks[row].kind, IdField) else ()
            first: dict[str, int] = {}
            self.names.append({n: first.setdefault(base_name(text, sampler.numbered), n) for n, text in enumerate(ids)})

    def in_state(self, state: State) -> set[tuple[int, ...]]:
        """The items in a state."""
        columns = [state.arrays[row] for row in self.rows]
        found = [number for number, value in enumerate(columns[0]) if value >= 0]
        each = [list(zip(columns, self.names, strict=True)) for _ in found[:1]]
        return {tuple(names.get(column[n], column[n]) for column, names in each[0]) for n in found}

    def may_deal(self, items: set[tuple[int, ...]], part_range: PartRange) -> bool:
        """Whether a part may deal one of the given items; within a part, the second number of all items may be
        constant.
        """
        owners, names = part_range.values.get(self.rows[1], set()), self.names[1]
        if self.rows[0] not in part_range.steps or not items:
            return False
        return len(owners) > 1 or any(thing[1] in (names.get(owner, owner) for owner in owners) for thing in items)


class PartRange:
    """The observed range of a part: cells, and in arrays the places at a fixed step from a first one."""

    def __init__(self) -> None:
        self.cells: set[int] = set()
        self.frames = False
        """Whether the part deals the frames."""
        self.steps: dict[int, tuple[int, int]] = {}
        self.values: dict[int, set[int]] = {}
        self.numbers = 0
        """The maximum number of random numbers that the part draws."""

    def record(self, row: int, places: list[int], now: Sequence[int]) -> None:
        """Adds the places of an array that the part changed, and their new values."""
        self.values.setdefault(row, set()).update(now[place] for place in places)
        for place in places:
            first, step = self.steps.get(row, (place, 0))
            self.steps[row] = first, gcd(step, abs(place - first))

    def row_slice(self, row: int) -> slice:
        """The places of an array that the part deals, as far as observed."""
        first, step = self.steps[row]
        return slice(first % step if step else 0, None, step or 1)

    def indices_in_range(self, row: int, places: list[int]) -> list[int]:
        """The places among these that the part deals."""
        if row == CELLS:
            return [place for place in places if place in self.cells]
        if row not in self.steps:
            return []
        first, step = self.steps[row]
        return places if step <= 1 else [place for place in places if not (place - first) % step]


class UnseenValues:
    """The parts of a state that no draw has produced yet: numbers, members of sets, and numbered items."""

    def __init__(self, target: State, first: State, sampler: PartwiseSampler) -> None:
        self.target = target
        self.frames = first.stack != target.stack
        layout = target.rules.layout
        sets = {cell for block in layout.blocks.values() if isinstance(block.kind, IdSetField) for cell in block.cells}
        self.sets = {cell: left for cell in sets if (left := target.cells[cell] & ~first.cells[cell])}
        self.kinds = [NumberedThings(columns, target, sampler) for columns in sampler.numbered.values()]
        self.things = [kind.in_state(target) - kind.in_state(first) for kind in self.kinds]
        apart = {row for kind in self.kinds for row in kind.rows}
        found = [row for row, block in enumerate(layout.arrays) if block.name not in sampler.computed]
        individually_numbered = [row for row in found if layout.arrays[row].name in sampler.individually_numbered]
        self.individually_numbered = {
            row: {*target.arrays[row]} - {*first.arrays[row]} for row in individually_numbered
        }
        apart.update(individually_numbered)
        rows = [CELLS, *(row for row in found if row not in apart)]
        self.places = {row: differing(row_of(first, row), row_of(target, row)) for row in rows}
        self.places[CELLS] = [cell for cell in self.places[CELLS] if cell not in sets]

    def is_in_range(self, part_range: PartRange) -> bool:
        """Whether a part deals the places of any missing item."""
        if self.frames and part_range.frames:
            return True
        if any(cell in part_range.cells for cell in self.sets) or any(
            left for row, left in self.individually_numbered.items() if row in part_range.steps
        ):
            return True
        if any(kind.may_deal(left, part_range) for kind, left in zip(self.kinds, self.things, strict=True)):
            return True
        return any(part_range.indices_in_range(row, places) for row, places in self.places.items() if places)

    def values_to_watch(self, part_range: PartRange, chance: Random, *, rows: bool = False) -> list[WatchedValue]:
        """Some missing items whose places a part deals, or whole arrays if the part deals only a column."""
        found = [
            WatchedValue(_cell(cell), _lacks(left)) for cell, left in self.sets.items() if cell in part_range.cells
        ]
        arrays: list[WatchedValue] = []
        for row, places in self.places.items():
            indices = part_range.indices_in_range(row, places) if places else []
            if row == CELLS:
                found += [WatchedValue(_cell(cell), _off(self.target.cells[cell])) for cell in indices]
            elif rows and indices and part_range.numbers <= FEW_NUMBERS and part_range.steps[row][1] > MAX_FEW_WATCHED:
                every = part_range.row_slice(row)
                arrays.append(
                    WatchedValue(_row(row, every), _apart(self.target.arrays[row][every].tobytes()), is_array=True)
                )
            else:
                found += [WatchedValue(_at(row, place), _off(row_of(self.target, row)[place])) for place in indices]
        for row, left in self.individually_numbered.items():
            found += [
                WatchedValue(_nearest(row, value), _off(value)) for value in sorted(left) if row in part_range.steps
            ]
        return [*arrays, *chance.sample(found, min(len(found), MAX_WATCHED))]

    def is_produced(self, before: State, after: State) -> bool:
        """Whether a state contains a missing item that the previous state did not contain."""
        if self.frames and before.stack != after.stack == self.target.stack:
            return True
        if any(after.cells[cell] & ~before.cells[cell] & left for cell, left in self.sets.items()):
            return True
        for kind, left in zip(self.kinds, self.things, strict=True):
            if left and left & kind.in_state(after) - kind.in_state(before):
                return True
        if any(
            left & {*after.arrays[row]} - {*before.arrays[row]}
            for row, left in self.individually_numbered.items()
            if left
        ):
            return True
        for row, places in self.places.items():
            if places:
                old, new, goal = row_of(before, row), row_of(after, row), row_of(self.target, row)
                if any(new[place] == goal[place] != old[place] for place in places):
                    return True
        return False

    def discard_produced(self, state: State) -> None:
        """Removes what a draw has produced."""
        self.frames = self.frames and state.stack != self.target.stack
        self.sets = {cell: rest for cell, left in self.sets.items() if (rest := left & ~state.cells[cell])}
        self.things = [left - kind.in_state(state) for kind, left in zip(self.kinds, self.things, strict=True)]
        self.individually_numbered = {
            row: left - {*state.arrays[row]} for row, left in self.individually_numbered.items()
        }
        for row, places in self.places.items():
            now, goal = row_of(state, row), row_of(self.target, row)
            self.places[row] = [place for place in places if now[place] != goal[place]]


def _row(row: int, every: slice) -> Callable[[State], bytes]:
    return lambda state: state.arrays[row][every].tobytes()


def _apart(goal: bytes) -> Callable[[Value], int]:
    """The distance of two rows: the number of places that differ, then the size of the differences."""

    def far(now: Value) -> int:
        assert isinstance(now, bytes)
        off = [abs(mine - theirs) for mine, theirs in zip(now, goal, strict=True) if mine != theirs]
        return len(off) * PRECISION + min(sum(off), PRECISION - 1)

    return far


def _nearest(row: int, goal: int) -> Callable[[State], int]:
    """The value of a row nearest to a number."""
    return lambda state: min(set(state.arrays[row]), key=lambda value: (abs(value - goal), value))


def _cell(cell: int) -> Callable[[State], int]:
    return lambda state: state.cells[cell]


def _at(row: int, place: int) -> Callable[[State], int]:
    return lambda state: state.arrays[row][place]


def _off(goal: int) -> Callable[[Value], int]:
    def off(value: Value) -> int:
        assert isinstance(value, int)
        return goal - value

    return off


def _lacks(members: int) -> Callable[[Value], int]:
    def lacks(value: Value) -> int:
        assert isinstance(value, int)
        return 0 if value & members else 1

    return lacks


def row_of(state: State, row: int) -> Sequence[int]:
    """The cells of a state, or an array by its number."""
    return state.cells if row == CELLS else state.arrays[row]


def differing(one: Sequence[int], two: Sequence[int]) -> list[int]:
    """The places where two rows of numbers differ."""
    runs = [n for n in range(0, len(one), BLOCK_SIZE) if one[n : n + BLOCK_SIZE] != two[n : n + BLOCK_SIZE]]
    return [n for first in runs for n in range(first, min(first + BLOCK_SIZE, len(one))) if one[n] != two[n]]


def whole_draw(sampler: PartwiseSampler, chance: Chance) -> State:
    """Makes a draw, part by part."""
    state = sampler.begin()
    for part in sampler.parts:
        part(state, chance)
    return state


def ranges_of_parts(sampler: PartwiseSampler, seed: int) -> list[PartRange]:
    """The observed ranges of each part in some draws: the cells and the places of arrays that it changes."""
    ranges = [PartRange() for _ in sampler.parts]
    blocks = [block.cells for block in sampler.begin().rules.layout.blocks.values()]
    for number in range(RECORDED_DRAWS):
        chance, state = Random(seed + number), sampler.begin()
        for here, part in zip(ranges, sampler.parts, strict=True):
            before, source = state.copy(), ScriptedRandom((), chance.getrandbits(64))
            part(state, source)
            here.numbers = max(here.numbers, len(source.drawn))
            here.frames = here.frames or before.stack != state.stack
            changed = {*differing(before.cells, state.cells)} - here.cells
            here.cells.update(cell for cells in blocks if not changed.isdisjoint(cells) for cell in cells)
            for row, (old, new) in enumerate(zip(before.arrays, state.arrays, strict=True)):
                if old != new:
                    here.record(row, differing(old, new), new)
    prefer_main_part(ranges, sampler)
    return ranges


def prefer_main_part(ranges: list[PartRange], sampler: PartwiseSampler) -> None:
    """A number is looked for in the part that draws the most numbers, even if other parts deal such numbers."""
    blocks = sampler.begin().rules.layout.arrays
    for row in [row for row, block in enumerate(blocks) if block.name in sampler.individually_numbered]:
        dealing = sorted((here for here in ranges if row in here.steps), key=lambda frame: frame.numbers)
        for here in dealing[:-1]:
            del here.steps[row]


def partwise_draws(
    sampler: PartwiseSampler, target: State, first: State, seed: int, sought: Set[object]
) -> Iterator[State]:
    """Whole draws: some random, some guided toward a state, and those that produce something that was missing.

    The caller removes items from ``sought`` when they occur. While anything is left there, more draws follow the usual
    ones, only for missing items. If no part has been seen to deal such an item, any part may.
    """
    ranges = ranges_of_parts(sampler, seed)
    whole, unseen = UnseenValues(target, first, sampler), UnseenValues(target, first, sampler)
    for number in range(MAX_STOPPED_DRAWS + MAX_EXTRA_DRAWS):
        chance = Random(seed + number)
        stopped, only_unseen = sampler.begin(), number >= MAX_STOPPED_DRAWS
        if only_unseen and not sought:
            return
        anywhere = only_unseen and not any(map(unseen.is_in_range, ranges))
        for place, part in enumerate(sampler.parts):
            if anywhere or unseen.is_in_range(ranges[place]):
                again = _repeat_part(
                    sampler, place, stopped, unseen, ranges[place], Random(chance.getrandbits(64)), only_unseen
                )
                yield from again
            if number % GUIDED_INTERVAL == 0 and whole.is_in_range(ranges[place]):
                watched = whole.values_to_watch(ranges[place], chance, rows=True)
                stopped = guided_draw(part, stopped, watched, chance)
            else:
                part(stopped, chance)
        unseen.discard_produced(stopped)
        yield stopped


def guided_draw(part: Part, before: State, watched: list[WatchedValue], chance: Random) -> State:
    """Deals a part on a state, guided toward watched values.

    If whole arrays are watched, returns the best of several deals.
    """
    arrays = [value for value in watched if value.is_array]
    dealt: list[State] = [
        GuidedPart(part, before, chance.getrandbits(64)).run_toward(watched)
        for _ in range(ARRAY_ATTEMPTS if arrays else 1)
    ]
    return min(dealt, key=lambda state: sum(value.deficit(value.read(state)) for value in arrays))


def _repeat_part(
    sampler: PartwiseSampler,
    place: int,
    before: State,
    unseen: UnseenValues,
    part_range: PartRange,
    chance: Random,
    only_unseen: bool,
) -> Iterator[State]:
    """Deals a part again, at random and guided. Completes the draw if the part produces something that is missing.

    The part is dealt more often if few items are missing, or if guiding has found none of them (``only_unseen``).
    """
    watched = unseen.values_to_watch(part_range, chance)
    guided_count = min(1 + MAX_FEW_WATCHED // len(watched), TRIES) if watched and not only_unseen else 0
    for number in range(TRIES_IF_FEW if only_unseen or len(watched) <= MAX_FEW_WATCHED else TRIES):
        drawn = before.copy()
        if number < guided_count:
            drawn = GuidedPart(sampler.parts[place], before, chance.getrandbits(64)).run_toward(watched)
        else:
            sampler.parts[place](drawn, chance)
        if unseen.is_produced(before, drawn):
            for part in sampler.parts[place + 1 :]:
                part(drawn, chance)
            unseen.discard_produced(drawn)
            yield drawn
