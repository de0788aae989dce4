"""8.0 Search: the Search Points that reach a hex, the weather over it, and the ports within search.

A hex is within reach of search from aircraft, ships, submarines and coast watchers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, LAND, SEA
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of, speed_now
from ironbottom.games.war_in_the_pacific.derived.ship_condition import round_half_up
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import friendly_port
from ironbottom.games.war_in_the_pacific.grid import GRID, SECTIONS_OF, latitude
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_AT,
    BASE_HEX,
    BASES,
    DECKS,
    FARTHEST,
    FIRST_BOX,
    FIRST_DECK,
    FIRST_NEW,
    FORCES,
    FORCES_A_SIDE,
    IN_FORCE,
    NEW_BASES,
    SIDE_OF_SHIP,
    STACKS,
    TRAININGS,
    Pieces,
    side_of_force,
)
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of

TROPICS, MIDDLE = 25, 40


def weather_at(charts: Charts, hex: int, die: int) -> str:
    """8.6 The weather in a hex, from the weather die of its section: clear, overcast or storm, by latitude.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> from ironbottom.games.war_in_the_pacific.grid import NUMBER
    >>> [weather_at(Charts(load()), NUMBER[at], 2) for at in ("F3342", "D0326", "F2401")]
    ['clear', 'overcast', 'storm']
    """
    row, north = charts.weather[die - 1], abs(latitude(hex))
    result: str = row.tropics if north <= TROPICS else row.middle if north <= MIDDLE else row.north
    return result


SCOUTS, SCOUT_POINTS, SCOUT_RANGE = ("BB", "BC", "CA", "CL"), 2, 24
"""8.1 Two ships of these types in a force add two points within this many Movement Points."""
SUB_SHARE = 3
"""8.1, 13.4 The fraction of a Subron's points that search, within a hex."""
WATCHED = (
    *("solomons", "bougainville", "bismarcks", "admiralties", "new_guinea_mandate_new_guinea", "papua_new_guinea"),
    "new_guinea",
)
"""The coasts with Allied coastwatchers."""
WATCH_HEXES, WATCH_FROM, WATCH_TO, RADAR_FROM = 3, "1/42", "13/44", "1/43"
MIN_MANY_SHIPS, MAX_FEW_SHIPS, MIN_FAST_SPEED = 10, 3, 3
_NOBODY_HERE = bytes(len(STACKS))
_SUBRON_CELLS = [
    (block, 2 * layout.SUBRONS_A_SIDE)
    for block in (layout.SUBRON_AT, layout.SUBRON_FLEET, layout.SUBRON_COASTAL, layout.SUBRON_MODE)
]
SEARCH_READS = depends_on(
    *(layout.SEARCHING, layout.SHIP_AT, layout.CONTROL, layout.LEVEL),
    cells=[
        *((layout.SCENARIO, 1), (layout.TURN, 1), (layout.WEATHER_DIE, len(tables.SECTIONS))),
        (layout.NEW_BASE_AT, NEW_BASES),
        *((layout.FORCE_AT, len(FORCES)), *_SUBRON_CELLS),
    ],
)
"""8.1 The fingerprint of everything that affects the Search Points that reach a hex."""


class SearchPoints(NamedTuple):
    """8.1 The Search Points that reach a hex, and whether any of them count in full, come from an overcast sky, or come
    by air.
    """

    points: int
    in_range: bool
    overcast: bool
    by_air: bool = False


def ship_hex(state: State, ship: int) -> int:
    """The hex of a ship, in port or in its force; -1 off the map."""
    position = state.arrays[layout.SHIP_AT][ship]
    if position < IN_FORCE:
        return position
    return state.cells[layout.FORCE_AT + position - IN_FORCE] if position < IN_FORCE + len(FORCES) else -1


def searching_bases(state: State, side: int) -> Iterator[tuple[int, int]]:
    """8.1 The bases of a side with points in the Search Role, each with its hex on the map."""
    searching_points, width = state.arrays[layout.SEARCHING].tobytes(), len(STACKS)
    for base in range(len(BASES)):
        if searching_points[base * width : (base + 1) * width] == _NOBODY_HERE:
            continue
        if base >= FIRST_DECK:
            ship = DECKS[base - FIRST_DECK]
            hex, own = ship_hex(state, ship), SIDE_OF_SHIP[ship] == side
        elif base >= FIRST_BOX:
            continue
        else:
            hex = layout.base_hex(state.cells, base)
            own = hex >= 0 and state.arrays[layout.CONTROL][hex] == side
        if own and hex >= 0:
            yield base, hex


def search_rating(pieces: Pieces, base: int, kind: int) -> int:
    """8.1 The search rating of a point: at least one for bombers and torpedo planes aboard a carrier."""
    row = pieces.air[kind]
    aboard = base >= FIRST_DECK and (row.bomb or row.torpedo)
    return max(row.search, 1) if aboard and row.carrier_capable else row.search


def by_aircraft(state: State, side: int, hex: int) -> Iterator[tuple[int, bool, int]]:
    """8.1 The contribution of each base's searching points to a hex: half points, whether the hex is in full range, and
    the hex of the base.
    """
    pieces = state.rules.pieces
    scenario = state.cells[layout.SCENARIO]
    flown = pieces.flown(scenario)
    for start, farthest, groups in searching(state, side):
        ways = flown.get(start)
        away = pieces.air_cost(start, hex, farthest, scenario) if ways is None else ways.get(hex, FARTHEST + 1)
        if away > farthest:
            continue
        for points, near, far in groups:
            if away <= near:
                yield 2 * points, True, start
            elif away <= far:
                yield points, False, start


@cached_by_fingerprint(SEARCH_READS)
def searching(state: State, side: int) -> list[tuple[int, int, list[tuple[int, int, int]]]]:
    """8.1 The hexes from which a side's aircraft search, with their range, and the points, range and extended range by
    type.
    """
    pieces = state.rules.pieces
    width, each, result = len(STACKS), len(TRAININGS), []
    for base, start in searching_bases(state, side):
        row, groups = state.arrays[layout.SEARCHING][base * width : (base + 1) * width], []
        for kind in sorted({stack // each for stack, points in enumerate(row) if points}):
            points = sum(row[kind * each : (kind + 1) * each]) * search_rating(pieces, base, kind)
            if points:
                groups.append((points, pieces.air[kind].range_mp, pieces.air[kind].extended_mp))
        result.append((start, max([max(near, far) for _, near, far in groups], default=0), groups))
    return result


def all_points(state: State, side: int) -> int:
    """8.1 A number larger than the Search Points that can reach any hex."""
    scouts, subrons = scouting(state, side)
    by_air = sum(points for _, _, groups in searching(state, side) for points, _, _ in groups)
    return by_air + SCOUT_POINTS * len(scouts) + sum(points for _, points in subrons)


def by_ships(state: State, side: int, hex: int) -> Iterator[tuple[int, bool, int]]:
    """8.1 The contribution of cruiser groups at sea and Subrons on station to a hex, in half points."""
    pieces = state.rules.pieces
    scouts, subrons = scouting(state, side)
    for start in scouts:
        if pieces.air_cost(start, hex, SCOUT_RANGE, state.cells[layout.SCENARIO]) <= SCOUT_RANGE:
            yield 2 * SCOUT_POINTS, True, start
    for start, points in subrons if not layout.scenario(state).subrons_inactive(state, side) else ():
        if GRID.distance(start, hex) <= 1:
            yield 2 * points, True, start


@cached_by_fingerprint(SEARCH_READS)
def scouting(state: State, side: int) -> tuple[list[int], list[tuple[int, int]]]:
    """8.1 The hexes of a side's cruiser groups at sea, and of its Subrons on station with their points."""
    cells, subrons = state.cells, []
    groups = [start for force in with_cruisers(state, side) if (start := cells[layout.FORCE_AT + force]) >= 0]
    for subron in range(layout.SUBRONS_A_SIDE * side, layout.SUBRONS_A_SIDE * (side + 1)):
        start = cells[layout.SUBRON_AT + subron]
        points = (cells[layout.SUBRON_FLEET + subron] + cells[layout.SUBRON_COASTAL + subron]) // SUB_SHARE
        if (
            start >= 0
            and cells[layout.SUBRON_MODE + subron] in (layout.ON_STATION, layout.SUBMARINE_MISSION)
            and points
        ):
            subrons.append((start, points))
    return groups, subrons


@cached_by_fingerprint(depends_on(layout.SHIP_AT))
def with_cruisers(state: State, side: int) -> list[int]:
    """8.1 The forces of a side with enough ships to search."""
    ships = state.rules.pieces.ships
    forces = range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1))
    return [force for force in forces if sum(ships[ship].type in SCOUTS for ship in ships_of(state, force)) > 1]


@cached(2048)
def hexes_within_range(pieces: Pieces, start: int, most: int, scenario: int) -> int:
    """3.3 The hexes within this many points by air of a hex, as bits, so that those of many bases can be combined
    quickly.
    """
    bits = [0] * BYTES_OF_HEXES
    for hex in pieces.flying_as_far(start, most, scenario):
        bits[hex >> 3] |= 1 << (hex & 7)
    return int.from_bytes(bytes(bits), "little")


BYTES_OF_HEXES = -(-len(GRID) // 8)


class FlightArea(NamedTuple):
    """3.3 The hexes within range of bases, as bits; and the other hexes from which points fly, with their ranges."""

    near_bases: bytes
    others: list[tuple[int, int]]


def flown_over(pieces: Pieces, starts: Iterable[tuple[int, int]], scenario: int) -> FlightArea:
    """3.3 The hexes within range of the given hexes; areas near bases are cached; areas near forces are not, since they
    soon change.
    """
    bits, others = 0, list[tuple[int, int]]()
    for start, most in starts:
        if start in BASE_AT:
            bits |= hexes_within_range(pieces, start, most, scenario)
        else:
            others.append((start, most))
    return FlightArea(bits.to_bytes(BYTES_OF_HEXES, "little"), others)


def contains_hex(bits: bytes, hex: int) -> bool:
    """Whether a hex is in a set stored as bits."""
    return bool(bits[hex >> 3] >> (hex & 7) & 1)


@cached_by_fingerprint(SEARCH_READS)
def _by_air(state: State, side: int) -> FlightArea:
    """8.1 The hexes that a side's aircraft and its cruiser groups at sea search."""
    starts = [(start, farthest) for start, farthest, groups in searching(state, side) if groups]
    scouts = [(start, SCOUT_RANGE) for start in scouting(state, side)[0]]
    return flown_over(state.rules.pieces, [*starts, *scouts], state.cells[layout.SCENARIO])


def under_search(state: State, side: int, hex: int) -> bool:
    """8.1 Whether any Search Points of a side reach a hex."""
    near_bases, others = _by_air(state, side)
    if contains_hex(near_bases, hex):
        return True
    pieces, scenario = state.rules.pieces, state.cells[layout.SCENARIO]
    if any(pieces.air_cost(start, hex, most, scenario) <= most for start, most in others):
        return True
    subrons = () if layout.scenario(state).subrons_inactive(state, side) else scouting(state, side)[1]
    return any(GRID.distance(start, hex) <= 1 for start, _ in subrons)


@cached_by_fingerprint(SEARCH_READS)
def reaching(state: State, side: int, hex: int) -> SearchPoints:
    """8.1, 39.94 All Search Points of a side that reach a hex; a remaining half is rounded up."""
    aircraft = list(by_aircraft(state, side, hex))
    result = [*aircraft, *by_ships(state, side, hex)]
    return SearchPoints(
        round_half_up(sum(halves for halves, _, _ in result), 2),
        any(full for _, full, _ in result),
        any(weather(state, start) == "overcast" for _, _, start in result),
        bool(aircraft),
    )


def weather(state: State, hex: int) -> str:
    """8.6 The current weather in a hex, from the weather die of its first section in play; clear before any roll."""
    pieces = state.rules.pieces
    die = state.cells[layout.WEATHER_DIE + section_of(pieces, state.cells[layout.SCENARIO], hex)]
    return sky(pieces, hex, die) if die else "clear"


@cached(16_384)
def section_of(pieces: Pieces, scenario: int, hex: int) -> int:
    """8.6 The first section in play that contains a hex."""
    sections = pieces.sections(scenario)
    section = next((name for name in SECTIONS_OF[hex] if name in sections), SECTIONS_OF[hex][0])
    return tables.SECTIONS.index(section)


@cached(16_384)
def sky(pieces: Pieces, hex: int, die: int) -> str:
    """8.6 The weather in a hex according to the die of its section."""
    return weather_at(pieces.charts, hex, die)


def contact_modifiers(state: State, side: int, force: int, found: SearchPoints) -> int | None:
    """8.2 The modifiers of the two dice for contact with a force; None if a storm hides it."""
    pieces = state.rules.pieces
    cells = state.cells
    hex = cells[layout.FORCE_AT + force]
    weather_here = weather(state, hex)
    if weather_here == "storm":
        return None
    ships = len(ships_of(state, force)) or cells[layout.DUMMY_SHIPS + force]
    under_way = bool(cells[layout.FORCE_ACTIVE + force])
    holds = {
        "in_port": not under_way and friendly_port(state, side_of_force(force), force),
        "ten_ships": ships >= MIN_MANY_SHIPS,
        "three_ships": ships <= MAX_FEW_SHIPS,
        "speed_3": under_way and speed_now(state, force) == MIN_FAST_SPEED,
        "extended_range": not found.in_range,
        "overcast": weather_here == "overcast" or found.overcast,
        "enemy_near": enemy_near(state, side, hex),
        "coastwatchers": side == ALLIES and seen_by_coastwatchers(state, hex),
        "radar": side == ALLIES and cycle_of(cells[layout.TURN]) >= cycle_number(RADAR_FROM) and found.by_air,
        "contacted_before": layout.in_contact(cells, force),
    }
    rows = pieces.facts.table(charts.SEARCH_MODS)
    return sum(rows[name].modifier for name, true in holds.items() if true)


@cached_by_fingerprint(SEARCH_READS)
def enemy_near(state: State, side: int, hex: int) -> bool:
    """8.2 Whether a base, ship or Subron of the searcher is within a hex."""
    if hex in near_bases(state, side):
        return True
    return not with_neighbours(hex).isdisjoint(on_the_water(state, side))


@cached_by_fingerprint(SEARCH_READS)
def on_the_water(state: State, side: int) -> frozenset[int]:
    """8.2 The hexes of a side's Task Forces with ships, and of its searching Subrons."""
    cells, forces = state.cells, range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1))
    subrons = range(layout.SUBRONS_A_SIDE * side, layout.SUBRONS_A_SIDE * (side + 1))
    lurking = () if layout.scenario(state).subrons_inactive(state, side) else subrons
    sailing = [cells[layout.FORCE_AT + force] for force in forces if ships_of(state, force)]
    return frozenset([*sailing, *[cells[layout.SUBRON_AT + subron] for subron in lurking]])


@cached_by_fingerprint(depends_on(layout.CONTROL, layout.LEVEL, cells=[(layout.NEW_BASE_AT, NEW_BASES)]))
def near_bases(state: State, side: int) -> frozenset[int]:
    """8.2 The hexes within one hex of a side's ports, anchorages or airbases, including those built in play."""
    control, atlas = state.arrays[layout.CONTROL], state.rules.pieces.atlas
    own = [hex for hex in {*atlas.places, *BASE_AT, *built_at(state)} if control[hex] == side]
    return frozenset[int]().union(*[with_neighbours(hex) for hex in own if is_base(state, hex)])


def is_base(state: State, hex: int) -> bool:
    """8.2 Whether a hex has a port, an anchorage or an airbase, including those built in play."""
    pieces = state.rules.pieces
    place, base = pieces.atlas.places.get(hex), BASE_AT.get(hex, -1)
    if place is not None and place.port != "none":
        return True
    return hex in built_at(state) or (base >= 0 and state.arrays[layout.LEVEL][base] > 0)


def built_at(state: State) -> list[int]:
    """8.2, 25.2 The hexes of airbases built in play; a hex with only stores is not a base."""
    levels = state.arrays[layout.LEVEL]
    built = enumerate(state.cells[layout.NEW_BASE_AT : layout.NEW_BASE_AT + NEW_BASES], FIRST_NEW)
    return [hex for base, hex in built if hex >= 0 and levels[base]]


@cached(4096)
def with_neighbours(hex: int) -> frozenset[int]:
    """A hex and its neighbours."""
    return frozenset(GRID.within(hex, 1))


def seen_by_coastwatchers(state: State, hex: int) -> bool:
    """8.2 Whether Allied coastwatchers see a hex: it is within three hexes of their coasts, from 1942 to 1944."""
    now = cycle_of(state.cells[layout.TURN])
    if not cycle_number(WATCH_FROM) <= now <= cycle_number(WATCH_TO):
        return False
    return on_watched_coast(state.rules.pieces, hex)


@cached(4096)
def on_watched_coast(pieces: Pieces, hex: int) -> bool:
    """8.2 Whether a hex is within three hexes of the watched coasts."""
    atlas = pieces.atlas
    coasts = {atlas.regions.index(region) for region in WATCHED}
    return any(
        atlas.region[near] in coasts and atlas.kind[near] not in (SEA, LAND) for near in GRID.within(hex, WATCH_HEXES)
    )


def port_seen(state: State, side: int, hex: int) -> bool:
    """8.41, 6.5 Whether a hex is an enemy port that is within search or next to the side's own units."""
    pieces = state.rules.pieces
    place = pieces.atlas.places.get(hex)
    if hex >= IN_FORCE or place is None or place.port == "none" or state.arrays[layout.CONTROL][hex] != 1 - side:
        return False
    return under_search(state, side, hex) or enemy_near(state, side, hex)


@cached(8)
def ports(pieces: Pieces, scenario: int) -> list[int]:
    """14.1, 3.51 The ports and anchorages on the sections in play, in the order of bases."""
    in_play = pieces.on_sections(scenario)
    return [hex for hex in BASE_HEX if in_play[hex] and pieces.atlas.places[hex].port != "none"]


def ships_seen(state: State, base: int) -> tuple[int, int]:
    """8.41 The number of capital ships and carriers in a port as last shown to the enemy; ``UNSEEN`` if they were never
    shown.
    """
    return state.arrays[layout.CAPITAL_IN_PORT][base], state.arrays[layout.CARRIERS_IN_PORT][base]


@cached(8)
def seekers(pieces: Pieces) -> tuple[int, int]:
    """8.1 The stacks with a search rating, as bits: from land and from a carrier."""
    bases = 0, FIRST_DECK
    on_land, aboard = (
        sum(1 << stack for stack in range(len(STACKS)) if search_rating(pieces, base, stack // len(TRAININGS)))
        for base in bases
    )
    return on_land, aboard
