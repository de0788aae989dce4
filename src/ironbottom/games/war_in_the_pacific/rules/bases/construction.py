"""26.1, 3.22, 24.4, 38.8 Completed construction besides airbases: ports, roads, coastal guns, fortified cities.

The ledger lists it by hex and kind. ``roads_in`` returns the present roads, ``port_at`` the port of a hex,
``guns_built`` the Strength of built guns, and ``fortified`` whether a city is fortified.
"""

from __future__ import annotations

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.derived.built_works import (
    FORTIFY,
    GUNS,
    MAJOR_ROAD,
    MINOR_ROAD,
    PORT,
    built,
    cost_as_ground,
)
from ironbottom.games.war_in_the_pacific.turn_record import Built

LASTING = (PORT, MINOR_ROAD, MAJOR_ROAD, GUNS, FORTIFY)
"""26.1 Construction that the ledger lists as completed."""


def add(state: State, at: int, work: int) -> None:
    """26.1 Adds a completed construction to a hex."""
    rows = turn_record.read(state, "built", ())
    others = [row for row in rows if (row.at, row.work) != (at, work)]
    turn_record.write(state, built=tuple(sorted((*others, Built(at, work, built(state, at, work) + 1)))))


def forget(state: State, at: int, work: int) -> None:
    """38.7 Removes what was built in a hex."""
    rows = turn_record.read(state, "built", ())
    turn_record.write(state, built=tuple([row for row in rows if (row.at, row.work) != (at, work)]))


# -- 38.7, 38.8 guns, 24.4 fortified cities -----------------------------------------------------------------------


def changes_hands(state: State, at: int) -> None:
    """22.1 Records, once, the holder of a hex at the start of the Game-Turn, when it is about to change hands."""
    if cost_as_ground(state.rules.pieces) and not state.arrays[places.HELD_BEFORE][at]:
        state.arrays[places.HELD_BEFORE][at] = state.arrays[places.CONTROL][at] + 1


def forget_holders(state: State) -> None:
    """22.1 Clears the record: in the next Game-Turn each hex counts as its present holder's."""
    held = state.arrays[places.HELD_BEFORE]
    if cost_as_ground(state.rules.pieces):
        for at in [at for at, holder in enumerate(held) if holder]:
            held[at] = 0
