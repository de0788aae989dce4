"""The conditions that the figures must meet for the rules to work at all; figures that break them are refused."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.data.facts import Facts, Fault
from ironbottom.games.hold_fast.data.tables import AREAS, FIRES_IN, PLACES, POINTS, PORTS, UNITS, VARIANTS

CARRIER_NAMES = (
    *("akagi", "kaga", "soryu", "hiryu", "shokaku", "zuikaku", "ryujo", "zuiho", "hosho", "shoho", "junyo", "hiyo"),
    *("ryuho", "taiho", "chitose", "chiyoda", "unryu", "amagi", "katsuragi", "shinano"),
    *("enterprise", "lexington", "saratoga", "yorktown", "hornet", "wasp", "essex", "bunker_hill", "independence"),
    *("princeton", "belleau_wood", "intrepid", "cv_10", "cv_16", "cowpens", "monterey", "langley", "cabot"),
    *("illustrious", "hancock", "franklin", "cv_12", "cv_18", "san_jacinto", "bataan", "ticonderoga", "bennington"),
    *("randolph", "bon_homme_richard", "shangri_la"),
)
BY_NAME = {
    "cruiser": "cruiser",
    "transport": "transport",
    "land_based_air": "land_based_air",
    "submarine": "submarine",
    "task_force": "task_force",
}
TURNS = tuple(str(turn) for turn in range(1, 9))


def identity(unit: str) -> tuple[str, str]:
    """The side and the kind of a block, from its id.

    >>> identity("a_british_cruiser_1"), identity("j_akagi"), identity("j_yamato")
    (('allies', 'cruiser'), ('japan', 'carrier'), ('japan', 'battleship'))
    """
    letter, _, name = unit.partition("_")
    side = "japan" if letter == "j" else "allies"
    for word, kind in BY_NAME.items():
        if word in name:
            return side, kind
    return side, "carrier" if name in CARRIER_NAMES else "battleship"


def blocks(facts: Facts) -> Iterator[Fault]:
    """Every block keeps the kind and side that the rules name for it (2.0, 3.1 to 3.7)."""
    for unit in facts.table(UNITS).values():
        side, kind = identity(unit.id)
        if unit.side != side:
            yield Fault(f"{unit.name} is a block of {side}", [("units", unit.id, "side")])
        if unit.kind != kind:
            yield Fault(f"{unit.name} cannot be a {unit.kind}; it is a {kind}", [("units", unit.id, "kind")])
        if unit.fires_in != FIRES_IN[kind]:
            message = f"a {kind} fires in {FIRES_IN[kind]}, not in {unit.fires_in}"
            yield Fault(message, [("units", unit.id, "fires_in")])


def strengths(facts: Facts) -> Iterator[Fault]:
    """Every unit has strength, dice and a number that hits it; transports roll their strength (3.0)."""
    for unit in facts.table(UNITS).values():
        if unit.kind == "task_force":
            continue
        if not 1 <= unit.sp <= 4:
            yield Fault(f"{unit.name} needs a strength of 1 to 4", [("units", unit.id, "sp")])
        if (unit.dice is None) != (unit.kind == "transport"):
            message = "a transport rolls its strength and has no number of dice; every other unit must have one"
            yield Fault(message, [("units", unit.id, "dice")])
        if unit.dice == 0:
            yield Fault(f"{unit.name} must roll at least one die", [("units", unit.id, "dice")])
        if (unit.hit_number is None) != (unit.kind == "submarine"):
            message = "a submarine cannot be hit and has no hit number; every other unit must have one"
            yield Fault(message, [("units", unit.id, "hit_number")])


def arrivals(facts: Facts) -> Iterator[Fault]:
    """Every unit that arrives does so in a port; variants name existing units (4.0, 6.0)."""
    units = facts.table(UNITS)
    for unit in units.values():
        places = [("units", unit.id, "arrival_turn"), ("units", unit.id, "place")]
        if unit.kind != "task_force" and (unit.arrival_turn == 0) != (unit.place == "none"):
            yield Fault("a unit that never arrives has no place; every other unit must have a port", places)
        if unit.kind == "task_force" and unit.place != "option":
            yield Fault("a task force must belong to an option", places)
    for row in facts.table(VARIANTS).values():
        if row.id != f"{row.variant}_{row.unit}" or row.unit not in units:
            yield Fault(f"the row {row.id} must be named after its variant and a unit", [("variants", row.id, "unit")])


def links(facts: Facts) -> Iterator[Fault]:
    """Links between sea areas are mutual (1.1)."""
    areas = facts.table(AREAS)
    for area in areas.values():
        for other in area.adjacent:
            places = [("areas", area.id, "adjacent"), ("areas", other, "adjacent")]
            if area.id == other:
                yield Fault(f"{area.id} cannot be adjacent to itself", places)
            elif area.id not in areas[other].adjacent:
                message = f"{area.id} is adjacent to {other}, but {other} not to {area.id}; write both or none"
                yield Fault(message, places)


def one_sea(facts: Facts) -> Iterator[Fault]:
    """Every sea area is connected to every other, so that every ship can reach home (8.1)."""
    areas = facts.table(AREAS)
    reached: set[str] = set()
    edge = {next(iter(areas))}
    while edge:
        reached |= edge
        edge = {beyond for area in edge for beyond in areas[area].adjacent} - reached
    for area in areas:
        if area not in reached:
            yield Fault(f"there is no way to {area}", [("areas", area, "adjacent")])


def ports(facts: Facts) -> Iterator[Fault]:
    """The eight ports are ports that repair; bases do not repair (1.1, 5.0)."""
    for place in facts.table(PLACES).values():
        if (place.kind == "port") != (place.id in PORTS):
            yield Fault(f"{place.name} cannot be a {place.kind}", [("places", place.id, "kind")])
        if (place.repair > 0) != (place.kind == "port"):
            message = "a port must repair at least one strength point a turn, and a base none"
            yield Fault(message, [("places", place.id, "repair"), ("places", place.id, "kind")])
        if not place.touches:
            yield Fault(f"{place.name} touches no sea area", [("places", place.id, "touches")])


def turns(facts: Facts) -> Iterator[Fault]:
    """Resource points are given for each of the eight turns (4.1, 5.0)."""
    rows = facts.table(POINTS)
    if tuple(rows) != TURNS:
        first = next(iter(rows))
        yield Fault("there must be one row for each of the turns 1 to 8", [("resource_points", first, "japan_rp")])


RULES = (blocks, strengths, arrivals, links, one_sea, ports, turns)
