"""37.5, 44.7, 45.71 The air points that have come to a side in play: all hear how many, only their owner where."""

from __future__ import annotations

from ironbottom.engine.rules.game import Random
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import STACKS
from ironbottom.games.war_in_the_pacific.rules.air import air_reinforcements

MOST = 127


def place(state: State, side: int, come: dict[int, int], random: Random) -> list[int]:
    """37.5 Points that have come are at some of the bases where they may be placed, or gone; gives those numbers."""
    bases, air, wide = air_reinforcements.bases_for(state, side), state.arrays[places.AIR], len(STACKS)
    found: list[int] = []
    for stack, points in come.items() if bases else ():
        left = points if random.randrange(2) else random.randrange(points + 1)
        while left:
            some = left if random.randrange(2) else 1 + random.randrange(left)
            here = bases[random.randrange(len(bases))] * wide + stack
            air[here] = min(air[here] + some, MOST)
            left -= some
            found.append(here)
    return found
