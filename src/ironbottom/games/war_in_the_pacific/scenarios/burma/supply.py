"""25.0, 28.2, 44.62, 44.63 Supply in Burma: arrivals, and payments for each hex and headquarters.

``income`` and ``arrivals`` ask where stores arrive; ``pay`` pays automatically.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, Number, Numbers, members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import air_bases, flown_shares
from ironbottom.games.war_in_the_pacific.derived import chinese_armies as chinese_armies_
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of
from ironbottom.games.war_in_the_pacific.derived.lines_of_communications import named_sources
from ironbottom.games.war_in_the_pacific.derived.supply_reach import SupplyBudget
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SIDES, UNITS_OF
from ironbottom.games.war_in_the_pacific.questions import HasLeft
from ironbottom.games.war_in_the_pacific.rules.land.ground_attrition import roll_supply_attrition
from ironbottom.games.war_in_the_pacific.rules.supply import depots
from ironbottom.games.war_in_the_pacific.rules.supply.supply_sources import MAX_TURNS, NOBODY, write_paid
from ironbottom.games.war_in_the_pacific.rules.turn.steps import StepOpens
from ironbottom.games.war_in_the_pacific.rules.turn.supply_payments import pay_from
from ironbottom.games.war_in_the_pacific.scenario import PaidFirst
from ironbottom.games.war_in_the_pacific.scenarios.burma import derived
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE

SIXTHS = 6
"""25.3, 29.4 Costs are counted in sixths of a Supply Point: a regiment costs two, an army abroad three."""
OF_A_THIRD, OF_AN_ARMY = 2, 3
COLONIAL = "cw_2_1_col"
"""25.5 The brigades that need no supply in India."""


# -- 44.62, 44.63 arrivals -------------------------------------------------------------------------------------


def income(execution: Execution) -> None:
    """44.63, 25.9 In each Joint Supply Segment ten points reach Japan."""
    receive(execution, JAPAN, int(execution.rules.pieces.figure("44.63", "points")))


def arrivals(execution: Execution) -> None:
    """44.62, 25.9 Each Cycle seven blocks reach the Allies, and Provincial Points the KMT while Kunming is held."""
    pieces, control = execution.rules.pieces, execution.state.arrays[layout.CONTROL]
    if control[NUMBER[pieces.figure("44.62", "if_control")]] == ALLIES:
        points = int(pieces.figure("44.62", "kmt_pp"))
        pool = turn_record.read(execution.state, "pool", 0) + points
        turn_record.write_turn_record(execution.state, pool=min(pool, turn_record.MAX_POINTS))
        execution.emit(log.POOL, points)
    receive(execution, ALLIES, int(pieces.figure("44.62", "blocks")))


def receive(execution: Execution, side: int, lots: int) -> None:
    """44.62, 44.63, 4.1 Stores arrive at a port that their owner holds; without such a port they are lost.

    The step is announced when it begins, which may be after other arrivals.
    """
    if held_ports(execution.state, side):
        execution.push(StoresArrival(side, lots))
        execution.push(StepOpens(log.STEPS.index["stores"]))


def held_ports(state: State, side: int) -> list[int]:
    """44.62, 44.63 The ports of a case that the side holds."""
    named, control = named_sources(state.rules.pieces, state.cells[layout.SCENARIO], side), state.arrays[layout.CONTROL]
    return [hex for hex in named if control[hex] == side]


LOTS = Numbers("blocks or points", 1, 99)


@restriction("44.62", "stores do not arrive at {at}, or you do not hold it")
def port_held(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(held_ports(state, side), len(HEXES))


@restriction("44.62", "fewer stores than that arrive")
def that_arrive(state: State, frame: HasLeft, side: int) -> IdSet:
    left: int = frame.left
    return (2 << left) - 2


def all_received(state: State, frame: StoresArrival, side: int, hex: int, lots: int) -> bool:
    """44.62 Continues the Supply Phase after the last stores."""
    return lots == frame.left


RECEIVE = Verb(
    "receive",
    clause="44.62",
    ends_list=all_received,
    at=Argument(HEXES, port_held, always_completes=True),
    lots=Argument(LOTS, that_arrive),
)


class StoresArrival(Question):
    """44.62, 44.63 A side chooses where its stores arrive: Supply Blocks for the Allies, Supply Points for Japan."""

    number, name, clause = 69, "receiving", "44.62"
    verbs = (RECEIVE,)
    side: Annotated[int, IdField(SIDES)]
    left: Annotated[int, Number(1, 99)]

    def receive(self, execution: Execution, at: int, lots: int) -> None:
        """44.62, 44.63 Receives this many Supply Blocks (the Allies) or Supply Points (Japan) at a port."""
        each = execution.rules.pieces.block if self.side == ALLIES else 1
        depots.add_stores(execution, self.side, at, lots * each)
        if lots == self.left:
            execution.pop()
        else:
            execution.replace(changed(self, left=self.left - lots))


# -- 25.3 payments ---------------------------------------------------------------------------------------------


def cost_in_sixths(state: State, unit: int) -> int:
    """25.3, 25.5, 29.4 The cost of a unit ashore in sixths of a point; double if it attacked in the turn."""
    row, hex = type_of(state, unit), state.arrays[layout.UNIT_AT][unit]
    if not 0 <= hex < len(GRID) or row.kind in ("air_hq", "entrenchment"):
        return 0
    if chinese_armies_.is_army(state, unit):
        cost = 0 if chinese_armies_.in_china(state, unit) else OF_AN_ARMY
    elif row.id == COLONIAL and hex in state.rules.pieces.in_regions(derived.INDIA):
        cost = 0
    else:
        cost = OF_A_THIRD * row.supply_thirds
    factor = state.rules.pieces.facts.table(charts.SUPPLY_COST)["attacking_factor"].value
    return cost * (factor if turn_record.read(state, "fought", 0) >> unit & 1 else 1)


def cost_by_hex(state: State, side: int) -> dict[int, tuple[int, list[int]]]:
    """25.3 The cost of the units in each hex, rounded up, and the units."""
    types, result = state.arrays[layout.UNIT_TYPE], dict[int, tuple[int, list[int]]]()
    for unit in UNITS_OF[side]:
        cost = cost_in_sixths(state, unit) if types[unit] >= 0 else 0
        if cost:
            hex = state.arrays[layout.UNIT_AT][unit]
            before, units = result.get(hex, (0, []))
            result[hex] = before + cost, [*units, unit]
    return {hex: (-(-cost // SIXTHS), units) for hex, (cost, units) in sorted(result.items())}


def burma_costs(state: State, side: int) -> dict[int, int]:
    """25.3 The cost of the units in each hex."""
    return {hex: cost for hex, (cost, _) in cost_by_hex(state, side).items()}


def pay(execution: Execution, side: int, before: PaidFirst = NOBODY) -> None:
    """25.3, 28.2, 25.8 A side pays for its units and headquarters; unpaid units suffer attrition."""
    budget = SupplyBudget(execution.state, side)
    pay_units(execution, budget, before)
    pay_headquarters(execution, budget, before)


def pay_units(execution: Execution, budget: SupplyBudget, before: PaidFirst = NOBODY) -> None:
    """25.3, 25.8 Pays hex by hex in order, after those already paid for; unpaid units count another Segment."""
    state, lacking, without = execution.state, execution.state.arrays[layout.UNSUPPLIED], 0
    for hex, (cost, units) in cost_by_hex(state, budget.side).items():
        paid = hex in before.hexes or pay_from(budget, execution, hex, cost)
        for unit in units:
            lacking[unit] = 0 if paid else min(lacking[unit] + 1, MAX_TURNS)
            without |= (not paid) << unit
    for unit in UNITS_OF[budget.side]:
        if state.arrays[layout.UNIT_TYPE][unit] >= 0 and not cost_in_sixths(state, unit):
            lacking[unit] = lacking[unit] if type_of(state, unit).kind == "air_hq" else 0
    if without:
        execution.emit(log.SUPPLIED, budget.side, tuple(members(without)))
        roll_supply_attrition(execution, budget.side, without)


# -- 28.2 headquarters -----------------------------------------------------------------------------------------


def headquarters_dues(state: State, side: int) -> dict[int, int]:
    """28.2 The cost of each headquarters: its multiple per ten points that flew; if no points flew, the multiple once
    at the end of a Cycle.
    """
    sizes, paid = state.rules.pieces.facts.table(charts.HQ), turn_record.read(state, "paid", 0)
    tens = state.rules.pieces.facts.table(charts.SUPPLY_COST)["points_per_multiple"].value
    last = state.cells[layout.TURN] % TURNS_A_CYCLE == TURNS_A_CYCLE - 1
    points, result = flown_shares.points_of_headquarters(state, side), dict[int, int]()
    for unit, _, _ in air_bases.headquarters(state, side):
        multiple = sizes[type_of(state, unit).id.rpartition("_")[2]].multiple
        idle = multiple if last and not paid >> unit & 1 else 0
        result[unit] = multiple * -(-points.get(unit, 0) // tens) or idle
    return result


def pay_headquarters(execution: Execution, budget: SupplyBudget, before: PaidFirst = NOBODY) -> None:
    """28.2 Pays for each headquarters, after those already paid for; the points of unpaid headquarters fly in smaller
    numbers.
    """
    state, positions = execution.state, execution.state.arrays[layout.UNIT_AT]
    for unit, due in headquarters_dues(state, budget.side).items():
        if not due or unit in before.headquarters:
            state.arrays[layout.UNSUPPLIED][unit] = 0
            continue
        able = pay_from(budget, execution, positions[unit], due)
        state.arrays[layout.UNSUPPLIED][unit] = int(not able)
        if able:
            headquarters_paid_for(execution, unit, due)


def headquarters_paid_for(execution: Execution, unit: int, due: int) -> None:
    """28.2 Pays for a headquarters, announces it and records it for the Cycle."""
    write_paid(execution.state, unit)
    execution.emit(log.STAFF_PAID, unit, due)


PROCEDURES = (StoresArrival,)
