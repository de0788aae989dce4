"""A reference implementation of supply from ports in basic Midway (42.74, 14.1, 14.3, 25.1, 25.3, 28.2).

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASES, HEXES, STACKS
from tests.games.war_in_the_pacific.reference_burma import surrenders
from tests.games.war_in_the_pacific.reference_cargo import base_forces, capacity, harbour
from tests.games.war_in_the_pacific.reference_land import LAND, STRAITS, Unit, by_id, lines, rails, read, terrain
from tests.games.war_in_the_pacific.reference_sea import place_of
from tests.games.war_in_the_pacific.reference_search import around
from tests.games.war_in_the_pacific.reference_sorties import AirState, headquarters
from tests.games.war_in_the_pacific.reference_supply_costs import cost
from tests.games.war_in_the_pacific.reference_transfers import SIDES

MULTIPLES = {name: int(row["multiple"]) for name, row in by_id("charts/hq.csv").items()}
OFF_ROAD, ALONG_ROAD, MAX_HEXES = 2, 1, 8
"""25.1 Four hexes off road, eight along road, in eighths."""
A_FLEET_BASE, FOR_POINTS, CYCLE = 5, 10, 4
SIXTHS = 6
SECTIONS, SHARED = "DF", "B39"
"""3.24 The sections of Midway's map, and the column of section D listed under the name of B."""


@cache
def neighbours() -> dict[str, tuple[str, ...]]:
    """3.1, 3.24 For each land hex in play, the adjacent hexes that are also land in play."""
    names = {place_of(name): name for name in reversed(HEXES.ids)}
    land = {hex for hex in LAND if hex[0] in SECTIONS or hex[:3] == SHARED}
    return {
        hex: tuple([names[other] for other in around(place) if names.get(other) in land])
        for place, hex in names.items()
        if hex in land
    }


class Ports:
    """25.1, 42.74 The land of a side with the ports that supply it, at the start of a Joint Supply Segment."""

    def __init__(self, state: State, side: int, phases: int, anchorages: bool) -> None:
        self.state, self.side, self.phases, self.anchorages = state, side, phases, anchorages
        self.mine, self.other = SIDES[side], SIDES[1 - side]
        self.land = read(state)
        self.zones = set(self.enemy_zones())
        ports = [hex for hex in LAND if hex[0] in "DF" and self.land.holder(hex) == self.mine]
        self.left = {hex: gives for hex in ports if (gives := self.gives(hex))}
        self.reached = {hex: self.reaches(hex) for hex in self.left}

    def enemy_zones(self) -> Iterator[str]:
        """21.5 Three enemy points exert a Zone on adjacent hexes, but not over water or into mountains."""
        for hex in self.land.here:
            if sum(unit.strength for unit in self.land.at(hex, self.other)) >= 3:
                yield hex
                for to in neighbours().get(hex, ()):
                    high = terrain(to) in ("mountain", "jungle_mountain", "all_sea")
                    if not high and frozenset((hex, to)) not in STRAITS:
                        yield to

    def gives(self, hex: str) -> int:
        """42.74, 14.1, 14.3, 27.3 The Supply Points that a hex provides: four for each Load Point, or its stores."""
        fleet_base = base_forces(self.state, self.side, hex) >= A_FLEET_BASE
        port = harbour(hex) in ("major", "minor") or fleet_base or (self.anchorages and harbour(hex) == "anchorage")
        handled = capacity(self.state, self.side, hex, False) * self.phases if port else 0
        return max(handled, self.land.supply.get(hex, 0))

    def touched(self) -> set[str]:
        """24.8, 25.1 The hexes from which a Line leads to a port, whatever its capacity, or to stores."""
        ports = [
            hex for hex in LAND if hex[0] in SECTIONS and self.land.holder(hex) == self.mine and self.supplies(hex)
        ]
        return set[str]().union(*[self.reaches(hex) for hex in ports])

    def supplies(self, hex: str) -> bool:
        """42.74, 14.3, 27.3 Whether a hex is a source: a port, by option an anchorage, a fleet base, or stores."""
        fleet_base = harbour(hex) != "none" and base_forces(self.state, self.side, hex) >= A_FLEET_BASE
        port = harbour(hex) in ("major", "minor") or fleet_base or (self.anchorages and harbour(hex) == "anchorage")
        return port or self.land.supply.get(hex, 0) > 0

    def gives_up(self) -> dict[str, int]:
        """24.8 For each hex with an isolated stack, the lowest die with which it surrenders."""
        return surrenders(self.land, self.mine, self.touched())

    def shut(self, hex: str) -> bool:
        """25.1 No Line enters a hex with enemies, nor their Zone without a friendly unit there."""
        return self.land.stands(hex, self.other) or (hex in self.zones and not self.land.stands(hex, self.mine))

    def reaches(self, start: str) -> set[str]:
        """25.1 The hexes from which a Line leads to a port; a logistic unit restarts the count."""
        carriers = {unit.at for unit in self.land.units.values() if unit.side == self.mine and unit.role == "logistic"}
        best = {} if self.shut(start) else {start: 0}
        queue = [(0, hex) for hex in best]
        while queue:
            length, hex = heappop(queue)
            for to in neighbours()[hex]:
                step = 0 if (hex, to) in rails() else ALONG_ROAD if self.road(hex, to) else OFF_ROAD
                dry = frozenset((hex, to)) not in STRAITS or (hex, to) in lines()
                if self.shut(to) or not dry or length + step > MAX_HEXES:
                    continue
                total = 0 if to in carriers else length + step
                if total < best.get(to, MAX_HEXES + 1):
                    best[to] = total
                    heappush(queue, (total, to))
        return set(best)

    def road(self, one: str, other: str) -> bool:
        """3.22 Whether a printed road or railway connects two hexes."""
        return (one, other) in lines()

    def paid(self, hex: str, due: int) -> bool:
        """25.3 Takes this much from the richest connected port if it has enough; returns whether it did."""
        near = [each for each in sorted(self.left, key=HEXES.index.__getitem__) if hex in self.reached[each]]
        richest = max(near, key=self.left.__getitem__, default="")
        if not richest or self.left[richest] < due:
            return False
        self.left[richest] -= due
        return True

    def hungry(self) -> set[str]:
        """25.3, 16.7, 28.2 The unsupplied units.

        Hexes are paid for in order, each in full or not at all, then headquarters.
        """
        found = set[str]()
        for hex in sorted(self.land.here, key=lambda hex: NUMBER.get(hex, -1)):
            units = [unit for unit in self.land.at(hex, self.mine) if needs(unit)]
            due = -(-sum(cost(unit) for unit in units) // SIXTHS)
            if units and not self.paid(hex, due):
                found |= {unit.name for unit in units}
        for name, hex, due in self.staffs():
            if due and not self.paid(hex, due):
                found.add(name)
        return found

    def staffs(self) -> Iterator[tuple[str, str, int]]:
        """28.2 The headquarters with their costs: per ten of their points that flew, or once per Cycle if idle."""
        book = AirState(self.state, self.side, diced=False)
        last = self.state.cells[layout.TURN] % CYCLE == CYCLE - 1
        for name, hex, _ in headquarters(self.state, self.side):
            flew = sum(min(points, self.flown(key)) for key, points in book.served.items() if book.by[key] == name)
            tens = -(-flew // FOR_POINTS) or int(last)
            kind = self.land.units[name].kind
            yield name, hex, MULTIPLES[kind.rpartition("_")[2]] * tens

    def flown(self, key: tuple[str, str]) -> int:
        """5.9 The number of points of a stack that flew in the Game-Turn."""
        place = BASES.index[key[0]] * len(STACKS) + STACKS.index[key[1]]
        return int(self.state.arrays[layout.FLOWN][place])


def needs(unit: Unit) -> bool:
    """25.3, 16.7 Whether a unit must be paid for; a unit that has just landed brings its own supply for a Segment."""
    return cost(unit) > 0 and not unit.landed
