"""4.3 Samples the progress of a side in a simultaneous frame, as far as others can tell."""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.rules.game import Random
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.force_missions import missions_for
from ironbottom.games.war_in_the_pacific.derived.force_movement import force_speed, forces_out, own_forces, ships_of
from ironbottom.games.war_in_the_pacific.derived.transfer_range import transfer_destinations as within_reach
from ironbottom.games.war_in_the_pacific.rules.air.air_transfer import TransferDestination, Transferring, free_stacks
from ironbottom.games.war_in_the_pacific.rules.air.combat_air_patrols import with_force_near
from ironbottom.games.war_in_the_pacific.rules.air.special_strikes import (
    NavalPhasePatrolAssignment,
    ReadyDeclaration,
    rested_fighters_by_base,
)
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.naval import off_map
from ironbottom.games.war_in_the_pacific.rules.naval.cripples import TRANSIT
from ironbottom.games.war_in_the_pacific.rules.naval.fire_control import FireControl, armed, not_aimed, only_fire
from ironbottom.games.war_in_the_pacific.rules.naval.plots import (
    CoursePlot,
    EntryHexChoice,
    Orders,
    Plotting,
    SpeedChoice,
    may_sail,
    near_for_patrol,
    speeds_for,
)
from ironbottom.games.war_in_the_pacific.rules.naval.reaction import (
    REACTION,
    FirstImpulse,
    ImpulseOrders,
    NewCourse,
    NewMission,
    ReactionHexChoice,
    any_contact,
    carriers_that_may_shift,
    rest_of_reach,
)
from ironbottom.games.war_in_the_pacific.rules.naval.sailing import destinations
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import BattleWishes, Meeting, fuelled, may_seek
from ironbottom.games.war_in_the_pacific.rules.naval.task_forces import TaskForceFormation
from ironbottom.games.war_in_the_pacific.state import MISSIONS
from ironbottom.games.war_in_the_pacific.state_types import State

Run = tuple[Procedure, ...]
MOSTLY_AT_IT = 8
"""4.3 In one of this many samples a side is done, or has just begun; usually it is at one of many other questions."""
TRIES = 3
"""How many forces are tried, until one of them has hexes within reach."""
HEXES_TRIED = 40
"""10.3 How many hexes are tried, until a force may sail to one of them at several speeds."""
MORE_THAN_ONE = 2
"""4.3 With fewer hexes within reach, a force's destination is not asked for."""


def possible_stacks(state: State, frame: SimultaneousFrame, side: int, random: Random, *, done_too: bool) -> Run:
    """The possible stacks of a side: it is done, has begun, or is in the middle of a decision."""
    below = State(state.rules, state.cells, state.stack[:-1], state.arrays)
    opening = type(frame).opening(below, side)
    if isinstance(frame, BattleWishes):
        return wish_runs(state, opening, side, random, done_too=done_too)
    chance = random.randrange(MOSTLY_AT_IT)
    if chance == 0 and done_too:
        return ()
    if chance == 1:
        return opening
    if isinstance(frame, Plotting):
        return (*opening, *plotting_runs(state, side, random))
    if isinstance(frame, FirstImpulse):
        return (*opening, *impulse_runs(state, opening[0], side, random))
    if isinstance(frame, Transferring):
        return (*opening, *transfer_runs(state, side, random))
    if isinstance(frame, ReadyDeclaration):
        return (*opening, *patrol_runs(state, side, random))
    if opening and isinstance(opening[0], FireControl):
        return (*opening, *fire_runs(state, opening[0], random))
    return opening


def plotting_runs(state: State, side: int, random: Random) -> Run:
    """9.2, 10.1 A side names the ships of a force, or plots its course."""
    cells, forces = state.cells, forces_out(state, side)
    if not forces:
        return ()
    force = forces[random.randrange(len(forces))]
    if not cells[layout.DUMMY_SHIPS + force] and random.randrange(4) == 0:
        return (TaskForceFormation(side, force),)
    entering = entering_runs(state, side, force, random)
    if entering:
        return entering
    if cells[layout.FORCE_AT + force] < 0 and not may_enter(state, force):
        return ()
    cells[layout.FORCE_MISSION + force] = -1
    course = CoursePlot(side, force, random.randrange(len(MISSIONS)))
    return speed_runs(state, course, random) or (course,)


def entering_runs(state: State, side: int, force: int, random: Random) -> Run:
    """42.71 A side has named an entering force and its Mission, but not its entry hex."""
    here, cells = Orders(side), state.cells
    able = cells[layout.FORCE_BOX + force] >= 0 and sets.holds(off_map.may_enter_map(state, here, side), force)
    if not able or cells[layout.FORCE_GATE + force] >= 0 or random.randrange(2):
        return ()
    state.cells[layout.FORCE_MISSION + force] = -1
    fit = sorted(sets.iterate(missions_for(state, force)))
    return (EntryHexChoice(side, force, fit[random.randrange(len(fit))]),)


def speed_runs(state: State, course: CoursePlot, random: Random) -> Run:
    """10.3 A side has named the destination of a force, but not its speed; all hexes with several speeds are equally
    likely.

    This is more frequent than a course without a hex, since a force may sail for many hexes.
    """
    side, force = course.side, course.force
    if random.randrange(3) == 0 or not may_sail(state, course, side):
        return ()
    near = near_for_patrol(state, course, side)
    reach = [to for to in destinations(state, force, force_speed(state, force)) if sets.holds(near, to)]
    for _ in range(HEXES_TRIED if reach else 0):
        to = reach[random.randrange(len(reach))]
        if sets.size(speeds_for(state, force, to)) > 1:
            return (SpeedChoice(side, force, course.mission, to),)
    return ()


def may_enter(state: State, force: int) -> bool:
    """42.71 Whether a force off the map can reach an entry hex in this phase."""
    gate = state.cells[layout.FORCE_GATE + force]
    return gate >= 0 and bool(destinations(state, force, force_speed(state, force)))


def impulse_runs(state: State, opening: Procedure, side: int, random: Random) -> Run:
    """10.41, 39.8 A side changes the range of a carrier force, or gives a force a new Mission or course.

    Courses are the most frequent choice, since there may be one for each force in each Mission.
    """
    forces = [f for f in own_forces(side) if state.cells[layout.FORCE_AT + f] >= 0 and ships_of(state, f)]
    if not forces or not isinstance(opening, ImpulseOrders):
        return ()
    chance, force = random.randrange(8), forces[random.randrange(len(forces))]
    shifts = range_changes(state, opening, random) if chance < 2 else []
    if shifts:
        return (shifts[random.randrange(len(shifts))],)
    for _ in range(TRIES if chance < 7 else 0):
        to, mission = sample_new_mission(state, forces, random)
        course = NewCourse(side, to, opening.impulse, mission)
        near = near_for_patrol(state, course, side)
        if sum(sets.holds(near, hex) for hex in rest_of_reach(state, to, opening.impulse)) >= MORE_THAN_ONE:
            state.cells[layout.FORCE_TRIED + to] = 1
            return (course,)
    state.cells[layout.FORCE_TRIED + force] = 1
    return (NewMission(side, force, opening.impulse),)


def sample_new_mission(state: State, forces: list[int], random: Random) -> tuple[int, int]:
    """39.8, 10.4 A force with a new Mission, each equally likely; a detached damaged ship is on Transit."""
    able: dict[int, list[int]] = {}
    for force in forces:
        for mission in sets.iterate(missions_for(state, force) & ~(1 << REACTION)) or (TRANSIT,):
            able.setdefault(mission, []).append(force)
    mission = sorted(able)[random.randrange(len(able))]
    return able[mission][random.randrange(len(able[mission]))], mission


def range_changes(state: State, opening: ImpulseOrders, random: Random) -> list[ReactionHexChoice]:
    """10.41 The contacts from which an eligible carrier force is changing its range."""
    side, impulse = opening.side, opening.impulse
    able = list(sets.iterate(carriers_that_may_shift(state, opening, side)))
    if not able:
        return []
    force = able[random.randrange(len(able))]
    result = sets.iterate(any_contact(state, opening, side, force))
    return [ReactionHexChoice(side, force, contact, impulse) for contact in result]


def transfer_runs(state: State, side: int, random: Random) -> Run:
    """5.5 Points of a side are leaving a base for an unknown destination."""
    free = sorted((base, stack) for base, stacks in free_stacks(state, side).items() for stack in sets.iterate(stacks))
    if not free:
        return ()
    base, stack = free[random.randrange(len(free))]
    return (TransferDestination(side, base, stack),) if within_reach(state, side, base, stack) else ()


def patrol_runs(state: State, side: int, random: Random) -> Run:
    """6.20 Fighters of a side are named to patrol over a Task Force that is not yet known."""
    if flights.free_number(state, side) == flights.NO_FLIGHT:
        return ()
    able = rested_fighters_by_base(state, side)
    near = {base: with_force_near(state, side, base, stacks) for base, stacks in able.items()}
    result = [(base, stack) for base, stacks in sorted(near.items()) for stack in sets.iterate(stacks)]
    return (NavalPhasePatrolAssignment(side, *result[random.randrange(len(result))]),) if result else ()


def wish_runs(state: State, opening: Run, side: int, random: Random, *, done_too: bool) -> Run:
    """11.1 A side has stated its wishes for some or all battles, in secret."""
    said = random.randrange(len(opening) + done_too)
    left = opening[: len(opening) - said]
    for asked in opening[len(left) :]:
        assert isinstance(asked, Meeting)
        if may_seek(state, asked, side) and fuelled(state, asked, side) and random.randrange(2):
            state.cells[layout.SEEKS] |= asked.forces
    return left


def fire_runs(state: State, opening: FireControl, random: Random) -> Run:
    """11.3 A side has named a ship that fires, but not its target."""
    side = opening.side
    free = sets.intersect(armed(state, opening, side), not_aimed(state, opening, side))
    laid = [opening.laid(ship) for ship in sets.iterate(free)]
    open_to = [here for here in laid if only_fire(state, here) is None]
    return (open_to[random.randrange(len(open_to))],) if open_to else ()
