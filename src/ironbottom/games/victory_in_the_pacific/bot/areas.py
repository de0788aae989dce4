"""The bot's evaluation of an area: its value to each side, possible arrivals, and the likely result of a fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from math import exp
from random import Random
from typing import NamedTuple, TypeVar

from ironbottom.engine.core.fields import members
from ironbottom.games.victory_in_the_pacific.bot.fights import (
    AIR_STANDS,
    NOBODY,
    FightResult,
    Fleet,
    fight_result,
    sum_of_fleets,
)
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation, is_carrier, is_in
from ironbottom.games.victory_in_the_pacific.pieces import AIR, AMPHIBIOUS, AREAS, GREEN, GROUPS, PLACES, SHIPS

Value = TypeVar("Value")
PORTS_WORTH = {"pearl_harbor": 7.0, "yokosuka": 6.0, "truk": 4.0, "australia": 3.0, "samoa": 2.5, "ceylon": 2.0}
OTHER_PORT, BASE_WORTH = 1.2, 0.6
FIRST_TURN_OF_CAPTURE = 0.35
"""5.72 The weight of the first of the two turns needed to capture a place."""
ATTACKED, MAX_ATTACKED = 0.25, 0.97
"""The probability that enemy raiders attack an area, for each point that they gain, and its maximum."""
THIRD_AREA_WEIGHT = 0.6
"""6.23 The weight of a third area, which needs a speed roll."""
UNCERTAIN_AREA, UNCERTAIN_COMES, UNCERTAIN_PART = "central_pacific_ocean", 0.5, 0.45
"""18.32 The weights for the four uncertain groups: half the time, one or two of them appear there."""
ARRIVAL_SHARE = 0.5
"""The share of the units that could come to an area that will come."""


class LazyByArea(dict[str, Value]):
    """A value for each area, computed on demand."""

    def __init__(self, find: Callable[[str], Value]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, area: str) -> Value:
        result = self[area] = self._find(area)
        return result


class Preferences(NamedTuple):
    """Factors by which a plan's values differ from the ensign's: one for each area, and others for caution
    and economy.
    """

    areas: Mapping[str, float] = {}
    caution: float = 1.0
    """The factor of the probability that an area is attacked."""
    economy: float = 1.0
    """The factor of the least value for which a ship is sent out."""

    def area(self, area: str) -> float:
        """The factor of an area."""
        return self.areas.get(area, 1.0)


DEFAULT_PREFERENCES = Preferences()


def random_preferences(random: Random, spread: float) -> Preferences:
    """Factors from a lognormal distribution."""
    areas = {area: exp(random.gauss(0.0, spread)) for area in AREAS.ids}
    return Preferences(areas, exp(random.gauss(0.0, spread)), exp(random.gauss(0.0, spread)))


class AreaValues:
    """The areas as one side sees them at one decision."""

    def __init__(self, observation: Observation, preferences: Preferences = DEFAULT_PREFERENCES) -> None:
        self.observation, self.preferences = observation, preferences
        self._figures: dict[tuple[str, bool | None], Fleet] = {}
        self.left = observation.turns_left
        self.here = LazyByArea(lambda area: self.fleet(observation.mine_at(area)))
        self.there = LazyByArea(lambda area: self.fleet(observation.theirs_at(area)))
        self.prize = LazyByArea(self._prize)
        self.attack = LazyByArea(self._attack)
        self.helpers = LazyByArea(lambda area: self.help[area].part(ARRIVAL_SHARE))
        self.help = dict.fromkeys(AREAS.ids, NOBODY)
        self.foreseen: set[str] = set()
        self.rolled = {UNCERTAIN_AREA: UNCERTAIN_COMES} if self._uncertain() else {}

    # -- fleets ----------------------------------------------------------------------------------------

    def fleet(self, units: Iterable[str], patrol: bool | None = None) -> Fleet:
        """The totals of units; ``patrol`` says whether ships hold their area if the view does not say."""
        return sum_of_fleets(self.figures(unit, patrol) for unit in units)

    def figures(self, unit: str, patrol: bool | None = None) -> Fleet:
        """The figures of one unit."""
        result = self._figures.get((unit, patrol))
        if result is None:
            result = self._figures[unit, patrol] = self._figure(unit, patrol)
        return result

    def _figure(self, unit: str, patrol: bool | None) -> Fleet:
        observation, worth = self.observation, self.observation.future_value(unit)
        if is_in(unit, AIR):
            stands = AIR_STANDS * observation.points_to_sink(unit) / 4
            return Fleet(air=observation.fire(unit, True), air_stands=stands, air_worth=worth, holders=1.0)
        if not is_in(unit, SHIPS):
            return Fleet(others=3.0, others_worth=worth) if is_in(unit, AMPHIBIOUS) else NOBODY
        # 7.533 The probability that a hit sinks the ship, sooner or later, and the number of shots that sink or disable
        # it.
        sinks = min(1.0, 3.5 / (1 + max(0, observation.points_to_sink(unit))))
        stands = 6.0 / (1 + sinks)
        worth *= sinks / (1 + sinks)
        holds = float(observation.holds(unit) if patrol is None else patrol)
        if is_carrier(unit):
            return Fleet(planes=observation.fire(unit, True), carriers=stands, carriers_worth=worth, holders=holds)
        return Fleet(guns=observation.fire(unit, False), others=stands, others_worth=worth, holders=holds)

    # -- the value of an area ----------------------------------------------------------------------------

    def _prize(self, area: str) -> tuple[float, float]:
        """The value of an area to each side: its points, and the ports and bases that may fall (14.1)."""
        observation = self.observation
        mine, theirs = observation.points(area)
        for place in members(observation.pieces.places_of[AREAS.index[area]]):
            owner = observation.view["places"][PLACES.ids[place]]
            if owner is None or not self.left:
                continue
            touched = [AREAS.ids[one] for one in members(observation.pieces.touches[place])]
            taker = observation.enemy if owner == observation.side else observation.side
            ringed = all(observation.view["flags"][one] == taker for one in touched)
            worth = place_worth(PLACES.ids[place]) * min(1.0, self.left / 3)
            worth *= (1.0 if ringed else FIRST_TURN_OF_CAPTURE) / len(touched)
            if taker == observation.side:
                mine += worth
            else:
                theirs += worth
        factor = self.preferences.area(area)
        return mine * factor, theirs * factor

    # -- possible arrivals ---------------------------------------------------------------------------------

    @cached_property
    def possible_raiders(self) -> dict[str, Fleet]:
        """The enemy ships that may still come to each area as raiders."""
        observation, result = self.observation, dict.fromkeys(AREAS.ids, NOBODY)
        for place, units in observation.seen.items():
            pool = [unit for unit in units if self._may_come(unit)] if place in PLACES.index else []
            if not pool:
                continue
            force = self.fleet(pool, patrol=False)
            first, second, third = observation.other().reachable_areas(place)
            slow = all(is_in(unit, GREEN) for unit in pool)
            for area in members(first | second):
                result[AREAS.ids[area]] = sum_of_fleets((result[AREAS.ids[area]], force))
            for area in members(0 if slow else third):
                result[AREAS.ids[area]] = sum_of_fleets((result[AREAS.ids[area]], force.part(THIRD_AREA_WEIGHT)))
        if self.rolled:
            groups = self.fleet(self._uncertain(), True).part(UNCERTAIN_PART)
            result[UNCERTAIN_AREA] = sum_of_fleets((result[UNCERTAIN_AREA], groups))
        return result

    def _uncertain(self) -> list[str]:
        """18.32 The Allied groups that may appear in the Central Pacific, from Japan's point of view."""
        observation = self.observation
        if observation.side != "japan":
            return []
        return [unit for group in GROUPS.ids for unit in observation.seen.get(group, ())]

    def _may_come(self, unit: str) -> bool:
        observation = self.observation
        if not is_in(unit, SHIPS) or unit in self.foreseen:
            return False
        if observation.procedure_name == "patrols" and observation.side == "japan":
            return observation.enemy_sails(unit)
        return unit in observation.marked_raiders

    def _attack(self, area: str) -> Fleet:
        """The enemy's fleet in an area, with the raiders that will come."""
        return sum_of_fleets((self.there[area], self.possible_raiders[area].part(ARRIVAL_SHARE)))

    def assume_patrols(self, patrols: Iterable[tuple[str, str]]) -> None:
        """5.21 Assumes that the enemy sends these ships to these areas on patrol, after the bot's side."""
        for unit, area in patrols:
            self.foreseen.add(unit)
            self.there[area] = sum_of_fleets((self.there[area], self.figures(unit, True)))

    # -- the outcome ----------------------------------------------------------------------------------------

    def worth(self, area: str, outcome: FightResult) -> float:
        """The value of an outcome to the side."""
        mine, theirs = self.prize[area]
        return mine * outcome.mine - theirs * outcome.theirs + outcome.their_loss - outcome.my_loss

    def value(self, area: str, mine: Fleet) -> float:
        """The value of an area to the side if this fleet is there, with possible arrivals on both sides."""
        theirs, coming = self.there[area], self.possible_raiders[area]
        quiet = self.worth(area, fight_result(mine, theirs))
        if not coming.shots_to_destroy:
            return quiet
        attack = self.attack[area]
        stormed = self.worth(area, fight_result(mine, attack))
        helped = self.helpers[area]
        if helped.shots_to_destroy:
            together = self.worth(area, fight_result(sum_of_fleets((mine, helped)), attack))
            stormed = 0.5 * stormed + 0.5 * max(stormed, together)
        gain = max(0.0, quiet - stormed)
        chance = (
            min(MAX_ATTACKED, ATTACKED * self.preferences.caution * gain)
            if area not in self.rolled
            else self.rolled[area]
        )
        return quiet - chance * gain


def place_worth(place: str) -> float:
    """The value of a port or base to the side that takes it."""
    if PLACES.index[place] < 8:
        return PORTS_WORTH.get(place, OTHER_PORT)
    return BASE_WORTH


def group_equal_units(area_values: AreaValues, units: Iterable[str]) -> dict[tuple[str, Fleet], list[str]]:
    """Units grouped by place and abilities, so that each kind is scored once; in the order of their names.

    The order matters: sets of names vary between processes, and the first of equal choices is taken.
    """
    result: dict[tuple[str, Fleet], list[str]] = {}
    for unit in sorted(units):
        result.setdefault((area_values.observation.spot_of(unit), area_values.figures(unit, True)), []).append(unit)
    return result
