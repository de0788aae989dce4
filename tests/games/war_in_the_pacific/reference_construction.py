"""A reference implementation of Burma's Supply Phase: construction, rebuilding, recalls, arriving stores.

Written from the clauses; it reads the land (``reference_land``), the public turn record, and the Levels of airbases.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.war_in_the_pacific.reference_burma import is_army, sea_lines, sources, touched
from tests.games.war_in_the_pacific.reference_land import (
    GROUND,
    LAND,
    PLACES,
    TERRAIN,
    Land,
    Unit,
    country,
    is_city,
    table,
    terrain,
)

View = Mapping[str, Any]
COSTS = {row["id"]: int(row["supply_points"]) for row in table("charts/construction.csv")}
CHUNGKING = "A3905"
LARGE = ("division", "force")
ARMIES_BEGUN = sum(
    int(row["count"]) * len(row["hexes"].split("|"))
    for row in table("deployment.csv")
    if row["scenario"] == "44" and row["unit"] == "kmt_8_0"
)
ARRIVE = {"allies": ("A2213", "A2613"), "japan": ("A3019", "A3219")}
"""44.62, 44.63 Calcutta and Chittagong, Rangoon and Moulmein."""


class RichestStores:
    """25.3 The stores of the richest source connected to a hex."""

    def __init__(self, land: Land, view: View, side: str) -> None:
        joined = sea_lines(land, view, side)
        self.land, self.reach = land, {hex: touched(land, side, [hex], joined) for hex in sources(land, side)}

    def holds(self, hex: str, points: int) -> bool:
        """25.3 Whether this much can be paid in a hex."""
        return any(
            self.land.supply.get(source, 0) >= points for source, reached in self.reach.items() if hex in reached
        )


def rebuilt(land: Land, view: View, side: str, purse: RichestStores) -> set[str]:
    """21.6 Battlegroups that are paid for, one per hex: in supply, and in a city or with a large headquarters."""
    found = set()
    for unit in land.units.values():
        cost = int(GROUND[unit.kind]["rebuild_sp"] or 0)
        if unit.side != side or not unit.kind.endswith("_bg") or unit.row["nation"] == "kmt" or unit.unsupplied:
            continue
        led = any(other.role == "air_hq" and other.kind.endswith(LARGE) for other in land.at(unit.at, side))
        if (led or is_city(unit.at)) and unit.at not in view["frames"][-1]["rebuilt"] and purse.holds(unit.at, cost):
            found.add(unit.name)
    return found


def refilled(land: Land, view: View) -> set[str]:
    """29.8 Reduced armies in China may be rebuilt for four Provincial Points."""
    armies = [unit for unit in land.units.values() if is_army(unit) and unit.kind.endswith("_bg")]
    return {unit.name for unit in armies if country(unit.at) == "China" and view["frames"][0]["pool"] >= 4}


def recalled(land: Land, view: View) -> bool:
    """29.8, 21.1 A lost army may be rebuilt for eight at Chungking, if that is held and has room for it."""
    lost = sum(map(is_army, land.units.values())) < ARMIES_BEGUN
    filled = sum(unit.thirds for unit in land.at(CHUNGKING, "allies"))
    room = filled + 3 <= 3 * int(TERRAIN["city" if is_city(CHUNGKING) else terrain(CHUNGKING)]["stacking"])
    return view["frames"][0]["pool"] >= 8 and lost and room and land.holder(CHUNGKING) == "allies"


def received(land: Land, side: str) -> set[str]:
    """44.62, 44.63 Where stores arrive: at the named ports that the side holds."""
    return {hex for hex in ARRIVE[side] if land.holder(hex) == side}


# -- 26.0 construction ---------------------------------------------------------------------------------------------


def engineers(land: Land, side: str, hex: str) -> int:
    """26.1, 25.3, 27.3 Engineers in supply in a hex, and Base Forces that are fully deployed."""
    here = [unit for unit in land.at(hex, side) if not unit.unsupplied]
    return sum(unit.role == "engineer" or (unit.role == "base_force" and unit.deployed == FULL) for unit in here)


FULL = 2


def free(land: Land, view: View, side: str, hex: str) -> bool:
    """26.1 Whether an engineer in the hex has no project; infantry that entrenches needs no engineer."""
    sites = [site for site in view["frames"][0]["sites"] if site["side"] == side and site["at"] == hex]
    dug = digs(land.at(hex, side))
    busy = [site for site in sites if site["work"] != "entrenchment" or not dug]
    return engineers(land, side, hex) > len(busy)


def digs(units: list[Unit]) -> bool:
    """26.1, 25.3 Whether a hex has a division or two regiments in supply that can entrench."""
    able = [unit for unit in units if unit.combat and not unit.unsupplied]
    sizes = [unit.row["size"].partition("_")[0] if "remnant" not in unit.row["size"] else "" for unit in able]
    return "division" in sizes or "army" in sizes or sizes.count("regiment") > 1


def entrenchments(land: Land, view: View, side: str, purse: RichestStores) -> set[str]:
    """26.1 The hexes in which an entrenchment is begun: by a free engineer, or by infantry."""
    sites = view["frames"][0]["sites"]
    digging = {site["at"] for site in sites if site["side"] == side and site["work"] == "entrenchment"}
    found = set()
    for hex in land.here:
        units = land.at(hex, side)
        able = free(land, view, side, hex) or digs(units)
        dug_in = any(unit.role == "entrenchment" for unit in units) or hex in digging
        if able and not dug_in and land.holder(hex) == side and purse.holds(hex, COSTS["entrenchment"]):
            found.add(hex)
    return found


def fields(land: Land, view: View, side: str, purse: RichestStores, levels: Mapping[str, int]) -> set[str]:
    """26.1, 26.4 The hexes in which a Level of an airbase is begun: no first Level in the mountains."""
    sites = view["frames"][0]["sites"]
    building = {site["at"] for site in sites if site["side"] == side and site["work"] == "airbase"}
    found = set()
    for hex in land.here:
        level, ground = levels.get(hex, 0), terrain(hex)
        row = "airbase_level" if level else "airbase_jungle" if ground in THICK else "airbase"
        printed = hex in PLACES and int(PLACES[hex]["airbase"]) > 0
        most = 5 if LAND[hex]["terrain"] in ("island", "atoll") else 10
        barred = level >= most or (ground in ("mountain", "jungle_mountain") and not printed) or hex in building
        if free(land, view, side, hex) and not barred and land.holder(hex) == side and purse.holds(hex, COSTS[row]):
            found.add(hex)
    return found


THICK = ("jungle", "jungle_mountain", "swamp")
