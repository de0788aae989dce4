"""Flips: what the layout says a side may not see is changed, cell by cell, and nothing shown to it changes.

Cells of which nothing is told are given every other value that their type allows (of many, some by chance). Where the
hidden things of a block are told together (how many there are, under which numbers), two that are *alike* change places
in all such blocks, as long as that is a state which could stand on the table. The other way round, what a side may see
changes its view.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from ironbottom.engine.core.arrays import ArrayBlock
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import IdSetField, members
from ironbottom.engine.core.layout import value_range
from ironbottom.engine.core.visibility import PUBLIC, Block
from ironbottom.engine.match.history import in_simultaneous_frame
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from tests.kit.looks import Look, alone
from tests.kit.walks import Walk

MOST, TRIED = 12, 40
"""So many flips of a block, and so many exchanges out of so many pairs, are looked at for a viewer at a decision."""
WIDE = 5_000
"""Of a range with more values than this a few are tried."""
CELLS = -1
Flip = tuple[int, int, int]
"""Another value: in the list of cells or in which array, at which place, and what."""


class Flips(Look):
    """At decisions of random games every side's hidden cells are changed under its eyes, and the open ones too."""

    name = "flips"

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.open: dict[tuple[str, str], bool] = {}
        """By viewer and block, whether a change of what it may see of it has shown yet."""

    def look(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        for viewer, side in enumerate((*walk.rules.sides.ids, "public")):
            number = viewer if side != "public" else PUBLIC
            self.budget.count["flips"] += check_hidden(walk, number, side, self.budget.part(MOST))
            self.note_open(walk, number, side)

    def note_open(self, walk: Walk, viewer: int, side: str) -> None:
        """Changes what lies open until each block of cells has shown that it does.

        Arrays may follow from one another, as the order in a stack from where its counters are, and are left out.
        """
        state = walk.state
        text = json.dumps(state.view(side))
        for block in walk.rules.layout.blocks.values():
            if self.open.get((side, block.name)):
                continue
            for flip in changes_of(walk, block, viewer, MOST, hidden=False):
                self.open[side, block.name] = shows(flipped(state, [flip]), side, text)
                if self.open[side, block.name]:
                    break

    def judge(self) -> None:
        dark = [f"{block} to {side}" for (side, block), shown in self.open.items() if not shown]
        assert not dark, f"declared to be seen, and no change of it ever shows: {', '.join(dark)}"


check_flips = alone(Flips)


def check_hidden(walk: Walk, viewer: int, side: str, most: int = MOST) -> int:
    """Nothing that a side is shown changes with what it may not see; gives how many changes were made.

    Of each block at most so many are made.
    """
    state = walk.state
    seen, shown, done = declared(state, viewer), sight(state, side), 0
    for where, changes in (*single_flips(walk, viewer, most), *exchanges(walk, viewer, most)):
        twin = flipped(state, changes)
        if declared(twin, viewer) != seen:
            continue
        done += 1
        now = sight(twin, side)
        for name, told in shown.items():
            walk.hold(now[name] == told, f"{name} of {side} changes with {where}, which it may not see")
    return done


def declared(state: State, viewer: int) -> list[Any]:
    """What the viewer sees as the layout says; of arrays which places, for flips are made in the others.

    Many arrays are seen by the same rule, which is asked once.
    """
    layout = state.rules.layout
    told: list[Any] = [block.visible(state, viewer) for block in layout.blocks.values()]
    return told + [seen(state, viewer) for seen in dict.fromkeys(block.seen for block in layout.arrays)]


def sight(state: State, side: str) -> dict[str, str]:
    """All that a side is shown: its view, who must choose, its question and what it may choose."""
    decision = None if side == "public" else state.decision(side)
    return {
        "the view": json.dumps(state.view(side)),
        "who waits": "" if in_simultaneous_frame(state) else str(state.to_act()),
        "the question": "" if decision is None else f"{decision.prompt} {decision.clause}",
        "the choices": "" if decision is None else json.dumps(decision.choices.factored()),
    }


def shows(state: State, side: str, text: str) -> bool:
    """Whether the view is another; one that cannot be made of a state that never occurs is."""
    try:
        return json.dumps(state.view(side)) != text
    except (LookupError, TypeError, ValueError):
        return True


# -- changes -------------------------------------------------------------------------------------------


def flipped(state: State, changes: Sequence[Flip]) -> State:
    """A copy with other values in some cells."""
    twin = state.copy()
    for where, place, value in changes:
        if where == CELLS:
            twin.cells[place] = value
        else:
            twin.arrays[where][place] = value
    return twin


def single_flips(walk: Walk, viewer: int, most: int) -> Iterator[tuple[str, list[Flip]]]:
    """Hidden cells of which nothing is told, one at a time."""
    layout = walk.rules.layout
    for block in layout.blocks.values():
        if not block.alike:
            for flip in changes_of(walk, block, viewer, most, hidden=True):
                yield layout.names[flip[1]], [flip]
    for numbers in layout.arrays:
        for flip in changes_of(walk, numbers, viewer, most, hidden=True):
            yield f"{numbers.name}[{flip[1]}]", [flip]


def changes_of(walk: Walk, block: Block | ArrayBlock, viewer: int, most: int, *, hidden: bool) -> list[Flip]:
    """Of what the viewer sees of a block, or does not see, all flips where there are a few, and some of many."""
    if isinstance(block, Block):
        found = list(flips(walk.state, block, viewer, hidden=hidden))
        return found if len(found) <= most else walk.chance.sample(found, most)
    number, mask = walk.rules.layout.arrays.index(block), block.seen(walk.state, viewer)
    places = within(~mask if hidden else mask, block)
    chosen = places if len(places) <= most else walk.chance.sample(places, most)
    values = [(place, walk.chance.randrange(block.low, block.high + 1)) for place in chosen]
    return [(number, place, value) for place, value in values if walk.state.arrays[number][place] != value]


def within(mask: int, block: ArrayBlock) -> list[int]:
    """The places of an array that are in a set."""
    return members(mask & (1 << block.length) - 1)


def flips(state: State, block: Block, viewer: int, *, hidden: bool) -> Iterator[Flip]:
    """Each bit and each other value of what the viewer sees of a block, or of what it does not see."""
    mask = block.mask(state, viewer)
    wanted = ~mask if hidden else mask
    for place, cell in enumerate(block.cells):
        value = state.cells[cell]
        if isinstance(block.kind, IdSetField) and (block.holds_sets or wanted >> place & 1):
            bits = wanted & block.kind.full if block.holds_sets else block.kind.full
            yield from ((CELLS, cell, value ^ 1 << member) for member in members(bits))
        elif not block.holds_sets and wanted >> place & 1:
            yield from ((CELLS, cell, other) for other in others(*value_range(block.kind), value))


def others(low: int, high: int, value: int) -> list[int]:
    """Each other value of a range; of a wide one the lowest and those beside the value."""
    if high - low < WIDE:
        return [other for other in range(low, high + 1) if other != value]
    near = dict.fromkeys((low, value - 1, value + 1))
    return [other for other in near if low <= other <= high and other != value]


def exchanges(walk: Walk, viewer: int, most: int) -> Iterator[tuple[str, list[Flip]]]:
    """Pairs of hidden things that are alike, each put wherever the other is; only what could stand on the table."""
    state, layout = walk.state, walk.rules.layout
    blocks = [block for block in layout.blocks.values() if block.alike]
    for alike in {block.alike: None for block in blocks}:
        moved = [block for block in blocks if block.alike == alike]
        for things in map(members, alike):
            found = ((pair, changes) for pair in pairs(walk, things) if (changes := exchanged(state, moved, *pair)))
            told = ((pair, changes) for pair, changes in found if lawful(flipped(state, changes)))
            for (one, two), changes in islice(told, most):
                yield f"{moved[0].name} of {one} and {two}, exchanged", changes


def pairs(walk: Walk, things: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of things by chance."""
    for _ in range(TRIED):
        one, two = walk.chance.sample(things, 2)
        yield one, two


def exchanged(state: State, blocks: Sequence[Block], one: int, two: int) -> list[Flip]:
    """The cells of some blocks with two of their things each in the other's place."""
    cells, bits, changes = state.cells, 1 << one | 1 << two, []
    for block in blocks:
        first, second = block.start + one, block.start + two
        if block.holds_sets:
            apart = (cell for cell in block.cells if (cells[cell] & bits).bit_count() == 1)
            changes += [(CELLS, cell, cells[cell] ^ bits) for cell in apart]
        elif cells[first] != cells[second]:
            changes += [(CELLS, first, cells[second]), (CELLS, second, cells[first])]
    return changes


def lawful(state: State) -> bool:
    """Whether a state could stand on the table."""
    try:
        state.rules.check(state)
    except BadValue:
        return False
    return True
