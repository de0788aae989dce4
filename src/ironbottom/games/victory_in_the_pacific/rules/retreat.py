"""7.92, 8.1, 8.2 After a round, a side stays or retreats; fleeing units may form groups."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdSetField, TupleField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import StagedProcedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific.pieces import UNITS, Side, Units
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.rules.combat_log import FORCES
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State

UnitGroups = tuple[int, ...]
"""8.2 The groups of fleeing units, each as bits."""
Groups = Annotated[UnitGroups, TupleField(IdSetField(UNITS))]


class BattleReceiver(StagedProcedure):
    """7.1 The battle of an area, as far as its questions use it."""

    def on_retreat(self, execution: Execution, side: int) -> None:
        """8.1 A side retreats."""
        raise NotImplementedError

    def on_partial_retreat(self, execution: Execution, side: int, going: int) -> None:
        """20.8 Part of a fleet retreats."""
        raise NotImplementedError

    def on_partial_retreat_ended(self, execution: Execution, ships: int) -> None:
        """20.8 Part of a fleet has fled, pursued by these ships."""
        raise NotImplementedError

    def on_landing_named(self, execution: Execution, units: int) -> None:
        """20.3 These amphibious units may land after the round."""
        raise NotImplementedError


class GroupReceiver(StagedProcedure):
    """8.2 A retreat or a chase in which fleeing units may form groups."""

    def on_groups_formed(self, execution: Execution, groups: UnitGroups) -> None:
        """8.2 The groups are formed."""
        raise NotImplementedError


# -- 8.1 stay or retreat -------------------------------------------------------------------------------

STAY, RETREAT = Verb("stay", clause="7.92", ends_list="open"), Verb("retreat", clause="8.1", ends_list="always")


class AfterRound(Question):
    """8.1, 8.11 A side stays, or all its units retreat."""

    side: Side

    def stay(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.STAYED, self.side)

    def retreat(self, execution: Execution) -> None:
        execution.pop()
        execution.top(BattleReceiver).on_retreat(execution, self.side)


class StayOrRetreat(AfterRound):
    """8.1 After a round a side stays or retreats."""

    number, name, clause, verbs = 28, "stay_or_retreat", "8.1", (STAY, RETREAT)


# -- 20.8 part of a fleet may retreat ------------------------------------------------------------------


@restriction("20.8", "{unit} is not one of your units in this battle, or already retreats")
def may_detach(state: State, frame: StayOrDetach | DetachUnits, side: int) -> IdSet:
    return frame.may


DETACH = Verb("detach", clause="20.8", ends_list="open", unit=Argument(UNITS, may_detach))


class StayOrDetach(AfterRound):
    """20.8 A side stays, retreats as a whole, or begins to name the units that leave."""

    number, name, clause, verbs = 29, "stay_or_part", "20.8", (STAY, RETREAT, DETACH)
    may: Units

    def detach(self, execution: Execution, unit: int) -> None:
        execution.emit(log.DETACHED, unit)
        execution.replace(DetachUnits(self.side, self.may & ~(1 << unit), 1 << unit))


class DetachUnits(Question):
    """20.8 One more unit leaves; or the named units go; if they are the whole fleet, this is an ordinary retreat."""

    number, name, clause, verbs = 30, "detaching", "20.8", (DETACH, DONE)
    side: Side
    may: Units
    going: Units

    def detach(self, execution: Execution, unit: int) -> None:
        execution.emit(log.DETACHED, unit)
        named = changed(self, may=self.may & ~(1 << unit), going=self.going | 1 << unit)
        execution.replace(named)
        if not named.may:
            named.done(execution)

    def done(self, execution: Execution) -> None:
        execution.pop()
        if self.may:
            execution.top(BattleReceiver).on_partial_retreat(execution, self.side, self.going)
        else:
            execution.top(BattleReceiver).on_retreat(execution, self.side)


# -- 8.2, 8.52 groups ----------------------------------------------------------------------------------


@restriction("8.2", "{unit} does not retreat, or is already in a group")
def ungrouped(state: State, frame: FormRetreatGroups, side: int) -> IdSet:
    return frame.left


@restriction("8.2", "{group} is not the next group to form")
def next_group(state: State, frame: FormRetreatGroups, side: int, unit: int) -> IdSet:
    return up_to_next(frame.groups)


FLEE = Verb(
    "flee",
    clause="8.2",
    ends_list="open",
    unit=Argument(UNITS, ungrouped, equivalence=all_equivalent),
    group=Argument(FORCES, next_group),
)


def up_to_next(groups: UnitGroups) -> int:
    """The numbers of these groups and of a new group, as bits."""
    return (2 << len(groups)) - 1


def with_unit(groups: UnitGroups, number: int, unit: int) -> UnitGroups:
    """The groups with one more unit, which joins one of them or forms a new group.

    >>> with_unit((1, 2), 1, 2), with_unit((1,), 1, 2)
    ((1, 6), (1, 4))
    """
    result = [*groups, 0] if number == len(groups) else list(groups)
    result[number] |= 1 << unit
    return tuple(result)


class FormRetreatGroups(Question):
    """8.2, 8.22 The fleeing side forms its groups permanently, unit by unit; the remaining units form another group."""

    number, name, clause, verbs = 32, "grouping", "8.2", (FLEE, DONE)
    side: Side
    left: Units
    groups: Groups

    def proceed(self, execution: Execution) -> bool:
        if self.left & (self.left - 1) or (self.left and self.groups):
            return True
        self.done(execution)
        return False

    def flee(self, execution: Execution, unit: int, group: int) -> None:
        execution.emit(log.FLED, unit, group)
        execution.replace(changed(self, left=self.left & ~(1 << unit), groups=with_unit(self.groups, group, unit)))

    def done(self, execution: Execution) -> None:
        """Passes the groups to the procedure below."""
        execution.pop()
        groups = (*self.groups, self.left) if self.left else self.groups
        if self.left & (self.left - 1) or len(groups) > 1:
            execution.emit(log.GROUPED, self.side, groups)
        execution.top(GroupReceiver).on_groups_formed(execution, groups)
