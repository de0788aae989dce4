"""The flips check: changes of cells that the layout hides from a side change nothing that it sees.

Completely hidden cells get each other value of their type (if there are many, some at random). If only the totals of
hidden items in a block are visible (their number, or their labels), two *equivalent* items are exchanged in all such
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
from ironbottom.testing.walk_checks import WalkCheck, as_separate_check
from ironbottom.testing.walks import Walk

MAX_CHANGES, MAX_PAIRS = 12, 40
"""The maximum number of changes per block, and of exchanges out of a number of pairs, for a viewer at a decision."""
WIDE = 5_000
"""If a range has more values than this, only a few are tried."""
MIN_JUDGED = 100
"""The minimum number of decisions for reporting blocks whose changes never showed.

A long run on a busy machine may check fewer.
"""
CELLS = -1
CellChange = tuple[int, int, int]
"""Another value: the cells or the index of an array, the index in it, and the value."""


class HiddenCellFlips(WalkCheck):
    """At decisions of random games, each side's hidden cells are changed, and its visible ones too."""

    name = "flips"

    def __init__(self, game: Game, budget: CheckBudget) -> None:
        super().__init__(game, budget)
        self.visible_change_seen: dict[tuple[str, str], bool] = {}
        """By viewer and block, whether a change of the visible part has already shown."""

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        for viewer, side in enumerate((*walk.rules.sides.ids, "public")):
            number = viewer if side != "public" else PUBLIC
            self.budget.count["flips"] += check_hidden(walk, number, side, self.budget.part(MAX_CHANGES))
            self.check_visible(walk, number, side)

    def check_visible(self, walk: Walk, viewer: int, side: str) -> None:
        """Changes visible cells until a change of each block has shown in the view.

        Arrays that are derived from others are left out, such as the order in a stack, which follows from the places of
        its counters.
        """
        state = walk.state
        text = json.dumps(state.view(side))
        for block in walk.rules.layout.blocks.values():
            if self.visible_change_seen.get((side, block.name)):
                continue
            for change in changes_of(walk, block, viewer, MAX_CHANGES, hidden=False):
                self.visible_change_seen[side, block.name] = changes_view(with_changes(state, [change]), side, text)
                if self.visible_change_seen[side, block.name]:
                    break

    def finish(self) -> None:
        if self.budget.timed and self.budget.count["decisions"] < MIN_JUDGED:
            return
        unseen = [f"{block} to {side}" for (side, block), shown in self.visible_change_seen.items() if not shown]
        assert not unseen, f"declared visible, but no change of it is ever seen: {', '.join(unseen)}"


check_flips = as_separate_check(HiddenCellFlips)


def check_hidden(walk: Walk, viewer: int, side: str, most: int = MAX_CHANGES) -> int:
    """Changes of hidden cells change nothing that a side sees; returns the number of changes made.

    The number of changes for each block is limited.
    """
    state = walk.state
    seen, shown, done = declared(state, viewer), side_information(state, side), 0
    for where, changes in (*hidden_changes(walk, viewer, most), *exchanges(walk, viewer, most)):
        twin = with_changes(state, changes)
        if declared(twin, viewer) != seen:
            continue
        done += 1
        now = side_information(twin, side)
        for name, result in shown.items():
            walk.require(now[name] == result, f"{name} of {side} changes with {where}, which it may not see")
    return done


def declared(state: State, viewer: int) -> list[object]:
    """The cells that the viewer sees by the layout; for arrays, the places, because changes are made in the others.

    Many arrays have the same visibility rule, which is evaluated once.
    """
    layout = state.rules.layout
    result: list[object] = [block.visible(state, viewer) for block in layout.blocks.values()]
    return result + [seen(state, viewer) for seen in dict.fromkeys(block.seen for block in layout.arrays)]


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


def with_changes(state: State, changes: Sequence[CellChange]) -> State:
    """A copy with other values in the given cells."""
    twin = state.copy()
    for where, place, value in changes:
        if where == CELLS:
            twin.cells[place] = value
        else:
            twin.arrays[where][place] = value
    return twin


def hidden_changes(walk: Walk, viewer: int, most: int) -> Iterator[tuple[str, list[CellChange]]]:
    """Completely hidden cells, one at a time."""
    layout = walk.rules.layout
    for block in layout.blocks.values():
        if not block.interchangeable:
            for change in changes_of(walk, block, viewer, most, hidden=True):
                yield layout.names[change[1]], [change]
    for numbers in layout.arrays:
        for change in changes_of(walk, numbers, viewer, most, hidden=True):
            yield f"{numbers.name}[{change[1]}]", [change]


def changes_of(walk: Walk, block: Block | ArrayBlock, viewer: int, most: int, *, hidden: bool) -> list[CellChange]:
    """All changes of a block's visible or hidden part if there are few, otherwise some of them."""
    if isinstance(block, Block):
        found = list(cell_changes(walk.state, block, viewer, hidden=hidden))
        return found if len(found) <= most else walk.check_rng.sample(found, most)
    number, mask = walk.rules.layout.arrays.index(block), block.seen(walk.state, viewer)
    places = indices_in(~mask if hidden else mask, block)
    chosen = places if len(places) <= most else walk.check_rng.sample(places, most)
    values = [(place, walk.check_rng.randrange(block.low, block.high + 1)) for place in chosen]
    return [(number, place, value) for place, value in values if walk.state.arrays[number][place] != value]


def indices_in(mask: int, block: ArrayBlock) -> list[int]:
    """The places of an array that are in a set."""
    return members(mask & (1 << block.length) - 1)


def cell_changes(state: State, block: Block, viewer: int, *, hidden: bool) -> Iterator[CellChange]:
    """Each bit and each other value of a block's visible or hidden part."""
    mask = block.mask(state, viewer)
    wanted = ~mask if hidden else mask
    for place, cell in enumerate(block.cells):
        value = state.cells[cell]
        if isinstance(block.kind, IdSetField) and (block.holds_sets or wanted >> place & 1):
            bits = wanted & block.kind.full if block.holds_sets else block.kind.full
            yield from ((CELLS, cell, value ^ 1 << member) for member in members(bits))
        elif not block.holds_sets and wanted >> place & 1:
            yield from ((CELLS, cell, other) for other in other_values(*value_range(block.kind), value))


def other_values(low: int, high: int, value: int) -> list[int]:
    """Each other value of a range; for a wide range, the lowest and the adjacent ones."""
    if high - low < WIDE:
        return [other for other in range(low, high + 1) if other != value]
    near = dict.fromkeys((low, value - 1, value + 1))
    return [other for other in near if low <= other <= high and other != value]


def exchanges(walk: Walk, viewer: int, most: int) -> Iterator[tuple[str, list[CellChange]]]:
    """Pairs of equivalent hidden items, exchanged everywhere; only those that result in a legal state."""
    state, layout = walk.state, walk.rules.layout
    blocks = [block for block in layout.blocks.values() if block.interchangeable]
    for group in {block.interchangeable: None for block in blocks}:
        moved = [block for block in blocks if block.interchangeable == group]
        for members_of_group in map(members, group):
            found = (
                (pair, changes)
                for pair in random_pairs(walk, members_of_group)
                if (changes := exchange_changes(state, moved, *pair))
            )
            result = ((pair, changes) for pair, changes in found if is_legal(with_changes(state, changes)))
            for (first, second), changes in islice(result, most):
                yield f"{moved[0].name} of {first} and {second}, exchanged", changes


def random_pairs(walk: Walk, group: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Random pairs of items."""
    for _ in range(MAX_PAIRS):
        one, two = walk.check_rng.sample(group, 2)
        yield one, two


def exchange_changes(state: State, blocks: Sequence[Block], one: int, two: int) -> list[CellChange]:
    """The cells of the given blocks with two of their items exchanged."""
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
