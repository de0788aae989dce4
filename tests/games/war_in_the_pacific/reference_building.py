"""A reference implementation of 26.0: possible construction in a hex, its workers, and its progress.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.games.war_in_the_pacific.reference_land import GROUND, LAND, PLACES, by_id

COST = {
    name: (int(row["supply_points"]), int(row["engineer_turns"]))
    for name, row in by_id("charts/construction.csv").items()
}
"""26.1 The Supply Points and the engineer-turns of each row."""
THICK, PEAKS, SMALL = ("jungle", "jungle_mountain", "swamp"), ("mountain", "jungle_mountain"), ("island", "atoll")
FALLEN = 40
"""38.7 Guns lost with their hex."""
GUNS_AT = {"major": 8, "minor": 4}
"""38.7 The table of coastal guns: the guns that may be built at a port."""


@dataclass(frozen=True)
class UnitInHex:
    """A unit in the hex: its type, whether it is in supply, and whether it is a Base Force fully deployed."""

    kind: str
    supplied: bool = True
    full: bool = False

    @property
    def role(self) -> str:
        return GROUND[self.kind]["kind"]


@dataclass
class Ground:
    """A hex of a side: its units, construction, damage, projects, and means of payment."""

    at: str
    men: list[UnitInHex] = field(default_factory=list)
    built: dict[str, int] = field(default_factory=dict)
    hurt: dict[str, int] = field(default_factory=dict)
    level: int = 0
    begun: list[str] = field(default_factory=list)
    stores: int = 0
    roads: frozenset[str] = frozenset()
    """3.22 The kinds of road and railway that lead from the hex."""

    def hands(self) -> list[int]:
        """26.1, 25.3, 27.3 The work of each supplied unit: an engineer's figure, or one for a full Base Force."""
        able = [man for man in self.men if man.supplied]
        dig = [int(GROUND[man.kind]["strength"]) for man in able if man.role == "engineer"]
        return sorted([*dig, *[1 for man in able if man.role == "base_force" and man.full]])

    def infantry(self) -> bool:
        """26.1, 25.3 Whether a division or two regiments in supply entrench automatically."""
        sizes = [GROUND[man.kind]["size"] for man in self.men if man.supplied and man.role == "combat"]
        return any(size in ("division", "army") for size in sizes) or sizes.count("regiment") > 1

    def free(self) -> bool:
        """26.1 Whether an engineer has no project; infantry that entrenches needs none."""
        taken = [work for work in self.begun if work != "entrenchment" or not self.infantry()]
        return len(self.hands()) > len(taken)

    def port(self) -> str:
        """14.0, 26.1 The port of the hex, printed or built on an anchorage."""
        printed = PLACES[self.at]["port"] if self.at in PLACES else "none"
        return "minor" if printed == "anchorage" and self.built.get("port") else printed

    def row(self, work: str) -> str:
        """26.1, 26.2, 26.4 The row of the table for a project here; empty if it is not allowed."""
        place, terrain = PLACES.get(self.at), LAND[self.at]["terrain"]
        if work == "airbase":
            printed = place is not None and int(place["airbase"]) > 0
            if self.level >= (5 if terrain in SMALL else 10) or (terrain in PEAKS and not printed):
                return ""
            return "airbase_level" if self.level else "airbase_jungle" if terrain in THICK else "airbase"
        if work == "entrenchment":
            return "" if any(man.role == "entrenchment" for man in self.men) else "entrenchment"
        if work == "port":
            cargo = int(place["cargo"]) + self.built.get("port", 0) if place else 0
            port = self.port()
            return "minor_port" if port == "anchorage" else "minor_port_point" if port == "minor" and cargo < 5 else ""
        if work == "minor_road":
            return "" if self.roads or "minor_road" in self.built else "minor_road"
        if work == "major_road":
            done = "major_road" in self.built
            return "major_road" if not done and ("minor_road" in self.built or "minor" in self.roads) else ""
        if work == "guns":
            return self.guns_row()
        if work == "fortify":
            city = place is not None and place["city"] == "yes"
            return "fortify" if city and not self.built.get("fortify") else ""
        hurt = self.hurt.get(work, 0)
        return "repair" if hurt and (work != "mend_guns" or hurt < FALLEN) else ""

    def guns_row(self) -> str:
        """26.1, 38.7, 38.8 Guns are built at a port, or on a coast with a full Base Force, up to the table's end."""
        manned = LAND[self.at]["kind"] != "land" and any(man.role == "base_force" and man.full for man in self.men)
        most = GUNS_AT.get(self.port(), 4 if manned else 0)
        printed = int(PLACES[self.at]["guns"]) if self.at in PLACES else 0
        mine = self.built.get("guns", 0) if manned or self.port() in GUNS_AT else 0
        standing = 0 if self.hurt.get("mend_guns", 0) >= FALLEN else printed + 4 * mine
        return "guns" if standing + 4 <= most else ""

    def may_begin(self, works: Iterable[str]) -> set[str]:
        """26.1 The projects that can be begun and paid for; only one of a kind is possible at a time."""
        found = set()
        for work in works:
            row = self.row(work)
            able = self.free() or (work == "entrenchment" and self.infantry())
            if row and able and work not in self.begun and COST[row][0] <= self.stores:
                found.add(work)
        return found

    def worked(self, sites: list[tuple[str, int]]) -> list[tuple[str, int]]:
        """26.1 The projects after a turn of work, in the order in which they were begun."""
        hands, left = self.hands(), []
        for work, needed in sites:
            dug = work == "entrenchment" and self.infantry()
            done = 1 if dug else hands.pop() if hands else 0
            left.append((work, needed - done))
        return left
