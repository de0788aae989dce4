"""The rows of the data files: the map, the blocks, resource points and set-up variants (1.1 to 3.7, 5.0)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ironbottom.engine.data.columns import Choice, Decimal, ListOf, Text, Whole
from ironbottom.engine.data.facts import Mark, Table

SHIPS = ("battleship", "cruiser", "carrier", "transport")
KINDS = (*SHIPS, "land_based_air", "submarine", "task_force")
FIRES_IN = {
    "battleship": "surface",
    "cruiser": "surface",
    "carrier": "air",
    "land_based_air": "air",
    "transport": "land",
    "submarine": "submarine",
    "task_force": "none",
}
PORTS = ("yokosuka", "truk", "saigon", "pearl_harbor", "samoa", "australia", "india", "singapore")
"""The eight ports counted by the rules (1.1)."""


class Area(msgspec.Struct, frozen=True):
    """A sea area (1.1): its victory points by side, the side that controls it at the start, and its neighbours.

    Longitude and latitude give a point in the area and have no effect on play.
    """

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("name_mark")]
    vp_japan: Annotated[int, Whole(0, 9), Mark("vp_japan_mark")]
    vp_allies: Annotated[int, Whole(0, 9), Mark("vp_allies_mark")]
    start_control: Annotated[str, Choice("japan", "allies", "none"), Mark("start_mark")]
    adjacent: Annotated[tuple[str, ...], ListOf(table="areas"), Mark("adjacency_mark")]
    lon: Annotated[float, Decimal(-180, 180), Mark("place_mark")]
    lat: Annotated[float, Decimal(-90, 90), Mark("place_mark")]


class Place(msgspec.Struct, frozen=True):
    """A port or base (1.1): its owner at the start, its repair capacity, and the sea areas it touches."""

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("name_mark")]
    kind: Annotated[str, Choice("port", "base"), Mark("name_mark")]
    start_control: Annotated[str, Choice("japan", "allies"), Mark("start_mark")]
    repair: Annotated[int, Whole(0, 20), Mark("repair_mark")]
    touches: Annotated[tuple[str, ...], ListOf(table="areas"), Mark("touches_mark")]
    lon: Annotated[float, Decimal(-180, 180), Mark("place_mark")]
    lat: Annotated[float, Decimal(-90, 90), Mark("place_mark")]


class Unit(msgspec.Struct, frozen=True):
    """A block (3.0): its dice, the combat it fires in, its full strength, and the number that hits it.

    ``dice`` are blank if the unit rolls as many as its current strength (3.4.1). ``arrival_turn`` and ``place`` come
    from the order of appearance; 0 means never, except in a set-up variant.
    """

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("name_mark")]
    side: Annotated[str, Choice("japan", "allies"), Mark("name_mark")]
    label: Annotated[str, Choice("red", "green", "tan"), Mark("name_mark")]
    kind: Annotated[str, Choice(*KINDS), Mark("name_mark")]
    dice: Annotated[int | None, Whole(0, 9, blank=True), Mark("dice_mark")]
    fires_in: Annotated[str, Choice(*dict.fromkeys(FIRES_IN.values())), Mark("name_mark")]
    sp: Annotated[int, Whole(0, 4), Mark("sp_mark")]
    hit_number: Annotated[int | None, Whole(2, 6, blank=True), Mark("hit_mark")]
    arrival_turn: Annotated[int, Whole(0, 8), Mark("arrival_mark")]
    place: Annotated[str, Choice(*PORTS, "option", "none"), Mark("arrival_mark")]


class Points(msgspec.Struct, frozen=True):
    """The resource points of a turn (5.0)."""

    turn: Annotated[int, Whole(1, 8)]
    japan_rp: Annotated[int, Whole(0, 30), Mark("rp_mark")]
    allies_rp: Annotated[int, Whole(0, 30), Mark("rp_mark")]
    dates: Annotated[str, Text(), Mark("dates_mark")]


class Variant(msgspec.Struct, frozen=True):
    """A block that enters at another time or place in a set-up variant (4.0)."""

    id: Annotated[str, Text()]
    variant: Annotated[str, Choice("B", "C")]
    unit: Annotated[str, Text()]
    arrival_turn: Annotated[int, Whole(1, 8)]
    place: Annotated[str, Choice(*PORTS)]


AREAS = Table("areas.csv", Area)
PLACES = Table("places.csv", Place)
UNITS = Table("units.csv", Unit)
POINTS = Table("resource_points.csv", Points, key="turn")
VARIANTS = Table("variants.csv", Variant)
