"""A reference implementation of search: Search Points, modifiers, chits, written from the clauses.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import compress
from typing import NamedTuple

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_HEX,
    BASES,
    FIRST_BOX,
    FIRST_DECK,
    FIRST_NEW,
    FORCES,
    HEXES,
    IN_FORCE,
    SCENARIOS,
    SHIPS,
    STACKS,
    WATERS,
)
from tests.games.war_in_the_pacific.reference_land import LAND, PLACES, by_id, table
from tests.games.war_in_the_pacific.reference_sea import PLANE, ROW, SHIP, cost_of, date, in_era, latitude, place_of, up

NEEDED, CHITS, WEATHER = (
    table("charts/search_contact.csv"),
    table("charts/search_chits.csv"),
    table("charts/weather.csv"),
)
MODS = {name: int(row["modifier"]) for name, row in by_id("charts/search_mods.csv").items()}
SIDES = ("japan", "allies")
PORT_WATER = {
    name: int(row["port_group"]) for name, row in by_id("split_hexes.csv").items() if row["port_group"] != "0"
}
"""3.21 The water of a split hex that contains its port."""
HEAVY = ("BB", "BC", "CA", "CL")
EYES, EYES_REACH = 2, 24
"""8.1 The contribution of a Task Force with two such ships, and the range of this search."""
ULITHI, ULITHI_MORE = "B3953", 12
"""45.61 The extra cost of entering or leaving Ulithi."""
SUBRONS_WAKE = date("11/44", True) + 2
"""45.62 Japanese Subrons search from the third Game-Turn of Cycle 11/44 on."""
WATCHED, WATCH_TO = ("solomons", "bougainville", "bismarcks", "admiralties", "new_guinea"), date("13/44", False)
"""8.2 The coasts of the coastwatchers, and the end of their watch."""
FARTHEST = 170
Place = tuple[int, int]


@cache
def whole_map() -> dict[Place, int]:
    """3.1, 3.4 The cost of entering each hex of the map."""
    return {place_of(name): cost_of(name) for name in HEXES.ids}


@cache
def numbers() -> dict[Place, int]:
    """3.24 The number of the hex at each place, which may have two names."""
    return {place_of(name): number for number, name in enumerate(HEXES.ids)}


@cache
def harbours() -> frozenset[Place]:
    """14.0 The places of ports and anchorages."""
    return frozenset(place_of(name) for name, row in PLACES.items() if row["port"] != "none")


@cache
def around(hex: Place) -> tuple[Place, ...]:
    """3.1 The neighbours of a hex."""
    column, row = hex
    low = row + 1 if column % 2 == 0 else row - 1
    beside = ((column, row - 1), (column, row + 1), *((column + x, y) for x in (-1, 1) for y in (row, low)))
    return tuple([place for place in beside if place in whole_map()])


@cache
def air_ways(start: Place, far: bool) -> dict[Place, int]:
    """3.3, 45.61 The cost of flying from a hex to each within the longest range."""
    ulithi = place_of(ULITHI)
    best, queue = {start: 0}, [(0, start)]
    while queue:
        spent, one = heappop(queue)
        if spent > best[one]:
            continue
        for other in around(one):
            more = ULITHI_MORE if far and ulithi in (one, other) else 0
            total = spent + whole_map()[other] + more
            if total <= FARTHEST and total < best.get(other, FARTHEST + 1):
                best[other] = total
                heappush(queue, (total, other))
    return best


def steps(one: Place, other: Place) -> int:
    """3.1 The distance in hexes."""
    (x1, y1), (x2, y2) = one, other
    r1, r2 = y1 - (x1 + (x1 & 1)) // 2, y2 - (x2 + (x2 & 1)) // 2
    return max(abs(x1 - x2), abs(r1 - r2), abs(x1 - x2 + r1 - r2))


class Searcher(NamedTuple):
    """8.1 Points of one stack in the Search Role: owner, place, Search Points, range."""

    side: int
    at: str
    points: int
    near: int
    far: int
    aircraft: int


class Looked(NamedTuple):
    """A roll of a side for a Task Force: the search points, and the modifiers."""

    side: int
    force: str
    points: int
    added: int

    def contact(self, first: int, second: int) -> bool:
        """8.2 Whether two dice find the Task Force."""
        return first + second + self.added >= int(self.row["needed"])

    @property
    def row(self) -> dict[str, str]:
        """8.2 The row of the table for these points."""
        return next(dict(row) for row in NEEDED if self.points <= int(row["high"]))


@cache
def coasts() -> frozenset[Place]:
    """8.2 The coastal hexes of the Solomons, the Bismarcks and New Guinea."""
    return frozenset(
        place_of(name)
        for name, row in LAND.items()
        if row["kind"] in ("coastal", "island", "atoll") and any(word in row["region"] for word in WATCHED)
    )


@cache
def watched(hex: Place) -> bool:
    """8.2 Whether coastwatchers see a hex."""
    return any(steps(hex, coast) <= 3 for coast in coasts())


def chit(cup: str, die: int) -> str:
    """8.3 The chit on a die of twelve."""
    for row in CHITS:
        die -= int(row[f"cup_{cup.lower()}"])
        if die <= 0:
            return row["id"]
    raise ValueError(die)


class SearchState:
    """The search results of a state: all positions, the searchers, the weather."""

    def __init__(self, state: State, contacted: int = 0, *, moving: bool = False) -> None:
        self.cells, self.arrays, self.contacted, self.moving = state.cells, state.arrays, contacted, moving
        self.case = SCENARIOS.ids[self.cells[layout.SCENARIO]].partition("_")[0]
        self.at = {
            FORCES.ids[force]: place_of(HEXES.ids[hex])
            for force, hex in enumerate(self.cells[layout.FORCE_AT : layout.FORCE_AT + len(FORCES)])
            if hex >= 0
        }
        self.ships: dict[str, list[str]] = {}
        for ship, where in enumerate(self.arrays[layout.SHIP_AT]):
            if where >= 0:
                self.ships.setdefault(WATERS.ids[where], []).append(SHIPS.ids[ship])
        self.flying = list(self.searchers())

    # -- weather ------------------------------------------------------------------------------------------------

    def weather(self, name: str) -> str:
        """8.6 The weather in a hex by its section and latitude."""
        die = self.cells[layout.WEATHER_DIE + "ABCDEFG".index(name[0])]
        north = abs(latitude(name))
        column = "tropics" if north <= 25 else "middle" if north <= 40 else "north"
        return WEATHER[die - 1][column] if die else "clear"

    # -- the searchers -----------------------------------------------------------------------------------------

    def base(self, base: int) -> str:
        """The hex of a base, or an empty string."""
        if base >= FIRST_DECK:
            return self.hex_of_ship(BASES.ids[base])
        if base >= FIRST_BOX:
            return ""
        hex = BASE_HEX[base] if base < FIRST_NEW else self.cells[layout.NEW_BASE_AT + base - FIRST_NEW]
        return HEXES.ids[hex] if hex >= 0 else ""

    def hex_of_ship(self, ship: str) -> str:
        """The place of a ship on the map, or an empty string."""
        where = self.arrays[layout.SHIP_AT][SHIPS.index[ship]]
        if 0 <= where < len(HEXES):
            return HEXES.ids[where]
        if IN_FORCE <= where < IN_FORCE + len(FORCES):
            hex = self.cells[layout.FORCE_AT + where - IN_FORCE]
            return HEXES.ids[hex] if hex >= 0 else ""
        return ""

    def searchers(self) -> Iterator[Searcher]:
        """8.1 The points in the Search Role."""
        width = len(STACKS)
        searching = self.arrays[layout.SEARCHING]
        for slot in compress(range(len(searching)), searching):
            points, (base, stack) = searching[slot], divmod(slot, width)
            name = STACKS.ids[stack]
            plane = PLANE[name.rpartition("_")[0]]
            rating = int(plane["search"])
            if base >= FIRST_DECK and (int(plane["bomb"]) or int(plane["torpedo"])):
                rating = max(rating, 1)
            hex = self.base(base)
            if hex and rating:
                side = SIDES.index(plane["side"])
                yield Searcher(side, hex, points * rating, int(plane["range_mp"]), int(plane["extended_mp"]), points)

    def cost(self, one: Place, other: Place) -> int:
        """3.3 The range from a place to another."""
        return air_ways(one, self.case == "leyte").get(other, FARTHEST + 1)

    def points(self, side: int, hex: Place) -> tuple[int, bool, bool, bool]:
        """8.1 The Search Points that reach a hex.

        Whether all come from extended range, some from Overcast, and some by air.
        """
        halves, far, near, dim, by_air = 0, 0, 0, False, False
        for each in self.flying:
            if each.side != side:
                continue
            away = self.cost(place_of(each.at), hex)
            if away <= each.near:
                halves, near = halves + 2 * each.points, near + 1
            elif away <= each.far:
                halves, far = halves + each.points, far + 1
            else:
                continue
            dim |= self.weather(each.at) == "overcast"
            by_air = True
        for force, where in self.at.items():
            heavy = [ship for ship in self.ships.get(force, ()) if SHIP[ROW[ship]]["type"] in HEAVY]
            if SIDES[side] == force.partition("_")[0] and len(heavy) > 1 and self.cost(where, hex) <= EYES_REACH:
                halves, near = halves + 2 * EYES, near + 1
        for where, points in self.subrons(side):
            if steps(where, hex) <= 1 and points // 3:
                halves, near = halves + 2 * (points // 3), near + 1
        return up(halves, 2), bool(far and not near), dim, by_air

    def subrons(self, side: int) -> Iterator[tuple[Place, int]]:
        """13.4, 45.62 The Subrons on station with their points."""
        if side == 0 and self.case == "leyte" and self.cells[layout.TURN] < SUBRONS_WAKE:
            return
        for number, name in enumerate(layout.SUBRONS.ids):
            hex = self.cells[layout.SUBRON_AT + number]
            if hex >= 0 and name.startswith(SIDES[side]) and self.cells[layout.SUBRON_MODE + number] in (0, 3):
                fleet, coastal = (self.cells[kind + number] for kind in (layout.SUBRON_FLEET, layout.SUBRON_COASTAL))
                yield place_of(HEXES.ids[hex]), fleet + coastal

    # -- modifiers ----------------------------------------------------------------------------------------------

    def added(self, side: int, force: str, far: bool, dim: bool, by_air: bool) -> int:
        """8.2 The modifiers of the dice for a Task Force."""
        number, where = FORCES.index[force], self.at[force]
        name = HEXES.ids[self.cells[layout.FORCE_AT + number]]
        ships = len(self.ships.get(force, ())) or self.cells[layout.DUMMY_SHIPS + number]
        true = {
            "in_port": not self.moving and self.friendly_port(name, 1 - side, number),
            "ten_ships": ships >= 10,
            "three_ships": ships <= 3,
            "speed_3": self.moving and self.cells[layout.FORCE_SPEED + number] == 3 and self.fast(force),
            "extended_range": far,
            "overcast": dim or self.weather(name) == "overcast",
            "enemy_near": self.enemy_near(side, where),
            "coastwatchers": side == 1 and self.cells[layout.TURN] <= WATCH_TO and watched(where),
            "radar": side == 1 and by_air and in_era(self.cells[layout.TURN], "allied_radar_warning"),
            "contacted_before": bool(self.contacted >> number & 1),
        }
        return sum(MODS[what] for what, holds in true.items() if holds)

    def fast(self, force: str) -> bool:
        """8.2, 9.3 Whether no ship of a force has been slowed by damage since the plot: D3, D4, or a critical hit."""
        hurt = [(self.arrays[layout.DAMAGE][SHIPS.index[s]], SHIPS.index[s]) for s in self.ships.get(force, ())]
        return not any(level in (3, 4) or self.arrays[layout.SLOWED][ship] for level, ship in hurt)

    def friendly_port(self, name: str, side: int, force: int = -1) -> bool:
        """14.1, 3.21 Whether a hex has a port or anchorage of a side, in the water of a force."""
        held = self.arrays[layout.CONTROL][HEXES.index[name]] == side
        water = self.cells[layout.FORCE_WATER + force] + 1 if force >= 0 else 0
        apart = name in PORT_WATER and force >= 0 and PORT_WATER[name] != water
        return held and place_of(name) in harbours() and not apart

    def enemy_near(self, side: int, hex: Place) -> bool:
        """8.2 Whether a base, ship or Subron of the searcher is within a hex."""
        control = self.arrays[layout.CONTROL]
        for name, row in PLACES.items():
            near = control[numbers()[place_of(name)]] == side and steps(place_of(name), hex) <= 1
            if near and (row["port"] != "none" or self.arrays[layout.LEVEL][BASES.index[name]]):
                return True
        forces = [force for force in self.at if force.startswith(SIDES[side]) and self.ships.get(force)]
        if any(steps(self.at[force], hex) <= 1 for force in forces):
            return True
        lie = [name for name in self.ships if name in HEXES.index and steps(place_of(name), hex) <= 1]
        if any(SHIP[ROW[ship]]["side"] == SIDES[side] for name in lie for ship in self.ships[name]):
            return True
        return any(steps(where, hex) <= 1 for where, _ in self.subrons(side))

    def looks(self, side: int, forces: list[str]) -> list[Looked]:
        """8.2 The rolls of a side for the given Task Forces."""
        found = []
        for force in forces:
            hex = self.at[force]
            points, *how = self.points(side, hex)
            if self.moving:
                points = up(points, 2)
            if points and self.weather(HEXES.ids[self.cells[layout.FORCE_AT + FORCES.index[force]]]) != "storm":
                found.append(Looked(side, force, points, self.added(side, force, *how)))
        return found


# -- 8.3, 8.31 reports -----------------------------------------------------------------------------------------------

LIKE_CARRIERS, CAPITAL = ("CV", "CVL", "CVE"), ("CV", "BB", "BC", "XCV", "CVL", "CVE")
UNTOLD = layout.UNREPORTED


def size_of(ships: int) -> int:
    """8.3 Small, medium or large."""
    return 0 if ships <= 5 else 1 if ships <= 15 else 2


def off_by(name: str, direction: int, hexes: int) -> Place:
    """8.31 A place at a distance in hexes; direction 1 is north, and the others follow clockwise."""
    column, row = place_of(name)
    for _ in range(hexes):
        low = 0 if column % 2 == 0 else -1
        ways = ((0, -1), (1, low), (1, low + 1), (0, 1), (-1, low + 1), (-1, low))
        column, row = column + ways[direction - 1][0], row + ways[direction - 1][1]
    return column, row


class ExpectedReport(NamedTuple):
    """8.3 The contents of a report: ships, carriers and capital ships, any carrier, the size; the place."""

    ships: int
    capital: int
    carrier: int
    size: int
    at: Place


def read(ships: int) -> int:
    """8.3 A number as it is stored; it differs from the number that stands for unknown."""
    return UNTOLD - 1 if ships == UNTOLD else ships


def chit_text(chit: str, dice: list[int], types: list[str], name: str) -> ExpectedReport:
    """8.3, 8.31 The text of a chit for a force of these types, with the error of its die."""
    ships, here = len(types), place_of(name)
    capital, carrier = sum(kind in CAPITAL for kind in types), any(kind in LIKE_CARRIERS for kind in types)
    if chit == "true_report":
        return ExpectedReport(read(ships), UNTOLD, UNTOLD, UNTOLD, here)
    if chit == "fair":
        return ExpectedReport(UNTOLD, UNTOLD, carrier, size_of(ships), here)
    die = dice.pop(0)
    wrong = -1 if die < 3 else 1 if die > 4 else 0
    if chit == "good":
        return ExpectedReport(read(up(ships * (5 + wrong), 5)), capital, UNTOLD, UNTOLD, here)
    if chit == "poor":
        return ExpectedReport(UNTOLD, UNTOLD, UNTOLD, min(max(size_of(ships) + wrong, 0), 2), here)
    away = off_by(name, die, 1 if chit == "misread" else 2)
    known = {place_of(each): each for each in HEXES.ids}
    ashore = away not in known or LAND.get(known[away], {}).get("kind") == "land"
    there = here if ashore else away
    if chit == "misread":
        return ExpectedReport(read(ships), UNTOLD, UNTOLD, UNTOLD, there)
    return ExpectedReport(UNTOLD, UNTOLD, UNTOLD, size_of(ships), there)
