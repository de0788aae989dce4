"""The view of a side: everything except the enemy's ships and task forces that were not found."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.codecs.frame_codec import write_frames
from ironbottom.engine.core.fields import IdSetField
from ironbottom.engine.rules.state import State
from tests.kit.archipelago.information.position_codec import (
    visible_counters,
    visible_forces,
    visible_searches,
    visible_tired,
    visible_units,
)
from tests.kit.archipelago.pieces import FORCES_OF, IN_FORCE, ISLANDS, LOOKS, SHIPS_OF, SIDES, UNITS
from tests.kit.archipelago.state import (
    AT,
    FORCE_STATE,
    HELD,
    HIDDEN,
    LOUD,
    ROUND,
    SCENARIO,
    SCENARIOS,
    SHOWN,
    SILENT,
    SPENT,
    forces_that,
    unseen_ships,
)

_islands = IdSetField(ISLANDS)


def view_of(state: State, side: int) -> dict[str, Any]:
    """Everything that a side sees; -1 stands for the public."""
    cells, rules = state.cells, state.rules
    others = [other for other in range(2) if other != side]
    unseen = {other: unseen_ships(state, other) for other in others}
    hidden = {force for other in others for force in forces_that(state, other, HIDDEN)}
    return {
        "side": SIDES.ids[side] if side >= 0 else "public",
        "scenario": SCENARIOS.ids[cells[SCENARIO]],
        "round": cells[ROUND],
        "units": visible_units(state, {ship for ships in unseen.values() for ship in ships}),
        "unseen": {SIDES.ids[other]: [UNITS.ids[ship] for ship in ships] for other, ships in unseen.items()},
        "counters": visible_counters(state),
        "held": {whose: _islands.write(cells[HELD + side]) for side, whose in enumerate(SIDES.ids)},
        "tired": visible_tired(state),
        "forces": visible_forces(state, hidden),
        "silent": visible_searches(state, SILENT, side) if side >= 0 else {},
        "loud": visible_searches(state, LOUD, 0, 1),
        "stack": write_frames(rules, state.stack),
        "options": rules.options,
        "corrections": rules.facts.corrections,
    }


def knowledge(state: State) -> tuple[int, ...]:
    """For each side, its revealed ships and task forces, and the number of enemy searches that found none."""
    cells, positions = state.cells, state.arrays[AT]
    found = []
    for side in range(2):
        bits = 0
        for force in FORCES_OF[side]:
            bits = bits << 1 | int(cells[FORCE_STATE + force] in (SHOWN, SPENT))
        for ship in SHIPS_OF[side]:
            place = positions[ship]
            bits = bits << 1 | int(place >= IN_FORCE and cells[FORCE_STATE + place - IN_FORCE] != HIDDEN)
        for first in (SILENT, LOUD):
            place = first + LOOKS * (1 - side)
            for look in cells[place : place + LOOKS]:
                bits = bits << 1 | int(look >= 0)
        found.append(bits)
    return tuple(found)
