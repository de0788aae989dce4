"""7 Combat in one sea area, round by round, until one side is left there."""

from __future__ import annotations

from ironbottom.engine.fields import Number, One, Some
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.flight import FLIGHT
from ironbottom.games.victory_in_the_pacific.harmless import can_hurt
from ironbottom.games.victory_in_the_pacific.invasion import may_invade, open_landings
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    AREAS,
    JAPAN,
    OF_SIDE,
    SIDES,
    SUBMARINES,
    UNITS,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.raids import MOST_ROUNDS, NO_LIMIT, exposed, raiders
from ironbottom.games.victory_in_the_pacific.retreat import STAY_OR_PART, STAY_OR_RETREAT
from ironbottom.games.victory_in_the_pacific.rounds import ROUND
from ironbottom.games.victory_in_the_pacific.state import AT, Cells, other
from ironbottom.games.victory_in_the_pacific.state import BATTLE as BATTLE_AREA
from ironbottom.games.victory_in_the_pacific.way_home import RETREATED, send_home


def at_sea(cells: Cells, area: int, side: int) -> int:
    """7.1 A side's units at sea in an area; submarines do not count."""
    return cells[AT + area] & OF_SIDE[side] & ~SUBMARINES


def in_battle(cells: Cells, frame: Frame) -> tuple[int, int]:
    """The units of both sides that fight."""
    units = frame[2] & cells[AT + frame[1]]
    return units & OF_SIDE[JAPAN], units & OF_SIDE[ALLIES]


def fight_round(play: Play, frame: Frame) -> None:
    """7.12 A round, where both sides are there; 5.5 but not where nobody can ever hurt an enemy."""
    japan, allies = in_battle(play.cells, frame)
    if japan and allies and can_hurt(play.rules.pieces, play.cells, japan | allies):
        play.replace((*play.state.stack[-1][:4], max(frame[4] - 1, NO_LIMIT), *frame[5:]))
        ROUND.start(play, frame[1], frame[2], may_land=True)
    elif left_over(play, frame):
        play.replace((*frame[:2], everybody(play.cells, frame[1]), FIGHT, *frame[4:]))
    elif japan and allies:
        deadlock(play, frame)
    else:
        go_to(play, ALONE)


def everybody(cells: Cells, area: int) -> int:
    """7.1 All units at sea in an area."""
    return at_sea(cells, area, JAPAN) | at_sea(cells, area, ALLIES)


def left_over(play: Play, frame: Frame) -> bool:
    """7.1, 20.8 Whether ships that pursued part of a fleet still meet an enemy once the battle they left is over."""
    cells, area = play.cells, frame[1]
    units = everybody(cells, area)
    both = at_sea(cells, area, JAPAN) and at_sea(cells, area, ALLIES)
    return bool(both and units & ~frame[2] and frame[4] and can_hurt(play.rules.pieces, cells, units))


def japan_decides(play: Play, frame: Frame) -> None:
    """5.42, 8.1 Japan decides first; 18.36 it must go when its rounds are over."""
    if all(in_battle(play.cells, frame)):
        if frame[4]:
            ask(play, frame, JAPAN)
        else:
            BATTLE.gives_way(play, JAPAN)


def allies_decide(play: Play, frame: Frame) -> None:
    """8.1 The Allies decide where Japan stays."""
    if all(in_battle(play.cells, frame)):
        ask(play, frame, ALLIES)


def ask(play: Play, frame: Frame, side: int) -> None:
    """8.11 A side stays or retreats whole; 20.8 with task forces it may part."""
    units = in_battle(play.cells, frame)[side]
    if play.rules.pieces.task_forces and units & (units - 1):
        play.push(STAY_OR_PART.frame(side, units))
    else:
        play.push(STAY_OR_RETREAT.frame(side))


def land(play: Play, frame: Frame) -> None:
    """5.43, 7.93 Amphibious units that stay may land, Japan's first; 20.7 only those named may invade."""
    for side in (ALLIES, JAPAN):
        open_landings(play, side, frame[1], frame[2], may_invade(play, side, frame[1], frame[6]))


def again(play: Play, frame: Frame) -> None:
    """7.94 Another round, where both sides are left."""
    go_to(play, FIGHT)


def deadlock(play: Play, frame: Frame) -> None:
    """5.5 Both sides stay, or both go home, as agreed."""
    play.tell(log.DEADLOCKED, frame[1])
    go_to(play, END)
    if play.rules.pieces.deadlock_leaves:
        for side in (ALLIES, JAPAN):
            send_home(play, side, frame[1], at_sea(play.cells, frame[1], side), RETREATED)


def alone(play: Play, frame: Frame) -> None:
    """9.2 A side that is alone may raid the harbours of the area."""
    raid_alone(play, frame[1], frame[2], frame[4])


def end(play: Play, frame: Frame) -> None:
    """The battle is over."""
    play.cells[BATTLE_AREA] = -1
    play.tell(log.COMBAT_ENDED, frame[1])
    play.pop()


def flee(play: Play, frame: Frame) -> None:
    """8.11 The side that gives way retreats from the area with all its units, those that have pursued (20.8) too."""
    flees, side = at_sea(play.cells, frame[1], frame[5]), other(frame[5])
    rounds = frame[4] if side == JAPAN else NO_LIMIT
    invaders = may_invade(play, side, frame[1], frame[6])
    ships = in_battle(play.cells, frame)[side]
    FLIGHT.start(play, side, frame[1], flees, ships, rounds=rounds, invaders=invaders)


STAGES = (fight_round, japan_decides, allies_decide, land, again, alone, end, flee, end)
"""5.4, 7.9 A round, what follows it in this order, and how a battle ends."""
FIGHT, ALONE, END, FLEE = (STAGES.index(stage) for stage in (fight_round, alone, end, flee))


def go_to(play: Play, stage: int) -> None:
    """The battle goes on at another stage."""
    frame = play.state.stack[-1]
    play.replace((*frame[:3], stage, *frame[4:]))


def raid_alone(play: Play, area: int, units: int, rounds: int = NO_LIMIT) -> None:
    """9.2 Opens the raids of the side that alone is at sea in an area, if it has any to make."""
    cells, pieces = play.cells, play.rules.pieces
    there = [at_sea(cells, area, side) for side in (JAPAN, ALLIES)]
    for side in (JAPAN, ALLIES):
        if there[side] and not there[other(side)] and can_raid_alone(pieces, cells, side, area):
            FLIGHT.start(play, side, area, 0, there[side] & units, rounds=rounds)


def can_raid_alone(pieces: Pieces, cells: Cells, side: int, area: int) -> bool:
    """9.2 Whether a side has airstrikes at sea there, and an enemy harbour of the area holds something."""
    return bool(raiders(pieces, cells, side, area) and exposed(pieces, cells, side, area))


class Battle(Procedure):
    """7.1 The battle of an area.

    ``rounds`` are those after which Japan must go (18.36), -1 where there is no limit; ``landing`` the amphibious units
    that were named to land after this round (20.3).
    """

    name = "battle"
    clause = "7.1"
    fields = {
        "area": One(AREAS),
        "units": Some(UNITS),
        "next": Number(0, len(STAGES) - 1),
        "rounds": Number(NO_LIMIT, MOST_ROUNDS),
        "gives_way": One(SIDES, none=True),
        "landing": Some(UNITS),
    }

    def start(self, play: Play, area: int, rounds: int = NO_LIMIT) -> None:
        """Opens the battle of all units at sea in an area."""
        play.cells[BATTLE_AREA] = area
        play.push(self.frame(area, everybody(play.cells, area), 0, rounds, -1, 0))

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage = frame[3]
        play.replace((*frame[:3], min(stage + 1, len(STAGES) - 1), *frame[4:]))
        STAGES[stage](play, frame)
        return False

    def gives_way(self, play: Play, side: int) -> None:
        """8.1 A side retreats."""
        frame = play.state.stack[-1]
        play.replace((*frame[:3], FLEE, frame[4], side, frame[6]))

    def parts(self, play: Play, side: int, going: int) -> None:
        """20.8 Part of a fleet retreats; the rest fights on."""
        frame, foe = play.state.stack[-1], other(side)
        ships = in_battle(play.cells, frame)[foe]
        FLIGHT.start(play, foe, frame[1], going, ships, part=True, rounds=frame[4] if foe == JAPAN else NO_LIMIT)

    def named_landing(self, play: Play, units: int) -> None:
        """20.3 These amphibious units may land after the round."""
        play.replace((*play.state.stack[-1][:6], units))

    def part_gone(self, play: Play, ships: int) -> None:
        """20.8 Part of a fleet has fled; its pursuers come back no more, and the battle goes on."""
        frame = play.state.stack[-1]
        play.replace((*frame[:2], frame[2] & ~ships, *frame[3:]))


BATTLE = Battle()
