"""38.1, 38.2, 38.3 Damaged ships: sent home or left behind at the start of an impulse, or scuttled in the Ground Phase.

A ship that leaves its force gets a new force number; its aircraft serve no command until the next Air Phase.
Scuttling is public, so it happens in its owner's part of the Ground Phase, when no choices are secret.
"""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import flight_duties, force_movement
from ironbottom.games.war_in_the_pacific.derived.search_reach import ship_hex
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS, damaged_ships
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import is_alone
from ironbottom.games.war_in_the_pacific.pieces import DECK_OF, IN_BOX, IN_FORCE, SERVED_A_SIDE, SHIPS, SHIPS_OF
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import sink
from ironbottom.games.war_in_the_pacific.rules.naval.task_forces import may_form_force
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import new_number
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

TRANSIT = layout.MISSIONS.index["transit"]
CRIPPLED = 3
"""38.3 From this damage level on, a ship may be left behind."""


@restriction("9.1", "a side can have at most twenty Task Forces besides dummies")
def force_free(state: State, frame: Procedure, side: int) -> bool:
    return may_form_force(state, side)


def ships_that_may_part(state: State, side: int, least: int) -> list[int]:
    """38.1, 38.3 A side's ships with at least this damage in forces of several ships on the map, with no aircraft in a
    Role.
    """
    damage, lies = state.arrays[layout.DAMAGE], state.arrays[layout.SHIP_AT]
    result = [
        ship
        for ship in damaged_ships(state, side)
        if least <= damage[ship]
        and IN_FORCE <= lies[ship] < IN_BOX
        and state.cells[layout.FORCE_AT + lies[ship] - IN_FORCE] >= 0
        and not is_alone(state, ship)
    ]
    if not result:
        return []
    busy = {flights.sortie(state, flight).base for flight in flight_duties.flying(state, side)}
    return [ship for ship in result if DECK_OF.get(ship, -1) not in busy]


@restriction("38.1", "{ship} is not damaged, not in a Task Force with others at sea, or has aircraft with a Role")
def damaged(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(ships_that_may_part(state, side, 1), len(SHIPS))


@restriction("38.3", "{ship} is not at D3 or D4, not in a Task Force with others at sea, or has aircraft with a Role")
def crippled(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(ships_that_may_part(state, side, CRIPPLED), len(SHIPS))


@restriction(
    "38.2",
    "{ship} is not yours, is not afloat, is not on the map, or is undamaged and only damaged ships "
    "may be scuttled there",
)
def afloat(state: State, frame: Procedure, side: int) -> IdSet:
    damage, lies = state.arrays[layout.DAMAGE], state.arrays[layout.SHIP_AT]
    least = 1 if state.rules.options["scuttling"] == "damaged" else 0
    result = [
        ship
        for ship in SHIPS_OF[side]
        if 0 <= lies[ship] < IN_BOX and least <= damage[ship] <= FLOATS and ship_hex(state, ship) >= 0
    ]
    return sets.from_iterable(result, len(SHIPS))


SEND_HOME: Verb = Verb(
    "send_home",
    clause="38.1",
    ends_list="always",
    when=(force_free,),
    ship=Argument(SHIPS, damaged, always_completes=True),
)
LEAVE_BEHIND: Verb = Verb(
    "leave_behind",
    clause="38.3",
    ends_list="always",
    when=(force_free,),
    ship=Argument(SHIPS, crippled, always_completes=True),
)
SCUTTLE = Verb("scuttle", clause="38.2", ends_list="always", ship=Argument(SHIPS, afloat, always_completes=True))


def part(execution: Execution, side: int, ship: int) -> int:
    """38.1 A ship leaves its force and becomes a force in the same body of water, in Transit; returns its number."""
    state, cells = execution.state, execution.cells
    old, number = state.arrays[layout.SHIP_AT][ship] - IN_FORCE, new_number(execution, side)
    for block in (layout.FORCE_AT, layout.FORCE_WATER, layout.FORCE_ACTIVE, layout.FORCE_STEPS, layout.FORCE_LEFT):
        cells[block + number] = cells[block + old]
    cells[layout.FORCE_MISSION + number], cells[layout.FORCE_TO + number] = TRANSIT, -1
    sailed, most = cells[layout.FORCE_ACTIVE + old], force_movement.ship_speed(state, ship)
    cells[layout.FORCE_SPEED + number] = min(
        cells[layout.FORCE_SPEED + old], force_movement.FASTEST if sailed else most
    )
    cells[layout.FORCE_TRIED + number] = 1
    layout.ships_in(state.arrays).put(ship, IN_FORCE + number)
    release_aircraft(state, side, ship)
    execution.emit_to(side, log.FORMED, number, cells[layout.FORCE_AT + number], (ship,))
    return number


def release_aircraft(state: State, side: int, ship: int) -> None:
    """5.3 The aircraft of a ship that leaves its force serve no force's command."""
    if ship not in DECK_OF:
        return
    arrays = state.arrays
    for place in range(SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1)):
        if arrays[layout.SERVED_BASE][place] == DECK_OF[ship]:
            for column in (layout.SERVED_BASE, layout.SERVED_STACK, layout.SERVED_BY):
                arrays[column][place] = -1
            arrays[layout.SERVED_POINTS][place] = 0


def scuttle(execution: Execution, ship: int) -> None:
    """38.2, 47.1 Scuttles a ship, which counts as sunk."""
    sink(execution, ship)
