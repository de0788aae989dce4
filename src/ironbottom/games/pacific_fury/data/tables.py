"""The rows of the data files: counters, map, initiative track and event tables (2.0 to 3.6, 7.1, 7.2)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ironbottom.engine.data.columns import Choice, Decimal, ListOf, Text, Whole, YesNo
from ironbottom.engine.data.facts import Mark, Table

SHIPS = ("battleship", "cruiser", "carrier", "light_carrier")
GUNS = ("battleship", "cruiser")
CARRIERS = ("carrier", "light_carrier")
STARTS = (
    *("truk", "espiritu_santo", "reserve", "off_map"),
    *(f"turn_{turn}" for turn in range(1, 5)),
    *(f"track_{box}" for box in range(-5, 6)),
    *(f"operation_{box}" for box in range(1, 8)),
)
SORTIES = tuple(f"{who}:{kind}" for who in ("japan", "allies", "initiative") for kind in "ABC")


class Unit(msgspec.Struct, frozen=True):
    """A counter (2.2): a unit with its factors (2.2.1), or a marker (2.2.2) without factors."""

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("kind_mark")]
    side: Annotated[str, Choice("japan", "allies", "none"), Mark("kind_mark")]
    nation: Annotated[str, Choice("japan", "us", "australia", "none"), Mark("nation_mark")]
    kind: Annotated[str, Choice(*SHIPS, "transport", "tokyo_express", "marker"), Mark("kind_mark")]
    combat_factor: Annotated[int | None, Whole(0, 6, blank=True), Mark("combat_mark")]
    factor_colour: Annotated[str, Choice("black", "blue", "none"), Mark("combat_mark")]
    aircraft_icons: Annotated[int | None, Whole(0, 4, blank=True), Mark("icons_mark")]
    defence_factor: Annotated[int | None, Whole(0, 6, blank=True), Mark("defence_mark")]
    start: Annotated[str, Choice(*STARTS), Mark("start_mark")]
    combat_factor_b: Annotated[int | None, Whole(0, 6, blank=True), Mark("combat_mark")]
    defence_factor_b: Annotated[int | None, Whole(0, 6, blank=True), Mark("defence_mark")]


class Zone(msgspec.Struct, frozen=True):
    """A place on the map (2.1): a sea zone with its links, a base, the airfield, or a box.

    ``sortie_by`` names the sides and types of task force that may sortie straight here (9.1); ``air_strike_from`` names
    the zones whose carriers may strike targets here (9.5). Longitude and latitude have no effect on play.
    """

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("kind_mark")]
    kind: Annotated[str, Choice("sea_zone", "base", "airfield", "box"), Mark("kind_mark")]
    adjacent: Annotated[tuple[str, ...], ListOf(table="zones", blank=True), Mark("adjacency_mark")]
    entry_types: Annotated[tuple[str, ...], ListOf("A", "B", "C", blank=True), Mark("entry_mark")]
    sortie_by: Annotated[tuple[str, ...], ListOf(*SORTIES, blank=True), Mark("entry_mark")]
    combat_on_entry: Annotated[str, Choice("surface", "carrier", "none"), Mark("entry_mark")]
    air_strike_from: Annotated[tuple[str, ...], ListOf(table="zones", blank=True), Mark("strike_mark")]
    lon: Annotated[float | None, Decimal(-180, 180, blank=True), Mark("place_mark")]
    lat: Annotated[float | None, Decimal(-90, 90, blank=True), Mark("place_mark")]


class Box(msgspec.Struct, frozen=True):
    """A box of the initiative track (3.6), from -5 (Japan) to 5 (Allies), with Henderson Field's factors."""

    position: Annotated[int, Whole(-5, 5)]
    label: Annotated[str, Text(), Mark("extent_mark")]
    side_of_box: Annotated[str, Choice("japan", "allies", "none"), Mark("side_mark")]
    initiative_at_turn_start: Annotated[str, Choice("japan", "allies"), Mark("side_mark")]
    henderson_cf: Annotated[int, Whole(0, 6), Mark("cf_mark")]
    hits_to_disrupt: Annotated[int, Whole(1, 12), Mark("hits_mark")]
    cap_icons: Annotated[int, Whole(0, 6), Mark("icons_mark")]


class EventRow(msgspec.Struct, frozen=True):
    """The event for one face of the die, for the side without the initiative (7.1, 7.2)."""

    id: Annotated[str, Text()]
    side: Annotated[str, Choice("japan", "allies")]
    die: Annotated[int, Whole(1, 6)]
    event: Annotated[
        str,
        Choice("torpedo", "release_reserve", "bomber_offensive", "submarine", "heavy_bombers", "overestimated"),
    ]
    hits: Annotated[int, Whole(0, 6)]
    repeatable: Annotated[bool, YesNo()]
    effect: Annotated[str, Text()]


UNITS = Table("units.csv", Unit)
ZONES = Table("zones.csv", Zone)
TRACK = Table("initiative_track.csv", Box, key="position")
EVENTS = Table("events.csv", EventRow)
