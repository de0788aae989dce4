"""6.1, 6.6, 31.1, 5.9 What is remembered of flights as a phase begins, and what is past as a Game-Turn ends."""

from __future__ import annotations

from array import array

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.games.war_in_the_pacific.rules import flights


def phase_begins(state: State) -> None:
    """6.1, 6.6 A phase begins: what flew in the one before is remembered, what flew earlier forgotten.

    Points out for the turn (31.1) stay so until it ends; patrols and ready points have no say any more.
    """
    arrays = state.arrays
    for side in range(len(SIDES)):
        for flight in list(flights.flying(state, side)):
            duty = arrays[places.FLIGHT_DUTY][flight]
            if duty == flights.GROUNDED:
                continue
            if arrays[places.FLIGHT_OLD][flight] or duty not in flights.FLEW:
                flights.clear(state, flight)
                continue
            arrays[places.FLIGHT_OLD][flight] = 1
            arrays[places.FLIGHT_FOUGHT][flight] = 0
            arrays[places.FLIGHT_WAVE][flight] = -1


def turn_ends(state: State) -> None:
    """31.1, 5.9, 8.42 At the end of a Game-Turn points that were out may fly again; what flew and was found is past."""
    for side in range(len(SIDES)):
        for flight in list(flights.flying(state, side)):
            if state.arrays[places.FLIGHT_DUTY][flight] == flights.GROUNDED:
                flights.clear(state, flight)
    for counted in (state.arrays[block] for block in flights.COUNTED):
        counted[:] = array(counted.typecode, [0]) * len(counted)
    for base in range(len(state.arrays[places.TOLD_AIR])):
        state.arrays[places.TOLD_AIR][base] = -1
