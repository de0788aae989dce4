"""10.6 Air strikes from an adjacent sea area, at Henderson Field or an enemy task force."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField, Number, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure, changed
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import (
    ALL_IN_SOUND,
    CARRIERS,
    FIRST_FORCE,
    FIRST_ZONE,
    FLEET_OF,
    HENDERSON,
    SOUND,
    TARGETS,
    Force,
    Forces,
    Pieces,
    Round,
)
from ironbottom.games.pacific_fury.rolls import Roll
from ironbottom.games.pacific_fury.rules.bombardment import disrupt, hits_needed
from ironbottom.games.pacific_fury.rules.carrier_combat import air_fire, cover_of
from ironbottom.games.pacific_fury.rules.hits import HitPool, fire, hits_scored, open_round, under_cover
from ironbottom.games.pacific_fury.rules.returns import (
    WITHDRAW,
    ask_to_stay,
    force_bits,
    forced_to_return,
    forces_on_map,
    return_to_base,
)
from ironbottom.games.pacific_fury.rules.task_forces import reveal
from ironbottom.games.pacific_fury.state import (
    DISRUPTED,
    FORCE,
    HIT,
    INITIATIVE,
    MARKER,
    Cells,
    at_sea,
    force_positions,
    in_zone,
    opponent,
    side_of,
    units_of_forces,
    zone_of,
)
from ironbottom.games.pacific_fury.state_types import Execution, State

FIRE, DEFENDER_RETURN, ATTACKER_RETURN, END = range(4)
"""The stages: fire, the defender's return, a second strike or the return home, the end."""
ANY_TARGET = (1 << len(TARGETS)) - 1

# -- 9.5, 10.6.a Targets -------------------------------------------------------------------------------


def targets_of(pieces: Pieces, cells: Cells, force: int) -> int:
    """The possible targets of a carrier force in its current place, as a set."""
    zone, side = zone_of(cells, force), side_of(force)
    if zone < 0 or not cells[FORCE + force] & CARRIERS:
        return 0
    result = 0
    if pieces.henderson_from >> zone & 1 and cells[INITIATIVE] != side and not cells[DISRUPTED]:
        result = 1 << HENDERSON
    for enemy in at_sea(cells, opponent(side)):
        there = zone_of(cells, enemy)
        if pieces.strikes[zone] >> there & 1:
            result |= 1 << (ALL_IN_SOUND if there == SOUND else FIRST_FORCE + enemy)
    return result


def forces_of(cells: Cells, target: int, side: int) -> list[int]:
    """The task forces of a side covered by a target; none for Henderson Field."""
    if target == HENDERSON:
        return []
    return in_zone(cells, side, SOUND) if target == ALL_IN_SOUND else [target - FIRST_FORCE]


@restriction("9.5", "Henderson Field is yours: the side with the initiative owns it")
def only_the_invader_strikes_henderson(state: State, frame: Procedure, side: int, *striker: int) -> int:
    return ANY_TARGET if state.cells[INITIATIVE] != side else ANY_TARGET ^ 1 << HENDERSON


@restriction("10.6.b", "Henderson Field is already disrupted")
def henderson_operates(state: State, frame: Procedure, side: int, *striker: int) -> int:
    return ANY_TARGET ^ 1 << HENDERSON if state.cells[DISRUPTED] else ANY_TARGET


@restriction("10.6.a", "an air strike must target an enemy task force")
def enemy_targeted(state: State, frame: Procedure, side: int, *striker: int) -> int:
    return ANY_TARGET ^ FLEET_OF[side] << FIRST_FORCE


@restriction("8.2.d", "all task forces in Ironbottom Sound are one target: you cannot strike only one")
def sound_struck_as_one(state: State, frame: Procedure, side: int, *striker: int) -> int:
    guards = force_positions(state.cells, opponent(side)).by_place[FIRST_ZONE + SOUND]
    return ANY_TARGET ^ guards << FIRST_FORCE


def adjacent(state: State, frame: Procedure, side: int, striker: int) -> int:
    return targets_of(state.rules.pieces, state.cells, striker)


def adjacent_again(state: State, frame: AirStrike, side: int) -> int:
    return targets_of(state.rules.pieces, state.cells, frame.striker)


NOT_ADJACENT = "there is no enemy to strike in an area next to the carriers"
TARGET_RESTRICTIONS = (only_the_invader_strikes_henderson, henderson_operates, enemy_targeted, sound_struck_as_one)
TARGET = Argument(TARGETS, *TARGET_RESTRICTIONS, restriction("9.5", NOT_ADJACENT)(adjacent))
TARGET_AGAIN = Argument(TARGETS, *TARGET_RESTRICTIONS, restriction("9.5", NOT_ADJACENT)(adjacent_again))

# -- 10.6 The strike -----------------------------------------------------------------------------------


def strike(execution: Execution, frame: AirStrike) -> None:
    """8.4.a Striker and target are shown; then both fire (10.2.a)."""
    forces = forces_of(execution.cells, frame.target, opponent(side_of(frame.striker)))
    reveal(execution, [frame.striker, *forces])
    execution.emit(log.ROUND_OPENED, frame.round)
    execution.replace(changed(frame, stage=DEFENDER_RETURN, struck=frame.struck | force_bits(forces)))
    if forces:
        strike_forces(execution, frame.striker, forces)
    else:
        strike_henderson(execution, frame.striker)


def offer_withdrawal(execution: Execution, frame: AirStrike) -> None:
    """10.8.a The struck forces may leave; once the strikes are over, only those that are not forced to
    leave are asked.
    """
    over = frame.round == 2 or not frame.targets(execution)
    if over:
        execution.replace(frame.at_stage(END))
    leaving = must_leave(execution, frame) if over else []
    staying = [force for force in forces_on_map(execution, frame.struck) if force not in leaving]
    ask_to_stay(execution, opponent(side_of(frame.striker)), staying, frame.round)


def second_strike(execution: Execution, frame: AirStrike) -> bool:
    """10.6.e A second strike is offered while a carrier and a target are left."""
    return frame.targets(execution) > 0


def end_air_strike(execution: Execution, frame: AirStrike) -> None:
    """10.8.c The striker goes home; 10.8.d the struck forces that were hit go home too."""
    execution.pop()
    for force in must_leave(execution, frame):
        return_to_base(execution, force, "hits")
    return_to_base(execution, frame.striker, "combat")


def must_leave(execution: Execution, frame: AirStrike) -> list[int]:
    """10.8.d, 10.8.e The struck forces that were hit in either strike."""
    side = opponent(side_of(frame.striker))
    zones = {zone_of(execution.cells, force) for force in forces_on_map(execution, frame.struck)}
    leaving = [force for zone in sorted(zones) for force in forced_to_return(execution, side, zone, frame.round)]
    return [force for force in leaving if frame.struck >> force & 1]


STRIKE_AGAIN = Verb("strike_again", clause="10.6.e", ends_list="always", target=TARGET_AGAIN)


class AirStrike(StagedProcedure):
    """10.6 One TF-C strikes from its own sea area, once or twice, and goes home."""

    number, name, clause, stage_field = 8, "air_strike", "10.6.e", "stage"
    verbs = (STRIKE_AGAIN, WITHDRAW)
    stages = (strike, offer_withdrawal, second_strike, end_air_strike)
    striker: Force
    target: Annotated[int, IdField(TARGETS)]
    round: Round
    stage: Annotated[int, Number(FIRE, END)]
    struck: Forces

    def targets(self, execution: Execution) -> int:
        """The possible targets of a second strike."""
        return targets_of(execution.rules.pieces, execution.cells, self.striker)

    def decider(self, state: State) -> int:
        return side_of(self.striker)

    def strike_again(self, execution: Execution, target: int) -> None:
        execution.emit(log.TARGET_CHOSEN, self.striker, target)
        execution.replace(changed(self, target=target, round=2, stage=FIRE))

    def withdraw(self, execution: Execution) -> None:
        execution.replace(self.at_stage(END))


def strike_forces(execution: Execution, striker: int, forces: list[int]) -> None:
    """10.6.d The strike is fought like carrier combat; a struck TF-C fires back at the striker, and no other force
    fires.
    """
    cells = execution.cells
    side = side_of(striker)
    striking, struck = cells[FORCE + striker], units_of_forces(cells, forces)
    (scored,) = air_fire(execution, [(striking, struck)])
    suffered = air_fire(execution, [(struck, striking)])[0] if struck & CARRIERS else 0
    open_round(execution, side, 0, [HitPool(side, struck, scored), HitPool(opponent(side), striking, suffered)])


def strike_henderson(execution: Execution, striker: int) -> None:
    """10.6.b, 10.6.c The carriers fire under the field's cover; the field fires back, even if it was disrupted this
    round.
    """
    cells = execution.cells
    side = side_of(striker)
    striking = cells[FORCE + striker]
    pieces = execution.rules.pieces
    box = pieces.track[cells[MARKER]]
    hits = sum([fire(execution, unit, 0, box.cap_icons) for unit in members(striking & CARRIERS)])
    die = execution.roll(6, Roll.HENDERSON_FIELD_FIRES)
    suffered = under_cover(hits_scored(die, box.henderson_cf), cover_of(pieces, striking))
    execution.emit(log.HENDERSON_FIRED, box.henderson_cf, die, suffered)
    needed = hits_needed(execution)
    execution.emit(log.STRUCK, striker, hits, needed)
    if hits >= needed:
        disrupt(execution)
    open_round(execution, side, 0, [HitPool(opponent(side), striking, suffered)])


def open_air_strike(execution: Execution, force: int, target: int) -> None:
    """9.5 Opens an air strike; its target is named before the units are shown, and cannot change."""
    execution.cells[HIT] = 0
    execution.emit(log.TARGET_CHOSEN, force, target)
    execution.push(AirStrike(force, target, 1, FIRE, 0))
