"""26.2, 38.7 The damaged facilities of a base, and the Strength of the guns of a hex."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import BombardmentEffect
from ironbottom.games.war_in_the_pacific.derived import completed_construction
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import deployed_bases
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.state_types import State

GUNS_OF_BASE_FORCE = ("F1234",)
"""38.7 Hexes whose guns need a fully deployed Base Force."""


def guns_at(state: State, hex: int) -> int:
    """38.7, 38.8 The current Coastal Gunnery Strength of a hex; at Midway, it needs a full Base Force."""
    pieces = state.rules.pieces
    base, place = base_at(state, hex), pieces.atlas.places.get(hex)
    if base < 0:
        return 0
    strength = (place.guns if place else 0) + completed_construction.guns_built(state, hex)
    for name in GUNS_OF_BASE_FORCE:
        if hex == NUMBER[name] and deployed_bases(state, state.arrays[layout.CONTROL][hex], hex):
            rows = pieces.facts.table(charts.COASTAL_GUNS).values()
            strength = next(row.strength for row in rows if row.hex == name)
    return max(strength - state.arrays[layout.GUNS_HURT][base], 0)


NO_GUNS = 40
AIRBASE, PORT, GUNS = range(len(log.FACILITIES))


def damaged_facilities(state: State, base: int) -> Iterator[int]:
    """26.2 The damaged facilities of a base: airbase, port, and guns that were not lost with the hex."""
    arrays = state.arrays
    if arrays[layout.HURT][base]:
        yield AIRBASE
    if arrays[layout.PORT_HURT][base]:
        yield PORT
    if 0 < arrays[layout.GUNS_HURT][base] < NO_GUNS:
        yield GUNS


def guns_before_damage(state: State, hex: int) -> int:
    """38.7 The Strength of the guns in a hex, without damage; 0 if they were lost with the hex."""
    pieces = state.rules.pieces
    base, place = base_at(state, hex), pieces.atlas.places.get(hex)
    if base < 0 or state.arrays[layout.GUNS_HURT][base] >= NO_GUNS:
        return 0
    return (place.guns if place else 0) + completed_construction.guns_built(state, hex)


def bombardment_row(state: State, target: str) -> BombardmentEffect:
    """31.1 The row of a kind of target."""
    pieces = state.rules.pieces
    return pieces.facts.table(charts.BOMBARDMENT_EFFECTS)[target]
