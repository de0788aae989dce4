"""10.3 Surface combat, in Ironbottom Sound and The Slot."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, Only
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import Number, One, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.bombardment import bombard
from ironbottom.games.pacific_fury.hits import fire, open_round
from ironbottom.games.pacific_fury.landing import land
from ironbottom.games.pacific_fury.pieces import EXPRESS, EXPRESS_UNIT, FORCES, GUNS, SOUND, TRANSPORTS, ZONES
from ironbottom.games.pacific_fury.returns import WITHDRAW, ask, ask_defender, end_combat
from ironbottom.games.pacific_fury.state import (
    DISRUPTED,
    FORCE,
    HIT,
    INITIATIVE,
    in_zone,
    other,
    side_of,
    together,
    zone_of,
)

FIRE, DEFENDER, ATTACKER, AGAIN, END = range(5)
"""The stages of a combat: fire, the defender's return, the attacker's, a second round or none, the end."""


def fleet_fire(play: Play, units: int) -> int:
    """10.3.a Battleships and cruisers fire in file order, with the option the Tokyo Express too (9.6.e)."""
    armed = units & GUNS
    if play.rules.pieces.combat[EXPRESS_UNIT]:
        armed |= units & EXPRESS
    return sum([fire(play, unit) for unit in members(armed)])


class SurfaceCombat(Procedure):
    """10.3.a A task force has entered an enemy-held sea area: up to two rounds, then it leaves."""

    name = "surface_combat"
    clause = "10.3.a"
    fields = {"attacker": One(FORCES), "zone": One(ZONES), "round": Number(1, 2), "stage": Number(FIRE, END)}

    def proceed(self, play: Play, frame: Frame) -> bool:
        _, force, zone, rounds, stage = frame
        self.STAGES[stage](self, play, force, zone, rounds)
        return False

    def fire(self, play: Play, force: int, zone: int, rounds: int) -> None:
        """10.2.a Both sides fire, the attacker first; those lost this round have still fired."""
        attacker = side_of(force)
        attacking = play.cells[FORCE + force]
        defending = together(play.cells, in_zone(play.cells, other(attacker), zone))
        play.tell(log.ROUND_OPENED, rounds)
        scored = fleet_fire(play, attacking)
        suffered = fleet_fire(play, defending)
        play.replace(self.frame(force, zone, rounds, DEFENDER))
        open_round(play, attacker, 1, [(attacker, defending, scored), (other(attacker), attacking, suffered)])

    def defender(self, play: Play, force: int, zone: int, rounds: int) -> None:
        side = other(side_of(force))
        over = rounds == 2 or zone_of(play.cells, force) != zone
        play.replace(self.frame(force, zone, rounds, ATTACKER))
        ask_defender(play, side, zone, in_zone(play.cells, side, zone), rounds, over)

    def attacker(self, play: Play, force: int, zone: int, rounds: int) -> None:
        """10.3.b, 10.3.c After round one: a second round, a cleared Sound to use, or the end."""
        cells = play.cells
        alive = zone_of(cells, force) == zone
        held = bool(in_zone(cells, other(side_of(force)), zone))
        if rounds == 1 and alive and held:
            play.replace(self.frame(force, zone, rounds, AGAIN))
            ask(play, side_of(force), [force], rounds)
            return
        play.replace(self.frame(force, zone, rounds, END))
        if rounds == 1 and alive and zone == SOUND and (may_land(cells, force) or may_bombard(cells, force)):
            play.push(CLEARED_SOUND.frame(force))

    def again(self, play: Play, force: int, zone: int, rounds: int) -> None:
        """10.3.b Round two is fought when the attacker stayed."""
        if zone_of(play.cells, force) == zone:
            play.replace(self.frame(force, zone, 2, FIRE))
        else:
            play.replace(self.frame(force, zone, rounds, END))

    def end(self, play: Play, force: int, zone: int, rounds: int) -> None:
        play.pop()
        end_combat(play, [force], other(side_of(force)), zone, rounds)

    STAGES = (fire, defender, attacker, again, end)


SURFACE_COMBAT = SurfaceCombat()


def open_surface_combat(play: Play, force: int, zone: int) -> None:
    """Opens the combat that an entry brings (9.2.c)."""
    play.cells[HIT] = 0
    play.tell(log.BATTLE_OPENED, force, zone)
    play.push(SURFACE_COMBAT.frame(force, zone, 1, FIRE))


# -- 10.3.c Ironbottom Sound cleared in round one ------------------------------------------------------


def may_land(cells: list[int], force: int) -> bool:
    """A force that still has Transports may land while Henderson Field is disrupted (9.3.b, 9.3.c)."""
    invader = cells[INITIATIVE] != side_of(force)
    return invader and bool(cells[DISRUPTED]) and bool(cells[FORCE + force] & TRANSPORTS)


def may_bombard(cells: list[int], force: int) -> bool:
    """A force without Transports may bombard once while Henderson Field is operational (9.4.b)."""
    invader = cells[INITIATIVE] != side_of(force)
    return invader and not cells[DISRUPTED] and not cells[FORCE + force] & TRANSPORTS


@condition("9.3.c", "landing takes Transports and a disrupted Henderson Field")
def can_land_now(state: State, frame: Frame, side: int) -> bool:
    return may_land(state.cells, frame[1])


@condition("10.3.c", "only a force without Transports bombards, and only while Henderson Field is operational")
def can_bombard_now(state: State, frame: Frame, side: int) -> bool:
    return may_bombard(state.cells, frame[1])


def landing_now(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(LAND_NOW.number)] if may_land(state.cells, frame[1]) else []


def bombarding_now(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(BOMBARD_NOW.number)] if may_bombard(state.cells, frame[1]) else []


LAND_NOW = Verb("land_now", clause="10.3.c", conditions=(can_land_now,), offer=landing_now)
BOMBARD_NOW = Verb("bombard_now", clause="10.3.c", conditions=(can_bombard_now,), offer=bombarding_now)


class ClearedSound(Procedure):
    """10.3.c The attacker has cleared the Sound: in place of round two it lands, bombards once, or goes home."""

    name = "cleared_sound"
    clause = "10.3.c"
    fields = {"force": One(FORCES)}
    verbs = (LAND_NOW, BOMBARD_NOW, WITHDRAW)

    def proceed(self, play: Play, frame: Frame) -> bool:
        return True

    def side(self, state: State, frame: Frame) -> int:
        return side_of(frame[1])

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return f"Ironbottom Sound is clear. What does {FORCES.titles[frame[1]]} do in place of a second round?"

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.pop()
        if code[0] == LAND_NOW.number:
            land(play, frame[1])
        elif code[0] == BOMBARD_NOW.number:
            bombard(play, frame[1], 2)


CLEARED_SOUND = ClearedSound()
