"""Checks that the rules need: the structure of the map, the units and the charts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ironbottom.engine.data.facts import Facts, Fault, Table
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.data.validate_scenarios import RULES_OF_SCENARIOS
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER, adjacent

NATIONS_OF = {"japan": ("jp",), "allies": ("us", "cw", "nl", "kmt", "ccp")}
RATING_FOR = {
    "fighter": "air_to_air",
    "strafing": "strafing",
    "bombardment": "bombardment",
    "search": "search",
    "torpedo": "torpedo",
    "transport": "transport_quarters",
}
"""5.2 The rating that each Role requires."""


def hexes(facts: Facts) -> Iterator[Fault]:
    """3.2, 3.24 Each land hex is listed under its first name, in a region that exists."""
    regions = facts.table(tables.REGIONS)
    for ground in facts.table(tables.TERRAIN).values():
        if IDS[NUMBER[ground.id]] != ground.id:
            first = IDS[NUMBER[ground.id]]
            yield Fault(f"{ground.id} is {first} by its first name", [("terrain", ground.id, "kind")])
        if ground.region not in regions:
            yield Fault(f"no region is called {ground.region!r}", [("terrain", ground.id, "region")])
        if (ground.kind == "atoll") != (ground.terrain == "atoll"):
            yield Fault(
                "an atoll must have atoll terrain, and nothing else can have it", [("terrain", ground.id, "terrain")]
            )


def places(facts: Facts) -> Iterator[Fault]:
    """3.23, 14.1 to 14.3, 5.4 Ports have the capacities of their class; there is no facility on open sea."""
    land = {NUMBER[hex] for hex in facts.table(tables.TERRAIN)}
    seen = set()
    for place in facts.table(tables.PLACES).values():
        number = NUMBER[place.id]
        if number in seen:
            yield Fault(f"{place.name} lies in a hex that already has a name", [("places", place.id, "name")])
        seen.add(number)
        if number not in land and (place.airbase or place.city or place.port != "none"):
            yield Fault(f"{place.name} is in open sea", [("places", place.id, "name")])
        if (place.port in ("minor", "major")) != (place.cargo > 0):
            yield Fault(
                f"{place.name}: a port must have Cargo Capacity, and nothing else can have it",
                [("places", place.id, "cargo")],
            )
        if (place.port == "none") != (place.naval == 0):
            yield Fault(f"{place.name}: a port or anchorage must have room for ships", [("places", place.id, "naval")])


def sides(facts: Facts) -> Iterator[Fault]:
    """3.21, 22.6 Closed sides and straits are between adjacent hexes, straits between land hexes, each listed once."""
    land = {NUMBER[hex] for hex in facts.table(tables.TERRAIN)}
    for table in (tables.CLOSED_SIDES, tables.STRAITS):
        seen = set()
        for side in facts.table(table).values():
            here = [(table.name, side.id, "beyond")]
            pair = frozenset((NUMBER[side.hex], NUMBER[side.beyond]))
            if not adjacent(side.hex, side.beyond):
                yield Fault(f"{side.hex} and {side.beyond} share no side", here)
            elif pair in seen or side.id != f"{side.hex}-{side.beyond}":
                yield Fault(f"the side of {side.hex} and {side.beyond} must be listed once, under both names", here)
            elif table is tables.STRAITS and not pair <= land:
                yield Fault(f"no ground unit can cross between {side.hex} and {side.beyond} anyway", here)
            seen.add(pair)


def split_hexes(facts: Facts) -> Iterator[Fault]:
    """3.21 Each body of water in a split hex has its own neighbours, and the port is on one of them."""
    for split in facts.table(tables.SPLIT_HEXES).values():
        groups = [group for group in (split.first, split.second, split.third) if group]
        around = [hex for group in groups for hex in group]
        if len(set(around)) != len(around) or not all(adjacent(split.id, hex) for hex in around):
            message = "each body of water in a hex must have neighbours of its own, next to the hex"
            yield Fault(message, [("split_hexes", split.id, "first")])
        if split.port_group > len(groups):
            yield Fault(f"the hex has only {len(groups)} bodies of water", [("split_hexes", split.id, "port_group")])


def lines(facts: Facts) -> Iterator[Fault]:
    """3.22 Railways and roads connect adjacent hexes, on land, and cross no strait."""
    land = {NUMBER[hex] for hex in facts.table(tables.TERRAIN)}
    straits = {frozenset((NUMBER[s.hex], NUMBER[s.beyond])) for s in facts.table(tables.STRAITS).values()}
    for line in facts.table(tables.RAILS_AND_ROADS).values():
        here = [("lines", line.id, "path")]
        if len(line.path) < 2 or not all(NUMBER[hex] in land for hex in line.path):
            yield Fault(f"{line.name} leads over land", here)
        for one, other in zip(line.path, line.path[1:], strict=False):
            if not adjacent(one, other):
                yield Fault(f"{line.name} has a gap between {one} and {other}", here)
            elif frozenset((NUMBER[one], NUMBER[other])) in straits:
                yield Fault(f"{line.name} crosses a strait between {one} and {other}", here)


def startline(facts: Facts) -> Iterator[Fault]:
    """29.1 The Startline is Chinese, and each of its hexes is in a province, as the terrain says."""
    provinces, terrain = facts.table(charts.CHINA), facts.table(tables.TERRAIN)
    for row in facts.table(tables.STARTLINE).values():
        ground = terrain.get(row.id)
        if row.province not in provinces or ground is None or ground.region != row.province:
            yield Fault(f"{row.id} lies in another province", [("startline", row.id, "province")])
        if row.on_line and row.holder != "allies":
            yield Fault("no hex of the Startline is Japanese", [("startline", row.id, "holder")])


def ships(facts: Facts) -> Iterator[Fault]:
    """2.2, 2.4, 19.1 Each ship is named by nation, type and number; only carriers carry aircraft."""
    for ship in facts.table(tables.SHIPS).values():
        if ship.id != f"{ship.nation}_{ship.type.lower()}{ship.number}":
            yield Fault(f"{ship.id} must be named by nation, type and number", [("ships", ship.id, "number")])
        if ship.nation not in NATIONS_OF[ship.side]:
            yield Fault(f"{ship.id} must belong to its nation's side", [("ships", ship.id, "side")])
        carrier = ship.type in ("CV", "CVL", "CVE", "XCV")
        if ship.air_capacity and not carrier:
            yield Fault(f"a {ship.type} cannot carry aircraft", [("ships", ship.id, "air_capacity")])
        if ship.armoured != (ship.type in ("BB", "BC", "XCV")):
            yield Fault(
                "BB, BC and XCV must be armoured (11.5), and nothing else can be", [("ships", ship.id, "armoured")]
            )


def aircraft(facts: Facts) -> Iterator[Fault]:
    """5.1, 5.2 Ranges increase, and aircraft with a Role have the rating for it."""
    for kind in facts.table(tables.AIRCRAFT).values():
        if kind.range_mp > kind.extended_mp:
            yield Fault(f"{kind.name} must have a longer extended range", [("aircraft", kind.id, "extended_mp")])
        if not set(kind.operators) <= set(NATIONS_OF[kind.side]):
            yield Fault(f"{kind.name} must be flown by nations of one side", [("aircraft", kind.id, "operators")])
        for role in kind.roles:
            if role in RATING_FOR and not getattr(kind, RATING_FOR[role]):
                message = f"{kind.name} has no rating for the Role {role}"
                yield Fault(message, [("aircraft", kind.id, "roles"), ("aircraft", kind.id, RATING_FOR[role])])


def ground(facts: Facts) -> Iterator[Fault]:
    """21.3, 21.4 A unit that breaks into components lists them; a unit with two steps has a battlegroup."""
    units = facts.table(tables.GROUND)
    for unit in units.values():
        if (unit.steps == 2) != (unit.battlegroup > 0) or unit.battlegroup > unit.strength:
            yield Fault(f"{unit.printed}: two steps, the second a battlegroup", [("ground", unit.id, "battlegroup")])
        for field, number in (("component", unit.components), ("other_component", unit.other_components)):
            part = getattr(unit, field)
            if bool(part) != bool(number) or (part and (part not in units or units[part].nation != unit.nation)):
                yield Fault(f"{unit.printed} breaks into units of its nation", [("ground", unit.id, field)])


def rows_in_order(facts: Facts) -> Iterator[Fault]:
    """7.3, 11.5, 12.3 The rows of a chart follow each other without gaps or overlaps."""
    for table in charts.CHARTS:
        if not {"low", "high"} <= set(table.columns):
            continue
        before = None
        for row in facts.table(table).values():
            if row.low > row.high or (before is not None and row.low != before + 1):
                yield Fault(f"the rows of {table.name} must follow each other", [(table.name, row.id, "low")])
            before = row.high


def dice_of_charts(facts: Facts) -> Iterator[Fault]:
    """8.3 Each cup has as many chits as the die has faces; each chart with dice has six columns or rows."""
    chits = list(facts.table(charts.SEARCH_CHITS).values())
    for cup in ("cup_a", "cup_b", "cup_c"):
        if sum(getattr(chit, cup) for chit in chits) != 12:
            yield Fault("a cup must hold twelve chits", [("search_chits", chit.id, cup) for chit in chits])
    by_die: tuple[Table[Any], ...] = (charts.AVAILABILITY, charts.REPAIR, charts.WEATHER, charts.SUB_AVAILABLE)
    for table in by_die:
        for wanted, row in enumerate(facts.table(table).values(), 1):
            if row.die != wanted:
                yield Fault("there must be one row for each roll, 1 to 6", [(table.name, row.id, "die")])


RULES = (
    *(hexes, places, sides, split_hexes, lines, startline, ships, aircraft, ground, rows_in_order, dice_of_charts),
    *RULES_OF_SCENARIOS,
)
