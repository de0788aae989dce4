"""2.5, 5.7, 14.4, 14.8, 22.7, 25.7, 28.3 The capture of a hex: what passes to the captor, what is lost, and what
escapes.

Call ``capture`` whenever ground units enter an undefended enemy hex.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.facilities import NO_GUNS
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import HELPLESS, type_of, units_at
from ironbottom.games.war_in_the_pacific.derived.ship_repair_capacity import ships_of_port
from ironbottom.games.war_in_the_pacific.pieces import IN_FORCE, OF_BASE, TRAININGS
from ironbottom.games.war_in_the_pacific.rules.air_units import return_to_base
from ironbottom.games.war_in_the_pacific.rules.bases import construction
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import CEASES_AT, sink
from ironbottom.games.war_in_the_pacific.rules.naval.task_forces import may_form_force, water_of_port
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import new_number
from ironbottom.games.war_in_the_pacific.rules.search.searched_ports import clear_port
from ironbottom.games.war_in_the_pacific.rules.turn.losses import lose_unit
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

AT_HALF = 3
"""14.4 The Game-Turns for which a captured port works at half capacity: the current one and two more."""
KEPT_BY_CAPTOR = 2
"""25.7 The part of captured Supply Points that passes to the captor."""


def takes_ground(state: State, side: int, hex: int) -> bool:
    """2.5, 24.9 Whether a side that enters a hex captures a base, which reveals what was there, or overruns enemies."""
    not_own = state.arrays[layout.CONTROL][hex] != side
    return (not_own and base_at(state, hex) >= 0) or bool(units_at(state, 1 - side, hex))


def capture(execution: Execution, side: int, hex: int) -> None:
    """2.5, 24.6, 27.5 A side captures a hex: helpless units and guns are lost, half of the stores pass to the captor,
    and the rest escapes.
    """
    state = execution.state
    for unit in units_at(state, 1 - side, hex):
        if type_of(state, unit).kind in HELPLESS:
            lose_unit(execution, unit)
    if state.arrays[layout.CONTROL][hex] == side:
        return
    base, before = base_at(state, hex), state.arrays[layout.CONTROL][hex]
    if base >= 0 and before == 1 - side:
        return_to_base.evacuate_base(execution, 1 - side, base)
        evict_ships(execution, hex, 1 - side)
        state.arrays[layout.SUPPLY][base] //= KEPT_BY_CAPTOR
        state.arrays[layout.GUNS_HURT][base] = NO_GUNS
        state.arrays[layout.PORT_TAKEN][base] = AT_HALF
        clear_base(state, base)
    clear_port(state, hex)
    construction.record_holder(state, hex)
    state.arrays[layout.CONTROL][hex] = side
    execution.emit(log.CAPTURED, hex, side)


def clear_base(state: State, base: int) -> None:
    """1.31, 8.42 Clears what the captor learned about a base, and the die of its flying boats."""
    state.arrays[layout.REPORTED_AIR][base] = -1
    state.arrays[layout.AVAILABLE][OF_BASE + base] = 0
    for training in range(len(TRAININGS)):
        state.arrays[layout.ALLOWED][(OF_BASE + base) * len(TRAININGS) + training] = 0


# -- 14.8 ships --------------------------------------------------------------------------------------


def evict_ships(execution: Execution, hex: int, side: int) -> None:
    """14.8 Ships in a captured port leave at once as a force; badly damaged ships and ships under repair are scuttled.

    This also applies to ships of forces in the port; the rest of the force is then at sea.
    """
    state = execution.state
    ships = ships_of_port(state, side, hex)
    for ship in ships:
        if state.arrays[layout.DAMAGE][ship] >= CEASES_AT or state.arrays[layout.REPAIR_LEFT][ship]:
            sink(execution, ship)
    left = [ship for ship in ships if state.arrays[layout.SHIP_AT][ship] == hex]
    if not left:
        return
    if not may_form_force(state, side):
        for ship in left:
            sink(execution, ship)
        return
    force = new_number(execution, side)
    water = water_of_port(state, hex)
    state.cells[layout.FORCE_AT + force], state.cells[layout.FORCE_WATER + force] = hex, water
    for ship in left:
        layout.ships_in(state.arrays).put(ship, IN_FORCE + force)
    execution.emit_to(side, log.FORMED, force, hex, tuple(left))


def ports_recover(state: State) -> None:
    """14.4 At the end of a Game-Turn, captured ports are a turn nearer to full capacity."""
    taken = state.arrays[layout.PORT_TAKEN]
    for base, turns in enumerate(taken.tobytes()):
        if turns:
            taken[base] -= 1
