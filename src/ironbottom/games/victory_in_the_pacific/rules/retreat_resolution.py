"""8 Retreat: groups flee, each fights its own pursuers, and harbours are raided meanwhile (9.1)."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import Number
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    PLACES,
    SHIPS,
    SUBMARINES,
    UNITS,
    Area,
    Side,
    Units,
    YesNo,
)
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.rules.combat_log import FORCES
from ironbottom.games.victory_in_the_pacific.rules.deadlock import can_hurt
from ironbottom.games.victory_in_the_pacific.rules.invasion import land_after_round, may_invade, open_landings
from ironbottom.games.victory_in_the_pacific.rules.pursuit import Pursuit, PursuitReceiver, Task, Tasks, fast_enough
from ironbottom.games.victory_in_the_pacific.rules.raids import NO_LIMIT, RAID_ROUNDS, Raid, RoundsLeft, exposed_places
from ironbottom.games.victory_in_the_pacific.rules.retreat import (
    BattleReceiver,
    FormRetreatGroups,
    GroupReceiver,
    Groups,
    UnitGroups,
)
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import RETREATED, return_units
from ironbottom.games.victory_in_the_pacific.rules.rounds import Round
from ironbottom.games.victory_in_the_pacific.state import AT, OWNED, PURSUED, RETREATED_FROM, STAYED_OUT, opponent
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State

# -- the whole retreat ---------------------------------------------------------------------------------


def form_groups(execution: Execution, frame: Retreat) -> None:
    """8.2 The fleeing units form groups."""
    if frame.flees:
        execution.push(FormRetreatGroups(opponent(frame.side), frame.flees, ()))


def assign(execution: Execution, frame: Retreat) -> None:
    """8.32, 9.1 The other side assigns ships to the groups, and to harbours of the area that have or may soon have
    targets.
    """
    side, area = frame.side, frame.area
    if not frame.rounds:
        return
    places = 0
    if frame.raids:
        hostile = execution.rules.pieces.places_of[area] & execution.cells[OWNED + opponent(side)]
        places = hostile if frame.groups else exposed_places(execution.rules.pieces, execution.cells, side, area)
    if frame.groups or places:
        Pursuit.start(execution, side, frame.groups, places, frame.ships & execution.cells[AT + area])


def unpursued_escape(execution: Execution, frame: Retreat) -> None:
    """8.4 Groups without pursuers are home at once."""
    units = sum(group for group, place, ships in frame.tasks if place < 0 and not ships)
    return_escaped(execution, opponent(frame.side), frame.area, units)


def land_after_retreat(execution: Execution, frame: Retreat) -> None:
    """5.43 The landing after the round that led to the retreat; there is none after the raids of a side that was alone
    (9.2), which has fought no round.
    """
    if execution.cells[RETREATED_FROM + opponent(frame.side)] >> frame.area & 1:
        open_landings(execution, frame.side, frame.area, invaders=frame.invaders)


def open_pursuits(execution: Execution, frame: Retreat) -> None:
    """8.5 The chases and the raids, one by one."""
    if any(ships for _, _, ships in frame.tasks):
        tasks = tuple(task if task.ships else OVER for task in frame.tasks)
        execution.push(PursuitOrder(frame.side, frame.area, frame.rounds, tasks))


def finish(execution: Execution, frame: Retreat) -> None:
    """Ends the retreat: all units are home or sunk, or have escaped."""
    execution.pop()
    if frame.part:
        execution.top(BattleReceiver).on_partial_retreat_ended(execution, sum(ships for _, _, ships in frame.tasks))


STAGES = (form_groups, assign, unpursued_escape, land_after_retreat, open_pursuits, finish)
ASSIGN = STAGES.index(assign)


class Retreat(PursuitReceiver):
    """8 A retreat from an area; without fleeing units, the raids of a side that is alone there (9.2).

    ``side`` pursues with ``ships``; ``raids``: whether it may raid harbours now; ``part``: whether only part of a fleet
    flees and the battle continues (20.8); ``rounds``: the number of rounds left, -1 for no limit (18.36); ``invaders``:
    the amphibious units that may invade as the enemy flees.
    """

    number, name, clause, stages = 31, "flight", "8.1", STAGES
    side: Side
    area: Area
    flees: Units
    ships: Units
    raids: YesNo
    part: YesNo
    rounds: RoundsLeft
    next: Annotated[int, Number(0, len(STAGES) - 1)]
    groups: Groups
    tasks: Tasks
    invaders: Units

    @classmethod
    def start(
        cls,
        execution: Execution,
        side: int,
        area: int,
        retreating: int,
        ships: int,
        partial: bool = False,
        rounds: int = NO_LIMIT,
        invaders: int = 0,
    ) -> None:
        """Opens the retreat of units from the side that stays; its air units escape at once (8.21)."""
        cells = execution.cells
        if retreating:
            if partial:
                execution.emit(log.PARTED, opponent(side), retreating)
            else:
                execution.emit(log.RETREATED, opponent(side), area)
                cells[RETREATED_FROM + opponent(side)] |= 1 << area
        free = ships & SHIPS & ~cells[PURSUED]
        execution.push(cls(side, area, retreating & ~AIR, free, 1, int(partial), rounds, 0, (), (), invaders))
        return_escaped(execution, opponent(side), area, retreating & AIR)

    def on_groups_formed(self, execution: Execution, groups: UnitGroups) -> None:
        """8.2 The groups are formed."""
        execution.replace(changed(self, groups=groups))

    def on_pursuers_assigned(self, execution: Execution, tasks: tuple[Task, ...], staying: int) -> None:
        """8.32 Records the pursuers; 8.34, 9.3 if only part flees (20.8), they cannot pursue others when more units
        flee.
        """
        if self.part:
            execution.cells[PURSUED] |= sum(ships for _, _, ships in tasks)
            execution.cells[STAYED_OUT] |= staying
        execution.replace(changed(self, tasks=tasks))


def return_escaped(execution: Execution, side: int, area: int, units: int) -> None:
    """8.4 Escaped units go to places of their side (10)."""
    units &= execution.cells[AT + area] & ~SUBMARINES
    if units:
        return_units(execution, side, area, units, RETREATED)


# -- 8.5 the order of chases and raids -----------------------------------------------------------------


OVER = Task(0, -1, 0)
"""A finished task, which keeps its place so that other groups keep their numbers."""


@restriction("8.5", "{group} is not pursued")
def is_pursued(state: State, frame: PursuitOrder, side: int) -> IdSet:
    return sum(1 << number for number, (_, place, ships) in enumerate(frame.tasks) if place < 0 and ships)


@restriction("9.1", "no raid on {place} is planned")
def raid_is_set(state: State, frame: PursuitOrder, side: int) -> IdSet:
    return sum(1 << place for _, place, _ in frame.tasks if place >= 0)


PURSUE_NOW = Verb("chase", clause="8.5", ends_list="open", group=Argument(FORCES, is_pursued))
RAID_NOW = Verb("raid_now", clause="9.1", ends_list="open", place=Argument(PLACES, raid_is_set))


class PursuitOrder(Question):
    """8.5 The pursuing side picks the next chase or raid; groups keep the numbers that they had when they fled."""

    number, name, clause, verbs = 34, "chases", "8.5", (PURSUE_NOW, RAID_NOW)
    side: Side
    area: Area
    rounds: RoundsLeft
    tasks: Tasks

    def proceed(self, execution: Execution) -> bool:
        there = execution.cells[AT + self.area]
        live = [Task(group & there, place, ships & there) for group, place, ships in self.tasks]
        escaped = sum(group for group, place, ships in live if not ships)
        live = [task if task.ships and (task.group or task.place >= 0) else OVER for task in live]
        now = changed(self, tasks=tuple(live))
        execution.replace(now)
        waiting = [number for number, task in enumerate(live) if task != OVER]
        if escaped:
            return_escaped(execution, opponent(self.side), self.area, escaped)
        elif not waiting:
            execution.pop()
        elif len(waiting) > 1:
            return True
        else:
            now.open(execution, waiting[0])
        return False

    def chase(self, execution: Execution, group: int) -> None:
        self.open(execution, group)

    def raid_now(self, execution: Execution, place: int) -> None:
        self.open(execution, next(number for number, (_, raided, _) in enumerate(self.tasks) if raided == place))

    def open(self, execution: Execution, task: int) -> None:
        """Opens one chase or raid."""
        group, place, ships = self.tasks[task]
        execution.replace(changed(self, tasks=(*self.tasks[:task], OVER, *self.tasks[task + 1 :])))
        rounds = self.rounds
        if place >= 0:
            limit = RAID_ROUNDS if rounds < 0 else min(rounds, RAID_ROUNDS)
            Raid.start(execution, self.side, self.area, place, ships, limit)
        else:
            execution.emit(log.CHASE_OPENED, group, ships)
            execution.push(PursuitBattle(self.side, self.area, group, ships, rounds, 0))


# -- 8.51 one chase ------------------------------------------------------------------------------------


def end_pursuit_if_over(execution: Execution, frame: PursuitBattle) -> None:
    """8.33, 8.4 Ends the chase if the group is gone, or no pursuer is fast enough."""
    pieces, cells, area = execution.rules.pieces, execution.cells, frame.area
    group, ships = frame.group & cells[AT + area], frame.ships & cells[AT + area]
    if not group:
        execution.pop()
        return
    fast = fast_enough(pieces, cells, ships, group)
    if ships & ~fast:
        execution.emit(log.OUTRUN, ships & ~fast)
    if fast and frame.rounds and can_hurt(pieces, cells, group | fast):
        execution.replace(changed(frame, group=group, ships=fast, rounds=max(frame.rounds - 1, NO_LIMIT), next=1))
    else:
        execution.pop()
        return_escaped(execution, opponent(frame.side), area, group)


def pursuit_round(execution: Execution, frame: PursuitBattle) -> None:
    """8.51 A round between the group and its pursuers."""
    Round.start(execution, frame.area, frame.group | frame.ships)


def ask_to_split(execution: Execution, frame: PursuitBattle) -> None:
    """8.52 The group may split."""
    there = execution.cells[AT + frame.area]
    group = frame.group & there
    if frame.rounds and group & (group - 1) and frame.ships & there:
        execution.push(FormRetreatGroups(opponent(frame.side), group, ()))


def stop(execution: Execution, frame: PursuitBattle) -> None:
    """8.53 Pursuers may stop."""
    there = execution.cells[AT + frame.area]
    if frame.rounds and frame.group & there and frame.ships & there:
        execution.push(StopPursuit(frame.side, frame.ships & there))


def land_during_pursuit(execution: Execution, frame: PursuitBattle) -> None:
    """5.43 After each round of a chase, the side that stays may land."""
    land_after_round(execution, frame.side, frame.area)


PURSUIT_STAGES = (end_pursuit_if_over, pursuit_round, ask_to_split, stop, land_during_pursuit)


class PursuitBattle(GroupReceiver):
    """8.5 The battle of a fleeing group with its pursuers, round by round until the group has escaped or is sunk."""

    number, name, clause, stages, cycles = 35, "chase", "8.51", PURSUIT_STAGES, True
    side: Side
    area: Area
    group: Units
    ships: Units
    rounds: RoundsLeft
    next: Annotated[int, Number(0, len(PURSUIT_STAGES) - 1)]

    def on_groups_formed(self, execution: Execution, groups: UnitGroups) -> None:
        """8.52 If the group has split, the pursuers are divided again, and each part is chased separately."""
        if len(groups) == 1:
            return
        ships = self.ships & execution.cells[AT + self.area]
        invaders = may_invade(execution, self.side, self.area)
        execution.replace(
            Retreat(self.side, self.area, self.group, ships, 0, 0, self.rounds, ASSIGN, groups, (), invaders)
        )

    def on_pursuit_continued(self, execution: Execution, ships: int) -> None:
        """8.53 Records the ships that continue."""
        execution.replace(changed(self, ships=ships))


# -- 8.53 stopping -------------------------------------------------------------------------------------


@restriction("8.53", "{ship} does not pursue this group")
def pursues(state: State, frame: StopPursuit, side: int) -> IdSet:
    return frame.ships


STOP = Verb("stop", clause="8.53", ends_list="open", ship=Argument(UNITS, pursues))
BREAK_OFF = Verb("break_off", clause="8.53", ends_list="open")


class StopPursuit(Question):
    """8.53 After a round of a chase any of the pursuers may stop, for good this turn (8.34)."""

    number, name, clause, verbs = 36, "stopping", "8.53", (STOP, BREAK_OFF, DONE)
    side: Side
    ships: Units

    def proceed(self, execution: Execution) -> bool:
        if self.ships:
            return True
        self.finish(execution, 0)
        return False

    def stop(self, execution: Execution, ship: int) -> None:
        execution.emit(log.STOPPED, 1 << ship)
        execution.replace(changed(self, ships=self.ships & ~(1 << ship)))

    def break_off(self, execution: Execution) -> None:
        execution.emit(log.STOPPED, self.ships)
        self.finish(execution, 0)

    def done(self, execution: Execution) -> None:
        execution.emit(log.CHASE_GOES_ON, self.ships)
        self.finish(execution, self.ships)

    def finish(self, execution: Execution, ships: int) -> None:
        """The chase below receives the ships that continue."""
        execution.pop()
        execution.top(PursuitBattle).on_pursuit_continued(execution, ships)
