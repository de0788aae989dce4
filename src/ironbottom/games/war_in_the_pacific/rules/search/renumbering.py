"""1.31, 8.5 Gives a Task Force a new number, so that a stale report does not point to it."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import flight_duties
from ironbottom.games.war_in_the_pacific.derived.force_movement import forces_out, own_forces, ships_of
from ironbottom.games.war_in_the_pacific.pieces import IN_FORCE, OF_FORCE, SERVED_A_SIDE, TRAININGS, side_of_force
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.search.detection import UNSEEN
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

OF_A_FORCE = (
    *(layout.FORCE_AT, layout.FORCE_BOX, layout.FORCE_WATER, layout.FORCE_MISSION, layout.FORCE_TO),
    *(layout.FORCE_SPEED, layout.FORCE_LEFT, layout.FORCE_ACTIVE, layout.FORCE_STEPS, layout.FORCE_GATE),
    *(layout.FORCE_DEBT, layout.FORCE_FILLED, layout.FORCE_LANE, layout.FORCE_LAGS, layout.DUMMY_SHIPS),
    *(layout.TORPEDOED, layout.FORCE_BOMBARDED, layout.SHELLS, layout.FORCE_TRIED, layout.FORCE_SHIFTED),
)
"""The cells and arrays of a force, except what the enemy knows about it."""


def renumber(state: State, force: int, number: int) -> None:
    """Gives a force a free number of its side, with its orders, ships and aircraft.

    The enemy's reports stay under the old number.
    """
    cells = state.cells
    for block in OF_A_FORCE:
        cells[block + force], cells[block + number] = cells[block + number], cells[block + force]
    if cells[layout.ORGANISED] >> force & 1:
        cells[layout.ORGANISED] ^= 1 << force | 1 << number
    for ship in ships_of(state, force):
        layout.ships_in(state.arrays).put(ship, IN_FORCE + number)
    aircraft_follow(state, force, number)


def aircraft_follow(state: State, force: int, number: int) -> None:
    """6.11, 6.2 Moves a carrier force's die, the stacks that serve it and the patrols over it to its new number."""
    arrays, side = state.arrays, side_of_force(force)
    for flight in flight_duties.flying(state, side):
        if arrays[layout.FLIGHT_COVERS][flight] == force:
            arrays[layout.FLIGHT_COVERS][flight] = number
    for stack in range(SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1)):
        if arrays[layout.SERVED_BY][stack] == OF_FORCE + force:
            arrays[layout.SERVED_BY][stack] = OF_FORCE + number
    width = len(TRAININGS)
    for column, each in ((layout.AVAILABLE, 1), (layout.ALLOWED, width)):
        for place in range(each):
            one, other = (OF_FORCE + force) * each + place, (OF_FORCE + number) * each + place
            arrays[column][one], arrays[column][other] = arrays[column][other], arrays[column][one]


def free_numbers(state: State, side: int) -> list[int]:
    """1.31, 8.5 The numbers that neither a force of a side nor an enemy report uses."""
    taken, named = forces_out(state, side), state.cells[layout.NAMED]
    return [n for n in own_forces(side) if n not in taken and not named >> n & 1]


def number_of_an_old_report(state: State, side: int) -> int:
    """8.5 The first number used only by an old report; the report is dropped for it."""
    taken = forces_out(state, side)
    number = next(n for n in own_forces(side) if n not in taken and not layout.in_contact(state.cells, n))
    clear_contact(state, number)
    return number


def clear_contact(state: State, force: int) -> None:
    """8.7 Clears the report on a force that does not exist."""
    cells = state.cells
    cells[layout.IN_CONTACT] &= ~(1 << force)
    cells[layout.NAMED] &= ~(1 << force)
    cells[layout.CONTACT + force] = cells[layout.CONTACT_AT + force] = -1
    for block in (layout.REPORTED_SHIPS, layout.REPORTED_CAPITAL, layout.REPORTED_CARRIER, layout.REPORTED_SIZE):
        cells[block + force] = 0
    width = len(layout.SHIP_TYPES)
    for number in range(width * force, width * (force + 1)):
        state.arrays[layout.REPORTED_TYPES][number] = 0


def new_number(execution: Execution, side: int) -> int:
    """1.31 A random free number, drawn in secret: it reveals neither what a force is nor when it was formed."""
    free = free_numbers(execution.state, side) or [number_of_an_old_report(execution.state, side)]
    return free[execution.roll(len(free), Roll.NUMBER, UNSEEN) - 1] if len(free) > 1 else free[0]


def clear_force(state: State, force: int) -> None:
    """Clears a dissolved force from the cells."""
    cells = state.cells
    for block in (layout.FORCE_AT, layout.FORCE_BOX, layout.FORCE_MISSION, layout.FORCE_TO, layout.FORCE_GATE):
        cells[block + force] = -1
    cells[layout.FORCE_LANE + force] = -1
    for block in (layout.FORCE_WATER, layout.FORCE_SPEED, layout.FORCE_LEFT, layout.FORCE_ACTIVE, layout.DUMMY_SHIPS):
        cells[block + force] = 0
    for block in (layout.FORCE_DEBT, layout.FORCE_FILLED, layout.FORCE_LAGS, layout.FORCE_STEPS):
        cells[block + force] = 0
    for block in (layout.FORCE_TRIED, layout.FORCE_SHIFTED, layout.FORCE_BOMBARDED, layout.TORPEDOED):
        cells[block + force] = 0
    cells[layout.SHELLS + force] = -1
    cells[layout.ORGANISED] &= ~(1 << force)
