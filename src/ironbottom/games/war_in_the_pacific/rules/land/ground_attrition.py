"""25.8, 21.2 Ground attrition: unsupplied stacks roll for losses, and so do crowded stacks in jungle and swamp.

The owner chooses the unit of a stack that takes the losses, if that makes a difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, NamedTuple

from ironbottom.engine.core.fields import IdField, members
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import (
    can_lose,
    room_taken,
    step_of,
    terrain_of,
    type_of,
    units_at,
)
from ironbottom.games.war_in_the_pacific.derived.ship_condition import round_half_up
from ironbottom.games.war_in_the_pacific.derived.supply_reach import in_touch
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import HEXES, UNITS_OF
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.land.attack_resolution import Losses
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

TEN = 10
UNHEALTHY = ("jungle", "swamp")
MAX_HEALTHY, THIRDS_PER_DIVISION = 2, 3
"""25.8 The divisions that suffer no attrition in jungle or swamp, and the thirds in a division."""
ALIKE = (layout.UNIT_TYPE, layout.REST, layout.UNSUPPLIED, layout.DEPLOYED)
"""21.2 The values in which units differ for the choice of losses."""


class StackLoss(NamedTuple):
    """25.8 The losses of a stack: its hex, the units that may take them, the number of points."""

    hex: int
    units: list[int]
    points: int


def roll_supply_attrition(execution: Execution, side: int, without: int) -> None:
    """25.8 Each unsupplied stack rolls, by hex; after two Segments without a Line, on the worse row. Losses score
    Victory Points.
    """
    state, pieces, losses = execution.state, execution.rules.pieces, list[StackLoss]()
    rows = pieces.facts.table(charts.ATTRITION)
    hexes, touched = sorted({state.arrays[layout.UNIT_AT][unit] for unit in members(without)}), in_touch(state, side)
    for hex in hexes:
        units = [unit for unit in can_lose(state, units_at(state, side, hex)) if without >> unit & 1]
        points = sum(type_of(state, unit).strength for unit in units)
        if not points:
            continue
        long_unsupplied = hex not in touched and any(state.arrays[layout.UNSUPPLIED][unit] > 1 for unit in units)
        die = execution.roll(6, Roll.ATTRITION)
        rate = getattr(rows["no_loc_two_turns" if long_unsupplied else "unsupplied"], f"die_{die}")
        loses = round_half_up(points * rate, TEN)
        execution.emit(log.ATTRITION, side, hex, die, loses)
        losses.append(StackLoss(hex, units, loses))
    open_losses(execution, side, losses)


def roll_stacking_attrition(execution: Execution, side: int) -> None:
    """25.8 Each stack of more than two divisions in jungle or swamp rolls, by hex, supplied or not."""
    state, pieces, losses = execution.state, execution.rules.pieces, list[StackLoss]()
    row = pieces.facts.table(charts.ATTRITION)["crowded_jungle"]
    stand = {state.arrays[layout.UNIT_AT][unit] for unit in UNITS_OF[side]}
    for hex in sorted(hex for hex in stand if 0 <= hex < len(GRID)):
        filled = room_taken(state, side, hex)
        if filled <= MAX_HEALTHY * THIRDS_PER_DIVISION or terrain_of(state, hex) not in UNHEALTHY:
            continue
        die = execution.roll(6, Roll.ATTRITION)
        loses = getattr(row, f"die_{die}") * (filled // THIRDS_PER_DIVISION)
        execution.emit(log.ATTRITION, side, hex, die, loses)
        losses.append(StackLoss(hex, can_lose(state, units_at(state, side, hex)), loses))
    open_losses(execution, side, losses)


def open_losses(execution: Execution, side: int, losses: Iterable[StackLoss]) -> None:
    """21.2, 25.8 Takes the losses of stacks in the order of their hexes."""
    for loss in reversed([loss for loss in losses if loss.points]):
        execution.push(GroundAttrition(side, sum(1 << unit for unit in loss.units), loss.points, loss.hex))


def matters(state: State, units: list[int], points: int) -> bool:
    """21.2 Whether it matters which unit takes losses: units differ, and not all are lost."""
    pieces = state.rules.pieces
    rest, types = state.arrays[layout.REST], state.arrays[layout.UNIT_TYPE]
    left = sum(pieces.ground[types[unit]].strength - rest[unit] for unit in units)
    return points < left and len({tuple([state.arrays[block][unit] for block in ALIKE]) for unit in units}) > 1


def cheapest(state: State, units: list[int]) -> int:
    """25.8 The unit with the cheapest step; the first of equals."""
    return min(units, key=lambda unit: (step_of(state, unit), unit))


class GroundAttrition(Losses):
    """25.8, 21.2 The owner chooses the unit of a stack that takes losses; if it makes no difference, the cheapest step
    is lost.
    """

    number, name, clause = 85, "wearing_away", "25.8"
    where: Annotated[int, IdField(HEXES)]

    def waits(self, state: State) -> bool:
        """25.8 Whether there are losses to choose, and it matters which units take them."""
        return super().waits(state) and matters(state, can_lose(state, members(self.units)), self.points)

    def proceed(self, execution: Execution) -> bool:
        if self.waits(execution.state):
            return True
        left = can_lose(execution.state, members(self.units))
        if not self.points or not left:
            execution.pop()
            return False
        self.suffer(execution, cheapest(execution.state, left))
        return False


PROCEDURES = (GroundAttrition,)
