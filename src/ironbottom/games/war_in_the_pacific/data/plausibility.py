"""Plausibility checks of the figures; a failed check only causes a warning with its name.

W1 to W9 are the counts of the files as they were made; W10 to W16 can be derived from the booklet itself.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import cos, hypot, radians, sqrt

from ironbottom.engine.data.facts import Check, Facts
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.data.validate_scenarios import ships_of
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER, distance, latitude, longitude

FAR = 1.6
"""The largest distance in degrees between a place and the center of its hex."""
DIE_CHARTS = (
    *(charts.AIR_AIR, charts.ANTI_AIRCRAFT, charts.BOMBARDMENT, charts.STRAFING, charts.STRATEGIC_BOMBING),
    *(charts.SUB_SHIPPING_ATTACK, charts.ASW, charts.AIR_ATTRITION, charts.NAVAL_COMBAT_RESULTS),
)


def _unless(holds: bool, sentence: str) -> str | None:
    return None if holds else sentence


def hexes(facts: Facts) -> str | None:
    """W1 14,357 hexes; of them 2,719 land, 787 coastal, 521 islands, 72 atolls."""
    kinds = Counter(ground.kind for ground in facts.table(tables.TERRAIN).values())
    result = (len(GRID), *(kinds[kind] for kind in tables.HEX_KINDS))
    return _unless(result == (14_357, 2_719, 787, 521, 72), "the map has different land hexes")


def named(facts: Facts) -> str | None:
    """W2 287 named hexes, all near their latitude and longitude."""
    places = facts.table(tables.PLACES)
    for place in places.values():
        number = NUMBER[place.id]
        north = latitude(number) - place.lat
        east = (longitude(number) - place.lon + 180) % 360 - 180
        if hypot(north, east * cos(radians(place.lat))) >= FAR:
            return f"{place.name} lies far from {place.id}"
    return _unless(len(places) == 287, "there are 287 named hexes")


def sides(facts: Facts) -> str | None:
    """W3 933 straits, 238 sides closed to ships, 60 split hexes."""
    result = tuple(len(facts.table(table)) for table in (tables.STRAITS, tables.CLOSED_SIDES, tables.SPLIT_HEXES))
    return _unless(result == (933, 238, 60), "the straits, closed sides or split hexes are different")


def startline(facts: Facts) -> str | None:
    """W4 The Startline has 52 hexes, 17 of them in provinces of the CCP for its 18 units."""
    provinces = facts.table(charts.CHINA)
    on_line = [row for row in facts.table(tables.STARTLINE).values() if row.on_line]
    of_ccp = sum(provinces[row.province].army == "ccp" or row.province == "suiyuan" for row in on_line)
    return _unless((len(on_line), of_ccp) == (52, 17), "the Startline has different hexes")


def units(facts: Facts) -> str | None:
    """W5 583 ship units, 57 types of aircraft, 62 types of ground units."""
    result = tuple(len(facts.table(table)) for table in tables.OF_UNITS)
    return _unless(result == (583, 57, 62), "the ships, aircraft or ground units are different")


def defence(facts: Facts) -> str | None:
    """W6 The Defence of a ship is the square root of its tonnage, divided by eighteen."""
    wrong = [s.id for s in facts.table(tables.SHIPS).values() if s.defence != int(sqrt(s.tons) / 18 + 0.5)]
    return _unless(not wrong, f"Defence does not follow from the tonnage: {', '.join(wrong[:5])}")


def worth(facts: Facts) -> str | None:
    """W7, 47.1 A ground unit is worth ten or twenty-five Victory Points for each point of its full strength."""
    for unit in facts.table(tables.GROUND).values():
        full = unit.printed.removesuffix(" BG")
        owner = next(
            (u for u in facts.table(tables.GROUND).values() if u.printed == full and u.nation == unit.nation), unit
        )
        if unit.vp_per_point and unit.vp_each not in (unit.vp_per_point * owner.strength, 75, 50):
            return f"{unit.id} is worth {unit.vp_per_point} a point"
    return None


def dice_help(facts: Facts) -> str | None:
    """W8 A higher die is never worse, and neither is a stronger row."""
    for table in DIE_CHARTS:
        rows = [[getattr(row, f"die_{die}") for die in range(1, 7)] for row in facts.table(table).values()]
        across = all(row == sorted(row) for row in rows)
        down = all(all(a <= b for a, b in zip(one, two, strict=True)) for one, two in pairwise(rows))
        if not (across and down):
            return f"in {table.name} a higher die or strength has a smaller effect"
    return None


def forces(facts: Facts) -> str | None:
    """W9 The deployments of the six scenarios have 757 rows, and one optional row."""
    versions = Counter(placed.version for placed in facts.table(tables.DEPLOYMENT).values())
    return _unless((sum(versions.values()), versions["optional"]) == (758, 1), "the deployments are different")


def thruput(facts: Facts) -> str | None:
    """W10, 15.3 One MS carries 400 divided by the distance, rounded down."""
    right = all(400 // row.distance == row.thruput for row in facts.table(charts.PIPELINE).values())
    return _unless(right, "an MS carries 400 divided by the distance")


def printed(facts: Facts) -> str | None:
    """W11, 47.1 CV2 carries nine, CA11 defends with six, Hong Kong has Cargo 10 and Level 1, Corregidor twenty guns."""
    ships, places = facts.table(tables.SHIPS), facts.table(tables.PLACES)
    hong_kong = places["B1240"]
    result = (ships["us_cv2"].air_capacity, ships["jp_ca11"].defence, hong_kong.cargo, hong_kong.airbase)
    return _unless((*result, places["B1949"].guns) == (9, 6, 10, 1, 20), "the booklet prints different figures")


def edges(facts: Facts) -> str | None:
    """W12, 43.62, 43.63 Noumea is eight hexes from the east edge, Truk two from the north edge."""
    del facts
    result = distance("E3231", "E3931") + 1, distance("E1602", "E1601") + 1, distance("D3354", "E3301")
    return _unless(result == (8, 2, 0), "the map's formula does not match the booklet")


def decks(facts: Facts) -> str | None:
    """W13, 42.21, 19.1 No group of carriers has more air points than its Air Capacity."""
    fleet = facts.table(tables.SHIPS)
    room: Counter[str] = Counter()
    aboard: Counter[str] = Counter()
    for placed in facts.table(tables.DEPLOYMENT).values():
        group = placed.id[:6]
        if placed.kind == "ship":
            room[group] += sum(fleet[ship].air_capacity for ship in ships_of(placed))
        elif placed.kind == "carrier_air":
            aboard[group] += placed.count
    over = [group for group in aboard if aboard[group] > room[group] > 0]
    return _unless(not over, f"more air points than carriers hold: {', '.join(over)}")


def lengths(facts: Facts) -> str | None:
    """W14, 2.1 The scenarios last 24, 8, 21, 26, 8 and 196 Game-Turns."""
    result = tuple(scenario.turns for scenario in facts.table(tables.SCENARIO_TABLE).values())
    return _unless(result == (24, 8, 21, 26, 8, 196), "the scenarios have different lengths")


def tanks(facts: Facts) -> str | None:
    """W15, 43.64 A full tank of 30 lasts for six, three or two Active Naval Phases."""
    result = [30 // row.fuel for row in facts.table(charts.SPEED).values() if row.fuel]
    return _unless(result == [6, 3, 2], "fuel lasts longer or shorter than in the booklet")


def loads(facts: Facts) -> str | None:
    """W16, 42.21, 43.31, 45.31 Cargo at the start fits, most of it exactly."""
    room, taken = facts.table(tables.SHIPS), facts.table(charts.CARGO_LOADS)
    ground = facts.table(tables.GROUND)
    full: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for load in facts.table(tables.LOADS).values():
        each = {
            "ground": lambda unit: 4 * ground[unit].load,
            "air_crated": lambda unit: taken["air_point_crated"].quarters,
            "supply": lambda unit: taken[f"supply_{unit}"].quarters,
        }[load.kind](load.unit)
        full[load.scenario, load.carriers] += each * load.count
    over = [ids[0] for (_, ids), need in full.items() if need > sum(room[ship].load_quarters for ship in ids)]
    return _unless(not over, f"more aboard than fits: {', '.join(over)}")


_CHECKS = (
    *(hexes, named, sides, startline, units, defence, worth, dice_help, forces, thruput, printed, edges, decks),
    *(lengths, tanks, loads),
)
CHECKS = tuple(Check((check.__doc__ or "").split(",")[0].split()[0], check) for check in _CHECKS)
