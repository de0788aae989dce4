"""A view as the ensign reads it: the places of units, the value of each area, and the power of groups of units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property

from ironbottom.bots import observation as bots
from ironbottom.engine.core.fields import members
from ironbottom.games.hold_fast import pieces
from ironbottom.games.hold_fast.bot.plan import AvailableUnit, Stakes
from ironbottom.games.hold_fast.information.view_types import GameFrame, View, read_view
from ironbottom.games.hold_fast.odds.fights import expected_hits
from ironbottom.games.hold_fast.state_types import Rules

AIR_DIE_WEIGHT = 2.0
"""The extra weight of a die that hits any enemy, not only the battle station."""
UNKNOWN_BLOCK_POWER = 5.0
"""The power of a block about which nothing is known."""


def is_in(unit: str, kinds: int) -> bool:
    """Whether a unit is of one of these kinds."""
    return bool(kinds >> pieces.UNITS.index[unit] & 1)


class Observation(bots.Observation[GameFrame]):
    """A view, read from the standpoint of its side."""

    view: View

    def __init__(self, rules: Rules, view: Mapping[str, object], side: str) -> None:
        super().__init__(rules, read_view(view), side)
        self._powers: dict[str, float] = {}
        self.own = self.view["units"][side]
        self.seen = self.view["units"][self.enemy]

    @property
    def battle(self) -> str:
        """The sea area of the current combat; empty outside combat."""
        return self.view["battle"] or ""

    # -- the map -----------------------------------------------------------------------------------

    def worth(self, area: str) -> float:
        """The value of holding an area: the gain, and what it denies the enemy."""
        number = pieces.AREAS.index[area]
        return self.stakes.mine[number] + self.stakes.theirs[number]

    def mine_at(self, place: str) -> list[str]:
        """The side's units in an area, port or base."""
        return self.own_by_place.get(place, [])

    @cached_property
    def own_by_place(self) -> dict[str, list[str]]:
        """The side's units, by place."""
        result: dict[str, list[str]] = {}
        for unit, unit_view in self.own.items():
            result.setdefault(unit_view["where"], []).append(unit)
        return result

    @cached_property
    def own_power(self) -> dict[str, float]:
        """The side's power in each place where it has units."""
        return {place: self.total_power(units) for place, units in self.own_by_place.items()}

    @cached_property
    def blocks(self) -> dict[str, float]:
        """The enemy's power in each area, port and base."""
        result: dict[str, float] = {}
        for place, power in self.enemy_blocks:
            result[place] = result.get(place, 0.0) + power
        return result

    @cached_property
    def enemy_blocks(self) -> list[tuple[str, float]]:
        """The place and power of each enemy unit: for a hidden block the mean over its possible units."""
        result = [(unit_view["where"], self.power(unit)) for unit, unit_view in self.seen.items()]
        guess: dict[str, float] = {}
        for group in self.view["memory"].get(self.enemy, ()):
            mean = self.total_power(group["may_be"]) / max(1, len(group["may_be"]))
            guess.update(dict.fromkeys(group["blocks"], mean))
        for place, blocks in self.view["hidden"].get(self.enemy, {}).items():
            each = (
                [UNKNOWN_BLOCK_POWER] * blocks
                if isinstance(blocks, int)
                else [guess.get(block, UNKNOWN_BLOCK_POWER) for block in blocks]
            )
            result += [(place, power) for power in each]
        return result

    def air_forces(self) -> list[AvailableUnit]:
        """The side's air units off board, with the areas open to them."""
        reach = self.air_reach(self.side)
        return [
            AvailableUnit(unit, self.power(unit), reach, False)
            for unit in self.mine_at("off_board")
            if is_in(unit, pieces.AIR)
        ]

    def air_reach(self, side: str) -> tuple[int, ...]:
        """7.0.5 The areas in which a side may place air."""
        return tuple(members(self.pieces.routes.air(self.places_of(side))))

    def places_of(self, side: str) -> int:
        """The ports and bases of a side, as bits."""
        return sum(1 << pieces.PLACES.index[place] for place, owner in self.view["places"].items() if owner == side)

    def held_by(self, side: str) -> int:
        """The sea areas that a side controls, as bits."""
        return sum(1 << pieces.AREAS.index[area] for area, holder in self.view["control"].items() if holder == side)

    def passage_of(self, side: str) -> int:
        """7.0.3 The sea areas through which ships of a side may continue, as bits."""
        if self.pieces.neutral_pass:
            return ((1 << len(pieces.AREAS)) - 1) & ~self.held_by(self.enemy if side == self.side else self.side)
        return self.held_by(side)

    def enemy_forces(self) -> list[AvailableUnit]:
        """The enemy's forces that may still be sent: blocks in ports and bases, and air units."""
        held, air = self.passage_of(self.enemy), self.air_reach(self.enemy)
        result = []
        for place, power in self.enemy_blocks:
            if place in pieces.PLACES.index:
                reach = members(self.pieces.routes.reach(pieces.PLACES.index[place], held))
                result.append(AvailableUnit(place, power, tuple(reach), False))
            elif place == "off_board":
                result.append(AvailableUnit(place, power, air, False))
        return result

    # -- values ------------------------------------------------------------------------------------

    @cached_property
    def stakes(self) -> Stakes:
        """The value of each sea area this turn: its points, and the places that are captured with it."""
        mine, theirs = (self.area_stakes(side) for side in (self.side, self.enemy))
        return Stakes(mine, theirs, self.bases_worth(self.side))

    def area_stakes(self, side: str) -> tuple[float, ...]:
        """A side's gain for holding each area: points, and the area's share of places captured now or a turn later."""
        result = [float(points) for points in self.pieces.worth[pieces.SIDES.index[side]]]
        held, own = self.held_by(side), self.places_of(side)
        for place, touches in enumerate(self.pieces.touches):
            if own >> place & 1:
                continue
            around = members(touches)
            turns = self.turns_left if not touches & ~held else 0.4 * max(0, self.turns_left - 1)
            for area in around:
                result[area] += self.place_worth(place) * turns / pieces.TURNS / len(around)
        return tuple(result)

    def place_worth(self, place: int) -> float:
        """The value of a port or base for the rest of the game: its repairs, and the units due to arrive there."""
        repairs: int = self.pieces.repair[place]
        return 1.0 + repairs + 0.15 * self.arrivals[place]

    @cached_property
    def arrivals(self) -> Counter[int]:
        """The number of units of both sides that are due to arrive at each place."""
        arrival = self.pieces.arrival
        return Counter(arrival[pieces.UNITS.index[unit]].place for units in self.view["due"].values() for unit in units)

    @property
    def turns_left(self) -> int:
        """The turns after this one."""
        return pieces.TURNS - self.view["turn"]

    def bases_worth(self, side: str) -> tuple[float, ...]:
        """8.8.1 The value that a side's transport may capture from each area. Bases that open areas to air units are
        worth most.
        """
        own, reach = self.places_of(side), sum(1 << area for area in self.air_reach(side))
        result = [0.0] * len(pieces.AREAS)
        for place in members(pieces.IS_BASE & ~own):
            touches = self.pieces.touches[place]
            fresh = sum(self.pieces.worth[0][area] + self.pieces.worth[1][area] for area in members(touches & ~reach))
            gain = (0.5 + 0.5 * fresh) * self.turns_left / pieces.TURNS
            for area in members(touches):
                result[area] = max(result[area], gain)
        return tuple(result)

    # -- units -------------------------------------------------------------------------------------

    def strength(self, unit: str) -> int:
        """The strength of a visible unit."""
        unit_view = self.own.get(unit) or self.seen.get(unit)
        if unit_view:
            return int(unit_view["strength"])
        return int(self.view["seen_strength"].get(unit, self.pieces.strength[pieces.UNITS.index[unit]]))

    def dice(self, unit: str) -> int:
        """The dice of a unit at sea."""
        return int(self.pieces.dice[pieces.UNITS.index[unit]])

    def hit_on(self, unit: str) -> int:
        """The number that hits a unit."""
        return int(self.pieces.hit_on[pieces.UNITS.index[unit]])

    def power(self, unit: str) -> float:
        """The power of a unit: its dice, weighted by how long it lasts."""
        power = self._powers.get(unit)
        if power is None:
            power = self._powers[unit] = self._power(unit)
        return power

    def _power(self, unit: str) -> float:
        if is_in(unit, pieces.TRANSPORTS):
            return 1.0
        if is_in(unit, pieces.SUBMARINES):
            return 0.0
        lasting = 0.6 + 0.2 * self.strength(unit) * (self.hit_on(unit) - 1) / 5
        return self.dice(unit) * lasting * (AIR_DIE_WEIGHT if is_in(unit, pieces.FLIERS) else 1.0)

    def total_power(self, units: Iterable[str]) -> float:
        """The power of several units."""
        return sum(self.power(unit) for unit in units)

    def fire(self, firing: Iterable[str], enemies: Iterable[str], kinds: int) -> float:
        """The average strength that these units' fire takes from those targets."""
        targets = [unit for unit in enemies if is_in(unit, pieces.SHIPS | pieces.AIR)]
        if not targets:
            return 0.0
        rate = sum(expected_hits(1, self.hit_on(unit)) for unit in targets) / len(targets)
        return sum(self.dice(unit) for unit in firing if is_in(unit, kinds)) * rate

    def balance(self, area: str, air: bool) -> float:
        """8.4.1 The average gain of a round of air or surface combat, less its cost."""
        kinds = pieces.FLIERS if air else pieces.GUNS
        mine = self.mine_at(area)
        theirs = [unit for unit, unit_view in self.seen.items() if unit_view["where"] == area]
        if air:
            return self.fire(mine, theirs, kinds) - self.fire(theirs, mine, kinds)
        front = [unit for unit in theirs if is_in(unit, pieces.GUNS)] or theirs
        own_front = [unit for unit in mine if is_in(unit, pieces.GUNS)] or mine
        return self.fire(mine, front, kinds) - self.fire(theirs, own_front, kinds)

    def ships_at_hand(self, offered: Iterable[tuple[str, ...]]) -> dict[str, list[str]]:
        """The side's ships that may move, with the areas within their reach."""
        result: dict[str, list[str]] = {}
        for action in offered:
            if action[0] == "move":
                result.setdefault(action[1], []).append(action[2])
        return result
