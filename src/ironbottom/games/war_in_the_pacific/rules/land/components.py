"""21.4 Full divisions break down into their components, and components form divisions."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import supply_reach
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of, units_at
from ironbottom.games.war_in_the_pacific.derived.unit_parts import (
    divisions_in_parts,
    free_counters,
    how_many_free,
    parts_of,
    whole_divisions,
)
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

FORMING_COST = 4
"""21.4 The Supply Points for forming a division."""
MAX_CARRIED = 9
CARRIED = (layout.UNSUPPLIED, layout.LANDED, layout.DISRUPTED, layout.RESTRICTED)
"""21.4 The arrays whose values a division passes to its components, and components pass to their division."""


def breakable(state: State, side: int) -> list[int]:
    """21.4 The full divisions of a side ashore with enough unused counters for their components."""
    wholes = whole_divisions(state, side)
    free = how_many_free(state, side) if wholes else 0
    return [unit for unit, parts in wholes if parts <= free]


def break_down(execution: Execution, side: int, unit: int) -> None:
    """21.4 The components replace the division and take over its condition; the first one carries its losses."""
    state = execution.state
    parts, hex = parts_of(type_of(state, unit)), state.arrays[layout.UNIT_AT][unit]
    carried = {place: state.arrays[place][unit] for place in CARRIED}
    rest = state.arrays[layout.REST][unit]
    layout.units_in(state.arrays).put(unit, -1)
    state.arrays[layout.UNIT_TYPE][unit] = -1
    for place in (*carried, layout.REST):
        state.arrays[place][unit] = 0
    execution.emit(log.BROKEN_DOWN, unit)
    for number, (kind, part) in enumerate(zip(parts, free_counters(state, side), strict=False)):
        state.arrays[layout.UNIT_TYPE][part] = kind
        layout.units_in(state.arrays).put(part, hex)
        for place, value in carried.items():
            state.arrays[place][part] = value
        state.arrays[layout.REST][part] = rest if number == 0 else 0
        execution.emit(log.RAISED, part, kind, hex)


def components_at(state: State, side: int, hex: int, kind: int) -> list[int]:
    """21.4 The units in a hex that could form a division of a type; none if one is missing."""
    pieces = state.rules.pieces
    left, result = units_at(state, side, hex), []
    for part in parts_of(pieces.ground[kind]):
        unit = next((unit for unit in left if state.arrays[layout.UNIT_TYPE][unit] == part), None)
        if unit is None:
            return []
        left.remove(unit)
        result.append(unit)
    return result


def formable(state: State, side: int) -> dict[int, list[int]]:
    """21.4 The types of division that could form in each hex, with a Line to a source that pays."""
    there = divisions_in_parts(state, side)
    paid = supply_reach.payable_hexes(state, side, there, FORMING_COST) if there else ()
    return {hex: kinds for hex, kinds in there.items() if hex in paid}


def payer_for_division(state: State, side: int, hex: int) -> int | None:
    """21.4 The base that pays for a division in a hex; -1 if ports supply everything."""
    return supply_reach.payer(state, side, hex, FORMING_COST)


def form(execution: Execution, side: int, hex: int, kind: int) -> int:
    """21.4 Components become a division, which takes over their losses and supply; returns its counter."""
    state, base = execution.state, payer_for_division(execution.state, side, hex)
    units = components_at(state, side, hex, kind)
    if base is not None and base >= 0:
        state.arrays[layout.SUPPLY][base] -= FORMING_COST
    carried = {place: max(state.arrays[place][unit] for unit in units) for place in CARRIED}
    rest = min(sum(state.arrays[layout.REST][unit] for unit in units), MAX_CARRIED)
    for unit in units:
        layout.units_in(state.arrays).put(unit, -1)
        state.arrays[layout.UNIT_TYPE][unit] = -1
        for place in (*carried, layout.REST):
            state.arrays[place][unit] = 0
        execution.emit(log.BROKEN_DOWN, unit)
    whole = units[0]
    state.arrays[layout.UNIT_TYPE][whole] = kind
    layout.units_in(state.arrays).put(whole, hex)
    for place, value in carried.items():
        state.arrays[place][whole] = value
    state.arrays[layout.REST][whole] = rest
    execution.emit(log.RAISED, whole, kind, hex)
    return whole
