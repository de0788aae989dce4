"""21.4 A full division breaks down into its components."""

from __future__ import annotations

from ironbottom.engine.procedures import Play
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.ground_units import type_of


def parts_of(row: GroundType) -> list[int]:
    """21.4 The types of the components of a full division; none for a unit that has none."""
    found = [GROUND_TYPES.index[row.component]] * row.components if row.component else []
    return found + ([GROUND_TYPES.index[row.other_component]] * row.other_components if row.other_component else [])


def free_counters(state: State, side: int) -> list[int]:
    """The counters of a side that stand for nothing."""
    types = state.arrays[places.UNIT_TYPE]
    return [unit for unit in UNITS_OF[side] if types[unit] < 0]


def can_break(state: State, side: int, unit: int) -> bool:
    """21.4 Whether a unit is a full division, with counters for its parts."""
    parts = parts_of(type_of(state, unit))
    return bool(parts) and len(free_counters(state, side)) >= len(parts)


def break_down(play: Play, side: int, unit: int) -> None:
    """21.4 The components stand where the division stood, as it stood; losses carried stay with the first."""
    state = play.state
    parts, at = parts_of(type_of(state, unit)), state.arrays[places.UNIT_AT][unit]
    carried = {place: state.arrays[place][unit] for place in (places.UNSUPPLIED, places.LANDED, places.DISRUPTED)}
    rest = state.arrays[places.REST][unit]
    places.units_in(state.arrays).put(unit, -1)
    state.arrays[places.UNIT_TYPE][unit] = -1
    for place in (*carried, places.REST):
        state.arrays[place][unit] = 0
    play.tell(log.BROKEN_DOWN, unit)
    for number, kind in enumerate(parts):
        part = free_counters(state, side)[0]
        state.arrays[places.UNIT_TYPE][part] = kind
        places.units_in(state.arrays).put(part, at)
        for place, value in carried.items():
            state.arrays[place][part] = value
        state.arrays[places.REST][part] = rest if number == 0 else 0
        play.tell(log.RAISED, part, kind, at)
