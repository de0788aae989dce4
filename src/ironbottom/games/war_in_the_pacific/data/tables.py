"""The rows of the data files: the map, the units, and the six scenarios as the booklet deploys them (3.0 to 40.0)."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec

from ironbottom.engine.data.columns import Choice, ColumnType, Decimal, Ids, ListOf, Text, Whole, YesNo
from ironbottom.engine.data.facts import Mark, Table

SIDES = ("japan", "allies")
HOLDERS = (*SIDES, "neutral")
NATIONS = ("jp", "us", "cw", "nl", "kmt", "ccp")
SCENARIOS = ("41", "42", "43", "44", "45", "46")
SECTIONS = ("A", "B", "C", "D", "E", "F", "G")
SHIP_TYPES = ("CV", "CVL", "CVE", "XCV", "BB", "BC", "CA", "CL", "DD", "DE", "CD", "APB", "SF", "MS")
HQ_SIZES = ("group", "wing", "division", "force")
ROLES = ("fighter", "strafing", "bombardment", "bomb", "torpedo", "search", "transport", "strategic")
HEX_KINDS = ("land", "coastal", "island", "atoll")
TERRAINS = ("clear", "rough", "mountain", "jungle", "jungle_mountain", "swamp", "desert", "island", "atoll")
LINES = ("rail", "major_road", "minor_road")
PORTS = ("none", "anchorage", "minor", "major")
CATEGORIES = (
    *("fighter", "float_fighter", "night_fighter", "dive_bomber", "torpedo_bomber", "light_bomber", "medium_bomber"),
    *("heavy_bomber", "very_heavy_bomber", "patrol_bomber", "flying_boat", "reconnaissance", "transport"),
)
STATUSES = ("start41", "prod46", "later", "track", "build", "atlantic")
GROUND_KINDS = ("combat", "engineer", "logistic", "base_force", "entrenchment", "air_hq", "partisan")
GROUND_SIZES = (
    *("division", "division_remnant", "regiment", "regiment_remnant", "battalion", "army", "army_remnant"),
    *("partisan", "headquarters", "marker"),
)
AREA_KINDS = (
    *("hex", "airbase", "port", "major_port", "port_or_anchorage", "hex_of_side", "airbase_of_side", "port_of_side"),
    *("off_map_box", "pipeline", "sub_hex", "listed", "pool"),
)
VERSIONS = ("both", "advanced", "optional")
FORCE_KINDS = ("ship", "carrier_air", "air", "ground", "air_hq", "facility", "supply")
LOAD_KINDS = ("ground", "air_crated", "supply")
TRAININGS = ("carrier", "trained", "untrained", "nct")
CONDITIONS = ("D2", "D3", "full", "partial", "not_stated", "avg")
NUMBERS = tuple(map(str, range(1, 130)))
LEVELS = (
    *("draw", "marginal", "substantial", "decisive"),
    *("allied_decisive", "japanese_marginal", "japanese_substantial", "japanese_decisive"),
)
HEX_PATTERN = re.compile(r"[A-G](0[1-9]|[12]\d|3\d)(0[1-9]|[1-4]\d|5[0-4])")


class HexId(ColumnType):
    """3.1 The id of a hex: section, column 01 to 39, row 01 to 54."""

    nothing = ""

    def allowed_text(self, ids: Ids) -> str:
        return "a hex: a letter A to G, a column 01 to 39, a row 01 to 54"

    def fits(self, plain: Any, ids: Ids) -> bool:
        return isinstance(plain, str) and HEX_PATTERN.fullmatch(plain) is not None


class HexIds(ColumnType):
    """Several hexes, separated by ``|`` in a CSV cell; a route may visit a hex twice."""

    nothing = ()

    def allowed_text(self, ids: Ids) -> str:
        return "a list of hexes, such as A0517 or F3342"

    def parse(self, cell: str) -> Any:
        return cell.split("|") if cell else []

    def fits(self, plain: Any, ids: Ids) -> bool:
        return isinstance(plain, list) and all(isinstance(hex, str) and HEX_PATTERN.fullmatch(hex) for hex in plain)


# -- the map (3.0) -----------------------------------------------------------------------------------


class Region(msgspec.Struct, frozen=True):
    """A part of a country of 1941, such as a province of China or an island group, and its holder."""

    id: Annotated[str, Text()]
    country: Annotated[str, Text()]
    area: Annotated[str, Text()]
    holder: Annotated[str, Choice(*HOLDERS)]


class Ground(msgspec.Struct, frozen=True):
    """A hex that is not all sea (3.2): its kind, terrain and region."""

    id: Annotated[str, HexId()]
    kind: Annotated[str, Choice(*HEX_KINDS), Mark("kind_mark")]
    terrain: Annotated[str, Choice(*TERRAINS)]
    region: Annotated[str, Text()]


class NamedHex(msgspec.Struct, frozen=True):
    """A named hex: its port and capacities, airbase Level, centers, guns, and its holder in December 1941."""

    id: Annotated[str, HexId()]
    name: Annotated[str, Text(), Mark("place_mark")]
    also: Annotated[str, Text(blank=True), Mark("place_mark")]
    port: Annotated[str, Choice(*PORTS), Mark("value_mark")]
    cargo: Annotated[int, Whole(0, 40), Mark("value_mark")]
    naval: Annotated[int, Whole(0, 99), Mark("value_mark")]
    airbase: Annotated[int, Whole(0, 10), Mark("value_mark")]
    city: Annotated[bool, YesNo(), Mark("value_mark")]
    industrial: Annotated[int, Whole(0, 9), Mark("value_mark")]
    southern: Annotated[int, Whole(0, 9), Mark("value_mark")]
    northern: Annotated[int, Whole(0, 9), Mark("value_mark")]
    guns: Annotated[int, Whole(0, 40), Mark("value_mark")]
    holder: Annotated[str, Choice(*HOLDERS), Mark("value_mark")]
    lat: Annotated[float, Decimal(-90, 90), Mark("place_mark")]
    lon: Annotated[float, Decimal(-180, 180), Mark("place_mark")]


class ClosedSide(msgspec.Struct, frozen=True):
    """A hexside that is closed to ships (3.21) or to ground units (22.6)."""

    id: Annotated[str, Text()]
    hex: Annotated[str, HexId()]
    beyond: Annotated[str, HexId()]


class SplitHex(msgspec.Struct, frozen=True):
    """A split hex (3.21): the neighbours of each body of water, and the number of the one that the port is on, counted
    from 1.
    """

    id: Annotated[str, HexId()]
    first: Annotated[tuple[str, ...], HexIds()]
    second: Annotated[tuple[str, ...], HexIds()]
    third: Annotated[tuple[str, ...], HexIds(blank=True)]
    port_group: Annotated[int, Whole(0, 3)]


class MapLine(msgspec.Struct, frozen=True):
    """A railway or road as a chain of hexes (3.22)."""

    id: Annotated[str, Text()]
    name: Annotated[str, Text()]
    kind: Annotated[str, Choice(*LINES)]
    path: Annotated[tuple[str, ...], HexIds()]


class StartlineHex(msgspec.Struct, frozen=True):
    """A hex of China or Manchuria (29.1): its province, its holder in December 1941, whether it is on the Startline."""

    id: Annotated[str, HexId()]
    province: Annotated[str, Text()]
    holder: Annotated[str, Choice(*SIDES)]
    on_line: Annotated[bool, YesNo()]


class Area(msgspec.Struct, frozen=True):
    """An area of a scenario: regions or hexes, and which kinds of their hexes belong to it."""

    id: Annotated[str, Text()]
    what: Annotated[str, Choice(*AREA_KINDS)]
    regions: Annotated[tuple[str, ...], ListOf(table="regions", blank=True)]
    hexes: Annotated[tuple[str, ...], HexIds(blank=True)]
    side: Annotated[str, Choice(*SIDES, "none")]
    startline: Annotated[str, Choice("east", "west", "none")]
    neighbours: Annotated[bool, YesNo()]


# -- units (2.0) -------------------------------------------------------------------------------------


class Ship(msgspec.Struct, frozen=True):
    """A ship unit (2.2): its type, combat strengths, endurance, and load in quarters of a Load Point."""

    id: Annotated[str, Text()]
    name: Annotated[str, Text(blank=True), Mark("identity_mark")]
    side: Annotated[str, Choice(*SIDES), Mark("identity_mark")]
    nation: Annotated[str, Choice(*NATIONS), Mark("identity_mark")]
    type: Annotated[str, Choice(*SHIP_TYPES), Mark("identity_mark")]
    number: Annotated[int, Whole(0, 129), Mark("identity_mark")]
    hulls: Annotated[int, Whole(1, 40), Mark("identity_mark")]
    tons: Annotated[int, Whole(100, 200_000), Mark("identity_mark")]
    anti_air: Annotated[int, Whole(0, 20), Mark("rating_mark")]
    gunnery: Annotated[int, Whole(0, 40), Mark("rating_mark")]
    torpedo: Annotated[int, Whole(0, 20), Mark("rating_mark")]
    defence: Annotated[int, Whole(1, 30), Mark("defence_mark")]
    speed_class: Annotated[int, Whole(0, 3), Mark("rating_mark")]
    air_capacity: Annotated[int, Whole(0, 10), Mark("air_mark")]
    fuel: Annotated[int, Whole(0, 30), Mark("rating_mark")]
    load_quarters: Annotated[int, Whole(0, 400), Mark("load_mark")]
    armoured: Annotated[bool, YesNo(), Mark("rating_mark")]
    status: Annotated[str, Choice(*STATUSES), Mark("identity_mark")]


class AirType(msgspec.Struct, frozen=True):
    """A type of aircraft (5.1): its Roles with strengths per point, and its ranges in Movement Points."""

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("identity_mark")]
    side: Annotated[str, Choice(*SIDES), Mark("identity_mark")]
    operators: Annotated[tuple[str, ...], ListOf(*NATIONS), Mark("identity_mark")]
    historical: Annotated[str, Text(), Mark("identity_mark")]
    category: Annotated[str, Choice(*CATEGORIES), Mark("identity_mark")]
    roles: Annotated[tuple[str, ...], ListOf(*ROLES), Mark("rating_mark")]
    air_to_air: Annotated[int, Whole(0, 12), Mark("rating_mark")]
    bomb: Annotated[int, Whole(0, 12), Mark("rating_mark")]
    torpedo: Annotated[int, Whole(0, 12), Mark("rating_mark")]
    bombardment: Annotated[int, Whole(0, 20), Mark("rating_mark")]
    strafing: Annotated[int, Whole(0, 12), Mark("rating_mark")]
    range_mp: Annotated[int, Whole(0, 400), Mark("rating_mark")]
    extended_mp: Annotated[int, Whole(0, 400), Mark("rating_mark")]
    transfer_mp: Annotated[int, Whole(0, 600), Mark("rating_mark")]
    search: Annotated[int, Whole(0, 12), Mark("rating_mark")]
    carrier_capable: Annotated[bool, YesNo(), Mark("rating_mark")]
    fragility: Annotated[int, Whole(1, 6), Mark("rating_mark")]
    transport_quarters: Annotated[int, Whole(0, 40), Mark("rating_mark")]
    altitude: Annotated[str, Choice("M", "H"), Mark("rating_mark")]
    available_from: Annotated[str, Text(), Mark("rating_mark")]
    in_booklet: Annotated[bool, YesNo(), Mark("identity_mark")]


class GroundType(msgspec.Struct, frozen=True):
    """A type of ground unit (21.3): strength, steps, components, loads, supply in thirds of a point, and Victory
    Points.
    """

    id: Annotated[str, Text()]
    name: Annotated[str, Text(), Mark("rating_mark")]
    side: Annotated[str, Choice(*SIDES), Mark("strength_mark")]
    nation: Annotated[str, Choice(*NATIONS), Mark("strength_mark")]
    printed: Annotated[str, Text(), Mark("strength_mark")]
    kind: Annotated[str, Choice(*GROUND_KINDS), Mark("strength_mark")]
    strength: Annotated[int, Whole(0, 20), Mark("strength_mark")]
    parts: Annotated[int, Whole(0, 6), Mark("strength_mark")]
    defence_only: Annotated[bool, YesNo(), Mark("strength_mark")]
    mechanized: Annotated[bool, YesNo(), Mark("rating_mark")]
    steps: Annotated[int, Whole(1, 2), Mark("rating_mark")]
    battlegroup: Annotated[int, Whole(0, 10), Mark("rating_mark")]
    component: Annotated[str, Text(blank=True), Mark("rating_mark")]
    components: Annotated[int, Whole(0, 4), Mark("rating_mark")]
    other_component: Annotated[str, Text(blank=True), Mark("rating_mark")]
    other_components: Annotated[int, Whole(0, 4), Mark("rating_mark")]
    size: Annotated[str, Choice(*GROUND_SIZES), Mark("rating_mark")]
    load: Annotated[int, Whole(0, 20), Mark("rating_mark")]
    railcap: Annotated[int, Whole(0, 9), Mark("rating_mark")]
    supply_thirds: Annotated[int, Whole(0, 12), Mark("rating_mark")]
    rebuild_sp: Annotated[int, Whole(0, 40), Mark("rating_mark")]
    rebuild_points: Annotated[int, Whole(0, 9), Mark("rating_mark")]
    vp_each: Annotated[int, Whole(0, 999), Mark("vp_mark")]
    vp_per_point: Annotated[int, Whole(0, 25), Mark("vp_mark")]


# -- the scenarios (40.0 to 46.0) --------------------------------------------------------------------


class ScenarioRow(msgspec.Struct, frozen=True):
    """A scenario: its first Game-Turn and phase, its length, the sections in play, and the rules that it uses."""

    id: Annotated[str, Choice(*SCENARIOS)]
    name: Annotated[str, Text()]
    first_turn: Annotated[str, Text()]
    first_phase: Annotated[str, Choice("air_1", "naval_1", "air_2", "naval_2", "air_3", "naval_3")]
    turns: Annotated[int, Whole(1, 196)]
    sections: Annotated[tuple[str, ...], ListOf(*SECTIONS)]
    advanced_sections: Annotated[tuple[str, ...], ListOf(*SECTIONS)]
    breakoff: Annotated[bool, YesNo()]
    dummy_forces: Annotated[str, Choice("d6", "d3", "none")]
    dummy_subrons: Annotated[str, Choice("d6", "d3", "none")]
    production: Annotated[bool, YesNo()]
    naval: Annotated[bool, YesNo()]


class Placed(msgspec.Struct, frozen=True):
    """Units of one kind that a scenario deploys in one hex, in several, or in an area."""

    id: Annotated[str, Text()]
    scenario: Annotated[str, Choice(*SCENARIOS)]
    case: Annotated[str, Text()]
    version: Annotated[str, Choice(*VERSIONS)]
    side: Annotated[str, Choice(*SIDES)]
    nation: Annotated[str, Choice(*NATIONS)]
    place: Annotated[str, Text(blank=True)]
    hex: Annotated[str, HexId(blank=True)]
    area: Annotated[str, Text(blank=True)]
    hexes: Annotated[tuple[str, ...], HexIds(blank=True)]
    per_hex: Annotated[bool, YesNo()]
    kind: Annotated[str, Choice(*FORCE_KINDS)]
    unit: Annotated[str, Text()]
    numbers: Annotated[tuple[str, ...], ListOf(*NUMBERS, blank=True)]
    count: Annotated[int, Whole(1, 99)]
    training: Annotated[str | None, Choice(*TRAININGS, blank=True)]
    condition: Annotated[str | None, Choice(*CONDITIONS, blank=True)]
    level: Annotated[int, Whole(0, 10)]


class Deployed(Placed, frozen=True):
    """Units deployed before play. An asterisk gives the ships an Active Naval Phase before the war (41.21, 41.54)."""

    asterisk: Annotated[bool, YesNo()]


class Arriving(Placed, frozen=True):
    """Reinforcements, and when they arrive."""

    arrives: Annotated[str, Text()]


class CargoRow(msgspec.Struct, frozen=True):
    """Cargo aboard at the start."""

    id: Annotated[str, Text()]
    scenario: Annotated[str, Choice(*SCENARIOS)]
    case: Annotated[str, Text()]
    carriers: Annotated[tuple[str, ...], ListOf(table="ships")]
    kind: Annotated[str, Choice(*LOAD_KINDS)]
    unit: Annotated[str, Text()]
    count: Annotated[int, Whole(1, 400)]


class SubPoints(msgspec.Struct, frozen=True):
    """Sub Points at the start (13.1): Fleet and Coastal, in a hex or within reach of ports."""

    id: Annotated[str, Text()]
    scenario: Annotated[str, Choice(*SCENARIOS)]
    case: Annotated[str, Text()]
    version: Annotated[str, Choice(*VERSIONS)]
    side: Annotated[str, Choice(*SIDES)]
    nation: Annotated[str, Choice(*NATIONS)]
    subron: Annotated[str, Text()]
    fleet: Annotated[int, Whole(0, 60)]
    coastal: Annotated[int, Whole(0, 60)]
    hex: Annotated[str, HexId(blank=True)]
    area: Annotated[str, Text(blank=True)]


class Holding(msgspec.Struct, frozen=True):
    """The holder of regions or of a hex at the start of a scenario, if it differs from December 1941."""

    id: Annotated[str, Text()]
    scenario: Annotated[str, Choice(*SCENARIOS)]
    holder: Annotated[str, Choice(*SIDES, "closed", "not_japan")]
    what: Annotated[str, Choice("regions", "hex", "all")]
    regions: Annotated[tuple[str, ...], ListOf(table="regions", blank=True)]
    hex: Annotated[str, HexId(blank=True)]


class CaseFigure(msgspec.Struct, frozen=True):
    """A figure of a case of the booklet."""

    id: Annotated[str, Text()]
    scenario: Annotated[str, Choice(*SCENARIOS)]
    case: Annotated[str, Text()]
    name: Annotated[str, Text()]
    value: Annotated[str, Text()]


class VictoryLevel(msgspec.Struct, frozen=True):
    """A level of victory: its range of points, either Japan's or the lead of the leading side."""

    id: Annotated[str, Text()]
    scenario: Annotated[str, Choice(*SCENARIOS)]
    case: Annotated[str, Text()]
    measure: Annotated[str, Choice("any", "leader")]
    low: Annotated[int, Whole(-99_999, 99_999)]
    high: Annotated[int, Whole(-99_999, 99_999)]
    level: Annotated[str, Choice(*LEVELS)]


class BarredShip(msgspec.Struct, frozen=True):
    """A ship that cannot be produced (33.25, 35.47)."""

    id: Annotated[str, Text()]
    clause: Annotated[str, Text()]


REGIONS = Table("regions.csv", Region)
TERRAIN = Table("terrain.csv", Ground)
PLACES = Table("places.csv", NamedHex)
CLOSED_SIDES = Table("closed_sides.csv", ClosedSide)
SPLIT_HEXES = Table("split_hexes.csv", SplitHex)
STRAITS = Table("straits.csv", ClosedSide)
RAILS_AND_ROADS = Table("lines.csv", MapLine)
STARTLINE = Table("startline.csv", StartlineHex)
AREAS = Table("areas.csv", Area)
SHIPS = Table("ships.csv", Ship)
AIRCRAFT = Table("aircraft.csv", AirType)
GROUND = Table("ground.csv", GroundType)
SCENARIO_TABLE = Table("scenarios.csv", ScenarioRow)
DEPLOYMENT = Table("deployment.csv", Deployed)
REINFORCEMENTS = Table("reinforcements.csv", Arriving)
LOADS = Table("loads.csv", CargoRow)
SUBRONS = Table("subrons.csv", SubPoints)
CONTROL = Table("control.csv", Holding)
CASE_FIGURES = Table("case_figures.csv", CaseFigure)
VICTORY_LEVELS = Table("victory_levels.csv", VictoryLevel)
BARRED = Table("barred_ships.csv", BarredShip)

OF_MAP = (REGIONS, TERRAIN, PLACES, CLOSED_SIDES, SPLIT_HEXES, STRAITS, RAILS_AND_ROADS, STARTLINE, AREAS)
OF_UNITS = (SHIPS, AIRCRAFT, GROUND)
OF_SCENARIOS = (
    *(SCENARIO_TABLE, DEPLOYMENT, REINFORCEMENTS, LOADS, SUBRONS, CONTROL, CASE_FIGURES, VICTORY_LEVELS, BARRED),
)
