"""25.1, 25.3 Payment of Supply Points by the richest connected source, and of the lift that Lines by sea need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from ironbottom.games.war_in_the_pacific import log, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import NOTHING_SPENT, SEA_LIFT
from ironbottom.games.war_in_the_pacific.derived.lines_by_sea import NO_CONNECTIONS, Connections, connections_by_area
from ironbottom.games.war_in_the_pacific.derived.supply_reach import SupplyBudget, in_touch, ports_supply
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


def spend_in_turn(state: State, spent: tuple[int, ...]) -> None:
    """30.1 Records what a side's marches used in the Game-Turn."""
    before = turn_record.read(state, "lifted", ()) or NOTHING_SPENT
    turn_record.write_turn_record(state, lifted=tuple([most + more for most, more in zip(before, spent, strict=True)]))


def seacap_connections(state: State, side: int, but: Iterable[int] = ()) -> Connections:
    """25.1 All pairs of hexes connected by Seacap now, without those of the given areas."""
    return NO_CONNECTIONS.union(*[pairs for area, pairs in connections_by_area(state, side).items() if area not in but])


def charge_line(state: State, side: int, hex: int, touch: Callable[[Connections], AbstractSet[int]]) -> None:
    """25.1 Charges a hex supplied over a Line: each area whose Seacap the Line needs spends its point.

    ``touch`` returns the hexes connected by the given pairs.
    """
    opened = connections_by_area(state, side)
    if not opened or hex in touch(NO_CONNECTIONS):
        return
    needed = [area for area in opened if hex not in touch(seacap_connections(state, side, (area,)))] or sorted(opened)[
        :1
    ]
    paid = turn_record.read(state, "by_sea", ())
    for area in [area for area in needed if area not in paid]:
        turn_record.write_turn_record(state, by_sea=tuple(sorted({*turn_record.read(state, "by_sea", ()), area})))
        used = [int(place == SEA_LIFT + area) for place in range(len(NOTHING_SPENT))]
        spend_in_turn(state, tuple(used))


def pay_from(budget: SupplyBudget, execution: Execution, hex: int, cost: int) -> bool:
    """25.3 The richest source connected to a hex pays; there is no partial payment."""
    state, side, base = budget.state, budget.side, budget.richest_source(hex)
    if base < 0 or state.arrays[layout.SUPPLY][base] < cost:
        return False
    state.arrays[layout.SUPPLY][base] -= cost
    start = [layout.base_hex(state.cells, base)]
    charge_line(state, side, hex, lambda joins: in_touch(state, side, start, joins))
    if cost:
        execution.emit(log.SUPPLY_PAID, side, hex, layout.base_hex(state.cells, base), cost)
    return True


def spend_supply(execution: Execution, side: int, hex: int, points: int) -> bool:
    """25.3 Pays this much in a hex, if possible, and announces it; returns whether it was paid."""
    if ports_supply(execution.state):
        return hex in in_touch(execution.state, side)
    return pay_from(SupplyBudget(execution.state, side), execution, hex, points)
