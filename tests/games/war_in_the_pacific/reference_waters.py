"""A reference implementation of the waters (3.21, 3.4, 45.61): where a ship may continue, and its cost.

A place is a hex and, in a split hex, one of its waters. It reads terrain and passages from their files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

from ironbottom.games.war_in_the_pacific.pieces import HEXES
from tests.games.war_in_the_pacific.reference_deployment import first_name, spot
from tests.games.war_in_the_pacific.reference_land import LAND, by_id, table
from tests.games.war_in_the_pacific.reference_sea import cost_of
from tests.games.war_in_the_pacific.reference_stations import names

ULITHI, MORE = "B3953", 12
"""45.61 The hex of Ulithi, and the extra cost of entering or leaving it."""
ALONG = ((0, -1), (0, 1), (-1, 0), (1, 0))
Opened = Callable[[str], bool]


class Water(NamedTuple):
    """3.21 A water: its hex, and its number from 1 where the hex is split."""

    at: str
    part: int


def whole(hex: str) -> str:
    """3.24 A hex by the name in the lists, otherwise by its earliest section."""
    return first_name(hex) if first_name(hex) in LAND else min(names(hex))


PARTS = {
    whole(hex): [{whole(near) for near in row[part].split("|")} for part in ("first", "second", "third") if row[part]]
    for hex, row in by_id("split_hexes.csv").items()
}
PORT_IN = {whole(hex): int(row["port_group"]) for hex, row in by_id("split_hexes.csv").items()}
SHUT = {frozenset((whole(row["hex"]), whole(row["beyond"]))) for row in table("closed_sides.csv")}


@cache
def by_spot() -> dict[tuple[int, int], str]:
    """3.1 The hexes of the map by column and row."""
    return {spot(hex): hex for hex in HEXES.ids}


@cache
def beside(hex: str) -> list[str]:
    """3.1 The six neighbours: an even column is half a hex lower."""
    (column, row), found = spot(hex), by_spot()
    low = -1 if column % 2 else 1
    around = [(column + x, row + y) for x, y in (*ALONG, (-1, low), (1, low))]
    return [found[there] for there in around if there in found]


def parts(hex: str) -> range:
    """3.21 The numbers of the waters of a hex; a hex that is not split has a single water without a number."""
    return range(1, len(PARTS[hex]) + 1) if hex in PARTS else range(1)


def on_the_way(water: Water, near: str) -> bool:
    """3.21 Whether a water touches a hex."""
    return not water.part or near in PARTS[water.at][water.part - 1]


def steps(water: Water, opened: Opened) -> Iterator[Water]:
    """3.2, 3.21 The waters that a ship may enter from a water."""
    if not at_sea(water.at) or not opened(water.at):
        return
    for near in beside(water.at):
        if not at_sea(near) or not opened(near) or frozenset((water.at, near)) in SHUT or not on_the_way(water, near):
            continue
        for part in parts(near):
            if on_the_way(Water(near, part), water.at):
                yield Water(near, part)


def at_sea(hex: str) -> bool:
    """3.2 Whether ships may use a hex."""
    return hex not in LAND or LAND[hex]["kind"] != "land"


def reach(starts: Iterable[Water], points: int, opened: Opened, *, leyte: bool = False) -> dict[Water, int]:
    """3.3, 3.4, 45.61 The cost of the waters within a number of Movement Points."""
    best = {start: 0 for start in starts if opened(start.at)}
    queue = [(0, start) for start in best]
    while queue:
        spent, here = heappop(queue)
        if spent > best[here]:
            continue
        for water in steps(here, opened):
            total = spent + cost_of(water.at) + MORE * (leyte and ULITHI in (here.at, water.at))
            if total <= points and total < best.get(water, points + 1):
                best[water] = total
                heappush(queue, (total, water))
    return best


def port(hex: str) -> Water:
    """3.21 The water of a port; in a split hex without a rule, the first water."""
    return Water(hex, PORT_IN[hex] or 1) if hex in PARTS else Water(hex, 0)


def all_parts(hex: str) -> list[Water]:
    """3.21 The waters of a hex."""
    return [Water(hex, part) for part in parts(hex)]
