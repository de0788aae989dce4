"""2.51, 5.4, 44.34, 44.36, 45.64 Default deployment: the placement that a new game proposes where the cases leave a hex
open.

``new_game_start`` returns the start of a new game: that of ``at_start``, with some placements changed so that all of
them pass the checks of a manual placement. Positions record differences from ``at_start``, which therefore never
changes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.data.tables import Placed
from ironbottom.games.war_in_the_pacific.derived.initial_air_capacity import initial_room, room_on_water
from ironbottom.games.war_in_the_pacific.derived.lines_of_communications import named_sources
from ironbottom.games.war_in_the_pacific.derived.set_up import ScenarioSetUp, StartingState, is_as_shipped
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.options import OPTIONS
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.scenario import ScenarioHooks


def new_game_start(pieces: Pieces, scenario: int) -> StartingState:
    """2.51, 40.1 A fresh copy of the cells and arrays with which a new game of a scenario begins."""
    return (_shipped(pieces.scenarios, scenario) if is_as_shipped(pieces) else laid_out(pieces, scenario)).copy()


@cache
def _shipped(scenarios: tuple[ScenarioHooks, ...], scenario: int) -> StartingState:
    defaults = {option.name: option.default for option in OPTIONS}
    return DefaultDeployment(Pieces(load(), defaults, scenarios), scenario).done()


@cached(8)
def laid_out(pieces: Pieces, scenario: int) -> StartingState:
    return DefaultDeployment(pieces, scenario).done()


class PlaceRank(NamedTuple):
    """2.51 The rank of a place for a depot: Cargo Capacity, a city, and whether a case of the scenario lets stores
    arrive there.
    """

    cargo: int
    city: bool
    named: bool


class DefaultDeployment(ScenarioSetUp):
    """Places everything for a new game."""

    def done(self) -> StartingState:
        """2.51 Places everything, then moves counters that have a better place."""
        begun = super().done()
        rows = [placed for placed in self.rows() if not placed.hex and not placed.hexes]
        for placed in rows:
            if placed.unit == "entrenchment":
                self._place_entrenchments(placed)
            elif placed.kind == "supply" and placed.area not in counters.BOX_OF_AREA:
                self._place_stores(placed)
            elif placed.kind == "air" and self._on_water(placed) and not self._within_limits(placed):
                self._place_flying_boats(placed)
        self._place_in_proportion([placed for placed in rows if placed.kind == "air" and self._within_limits(placed)])
        return begun

    # -- 24.5 entrenchments --------------------------------------------------------------------------

    def _place_entrenchments(self, placed: Placed) -> None:
        """2.51 Places entrenchments last, one per hex, with the strongest stacks; ties by id."""
        hexes, types = self.hexes_of(placed.area), self.arrays[layout.UNIT_TYPE]
        there = [unit for hex in hexes for unit in self.units.units(hex)]
        trenches = sorted(unit for unit in there if self.pieces.ground[types[unit]].kind == "entrenchment")
        for unit in trenches:
            self.units.put(unit, -1)
        bare = set(hexes)
        for unit in trenches:
            best = min(bare, key=lambda hex: (-self.strength[hex], counters.HEXES.ids[hex]))
            hex = best if self.strength[best] else self.by_default(sorted(bare))
            self.units.put(unit, hex)
            bare.remove(hex)

    # -- 25.4 stores ---------------------------------------------------------------------------------

    def _place_stores(self, placed: Placed) -> None:
        """2.51, 44.36 Blocks start at the largest port of an area, or else at its first city.

        Ties: first a port where a case lets stores arrive (44.62), then the port nearest to the enemy, then by id.
        """
        side, before = tables.SIDES.index(placed.side), self.depot(placed)
        held = [
            hex for hex in self.hexes_of(placed.area, side) if hex in self.pieces.atlas.places and self.held(hex, side)
        ]
        most = max(self._size(hex, side) for hex in held)
        equal = [hex for hex in held if self._size(hex, side) == most]
        after = equal[0] if len(equal) == 1 else min(equal, key=lambda hex: (self._from_enemy(hex, side), hex))
        points, supply = placed.count * (self.pieces.block if placed.unit == "block" else 1), self.arrays[layout.SUPPLY]
        supply[counters.BASE_AT[before]] -= points
        supply[counters.BASE_AT[after]] += points

    def _size(self, hex: int, side: int) -> PlaceRank:
        named = named_sources(self.pieces, self.scenario, side)
        return PlaceRank(self.cargo_of(hex), self.pieces.atlas.places[hex].city, hex in named)

    def _from_enemy(self, hex: int, side: int) -> int:
        """2.51 The distance in hexes to the nearest hex that the enemy holds."""
        opened, control = self.pieces.in_play(self.scenario), self.arrays[layout.CONTROL]
        theirs = [there for there, holder in enumerate(control) if holder == 1 - side and opened[there]]
        return min([GRID.distance(hex, there) for there in theirs], default=0)

    # -- 5.4, 45.64 air points -----------------------------------------------------------------------

    def _on_water(self, placed: Placed) -> bool:
        return bool(self.pieces.on_water[counters.AIR_TYPES.index[placed.unit]])

    def _place_flying_boats(self, placed: Placed) -> None:
        """5.4, 44.34 Flying boats at an airbase without a harbour start at the airbase with the most room for them."""
        stack = self._stack(placed)
        for base in self.airbases(placed):
            for _ in range(self._here(base, stack)):
                rooms = {to: self._room_on_water(to) for to in self.airbases(placed)}
                best = max(rooms, key=lambda to: (rooms[to], -to))
                if rooms[base] >= 0 or rooms[best] <= 0:
                    break
                self._add_points(base, stack, -1)
                self._add_points(best, stack, 1)

    def _room_on_water(self, base: int) -> int:
        """5.4 The room of a base for flying boats, which its port, anchorage or Base Force gives."""
        return room_on_water(self.pieces, self.arrays, self.units, base)

    def _place_in_proportion(self, rows: list[Placed]) -> None:
        """2.51, 45.64 Places points at the base with the most room until no base has any, each type in proportion to
        its row.
        """
        for placed in rows:
            for base in range(len(counters.BASE_HEX)):
                self._add_points(base, self._stack(placed), -self._here(base, self._stack(placed)))
        left = [placed.count for placed in rows]
        while any(left):
            waiting = [number for number, points in enumerate(left) if points]
            number = min(waiting, key=lambda number: _priority(rows[number].count, left[number]))
            base = self._base_with_room(rows[number])
            if base < 0:
                left[number] = 0
                continue
            self._add_points(base, self._stack(rows[number]), 1)
            left[number] -= 1

    def _base_with_room(self, placed: Placed) -> int:
        """45.64 The base with the most room for points of a row, ties by order; -1 if no base has room."""
        side, kind = tables.SIDES.index(placed.side), counters.AIR_TYPES.index[placed.unit]
        rooms = initial_room(self.pieces, self.scenario, self.arrays, self.units, side, kind)
        best = max(rooms, key=lambda base: (rooms[base], -base), default=-1)
        return best if best >= 0 and rooms[best] > 0 else -1

    def _stack(self, placed: Placed) -> int:
        training = counters.UNTRAINED if placed.training == "untrained" else counters.TRAINED
        return counters.AIR_TYPES.index[placed.unit] * len(counters.TRAININGS) + training

    def _here(self, base: int, stack: int) -> int:
        return self.arrays[layout.AIR][counters.slot(base, 0, 0) + stack]

    def _add_points(self, base: int, stack: int, points: int) -> None:
        self.arrays[layout.AIR][counters.slot(base, 0, 0) + stack] += points


def _priority(listed: int, left: int) -> float:
    """45.64 The type with the lowest value is placed next, so that all types reach their shares together."""
    return (2 * (listed - left) + 1) / listed
