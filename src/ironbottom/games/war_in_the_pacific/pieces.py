"""2.0 The counters, the places where they may be, and the figures in force as the rules read them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ironbottom.board.offset_grid import OPPOSITE
from ironbottom.engine.core.fields import Domain
from ironbottom.engine.data.facts import Facts
from ironbottom.games.war_in_the_pacific.atlas import (
    ALLIES,
    HEX_COUNT,
    JAPAN,
    LAND,
    NEUTRAL,
    NOBODY,
    SEA,
    Atlas,
    Waters,
)
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.grid import ALL_NAMES, GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.scenario import ScenarioHooks
from ironbottom.games.war_in_the_pacific.turns import turn_number

SIDES = Domain("side", tables.SIDES, {"japan": "Japan", "allies": "the Allies"})
"""1.1 The two players."""
SCENARIOS = Domain(
    "scenario",
    (
        *("midway", "burma", "leyte", "burma_freely", "leyte_freely", "guadalcanal"),
        *("midway_advanced", "midway_advanced_freely"),
    ),
)
"""The implemented scenarios: 42 in both its games, 43, 44, 45, and 42, 44 and 45 with Free Deployment."""
SCENARIO_CASE = ("42", "44", "45", "44", "45", "43", "42", "42")
_shipped = load()
_named = {IDS[NUMBER[hex]]: row.name for hex, row in _shipped.table(tables.PLACES).items()}
HEXES = Domain("hex", IDS, _named)
"""2.1 All hexes, with their names if they have one."""

# -- ships (2.2, 9.1) --------------------------------------------------------------------------------

MERCHANTS = {"jp": 60, "us": 60, "cw": 12, "nl": 4}
"""The number of merchant shipping counters of each nation, which the booklet does not number."""
_numbered = [ship for ship in _shipped.table(tables.SHIPS).values() if ship.type != "MS"]
_merchants = [f"{nation}_ms{number}" for nation, most in MERCHANTS.items() for number in range(1, most + 1)]
_ship_names = {ship.id: re.split(r" \(|;", ship.name)[0] for ship in _shipped.table(tables.SHIPS).values()}
_ship_names |= {ship: _ship_names[f"{ship.partition('_')[0]}_ms0"] for ship in _merchants}
SHIPS = Domain(
    "ship",
    [*(ship.id for ship in _numbered), *_merchants],
    {ship: f"{name} ({ship.replace('_', ' ').upper()})" for ship, name in _ship_names.items()},
)
"""2.2 All ships, by name and number."""
ROW_OF = (*(ship.id for ship in _numbered), *(f"{ship.partition('_')[0]}_ms0" for ship in _merchants))
"""For each ship, the row with its ratings in the file of ships."""
SIDE_OF_SHIP = tuple(
    [JAPAN if _shipped.table(tables.SHIPS)[row].side == SIDES.ids[JAPAN] else ALLIES for row in ROW_OF]
)
SHIPS_OF = tuple([tuple(n for n, whose in enumerate(SIDE_OF_SHIP) if whose == side) for side in range(len(SIDES))])
SHIP_SETS = tuple(sum(1 << ship for ship in ships) for ships in SHIPS_OF)

MAX_FORCES, MAX_DUMMIES = 20, 6
"""9.1, 40.32 The largest numbers of Task Forces and of dummies of a side."""
MAX_OLD_REPORTS = 12
"""8.5 The largest number of old reports that are stored."""
FORCES_A_SIDE = MAX_FORCES + MAX_DUMMIES + MAX_OLD_REPORTS + 2
"""The number of Task Force numbers: all of these and two more, since dummies may have any number and a number in a
report is not free.
"""
OF_SIDE = {"japan": "Japanese", "allies": "Allied"}
"""The adjective of a side."""
FORCES = Domain(
    "task force",
    [f"{side}_{n}" for side in SIDES.ids for n in range(1, FORCES_A_SIDE + 1)],
    {f"{side}_{n}": f"{OF_SIDE[side]} Task Force {n}" for side in SIDES.ids for n in range(1, FORCES_A_SIDE + 1)},
)


def side_of_force(force: int) -> int:
    """9.1 The side of a Task Force."""
    return force // FORCES_A_SIDE


FORCE_SETS = tuple(((1 << FORCES_A_SIDE) - 1) << FORCES_A_SIDE * side for side in range(len(SIDES)))

BOXES = Domain(
    "box",
    (
        *("west_coast_usa", "phase_lane_02", "phase_lane_01", "phase_lane_00"),
        *("sea_lane_3", "sea_lane_2", "sea_lane_1"),
        *("alaska", "canada", "african_coast", "inland_sea", "japan", "beyond_the_edge"),
    ),
)
"""37.1 The boxes off the map."""
BOX_OF_AREA = {
    "off_map_west_coast_usa": "west_coast_usa",
    "off_map_inland_sea": "inland_sea",
    "off_map_phase_shipping_lanes_position_a": "phase_lane_00",
    "off_map_global_sea_lanes_position_b": "sea_lane_3",
    "off_map_global_sea_lanes_position_c": "sea_lane_1",
    "off_map_alaska": "alaska",
    "off_map_canada": "canada",
    "off_map_japan_43_64": "japan",
    "off_map_japan_43_65": "japan",
    "off_map_east_edge_43_68": "beyond_the_edge",
}
"""37.2 The boxes that scenarios name."""

WATERS = Domain("place of a ship", (*IDS, *FORCES.ids, *BOXES.ids, "sunk"))
"""The places of a ship: in a hex (in port), in a Task Force, in a box, or sunk."""
IN_FORCE, IN_BOX = HEX_COUNT, HEX_COUNT + len(FORCES)
SUNK = IN_BOX + len(BOXES)

# -- ground units (2.3) ------------------------------------------------------------------------------

GROUND_TYPES = Domain("type of ground unit", list(_shipped.table(tables.GROUND)))
COUNTERS_OF = (256, 384)
"""The number of ground unit counters of each side; a counter takes the type of the unit that it stands for."""
_unit_names = {
    f"{side}_unit_{n}": f"{OF_SIDE[side]} ground unit {n}"
    for side, most in zip(SIDES.ids, COUNTERS_OF, strict=True)
    for n in range(most)
}
UNITS = Domain("ground unit", list(_unit_names), _unit_names)
UNITS_OF = (range(COUNTERS_OF[0]), range(COUNTERS_OF[0], sum(COUNTERS_OF)))
GROUND_PLACES = Domain("place of a ground unit", (*IDS, *BOXES.ids, *SHIPS.ids))
"""The places of a ground unit: in a hex, in a box, or aboard a ship."""
GROUND_IN_BOX, ABOARD = HEX_COUNT, HEX_COUNT + len(BOXES)
PACKED, PARTIAL, FULL = range(3)
"""27.1 The states of a Base Force."""

# -- air points (5.12) -------------------------------------------------------------------------------

UNTRAINED, TRAINED, CARRIER = range(3)
TRAININGS = Domain("training", ("untrained", "trained", "carrier"))
AIR_TYPES = Domain("type of aircraft", list(_shipped.table(tables.AIRCRAFT)))
_aircraft = {kind: row.name for kind, row in _shipped.table(tables.AIRCRAFT).items()}
_trained = {training: training for training in TRAININGS.ids} | {"carrier": "carrier-trained"}
STACKS = Domain(
    "stack",
    [f"{kind}_{training}" for kind in AIR_TYPES.ids for training in TRAININGS.ids],
    {f"{kind}_{one}": f"{name} ({_trained[one]})" for kind, name in _aircraft.items() for one in TRAININGS.ids},
)
"""5.12 The stacks: points of one type and training at a base."""
NEW_BASES = 40
DECKS = tuple([n for n, row in enumerate(ROW_OF) if _shipped.table(tables.SHIPS)[row].air_capacity])
_based = list(_shipped.table(tables.PLACES))
BASES = Domain(
    "base",
    [
        *_based,
        *(f"new_base_{number}" for number in range(1, NEW_BASES + 1)),
        *(BOXES.ids[box] for box in range(len(BOXES))),
        *(SHIPS.ids[ship] for ship in DECKS),
    ],
    {hex: row.name for hex, row in _shipped.table(tables.PLACES).items()}
    | {SHIPS.ids[ship]: SHIPS.titles[ship] for ship in DECKS},
)
"""The bases of air points: a named hex, a base built in play, a box, or a ship."""
BASE_HEX = tuple([NUMBER[hex] for hex in _based])
"""The hexes of the named bases, in order."""
FIRST_NEW, FIRST_BOX = len(_based), len(_based) + NEW_BASES
FIRST_DECK = FIRST_BOX + len(BOXES)
BASE_AT = {hex: base for base, hex in enumerate(BASE_HEX)}
DECK_OF = {ship: FIRST_DECK + number for number, ship in enumerate(DECKS)}


COMMANDS = Domain("command", (*UNITS.ids, *FORCES.ids, *BASES.ids[:FIRST_BOX]))
"""6.11 A command that rolls for its air points: a headquarters, a carrier force, or a base for its flying boats."""
OF_FORCE, OF_BASE = len(UNITS), len(UNITS) + len(FORCES)
FLIGHTS_A_SIDE, WAVES_A_SIDE, MAX_WAVES = 160, 40, 28
"""5.2, 7.7 The largest numbers of groups of points with a Role and of waves of a side; some are kept for late waves
(6.7).
"""
FLIGHTS = Domain("flight", [f"{side}_flight_{n}" for side in SIDES.ids for n in range(1, FLIGHTS_A_SIDE + 1)])
WAVES = Domain("wave", [f"{side}_wave_{n}" for side in SIDES.ids for n in range(1, WAVES_A_SIDE + 1)])
SERVED_A_SIDE = 200
SERVED = Domain("served stack", [f"{side}_served_{n}" for side in SIDES.ids for n in range(1, SERVED_A_SIDE + 1)])
"""5.3 The largest number of stacks that serve commands."""
SERVED_SETS = tuple(((1 << SERVED_A_SIDE) - 1) << SERVED_A_SIDE * side for side in range(len(SIDES)))
FLIGHT_SETS = tuple(((1 << FLIGHTS_A_SIDE) - 1) << FLIGHTS_A_SIDE * side for side in range(len(SIDES)))
WAVE_SETS = tuple(((1 << WAVES_A_SIDE) - 1) << WAVES_A_SIDE * side for side in range(len(SIDES)))

LIFT_AREAS = {
    "burma": ("burma",),
    "india": ("andamans", "assam", "bengal", "bombay", "madras", "north_india"),
    "ceylon": ("ceylon",),
    "unoccupied_china": ("kansu", "kweichow", "szechwan", "yunnan"),
    "philippines": ("luzon", "mindanao_and_sulu", "palawan", "visayas"),
    "formosa": ("formosa",),
}
"""30.1, 44.12 The areas with Railcap and Seacap that are open in the sections of a scenario, with their regions."""
RIVER_LIFT = ("the_salween_44_66", "burma")
"""44.66 The river on which Seacap moves units, and the area whose points it uses."""
MAX_STARTS = 768
"""The number of hexes for which flight costs are cached."""
MAX_ROADS = 64
"""The number of road states that are cached."""
MAX_SEAS = 256
"""The number of sea areas reached from several ports that are cached."""
MAX_NEAR = 4_096
"""The number of hexes whose surroundings are cached."""
MIN_MP = 4
"""3.2 The cost of the cheapest hex."""
ON_WATER = ("flying_boat", "float_fighter")
"""5.4 The categories that need a port, an anchorage or a Base Force, and no headquarters."""
FARTHEST = 170
"""The longest range of any search, in Movement Points."""


def slot(base: int, kind: int, training: int) -> int:
    """The index of a stack at a base in the arrays of air points.

    >>> BASES.ids[slot(2, 0, 1) // len(STACKS)] == BASES.ids[2]
    True
    """
    return base * len(STACKS) + kind * len(TRAININGS) + training


class Roads(NamedTuple):
    """3.22 For each hex the sides crossed by roads, as bits: major roads, minor roads and railways, railways."""

    major: bytes
    minor: bytes
    rail: bytes
    hexes: tuple[int, ...]
    """The hexes with any road or railway."""

    @classmethod
    def of(cls, pieces: Pieces, case: str, built: Iterable[tuple[int, str]]) -> Roads:
        """The roads of the map, those that a case adds, and those built in play."""
        atlas = pieces.atlas
        lines = {"major_road": bytearray(atlas.major_road), "minor_road": bytearray(atlas.minor_road)}
        listed = bytes(a | b | c for a, b, c in zip(atlas.major_road, atlas.minor_road, atlas.rail, strict=True))
        added = {
            NUMBER[hex]: row.unit
            for row in pieces.facts.table(tables.DEPLOYMENT).values()
            if row.scenario == case and row.unit in lines
            for hex in row.hexes
        }
        added.update(built)
        for hex, kind in added.items():
            for side, beyond in enumerate(GRID.beyond(hex)):
                joins = beyond in added or (beyond >= 0 and listed[beyond])
                if joins and atlas.on_foot[hex] >> side & 1:
                    both_major = kind == "major_road" and added.get(beyond, "major_road") == "major_road"
                    line = lines["major_road" if both_major else "minor_road"]
                    line[hex] |= 1 << side
                    line[beyond] |= 1 << OPPOSITE[side]
        major, minor = (
            bytes(lines["major_road"]),
            bytes(a | b for a, b in zip(lines["minor_road"], atlas.rail, strict=True)),
        )
        hexes = tuple([hex for hex, sides in enumerate(zip(major, minor, strict=True)) if any(sides)])
        return cls(major, minor, atlas.rail, hexes)


class Pieces:
    """The figures in force as the rules read them: ratings by counter, the map, the charts, the options."""

    def __init__(self, facts: Facts, options: Mapping[str, str], scenarios: tuple[ScenarioHooks, ...]) -> None:
        self.facts, self.options = facts, dict(options)
        self.scenarios = scenarios
        """40.1 The scenarios in the order of ``SCENARIOS``."""
        rows = facts.table(tables.SHIPS)
        self.ships = tuple([rows[row] for row in ROW_OF])
        """The ratings of each ship."""
        self.ground = tuple(facts.table(tables.GROUND).values())
        self.air = tuple(facts.table(tables.AIRCRAFT).values())
        self.on_water = [row.category in ON_WATER for row in self.air]
        """5.4 The types of flying boats and float planes."""
        self.charts = Charts(facts)
        figures = facts.table(tables.CASE_FIGURES)
        self.waiting_ship = SHIPS.index[figures["42.73:unit"].value.lower().replace(" ", "_")]
        """42.73 The ship that waits on the West Coast."""
        self.waits_until = turn_number(figures["42.73:locked_until"].value.rpartition(" ")[2])
        self._edges: dict[tuple[int, str, str], tuple[int, ...]] = {}
        self._flying: dict[int, dict[int, int]] = {}
        self._flying_far: dict[int, dict[int, dict[int, int]]] = {}
        self._flying_so_far: dict[tuple[int, int, int], dict[int, int]] = {}
        self._ferrying: dict[tuple[int, int, int], dict[int, int]] = {}
        self._waters: dict[int, Waters] = {}
        self._waters_but: dict[tuple[int, frozenset[int]], Waters] = {}
        self._in_play: dict[int, bytes] = {}
        self._on_sections: dict[int, bytes] = {}
        self._roads: dict[tuple[int, tuple[tuple[int, str], ...]], Roads] = {}
        self._holders: dict[int, bytes] = {}
        self._areas: dict[str, list[int]] = {}
        self._in_regions: dict[tuple[str, ...], frozenset[int]] = {}
        self._seas: dict[tuple[int, tuple[int, ...], int, frozenset[int]], tuple[tuple[int, ...], frozenset[int]]] = {}
        self._sea_near: dict[tuple[int, int, int, frozenset[int]], array[int]] = {}
        self._over: dict[tuple[int, int, bool], array[int]] = {}
        self.block = int(options["supply_block"])
        """25.4 Supply Points in a block."""
        self.atlas = Atlas(facts)
        """The map in force."""

    def figure(self, case: str, name: str) -> str:
        """The figure of a case in the booklet."""
        return self.facts.table(tables.CASE_FIGURES)[f"{case}:{name}"].value

    def flying(self, start: int, scenario: int = 0) -> dict[int, int]:
        """3.3, 45.61 The cost by air from a hex to each hex within the longest range."""
        if scenario and (far := self.far_hexes(scenario)):
            return self._far_flights(start, scenario, far)
        result = self._flying.get(start)
        if result is None:
            if len(self._flying) >= MAX_STARTS:
                self._flying.clear()
            result = self._flying[start] = self.atlas.by_air.costs(start, FARTHEST)
        return result

    def air_cost(self, start: int, hex: int, most: int, scenario: int = 0) -> int:
        """3.3 The cost by air between two hexes; more than any range if it certainly exceeds ``most``."""
        if start == hex:
            return 0
        ways = self.flown(scenario).get(start)
        if ways is None:
            if MIN_MP * GRID.distance(start, hex) > most:
                return FARTHEST + 1
            ways = self._flying_near(start, most, scenario)
        return ways.get(hex, FARTHEST + 1)

    def flying_as_far(self, start: int, most: int, scenario: int = 0) -> dict[int, int]:
        """3.3, 45.61 The cost by air from a hex to each hex within this many points, whatever is in the cache."""
        return self._flying_near(start, most, scenario)

    def _flying_near(self, start: int, most: int, scenario: int) -> dict[int, int]:
        """3.3, 45.61 The cost by air from a hex, computed no farther than needed, since forces at sea seldom stay."""
        far = self.far_hexes(scenario) if scenario else {}
        key = start, most, scenario if far else 0
        result = self._flying_so_far.get(key)
        if result is None:
            if len(self._flying_so_far) >= MAX_STARTS:
                self._flying_so_far.clear()
            ways, most = self.atlas.by_air, min(most, FARTHEST)
            result = ways.costs_with(start, most, far) if far else ways.costs(start, most)
            self._flying_so_far[key] = result
        return result

    def _far_flights(self, start: int, scenario: int, far: dict[int, int]) -> dict[int, int]:
        """45.61 The cost by air from a hex if some hexes represent places farther away."""
        known = self._flying_far.setdefault(scenario, {})
        result = known.get(start)
        if result is None:
            if len(known) >= MAX_STARTS:
                known.clear()
            result = known[start] = self.atlas.by_air.costs_with(start, FARTHEST, far)
        return result

    def flown(self, scenario: int) -> dict[int, dict[int, int]]:
        """3.3 The cost by air from each hex that is in the cache, for callers that ask for many hexes."""
        return self._flying_far.setdefault(scenario, {}) if scenario and self.far_hexes(scenario) else self._flying

    def ferrying(self, start: int, mp: int, scenario: int = 0) -> dict[int, int]:
        """5.5 The cost by air from a hex to each hex nearby and, within this many points, to each land hex."""
        if mp <= FARTHEST:
            return self.flying(start, scenario)
        longest = sorted({row.transfer_mp for row in self.air})[-2:]
        most = next(far for far in longest if mp <= far)
        lies_far = self.far_hexes(scenario) if scenario else {}
        key = start, most, scenario if lies_far else 0
        result = self._ferrying.get(key)
        if result is None:
            if len(self._ferrying) >= MAX_STARTS:
                self._ferrying.clear()
            ways, kind = self.atlas.by_air, self.atlas.kind
            reached = ways.costs_with(start, most, lies_far) if lies_far else ways.costs(start, most)
            result = {hex: cost for hex, cost in reached.items() if cost <= FARTHEST or kind[hex] != SEA}
            self._ferrying[key] = result
        return result

    def waters(self, scenario: int) -> Waters:
        """3.51 The ship movement of a scenario: only its sections, without hexes that are always closed."""
        if scenario not in self._waters:
            self._waters[scenario] = self.atlas.waters_within(self.in_play(scenario), self.far_hexes(scenario))
        return self._waters[scenario]

    def waters_but(self, scenario: int, barred: frozenset[int]) -> Waters:
        """45.13 The ship movement of a scenario, without the given hexes."""
        key = scenario, barred
        if key not in self._waters_but:
            opened = bytearray(self.in_play(scenario))
            for hex in barred:
                opened[hex] = 0
            self._waters_but[key] = self.atlas.waters_within(bytes(opened), self.far_hexes(scenario))
        return self._waters_but[key]

    def in_play(self, scenario: int) -> bytes:
        """3.51, 42.12, 45.12 The hexes open in a scenario, as an array of 0 and 1: its sections without
        closed hexes.
        """
        if scenario not in self._in_play:
            within, closed = self.on_sections(scenario), bytearray(self.atlas.closed)
            for hex in self.closed_by_case(scenario):
                closed[hex] = 1
            self._in_play[scenario] = bytes(here and not shut for here, shut in zip(within, closed, strict=True))
        return self._in_play[scenario]

    def on_sections(self, scenario: int) -> bytes:
        """3.51, 42.12, 45.12 The hexes of the sections of a scenario, including closed ones."""
        if scenario not in self._on_sections:
            self._on_sections[scenario] = bytes(self.atlas.in_sections(self.sections(scenario)))
        return self._on_sections[scenario]

    def sections(self, scenario: int) -> tuple[str, ...]:
        """3.51, 42.12 The sections of a scenario; the advanced game has more."""
        row = self.facts.table(tables.SCENARIO_TABLE)[SCENARIO_CASE[scenario]]
        return row.advanced_sections if self.scenarios[scenario].advanced else row.sections

    def closed_by_case(self, scenario: int) -> list[int]:
        """44.66 The hexes of regions that a case closes."""
        rows = self.facts.table(tables.CONTROL).values()
        shut = [row for row in rows if row.scenario == SCENARIO_CASE[scenario] and row.holder == "closed"]
        regions = {self.atlas.regions.index(region) for row in shut for region in row.regions}
        result = [hex for hex, region in enumerate(self.atlas.region) if region in regions]
        return [*result, *self.scenarios[scenario].closed(self.facts, self.atlas)]

    def far_hexes(self, scenario: int) -> dict[int, int]:
        """45.61 The hexes that represent places off the map, with the extra cost of entering or leaving them."""
        return self.scenarios[scenario].far_hexes(self.facts)

    def area(self, name: str) -> list[int]:
        """41.0 The land hexes of an area that a scenario names: listed hexes, hexes of its regions, or both."""
        result = self._areas.get(name)
        if result is None:
            row, atlas = self.facts.table(tables.AREAS)[name], self.atlas
            regions = {atlas.regions.index(region) for region in row.regions}
            land = {hex for hex, region in enumerate(atlas.region) if region in regions and atlas.kind[hex] != SEA}
            result = self._areas[name] = sorted(land | {NUMBER[hex] for hex in row.hexes})
        return result

    def in_regions(self, regions: tuple[str, ...]) -> frozenset[int]:
        """3.5 The hexes of the given regions."""
        result = self._in_regions.get(regions)
        if result is None:
            numbers = {self.atlas.regions.index(region) for region in regions}
            here = [hex for hex, region in enumerate(self.atlas.region) if region in numbers]
            result = self._in_regions[regions] = frozenset(here)
        return result

    def roads(self, scenario: int, built: tuple[tuple[int, str], ...] = ()) -> Roads:
        """3.22, 44.22, 44.35 The hexsides with a major road, and those with a minor road or railway.

        A road that a case adds to a hex joins every neighbour with a road, a railway or an added road.
        """
        key = scenario, built
        if key not in self._roads:
            if len(self._roads) >= MAX_ROADS:
                self._roads.clear()
            self._roads[key] = Roads.of(self, SCENARIO_CASE[scenario], built)
        return self._roads[key]

    def sea_within(
        self, scenario: int, ports: tuple[int, ...], points: int, barred: frozenset[int] = frozenset()
    ) -> tuple[int, ...]:
        """13.3 The hexes that ships reach from any of these ports within this many points, ascending."""
        waters = self.waters(scenario)
        return self.sea_from(scenario, tuple([waters.port(hex) for hex in ports]), points, barred)

    def sea_from(
        self, scenario: int, nodes: tuple[int, ...], points: int, barred: frozenset[int] = frozenset()
    ) -> tuple[int, ...]:
        """13.3, 3.21, 45.13 The hexes that ships reach from any of these waters without entering a barred hex."""
        return self._reached(scenario, nodes, points, barred)[0]

    def ports_from(
        self, scenario: int, nodes: tuple[int, ...], points: int, barred: frozenset[int], ports: Iterable[int]
    ) -> list[int]:
        """13.3, 3.21 The ports among these that ships reach in this way; in a split hex, by the body of water of the
        port.
        """
        waters, (hexes, reached) = self.waters(scenario), self._reached(scenario, nodes, points, barred)
        return sorted(hex for hex in ports if hex in hexes and waters.port(hex) in reached)

    def _reached(
        self, scenario: int, nodes: tuple[int, ...], points: int, barred: frozenset[int]
    ) -> tuple[tuple[int, ...], frozenset[int]]:
        """3.21 The hexes that ships reach from any of these waters, ascending, and the waters themselves."""
        key = (scenario, nodes, points, barred)
        if key not in self._seas:
            if len(self._seas) >= MAX_SEAS:
                self._seas.clear()
            waters = self.waters_but(scenario, barred) if barred else self.waters(scenario)
            found = frozenset(waters.costs_from(nodes, points))
            self._seas[key] = tuple(sorted({waters.hex_of[node] for node in found}.difference(barred))), found
        return self._seas[key]

    def sea_near(self, scenario: int, hex: int, steps: int, barred: frozenset[int] = frozenset()) -> Sequence[int]:
        """3.51, 45.13 The hexes open to ships within this many steps of a hex, except some of them, ascending."""
        key = (scenario, hex, steps, barred)
        result = self._sea_near.get(key)
        if result is None:
            if len(self._sea_near) >= MAX_NEAR:
                self._sea_near.clear()
            waters = self.waters_but(scenario, barred) if barred else self.waters(scenario)
            kind, opened = self.atlas.kind, waters.opened
            here = [to for to in GRID.within(hex, steps) if kind[to] != LAND and opened[to]]
            result = self._sea_near[key] = array("H", here)
        return result

    def flown_over(self, scenario: int, start: int, *, places_alone: bool = False) -> Sequence[int]:
        """3.3 The hexes within the longest range by air, to choose one from; with ``places``, only named hexes."""
        key = (scenario, start, places_alone)
        if key not in self._over:
            if len(self._over) >= MAX_STARTS:
                self._over.clear()
            named, found = self.atlas.places, self.flying(start, scenario)
            self._over[key] = array("H", [hex for hex in found if hex in named] if places_alone else found)
        return self._over[key]

    def edge(self, scenario: int, sections: str, column: str) -> tuple[int, ...]:
        """42.71, 37.1 The hexes in a column of the given sections that ships may enter in a scenario, ascending."""
        key = (scenario, sections, column)
        if key not in self._edges:
            opened = self.waters(scenario).opened
            here = [
                hex
                for hex, names in enumerate(ALL_NAMES)
                if opened[hex] and any(name[0] in sections and name[1:3] == column for name in names)
            ]
            self._edges[key] = tuple(hex for hex in here if self.atlas.kind[hex] != LAND)
        return self._edges[key]

    def holders(self, scenario: int) -> bytes:
        """2.5 The holder of each hex when a scenario begins."""
        if scenario not in self._holders:
            self._holders[scenario] = bytes(self._held(scenario))
        return self._holders[scenario]

    def _held(self, scenario: int) -> bytearray:
        result = self.atlas.holders(self.facts)
        case = SCENARIO_CASE[scenario]
        number_of = {region: number for number, region in enumerate(self.atlas.regions)}
        for row in self.facts.table(tables.CONTROL).values():
            if row.scenario != case or row.holder not in tables.SIDES:
                continue
            regions = {number_of[region] for region in row.regions}
            taken = [hex for hex, region in enumerate(self.atlas.region) if region in regions]
            if row.what == "all":
                taken = self._on_all_sections(scenario, result)
            for hex in (*taken, NUMBER[row.hex]) if row.hex else taken:
                result[hex] = tables.SIDES.index(row.holder)
        return result

    def _on_all_sections(self, scenario: int, holders: bytearray) -> list[int]:
        """2.5 The held hexes of a scenario's sections, except neutral and exempt ones."""
        rows, case = self.facts.table(tables.CONTROL).values(), SCENARIO_CASE[scenario]
        excepted = {NUMBER[row.hex] for row in rows if row.scenario == case and row.holder == "not_japan"}
        within = self.atlas.in_sections(self.sections(scenario))
        return [
            hex
            for hex, here in enumerate(within)
            if here and holders[hex] not in (NEUTRAL, NOBODY) and hex not in excepted
        ]
