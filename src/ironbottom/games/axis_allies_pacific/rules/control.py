"""9.1 to 9.6 Phase 5: the holders of captured territories, and the loss of capitals."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    AUSTRALIA,
    CHINA,
    CHINESE,
    GROUND_COMBAT_UNITS,
    HOLDERS,
    INDIA,
    JAPAN,
    LANDS,
    PLACE_COUNT,
    POWERS_OF,
    UK,
    USA,
    USA_PURSE,
    Land,
    Side,
)
from ironbottom.games.axis_allies_pacific.rules.income import lose_points
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    ACTIVE,
    CAPTURED_IPC,
    ENTERED,
    HELD,
    IPC,
    TAKEN,
    UNITS,
    Cells,
    acted_units,
    add_to_counts,
    held_by_team,
    holder,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, Rules, State


def possible_holders(figures: Figures, cells: Cells, side: int, land: int) -> int:
    """9.1, 9.2, 9.3 The possible holders of a territory that this side has taken; several if the player chooses."""
    if side == JAPAN:
        return 1 << JAPAN
    freed = figures.if_freed[land]
    if freed >= 0:
        return 1 << freed
    if side == UK:
        return 1 << INDIA if land in figures.holder_by_captor else 1 << INDIA | 1 << AUSTRALIA
    if land not in figures.holder_by_captor:
        return 1 << USA_PURSE
    there = [bool(acted_units(cells, power, land) & GROUND_COMBAT_UNITS) for power in (USA, CHINA)]
    return (1 << USA_PURSE) * (there[0] or not there[1]) | (1 << CHINESE) * there[1]


@restriction("9.2", "{holder} cannot get that territory")
def may_get(state: State, frame: HolderChoice, side: int) -> int:
    return possible_holders(state.rules.pieces, state.cells, side, frame.land)


NAME_HOLDER = Verb("name_holder", clause="9.2", ends_list="always", holder=Argument(HOLDERS, may_get))


class HolderChoice(Question):
    """9.2, 9.3 The player chooses the holder of a territory."""

    number, name, clause = 18, "naming", "9.2"
    verbs = (NAME_HOLDER,)
    side: Side
    land: Land

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(land=LANDS.titles[self.land])

    def name_holder(self, execution: Execution, holder: int) -> None:
        execution.pop()
        give_land(execution, self.side, self.land, holder)


def take_control(execution: Execution) -> None:
    """9.1 Territories that were entered or won change hands."""
    cells, side = execution.cells, execution.cells[ACTIVE]
    entered = cells[ENTERED]
    cells[ENTERED] = 0
    for land in members(entered & ~held_by_team(cells, side)):
        who = possible_holders(execution.rules.pieces, cells, side, land)
        if who & (who - 1):
            execution.push(HolderChoice(side, land))
        else:
            give_land(execution, side, land, who.bit_length() - 1)


def give_land(execution: Execution, side: int, land: int, to: int) -> None:
    """9.1, 8.2.3 Gives a territory and its AA guns to a holder; a capital's treasury goes to its captor (9.6.1)."""
    cells, bit = execution.cells, 1 << land
    before = holder(cells, land)
    cells[HELD + before] &= ~bit
    cells[HELD + to] |= bit
    cells[TAKEN] |= bit
    execution.emit(log.CAPTURED, land, to, side)
    captor = (
        CHINA
        if side == USA and not acted_units(cells, USA, land) & GROUND_COMBAT_UNITS and acted_units(cells, CHINA, land)
        else side
    )
    for power in range(4):
        guns = number_of(cells[UNITS + power * PLACE_COUNT + land], AA_GUN)
        if guns and power not in POWERS_OF[side]:
            add_to_counts(cells, UNITS + power * PLACE_COUNT + land, AA_GUN, -guns)
            add_to_counts(cells, ACTED + (captor == CHINA) * PLACE_COUNT + land, AA_GUN, guns)
    for economy, capital in enumerate(execution.rules.pieces.capital):
        if capital == land and not same_team(before, to):
            take_purse(execution, economy, to)


def same_team(one: int, other: int) -> bool:
    """Whether two holders are on one side."""
    return (one == JAPAN) == (other == JAPAN)


def take_purse(execution: Execution, economy: int, to: int) -> None:
    """9.6.1 The power that takes a capital takes the treasury of its economy."""
    cells = execution.cells
    if to == economy or not (economy == JAPAN or to == JAPAN):
        return
    ipc = cells[IPC + economy]
    by = min(to, USA_PURSE)
    cells[IPC + economy] = 0
    cells[IPC + by] += ipc
    execution.emit(log.PURSE_TAKEN, economy, by, ipc)
    if to == JAPAN:
        cells[CAPTURED_IPC] += ipc
    elif economy == JAPAN:
        lose_points(execution, ipc)
