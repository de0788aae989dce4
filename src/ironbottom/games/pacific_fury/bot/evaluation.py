"""Japan's chance of winning at the start of a turn, from the marker, the initiative and the ships; fitted to
self-play.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from ironbottom.engine.cache import cached
from ironbottom.engine.core.fields import members
from ironbottom.games.pacific_fury.odds import fights as odds
from ironbottom.games.pacific_fury.pieces import CARRIERS, GUNS, JAPAN, TURNS, UNITS_OF_SIDE
from ironbottom.games.pacific_fury.state import BASE, DUE, INITIATIVE, MARKER, TURN
from ironbottom.games.pacific_fury.state_types import State
from ironbottom.odds.distributions import mean

FEATURES = (
    "constant",
    "marker",
    "initiative",
    "carriers of japan",
    "guns of japan",
    "carriers of allies",
    "guns of allies",
)
"""The ships of a kind count by the hits that they score on average in the turns that they still have."""
WEIGHTS: Mapping[int, tuple[float, ...]] = {
    2: (1.062, 0.869, -1.916, 0.247, -0.031, -0.105, 0.026),
    3: (2.342, 0.980, -1.902, 0.148, 0.012, -0.234, -0.038),
    4: (1.287, 1.760, -1.774, 0.516, 0.015, -0.440, -0.043),
}
"""By turn, from ``python -m ironbottom.lab.fit pf --games 2000 --seed 1`` (docs/computer_players.md)."""


@cached(256)
def _hits(factor: int) -> float:
    return mean(odds.shot(factor))


def strength(state: State, units: int) -> float:
    """The hits that units score on average in the turns that they still have."""
    cells, combat = state.cells, state.rules.pieces.combat
    turn = cells[TURN]
    result = 0.0
    for place, turns in ((BASE, TURNS + 1 - turn), (BASE + 1, TURNS + 1 - turn)):
        result += turns * sum([_hits(combat[unit]) for unit in members(cells[place] & units)])
    for due in range(turn + 1, TURNS + 1):
        waiting = cells[DUE + due - 1] & units
        if waiting:
            result += (TURNS + 1 - due) * sum([_hits(combat[unit]) for unit in members(waiting)])
    return result


def is_training_sample(state: State, /) -> bool:
    """The features are sampled at the start of every turn except the first."""
    return state.cells[TURN] > 1


def features(state: State, /) -> list[float]:
    """The values of the features, positive for Japan."""
    cells = state.cells
    ships = [strength(state, kind & own) for own in UNITS_OF_SIDE for kind in (CARRIERS, GUNS)]
    return [1.0, -cells[MARKER], 1.0 if cells[INITIATIVE] == JAPAN else 0.0, *ships]


def win_chance_of_japan(state: State) -> float:
    """Japan's chance of winning; a draw counts as half a win."""
    if not state.stack:
        marker = state.cells[MARKER]
        return 0.5 if marker == 0 else 1.0 if marker < 0 else 0.0
    weights = WEIGHTS[state.cells[TURN]]
    return 1 / (1 + exp(-sum([weight * value for weight, value in zip(weights, features(state), strict=True)])))
