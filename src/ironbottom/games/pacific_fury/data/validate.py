"""The conditions that the figures must meet for the rules to work at all; figures that break them are refused."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.data.facts import Facts, Fault
from ironbottom.games.pacific_fury.data.tables import CARRIERS, EVENTS, GUNS, SHIPS, UNITS, ZONES

FACTORS = ("combat_factor", "combat_factor_b", "defence_factor", "defence_factor_b", "aircraft_icons")
MARKERS = {
    "mk_initiative": "none",
    "mk_turn": "none",
    "mk_operation_japan": "japan",
    "mk_operation_us": "allies",
}
CARRIER_NAMES = (
    *("ijn_shokaku", "ijn_zuikaku", "ijn_ryujo", "ijn_zuiho", "ijn_junyo", "ijn_hiyo"),
    *("us_enterprise", "us_saratoga", "us_wasp", "us_hornet"),
)
NATIONS = {"japan": ("japan",), "allies": ("us", "australia")}
SHIP_STARTS = {
    "japan": ("truk", "reserve", "turn_1", "turn_2", "turn_3", "turn_4"),
    "allies": ("espiritu_santo", "turn_1", "turn_2", "turn_3", "turn_4"),
}
TRANSPORT_STARTS = {"japan": ("truk", "off_map"), "allies": ("espiritu_santo", "off_map")}
MARKER_STARTS = {
    "mk_initiative": tuple(f"track_{box}" for box in range(-5, 6)),
    "mk_turn": ("turn_1",),
    "mk_operation_japan": ("operation_1",),
    "mk_operation_us": ("operation_1",),
}
EVENTS_OF = {
    "japan": ("torpedo", "release_reserve", "bomber_offensive"),
    "allies": ("submarine", "heavy_bombers", "overestimated"),
}


def identity(unit: str) -> tuple[str, tuple[str, ...]]:
    """The side of a counter and the kinds it may be: carriers are CV or CVL, gun ships are battleships or cruisers.

    >>> identity("us_wasp")
    ('allies', ('carrier', 'light_carrier'))
    """
    if unit in MARKERS:
        return MARKERS[unit], ("marker",)
    side = "japan" if unit.startswith("ijn_") else "allies"
    if unit in CARRIER_NAMES:
        return side, CARRIERS
    if unit == "ijn_tokyo_express":
        return side, ("tokyo_express",)
    return side, ("transport",) if "_transports_" in unit else GUNS


def counters(facts: Facts) -> Iterator[Fault]:
    """Every counter keeps the kind and side that the rules name for it (2.2.1, 2.2.2, 6.3, 9.6.a)."""
    for unit in facts.table(UNITS).values():
        side, kinds = identity(unit.id)
        if unit.side != side:
            yield Fault(f"{unit.name} is a counter of {side}", [("units", unit.id, "side")])
        if unit.kind not in kinds:
            message = f"{unit.name} cannot be a {unit.kind}; allowed: {' or '.join(kinds)}"
            yield Fault(message, [("units", unit.id, "kind")])
        nations = ("none",) if kinds == ("marker",) else NATIONS[side]
        if unit.nation not in nations:
            message = f"{unit.name} cannot be of the nation {unit.nation}; allowed: {' or '.join(nations)}"
            yield Fault(message, [("units", unit.id, "nation")])


def factors(facts: Facts) -> Iterator[Fault]:
    """Ships have every factor and markers have none; only carriers have aircraft (2.2.1)."""
    for unit in facts.table(UNITS).values():
        for field in FACTORS:
            value = getattr(unit, field)
            places = [("units", unit.id, field), ("units", unit.id, "kind")]
            if unit.kind in SHIPS and value is None:
                yield Fault(f"a {unit.kind} needs a {field}", places)
            if unit.kind == "marker" and value is not None:
                yield Fault(f"a marker has no {field}", places)
        icons = unit.aircraft_icons or 0
        if (icons > 0) != (unit.kind in CARRIERS):
            message = f"{icons} aircraft icons on a {unit.kind}: carriers must have at least one, all others none"
            yield Fault(message, [("units", unit.id, "aircraft_icons"), ("units", unit.id, "kind")])


def starts(facts: Facts) -> Iterator[Fault]:
    """Every counter starts in a place allowed to its side's counters of its kind (3.1, 3.2, 3.3)."""
    for unit in facts.table(UNITS).values():
        if unit.kind == "marker":
            allowed = MARKER_STARTS[unit.id]
        elif unit.kind == "tokyo_express":
            allowed = ("off_map",)
        else:
            allowed = (SHIP_STARTS if unit.kind in SHIPS else TRANSPORT_STARTS)[unit.side]
        if unit.start not in allowed:
            message = f"{unit.name} cannot start at {unit.start}; allowed: {', '.join(allowed)}"
            yield Fault(message, [("units", unit.id, field) for field in ("start", "side", "kind")])


def links(facts: Facts) -> Iterator[Fault]:
    """Links between sea zones are mutual, and nothing else is linked (2.1, 9.2.b)."""
    zones = facts.table(ZONES)
    seas = [zone.id for zone in zones.values() if zone.kind == "sea_zone"]
    for zone in zones.values():
        for other in zone.adjacent:
            places = [("zones", zone.id, "adjacent"), ("zones", other, "adjacent")]
            if zone.id == other:
                yield Fault(f"{zone.id} cannot be adjacent to itself", places)
            if zone.id not in seas or other not in seas:
                message = f"{zone.id} and {other} cannot be adjacent; only sea zones are: {', '.join(seas)}"
                yield Fault(message, [*places, ("zones", zone.id, "kind"), ("zones", other, "kind")])
            if zone.id not in zones[other].adjacent:
                message = f"{zone.id} is adjacent to {other}, but {other} not to {zone.id}; write both or none"
                yield Fault(message, places)


def zones_by_name(facts: Facts) -> Iterator[Fault]:
    """The places that the rules name: four sea zones, two bases, one airfield (2.1)."""
    named = {
        "sea_zone": ("the_slot", "ironbottom_sound", "eastern_solomons", "south_pacific_ocean"),
        "base": ("truk", "espiritu_santo"),
        "airfield": ("henderson_field",),
        "box": ("reserve", "turn_track", "off_map", "removed"),
    }
    for kind, ids in named.items():
        for zone in ids:
            if facts.table(ZONES)[zone].kind != kind:
                yield Fault(f"the rules name {zone} as a {kind}", [("zones", zone, "kind")])


def entries(facts: Facts) -> Iterator[Fault]:
    """Forces enter sea zones only, and sorties and strikes respect the limits on who may be there (8.3, 9.1, 9.5)."""
    zones = facts.table(ZONES)
    for zone in zones.values():
        sea = zone.kind == "sea_zone"
        if sea != (zone.combat_on_entry != "none"):
            message = "entering a sea zone must lead to surface or carrier combat; entering anything else must not"
            yield Fault(message, [("zones", zone.id, "combat_on_entry")])
        if sea != bool(zone.entry_types):
            message = "a sea zone must name the types of task force that may enter it; nothing else may"
            yield Fault(message, [("zones", zone.id, "entry_types")])
        for sortie in zone.sortie_by:
            if sortie.rpartition(":")[2] not in zone.entry_types:
                message = f"{sortie} may sortie to {zone.id}, but entry_types does not let that type in"
                yield Fault(message, [("zones", zone.id, "sortie_by"), ("zones", zone.id, "entry_types")])
        for other in zone.air_strike_from:
            if "C" not in zones[other].entry_types:
                message = f"{zone.id} is struck from {other}, where no carriers may be"
                yield Fault(message, [("zones", zone.id, "air_strike_from"), ("zones", other, "entry_types")])


def event_tables(facts: Facts) -> Iterator[Fault]:
    """Each side has its own event for each face of the die; only torpedoes hit (7.0.b, 7.1, 7.2)."""
    rows = facts.table(EVENTS)
    repeatable = {row.event: row for row in rows.values() if row.repeatable}
    for row in rows.values():
        if row.id != f"{row.side}_{row.die}":
            message = f"the row {row.id} must be for the side and the die in its name"
            yield Fault(message, [("events", row.id, "die"), ("events", row.id, "side")])
        if row.event not in EVENTS_OF[row.side]:
            message = f"{row.event} is not an event of {row.side}; allowed: {', '.join(EVENTS_OF[row.side])}"
            yield Fault(message, [("events", row.id, "event")])
        if (row.hits > 0) != (row.event == "torpedo"):
            message = f"{row.event} with {row.hits} hits: a torpedo must have at least one hit, any other event none"
            yield Fault(message, [("events", row.id, "hits"), ("events", row.id, "event")])
        other = repeatable.get(row.event)
        if other is not None and not row.repeatable:
            message = f"{row.event} is repeatable in the row {other.id} but not in {row.id}; write both alike"
            yield Fault(message, [("events", row.id, "repeatable"), ("events", other.id, "repeatable")])


def every_roll_ends(facts: Facts) -> Iterator[Fault]:
    """A side has three different events or a repeatable one, so that a reroll always finds one (7.0.b)."""
    rows = list(facts.table(EVENTS).values())
    for side in EVENTS_OF:
        own = [row for row in rows if row.side == side]
        if len({row.event for row in own}) < 3 and not any(row.repeatable for row in own):
            message = f"{side} needs three different events or a repeatable one, for three event phases"
            yield Fault(message, [("events", row.id, field) for row in own for field in ("event", "repeatable")])


RULES = (counters, factors, starts, zones_by_name, links, entries, event_tables, every_roll_ends)
