"""42.26, 42.34, 42.35 The choices that the cases of the advanced game of Midway leave to the owner, cached."""

from __future__ import annotations

from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, SEA
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_AT,
    BASE_HEX,
    BOXES,
    GROUND_TYPES,
    IN_BOX,
    IN_FORCE,
    SHIPS_OF,
    UNITS_OF,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.scenarios import australia
from ironbottom.games.war_in_the_pacific.scenarios.midway.derived import DIVISION, ISLANDS
from ironbottom.games.war_in_the_pacific.state_types import State

INLAND_SEA = IN_BOX + BOXES.index["inland_sea"]
FREED_BOXES = (INLAND_SEA, IN_BOX + BOXES.index["phase_lane_00"])
"""42.93, 42.94 For each side, the box whose ships may start elsewhere."""
CASE = "42"
OF_HAWAII = "any_hex_of_the_hawaiian_islands"
SOUTHERN_BASES = "any_airbase_at_noumea_espiritu_santo_efate_fiji_samoa_or"
"""42.35 The bases of the South Pacific at any of which some Allied points start."""
HOME = ("hokkaido", "honshu", "kyushu", "shikoku_and_inland_sea")
"""25.2 The regions of Japan, whose ports never run out of stores."""


@cached(8)
def division_of_hawaii(pieces: Pieces, scenario: int) -> int:
    """42.34 The counter of the division that starts in any hex of the Hawaiian Islands."""
    rows = [row for row in pieces.facts.table(tables.DEPLOYMENT).values() if row.scenario == CASE]
    alike = [row for row in rows if row.kind == "ground" and row.unit == DIVISION]
    earlier = [row.count for row in alike[: [row.area for row in alike].index(OF_HAWAII)]]
    types, kind = at_start(pieces, scenario).arrays[layout.UNIT_TYPE], GROUND_TYPES.index[DIVISION]
    return [unit for unit in UNITS_OF[ALLIES] if types[unit] == kind][sum(earlier)]


@cached(8)
def first_places(pieces: Pieces, scenario: int) -> dict[int, int]:
    """42.91, 42.93, 42.94 The ships that may start elsewhere, each with the place that its case gives: a port, or the
    box of its side.
    """
    lies = at_start(pieces, scenario).arrays[layout.SHIP_AT]
    return {
        ship: lies[ship]
        for side, box in enumerate(FREED_BOXES)
        for ship in SHIPS_OF[side]
        if 0 <= lies[ship] < IN_FORCE or lies[ship] == box
    }


@cached(8)
def hawaii(pieces: Pieces) -> frozenset[int]:
    """42.34 The land hexes of the Hawaiian Islands."""
    return frozenset([number for number in pieces.in_regions((ISLANDS,)) if pieces.atlas.kind[number] != SEA])


@cached(8)
def home_ports(pieces: Pieces, scenario: int) -> frozenset[int]:
    """25.2 The ports of Japan in play."""
    opened, named = pieces.waters(scenario).opened, pieces.atlas.places
    here = [number for number in pieces.in_regions(HOME) if number in named and opened[number]]
    return frozenset([number for number in here if named[number].port != "none"])


def start_hexes(state: State, side: int) -> dict[int, frozenset[int]]:
    """42.34, 42.35 The units that may start anywhere in Australia, and the division that may start anywhere in the
    Hawaiian Islands.
    """
    result = australia.start_hexes(state, side)
    unit = division_of_hawaii(state.rules.pieces, state.cells[layout.SCENARIO])
    whole = state.arrays[layout.UNIT_TYPE][unit] == GROUND_TYPES.index[DIVISION]
    if side == ALLIES and whole:
        result[unit] = hawaii(state.rules.pieces)
    return result


def start_bases(state: State, side: int) -> list[frozenset[int]]:
    """42.26, 42.35 The groups of bases among which points may start: for Japan, all its bases; for the Allies, the
    bases of Australia, and those of the South Pacific.
    """
    pieces = state.rules.pieces
    if side == ALLIES:
        south = [BASE_AT[NUMBER[name]] for name in pieces.facts.table(tables.AREAS)[SOUTHERN_BASES].hexes]
        return [*australia.start_bases(state, side), frozenset(south)]
    opened, control = pieces.in_play(state.cells[layout.SCENARIO]), state.arrays[layout.CONTROL]
    return [frozenset([base for base, number in enumerate(BASE_HEX) if opened[number] and control[number] == JAPAN])]


def home_sources(state: State, side: int) -> frozenset[int]:
    """25.2 The ports of Japan, and Sydney and Melbourne, if the side holds them."""
    if side == ALLIES:
        return australia.home_sources(state, side)
    control = state.arrays[layout.CONTROL]
    ports = home_ports(state.rules.pieces, state.cells[layout.SCENARIO])
    return frozenset([number for number in ports if control[number] == JAPAN])
