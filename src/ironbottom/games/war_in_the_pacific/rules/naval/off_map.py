"""10.8, 37.1, 37.2, 39.6 Entering and leaving the map: Inland Sea, Phase Shipping Lanes, Global Sea Lanes."""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Domain
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import cited_cases
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.derived.force_movement import own_forces
from ironbottom.games.war_in_the_pacific.pieces import BOXES, FORCES, HEXES, IN_BOX, SHIPS, side_of_force
from ironbottom.games.war_in_the_pacific.questions import HasForce
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.state import MISSIONS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

TANKS = Domain("tanks", ("as_they_are", "filled"))
INLAND_SEA = BOXES.index["inland_sea"]
LANES = tuple(BOXES.index[name] for name in ("west_coast_usa", "phase_lane_02", "phase_lane_01", "phase_lane_00"))
"""37.1 The boxes of the Phase Shipping Lanes, from the West Coast to the map."""
SEA_LANES = tuple(BOXES.index[name] for name in ("sea_lane_3", "sea_lane_2", "sea_lane_1", "west_coast_usa"))
"""37.2 The Global Sea Lanes toward the West Coast, one box per Game-Turn."""
GATES_OF = {INLAND_SEA: ("D", "01"), LANES[-1]: ("FG", "39")}
"""37.1 The sections and the column where a box opens on the map."""
LEAVING_SPEED = 2


def off_map(state: State, side: int) -> list[int]:
    """The forces of a side that are in boxes and have no orders yet."""
    cells = state.cells
    forces = own_forces(side)
    return [f for f in forces if cells[layout.FORCE_BOX + f] >= 0 and cells[layout.FORCE_MISSION + f] < 0]


def entry_hexes(state: State, box: int) -> tuple[int, ...]:
    """37.1 The hexes where a force can enter from a box: water at the edge of a section in play."""
    entry = layout.scenario(state).entry(state, box)
    if entry is not None:
        return entry.hexes
    pieces = state.rules.pieces
    return pieces.edge(state.cells[layout.SCENARIO], *GATES_OF[box]) if box in GATES_OF else ()


@restriction("37.1", "{force} is on the map, or its Mission is already plotted")
def waits_off_map(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(off_map(state, side), len(FORCES))


@restriction("37.1", "no edge of the map is next to where {force} is")
def at_the_edge(state: State, frame: Procedure, side: int) -> IdSet:
    boxes = state.cells[layout.FORCE_BOX : layout.FORCE_BOX + len(FORCES)]
    scenario = layout.scenario(state)
    beside = [force for force, box in enumerate(boxes) if box in GATES_OF or (box >= 0 and scenario.entry(state, box))]
    return sets.from_iterable(beside, len(FORCES))


@restriction("37.1", "{force} has no entry hex in this scenario, or is too slow to enter", case=cited_cases.entry_case)
def may_enter_map(state: State, frame: Procedure, side: int) -> IdSet:
    box = state.cells[layout.FORCE_BOX : layout.FORCE_BOX + len(FORCES)]
    return sets.from_iterable(
        [f for f in own_forces(side) if entry_hexes(state, box[f]) and fuel_choices(state, f)], len(FORCES)
    )


@restriction("37.1", "the force cannot enter at {gate}", case=cited_cases.entry_case)
def entry_hex_of_box(state: State, frame: HasForce, side: int) -> IdSet:
    return sets.from_iterable(entry_hexes(state, state.cells[layout.FORCE_BOX + frame.force]), len(HEXES))


@restriction(
    "37.1",
    "only ships that come from the Inland Sea can refuel there, and only if there is supply to pay for it",
    case=cited_cases.entry_case,
)
def fuel_of_entry(state: State, frame: HasForce, side: int, gate: int) -> IdSet:
    return fuel_choices(state, frame.force)


def fuel_choices(state: State, force: int) -> int:
    """37.1 The ways in which a force can pay for entering, as bits: with its current fuel, or fuelled in Japan."""
    speed = force_movement.force_speed(state, force)
    entry = layout.scenario(state).entry(state, state.cells[layout.FORCE_BOX + force])
    if entry is not None:
        return int(speed > 0 and entry.spent <= sailing.phase_points(state, min(speed, entry.speed)))
    if state.cells[layout.FORCE_BOX + force] != INLAND_SEA:
        return int(speed > 0)
    return sum(1 << tanks for tanks in range(2) if cost_of_leaving(state, tanks) <= sailing.phase_points(state, speed))


@restriction("37.1", "{force} is not in the Phase Shipping Lanes")
def in_the_lanes(state: State, frame: Procedure, side: int) -> IdSet:
    boxes = state.cells[layout.FORCE_BOX : layout.FORCE_BOX + len(FORCES)]
    return sets.from_iterable([force for force, box in enumerate(boxes) if box in LANES], len(FORCES))


@restriction("37.1", "{box} is not the box next to {force}")
def next_box(state: State, frame: Procedure, side: int, force: int) -> IdSet:
    lane = LANES.index(state.cells[layout.FORCE_BOX + force])
    return sets.from_iterable([LANES[near] for near in (lane - 1, lane + 1) if 0 <= near < len(LANES)], len(BOXES))


@restriction("37.1", "{force} is not at an edge where it may leave the map")
def at_the_east_edge(state: State, frame: Procedure, side: int) -> IdSet:
    edge = set(entry_hexes(state, LANES[-1])) if side == LANE_SIDE else set()
    cells, scenario = state.cells, layout.scenario(state)
    return sets.from_iterable(
        [
            f
            for f in own_forces(side)
            if (cells[layout.FORCE_AT + f] in edge or scenario.exit_box(state, side, cells[layout.FORCE_AT + f]) >= 0)
            and cells[layout.FORCE_MISSION + f] < 0
            and not cells[layout.DUMMY_SHIPS + f]
        ],
        len(FORCES),
    )


LANE_SIDE = tables.SIDES.index("allies")
"""37.1 The boxes of the lanes are Allied."""
LANE = Verb(
    "follow",
    clause="37.1",
    ends_list="never",
    force=Argument(FORCES, waits_off_map, in_the_lanes),
    box=Argument(BOXES, next_box),
)
LEAVE = Verb("leave", clause="37.1", ends_list="never", force=Argument(FORCES, at_the_east_edge))


def cost_of_leaving(state: State, tanks: int) -> int:
    """10.8 The cost of leaving the Inland Sea, with or without fuelling in Japan."""
    leaving, filling = layout.scenario(state).inland_sea_costs(state.rules.pieces.facts)
    return leaving + filling * tanks


def come_to_gate(state: State, force: int, gate: int, tanks: int) -> None:
    """37.1 Sets the entry hex of a force; its Mission and course are asked for next."""
    cells = state.cells
    cells[layout.FORCE_GATE + force] = gate
    inland = cells[layout.FORCE_BOX + force] == INLAND_SEA
    cells[layout.FORCE_DEBT + force] = cost_of_leaving(state, tanks) if inland else 0
    cells[layout.FORCE_FILLED + force] = tanks


def follow_lane(state: State, force: int, box: int) -> None:
    """37.1 Sends a force to the next box."""
    state.cells[layout.FORCE_LANE + force] = box
    state.cells[layout.FORCE_MISSION + force] = MISSIONS.index["transit"]


def leave_map(state: State, force: int) -> None:
    """37.1 A force at the east edge leaves for Box 00, or for the box of a case."""
    box = layout.scenario(state).exit_box(state, side_of_force(force), state.cells[layout.FORCE_AT + force])
    follow_lane(state, force, box if box >= 0 else LANES[-1])
    state.cells[layout.FORCE_SPEED + force] = min(LEAVING_SPEED, force_movement.force_speed(state, force))


def reach_boxes(execution: Execution) -> None:
    """37.1 At the end of a phase, forces reach their boxes; a force of Speed 1 takes two phases for each."""
    cells = execution.cells
    for force in range(len(FORCES)):
        box = cells[layout.FORCE_LANE + force]
        if box < 0:
            continue
        if cells[layout.FORCE_AT + force] >= 0:
            cells[layout.FORCE_AT + force], cells[layout.FORCE_WATER + force] = -1, 0
            cells[layout.FORCE_BOX + force], cells[layout.FORCE_ACTIVE + force] = box, 1
            layout.scenario(execution.state).left_map(execution, force)
        elif force_movement.force_speed(execution.state, force) >= LEAVING_SPEED or cells[layout.FORCE_LAGS + force]:
            cells[layout.FORCE_BOX + force], cells[layout.FORCE_LAGS + force] = box, 0
        else:
            cells[layout.FORCE_LAGS + force] = 1


def end_turn(state: State) -> None:
    """37.2 At the end of a Game-Turn, ships in the Global Sea Lanes move a box nearer to the West Coast."""
    stacks = layout.ships_in(state.arrays)
    for ship in range(len(SHIPS)):
        box = state.arrays[layout.SHIP_AT][ship] - IN_BOX
        if box in SEA_LANES[:-1]:
            stacks.put(ship, IN_BOX + SEA_LANES[SEA_LANES.index(box) + 1])
