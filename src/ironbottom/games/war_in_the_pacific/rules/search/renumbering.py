"""1.31, 8.5 Gives a Task Force a new number, so that a stale report does not point to it."""

from __future__ import annotations

from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.derived import flight_duties
from ironbottom.games.war_in_the_pacific.derived.force_movement import forces_out, own_forces, ships_of
from ironbottom.games.war_in_the_pacific.pieces import IN_FORCE, OF_FORCE, SERVED_A_SIDE, TRAININGS, side_of_force
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.search.detection import UNSEEN

OF_A_FORCE = (
    *(places.FORCE_AT, places.FORCE_BOX, places.FORCE_WATER, places.FORCE_MISSION, places.FORCE_TO),
    *(places.FORCE_SPEED, places.FORCE_LEFT, places.FORCE_ACTIVE, places.FORCE_STEPS, places.FORCE_GATE),
    *(places.FORCE_DEBT, places.FORCE_FILLED, places.FORCE_LANE, places.FORCE_LAGS, places.DUMMY_SHIPS),
    *(places.TORPEDOED, places.FORCE_BOMBARDED, places.SHELLS, places.FORCE_TRIED, places.FORCE_SHIFTED),
)
"""The cells and arrays of a force, except what the enemy knows about it."""


def renumber(state: State, force: int, number: int) -> None:
    """Gives a force a free number of its side, with its orders, ships and aircraft.

    The enemy's reports stay under the old number.
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
    """6.11, 6.2 Moves a carrier force's die, the stacks that serve it and the patrols over it to its new number."""
    arrays, side = state.arrays, side_of_force(force)
    for flight in flight_duties.flying(state, side):
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


def free_numbers(state: State, side: int) -> list[int]:
    """1.31, 8.5 The numbers that neither a force of a side nor an enemy report uses."""
    taken, named = forces_out(state, side), state.cells[places.NAMED]
    return [n for n in own_forces(side) if n not in taken and not named >> n & 1]


def number_of_an_old_report(state: State, side: int) -> int:
    """8.5 The first number used only by an old report; the report is dropped for it."""
    taken = forces_out(state, side)
    number = next(n for n in own_forces(side) if n not in taken and not places.in_contact(state.cells, n))
    forget_contact(state, number)
    return number


def forget_contact(state: State, force: int) -> None:
    """8.7 Clears the report on a force that does not exist."""
    cells = state.cells
    cells[places.IN_CONTACT] &= ~(1 << force)
    cells[places.NAMED] &= ~(1 << force)
    cells[places.CONTACT + force] = cells[places.CONTACT_AT + force] = -1
    for block in (places.TOLD_SHIPS, places.TOLD_CAPITAL, places.TOLD_CARRIER, places.TOLD_SIZE):
        cells[block + force] = 0
    wide = len(places.SHIP_TYPES)
    for number in range(wide * force, wide * (force + 1)):
        state.arrays[places.TOLD_TYPES][number] = 0


def new_number(play: Execution, side: int) -> int:
    """1.31 A random free number, drawn in secret: it reveals neither what a force is nor when it was formed."""
    free = free_numbers(play.state, side) or [number_of_an_old_report(play.state, side)]
    return free[play.roll(len(free), Roll.NUMBER, UNSEEN) - 1] if len(free) > 1 else free[0]


def clear_force(state: State, force: int) -> None:
    """Clears a dissolved force from the cells."""
    cells = state.cells
    for block in (places.FORCE_AT, places.FORCE_BOX, places.FORCE_MISSION, places.FORCE_TO, places.FORCE_GATE):
        cells[block + force] = -1
    cells[places.FORCE_LANE + force] = -1
    for block in (places.FORCE_WATER, places.FORCE_SPEED, places.FORCE_LEFT, places.FORCE_ACTIVE, places.DUMMY_SHIPS):
        cells[block + force] = 0
    for block in (places.FORCE_DEBT, places.FORCE_FILLED, places.FORCE_LAGS, places.FORCE_STEPS):
        cells[block + force] = 0
    for block in (places.FORCE_TRIED, places.FORCE_SHIFTED, places.FORCE_BOMBARDED, places.TORPEDOED):
        cells[block + force] = 0
    cells[places.SHELLS + force] = -1
    cells[places.ORGANISED] &= ~(1 << force)
