"""4.3, 10.1 to 10.3 Plots: both sides choose forces, Missions, destinations and speeds at once, in secret."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Domain, IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import cited_cases, log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import force_movement, ship_repair_capacity, ships_in_port
from ironbottom.games.war_in_the_pacific.derived.force_missions import (
    ALL_MISSIONS,
    PATROL,
    REACTION,
    TRANSIT,
    are_fit,
    missions_for,
    nearly_sunk,
)
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, HEXES, SHIPS, SIDES
from ironbottom.games.war_in_the_pacific.questions import HasForce, HasMission
from ironbottom.games.war_in_the_pacific.rules.naval import off_map, reorganisation, sailing
from ironbottom.games.war_in_the_pacific.rules.naval import task_forces as fleets
from ironbottom.games.war_in_the_pacific.rules.search.contacts import lose_contact_with_removed
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state import MISSIONS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

SPEEDS = Domain("speed", ("speed_0", "speed_1", "speed_2", "speed_3"))
DUMMY_SPEEDS = 0b1100
"""9.4 The highest fuel cost of a dummy, which plots as Speed 2 or 3."""


def missions_without(state: State, frame: HasForce, earlier: tuple[int, ...], who: str) -> int:
    """10.1 All Missions, or all except those that a force does not qualify for."""
    pieces = state.rules.pieces
    ships = force_movement.ships_of(state, earlier[0] if earlier else frame.force)
    if not ships or are_fit(state, ships, who):
        return ALL_MISSIONS
    rows = pieces.facts.table(charts.MISSIONS).values()
    return ALL_MISSIONS & ~sum(1 << MISSIONS.index[row.id] for row in rows if row.who == who)


@restriction("10.1", "{mission} is only for a force without APB, MS or SF")
def fit_as_warships(state: State, frame: HasForce, side: int, *earlier: int) -> IdSet:
    return missions_without(state, frame, earlier, "warships")


@restriction("10.1", "{mission} is only for a force with a CV, CVL or CVE")
def fit_as_carriers(state: State, frame: HasForce, side: int, *earlier: int) -> IdSet:
    return missions_without(state, frame, earlier, "carriers")


@restriction("10.1", "{mission} is only for a force of BB, BC, CA, CL and DD")
def fit_as_guns(state: State, frame: HasForce, side: int, *earlier: int) -> IdSet:
    return missions_without(state, frame, earlier, "gunnery")


@restriction("10.1", "{mission} is only for a force with an APB, MS, SF or DD")
def fit_as_lift(state: State, frame: HasForce, side: int, *earlier: int) -> IdSet:
    return missions_without(state, frame, earlier, "lift")


@restriction("10.1", "{mission} is only for a force of DD, DE, CD and CL")
def fit_as_escorts(state: State, frame: HasForce, side: int, *earlier: int) -> IdSet:
    return missions_without(state, frame, earlier, "escorts")


@restriction(
    "10.1",
    "{mission} is only for a force with ground units aboard; a force on Transport loads in port at "
    "the end of the phase",
)
def fit_to_assault(state: State, frame: HasForce, side: int, *earlier: int) -> IdSet:
    ships = force_movement.ships_of(state, earlier[0] if earlier else frame.force)
    laden = any(state.arrays[layout.UNIT_TOP][ABOARD + ship] >= 0 for ship in ships)
    return ALL_MISSIONS if laden or not ships else ALL_MISSIONS & ~(1 << MISSIONS.index["assault"])


@restriction("10.1", "{mission} needs links of merchant shipping, and this scenario has none")
def fit_to_raid(state: State, frame: HasForce, side: int, *earlier: int) -> IdSet:
    return ALL_MISSIONS if any(layout.scenario(state).link_edges) else ALL_MISSIONS & ~(1 << MISSIONS.index["raid"])


@restriction("12.2", "a ship at D4 must make for a friendly port: {mission} is only for a force without such a ship")
def fit_to_go_on(state: State, frame: HasForce, side: int, *earlier: int) -> IdSet:
    ships = force_movement.ships_of(state, earlier[0] if earlier else frame.force)
    return 1 << TRANSIT if nearly_sunk(state, ships) else ALL_MISSIONS


WHY_NOT_FIT = (
    *(fit_to_go_on, fit_as_warships, fit_as_carriers, fit_as_guns, fit_as_lift, fit_as_escorts),
    *(fit_to_assault, fit_to_raid),
)
"""10.1 The restrictions on a force's Missions, each with its reason; ``missions_for`` computes the same Missions at
once.
"""


@restriction("4.3", "{force} already has its Mission for this phase")
def not_plotted(state: State, frame: Procedure, side: int) -> IdSet:
    record_course = state.cells[layout.FORCE_MISSION : layout.FORCE_MISSION + len(FORCES)]
    return sets.from_iterable([force for force, mission in enumerate(record_course) if mission < 0], len(FORCES))


@restriction("10.1", "{force} cannot plot {mission}", fallback=True)
def fit_for(state: State, frame: Procedure, side: int, force: int) -> IdSet:
    return missions_for(state, force)


@restriction("10.3", "{to} is out of reach in this phase")
def in_reach(state: State, frame: HasForce, side: int) -> IdSet:
    return sailing.destinations(state, frame.force, sailing.top_speed(state, frame.force))


@restriction("10.4", "a force on Reaction stays where it is")
def may_sail(state: State, frame: HasMission, side: int) -> bool:
    return bool(frame.mission != REACTION or state.cells[layout.FORCE_GATE + frame.force] >= 0)


@restriction("37.1", "a force that enters the map must sail in", case=cited_cases.entry_case)
def on_the_map(state: State, frame: HasForce, side: int) -> bool:
    return bool(state.cells[layout.FORCE_GATE + frame.force] < 0)


@restriction("10.4", "{to} is farther than a force on Patrol can sail before it waits")
def near_for_patrol(state: State, frame: HasMission, side: int) -> IdSet:
    if frame.mission != PATROL:
        return range(len(HEXES))
    pieces = state.rules.pieces
    far = pieces.facts.table(charts.MISSIONS)["patrol"].patrol_hexes
    hex, gate = state.cells[layout.FORCE_AT + frame.force], state.cells[layout.FORCE_GATE + frame.force]
    return GRID.within(hex if gate < 0 else gate, far)


@restriction("10.3", "the force cannot reach that hex at {speed}, or is too slow for that speed")
def enough(state: State, frame: SpeedChoice, side: int) -> IdSet:
    return speeds_for(state, frame.force, frame.to)


def speeds_for(state: State, force: int, to: int) -> int:
    """10.3, 9.4 The speeds at which a force reaches a hex in the phase, as bits."""
    least, most = sailing.slowest_for(state, force, to), sailing.top_speed(state, force)
    speeds = sum(1 << speed for speed in range(least, most + 1)) if least else 0
    return speeds if force_movement.ships_of(state, force) else speeds & DUMMY_SPEEDS


@restriction(
    "18.31", "{ship} is damaged beyond D2, the port does not allow Maximum Effort, or another ship there already has it"
)
def fit_for_effort(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(ship_repair_capacity.may_be_hastened(state, side), len(SHIPS))


def missions(state: State, context: object, side: int) -> Branches:
    """10.1 A faster generator of the Missions of forces without a Mission."""
    result: dict[Branches, int] = {}
    for force in ships_in_port.formed(state, side):
        if state.cells[layout.FORCE_MISSION + force] < 0:
            after = ((missions_for(state, force), ()),)
            result[after] = result.get(after, 0) | 1 << force
    return tuple([(forces, after) for after, forces in result.items()])


PLOT = Verb(
    "plot",
    clause="10.1",
    ends_list="never",
    offer=missions,
    force=Argument(FORCES, fleets.own_formed, not_plotted),
    mission=Argument(MISSIONS, *WHY_NOT_FIT, fit_for),
)
ENTER = Verb(
    "enter",
    clause="37.1",
    ends_list="never",
    force=Argument(FORCES, off_map.waits_off_map, off_map.at_the_edge, off_map.may_enter_map),
    mission=Argument(MISSIONS, *WHY_NOT_FIT, fit_for, always_completes=True),
)
COME_IN = Verb(
    "come_in",
    clause="37.1",
    ends_list="never",
    gate=Argument(HEXES, off_map.entry_hex_of_box, equivalence=all_equivalent, always_completes=True),
    tanks=Argument(off_map.TANKS, off_map.fuel_of_entry, always_completes=True),
)
HASTEN = Verb("hasten", clause="18.31", ends_list="never", ship=Argument(SHIPS, fit_for_effort, always_completes=True))
SAIL = Verb(
    "sail",
    clause="10.3",
    ends_list="never",
    when=(may_sail,),
    to=Argument(HEXES, in_reach, near_for_patrol, always_completes=True),
)
MAKE_SPEED = Verb("make_speed", clause="10.3", ends_list="never", speed=Argument(SPEEDS, enough, always_completes=True))
HOLD = Verb("hold", clause="10.2", ends_list="never", when=(on_the_map,))


class CoursePlot(Question):
    """10.1 The choice of a force's destination; its speed is asked for next if several speeds reach it."""

    number, name, clause = 2, "course", "10.1"
    verbs = (SAIL, HOLD)
    is_second_step = True
    side: Annotated[int, IdField(SIDES)]
    force: Annotated[int, IdField(FORCES)]
    mission: Annotated[int, IdField(MISSIONS)]

    def sail(self, execution: Execution, to: int) -> None:
        """10.3 Names a destination within reach in this phase; the speed is asked for next unless only one speed
        reaches it.
        """
        pace = SpeedChoice(self.side, self.force, self.mission, to)
        speeds = speeds_for(execution.state, self.force, to)
        execution.replace(pace)
        if sets.size(speeds) == 1:
            pace.make_speed(execution, sets.nth(speeds, 0))

    def hold(self, execution: Execution) -> None:
        """10.2 Keeps the force where it is."""
        record_course(execution, self, -1, 0)


class SpeedChoice(Question):
    """10.3 The choice of a force's speed to its destination."""

    number, name, clause = 75, "pace", "10.3"
    verbs = (MAKE_SPEED,)
    is_second_step = True
    side: Annotated[int, IdField(SIDES)]
    force: Annotated[int, IdField(FORCES)]
    mission: Annotated[int, IdField(MISSIONS)]
    to: Annotated[int, IdField(HEXES)]

    def make_speed(self, execution: Execution, speed: int) -> None:
        """10.3 Chooses a speed that reaches the destination."""
        execution.cells[layout.FORCE_TO + self.force] = self.to
        execution.cells[layout.FORCE_SPEED + self.force] = speed
        record_course(execution, self, self.to, speed)


def record_course(execution: Execution, frame: CoursePlot | SpeedChoice, to: int, speed: int) -> None:
    """10.1 Records the Mission and the course of a force."""
    execution.pop()
    execution.cells[layout.FORCE_MISSION + frame.force] = frame.mission
    execution.emit_to(frame.side, log.PLOTTED, frame.force, frame.mission, to, speed)


class EntryHexChoice(Question):
    """37.1 The choice of a force's entry hex, and of whether it counts as fuelled in Japan."""

    number, name, clause = 87, "entering", "37.1"
    verbs = (COME_IN,)
    is_second_step = True
    side: Annotated[int, IdField(SIDES)]
    force: Annotated[int, IdField(FORCES)]
    mission: Annotated[int, IdField(MISSIONS)]

    def come_in(self, execution: Execution, gate: int, tanks: int) -> None:
        """37.1 The force enters in that hex; its course is asked for next."""
        off_map.come_to_gate(execution.state, self.force, gate, tanks)
        execution.replace(CoursePlot(self.side, self.force, self.mission))


class Orders(Question):
    """4.12 A side organizes its forces and gives each a Mission."""

    number, name, clause = 3, "orders", "4.12"
    verbs = (
        *(fleets.FORM, fleets.FORM_OFF_MAP, fleets.JOIN, fleets.DISBAND),
        *(ENTER, off_map.LANE, off_map.LEAVE, PLOT, HASTEN),
        *(reorganisation.DIVIDE, reorganisation.COMBINE, DONE),
    )
    side: Annotated[int, IdField(SIDES)]

    def form(self, execution: Execution, at: int) -> None:
        """9.2 Forms a new force; its ships are named next."""
        fleets.form_force(execution, self.side, at)

    def form_off_map(self, execution: Execution, box: int) -> None:
        """9.2 Forms a new force in a box; its ships are named next."""
        fleets.form_off_map(execution, self.side, box)

    def enter(self, execution: Execution, force: int, mission: int) -> None:
        """37.1 A force enters the map with its Mission; its entry hex is asked for next, then its course."""
        execution.push(EntryHexChoice(self.side, force, mission))

    def follow(self, execution: Execution, force: int, box: int) -> None:
        """37.1 A force continues in the lanes."""
        off_map.follow_lane(execution.state, force, box)

    def leave(self, execution: Execution, force: int) -> None:
        """37.1 A force leaves the map for the lanes."""
        off_map.leave_map(execution.state, force)

    def join(self, execution: Execution, force: int, into: int) -> None:
        """9.2 Joins two forces."""
        fleets.join_forces(execution, force, into)

    def disband(self, execution: Execution, force: int) -> None:
        """9.2 Dissolves a force in port."""
        fleets.disband_force(execution, self.side, force)

    def plot(self, execution: Execution, force: int, mission: int) -> None:
        """10.1 Gives a force its Mission; its course is asked for next."""
        execution.push(CoursePlot(self.side, force, mission))

    def hasten(self, execution: Execution, ship: int) -> None:
        """18.3, 18.31 Begins Maximum Effort for a ship, which stays until it is repaired."""
        execution.state.arrays[layout.MAXIMUM_EFFORT][ship] = 1
        execution.emit_to(self.side, log.HASTENED, ship)

    def divide(self, execution: Execution, ship: int, quarters: int) -> None:
        """38.5 Splits Joint Shipping into two units."""
        reorganisation.divide(execution, self.side, ship, quarters)

    def combine(self, execution: Execution, ship: int, into: int) -> None:
        """38.5 Joins two parts of Joint Shipping."""
        reorganisation.combine(execution, self.side, ship, into)

    def done(self, execution: Execution) -> None:
        """4.3 Ends the plot; forces without a Mission stay in Transit."""
        execution.pop()
        for force in ships_in_port.formed(execution.state, self.side):
            if execution.cells[layout.FORCE_MISSION + force] < 0:
                execution.cells[layout.FORCE_MISSION + force] = TRANSIT


class Plotting(SimultaneousFrame):
    """4.3 Both sides plot at once; nothing is shown until both are done."""

    number, name, clause = 0, "plotting", "4.3"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (Orders(side),)

    def finish(self, execution: Execution) -> None:
        """Ends the plots; contact is lost with dissolved forces, and the impulses may begin."""
        lose_contact_with_removed(execution)


PROCEDURES = (Plotting, fleets.TaskForceFormation, CoursePlot, Orders)
