"""44.71, 44.72 Air points that arrive in Burma, and their bases."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, SIDES, TRAINED, TRAININGS
from ironbottom.games.war_in_the_pacific.rules.air.air_reinforcements import announce_arrivals
from ironbottom.games.war_in_the_pacific.rules.turn.steps import StepOpens
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases, derived
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of, turn_name

BY_CYCLE = "Strategic "
AT = "A2213"
"""44.71 Calcutta: the Allies place arrivals in its hex or next to it."""


def by_cycle(execution: Execution) -> None:
    """44.71, 44.72, 4.1 Arrivals in the Strategic Game-Turn of a Cycle: the Allies place theirs first."""
    _, cycle, year = turn_name(execution.cells[layout.TURN]).split("/")
    rows = execution.rules.facts.table(tables.REINFORCEMENTS).values()
    another = False
    for side, name in enumerate(SIDES.ids):
        found: dict[int, int] = {}
        for row in rows:
            if (row.scenario, row.side, row.arrives) == (cases.CASE, name, f"{BY_CYCLE}{cycle}/{year}"):
                stack = AIR_TYPES.index[row.unit] * len(TRAININGS) + TRAINED
                found[stack] = found.get(stack, 0) + row.count
        if found and another:
            execution.push(StepOpens(log.STEPS.index["arrivals"]))
        announce_arrivals(execution, side, found, opens=not another)
        another = another or bool(found)


def arrive_at(state: State, side: int) -> list[int]:
    """44.71, 44.72 The hexes at whose bases a side places arrivals."""
    if side == ALLIES:
        return [NUMBER[AT], *GRID.beyond(NUMBER[AT])]
    pieces = state.rules.pieces
    return list(pieces.in_regions(derived.BURMA))


def arrivals_until(state: State, side: int) -> dict[int, int]:
    """44.71, 44.72 The arrivals in all Strategic Game-Turns up to that of this Cycle."""
    result: dict[int, int] = {}
    for row in state.rules.pieces.facts.table(tables.REINFORCEMENTS).values():
        if (row.scenario, row.side) != (cases.CASE, SIDES.ids[side]) or not row.arrives.startswith(BY_CYCLE):
            continue
        if cycle_number(row.arrives.removeprefix(BY_CYCLE)) <= cycle_of(state.cells[layout.TURN]):
            stack = AIR_TYPES.index[row.unit] * len(TRAININGS) + TRAINED
            result[stack] = result.get(stack, 0) + row.count
    return result
