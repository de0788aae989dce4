"""2.0 The map and the counters: everything that never changes during a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, NamedTuple

from ironbottom.engine.core.fields import Domain, IdField, IdSetField, Number
from ironbottom.engine.data.facts import Facts
from ironbottom.games.pacific_fury.data import tables
from ironbottom.games.pacific_fury.data.facts import load

_facts = load()
_units = [row for row in _facts.table(tables.UNITS).values() if row.kind != "marker"]
_zones = [row for row in _facts.table(tables.ZONES).values() if row.kind == "sea_zone"]

# -- sides (1.0) ---------------------------------------------------------------------------------------

SIDES = Domain("side", ("japan", "allies"), {"japan": "Japan", "allies": "the Allies"})
JAPAN, ALLIES = 0, 1
Side = Annotated[int, IdField(SIDES)]
TURNS = 4
LAST_OPERATION = 14
"""Seven operations for each side (5.0)."""
Round = Annotated[int, Number(1, 2)]

# -- units (2.2.1), in the order of the units file -----------------------------------------------------

UNITS = Domain("unit", [row.id for row in _units], {row.id: row.name for row in _units})


def _those(units: Iterable[tables.Unit], *kinds: str) -> int:
    """The units of the given kinds, as bits."""
    return sum(1 << UNITS.index[unit.id] for unit in units if unit.kind in kinds)


UNITS_OF_SIDE = tuple(sum(1 << UNITS.index[row.id] for row in _units if row.side == side) for side in SIDES.ids)
ALL_UNITS = UNITS_OF_SIDE[JAPAN] | UNITS_OF_SIDE[ALLIES]
CARRIERS = _those(_units, "carrier", "light_carrier")
GUNS = _those(_units, "battleship", "cruiser")
TRANSPORTS = _those(_units, "transport")
EXPRESS = _those(_units, "tokyo_express")
SHIPS = CARRIERS | GUNS
SCREEN = GUNS | TRANSPORTS | EXPRESS
"""The units that count for AA: all except carriers (10.5)."""
EXPRESS_UNIT = UNITS.index["ijn_tokyo_express"]

# -- sea areas (2.1) and the other places --------------------------------------------------------------


def in_a_sentence(title: str) -> str:
    """A sea area in the form used within a sentence.

    >>> in_a_sentence("Eastern Solomons"), in_a_sentence("Ironbottom Sound"), in_a_sentence("The Slot")
    ('the Eastern Solomons', 'Ironbottom Sound', 'The Slot')
    """
    return title if title.endswith("Sound") or title.startswith("The ") else f"the {title}"


ZONES = Domain("sea area", [row.id for row in _zones], {row.id: row.name for row in _zones}, in_a_sentence)
SLOT, SOUND = ZONES.index["the_slot"], ZONES.index["ironbottom_sound"]
EASTERN, SOUTH = ZONES.index["eastern_solomons"], ZONES.index["south_pacific_ocean"]
ALL_ZONES = (1 << len(ZONES)) - 1
Zone = Annotated[int, IdField(ZONES)]

# -- task forces (8.2): seven boxes a side (3.5); a force keeps the number of its first box, and its units (8.2.c) --

BOXES = Domain("box", [str(box) for box in range(1, 8)])
BOX_COUNT = len(BOXES)
ALL_BOXES = 127
FORCES = Domain(
    "task force",
    [f"{side}_{box}" for side in SIDES.ids for box in BOXES.ids],
    {
        f"{s}_{box}": f"{word} task force {box}"
        for s, word in zip(SIDES.ids, ("Japanese", "US"), strict=True)
        for box in BOXES.ids
    },
)
FORCES_OF = (tuple(range(7)), tuple(range(7, 14)))
FLEET_OF = (127, 127 << 7)
"""The task forces of each side, as sets."""
Force = Annotated[int, IdField(FORCES)]
Forces = Annotated[int, IdSetField(FORCES)]

PLACES = Domain("place", ("nowhere", *(f"box_{box}" for box in BOXES.ids), *ZONES.ids, "home"))
"""The place of a task force. ``home``: back in base, with its counters still distinct from those that never left."""
NOWHERE, FIRST_BOX, LAST_BOX, FIRST_ZONE = 0, 1, 7, 8
AT_BASE = PLACES.index["home"]
RETURN_REASONS = Domain("occasion", ("operation", "landing", "bombardment", "round", "hits", "combat"))
"""The reasons for which a task force returns to base."""

TARGETS = Domain(
    "target",
    ("henderson_field", "ironbottom_sound", *FORCES.ids),
    {
        "henderson_field": "Henderson Field",
        "ironbottom_sound": "all forces in Ironbottom Sound",
        **dict(zip(FORCES.ids, FORCES.titles, strict=True)),
    },
)
HENDERSON, ALL_IN_SOUND, FIRST_FORCE = 0, 1, 2

# -- events (7.0) --------------------------------------------------------------------------------------

EVENTS = Domain(
    "event",
    ("torpedo", "release_reserve", "bomber_offensive", "submarine", "heavy_bombers", "overestimated"),
    {
        "torpedo": "Torpedo hits",
        "release_reserve": "Release of the reserve",
        "bomber_offensive": "Bomber offensive",
        "submarine": "Submarine attack",
        "heavy_bombers": "Heavy bombers",
        "overestimated": "Overestimated result",
    },
)


class Pieces(NamedTuple):
    """The figures in force: factors by unit, the map by sea area, the track by marker, the event tables by side.

    Sea areas are stored in sets.
    """

    combat: tuple[int, ...]
    defence: tuple[int, ...]
    planes: tuple[int, ...]
    start: tuple[str, ...]
    fleet_carriers: int
    adjacent: tuple[int, ...]
    next_to_sound: tuple[int, ...]
    """9.3.a The areas next to Ironbottom Sound, as places."""
    strikes: tuple[int, ...]
    """9.5 For each sea area, the areas that its carriers can strike."""
    henderson_from: int
    carrier_seas: int
    """8.3 The areas that carriers may enter."""
    sortie: tuple[tuple[Mapping[str, int], Mapping[str, int]], ...]
    """9.1 By side, without and with the initiative, for each type of task force: its possible sorties."""
    surface: tuple[bool, ...]
    gun_zones: tuple[int, ...]
    track: Mapping[int, tables.Box]
    first_marker: int
    events: tuple[tuple[tables.EventRow, ...], ...]
    hidden_counts: bool
    """8.2.a Whether the number of face-down counters is secret."""
    forced_after: int
    """10.8.d The number of rounds after which forces that were hit must leave."""


def pieces_in_force(facts: Facts, options: Mapping[str, str]) -> Pieces:
    """The figures under the options: factor set A or B, and the Tokyo Express' guns (9.6.e)."""
    units = [facts.table(tables.UNITS)[unit] for unit in UNITS.ids]
    zones = [facts.table(tables.ZONES)[zone] for zone in ZONES.ids]
    rows = facts.table(tables.EVENTS).values()
    set_a = options["factor_set"] == "A"
    combat = [(unit.combat_factor if set_a else unit.combat_factor_b) or 0 for unit in units]
    if options["tokyo_express_combat"] == "on":
        combat[EXPRESS_UNIT] = 1
    marker = facts.table(tables.UNITS)["mk_initiative"].start
    return Pieces(
        combat=tuple(combat),
        defence=tuple((unit.defence_factor if set_a else unit.defence_factor_b) or 0 for unit in units),
        planes=tuple(unit.aircraft_icons or 0 for unit in units),
        start=tuple(unit.start for unit in units),
        fleet_carriers=_those(units, "carrier"),
        adjacent=tuple(_zone_set(zone.adjacent) for zone in zones),
        next_to_sound=tuple(FIRST_ZONE + n for n, zone in enumerate(zones) if "ironbottom_sound" in zone.adjacent),
        strikes=tuple(_zone_set(near.id for near in zones if zone.id in near.air_strike_from) for zone in zones),
        henderson_from=_zone_set(facts.table(tables.ZONES)["henderson_field"].air_strike_from),
        carrier_seas=_zone_set(zone.id for zone in zones if "C" in zone.entry_types),
        sortie=tuple((_sorties(zones, (side,)), _sorties(zones, (side, "initiative"))) for side in SIDES.ids),
        surface=tuple(zone.combat_on_entry == "surface" for zone in zones),
        gun_zones=tuple(number for number, zone in enumerate(zones) if zone.combat_on_entry == "surface"),
        track={box.position: box for box in facts.table(tables.TRACK).values()},
        first_marker=int(marker.removeprefix("track_")),
        events=tuple(tuple(row for row in rows if row.side == side) for side in SIDES.ids),
        hidden_counts=options["hidden_counts"] == "on",
        forced_after=2 if options["forced_return_timing"] == "second_round_only" else 1,
    )


def _sorties(zones: Iterable[tables.Zone], who: tuple[str, ...]) -> dict[str, int]:
    named = {kind: {f"{one}:{kind}" for one in who} for kind in "ABC"}
    return {kind: _zone_set(zone.id for zone in zones if words & set(zone.sortie_by)) for kind, words in named.items()}


def _zone_set(zones: Iterable[str]) -> int:
    return sum(1 << ZONES.index[zone] for zone in zones)
