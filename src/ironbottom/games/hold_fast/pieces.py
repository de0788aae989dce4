"""1.1, 2.0, 3.0 The map and the blocks: everything that never changes during a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, NamedTuple

from ironbottom.board.seas import SeaMap, areas_by_entries, areas_of_places, nearest, places_in_areas, set_of, within
from ironbottom.engine.cache import cached
from ironbottom.engine.core.fields import Domain, IdField, IdSetField
from ironbottom.engine.data.facts import Facts
from ironbottom.games.hold_fast.data import tables
from ironbottom.games.hold_fast.data.facts import load

_facts = load()
_rows = [row for row in _facts.table(tables.UNITS).values() if row.kind != "task_force"]

# -- sides: 2.0.1 red blocks and green blocks ------------------------------------------------------------

SIDES = Domain("side", ("japan", "allies"), {"japan": "Japan", "allies": "the Allies"})
JAPAN, ALLIES = 0, 1
Side = Annotated[int, IdField(SIDES)]
TURNS = 8
MAX_POINTS = 30
SPEED = 3
"""3.0.4 The number of sea areas that a ship moves."""
MAX_STRENGTH = 4

# -- units (3.0), in the order of the units file -------------------------------------------------------

GENERIC = ("cruiser", "transport", "land_based_air", "submarine")
ADJECTIVES = {"japan": "Japanese", "allies": "Allied"}


def _title(row: tables.Unit) -> str:
    """The name on the block, with the side if both sides have it."""
    plain = row.kind in GENERIC and row.label != "tan" and not row.name.startswith("Marine")
    return f"{ADJECTIVES[row.side]} {row.name}" if plain else row.name


UNITS = Domain("unit", [row.id for row in _rows], {row.id: _title(row) for row in _rows})
Units = Annotated[int, IdSetField(UNITS)]


def _units_of_kind(*kinds: str) -> int:
    return set_of(UNITS, (row.id for row in _rows if row.kind in kinds))


UNITS_OF_SIDE = tuple(set_of(UNITS, (row.id for row in _rows if row.side == side)) for side in SIDES.ids)
ALL_UNITS = UNITS_OF_SIDE[0] | UNITS_OF_SIDE[1]
# 3.1.1, 3.2.1, 3.3.1, 3.4.1 These sets determine the combat that each kind fires in, and when it may be a target.
BATTLESHIPS, CRUISERS = _units_of_kind("battleship"), _units_of_kind("cruiser")
CARRIERS, TRANSPORTS = _units_of_kind("carrier"), _units_of_kind("transport")
AIR, SUBMARINES = _units_of_kind("land_based_air"), _units_of_kind("submarine")
GUNS = BATTLESHIPS | CRUISERS
"""8.0.2 The ships of the battle station."""
SHIPS = GUNS | CARRIERS | TRANSPORTS
FLIERS = CARRIERS | AIR
ARMED = GUNS | FLIERS | SUBMARINES
"""8.9.3 All except transports, which do not fire."""
OFF_BOARD_KINDS = AIR | SUBMARINES
HOLDERS = SHIPS | AIR
"""9.0.2 The units that control a sea area."""
LIKE = (BATTLESHIPS, CRUISERS, CARRIERS, AIR)
"""8.9.1 The groups of units that count as the same type in pursuit."""
SUBMARINE = tuple((SUBMARINES & units).bit_length() - 1 for units in UNITS_OF_SIDE)

FIGHTERS = Domain("unit", (*UNITS.ids, "garrison"), {**dict(zip(UNITS.ids, UNITS.titles, strict=True))})
"""3.5.1 The units that fight on land: transports, and the garrison that a control marker represents."""
GARRISON = FIGHTERS.index["garrison"]
Fighters = Annotated[int, IdSetField(FIGHTERS)]

# -- the map (1.1) ---------------------------------------------------------------------------------------

WITH_ARTICLE = frozenset(("Sea", "Ocean", "Islands", "Bengal", "Philippines", "Hebrides"))


def in_a_sentence(title: str) -> str:
    """A sea area, port or base in the form used within a sentence.

    >>> in_a_sentence("Coral Sea"), in_a_sentence("Truk")
    ('the Coral Sea', 'Truk')
    """
    return f"the {title}" if title.rpartition(" ")[2] in WITH_ARTICLE else title


CHART = SeaMap(_facts.table(tables.AREAS).values(), _facts.table(tables.PLACES).values(), in_a_sentence)
AREAS, PLACES, PORTS, LOCATIONS = CHART.areas, CHART.places, CHART.ports, CHART.spots
PORT_COUNT, IS_PORT, IS_BASE, FIRST_PLACE = CHART.port_count, CHART.is_port, CHART.is_base, CHART.first_place
Area = Annotated[int, IdField(AREAS)]
Place = Annotated[int, IdField(PLACES)]

# -- blocks as the others see them (2.0.2) --------------------------------------------------------------

BLOCKS = Domain(
    "block",
    [
        f"{side}_{n}"
        for side, units in zip(SIDES.ids, UNITS_OF_SIDE, strict=True)
        for n in range(1, units.bit_count() + 1)
    ],
    {
        f"{side}_{n}": f"{ADJECTIVES[side]} block {n}"
        for side, units in zip(SIDES.ids, UNITS_OF_SIDE, strict=True)
        for n in range(1, units.bit_count() + 1)
    },
)
BLOCKS_OF = (range(UNITS_OF_SIDE[0].bit_count()), range(UNITS_OF_SIDE[0].bit_count(), len(BLOCKS)))

TASK_FORCES = Domain(
    "task force",
    ("task_force_1", "task_force_2"),
    {"task_force_1": "Task Force 1", "task_force_2": "Task Force 2"},
)

# -- combat (8.0) ----------------------------------------------------------------------------------------

COMBAT_KINDS = Domain("combat", ("air", "surface"))
AIR_COMBAT, SURFACE_COMBAT = 0, 1


class Pieces:
    """The figures in force, by the numbers of units, areas and places."""

    def __init__(self, facts: Facts, options: Mapping[str, str]) -> None:
        units = [row for row in facts.table(tables.UNITS).values() if row.kind != "task_force"]
        areas, places = facts.table(tables.AREAS).values(), facts.table(tables.PLACES).values()
        points = facts.table(tables.POINTS).values()
        self.dice = tuple(unit.dice or 0 for unit in units)
        self.strength = tuple(unit.sp for unit in units)
        self.hit_on = tuple(unit.hit_number or 7 for unit in units)
        self.worth = (tuple(area.vp_japan for area in areas), tuple(area.vp_allies for area in areas))
        self.borders = tuple(set_of(AREAS, area.adjacent) for area in areas)
        self.touches = tuple(set_of(AREAS, place.touches) for place in places)
        self.repair = tuple(place.repair for place in places)
        self.resources = (tuple(row.japan_rp for row in points), tuple(row.allies_rp for row in points))
        self.dates = tuple(row.dates for row in points)
        self.held = tuple(_numbers(AREAS, areas, side) for side in SIDES.ids)
        self.owned = tuple(_numbers(PLACES, places, side) for side in SIDES.ids)
        self.arrival = _schedule(facts, options["setup"])
        self.memory = options["block_memory"] == "on"
        self.task_forces = options["task_force_decoys"] == "on"
        self.raids = options["air_raid"] == "on"
        self.neutral_pass = options["neutral_areas"] == "pass"
        self.torpedoed_to_port = options["torpedoed_ships"] == "port"
        self.defence_from_sea = options["transports_at_sea_defend"] == "yes"
        self.submarines_with_moves = options["submarine_placement"] == "with_own_moves"
        self.routes = RouteTable(self.borders, self.touches)


def _numbers(domain: Domain, rows: Iterable[tables.Area | tables.Place], side: str) -> int:
    return set_of(domain, (row.id for row in rows if row.start_control == side))


class Arrival(NamedTuple):
    """The turn and place at which a unit enters (6.0); turn 0 means never."""

    turn: int
    place: int


def _schedule(facts: Facts, setup: str) -> tuple[Arrival, ...]:
    """4.0 The order of appearance, with the changes of the set-up's variants."""
    result = {row.id: (row.arrival_turn, row.place) for row in facts.table(tables.UNITS).values()}
    for row in facts.table(tables.VARIANTS).values():
        if row.variant in setup:
            result[row.unit] = (row.arrival_turn, row.place)
    each = (result[unit] for unit in UNITS.ids)
    return tuple(Arrival(turn, PLACES.index[place] if turn else -1) for turn, place in each)


MAX_ROUTES = 100_000


class RouteTable:
    """Routes over the map, cached by the sets of areas and places that recur in play."""

    def __init__(self, borders: tuple[int, ...], touches: tuple[int, ...]) -> None:
        self.borders, self.touches = borders, touches
        self.reach = cached(MAX_ROUTES)(self._reach)
        self.air = cached(MAX_ROUTES)(self._air)
        self.return_places = cached(MAX_ROUTES)(self._return_places)
        self.nearest = cached(MAX_ROUTES)(self._nearest)

    def _reach(self, place: int, own: int) -> int:
        """1.1.7, 7.0.3 The areas where a ship from a place may end a move; it continues only through areas
        of its side.
        """
        return sum(areas_by_entries(self.borders, self.touches[place], own, SPEED))

    def _air(self, places: int) -> int:
        """7.0.5 The areas that contain or touch one of these places."""
        return areas_of_places(self.touches, places)

    def _return_places(self, area: int, places: int) -> int:
        """12.0.1 The places to which a ship may return from an area: all within three areas, otherwise the nearest."""
        return places_in_areas(self.touches, within(self.borders, 1 << area, SPEED), places) or self.nearest(
            1 << area, places
        )

    def _nearest(self, start: int, places: int) -> int:
        """The nearest of the places."""
        return nearest(self.borders, self.touches, start, places)[0]
