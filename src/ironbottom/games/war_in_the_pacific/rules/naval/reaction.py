"""4.32, 10.4, 10.41, 39.8 The decisions of both sides at the start of each impulse: reaction, range, change of
Mission.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, Number
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.derived.force_missions import ALL_MISSIONS, missions_for
from ironbottom.games.war_in_the_pacific.derived.force_movement import own_forces
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import formed
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import FORCES, FORCES_A_SIDE, HEXES, SIDES, side_of_force
from ironbottom.games.war_in_the_pacific.questions import HasForce, HasForceAndImpulse, HasImpulse
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.naval import cripples, sailing
from ironbottom.games.war_in_the_pacific.rules.naval.plots import WHY_NOT_FIT, near_for_patrol
from ironbottom.games.war_in_the_pacific.rules.naval.sailing import IMPULSES
from ironbottom.games.war_in_the_pacific.state import MISSIONS
from ironbottom.games.war_in_the_pacific.state_types import Execution, Rules, State
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of

PATROL, REACTION, AIR_STRIKE = (MISSIONS.index[name] for name in ("patrol", "reaction", "air_strike"))
UNWIELDY = tuple(MISSIONS.index[name] for name in ("assault", "transport"))
PATROL_REACH = 4
"""10.1 The distance at which a force on Patrol intercepts contacts."""
ALTERS_FROM, ALLIED_FROM = 4, "1/43"
"""39.8 The lowest die that changes a Mission; the Cycle from which the Allies add one."""


def contacts_of(state: State, side: int) -> list[int]:
    """8.5 The enemy forces in contact with a side that have a reported place."""
    seen, enemy = state.cells[layout.IN_CONTACT], range(FORCES_A_SIDE * (1 - side), FORCES_A_SIDE * (2 - side))
    return [force for force in enemy if seen >> force & 1 and state.cells[layout.CONTACT_AT + force] >= 0]


def movement_points_left(state: State, force: int, impulse: int) -> int:
    """10.31, 10.4 The Movement Points of a force in the rest of the phase at full speed."""
    pieces = state.rules.pieces
    speed = force_movement.force_speed(state, force)
    share = pieces.charts.speed[speed].mp_impulse
    left = state.cells[layout.FORCE_LEFT + force]
    unspent = share * impulse if not state.cells[layout.FORCE_SPEED + force] else left
    return min(unspent + share * (IMPULSES - impulse), pieces.charts.speed[speed].mp_phase)


def rest_of_reach(state: State, force: int, impulse: int) -> tuple[int, ...]:
    """10.4 The hexes that a force can still reach in the phase."""
    return sailing.waters_for(state, force).reach(
        force_movement.node_of(state, force), movement_points_left(state, force, impulse)
    )


def has_acted(state: State, force: int) -> bool:
    """4.32 Whether a force has reacted, changed its range, or tried to change its Mission in this impulse."""
    return bool(state.cells[layout.FORCE_TRIED + force])


def contacts_to_react_to(state: State, side: int, force: int, impulse: int) -> int:
    """10.4 The contacts that a force may move toward: on Patrol those nearby, on Reaction and Air Strike any within
    reach.
    """
    mission, result = state.cells[layout.FORCE_MISSION + force], 0
    here = state.cells[layout.FORCE_AT + force]
    if mission not in (PATROL, REACTION) or not force_movement.has_ships(state, force) or has_acted(state, force):
        return 0
    contacts = contacts_of(state, side)
    reach = rest_of_reach(state, force, impulse) if contacts else ()
    for contact in contacts:
        hex = state.cells[layout.CONTACT_AT + contact]
        near = mission == REACTION or GRID.distance(here, hex) <= PATROL_REACH
        result |= (near and sets.holds(reach, hex)) << contact
    return result


def forces_on_course(state: State, side: int) -> list[int]:
    """The forces of a side on the map that are not leaving it."""
    gate, lane = layout.FORCE_GATE, layout.FORCE_LANE
    return [f for f in formed(state, side) if state.cells[gate + f] < 0 and state.cells[lane + f] < 0]


@restriction("10.4", "{force} is not on Patrol or Reaction, or nothing in contact is within its reach")
def reacting(state: State, frame: HasImpulse, side: int) -> IdSet:
    return sets.from_iterable(
        [force for force in forces_on_course(state, side) if contacts_to_react_to(state, side, force, frame.impulse)],
        len(FORCES),
    )


@restriction("10.4", "{contact} is not in contact within the reach of {force}")
def in_contact_near(state: State, frame: HasImpulse, side: int, force: int) -> IdSet:
    return contacts_to_react_to(state, side, force, frame.impulse)


@restriction("10.41", "{force} is not a carrier force on an Air Strike Mission, or has already reacted in this phase")
def carriers_that_may_shift(state: State, frame: HasImpulse, side: int) -> IdSet:
    cells = state.cells
    if not contacts_of(state, side):
        return 0
    result = [
        force
        for force in forces_on_course(state, side)
        if cells[layout.FORCE_MISSION + force] == AIR_STRIKE
        and not cells[layout.FORCE_SHIFTED + force]
        and not has_acted(state, force)
        and force_movement.has_ships(state, force)
        and rest_of_reach(state, force, frame.impulse)
    ]
    return sets.from_iterable(result, len(FORCES))


@restriction("10.41", "{contact} is not in contact, or {force} cannot change the distance to it")
def any_contact(state: State, frame: HasImpulse, side: int, force: int) -> IdSet:
    contacts = contacts_of(state, side)
    result = [contact for contact in contacts if any(at_other_distance(state, force, contact, frame.impulse))]
    return sets.from_iterable(result, len(FORCES))


@restriction("10.41", "{to} is out of reach, or does not change the distance to the contact")
def other_distance(state: State, frame: ReactionHexChoice, side: int) -> IdSet:
    reach = rest_of_reach(state, frame.force, frame.impulse)
    return tuple(compress(reach, at_other_distance(state, frame.force, frame.contact, frame.impulse)))


def at_other_distance(state: State, force: int, contact: int, impulse: int) -> Iterator[bool]:
    """10.41 For each hex within reach, whether the force closes or opens the range to a contact by going there."""
    hex, there = state.cells[layout.FORCE_AT + force], state.cells[layout.CONTACT_AT + contact]
    away = GRID.distance(hex, there)
    return (GRID.distance(to, there) != away for to in rest_of_reach(state, force, impulse))


@restriction("39.8", "{force} has already tried to alter its Mission in this impulse, or has none")
def may_alter(state: State, frame: Procedure, side: int) -> IdSet:
    result = [
        f for f in forces_on_course(state, side) if not has_acted(state, f) and force_movement.has_ships(state, f)
    ]
    return sets.from_iterable(result, len(FORCES))


REACT = Verb(
    "react",
    clause="10.4",
    ends_list="never",
    force=Argument(FORCES, reacting, always_completes=True),
    contact=Argument(FORCES, in_contact_near),
)
SHIFT = Verb(
    "shift",
    clause="10.41",
    ends_list="never",
    force=Argument(FORCES, carriers_that_may_shift),
    contact=Argument(FORCES, any_contact),
)
STAND_OFF = Verb(
    "stand_off", clause="10.41", ends_list="never", to=Argument(HEXES, other_distance, always_completes=True)
)
ALTER = Verb("alter", clause="39.8", ends_list="always", force=Argument(FORCES, may_alter))
CARRY_ON = Verb("carry_on", clause="4.32", ends_list="always")


class ImpulseOrders(Question):
    """4.32 A side's decisions at the start of an impulse; it is asked even if it has nothing to decide."""

    number, name, clause = 7, "in_impulse", "4.32"
    verbs = (REACT, SHIFT, ALTER, cripples.SEND_HOME, cripples.LEAVE_BEHIND, CARRY_ON)
    hides_forced = True
    side: Annotated[int, IdField(SIDES)]
    impulse: Annotated[int, Number(0, IMPULSES - 1)]

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(impulse=self.impulse + 1, impulses=IMPULSES)

    def react(self, execution: Execution, force: int, contact: int) -> None:
        """10.4 Moves a force toward a contact instead; no die is needed."""
        execution.cells[layout.FORCE_TRIED + force] = 1
        sail_toward(execution, force, execution.cells[layout.CONTACT_AT + contact], self.impulse)

    def shift(self, execution: Execution, force: int, contact: int) -> None:
        """10.41 A carrier force closes or opens the range to one contact, once a phase; its hex is asked for next."""
        execution.push(ReactionHexChoice(self.side, force, contact, self.impulse))

    def alter(self, execution: Execution, force: int) -> None:
        """39.8 A force changes its Mission and destination, if the die allows it."""
        execution.cells[layout.FORCE_TRIED + force] = 1
        die = execution.roll(6, Roll.ALTER_MISSION, 1 << self.side)
        allowed = die + altering(execution.state, self.side, force) >= ALTERS_FROM
        execution.emit_to(self.side, log.ALTERING, force, die, int(allowed))
        if allowed:
            execution.push(NewMission(self.side, force, self.impulse))

    def send_home(self, execution: Execution, ship: int) -> None:
        """38.1 A damaged ship leaves its force; its destination is asked for next, if it can still sail in
        this phase.
        """
        force = cripples.part(execution, self.side, ship)
        if rest_of_reach(execution.state, force, self.impulse):
            execution.push(NewCourse(self.side, force, self.impulse, cripples.TRANSIT))

    def leave_behind(self, execution: Execution, ship: int) -> None:
        """38.3 A crippled ship stays behind, and its force sails on."""
        cripples.part(execution, self.side, ship)

    def carry_on(self, execution: Execution) -> None:
        """4.32 Ends the side's decisions."""
        execution.pop()


def altering(state: State, side: int, force: int) -> int:
    """39.8 The modifiers of the die: found by the enemy, Allied from 1943, an Assault or Transport under way."""
    cells = state.cells
    late = side == ALLIES and cycle_of(cells[layout.TURN]) >= cycle_number(ALLIED_FROM)
    result = layout.in_contact(cells, force)
    return result + late - (cells[layout.FORCE_MISSION + force] in UNWIELDY)


def sail_toward(execution: Execution, force: int, to: int, impulse: int) -> None:
    """10.4, 10.5 A force now sails toward a hex at full speed; it pays fuel for the highest speed used."""
    cells, pieces = execution.cells, execution.rules.pieces
    speed = force_movement.force_speed(execution.state, force)
    if not cells[layout.FORCE_SPEED + force]:
        cells[layout.FORCE_LEFT + force] = pieces.charts.speed[speed].mp_impulse * impulse
    used = cells[layout.FORCE_SPEED + force] if cells[layout.FORCE_ACTIVE + force] else 0
    cells[layout.FORCE_TO + force], cells[layout.FORCE_SPEED + force] = to, max(speed, used)
    execution.emit_to(side_of_force(force), log.TURNED, force, to, speed)


class ReactionHexChoice(Question):
    """10.41 The choice of the hex from which a carrier force closes or opens the range to a contact."""

    number, name, clause = 76, "shifting", "10.41"
    verbs = (STAND_OFF,)
    is_second_step = True
    side: Annotated[int, IdField(SIDES)]
    force: Annotated[int, IdField(FORCES)]
    contact: Annotated[int, IdField(FORCES)]
    impulse: Annotated[int, Number(0, IMPULSES - 1)]

    def stand_off(self, execution: Execution, to: int) -> None:
        """10.41 The force makes for a hex at another distance."""
        execution.pop()
        execution.cells[layout.FORCE_TRIED + self.force] = execution.cells[layout.FORCE_SHIFTED + self.force] = 1
        sail_toward(execution, self.force, to, self.impulse)


# -- 39.8 the new Mission -----------------------------------------------------------------------------


@restriction("10.1", "the force cannot plot {mission}", fallback=True)
def fit_now(state: State, frame: HasForce, side: int) -> IdSet:
    return missions_for(state, frame.force)


@restriction("10.3", "nothing is within reach in the rest of this phase")
def anywhere_in_reach(state: State, frame: HasForceAndImpulse, side: int) -> bool:
    waters = sailing.waters_for(state, frame.force)
    return waters.leads_on(
        force_movement.node_of(state, frame.force), movement_points_left(state, frame.force, frame.impulse)
    )


@restriction("10.3", "{to} is out of reach in the rest of this phase")
def still_in_reach(state: State, frame: HasForceAndImpulse, side: int) -> IdSet:
    return rest_of_reach(state, frame.force, frame.impulse)


@restriction("10.4", "a force on Reaction stays where it is")
def that_sails(state: State, frame: Procedure, side: int) -> IdSet:
    return ALL_MISSIONS & ~(1 << REACTION)


NEW_MISSION = (*WHY_NOT_FIT, fit_now)
STEER = Verb(
    "steer",
    clause="39.8",
    ends_list="never",
    when=(anywhere_in_reach,),
    mission=Argument(MISSIONS, *NEW_MISSION, that_sails, always_completes=True),
)
STEER_FOR = Verb(
    "steer_for",
    clause="39.8",
    ends_list="never",
    to=Argument(HEXES, still_in_reach, near_for_patrol, always_completes=True),
)
WAIT = Verb("wait", clause="39.8", ends_list="never", mission=Argument(MISSIONS, *NEW_MISSION, always_completes=True))
KEEP = Verb("keep", clause="39.8", ends_list="never")


class NewMission(Question):
    """39.8 The choice of a force's new Mission and destination, or its old plot."""

    number, name, clause = 8, "new_mission", "39.8"
    verbs = (STEER, WAIT, KEEP)
    is_second_step = True
    side: Annotated[int, IdField(SIDES)]
    force: Annotated[int, IdField(FORCES)]
    impulse: Annotated[int, Number(0, IMPULSES - 1)]

    def steer(self, execution: Execution, mission: int) -> None:
        """39.8 Chooses another destination, which is asked for next."""
        execution.replace(NewCourse(self.side, self.force, self.impulse, mission))

    def wait(self, execution: Execution, mission: int) -> None:
        """39.8 The force stops where it is."""
        execution.pop()
        execution.cells[layout.FORCE_MISSION + self.force] = mission
        execution.cells[layout.FORCE_TO + self.force] = -1

    def keep(self, execution: Execution) -> None:
        """39.8 The force keeps its plot."""
        execution.pop()


class NewCourse(Question):
    """39.8 The choice of the destination of a force with its new Mission."""

    number, name, clause = 53, "new_course", "39.8"
    verbs = (STEER_FOR,)
    is_second_step = True
    side: Annotated[int, IdField(SIDES)]
    force: Annotated[int, IdField(FORCES)]
    impulse: Annotated[int, Number(0, IMPULSES - 1)]
    mission: Annotated[int, IdField(MISSIONS)]

    def steer_for(self, execution: Execution, to: int) -> None:
        """39.8 Sails to another destination."""
        execution.pop()
        execution.cells[layout.FORCE_MISSION + self.force] = self.mission
        sail_toward(execution, self.force, to, self.impulse)


# -- 4.32 both at once: a procedure for each impulse -----------------------------------------------------


class FirstImpulse(SimultaneousFrame):
    """4.32 Both sides decide at once at the start of the first impulse."""

    number, name, clause, impulse = 9, "first_impulse", "4.32", 0

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (ImpulseOrders(side, cls.impulse),)

    def finish(self, execution: Execution) -> None:
        """39.8 Allows forces to try again in the next impulse."""
        for force in range(len(FORCES)):
            execution.cells[layout.FORCE_TRIED + force] = 0


class SecondImpulse(FirstImpulse):
    """4.32 Both sides decide at once at the start of the second impulse."""

    number, name, impulse = 10, "second_impulse", 1


class ThirdImpulse(FirstImpulse):
    """4.32 Both sides decide at once at the start of the third impulse."""

    number, name, impulse = 11, "third_impulse", 2


IN_IMPULSES = (FirstImpulse, SecondImpulse, ThirdImpulse)


def begin_reaction(state: State) -> None:
    """10.41 In a new phase, a carrier force may change its range once more."""
    for side in range(len(SIDES)):
        for force in own_forces(side):
            state.cells[layout.FORCE_SHIFTED + force] = state.cells[layout.FORCE_TRIED + force] = 0
