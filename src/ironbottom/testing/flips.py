"""The flips check: changes of cells that the layout hides from a side change nothing that it sees.

Completely hidden cells get each other value of their type (if there are many, some at random). If only the totals of
hidden things in a block are visible (their number, or their labels), two *equivalent* things are exchanged in all such
blocks, provided that the new state is legal. Conversely, changes of cells that a side may see change its view.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice

from ironbottom.engine.core.arrays import ArrayBlock
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import IdSetField, members
from ironbottom.engine.core.layout import value_range
from ironbottom.engine.core.visibility import PUBLIC, Block
from ironbottom.engine.match.history import in_simultaneous_frame
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.looks import Look, run_alone
from ironbottom.testing.walks import Walk

MAX_FLIPS, TRIED = 12, 40
"""The maximum number of flips per block, and of exchanges out of a number of pairs, for a viewer at a decision."""
WIDE = 5_000
"""If a range has more values than this, only a few are tried."""
MIN_JUDGED = 100
"""The minimum number of decisions for reporting blocks whose changes never showed.

A long run on a busy machine may look at fewer.
"""
CELLS = -1
Flip = tuple[int, int, int]
"""Another value: the cells or the index of an array, the index in it, and the value."""


class Flips(Look):
    """At decisions of random games, each side's hidden cells are changed, and its visible ones too."""

    name = "flips"

    def __init__(self, game: Game, budget: CheckBudget) -> None:
        super().__init__(game, budget)
        self.open: dict[tuple[str, str], bool] = {}
        """By viewer and block, whether a change of the visible part has already shown."""

    def look(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        for viewer, side in enumerate((*walk.rules.sides.ids, "public")):
            number = viewer if side != "public" else PUBLIC
            self.budget.count["flips"] += check_hidden(walk, number, side, self.budget.part(MAX_FLIPS))
            self.note_open(walk, number, side)

    def note_open(self, walk: Walk, viewer: int, side: str) -> None:
        """Changes visible cells until a change of each block has shown in the view.

        Arrays that are derived from others are left out, such as the order in a stack, which follows from the places of
        its counters.
        """
        state = walk.state
        text = json.dumps(state.view(side))
        for block in walk.rules.layout.blocks.values():
            if self.open.get((side, block.name)):
                continue
            for flip in changes_of(walk, block, viewer, MAX_FLIPS, hidden=False):
                self.open[side, block.name] = changes_view(flipped(state, [flip]), side, text)
                if self.open[side, block.name]:
                    break

    def judge(self) -> None:
        if self.budget.timed and self.budget.count["decisions"] < MIN_JUDGED:
            return
        dark = [f"{block} to {side}" for (side, block), shown in self.open.items() if not shown]
        assert not dark, f"declared visible, but no change of it is ever seen: {', '.join(dark)}"


check_flips = run_alone(Flips)


def check_hidden(walk: Walk, viewer: int, side: str, most: int = MAX_FLIPS) -> int:
    """Changes of hidden cells change nothing that a side sees; returns the number of changes made.

    The number of changes for each block is limited.
    """
    state = walk.state
    seen, shown, done = declared(state, viewer), side_information(state, side), 0
    for where, changes in (*single_flips(walk, viewer, most), *exchanges(walk, viewer, most)):
        twin = flipped(state, changes)
        if declared(twin, viewer) != seen:
            continue
        done += 1
        now = side_information(twin, side)
        for name, result in shown.items():
            walk.hold(now[name] == result, f"{name} of {side} changes with {where}, which it may not see")
    return done


def declared(state: State, viewer: int) -> list[object]:
    """The cells that the viewer sees by the layout; for arrays, the places, because flips are made in the other places.

    Many arrays have the same visibility rule, which is evaluated once.
    """
    layout = state.rules.layout
    event: list[object] = [block.visible(state, viewer) for block in layout.blocks.values()]
    return event + [seen(state, viewer) for seen in dict.fromkeys(block.seen for block in layout.arrays)]


def side_information(state: State, side: str) -> dict[str, str]:
    """Everything that a side sees: its view, who must choose, its question and its choices."""
    decision = None if side == "public" else state.decision(side)
    return {
        "the view": json.dumps(state.view(side)),
        "who waits": "" if in_simultaneous_frame(state) else str(state.to_act()),
        "the question": "" if decision is None else f"{decision.prompt} {decision.clause}",
        "the choices": "" if decision is None else json.dumps(decision.choices.factored()),
    }


def changes_view(state: State, side: str, text: str) -> bool:
    """Whether the view changes; it counts as changed if an impossible state has no view."""
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
    """Completely hidden cells, one at a time."""
    layout = walk.rules.layout
    for block in layout.blocks.values():
        if not block.interchangeable:
            for flip in changes_of(walk, block, viewer, most, hidden=True):
                yield layout.names[flip[1]], [flip]
    for numbers in layout.arrays:
        for flip in changes_of(walk, numbers, viewer, most, hidden=True):
            yield f"{numbers.name}[{flip[1]}]", [flip]


def changes_of(walk: Walk, block: Block | ArrayBlock, viewer: int, most: int, *, hidden: bool) -> list[Flip]:
    """All flips of a block's visible or hidden part if there are few, otherwise some of them."""
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
    """Each bit and each other value of a block's visible or hidden part."""
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
    """Each other value of a range; for a wide range, the lowest and the adjacent ones."""
    if high - low < WIDE:
        return [other for other in range(low, high + 1) if other != value]
    near = dict.fromkeys((low, value - 1, value + 1))
    return [other for other in near if low <= other <= high and other != value]


def exchanges(walk: Walk, viewer: int, most: int) -> Iterator[tuple[str, list[Flip]]]:
    """Pairs of equivalent hidden things, exchanged everywhere; only those that result in a legal state."""
    state, layout = walk.state, walk.rules.layout
    blocks = [block for block in layout.blocks.values() if block.interchangeable]
    for alike in {block.interchangeable: None for block in blocks}:
        moved = [block for block in blocks if block.interchangeable == alike]
        for things in map(members, alike):
            found = ((pair, changes) for pair in pairs(walk, things) if (changes := exchanged(state, moved, *pair)))
            result = ((pair, changes) for pair, changes in found if is_legal(flipped(state, changes)))
            for (one, two), changes in islice(result, most):
                yield f"{moved[0].name} of {one} and {two}, exchanged", changes


def pairs(walk: Walk, things: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Random pairs of things."""
    for _ in range(TRIED):
        one, two = walk.chance.sample(things, 2)
        yield one, two


def exchanged(state: State, blocks: Sequence[Block], one: int, two: int) -> list[Flip]:
    """The cells of some blocks with two of their things exchanged."""
    cells, bits, changes = state.cells, 1 << one | 1 << two, []
    for block in blocks:
        first, second = block.start + one, block.start + two
        if block.holds_sets:
            apart = (cell for cell in block.cells if (cells[cell] & bits).bit_count() == 1)
            changes += [(CELLS, cell, cells[cell] ^ bits) for cell in apart]
        elif cells[first] != cells[second]:
            changes += [(CELLS, first, cells[second]), (CELLS, second, cells[first])]
    return changes


def is_legal(state: State) -> bool:
    """Whether a state is legal."""
    try:
        state.rules.check(state)
    except BadValue:
        return False
    return True
