"""Normal Turn One (tournament): combat off Hawaii, which the Allies may avoid, and the surprise in Indonesia."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import Number
from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALLIES,
    DAY,
    HAWAII,
    INDONESIA,
    JAPAN,
    NIGHT,
    PEARL_HARBOR,
    UNITS_OF_SIDE,
    DayOrNight,
    Side,
    YesNo,
)
from ironbottom.games.victory_in_the_pacific.rules.action import BOTH, Action
from ironbottom.games.victory_in_the_pacific.rules.battle import Battle, at_sea, raid_alone
from ironbottom.games.victory_in_the_pacific.rules.day_night import ask_day_or_night, choose_action
from ironbottom.games.victory_in_the_pacific.rules.raids import Raid, in_port, raiding_ships
from ironbottom.games.victory_in_the_pacific.rules.submarines import Strike
from ironbottom.games.victory_in_the_pacific.state_types import Execution
from ironbottom.games.victory_in_the_pacific.variants.designation import NormalTurnOne, take_aims

FURTHER_ROUNDS = 2
"""24.8 The rounds that Japan's fuel allows after the raid."""

# -- the Hawaiian Islands ---------------------------------------------------------------------------------------


ENGAGE, DECLINE = Verb("engage", clause="24.9", ends_list="open"), Verb("decline", clause="24.9", ends_list="always")


class Engagement(Question):
    """24.9 The Allies fight for at most two rounds, or avoid combat and stay."""

    number, name, clause, verbs = 47, "engagement", "24.9", (ENGAGE, DECLINE)
    side: Side

    def engage(self, execution: Execution) -> None:
        """A battle replaces the frame of the rounds off Hawaii."""
        execution.pop()
        execution.emit(log.ENGAGED, 1)
        execution.pop()
        Battle.start(execution, HAWAII, FURTHER_ROUNDS)

    def decline(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.ENGAGED, 0)


def ask_allies(execution: Execution, frame: OffHawaii) -> None:
    """24.9 Asks the Allies at the beginning of the first regular round."""
    if at_sea(execution.cells, HAWAII, ALLIES):
        execution.push(Engagement(ALLIES))


def decide_day_or_night(execution: Execution, frame: OffHawaii) -> None:
    """24.8, 7.3 Day or night is decided even if Japan has no opponent."""
    ask_day_or_night(execution)


def roll_day_or_night(execution: Execution, frame: OffHawaii) -> None:
    """7.32 Dice decide if the sides differ."""
    kind, both = choose_action(execution, HAWAII)
    execution.replace(changed(execution.top(OffHawaii), way=kind, both=int(both)))


def raid_by_day(execution: Execution, frame: OffHawaii) -> None:
    """24.8 By day the carriers raid Pearl Harbor, and in the first round attack the targets named before (24.7); by
    night they cannot.
    """
    ships = raiding_ships(execution.rules.pieces, execution.cells, JAPAN, HAWAII)
    if frame.way == DAY and ships and in_port(execution.cells, JAPAN, PEARL_HARBOR):
        Raid.start(execution, JAPAN, HAWAII, PEARL_HARBOR, ships, 1, surprise=True)
    else:
        take_aims(execution, HAWAII, NIGHT)


def i_boat_strikes(execution: Execution, frame: OffHawaii) -> None:
    """16.1 An I-Boat there may strike after a round."""
    Strike.start(execution, JAPAN, HAWAII)


def fight_again_once(execution: Execution, frame: OffHawaii) -> None:
    """24.8 Two rounds at most."""
    rounds = frame.rounds - 1
    if rounds and at_sea(execution.cells, HAWAII, JAPAN):
        execution.replace(OffHawaii(STAGES.index(decide_day_or_night), rounds, DAY, 0))
    else:
        execution.pop()


STAGES = (ask_allies, decide_day_or_night, roll_day_or_night, raid_by_day, i_boat_strikes, fight_again_once)


class OffHawaii(StagedProcedure):
    """24.8 The rounds that unopposed raiders spend off Hawaii; ``rounds`` is the number left."""

    number, name, clause, stages = 48, "off_hawaii", "24.8", STAGES
    next: Annotated[int, Number(0, len(STAGES) - 1)]
    rounds: Annotated[int, Number(0, FURTHER_ROUNDS)]
    way: DayOrNight
    both: YesNo


# -- Indonesia ----------------------------------------------------------------------------------------------------


class OverIndonesia(Procedure):
    """24.61 Two rounds of surprise; in the second the air units fire back; then play is as usual (18.5)."""

    number, name, clause = 49, "over_indonesia", "24.61"
    rounds: Annotated[int, Number(0, 2)]

    def proceed(self, execution: Execution) -> bool:
        cells, rounds = execution.cells, self.rounds
        japan, allies = at_sea(cells, INDONESIA, JAPAN), at_sea(cells, INDONESIA, ALLIES)
        if japan and allies and rounds < 2:
            execution.replace(OverIndonesia(rounds + 1))
            execution.emit(log.SURPRISED, INDONESIA)
            firing = BOTH if rounds else 1 << JAPAN
            disables = bool(execution.rules.pieces.indonesia_disable)
            barred = allies & ~AIR
            Action.start(execution, INDONESIA, DAY, japan | allies, firing=firing, barred=barred, disables=disables)
            return False
        execution.pop()
        if japan and allies:
            Battle.start(execution, INDONESIA)
        else:
            raid_alone(execution, INDONESIA, japan | allies)
        return False


def opens_special_area(execution: Execution, area: int) -> bool:
    """24.61, 24.8 Opens the combat of an area that has special rules on the first turn; otherwise returns False."""
    if not at_sea(execution.cells, area, JAPAN):
        return False
    if area == HAWAII:
        execution.push(OffHawaii(0, FURTHER_ROUNDS, DAY, 0))
    elif area == INDONESIA and at_sea(execution.cells, area, ALLIES):
        execution.push(OverIndonesia(0))
    else:
        return False
    return True


def second_raid(execution: Execution, frame: NormalTurnOne) -> None:
    """24.6 In the second round over Pearl Harbor its air unit fires back."""
    ships = raiding_ships(execution.rules.pieces, execution.cells, JAPAN, HAWAII)
    there = in_port(execution.cells, JAPAN, PEARL_HARBOR)
    if ships and there:
        barred = there & UNITS_OF_SIDE[ALLIES] & ~AIR
        Action.start(execution, HAWAII, DAY, ships | there, place=PEARL_HARBOR, barred=barred)


PROCEDURES = (Engagement, OffHawaii, OverIndonesia)
