"""8.7.2, 9.5.4 After a sea battle: fighters without a carrier look for another place, and the convoy may change
hands.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Number, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    CARRIER,
    ENEMIES,
    FIGHTER,
    FIRST_ZONE,
    LANDS,
    PLACE_COUNT,
    PLAYER_OF,
    ZONES,
    Power,
    Side,
    Zone,
)
from ironbottom.games.axis_allies_pacific.rules.movement_ranges import NUMBERS
from ironbottom.games.axis_allies_pacific.rules.moving import take_convoy
from ironbottom.games.axis_allies_pacific.state import ENTERED, UNITS, Cells, add_to_counts, friendly_lands, friends_at
from ironbottom.games.axis_allies_pacific.state_types import Execution, Rules, State


def lands_near(figures: Figures, cells: Cells, power: int, zone: int) -> int:
    """8.7.2 The friendly territories one step from a zone, except those that the enemy has taken this turn (7.2.3)."""
    shore: int = figures.shore[zone]
    return shore & friendly_lands(cells, power) & ~cells[ENTERED]


@restriction("8.7.2", "fighters without a deck can land only one step away, on a friendly territory")
def land_is_near(state: State, frame: FighterDiversion, side: int) -> int:
    return lands_near(state.rules.pieces, state.cells, frame.power, frame.zone)


@restriction("8.7.2", "there are not that many fighters without a deck")
def fighters_to_divert(state: State, frame: FighterDiversion, side: int, land: int) -> sets.IdSet:
    return (2 << frame.many) - 2


DIVERT = Verb(
    "divert",
    clause="8.7.2",
    ends_list="always",
    land=Argument(LANDS, land_is_near),
    number=Argument(NUMBERS, fighters_to_divert),
)


class FighterDiversion(Question):
    """8.7.2 Defending fighters without a carrier land one step away, as their player chooses."""

    number, name, clause = 21, "diverting", "8.7.2"
    verbs = (DIVERT,)
    power: Power
    zone: Zone
    many: Annotated[int, Number(1, MAX_COUNT)]

    def decider(self, state: State) -> int:
        return PLAYER_OF[self.power]

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(zone=ZONES.ids[self.zone][2:])

    def divert(self, execution: Execution, land: int, number: int) -> None:
        execution.pop()
        if number < self.many:
            execution.push(changed(self, many=self.many - number))
        land_at(execution, self.power, self.zone, land, number)


def land_at(execution: Execution, power: int, zone: int, land: int, number: int) -> None:
    """8.7.2 Fighters from a zone land next to it."""
    add_to_counts(execution.cells, UNITS + power * PLACE_COUNT + FIRST_ZONE + zone, FIGHTER, -number)
    add_to_counts(execution.cells, UNITS + power * PLACE_COUNT + land, FIGHTER, number)
    execution.emit(log.DIVERTED, power, zone, land, number)


def divert_defenders(execution: Execution, side: int, zone: int) -> None:
    """8.7.2 Fighters share the carriers in the zone; the other fighters land one step away, or are lost."""
    cells, place, figures = execution.cells, FIRST_ZONE + zone, execution.rules.pieces
    waiting = {power: number_of(cells[UNITS + power * PLACE_COUNT + place], FIGHTER) for power in ENEMIES[side]}
    together = friends_at(cells, ENEMIES[side][0], place)
    without = number_of(together, FIGHTER) - 2 * number_of(together, CARRIER)
    for power, there in waiting.items():
        number = min(without, there)
        if number <= 0:
            continue
        without -= number
        lands = lands_near(figures, cells, power, zone)
        if not lands:
            add_to_counts(cells, UNITS + power * PLACE_COUNT + place, FIGHTER, -number)
            execution.emit(log.NO_DECK, power, zone, number)
        elif lands & (lands - 1):
            execution.push(FighterDiversion(power, zone, number))
        else:
            land_at(execution, power, zone, members(lands)[0], number)


# -- 9.5.4 the convoy ---------------------------------------------------------------------------------------------

TAKE = Verb("take_convoy", clause="9.5.4", ends_list="always")
LEAVE = Verb("leave_convoy", clause="9.5.4", ends_list="always")


class ConvoyWon(Question):
    """9.5.4 An attacker who has won a sea battle with a warship left may take the convoy there."""

    number, name, clause = 22, "convoy_won", "9.5.4"
    verbs = (TAKE, LEAVE)
    side: Side
    zone: Zone

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(zone=ZONES.ids[self.zone][2:])

    def take_convoy(self, execution: Execution) -> None:
        execution.pop()
        take_convoy(execution, self.side, self.zone)

    def leave_convoy(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.CONVOY_LEFT, self.zone, self.side)
