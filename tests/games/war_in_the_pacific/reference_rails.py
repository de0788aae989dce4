"""A reference implementation of Railcap and Seacap (30.0, 25.4, 44.66): points, loads and destinations.

It reads the tables from their files, the geometry of the map and the positions of counters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from tests.games.war_in_the_pacific.reference_cargo import PLACES
from tests.games.war_in_the_pacific.reference_land import (
    COUNTRY,
    LAND,
    STRAITS,
    TERRAIN,
    Land,
    Unit,
    along_rails,
    by_id,
)

CAPS = {name: (int(row["railcap"]), int(row["seacap"])) for name, row in by_id("charts/railcap_seacap.csv").items()}
AREAS = ("burma", "india", "ceylon", "unoccupied_china", "philippines", "formosa")
"""30.1 The areas of the table in the sections of Burma and Leyte, in the order in which the turn record counts them."""
FREE_CHINA = ("kansu", "kweichow", "szechwan", "yunnan")
SALWEEN = tuple(by_id("areas.csv")["the_salween_44_66"]["hexes"].split("|"))
OTHER = {"japan": "allies", "allies": "japan"}
RAIL, SEA = 0, 1
STOPPED_BY = ("mountain", "jungle_mountain", "all_sea")


@cache
def area(hex: str) -> str:
    """30.1 The area of a hex; empty for hexes of no area."""
    region = LAND[hex]["region"] if hex in LAND else ""
    if region in FREE_CHINA:
        return "unoccupied_china"
    name = COUNTRY.get(region, "").lower()
    return name if name in AREAS else ""


@cache
def hexes_of(name: str, sections: str) -> tuple[str, ...]:
    """The hexes of an area in the sections in play."""
    return tuple(hex for hex in LAND if area(hex) == name and hex[0] in sections)


def beside(hex: str) -> Iterator[str]:
    """3.1 The neighbours of a hex on the map."""
    return (IDS[other] for other in GRID.beyond(NUMBER[hex]) if 0 <= other < len(IDS))


def is_city(hex: str) -> bool:
    """24.4 A city of the list of places."""
    return hex in PLACES and PLACES[hex]["city"] == "yes"


def harbour(hex: str) -> bool:
    """30.3, 3.23 A coastal hex or a river port of an area."""
    port = hex in PLACES and PLACES[hex]["port"] != "none"
    return bool(area(hex)) and (LAND[hex]["kind"] not in ("land", "sea") or port)


@dataclass
class Lift:
    """A side's lift in a Game-Turn: the land, the holder of each hex at its start, lost and spent points by area."""

    land: Land
    side: str
    sections: str
    began: dict[str, str]
    lost: dict[tuple[int, str], int] = field(default_factory=dict)
    spent: dict[tuple[int, str], int] = field(default_factory=dict)
    bases: frozenset[str] = frozenset()
    """25.2 Possible places of stores: named places and bases built in play."""

    def __post_init__(self) -> None:
        enemy = OTHER[self.side]
        strength: dict[str, int] = {}
        for unit in self.land.units.values():
            if unit.side == enemy:
                strength[unit.at] = strength.get(unit.at, 0) + unit.strength
        self.held = {hex for hex, points in strength.items() if points}
        strong = {hex for hex, points in strength.items() if points >= 3}
        near = {(hex, other) for hex in strong for other in beside(hex) if other in LAND}
        reached = {o for a, o in near if frozenset((a, o)) not in STRAITS and LAND[o]["terrain"] not in STOPPED_BY}
        self.zones = strong | reached

    def points(self, kind: int, name: str) -> int:
        """30.1, 30.4, 30.5 The remaining Railcap or Seacap points of an area."""
        hexes = hexes_of(name, self.sections)
        cities = [hex for hex in hexes if is_city(hex)]
        had = {side: [sum(self.began[hex] == side for hex in some) for some in (cities, hexes)] for side in OTHER}
        first = max(OTHER, key=lambda side: had[side])
        taken = sum(self.land.holder(hex) == OTHER[first] for hex in cities)
        now = OTHER[first] if taken > sum(self.land.holder(hex) == first for hex in cities) else first
        if now != self.side:
            return -self.spent.get((kind, name), 0)
        whole = CAPS[name][kind] // (1 if first == now else 2)
        return max(whole - self.lost.get((kind, name), 0), 0) - self.spent.get((kind, name), 0)

    def left(self, kind: int, start: str) -> int:
        """30.1, 44.66 The remaining points at a start hex; along the Salween, those of Burma."""
        name = "burma" if kind == SEA and start in SALWEEN else area(start)
        return self.points(kind, name) if name else 0

    def ends(self, kind: int, start: str) -> set[str]:
        """30.2, 30.3 The destinations of a move, assuming enough points and room."""
        return self.by_rail(start) if kind == RAIL else self.by_water(start)

    def by_rail(self, start: str) -> set[str]:
        """30.2 The hexes of the area connected by rail, all of them the side's, without enemies and their Zones."""

        def safe(hex: str) -> bool:
            own = area(hex) == area(start) != "" and self.land.holder(hex) == self.side
            return own and hex not in self.held and hex not in self.zones

        return along_rails(start, safe)

    def by_water(self, start: str) -> set[str]:
        """30.3, 44.66 Harbours of the area within eight hexes, and the Salween as far as it is held."""
        found = set()
        if harbour(start):
            near = [hex for hex in hexes_of(area(start), self.sections) if harbour(hex)]
            found = {hex for hex in near if GRID.distance(NUMBER[start], NUMBER[hex]) <= 8}
        if start in SALWEEN:
            for river in (SALWEEN[SALWEEN.index(start) + 1 :], SALWEEN[: SALWEEN.index(start)][::-1]):
                for hex in river[:8]:
                    if self.land.holder(hex) != self.side:
                        break
                    found.add(hex)
        return {hex for hex in found - {start} - self.held if self.land.holder(hex) == self.side}

    def takes(self, kind: int, unit: Unit) -> set[str]:
        """30.1, 2.3, 21.1 The destinations of a unit for the remaining points, within stacking."""
        cost = int(unit.row["railcap"])
        if not 0 < cost <= self.left(kind, unit.at):
            return set()
        return {hex for hex in self.ends(kind, unit.at) if self.room(unit, hex)}

    def room(self, unit: Unit, hex: str) -> bool:
        """21.1 Whether a unit stacks in a hex."""
        name = "fortified" if hex == "B1949" else "city" if is_city(hex) else LAND[hex]["terrain"]
        held = sum(each.thirds for each in self.land.at(hex, self.side))
        return unit.thirds == 0 or held + unit.thirds <= 3 * int(TERRAIN[name]["stacking"])

    def stores(self, kind: int) -> dict[str, tuple[set[str], int]]:
        """25.4, 30.1 The sources of stores, destinations, and points needed: twenty Supply Points each."""
        found = {}
        for hex, lying in self.land.supply.items():
            left = self.left(kind, hex) if self.land.holder(hex) == self.side else 0
            to = self.ends(kind, hex) & self.bases if left > 0 and lying else set()
            if to:
                found[hex] = to, min(-(-lying // 20), left)
        return found
