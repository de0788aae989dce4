"""10.2 to 10.31, 10.5, 10.7 The movement of Task Forces in a Naval Phase, impulse by impulse, and its fuel."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import Waters
from ironbottom.games.war_in_the_pacific.derived.force_movement import (
    DRY_PHASES,
    FASTEST,
    force_speed,
    fuel_for_speed,
    node_of,
    ships_of,
    speed_now,
    waters_of,
    with_gate,
)
from ironbottom.games.war_in_the_pacific.pieces import FORCES, side_of_force
from ironbottom.games.war_in_the_pacific.rules.naval.damage import BOTTOMED
from ironbottom.games.war_in_the_pacific.rules.search.detection import CAPITAL
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

IMPULSES = 3


def waters_for(state: State, force: int) -> Waters:
    """3.51 The water that a force may enter: that of the scenario without hexes closed to its side."""
    barred = layout.scenario(state).forbidden_hexes(state, side_of_force(force))
    if not barred:
        return waters_of(state)
    pieces = state.rules.pieces
    return pieces.waters_but(state.cells[layout.SCENARIO], barred)


def phase_points(state: State, speed: int) -> int:
    """10.3 The Movement Points of a speed in a Naval Phase."""
    pieces = state.rules.pieces
    return pieces.charts.speed[speed].mp_phase


def destinations(state: State, force: int, speed: int) -> tuple[int, ...]:
    """10.1, 10.3 The hexes that a force reaches in a phase at a speed, ascending, except its own."""
    waters, start = waters_for(state, force), start_node(state, force)
    points = phase_points(state, speed) - entry_cost(state, force, speed)
    if points < 0 or not speed:
        return ()
    result = waters.reach(start, points)
    gate = state.cells[layout.FORCE_GATE + force]
    return result if gate < 0 else with_gate(result, gate)


def start_node(state: State, force: int) -> int:
    """37.1 The node where a force starts: its own, or that of its entry hex."""
    gate = state.cells[layout.FORCE_GATE + force]
    return node_of(state, force) if gate < 0 else waters_of(state).port(gate)


def entry_cost(state: State, force: int, speed: int) -> int:
    """37.1 The cost of entering: the points of its entry, or a third of the phase from the lanes."""
    if state.cells[layout.FORCE_GATE + force] < 0:
        return 0
    entry = layout.scenario(state).entry(state, state.cells[layout.FORCE_BOX + force])
    if entry is not None:
        return entry.spent
    pieces = state.rules.pieces
    return state.cells[layout.FORCE_DEBT + force] or pieces.charts.speed[speed].mp_impulse


def top_speed(state: State, force: int) -> int:
    """9.3, 37.1 The Speed Class of a force, limited by the case under which it enters."""
    speed = force_speed(state, force)
    if state.cells[layout.FORCE_GATE + force] < 0:
        return speed
    entry = layout.scenario(state).entry(state, state.cells[layout.FORCE_BOX + force])
    return speed if entry is None else min(speed, entry.speed)


def slowest_for(state: State, force: int, to: int) -> int:
    """10.3, 10.5 The lowest speed at which a force reaches a hex in the phase; 0 if none suffices."""
    return next((speed for speed, hexes in enumerate(hexes_by_speed(state, force), 1) if to in hexes), 0)


def hexes_by_speed(state: State, force: int) -> tuple[frozenset[int], ...]:
    """10.3, 10.5 For each speed of a force, the hexes that it reaches in the phase, but not at a lower speed."""
    speeds = range(1, top_speed(state, force) + 1)
    points = tuple([phase_points(state, speed) - entry_cost(state, force, speed) for speed in speeds])
    return waters_for(state, force).legs(start_node(state, force), points) if points and points[-1] >= 0 else ()


def begin_naval_phase(state: State) -> None:
    """10.31, 9.2 Begins a Naval Phase: no points are carried over, and forces may be organized again."""
    cells = state.cells
    for force in range(len(FORCES)):
        cells[layout.FORCE_LEFT + force] = cells[layout.FORCE_ACTIVE + force] = 0
        cells[layout.FORCE_SPEED + force] = cells[layout.FORCE_STEPS + force] = 0
        cells[layout.FORCE_DEBT + force] = cells[layout.FORCE_FILLED + force] = 0
        cells[layout.FORCE_TO + force] = cells[layout.FORCE_MISSION + force] = -1
        cells[layout.FORCE_GATE + force] = cells[layout.FORCE_LANE + force] = -1
    cells[layout.ORGANISED] = cells[layout.GATHERED] = 0


def sail_impulse(state: State, force: int) -> list[int]:
    """10.3, 10.31, 39.95 Sails a force with a third of its points plus the points left over; returns the hexes entered.

    A hex is entered only if its full cost can be paid. A force that has arrived or has no destination stays, and keeps
    its points for later impulses.
    """
    pieces = state.rules.pieces
    cells = state.cells
    to, speed = cells[layout.FORCE_TO + force], cells[layout.FORCE_SPEED + force]
    if not speed:
        return []
    speed = speed_now(state, force)
    cells[layout.FORCE_LEFT + force] += pieces.charts.speed[speed].mp_impulse
    if to < 0 or to == cells[layout.FORCE_AT + force]:
        return []
    if not cells[layout.FORCE_ACTIVE + force]:
        cells[layout.FORCE_SPEED + force] = speed
    waters, entered = waters_for(state, force), []
    if cells[layout.FORCE_GATE + force] >= 0:
        if cells[layout.FORCE_LEFT + force] < entry_cost(state, force, speed):
            return []
        entered.append(enter_map(state, force))
    for node in route_to(state, force, to, speed):
        cost = waters.step(node_of(state, force), node)
        if cost > cells[layout.FORCE_LEFT + force]:
            break
        cells[layout.FORCE_LEFT + force] -= cost
        enter(state, force, node)
        entered.append(waters.hex_of[node])
    return entered


def route_to(state: State, force: int, to: int, speed: int) -> list[int]:
    """10.1 The cheapest route to a hex; a force that was slowed still makes for a hex that it cannot reach."""
    waters, start = waters_for(state, force), node_of(state, force)
    return waters.path(start, to, phase_points(state, speed)) or waters.path(start, to, phase_points(state, FASTEST))


def enter_map(state: State, force: int) -> int:
    """37.1 A force that has paid its entry cost enters the map, with full tanks if it paid for them."""
    cells, arrays = state.cells, state.arrays
    entry_hex = cells[layout.FORCE_GATE + force]
    cells[layout.FORCE_LEFT + force] -= entry_cost(state, force, cells[layout.FORCE_SPEED + force])
    cells[layout.FORCE_GATE + force] = cells[layout.FORCE_BOX + force] = -1
    if cells[layout.FORCE_FILLED + force]:
        for ship in ships_of(state, force):
            arrays[layout.FUEL][ship] = state.rules.pieces.ships[ship].fuel
    enter(state, force, waters_of(state).port(entry_hex))
    return entry_hex


def enter(state: State, force: int, node: int) -> None:
    """10.2 A force enters a node, which makes an Active Naval Phase."""
    cells, waters = state.cells, waters_of(state)
    hex = waters.hex_of[node]
    cells[layout.FORCE_AT + force], cells[layout.FORCE_WATER + force] = hex, waters.nodes(hex).index(node)
    cells[layout.FORCE_ACTIVE + force] = 1
    cells[layout.FORCE_STEPS + force] += 1
    for ship in ships_of(state, force):
        state.arrays[layout.REFITTING][ship] = 0
        if state.arrays[layout.REPAIR_LEFT][ship] and not was_raised(state, ship):
            stop_repair(state, ship)


def was_raised(state: State, ship: int) -> bool:
    """18.7 Whether a capital ship was raised from the bottom, so that it may finish its repair at home."""
    bottomed = state.arrays[layout.REPAIR_LEVEL][ship] == BOTTOMED
    afloat = state.arrays[layout.DAMAGE][ship] < BOTTOMED
    return bottomed and afloat and state.rules.pieces.ships[ship].type in CAPITAL


def stop_repair(state: State, ship: int) -> None:
    """18.1 A ship that sails or is damaged again ends its repair at its current level; the next repair starts again."""
    for array in (layout.REPAIR_LEFT, layout.REPAIR_WHOLE, layout.REPAIR_LEVEL, layout.MAXIMUM_EFFORT):
        state.arrays[array][ship] = 0


def sail_all(execution: Execution) -> list[int]:
    """4.12 Sails all forces in an impulse, each shown only to its owner; returns those that entered a hex."""
    moved = []
    for force in range(len(FORCES)):
        way = sail_impulse(execution.state, force)
        if way:
            moved.append(force)
            execution.emit_to(side_of_force(force), log.SAILED, force, tuple(way))
    return moved


def end_naval_phase(execution: Execution) -> None:
    """4.12, 10.5 At the end of a Naval Phase, the forces that sailed use fuel; their owners see how much."""
    for force in range(len(FORCES)):
        if execution.cells[layout.FORCE_ACTIVE + force]:
            use_fuel(execution.state, force)
            if spent := fuel_used(execution.state, force):
                execution.emit_to(side_of_force(force), log.BURNT, force, spent)


def stop_forces(state: State) -> None:
    """10.2 Ends a Naval Phase: no force is under way."""
    for force in range(len(FORCES)):
        state.cells[layout.FORCE_ACTIVE + force] = 0


def fuel_used(state: State, force: int) -> int:
    """10.5 The fuel that a force uses in a phase: none if it fuelled in Japan as it entered."""
    pieces = state.rules.pieces
    if state.cells[layout.FORCE_FILLED + force]:
        return 0
    return fuel_for_speed(pieces.charts, state.cells[layout.FORCE_SPEED + force])


def use_fuel(state: State, force: int) -> None:
    """10.5, 18.4 At the end of a phase, a force that sailed uses the fuel of its speed and becomes more fatigued."""
    if not state.cells[layout.FORCE_ACTIVE + force]:
        return
    spent = fuel_used(state, force)
    for ship in ships_of(state, force):
        if not state.arrays[layout.FUEL][ship]:
            state.arrays[layout.DRY][ship] = min(state.arrays[layout.DRY][ship] + 1, DRY_PHASES)
        state.arrays[layout.FUEL][ship] = max(state.arrays[layout.FUEL][ship] - spent, 0)
        state.arrays[layout.TIRED][ship] = min(state.arrays[layout.TIRED][ship] + 1, 99)
