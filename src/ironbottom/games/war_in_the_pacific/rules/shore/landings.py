"""16.3 to 16.7, 17.1, 38.7 Carries out the shore orders."""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, cargo_room, facilities
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import battlegroup_of, must_be_attacked, type_of
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import formed
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, IN_FORCE, SHIPS, SHIPS_OF, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.bases import headquarters
from ironbottom.games.war_in_the_pacific.rules.naval.surface_contact import seen_in_battle
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment, cargo
from ironbottom.games.war_in_the_pacific.rules.shore.capture import capture
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

NO_HOLDERS = ("air_hq", "logistic")
"""22.7 Kinds that do not capture a hex by landing."""
BY_PLAN, WITHOUT_PLAN, DROPPED = 1, 2, 3
"""16.4, 6.9 The ways in which a unit can land."""
MAX_STORES = 9_999


def landing_forces(state: State, side: int) -> dict[int, list[int]]:
    """16.4 The forces that land units, by hex that the side does not hold."""
    result: dict[int, list[int]] = {}
    bound = state.arrays[layout.BOUND_FOR]
    for ship in sorted({bound[unit] for unit in UNITS_OF[side]}.intersection(SHIPS_OF[side])):
        leaving = [unit for unit in UNITS_OF[side] if bound[unit] == ship]
        place = state.arrays[layout.SHIP_AT][ship]
        if not any(cargo_room.is_aboard(state, unit) for unit in leaving) or place < IN_FORCE:
            continue
        force = place - IN_FORCE
        hex = state.cells[layout.FORCE_AT + force]
        if state.arrays[layout.CONTROL][hex] != side and force not in result.setdefault(hex, []):
            result[hex].append(force)
    return result


def shore_fire(execution: Execution, side: int) -> None:
    """17.1, 38.7 A side's forces bombard, and the guns of each hex under Bombardment or Assault fire at one of them."""
    state = execution.state
    shelling = [force for force in formed(state, side) if state.cells[layout.SHELLS + force] >= 0]
    under_attack = landing_forces(state, side)
    for force in shelling:
        under_attack.setdefault(state.cells[layout.FORCE_AT + force], []).append(force)
    guns = {hex: facilities.guns_at(state, hex) for hex in under_attack}
    for force in shelling:
        bombardment.bombard(execution, force, state.cells[layout.SHELLS + force])
    for hex in sorted(under_attack):
        for force in under_attack[hex]:
            seen_in_battle(execution, force)
        if guns[hex] and state.arrays[layout.CONTROL][hex] == 1 - side:
            bombardment.guns_fire(execution, hex, guns[hex], sorted(set(under_attack[hex])))


def carry_out_landings(execution: Execution, side: int, planned: Callable[[int], bool]) -> None:
    """16.1, 16.3 Units and Supply Points of a side land and board, if their ships still float."""
    state = execution.state
    bound, barred = state.arrays[layout.BOUND_FOR], set()
    for unit in UNITS_OF[side]:
        ship = bound[unit]
        if ship < 0:
            continue
        berth = cargo_room.berth_of(state, ship)
        if berth is None:
            continue
        if not cargo_room.is_aboard(state, unit):
            go_aboard(execution, side, unit, ship)
        elif opposed_at_sea(state, side, berth.hex):
            barred.add(berth.hex)
        else:
            go_ashore(execution, side, unit, berth, planned=planned(berth.hex))
    for hex in sorted(barred):
        execution.emit(log.LANDING_BARRED, hex)
    for ship in SHIPS_OF[side]:
        if cargo_room.ordered(state, ship):
            move_supply(execution, side, ship)


def opposed_at_sea(state: State, side: int, hex: int) -> bool:
    """16.4 Whether enemy surface forces prevent landings on a hex that the side does not hold."""
    return state.arrays[layout.CONTROL][hex] != side and cargo.warships_at(state, 1 - side, hex)


def go_aboard(execution: Execution, side: int, unit: int, ship: int) -> None:
    """16.1, 16.6 A unit boards a ship: everybody sees it leave, only its owner knows the ship."""
    state = execution.state
    hex = state.arrays[layout.UNIT_AT][unit]
    layout.units_in(state.arrays).put(unit, ABOARD + ship)
    state.arrays[layout.LANDED][unit] = 0
    state.arrays[layout.IDLE_HEADQUARTERS][unit] = headquarters.WORKS
    execution.emit(log.LOADED, unit, hex)
    execution.emit_to(side, log.ABOARD, unit, ship)


def go_ashore(execution: Execution, side: int, unit: int, berth: cargo_room.Berth, *, planned: bool) -> None:
    """16.3 to 16.5, 16.7 A unit lands: an empty hex is captured; in a hex that the enemy holds it has a beachhead."""
    state, pieces = execution.state, execution.rules.pieces
    ship = state.arrays[layout.UNIT_AT][unit] - ABOARD
    taken_from_enemy = state.arrays[layout.CONTROL][berth.hex] != side
    if pieces.ships[ship].type == "DD" and cargo.over_beach(state, side, berth):
        leave_guns(execution, unit)
    set_ashore(execution, side, unit, berth.hex)
    if not berth.by_port:
        state.arrays[layout.LANDED][unit] = BY_PLAN if planned or not taken_from_enemy else WITHOUT_PLAN
    if (
        taken_from_enemy
        and not must_be_attacked(state, 1 - side, berth.hex)
        and type_of(state, unit).kind not in NO_HOLDERS
    ):
        capture(execution, side, berth.hex)


def set_ashore(execution: Execution, side: int, unit: int, hex: int) -> None:
    """16.7, 5.32 Puts a unit ashore with supplies for a Segment, in public."""
    state = execution.state
    layout.units_in(state.arrays).put(unit, hex)
    state.arrays[layout.UNSUPPLIED][unit] = 0
    layout.scenario(state).unit_landed(state, side, unit, hex)
    headquarters.stop_work_after_move(state, unit)
    execution.emit(log.LANDED, unit, state.arrays[layout.UNIT_TYPE][unit], hex)


def leave_guns(execution: Execution, unit: int) -> None:
    """16.5 A regiment carried by destroyers lands as its battlegroup."""
    flipped = battlegroup_of(type_of(execution.state, unit))
    if flipped >= 0:
        execution.state.arrays[layout.UNIT_TYPE][unit] = flipped
        execution.emit(log.REDUCED, unit, flipped)


def move_supply(execution: Execution, side: int, ship: int) -> None:
    """16.1, 16.3, 25.4 Moves Supply Points between a ship and its port, or over a beach."""
    state = execution.state
    points = state.arrays[layout.TAKES][ship] - state.arrays[layout.LEAVES][ship]
    berth = cargo_room.berth_of(state, ship)
    if berth is None or not cargo.can_hold_stores(state, side, berth):
        return
    supply, base = state.arrays[layout.SUPPLY], air_bases.base_at(state, berth.hex)
    points = min(points, supply[base])
    supply[base] = min(supply[base] - points, MAX_STORES)
    state.arrays[layout.CARGO][ship] += points
    execution.emit_to(side, log.SUPPLY_MOVED, ship, points)


def clear_orders(state: State) -> None:
    """Clears the orders of the phase, carried out or not."""
    for force in range(len(FORCES)):
        state.cells[layout.SHELLS + force] = -1
    for unit in range(len(UNITS)):
        state.arrays[layout.BOUND_FOR][unit] = -1
    for ship in range(len(SHIPS)):
        state.arrays[layout.TAKES][ship] = state.arrays[layout.LEAVES][ship] = 0


def begin_landings(state: State) -> None:
    """17.2 In a new Naval Phase each force may bombard once more."""
    for force in range(len(FORCES)):
        state.cells[layout.FORCE_BOMBARDED + force] = 0
