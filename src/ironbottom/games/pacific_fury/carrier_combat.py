"""10.5 Carrier combat, in the Eastern Solomons and the South Pacific Ocean."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, Only, Product
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import Number, One, Row, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.hits import Pool, fire, open_round
from ironbottom.games.pacific_fury.pieces import CARRIERS, FIRST_FORCE, FORCES, ZONES, Pieces
from ironbottom.games.pacific_fury.returns import ask, ask_defender, bits, end_combat, still_there
from ironbottom.games.pacific_fury.state import (
    FORCE,
    HIT,
    Cells,
    anti_air,
    force_type,
    held,
    in_zone,
    other,
    side_of,
)

NONE = -1
OFFER, TARGETS, FIRE, DEFENDER, ATTACKER, AGAIN, END = range(7)
"""The stages: is there a combat, who aims at whom, fire, the returns, a second round or none, the end."""
NO_TARGETS = (NONE,) * len(FORCES)


# -- 10.5.d, 10.5.e Air strike rating, anti-air, combat air patrol -------------------------------------


def bonus(air_strike: int, anti_aircraft: int) -> int:
    """10.5.d What each firing carrier adds to its combat factor.

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
    """10.5.e What combat air patrol takes from each carrier firing at these units."""
    return 2 if units & pieces.fleet_carriers else 1 if units & CARRIERS else 0


def air_fire(play: Play, strikes: list[tuple[int, int]]) -> list[int]:
    """Carriers fire at their targets in file order; the hits by strike.

    A strike is the units of the firing force and of its target; ratings count as the round begins.
    """
    pieces = play.rules.pieces
    shooters: list[tuple[int, int, int, int]] = []
    for place, (firing, target) in enumerate(strikes):
        added = bonus(air_strike_rating(pieces.planes, firing), anti_air(target))
        cover = cover_of(pieces, target)
        shooters += [(unit, place, added, cover) for unit in members(firing & CARRIERS)]
    hits = [0] * len(strikes)
    for unit, place, added, cover in sorted(shooters):
        hits[place] += fire(play, unit, added, cover)
    return hits


# -- 10.5.b, 10.5.c Who fights, and whom ---------------------------------------------------------------


def carrier_forces(cells: Cells, side: int, zone: int) -> list[int]:
    """A side's TF-C in a sea area."""
    return [force for force in in_zone(cells, side, zone) if force_type(cells[FORCE + force]) == "C"]


def taking_part(play: Play, forces: int, side: int) -> list[int]:
    """10.5.c A side's task forces among those that took part that are still there."""
    return [force for force in still_there(play, forces) if side_of(force) == side]


def next_to_aim(cells: Cells, frame: Frame) -> int:
    """The next TF-C to name a target, the attacker's first; -1 when all have."""
    attacker = side_of(frame[1])
    for side in (attacker, other(attacker)):
        for force in carrier_forces(cells, side, frame[2]):
            if frame[5][force] == NONE and held(cells, other(side), frame[2]):
                return force
    return NONE


@condition("10.5.b", "whether there is a combat is settled; a task force must name its target")
def not_yet_fighting(state: State, frame: Frame, side: int) -> bool:
    return bool(frame[4] == OFFER)


@condition("10.5.b", "first say whether there is a combat")
def fighting(state: State, frame: Frame, side: int, force: int, target: int) -> bool:
    return bool(frame[4] == TARGETS)


@condition("10.5.c", "it is not for {0} to name a target now")
def force_aims_now(state: State, frame: Frame, side: int, force: int, target: int) -> bool:
    return force == next_to_aim(state.cells, frame)


@condition("10.5.c", "{1} is no enemy task force in the same sea area")
def target_in_zone(state: State, frame: Frame, side: int, force: int, target: int) -> bool:
    return target in in_zone(state.cells, other(side), frame[2])


def fight_offered(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(FIGHT.number)] if frame[4] == OFFER else []


def decline_offered(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(DECLINE.number)] if frame[4] == OFFER else []


def targets_offered(state: State, frame: Frame, side: int) -> list[Group]:
    if frame[4] != TARGETS:
        return []
    enemies = in_zone(state.cells, other(side), frame[2])
    return [Product(TARGET.number, (next_to_aim(state.cells, frame),), enemies)]


FIGHT = Verb("fight", clause="10.5.b", conditions=(not_yet_fighting,), offer=fight_offered)
DECLINE = Verb("decline", clause="10.5.b", conditions=(not_yet_fighting,), offer=decline_offered)
TARGET = Verb(
    "target",
    FORCES,
    FORCES,
    clause="10.5.c",
    conditions=(fighting, force_aims_now, target_in_zone),
    offer=targets_offered,
)


class CarrierCombat(Procedure):
    """10.5 A task force has entered an enemy-held Eastern Solomons or South Pacific Ocean."""

    name = "carrier_combat"
    clause = "10.5.b"
    fields = {
        "attacker": One(FORCES),
        "zone": One(ZONES),
        "round": Number(1, 2),
        "stage": Number(OFFER, END),
        "targets": Row(One(FORCES, none=True), len(FORCES)),
        "taking_part": Some(FORCES),
    }
    verbs = (FIGHT, DECLINE, TARGET)

    def proceed(self, play: Play, frame: Frame) -> bool:
        return self.STAGES[frame[4]](self, play, frame)

    def offer(self, play: Play, frame: Frame) -> bool:
        """10.5.b TF-C on both sides must fight; of one side alone its owner chooses; without any nothing happens."""
        zone = frame[2]
        ours, theirs = (bool(carrier_forces(play.cells, side, zone)) for side in (0, 1))
        if ours != theirs:
            return True
        if ours:
            self.to_stage(play, frame, TARGETS)
        else:
            play.pop()
        return False

    def targets(self, play: Play, frame: Frame) -> bool:
        """10.5.c Each TF-C names its target; where there is one enemy force only, it is that."""
        cells = play.cells
        force = next_to_aim(cells, frame)
        if force == NONE:
            self.to_stage(play, frame, FIRE)
            return False
        enemies = in_zone(cells, other(side_of(force)), frame[2])
        if len(enemies) > 1:
            return True
        self.aim(play, frame, force, enemies[0])
        return False

    def fire(self, play: Play, frame: Frame) -> bool:
        """10.2.a, 10.5.a Both sides' carriers fire and nobody else; hits go to the force aimed at and no other."""
        number, force, zone, rounds, _, targets, part = frame
        cells = play.cells
        play.tell(log.ROUND_OPENED, rounds)
        attacker = side_of(force)
        pools: list[Pool] = []
        for side in (attacker, other(attacker)):
            aims = [(firing, targets[firing]) for firing in carrier_forces(cells, side, zone)]
            hits = air_fire(play, [(cells[FORCE + firing], cells[FORCE + at]) for firing, at in aims])
            for target in in_zone(cells, other(side), zone):
                scored = sum([n for (_, at), n in zip(aims, hits, strict=True) if at == target])
                pools.append((side, cells[FORCE + target], scored))
            part |= bits(firing for firing, _ in aims) | bits(at for _, at in aims)
        play.replace((number, force, zone, rounds, DEFENDER, targets, part | 1 << force))
        open_round(play, attacker, 0, pools)
        return False

    def defender(self, play: Play, frame: Frame) -> bool:
        _, force, zone, rounds, _, _, part = frame
        side = other(side_of(force))
        over = rounds == 2 or not self.second_round(play, frame)
        self.to_stage(play, frame, ATTACKER)
        ask_defender(play, side, zone, taking_part(play, part, side), rounds, over)
        return False

    def attacker(self, play: Play, frame: Frame) -> bool:
        """10.8.a The attacker may break off where a second round could follow."""
        _, force, _, rounds, _, _, part = frame
        goes_on = rounds == 1 and self.second_round(play, frame)
        self.to_stage(play, frame, AGAIN if goes_on else END)
        if goes_on:
            side = side_of(force)
            ask(play, side, taking_part(play, part, side), rounds)
        return False

    def again(self, play: Play, frame: Frame) -> bool:
        """10.5.f A second round, with targets named anew, if the attacker stayed."""
        number, force, zone, _, _, _, part = frame
        if self.second_round(play, frame):
            play.replace((number, force, zone, 2, TARGETS, NO_TARGETS, part))
        else:
            self.to_stage(play, frame, END)
        return False

    def end(self, play: Play, frame: Frame) -> bool:
        _, force, zone, rounds, _, _, part = frame
        side = side_of(force)
        play.pop()
        end_combat(play, taking_part(play, part, side), other(side), zone, rounds)
        return False

    STAGES = (offer, targets, fire, defender, attacker, again, end)

    def second_round(self, play: Play, frame: Frame) -> bool:
        """10.5.f The attack has forces left, enemies are in the sea area, and a TF-C exists.

        Bystanders of the defender can be aimed at in round two. Those of the attacker alone are no attack: it is
        over once every force of its that took part has sunk or gone home.
        """
        cells, zone, part = play.cells, frame[2], frame[6]
        attacker = side_of(frame[1])
        both = bool(taking_part(play, part, attacker)) and held(cells, other(attacker), zone)
        return both and bool(carrier_forces(cells, 0, zone) or carrier_forces(cells, 1, zone))

    def to_stage(self, play: Play, frame: Frame, stage: int) -> None:
        play.replace((*frame[:4], stage, *frame[5:]))

    def side(self, state: State, frame: Frame) -> int:
        if frame[4] == TARGETS:
            return side_of(next_to_aim(state.cells, frame))
        return 0 if carrier_forces(state.cells, 0, frame[2]) else 1

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        zone = ZONES.titles[frame[2]]
        if frame[4] == OFFER:
            return f"Only you have carriers in the {zone}: fight, or decline?"
        return f"Carrier combat in the {zone}: name the target of each carrier force."

    def cites(self, frame: Frame) -> str:
        return "10.5.b" if frame[4] == OFFER else "10.5.c"

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == TARGET.number:
            self.aim(play, frame, code[1], code[2])
        elif code[0] == FIGHT.number:
            play.tell(log.BATTLE_ACCEPTED, side, frame[2])
            self.to_stage(play, frame, TARGETS)
        else:
            play.tell(log.BATTLE_DECLINED, side, frame[2])
            play.pop()

    def aim(self, play: Play, frame: Frame, force: int, target: int) -> None:
        aimed = (*frame[5][:force], target, *frame[5][force + 1 :])
        play.replace((*frame[:5], aimed, frame[6]))
        play.tell(log.TARGET_CHOSEN, force, FIRST_FORCE + target)


CARRIER_COMBAT = CarrierCombat()


def open_carrier_combat(play: Play, force: int, zone: int) -> None:
    """Opens what an entry into an enemy-held open sea may bring (9.2.c)."""
    play.cells[HIT] = 0
    play.tell(log.BATTLE_OPENED, force, zone)
    play.push(CARRIER_COMBAT.frame(force, zone, 1, OFFER, NO_TARGETS, 0))
