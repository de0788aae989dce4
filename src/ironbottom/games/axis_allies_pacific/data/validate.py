"""Checks that the rules need; figures that fail them are refused."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.data.facts import Facts, Fault
from ironbottom.games.axis_allies_pacific.data import tables

IMPASSABLE = ("himalayas", "soviet_union")


def borders(facts: Facts) -> Iterator[Fault]:
    """2.1 Borders are mutual."""
    lands, zones = facts.table(tables.LANDS), facts.table(tables.ZONES)
    for land in lands.values():
        for other in land.adjacent_lands:
            if other == land.id or land.id not in lands[other].adjacent_lands:
                places = [("lands", land.id, "adjacent_lands"), ("lands", other, "adjacent_lands")]
                yield Fault(f"{land.id} and {other} must each list the other as a neighbour, or neither", places)
    for zone in zones.values():
        for other in zone.adjacent_zones:
            if other == zone.id or zone.id not in zones[other].adjacent_zones:
                places = [("sea_zones", zone.id, "adjacent_zones"), ("sea_zones", other, "adjacent_zones")]
                yield Fault(f"{zone.id} and {other} must each list the other as a neighbour, or neither", places)


def islands(facts: Facts) -> Iterator[Fault]:
    """2.3 An island has no land neighbour and is in one zone; 2.2 two territories are closed."""
    for land in facts.table(tables.LANDS).values():
        alone = not land.adjacent_lands and len(land.adjacent_zones) == 1
        if land.island != alone:
            yield Fault(
                f"{land.name}: an island must lie in one zone and touch no land", [("lands", land.id, "island")]
            )
        if land.impassable != (land.id in IMPASSABLE):
            yield Fault("only the Soviet Union and the Himalayas can be closed", [("lands", land.id, "impassable")])
        if land.impassable == (land.holder != "none") or land.impassable == (land.if_freed != "none"):
            yield Fault(f"{land.name} must have an owner unless it is closed", [("lands", land.id, "holder")])
        if not land.impassable and not land.adjacent_lands and not land.adjacent_zones:
            yield Fault(f"there is no way to {land.name}", [("lands", land.id, "adjacent_lands")])


def convoys(facts: Facts) -> Iterator[Fault]:
    """2.9 A route belongs to a territory at its zone and has its value; a center belongs to the pool or a treasury."""
    lands = facts.table(tables.LANDS)
    for zone in facts.table(tables.ZONES).values():
        here = [("sea_zones", zone.id, "convoy")]
        if zone.convoy == "route":
            land = lands.get(zone.convoy_land)
            if land is None or zone.id not in land.adjacent_zones:
                yield Fault(
                    "a convoy route must belong to a territory beside its zone", [("sea_zones", zone.id, "convoy_land")]
                )
            elif (zone.convoy_value, zone.convoy_owner) != (land.ipc, land.holder):
                places = [("sea_zones", zone.id, "convoy_value"), ("lands", land.id, "ipc")]
                yield Fault(
                    "a convoy route must have the value of its territory, and the same owner at the start", places
                )
        elif zone.convoy_land:
            yield Fault("only a convoy route can belong to a territory", here)
        if (zone.convoy == "none") != (zone.convoy_owner == "none"):
            yield Fault("a convoy must have an owner, and nothing else can have one", here)


def kinds(facts: Facts) -> Iterator[Fault]:
    """The kinds of unit are those of the game, in order, on land, in the air and at sea."""
    units = facts.table(tables.UNITS)
    for kind in tables.UNITS_IN_ORDER:
        wanted = "air" if kind in tables.AIR else "sea" if kind in tables.SEA else "land"
        if units[kind].type != wanted:
            yield Fault(f"the {units[kind].name} is a unit of the {wanted}", [("units", kind, "type")])
        most = {"battleship": 2, "aa_gun": 0, "industrial_complex": 0}.get(kind, 1)
        if units[kind].hits != most:
            yield Fault(f"the {units[kind].name} takes {most} hits", [("units", kind, "hits")])


def capitals(facts: Facts) -> Iterator[Fault]:
    """2.8 Every economy has a capital with an industrial complex in one of its territories."""
    lands = facts.table(tables.LANDS)
    for economy in tables.ECONOMIES:
        capital = facts.table(tables.ECONOMY)[economy].capital
        land = lands.get(capital)
        if land is None or (land.capital_of, land.holder) != (economy, economy) or not land.industrial_complex:
            yield Fault(
                "a capital must be a territory of its economy and have a complex", [("economies", economy, "capital")]
            )


def starts(facts: Facts) -> Iterator[Fault]:
    """3.1, 3.2 Units start where their kind may be, each row occurs once, and fighters at sea are on carriers."""
    lands, zones = facts.table(tables.LANDS), facts.table(tables.ZONES)
    for row in facts.table(tables.SETUP).values():
        here = [("setup", row.id, "place")]
        if row.id != f"{row.place}_{row.power}_{row.unit}":
            yield Fault(f"the row {row.id} must be named after its place, power and unit", here)
        at_sea = row.place in zones
        if not at_sea and (row.place not in lands or lands[row.place].impassable):
            yield Fault(f"{row.place} is not a place for units", here)
        elif row.unit in (tables.SEA if not at_sea else (*tables.GROUND, "bomber")):
            yield Fault(f"no {row.unit} starts there", here)


RULES = (borders, islands, convoys, kinds, capitals, starts)
