"""Japan's chance of winning once all ships and air units of a turn are at sea, from the points, the areas and the
fleets; fitted to self-play.
"""

from __future__ import annotations

from math import exp, sqrt

from ironbottom.games.hold_fast.bot.observation import Observation, is_in
from ironbottom.games.hold_fast.bot.plan import hold_probability, worth
from ironbottom.games.hold_fast.pieces import AREAS, JAPAN, SIDES, TRANSPORTS, TURNS
from ironbottom.games.hold_fast.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.hold_fast.state import POINTS, TURN
from ironbottom.games.hold_fast.state_types import State

FEATURES = ("turns left", "lead", "areas", "fleets")
"""The lead on the victory track; the value that the ensign expects from the areas this turn; the power of the units,
times the share of the turns that are left. All are positive for Japan, and divided by the square root of the number of
turns still to be played, since the dice of those turns move the lead by about that much.
"""
WEIGHTS = (-1.025, 0.269, 0.211, 0.101)
"""From ``python -m ironbottom.lab.fit hf --games 50 --seed 1 --pooled`` (docs/computer_players.md)."""
LAST_STEP = STEP_NUMBER["air"]
"""4.1.4 The step after which the features are taken: nothing that follows before combat moves a unit at sea."""


def air_is_placed(state: State) -> bool:
    """Whether all ships and air units of the turn have been sent out. ``next`` is the number of the next step."""
    turn = state.stack[0]
    return isinstance(turn, Turn) and turn.next > LAST_STEP + 1


def is_training_sample(state: State, /) -> bool:
    """The features are taken when all ships and air units of the turn have been sent out."""
    return air_is_placed(state)


def areas_worth(own: Observation, other: Observation) -> float:
    """The value of all areas for a side with the units now at sea; each side's units are read from its own view."""
    result, stakes = 0.0, own.stakes
    for number, area in enumerate(AREAS.ids):
        mine, theirs = (seen.total_power(seen.mine_at(area)) for seen in (own, other))
        result += worth(stakes, number, mine, theirs)
        result += stakes.bases[number] * hold_probability(mine, theirs) * has_transport(own, area)
        result -= other.stakes.bases[number] * hold_probability(theirs, mine) * has_transport(other, area)
    return result


def has_transport(observation: Observation, area: str) -> bool:
    """8.8.1 Whether a side has a transport in an area."""
    return any(is_in(unit, TRANSPORTS) for unit in observation.mine_at(area))


def features(state: State, /) -> list[float]:
    """The values of the features, positive for Japan."""
    own, other = (Observation(state.rules, state.view(side), side) for side in SIDES.ids)
    left = TURNS - state.cells[TURN]
    fleets = left / TURNS * (own.total_power(own.own) - other.total_power(other.own))
    values = (left, -state.cells[POINTS], areas_worth(own, other), fleets)
    return [value / sqrt(left + 1) for value in values]


def win_chance_of_japan(state: State) -> float:
    """13.0.1 Japan's chance of winning; Japan wins ties."""
    if not state.stack:
        return float(SIDES.ids[JAPAN] in state.rules.result(state)["winners"])
    return 1 / (1 + exp(-sum([weight * value for weight, value in zip(WEIGHTS, features(state), strict=True)])))
