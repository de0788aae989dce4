"""23 Airstrike losses (optional): airstrikes are met in the air and by the guns of their targets."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Verb
from ironbottom.engine.choices import EachOf, Group
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import Number, One, Some, members
from ironbottom.engine.picking import Picking
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.action import ACTION, harm
from ironbottom.games.victory_in_the_pacific.answers import DONE
from ironbottom.games.victory_in_the_pacific.effects import airstrike, sunk_at_sea
from ironbottom.games.victory_in_the_pacific.fire import AIMS, TARGETING, Aim, shooters, volley
from ironbottom.games.victory_in_the_pacific.kamikaze import KAMIKAZE_NAMING, volunteers
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALLIES,
    AREAS,
    BATTLESHIPS,
    CARRIERS,
    DAY,
    JAPAN,
    OF_SIDE,
    SIDES,
    UNITS,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.state import AIR_LOSS, AT, DAMAGE, Cells

# -- 23.3 attack or defend -----------------------------------------------------------------------------


@condition("23.3", "{0} has no airstrike here, or defends already")
def can_defend(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool(frame[2] >> unit & 1)


def strikes_to_set(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(DEFEND.number, frame[2])]


DEFEND = Verb("defend", UNITS, clause="23.3", conditions=(can_defend,), offer=strikes_to_set)


class Roles(Picking):
    """23.3 A side names the airstrikes that defend in this action; all others attack."""

    name = "roles"
    clause = "23.3"
    verbs = (DEFEND, DONE)
    question = "Day action: which of your airstrikes defend? Done: the others attack."
    done = DONE

    def picked(self, play: Play, side: int, one: int) -> None:
        play.tell(log.DEFENDS, one)

    def finish(self, play: Play, side: int, left: int, picked: int) -> None:
        """The air battle below learns the roles."""
        play.tell(log.ROLES_SET, side, left, picked)
        AIR_BATTLE.set_roles(play, picked)


ROLES = Roles(SIDES, UNITS, "left", "defending")

# -- stage by stage ------------------------------------------------------------------------------------

AREA, TAKING_PART, BARRED, UNSEEN, NEXT, DEFENDING, KAMIKAZES, AIMED = range(1, 9)


def there(play: Play, frame: Frame, side: int) -> int:
    """The side's units of the action that are still there."""
    return int(frame[TAKING_PART] & play.cells[AT + frame[AREA]] & OF_SIDE[side])


def attackers(play: Play, frame: Frame, side: int) -> int:
    """23.3 The side's attacking airstrikes that have anything left."""
    may = there(play, frame, side) & ~frame[DEFENDING] & ~frame[BARRED]
    return shooters(play.rules.pieces, play.cells, DAY, may)


def name_kamikazes(play: Play, frame: Frame) -> None:
    """19.22 Japan's kamikaze carriers, on the ninth turn."""
    may = volunteers(play, there(play, frame, JAPAN) & ~frame[BARRED])
    if may and there(play, frame, ALLIES):
        play.push(KAMIKAZE_NAMING.frame(JAPAN, may, 0))


def roles(side: int) -> Any:
    """23.3 The side sets its airstrikes to attack or to defend, Japan first."""

    def asked(play: Play, frame: Frame) -> None:
        may = shooters(play.rules.pieces, play.cells, DAY, there(play, frame, side))
        if may & ~frame[KAMIKAZES]:
            play.push(ROLES.frame(side, may & ~frame[KAMIKAZES], 0))

    return asked


def meet(side: int) -> Any:
    """23.31 The side's defenders fire at attacking airstrikes alone."""

    def asked(play: Play, frame: Frame) -> None:
        own = there(play, frame, side) & frame[DEFENDING]
        TARGETING.start(play, side, DAY, own, attackers(play, frame, 1 - side), 0)

    return asked


def attack(side: int) -> Any:
    """23.33 The attackers that survive take their targets."""

    def asked(play: Play, frame: Frame) -> None:
        enemy = there(play, frame, 1 - side) & ~frame[UNSEEN]
        TARGETING.start(play, side, DAY, attackers(play, frame, side), enemy, 0)

    return asked


def flak(side: int) -> Any:
    """23.34 Each target fires a shot at each airstrike on it; 23.35 idle battleships fire at one of their choice."""

    def asked(play: Play, frame: Frame) -> None:
        coming = [(unit, target) for unit, target in frame[AIMED] if OF_SIDE[side] >> target & 1]
        for target, unit in sorted((target, unit) for unit, target in coming):
            if flies(play, frame, target):
                shoot_down(play, frame, target, unit, 1)
        idle = there(play, frame, side) & BATTLESHIPS & ~sum({1 << target for _, target in coming})
        left = sum({1 << unit for unit, _ in coming}) & play.cells[AT + frame[AREA]]
        left = shooters(play.rules.pieces, play.cells, DAY, left)
        if idle and left:
            play.push(TARGETING.frame(side, DAY, idle, left, 0, 0, ()))

    return asked


def strike(play: Play, frame: Frame) -> None:
    """23.37 What is left of the attackers attacks; 23.4 carriers without airstrike go home at the end."""
    play.pop()
    cells, pieces = play.cells, play.rules.pieces
    units = there(play, frame, JAPAN) | there(play, frame, ALLIES)
    empty = [unit for unit in members(units & CARRIERS) if cells[AIR_LOSS + unit] >= pieces.airstrike[unit]]
    ACTION.start(play, frame[AREA], DAY, units)
    ACTION.carry_through(play, frame[KAMIKAZES], sum(1 << unit for unit in empty))
    for side in (JAPAN, ALLIES):
        aims = [aim for aim in frame[AIMED] if (OF_SIDE[side] & units) >> aim[0] & 1]
        ACTION.fired(play, DAY, tuple(aim for aim in aims if airstrike(pieces, cells, aim[0])))


STAGES = (
    *(name_kamikazes, roles(JAPAN), roles(ALLIES), meet(JAPAN), meet(ALLIES)),
    *(attack(JAPAN), attack(ALLIES), flak(JAPAN), flak(ALLIES), strike),
)
MEETING, ATTACKING = range(4, 6), range(6, 8)
"""The stages that follow the fire of defenders, and the choice of targets; after those come the idle battleships."""


def flies(play: Play, frame: Frame, unit: int) -> bool:
    """23.36 Whether a unit is still there: an air unit that was shot down is not."""
    return bool(play.cells[AT + frame[AREA]] >> unit & 1)


def shoot_down(play: Play, frame: Frame, unit: int, target: int, shots: int) -> None:
    """23.32, 23.36 Fire at an airstrike: as at air units, without bonus, and with effect at once.

    7.44 What is fired at an air unit that others have shot down already is wasted.
    """
    cells, pieces = play.cells, play.rules.pieces
    fallen = volley(play, shots, False, True, "fire at an airstrike")
    if not flies(play, frame, target):
        play.tell(log.AIRSTRIKE_HIT, unit, target, fallen.dice, fallen.hits, 0, 0)
    elif AIR >> target & 1:
        left = air_unit_left(pieces, cells, target, fallen.damage)
        play.tell(log.AIRSTRIKE_HIT, unit, target, fallen.dice, fallen.hits, fallen.damage, left)
        harm(play, target, fallen.damage, in_port=False)
    else:
        loss = min(fallen.damage, pieces.airstrike[target] - cells[AIR_LOSS + target])
        cells[AIR_LOSS + target] += loss
        left = airstrike(pieces, cells, target)
        play.tell(log.AIRSTRIKE_HIT, unit, target, fallen.dice, fallen.hits, loss, left)


def air_unit_left(pieces: Pieces, cells: Cells, unit: int, damage: int) -> int:
    """7.534, 23.2 The shots that an air unit has left with so much more damage; none once it is lost."""
    if sunk_at_sea(pieces, cells[DAMAGE + unit] + damage, unit):
        return 0
    lost = damage if pieces.air_units_weaken else 0
    return max(airstrike(pieces, cells, unit) - lost, 0)


def _changed(frame: Frame, place: int, value: Any) -> Frame:
    return (*frame[:place], value, *frame[place + 1 :])


class AirBattle(Procedure):
    """23 A day action with defending airstrikes and fire at the attackers; ``aims`` are the attackers' targets."""

    name = "air_battle"
    clause = "23.3"
    fields = {
        "area": One(AREAS),
        "units": Some(UNITS),
        "barred": Some(UNITS),
        "unseen": Some(UNITS),
        "next": Number(0, len(STAGES) - 1),
        "defending": Some(UNITS),
        "kamikazes": Some(UNITS),
        "aims": AIMS,
    }

    def start(self, play: Play, area: int, units: int, barred: int = 0, unseen: int = 0) -> None:
        """Opens such an action."""
        play.push(self.frame(area, units, barred, unseen, 0, 0, 0, ()))

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage = frame[NEXT]
        play.replace(_changed(frame, NEXT, min(stage + 1, len(STAGES) - 1)))
        STAGES[stage](play, frame)
        return False

    def set_roles(self, play: Play, defending: int) -> None:
        """23.3 These defend."""
        frame = play.state.stack[-1]
        play.replace(_changed(frame, DEFENDING, frame[DEFENDING] | defending))

    def sacrifice(self, play: Play, carriers: int) -> None:
        """19.22 Japan has named its kamikazes."""
        play.replace(_changed(play.state.stack[-1], KAMIKAZES, carriers))

    def fired(self, play: Play, way: int, aims: tuple[Aim, ...]) -> None:
        """What was aimed: defenders fire at once, attackers later, idle battleships one shot at once."""
        frame = play.state.stack[-1]
        if frame[NEXT] in ATTACKING:
            play.replace(_changed(frame, AIMED, tuple(sorted((*frame[AIMED], *aims)))))
            return
        for unit, target in sorted(aims):
            shots = airstrike(play.rules.pieces, play.cells, unit) if frame[NEXT] in MEETING else 1
            shoot_down(play, frame, unit, target, shots)


AIR_BATTLE = AirBattle()
AIR_PROCEDURES = (AIR_BATTLE, ROLES)
