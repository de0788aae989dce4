"""A reference implementation of supply in Burma: payments, their order, and losses of the unsupplied (25.3, 25.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.games.war_in_the_pacific.reference_burma import NAMED, View, halves_up, is_army, sea_lines, sources, touched
from tests.games.war_in_the_pacific.reference_land import Land, Unit, country, is_city, table, terrain

WEAR = {row["id"]: row for row in table("charts/attrition.csv")}


class Bill:
    """25.3 The payments by hex, and the hexes with unsupplied units."""

    def __init__(self) -> None:
        self.paid: dict[str, int] = {}
        self.unpaid: dict[str, list[Unit]] = {}
        self.touched: set[str] = set()
        """25.1 The hexes from which a Line leads to the remaining stores."""

    @property
    def lacking(self) -> set[str]:
        """The unsupplied units."""
        return {unit.name for units in self.unpaid.values() for unit in units}


def cost(unit: Unit) -> int:
    """25.3, 25.5, 29.4 The need of a unit, in sixths of a Supply Point."""
    if unit.role in ("air_hq", "entrenchment"):
        return 0
    if is_army(unit):
        return 0 if country(unit.at) == "China" else 3
    if unit.kind == "cw_2_1_col" and country(unit.at) == "India":
        return 0
    return 2 * int(unit.row["supply_thirds"])


@dataclass
class Stores:
    """25.3 The sources of a side while it pays: the contents of each source, and its connected hexes."""

    left: dict[str, int]
    reached: dict[str, set[str]]

    def source(self, hex: str, due: int) -> str:
        """The richest source connected to a hex, if it has enough."""
        near = [each for each, there in self.reached.items() if hex in there]
        richest = max(near, key=lambda each: self.left[each], default="")
        return richest if richest and self.left[richest] >= due else ""


def stores_of(land: Land, view: View, side: str) -> Stores:
    """25.3 The sources of a side at the start of its part of the Segment."""
    joined, lying = sea_lines(land, view, side), sorted(sources(land, side))
    held = {hex: land.supply.get(hex, 0) for hex in lying}
    return Stores(held, {hex: touched(land, side, [hex], joined) for hex in lying})


def owed(land: Land, side: str, fought: set[str]) -> dict[str, int]:
    """25.3 The cost of the units of a side, hex by hex in their order."""
    found = {}
    for hex in sorted(land.here):
        sixths = sum(cost(unit) * (2 if unit.name in fought else 1) for unit in land.at(hex, side))
        if sixths:
            found[hex] = -(-sixths // 6)
    return found


First = Sequence[tuple[str, int]]
"""The first payments of a side in a shortage: hexes, and sources from which headquarters took points."""


def pay(land: Land, view: View, side: str, fought: set[str], first: First = ()) -> Bill:
    """25.3 Pays hex by hex in order, each from the richest connected source, in full or not at all.

    Some hexes come first.
    """
    stores, bill, dues = stores_of(land, view, side), Bill(), owed(land, side, fought)
    for hex, points in first:
        if points:
            stores.left[hex] -= points
        else:
            stores.left[stores.source(hex, dues[hex])] -= dues[hex]
            bill.paid[hex] = dues[hex]
    for hex, due in dues.items():
        source = stores.source(hex, due) if hex not in bill.paid else ""
        if source:
            stores.left[source] -= due
            bill.paid[hex] = due
        elif hex not in bill.paid:
            bill.unpaid[hex] = [unit for unit in land.at(hex, side) if cost(unit)]
    joined = sea_lines(land, view, side)
    ending = [hex for hex in stores.reached if stores.left[hex] or hex in NAMED[side]]
    bill.touched = touched(land, side, ending, joined)
    return bill


def can_be_first(land: Land, view: View, side: str, fought: set[str], first: First) -> set[str]:
    """25.3 The hexes that may be paid for now, after those already paid."""
    named, dues = {hex for hex, points in first if not points}, owed(land, side, fought)
    stores = stores_of(land, view, side)
    for hex, points in first:
        stores.left[hex if points else stores.source(hex, dues[hex])] -= points or dues[hex]
    return {hex for hex, due in dues.items() if hex not in named and stores.source(hex, due)}


def worn(land: Land, bill: Bill, hex: str, die: int) -> int:
    """25.8 The losses of an unsupplied stack; it uses the harder row if it has no Line in the second Segment."""
    units = [unit for unit in bill.unpaid[hex] if unit.strength]
    long = hex not in bill.touched and any(unit.unsupplied for unit in units)
    row = WEAR["no_loc_two_turns" if long else "unsupplied"]
    return halves_up(sum(unit.strength for unit in units) * int(row[f"die_{die}"]), 10)


def crowded(land: Land, side: str) -> list[str]:
    """25.8 The jungle or swamp hexes without a city that contain more than two divisions of a side."""
    filled = {hex: sum(unit.thirds for unit in land.at(hex, side)) for hex in land.here}
    return sorted(hex for hex in filled if filled[hex] > 6 and terrain(hex) in ("jungle", "swamp") and not is_city(hex))
