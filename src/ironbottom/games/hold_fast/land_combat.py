"""8.8 Land combat: transports against the garrison of a base, and who defends it."""

from __future__ import annotations

from typing import Any

from ironbottom.board.seas import touched
from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import Number, One, Record, Row, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.answers import DONE
from ironbottom.games.hold_fast.fog import hide, mingle, reveal
from ironbottom.games.hold_fast.land_fight import LAND_FIGHT
from ironbottom.games.hold_fast.pieces import AREAS, GARRISON, IS_BASE, OF_SIDE, PLACES, TRANSPORTS, UNITS, Pieces
from ironbottom.games.hold_fast.state import AT, BATTLE, FACE_UP, FOUGHT, IN, MAY_BE, OWNED, Cells, other
from ironbottom.games.hold_fast.task_forces import open_forces

Pairs = tuple[tuple[int, int], ...]
"""Transports with the base that each attacks or defends."""
PAIRS = Row(Record(unit=One(UNITS), base=One(PLACES)))
JAPAN_LANDS, ALLIES_LAND, JAPAN_DEFENDS, ALLIES_DEFEND, FIGHTS = range(5)


def deciding(frame: Frame) -> int:
    """8.8.1 The side that commits transports now: Japan first, for attack, then for defence."""
    return int(frame[2]) % 2


def committed(frame: Frame) -> int:
    """The transports that attack or defend already."""
    return sum(1 << unit for pairs in (frame[3], frame[4]) for unit, _ in pairs)


def landing_bases(pieces: Pieces, cells: Cells, area: int, side: int) -> list[int]:
    """8.8.1 The enemy bases that touch a sea area."""
    return [place for place in members(cells[OWNED + other(side)] & IS_BASE) if pieces.touches[place] >> area & 1]


def landers(pieces: Pieces, cells: Cells, frame: Frame, side: int) -> list[tuple[int, list[int]]]:
    """The transports that may still attack, by area, with the bases there."""
    free = TRANSPORTS & OF_SIDE[side] & ~committed(frame)
    each = ((cells[AT + area] & free, area) for area in members(frame[1]))
    found = ((units, landing_bases(pieces, cells, area, side)) for units, area in each if units)
    return [(units, bases) for units, bases in found if bases]


def transport_possible(pieces: Pieces, cells: Cells, units: int) -> bool:
    """2.0.2 Whether any of these hidden blocks may be a transport, for all that the others can tell."""
    return bool(units) and (not pieces.memory or any(cells[MAY_BE + unit] & TRANSPORTS for unit in members(units)))


def defenders(pieces: Pieces, cells: Cells, frame: Frame, side: int) -> list[tuple[int, list[int]]]:
    """8.8.3 The transports at sea that may defend, by area, with the bases of their side attacked from that area.

    As an option: else only the transports in a base defend it.
    """
    if not pieces.defence_from_sea:
        return []
    free = TRANSPORTS & OF_SIDE[side] & ~committed(frame)
    found = []
    for area in members(frame[1]):
        here = cells[AT + area]
        attacked = {base for unit, base in frame[3] if here >> unit & 1 and cells[OWNED + side] >> base & 1}
        if here & free and attacked:
            found.append((here & free, sorted(attacked)))
    return found


def next_fight(cells: Cells, frame: Frame) -> tuple[int, int]:
    """8.8.1, 8.8.6 The base fought for next, area by area, and the transports that attack it from one sea area."""
    for area in members(frame[1]):
        here = [(base, unit) for unit, base in frame[3] if cells[AT + area] >> unit & 1]
        if here:
            first = min(here)[0]
            return first, sum(1 << unit for base, unit in here if base == first)
    raise LookupError("every transport that attacks is at sea")


def landing(frame: Frame) -> bool:
    """Whether landings are named, not yet the defence."""
    return bool(frame[2] <= ALLIES_LAND)


def free_transport(cells: Cells, frame: Frame, side: int, unit: int) -> bool:
    """Whether it is a transport of the side at sea, in these areas, that neither attacks nor defends yet."""
    at_sea = 0
    for area in members(frame[1]):
        at_sea |= cells[AT + area]
    return bool(at_sea & TRANSPORTS & OF_SIDE[side] & ~committed(frame) & 1 << unit)


@condition("8.8.1", "the landings are named already; now it is who defends")
def landings_open(state: State, frame: Frame, side: int, unit: int, base: int) -> bool:
    return landing(frame)


@condition("8.8.1", "{0} is no transport of yours at sea here, or attacks already")
def free_to_land(state: State, frame: Frame, side: int, unit: int, base: int) -> bool:
    return free_transport(state.cells, frame, side, unit)


@condition("1.1.4", "{1} is a port: ports fall through control of the sea, never to transports")
def no_port(state: State, frame: Frame, side: int, unit: int, base: int) -> bool:
    return bool(IS_BASE >> base & 1)


@condition("8.8.1", "{1} is no enemy base beside the sea area of {0}")
def base_at_hand(state: State, frame: Frame, side: int, unit: int, base: int) -> bool:
    groups = landers(state.rules.pieces, state.cells, frame, side)
    return any(units >> unit & 1 and base in bases for units, bases in groups)


@condition("8.8.3", "both sides name their landings first, then who defends")
def defence_open(state: State, frame: Frame, side: int, unit: int, base: int) -> bool:
    return not landing(frame)


@condition("8.8.3", "transports at sea defend no base; that they may is an option")
def defence_from_sea(state: State, frame: Frame, side: int, unit: int, base: int) -> bool:
    return bool(state.rules.pieces.defence_from_sea)


@condition("8.8.3", "{0} is no transport of yours at sea here, or attacks or defends already")
def free_to_defend(state: State, frame: Frame, side: int, unit: int, base: int) -> bool:
    return free_transport(state.cells, frame, side, unit)


@condition("8.8.3", "{1} is no base of yours that is attacked from the sea area of {0}")
def base_attacked(state: State, frame: Frame, side: int, unit: int, base: int) -> bool:
    groups = defenders(state.rules.pieces, state.cells, frame, side)
    return any(units >> unit & 1 and base in bases for units, bases in groups)


def landings(state: State, frame: Frame, side: int) -> list[Group]:
    if not landing(frame):
        return []
    return [SetProduct(LAND.number, *each) for each in landers(state.rules.pieces, state.cells, frame, side)]


def defences(state: State, frame: Frame, side: int) -> list[Group]:
    if landing(frame):
        return []
    return [SetProduct(DEFEND.number, *each) for each in defenders(state.rules.pieces, state.cells, frame, side)]


LAND = Verb(
    "land",
    UNITS,
    PLACES,
    clause="8.8.1",
    conditions=(landings_open, free_to_land, no_port, base_at_hand),
    offer=landings,
)
DEFEND = Verb(
    "defend",
    UNITS,
    PLACES,
    clause="8.8.3",
    conditions=(defence_from_sea, defence_open, free_to_defend, base_attacked),
    offer=defences,
)


class LandStep(Procedure):
    """8.8.1, 1.1.5, 3.4.2 Each transport at sea may attack an enemy base beside its area; as an option some defend."""

    name = "land_step"
    clause = "8.8.1"
    fields = {"areas": Some(AREAS), "stage": Number(0, FIGHTS), "attacks": PAIRS, "defences": PAIRS}
    verbs = (LAND, DEFEND, DONE)
    hides_forced = True  # away from battles it is a secret which blocks are transports

    def proceed(self, play: Play, frame: Frame) -> bool:
        if frame[2] < FIGHTS:
            if self.is_asked(play, frame):
                return True
            play.replace((*frame[:2], frame[2] + 1, *frame[3:]))
        elif frame[3]:
            self.open_fight(play, frame)
        else:
            self.finish(play)
        return False

    def is_asked(self, play: Play, frame: Frame) -> bool:
        """In a battle: a side that can commit a transport. Elsewhere: one with a block by an enemy base that may be
        a transport, so that to be asked tells nobody anything.
        """
        cells, pieces, side = play.cells, play.rules.pieces, deciding(frame)
        if not landing(frame):
            return bool(defenders(pieces, cells, frame, side))
        if cells[BATTLE] >= 0:
            return bool(landers(pieces, cells, frame, side))
        waiting = OF_SIDE[side] & ~committed(frame)
        return any(
            transport_possible(pieces, cells, cells[AT + area] & waiting) and landing_bases(pieces, cells, area, side)
            for area in members(frame[1])
        )

    def open_fight(self, play: Play, frame: Frame) -> None:
        """8.8.3 One fight after the other: the garrison and own transports in the base or committed to it defend.

        8.8.6 Who finds the base taken by the transports of another area has nothing to fight.
        """
        cells = play.cells
        base, attackers = next_fight(cells, frame)
        side = 0 if attackers & OF_SIDE[0] else 1
        attacks = tuple(pair for pair in frame[3] if not attackers >> pair[0] & 1)
        play.replace((*frame[:3], attacks, frame[4]))
        if cells[OWNED + side] >> base & 1:
            return
        holding = sum(1 << unit for unit, at in frame[4] if at == base)
        inside = cells[IN + base] & TRANSPORTS & OF_SIDE[other(side)]
        reveal(play, inside)
        play.push(LAND_FIGHT.frame(side, base, attackers, holding | inside | 1 << GARRISON, 0, ()))

    def finish(self, play: Play) -> None:
        """2.0.2 What was turned up away from a battle is hidden again."""
        cells, battle = play.cells, play.cells[BATTLE]
        play.pop()
        hide(play, cells[FACE_UP] & ~(cells[AT + battle] if battle >= 0 else 0))
        mingle(play, 0)
        mingle(play, 1)

    def side(self, state: State, frame: Frame) -> int:
        return deciding(frame)

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        if not landing(frame):
            return "A base of yours is attacked: choose a transport at sea that defends it, or done."
        return "Land combat: choose a transport and the enemy base that it attacks, or done."

    def cites(self, frame: Frame) -> str:
        return "8.8.1" if landing(frame) else "8.8.3"

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE.number:
            play.replace((*frame[:2], frame[2] + 1, *frame[3:]))
            step = "landing" if landing(frame) else "defence"
            play.tell(log.FINISHED, side, log.STEPS.index[step])
            return
        pair = (code[1], code[2])
        attacks, defences_so_far = frame[3], frame[4]
        if code[0] == LAND.number:
            play.replace((*frame[:3], (*attacks, pair), defences_so_far))
            reveal(play, 1 << code[1])
        else:
            play.replace((*frame[:4], (*defences_so_far, pair)))
        play.tell(log.LANDING if code[0] == LAND.number else log.DEFENDING, *pair)


LAND_STEP = LandStep()


def landings_elsewhere(play: Play) -> None:
    """8.8.6 After all combat one land step in the areas without an enemy unit, for all of them together."""
    cells = play.cells
    open_forces(play, (1 << len(AREAS)) - 1)
    mingle(play, 0)
    quiet = 0
    for area in range(len(AREAS)):
        if cells[AT + area] and not cells[FOUGHT] >> area & 1:
            quiet |= 1 << area
    areas = quiet & touched(play.rules.pieces.touches, IS_BASE)
    if areas:
        play.push(LAND_STEP.frame(areas, JAPAN_LANDS, (), ()))
