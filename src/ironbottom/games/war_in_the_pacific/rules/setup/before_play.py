"""5.12, 25.4, 40.41 Changes before play that the deployments of several scenarios allow."""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Numbers
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import (
    STACKS,
    UNITS,
    slot,
)
from ironbottom.games.war_in_the_pacific.rules.land import components
from ironbottom.games.war_in_the_pacific.state_types import State

AIR_POINTS = Numbers("number of air points", 1, 127)


BLOCKS = Numbers("number of Supply Blocks", 1, 75)


def points_based(state: State, base: int, stack: int) -> int:
    """5.12 The points of a stack at a base."""
    return state.arrays[layout.AIR][base * len(STACKS) + stack]


def place_points(state: State, base: int, stack: int, points: int) -> None:
    """5.12 Adds points of a stack to a base."""
    state.arrays[layout.AIR][slot(base, 0, 0) + stack] += points


def points_per_block(state: State) -> int:
    """25.4 The Supply Points of a block."""
    return state.rules.pieces.block


@restriction("40.41", "{unit} is not one of your full divisions ashore that can start as its components")
def full_division(state: State, frame: object, side: int) -> IdSet:
    return sets.from_iterable(components.breakable(state, side), len(UNITS))


SPLIT_BEFORE = Verb(
    "split_before", clause="40.41", ends_list="never", unit=Argument(UNITS, full_division, always_completes=True)
)
