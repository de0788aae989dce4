"""2.0, 3.0 The map and the counters: everything that never changes during a game."""

from __future__ import annotations

from typing import Annotated

from ironbottom.board.seas import SeaMap, set_of
from ironbottom.engine.core.fields import Domain, Flag, IdField, IdSetField
from ironbottom.games.victory_in_the_pacific.data import tables
from ironbottom.games.victory_in_the_pacific.data.facts import load

_facts = load()
_units = list(_facts.table(tables.UNITS).values())

# -- sides and turns (4.7) ---------------------------------------------------------------------------

SIDES = Domain("side", ("japan", "allies"), {"japan": "Japan", "allies": "the Allies"})
JAPAN, ALLIES = 0, 1
TURNS = 9
"""19.1 The ninth turn is optional."""
MAX_POINTS = 29
"""2.5 The end of the track."""

# -- counters (3.0), in the order of the units file: Japan's first ------------------------------------

UNITS = Domain("unit", [row.id for row in _units], {row.id: row.name for row in _units})


def _of_kind(*kinds: str) -> int:
    return set_of(UNITS, (row.id for row in _units if row.kind in kinds))


def _of_nation(*nations: str) -> int:
    return set_of(UNITS, (row.id for row in _units if row.nation in nations))


UNITS_OF_SIDE = (_of_nation("japan"), _of_nation("us", "britain", "australia", "netherlands"))
BATTLESHIPS, CARRIERS, CRUISERS = _of_kind("battleship"), _of_kind("carrier"), _of_kind("cruiser")
SHIPS = BATTLESHIPS | CARRIERS | CRUISERS
"""3.1 Surface ships."""
ALL_UNITS = UNITS_OF_SIDE[0] | UNITS_OF_SIDE[1]
AIR, AMPHIBIOUS, SUBMARINES = _of_kind("lba"), _of_kind("amphibious"), _of_kind("submarine")
SUBMARINE = tuple((SUBMARINES & units).bit_length() - 1 for units in UNITS_OF_SIDE)
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


CHART = SeaMap(_facts.table(tables.AREAS).values(), _facts.table(tables.PLACES).values(), in_a_sentence)
AREAS, PLACES, PORTS, SPOTS = CHART.areas, CHART.places, CHART.ports, CHART.spots
PORT_COUNT, IS_PORT, IS_BASE, FIRST_PLACE = CHART.port_count, CHART.is_port, CHART.is_base, CHART.first_place
YOKOSUKA, PEARL_HARBOR, SAMOA = PLACES.index["yokosuka"], PLACES.index["pearl_harbor"], PLACES.index["samoa"]
CEYLON, AUSTRALIA = PLACES.index["ceylon"], PLACES.index["australia"]
JOHNSTON, NEW_HEBRIDES = PLACES.index["johnston_island"], PLACES.index["new_hebrides"]
BRITISH_PORTS = set_of(PLACES, ("ceylon", "singapore", "saigon", "yokosuka"))
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
DayOrNight = Annotated[int, IdField(ACTIONS)]
YesNo = Annotated[int, Flag()]


def set_of_units(*units: str) -> int:
    """A set of units by their ids.

    >>> set_of_units("hiei", "kongo")
    3
    """
    return set_of(UNITS, units)
