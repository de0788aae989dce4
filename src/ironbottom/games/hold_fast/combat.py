"""8.0 Combat: the areas in Japan's order, and in each of them the rounds of a battle (8.2)."""

from __future__ import annotations

from typing import Any

from ironbottom.board.area_battles import NextArea
from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group, Only
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import Number, One, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.battle_type import NAMING, settle
from ironbottom.games.hold_fast.fire import (
    AIR_FIRE,
    SUBMARINE_FIRE,
    SURFACE_FIRE,
    TARGETING,
    may_fire,
    off_board,
    remove_losses,
)
from ironbottom.games.hold_fast.fog import hide, mingle, reveal
from ironbottom.games.hold_fast.land_combat import LAND_STEP
from ironbottom.games.hold_fast.pieces import (
    AIR,
    AIR_COMBAT,
    ALLIES,
    AREAS,
    JAPAN,
    OF_SIDE,
    SIDES,
    SUBMARINES,
    SURFACE_COMBAT,
    TASK_FORCES,
    WAYS,
)
from ironbottom.games.hold_fast.pursuit import PURSUIT
from ironbottom.games.hold_fast.state import AT, BATTLE, DISABLED, FORCE_AT, FOUGHT, Cells, both_there, other, present
from ironbottom.games.hold_fast.task_forces import open_forces
from ironbottom.games.hold_fast.way_home import DISABLED_SHIPS, TORPEDOED, WAY_HOME, WITHDRAWS

# -- 4.1.6 the order of the areas ------------------------------------------------------------------------


def to_fight(cells: Cells) -> int:
    """8.0.1 The sea areas with units of both sides whose combat is still to come; a task force block counts.

    7.1.1 Ships in ports and bases are in none.
    """
    found = 0
    japan, allies = OF_SIDE
    forces = cells[FORCE_AT : FORCE_AT + len(TASK_FORCES)]
    for area, units in enumerate(cells[AT : AT + len(AREAS)]):
        if units & allies and (units & japan or area in forces):
            found |= 1 << area
    return found & ~cells[FOUGHT]


@condition("8.0.1", "there is no combat to come in {0}")
def combat_to_come(state: State, frame: Frame, side: int, area: int) -> bool:
    return bool(to_fight(state.cells) >> area & 1)


def combats(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(FIGHT.number, to_fight(state.cells))]


FIGHT = Verb("fight", AREAS, clause="4.1.6", conditions=(combat_to_come,), offer=combats)


class Combat(NextArea):
    """4.1.6 Japan chooses the next sea area in which there is combat, as long as there is any."""

    name = "combat"
    clause = "4.1.6"
    verbs = (FIGHT,)
    namer = JAPAN

    def to_fight(self, state: State) -> int:
        return to_fight(state.cells)

    def open_area(self, play: Play, area: int) -> None:
        open_battle(play, area)


COMBAT = Combat()


def open_battle(play: Play, area: int) -> None:
    """8.0.2, 2.0.2 Task forces give up their ships, and all blocks in the area are turned up for both sides.

    Where the task force was a decoy nothing is fought (14.0.1), and the area has its landing later (8.8.6).
    """
    cells = play.cells
    open_forces(play, 1 << area)
    if both_there(cells, area):
        cells[FOUGHT] |= 1 << area
        cells[BATTLE] = area
        play.tell(log.COMBAT_OPENED, area)
        play.push(BATTLE_ROUNDS.frame(area, SUBMARINE_STAGE, -1, -1))
        reveal(play, cells[AT + area])


# -- 8.2 the rounds ----------------------------------------------------------------------------------------


def japan_submarine(play: Play, area: int) -> None:
    """8.3.1 Japan's submarine fires first, with effect at once."""
    TARGETING.start(play, JAPAN, area, SUBMARINE_FIRE)


def allied_submarine(play: Play, area: int) -> None:
    """8.3.1 Then the Allied one, when those have left that Japan's sank or disabled."""
    TARGETING.start(play, ALLIES, area, SUBMARINE_FIRE)
    submarine_losses(play, area)


def submarine_losses(play: Play, area: int) -> None:
    """8.1.5, 8.3.1 What a submarine sank or disabled, at once."""
    remove_losses(play, area, TORPEDOED if play.rules.pieces.torpedoed_to_port else DISABLED_SHIPS)


def submarines_leave(play: Play, area: int) -> None:
    """8.3.2 Submarines leave the board; with one side left the battle is over but for a landing (8.7.4)."""
    cells = play.cells
    for side in (0, 1):
        unit = present(cells, area, side) & SUBMARINES
        if unit:
            off_board(play, unit.bit_length() - 1)
            play.tell(log.SUBMARINE_LEFT, side)
    if not both_there(cells, area):
        go_to(play, LAND_STAGE)


def choose_way(play: Play, area: int) -> None:
    """8.2.2, 8.4.3 Air or surface: both sides are asked where both are possible."""
    ways = [may_fire(play.cells, area, kind) for kind in (AIR_FIRE, SURFACE_FIRE)]
    frame = play.state.stack[-1]
    play.replace((*frame[:3], -1, *frame[4:]))
    if all(ways):
        NAMING.start(play)
    elif any(ways):
        settle(play, AIR_COMBAT if ways[0] else SURFACE_COMBAT, alone=True)
    else:
        go_to(play, LAND_STAGE)


def japan_fires(play: Play, area: int) -> None:
    """8.1.2, 8.2.3 Japan aims and fires."""
    TARGETING.start(play, JAPAN, area, play.state.stack[-1][3])


def allies_fire(play: Play, area: int) -> None:
    """8.1.2 The Allies have seen it, and aim and fire with all they had."""
    TARGETING.start(play, ALLIES, area, play.state.stack[-1][3])


def losses(play: Play, area: int) -> None:
    """8.1.5 After both have fired, losses leave."""
    remove_losses(play, area)


def land(play: Play, area: int) -> None:
    """8.2.4, 8.1.7 Land combat may follow the round."""
    play.push(LAND_STEP.frame(1 << area, 0, (), ()))


def allies_decide(play: Play, area: int) -> None:
    """8.7.1 Where both sides are left, the Allies choose first; else the battle is over (8.7.4)."""
    if both_there(play.cells, area):
        play.push(STAY_OR_WITHDRAW.frame(ALLIES))
    else:
        go_to(play, END_STAGE)


def japan_decides(play: Play, area: int) -> None:
    """8.7.1 Then Japan."""
    play.push(STAY_OR_WITHDRAW.frame(JAPAN))


def next_round(play: Play, area: int) -> None:
    """8.7.3 Both stay: another round; 8.7.5 but not where nobody can fire at anybody."""
    go_to(play, WAY_STAGE if play.state.stack[-1][3] >= 0 else END_STAGE)


def pursue(play: Play, area: int) -> None:
    """8.7.2 All units of the side withdraw, under pursuit."""
    play.push(PURSUIT.frame(other(play.state.stack[-1][4]), area, ()))


def withdraw(play: Play, area: int) -> None:
    """8.9.5, 8.9.6 Losses are applied; the survivors go home, disabled or not."""
    cells, side = play.cells, play.state.stack[-1][4]
    cells[DISABLED] &= ~OF_SIDE[side]
    remove_losses(play, area)
    for unit in members(present(cells, area, side) & AIR):
        play.tell(log.WENT_HOME, unit, -1)
        off_board(play, unit)
    play.push(WAY_HOME.frame(side, WITHDRAWS, area))


def end_battle(play: Play, area: int) -> None:
    """8.7.4, 2.0.2 The battle is over; what is left is hidden again."""
    cells = play.cells
    hide(play, cells[AT + area])
    cells[BATTLE] = -1
    play.tell(log.COMBAT_ENDED, area, int(both_there(cells, area)))
    play.pop()
    mingle(play, 0)
    mingle(play, 1)


STAGES = (
    japan_submarine,
    allied_submarine,
    submarine_losses,
    submarines_leave,
    choose_way,
    japan_fires,
    allies_fire,
    losses,
    land,
    allies_decide,
    japan_decides,
    next_round,
    pursue,
    withdraw,
    end_battle,
)
"""8.1.1, 8.2.1 to 8.2.5 What comes after what in a battle."""
SUBMARINE_STAGE, WAY_STAGE = STAGES.index(japan_submarine), STAGES.index(choose_way)
LAND_STAGE, PURSUIT_STAGE, END_STAGE = STAGES.index(land), STAGES.index(pursue), STAGES.index(end_battle)


def go_to(play: Play, stage: int) -> None:
    """The battle goes on at another stage."""
    frame = play.state.stack[-1]
    play.replace((*frame[:2], stage, *frame[3:]))


class Battle(Procedure):
    """8.2 A battle in one sea area, stage by stage; ``withdraws`` is the side that gave way."""

    name = "battle"
    clause = "8.2.5"
    fields = {
        "area": One(AREAS),
        "next": Number(0, len(STAGES) - 1),
        "way": One(WAYS, none=True),
        "withdraws": One(SIDES, none=True),
    }

    def proceed(self, play: Play, frame: Frame) -> bool:
        number, area, stage, way, side = frame
        play.replace((number, area, min(stage + 1, END_STAGE), way, side))
        STAGES[stage](play, area)
        return False


BATTLE_ROUNDS = Battle()

# -- 8.7 stay or withdraw ----------------------------------------------------------------------------------


def may_stay(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(STAY.number)]


def may_withdraw(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(WITHDRAW.number)]


STAY = Verb("stay", clause="8.7.1", offer=may_stay)
WITHDRAW = Verb("withdraw", clause="8.7.2", offer=may_withdraw)


class StayOrWithdraw(Procedure):
    """8.7.1 After a round a side stays, or withdraws with all its units."""

    name = "stay_or_withdraw"
    clause = "8.7.1"
    fields = {"side": One(SIDES)}
    verbs = (STAY, WITHDRAW)

    def proceed(self, play: Play, frame: Frame) -> bool:
        return True

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "The round is over. Do your units stay, or withdraw?"

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.pop()
        if code[0] == STAY.number:
            play.tell(log.STAYED, side)
            return
        play.tell(log.WITHDREW, side)
        battle = play.state.stack[-1]
        play.replace((*battle[:2], PURSUIT_STAGE, battle[3], side))


STAY_OR_WITHDRAW = StayOrWithdraw()
