"""A reference implementation of the land: hexes, roads, Zones, stacking, marches, written from the clauses.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from heapq import heappop, heappush
from pathlib import Path

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data.facts import DATA
from ironbottom.games.war_in_the_pacific.pieces import FIRST_BOX, GROUND_PLACES, GROUND_TYPES, HEXES, UNITS

Row = Mapping[str, str]
NO_STRENGTH = ("air_hq", "logistic", "base_force", "entrenchment")
SUPPORT = ("air_hq", "logistic", "base_force")


@cache
def table(name: str) -> list[Row]:
    """A table of a file."""
    with Path(DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def by_id(name: str) -> dict[str, Row]:
    """A table of a file, by its first column."""
    return {row["id"]: row for row in table(name)}


GROUND, PLACES, LAND = by_id("ground.csv"), by_id("places.csv"), by_id("terrain.csv")
MOVEMENT = by_id("charts/ground_movement.csv")
TERRAIN = by_id("charts/terrain_effects.csv")
COUNTRY = {row["id"]: row["country"] for row in table("regions.csv")}
STRAITS = {frozenset((row["hex"], row["beyond"])) for row in table("straits.csv")}
GUARDED = ("A3019", "A3219")
"""44.65 Rangoon and Moulmein."""
CLOSED = ("Thailand", "Malaya", "French Indo-China", "Afghanistan", "Nepal", "Bhutan")
CLOSED_AREAS = ("tibet", "tsinghai", "sikang")
CLOSED_IN = {
    "A": CLOSED,
    **dict.fromkeys("BC", ("China", "Manchuria", "Hong Kong", "Korea", "French Indo-China", "Hainan")),
    **dict.fromkeys("DEFG", ("Soviet Union", "Mongolia")),
}
"""44.66, 45.13, 3.51 The countries that no unit enters, by the section of the scenario."""
ORIGIN = {"A": (0, 27), "B": (38, 0), "C": (38, 53), "D": (76, 0), "E": (76, 53), "F": (114, 0), "G": (114, 53)}
"""3.1 Column and row before the first of each section."""
LAST_ROW = ("C", 10)
"""45.13 The southernmost row of Leyte."""


@cache
def by_spot() -> dict[tuple[int, int], str]:
    """3.1 The hexes of the list by column and row."""
    return {(ORIGIN[hex[0]][0] + int(hex[1:3]), ORIGIN[hex[0]][1] + int(hex[3:])): hex for hex in LAND}


@cache
def beside(hex: str) -> tuple[str, ...]:
    """3.1 The neighbours of a hex, beyond section A only those on land; even columns are half a hex lower."""
    if hex[0] == "A":
        return tuple(in_burma(hex))
    column, row = ORIGIN[hex[0]][0] + int(hex[1:3]), ORIGIN[hex[0]][1] + int(hex[3:])
    low = 1 if column % 2 == 0 else -1
    around = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, low), (1, low))
    found = [by_spot()[there] for x, y in around if (there := (column + x, row + y)) in by_spot()]
    return tuple([near for near in found if near[0] in ("BC" if hex[0] in "BC" else "DEFG")])


def in_burma(hex: str) -> Iterator[str]:
    """3.1 The neighbours of a hex of section A."""
    column, row = int(hex[1:3]), int(hex[3:])
    low = column % 2 == 0
    for x, y in ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1 if low else -1), (1, 1 if low else -1)):
        if 1 <= column + x <= 39 and 1 <= row + y <= 54:
            yield f"A{column + x:02}{row + y:02}"


def country(hex: str) -> str:
    """3.5 The country of a hex."""
    return COUNTRY.get(LAND[hex]["region"], "") if hex in LAND else ""


def is_land(hex: str) -> bool:
    """3.2, 3.51, 44.66 Whether ground units may be in a hex at all."""
    south = hex[0] == LAST_ROW[0] and int(hex[3:]) > LAST_ROW[1]
    shut = south or country(hex) in CLOSED_IN[hex[0]] if hex in LAND else True
    return not shut and LAND[hex]["region"] not in CLOSED_AREAS and LAND[hex]["kind"] != "sea"


def is_city(hex: str) -> bool:
    """24.4 A city of the list of places."""
    return hex in PLACES and PLACES[hex]["city"] == "yes"


def terrain(hex: str) -> str:
    """3.2 The terrain of a hex on the map."""
    return LAND[hex]["terrain"]


def land_beside(hex: str) -> Iterator[str]:
    """22.6 The hexes that a unit can march to; it crosses a strait only along a road or railway."""
    for other in beside(hex):
        if is_land(other) and (frozenset((hex, other)) not in STRAITS or (hex, other) in lines()):
            yield other


@cache
def lines() -> dict[tuple[str, str], int]:
    """3.22 From hex to hex along a printed line: 2 for a major road, 1 for a minor road or railway."""
    found: dict[tuple[str, str], int] = {}
    for row in table("lines.csv"):
        path = row["path"].split("|")
        for pair in itertools.pairwise(path):
            for way in (pair, pair[::-1]):
                found[way] = max(found.get(way, 0), 2 if row["kind"] == "major_road" else 1)
    return found


@cache
def rails() -> frozenset[tuple[str, str]]:
    """3.22, 25.1 The steps along railways."""
    found = set()
    for row in table("lines.csv"):
        if row["kind"] == "rail":
            path = row["path"].split("|")
            for one, other in itertools.pairwise(path):
                found |= {(one, other), (other, one)}
    return frozenset(found)


def along_rails(start: str, safe: Callable[[str], bool]) -> set[str]:
    """30.2 The other hexes connected to a hex by rail, if this hex and all hexes on the way are safe."""
    found, queue = {start} if safe(start) else set(), [start] if safe(start) else []
    while queue:
        hex = queue.pop()
        for other in beside(hex):
            if (hex, other) in rails() and other not in found and safe(other):
                found.add(other)
                queue.append(other)
    return found - {start}


@dataclass(frozen=True)
class Unit:
    """A ground unit in its current state."""

    name: str
    side: str
    kind: str
    at: str
    unsupplied: int
    carried: int
    disrupted: int
    landed: int
    deployed: int

    @property
    def row(self) -> Row:
        return GROUND[self.kind]

    @property
    def strength(self) -> int:
        """21.1 The printed Combat Strength of the unit."""
        return int(self.row["strength"])

    @property
    def role(self) -> str:
        """2.3 The role: combat, engineer, air headquarters, logistic unit, Base Force, partisan, entrenchment."""
        return self.row["kind"]

    @property
    def combat(self) -> bool:
        """24.1 Whether the unit is a combat unit."""
        return self.role == "combat"

    @property
    def thirds(self) -> int:
        """21.1 The stacking value of the unit, in thirds of a division."""
        size = self.row["size"].partition("_")[0]
        if self.role in NO_STRENGTH or size not in ("division", "army", "regiment"):
            return 0
        return 1 if size == "regiment" else 3


@dataclass
class Land:
    """The hexes of a state with the units in them."""

    units: dict[str, Unit] = field(default_factory=dict)
    held: bytes = b""
    supply: dict[str, int] = field(default_factory=dict)
    built: dict[str, int] = field(default_factory=dict)
    """Hexes with roads besides the printed lines: 1 minor, 2 major."""

    def at(self, place: str, side: str | None = None) -> list[Unit]:
        """The units in a hex, of one side or of both."""
        return [unit for unit in self.here.get(place, ()) if side in (None, unit.side)]

    def stands(self, place: str, side: str) -> bool:
        """22.2, 24.3, 25.1 Whether a side has a unit in a hex; an entrenchment is a marker (24.5), not a unit."""
        return any(unit.role != "entrenchment" for unit in self.at(place, side))

    def holder(self, place: str) -> str:
        """2.5 The controller of a hex."""
        return layout.HOLDERS.ids[self.held[HEXES.index[place]]]

    def __post_init__(self) -> None:
        self.here: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            self.here.setdefault(unit.at, []).append(unit)
        self.zones = {side: self._zones(side) for side in ("japan", "allies")}

    def _zones(self, side: str) -> set[str]:
        """21.5 The Security Zones of a side."""
        found = set()
        for place in self.here:
            if sum(unit.strength for unit in self.at(place, side) if unit.role != "partisan") >= 3:
                around = [other for other in beside(place) if self.reaches(place, other)]
                found |= {place, *around}
        return found

    def reaches(self, place: str, other: str) -> bool:
        """21.5, 22.6 Whether a Zone extends: not over water, and not into mountain or jungle mountain."""
        if other not in LAND or frozenset((place, other)) in STRAITS:
            return False
        return terrain(other) not in ("mountain", "jungle_mountain", "all_sea")

    def road(self, one: str, other: str) -> int:
        """3.22 The road from hex to hex: 2 major, 1 minor or railway, 0 none.

        A road that a case adds or a side builds connects to those beside it as its own kind; between two added ones the
        lesser kind counts.
        """
        best, added = lines().get((one, other), 0), [self.built[hex] for hex in (one, other) if hex in self.built]
        joined = all(hex in self.built or hex in listed() for hex in (one, other))
        return max(best, min(added)) if joined and added and frozenset((one, other)) not in STRAITS else best


@cache
def listed() -> frozenset[str]:
    """3.22 The hexes of the printed lines."""
    return frozenset(one for one, _ in lines())


@cache
def roads_of_the_case() -> dict[str, int]:
    """44.22, 44.35 The roads that Burma adds."""
    found: dict[str, int] = {}
    for row in table("deployment.csv"):
        if row["scenario"] == "44" and row["unit"] in ("minor_road", "major_road"):
            for hex in row["hexes"].split("|"):
                found[hex] = max(found.get(hex, 0), 2 if row["unit"] == "major_road" else 1)
    return found


def read(state: State, built: Iterable[tuple[str, int]] = ()) -> Land:
    """Reads the land of a state."""
    arrays, units = state.arrays, {}
    for unit, name in enumerate(UNITS.ids):
        kind, hex = arrays[layout.UNIT_TYPE][unit], arrays[layout.UNIT_AT][unit]
        if kind < 0 or not 0 <= hex < len(HEXES):
            continue
        units[name] = Unit(
            name,
            name.split("_")[0],
            GROUND_TYPES.ids[kind],
            GROUND_PLACES.ids[hex],
            *(
                arrays[block][unit]
                for block in (layout.UNSUPPLIED, layout.REST, layout.DISRUPTED, layout.LANDED, layout.DEPLOYED)
            ),
        )
    stores: dict[str, int] = {}
    for base in range(FIRST_BOX):
        hex, points = layout.base_hex(state.cells, base), arrays[layout.SUPPLY][base]
        if hex >= 0 and points:
            stores[HEXES.ids[hex]] = points
    roads = dict(roads_of_the_case())
    for town, rank in built:
        roads[town] = max(roads.get(town, 0), rank)
    return Land(units, arrays[layout.CONTROL].tobytes(), stores, roads)


# -- 22.0 marches ----------------------------------------------------------------------------------------------


def halves(unit: Unit, more: int = 0) -> int:
    """22.1, 25.3 The Movement Points of a unit, in halves."""
    points = 2 * int(MOVEMENT[class_of(unit)]["points"]) + more
    return points // 2 if unit.unsupplied else points


def class_of(unit: Unit) -> str:
    """22.1 The class of a unit in the chart of movement."""
    if unit.role in SUPPORT:
        return "support"
    if unit.row["nation"] in ("kmt", "ccp"):
        return "chinese"
    return "mechanized" if unit.row["mechanized"] == "yes" else "infantry"


def step(land: Land, unit: Unit, one: str, other: str) -> int | None:
    """22.1 The cost of entering a hex, in halves; None if units of this class may not enter it."""
    road = land.road(one, other)
    if road:
        return (1 if road == 2 else 2) if class_of(unit) != "chinese" else 2
    if class_of(unit) == "mechanized" and terrain(other) in ("mountain", "jungle_mountain", "swamp"):
        return None
    return 2 * int(TERRAIN[terrain(other)]["cost"])


def barred(land: Land, unit: Unit, other: str) -> bool:
    """22.3 No unit marches into a hex with enemy combat units, or with any that must be attacked."""
    enemy = "allies" if unit.side == "japan" else "japan"
    against = sum(each.strength for each in land.at(other, enemy))
    over = not is_city(other) and terrain(other) == "clear" and attacks(unit) and unit.strength >= 10 * against
    return against > 0 and not over


def attacks(unit: Unit) -> bool:
    """24.1 Whether a unit attacks: defence-only units, headquarters and logistic units never do."""
    return unit.role in ("combat", "partisan") and unit.row["defence_only"] == "no" and unit.strength > 0


def room(land: Land, unit: Unit, other: str) -> bool:
    """21.1 Whether a unit has room in a hex."""
    kind = "city" if is_city(other) else terrain(other)
    held = sum(each.thirds for each in land.at(other, unit.side))
    return unit.thirds == 0 or held + unit.thirds <= 3 * int(TERRAIN[kind]["stacking"])


def reach(land: Land, unit: Unit, more: int = 0) -> set[str]:
    """22.1, 22.2 The hexes in which a march may end."""
    enemy = land.zones["allies" if unit.side == "japan" else "japan"]
    points, found, best, queue = halves(unit, 2 * more), set(), {unit.at: 0}, [(0, unit.at)]
    while queue:
        spent, one = heappop(queue)
        if spent > best[one] or (one in enemy and one != unit.at):
            continue
        for other in land_beside(one):
            cost = step(land, unit, one, other)
            if cost is None or barred(land, unit, other):
                continue
            if one in enemy and other in enemy and not land.stands(other, unit.side):
                continue
            total = spent + cost + (2 if other in enemy else 0)
            if total > points and one != unit.at:
                continue
            total = min(total, points) if one == unit.at else total
            if total < best.get(other, 10**6):
                best[other] = total
                found.add(other)
                heappush(queue, (total, other))
    return {other for other in found if room(land, unit, other) and other != unit.at} if walks(land, unit) else set()


def walks(land: Land, unit: Unit) -> bool:
    """27.1, 44.65 Whether a unit may march: not a deployed Base Force, an entrenchment, or the last guard of a port."""
    if unit.role == "entrenchment" or (unit.role == "base_force" and unit.deployed):
        return False
    guards = [each for each in land.at(unit.at, "japan") if each.combat] if unit.at in GUARDED else []
    return guards != [unit]
