"""A reference implementation of 42.71 to 42.75 and 37.1: entries, their remaining points, and forbidden exits.

It reads the tables of terrain, passages and ships from their files and uses no code of the rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache
from heapq import heappop, heappush

from tests.games.war_in_the_pacific.reference_deployment import SECTIONS, country, first_name, spot
from tests.games.war_in_the_pacific.reference_land import LAND, table
from tests.games.war_in_the_pacific.reference_stations import in_sections

ENTRY, FUEL = 25, 20
"""42.71 The cost of entry, and the extra cost of fuelling in Japan."""
A_PHASE = {1: 60, 2: 90, 3: 120}
"""10.3 The Movement Points per Naval Phase, by Speed Class."""
BURNT = {1: 5, 2: 10, 3: 15}
"""10.5 The fuel used in an Active Naval Phase by speed."""
LANES = {"west_coast_usa": "phase_lane_02", "phase_lane_02": "phase_lane_01", "phase_lane_01": "phase_lane_00"}
"""37.1 The Phase Shipping Lanes, from the West Coast on; the way back takes as long."""
NEUTRAL = ("Soviet Union", "Mongolia")
SPLIT = {row["id"]: (row["first"].split("|"), row["second"].split("|")) for row in table("split_hexes.csv")}
SHUT = {frozenset((row["hex"], row["beyond"])) for row in table("closed_sides.csv")}


def open_to_ships(hex: str) -> bool:
    """3.2, 3.51, 42.12 Water of the two sections in play, except closed coasts."""
    on_map = in_sections(hex, "DF")
    return on_map and (hex not in LAND or (LAND[hex]["kind"] != "land" and country(hex) not in NEUTRAL))


def gates(side: str) -> set[str]:
    """42.71, 37.1 The west edge of section D for Japan, the east edge of F from the lanes."""
    column = "D01" if side == "japan" else "F39"
    return {hex for row in range(1, 55) if open_to_ships(hex := whole_name(f"{column}{row:02}"))}


@cache
def whole_name(hex: str) -> str:
    """3.24 A hex by its first name: on land by the map's list, at sea by the earliest section."""
    if (listed := first_name(hex)) in LAND:
        return listed
    column, row = spot(hex)
    for section, (x, y) in SECTIONS.items():
        if 1 <= column - x <= 39 and 1 <= row - y <= 54:
            return f"{section}{column - x:02}{row - y:02}"
    raise ValueError(hex)


def cost(hex: str) -> int:
    """3.4 The cost of a hex by its latitude: six up to 28.8 degrees, five to 44.2, four beyond."""
    column, row = spot(hex)
    south = math.radians(65.519400 - (row + (0 if column % 2 else 0.5)) * 1.0462186)
    degrees = abs(math.degrees(2 * math.atan(math.exp(south)) - math.pi / 2))
    return 6 if degrees <= 28.8 else 5 if degrees <= 44.2 else 4


@cache
def beside(hex: str) -> tuple[str, ...]:
    """3.1 The neighbours of a hex on sections D and F."""
    column, row = spot(hex)
    low = 1 if column % 2 == 0 else -1
    around = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, low), (1, low))
    found = []
    for x, y in around:
        for section in "DF":
            left, top = SECTIONS[section]
            if 1 <= column + x - left <= 39 and 1 <= row + y - top <= 54:
                found.append(whole_name(f"{section}{column + x - left:02}{row + y - top:02}"))
                break
    return tuple(found)


def waters(hex: str, came_from: str) -> Iterable[str]:
    """3.21 The neighbours to which a ship may continue; in a split hex, those that touch the water where it arrived."""
    if hex in SPLIT and came_from:
        first, second = SPLIT[hex]
        return first if came_from in first else second
    return beside(hex)


def reach(gate: str, points: int) -> set[str]:
    """3.3, 10.31, 42.71 The hexes to which a force may sail with the remaining points at a gate."""
    best: dict[tuple[str, str], int] = {(gate, ""): 0}
    queue = [(0, gate, "")]
    while queue:
        spent, hex, came = heappop(queue)
        if spent > best[hex, came]:
            continue
        for other in steps(hex, came):
            key = (other, hex if other in SPLIT else "")
            total = spent + cost(other)
            if total <= points and total < best.get(key, 10**6):
                best[key] = total
                heappush(queue, (total, *key))
    return {hex for hex, _ in best}


def steps(hex: str, came: str) -> Iterator[str]:
    """3.21 The hexes that a ship may enter from another."""
    allowed = {whole_name(name) for name in waters(hex, came)}
    for other in beside(hex):
        passes = other not in SPLIT or hex in SPLIT[other][0] or hex in SPLIT[other][1]
        if passes and other in allowed and open_to_ships(other) and frozenset((hex, other)) not in SHUT:
            yield other


def left(speed: int, side: str, *, filled: bool) -> int:
    """42.71, 37.1 The points that a force has left at the edge: 25 are spent, or 45 if it was fuelled in Japan.

    The Allies spend a third.
    """
    points = A_PHASE[speed]
    return points - ENTRY - (FUEL if filled else 0) if side == "japan" else points * 2 // 3


def leaves(ship: str, turn: str, phase: int) -> bool:
    """42.72, 42.73 Whether a ship may leave its start: Yorktown not in the first turn, Saratoga from 3/6/42."""
    number, cycle = (int(part) for part in turn.split("/")[:2])
    if ship == "us_cv5":
        return (number, cycle, phase) != (1, 6, 3)
    return ship != "us_cv3" or (cycle, number) >= (6, 3)


def beyond(box: str) -> set[str]:
    """37.1 The boxes to which a force may go from one in a phase."""
    back = {there: here for here, there in LANES.items()}
    return {to for to in (LANES.get(box), back.get(box)) if to}
