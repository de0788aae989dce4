"""7 Combat in one sea area, round by round, until only one side is left."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import Number
from ironbottom.engine.rules.procedures import changed
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    JAPAN,
    SUBMARINES,
    UNITS_OF_SIDE,
    Area,
    MaybeSide,
    Units,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.deadlock import can_hurt
from ironbottom.games.victory_in_the_pacific.rules.invasion import may_invade, open_landings
from ironbottom.games.victory_in_the_pacific.rules.raids import NO_LIMIT, RoundsLeft, exposed_places, raiding_ships
from ironbottom.games.victory_in_the_pacific.rules.retreat import BattleReceiver, StayOrRetreat
from ironbottom.games.victory_in_the_pacific.rules.retreat_resolution import Retreat
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import RETREATED, return_units
from ironbottom.games.victory_in_the_pacific.rules.rounds import Round
from ironbottom.games.victory_in_the_pacific.state import AT, BATTLE, Cells, opponent
from ironbottom.games.victory_in_the_pacific.state_types import Execution


def at_sea(cells: Cells, area: int, side: int) -> int:
    """7.1 A side's units at sea in an area; submarines do not count."""
    return cells[AT + area] & UNITS_OF_SIDE[side] & ~SUBMARINES


def in_battle(cells: Cells, frame: Battle) -> tuple[int, int]:
    """The units of both sides that fight."""
    units = frame.units & cells[AT + frame.area]
    return units & UNITS_OF_SIDE[JAPAN], units & UNITS_OF_SIDE[ALLIES]


def fight_round(execution: Execution, frame: Battle) -> None:
    """7.12 Fights a round if both sides are there; 5.5 but no round if no unit can ever hurt an enemy."""
    japan, allies = in_battle(execution.cells, frame)
    if japan and allies and can_hurt(execution.rules.pieces, execution.cells, japan | allies):
        execution.replace(changed(execution.top(Battle), rounds=max(frame.rounds - 1, NO_LIMIT)))
        Round.start(execution, frame.area, frame.units, may_land=True)
    elif meets_enemy_after_pursuit(execution, frame):
        execution.replace(changed(frame, units=units_at_sea_in(execution.cells, frame.area), next=FIGHT))
    elif japan and allies:
        resolve_deadlock(execution, frame)
    else:
        continue_at_stage(execution, ALONE)


def units_at_sea_in(cells: Cells, area: int) -> int:
    """7.1 All units at sea in an area."""
    return at_sea(cells, area, JAPAN) | at_sea(cells, area, ALLIES)


def meets_enemy_after_pursuit(execution: Execution, frame: Battle) -> bool:
    """7.1, 20.8 Whether ships that pursued part of a fleet still find an enemy after the battle that they left."""
    cells, area = execution.cells, frame.area
    units = units_at_sea_in(cells, area)
    both = at_sea(cells, area, JAPAN) and at_sea(cells, area, ALLIES)
    return bool(both and units & ~frame.units and frame.rounds and can_hurt(execution.rules.pieces, cells, units))


def japan_decides(execution: Execution, frame: Battle) -> None:
    """5.42, 8.1 Japan decides first; 18.36 it must leave when its rounds are over."""
    if all(in_battle(execution.cells, frame)):
        if frame.rounds:
            ask_to_stay(execution, frame, JAPAN)
        else:
            execution.top(Battle).on_retreat(execution, JAPAN)


def allies_decide(execution: Execution, frame: Battle) -> None:
    """8.1 The Allies decide if Japan stays."""
    if all(in_battle(execution.cells, frame)):
        ask_to_stay(execution, frame, ALLIES)


def ask_to_stay(execution: Execution, frame: Battle, side: int) -> None:
    """8.1 A side stays or retreats."""
    execution.rules.pieces.hooks.stay_or_go(execution, side, in_battle(execution.cells, frame)[side])


def stay_or_retreat(execution: Execution, side: int, units: int) -> None:
    """8.11 A side stays or retreats as a whole."""
    execution.push(StayOrRetreat(side))


def land(execution: Execution, frame: Battle) -> None:
    """5.43, 7.93 Amphibious units that stay may land, Japan's first; 20.7 only named units may invade."""
    for side in (ALLIES, JAPAN):
        open_landings(execution, side, frame.area, frame.units, may_invade(execution, side, frame.area, frame.landing))


def fight_again(execution: Execution, frame: Battle) -> None:
    """7.94 Fights another round if both sides are left."""
    continue_at_stage(execution, FIGHT)


def resolve_deadlock(execution: Execution, frame: Battle) -> None:
    """5.5 Both sides stay or, with the option, both go home."""
    execution.emit(log.DEADLOCKED, frame.area)
    continue_at_stage(execution, END)
    if execution.rules.pieces.deadlock_leaves:
        for side in (ALLIES, JAPAN):
            return_units(execution, side, frame.area, at_sea(execution.cells, frame.area, side), RETREATED)


def raid_if_alone(execution: Execution, frame: Battle) -> None:
    """9.2 A side left alone may raid the harbours of the area."""
    raid_alone(execution, frame.area, frame.units, frame.rounds)


def end(execution: Execution, frame: Battle) -> None:
    """Ends the battle."""
    execution.cells[BATTLE] = -1
    execution.emit(log.COMBAT_ENDED, frame.area)
    execution.pop()


def retreat_all(execution: Execution, frame: Battle) -> None:
    """8.11 The side that retreats does so with all its units in the area, including those that have pursued
    (20.8).
    """
    retreating, side = at_sea(execution.cells, frame.area, frame.gives_way), opponent(frame.gives_way)
    rounds = frame.rounds if side == JAPAN else NO_LIMIT
    invaders = may_invade(execution, side, frame.area, frame.landing)
    ships = in_battle(execution.cells, frame)[side]
    Retreat.start(execution, side, frame.area, retreating, ships, rounds=rounds, invaders=invaders)


STAGES = (fight_round, japan_decides, allies_decide, land, fight_again, raid_if_alone, end, retreat_all, end)
"""5.4, 7.9 A round, its following stages in order, and the end of a battle."""
FIGHT, ALONE, END, FLEE = (STAGES.index(stage) for stage in (fight_round, raid_if_alone, end, retreat_all))


def continue_at_stage(execution: Execution, stage: int) -> None:
    """Continues the battle at another stage."""
    execution.replace(execution.top(Battle).at_stage(stage))


def raid_alone(execution: Execution, area: int, units: int, rounds: int = NO_LIMIT) -> None:
    """9.2 Opens the raids of a side that is alone at sea in an area, if there are any."""
    cells, pieces = execution.cells, execution.rules.pieces
    there = [at_sea(cells, area, side) for side in (JAPAN, ALLIES)]
    for side in (JAPAN, ALLIES):
        if there[side] and not there[opponent(side)] and can_raid_alone(pieces, cells, side, area):
            Retreat.start(execution, side, area, 0, there[side] & units, rounds=rounds)


def can_raid_alone(pieces: Pieces, cells: Cells, side: int, area: int) -> bool:
    """9.2 Whether a side has airstrikes at sea there, and an enemy harbour of the area has targets."""
    return bool(raiding_ships(pieces, cells, side, area) and exposed_places(pieces, cells, side, area))


class Battle(BattleReceiver):
    """7.1 The battle of an area.

    ``rounds`` is the number after which Japan must leave (18.36), -1 for no limit; ``landing`` are the amphibious units
    named to land after this round (20.3).
    """

    number, name, clause, stages = 20, "battle", "7.1", STAGES
    area: Area
    units: Units
    next: Annotated[int, Number(0, len(STAGES) - 1)]
    rounds: RoundsLeft
    gives_way: MaybeSide
    landing: Units

    @classmethod
    def start(cls, execution: Execution, area: int, rounds: int = NO_LIMIT) -> None:
        """Opens the battle of all units at sea in an area."""
        execution.cells[BATTLE] = area
        execution.push(cls(area, units_at_sea_in(execution.cells, area), 0, rounds, -1, 0))

    def on_retreat(self, execution: Execution, side: int) -> None:
        """8.1 A side retreats."""
        execution.replace(changed(self, next=FLEE, gives_way=side))

    def on_partial_retreat(self, execution: Execution, side: int, going: int) -> None:
        """20.8 Part of a fleet retreats; the rest fights on."""
        enemy = opponent(side)
        ships = in_battle(execution.cells, self)[enemy]
        Retreat.start(
            execution, enemy, self.area, going, ships, partial=True, rounds=self.rounds if enemy == JAPAN else NO_LIMIT
        )

    def on_landing_named(self, execution: Execution, units: int) -> None:
        """20.3 These amphibious units may land after the round."""
        execution.replace(changed(self, landing=units))

    def on_partial_retreat_ended(self, execution: Execution, ships: int) -> None:
        """20.8 Part of a fleet has fled; its pursuers do not return, and the battle continues."""
        execution.replace(changed(self, units=self.units & ~ships))
