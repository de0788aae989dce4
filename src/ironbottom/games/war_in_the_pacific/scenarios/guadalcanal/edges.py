"""43.64 to 43.69, 39.91 The edges of the map: entry, exit, withdrawal, and refit and repair in Japan."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import map_edges
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.pieces import BOXES, IN_BOX, SHIPS_OF, Pieces, side_of_force
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import clear_force
from ironbottom.games.war_in_the_pacific.rules.sequence import PHASES, phases_sailed
from ironbottom.games.war_in_the_pacific.scenario import MapEntry, OffMapRepair, SubsOffMap
from ironbottom.games.war_in_the_pacific.state import EDGES
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import turn_number

HOME, OPEN_SEA = BOXES.index["japan"], BOXES.index["beyond_the_edge"]
BOX_OF_SIDE = (HOME, OPEN_SEA)
"""43.64, 43.68 The box beyond the edge of each side."""
EDGE_OF_SIDE = ("north_edge", "east_edge")
CASE_OF_SIDE = ("43.64", "43.68")
FIRST_PHASE = "Naval 1 of "
FULL_AGAIN = (layout.DRY, layout.TIRED, layout.REFITTING)
"""10.7, 18.4 The arrays that fuel and Refit in Japan reset."""


def hexes_at_edge(state: State, side: int) -> tuple[int, ...]:
    """43.64, 43.68 The hexes at a side's edge of the map."""
    pieces = state.rules.pieces
    return map_edges.hexes_at(pieces, state.cells[layout.SCENARIO], EDGES.index[EDGE_OF_SIDE[side]])


def may_leave_japan(state: State) -> bool:
    """43.64, 43.66 Whether ships may enter from Japan now: in the First Naval Phase, beginning with a certain
    Game-Turn.
    """
    pieces = state.rules.pieces
    first = turn_number(pieces.figure("43.64", "first").removeprefix(FIRST_PHASE))
    return state.cells[layout.TURN] >= first and (phases_sailed(state) - 1) % PHASES == 0


def entry(state: State, box: int) -> MapEntry | None:
    """43.64, 43.66, 43.68 How ships enter from beyond an edge."""
    if box not in BOX_OF_SIDE:
        return None
    side = BOX_OF_SIDE.index(box)
    opened = side == ALLIES or may_leave_japan(state)
    return MapEntry(hexes_at_edge(state, side) if opened else (), *entry_terms(state.rules.pieces, side))


def entry_terms(pieces: Pieces, side: int) -> tuple[int, int]:
    """43.64, 43.68 The Speed Class of ships that enter, and the Movement Points that they have spent before."""
    spent = int(pieces.figure("43.64", "spent_mp")) if side == JAPAN else 0
    return int(pieces.figure(CASE_OF_SIDE[side], "speed")), spent


def exit_box(state: State, side: int, hex: int) -> int:
    """43.66, 43.69 The box beyond a side's edge of the map, from a hex at that edge."""
    return BOX_OF_SIDE[side] if hex in hexes_at_edge(state, side) else -1


def left_map(execution: Execution, force: int) -> None:
    """43.66, 43.67, 43.69, 39.91 A force is dissolved beyond the edge: Japan's damaged ships are repaired, and all
    other ships are withdrawn for good, at their level of damage.
    """
    state, side = execution.state, side_of_force(force)
    stacks, box = layout.ships_in(state.arrays), BOX_OF_SIDE[side]
    for ship in ships_of(state, force):
        stacks.put(ship, IN_BOX + box)
        if side == JAPAN and 0 < state.arrays[layout.DAMAGE][ship] <= FLOATS:
            serviced(state, ship)
        else:
            state.arrays[layout.WITHDRAWN][ship] = 1
            execution.emit_to(side, log.WITHDRAWN, ship)
    clear_force(state, force)


def serviced(state: State, ship: int) -> None:
    """43.66 Ships in Japan refuel and refit automatically."""
    state.arrays[layout.FUEL][ship] = state.rules.pieces.ships[ship].fuel
    for array in FULL_AGAIN:
        state.arrays[array][ship] = 0


def kept_off_map(state: State, ship: int) -> bool:
    """39.91, 43.67 Whether a ship beyond an edge was withdrawn, or is under repair in Japan."""
    if state.arrays[layout.WITHDRAWN][ship]:
        return True
    return bool(state.arrays[layout.SHIP_AT][ship] == IN_BOX + HOME and state.arrays[layout.DAMAGE][ship])


def ships_repaired_in_japan(state: State) -> list[OffMapRepair]:
    """43.67, 18.1 The damaged ships in Japan; the figure of the case is added to the time that their repair takes."""
    level, positions, gone = (state.arrays[n] for n in (layout.DAMAGE, layout.SHIP_AT, layout.WITHDRAWN))
    added = int(state.rules.pieces.figure("43.67", "repair_result_add"))
    there = [ship for ship in SHIPS_OF[JAPAN] if positions[ship] == IN_BOX + HOME and not gone[ship]]
    return [OffMapRepair(JAPAN, ship, added) for ship in there if 0 < level[ship] <= FLOATS]


def subs_off_map(state: State, side: int) -> SubsOffMap | None:
    """43.65, 43.67 Japan's Sub Points refit in Japan, beyond the north edge."""
    if side != JAPAN:
        return None
    pieces = state.rules.pieces
    costs = [int(pieces.figure(*figure)) for figure in (("43.65", "cost_mp"), ("43.67", "refit_mp"))]
    return SubsOffMap(hexes_at_edge(state, JAPAN), *costs)
