"""19.2 Kamikaze attacks of the optional ninth turn."""

from __future__ import annotations

from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific.pieces import AIR, CARRIERS, DAY, JAPAN, UNITS, UNITS_OF_SIDE, Side, Units
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Hooks
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.rules.fire import FireReceiver, shooters
from ironbottom.games.victory_in_the_pacific.state import TURN
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State

KAMIKAZE_TURN = 9


def kamikaze_turn(execution: Execution) -> bool:
    """19.2 Kamikazes attack on the ninth turn only."""
    return execution.cells[TURN] == KAMIKAZE_TURN


def kamikaze_candidates(execution: Execution, units: int) -> int:
    """19.22 The Japanese carriers that may make a kamikaze attack."""
    return shooters(execution.rules.pieces, execution.cells, DAY, units & CARRIERS) if kamikaze_turn(execution) else 0


def is_kamikaze(execution: Execution, kind: int, unit: int) -> bool:
    """19.21 A Japanese air unit that attacks is a kamikaze."""
    return kind == DAY and bool((AIR & UNITS_OF_SIDE[JAPAN]) >> unit & 1) and kamikaze_turn(execution)


@restriction("19.22", "{unit} is not a carrier with an airstrike in this action, or is already named")
def may_volunteer(state: State, frame: KamikazeNaming, side: int) -> IdSet:
    return frame.may


KAMIKAZE = Verb("kamikaze", clause="19.22", ends_list="open", unit=Argument(UNITS, may_volunteer))


class KamikazeNaming(Question):
    """19.22 Japan names the carriers that make kamikaze attacks in this day action."""

    number, name, clause, verbs = 38, "kamikaze_naming", "19.22", (KAMIKAZE, DONE)
    side: Side
    may: Units
    named: Units

    def proceed(self, execution: Execution) -> bool:
        if self.may:
            return True
        self.done(execution)
        return False

    def kamikaze(self, execution: Execution, unit: int) -> None:
        execution.emit(log.VOLUNTEERED, unit)
        execution.replace(changed(self, may=self.may & ~(1 << unit), named=self.named | 1 << unit))

    def done(self, execution: Execution) -> None:
        """Passes the carriers to the action below."""
        execution.pop()
        execution.emit(log.KAMIKAZES, self.named)
        if self.named:
            execution.top(FireReceiver).on_kamikazes_named(execution, self.named)


def make_kamikazes(hooks: Hooks) -> None:
    """19.21, 19.22 Makes air units and named carriers kamikazes."""
    hooks.kamikaze_candidates, hooks.is_kamikaze = kamikaze_candidates, is_kamikaze
