"""10.5 Carrier combat, in the Eastern Solomons and the South Pacific Ocean."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField, Number, TupleField, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import StagedProcedure, changed
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import (
    ALLIES,
    CARRIERS,
    FIRST_FORCE,
    FORCES,
    JAPAN,
    Force,
    Forces,
    Pieces,
    Round,
    Zone,
)
from ironbottom.games.pacific_fury.rules.hits import HitPool, fire, open_round
from ironbottom.games.pacific_fury.rules.returns import ask_defender, ask_to_stay, end_combat, force_bits, forces_on_map
from ironbottom.games.pacific_fury.state import (
    FORCE,
    HIT,
    Cells,
    anti_air,
    force_type,
    holds_zone,
    in_zone,
    opponent,
    side_of,
)
from ironbottom.games.pacific_fury.state_types import Execution, Rules, State

NONE = -1
OFFER, TARGETS, FIRE, DEFENDER_RETURN, ATTACKER_RETURN, SECOND_ROUND, END = range(7)
"""The stages: offer of combat, targets, fire, the returns, a second round or none, the end."""
NO_TARGETS = (NONE,) * len(FORCES)


# -- 10.5.d, 10.5.e Air strike rating, anti-air, combat air patrol -------------------------------------


def bonus(air_strike: int, anti_aircraft: int) -> int:
    """10.5.d The bonus of each firing carrier to its combat factor.

    >>> bonus(6, 6), bonus(6, 4), bonus(6, 3), bonus(1, 0)
    (0, 1, 2, 2)
    """
    if anti_aircraft == 0 or air_strike >= 2 * anti_aircraft:
        return 2
    return 1 if air_strike > anti_aircraft else 0


def air_strike_rating(planes: tuple[int, ...], units: int) -> int:
    """10.5.d AS: the aircraft icons of the carriers."""
    return sum([planes[unit] for unit in members(units & CARRIERS)])


def cover_of(pieces: Pieces, units: int) -> int:
    """10.5.e The number that combat air patrol subtracts from each carrier firing at these units."""
    return 2 if units & pieces.fleet_carriers else 1 if units & CARRIERS else 0


def air_fire(execution: Execution, strikes: list[tuple[int, int]]) -> list[int]:
    """Carriers fire at their targets in file order; returns the hits by strike.

    A strike is the pair of the firing force's units and its target's; ratings count as at the start of the round.
    """
    pieces = execution.rules.pieces
    shooters: list[tuple[int, int, int, int]] = []
    for place, (firing, target) in enumerate(strikes):
        added = bonus(air_strike_rating(pieces.planes, firing), anti_air(target))
        cover = cover_of(pieces, target)
        shooters += [(unit, place, added, cover) for unit in members(firing & CARRIERS)]
    hits = [0] * len(strikes)
    for unit, place, added, cover in sorted(shooters):
        hits[place] += fire(execution, unit, added, cover)
    return hits


# -- 10.5.b, 10.5.c Combat and targets -----------------------------------------------------------------


def carrier_forces(cells: Cells, side: int, zone: int) -> list[int]:
    """A side's TF-C in a sea area."""
    return [force for force in in_zone(cells, side, zone) if force_type(cells[FORCE + force]) == "C"]


def taking_part(execution: Execution, forces: int, side: int) -> list[int]:
    """10.5.c A side's task forces that took part and are still there."""
    return [force for force in forces_on_map(execution, forces) if side_of(force) == side]


def next_to_aim(cells: Cells, frame: CarrierCombat) -> int:
    """The next TF-C to name a target, the attacker's first; -1 when all have named theirs."""
    attacker = side_of(frame.attacker)
    for side in (attacker, opponent(attacker)):
        for force in carrier_forces(cells, side, frame.zone):
            if frame.targets[force] == NONE and holds_zone(cells, opponent(side), frame.zone):
                return force
    return NONE


@restriction("10.5.b", "combat is already decided: choose a target for each task force")
def not_yet_fighting(state: State, frame: CarrierCombat, side: int) -> bool:
    return frame.stage == OFFER


@restriction("10.5.b", "first choose whether to fight or decline")
def fighting(state: State, frame: CarrierCombat, side: int) -> bool:
    return frame.stage == TARGETS


@restriction("10.5.c", "{force} does not choose a target now")
def force_aims_now(state: State, frame: CarrierCombat, side: int) -> int:
    return 1 << next_to_aim(state.cells, frame)


@restriction("10.5.c", "{target} is not an enemy task force in the same area")
def target_in_zone(state: State, frame: CarrierCombat, side: int, force: int) -> int:
    return force_bits(in_zone(state.cells, opponent(side), frame.zone))


FIGHT = Verb("fight", clause="10.5.b", ends_list="always", when=(not_yet_fighting,))
DECLINE = Verb("decline", clause="10.5.b", ends_list="always", when=(not_yet_fighting,))
TARGET = Verb(
    "target",
    clause="10.5.c",
    ends_list="always",
    when=(fighting,),
    force=Argument(FORCES, force_aims_now),
    target=Argument(FORCES, target_in_zone),
)

# -- 10.5 The combat -----------------------------------------------------------------------------------


def ask_whether_to_fight(execution: Execution, frame: CarrierCombat) -> bool:
    """10.5.b TF-Cs on both sides must fight; if only one side has a TF-C, that side chooses; if neither has, there is
    no combat.
    """
    ours, theirs = (bool(carrier_forces(execution.cells, side, frame.zone)) for side in (JAPAN, ALLIES))
    if not ours and not theirs:
        execution.pop()
    return ours != theirs


def name_targets(execution: Execution, frame: CarrierCombat) -> bool:
    """10.5.c Each TF-C names its target; with only one enemy force, that is the target."""
    force = next_to_aim(execution.cells, frame)
    if force == NONE:
        return False
    enemies = in_zone(execution.cells, opponent(side_of(force)), frame.zone)
    if len(enemies) == 1:
        frame.aim(execution, force, enemies[0])
    return len(enemies) > 1


def fight_round(execution: Execution, frame: CarrierCombat) -> None:
    """10.2.a, 10.5.a Only carriers of both sides fire; hits go to the target force and no other."""
    cells, zone = execution.cells, frame.zone
    execution.emit(log.ROUND_OPENED, frame.round)
    attacker = side_of(frame.attacker)
    participants = frame.taking_part | 1 << frame.attacker
    pools: list[HitPool] = []
    for side in (attacker, opponent(attacker)):
        aims = [(firing, frame.targets[firing]) for firing in carrier_forces(cells, side, zone)]
        hits = air_fire(execution, [(cells[FORCE + firing], cells[FORCE + aimed]) for firing, aimed in aims])
        for target in in_zone(cells, opponent(side), zone):
            scored = sum([n for (_, aimed), n in zip(aims, hits, strict=True) if aimed == target])
            pools.append(HitPool(side, cells[FORCE + target], scored))
        participants |= force_bits(firing for firing, _ in aims) | force_bits(aimed for _, aimed in aims)
    execution.replace(changed(frame, stage=DEFENDER_RETURN, taking_part=participants))
    open_round(execution, attacker, 0, pools)


def defender_returns(execution: Execution, frame: CarrierCombat) -> None:
    """10.8.a The defender declares first."""
    side = opponent(side_of(frame.attacker))
    over = frame.round == 2 or not can_go_on(execution, frame)
    ask_defender(execution, side, frame.zone, taking_part(execution, frame.taking_part, side), frame.round, over)


def attacker_returns(execution: Execution, frame: CarrierCombat) -> None:
    """10.8.a The attacker may break off if a second round could follow; 10.8.b the defender is not asked again."""
    if frame.round == 1 and can_go_on(execution, frame):
        side = side_of(frame.attacker)
        ask_to_stay(execution, side, taking_part(execution, frame.taking_part, side), frame.round)
    else:
        execution.replace(frame.at_stage(END))


def second_round(execution: Execution, frame: CarrierCombat) -> None:
    """10.5.f Fights a second round, with new targets, if the attacker stayed."""
    if can_go_on(execution, frame):
        execution.replace(changed(frame, round=2, stage=TARGETS, targets=NO_TARGETS))


def end_carrier_combat(execution: Execution, frame: CarrierCombat) -> None:
    """10.8.c, 10.8.d Forces that must return to base do so."""
    side = side_of(frame.attacker)
    execution.pop()
    end_combat(execution, taking_part(execution, frame.taking_part, side), opponent(side), frame.zone, frame.round)


def can_go_on(execution: Execution, frame: CarrierCombat) -> bool:
    """10.5.f Whether the attack has forces left, enemies are in the sea area, and a TF-C exists.

    Forces of the defender that took no part can be targets in round two. Forces of the attacker that took no part do
    not continue the attack: it ends once every attacking force that took part has sunk or gone home.
    """
    cells, zone = execution.cells, frame.zone
    attacker = side_of(frame.attacker)
    both_sides_present = bool(taking_part(execution, frame.taking_part, attacker)) and holds_zone(
        cells, opponent(attacker), zone
    )
    return both_sides_present and bool(carrier_forces(cells, JAPAN, zone) or carrier_forces(cells, ALLIES, zone))


class CarrierCombat(StagedProcedure):
    """10.5 A task force has entered an enemy-held Eastern Solomons or South Pacific Ocean."""

    number, name, clause, stage_field = 7, "carrier_combat", "10.5.b", "stage"
    verbs = (FIGHT, DECLINE, TARGET)
    stages = (
        ask_whether_to_fight,
        name_targets,
        fight_round,
        defender_returns,
        attacker_returns,
        second_round,
        end_carrier_combat,
    )
    attacker: Force
    zone: Zone
    round: Round
    stage: Annotated[int, Number(OFFER, END)]
    targets: Annotated[tuple[int, ...], TupleField(IdField(FORCES, none=True), len(FORCES))]
    taking_part: Forces

    def decider(self, state: State) -> int:
        if self.stage == TARGETS:
            return side_of(next_to_aim(state.cells, self))
        return JAPAN if carrier_forces(state.cells, JAPAN, self.zone) else ALLIES

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt("offer" if self.stage == OFFER else "targets")

    def question_clause(self) -> str:
        return "10.5.b" if self.stage == OFFER else "10.5.c"

    def fight(self, execution: Execution) -> None:
        execution.emit(log.BATTLE_ACCEPTED, self.decider(execution.state), self.zone)
        execution.replace(self.at_stage(TARGETS))

    def decline(self, execution: Execution) -> None:
        execution.emit(log.BATTLE_DECLINED, self.decider(execution.state), self.zone)
        execution.pop()

    def target(self, execution: Execution, force: int, target: int) -> None:
        self.aim(execution, force, target)

    def aim(self, execution: Execution, force: int, target: int) -> None:
        """Records and reports the target; then the next task force names its target."""
        aimed = (*self.targets[:force], target, *self.targets[force + 1 :])
        execution.replace(changed(self, targets=aimed))
        execution.emit(log.TARGET_CHOSEN, force, FIRST_FORCE + target)


def open_carrier_combat(execution: Execution, force: int, zone: int) -> None:
    """Opens the combat that may follow an entry into an enemy-held open sea (9.2.c)."""
    execution.cells[HIT] = 0
    execution.emit(log.BATTLE_OPENED, force, zone)
    execution.push(CarrierCombat(force, zone, 1, OFFER, NO_TARGETS, 0))
