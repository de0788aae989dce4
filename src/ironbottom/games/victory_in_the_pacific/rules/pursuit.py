"""8.3, 9.1 The other side assigns its ships to fleeing groups, and to ports and bases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from ironbottom.engine.core.fields import IdField, IdSetField, Record, TupleField, members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, one_set, restriction
from ironbottom.games.victory_in_the_pacific.pieces import PLACES, SHIPS, UNITS, Side, Units
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.rules.combat_log import FORCES
from ironbottom.games.victory_in_the_pacific.rules.effects import airstrike, speed
from ironbottom.games.victory_in_the_pacific.rules.retreat import GroupReceiver
from ironbottom.games.victory_in_the_pacific.state import STAYED_OUT, Cells
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State


class Task(NamedTuple):
    """A fleeing group as bits (none for a raid), the place to be raided (-1 for none), and the ships assigned to it."""

    group: int
    place: int
    ships: int


_task = Record(Task, group=IdSetField(UNITS), place=IdField(PLACES, none=True), ships=IdSetField(UNITS))
Tasks = Annotated[tuple[Task, ...], TupleField(_task)]


def group_speed(pieces: Pieces, cells: Cells, units: int) -> int:
    """8.23 The speed of a group: that of its slowest unit."""
    return min([speed(pieces, cells, unit) for unit in members(units)])


def fast_enough(pieces: Pieces, cells: Cells, ships: int, group: int) -> int:
    """8.31, 8.33 The ships among these units that are at least as fast as the group."""
    least = group_speed(pieces, cells, group)
    return sum(1 << ship for ship in members(ships & SHIPS) if speed(pieces, cells, ship) >= least)


def pursuers(pieces: Pieces, cells: Cells, ships: int, group: int) -> int:
    """8.34 The ships among these units that may still pursue the group, and are fast enough."""
    return fast_enough(pieces, cells, ships & ~cells[STAYED_OUT], group)


def with_planes(pieces: Pieces, cells: Cells, ships: int) -> int:
    """9.3 The ships among these units that have an airstrike."""
    return sum(1 << ship for ship in members(ships & SHIPS) if airstrike(pieces, cells, ship))


class PursuitReceiver(GroupReceiver):
    """8.3 A retreat whose fleeing units may be pursued."""

    def on_pursuers_assigned(self, execution: Execution, tasks: tuple[Task, ...], staying: int) -> None:
        """8.32 Receives the pursuers and, 8.34, the ships that could have pursued but stay."""
        raise NotImplementedError


# -- restrictions ----------------------------------------------------------------------------------------


def assignable_ships(state: State, frame: Pursuit) -> list[int]:
    """For each task, the remaining ships that could be assigned to it."""
    pieces, cells, left = state.rules.pieces, state.cells, frame.left
    raiding = with_planes(pieces, cells, left) if frame.places() else 0
    return [pursuers(pieces, cells, left, group) if place < 0 else raiding for group, place, _ in frame.tasks]


def ships_by_speed(state: State, ships: int) -> dict[int, int]:
    """8.3 The ships among these units by speed; units that cannot pursue are listed under 0."""
    pieces, cells = state.rules.pieces, state.cells
    result: dict[int, int] = {}
    for ship in members(ships):
        knots = speed(pieces, cells, ship) if SHIPS >> ship & 1 else 0
        result[knots] = result.get(knots, 0) | 1 << ship
    return result


def slowest(state: State, frame: Pursuit) -> list[tuple[int, int]]:
    """8.23 For each fleeing group, its number as a bit and the speed of its slowest unit."""
    pieces, cells = state.rules.pieces, state.cells
    return [
        (1 << number, group_speed(pieces, cells, group))
        for number, (group, place, _) in enumerate(frame.tasks)
        if place < 0
    ]


def groups_within_speed(groups: list[tuple[int, int]], knots: int) -> int:
    """8.33 The groups that are not faster than this."""
    return sum([number for number, least in groups if least <= knots])


@restriction("8.32", "{ship} is not one of your ships here, or already has a task")
def free_ship(state: State, frame: Pursuit, side: int) -> IdSet:
    return frame.left


@restriction("8.32", "{group} does not retreat")
def is_fleeing(state: State, frame: Pursuit, side: int, ship: int) -> IdSet:
    return frame.fleeing()


@restriction("8.34", "{ship} cannot pursue this turn: it was held back")
def still_pursues(state: State, frame: Pursuit, side: int, ship: int) -> bool:
    return not state.cells[STAYED_OUT] >> ship & 1


@restriction("8.33", "{ship} is slower than {group}")
def keeps_up(state: State, frame: Pursuit, side: int, ship: int) -> IdSet:
    return groups_within_speed(slowest(state, frame), *ships_by_speed(state, 1 << ship))


@restriction("9.1", "{place} is not an enemy port or base here that can be raided now")
def open_to_raid(state: State, frame: Pursuit, side: int, ship: int) -> IdSet:
    return frame.places()


@restriction("9.13", "{ship} has no airstrike")
def has_planes(state: State, frame: Pursuit, side: int, ship: int) -> bool:
    return bool(with_planes(state.rules.pieces, state.cells, 1 << ship))


@restriction("8.32", "fewer than two of your ships could still pursue {group}", fallback=True)
def several_pursuers(state: State, frame: Pursuit, side: int) -> IdSet:
    by_speed = sorted(ships_by_speed(state, frame.left & ~state.cells[STAYED_OUT]).items(), reverse=True)
    fastest = [knots for knots, ships in by_speed for _ in members(ships)[:2]]
    return groups_within_speed(slowest(state, frame), fastest[1]) if len(fastest) > 1 else 0


@restriction("9.1", "fewer than two of your ships could still raid {place}", fallback=True)
def several_raiders(state: State, frame: Pursuit, side: int) -> IdSet:
    places = frame.places()
    ships = with_planes(state.rules.pieces, state.cells, frame.left) if places else 0
    return places if ships & (ships - 1) else 0


def by_planes(state: State, frame: Pursuit, side: int, ships: int) -> Sequence[IdSet]:
    """Ships with an airstrike may raid the same places; ships without one may raid no place."""
    if not frame.places():
        return (ships,)
    planes = with_planes(state.rules.pieces, state.cells, ships)
    return [group for group in (planes, ships & ~planes) if group]


def pursuits(state: State, frame: Pursuit, side: int) -> Branches:
    groups, by_speed = slowest(state, frame), ships_by_speed(state, frame.left & ~state.cells[STAYED_OUT])
    return [
        (ships, one_set(result)) for knots, ships in by_speed.items() if (result := groups_within_speed(groups, knots))
    ]


PURSUE = Verb(
    "pursue",
    clause="8.32",
    ends_list="open",
    offer=pursuits,
    ship=Argument(UNITS, free_ship),
    group=Argument(FORCES, is_fleeing, still_pursues, keeps_up),
)
RAID_PORT = Verb(
    "raid_port",
    clause="9.1",
    ends_list="open",
    ship=Argument(UNITS, free_ship, equivalence=by_planes),
    place=Argument(PLACES, open_to_raid, has_planes),
)
ALL_PURSUE = Verb("all_pursue", clause="8.32", ends_list="open", group=Argument(FORCES, several_pursuers))
ALL_RAID = Verb("all_raid", clause="9.1", ends_list="open", place=Argument(PLACES, several_raiders))


class Pursuit(Question):
    """8.32, 9.1 A side assigns ships to groups and places, one by one, or all that can be assigned; the others stay
    (8.34).
    """

    number, name, clause, verbs = 33, "pursuit", "8.32", (PURSUE, RAID_PORT, ALL_PURSUE, ALL_RAID, DONE)
    side: Side
    tasks: Tasks
    left: Units

    @classmethod
    def start(cls, execution: Execution, side: int, groups: tuple[int, ...], places: int, ships: int) -> None:
        """Asks for the pursuers of these groups and the raiders of these places, among these ships."""
        tasks = [Task(group, -1, 0) for group in groups] + [Task(0, place, 0) for place in members(places)]
        execution.push(cls(side, tuple(tasks), ships & SHIPS))

    def fleeing(self) -> int:
        """The numbers of the fleeing groups, as bits."""
        return sum(1 << number for number, (_, place, _) in enumerate(self.tasks) if place < 0)

    def places(self) -> int:
        """The places that may be raided."""
        return sum(1 << place for _, place, _ in self.tasks if place >= 0)

    def raid_of(self, place: int) -> int:
        """The number of the task of raiding a place."""
        return next(number for number, (_, raided, _) in enumerate(self.tasks) if raided == place)

    def proceed(self, execution: Execution) -> bool:
        if any(assignable_ships(execution.state, self)):
            return True
        self.finish(execution, asked=any(ships for _, _, ships in self.tasks))
        return False

    def pursue(self, execution: Execution, ship: int, group: int) -> None:
        self.set_on(execution, group, 1 << ship)

    def raid_port(self, execution: Execution, ship: int, place: int) -> None:
        self.set_on(execution, self.raid_of(place), 1 << ship)

    def all_pursue(self, execution: Execution, group: int) -> None:
        self.set_on(execution, group, assignable_ships(execution.state, self)[group])

    def all_raid(self, execution: Execution, place: int) -> None:
        number = self.raid_of(place)
        self.set_on(execution, number, assignable_ships(execution.state, self)[number])

    def set_on(self, execution: Execution, task: int, ships: int) -> None:
        """Assigns these ships to a task."""
        place = self.tasks[task].place
        if place < 0:
            execution.emit(log.PURSUED, self.side, ships, task)
        else:
            execution.emit(log.RAID_SET, self.side, ships, place)
        tasks = [one._replace(ships=one.ships | ships) if n == task else one for n, one in enumerate(self.tasks)]
        execution.replace(changed(self, tasks=tuple(tasks), left=self.left & ~ships))

    def done(self, execution: Execution) -> None:
        self.finish(execution, asked=True)

    def finish(self, execution: Execution, asked: bool) -> None:
        """Passes the tasks to the flight below, with the ships named as not pursuing (8.34)."""
        execution.pop()
        named = any(ships for _, _, ships in self.tasks)
        execution.emit(log.PURSUERS_NAMED if named else log.NO_PURSUIT, self.side)
        staying = self.left if asked and self.fleeing() else 0
        execution.top(PursuitReceiver).on_pursuers_assigned(execution, self.tasks, staying)
