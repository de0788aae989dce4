"""6.9, 16.2 Hidden information in Burma: the drops that the Allies plan; only they have airborne units (44.31)."""

from __future__ import annotations

from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.derived import land_and_coasts
from ironbottom.games.war_in_the_pacific.state_types import State


def deal(state: State, side: int, random: Random) -> None:
    """Samples plans of Air Assaults on different enemy-held hexes, up to the limit."""
    if side != ALLIES:
        return
    hexes = land_and_coasts.open_ground(state, side)
    number = min(random.randrange(layout.PLANS_A_SIDE + 1), len(hexes))
    written: list[int] = []
    while len(written) < number:
        hex = hexes[random.randrange(len(hexes))]
        if hex not in written:
            written.append(hex)
    first = layout.PLAN_AT + layout.PLANS_A_SIDE * side
    for place in range(layout.PLANS_A_SIDE):
        state.cells[first + place] = written[place] if place < number else -1
