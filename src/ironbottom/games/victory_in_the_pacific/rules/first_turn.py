"""18.0 The first turn: the attack on Pearl Harbor (18.3), then the attack on Indonesia (18.4)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import Number, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    CENTRAL_PACIFIC,
    DAY,
    GROUPS,
    HAWAII,
    INDONESIA,
    JAPAN,
    JOHNSTON,
    PEARL_HARBOR,
    SHIPS,
    UNITS,
    UNITS_OF_SIDE,
    Side,
)
from ironbottom.games.victory_in_the_pacific.rolls import Roll
from ironbottom.games.victory_in_the_pacific.rules.action import Action
from ironbottom.games.victory_in_the_pacific.rules.battle import Battle, at_sea, raid_alone
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.rules.effects import on_bottom
from ironbottom.games.victory_in_the_pacific.rules.raids import Raid, raiding_ships
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import RETREATED, return_units
from ironbottom.games.victory_in_the_pacific.rules.submarines import Strike
from ironbottom.games.victory_in_the_pacific.state import (
    AT,
    DUE,
    ESCAPED,
    GROUP,
    IN,
    OWNED,
    PATROL,
    RETREATED_FROM,
    TURN,
    move_unit,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution, Rules, State

SURPRISE_ROUNDS, FURTHER_ROUNDS = 2, 2
"""18.3, 18.4 The rounds of surprise; 18.36 the rounds that Japan's fuel allows after them."""

# -- 18.3 Pearl Harbor ----------------------------------------------------------------------------------------


def raid_pearl_harbor(execution: Execution, frame: FirstTurn) -> None:
    """18.3 Two rounds of air raids; the cruisers at sea there take no part."""
    ships = raiding_ships(execution.rules.pieces, execution.cells, JAPAN, HAWAII)
    if ships:
        Raid.start(execution, JAPAN, HAWAII, PEARL_HARBOR, ships, SURPRISE_ROUNDS, surprise=True)


def ask_japan(execution: Execution, frame: FirstTurn) -> None:
    """18.31 Asks Japan whether it stays, if it has units there."""
    execution.rules.pieces.hooks.ask_japan(execution)


def ask_to_stay(execution: Execution) -> None:
    """18.31 Asks Japan whether it stays, if it has units left at sea off Hawaii."""
    if at_sea(execution.cells, HAWAII, JAPAN):
        execution.push(JapanOffHawaii(JAPAN))


def leave_area(execution: Execution, side: int) -> None:
    """18.31, 18.35 A side goes home at once, without pursuit, and does not hold the area (8.12)."""
    execution.cells[RETREATED_FROM + side] |= 1 << HAWAII
    return_units(execution, side, HAWAII, at_sea(execution.cells, HAWAII, side), RETREATED)


STAY_OFF_HAWAII = Verb("stay_off_hawaii", clause="18.31", ends_list="open")
LEAVE_HAWAII = Verb("leave_hawaii", clause="18.31", ends_list="open")


class StayOrLeave(Question):
    """18.31, 18.35 A side stays off Hawaii, or leaves with all its units at sea there."""

    verbs = (STAY_OFF_HAWAII, LEAVE_HAWAII)
    event: ClassVar[EventKind]
    side: Side

    def stay_off_hawaii(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(self.event, 1)

    def leave_hawaii(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(self.event, 0)
        leave_area(execution, self.side)


class JapanOffHawaii(StayOrLeave):
    """18.31 The raiders stay for more combat, or go home."""

    number, name, clause, event = 11, "japan_off_hawaii", "18.31", log.JAPAN_STAYS


class AlliesOffHawaii(StayOrLeave):
    """18.35 The Allies stay, or leave."""

    number, name, clause, event = 14, "allies_off_hawaii", "18.35", log.ALLIES_STAY


# -- 18.32 the groups whose location is uncertain ---------------------------------------------------------------


def roll_groups(execution: Execution, frame: FirstTurn) -> None:
    """18.32 The groups roll in order, W to Z; a group that may leave the Central Pacific interrupts the rolls (option
    2b).
    """
    execution.push(UncertainLocation(0, 0))


def location_by_die(die: int) -> int:
    """18.32 The location of a group: the area, or -1 for the United States."""
    return CENTRAL_PACIFIC if die == 1 else HAWAII if die <= 3 else -1


def group_units(entry: tuple[str, ...], group: int) -> int:
    """18.32 The units of a group."""
    return sum(1 << unit for unit, place in enumerate(entry) if place == GROUPS.ids[group])


@restriction("18.32", "Johnston Island is not yours")
def johnston_open(state: State, frame: Procedure, side: int) -> bool:
    return bool(state.cells[OWNED + ALLIES] >> JOHNSTON & 1)


HOLD_POSITION = Verb("hold", clause="18.32", ends_list="open")
TO_JOHNSTON = Verb("to_johnston", clause="18.32", ends_list="open", when=(johnston_open,))


class UncertainLocation(Procedure):
    """18.32 A die for each group; ``asking``: the group that just rolled a 1 and may leave for Johnston Island (2b)."""

    number, name, clause, verbs = 12, "uncertain", "18.32", (HOLD_POSITION, TO_JOHNSTON)
    next: Annotated[int, Number(0, len(GROUPS))]
    asking: Annotated[int, Number(0, 1)]

    def proceed(self, execution: Execution) -> bool:
        if self.asking:
            return True
        if self.next == len(GROUPS):
            execution.pop()
            return False
        cells, group = execution.cells, self.next
        units = cells[GROUP + group]
        if not units:
            self.go_on(execution)
            return False
        die = execution.roll(6, Roll.UNCERTAIN_LOCATION)
        area = location_by_die(die)
        execution.emit(log.UNCERTAIN_ROLLED, group, die, area)
        cells[GROUP + group] = 0
        self.go_on(execution)
        if area < 0:
            cells[DUE + 1] |= units
        else:
            cells[AT + area] |= units
            execution.rules.pieces.hooks.group_found(execution, group, area, units)
        return False

    def decider(self, state: State) -> int:
        return ALLIES

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(group=GROUPS.titles[self.next])

    def hold(self, execution: Execution) -> None:
        self.go_on(execution)
        execution.emit(log.GROUP_HELD, self.next)

    def to_johnston(self, execution: Execution) -> None:
        self.go_on(execution)
        for unit in members(group_units(execution.rules.pieces.entry, self.next)):
            move_unit(execution.cells, unit, IN + JOHNSTON)
        execution.emit(log.GROUP_WITHDREW, self.next)

    def go_on(self, execution: Execution) -> None:
        """The next group rolls."""
        execution.replace(UncertainLocation(self.next + 1, 0))


def patrol_there(execution: Execution, group: int, area: int, units: int) -> None:
    """18.32 The group is on patrol."""
    execution.cells[PATROL] |= units


# -- 18.33 the sortie --------------------------------------------------------------------------------------------


def units_able_to_sortie(play_state: State) -> int:
    """18.33 The units in Pearl Harbor that can go to sea: all except those on the bottom."""
    cells, pieces = play_state.cells, play_state.rules.pieces
    result = 0
    for unit in members(cells[IN + PEARL_HARBOR] & UNITS_OF_SIDE[ALLIES] & pieces.hooks.sortie):
        if not on_bottom(pieces, cells, unit):
            result |= 1 << unit
    return result


@restriction("18.33", "{unit} is not in Pearl Harbor, or is on the bottom there")
def can_sortie(state: State, frame: Procedure, side: int) -> int:
    return units_able_to_sortie(state)


SORTIE = Verb("sortie", clause="18.33", ends_list="open", unit=Argument(UNITS, can_sortie))


class Sortie(Question):
    """18.33 The Allies bring survivors of the raid out of Pearl Harbor."""

    number, name, clause, verbs = 13, "sortie", "18.33", (SORTIE, DONE)

    def proceed(self, execution: Execution) -> bool:
        if units_able_to_sortie(execution.state):
            return True
        execution.pop()
        return False

    def decider(self, state: State) -> int:
        return ALLIES

    def sortie(self, execution: Execution, unit: int) -> None:
        cells, bit = execution.cells, 1 << unit
        move_unit(cells, unit, AT + HAWAII)
        cells[ESCAPED] |= bit
        if execution.rules.pieces.pearl_patrol:
            cells[PATROL] |= bit & SHIPS
        execution.emit(log.SORTIED, unit)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.FINISHED, ALLIES, log.STEPS.index[self.name])


def open_sortie(execution: Execution, frame: FirstTurn) -> None:
    """18.33 The Allies may join the fleet off the islands."""
    execution.push(Sortie())


def strike(execution: Execution, frame: FirstTurn) -> None:
    """18.34 An I-Boat off Hawaii may strike now."""
    Strike.start(execution, JAPAN, HAWAII)


def ask_allies(execution: Execution, frame: FirstTurn) -> None:
    """18.35 The Allies may leave before any further combat."""
    cells = execution.cells
    if at_sea(cells, HAWAII, JAPAN) and at_sea(cells, HAWAII, ALLIES):
        execution.push(AlliesOffHawaii(ALLIES))


# -- 18.36 two more rounds ------------------------------------------------------------------------------------------


def reveal_groups(execution: Execution, frame: FirstTurn) -> None:
    """18.32 The locations of the groups are now known."""
    execution.rules.pieces.hooks.groups_known(execution)


def two_more_rounds(execution: Execution, frame: FirstTurn) -> None:
    """18.36 At most two rounds of battle or, if no Allied units are at sea, of raids; then Japan must leave."""
    cells = execution.cells
    japan, allies = at_sea(cells, HAWAII, JAPAN), at_sea(cells, HAWAII, ALLIES)
    if japan and allies:
        Battle.start(execution, HAWAII, FURTHER_ROUNDS)
    elif japan:
        raid_alone(execution, HAWAII, japan, FURTHER_ROUNDS)


def japan_must_leave(execution: Execution, frame: FirstTurn) -> None:
    """18.36 Japan must leave at the end."""
    if at_sea(execution.cells, HAWAII, JAPAN):
        leave_area(execution, JAPAN)


# -- 18.4 Indonesia -----------------------------------------------------------------------------------------------


def surprise_in_indonesia(execution: Execution, frame: FirstTurn) -> None:
    """18.4 A round in which every Japanese airstrike there attacks, without fire in return."""
    cells = execution.cells
    japan, allies = at_sea(cells, INDONESIA, JAPAN), at_sea(cells, INDONESIA, ALLIES)
    if japan and allies:
        execution.emit(log.SURPRISED, INDONESIA)
        disables = bool(execution.rules.pieces.indonesia_disable)
        Action.start(execution, INDONESIA, DAY, japan | allies, firing=1 << JAPAN, disables=disables)


STAGES = (
    raid_pearl_harbor,
    ask_japan,
    roll_groups,
    reveal_groups,
    open_sortie,
    strike,
    ask_allies,
    two_more_rounds,
    japan_must_leave,
    surprise_in_indonesia,
    surprise_in_indonesia,
)
"""18.3 to 18.4 in their order."""


class FirstTurn(StagedProcedure):
    """18.1 The surprise attacks, stage by stage."""

    number, name, clause, stages, closes_after_last = 10, "first_turn", "18.1", STAGES, True
    next: Annotated[int, Number(0, len(STAGES))]


def surprise(execution: Execution) -> None:
    """18.1 Opens the surprise attacks of turn 1, before all other combat. The rest of the turn is as usual (18.5)."""
    if execution.cells[TURN] == 1:
        execution.push(FirstTurn(0))
