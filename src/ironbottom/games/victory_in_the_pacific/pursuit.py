"""8.3, 9.1 The other side puts its ships on fleeing groups and on ports and bases."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, Record, Row, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.answers import DONE
from ironbottom.games.victory_in_the_pacific.combat_log import FORCES
from ironbottom.games.victory_in_the_pacific.effects import airstrike, speed
from ironbottom.games.victory_in_the_pacific.pieces import PLACES, SHIPS, SIDES, UNITS, Pieces
from ironbottom.games.victory_in_the_pacific.state import STAYED_OUT, Cells

Task = tuple[int, int, int]
"""A fleeing group as bits (none for a raid), the place to be raided (-1 for none), and the ships put on it."""
TASKS = Row(Record(group=Some(UNITS), place=One(PLACES, none=True), ships=Some(UNITS)))


def group_speed(pieces: Pieces, cells: Cells, units: int) -> int:
    """8.23 A group flees at the speed of its slowest."""
    return min(speed(pieces, cells, unit) for unit in members(units))


def fast_enough(pieces: Pieces, cells: Cells, ships: int, group: int) -> int:
    """8.31, 8.33 Of these units, the ships that are at least as fast as the group."""
    least = group_speed(pieces, cells, group)
    return sum(1 << ship for ship in members(ships & SHIPS) if speed(pieces, cells, ship) >= least)


def pursuers(pieces: Pieces, cells: Cells, ships: int, group: int) -> int:
    """8.34 Of these units, the ships that may still pursue the group, and can."""
    return fast_enough(pieces, cells, ships & ~cells[STAYED_OUT], group)


def with_planes(pieces: Pieces, cells: Cells, ships: int) -> int:
    """9.3 Of these units, the ships that have an airstrike."""
    return sum(1 << ship for ship in members(ships & SHIPS) if airstrike(pieces, cells, ship))


# -- conditions; the frame holds the side, the tasks, and the ships that have none ---------------------


def _task_of(frame: Frame, place: int) -> int:
    """The number of the task on a place; -1 where it is not to be raided."""
    return next((number for number, task in enumerate(frame[2]) if task[1] == place), -1)


@condition("8.32", "{0} is no ship of yours here, or has its task already")
def free_ship(state: State, frame: Frame, side: int, ship: int, target: int) -> bool:
    return bool(frame[3] >> ship & 1)


@condition("8.32", "{1} does not flee")
def is_fleeing(state: State, frame: Frame, side: int, ship: int, group: int) -> bool:
    return group < len(frame[2]) and frame[2][group][1] < 0


@condition("8.34", "{0} was named as not pursuing this turn")
def still_pursues(state: State, frame: Frame, side: int, ship: int, group: int) -> bool:
    return not state.cells[STAYED_OUT] >> ship & 1


@condition("8.33", "{0} is slower than {1}")
def keeps_up(state: State, frame: Frame, side: int, ship: int, group: int) -> bool:
    return bool(fast_enough(state.rules.pieces, state.cells, 1 << ship, frame[2][group][0]))


@condition("9.1", "{1} is no enemy port or base of this sea area that can be raided now")
def open_to_raid(state: State, frame: Frame, side: int, ship: int, place: int) -> bool:
    return _task_of(frame, place) >= 0


@condition("9.13", "{0} has no airstrike")
def has_planes(state: State, frame: Frame, side: int, ship: int, place: int) -> bool:
    return bool(with_planes(state.rules.pieces, state.cells, 1 << ship))


@condition("8.32", "there are not two ships of yours left that could pursue {0}")
def several_pursuers(state: State, frame: Frame, side: int, group: int) -> bool:
    if group >= len(frame[2]) or frame[2][group][1] >= 0:
        return False
    return pursuers(state.rules.pieces, state.cells, frame[3], frame[2][group][0]).bit_count() > 1


@condition("9.1", "there are not two ships of yours left that could raid {0}")
def several_raiders(state: State, frame: Frame, side: int, place: int) -> bool:
    raiding = with_planes(state.rules.pieces, state.cells, frame[3])
    return _task_of(frame, place) >= 0 and raiding.bit_count() > 1


def _able(state: State, frame: Frame) -> list[int]:
    """For each task, the ships left that could be put on it."""
    pieces, cells, left = state.rules.pieces, state.cells, frame[3]
    raiding = with_planes(pieces, cells, left)
    return [pursuers(pieces, cells, left, group) if place < 0 else raiding for group, place, _ in frame[2]]


def pursuits(state: State, frame: Frame, side: int) -> list[Group]:
    return [
        SetProduct(PURSUE.number, ships, (number,))
        for number, ships in enumerate(_able(state, frame))
        if frame[2][number][1] < 0 and ships
    ]


def raids(state: State, frame: Frame, side: int) -> list[Group]:
    places = [place for _, place, _ in frame[2] if place >= 0]
    ships = with_planes(state.rules.pieces, state.cells, frame[3]) if places else 0
    return [SetProduct(RAID_PORT.number, ships, sorted(places))] if ships else []


def all_pursuits(state: State, frame: Frame, side: int) -> list[Group]:
    able = _able(state, frame)
    groups = sum(1 << n for n, ships in enumerate(able) if frame[2][n][1] < 0 and ships & (ships - 1))
    return [EachOf(ALL_PURSUE.number, groups)] if groups else []


def all_raids(state: State, frame: Frame, side: int) -> list[Group]:
    ships = with_planes(state.rules.pieces, state.cells, frame[3])
    places = sum(1 << place for _, place, _ in frame[2] if place >= 0)
    return [EachOf(ALL_RAID.number, places)] if places and ships & (ships - 1) else []


_bound = (free_ship, is_fleeing, still_pursues, keeps_up)
PURSUE = Verb("pursue", UNITS, FORCES, clause="8.32", conditions=_bound, offer=pursuits)
RAID_PORT = Verb(
    "raid_port", UNITS, PLACES, clause="9.1", conditions=(free_ship, open_to_raid, has_planes), offer=raids
)
ALL_PURSUE = Verb("all_pursue", FORCES, clause="8.32", conditions=(several_pursuers,), offer=all_pursuits)
ALL_RAID = Verb("all_raid", PLACES, clause="9.1", conditions=(several_raiders,), offer=all_raids)


class Pursuit(Procedure):
    """8.32, 9.1 A side puts ships on groups and on places, one by one or all that can; the others stay (8.34)."""

    name = "pursuit"
    clause = "8.32"
    fields = {"side": One(SIDES), "tasks": TASKS, "left": Some(UNITS)}
    verbs = (PURSUE, RAID_PORT, ALL_PURSUE, ALL_RAID, DONE)

    def start(self, play: Play, side: int, groups: tuple[int, ...], places: int, ships: int) -> None:
        """Asks for the pursuers of these groups and the raiders of these places, out of these ships."""
        tasks = [(group, -1, 0) for group in groups] + [(0, place, 0) for place in members(places)]
        play.push(self.frame(side, tuple(tasks), ships & SHIPS))

    def proceed(self, play: Play, frame: Frame) -> bool:
        if any(_able(play.state, frame)):
            return True
        self.finish(play, frame, asked=any(ships for _, _, ships in frame[2]))
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Put ships on fleeing groups and on enemy harbours; done: the others pursue nobody this turn."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        verb = code[0]
        if verb == DONE.number:
            self.finish(play, frame)
            return
        raiding = verb in (RAID_PORT.number, ALL_RAID.number)
        number = _task_of(frame, code[-1]) if raiding else code[-1]
        together = verb in (ALL_PURSUE.number, ALL_RAID.number)
        ships = _able(play.state, frame)[number] if together else 1 << code[1]
        if raiding:
            play.tell(log.RAID_SET, side, ships, code[-1])
        else:
            play.tell(log.PURSUED, side, ships, number)
        tasks = [(g, p, s | ships if n == number else s) for n, (g, p, s) in enumerate(frame[2])]
        play.replace((self.number, side, tuple(tasks), frame[3] & ~ships))

    def finish(self, play: Play, frame: Frame, asked: bool = True) -> None:
        """The flight below learns who is after whom, and who was named as not pursuing (8.34)."""
        play.pop()
        named = any(ships for _, _, ships in frame[2])
        play.tell(log.PURSUERS_NAMED if named else log.NO_PURSUIT, frame[1])
        staying = frame[3] if asked and any(place < 0 for _, place, _ in frame[2]) else 0
        play.rules.procedures[play.state.stack[-1][0]].pursued(play, frame[2], staying)


PURSUIT = Pursuit()
