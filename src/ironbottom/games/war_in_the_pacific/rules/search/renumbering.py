"""1.31, 8.5 A Task Force sails on under another number, so that a stale report does not point at it."""

from __future__ import annotations

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import (
    IN_FORCE,
    OF_FORCE,
    SERVED_A_SIDE,
    TRAININGS,
    side_of_force,
)
from ironbottom.games.war_in_the_pacific.rules.air import flights
from ironbottom.games.war_in_the_pacific.rules.naval.sailing import ships_of

OF_A_FORCE = (
    *(places.FORCE_AT, places.FORCE_BOX, places.FORCE_WATER, places.FORCE_MISSION, places.FORCE_TO),
    *(places.FORCE_SPEED, places.FORCE_LEFT, places.FORCE_ACTIVE, places.FORCE_STEPS, places.FORCE_GATE),
    *(places.FORCE_DEBT, places.FORCE_FILLED, places.FORCE_LANE, places.FORCE_LAGS, places.DUMMY_SHIPS),
    *(places.TORPEDOED, places.FORCE_BOMBARDED, places.SHELLS, places.FORCE_TRIED, places.FORCE_SHIFTED),
)
"""All that is kept of a force but what the enemy knows of it."""


def renumber(state: State, force: int, number: int) -> None:
    """A force takes a free number of its side: its orders, its ships and the aircraft that belong to it go along.

    What the enemy was told stays under the old number.
    """
    cells = state.cells
    for block in OF_A_FORCE:
        cells[block + force], cells[block + number] = cells[block + number], cells[block + force]
    if cells[places.ORGANISED] >> force & 1:
        cells[places.ORGANISED] ^= 1 << force | 1 << number
    for ship in ships_of(state, force):
        places.ships_in(state.arrays).put(ship, IN_FORCE + number)
    aircraft_follow(state, force, number)


def aircraft_follow(state: State, force: int, number: int) -> None:
    """6.11, 6.2 The die of a carrier force, the stacks that serve it and the patrols over it bear its new number."""
    arrays, side = state.arrays, side_of_force(force)
    for flight in flights.flying(state, side):
        if arrays[places.FLIGHT_COVERS][flight] == force:
            arrays[places.FLIGHT_COVERS][flight] = number
    for stack in range(SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1)):
        if arrays[places.SERVED_BY][stack] == OF_FORCE + force:
            arrays[places.SERVED_BY][stack] = OF_FORCE + number
    wide = len(TRAININGS)
    for column, each in ((places.AVAILABLE, 1), (places.ALLOWED, wide)):
        for place in range(each):
            one, other = (OF_FORCE + force) * each + place, (OF_FORCE + number) * each + place
            arrays[column][one], arrays[column][other] = arrays[column][other], arrays[column][one]
