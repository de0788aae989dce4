"""Flips of typed arrays: numbers that a side may not see are changed, and nothing shown to it changes.

What is hidden may bear on what else is hidden (where a ship is, on whether its place is known): a change that lets the
viewer see more or less than before is none for it. That open numbers show is not asked, since links of stacks never do.
"""

from __future__ import annotations

from typing import Any

from ironbottom.engine.procedures import Decision
from ironbottom.engine.state import State
from ironbottom.engine.visible import PUBLIC
from tests.kit.flips import sight
from tests.kit.looks import Look, alone
from tests.kit.walks import Walk

MOST = 3
"""So many numbers of an array are changed for a viewer at a decision, to so many other values together."""


class ArrayFlips(Look):
    """At decisions of random games every side's hidden numbers are changed under its eyes."""

    name = "array_flips"

    def look(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        for viewer, side in enumerate(walk.rules.sides.ids):
            self.budget.count["flips"] += check_arrays(walk, viewer, side)
        self.budget.count["flips"] += check_arrays(walk, PUBLIC, "public")


check_array_flips = alone(ArrayFlips)


def check_arrays(walk: Walk, viewer: int, side: str) -> int:
    """Nothing that a side is shown changes with what it may not see of the arrays; gives how many changes were made."""
    state = walk.state
    seen, done = masks(state, viewer), 0
    if not state.arrays:
        return 0
    shown = sight(state, side)
    for number, block in enumerate(state.rules.layout.arrays):
        for place in hidden_places(walk, seen[number], block.length):
            twin = state.copy()
            twin.arrays[number][place] = walk.chance.randrange(block.low, block.high + 1)
            if twin == state or masks(twin, viewer) != seen:
                continue
            done += 1
            now = sight(twin, side)
            for name, told in shown.items():
                where = f"{block.name}[{place}]"
                walk.hold(now[name] == told, f"{name} of {side} changes with {where}, which it may not see")
    return done


def masks(state: State, viewer: int) -> list[Any]:
    """What the viewer sees of each array, and of each block of the list."""
    layout = state.rules.layout
    of_arrays = [block.seen(state, viewer) for block in layout.arrays]
    return [*of_arrays, *(block.seen(state, viewer) for block in layout.blocks.values())]


def hidden_places(walk: Walk, mask: int, length: int) -> list[int]:
    """Some of the places that the viewer does not see, by chance."""
    dark = ~mask & (1 << length) - 1
    hidden = [place for place, digit in enumerate(reversed(bin(dark)[2:])) if digit == "1"]
    return hidden if len(hidden) <= MOST else walk.chance.sample(hidden, MOST)
