"""8.0 Combat: the areas in Japan's order, and the rounds of the battle in each (8.2)."""

from __future__ import annotations

from typing import Annotated

from ironbottom.board.area_battles import NextArea
from ironbottom.engine.core.fields import IdField, Number, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame, StagedProcedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import (
    AIR,
    AIR_COMBAT,
    ALLIES,
    AREAS,
    COMBAT_KINDS,
    JAPAN,
    SIDES,
    SUBMARINES,
    SURFACE_COMBAT,
    TASK_FORCES,
    UNITS_OF_SIDE,
    Area,
    Side,
)
from ironbottom.games.hold_fast.rolls import Roll
from ironbottom.games.hold_fast.rules.fire import (
    AIR_FIRE,
    SUBMARINE_FIRE,
    SURFACE_FIRE,
    Targeting,
    can_anyone_fire,
    off_board,
    remove_losses,
)
from ironbottom.games.hold_fast.rules.fog import hide, reveal, shuffle
from ironbottom.games.hold_fast.rules.land_combat import JAPAN_LANDS, LandStep
from ironbottom.games.hold_fast.rules.pursuit import Pursuit
from ironbottom.games.hold_fast.rules.return_to_nearest_port import (
    DISABLED_SHIPS,
    TORPEDOED,
    WITHDRAWS,
    ReturnToNearestPort,
)
from ironbottom.games.hold_fast.rules.task_forces import reveal_task_forces
from ironbottom.games.hold_fast.state import (
    AT_SEA,
    BATTLE,
    COMBAT_KIND_CHOICE,
    DISABLED,
    FORCE_AT,
    FOUGHT,
    Cells,
    controls,
    is_contested,
    opponent,
    units_in_area,
)
from ironbottom.games.hold_fast.state_types import Execution, State

# -- 4.1.6 the order of the areas ------------------------------------------------------------------------


def areas_to_fight(cells: Cells) -> int:
    """8.0.1 The sea areas with units of both sides and combat not yet resolved; a task force block counts as a unit.

    7.1.1 Ships in ports and bases are not in a sea area.
    """
    result = 0
    japan, allies = UNITS_OF_SIDE
    forces = cells[FORCE_AT : FORCE_AT + len(TASK_FORCES)]
    for area, units in enumerate(cells[AT_SEA : AT_SEA + len(AREAS)]):
        if units & allies and (units & japan or area in forces):
            result |= 1 << area
    return result & ~cells[FOUGHT]


@restriction("8.0.1", "no combat is left to fight in {area}")
def combat_to_come(state: State, frame: Combat, side: int) -> int:
    return areas_to_fight(state.cells)


FIGHT = Verb("fight", clause="4.1.6", ends_list="always", area=Argument(AREAS, combat_to_come))


class Combat(NextArea):
    """4.1.6 Japan chooses the next sea area with combat until none is left."""

    number, name, clause = 7, "combat", "4.1.6"
    verbs = (FIGHT,)
    chooser = JAPAN

    def areas_to_fight(self, state: State) -> int:
        return areas_to_fight(state.cells)

    def open_area(self, execution: Execution, area: int) -> None:
        open_battle(execution, area)

    def fight(self, execution: Execution, area: int) -> None:
        open_battle(execution, area)


def open_battle(execution: Execution, area: int) -> None:
    """8.0.2, 2.0.2 Removes task force blocks from the ships they hide, and reveals all blocks in the area.

    If the task force was a decoy, no battle follows (14.0.1), and the area has its landing later (8.8.6).
    """
    cells = execution.cells
    reveal_task_forces(execution, 1 << area)
    if is_contested(cells, area):
        cells[FOUGHT] |= 1 << area
        cells[BATTLE] = area
        execution.emit(log.COMBAT_OPENED, area)
        execution.push(Battle(area, SUBMARINE_STAGE, -1, -1))
        reveal(execution, cells[AT_SEA + area])


# -- 8.2 the rounds ----------------------------------------------------------------------------------------


def japan_submarine(execution: Execution, frame: Battle) -> None:
    """8.3.1 Japan's submarine fires first, and its hits take effect at once."""
    Targeting.start(execution, JAPAN, frame.area, SUBMARINE_FIRE)


def allied_submarine(execution: Execution, frame: Battle) -> None:
    """8.3.1 The Allied submarine fires, after units sunk or disabled by Japan's have left."""
    Targeting.start(execution, ALLIES, frame.area, SUBMARINE_FIRE)
    submarine_losses(execution, frame)


def submarine_losses(execution: Execution, frame: Battle) -> None:
    """8.1.5, 8.3.1 Applies a submarine's results at once."""
    remove_losses(execution, frame.area, TORPEDOED if execution.rules.pieces.torpedoed_to_port else DISABLED_SHIPS)


def submarines_leave(execution: Execution, frame: Battle) -> None:
    """8.3.2 Submarines leave the board; if only one side is left, the battle is over except for a landing (8.7.4)."""
    cells = execution.cells
    for side in (0, 1):
        unit = units_in_area(cells, frame.area, side) & SUBMARINES
        if unit:
            off_board(execution, unit.bit_length() - 1)
            execution.emit(log.SUBMARINE_LEFT, side)
    if not is_contested(cells, frame.area):
        continue_at_stage(execution, LAND_STAGE)


def choose_combat_kind(execution: Execution, frame: Battle) -> None:
    """8.2.2, 8.4.3 Air or surface: asks both sides if both are possible."""
    air, surface = (
        can_anyone_fire(execution.cells, frame.area, AIR_FIRE),
        can_anyone_fire(execution.cells, frame.area, SURFACE_FIRE),
    )
    execution.replace(changed(execution.top(Battle), way=-1))
    if air and surface:
        CombatKindChoice.start(execution)
    elif air or surface:
        set_combat_kind(execution, AIR_COMBAT if air else SURFACE_COMBAT, alone=True)
    else:
        continue_at_stage(execution, LAND_STAGE)


def japan_fires(execution: Execution, frame: Battle) -> None:
    """8.1.2, 8.2.3 Japan aims and fires."""
    Targeting.start(execution, JAPAN, frame.area, frame.way)


def allies_fire(execution: Execution, frame: Battle) -> None:
    """8.1.2 The Allies, knowing Japan's results, aim and fire with all units they had."""
    Targeting.start(execution, ALLIES, frame.area, frame.way)


def apply_losses(execution: Execution, frame: Battle) -> None:
    """8.1.5 After both sides have fired, units that were lost leave."""
    remove_losses(execution, frame.area)


def start_land_combat(execution: Execution, frame: Battle) -> None:
    """8.2.4, 8.1.7 Land combat may follow the round."""
    execution.push(LandStep(1 << frame.area, JAPAN_LANDS, (), ()))


def allies_decide(execution: Execution, frame: Battle) -> None:
    """8.7.1 If both sides have units left, the Allies choose first; otherwise the battle is over (8.7.4)."""
    if is_contested(execution.cells, frame.area):
        execution.push(StayOrWithdraw(ALLIES))
    else:
        continue_at_stage(execution, END_STAGE)


def japan_decides(execution: Execution, frame: Battle) -> None:
    """8.7.1 Japan chooses second."""
    execution.push(StayOrWithdraw(JAPAN))


def next_round(execution: Execution, frame: Battle) -> None:
    """8.7.3 Starts another round if both stay, 8.7.5 unless neither side can fire."""
    continue_at_stage(execution, COMBAT_KIND_STAGE if frame.way >= 0 else END_STAGE)


def pursue(execution: Execution, frame: Battle) -> None:
    """8.7.2 All units of the side withdraw, under pursuit."""
    execution.push(Pursuit(opponent(frame.withdraws), frame.area, ()))


def withdraw(execution: Execution, frame: Battle) -> None:
    """8.9.5, 8.9.6 Losses are applied; the survivors go home, disabled or not."""
    cells, side = execution.cells, frame.withdraws
    cells[DISABLED] &= ~UNITS_OF_SIDE[side]
    remove_losses(execution, frame.area)
    for unit in members(units_in_area(cells, frame.area, side) & AIR):
        execution.emit(log.WENT_HOME, unit, -1)
        off_board(execution, unit)
    execution.push(ReturnToNearestPort(side, WITHDRAWS, frame.area))


def end_battle(execution: Execution, frame: Battle) -> None:
    """8.7.4, 2.0.2 The battle is over; surviving units are hidden again."""
    cells = execution.cells
    hide(execution, cells[AT_SEA + frame.area])
    cells[BATTLE] = -1
    execution.emit(log.COMBAT_ENDED, frame.area, int(is_contested(cells, frame.area)))
    execution.pop()
    shuffle(execution, 0)
    shuffle(execution, 1)


STAGES = (
    japan_submarine,
    allied_submarine,
    submarine_losses,
    submarines_leave,
    choose_combat_kind,
    japan_fires,
    allies_fire,
    apply_losses,
    start_land_combat,
    allies_decide,
    japan_decides,
    next_round,
    pursue,
    withdraw,
    end_battle,
)
"""8.1.1, 8.2.1 to 8.2.5 The stages of a battle in order."""
SUBMARINE_STAGE, COMBAT_KIND_STAGE = STAGES.index(japan_submarine), STAGES.index(choose_combat_kind)
LAND_STAGE, PURSUIT_STAGE, END_STAGE = STAGES.index(start_land_combat), STAGES.index(pursue), STAGES.index(end_battle)


def continue_at_stage(execution: Execution, stage: int) -> None:
    """Continues the battle at another stage."""
    execution.replace(execution.top(Battle).at_stage(stage))


class Battle(StagedProcedure):
    """8.2 A battle in one sea area, stage by stage; ``withdraws`` is the side that withdrew."""

    number, name, clause = 8, "battle", "8.2.5"
    stages = STAGES
    area: Area
    next: Annotated[int, Number(0, len(STAGES) - 1)]
    way: Annotated[int, IdField(COMBAT_KINDS, none=True)]
    withdraws: Annotated[int, IdField(SIDES, none=True)]


# -- 8.4 air or surface: both sides name one at the same time; if they differ, a roll decides --------------

WANT_AIR = Verb("air", clause="8.4.1", ends_list="always")
WANT_SURFACE = Verb("surface", clause="8.4.1", ends_list="always")


class NameCombatKind(Question):
    """8.4.1 A side secretly names air or surface."""

    number, name, clause = 10, "name_way", "8.4.1"
    verbs = (WANT_AIR, WANT_SURFACE)
    side: Side

    def air(self, execution: Execution) -> None:
        self.record_choice(execution, AIR_COMBAT)

    def surface(self, execution: Execution) -> None:
        self.record_choice(execution, SURFACE_COMBAT)

    def record_choice(self, execution: Execution, kind: int) -> None:
        """Records the kind of combat that the side has named."""
        execution.cells[COMBAT_KIND_CHOICE + self.side] = kind
        execution.pop()


class CombatKindChoice(SimultaneousFrame):
    """8.4.1 Both sides name air or surface at the same time."""

    number, name, clause = 9, "naming", "8.4.1"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (NameCombatKind(side),)

    def finish(self, execution: Execution) -> None:
        """8.4.1 If both sides agree, that combat is fought; otherwise the dice decide."""
        cells = execution.cells
        japan, allies = cells[COMBAT_KIND_CHOICE], cells[COMBAT_KIND_CHOICE + 1]
        cells[COMBAT_KIND_CHOICE : COMBAT_KIND_CHOICE + 2] = (-1, -1)
        execution.emit(log.COMBAT_KINDS_NAMED, japan, allies)
        set_combat_kind(execution, japan if japan == allies else roll_off(execution, (japan, allies)))


def roll_off(execution: Execution, wants: tuple[int, int]) -> int:
    """8.4.2 Each side rolls a die, and adds one for wanting air and one for controlling the area; ties are rolled
    again.
    """
    area = execution.cells[BATTLE]
    added = [(wants[side] == AIR_COMBAT) + controls(execution.cells, area, side) for side in (0, 1)]
    while True:
        dice = [execution.roll(6, Roll.AIR_OR_SURFACE) for _ in (0, 1)]
        totals = [die + more for die, more in zip(dice, added, strict=True)]
        execution.emit(log.COMBAT_KIND_ROLLED, *dice, *totals)
        if totals[0] != totals[1]:
            return wants[0] if totals[0] > totals[1] else wants[1]


def set_combat_kind(execution: Execution, kind: int, alone: bool = False) -> None:
    """Fights the next round as this kind of combat; ``alone`` if no other kind was possible (8.4.3)."""
    execution.replace(changed(execution.top(Battle), way=kind))
    execution.emit(log.COMBAT_KIND_CHOSEN, kind, int(alone))


# -- 8.7 stay or withdraw ----------------------------------------------------------------------------------

STAY, WITHDRAW = Verb("stay", clause="8.7.1", ends_list="always"), Verb("withdraw", clause="8.7.2", ends_list="always")


class StayOrWithdraw(Question):
    """8.7.1 After a round a side stays, or withdraws with all its units."""

    number, name, clause = 12, "stay_or_withdraw", "8.7.1"
    verbs = (STAY, WITHDRAW)
    side: Side

    def stay(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.STAYED, self.side)

    def withdraw(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.WITHDREW, self.side)
        execution.replace(changed(execution.top(Battle), next=PURSUIT_STAGE, withdraws=self.side))
