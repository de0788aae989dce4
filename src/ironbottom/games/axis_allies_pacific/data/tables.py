"""The rows of the data files: territories, sea zones, units, economies and the two set-ups (2.1 to 3.4)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ironbottom.engine.data.columns import Choice, Decimal, ListOf, Text, Whole, YesNo
from ironbottom.engine.data.facts import Mark, Table

SIDES = ("japan", "uk", "usa")
POWERS = ("japan", "uk", "usa", "china")
ECONOMIES = ("japan", "india", "australia", "usa")
HOLDERS = (*ECONOMIES, "china")
GROUND = ("infantry", "marine", "artillery", "tank", "aa_gun")
AIR = ("fighter", "bomber")
SEA = ("transport", "submarine", "destroyer", "carrier", "battleship")
UNITS_IN_ORDER = (*GROUND, "industrial_complex", *AIR, *SEA)


class Land(msgspec.Struct, frozen=True):
    """A land (2.1): its first owner, value, facilities, the holder when it is freed, and its neighbours."""

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("value_mark")]
    holder: Annotated[str, Choice(*HOLDERS, "none"), Mark("value_mark")]
    ipc: Annotated[int, Whole(0, 99), Mark("value_mark")]
    capital_of: Annotated[str, Choice(*HOLDERS, "none"), Mark("value_mark")]
    industrial_complex: Annotated[bool, YesNo(), Mark("value_mark")]
    naval_base: Annotated[bool, YesNo(), Mark("base_mark")]
    air_base: Annotated[bool, YesNo(), Mark("base_mark")]
    island: Annotated[bool, YesNo(), Mark("adjacency_mark")]
    impassable: Annotated[bool, YesNo(), Mark("adjacency_mark")]
    if_freed: Annotated[str, Choice(*HOLDERS, "taker", "none"), Mark("value_mark")]
    adjacent_lands: Annotated[tuple[str, ...], ListOf(table="lands", blank=True), Mark("adjacency_mark")]
    adjacent_zones: Annotated[tuple[str, ...], ListOf(table="sea_zones", blank=True), Mark("adjacency_mark")]
    lon: Annotated[float, Decimal(0, 360), Mark("place_mark")]
    lat: Annotated[float, Decimal(-90, 90), Mark("place_mark")]


class Zone(msgspec.Struct, frozen=True):
    """A sea zone (2.1): its neighbours, its convoy route or center (2.9), and whether kamikazes reach it (2.10)."""

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("adjacency_mark")]
    adjacent_zones: Annotated[tuple[str, ...], ListOf(table="sea_zones"), Mark("adjacency_mark")]
    convoy: Annotated[str, Choice("route", "center", "none"), Mark("convoy_mark")]
    convoy_land: Annotated[str, Text(blank=True), Mark("convoy_mark")]
    convoy_value: Annotated[int, Whole(0, 99), Mark("convoy_mark")]
    convoy_owner: Annotated[str, Choice(*ECONOMIES, "uk", "none"), Mark("convoy_mark")]
    kamikaze: Annotated[bool, YesNo(), Mark("kamikaze_mark")]
    lon: Annotated[float, Decimal(0, 360), Mark("place_mark")]
    lat: Annotated[float, Decimal(-90, 90), Mark("place_mark")]


class Unit(msgspec.Struct, frozen=True):
    """A kind of unit: its price, factors, movement, hits, and buyers (5.2)."""

    id: Annotated[str, Text()]
    name: Annotated[str, Text()]
    type: Annotated[str, Choice("land", "air", "sea")]
    cost: Annotated[int, Whole(1, 99)]
    attack: Annotated[int, Whole(0, 6)]
    defence: Annotated[int, Whole(0, 6)]
    move: Annotated[int, Whole(0, 6)]
    hits: Annotated[int, Whole(0, 2)]
    buyers: Annotated[tuple[str, ...], ListOf(*ECONOMIES)]


class Economy(msgspec.Struct, frozen=True):
    """An economy: a treasury with its capital and its initial money (3.4)."""

    id: Annotated[str, Text()]
    name: Annotated[str, Text()]
    capital: Annotated[str, Text()]
    start_ipc: Annotated[int, Whole(0, 999)]


class SetUp(msgspec.Struct, frozen=True):
    """Units of a power that start in a place: as printed (3.1), and in the official set-up of 2003 (16.1)."""

    id: Annotated[str, Text()]
    place: Annotated[str, Text(), Mark("printed_mark")]
    power: Annotated[str, Choice(*POWERS), Mark("printed_mark")]
    unit: Annotated[str, Choice(*GROUND, *AIR, *SEA), Mark("printed_mark")]
    printed: Annotated[int, Whole(0, 99), Mark("printed_mark")]
    revised: Annotated[int, Whole(0, 99), Mark("revised_mark")]


LANDS = Table("lands.csv", Land)
ZONES = Table("sea_zones.csv", Zone)
UNITS = Table("units.csv", Unit)
ECONOMY = Table("economies.csv", Economy)
SETUP = Table("setup.csv", SetUp)
