"""26.1, 26.2, 21.6, 29.8 The places where a side may build or repair, and the units that it may bring to
full strength.
"""

from __future__ import annotations

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.derived import chinese_armies, completed_construction, facilities
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import ground_of
from ironbottom.games.war_in_the_pacific.derived.supply_reach import SupplyBudget
from ironbottom.games.war_in_the_pacific.derived.workforce import (
    MIN_REGIMENTS,
    Workers,
    busy_engineers,
    full_forces,
    workers,
)
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, NEW_BASES, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.turn_record import WORKS

AIRBASE, ENTRENCHMENT, MEND_AIRBASE, MEND_PORT, MEND_GUNS = (
    WORKS.index[name] for name in ("airbase", "entrenchment", "mend_airbase", "mend_port", "mend_guns")
)
THICK = ("jungle", "jungle_mountain", "swamp")
"""26.1 Terrain in which a first Level costs more."""
MAX_LEVELS, ISLAND_LEVELS = 10, 5
REPAIRS = (MEND_AIRBASE, MEND_PORT, MEND_GUNS)
"""26.2 Repairs, in the order of the facilities."""


# -- 26.1 engineers --------------------------------------------------------------------------------------------


def row_of_place(state: State, hex: int, work: int) -> str:
    """26.1 The table row for a work in a hex, ignoring the workers there; empty if the place or earlier construction
    rules the work out.
    """
    base = base_at(state, hex)
    if work == AIRBASE:
        return airbase_row(state, hex, base)
    if work == ENTRENCHMENT:
        return "entrenchment"
    if work in (completed_construction.MINOR_ROAD, completed_construction.MAJOR_ROAD):
        return completed_construction.road_row(state, hex, work)
    if work == completed_construction.PORT:
        return completed_construction.port_row(state, hex)
    if work == completed_construction.GUNS:
        room = base >= 0 or free_slot(state) >= 0
        return completed_construction.guns_row(state, hex, facilities.guns_before_damage(state, hex)) if room else ""
    if work == completed_construction.FORTIFY:
        return completed_construction.fort_row(state, hex)
    return "repair" if base >= 0 and REPAIRS.index(work) in tuple(facilities.damaged_facilities(state, base)) else ""


def airbase_row(state: State, hex: int, base: int) -> str:
    """26.1, 26.4 The table row for an airbase Level in a hex; empty if no Level may be built."""
    pieces = state.rules.pieces
    terrain, place = ground_of(pieces, hex), pieces.atlas.places.get(hex)
    level = state.arrays[layout.LEVEL][base] if base >= 0 else 0
    most = ISLAND_LEVELS if terrain in ("island", "atoll") else MAX_LEVELS
    printed = place is not None and place.airbase > 0
    if level >= most or (terrain in ("mountain", "jungle_mountain") and not printed):
        return ""
    if base < 0 and free_slot(state) < 0:
        return ""
    return "airbase_level" if level else "airbase_jungle" if terrain in THICK else "airbase"


def free_slot(state: State) -> int:
    """26.1 The first unused number for a base built in play; -1 if there is none."""
    built = state.cells[layout.NEW_BASE_AT : layout.NEW_BASE_AT + NEW_BASES]
    return built.index(-1) if -1 in built else -1


def projects(state: State, side: int, hex: int, present: Workers, begun: list[int]) -> list[tuple[int, int]]:
    """26.1 The projects that a side could begin in a hex, given the workers there and their current projects.

    Each has its cost in Supply Points.
    """
    skilled = len(present.engineers) > busy_engineers(present, begun)
    if not skilled and present.regiments < MIN_REGIMENTS:
        return []
    able = projects_of(state, side, hex)
    if not skilled:
        able = [each for each in able if each[0] == ENTRENCHMENT]
    if present.dug or begun:
        able = [each for each in able if each[0] not in begun and not (present.dug and each[0] == ENTRENCHMENT)]
    return able


def _built(state: State) -> object:
    return turn_record.read(state, "built", ()), full_forces(state)


_WORK_READS = depends_on(
    *(layout.CONTROL, layout.LEVEL, layout.HURT, layout.PORT_HURT, layout.GUNS_HURT),
    cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)],
    also=_built,
)


@cached_by_fingerprint(_WORK_READS)
def projects_of(state: State, side: int, hex: int) -> list[tuple[int, int]]:
    """26.1 The projects that a hex allows, ignoring the workers there, each with its cost in Supply Points."""
    if state.arrays[layout.CONTROL][hex] != side:
        return []
    table = state.rules.pieces.facts.table(charts.CONSTRUCTION)
    able = [work for work in range(len(WORKS)) if work not in REPAIRS or not repairs_itself(state)]
    rows = [(work, table[name]) for work in able if (name := row_of_place(state, hex, work))]
    return [(work, row.supply_points) for work, row in rows if row.engineer_turns]


def repairs_itself(state: State) -> bool:
    """26.2 Whether Levels are repaired without a project, by the workers in the hex."""
    return layout.scenario(state).repairs_without_orders


_SITE_READS = depends_on(
    *(layout.UNIT_AT, layout.UNIT_TYPE, layout.UNSUPPLIED, layout.DEPLOYED, layout.IDLE_HEADQUARTERS),
    *(layout.CONTROL, layout.SUPPLY, layout.LEVEL, layout.HURT, layout.PORT_HURT, layout.GUNS_HURT),
    cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)],
    also=turn_record.TurnRecordFields("sites", "built", "lifted", "lost", "by_sea", "disturbed").of,
)


@cached_by_fingerprint(_SITE_READS)
def sites_open(state: State, side: int) -> dict[int, list[int]]:
    """26.1 The projects that a side can begin and pay for, by hex."""
    control, result = state.arrays[layout.CONTROL], dict[int, list[int]]()
    if turn_record.turn_record_of(state) is None:
        return result
    there, begun = workers(state, side), dict[int, list[int]]()
    for site in [site for site in turn_record.read(state, "sites", ()) if site.side == side]:
        begun.setdefault(site.at, []).append(site.work)
    able = [
        hex
        for hex, present in there.items()
        if control[hex] == side and (present.engineers or present.regiments >= MIN_REGIMENTS)
    ]
    for hex, most in SupplyBudget(state, side).richest_source_points(sorted(able)).items():
        able_here = projects(state, side, hex, there[hex], begun.get(hex, [])) if most >= 0 else []
        result[hex] = [work for work, points in able_here if points <= most]
    return {hex: works for hex, works in result.items() if works}


# -- 21.6 rebuilding -------------------------------------------------------------------------------------------


def full_of(row: GroundType) -> int:
    """21.6 The type of the full unit that a battlegroup type flips to; -1 if the type is not a battlegroup."""
    return GROUND_TYPES.index.get(row.id.removesuffix("_bg"), -1) if row.id.endswith("_bg") else -1


@cached(8)
def rebuilt_types(pieces: Pieces) -> frozenset[int]:
    """21.6 The types of battlegroups that can be rebuilt for Supply Points."""
    return frozenset(kind for kind, row in enumerate(pieces.ground) if row.rebuild_sp and full_of(row) >= 0)


# -- 29.8 armies -----------------------------------------------------------------------------------------------


@cached(8)
def armies_begun(pieces: Pieces, case: str) -> int:
    """29.8 The number of the KMT's original armies."""
    rows = pieces.facts.table(tables.DEPLOYMENT).values()
    return sum(len(row.hexes) * row.count for row in rows if row.scenario == case and row.unit == chinese_armies.ARMY)
