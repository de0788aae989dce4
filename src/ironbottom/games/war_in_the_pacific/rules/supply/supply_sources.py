"""25.1 to 25.3, 28.2 Sources of supply: their Lines of Communications, connected units, and payments.

If every port is a source, nothing is paid; otherwise Supply Points are paid. ``joint_supply`` uses all of this once a
Game-Turn.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import flown_shares
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of
from ironbottom.games.war_in_the_pacific.derived.supply_reach import (
    SupplyBudget,
    is_headquarters,
    needing,
    supply_costs,
)
from ironbottom.games.war_in_the_pacific.rules.turn.supply_payments import pay_from, spend_supply
from ironbottom.games.war_in_the_pacific.scenario import PaidFirst
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE

MAX_TURNS = 9
TEN = 10


NOBODY = PaidFirst()


def paid_hexes(execution: Execution, side: int, before: PaidFirst = NOBODY) -> AbstractSet[int]:
    """25.3 The hexes whose units are paid for in full and therefore supplied.

    After those already paid for, hexes are paid for in order, each by the richest connected source.
    """
    state = execution.state
    budget = SupplyBudget(state, side)
    left = [(hex, cost) for hex, cost in supply_costs(state, side).items() if hex not in before.hexes]
    return before.hexes | {hex for hex, cost in left if pay_from(budget, execution, hex, cost)}


# -- 28.2 headquarters -------------------------------------------------------------------------------


def headquarters_cost(state: State, unit: int, flown: int) -> int:
    """28.2 The cost of a headquarters: its multiple for every ten points that flew, rounded up; if no points flew, the
    multiple once at the end of a Cycle.
    """
    pieces = state.rules.pieces
    multiple = pieces.facts.table(charts.HQ)[type_of(state, unit).id.rpartition("_hq_")[2]].multiple
    if flown:
        return multiple * -(-flown // TEN)
    paid, last = turn_record.read(state, "paid", 0), TURNS_A_CYCLE - 1
    return multiple if state.cells[layout.TURN] % TURNS_A_CYCLE == last and not paid >> unit & 1 else 0


def headquarters_costs(state: State, side: int) -> dict[int, int]:
    """28.2 The cost of each headquarters."""
    flown = flown_shares.points_of_headquarters(state, side)
    own = [unit for unit in needing(state, side) if is_headquarters(state, unit)]
    return {unit: headquarters_cost(state, unit, flown.get(unit, 0)) for unit in own}


def headquarters_paid(execution: Execution, side: int, before: AbstractSet[int] = frozenset()) -> set[int]:
    """28.2 The headquarters that are paid for, following those that were paid for before."""
    result = set(before)
    for unit, cost in headquarters_costs(execution.state, side).items():
        if unit in before:
            continue
        if not cost or spend_supply(execution, side, execution.state.arrays[layout.UNIT_AT][unit], cost):
            result.add(unit)
            if cost:
                write_paid(execution.state, unit)
    return result


def write_paid(state: State, unit: int) -> None:
    """28.2 Records for the Cycle that a headquarters was paid for."""
    turn_record.write_turn_record(state, paid=turn_record.read(state, "paid", 0) | 1 << unit)


def clear_landings(state: State) -> None:
    """16.4, 16.7 Units that landed before this Segment have fought once and used their supplies."""
    landed = state.arrays[layout.LANDED]
    for unit, how in enumerate(landed):
        if how:
            landed[unit] = 0
