"""9 Air raids: two rounds of day actions on what lies in a port or base, which cannot fire back."""

from __future__ import annotations

from ironbottom.engine.fields import Number, One, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.action import ACTION
from ironbottom.games.victory_in_the_pacific.fire import shooters
from ironbottom.games.victory_in_the_pacific.pieces import (
    AREAS,
    DAY,
    OF_SIDE,
    PLACES,
    SHIPS,
    SIDES,
    SUBMARINES,
    UNITS,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.state import AT, IN, OWNED, Cells, other

RAID_ROUNDS = 2
MOST_ROUNDS = 9
NO_LIMIT = -1
"""Where rounds are not counted; only on turn 1 Japan's are (18.36)."""


def raiders(pieces: Pieces, cells: Cells, side: int, area: int) -> int:
    """9.3 The ships of a side at sea in an area that have an airstrike."""
    return shooters(pieces, cells, DAY, cells[AT + area] & OF_SIDE[side] & SHIPS)


def exposed(pieces: Pieces, cells: Cells, side: int, area: int) -> int:
    """9.1 The enemy ports and bases of the area with something in them, as bits."""
    places = pieces.places_of[area] & cells[OWNED + other(side)]
    return sum(1 << place for place in members(places) if in_port(cells, side, place))


def in_port(cells: Cells, side: int, place: int) -> int:
    """9.11 What a side can hit in a port or base."""
    return cells[IN + place] & OF_SIDE[other(side)] & ~SUBMARINES


class Raid(Procedure):
    """9.13 An air raid of a side's ships on a port or base; 9.12 nothing there fires, 9.14 or is disabled."""

    name = "air_raid"
    clause = "9.13"
    fields = {
        "side": One(SIDES),
        "area": One(AREAS),
        "place": One(PLACES),
        "ships": Some(UNITS),
        "rounds": Number(0, MOST_ROUNDS),
    }

    def start(self, play: Play, side: int, area: int, place: int, ships: int, rounds: int = RAID_ROUNDS) -> None:
        """Opens a raid of so many rounds."""
        play.tell(log.RAID_OPENED, side, place, ships)
        play.push(self.frame(side, area, place, ships, rounds))

    def proceed(self, play: Play, frame: Frame) -> bool:
        number, side, area, place, ships, rounds = frame
        targets = in_port(play.cells, side, place)
        if not rounds or not targets:
            play.pop()
            return False
        play.replace((number, side, area, place, ships, rounds - 1))
        ACTION.start(play, area, DAY, ships | targets, place=place, firing=1 << side)
        return False


RAID = Raid()
