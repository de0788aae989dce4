"""18.6, 26.2, 26.3 The automatic repair of airbases, ports and guns in the Supply Phase.

``repair_facilities(execution)`` lets engineers, fully deployed Base Forces and large headquarters each repair a
Level, for Supply Points from a connected source. It is not used where every port supplies.
"""

from __future__ import annotations

from array import array

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import supply_reach
from ironbottom.games.war_in_the_pacific.derived.facilities import damaged_facilities
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of, units_at
from ironbottom.games.war_in_the_pacific.pieces import FIRST_BOX
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders
from ironbottom.games.war_in_the_pacific.rules.bases.construction import repair_level
from ironbottom.games.war_in_the_pacific.rules.turn import supply_payments
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


def engineer_turns(state: State, side: int, hex: int) -> int:
    """26.1, 26.2, 27.3 The workers in a hex: engineers and full Base Forces without a project, and a large
    headquarters.
    """
    units = [unit for unit in units_at(state, side, hex) if not state.arrays[layout.UNSUPPLIED][unit]]
    return sum(construction_orders.engineers_left(state, side, hex)) + int(has_large_headquarters(state, units))


def has_large_headquarters(state: State, units: list[int]) -> bool:
    """26.2 Whether supplied units include a working Division or Force headquarters."""
    working = [unit for unit in units if not state.arrays[layout.IDLE_HEADQUARTERS][unit]]
    return any(
        type_of(state, unit).id.rpartition("_hq_")[2] in construction_orders.HEADQUARTERS_THAT_REPAIR
        for unit in working
    )


def repair_facilities(execution: Execution) -> None:
    """18.6, 26.2, 26.3 Repairs each base, as far as its workers and the connected stores allow."""
    state = execution.state
    if supply_reach.ports_supply(state):
        return
    first = max(execution.cells[layout.FIRST_PLAYER], 0)
    for side in (first, 1 - first):
        for base in range(FIRST_BOX):
            hex = layout.base_hex(state.cells, base)
            idle = hex < 0 or state.arrays[layout.CONTROL][hex] != side or state.arrays[layout.STRUCK][base]
            if not idle and next(damaged_facilities(state, base), None) is not None:
                work_at(execution, side, base, hex)
    struck = state.arrays[layout.STRUCK]
    struck[:] = array(struck.typecode, [0]) * len(struck)


def work_at(execution: Execution, side: int, base: int, hex: int) -> None:
    """26.2 A turn of work at a base: first the airbase, then the port, then the guns, as long as they can
    be paid for.
    """
    state, pieces = execution.state, execution.rules.pieces
    cost = pieces.facts.table(charts.CONSTRUCTION)["repair"].supply_points
    done: dict[int, int] = {}
    for _ in range(engineer_turns(state, side, hex)):
        facility = next(damaged_facilities(state, base), None)
        if facility is None or not supply_payments.spend_supply(execution, side, hex, cost):
            break
        repair_level(state, base, facility)
        done[facility] = done.get(facility, 0) + 1
    for facility, levels in done.items():
        execution.emit(log.MENDED, side, hex, facility, levels)
