"""26.1, 26.2, 18.6, 31.1 Completed construction besides airbases, repaired Levels, and guns that fall with their hex.

The turn record lists ports, roads, coastal guns and fortified cities (3.22, 24.4, 38.8) by hex and kind.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.derived import facilities
from ironbottom.games.war_in_the_pacific.derived.completed_construction import (
    FORTIFY,
    GUNS,
    MAJOR_ROAD,
    MINOR_ROAD,
    PORT,
    built,
    cost_as_ground,
    port_at,
)
from ironbottom.games.war_in_the_pacific.derived.facilities import AIRBASE, NO_GUNS, bombardment_row
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.turn_record import Built

LASTING = (PORT, MINOR_ROAD, MAJOR_ROAD, GUNS, FORTIFY)
"""26.1 Construction that the turn record lists as completed."""


def add_construction(state: State, hex: int, work: int) -> None:
    """26.1 Adds a completed construction to a hex."""
    rows = turn_record.read(state, "built", ())
    others = [row for row in rows if (row.at, row.work) != (hex, work)]
    turn_record.write_turn_record(state, built=tuple(sorted((*others, Built(hex, work, built(state, hex, work) + 1)))))


def remove_works(state: State, hex: int, work: int) -> None:
    """38.7 Removes what was built in a hex."""
    rows = turn_record.read(state, "built", ())
    turn_record.write_turn_record(state, built=tuple([row for row in rows if (row.at, row.work) != (hex, work)]))


def clear_fallen_guns(state: State, hex: int, base: int) -> None:
    """38.7 Where guns were lost with the hex, ensures that the old guns do not return when new ones are built."""
    pieces = state.rules.pieces
    if state.arrays[layout.GUNS_HURT][base] >= NO_GUNS:
        remove_works(state, hex, GUNS)
        place = pieces.atlas.places.get(hex)
        state.arrays[layout.GUNS_HURT][base] = place.guns if place else 0


# -- 26.2 repair -------------------------------------------------------------------------------------


def repair_level(state: State, base: int, facility: int) -> None:
    """26.2, 31.1 Repairs one damaged Level, which is the effect of one hit."""
    if facility == AIRBASE:
        state.arrays[layout.HURT][base] -= 1
        return
    if facility == facilities.GUNS:
        hurt, worth = state.arrays[layout.GUNS_HURT], bombardment_row(state, "guns").guns
    else:
        hex = layout.base_hex(state.cells, base)
        row = bombardment_row(state, "port")
        hurt = state.arrays[layout.PORT_HURT]
        worth = row.port_major if hex >= 0 and port_at(state, hex) == "major" else row.port_minor
    hurt[base] = max(hurt[base] - worth, 0)


# -- 22.1 holders ------------------------------------------------------------------------------------


def record_holder(state: State, hex: int) -> None:
    """22.1 Records the holder of a hex at the start of the Game-Turn, once, when the hex is about to change hands."""
    if cost_as_ground(state.rules.pieces) and not state.arrays[layout.HELD_BEFORE][hex]:
        state.arrays[layout.HELD_BEFORE][hex] = state.arrays[layout.CONTROL][hex] + 1


def clear_holders(state: State) -> None:
    """22.1 Clears the record: in the next Game-Turn each hex counts as its current holder's."""
    held = state.arrays[layout.HELD_BEFORE]
    if cost_as_ground(state.rules.pieces):
        for hex in [hex for hex, holder in enumerate(held) if holder]:
            held[hex] = 0
