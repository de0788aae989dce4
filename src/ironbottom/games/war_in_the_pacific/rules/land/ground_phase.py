"""4.13, 21.4, 22.0, 24.0, 27.0 The Ground Phase.

``execution.push(GroundPhase(0))`` opens it; it closes automatically. The First Player marches, then attacks; then the
other side does. Isolated stacks may surrender at the start of the enemy's part (24.8). Landings and Disruptions are
cleared at its end; ``bases_deploy`` advances Base Forces (27.1).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Any, ClassVar

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, IdSetField, Number, TupleField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, one_set, restriction
from ironbottom.games.war_in_the_pacific import cited_cases, log, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, ground_destinations, ground_paths
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import hexes_to_attack, may_attack
from ironbottom.games.war_in_the_pacific.derived.unit_positions import units_on_map
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, HEXES, SIDES, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.questions import HasAttacks, HasMarches, HasMoved, HasUnit
from ironbottom.games.war_in_the_pacific.rules.bases import base_forces
from ironbottom.games.war_in_the_pacific.rules.land import chinese_armies, components, ground_battle, ground_movement
from ironbottom.games.war_in_the_pacific.rules.land.attack_resolution import PROCEDURES as BATTLE
from ironbottom.games.war_in_the_pacific.rules.land.attack_resolution import AttackParticipants, surrender
from ironbottom.games.war_in_the_pacific.rules.naval import cripples
from ironbottom.games.war_in_the_pacific.rules.shore.capture import takes_ground
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

Side = Annotated[int, IdField(SIDES)]
Units = Annotated[int, IdSetField(UNITS)]


# -- 22.0 marching -----------------------------------------------------------------------------------


@restriction("22.1", "{unit} is not yours, or cannot march")
def can_march(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(ground_paths.mobile_units(state, side), len(UNITS))


@restriction("22.4", "{unit} has already moved in this Ground Phase")
def not_moved(state: State, frame: HasMoved, side: int) -> IdSet:
    return sets.from_iterable([unit for unit in UNITS_OF[side] if not frame.moved >> unit & 1], len(UNITS))


@restriction("22.1", "the unit cannot reach {to} in this phase")
def reachable_on_foot(state: State, frame: HasUnit, side: int) -> IdSet:
    return sets.from_iterable(ground_destinations.reach(state, side, frame.unit), len(HEXES))


@restriction("22.5", "the unit cannot reach {to} by a Forced March, or does not need one")
def reachable_by_forced_march(state: State, frame: HasUnit, side: int) -> IdSet:
    near = set(ground_destinations.reach(state, side, frame.unit))
    far = ground_destinations.reach(state, side, frame.unit, forced=True)
    return sets.from_iterable([hex for hex in far if hex not in near], len(HEXES))


@restriction("21.4", "{unit} is not a full division that can break down, or there are no counters for its components")
def divisible_unit(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(components.breakable(state, side), len(UNITS))


@restriction("21.4", "{at} does not have all components of one of your divisions, in supply")
def with_components(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(components.formable(state, side), len(HEXES))


@restriction("21.4", "the components there do not form {division}")
def of_components(state: State, frame: Procedure, side: int, hex: int) -> IdSet:
    return sets.from_iterable(components.formable(state, side).get(hex, []), len(GROUND_TYPES))


@restriction("27.1", "{unit} is not a Base Force that can be deployed further here")
def deployable(state: State, frame: Procedure, side: int) -> IdSet:
    result = [unit for unit, _ in air_bases.base_forces_of(state, side) if base_forces.can_deploy(state, side, unit)]
    return sets.from_iterable(result, len(UNITS))


@restriction("27.4", "{unit} is not a deployed Base Force")
def packable(state: State, frame: Procedure, side: int) -> IdSet:
    result = [unit for unit, _ in air_bases.base_forces_of(state, side) if base_forces.can_pack(state, unit)]
    return sets.from_iterable(result, len(UNITS))


@restriction("22.1", "{unit} is the last guard of its port and must stay", case=cited_cases.guards_case)
def no_last_guard(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.without(sets.full_set(len(UNITS)), layout.scenario(state).guards(state, side))


@restriction("29.3", "there is no Provincial Point for {unit}, so it can only defend")
def army_has_point(state: State, frame: HasMarches, side: int) -> IdSet:
    idle = sorted(chinese_armies.armies_without_points(state, frame, side))
    carried = frame.movable_units(state, idle)
    return sets.without(sets.full_set(len(UNITS)), [unit for unit in idle if unit not in carried])


@restriction("22.1", "{unit} cannot reach another hex in this phase")
def can_move_anywhere(state: State, frame: HasMarches, side: int) -> IdSet:
    units = ground_paths.mobile_units(state, side)
    return sets.from_iterable(
        {*frame.movable_units(state, units), *ground_destinations.able_to_move(state, side, units)}, len(UNITS)
    )


@restriction("29.3", "there is no Provincial Point for the army, so it cannot march")
def army_paid(state: State, frame: HasUnit, side: int) -> bool:
    return frame.unit not in chinese_armies.armies_without_points(state, marches_below(state), side)


def marches_below(state: State) -> Any:
    """22.1 The marches of a side below the question of a unit's destination."""
    return state.stack[-2]


def all_moves(state: State, context: HasMarches, side: int) -> Branches:
    """22.1, 22.4, 29.3 A faster generator of the units that can reach any other hex."""
    stay = {*sets.iterate(context.moved), *layout.scenario(state).guards(state, side)}
    unpaid = set(chinese_armies.armies_without_points(state, context, side))
    units = [unit for unit in ground_paths.mobile_units(state, side) if unit not in stay]
    going = ground_destinations.able_to_move(
        state, side, [unit for unit in units if unit not in unpaid] if unpaid else units
    )
    if len(going) < len(units):
        # A unit that can walk anywhere need not be checked for other means.
        walking = set(going)
        going += context.movable_units(state, [unit for unit in units if unit not in walking])
        going.sort()
    return one_set(tuple(going))


def captures_a_hex(state: State, frame: HasUnit, side: int, to: int) -> bool:
    """2.5, 24.9 Whether a unit captures a base on its way, which reveals what was there, or overruns enemies."""
    return any(takes_ground(state, side, hex) for hex in ground_movement.path_to(state, side, frame.unit, to))


MOVE = Verb(
    "move",
    clause="22.1",
    ends_list="never",
    offer=all_moves,
    unit=Argument(UNITS, can_march, not_moved, no_last_guard, army_has_point, can_move_anywhere, always_completes=True),
)
MARCH = Verb(
    "march",
    clause="22.1",
    ends_list=captures_a_hex,
    when=(army_paid,),
    to=Argument(HEXES, reachable_on_foot, always_completes=True),
)
FORCE_MARCH = Verb(
    "force_march",
    clause="22.5",
    ends_list="always",
    when=(army_paid,),
    to=Argument(HEXES, reachable_by_forced_march, always_completes=True),
)


def breakdowns(state: State, context: HasMoved, side: int) -> Branches:
    """21.4 A faster generator of the divisions that may break down."""
    return one_set(tuple([unit for unit in components.breakable(state, side) if not context.moved >> unit & 1]))


BREAK_DOWN = Verb(
    "break_down", clause="21.4", ends_list="never", offer=breakdowns, unit=Argument(UNITS, divisible_unit, not_moved)
)


def formings(state: State, context: object, side: int) -> Branches:
    """21.4 A faster generator of the divisions that may form, with their hexes."""
    result: dict[Branches, list[int]] = {}
    for hex, kinds in components.formable(state, side).items():
        result.setdefault(one_set(sets.from_iterable(kinds, len(GROUND_TYPES))), []).append(hex)
    return tuple([(tuple(hexes), after) for after, hexes in result.items()])


FORM_UP = Verb(
    "form_up",
    clause="21.4",
    ends_list="never",
    offer=formings,
    at=Argument(HEXES, with_components),
    division=Argument(GROUND_TYPES, of_components),
)
DEPLOY = Verb("deploy", clause="27.1", ends_list="never", unit=Argument(UNITS, deployable))
PACK = Verb("pack", clause="27.4", ends_list="never", unit=Argument(UNITS, packable))


class UnitDestination(Question):
    """22.1, 22.5 The choice of a unit's destination, perhaps by a Forced March."""

    number, name, clause = 80, "moving", "22.1"
    verbs: ClassVar[Sequence[Verb]] = (MARCH, FORCE_MARCH)
    hides_forced, unobservable, is_second_step = True, True, True
    side: Side
    unit: Annotated[int, IdField(UNITS)]

    def march(self, execution: Execution, to: int) -> None:
        """22.1 Moves a unit on foot."""
        execution.pop()
        execution.top(MarchOrders).walk(execution, self.unit, to, forced=False)

    def force_march(self, execution: Execution, to: int) -> None:
        """22.5 Moves a unit by a Forced March, which is farther but risky."""
        execution.pop()
        execution.top(MarchOrders).walk(execution, self.unit, to, forced=True)


class MarchOrders(Question):
    """22.1 A side moves its units one by one, and deploys or packs Base Forces."""

    number, name, clause = 31, "marching", "22.1"
    verbs: ClassVar[Sequence[Verb]] = (MOVE, BREAK_DOWN, FORM_UP, DEPLOY, PACK, cripples.SCUTTLE, DONE)
    unobservable = True
    optional_verbs = frozenset({BREAK_DOWN.name, FORM_UP.name, PACK.name})
    """21.4, 27.4 Units may break down, form and pack in any later Phase as well."""
    destination_procedure: ClassVar[type[UnitDestination]] = UnitDestination
    """The procedure that asks for a unit's destination."""
    side: Side
    moved: Units

    def movable_units(self, state: State, units: list[int]) -> Collection[int]:
        """22.4 The units among these that can move by other means than on foot."""
        return ()

    def move(self, execution: Execution, unit: int) -> None:
        """22.1 Names a unit; its destination is asked for next."""
        execution.push(self.destination_procedure(self.side, unit))

    def walk(self, execution: Execution, unit: int, to: int, *, forced: bool) -> None:
        """22.1, 22.5 Records that a unit has moved on foot to a hex."""
        execution.replace(changed(self, moved=self.moved | 1 << unit))
        ground_movement.march(execution, self.side, unit, to, forced=forced)

    def break_down(self, execution: Execution, unit: int) -> None:
        """21.4 A division breaks down into its components."""
        components.break_down(execution, self.side, unit)

    def form_up(self, execution: Execution, at: int, division: int) -> None:
        """21.4 Components form their division, which cannot move again in this phase."""
        whole = components.form(execution, self.side, at, division)
        execution.replace(changed(self, moved=self.moved | 1 << whole))

    def deploy(self, execution: Execution, unit: int) -> None:
        """27.1 Begins the deployment of a Base Force."""
        base_forces.begin_deployment(execution, unit, packing=False)

    def pack(self, execution: Execution, unit: int) -> None:
        """27.4 Packs a Base Force."""
        base_forces.begin_deployment(execution, unit, packing=True)

    def scuttle(self, execution: Execution, ship: int) -> None:
        """38.2 Scuttles a ship."""
        cripples.scuttle(execution, ship)

    def done(self, execution: Execution) -> None:
        """24.1 Ends the marches; attacks follow."""
        execution.replace(AttackOrders(self.side, 0, ()))
        execution.emit(log.MARCHES_OVER, self.side)


# -- 24.1 attacks ------------------------------------------------------------------------------------


def attackers_of(state: State, frame: HasAttacks, side: int) -> dict[int, list[int]]:
    """24.1 For each hex with enemy strength, the units of a side that may attack it, each unit once."""
    result: dict[int, list[int]] = {}
    unpaid, rows = chinese_armies.armies_without_points(state, frame, side), state.rules.pieces.ground
    held = hexes_to_attack(state, 1 - side).difference(frame.hexes)
    for unit, hex, kind in units_on_map(state, side):
        if frame.fought >> unit & 1 or not may_attack(rows[kind]) or unit in unpaid:
            continue
        for target in (hex, *GRID.beyond(hex)):
            if target in held and ground_battle.may_attack_hex(state, unit, target):
                result.setdefault(target, []).append(unit)
    return result


@restriction(
    "24.1", "{target} has no enemy next to one of your units that may attack, or was already attacked in this phase"
)
def attackable(state: State, frame: HasAttacks, side: int) -> IdSet:
    return sets.from_iterable(attackers_of(state, frame, side), len(HEXES))


ATTACK = Verb("attack", clause="24.1", ends_list="never", target=Argument(HEXES, attackable))


class AttackOrders(Question):
    """24.1 A side attacks hex by hex; each hex is attacked once, and each unit attacks once."""

    number, name, clause = 32, "attacking", "24.1"
    verbs = (ATTACK, DONE)
    unobservable = True
    side: Side
    fought: Units
    hexes: Annotated[tuple[int, ...], TupleField(IdField(HEXES))]

    def attack(self, execution: Execution, target: int) -> None:
        """24.1 Names a hex to attack; the other side does not know it before the participants are named."""
        execution.push(AttackParticipants(self.side, target, self.may_join(execution.state, target), 0))

    def may_join(self, state: State, target: int) -> int:
        """24.1 The units that may attack a hex."""
        return sum(1 << unit for unit in attackers_of(state, self, self.side)[target])

    def joined(self, execution: Execution, target: int, units: int) -> None:
        """24.1 Adds units to an attack; neither they nor the hex are part of another attack in this phase."""
        hexes = self.hexes if target in self.hexes else (*self.hexes, target)
        execution.replace(changed(self, fought=self.fought | units, hexes=hexes))

    def done(self, execution: Execution) -> None:
        """24.1, 25.3, 26.3 Ends the attacks; attackers and hexes are recorded for the Supply Phase."""
        turn_record.write_turn_record(
            execution.state, fought=turn_record.read(execution.state, "fought", 0) | self.fought
        )
        turn_record.disturb(execution.state, self.hexes)
        execution.pop()
        execution.emit(log.ATTACKS_OVER, self.side)


# -- 4.13 the phase ----------------------------------------------------------------------------------


def first_part(execution: Execution, frame: GroundPhase) -> None:
    """4.13 The First Player's part."""
    open_part(execution, frame, max(execution.cells[layout.FIRST_PLAYER], 0))


def second_part(execution: Execution, frame: GroundPhase) -> None:
    """4.13 The other side's part."""
    open_part(execution, frame, 1 - max(execution.cells[layout.FIRST_PLAYER], 0))


def open_part(execution: Execution, frame: GroundPhase, side: int) -> None:
    """24.8, 22.1 Isolated enemy stacks may surrender; then the side marches."""
    for hex in ground_battle.cut_off(execution.state, 1 - side):
        surrender(execution, 1 - side, hex)
    execution.push(layout.scenario(execution.state).marches(side))


def clear_phase(execution: Execution, frame: GroundPhase) -> None:
    """31.1 Clears Disruptions."""
    disrupted = execution.state.arrays[layout.DISRUPTED]
    for unit in range(len(UNITS)):
        disrupted[unit] = 0


class GroundPhase(StagedProcedure):
    """4.13 The Ground Phase of a Game-Turn."""

    number, name, clause = 30, "ground_phase", "4.13"
    stages: ClassVar[Sequence[Callable[[Execution, Any], bool | None]]] = (first_part, second_part, clear_phase)
    closes_after_last = True
    next: Annotated[int, Number(0, 3)]


PROCEDURES = (GroundPhase, MarchOrders, AttackOrders, *BATTLE)
