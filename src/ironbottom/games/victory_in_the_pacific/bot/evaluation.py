"""Japan's chance of winning once all ships of a turn have sailed, from the points, the areas and the fleets; fitted to
self-play.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt

from ironbottom.games.victory_in_the_pacific.bot.areas import AreaValues
from ironbottom.games.victory_in_the_pacific.bot.fights import fight_result
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation, is_in
from ironbottom.games.victory_in_the_pacific.pieces import AIR, AREAS, JAPAN, SHIPS, SIDES
from ironbottom.games.victory_in_the_pacific.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.victory_in_the_pacific.state import POC
from ironbottom.games.victory_in_the_pacific.state_types import State

FEATURES = ("turns left", "lead", "areas", "fleets")
"""The lead in points of control; the points that the ensign expects from the areas this turn; the future value of the
units. All are positive for Japan, and divided by the square root of the number of turns still to be played, since the
dice of those turns move the lead by about that much.
"""
WEIGHTS = (2.117, 0.341, 0.449, 0.358)
"""From ``python -m ironbottom.lab.fit vitp --games 50 --seed 1 --pooled`` (docs/computer_players.md)."""
LAST_STEP = STEP_NUMBER["raiders"]
"""5.24 The step after which the features are taken."""
GONE = ("lost", "withdrawn")
"""4.42, 4.5 The places of units that do not come back."""


def raiders_have_sailed(state: State) -> bool:
    """Whether all ships of the turn have been sent out. ``next`` is the number of the next step."""
    turn = state.stack[0]
    return isinstance(turn, Turn) and turn.next > LAST_STEP + 1


def is_training_sample(state: State, /) -> bool:
    """The features are taken when all ships of the turn have been sent out."""
    return raiders_have_sailed(state)


def areas_worth(observation: Observation) -> float:
    """The value of all areas for a side, with the units that are at sea."""
    values = AreaValues(observation)
    return sum([values.worth(area, fight_result(values.here[area], values.there[area])) for area in AREAS.ids])


def fleet_worth(observation: Observation, fleet: Mapping[str, list[str]]) -> float:
    """The value of a side's ships and air units for the turns that are left, in points of control."""
    units = [unit for spot, named in fleet.items() if spot not in GONE for unit in named]
    return sum([observation.future_value(unit) for unit in units if is_in(unit, SHIPS | AIR)])


def features(state: State, /) -> list[float]:
    """The values of the features, positive for Japan."""
    side, options = SIDES.ids[JAPAN], state.rules.options
    observation = Observation(state.rules, state.view(side), side)
    bid = int(options["bid"]) + (0.5 if options["bid_half"] == "yes" else 0.0)
    fleets = fleet_worth(observation, observation.own) - fleet_worth(observation, observation.seen)
    values = (observation.turns_left, state.cells[POC] - bid, areas_worth(observation), fleets)
    return [value / sqrt(observation.turns_left + 1) for value in values]


def win_chance_of_japan(state: State) -> float:
    """Japan's chance of winning; a draw counts as half a win."""
    if not state.stack:
        winners = state.rules.result(state)["winners"]
        return 0.5 if not winners else float(SIDES.ids[JAPAN] in winners)
    return 1 / (1 + exp(-sum([weight * value for weight, value in zip(WEIGHTS, features(state), strict=True)])))
