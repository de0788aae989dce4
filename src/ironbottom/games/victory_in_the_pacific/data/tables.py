"""The rows of the data files: map, counters, repair points, removals and turns (2.1 to 4.7)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ironbottom.engine.data.columns import Choice, Decimal, Text, Whole, YesNo
from ironbottom.engine.data.facts import Mark, Table

SHIPS = ("battleship", "carrier", "cruiser")
KINDS = (*SHIPS, "lba", "amphibious", "submarine")
NATIONS = ("japan", "us", "britain", "australia", "netherlands")
SIDE_OF = {nation: "japan" if nation == "japan" else "allies" for nation in NATIONS}
AREA_IDS = (
    *("japanese_islands", "aleutian_islands", "north_pacific_ocean", "central_pacific_ocean", "hawaiian_islands"),
    *("marshall_islands", "marianas_islands", "us_mandate", "south_pacific_ocean", "coral_sea", "indonesia"),
    *("indian_ocean", "bay_of_bengal"),
)
PORT_IDS = ("yokosuka", "saigon", "singapore", "truk", "pearl_harbor", "samoa", "australia", "ceylon")
"""The eight ports that the rules name (2.22)."""
GROUPS = ("uncertain_w", "uncertain_x", "uncertain_y", "uncertain_z")
"""18.32 The four groups whose place is uncertain on turn 1."""
ARRIVALS = (*PORT_IDS, "philippines", *AREA_IDS, *GROUPS, "any_area")
LAST_TURN = 9


class Area(msgspec.Struct, frozen=True):
    """A sea area (2.1): its points of control for either side and the side whose flag it shows at the start.

    Longitude (0 to 360 east) and latitude are those of a point in the area and have no effect on play.
    """

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("name_mark")]
    abbrev: Annotated[str, Text(), Mark("name_mark")]
    poc_japan: Annotated[int, Whole(0, 9), Mark("poc_japan_mark")]
    poc_allies: Annotated[int, Whole(0, 9), Mark("poc_allies_mark")]
    start_control: Annotated[str, Choice("japan", "allies", "none"), Mark("start_mark")]
    lon: Annotated[float, Decimal(0, 360), Mark("place_mark")]
    lat: Annotated[float, Decimal(-90, 90), Mark("place_mark")]


class Border(msgspec.Struct, frozen=True):
    """A pair of sea areas, and whether a unit may go from one to the other (6.22)."""

    id: Annotated[str, Text()]
    first: Annotated[str, Choice(*AREA_IDS)]
    second: Annotated[str, Choice(*AREA_IDS)]
    adjacent: Annotated[bool, YesNo()]


class Place(msgspec.Struct, frozen=True):
    """A port or base (2.1; 2.11 New Guinea counts as two, 2.12 the Philippines count as one): the areas it touches, and
    its owner.
    """

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("name_mark")]
    kind: Annotated[str, Choice("port", "base"), Mark("name_mark")]
    area_1: Annotated[str, Choice(*AREA_IDS), Mark("area_1_mark")]
    area_2: Annotated[str | None, Choice(*AREA_IDS, blank=True), Mark("area_2_mark")]
    area_3: Annotated[str | None, Choice(*AREA_IDS, blank=True), Mark("area_3_mark")]
    start_control: Annotated[str, Choice("japan", "allies"), Mark("start_mark")]
    lon: Annotated[float, Decimal(0, 360), Mark("place_mark")]
    lat: Annotated[float, Decimal(-90, 90), Mark("place_mark")]

    @property
    def touches(self) -> tuple[str, ...]:
        """The sea areas that the place touches."""
        return tuple(area for area in (self.area_1, self.area_2, self.area_3) if area)


class Unit(msgspec.Struct, frozen=True):
    """A counter (3.1 to 3.3): its factors, with the circles of the attack bonus, and when and where it arrives.

    Air units have airstrike and defence, submarines only gunnery (their one shot); other factors are blank.
    """

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("name_mark")]
    nation: Annotated[str, Choice(*NATIONS), Mark("name_mark")]
    kind: Annotated[str, Choice(*KINDS), Mark("name_mark")]
    gunnery: Annotated[int | None, Whole(0, 9, blank=True), Mark("factor_mark")]
    gunnery_bonus: Annotated[bool, YesNo(), Mark("factor_mark")]
    armor: Annotated[int | None, Whole(0, 9, blank=True), Mark("factor_mark")]
    speed: Annotated[int | None, Whole(1, 9, blank=True), Mark("factor_mark")]
    airstrike: Annotated[int | None, Whole(0, 9, blank=True), Mark("factor_mark")]
    airstrike_bonus: Annotated[bool, YesNo(), Mark("factor_mark")]
    defence: Annotated[int | None, Whole(1, 9, blank=True), Mark("factor_mark")]
    arrival_turn: Annotated[int, Whole(1, LAST_TURN), Mark("arrival_mark")]
    arrival_place: Annotated[str, Choice(*ARRIVALS), Mark("arrival_mark")]

    @property
    def side(self) -> str:
        """3.1 The side that the counter's nation fights on."""
        return SIDE_OF[self.nation]


class Repair(msgspec.Struct, frozen=True):
    """The repair points of a port turn by turn (4.6, 11.2), and the side that may use them."""

    id: Annotated[str, Choice(*PORT_IDS)]
    side: Annotated[str, Choice("japan", "allies")]
    turn_1: Annotated[int, Whole(0, 99)]
    turn_2: Annotated[int, Whole(0, 99)]
    turn_3: Annotated[int, Whole(0, 99)]
    turn_4: Annotated[int, Whole(0, 99)]
    turn_5: Annotated[int, Whole(0, 99)]
    turn_6: Annotated[int, Whole(0, 99)]
    turn_7: Annotated[int, Whole(0, 99)]
    turn_8: Annotated[int, Whole(0, 99)]
    turn_9: Annotated[int, Whole(0, 99)]

    @property
    def points(self) -> tuple[int, ...]:
        """The repair points of turns 1 to 9."""
        return tuple(getattr(self, f"turn_{turn}") for turn in range(1, LAST_TURN + 1))


class Removal(msgspec.Struct, frozen=True):
    """The turn on which a British ship is withdrawn (4.4, 4.42); 0 means never."""

    id: Annotated[str, Text()]
    turn: Annotated[int, Whole(0, LAST_TURN)]


class TurnRow(msgspec.Struct, frozen=True):
    """The date of a turn (4.7)."""

    turn: Annotated[int, Whole(1, LAST_TURN)]
    date: Annotated[str, Text()]


AREAS = Table("areas.csv", Area)
BORDERS = Table("borders.csv", Border)
PLACES = Table("places.csv", Place)
UNITS = Table("units.csv", Unit)
REPAIRS = Table("repairs.csv", Repair)
REMOVALS = Table("removals.csv", Removal)
TURNS = Table("turns.csv", TurnRow, key="turn")
