"""7.13 One round of combat: day or night is settled, the action or both are fought, and submarines may strike."""

from __future__ import annotations

from ironbottom.engine.fields import Flag, Number, One, Some
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.games.victory_in_the_pacific.action import ACTION
from ironbottom.games.victory_in_the_pacific.air_battle import AIR_BATTLE
from ironbottom.games.victory_in_the_pacific.day_night import ask, settled
from ironbottom.games.victory_in_the_pacific.pieces import ACTIONS, ALLIES, AREAS, DAY, JAPAN, NIGHT, UNITS
from ironbottom.games.victory_in_the_pacific.sighting import SIGHTED_ROUND
from ironbottom.games.victory_in_the_pacific.submarines import STRIKE


def name_action(play: Play, frame: Frame) -> None:
    """5.33, 7.34 Both sides pick day or night, anew every round."""
    ask(play)


def settle(play: Play, frame: Frame) -> None:
    """7.32 The dice decide where they differ."""
    way, both = settled(play, frame[1])
    play.replace((*play.state.stack[-1][:4], way, int(both)))


def first_action(play: Play, frame: Frame) -> None:
    """5.34 to 5.36 The action that was settled; of two the day action."""
    fight(play, frame[1], frame[4], frame[2])


def second_action(play: Play, frame: Frame) -> None:
    """5.37, 7.8 After a tie the night action follows, without those lost by day."""
    if frame[5]:
        fight(play, frame[1], NIGHT, frame[2])


def japan_strikes(play: Play, frame: Frame) -> None:
    """5.38, 5.41 After the round, not between its actions, Japan's submarine may strike."""
    STRIKE.start(play, JAPAN, frame[1])


def allies_strike(play: Play, frame: Frame) -> None:
    """5.41 Then the Allied one."""
    STRIKE.start(play, ALLIES, frame[1])


def fight(play: Play, area: int, way: int, units: int) -> None:
    """Opens the action; where airstrikes take losses of their own, a day action goes by section 23."""
    if way == DAY and play.rules.pieces.carrier_airstrikes:
        AIR_BATTLE.start(play, area, units)
    else:
        ACTION.start(play, area, way, units)


STAGES = (name_action, settle, first_action, second_action, japan_strikes, allies_strike)


class Round(Procedure):
    """5.32 A round between these units at sea in an area."""

    name = "round"
    clause = "7.13"
    fields = {
        "area": One(AREAS),
        "units": Some(UNITS),
        "next": Number(0, len(STAGES)),
        "way": One(ACTIONS),
        "both": Flag(),
    }

    def start(self, play: Play, area: int, units: int, may_land: bool = False) -> None:
        """Opens a round; with task forces it goes by section 20."""
        if play.rules.pieces.task_forces:
            SIGHTED_ROUND.start(play, area, units, may_land)
        else:
            play.push(self.frame(area, units, 0, DAY, 0))

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage = frame[3]
        if stage == len(STAGES):
            play.pop()
        else:
            play.replace((*frame[:3], stage + 1, *frame[4:]))
            STAGES[stage](play, frame)
        return False


ROUND = Round()
