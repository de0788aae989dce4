"""A reference count of Victory Points (47.0, 42.4, 44.4, 45.4), from positions of counters and visible events.

It reads the tables from their files and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FIRST_BOX, HEXES, SHIPS, STACKS
from tests.games.war_in_the_pacific.reference_arrivals import Arrivals, gained
from tests.games.war_in_the_pacific.reference_land import GROUND, LAND, PLACES, by_id, read, table
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP, place_of
from tests.games.war_in_the_pacific.reference_search import numbers

Events = Sequence[Mapping[str, Any]]
SIDES = ("japan", "allies")
WORTH = {name: int(row["points"]) for name, row in by_id("charts/victory_points.csv").items()}
AIRCRAFT = by_id("aircraft.csv")
FLOWN_BY = [AIRCRAFT[stack.rpartition("_")[0]]["side"] for stack in STACKS.ids]
AIR_WORTH = [WORTH[f"air_{stack.rpartition('_')[2]}"] for stack in STACKS.ids]
CARRIERS = ("CV", "CVL", "CVE")
REGIONS = {row["id"]: row["regions"].split("|") for row in table("areas.csv")}
MIDWAY, LEYTE, RANGOON, MANDALAY, MOULMEIN, KUNMING = "F1234", "B2452", "A3019", "A3014", "A3219", "A3810"
NEVER = ("base_force", "air_hq", "partisan", "entrenchment")
"""47.21 Units without points; an entrenchment is a facility (47.22)."""


def air_lost(before: State, state: State) -> dict[str, int]:
    """47.1 The loss of value of each side's air points in a choice, at bases and aboard ships."""
    found = dict.fromkeys(SIDES, 0)
    for stack, points in gained(before, state).items():
        number = STACKS.index[stack]
        found[FLOWN_BY[number]] -= points * AIR_WORTH[number]
    return found


def air_worth(points: Mapping[str, int]) -> int:
    """47.1 The value of air points by stack."""
    return sum(many * AIR_WORTH[STACKS.index[stack]] for stack, many in points.items())


def sub_points(state: State, side: int) -> int:
    """13.1 The Sub Points of a side, in Subrons and in port."""
    cells, most = state.cells, layout.SUBRONS_A_SIDE
    out = range(side * most, side * most + most)
    held = sum(cells[layout.SUBS_HELD + kind] for kind in (2 * side, 2 * side + 1))
    return held + sum(cells[block + n] for n in out for block in (layout.SUBRON_FLEET, layout.SUBRON_COASTAL))


def unit_worth(kind: str) -> int:
    """47.1, 47.21, 21.8 The value of an eliminated ground unit: a battlegroup its full printed strength."""
    row = GROUND[kind]
    if row["kind"] in NEVER:
        return 0
    if row["kind"] == "engineer":
        return WORTH["engineers"] * max(int(row["parts"]), 1)
    if row["kind"] == "logistic":
        return WORTH["logistic_unit"]
    whole = GROUND.get(kind.removesuffix("_bg"), row)
    each = WORTH["mechanized_point" if row["mechanized"] == "yes" else "ground_point"]
    return each * int(whole["strength"])


def ship_worth(ship: str, level: int, each_level: bool = True) -> int:
    """47.1, 47.23 The value of damage to a ship at its final level; no level counts above the fifth."""
    row, level = SHIP[ROW[ship]], min(level, 5)
    if row["type"] in CARRIERS:
        return WORTH["carrier"] * level * int(row["air_capacity"])
    if row["type"] == "SF":
        return WORTH["sf"] * level if each_level else WORTH["sf"] * level // 5
    if row["type"] in ("APB", "MS"):
        return WORTH[row["type"].lower()] * level * int(row["load_quarters"]) // 4
    return WORTH["warship"] * level * int(row["defence"])


def ships_worth(state: State, side: str) -> int:
    """47.1, 47.24 The value of the damage to a side's ships; losses to reorganization are not damage."""
    damage, shrunk = state.arrays[layout.DAMAGE], state.arrays[layout.SHRUNK]
    each_level = state.rules.options["sf_points"] == "each_level"
    found = 0
    for ship, level in enumerate(damage):
        if level and SHIP[ROW[SHIPS.ids[ship]]]["side"] == side:
            counted = min(level, 5) - (shrunk[ship] if level >= 5 else 0)
            found += ship_worth(SHIPS.ids[ship], counted, each_level)
    return found


class Count:
    """The points for units of each side, from visible losses; a side scores what its enemy lost."""

    def __init__(self, arrivals: Arrivals) -> None:
        self.arrivals, self.lost = arrivals, dict.fromkeys(SIDES, 0)

    def after(self, before: State, state: State, data: Events) -> dict[str, int]:
        """The losses of each side in a choice, without ships: lost air points and Sub Points, eliminated units."""
        placing = bool(before.stack) and before.stack[-1].name == "arrivals"
        # 2.51, 37.5 Arrivals without room are removed, but not shot down.
        found = dict.fromkeys(SIDES, 0) if placing else air_lost(before, state)
        for n, side in enumerate(SIDES):
            found[side] += WORTH["sub_point"] * (sub_points(before, n) - sub_points(state, n))
        for event in data:
            if event["event"] == "reinforced":
                found[event["side"]] += air_worth(self.arrivals.due(event["side"]))
            if event["event"] == "unit_lost":
                found[GROUND[event["kind"]]["side"]] += unit_worth(event["kind"])
        for side in SIDES:
            self.lost[side] += found[side]
        return found

    def lead(self, state: State) -> int:
        """47.3 The lead of Japan in points for units only."""
        worth = {side: self.lost[side] + ships_worth(state, side) for side in SIDES}
        return worth["allies"] - worth["japan"]


# -- 47.26 facilities ------------------------------------------------------------------------------------------------


def facilities(began: State, state: State, side: str) -> int:
    """47.1, 47.26 Ports, airbases and centers captured from the enemy and held at the end."""
    named, found = {numbers()[place_of(hex)]: row for hex, row in PLACES.items()}, 0  # 3.24 Some hexes have two names.
    for base in range(FIRST_BOX):
        hex = layout.base_hex(began.cells, base)
        if hex < 0 or hex not in named:
            continue
        first, last = began.arrays[layout.CONTROL][hex], state.arrays[layout.CONTROL][hex]
        if (layout.HOLDERS.ids[first], layout.HOLDERS.ids[last]) != (other(side), side):
            continue
        row = named[hex]
        port = {"major": WORTH["major_port"], "minor": WORTH["minor_port"]}.get(row["port"], 0)
        centers = sum(int(row[kind]) for kind in ("industrial", "southern", "northern"))
        levels = min(began.arrays[layout.LEVEL][base], state.arrays[layout.LEVEL][base])
        found += port * int(row["cargo"]) + WORTH["center"] * centers + WORTH["airbase"] * levels
    return found


def other(side: str) -> str:
    """The enemy."""
    return SIDES[side == SIDES[0]]


def held_by_a_unit(state: State, side: str, hexes: Iterable[str]) -> bool:
    """42.42, 45.42, 47.26 Whether a ground unit of the side is in any of these hexes that the side controls."""
    land = read(state)
    troops = ("combat", "engineer", "base_force", "logistic")  # 41.23 Headquarters are air units.
    return any(land.holder(hex) == side and any(unit.role in troops for unit in land.at(hex, side)) for hex in hexes)


def of_regions(name: str) -> list[str]:
    """3.5 The hexes of an area of the scenarios."""
    return [hex for hex, row in LAND.items() if row["region"] in REGIONS[name]]


def midway(state: State, side: str) -> int:
    """42.42 Midway at the end, and for Japan the Aleutians."""
    aleutians = of_regions("aleutian_islands_any_hex")
    west = 50 if side == "japan" and held_by_a_unit(state, side, aleutians) else 0
    return west + (200 if held_by_a_unit(state, side, [MIDWAY]) else 0)


def leyte(state: State, side: str) -> int:
    """45.42 The Objective: Leyte for 500, another for 1,000."""
    hex = HEXES.ids[state.cells[layout.OBJECTIVE]]
    return (500 if hex == LEYTE else 1000) if held_by_a_unit(state, side, [hex]) else 0


def level(lead: int) -> str:
    """42.45, 45.43 The level of a lead."""
    return "no" if not lead else "Marginal" if lead <= 100 else "Substantial" if lead <= 200 else "Decisive"
