"""A reference implementation of bases and transfers: room, Levels, carriers, paths (5.4 to 5.6, 19.1, 37.4).

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    BASES,
    FIRST_BOX,
    FIRST_DECK,
    FORCES,
    HEXES,
    IN_FORCE,
    SHIPS,
    STACKS,
    UNITS,
)
from tests.games.war_in_the_pacific.reference_cargo import PLACES
from tests.games.war_in_the_pacific.reference_land import GROUND, LAND, by_id, country, table
from tests.games.war_in_the_pacific.reference_sea import PLANE, ROW, SHIP, place_of, up
from tests.games.war_in_the_pacific.reference_search import ULITHI, ULITHI_MORE, SearchState, around, whole_map
from tests.games.war_in_the_pacific.reference_special_rules import CLOSED, units_on_map
from tests.games.war_in_the_pacific.reference_stations import in_sections, names, open_in_leyte

SIDES = ("japan", "allies")
BOATS = ("flying_boat", "float_fighter")
A_LEVEL, ON_THE_WATER, TO_DECK = int(table("charts/airbase.csv")[0]["air_points"]), 10, 12
"""5.4 The capacity of a Level, and of a port or a Base Force. 5.5 The maximum distance of a carrier at sea."""
AIR_SHARE = {int(row["level"]): int(row["air_share"]) for row in by_id("charts/damage_effects.csv").values()}
MAX_HEXES = 260
"""5.5 The longest transfer in the three scenarios; that of the B-24 is 252."""
SECTIONS = {"leyte": "BC", "midway": "DF", "burma": "A"}
DUTCH_HARBOR, UMNAK = "F2401", "F2302"
BOXES = {
    "alaska": (DUTCH_HARBOR, UMNAK, "canada"),
    "canada": ("alaska", "west_coast_usa"),
    "west_coast_usa": ("canada",),
    **dict.fromkeys((DUTCH_HARBOR, UMNAK), ("alaska",)),
}
"""37.4 Places within one Air Phase of each other, in both directions."""
ALWAYS_SHUT, SHUT = ("Soviet Union", "Mongolia", "Nepal", "Bhutan", "Afghanistan"), ("tibet", "tsinghai", "sikang")
"""3.51, 39.92 The closed regions of all three scenarios."""
Key = tuple[str, str]
"""A base and a stack there."""


@cache
def crossings(far: bool) -> dict[str, tuple[tuple[str, int], ...]]:
    """3.4, 45.61 The neighbours of each hex, each with the cost of flying there."""
    names = {place_of(name): name for name in reversed(HEXES.ids)}
    ulithi, found = place_of(ULITHI), dict[str, tuple[tuple[str, int], ...]]()
    for one, name in names.items():
        found[name] = tuple(
            [
                (names[other], whole_map()[other] + (ULITHI_MORE if far and ulithi in (one, other) else 0))
                for other in around(one)
            ]
        )
    return found


@cache
def ways(start: str, far: bool) -> dict[str, int]:
    """3.3, 45.61 The cost of flying from a hex to each within the longest transfer."""
    best, beside = {start: 0}, crossings(far)
    rings: list[list[str]] = [[start], *([] for _ in range(MAX_HEXES))]
    for spent, ring in enumerate(rings):
        for one in ring:
            if best[one] < spent:
                continue
            for other, cost in beside[one]:
                total = spent + cost
                if total <= MAX_HEXES and total < best.get(other, MAX_HEXES + 1):
                    best[other] = total
                    rings[total].append(other)
    return best


def plane(stack: str) -> dict[str, str]:
    """5.1 The ratings of the type of a stack."""
    return dict(PLANE[stack.rpartition("_")[0]])


def boat(stack: str) -> bool:
    """5.4 Whether a stack consists of flying boats or float planes."""
    return plane(stack)["category"] in BOATS


def reach(stack: str, column: str) -> int:
    """5.1 A range of the type of a stack: ``range_mp``, ``extended_mp`` or ``transfer_mp``."""
    return int(plane(stack)[column])


class Bases:
    """The bases and carriers of a side, with their points."""

    def __init__(self, state: State, side: int) -> None:
        self.state, self.side, self.sky = state, side, SearchState(state)
        self.leyte, self.scenario = self.sky.case == "leyte", self.sky.case

    # -- places ------------------------------------------------------------------------------------------------

    @cached_property
    def own(self) -> dict[str, str]:
        """1.3 The bases of the side, each with its hex; boxes and carriers off the map with none."""
        return dict(self._own())

    def _own(self) -> Iterator[tuple[str, str]]:
        control = self.state.arrays[layout.CONTROL]
        for base, name in enumerate(BASES.ids):
            hex = self.sky.base(base)
            if base >= FIRST_DECK:
                if SHIP[ROW[name]]["side"] == SIDES[self.side]:
                    yield name, hex
            elif base >= FIRST_BOX:
                if self.side == (name not in ("inland_sea", "japan")):
                    yield name, ""
            elif hex and control[NUMBER[hex]] == self.side:
                yield name, hex

    @cached_property
    def lying(self) -> dict[Key, int]:
        """5.12 The points at the bases of the side."""
        found, width = dict[Key, int](), len(STACKS)
        for place, points in enumerate(self.state.arrays[layout.AIR].tolist()):
            if points and BASES.ids[place // width] in self.own:
                found[BASES.ids[place // width], STACKS.ids[place % width]] = points
        return found

    def far(self, one: str, other: str, most: int) -> bool:
        """3.3 Whether a hex is farther from another than a number of Movement Points."""
        return self.cost(one, other) > most

    def cost(self, one: str, other: str) -> int:
        """3.3 The cost of flying from a hex to another."""
        return ways(one, self.leyte).get(other, MAX_HEXES + 1)

    def storm(self, hex: str) -> bool:
        """8.6 Whether there is a storm, according to the die of the section in play; no aircraft flies off the map."""
        seen = next((name for name in names(hex) if name[0] in SECTIONS[self.scenario]), "") if hex else ""
        return not seen or self.sky.weather(seen) == "storm"

    @cache  # noqa: B019
    def opened(self, base: str) -> bool:
        """3.51, 44.66, 45.13 Whether points may be based at a place at all."""
        hex = self.own[base]
        if not hex or not in_sections(hex, SECTIONS[self.scenario]):
            return False
        region = LAND.get(hex, {}).get("region", "")
        if region in SHUT or country(hex) in ALWAYS_SHUT:
            return False
        return open_in_leyte(hex) if self.leyte else country(hex) not in CLOSED.get(self.scenario, ())

    def on_map(self, base: str) -> bool:
        """3.51 Whether the hex of a base is in the sections in play."""
        return bool(self.own[base]) and in_sections(self.own[base], SECTIONS[self.scenario])

    # -- room --------------------------------------------------------------------------------------------------

    def deck(self, base: str) -> bool:
        """Whether a base is a carrier."""
        return base in SHIPS.index

    def holds(self, base: str, *, water: bool) -> int:
        """5.4, 5.41, 19.1 The capacity of a base: by Levels, or on the water; by Air Capacity aboard."""
        if self.deck(base):
            return 0 if water else int(SHIP[ROW[base]]["air_capacity"])
        if not self.own[base]:
            return 10**6
        number = BASES.index[base]
        if not water:
            return A_LEVEL * max(self.state.arrays[layout.LEVEL][number] - self.state.arrays[layout.HURT][number], 0)
        hex = self.own[base]
        harbours = hex in PLACES and PLACES[hex]["port"] != "none"
        return ON_THE_WATER * (harbours + self.base_forces.count(hex))

    @cached_property
    def base_forces(self) -> list[str]:
        """27.2, 27.3 The hexes of at least partially deployed Base Forces."""
        deployed = self.state.arrays[layout.DEPLOYED]
        units = {
            name: hex for name, (kind, hex) in units_on_map(self.state).items() if GROUND[kind]["kind"] == "base_force"
        }
        return [hex for name, hex in units.items() if deployed[UNITS.index[name]]]

    def taken(self, base: str, *, water: bool) -> int:
        """5.4 The points that are already there; on a ship, all points aboard count."""
        here = {stack: points for (place, stack), points in self.lying.items() if place == base}
        return sum(points for stack, points in here.items() if self.deck(base) or boat(stack) == water)

    def single(self, ship: str) -> bool:
        """19.3 Whether a carrier is in port outside any force."""
        return 0 <= self.state.arrays[layout.SHIP_AT][SHIPS.index[ship]] < IN_FORCE

    def share(self, ship: str) -> int:
        """12.2, 12.3 The usable quarters of a carrier's Air Capacity."""
        number = SHIPS.index[ship]
        position, level = (self.state.arrays[block][number] for block in (layout.SHIP_AT, layout.DAMAGE))
        if not 0 <= position < IN_FORCE + len(FORCES) or self.state.arrays[layout.DECK_SHUT][number]:
            return 0
        return AIR_SHARE[level] if level > 0 else 4

    def flies(self, base: str, *, water: bool) -> int:
        """5.4, 19.1 The points that may fly from a base, besides transfers."""
        most = self.holds(base, water=water)
        if not self.deck(base):
            return most if self.own[base] else 0
        sails = self.own[base] and not self.single(base)
        if water or not sails or self.taken(base, water=False) > most:
            return 0
        return up(most * self.share(base), 4)

    def room(self, base: str, stack: str) -> int:
        """5.4, 19.1, 19.3 The remaining room of a base for a stack; a carrier in port twice its Air Capacity."""
        water = boat(stack)
        most = self.holds(base, water=water)
        if self.deck(base):
            if not self.own[base] or water or (stack.rpartition("_")[2] != "carrier" and not self.single(base)):
                return 0
            most = 2 * most if self.single(base) else most if self.share(base) else 0
        return max(most - self.taken(base, water=water), 0)

    # -- 5.5 transfers -----------------------------------------------------------------------------------------

    @cache  # noqa: B019
    def stops(self, water: bool) -> set[str]:
        """5.4, 5.41, 5.5 The hexes of the airbases where points, or flying boats, stop."""
        return {
            hex
            for base, hex in self.own.items()
            if not self.deck(base) and hex and self.opened(base) and self.holds(base, water=water)
        }

    def hops(self, start: str, stack: str) -> set[str]:
        """5.5 The hexes that a transfer reaches, in one leg or in two with a stop at a base."""
        most, own = reach(stack, "transfer_mp"), {hex for hex in self.own.values() if hex}
        first = {hex for hex in own if not self.far(start, hex, most)}
        found, left = set(first), own - first
        for stop in first & self.stops(boat(stack)) if left else ():
            found |= {hex for hex in left if not self.far(stop, hex, most)}
        return found

    def transfers(self, base: str, stack: str) -> dict[str, int]:
        """5.5, 19.3, 37.4 The possible new bases of points, with their room."""
        found, start = dict[str, int](), self.own[base]
        linked = [to for to in BOXES.get(base, ()) if to in self.own]
        hops = self.hops(start, stack) if start else set[str]()
        for to, hex in self.own.items():
            if self.deck(to):
                near = start and hex and not self.far(start, hex, TO_DECK)
                near = near or (hex in hops and self.single(to))
            else:
                near = hex in hops and self.opened(to)
            if to != base and (near or to in linked) and (room := self.room(to, stack)):
                found[to] = room
        return found

    def homes(self, over: str, stack: str) -> dict[str, int]:
        """5.6 The bases on land to which points that struck in a hex may return, with their room."""
        most = reach(stack, "range_mp")
        land = [base for base in self.own if not self.deck(base) and self.own[base] and self.opened(base)]
        rooms = {base: self.room(base, stack) for base in land if not self.far(over, self.own[base], most)}
        return {base: room for base, room in rooms.items() if room}
