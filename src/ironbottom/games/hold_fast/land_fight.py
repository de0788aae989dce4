"""8.8.2 to 8.8.5 The fight for one base, round by round until one side is gone."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, Record, Row, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import FIGHTERS, FIRST_PLACE, GARRISON, PLACES, SIDES
from ironbottom.games.hold_fast.state import OWNED, SEEN, STRENGTH, Cells, other
from ironbottom.games.hold_fast.text_names import spot
from ironbottom.games.hold_fast.way_home import EVICTED, WAY_HOME, lose

GARRISON_HIT_ON = 6
GARRISON_STRENGTH = 1


def aiming(frame: Frame) -> tuple[int, int]:
    """8.8.2 Who has still to name a target, attackers before defenders, and the targets."""
    attackers, defenders = frame[3], frame[4]
    aimed = frame[5]
    if attackers & ~aimed:
        return attackers & ~aimed, defenders
    return defenders & ~aimed, attackers


def aiming_side(frame: Frame) -> int:
    """The side that names targets now."""
    return int(frame[1]) if frame[3] & ~frame[5] else other(frame[1])


@condition("8.8.2", "{0} has no target to name now")
def has_to_aim(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    return bool(aiming(frame)[0] >> unit & 1)


@condition("8.8.2", "{1} is not on the other side of this fight")
def fights_against(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    return bool(aiming(frame)[1] >> target & 1)


def aims(state: State, frame: Frame, side: int) -> list[Group]:
    units, targets = aiming(frame)
    return [SetProduct(AIM.number, units, members(targets))]


AIM = Verb("aim", FIGHTERS, FIGHTERS, clause="8.8.2", conditions=(has_to_aim, fights_against), offer=aims)


class LandFight(Procedure):
    """8.8.2, 8.8.4 Every unit names a target; all roll their strength in dice at once; a 6 hits.

    ``side`` attacks; ``aimed`` are those that have named their target in this round.
    """

    name = "land_fight"
    clause = "8.8.2"
    fields = {
        "side": One(SIDES),
        "base": One(PLACES),
        "attackers": Some(FIGHTERS),
        "defenders": Some(FIGHTERS),
        "aimed": Some(FIGHTERS),
        "aims": Row(Record(unit=One(FIGHTERS), target=One(FIGHTERS))),
    }
    verbs = (AIM,)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if not frame[3] or not frame[4]:
            play.pop()
            conclude(play, frame)
            return False
        units, targets = aiming(frame)
        if not units:
            play.replace(fight_round(play, frame))
            return False
        if targets & (targets - 1):
            return True
        named = tuple((unit, targets.bit_length() - 1) for unit in members(units))
        play.replace((*frame[:5], frame[5] | units, (*frame[6], *named)))
        return False

    def side(self, state: State, frame: Frame) -> int:
        return aiming_side(frame)

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return f"Land combat at {spot(PLACES.ids[frame[2]])}: choose a unit and its target."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.replace((*frame[:5], frame[5] | 1 << code[1], (*frame[6], (code[1], code[2]))))
        play.tell(log.LAND_AIMED, code[1], code[2])


LAND_FIGHT = LandFight()


def strength_of(cells: Cells, fighter: int) -> int:
    """8.8.2 The dice of a unit: its strength; one for the garrison (3.5.1)."""
    return GARRISON_STRENGTH if fighter == GARRISON else cells[STRENGTH + fighter]


def fight_round(play: Play, frame: Frame) -> Frame:
    """8.8.2 All dice of a round, attackers first; then the hits count, on both sides at once."""
    cells, pieces = play.cells, play.rules.pieces
    attackers, defenders = frame[3], frame[4]
    hits: dict[int, int] = {}
    first_defender = [aim for aim in frame[6] if attackers >> aim[0] & 1]
    ordered = sorted(first_defender) + sorted(aim for aim in frame[6] if not attackers >> aim[0] & 1)
    for unit, target in ordered:
        dice = tuple(play.roll(6, "land combat") for _ in range(strength_of(cells, unit)))
        needed = GARRISON_HIT_ON if target == GARRISON else pieces.hit_on[target]
        scored = sum(die >= needed for die in dice)
        hits[target] = hits.get(target, 0) + scored
        play.tell(log.LAND_FIRED, unit, target, dice, scored)
    gone = 0
    for target, scored in sorted(hits.items()):
        left = max(0, strength_of(cells, target) - scored)
        if target != GARRISON:
            cells[STRENGTH + target] = cells[SEEN + target] = left
        if not left:
            gone |= 1 << target
            if target == GARRISON:
                play.tell(log.GARRISON_LOST, frame[2])
            else:
                lose(play, target)
    return (*frame[:3], attackers & ~gone, defenders & ~gone, 0, ())


def conclude(play: Play, frame: Frame) -> None:
    """8.8.5 The base goes to attackers that are left; else its owner keeps it, with a new garrison."""
    cells, side, base = play.cells, frame[1], frame[2]
    if not frame[3]:
        play.tell(log.BASE_HELD, other(side), base)
        return
    cells[OWNED + side] |= 1 << base
    cells[OWNED + other(side)] &= ~(1 << base)
    play.tell(log.BASE_TAKEN, side, base)
    play.push(WAY_HOME.frame(other(side), EVICTED, FIRST_PLACE + base))
