"""8.11 Strategic bombing raids: AA fire, interceptors, escorts, and the enemy's loss."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import Number, Numbers, TupleField
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure, changed
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import Counts, count_one, mask, number_of, total
from ironbottom.games.axis_allies_pacific.pieces import (
    ATTACKING,
    BOMBER,
    CAP,
    CHINA,
    CHINESE,
    ENEMIES,
    ESCORTING,
    FIGHTER,
    JAPAN,
    PIECES,
    PLACE_COUNT,
    POWERS,
    POWERS_OF,
    RAIDING,
    Land,
    Side,
)
from ironbottom.games.axis_allies_pacific.rolls import Roll
from ironbottom.games.axis_allies_pacific.rules.battle import Shot, fire
from ironbottom.games.axis_allies_pacific.rules.income import lose_points
from ironbottom.games.axis_allies_pacific.rules.land_battle import aa_fire
from ironbottom.games.axis_allies_pacific.rules.losses import (
    INTERCEPTORS,
    NOTHING,
    RAIDERS,
    Contingent,
    ask_for_losses,
    chooser,
    in_flight,
    raiders,
    remove_hit_units,
)
from ironbottom.games.axis_allies_pacific.rules.orders import INTERCEPT_ORDER, apply_and_reveal_order
from ironbottom.games.axis_allies_pacific.state import ACTIVE, INTERCEPT_ORDERS, IPC, ROUND, UNITS, Cells, holder
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

BOTH = ~ATTACKING
"""Aircraft that raid or escort."""


def fighters(cells: Cells, side: int, land: int) -> list[Contingent]:
    """8.11.1 The defending fighters in a territory, power by power."""
    result = [
        Contingent(power, number_of(cells[UNITS + power * PLACE_COUNT + land], FIGHTER)) for power in ENEMIES[side]
    ]
    return [force for force in result if force.counts]


@restriction("8.11.1", "there are not that many fighters there")
def fighters_available(state: State, frame: Intercept, side: int) -> int:
    return (2 << sum(force.counts for force in fighters(state.cells, frame.attacker, frame.land))) - 1


@restriction("8.11.1", "{power} has no fighters there, or is the only power that has")
def one_of_several_powers(state: State, frame: Intercept, side: int) -> int:
    result = fighters(state.cells, frame.attacker, frame.land)
    return sum(1 << force.power for force in result) if len(result) > 1 else 0


@restriction("8.11.1", "{power} does not have that many fighters there")
def fighters_of_power(state: State, frame: Intercept, side: int, power: int) -> int:
    result = fighters(state.cells, frame.attacker, frame.land)
    return next(((2 << force.counts) - 2 for force in result if force.power == power), 0)


_NUMBERS = Numbers("number", 0, 255)
INTERCEPT = Verb("intercept", clause="8.11.1", ends_list="always", number=Argument(_NUMBERS, fighters_available))
INTERCEPT_WITH = Verb(
    "intercept_with",
    clause="8.11.1",
    ends_list="always",
    power=Argument(POWERS, one_of_several_powers),
    number=Argument(_NUMBERS, fighters_of_power),
)


class Intercept(Procedure):
    """8.11.1 The defender may send fighters against a raid; with several powers it may choose whose go first."""

    number, name, clause = 16, "intercept", "8.11.1"
    verbs = (INTERCEPT, INTERCEPT_WITH)
    attacker: Side
    land: Land

    def proceed(self, execution: Execution) -> bool:
        found = fighters(execution.cells, self.attacker, self.land)
        if not found:
            execution.pop()
            return False
        order = INTERCEPT_ORDERS.ids[apply_and_reveal_order(execution, self.decider(execution.state), INTERCEPT_ORDER)]
        if order == "ask":
            return True
        self.intercept(execution, sum(force.counts for force in found) if order == "all" else 0)
        return False

    def decider(self, state: State) -> int:
        """8.10.1 The owner of the most fighters, including those that have already been sent."""
        result = [
            Contingent(power, counts)
            for power in ENEMIES[self.attacker]
            if (counts := state.cells[UNITS + power * PLACE_COUNT + self.land] & mask((FIGHTER, CAP)))
        ]
        return chooser(result)

    def intercept(self, execution: Execution, number: int) -> None:
        execution.pop()
        if not number and not interceptors(execution.cells, self.attacker, self.land):
            execution.emit(log.NOT_MET, self.land)
        for power, fighters_available in fighters(execution.cells, self.attacker, self.land):
            sent = min(number, fighters_available)
            if sent:
                self.intercept_with(execution, power, sent)
                number -= sent

    def intercept_with(self, execution: Execution, power: int, number: int) -> None:
        execution.cells[UNITS + power * PLACE_COUNT + self.land] += number * (count_one(CAP) - count_one(FIGHTER))
        execution.emit(log.INTERCEPTED, power, self.land, number)


# -- 8.11.2 the steps of a raid ------------------------------------------------------------------------------


def intercept(execution: Execution, frame: Raid) -> None:
    """8.11.1 After all movement, fighters may be sent to intercept."""
    execution.push(Intercept(frame.side, frame.land))


def fire_aa_guns(execution: Execution, frame: Raid) -> None:
    """8.11.2 (1) AA fire at each bomber and escort."""
    aircraft = sum(total(force.counts) for force in raiders(execution.cells, frame.side, frame.land))
    hits = aa_fire(execution, frame.side, frame.land, aircraft)
    ask_for_losses(execution, frame.side, frame.land, 1, [(RAIDERS, hits)])


def fight_interceptors(execution: Execution, frame: Raid) -> None:
    """8.11.2 (2), (3) Interceptors hit on 2, then escorts on 1."""
    remove_raid_losses(execution)
    cells = execution.cells
    against = [
        Shot(power, CAP, number, intercept_factor(execution, power))
        for power, number in interceptors(cells, frame.side, frame.land)
    ]
    if not against:
        return
    escorts = [
        Shot(power, FIGHTER, number_of(in_flight(cells, power, frame.land, ESCORTING), FIGHTER), 1)
        for power in POWERS_OF[frame.side]
    ]
    hits = sum(fire(execution, against).values())
    downed = sum(fire(execution, escorts).values())
    ask_for_losses(execution, frame.side, frame.land, 0, [(INTERCEPTORS, downed)])
    ask_for_losses(execution, frame.side, frame.land, 1, [(RAIDERS, hits)])


def intercept_factor(execution: Execution, power: int) -> int:
    """8.11.2, 8.13.1 Interceptors hit on 2; on Japan's first turn, all except the Chinese hit on 1."""
    surprised = execution.cells[ROUND] == 1 and execution.cells[ACTIVE] == JAPAN and power != CHINA
    return 1 if surprised else 2


def interceptors(cells: Cells, side: int, land: int) -> list[tuple[int, int]]:
    """The fighters that were sent against a side's raid on a territory, by power."""
    result = [(power, number_of(cells[UNITS + power * PLACE_COUNT + land], CAP)) for power in ENEMIES[side]]
    return [(power, number) for power, number in result if number]


def bomb(execution: Execution, frame: Raid) -> None:
    """8.11.2 (5), 8.11.5 Each bomber left rolls a die; the economy with the complex pays, but no more than it has."""
    remove_raid_losses(execution)
    cells, land = execution.cells, frame.land
    bombers = sum(number_of(in_flight(cells, power, land, RAIDING), BOMBER) for power in POWERS_OF[frame.side])
    execution.pop()
    if not bombers:
        return
    dice = tuple(execution.roll(6, Roll.BOMBS) for _ in range(bombers))
    pays = holder(cells, land)
    if pays == CHINESE:
        execution.emit(log.BOMBED, land, -1, dice, 0)
        return
    paid = min(cells[IPC + pays], sum(dice))
    cells[IPC + pays] -= paid
    execution.emit(log.BOMBED, land, pays, dice, paid)
    if pays == JAPAN:
        lose_points(execution, paid)


def remove_raid_losses(execution: Execution) -> None:
    """8.11.2 (4) Removes the aircraft that were hit."""
    frame = execution.top(Raid)
    struck = frame.struck
    execution.replace(changed(frame, struck=NOTHING))
    remove_hit_units(execution, frame.side, frame.land, struck, BOTH)


class Raid(StagedProcedure):
    """8.11.2 A raid on an industrial complex, for one round."""

    number, name, clause = 17, "raid", "8.11.2"
    stages = (intercept, fire_aa_guns, fight_interceptors, bomb)
    side: Side
    land: Land
    next: Annotated[int, Number(0, 3)]
    struck: Annotated[tuple[int, ...], TupleField(Counts(PIECES), 4)]


def open_raid(execution: Execution, side: int, land: int) -> None:
    """8.11.2 Begins the raid."""
    execution.emit(log.BATTLE_OPENED, land)
    execution.push(Raid(side, land, 0, NOTHING))
