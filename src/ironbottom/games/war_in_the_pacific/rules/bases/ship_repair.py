"""14.2, 18.1 to 18.4, 18.7 The repair of ships: which ships each port repairs, how repair begins, and each turn
of it.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import SUNK, RepairResources
from ironbottom.games.war_in_the_pacific.derived import port_capacity
from ironbottom.games.war_in_the_pacific.derived.force_movement import TIRED_AFTER
from ironbottom.games.war_in_the_pacific.derived.ship_repair_capacity import (
    HOME,
    WEST_COAST,
    in_effort,
    port_repair_resources,
    ships_of_port,
    ships_within_capacity,
)
from ironbottom.games.war_in_the_pacific.pieces import BOXES, FORCES, IN_BOX, IN_FORCE, SHIPS_OF, SIDES
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.naval import damage
from ironbottom.games.war_in_the_pacific.rules.naval.sailing import was_raised
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

CRITICAL = (layout.SLOWED, layout.FIRE_CONTROL, layout.DECK_SHUT)
"""12.3, 18.1 The effects of critical hits, which are repaired when the ship is."""
RAISED_BY = 4
"""18.7 A port that repairs this many levels raises bottomed ships."""


def repair_resources_of(state: State, side: int, hex: int) -> RepairResources | None:
    """14.6, 18.3, 26.1, 27.3 The repairs of a side's port; a fleet base or a port built in play counts as a
    minor port.
    """
    pieces = state.rules.pieces
    result = port_repair_resources(pieces, hex)
    if result is None and port_capacity.acts_as_port(state, side, hex):
        return pieces.facts.table(charts.REPAIR_RESOURCES)["minor"]
    return result


def repairable(state: State, side: int, hex: int) -> list[int]:
    """14.2, 18.1, 18.3, 18.33, 18.7 The ships that a port repairs this turn: the worst first, as many as it can.

    During a Maximum Effort it repairs only that ship. Ports that repair four levels raise bottomed ships.
    """
    yard = repair_resources_of(state, side, hex)
    if yard is None or not ships_of_port(state, side, hex):
        return []
    effort = in_effort(state, side, hex)
    if effort:
        return effort
    level = state.arrays[layout.DAMAGE]
    inside = [
        ship for ship in ships_within_capacity(state, side, hex) if yard.id == HOME or not was_raised(state, ship)
    ]
    damaged = [ship for ship in inside if 0 < level[ship] < SUNK and can_repair(yard, level[ship])]
    return sorted(damaged, key=lambda ship: (-level[ship], ship))[: yard.ships]


def repaired_off_map(state: State) -> list[int]:
    """18.3 The damaged Allied ships at the West Coast, the worst first; the West Coast repairs any number."""
    level, positions, box = state.arrays[layout.DAMAGE], state.arrays[layout.SHIP_AT], BOXES.index[WEST_COAST]
    forces = [force for force in range(len(FORCES)) if state.cells[layout.FORCE_BOX + force] == box]
    there = {IN_BOX + box, *[IN_FORCE + force for force in forces]}
    result = [ship for ship in SHIPS_OF[ALLIES] if positions[ship] in there and 0 < level[ship] < damage.BOTTOMED]
    return sorted(result, key=lambda ship: (-level[ship], ship))


def can_repair(yard: RepairResources, level: int) -> bool:
    """18.3, 18.7 Whether a port repairs a level of damage, or raises a bottomed ship."""
    return level <= yard.worst if level < damage.BOTTOMED else yard.worst >= RAISED_BY


def begin_repair(execution: Execution, side: int, ship: int, added: int = 0) -> None:
    """18.1 Begins a repair; only the owner sees the die for its length in Game-Turns, to which a case may add."""
    pieces = execution.rules.pieces
    level = execution.state.arrays[layout.DAMAGE][ship]
    turns = damage.repair_turns(pieces.charts, level, execution.roll(6, Roll.REPAIR, 1 << side)) + added
    execution.state.arrays[layout.REPAIR_LEFT][ship] = turns
    execution.state.arrays[layout.REPAIR_WHOLE][ship] = turns
    execution.state.arrays[layout.REPAIR_LEVEL][ship] = level
    execution.emit_to(side, log.REPAIR_BEGUN, ship, turns)


def turn_of(execution: Execution, side: int, ship: int) -> None:
    """18.1, 18.32 Advances a repair by a turn; the level falls in proportion to the turns left, to zero at the end."""
    arrays = execution.state.arrays
    left = damage.after_a_turn(
        arrays[layout.REPAIR_LEFT][ship], maximum_effort=bool(arrays[layout.MAXIMUM_EFFORT][ship])
    )
    whole, level = arrays[layout.REPAIR_WHOLE][ship], arrays[layout.REPAIR_LEVEL][ship]
    arrays[layout.REPAIR_LEFT][ship] = left
    arrays[layout.DAMAGE][ship] = damage.level_meanwhile(level, whole, left)
    if left == 0:
        for array in (layout.REPAIR_WHOLE, layout.REPAIR_LEVEL, layout.MAXIMUM_EFFORT, *CRITICAL):
            arrays[array][ship] = 0
    execution.emit_to(side, log.REPAIRED, ship, arrays[layout.DAMAGE][ship], left)


def repair_turn(execution: Execution) -> None:
    """18.1 At the end of a Game-Turn, every port repairs what it can, and the West Coast all ships there."""
    pieces = execution.rules.pieces
    for side in range(len(SIDES)):
        for hex in [
            hex for hex in sorted(pieces.atlas.places) if repair_resources_of(execution.state, side, hex) is not None
        ]:
            for ship in repairable(execution.state, side, hex):
                repair_for_a_turn(execution, side, ship)
    for ship in repaired_off_map(execution.state):
        repair_for_a_turn(execution, ALLIES, ship)
    for side, ship, added in layout.scenario(execution.state).repaired_off_map(execution.state):
        repair_for_a_turn(execution, side, ship, added)


def repair_for_a_turn(execution: Execution, side: int, ship: int, added: int = 0) -> None:
    """18.1 A Game-Turn of repair, which begins if necessary."""
    if not execution.state.arrays[layout.REPAIR_LEFT][ship]:
        begin_repair(execution, side, ship, added)
    turn_of(execution, side, ship)


def refit_turn(state: State) -> None:
    """18.4, 18.33 Refits a ship that was in a major port for a Game-Turn; a port in Maximum Effort refits none."""
    pieces = state.rules.pieces
    tired, refitting = state.arrays[layout.TIRED], state.arrays[layout.REFITTING]
    majors = [hex for hex, place in pieces.atlas.places.items() if place.port == "major"]
    inside = set()
    for side in range(len(SIDES)):
        for hex in majors:
            if not in_effort(state, side, hex):
                inside |= set(ships_within_capacity(state, side, hex))
    for ship in range(len(refitting)):
        if tired[ship] <= TIRED_AFTER or ship not in inside:
            refitting[ship] = 0
        elif refitting[ship]:
            tired[ship] = refitting[ship] = 0
        else:
            refitting[ship] = 1
