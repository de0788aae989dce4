"""37.5, 44.7, 45.71 Samples air points that have arrived: both sides know their number, but only the owner knows their
bases.
"""

from __future__ import annotations

from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.pieces import STACKS
from ironbottom.games.war_in_the_pacific.state_types import State

MAX_POINTS = 127


def place_arrivals(state: State, side: int, come: dict[int, int], random: Random) -> list[int]:
    """37.5 Places arrived points at bases where they may be, or counts them as lost; returns the numbers lost."""
    bases, air, width = air_bases.bases_for_arrivals(state, side), state.arrays[layout.AIR], len(STACKS)
    result: list[int] = []
    for stack, points in come.items() if bases else ():
        left = points if random.randrange(2) else random.randrange(points + 1)
        while left:
            some = left if random.randrange(2) else 1 + random.randrange(left)
            here = bases[random.randrange(len(bases))] * width + stack
            air[here] = min(air[here] + some, MAX_POINTS)
            left -= some
            result.append(here)
    return result
