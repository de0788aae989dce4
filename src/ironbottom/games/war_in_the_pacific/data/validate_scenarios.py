"""Checks of scenario deployments: the units exist, and each is deployed once, in a place where it may be (40.0)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ironbottom.engine.data.facts import Facts, Fault
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.turns import is_turn

FACILITIES = (
    *("base_force", "entrenchment", "airbase", "minor_road", "major_road"),
    *("kmt_provincial_point", "ccp_provincial_point"),
)
SUPPLIES = ("block", "point")


def ships_of(placed: Any) -> list[str]:
    """The ids of the ships of a row; merchant shipping has no numbers."""
    return [f"{placed.nation}_{placed.unit.lower()}{number}" for number in placed.numbers or ("0",)]


def _known(facts: Facts, placed: Any) -> bool:
    """Whether the unit of a row has the right kind and side."""
    if placed.kind == "ship":
        fleet = facts.table(tables.SHIPS)
        return all(ship in fleet and fleet[ship].side == placed.side for ship in ships_of(placed))
    if placed.kind in ("air", "carrier_air"):
        kind = facts.table(tables.AIRCRAFT).get(placed.unit)
        return kind is not None and kind.side == placed.side
    if placed.kind == "ground":
        unit = facts.table(tables.GROUND).get(placed.unit)
        return unit is not None and unit.side == placed.side
    return placed.unit in {"air_hq": tables.HQ_SIZES, "facility": FACILITIES, "supply": SUPPLIES}[placed.kind]


def deployed(facts: Facts) -> Iterator[Fault]:
    """40.1 Each row deploys units that exist, in hexes or in an area that exist."""
    areas = facts.table(tables.AREAS)
    for table in (tables.DEPLOYMENT, tables.REINFORCEMENTS):
        for placed in facts.table(table).values():
            if not _known(facts, placed):
                yield Fault(f"{placed.side} has no {placed.unit}", [(table.name, placed.id, "unit")])
            if placed.area and placed.area not in areas:
                yield Fault(f"no area is called {placed.area!r}", [(table.name, placed.id, "area")])
            if not (placed.hex or placed.area or placed.hexes or table is tables.REINFORCEMENTS):
                yield Fault("the units have no place", [(table.name, placed.id, "hex")])
            if placed.numbers and len(placed.numbers) != placed.count:
                yield Fault("the count must match the numbers", [(table.name, placed.id, "count")])


def asterisks(facts: Facts) -> Iterator[Fault]:
    """41.21, 41.54 An asterisk marks the Japanese Task Forces of Pearl Harbor, and marks either all ships in a place or
    none.
    """
    marked: dict[tuple[str, str], bool] = {}
    for placed in facts.table(tables.DEPLOYMENT).values():
        here = [("deployment", placed.id, "asterisk")]
        if placed.asterisk and (placed.kind, placed.side, placed.scenario) != ("ship", "japan", "41"):
            yield Fault("only Japanese ships of scenario 41 can have an asterisk", here)
        elif (
            placed.kind == "ship"
            and marked.setdefault((placed.scenario, placed.place), placed.asterisk) != placed.asterisk
        ):
            yield Fault(f"all ships of {placed.place} must have an asterisk, or none", here)


def ships_once(facts: Facts) -> Iterator[Fault]:
    """40.1 No ship is deployed twice in a scenario."""
    seen: dict[tuple[str, str], str] = {}
    for placed in facts.table(tables.DEPLOYMENT).values():
        for ship in ships_of(placed) if placed.kind == "ship" and placed.numbers else ():
            other = seen.setdefault((placed.scenario, ship), placed.id)
            if other != placed.id:
                places = [("deployment", placed.id, "numbers"), ("deployment", other, "numbers")]
                yield Fault(f"{ship} is deployed twice", places)


def on_land(facts: Facts) -> Iterator[Fault]:
    """3.2 No ground unit starts in open sea; carrier aircraft can land on decks (5.11)."""
    land = {NUMBER[hex] for hex in facts.table(tables.TERRAIN)}
    kinds = facts.table(tables.AIRCRAFT)
    for placed in facts.table(tables.DEPLOYMENT).values():
        stands = [NUMBER[hex] for hex in (*placed.hexes, placed.hex) if hex]
        if placed.kind == "ground" and "sea" not in placed.place.lower() and not all(hex in land for hex in stands):
            yield Fault("ground units must be on land", [("deployment", placed.id, "hex")])
        if placed.kind == "carrier_air" and not kinds[placed.unit].carrier_capable:
            yield Fault(f"{placed.unit} cannot fly from carriers", [("deployment", placed.id, "unit")])


def areas(facts: Facts) -> Iterator[Fault]:
    """2.51 Subrons and holdings name areas and regions that exist."""
    known = facts.table(tables.AREAS)
    for subs in facts.table(tables.SUBRONS).values():
        if bool(subs.hex) == bool(subs.area) or (subs.area and subs.area not in known):
            yield Fault("a Subron must start in a hex or an area", [("subrons", subs.id, "area")])
        if not subs.fleet + subs.coastal:
            yield Fault("a Subron must have points", [("subrons", subs.id, "fleet")])
    for holding in facts.table(tables.CONTROL).values():
        named = {"regions": bool(holding.regions), "hex": bool(holding.hex), "all": True}[holding.what]
        if not named:
            yield Fault(f"there is no {holding.what}", [("control", holding.id, holding.what)])


def loads(facts: Facts) -> Iterator[Fault]:
    """43.31, 45.31 Cargo at the start is of a kind that exists."""
    kinds = {
        "ground": facts.table(tables.GROUND),
        "air_crated": facts.table(tables.AIRCRAFT),
        "supply": SUPPLIES,
    }
    for load in facts.table(tables.LOADS).values():
        if load.unit not in kinds[load.kind]:
            yield Fault(f"there is no {load.unit}", [("loads", load.id, "unit")])


def levels(facts: Facts) -> Iterator[Fault]:
    """42.45, 44.44 The levels of victory of a scenario follow each other without gaps."""
    rows = list(facts.table(tables.VICTORY_LEVELS).values())
    for row, following in pairwise(rows):
        if row.low > row.high or (row.scenario == following.scenario and following.low != row.high + 1):
            yield Fault("the levels must follow each other", [("victory_levels", row.id, "high")])


def scenarios(facts: Facts) -> Iterator[Fault]:
    """2.1, 3.51 A scenario starts in a Game-Turn that exists; the advanced game has the sections of the basic game."""
    for scenario in facts.table(tables.SCENARIO_TABLE).values():
        if not is_turn(scenario.first_turn):
            yield Fault("write a Game-Turn as 1/6/42", [("scenarios", scenario.id, "first_turn")])
        if not set(scenario.sections) <= set(scenario.advanced_sections):
            yield Fault("the advanced game has more sections", [("scenarios", scenario.id, "advanced_sections")])


def barred(facts: Facts) -> Iterator[Fault]:
    """33.25, 35.47 Entries for ships that cannot be produced are ships."""
    fleet = facts.table(tables.SHIPS)
    for ship in facts.table(tables.BARRED).values():
        if ship.id not in fleet:
            yield Fault(f"no ship is called {ship.id!r}", [("barred_ships", ship.id, "clause")])


def drawings(facts: Facts) -> Iterator[Fault]:
    """23.2 The limits of a row for cards are Cycles or Game-Turns, as the row says."""
    for row in facts.table(charts.INTELLIGENCE).values():
        limits = [limit for limit in (row.first, row.last) if limit not in ("start", "end")]
        if any(is_turn(limit) != (row.limits == "game_turns") for limit in limits):
            yield Fault("write a Game-Turn as 1/6/42 and a Cycle as 6/42", [("intelligence", row.id, "first")])


RULES_OF_SCENARIOS = (deployed, asterisks, ships_once, on_land, areas, loads, levels, scenarios, barred, drawings)
