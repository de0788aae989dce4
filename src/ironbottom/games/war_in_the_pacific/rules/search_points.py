"""8.1, 8.2 How many Search Points reach a hex, and what makes contact easier or harder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, LAND, SEA
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.grid import GRID, SECTIONS_OF
from ironbottom.games.war_in_the_pacific.pieces import (
    BASES,
    DECKS,
    FARTHEST,
    FIRST_BOX,
    FIRST_DECK,
    FORCES,
    FORCES_A_SIDE,
    IN_FORCE,
    SCENARIO_CASE,
    SIDE_OF_SHIP,
    STACKS,
    TRAININGS,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.rules import leyte
from ironbottom.games.war_in_the_pacific.rules.sailing import ships_of
from ironbottom.games.war_in_the_pacific.rules.search import weather_at
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of

SCOUTS, SCOUT_POINTS, SCOUT_RANGE = ("BB", "BC", "CA", "CL"), 2, 24
"""8.1 Two ships of these types in a force add two points within so many Movement Points."""
SUB_SHARE = 3
"""8.1, 13.4 A third of a Subron's points search, within a hex."""
WATCHED = (
    *("solomons", "bougainville", "bismarcks", "admiralties", "new_guinea_mandate_new_guinea", "papua_new_guinea"),
    "new_guinea",
)
"""The coasts with Allied coastwatchers."""
WATCH_HEXES, WATCH_FROM, WATCH_TO, RADAR_FROM = 3, "1/42", "13/44", "1/43"
MANY, FEW, FAST = 10, 3, 3


_NOBODY_HERE = bytes(len(STACKS))


class Reaching(NamedTuple):
    """8.1 The Search Points that reach a hex, in full and at half; whether any section of theirs is overcast."""

    points: int
    in_range: bool
    overcast: bool


def side_of_force(force: int) -> int:
    """Whose a force is."""
    return force // FORCES_A_SIDE


def ship_hex(state: State, ship: int) -> int:
    """Where a ship is on the map, in port or in its force; -1 off the map."""
    at = state.arrays[places.SHIP_AT][ship]
    if at < IN_FORCE:
        return at
    return state.cells[places.FORCE_AT + at - IN_FORCE] if at < IN_FORCE + len(FORCES) else -1


def searching_bases(state: State, side: int) -> Iterator[tuple[int, int]]:
    """8.1 The bases of a side with points in the Search Role, each with its hex on the map."""
    numbers, wide = state.arrays[places.SEARCHING].tobytes(), len(STACKS)
    for base in range(len(BASES)):
        if numbers[base * wide : (base + 1) * wide] == _NOBODY_HERE:
            continue
        if base >= FIRST_DECK:
            ship = DECKS[base - FIRST_DECK]
            at, own = ship_hex(state, ship), SIDE_OF_SHIP[ship] == side
        elif base >= FIRST_BOX:
            continue
        else:
            at = places.base_hex(state.cells, base)
            own = at >= 0 and state.arrays[places.CONTROL][at] == side
        if own and at >= 0:
            yield base, at


def rating(pieces: Pieces, base: int, kind: int) -> int:
    """8.1 The search rating of a point: aboard a carrier bombers and torpedo planes have one at least."""
    row = pieces.air[kind]
    aboard = base >= FIRST_DECK and (row.bomb or row.torpedo)
    return max(row.search, 1) if aboard and row.carrier_capable else row.search


def by_aircraft(state: State, side: int, at: int) -> Iterator[tuple[int, bool, int]]:
    """8.1 What the searching points of each base bring to a hex: points, whether in full range, from which hex."""
    pieces: Pieces = state.rules.pieces
    wide, each = len(STACKS), len(TRAININGS)
    for base, start in searching_bases(state, side):
        away = _air_cost(state, start, at)
        row = state.arrays[places.SEARCHING][base * wide : (base + 1) * wide]
        for kind in sorted({stack // each for stack, points in enumerate(row) if points}):
            ratings = pieces.air[kind]
            points = sum(row[kind * each : (kind + 1) * each]) * rating(pieces, base, kind)
            if points and away <= ratings.range_mp:
                yield points, True, start
            elif points and away <= ratings.extended_mp:
                yield points // 2, False, start


def by_ships(state: State, side: int, at: int) -> Iterator[tuple[int, bool, int]]:
    """8.1 What cruiser groups at sea and Subrons on station bring to a hex."""
    pieces: Pieces = state.rules.pieces
    cells = state.cells
    for force in range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1)):
        start = cells[places.FORCE_AT + force]
        types = [pieces.ships[ship].type for ship in ships_of(state, force)] if start >= 0 else []
        scouts = sum(kind in SCOUTS for kind in types)
        if scouts > 1 and _air_cost(state, start, at) <= SCOUT_RANGE:
            yield SCOUT_POINTS, True, start
    for subron in range(places.SUBRONS_A_SIDE * side, places.SUBRONS_A_SIDE * (side + 1)):
        start = cells[places.SUBRON_AT + subron]
        points = (cells[places.SUBRON_FLEET + subron] + cells[places.SUBRON_COASTAL + subron]) // SUB_SHARE
        searches = start >= 0 and not cells[places.SUBRON_MODE + subron] and not leyte.quiet(state, side)
        if searches and points and GRID.distance(start, at) <= 1:
            yield points, True, start


def reaching(state: State, side: int, at: int) -> Reaching:
    """8.1 All Search Points of a side that reach a hex."""
    found = [*by_aircraft(state, side, at), *by_ships(state, side, at)]
    return Reaching(
        sum(points for points, _, _ in found),
        any(full for _, full, _ in found),
        any(weather(state, start) == "overcast" for _, _, start in found),
    )


def weather(state: State, at: int) -> str:
    """8.6 The weather in a hex now, by the die of the first section in play that it lies in; clear before any."""
    pieces: Pieces = state.rules.pieces
    row = pieces.facts.table(tables.SCENARIO_TABLE)[SCENARIO_CASE[state.cells[places.SCENARIO]]]
    section = next((name for name in SECTIONS_OF[at] if name in row.sections), SECTIONS_OF[at][0])
    die = state.cells[places.WEATHER_DIE + tables.SECTIONS.index(section)]
    return weather_at(pieces.charts, at, die) if die else "clear"


def modifier(state: State, side: int, force: int, found: Reaching) -> int | None:
    """8.2 What is added to two dice for contact with a force; None where a storm hides it."""
    pieces: Pieces = state.rules.pieces
    cells = state.cells
    at = cells[places.FORCE_AT + force]
    sky = weather(state, at)
    if sky == "storm":
        return None
    ships = len(ships_of(state, force)) or cells[places.DUMMY_SHIPS + force]
    place = pieces.atlas.places.get(at)
    holds = {
        "in_port": place is not None and place.port != "none" and not cells[places.FORCE_ACTIVE + force],
        "ten_ships": ships >= MANY,
        "three_ships": ships <= FEW,
        "speed_3": bool(cells[places.FORCE_ACTIVE + force]) and cells[places.FORCE_SPEED + force] == FAST,
        "extended_range": not found.in_range,
        "overcast": sky == "overcast" or found.overcast,
        "enemy_near": enemy_near(state, side, at),
        "coastwatchers": side == ALLIES and watched(state, at),
        "radar": side == ALLIES and cycle_of(cells[places.TURN]) >= cycle_number(RADAR_FROM) and found.in_range,
        "contacted_before": bool(cells[places.IN_CONTACT] >> force & 1),
    }
    rows = pieces.facts.table(charts.SEARCH_MODS)
    return sum(rows[name].modifier for name, true in holds.items() if true)


def enemy_near(state: State, side: int, at: int) -> bool:
    """8.2 Whether a base, ship or Subron of the searcher lies within a hex."""
    near = set(GRID.within(at, 1))
    cells, atlas = state.cells, state.rules.pieces.atlas
    if any(state.arrays[places.CONTROL][there] == side and there in atlas.places for there in near):
        return True
    forces = range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1))
    subrons = range(places.SUBRONS_A_SIDE * side, places.SUBRONS_A_SIDE * (side + 1))
    return any(cells[places.FORCE_AT + force] in near and ships_of(state, force) for force in forces) or any(
        cells[places.SUBRON_AT + subron] in near for subron in subrons
    )


def watched(state: State, at: int) -> bool:
    """8.2 Whether Allied coastwatchers see a hex: within three hexes of the coasts they watch, 1942 to 1944."""
    now = cycle_of(state.cells[places.TURN])
    if not cycle_number(WATCH_FROM) <= now <= cycle_number(WATCH_TO):
        return False
    atlas = state.rules.pieces.atlas
    coasts = {atlas.regions.index(region) for region in WATCHED}
    return any(
        atlas.region[near] in coasts and atlas.kind[near] not in (SEA, LAND) for near in GRID.within(at, WATCH_HEXES)
    )


def _air_cost(state: State, start: int, at: int) -> int:
    if start == at:
        return 0
    pieces: Pieces = state.rules.pieces
    least = 4 * GRID.distance(start, at)
    if least > FARTHEST:
        return FARTHEST + 1
    return pieces.flying(start, state.cells[places.SCENARIO]).get(at, FARTHEST + 1)
