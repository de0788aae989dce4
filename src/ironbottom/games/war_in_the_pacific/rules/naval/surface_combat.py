"""11.0, 11.6 Surface combat at the end of an impulse.

``execution.push(SurfaceCombat.opened(impulse))`` opens it after the forces have sailed and Special Strikes have flown,
with the impulse from 1; it closes automatically. All contact dice of the impulse are rolled first, then both sides
state for each meeting whether they want battle. Battles are fought in the First Player's order (4.2), each with up to
three rounds of fire and the losers' retreat.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, IdSetField, Number, Record, TupleField, members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame, StagedProcedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import force_missions, port_capacity
from ironbottom.games.war_in_the_pacific.derived.force_movement import force_speed, node_of, ships_of, waters_of
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import FORCE_SETS, FORCES, HEXES, IN_FORCE, SHIPS, SIDES, side_of_force
from ironbottom.games.war_in_the_pacific.questions import HasForces
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.naval import gunnery
from ironbottom.games.war_in_the_pacific.rules.naval import surface_contact as contact
from ironbottom.games.war_in_the_pacific.rules.naval.fire_control import ROUNDS, At, FireControl, Impulse, Side
from ironbottom.games.war_in_the_pacific.rules.naval.gunnery import Conditions
from ironbottom.games.war_in_the_pacific.rules.naval.sailing import enter, waters_for
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import hit_ship
from ironbottom.games.war_in_the_pacific.state_types import Execution, Rules, State

FAR = 999


def bases_of(state: State, side: int) -> list[int]:
    """11.6 The ports that a side holds, including fleet bases, without anchorages."""
    return port_capacity.ports_of(state, side)


def way_back(state: State, force: int) -> int:
    """11.6 The adjacent water nearest to a base of the force's side, by hexes, then by number; -1 if there is none."""
    waters, bases = waters_for(state, force), bases_of(state, side_of_force(force))
    near = waters.opened[node_of(state, force)]

    def away(node: int) -> tuple[int, int]:
        return min([GRID.distance(waters.hex_of[node], base) for base in bases], default=FAR), node

    return min(near, key=away, default=-1)


def withdraw(execution: Execution, force: int) -> None:
    """11.6 A force with ships left withdraws a hex."""
    if not ships_of(execution.state, force):
        return
    node = way_back(execution.state, force)
    if node >= 0:
        enter(execution.state, force, node)
        execution.emit(log.WITHDREW, force, waters_of(execution.state).hex_of[node])


ASKING = 1
"""The stage of a battle in which the fire of a round is assigned."""


class MetForces(NamedTuple):
    """11.1 Forces that have met: their hex, the forces, and those that were in contact before."""

    at: int
    forces: int
    known: int


# -- 11.1 wishes for battle --------------------------------------------------------------------------


@restriction("10.1", "forces in Transit avoid battle")
def may_seek(state: State, frame: HasForces, side: int) -> bool:
    forces = members(frame.forces & FORCE_SETS[side])
    return any(force_missions.mission_of(state, force) != "transit" for force in forces)


@restriction("10.7", "ships without fuel cannot choose to fight")
def fuelled(state: State, frame: HasForces, side: int) -> bool:
    return any(contact.may_want(state, force) for force in members(frame.forces & FORCE_SETS[side]))


FIGHT = Verb("fight", clause="11.1", ends_list="always", when=(may_seek, fuelled))
AVOID = Verb("avoid", clause="11.1", ends_list="always")


class Meeting(Question):
    """11.1 A side states for a meeting whether it wants battle."""

    number, name, clause = 45, "meeting", "11.1"
    verbs = (FIGHT, AVOID)
    hides_forced = True
    side: Side
    where: At
    forces: Annotated[int, IdSetField(FORCES)]

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(place=HEXES.titles[self.where])

    def fight(self, execution: Execution) -> None:
        """11.1 The side wants battle."""
        execution.pop()
        execution.cells[layout.SEEKS] |= self.forces

    def avoid(self, execution: Execution) -> None:
        """11.1 The side avoids battle if the other side wants it."""
        execution.pop()


class BattleWishes(SimultaneousFrame):
    """11.1, 4.32 Both sides state their wishes at once, for all meetings of the impulse before any battle."""

    number, name, clause = 44, "wishing", "11.1"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        frame: Any = state.stack[-1]
        asked = [Meeting(side, met.at, met.forces & FORCE_SETS[side]) for met in frame.meetings]
        return tuple(reversed(asked))

    def finish(self, execution: Execution) -> None:
        """Ends the wishes of both sides."""


# -- 4.2 order of battles ----------------------------------------------------------------------------


@restriction("4.2", "there is no battle at {at} to fight")
def battle_waits(state: State, frame: Procedure, side: int) -> IdSet:
    below: Any = state.stack[-2]
    return sets.from_iterable({met.at for met in below.meetings}, len(HEXES))


BATTLE_AT = Verb("battle_at", clause="4.2", ends_list="always", at=Argument(HEXES, battle_waits))


class NextBattle(Question):
    """4.2 If there are several battles (both sides know this), the First Player chooses the next battle."""

    number, name, clause = 43, "next_battle", "4.2"
    verbs = (BATTLE_AT,)
    side: Side

    def battle_at(self, execution: Execution, at: int) -> None:
        """4.2 Chooses the battle in this hex; if there are two in its separate waters, the first of them."""
        execution.pop()
        open_at(execution, execution.top(SurfaceCombat), at)


# -- 11.1 the meetings of an impulse -----------------------------------------------------------------


def find_meetings(execution: Execution, frame: SurfaceCombat) -> None:
    """11.1, 4.32 Rolls all contact dice, hex by hex and water by water, before any question."""
    night, meetings = frame.impulse == contact.NIGHT, []
    for hex in contact.contested_hexes(execution.state):
        for water in contact.waters_at(execution.state, hex):
            met, known = contact.roll_for_surface_contact(execution, hex, water, night)
            if met:
                execution.emit(log.MET, hex, tuple(members(met)))
                meetings.append(MetForces(hex, met, known))
    if meetings:
        execution.replace(changed(frame, meetings=tuple(meetings), next=frame.next_stage()))
    else:
        execution.pop()


def ask_wishes(execution: Execution, frame: SurfaceCombat) -> None:
    """11.1 Asks both sides."""
    BattleWishes.start(execution)


def resolve_wishes(execution: Execution, frame: SurfaceCombat) -> None:
    """11.1 A battle takes place if one side wants it, with all forces that do not break off."""
    sought, battles = execution.cells[layout.SEEKS], []
    clear_wishes(execution.state)
    for met in frame.meetings:
        wants = [bool(sought & met.forces & own) for own in FORCE_SETS]
        left = met.forces & ~forces_that_break_off(execution, met, wants)
        if any(wants) and all(left & own for own in FORCE_SETS):
            battles.append(MetForces(met.at, left, met.known))
    execution.replace(changed(frame, meetings=tuple(battles), next=frame.next_stage()))


def forces_that_break_off(execution: Execution, met: MetForces, wants: list[bool]) -> int:
    """11.1 The forces that break off, of a side that avoids a battle that the other wants."""
    away = 0
    for side in range(len(SIDES)):
        if not wants[side] and wants[1 - side]:
            enemies = members(met.forces & FORCE_SETS[1 - side])
            for force in members(met.forces & FORCE_SETS[side]):
                away |= contact.breaks_off(execution, force, enemies) << force
    return away


def clear_wishes(state: State) -> None:
    """Clears the wishes."""
    state.cells[layout.SEEKS] = 0
    for side in range(len(SIDES)):
        state.cells[layout.BREAKS_OFF + side] = 0


def fight_next(execution: Execution, frame: SurfaceCombat) -> None:
    """4.2 Opens the next battle, as the First Player chooses; the last or only battle opens automatically."""
    if not frame.meetings:
        execution.pop()
    elif len({met.at for met in frame.meetings}) == 1:
        open_at(execution, frame, frame.meetings[0].at)
    else:
        execution.push(NextBattle(max(execution.cells[layout.FIRST_PLAYER], 0)))


def open_at(execution: Execution, frame: SurfaceCombat, hex: int) -> None:
    """11.3 Opens the first waiting battle in a hex."""
    met = next(met for met in frame.meetings if met.at == hex)
    execution.replace(changed(frame, meetings=tuple([each for each in frame.meetings if each is not met])))
    execution.push(Battle(hex, frame.impulse, 1, met.forces, met.known, -1, 0, (0, 0), 0))


MEETING = Record(MetForces, at=IdField(HEXES), forces=IdSetField(FORCES), known=IdSetField(FORCES))


class SurfaceCombat(StagedProcedure):
    """11.1 The meetings of an impulse; later, the meetings that became battles and are waiting."""

    number, name, clause = 42, "surface_combat", "11.1"
    stages = (find_meetings, ask_wishes, resolve_wishes, fight_next)
    impulse: Impulse
    meetings: Annotated[tuple[MetForces, ...], TupleField(MEETING)]
    next: Annotated[int, Number(0, 3)]

    @classmethod
    def opened(cls, impulse: int) -> SurfaceCombat:
        """11.1 The procedure at the end of an impulse, from 1."""
        return cls(impulse, (), 0)


# -- 11.3 rounds of fire -----------------------------------------------------------------------------


class BothAssignFire(SimultaneousFrame):
    """11.21 Both sides assign fire at once; a surprised side does not fire in the first round."""

    number, name, clause = 47, "gunlayers", "11.21"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        frame: Any = state.stack[-1]
        if frame.round == 1 and frame.surprised == side:
            return ()
        return (FireControl(side, frame.where, frame.impulse, frame.round, frame.fired),)

    def finish(self, execution: Execution) -> None:
        """Ends the assignment of both sides."""


def open_battle(execution: Execution, frame: Battle) -> None:
    """11.2 Rolls for surprise; the ships of both sides become visible."""
    state = execution.state
    night = frame.impulse == contact.NIGHT
    added = [
        contact.surprise_modifier(state, side, members(frame.forces & FORCE_SETS[side]), frame.known, night)
        for side in range(len(SIDES))
    ]
    ships = [ship for force in members(frame.forces) for ship in ships_of(state, force)]
    state.cells[layout.BATTLING] = sum(1 << ship for ship in ships)
    for force in members(frame.forces):
        contact.seen_in_battle(execution, force)
    execution.emit(log.BATTLE, frame.where, tuple(sorted(ships)))
    surprised = contact.surprised(execution, frame.where, (added[0], added[1]))
    begun = tuple([len(gunnery.line_of(state, side)) for side in range(len(SIDES))])
    execution.replace(changed(frame, surprised=surprised, begun=begun, next=frame.next_stage()))


def ask_fire(execution: Execution, frame: Battle) -> None:
    """11.3 Asks both sides to assign the fire of a round."""
    clear_wishes(execution.state)
    execution.emit(log.ROUND, frame.where, frame.round)
    BothAssignFire.start(execution)


def conditions(frame: Battle) -> Conditions:
    """The conditions of the round."""
    return Conditions(frame.where, frame.round, frame.impulse == contact.NIGHT, frame.surprised)


def tries_to_break_off(execution: Execution, side: int) -> bool:
    """11.3 A faster side leaves before the third round; any other side does so on a die."""
    state = execution.state
    speeds = [
        min([force_speed_in(state, ship) for ship in gunnery.line_of(state, each)], default=0)
        for each in (side, 1 - side)
    ]
    die = 0 if speeds[0] > speeds[1] else execution.roll(6, Roll.BREAK_OFF)
    away = not die or die >= gunnery.round_row(state, ROUNDS).break_off
    execution.emit(log.LEFT_BATTLE, side, die, int(away))
    return away


def force_speed_in(state: State, ship: int) -> int:
    """9.3 The speed of the force that a ship is in."""
    return force_speed(state, state.arrays[layout.SHIP_AT][ship] - IN_FORCE)


def fight_round(execution: Execution, frame: Battle) -> None:
    """11.3 to 11.6 Resolves the fire of a round; then the next round begins, or the battle ends."""
    state, over, first = execution.state, False, max(execution.cells[layout.FIRST_PLAYER], 0)
    for side in (first, 1 - first):
        if state.cells[layout.BREAKS_OFF + side]:
            if tries_to_break_off(execution, side):
                over = True
            else:
                fire_evenly(state, side, frame)
    if not over:
        fired = resolve_fire(execution, frame)
        ended = frame.round == ROUNDS or any(
            not any(gunnery.can_fight(state, ship) for ship in gunnery.line_of(state, side))
            for side in range(len(SIDES))
        )
        if not ended:
            execution.replace(changed(frame, round=frame.round + 1, fired=fired, next=ASKING))
    clear_aims(state)


def fire_evenly(state: State, side: int, frame: Battle) -> None:
    """11.3 A side that failed to break off distributes its fire evenly."""
    night = frame.impulse == contact.NIGHT
    for ship, target, launches in gunnery.distribute_evenly(state, side, frame.round, night, frame.fired):
        state.arrays[layout.AIM][ship], state.arrays[layout.LAUNCHES][ship] = target, int(launches)


def resolve_fire(execution: Execution, frame: Battle) -> int:
    """11.21, 11.5 Computes all fire before any takes effect; the First Player's dice are first.

    Returns the ships that launched.
    """
    state, first = execution.state, max(execution.cells[layout.FIRST_PLAYER], 0)
    aim, launches = state.arrays[layout.AIM], state.arrays[layout.LAUNCHES]
    fired = frame.fired
    for ship in members(state.cells[layout.BATTLING]):
        if aim[ship] >= 0 and launches[ship]:
            fired |= 1 << ship
    falling = []
    for side in (first, 1 - first):
        targets = sorted({aim[ship] for ship in gunnery.line_of(state, side) if aim[ship] >= 0})
        falling += [
            (ship, blow) for ship in targets for blow in gunnery.gun_attacks(state, side, ship, conditions(frame))
        ]
    for ship, blow in falling:
        if state.cells[layout.BATTLING] >> ship & 1 and hit_ship(execution, ship, blow).sunk:
            state.cells[layout.BATTLING] &= ~(1 << ship)
    return fired


def clear_aims(state: State) -> None:
    """Clears the fire of a round."""
    for ship, target in enumerate(state.arrays[layout.AIM]):
        if target >= 0:
            state.arrays[layout.AIM][ship], state.arrays[layout.LAUNCHES][ship] = -1, 0
    clear_wishes(state)


def close_battle(execution: Execution, frame: Battle) -> None:
    """11.6 The battle's forces are identified; a side that lost more than half its ships withdraws a hex."""
    state = execution.state
    left = [len(gunnery.line_of(state, side)) for side in range(len(SIDES))]
    state.cells[layout.BATTLING] = 0
    execution.emit(log.BATTLE_OVER, frame.where)
    for force in members(frame.forces):
        if ships_of(state, force):
            contact.seen_in_battle(execution, force)
    for side in range(len(SIDES)):
        if 2 * left[side] < frame.begun[side]:
            for force in members(frame.forces & FORCE_SETS[side]):
                withdraw(execution, force)


class Battle(StagedProcedure):
    """11.3 A surface battle of up to three rounds."""

    number, name, clause = 46, "surface_battle", "11.3"
    stages = (open_battle, ask_fire, fight_round, close_battle)
    closes_after_last = True
    where: At
    impulse: Impulse
    round: Annotated[int, Number(1, ROUNDS)]
    forces: Annotated[int, IdSetField(FORCES)]
    known: Annotated[int, IdSetField(FORCES)]
    surprised: Annotated[int, IdField(SIDES, none=True)]
    fired: Annotated[int, IdSetField(SHIPS)]
    begun: Annotated[tuple[int, ...], TupleField(Number(0, 999), 2)]
    next: Annotated[int, Number(0, 4)]


PROCEDURES = (SurfaceCombat, NextBattle, BattleWishes, Meeting, Battle, BothAssignFire, FireControl)
