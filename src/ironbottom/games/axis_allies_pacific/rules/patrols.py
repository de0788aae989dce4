"""6.0 Phase 2: fighters on patrol (CAP) land."""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    CAP,
    FIGHTER,
    FIRST_ZONE,
    PLACE_COUNT,
    PLACES,
    POWERS_OF,
    ZONE_COUNT,
    Power,
    Side,
    Zone,
)
from ironbottom.games.axis_allies_pacific.rules.movement_ranges import NUMBERS
from ironbottom.games.axis_allies_pacific.state import (
    ACTIVE,
    UNITS,
    Cells,
    add_to_counts,
    deck_room,
    friendly_since_start,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State


def landing_places(figures: Figures, cells: Cells, side: int, zone: int) -> dict[int, int]:
    """6.1 Where fighters on patrol in a zone may land, with the room: the lands next to it, and the carriers in it."""
    result = dict.fromkeys(members(figures.shore[zone] & friendly_since_start(cells, side)), MAX_COUNT)
    room = deck_room(cells, side, zone)
    if room > 0:
        result[FIRST_ZONE + zone] = room
    return result


@restriction("6.1", "fighters on patrol there cannot land at {place}")
def may_land(state: State, frame: PatrolLands, side: int) -> int:
    return sum(1 << place for place in landing_places(state.rules.pieces, state.cells, frame.side, frame.zone))


@restriction("6.1", "that many cannot land at {place}")
def room_there(state: State, frame: PatrolLands, side: int, place: int) -> sets.IdSet:
    room = landing_places(state.rules.pieces, state.cells, frame.side, frame.zone).get(place, 0)
    there = number_of(state.cells[UNITS + frame.power * PLACE_COUNT + FIRST_ZONE + frame.zone], CAP)
    return (2 << min(room, there)) - 2


LAND_CAP = Verb(
    "land_cap", clause="6.1", ends_list="never", place=Argument(PLACES, may_land), number=Argument(NUMBERS, room_there)
)


class PatrolLands(Question):
    """6.1, 6.2 Fighters on patrol in a zone must land now; afterwards they may move like other fighters."""

    number, name, clause = 3, "patrol_lands", "6.1"
    verbs = (LAND_CAP,)
    side: Side
    power: Power
    zone: Zone

    def land_cap(self, execution: Execution, place: int, number: int) -> None:
        cells = execution.cells
        first = UNITS + self.power * PLACE_COUNT
        add_to_counts(cells, first + FIRST_ZONE + self.zone, CAP, -number)
        add_to_counts(cells, first + place, FIGHTER, number)
        execution.emit(log.PATROL_LANDED, self.power, self.zone, place, number)
        if not number_of(cells[first + FIRST_ZONE + self.zone], CAP):
            execution.pop()
        elif not landing_places(execution.rules.pieces, cells, self.side, self.zone):
            execution.pop()
            lose_patrol(execution, self.power, self.zone)


def lose_patrol(execution: Execution, power: int, zone: int) -> None:
    """6.1 Fighters on patrol that find no place to land are lost."""
    cell = UNITS + power * PLACE_COUNT + FIRST_ZONE + zone
    number = number_of(execution.cells[cell], CAP)
    add_to_counts(execution.cells, cell, CAP, -number)
    execution.emit(log.PATROL_LOST, power, zone, number)


def land_patrols(execution: Execution) -> None:
    """6.1, 10.5.5 Asks zone by zone, where there is a place to land."""
    cells, side = execution.cells, execution.cells[ACTIVE]
    for power in POWERS_OF[side]:
        for zone in reversed(range(ZONE_COUNT)):
            if number_of(cells[UNITS + power * PLACE_COUNT + FIRST_ZONE + zone], CAP):
                if landing_places(execution.rules.pieces, cells, side, zone):
                    execution.push(PatrolLands(side, power, zone))
                else:
                    lose_patrol(execution, power, zone)
