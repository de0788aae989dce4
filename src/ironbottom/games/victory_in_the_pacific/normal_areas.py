"""Normal Turn One (tournament): combat off Hawaii, where the Allies need not fight, and the surprise in Indonesia."""

from __future__ import annotations

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, Only
from ironbottom.engine.fields import Flag, Number, One
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.question import Question
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.action import ACTION, BOTH
from ironbottom.games.victory_in_the_pacific.battle import BATTLE, at_sea, raid_alone
from ironbottom.games.victory_in_the_pacific.day_night import ask, settled
from ironbottom.games.victory_in_the_pacific.designation import take_aims
from ironbottom.games.victory_in_the_pacific.pieces import (
    ACTIONS,
    AIR,
    ALLIES,
    DAY,
    HAWAII,
    INDONESIA,
    JAPAN,
    NIGHT,
    OF_SIDE,
    PEARL_HARBOR,
    SIDES,
)
from ironbottom.games.victory_in_the_pacific.raids import RAID, in_port, raiders
from ironbottom.games.victory_in_the_pacific.submarines import STRIKE

FURTHER_ROUNDS = 2
"""24.8 The rounds that Japan's fuel allows after the raid."""

# -- the Hawaiian Islands ---------------------------------------------------------------------------------------


def may_engage(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(ENGAGE.number)]


def may_decline(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(DECLINE.number)]


def answer(play: Play, frame: Frame, side: int, code: Code) -> None:
    """24.9 The Allies fight for at most two rounds, or keep out of the way and stay."""
    play.pop()
    engages = code[0] == ENGAGE.number
    play.tell(log.ENGAGED, int(engages))
    if engages:
        play.pop()
        BATTLE.start(play, HAWAII, FURTHER_ROUNDS)


ENGAGE = Verb("engage", clause="24.9", offer=may_engage)
DECLINE = Verb("decline", clause="24.9", offer=may_decline)
ENGAGEMENT = Question(
    SIDES,
    "engagement",
    "24.9",
    "Do your units off Hawaii fight the raiders, or keep out of their way?",
    (ENGAGE, DECLINE),
    answer,
)


def ask_allies(play: Play, frame: Frame) -> None:
    """24.9 The Allies are asked at the beginning of the first regular round."""
    if at_sea(play.cells, HAWAII, ALLIES):
        play.push(ENGAGEMENT.frame(ALLIES))


def pick(play: Play, frame: Frame) -> None:
    """24.8, 7.3 Day or night is settled even where nobody opposes Japan."""
    ask(play)


def settle(play: Play, frame: Frame) -> None:
    """7.32 The dice decide where the sides differ."""
    way, both = settled(play, HAWAII)
    play.replace((*play.state.stack[-1][:3], way, int(both)))


def raid_by_day(play: Play, frame: Frame) -> None:
    """24.8 By day the carriers raid Pearl Harbor, in the first round as they said (24.7); by night they cannot."""
    ships = raiders(play.rules.pieces, play.cells, JAPAN, HAWAII)
    if frame[3] == DAY and ships and in_port(play.cells, JAPAN, PEARL_HARBOR):
        RAID.start(play, JAPAN, HAWAII, PEARL_HARBOR, ships, 1, surprise=True)
    else:
        take_aims(play, HAWAII, NIGHT)


def strike(play: Play, frame: Frame) -> None:
    """16.1 An I-Boat there may strike after a round."""
    STRIKE.start(play, JAPAN, HAWAII)


def again(play: Play, frame: Frame) -> None:
    """24.8 Two rounds at most."""
    rounds = frame[2] - 1
    if rounds and at_sea(play.cells, HAWAII, JAPAN):
        play.replace((frame[0], STAGES.index(pick), rounds, DAY, 0))
    else:
        play.pop()


STAGES = (ask_allies, pick, settle, raid_by_day, strike, again)


class OffHawaii(Procedure):
    """24.8 The rounds off Hawaii of raiders that nobody engages; ``rounds`` are those left."""

    name = "off_hawaii"
    clause = "24.8"
    fields = {
        "next": Number(0, len(STAGES) - 1),
        "rounds": Number(0, FURTHER_ROUNDS),
        "way": One(ACTIONS),
        "both": Flag(),
    }

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage = frame[1]
        play.replace((frame[0], min(stage + 1, len(STAGES) - 1), *frame[2:]))
        STAGES[stage](play, frame)
        return False


OFF_HAWAII = OffHawaii()

# -- Indonesia ----------------------------------------------------------------------------------------------------


class OverIndonesia(Procedure):
    """24.61 Two rounds of surprise; in the second the air units answer; then all is normal (18.5)."""

    name = "over_indonesia"
    clause = "24.61"
    fields = {"rounds": Number(0, 2)}

    def proceed(self, play: Play, frame: Frame) -> bool:
        cells, rounds = play.cells, frame[1]
        japan, allies = at_sea(cells, INDONESIA, JAPAN), at_sea(cells, INDONESIA, ALLIES)
        if japan and allies and rounds < 2:
            play.replace((frame[0], rounds + 1))
            play.tell(log.SURPRISED, INDONESIA)
            firing = BOTH if rounds else 1 << JAPAN
            disables = bool(play.rules.pieces.indonesia_disable)
            barred = allies & ~AIR
            ACTION.start(play, INDONESIA, DAY, japan | allies, firing=firing, barred=barred, disables=disables)
            return False
        play.pop()
        if japan and allies:
            BATTLE.start(play, INDONESIA)
        else:
            raid_alone(play, INDONESIA, japan | allies)
        return False


OVER_INDONESIA = OverIndonesia()


def opens_apart(play: Play, area: int) -> bool:
    """24.61, 24.8 Opens the combat of an area where the first turn is not as others; else False."""
    if not at_sea(play.cells, area, JAPAN):
        return False
    if area == HAWAII:
        play.push(OFF_HAWAII.frame(0, FURTHER_ROUNDS, DAY, 0))
    elif area == INDONESIA and at_sea(play.cells, area, ALLIES):
        play.push(OVER_INDONESIA.frame(0))
    else:
        return False
    return True


def second_raid(play: Play) -> None:
    """24.6 In the second round over Pearl Harbor its air unit fires back."""
    ships = raiders(play.rules.pieces, play.cells, JAPAN, HAWAII)
    there = in_port(play.cells, JAPAN, PEARL_HARBOR)
    if ships and there:
        barred = there & OF_SIDE[ALLIES] & ~AIR
        ACTION.start(play, HAWAII, DAY, ships | there, place=PEARL_HARBOR, barred=barred)


PROCEDURES = (ENGAGEMENT, OFF_HAWAII, OVER_INDONESIA)
