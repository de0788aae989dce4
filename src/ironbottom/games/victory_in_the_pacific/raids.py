"""9 Air raids: two rounds of day actions on what lies in a port or base, which cannot fire back."""

from __future__ import annotations

from ironbottom.engine.fields import Flag, Number, One, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.action import ACTION
from ironbottom.games.victory_in_the_pacific.fire import shooters
from ironbottom.games.victory_in_the_pacific.invasion import land_after_round
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    AREAS,
    DAY,
    JAPAN,
    OF_SIDE,
    PLACES,
    SHIPS,
    SIDES,
    SUBMARINES,
    UNITS,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.state import AT, IN, OWNED, PURSUED, Cells, other
from ironbottom.games.victory_in_the_pacific.submarines import STRIKE

RAID_ROUNDS = 2
MOST_ROUNDS = 9
NO_LIMIT = -1
"""Where rounds are not counted; only on turn 1 Japan's are (18.36)."""


def raiders(pieces: Pieces, cells: Cells, side: int, area: int) -> int:
    """9.3 The ships of a side at sea in an area that have an airstrike, and have pursued and raided nothing yet."""
    return shooters(pieces, cells, DAY, cells[AT + area] & OF_SIDE[side] & SHIPS & ~cells[PURSUED])


def exposed(pieces: Pieces, cells: Cells, side: int, area: int) -> int:
    """9.1 The enemy ports and bases of the area with something in them, as bits."""
    places = pieces.places_of[area] & cells[OWNED + other(side)]
    return sum(1 << place for place in members(places) if in_port(cells, side, place))


def in_port(cells: Cells, side: int, place: int) -> int:
    """9.11 What a side can hit in a port or base."""
    return cells[IN + place] & OF_SIDE[other(side)] & ~SUBMARINES


def attack(play: Play, frame: Frame) -> None:
    """9.13 A round of day action, as long as any are left and there is anything to hit."""
    number, side, area, place, ships, rounds, after, _ = frame
    targets = in_port(play.cells, side, place)
    if rounds and targets:
        play.replace((number, side, area, place, ships, rounds - 1, after, after))
        ACTION.start(play, area, DAY, ships | targets, place=place, firing=1 << side)
    else:
        play.pop()


def japan_strikes(play: Play, frame: Frame) -> None:
    """5.41 A round of a raid is a round of combat (9.13): after it Japan's submarine may strike."""
    STRIKE.start(play, JAPAN, frame[2])


def allies_strike(play: Play, frame: Frame) -> None:
    """5.41 Then the Allied one."""
    STRIKE.start(play, ALLIES, frame[2])


def land(play: Play, frame: Frame) -> None:
    """5.43, 13.32 Last of all the raiding side may land."""
    land_after_round(play, frame[1], frame[2])


STAGES = (attack, japan_strikes, allies_strike, land)


class Raid(Procedure):
    """9.13 An air raid of a side's ships on a port or base; 9.12 nothing there fires, 9.14 or is disabled.

    ``after`` tells whether a round is followed by what follows any round (5.4); in the surprise raid it is not (18.3).
    """

    name = "air_raid"
    clause = "9.13"
    fields = {
        "side": One(SIDES),
        "area": One(AREAS),
        "place": One(PLACES),
        "ships": Some(UNITS),
        "rounds": Number(0, MOST_ROUNDS),
        "after": Flag(),
        "next": Number(0, len(STAGES) - 1),
    }

    def start(
        self,
        play: Play,
        side: int,
        area: int,
        place: int,
        ships: int,
        rounds: int = RAID_ROUNDS,
        surprise: bool = False,
    ) -> None:
        """Opens a raid of so many rounds."""
        play.tell(log.RAID_OPENED, side, place, ships)
        play.push(self.frame(side, area, place, ships, rounds, int(not surprise), 0))

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage, after = frame[7], frame[6]
        play.replace((*frame[:7], (stage + 1) % len(STAGES) if after else 0))
        STAGES[stage](play, frame)
        return False


RAID = Raid()
