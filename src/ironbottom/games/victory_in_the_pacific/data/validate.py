"""Checks that the rules need; figures that fail them are refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ironbottom.engine.data.facts import Facts, Fault
from ironbottom.games.victory_in_the_pacific.data import tables

SHIP_FACTORS = ("gunnery", "armor", "speed", "airstrike")
FACTORS_OF = {
    **dict.fromkeys((*tables.SHIPS, "amphibious"), SHIP_FACTORS),
    "lba": ("airstrike", "defence"),
    "submarine": ("gunnery",),
}
ALL_FACTORS = (*SHIP_FACTORS, "defence")
SUBMARINES = {"i_boat": "japan", "f_boat": "us"}
VICTORIOUS = "victorious"
HOMES = {"japan": ("yokosuka",), "us": ("pearl_harbor",), "britain": ("ceylon",), "australia": (), "netherlands": ()}
"""4.4 The port where a nation's arrivals after turn 1 appear."""
SET_UP_ALLIES = (
    *("pearl_harbor", "australia", "singapore", "philippines", *tables.GROUPS),
    *("hawaiian_islands", "us_mandate", "coral_sea", "indonesia", "bay_of_bengal"),
)
"""3.1, 4.3 The places that the letters on Allied counters of turn 1 mean."""
LAND_KINDS = ("lba", "amphibious")


def areas(facts: Facts) -> Iterator[Fault]:
    """The thirteen sea areas of the board, each with a unique short form (2.1)."""
    seen: dict[str, str] = {}
    for area in facts.table(tables.AREAS).values():
        if area.abbrev in seen:
            message = f"{area.id} and {seen[area.abbrev]} are both called {area.abbrev}"
            yield Fault(message, [("areas", area.id, "abbrev"), ("areas", seen[area.abbrev], "abbrev")])
        seen[area.abbrev] = area.id
    if tuple(facts.table(tables.AREAS)) != tables.AREA_IDS:
        yield Fault("the rules name thirteen sea areas", [("areas", next(iter(facts.table(tables.AREAS))), "name")])


def borders(facts: Facts) -> Iterator[Fault]:
    """Every pair of sea areas has one row, named after the two (6.22)."""
    pairs = [(first, second) for place, first in enumerate(tables.AREA_IDS) for second in tables.AREA_IDS[place + 1 :]]
    rows = facts.table(tables.BORDERS).values()
    for row, pair in zip(rows, pairs, strict=False):
        if (row.first, row.second) != pair:
            message = f"the row {row.id} must be about {pair[0]} and {pair[1]}"
            yield Fault(message, [("borders", row.id, "first"), ("borders", row.id, "second")])
    if len(rows) != len(pairs):
        yield Fault(
            "every pair of sea areas must have one row",
            [("borders", next(iter(facts.table(tables.BORDERS))), "adjacent")],
        )


def neighbours(facts: Facts) -> Mapping[str, set[str]]:
    """The sea areas next to each.

    >>> from ironbottom.games.victory_in_the_pacific.data.facts import load
    >>> sorted(neighbours(load())["bay_of_bengal"])
    ['indian_ocean', 'indonesia']
    """
    near: dict[str, set[str]] = {area: set() for area in tables.AREA_IDS}
    for row in facts.table(tables.BORDERS).values():
        if row.adjacent:
            near[row.first].add(row.second)
            near[row.second].add(row.first)
    return near


def one_sea(facts: Facts) -> Iterator[Fault]:
    """Every sea area has a neighbour, and all are connected (6.22)."""
    near = neighbours(facts)
    reached: set[str] = set()
    edge = {"hawaiian_islands"}
    while edge:
        reached |= edge
        edge = {beyond for area in edge for beyond in near[area]} - reached
    for area in tables.AREA_IDS:
        if area not in reached:
            rows = [("borders", row.id, "adjacent") for row in facts.table(tables.BORDERS).values()]
            yield Fault(f"there is no way to {area}", rows)


def places(facts: Facts) -> Iterator[Fault]:
    """Eight ports and fourteen bases, each on one to three different sea areas (2.1, 2.22, 2.23)."""
    rows = facts.table(tables.PLACES)
    for place in rows.values():
        if (place.kind == "port") != (place.id in tables.PORT_IDS):
            yield Fault(f"{place.name} cannot be a {place.kind}", [("places", place.id, "kind")])
        fields = [("places", place.id, field) for field in ("area_1", "area_2", "area_3")]
        if len(set(place.touches)) != len(place.touches):
            yield Fault(f"{place.name} touches the same sea area twice", fields)
        if place.area_3 and not place.area_2:
            yield Fault(f"{place.name} has a third sea area but no second", fields[1:])
    if tuple(rows)[: len(tables.PORT_IDS)] != tables.PORT_IDS or len(rows) != 22:
        yield Fault("there must be eight ports, then fourteen bases", [("places", next(iter(rows)), "kind")])


def factors(facts: Facts) -> Iterator[Fault]:
    """Every kind of counter has its factors and no others, and only carriers among ships have planes (3.1 to 3.3)."""
    for unit in facts.table(tables.UNITS).values():
        for field in ALL_FACTORS:
            places = [("units", unit.id, field), ("units", unit.id, "kind")]
            given, wanted = getattr(unit, field) is not None, field in FACTORS_OF[unit.kind]
            if wanted and not given:
                yield Fault(f"{unit.name} ({unit.kind}) needs a {field}", places)
            if given and not wanted:
                yield Fault(f"{unit.name} ({unit.kind}) has no {field}", places)
        places = [("units", unit.id, "airstrike"), ("units", unit.id, "kind")]
        planes = bool(unit.airstrike)
        if planes != (unit.kind in ("carrier", "lba")):
            yield Fault("carriers and air units must have an airstrike of 1 or more, all others none", places)
        if unit.kind == "amphibious" and unit.gunnery:
            yield Fault(f"{unit.name} cannot fire (13.2)", [("units", unit.id, "gunnery")])
        if unit.kind == "submarine" and unit.gunnery != 1:
            yield Fault(f"{unit.name} must have one shot (16.2)", [("units", unit.id, "gunnery")])


def bonuses(facts: Facts) -> Iterator[Fault]:
    """A circled factor must be able to fire; submarines have a circle, air units do not (3.1, 12.21, 16.2)."""
    for unit in facts.table(tables.UNITS).values():
        for factor in ("gunnery", "airstrike"):
            field = f"{factor}_bonus"
            places = [("units", unit.id, field), ("units", unit.id, factor)]
            if getattr(unit, field) and not getattr(unit, factor):
                yield Fault(f"{unit.name} has a bonus on a {factor} of zero", places)
        if unit.kind == "lba" and unit.airstrike_bonus:
            yield Fault(
                f"{unit.name} is an air unit and cannot have a bonus (12.21)", [("units", unit.id, "airstrike_bonus")]
            )
        if unit.kind == "submarine" and not unit.gunnery_bonus:
            yield Fault(f"{unit.name} must strike with the bonus (16.2)", [("units", unit.id, "gunnery_bonus")])


def as_printed(facts: Facts) -> Iterator[Fault]:
    """Values that the rules rely on cannot be corrected (3.1, 3.3, 4.42, 17)."""
    fixed = {("units", "nation"), ("units", "kind"), ("places", "kind"), ("repairs", "side")}
    for figure in facts.figures():
        if figure.corrected and (figure.table, figure.field) in fixed:
            message = f"the {figure.field} of {figure.id} cannot change: the rules give it"
            yield Fault(message, [(figure.table, figure.id, figure.field)])


def identities(facts: Facts) -> Iterator[Fault]:
    """Submarines, land and air units have their nations: Japanese or American (3.2, 3.3)."""
    units = facts.table(tables.UNITS)
    for unit in units.values():
        if (unit.kind == "submarine") != (unit.id in SUBMARINES) or (
            unit.id in SUBMARINES and unit.nation != SUBMARINES[unit.id]
        ):
            message = "each side must have one submarine, Japan the I-Boat and the United States the F-Boat"
            yield Fault(message, [("units", unit.id, "kind"), ("units", unit.id, "nation")])
        if unit.kind in LAND_KINDS and unit.nation not in ("japan", "us"):
            yield Fault("land and air units must be Japanese or American", [("units", unit.id, "nation")])
        if (unit.kind in LAND_KINDS) != (unit.id.endswith(("_nlf", "_marines", "_air_flotilla", "_af", "_maw"))):
            yield Fault(f"{unit.name} cannot be a {unit.kind}", [("units", unit.id, "kind")])


def arrivals(facts: Facts) -> Iterator[Fault]:
    """Every counter arrives where its nation's counters of that turn arrive (3.1, 4.2, 4.3, 4.4)."""
    for unit in facts.table(tables.UNITS).values():
        allowed = _arrivals(unit)
        if unit.arrival_place not in allowed:
            places = [("units", unit.id, field) for field in ("arrival_place", "arrival_turn", "nation", "kind")]
            message = f"{unit.name} cannot arrive at {unit.arrival_place} on turn {unit.arrival_turn}; allowed: "
            yield Fault(message + (", ".join(allowed) or "no place"), places)


def _arrivals(unit: tables.Unit) -> tuple[str, ...]:
    if unit.kind == "submarine":
        return ("any_area",)
    if unit.nation == "japan":
        return HOMES["japan"]
    if unit.arrival_turn == 1:
        return tuple(place for place in SET_UP_ALLIES if unit.kind in tables.SHIPS or place not in tables.GROUPS)
    if unit.id == VICTORIOUS:
        return ("pearl_harbor", "ceylon")
    return HOMES[unit.nation] or HOMES["britain"]


def removals(facts: Facts) -> Iterator[Fault]:
    """Only British ships are withdrawn, after their arrival (4.4, 4.42)."""
    units = facts.table(tables.UNITS)
    for row in facts.table(tables.REMOVALS).values():
        unit = units.get(row.id)
        if unit is None or unit.nation != "britain":
            yield Fault(f"{row.id} is not a British ship", [("removals", row.id, "turn"), ("units", row.id, "nation")])
        elif row.turn and row.turn <= unit.arrival_turn:
            message = f"{unit.name} is withdrawn on turn {row.turn}, but arrives on turn {unit.arrival_turn}"
            yield Fault(message, [("removals", row.id, "turn"), ("units", row.id, "arrival_turn")])
    for unit in units.values():
        if unit.nation == "britain" and unit.id not in facts.table(tables.REMOVALS):
            yield Fault(f"{unit.name} has no row among the removals", [("units", unit.id, "nation")])


def repairs(facts: Facts) -> Iterator[Fault]:
    """Each of nine turns has its date (4.7)."""
    if tuple(facts.table(tables.TURNS)) != tuple(str(turn) for turn in range(1, tables.LAST_TURN + 1)):
        yield Fault("there must be one row for each of the turns 1 to 9", [("turns", "1", "date")])
    sides = {"yokosuka": "japan"}
    for row in facts.table(tables.REPAIRS).values():
        side = sides.get(row.id, "allies")
        if row.side != side:
            yield Fault(f"only {side} can repair at {row.id} (11.21 to 11.23)", [("repairs", row.id, "side")])


RULES = (
    *(as_printed, areas, borders, one_sea, places),
    *(factors, bonuses, identities, arrivals, removals, repairs),
)
