"""9 Air raids: two rounds of day actions against units in a port or base, which cannot fire back."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import Number, members
from ironbottom.engine.rules.procedures import StagedProcedure, changed
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    DAY,
    JAPAN,
    SHIPS,
    SUBMARINES,
    UNITS_OF_SIDE,
    Area,
    Place,
    Side,
    Units,
    YesNo,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.action import Action
from ironbottom.games.victory_in_the_pacific.rules.fire import shooters
from ironbottom.games.victory_in_the_pacific.rules.invasion import land_after_round
from ironbottom.games.victory_in_the_pacific.rules.submarines import Strike
from ironbottom.games.victory_in_the_pacific.state import AT, IN, OWNED, PURSUED, Cells, opponent
from ironbottom.games.victory_in_the_pacific.state_types import Execution

RAID_ROUNDS = 2
MAX_ROUNDS = 9
NO_LIMIT = -1
"""Rounds are unlimited, except Japan's on turn 1 (18.36)."""
RoundsLeft = Annotated[int, Number(NO_LIMIT, MAX_ROUNDS)]


def raiding_ships(pieces: Pieces, cells: Cells, side: int, area: int) -> int:
    """9.3 The ships of a side at sea in an area with an airstrike that have not yet pursued or raided."""
    return shooters(pieces, cells, DAY, cells[AT + area] & UNITS_OF_SIDE[side] & SHIPS & ~cells[PURSUED])


def exposed_places(pieces: Pieces, cells: Cells, side: int, area: int) -> int:
    """9.1 The enemy ports and bases of the area with units in them, as bits."""
    places = pieces.places_of[area] & cells[OWNED + opponent(side)]
    return sum(1 << place for place in members(places) if in_port(cells, side, place))


def in_port(cells: Cells, side: int, place: int) -> int:
    """9.11 The possible targets of a side in a port or base."""
    return cells[IN + place] & UNITS_OF_SIDE[opponent(side)] & ~SUBMARINES


def attack(execution: Execution, frame: Raid) -> None:
    """9.13 A round of day action, while raiders and targets are left."""
    targets = in_port(execution.cells, frame.side, frame.place)
    if frame.rounds and targets:
        execution.replace(changed(frame, rounds=frame.rounds - 1, next=frame.after))
        Action.start(execution, frame.area, DAY, frame.ships | targets, place=frame.place, firing=1 << frame.side)
    else:
        execution.pop()


def japan_strikes(execution: Execution, frame: Raid) -> None:
    """5.41 A round of a raid is a round of combat (9.13): after it Japan's submarine may strike."""
    Strike.start(execution, JAPAN, frame.area)


def allies_strike(execution: Execution, frame: Raid) -> None:
    """5.41 Then the Allied submarine may strike."""
    Strike.start(execution, ALLIES, frame.area)


def land_raiders(execution: Execution, frame: Raid) -> None:
    """5.43, 13.32 At the end, the raiding side may land."""
    land_after_round(execution, frame.side, frame.area)


STAGES = (attack, japan_strikes, allies_strike, land_raiders)


class Raid(StagedProcedure):
    """9.13 An air raid of a side's ships on a port or base; 9.12 its targets do not fire, and 9.14 are not disabled.

    ``after``: whether the usual stages follow a round (5.4); not in the surprise raid (18.3).
    """

    number, name, clause, stages, cycles = 37, "air_raid", "9.13", STAGES, True
    side: Side
    area: Area
    place: Place
    ships: Units
    rounds: Annotated[int, Number(0, MAX_ROUNDS)]
    after: YesNo
    next: Annotated[int, Number(0, len(STAGES) - 1)]

    @classmethod
    def start(
        cls,
        execution: Execution,
        side: int,
        area: int,
        place: int,
        ships: int,
        rounds: int = RAID_ROUNDS,
        surprise: bool = False,
    ) -> None:
        """Opens a raid of this many rounds."""
        execution.emit(log.RAID_OPENED, side, place, ships)
        execution.push(cls(side, area, place, ships, rounds, int(not surprise), 0))

    def next_stage(self) -> int:
        return super().next_stage() if self.after else 0
