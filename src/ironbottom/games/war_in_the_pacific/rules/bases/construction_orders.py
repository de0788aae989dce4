"""21.6, 26.0, 5.31, 5.32, 29.8 After the Supply Segment: engineers build and repair, units are rebuilt, staffs raised.

A project is paid for as it is begun and counted in engineer-turns; ``progress`` works at all of them once a Game-Turn.
"""

from __future__ import annotations

from typing import Annotated, Any

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on
from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, TupleField
from ironbottom.engine.core.sets import Members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Execution, Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.derived.unit_positions import standing
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    FIRST_NEW,
    GROUND_TYPES,
    HEXES,
    NEW_BASES,
    SIDES,
    UNITS,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.questions import WithRebuilt
from ironbottom.games.war_in_the_pacific.rules.bases import construction, facility_damage
from ironbottom.games.war_in_the_pacific.rules.bases import headquarters as staffs_at_work
from ironbottom.games.war_in_the_pacific.rules.bases.headquarters_deployment import RAISE_STAFF
from ironbottom.games.war_in_the_pacific.rules.bases.workforce import (
    ENOUGH_MEN,
    NO_CREW,
    Crew,
    busy,
    crews,
    full_forces,
)
from ironbottom.games.war_in_the_pacific.rules.land import chinese_armies, ground_battle
from ironbottom.games.war_in_the_pacific.rules.land.components import free_counters
from ironbottom.games.war_in_the_pacific.rules.land.ground_units import ground_of, type_of, units_at
from ironbottom.games.war_in_the_pacific.rules.shore.bombardment import base_at
from ironbottom.games.war_in_the_pacific.rules.supply.supply_sources import Purse
from ironbottom.games.war_in_the_pacific.rules.turn import turn_record
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.rules.turn.turn_record import WORKS, Site
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE

AIRBASE, ENTRENCHMENT, MEND_AIRBASE, MEND_PORT, MEND_GUNS = (
    WORKS.index[name] for name in ("airbase", "entrenchment", "mend_airbase", "mend_port", "mend_guns")
)
THICK = ("jungle", "jungle_mountain", "swamp")
"""26.1 Terrain in which a first Level costs more."""
MOST_LEVELS, ISLAND_LEVELS = 10, 5
FIELD_STAFFS = ("division", "force")
"""21.6, 26.2 The sizes of headquarters that rebuild units and repair bases."""
REBUILT_FOR = 4
"""29.8 This many Provincial Points an army costs that is made full again."""
RAISED_FOR = 8
REPAIRS = (MEND_AIRBASE, MEND_PORT, MEND_GUNS)
"""26.2 Repairs, in the order of ``facility_damage``."""


def size_of(state: State, unit: int) -> str:
    """5.3 The size of an air headquarters; nothing for other units."""
    row = type_of(state, unit)
    return row.id.rpartition("_")[2] if row.kind == "air_hq" else ""


def on_map(state: State, side: int) -> list[int]:
    """The ground units of a side on the map."""
    return [unit for unit, _, _ in standing(state, side)]


# -- 26.1 engineers --------------------------------------------------------------------------------------------


def diggers(state: State, side: int, at: int) -> int:
    """26.1, 25.3 For entrenchments a division or two regiments do as well, if they are supplied."""
    return int(crews(state, side).get(at, NO_CREW).men >= ENOUGH_MEN)


def cost_of(state: State, side: int, at: int, work: int) -> tuple[int, int]:
    """26.1, 26.2, 26.4 What a project costs in Supply Points and in engineer-turns; nothing where it cannot be."""
    pieces: Pieces = state.rules.pieces
    name = row_of_work(state, side, at, work) if state.arrays[places.CONTROL][at] == side else ""
    if not name:
        return 0, 0
    row = pieces.facts.table(charts.CONSTRUCTION)[name]
    return row.supply_points, row.engineer_turns


def row_of_work(state: State, side: int, at: int, work: int) -> str:
    """26.1 The row of the table by which a work is done in a hex; nothing where it cannot be."""
    dug = work == ENTRENCHMENT and ground_battle.entrenched(state, side, at)
    return "" if dug else row_of_place(state, at, work)


def row_of_place(state: State, at: int, work: int) -> str:
    """26.1 The same, no matter who is there: empty if the place or what was built there forbids it."""
    base = base_at(state, at)
    if work == AIRBASE:
        return airbase_row(state, at, base)
    if work == ENTRENCHMENT:
        return "entrenchment"
    if work in (construction.MINOR_ROAD, construction.MAJOR_ROAD):
        return construction.road_row(state, at, work)
    if work == construction.PORT:
        return construction.port_row(state, at)
    if work == construction.GUNS:
        room = base >= 0 or free_slot(state) >= 0
        return construction.guns_row(state, at, facility_damage.guns_before_damage(state, at)) if room else ""
    if work == construction.FORTIFY:
        return construction.fort_row(state, at)
    return "repair" if base >= 0 and REPAIRS.index(work) in tuple(facility_damage.damaged(state, base)) else ""


def airbase_row(state: State, at: int, base: int) -> str:
    """26.1, 26.4 The row by which a Level of an airbase is built in a hex; nothing where none may be."""
    pieces: Pieces = state.rules.pieces
    terrain, place = ground_of(pieces, at), pieces.atlas.places.get(at)
    level = state.arrays[places.LEVEL][base] if base >= 0 else 0
    most = ISLAND_LEVELS if terrain in ("island", "atoll") else MOST_LEVELS
    printed = place is not None and place.airbase > 0
    if level >= most or (terrain in ("mountain", "jungle_mountain") and not printed):
        return ""
    if base < 0 and free_slot(state) < 0:
        return ""
    return "airbase_level" if level else "airbase_jungle" if terrain in THICK else "airbase"


def free_slot(state: State) -> int:
    """26.1 The first number for a base built in play that no base bears; -1 for none."""
    built = state.cells[places.NEW_BASE_AT : places.NEW_BASE_AT + NEW_BASES]
    return built.index(-1) if -1 in built else -1


def base_for(state: State, at: int) -> int:
    """26.1 The base in a hex, begun there if there is none; -1 where no number is left."""
    base = base_at(state, at)
    if base >= 0:
        return base
    slot = free_slot(state)
    if slot < 0:
        return -1
    state.cells[places.NEW_BASE_AT + slot] = at
    return FIRST_NEW + slot


def projects(state: State, side: int, at: int, crew: Crew, begun: list[int]) -> list[tuple[int, int]]:
    """26.1 The projects that a side could begin in a hex by who could work there, and at what they do already.

    Each with the Supply Points that it costs.
    """
    skilled = len(crew.hands) > busy(crew, begun)
    if not skilled and crew.men < ENOUGH_MEN:
        return []
    able = works_of(state, side, at)
    if not skilled:
        able = [each for each in able if each[0] == ENTRENCHMENT]
    if crew.dug or begun:
        able = [each for each in able if each[0] not in begun and not (crew.dug and each[0] == ENTRENCHMENT)]
    return able


def works_begun(state: State, side: int, at: int) -> list[int]:
    """26.1 The projects of a side in a hex."""
    return [site.work for site in turn_record.read(state, "sites", ()) if site.side == side and site.at == at]


def _built(state: State) -> object:
    return turn_record.read(state, "built", ()), full_forces(state)


_WORK_READS = depends_on(
    *(places.CONTROL, places.LEVEL, places.HURT, places.PORT_HURT, places.GUNS_HURT),
    cells=[(places.SCENARIO, 1), (places.NEW_BASE_AT, NEW_BASES)],
    also=_built,
)


@cached_by_fingerprint(_WORK_READS)
def works_of(state: State, side: int, at: int) -> list[tuple[int, int]]:
    """26.1 What a hex allows to be worked at, no matter who is there, each with its Supply Points."""
    if state.arrays[places.CONTROL][at] != side:
        return []
    table = state.rules.pieces.facts.table(charts.CONSTRUCTION)
    able = [work for work in range(len(WORKS)) if work not in REPAIRS or not repairs_itself(state)]
    rows = [(work, table[name]) for work in able if (name := row_of_place(state, at, work))]
    return [(work, row.supply_points) for work, row in rows if row.engineer_turns]


def repairs_itself(state: State) -> bool:
    """26.2 Whether damaged Levels are no project, since the units that work in their hex repair them."""
    return places.scenario(state).repairs_without_orders


_SITE_READS = depends_on(
    *(places.UNIT_AT, places.UNIT_TYPE, places.UNSUPPLIED, places.DEPLOYED, places.STAFF),
    *(places.CONTROL, places.SUPPLY, places.LEVEL, places.HURT, places.PORT_HURT, places.GUNS_HURT),
    cells=[(places.SCENARIO, 1), (places.NEW_BASE_AT, NEW_BASES)],
    also=turn_record.Written("sites", "built", "lifted", "lost", "by_sea", "disturbed").of,
)


@cached_by_fingerprint(_SITE_READS)
def sites_open(state: State, side: int) -> dict[int, list[int]]:
    """26.1 By hex the projects that a side can begin and pay for."""
    control, found = state.arrays[places.CONTROL], dict[int, list[int]]()
    if turn_record.ledger(state) is None:
        return found
    there, begun = crews(state, side), dict[int, list[int]]()
    for site in [site for site in turn_record.read(state, "sites", ()) if site.side == side]:
        begun.setdefault(site.at, []).append(site.work)
    able = [at for at, crew in there.items() if control[at] == side and (crew.hands or crew.men >= ENOUGH_MEN)]
    for at, most in Purse(state, side).wealth(sorted(able)).items():
        able_here = projects(state, side, at, there[at], begun.get(at, [])) if most >= 0 else []
        found[at] = [work for work, points in able_here if points <= most]
    return {at: works for at, works in found.items() if works}


@restriction("26.1", "{at} is not yours, has no engineer in supply without a project, or nothing can be paid for")
def building_site(state: State, here: Procedure, side: int) -> Members:
    return sets.from_iterable(sites_open(state, side), len(HEXES))


@restriction("26.1", "{work} cannot be begun at {at}: it is built or begun, not damaged, or the terrain forbids it")
def possible_work(state: State, here: Procedure, side: int, at: int) -> Members:
    return sets.from_iterable(sites_open(state, side).get(at, []), len(WORKS))


BEGIN_WORK: Verb = Verb(
    "begin_work",
    clause="26.1",
    ends_list="never",
    at=Argument(HEXES, building_site, always_completes=True),
    work=Argument(WORKS, possible_work),
)


def begin(play: Execution, side: int, at: int, work: int) -> None:
    """26.1 A project is paid for and begun."""
    points, turns = cost_of(play.state, side, at, work)
    Purse(play.state, side).pay(play, at, points)
    sites = turn_record.read(play.state, "sites", ())
    turn_record.write(play.state, sites=(*sites, Site(side, at, work, turns)))
    play.emit(log.WORK_BEGUN, side, at, work, points)


def progress(play: Execution) -> None:
    """26.1, 26.2, 26.3 A Game-Turn of work on each project; what lies in a hex that was fought over rests."""
    state, kept = play.state, []
    disturbed = turn_record.read(state, "disturbed", ())
    hands = {
        (side, at): list(crews(state, side).get(at, NO_CREW).hands)
        for side in range(len(SIDES))
        for at in {site.at for site in turn_record.read(state, "sites", ())}
    }
    for site in turn_record.read(state, "sites", ()):
        if state.arrays[places.CONTROL][site.at] != site.side:
            continue
        left = site.left - (0 if site.at in disturbed else share(state, site, hands[site.side, site.at]))
        if left > 0:
            kept.append(site._replace(left=left))
        else:
            complete(play, site)
    turn_record.write(state, sites=tuple(kept))
    if not repairs_itself(state):
        mend_under_staffs(play, disturbed)


def hands_left(state: State, side: int, at: int) -> list[int]:
    """26.1 What the engineers without a project in a hex work."""
    crew = crews(state, side).get(at, NO_CREW)
    return list(crew.hands[: max(len(crew.hands) - busy(crew, works_begun(state, side, at)), 0)])


def share(state: State, site: Site, hands: list[int]) -> int:
    """26.1 What is worked at a project: at an entrenchment by infantry, else by the strongest engineer without one."""
    dug = diggers(state, site.side, site.at) if site.work == ENTRENCHMENT else 0
    return dug or (hands.pop() if hands else 0)


def complete(play: Execution, site: Site) -> None:
    """26.1, 26.2 A project is done."""
    state, building = play.state, site.work in (AIRBASE, construction.GUNS)
    base = base_for(state, site.at) if building else base_at(state, site.at)
    if site.work == ENTRENCHMENT:
        markers = places.scenario(state).entrenchments
        free = free_counters(state, site.side)
        if free:
            state.arrays[places.UNIT_TYPE][free[0]] = GROUND_TYPES.index[markers[site.side]]
            places.units_in(state.arrays).put(free[0], site.at)
    elif site.work == AIRBASE and base >= 0:
        state.arrays[places.LEVEL][base] += 1
    elif site.work in construction.LASTING:
        if site.work == construction.GUNS and base >= 0:
            facility_damage.clear_fallen_guns(state, site.at, base)
        construction.add(state, site.at, site.work)
    elif base >= 0:
        facility = REPAIRS.index(site.work)
        if facility in tuple(facility_damage.damaged(state, base)):
            facility_damage.mend(state, base, facility)
    play.emit(log.WORK_DONE, site.side, site.at, site.work)


def mend_under_staffs(play: Execution, disturbed: tuple[int, ...]) -> None:
    """26.2 A Division or a Force that works repairs a Level of its base a turn, for stores but without engineers."""
    state = play.state
    cost = play.rules.facts.table(charts.CONSTRUCTION)["repair"].supply_points
    for side in range(len(SIDES)):
        for at in sorted(staffed(state, side) - set(disturbed)):
            base = base_at(state, at)
            facility = next(facility_damage.damaged(state, base), None) if base >= 0 else None
            if facility is not None and Purse(state, side).pay(play, at, cost):
                facility_damage.mend(state, base, facility)
                play.emit(log.MENDED, side, at, facility, 1)


def staffed(state: State, side: int) -> set[int]:
    """26.2, 25.3, 5.32 The hexes of a side with a large headquarters that is supplied and works."""
    control, lacking, idle = (state.arrays[each] for each in (places.CONTROL, places.UNSUPPLIED, places.STAFF))
    able = [unit for unit in on_map(state, side) if size_of(state, unit) in FIELD_STAFFS]
    hexes = {state.arrays[places.UNIT_AT][unit] for unit in able if not lacking[unit] and not idle[unit]}
    return {at for at in hexes if control[at] == side}


# -- 21.6 rebuilding -------------------------------------------------------------------------------------------


def full_type(state: State, unit: int) -> int:
    """21.6 The type that a battlegroup has when full; -1 for other units."""
    return full_of(type_of(state, unit))


def full_of(row: GroundType) -> int:
    """21.6 The same by the type it has."""
    return GROUND_TYPES.index.get(row.id.removesuffix("_bg"), -1) if row.id.endswith("_bg") else -1


@cached(8)
def rebuilt_types(pieces: Pieces) -> frozenset[int]:
    """21.6 The types of battlegroups that are made full for Supply Points."""
    return frozenset(kind for kind, row in enumerate(pieces.ground) if row.rebuild_sp and full_of(row) >= 0)


def led(state: State, side: int, at: int) -> bool:
    """21.6 Whether a Division or a Force is in a hex."""
    return any(size_of(state, unit) in FIELD_STAFFS for unit in units_at(state, side, at))


def rebuildable(state: State, here: WithRebuilt, side: int) -> list[int]:
    """21.6 The battlegroups in supply in a city or beside a large headquarters, one a hex, that can be paid for."""
    pieces: Pieces = state.rules.pieces
    lacking, reduced, found = state.arrays[places.UNSUPPLIED], rebuilt_types(pieces), list[int]()
    waiting = [(unit, at, kind) for unit, at, kind in standing(state, side) if kind in reduced and not lacking[unit]]
    if not waiting:
        return found
    purse = Purse(state, side)
    for unit, at, kind in waiting:
        if at in here.rebuilt:
            continue
        place = pieces.atlas.places.get(at)
        if (led(state, side, at) or (place is not None and place.city)) and purse.holds(
            at, pieces.ground[kind].rebuild_sp
        ):
            found.append(unit)
    return found


@restriction("21.6", "{unit} is not a battlegroup in supply in a city or beside a Division, or cannot be paid for")
def battlegroups(state: State, here: Any, side: int) -> Members:
    return sets.from_iterable(rebuildable(state, here, side), len(UNITS))


REBUILD = Verb("rebuild", clause="21.6", ends_list="never", unit=Argument(UNITS, battlegroups))


# -- 29.8 armies -----------------------------------------------------------------------------------------------


@restriction("29.8", "{unit} is not a reduced army in China, or there are too few Provincial Points")
def reduced_armies(state: State, here: Procedure, side: int) -> Members:
    able = turn_record.read(state, "pool", 0) >= REBUILT_FOR
    armies = [unit for unit in on_map(state, side) if chinese_armies.is_army(state, unit)] if able else []
    reduced = [unit for unit in armies if full_type(state, unit) >= 0 and chinese_armies.in_china(state, unit)]
    return sets.from_iterable(reduced, len(UNITS))


@restriction("29.8", "no KMT army is lost, Chungking has no room for it, or there are too few Provincial Points")
def army_to_recall(state: State, here: Procedure, side: int) -> bool:
    paid = side == ALLIES and turn_record.read(state, "pool", 0) >= RAISED_FOR
    return paid and lost_armies(state) > 0 and chinese_armies.takes_another(state)


def lost_armies(state: State) -> int:
    """29.8 How many of the armies with which the KMT began are no more."""
    begun = armies_begun(state.rules.pieces, places.scenario(state).case)
    return begun - sum(chinese_armies.is_army(state, unit) for unit in on_map(state, ALLIES))


@cached(8)
def armies_begun(pieces: Pieces, case: str) -> int:
    """29.8 How many armies the KMT began with."""
    rows = pieces.facts.table(tables.DEPLOYMENT).values()
    return sum(len(row.hexes) * row.count for row in rows if row.scenario == case and row.unit == chinese_armies.ARMY)


REFILL = Verb("refill_army", clause="29.8", ends_list="never", unit=Argument(UNITS, reduced_armies))
RECALL_ARMY = Verb("recall_army", clause="29.8", ends_list="never", when=(army_to_recall,))


class Quarters(Question):
    """25.3, 26.1 A side builds, rebuilds and deploys headquarters at the end of the Supply Segment."""

    number, name, clause = 70, "quarters", "26.1"
    verbs = (BEGIN_WORK, REBUILD, RAISE_STAFF, REFILL, RECALL_ARMY, DONE)
    side: Annotated[int, IdField(SIDES)]
    rebuilt: Annotated[tuple[int, ...], TupleField(IdField(HEXES))]

    def begin_work(self, play: Execution, at: int, work: int) -> None:
        """26.1 A project is begun."""
        begin(play, self.side, at, work)

    def rebuild(self, play: Execution, unit: int) -> None:
        """21.6 A battlegroup is made full, one a hex in a Game-Turn."""
        at = play.state.arrays[places.UNIT_AT][unit]
        Purse(play.state, self.side).pay(play, at, type_of(play.state, unit).rebuild_sp)
        play.replace(changed(self, rebuilt=(*self.rebuilt, at)))
        make_full(play, unit)

    def raise_staff(self, play: Execution, kind: int, at: int) -> None:
        """5.31 A secondary headquarters is deployed."""
        cost = staffs_at_work.SECONDARY[GROUND_TYPES.ids[kind].rpartition("_")[2]]
        Purse(play.state, self.side).pay(play, at, cost)
        staffs_at_work.stand(play, self.side, at, kind)

    def refill_army(self, play: Execution, unit: int) -> None:
        """29.8 An army is made full for Provincial Points."""
        turn_record.write(play.state, pool=turn_record.read(play.state, "pool", 0) - REBUILT_FOR)
        make_full(play, unit)

    def recall_army(self, play: Execution) -> None:
        """29.8 A lost army comes back at Chungking."""
        state, unit = play.state, free_counters(play.state, self.side)[0]
        turn_record.write(state, pool=turn_record.read(state, "pool", 0) - RAISED_FOR)
        kind, at = GROUND_TYPES.index[chinese_armies.ARMY], NUMBER[chinese_armies.CHUNGKING]
        state.arrays[places.UNIT_TYPE][unit] = kind
        places.units_in(state.arrays).put(unit, at)
        play.emit(log.RAISED, unit, kind, at)

    def done(self, play: Execution) -> None:
        """The side has done, as all are told."""
        play.pop()
        play.emit(log.SEGMENT_OVER, self.side)


def make_full(play: Execution, unit: int) -> None:
    """21.6 A battlegroup flips back; losses carried are forgotten."""
    kind = full_type(play.state, unit)
    play.state.arrays[places.UNIT_TYPE][unit] = kind
    play.state.arrays[places.REST][unit] = 0
    play.emit(log.REBUILT, unit, kind)


def open_quarters(play: Execution) -> None:
    """26.1, 5.32 Work goes on, headquarters that moved begin to work; then both are asked, the First Player first."""
    progress(play)
    staffs_at_work.staffs_begin(play)
    first = max(play.cells[places.FIRST_PLAYER], 0)
    play.push(Quarters(1 - first, ()))
    play.push(Quarters(first, ()))


def cycle_begins(play: Execution) -> None:
    """5.32, 28.2 What counts by the Cycle starts from zero."""
    if play.cells[places.TURN] % TURNS_A_CYCLE == TURNS_A_CYCLE - 1:
        turn_record.write(play.state, staffs=(), paid=0, lost=())


PROCEDURES = (Quarters,)
