"""21.6, 26.0, 5.31, 5.32, 29.8 Orders after the Supply Segment: construction, repair, rebuilding, and new headquarters.

A project is paid for when it begins and takes engineer-turns; ``advance_projects`` advances all projects once a
Game-Turn.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, TupleField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import (
    building_sites,
    completed_construction,
    facilities,
    ground_stacks,
    headquarters_sites,
)
from ironbottom.games.war_in_the_pacific.derived import chinese_armies as chinese_armies_
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of, units_at
from ironbottom.games.war_in_the_pacific.derived.supply_reach import SupplyBudget
from ironbottom.games.war_in_the_pacific.derived.unit_parts import free_counters
from ironbottom.games.war_in_the_pacific.derived.unit_positions import units_on_map
from ironbottom.games.war_in_the_pacific.derived.workforce import MIN_REGIMENTS, NO_WORKERS, busy_engineers, workers
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FIRST_NEW, GROUND_TYPES, HEXES, SIDES, UNITS
from ironbottom.games.war_in_the_pacific.questions import HasRebuilt
from ironbottom.games.war_in_the_pacific.rules.bases import construction, headquarters
from ironbottom.games.war_in_the_pacific.rules.bases.headquarters import RAISE_HEADQUARTERS
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.rules.turn.supply_payments import pay_from
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turn_record import WORKS, Site
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE

HEADQUARTERS_THAT_REPAIR = ("division", "force")
"""21.6, 26.2 The sizes of headquarters that rebuild units and repair bases."""
ARMY_REBUILD_COST = 4
"""29.8 The Provincial Points for restoring an army to full strength."""
ARMY_RECALL_COST = 8


def headquarters_size_name(state: State, unit: int) -> str:
    """5.3 The size of a headquarters; empty for other units."""
    row = type_of(state, unit)
    return row.id.rpartition("_")[2] if row.kind == "air_hq" else ""


def on_map(state: State, side: int) -> list[int]:
    """The ground units of a side on the map."""
    return [unit for unit, _, _ in units_on_map(state, side)]


# -- 26.1 engineers --------------------------------------------------------------------------------------------


def entrenching_units(state: State, side: int, hex: int) -> int:
    """26.1, 25.3 The units that may build entrenchments: also a division or two regiments, if supplied."""
    return int(workers(state, side).get(hex, NO_WORKERS).regiments >= MIN_REGIMENTS)


def cost_of(state: State, side: int, hex: int, work: int) -> tuple[int, int]:
    """26.1, 26.2, 26.4 The cost of a project in Supply Points and engineer-turns; zero for both if it is impossible."""
    pieces = state.rules.pieces
    name = row_of_work(state, side, hex, work) if state.arrays[layout.CONTROL][hex] == side else ""
    if not name:
        return 0, 0
    row = pieces.facts.table(charts.CONSTRUCTION)[name]
    return row.supply_points, row.engineer_turns


def row_of_work(state: State, side: int, hex: int, work: int) -> str:
    """26.1 The table row for a project in a hex; empty if it is impossible."""
    dug = work == building_sites.ENTRENCHMENT and ground_stacks.entrenched(state, side, hex)
    return "" if dug else building_sites.row_of_place(state, hex, work)


def base_for(state: State, hex: int) -> int:
    """26.1 The base in a hex, which is created if there is none; -1 if no number is left."""
    base = base_at(state, hex)
    if base >= 0:
        return base
    slot = building_sites.free_slot(state)
    if slot < 0:
        return -1
    state.cells[layout.NEW_BASE_AT + slot] = hex
    return FIRST_NEW + slot


def projects_begun(state: State, side: int, hex: int) -> list[int]:
    """26.1 The projects of a side in a hex."""
    return [site.work for site in turn_record.read(state, "sites", ()) if site.side == side and site.at == hex]


@restriction(
    "26.1", "{at} is not yours, has no engineer in supply that is free for a project, or you can afford nothing there"
)
def building_site(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(building_sites.sites_open(state, side), len(HEXES))


@restriction(
    "26.1", "{work} cannot be begun at {at}: it is already built or begun, is not damaged, or the terrain forbids it"
)
def possible_work(state: State, frame: Procedure, side: int, hex: int) -> IdSet:
    return sets.from_iterable(building_sites.sites_open(state, side).get(hex, []), len(WORKS))


BEGIN_WORK: Verb = Verb(
    "begin_work",
    clause="26.1",
    ends_list="never",
    at=Argument(HEXES, building_site, always_completes=True),
    work=Argument(WORKS, possible_work),
)


def begin_project(execution: Execution, side: int, hex: int, work: int) -> None:
    """26.1 Pays for a project and begins it."""
    points, turns = cost_of(execution.state, side, hex, work)
    pay_from(SupplyBudget(execution.state, side), execution, hex, points)
    sites = turn_record.read(execution.state, "sites", ())
    turn_record.write_turn_record(execution.state, sites=(*sites, Site(side, hex, work, turns)))
    execution.emit(log.WORK_BEGUN, side, hex, work, points)


def advance_projects(execution: Execution) -> None:
    """26.1, 26.2, 26.3 Advances each project by a Game-Turn; projects in contested hexes make no progress."""
    state, kept = execution.state, []
    disturbed = turn_record.read(state, "disturbed", ())
    engineers = {
        (side, hex): list(workers(state, side).get(hex, NO_WORKERS).engineers)
        for side in range(len(SIDES))
        for hex in {site.at for site in turn_record.read(state, "sites", ())}
    }
    for site in turn_record.read(state, "sites", ()):
        if state.arrays[layout.CONTROL][site.at] != site.side:
            continue
        left = site.left - (0 if site.at in disturbed else work_done(state, site, engineers[site.side, site.at]))
        if left > 0:
            kept.append(site._replace(left=left))
        else:
            complete_project(execution, site)
    turn_record.write_turn_record(state, sites=tuple(kept))
    if not building_sites.repairs_itself(state):
        repair_under_headquarters(execution, disturbed)


def engineers_left(state: State, side: int, hex: int) -> list[int]:
    """26.1 The work of the engineers in a hex that have no project."""
    there = workers(state, side).get(hex, NO_WORKERS)
    return list(
        there.engineers[: max(len(there.engineers) - busy_engineers(there, projects_begun(state, side, hex)), 0)]
    )


def work_done(state: State, site: Site, engineers: list[int]) -> int:
    """26.1 The work on a project: on an entrenchment, that of infantry; on others, that of the strongest engineer
    without a project.
    """
    dug = entrenching_units(state, site.side, site.at) if site.work == building_sites.ENTRENCHMENT else 0
    return dug or (engineers.pop() if engineers else 0)


def complete_project(execution: Execution, site: Site) -> None:
    """26.1, 26.2 Completes a project."""
    state, building = execution.state, site.work in (building_sites.AIRBASE, completed_construction.GUNS)
    base = base_for(state, site.at) if building else base_at(state, site.at)
    if site.work == building_sites.ENTRENCHMENT:
        markers = layout.scenario(state).entrenchments
        free = free_counters(state, site.side)
        if free:
            state.arrays[layout.UNIT_TYPE][free[0]] = GROUND_TYPES.index[markers[site.side]]
            layout.units_in(state.arrays).put(free[0], site.at)
    elif site.work == building_sites.AIRBASE and base >= 0:
        state.arrays[layout.LEVEL][base] += 1
    elif site.work in construction.LASTING:
        if site.work == completed_construction.GUNS and base >= 0:
            construction.clear_fallen_guns(state, site.at, base)
        construction.add_construction(state, site.at, site.work)
    elif base >= 0:
        facility = building_sites.REPAIRS.index(site.work)
        if facility in tuple(facilities.damaged_facilities(state, base)):
            construction.repair_level(state, base, facility)
    execution.emit(log.WORK_DONE, site.side, site.at, site.work)


def repair_under_headquarters(execution: Execution, disturbed: tuple[int, ...]) -> None:
    """26.2 A working Division or Force headquarters repairs a Level of its base each turn; this costs stores but needs
    no engineers.
    """
    state = execution.state
    cost = execution.rules.facts.table(charts.CONSTRUCTION)["repair"].supply_points
    for side in range(len(SIDES)):
        for hex in sorted(hexes_of_headquarters(state, side) - set(disturbed)):
            base = base_at(state, hex)
            facility = next(facilities.damaged_facilities(state, base), None) if base >= 0 else None
            if facility is not None and pay_from(SupplyBudget(state, side), execution, hex, cost):
                construction.repair_level(state, base, facility)
                execution.emit(log.MENDED, side, hex, facility, 1)


def hexes_of_headquarters(state: State, side: int) -> set[int]:
    """26.2, 25.3, 5.32 A side's hexes with a large headquarters that is supplied and works."""
    control, lacking, idle = (
        state.arrays[each] for each in (layout.CONTROL, layout.UNSUPPLIED, layout.IDLE_HEADQUARTERS)
    )
    able = [unit for unit in on_map(state, side) if headquarters_size_name(state, unit) in HEADQUARTERS_THAT_REPAIR]
    hexes = {state.arrays[layout.UNIT_AT][unit] for unit in able if not lacking[unit] and not idle[unit]}
    return {hex for hex in hexes if control[hex] == side}


# -- 21.6 rebuilding -------------------------------------------------------------------------------------------


def full_type(state: State, unit: int) -> int:
    """21.6 The full type of a battlegroup; -1 for other units."""
    return building_sites.full_of(type_of(state, unit))


def has_division_headquarters(state: State, side: int, hex: int) -> bool:
    """21.6 Whether a hex has a Division or Force headquarters."""
    return any(headquarters_size_name(state, unit) in HEADQUARTERS_THAT_REPAIR for unit in units_at(state, side, hex))


def rebuildable_units(state: State, frame: HasRebuilt, side: int) -> list[int]:
    """21.6 The supplied battlegroups in a city or next to a large headquarters, one per hex, that can be paid for."""
    pieces = state.rules.pieces
    lacking, reduced, result = state.arrays[layout.UNSUPPLIED], building_sites.rebuilt_types(pieces), list[int]()
    waiting = [
        (unit, hex, kind) for unit, hex, kind in units_on_map(state, side) if kind in reduced and not lacking[unit]
    ]
    if not waiting:
        return result
    budget = SupplyBudget(state, side)
    for unit, hex, kind in waiting:
        if hex in frame.rebuilt:
            continue
        place = pieces.atlas.places.get(hex)
        if (has_division_headquarters(state, side, hex) or (place is not None and place.city)) and budget.holds(
            hex, pieces.ground[kind].rebuild_sp
        ):
            result.append(unit)
    return result


@restriction("21.6", "{unit} is not a battlegroup in supply in a city or beside a Division, or you cannot pay for it")
def battlegroups(state: State, frame: HasRebuilt, side: int) -> IdSet:
    return sets.from_iterable(rebuildable_units(state, frame, side), len(UNITS))


REBUILD = Verb("rebuild", clause="21.6", ends_list="never", unit=Argument(UNITS, battlegroups))


# -- 29.8 armies -----------------------------------------------------------------------------------------------


@restriction("29.8", "{unit} is not a reduced army in China, or there are too few Provincial Points")
def reduced_armies(state: State, frame: Procedure, side: int) -> IdSet:
    able = turn_record.read(state, "pool", 0) >= ARMY_REBUILD_COST
    armies = [unit for unit in on_map(state, side) if chinese_armies_.is_army(state, unit)] if able else []
    reduced = [unit for unit in armies if full_type(state, unit) >= 0 and chinese_armies_.in_china(state, unit)]
    return sets.from_iterable(reduced, len(UNITS))


@restriction("29.8", "no KMT army is lost, Chungking has no room for it, or there are too few Provincial Points")
def army_to_recall(state: State, frame: Procedure, side: int) -> bool:
    paid = side == ALLIES and turn_record.read(state, "pool", 0) >= ARMY_RECALL_COST
    return paid and lost_armies(state) > 0 and chinese_armies_.has_room_for_army(state)


def lost_armies(state: State) -> int:
    """29.8 The number of the KMT's original armies that are lost."""
    begun = building_sites.armies_begun(state.rules.pieces, layout.scenario(state).case)
    return begun - sum(chinese_armies_.is_army(state, unit) for unit in on_map(state, ALLIES))


REFILL = Verb("refill_army", clause="29.8", ends_list="never", unit=Argument(UNITS, reduced_armies))
RECALL_ARMY = Verb("recall_army", clause="29.8", ends_list="never", when=(army_to_recall,))


class ConstructionOrders(Question):
    """25.3, 26.1 A side builds, rebuilds and deploys headquarters at the end of the Supply Segment."""

    number, name, clause = 70, "quarters", "26.1"
    verbs = (BEGIN_WORK, REBUILD, RAISE_HEADQUARTERS, REFILL, RECALL_ARMY, DONE)
    side: Annotated[int, IdField(SIDES)]
    rebuilt: Annotated[tuple[int, ...], TupleField(IdField(HEXES))]

    def begin_work(self, execution: Execution, at: int, work: int) -> None:
        """26.1 Begins a project."""
        begin_project(execution, self.side, at, work)

    def rebuild(self, execution: Execution, unit: int) -> None:
        """21.6 Rebuilds a battlegroup, one per hex in a Game-Turn."""
        hex = execution.state.arrays[layout.UNIT_AT][unit]
        pay_from(SupplyBudget(execution.state, self.side), execution, hex, type_of(execution.state, unit).rebuild_sp)
        execution.replace(changed(self, rebuilt=(*self.rebuilt, hex)))
        make_full(execution, unit)

    def raise_staff(self, execution: Execution, kind: int, at: int) -> None:
        """5.31 Deploys a secondary headquarters."""
        cost = headquarters_sites.SECONDARY[GROUND_TYPES.ids[kind].rpartition("_")[2]]
        pay_from(SupplyBudget(execution.state, self.side), execution, at, cost)
        headquarters.place_headquarters(execution, self.side, at, kind)

    def refill_army(self, execution: Execution, unit: int) -> None:
        """29.8 Restores an army to full strength for Provincial Points."""
        turn_record.write_turn_record(
            execution.state, pool=turn_record.read(execution.state, "pool", 0) - ARMY_REBUILD_COST
        )
        make_full(execution, unit)

    def recall_army(self, execution: Execution) -> None:
        """29.8 Returns a lost army at Chungking."""
        state, unit = execution.state, free_counters(execution.state, self.side)[0]
        turn_record.write_turn_record(state, pool=turn_record.read(state, "pool", 0) - ARMY_RECALL_COST)
        kind, hex = GROUND_TYPES.index[chinese_armies_.ARMY], NUMBER[chinese_armies_.CHUNGKING]
        state.arrays[layout.UNIT_TYPE][unit] = kind
        layout.units_in(state.arrays).put(unit, hex)
        execution.emit(log.RAISED, unit, kind, hex)

    def done(self, execution: Execution) -> None:
        """Ends the side's orders and announces this."""
        execution.pop()
        execution.emit(log.SEGMENT_OVER, self.side)


def make_full(execution: Execution, unit: int) -> None:
    """21.6 Flips a battlegroup to its full side; carried losses are cleared."""
    kind = full_type(execution.state, unit)
    execution.state.arrays[layout.UNIT_TYPE][unit] = kind
    execution.state.arrays[layout.REST][unit] = 0
    execution.emit(log.REBUILT, unit, kind)


def open_quarters(execution: Execution) -> None:
    """26.1, 5.32 Projects advance, headquarters that moved resume work; then both sides are asked, the First Player
    first.
    """
    advance_projects(execution)
    headquarters.work_begins(execution)
    first = max(execution.cells[layout.FIRST_PLAYER], 0)
    execution.push(ConstructionOrders(1 - first, ()))
    execution.push(ConstructionOrders(first, ()))


def cycle_begins(execution: Execution) -> None:
    """5.32, 28.2 Resets the counts of the Cycle."""
    if execution.cells[layout.TURN] % TURNS_A_CYCLE == TURNS_A_CYCLE - 1:
        turn_record.write_turn_record(execution.state, staffs=(), paid=0, lost=())


PROCEDURES = (ConstructionOrders,)
