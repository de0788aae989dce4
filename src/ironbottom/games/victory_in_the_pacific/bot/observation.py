"""A view as the bot reads it: positions, the value of each area, and the strength of groups of units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property

from ironbottom.bots import observation as bots
from ironbottom.engine.core.fields import members
from ironbottom.games.victory_in_the_pacific.bot.fights import BONUS_COUNTS
from ironbottom.games.victory_in_the_pacific.information.view_types import GameFrame, View, read_view
from ironbottom.games.victory_in_the_pacific.odds.fights import volley_chances
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    AMPHIBIOUS,
    AREAS,
    CARRIERS,
    PLACES,
    SHIPS,
    SIDES,
    SUBMARINES,
    UNITS,
)
from ironbottom.games.victory_in_the_pacific.state_types import Rules
from ironbottom.odds.distributions import mean

FIGHTING = SHIPS | AIR
LOSS = 0.42
"""The value in points of one shot, over the turns in which it can still be fired."""
GUNS_COUNT = 0.35
"""Guns are used less often than airstrikes."""
LASTS = 4.0
"""The number of turns after which a ship would be lost anyway."""
RETURNING = 0.25
"""4.5 The cost of losing an air unit, which is away for only two turns."""
REPAIRED = 0.8
"""11.1 The value of a damaged ship relative to an undamaged one, since it has to be repaired."""
LANDING_FORCE_WORTH = 0.3
PRESENT, HOLDS = 0.12, 0.3
"""The value of a shot in the current battle, and of a unit that holds the area."""
MAX_AREAS = 3
FREE_CRUISERS = {"hmas_australia", "canberra", "exeter", "de_ruyter", "houston"}
"""18.22 The Allied ships that may sail on the first turn."""


def is_in(unit: str, kinds: int) -> bool:
    """Whether a unit is of one of these kinds."""
    return bool(kinds >> UNITS.index[unit] & 1)


class Observation(bots.Observation[GameFrame]):
    """A view, read from the standpoint of its side."""

    view: View

    def __init__(self, rules: Rules, view: Mapping[str, object], side: str) -> None:
        super().__init__(rules, read_view(view), side)
        self._powers: dict[str, float] = {}
        self.own = self.view["units"][side]
        self.seen = self.view["units"][self.enemy]

    def other(self) -> Observation:
        """The view with the sides exchanged: nothing is hidden except wishes in a battle (7.3)."""
        return Observation(self.rules, self.view, self.enemy)

    @property
    def battle(self) -> str:
        """The sea area of the current combat; empty outside combat."""
        return self.view["battle"] or ""

    # -- units -------------------------------------------------------------------------------------

    def damage(self, unit: str) -> int:
        """The damage of a unit."""
        return self.view["damage"].get(unit, 0)

    def points_to_sink(self, unit: str) -> int:
        """The points that sink a unit at sea."""
        number = UNITS.index[unit]
        if is_in(unit, AIR):
            return int(self.pieces.defence[number]) - self.damage(unit)
        return int(self.pieces.armor[number]) + 1 - self.damage(unit)

    def in_port(self, unit: str) -> bool:
        """Whether a unit of either side is in a port or base."""
        return self.all_spots[unit] in PLACES.index

    @cached_property
    def all_spots(self) -> dict[str, str]:
        """The place of each unit of either side."""
        return {unit: spot for units in (self.own, self.seen) for spot, named in units.items() for unit in named}

    def shots(self, unit: str, day: bool) -> int:
        """7.51, 7.52, 7.73 The number of dice that a unit rolls."""
        number, damage = UNITS.index[unit], self.damage(unit)
        pieces = self.pieces
        crippled = is_in(unit, SHIPS) and 0 < damage >= pieces.armor[number]
        if day:
            return 0 if crippled else int(pieces.airstrike[number])
        return min(pieces.gunnery[number], 1) if crippled else int(pieces.gunnery[number])

    def has_bonus(self, unit: str, day: bool) -> bool:
        """7.72 Whether these shots have the bonus."""
        number = UNITS.index[unit]
        if day:
            return bool(self.pieces.airstrike_bonus[number])
        return bool(self.pieces.gunnery_bonus[number]) and not self.damage(unit)

    def average_damage(self, unit: str, day: bool, target: str = "") -> float:
        """The average damage that a unit does."""
        at_air = bool(target) and is_in(target, AIR)
        return mean_damage(self.shots(unit, day), self.has_bonus(unit, day), at_air)

    def power(self, unit: str) -> float:
        """The value of a unit in a fight: its fire, and its endurance."""
        if unit not in self._powers:
            self._powers[unit] = self._power(unit)
        return self._powers[unit]

    def _power(self, unit: str) -> float:
        if not is_in(unit, FIGHTING):
            return 0.3 if is_in(unit, AMPHIBIOUS) else 0.0
        fire = 1.3 * self.average_damage(unit, True) + self.average_damage(unit, False)
        return fire * (0.7 + 0.08 * max(0, self.points_to_sink(unit))) + 0.1

    def fire(self, unit: str, day: bool) -> float:
        """The shots of a unit; those with the bonus count more."""
        return self.shots(unit, day) * (BONUS_COUNTS if self.has_bonus(unit, day) else 1.0)

    @property
    def turns_left(self) -> int:
        """The turns after this one."""
        return self.view["last_turn"] - self.view["turn"]

    def future_value(self, unit: str) -> float:
        """The value of keeping a unit for the remaining turns, in points of control."""
        if is_in(unit, AMPHIBIOUS):
            return LANDING_FORCE_WORTH if self.turns_left else 0.0
        kept = RETURNING if is_in(unit, AIR) else REPAIRED if self.damage(unit) else 1.0
        return LOSS * self.repaired_fire(unit) * min(1.0, self.turns_left / LASTS) * kept

    def repaired_fire(self, unit: str) -> float:
        """The fire of a unit by day and by night once it is repaired."""
        number, pieces = UNITS.index[unit], self.pieces
        planes = pieces.airstrike[number] * (BONUS_COUNTS if pieces.airstrike_bonus[number] else 1.0)
        guns = pieces.gunnery[number] * (BONUS_COUNTS if pieces.gunnery_bonus[number] else 1.0)
        return float(planes + GUNS_COUNT * guns)

    def value_in_area(self, unit: str) -> float:
        """The value of having a unit in an area now: for its fire, and because it holds the area."""
        fire = self.fire(unit, True) + GUNS_COUNT * self.fire(unit, False)
        return PRESENT * fire + (HOLDS if self.holds(unit) else 0.0) + 0.02

    def total_power(self, units: Iterable[str]) -> float:
        """The power of several units."""
        return sum(self.power(unit) for unit in units)

    def afloat(self, unit: str) -> bool:
        """11.3 Whether a ship can go to sea."""
        return is_in(unit, SHIPS) and self.points_to_sink(unit) > 0

    def enemy_sails(self, unit: str) -> bool:
        """18.22 Whether an enemy ship in port may sail this turn."""
        if not self.afloat(unit):
            return False
        frozen = self.view["turn"] == 1 and self.enemy == "allies" and self.view["options"]["turn_one"] != "normal"
        return not frozen or unit in FREE_CRUISERS

    # -- places ------------------------------------------------------------------------------------

    def mine_at(self, spot: str) -> list[str]:
        """The side's own units in an area, port or base."""
        return [unit for unit in self.own.get(spot, ()) if not is_in(unit, SUBMARINES)]

    def theirs_at(self, spot: str) -> list[str]:
        """The enemy units in an area, port or base."""
        return [unit for unit in self.seen.get(spot, ()) if not is_in(unit, SUBMARINES)]

    def spot_of(self, unit: str) -> str:
        """The place of one of the side's units."""
        return self.spots[unit]

    @cached_property
    def spots(self) -> dict[str, str]:
        """The place of each of the side's units."""
        return {unit: spot for spot, units in self.own.items() for unit in units}

    @cached_property
    def marked_raiders(self) -> set[str]:
        """6.12 The ships in port with the white side up."""
        return set(self.view["marked"])

    def holds(self, unit: str) -> bool:
        """15.1 Whether a unit at sea holds its area."""
        return is_in(unit, AIR) or (is_in(unit, SHIPS) and unit not in self.view["raiding"])

    def reach(self, place: str, flags: Mapping[str, str | None], stopper: str) -> tuple[int, ...]:
        """6.2, 6.3 The areas within range of a place, by the number of areas entered; the flags of ``stopper`` stop a
        ship.
        """
        stops = sum(1 << number for number, area in enumerate(AREAS.ids) if flags[area] == stopper)
        result: tuple[int, ...] = self.pieces.routes.reach(PLACES.index[place], stops, MAX_AREAS)
        return result

    def reachable_areas(self, place: str) -> tuple[int, ...]:
        """The areas in range of the side's ships in a place now."""
        return self.reach(place, self.view["flags"], self.enemy)

    @cached_property
    def holders(self) -> dict[str, str | None]:
        """The expected holder of each area at the end of this turn."""
        return {area: self._holder(area) for area in AREAS.ids}

    def _holder(self, area: str) -> str | None:
        """The expected holder of an area at the end of this turn: the side of the flag, or of the units there."""
        if self.procedure_name == "way_home" and self.frame()["reason"] == "ends":
            flag: str | None = self.view["flags"][area]
            return flag
        mine, theirs = ([u for u in units if self.holds(u)] for units in (self.mine_at(area), self.theirs_at(area)))
        if not mine and not theirs:
            return None
        return self.side if self.total_power(mine) > self.total_power(theirs) else self.enemy

    # -- values ------------------------------------------------------------------------------------

    def points(self, area: str) -> tuple[float, float]:
        """The points of an area for the side, and for the enemy."""
        number = AREAS.index[area]
        mine, theirs = (self.pieces.worth[SIDES.index[side]][number] for side in (self.side, self.enemy))
        return float(mine), float(theirs)

    def worth(self, area: str) -> float:
        """The value of holding an area: its points, those that the enemy does not get, and a little for its bases."""
        return sum(self.points(area)) + 0.3

    def enemy_bases(self, area: str) -> list[str]:
        """The enemy bases of an area."""
        bases = members(self.pieces.places_of[AREAS.index[area]])
        named = [PLACES.ids[place] for place in bases]
        return [place for place in named if self.view["places"][place] == self.enemy and not is_port(place)]


@cache
def mean_damage(shots: int, bonus: bool, at_air: bool) -> float:
    """7.53 The average damage of this many shots."""
    return mean(volley_chances(shots, bonus, at_air).damage)


def is_port(place: str) -> bool:
    """Whether a place is a port."""
    return PLACES.index[place] < 8


def is_carrier(unit: str) -> bool:
    """Whether a unit is a carrier."""
    return is_in(unit, CARRIERS)


def hold_probability(mine: float, theirs: float) -> float:
    """The probability that ``mine`` power holds an area against ``theirs``.

    >>> hold_probability(0, 0), hold_probability(2, 1)
    (0.0, 0.5)
    """
    return mine**2 / (mine**2 + (theirs + 1.0) ** 2) if mine else 0.0
