"""22.1 Roads of the enemy: with the option ``enemy_roads`` those in hexes he held at the start cost as much as the
ground.

A hex captured in a Game-Turn remains such a hex until the turn ends, so ``HELD_BEFORE`` records its holder.
"""

from __future__ import annotations

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.rules import construction

AS_GROUND = "as_ground"
NONE: frozenset[int] = frozenset()


def cost_as_ground(pieces: Pieces) -> bool:
    """22.1 Whether roads of the enemy cost as the ground."""
    return pieces.options["enemy_roads"] == AS_GROUND


def changes_hands(state: State, at: int) -> None:
    """22.1 Records once who held a hex at the start of the Game-Turn, when it is about to change hands."""
    if cost_as_ground(state.rules.pieces) and not state.arrays[places.HELD_BEFORE][at]:
        state.arrays[places.HELD_BEFORE][at] = state.arrays[places.CONTROL][at] + 1


def forget_holders(state: State) -> None:
    """22.1 In the next Game-Turn each hex counts as its present holder's."""
    held = state.arrays[places.HELD_BEFORE]
    if cost_as_ground(state.rules.pieces):
        for at in [at for at, holder in enumerate(held) if holder]:
            held[at] = 0


def of_enemy(state: State, side: int) -> frozenset[int]:
    """22.1 The hexes with a road or railway that the enemy of a side held as the Game-Turn began.

    Empty unless the option is in force.
    """
    if not cost_as_ground(state.rules.pieces):
        return NONE
    control, before, enemy = state.arrays[places.CONTROL], state.arrays[places.HELD_BEFORE], 1 - side
    hexes = construction.roads_in(state).hexes
    return frozenset([at for at in hexes if (before[at] - 1 if before[at] else control[at]) == enemy])
