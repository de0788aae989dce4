"""2.0 The map, the units and the counters; the whole map is computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from ironbottom.board.offset_grid import NOWHERE, OffsetGrid
from ironbottom.board.reach import CLOSED, Movement, closed_side_bits
from ironbottom.engine.cache import cached
from ironbottom.engine.core.fields import Domain, Numbers
from ironbottom.engine.data.columns import Text, Whole
from ironbottom.engine.data.facts import Facts, Mark, Table

SIDES = Domain("side", ("north", "south"))
NORTH, SOUTH = 0, 1

# -- 2.1 the map -----------------------------------------------------------------------------------------

GRID = OffsetGrid([range(28, 82)] * 38 + [range(1, 108)] * 115)
HEXES = Domain("hex", GRID.ids)
SEA, CLEAR, ROUGH = 0, 1, 2


def scattered(*numbers: int) -> int:
    """A pseudo-random number that is always the same for the same arguments."""
    mixed = 0
    for number in numbers:
        mixed = (mixed ^ number) * 0x9E3779B1 & 0xFFFFFFFF
        mixed ^= mixed >> 15
    return mixed


def island_middles() -> list[int]:
    """The centers of a hundred islands, one in each field of eleven columns by eleven rows, slightly displaced."""
    fields = [(column, row) for column in range(6, 150, 11) for row in range(6, 104, 11)]
    moved = [(column + scattered(column, row) % 5 - 2, row + scattered(row, column) % 5 - 2) for column, row in fields]
    return [hex for column, row in moved if (hex := GRID.at(column, row)) != NOWHERE][:100]


MIDDLES = island_middles()
ISLANDS = Domain("island", [f"island_{number}" for number in range(1, len(MIDDLES) + 1)])
ON_ISLAND = [GRID.within(middle, 1 + scattered(middle) % 3) for middle in MIDDLES]


def terrain() -> bytes:
    """The terrain of each hex; one land hex in four is rough."""
    ground = bytearray(len(GRID))
    for hexes in ON_ISLAND:
        for hex in hexes:
            ground[hex] = ROUGH if scattered(hex, 7) % 4 == 0 else CLEAR
    return bytes(ground)


TERRAIN = terrain()
RIVERS = closed_side_bits(
    GRID,
    [(hex, side) for hex in range(len(GRID)) if TERRAIN[hex] for side in (0, 1, 2) if scattered(hex, side) % 17 == 0],
)
"""The hexsides that land movement cannot cross."""
REEFS = closed_side_bits(
    GRID,
    [
        (hex, side)
        for hex in range(len(GRID))
        if not TERRAIN[hex]
        for side in (0, 1, 2)
        if scattered(hex, side) % 29 == 0
    ],
)
"""The hexsides that ships cannot cross."""


def cost_at_sea(hex: int) -> int:
    """Movement points to enter a hex by sea: in the far north and south a hex is fewer miles wide."""
    row = GRID.places[hex][1]
    return CLOSED if TERRAIN[hex] else 6 if row < 36 else 5 if row < 72 else 4


ZONE_OF_HEX = [(column // 7, row // 7) for column, row in GRID.places]
ZONES = Domain("zone", [f"zone_{across}_{down}" for across, down in sorted(set(ZONE_OF_HEX))])
ZONE_OF = [ZONES.index[f"zone_{across}_{down}"] for across, down in ZONE_OF_HEX]
SEA_OF_ZONE: list[list[int]] = [[] for _ in ZONES.ids]
for _at, _zone in enumerate(ZONE_OF):
    if not TERRAIN[_at]:
        SEA_OF_ZONE[_zone].append(_at)

# -- 2.2 units, task forces ------------------------------------------------------------------------------

UNITS_A_SIDE, SHIPS_A_SIDE, FORCES_A_SIDE = 750, 24, 6
UNITS = Domain(
    "unit",
    [
        f"{side}_{'ship' if number <= SHIPS_A_SIDE else 'company'}_{number}"
        for side in SIDES.ids
        for number in range(1, UNITS_A_SIDE + 1)
    ],
)
SHIPS_OF = tuple(range(UNITS_A_SIDE * side, UNITS_A_SIDE * side + SHIPS_A_SIDE) for side in range(2))
COMPANIES_OF = tuple(range(UNITS_A_SIDE * side + SHIPS_A_SIDE, UNITS_A_SIDE * (side + 1)) for side in range(2))
IS_SHIP = [unit % UNITS_A_SIDE < SHIPS_A_SIDE for unit in range(len(UNITS))]
FORCES = Domain("force", [f"{side}_force_{number}" for side in SIDES.ids for number in range(1, FORCES_A_SIDE + 1)])
FORCES_OF = tuple(range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1)) for side in range(2))
FORCE_SETS = tuple(sum(1 << force for force in forces) for forces in FORCES_OF)
MAX_IN_FORCE = 4
PLACES = Domain("place", (*HEXES.ids, *FORCES.ids))
"""The possible places of a unit: in a hex, or within a task force."""
IN_FORCE = len(HEXES)
"""The place within force 0."""


def side_of(unit: int) -> int:
    """The owner of a unit."""
    return unit // UNITS_A_SIDE


def port_of(island: int) -> int:
    """The sea hex north of an island, or the first sea hex beyond."""
    hex = MIDDLES[island]
    while TERRAIN[hex]:
        hex = GRID.beyond(hex)[0]
    return hex


HOMES = (65, 74)
"""The home island of each side, next to each other."""
PORTS = tuple(port_of(island) for island in HOMES)
SIGHT, LOOKS = 6, 3
"""The range of a search in hexes, and the number of searches of a side."""
IN_RANGE = tuple(GRID.within(port, 15) for port in PORTS)
"""The hexes that each side can search."""


@cached(1024)
def seen_from(hex: int) -> frozenset[int]:
    """4.2 The hexes within search range of a hex."""
    return frozenset(GRID.within(hex, SIGHT))


# -- 2.3 counters ----------------------------------------------------------------------------------------


class Kind(msgspec.Struct, frozen=True):
    """A kind of counter, with the number of hexes that it moves from island to island (4.5)."""

    id: Annotated[str, Text()]
    range: Annotated[int, Whole(20, 99), Mark("mark")]


KIND_TABLE = Table("archipelago_kinds.csv", Kind)
KINDS = Domain("kind", ("infantry", "artillery", "tank", "engineer", "depot", "fighter", "bomber", "transport"))
MAX_OF_A_KIND = 30
"""The maximum number of counters of one kind for a side."""
NUMBERS = Numbers("number of counters", 1, 50)


def counter(island: int, side: int, kind: int) -> int:
    """The index of the count of a side's counters of a kind on an island."""
    return (island * 2 + side) * len(KINDS) + kind


class Pieces:
    """The current figures: the movement of each unit. Cached searches belong to it, never to a state."""

    def __init__(self, facts: Facts, points_at_sea: int) -> None:
        kinds = facts.table(KIND_TABLE)
        ranges = [kinds[kind].range for kind in KINDS.ids]
        self.islands_within = [[self._near(island, far) for far in ranges] for island in range(len(ISLANDS))]
        """For each island and kind the islands within its range, as a set."""
        sea = range(len(GRID))
        self.at_sea = Movement(GRID, bytes([cost_at_sea(hex) for hex in sea]), REEFS, kept=64)
        self.on_land = Movement(GRID, TERRAIN, RIVERS)
        self.points_at_sea = points_at_sea
        self.islands_near = cached(4096)(self._islands_near)

    @staticmethod
    def _near(island: int, far: int) -> int:
        distance, here = GRID.distance, MIDDLES[island]
        near = sum(1 << other for other, middle in enumerate(MIDDLES) if distance(here, middle) <= far)
        return near & ~(1 << island)

    @staticmethod
    def _islands_near(hex: int) -> int:
        """4.4 The islands that ships in a hex can bombard."""
        return sum(1 << island for island, middle in enumerate(MIDDLES) if GRID.distance(hex, middle) <= 14)

    def marches(self, hex: int) -> Sequence[int]:
        """4.3 The hexes that a company can march to."""
        return self.on_land.reach(hex, 4)

    def stations(self, side: int) -> Sequence[int]:
        """4.1 The hexes that a side's task forces can reach."""
        return self.at_sea.reach(PORTS[side], self.points_at_sea)
