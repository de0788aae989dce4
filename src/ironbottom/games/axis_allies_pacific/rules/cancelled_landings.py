"""7.7.6, 8.1.3 Planned landings of lost ships are cancelled; if ships are equal, the owner chooses."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import count_one, nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    COAST_AT,
    FIRST_ZONE,
    LANDING,
    LANDS,
    PART_OF,
    PARTS,
    Piece,
    Side,
    Zone,
)
from ironbottom.games.axis_allies_pacific.state import ACTED, ACTIVE, LANDING_AT, Cells, add_to_counts
from ironbottom.games.axis_allies_pacific.state_types import Execution, State


class PlannedLanding(NamedTuple):
    """8.9.1 A landing planned for interchangeable ships of one zone, and the number of ships."""

    land: int
    landing: int
    many: int


def planned_by_ship(figures: Figures, cells: Cells, zone: int) -> dict[int, list[PlannedLanding]]:
    """7.7.5 The landings planned in a zone by ship with its load, except those from an ally's ships (7.7.7)."""
    result: dict[int, list[PlannedLanding]] = {}
    for land in members(figures.shore[zone]):
        for landing, many in nonzero(cells[LANDING_AT + COAST_AT[land, zone]]):
            if not LANDING[landing].from_ally:
                result.setdefault(LANDING[landing].ship, []).append(PlannedLanding(land, landing, many))
    return result


def surplus_landings(cells: Cells, zone: int, ship: int, planned: list[PlannedLanding]) -> int:
    """How many more landings are planned for a kind of ship than there are ships."""
    return sum([one_of.many for one_of in planned]) - number_of(cells[ACTED + FIRST_ZONE + zone], ship)


def cancel_surplus_landings(execution: Execution, place: int) -> None:
    """8.9.1 Cancels planned landings of lost ships; the owner chooses if they differ."""
    zone = place - FIRST_ZONE
    for ship, planned in planned_by_ship(execution.rules.pieces, execution.cells, zone).items():
        surplus = surplus_landings(execution.cells, zone, ship, planned)
        if surplus > 0 and not cancel_forced_landings(execution.cells, zone, planned, surplus):
            execution.push(LandingLost(execution.cells[ACTIVE], zone, ship))


def cancel_forced_landings(cells: Cells, zone: int, planned: list[PlannedLanding], surplus: int) -> bool:
    """Cancels landings between which there is no choice; returns whether nothing is left to choose."""
    if len(planned) > 1 and surplus < sum([one_of.many for one_of in planned]):
        return False
    for land, landing, many in planned:
        add_to_counts(cells, LANDING_AT + COAST_AT[land, zone], landing, -min(many, surplus))
    return True


def cancellable_landings(state: State, frame: LandingLost) -> list[PlannedLanding]:
    """The landings from which one must be cancelled."""
    return planned_by_ship(state.rules.pieces, state.cells, frame.zone).get(frame.ship, [])


@restriction("8.1.3", "no such ship plans a landing in {land}")
def planned_there(state: State, frame: LandingLost, side: int) -> int:
    return sum({1 << one_of.land for one_of in cancellable_landings(state, frame)})


@restriction("8.1.3", "no such ship plans to land that load in {land}")
def part_planned(state: State, frame: LandingLost, side: int, land: int) -> int:
    return sum(1 << PART_OF[one_of.landing] for one_of in cancellable_landings(state, frame) if one_of.land == land)


ABANDON = Verb(
    "abandon",
    clause="8.1.3",
    ends_list="always",
    land=Argument(LANDS, planned_there),
    part=Argument(PARTS, part_planned),
)


class LandingLost(Question):
    """8.1.3, 8.9.1 Some of several equal ships with different landings are lost: which landing is cancelled?"""

    number, name, clause = 28, "landing_lost", "8.1.3"
    verbs = (ABANDON,)
    side: Side
    zone: Zone
    ship: Piece

    def proceed(self, execution: Execution) -> bool:
        planned = cancellable_landings(execution.state, self)
        surplus = surplus_landings(execution.cells, self.zone, self.ship, planned)
        if surplus > 0 and not cancel_forced_landings(execution.cells, self.zone, planned, surplus):
            return True
        execution.pop()
        return False

    def abandon(self, execution: Execution, land: int, part: int) -> None:
        landing = next(
            one_of.landing
            for one_of in cancellable_landings(execution.state, self)
            if (one_of.land, PART_OF[one_of.landing]) == (land, part)
        )
        add_to_counts(execution.cells, LANDING_AT + COAST_AT[land, self.zone], landing, -1)
        units = sum(count_one(unit) for unit in LANDING[landing].ashore)
        execution.emit(log.LANDING_LOST, self.side, self.ship, units, self.zone, land)
