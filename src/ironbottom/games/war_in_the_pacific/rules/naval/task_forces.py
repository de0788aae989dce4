"""9.1 to 9.3 Forming, joining and disbanding Task Forces at the start of a Naval Phase."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import cited_cases, log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.force_movement import (
    forces_out,
    has_ships,
    ships_of,
    waters_of,
)
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import (
    forces_in_port,
    formed,
    friendly_port,
    gatherable,
    locked,
)
from ironbottom.games.war_in_the_pacific.pieces import (
    BOXES,
    FORCE_SETS,
    FORCES,
    FORCES_A_SIDE,
    HEXES,
    IN_BOX,
    IN_FORCE,
    MAX_FORCES,
    SHIPS,
    SHIPS_OF,
    SIDE_OF_SHIP,
    SIDES,
)
from ironbottom.games.war_in_the_pacific.questions import HasForce
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import clear_force, new_number
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


def may_form_force(state: State, side: int) -> bool:
    """9.1 Whether a side may form another force; dummies do not count."""
    return sum(not state.cells[layout.DUMMY_SHIPS + force] for force in forces_out(state, side)) < MAX_FORCES


@restriction("37.1", "{ship} may not leave yet", case=cited_cases.waiting_case)
def unlocked(state: State, frame: Procedure, side: int) -> IdSet:
    ship = state.rules.pieces.waiting_ship
    return sets.without(range(len(SHIPS)), [ship] if locked(state, ship) else [])


@restriction("18.32", "{ship} is under Maximum Effort repair and must stay")
def not_in_dock(state: State, frame: Procedure, side: int) -> IdSet:
    effort = state.arrays[layout.MAXIMUM_EFFORT]
    return sets.without(range(len(SHIPS)), [ship for ship in SHIPS_OF[side] if effort[ship]] if any(effort) else [])


@restriction("9.2", "none of your ships in {box} may leave")
def with_ships_off_map(state: State, frame: Procedure, side: int) -> IdSet:
    boxes = [position - IN_BOX for position in gatherable(state, side) if position >= IN_BOX]
    return sets.from_iterable(boxes, len(BOXES))


@restriction("9.2", "none of your ships at {at} can form a Task Force")
def with_ships(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable([position for position in gatherable(state, side) if position < IN_FORCE], len(HEXES))


@restriction("9.1", "a side can have at most twenty Task Forces besides dummies")
def number_free(state: State, frame: Procedure, side: int) -> bool:
    return may_form_force(state, side)


@restriction("1.3", "{force} is not yours, or is not formed")
def own_formed(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(formed(state, side), len(FORCES))


@restriction("9.2", "{force} was already formed or joined in this phase")
def not_organised(state: State, frame: Procedure, side: int) -> IdSet:
    return FORCE_SETS[side] & ~state.cells[layout.ORGANISED]


@restriction("9.4", "{force} is a dummy")
def real(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable([force for force in formed(state, side) if has_ships(state, force)], len(FORCES))


@restriction("9.2", "{into} is not in the hex of {force}, or is a dummy")
def in_the_same_hex(state: State, frame: Procedure, side: int, force: int) -> IdSet:
    cells = state.cells
    hex, water = cells[layout.FORCE_AT + force], cells[layout.FORCE_WATER + force]
    return forces_in_port(state, side).get((hex, water), 0) & ~(1 << force)


@restriction("9.2", "{force} is not in a friendly port")
def in_port(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(
        [force for force in formed(state, side) if friendly_port(state, side, force)], len(FORCES)
    )


FORM = Verb("form", clause="9.2", ends_list="always", when=(number_free,), at=Argument(HEXES, with_ships))
FORM_OFF_MAP = Verb(
    "form_off_map", clause="9.2", ends_list="always", when=(number_free,), box=Argument(BOXES, with_ships_off_map)
)


def all_joins(state: State, context: object, side: int) -> Branches:
    """9.2 A faster generator of forces that may join: computes all forces in one place together."""
    result: dict[Branches, int] = {}
    for beside in forces_in_port(state, side).values():
        for force in sets.iterate(beside & ~state.cells[layout.ORGANISED]):
            into = beside & ~(1 << force)
            if into:
                after = ((into, ()),)
                result[after] = result.get(after, 0) | 1 << force
    return tuple(sorted([(forces, after) for after, forces in result.items()], key=_first))


def _first(branch: tuple[int, Branches]) -> int:
    return branch[0] & -branch[0]


JOIN = Verb(
    "join",
    clause="9.2",
    ends_list="never",
    offer=all_joins,
    force=Argument(FORCES, own_formed, not_organised, real),
    into=Argument(FORCES, in_the_same_hex),
)
DISBAND = Verb(
    "disband", clause="9.2", ends_list="never", force=Argument(FORCES, own_formed, not_organised, real, in_port)
)


def form_force(execution: Execution, side: int, hex: int) -> None:
    """9.2 Forms a force in a hex; its ships are named next."""
    force, cells = new_number(execution, side), execution.cells
    cells[layout.FORCE_AT + force] = hex
    cells[layout.FORCE_WATER + force] = water_of_new(execution.state, side, hex)
    cells[layout.ORGANISED] |= 1 << force
    execution.push(TaskForceFormation(side, force))


def form_off_map(execution: Execution, side: int, box: int) -> None:
    """9.2, 37.1 Forms a force in a box; its ships are named next."""
    force = new_number(execution, side)
    execution.cells[layout.FORCE_BOX + force] = box
    execution.cells[layout.ORGANISED] |= 1 << force
    execution.push(TaskForceFormation(side, force))


def water_of_new(state: State, side: int, hex: int) -> int:
    """3.21 The body of water of a new force in its hex: the port's if ships are in port, otherwise the first ship's."""
    ships = [state.arrays[layout.SHIP_AT][ship] for ship in gatherable(state, side)[hex]]
    if min(ships) < IN_FORCE:
        return water_of_port(state, hex)
    return state.cells[layout.FORCE_WATER + ships[0] - IN_FORCE]


def water_of_port(state: State, hex: int) -> int:
    """3.21 The body of water that the port of a hex is on."""
    waters = waters_of(state)
    return waters.nodes(hex).index(waters.port(hex))


def join_forces(execution: Execution, force: int, into: int) -> None:
    """9.2 A force joins another in its hex and is dissolved."""
    stacks = layout.ships_in(execution.state.arrays)
    for ship in ships_of(execution.state, force):
        stacks.put(ship, IN_FORCE + into)
        execution.cells[layout.GATHERED] |= 1 << ship
    execution.cells[layout.ORGANISED] |= 1 << into
    clear_force(execution.state, force)
    execution.emit_to(SIDE_OF_SHIP[ships_of(execution.state, into)[0]], log.JOINED, force, into)


def disband_force(execution: Execution, side: int, force: int) -> None:
    """9.2 The ships of a force go into port, and stay there for this phase."""
    hex = execution.cells[layout.FORCE_AT + force]
    stacks = layout.ships_in(execution.state.arrays)
    for ship in ships_of(execution.state, force):
        stacks.put(ship, hex)
        execution.cells[layout.GATHERED] |= 1 << ship
    clear_force(execution.state, force)
    execution.emit_to(side, log.DISBANDED, force, hex)


@restriction("9.2", "{ship} is not in this hex, is already in a force, or cannot leave")
def here_and_free(state: State, frame: HasForce, side: int) -> IdSet:
    hex, box = state.cells[layout.FORCE_AT + frame.force], state.cells[layout.FORCE_BOX + frame.force]
    if box >= 0:
        return sets.from_iterable(gatherable(state, side).get(IN_BOX + box, []), len(SHIPS))
    return sets.from_iterable(in_water(state, frame.force, gatherable_at(state, side, hex)), len(SHIPS))


def gatherable_at(state: State, side: int, hex: int) -> list[int]:
    """9.2 The ships of ``gatherable`` in one hex, without computing the other hexes."""
    done, effort, damaged = (
        state.cells[layout.GATHERED],
        state.arrays[layout.MAXIMUM_EFFORT],
        state.arrays[layout.DAMAGE],
    )
    shifts = state.arrays[layout.MODE_CHANGE]
    stacks, first = layout.ships_in(state.arrays), FORCES_A_SIDE * side
    there = [ship for ship in stacks.units(hex) if SIDE_OF_SHIP[ship] == side]
    of_side = state.cells[layout.FORCE_AT + first : layout.FORCE_AT + first + FORCES_A_SIDE]
    for force in [force for force, where in enumerate(of_side, first) if where == hex]:
        ships = stacks.units(IN_FORCE + force)
        there += ships if len(ships) > 1 else []
    fit = [ship for ship in there if not (done >> ship & 1 or effort[ship] or damaged[ship] > FLOATS)]
    return [ship for ship in fit if not shifts[ship]]


def in_water(state: State, force: int, ships: list[int]) -> list[int]:
    """3.21 The ships, among those given, that are in the body of water of a force, if the hex has several."""
    hex, water = state.cells[layout.FORCE_AT + force], state.cells[layout.FORCE_WATER + force]
    where, waters, first = state.arrays[layout.SHIP_AT], waters_of(state), layout.FORCE_WATER - IN_FORCE
    in_port = waters.nodes(hex)[water] == waters.port(hex)
    lying = [(ship, where[ship]) for ship in ships]
    return [
        ship for ship, position in lying if (in_port if position < IN_FORCE else state.cells[first + position] == water)
    ]


ASSIGN = Verb(
    "assign",
    clause="9.2",
    ends_list="never",
    ship=Argument(SHIPS, unlocked, not_in_dock, here_and_free, always_completes=True),
)


class TaskForceFormation(Question):
    """9.2 A side names the ships of a new force one by one."""

    number, name, clause = 1, "gathering", "9.2"
    verbs = (ASSIGN, DONE)
    side: Annotated[int, IdField(SIDES)]
    force: Annotated[int, IdField(FORCES)]

    def assign(self, execution: Execution, ship: int) -> None:
        """Adds a ship to the force."""
        layout.ships_in(execution.state.arrays).put(ship, IN_FORCE + self.force)
        execution.cells[layout.GATHERED] |= 1 << ship

    def done(self, execution: Execution) -> None:
        """Completes the force."""
        execution.pop()
        hex = execution.cells[layout.FORCE_AT + self.force]
        execution.emit_to(self.side, log.FORMED, self.force, hex, tuple(ships_of(execution.state, self.force)))
