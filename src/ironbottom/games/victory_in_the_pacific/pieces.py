"""2.0, 3.0 The map and the counters: everything that never changes during a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from ironbottom.board.seas import Chart, bits, entered, touched
from ironbottom.engine.cache import cached
from ironbottom.engine.core.fields import Domain, Flag, IdField, IdSetField
from ironbottom.engine.data.facts import Facts
from ironbottom.games.victory_in_the_pacific.data import tables
from ironbottom.games.victory_in_the_pacific.data.facts import load
from ironbottom.games.victory_in_the_pacific.data.validate import neighbours

if TYPE_CHECKING:
    from ironbottom.games.victory_in_the_pacific.rules.hooks import Hooks

_facts = load()
_units = list(_facts.table(tables.UNITS).values())

# -- sides and turns (4.7) ---------------------------------------------------------------------------

SIDES = Domain("side", ("japan", "allies"), {"japan": "Japan", "allies": "the Allies"})
JAPAN, ALLIES = 0, 1
TURNS = 9
"""19.1 The ninth is optional."""
MOST_POINTS = 29
"""2.5 The end of the track."""

# -- counters (3.0), in the order of the units file: Japan's first ------------------------------------

UNITS = Domain("unit", [row.id for row in _units], {row.id: row.name for row in _units})


def _of_kind(*kinds: str) -> int:
    return bits(UNITS, (row.id for row in _units if row.kind in kinds))


def _of_nation(*nations: str) -> int:
    return bits(UNITS, (row.id for row in _units if row.nation in nations))


OF_SIDE = (_of_nation("japan"), _of_nation("us", "britain", "australia", "netherlands"))
BATTLESHIPS, CARRIERS, CRUISERS = _of_kind("battleship"), _of_kind("carrier"), _of_kind("cruiser")
SHIPS = BATTLESHIPS | CARRIERS | CRUISERS
"""3.1 Surface ships."""
ALL_UNITS = OF_SIDE[0] | OF_SIDE[1]
AIR, AMPHIBIOUS, SUBMARINES = _of_kind("lba"), _of_kind("amphibious"), _of_kind("submarine")
SUBMARINE = tuple((SUBMARINES & units).bit_length() - 1 for units in OF_SIDE)
US, BRITISH, COMMONWEALTH = _of_nation("us"), _of_nation("britain"), _of_nation("australia", "netherlands")
"""17 The nations by their bases; Australian and Dutch ships together."""
GREEN = BRITISH | COMMONWEALTH
"""6.223 The ships that roll for a second area."""
VICTORIOUS = UNITS.index["victorious"]
HERMES = 1 << UNITS.index["hermes"]

# -- the map (2.1) --------------------------------------------------------------------------------------

WITH_ARTICLE = frozenset(("Sea", "Ocean", "Islands", "Bengal", "Mandate", "Philippines"))


def in_a_sentence(title: str) -> str:
    """A sea area, port or base in the form used within a sentence.

    >>> in_a_sentence("Coral Sea"), in_a_sentence("Truk")
    ('the Coral Sea', 'Truk')
    """
    return f"the {title}" if title.rpartition(" ")[2] in WITH_ARTICLE else title


CHART = Chart(_facts.table(tables.AREAS).values(), _facts.table(tables.PLACES).values(), in_a_sentence)
AREAS, PLACES, PORTS, SPOTS = CHART.areas, CHART.places, CHART.ports, CHART.spots
PORT_COUNT, IS_PORT, IS_BASE, FIRST_PLACE = CHART.port_count, CHART.is_port, CHART.is_base, CHART.first_place
YOKOSUKA, PEARL_HARBOR, SAMOA = PLACES.index["yokosuka"], PLACES.index["pearl_harbor"], PLACES.index["samoa"]
CEYLON, AUSTRALIA = PLACES.index["ceylon"], PLACES.index["australia"]
JOHNSTON, NEW_HEBRIDES = PLACES.index["johnston_island"], PLACES.index["new_hebrides"]
BRITISH_PORTS = bits(PLACES, ("ceylon", "singapore", "saigon", "yokosuka"))
"""10.13, 17.22"""
HAWAII, CENTRAL_PACIFIC = AREAS.index["hawaiian_islands"], AREAS.index["central_pacific_ocean"]
INDONESIA, JAPANESE_ISLANDS = AREAS.index["indonesia"], AREAS.index["japanese_islands"]
US_MANDATE = AREAS.index["us_mandate"]

# -- where reinforcements come from (4.1) --------------------------------------------------------------

GROUPS = Domain("group", ("uncertain_w", "uncertain_x", "uncertain_y", "uncertain_z"),
                {f"uncertain_{letter}": f"group {letter.upper()}" for letter in "wxyz"})  # fmt: skip
"""18.32 The Allied groups with uncertain locations."""
RAID_SPEED = 5
"""4.2 The least speed of a ship that may raid Pearl Harbor."""

ACTIONS = Domain("action", ("day", "night"))
DAY, NIGHT = 0, 1
"""7.2 The kinds of action: 7.22 airstrikes by day, 7.21 guns by night."""

# -- what the fields of procedures hold ------------------------------------------------------------------

Side = Annotated[int, IdField(SIDES)]
MaybeSide = Annotated[int, IdField(SIDES, none=True)]
Sides = Annotated[int, IdSetField(SIDES)]
Unit = Annotated[int, IdField(UNITS)]
Units = Annotated[int, IdSetField(UNITS)]
Area = Annotated[int, IdField(AREAS)]
Place = Annotated[int, IdField(PLACES)]
MaybePlace = Annotated[int, IdField(PLACES, none=True)]
Way = Annotated[int, IdField(ACTIONS)]
YesNo = Annotated[int, Flag()]


class Pieces:
    """The figures in force by the numbers of units, areas and places, and the options as plain values."""

    def __init__(self, facts: Facts, options: Mapping[str, str], hooks: Hooks) -> None:
        units = list(facts.table(tables.UNITS).values())
        areas, places = facts.table(tables.AREAS).values(), facts.table(tables.PLACES).values()
        self.gunnery = tuple(unit.gunnery or 0 for unit in units)
        self.gunnery_bonus = tuple(bool(unit.gunnery_bonus) for unit in units)
        self.armor = tuple(unit.armor or 0 for unit in units)
        self.defence = tuple(unit.defence or 0 for unit in units)
        self.speed = tuple(unit.speed or 0 for unit in units)
        self.airstrike = tuple(unit.airstrike or 0 for unit in units)
        self.airstrike_bonus = tuple(bool(unit.airstrike_bonus) for unit in units)
        self.arrival = tuple(unit.arrival_turn for unit in units)
        self.entry = tuple(unit.arrival_place for unit in units)
        self.pearl_fleet = sum(
            1 << number
            for number, unit in enumerate(units)
            if (unit.arrival_turn, unit.arrival_place) == (1, PLACES.ids[PEARL_HARBOR])
        )
        self.worth = (tuple(area.poc_japan for area in areas), tuple(area.poc_allies for area in areas))
        near = neighbours(facts)
        self.borders = tuple(bits(AREAS, near[area.id]) for area in areas)
        self.touches = tuple(bits(AREAS, place.touches) for place in places)
        self.places_of = tuple(
            sum(1 << place for place, touched in enumerate(self.touches) if touched >> area & 1)
            for area in range(len(AREAS))
        )
        self.held = tuple(bits(AREAS, (area.id for area in areas if area.start_control == side)) for side in SIDES.ids)
        if options["start_flags"] != "aleutians_open":
            self.held = _allied_elsewhere(self.held, options["start_flags"])
        self.owned = tuple(bits(PLACES, (row.id for row in places if row.start_control == side)) for side in SIDES.ids)
        self.removals = _removals(facts)
        self.repair, self.repairer = _repairs(facts)
        self.dates = tuple(row.date for row in facts.table(tables.TURNS).values())
        self.ways = Ways(self.borders, self.touches)
        self.hooks = hooks
        self._take(options)

    def _take(self, options: Mapping[str, str]) -> None:
        """The options in force."""
        self.options = dict(options)
        self.last_turn = int(options["last_turn"])
        self.secret_day_night = options["day_night"] == "secret"
        self.deadlock_leaves = options["deadlock"] == "leave"
        self.failed_before = options["failed_raider_from"] == "area_before"
        self.unit_repair = options["unit_repair"] == "yes"
        self.pearl_patrol = options["pearl_sortie"] == "patrol"
        self.indonesia_disable = options["indonesia_disable"] == "yes"
        self.iboat_leaves = options["iboat_leaves"] == "with_f_boat"
        self.kamikaze = self.last_turn == 9
        self.task_forces = options["task_forces"] == "on"
        self.us_bonus = options["us_battleship_bonus"] == "on"
        self.carrier_airstrikes = options["airstrike_losses"] == "on"
        self.air_units_weaken = self.carrier_airstrikes and options["air_unit_losses"] == "each_a_shot"
        self.west_escape = options["west_coast_escape"] == "on"


MOST_WAYS = 100_000


class Ways:
    """Routes on the map, each computed once for the sets of areas and places that occur in play."""

    def __init__(self, borders: tuple[int, ...], touches: tuple[int, ...]) -> None:
        self.borders, self.touches = borders, touches
        self.reach = cached(MOST_WAYS)(self._reach)
        self.touched = cached(MOST_WAYS)(self._touched)

    def _reach(self, place: int, stops: int, most: int) -> tuple[int, ...]:
        """6.21, 6.22, 6.23, 6.3 The destinations of a move by areas entered; it ends in every area of ``stops``."""
        found = entered(self.borders, self.touches[place], ~stops, most)
        return (*found, *(0,) * (most - len(found)))

    def _touched(self, places: int) -> int:
        """6.5, 12.12 The areas that any of these places touches, at any distance."""
        return touched(self.touches, places)


def _allied_elsewhere(held: tuple[int, ...], start_flags: str) -> tuple[int, ...]:
    """2.21, 4.3 Allied flags in every area that is not Japan's, except the Central Pacific if that is open."""
    nobody = 1 << CENTRAL_PACIFIC if start_flags == "central_pacific_open" else 0
    everywhere = (1 << len(AREAS)) - 1
    return held[JAPAN], everywhere & ~held[JAPAN] & ~nobody


def _removals(facts: Facts) -> tuple[tuple[int, ...], ...]:
    """4.42 By turn from 1, the British ships to be withdrawn."""
    rows = facts.table(tables.REMOVALS).values()
    return tuple(tuple(UNITS.index[row.id] for row in rows if row.turn == turn) for turn in range(1, TURNS + 1))


def _repairs(facts: Facts) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """11.2, 11.21, 11.22 By port: the repair points of each turn, and the side that may use them (-1: none)."""
    points: list[tuple[int, ...]] = [(0,) * TURNS] * PORT_COUNT
    side = [-1] * PORT_COUNT
    for row in facts.table(tables.REPAIRS).values():
        points[PORTS.index[row.id]] = row.points
        side[PORTS.index[row.id]] = SIDES.index[row.side]
    return tuple(points), tuple(side)


def some(*units: str) -> int:
    """A set of units by their ids.

    >>> some("hiei", "kongo")
    3
    """
    return bits(UNITS, units)
