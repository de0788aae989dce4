"""8 Retreat: groups flee, each fights its own pursuers, and harbours are raided meanwhile (9.1)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Each, EachOf, Group, Only
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import Flag, Number, One, Row, Some
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.answers import DONE
from ironbottom.games.victory_in_the_pacific.combat_log import FORCES
from ironbottom.games.victory_in_the_pacific.harmless import can_hurt
from ironbottom.games.victory_in_the_pacific.invasion import land_after_round, may_invade, open_landings
from ironbottom.games.victory_in_the_pacific.pieces import AIR, AREAS, PLACES, SHIPS, SIDES, SUBMARINES, UNITS
from ironbottom.games.victory_in_the_pacific.pursuit import PURSUIT, TASKS, Task, fast_enough
from ironbottom.games.victory_in_the_pacific.raids import MOST_ROUNDS, NO_LIMIT, RAID, RAID_ROUNDS, exposed
from ironbottom.games.victory_in_the_pacific.retreat import GROUPING, Parties
from ironbottom.games.victory_in_the_pacific.rounds import ROUND
from ironbottom.games.victory_in_the_pacific.state import AT, FORFEIT, OWNED, PURSUED, STAYED_OUT, other
from ironbottom.games.victory_in_the_pacific.way_home import RETREATED, send_home

# -- the whole retreat ---------------------------------------------------------------------------------


def form_groups(play: Play, frame: Frame) -> None:
    """8.2 Those who flee break into groups."""
    if frame[3]:
        GROUPING.start(play, other(frame[1]), frame[3])


def assign(play: Play, frame: Frame) -> None:
    """8.32, 9.1 The other side puts ships on them, and on the harbours of the area that hold something or may soon."""
    side, area, ships, raids, rounds, groups = (frame[place] for place in (1, 2, 4, 5, 7, 9))
    if not rounds:
        return
    places = 0
    if raids:
        hostile = play.rules.pieces.places_of[area] & play.cells[OWNED + other(side)]
        places = hostile if groups else exposed(play.rules.pieces, play.cells, side, area)
    if groups or places:
        PURSUIT.start(play, side, groups, places, ships & play.cells[AT + area])


def unpursued_escape(play: Play, frame: Frame) -> None:
    """8.4 Groups that nobody pursues are home at once."""
    units = sum(group for group, place, ships in frame[10] if place < 0 and not ships)
    go_home(play, other(frame[1]), frame[2], units)


def land(play: Play, frame: Frame) -> None:
    """5.43 After the round that led to the retreat; a side that was alone (9.2) has fought none and waits."""
    if play.cells[FORFEIT + other(frame[1])] >> frame[2] & 1:
        open_landings(play, frame[1], frame[2], invaders=frame[11])


def chase(play: Play, frame: Frame) -> None:
    """8.5 The chases and the raids, one by one."""
    if any(ships for _, _, ships in frame[10]):
        play.push(CHASES.frame(frame[1], frame[2], frame[7], tuple(t if t[2] else OVER for t in frame[10])))


def finish(play: Play, frame: Frame) -> None:
    """All are home, sunk or let go."""
    play.pop()
    if frame[6]:
        ships = sum(ships for _, _, ships in frame[10])
        play.rules.procedures[play.state.stack[-1][0]].part_gone(play, ships)


STAGES = (form_groups, assign, unpursued_escape, land, chase, finish)
ASSIGN = STAGES.index(assign)


class Flight(Procedure):
    """8 What follows when units flee from an area; without any, the raids of a side that is alone there (9.2).

    ``side`` pursues with ``ships``; ``raids`` whether it may raid harbours now; ``part`` whether only part of a fleet
    flees and the battle goes on (20.8); ``rounds`` how many rounds there may be still, -1 for any number (18.36);
    ``invaders`` the amphibious units that may invade as the enemy flees.
    """

    name = "flight"
    clause = "8.1"
    fields = {
        "side": One(SIDES),
        "area": One(AREAS),
        "flees": Some(UNITS),
        "ships": Some(UNITS),
        "raids": Flag(),
        "part": Flag(),
        "rounds": Number(NO_LIMIT, MOST_ROUNDS),
        "next": Number(0, len(STAGES) - 1),
        "groups": Row(Some(UNITS)),
        "tasks": TASKS,
        "invaders": Some(UNITS),
    }

    def start(
        self,
        play: Play,
        side: int,
        area: int,
        flees: int,
        ships: int,
        part: bool = False,
        rounds: int = NO_LIMIT,
        invaders: int = 0,
    ) -> None:
        """Opens the retreat of units from the side that stays; its air units escape at once (8.21)."""
        cells = play.cells
        if flees:
            if part:
                play.tell(log.PARTED, other(side), flees)
            else:
                play.tell(log.RETREATED, other(side), area)
                cells[FORFEIT + other(side)] |= 1 << area
        free = ships & SHIPS & ~cells[PURSUED]
        play.push(self.frame(side, area, flees & ~AIR, free, 1, int(part), rounds, 0, (), (), invaders))
        go_home(play, other(side), area, flees & AIR)

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage = frame[8]
        play.replace((*frame[:8], min(stage + 1, len(STAGES) - 1), *frame[9:]))
        STAGES[stage](play, frame)
        return False

    def grouped(self, play: Play, groups: Parties) -> None:
        """8.2 The groups are formed."""
        frame = play.state.stack[-1]
        play.replace((*frame[:9], groups, *frame[10:]))

    def pursued(self, play: Play, tasks: tuple[Task, ...], staying: int) -> None:
        """8.32 The pursuers are named; 8.34, 9.3 where only part flees (20.8), that binds them when more do."""
        frame = play.state.stack[-1]
        if frame[6]:
            play.cells[PURSUED] |= sum(ships for _, _, ships in tasks)
            play.cells[STAYED_OUT] |= staying
        play.replace((*frame[:10], tasks, frame[11]))


FLIGHT = Flight()


def go_home(play: Play, side: int, area: int, units: int) -> None:
    """8.4 Units that have escaped go to places of their side (10)."""
    units &= play.cells[AT + area] & ~SUBMARINES
    if units:
        send_home(play, side, area, units, RETREATED)


# -- 8.5 the order of chases and raids -----------------------------------------------------------------


OVER = (0, -1, 0)
"""A task that is over; it keeps its place, so that the other groups keep their numbers."""


def _group_numbers(frame: Frame) -> list[int]:
    return [number for number, task in enumerate(frame[4]) if task[1] < 0 and task[2]]


@condition("8.5", "{0} is not pursued")
def is_pursued(state: State, frame: Frame, side: int, group: int) -> bool:
    return group in _group_numbers(frame)


@condition("9.1", "no raid on {0} was set")
def raid_is_set(state: State, frame: Frame, side: int, place: int) -> bool:
    return any(task[1] == place for task in frame[4])


def chases(state: State, frame: Frame, side: int) -> list[Group]:
    numbers = _group_numbers(frame)
    return [Each(CHASE_NOW.number, numbers)] if numbers else []


def set_raids(state: State, frame: Frame, side: int) -> list[Group]:
    places = sum(1 << task[1] for task in frame[4] if task[1] >= 0)
    return [EachOf(RAID_NOW.number, places)] if places else []


CHASE_NOW = Verb("chase", FORCES, clause="8.5", conditions=(is_pursued,), offer=chases)
RAID_NOW = Verb("raid_now", PLACES, clause="9.1", conditions=(raid_is_set,), offer=set_raids)


class Chases(Procedure):
    """8.5 The pursuing side picks the next chase or raid; groups keep the numbers they had when they fled."""

    name = "chases"
    clause = "8.5"
    fields = {"side": One(SIDES), "area": One(AREAS), "rounds": Number(NO_LIMIT, MOST_ROUNDS), "tasks": TASKS}
    verbs = (CHASE_NOW, RAID_NOW)

    def proceed(self, play: Play, frame: Frame) -> bool:
        number, side, area, rounds, tasks = frame
        there = play.cells[AT + area]
        live = [(group & there, place, ships & there) for group, place, ships in tasks]
        escaped = sum(group for group, place, ships in live if not ships)
        live = [task if task[2] and (task[0] or task[1] >= 0) else OVER for task in live]
        play.replace((number, side, area, rounds, tuple(live)))
        waiting = [number for number, task in enumerate(live) if task != OVER]
        if escaped:
            go_home(play, other(side), area, escaped)
        elif not waiting:
            play.pop()
        elif len(waiting) > 1:
            return True
        else:
            self.open(play, waiting[0])
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Which chase or raid is next?"

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == CHASE_NOW.number:
            self.open(play, code[1])
        else:
            self.open(play, next(n for n, task in enumerate(frame[4]) if task[1] == code[1]))

    def open(self, play: Play, number: int) -> None:
        """One chase or raid begins."""
        frame = play.state.stack[-1]
        _, side, area, rounds, tasks = frame
        group, place, ships = tasks[number]
        play.replace((*frame[:4], (*tasks[:number], OVER, *tasks[number + 1 :])))
        if place >= 0:
            RAID.start(play, side, area, place, ships, RAID_ROUNDS if rounds < 0 else min(rounds, RAID_ROUNDS))
        else:
            play.tell(log.CHASE_OPENED, group, ships)
            play.push(CHASE.frame(side, area, group, ships, rounds, 0))


CHASES = Chases()

# -- 8.51 one chase ------------------------------------------------------------------------------------


def check_chase(play: Play, frame: Frame) -> None:
    """8.33, 8.4 The chase ends when the group is gone, or has no pursuer left that is fast enough."""
    number, side, area, group, ships, rounds, _ = frame
    pieces, cells = play.rules.pieces, play.cells
    group, ships = group & cells[AT + area], ships & cells[AT + area]
    if not group:
        play.pop()
        return
    fast = fast_enough(pieces, cells, ships, group)
    if ships & ~fast:
        play.tell(log.OUTRUN, ships & ~fast)
    if fast and rounds and can_hurt(pieces, cells, group | fast):
        play.replace((number, side, area, group, fast, max(rounds - 1, NO_LIMIT), 1))
    else:
        play.pop()
        go_home(play, other(side), area, group)


def chase_round(play: Play, frame: Frame) -> None:
    """8.51 A round between the group and its pursuers."""
    ROUND.start(play, frame[2], frame[3] | frame[4])


def split(play: Play, frame: Frame) -> None:
    """8.52 The group may split."""
    there = play.cells[AT + frame[2]]
    group = frame[3] & there
    if frame[5] and group & (group - 1) and frame[4] & there:
        GROUPING.start(play, other(frame[1]), group)


def stop(play: Play, frame: Frame) -> None:
    """8.53 Pursuers may stop."""
    there = play.cells[AT + frame[2]]
    if frame[5] and frame[3] & there and frame[4] & there:
        play.push(STOPPING.frame(frame[1], frame[4] & there))


def land_meanwhile(play: Play, frame: Frame) -> None:
    """5.43 After each round of a chase the side that stays may land."""
    land_after_round(play, frame[1], frame[2])


CHASE_STAGES = (check_chase, chase_round, split, stop, land_meanwhile)


class Chase(Procedure):
    """8.5 The battle of a fleeing group with its pursuers, round by round until it is away or sunk."""

    name = "chase"
    clause = "8.51"
    fields = {
        "side": One(SIDES),
        "area": One(AREAS),
        "group": Some(UNITS),
        "ships": Some(UNITS),
        "rounds": Number(NO_LIMIT, MOST_ROUNDS),
        "next": Number(0, len(CHASE_STAGES) - 1),
    }

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage = frame[6]
        play.replace((*frame[:6], (stage + 1) % len(CHASE_STAGES)))
        CHASE_STAGES[stage](play, frame)
        return False

    def grouped(self, play: Play, groups: Parties) -> None:
        """8.52 Where the group has split, the pursuers are divided anew, and each part is chased by itself."""
        if len(groups) == 1:
            return
        _, side, area, group, ships, rounds, _ = play.state.stack[-1]
        ships &= play.cells[AT + area]
        invaders = may_invade(play, side, area)
        play.replace(FLIGHT.frame(side, area, group, ships, 0, 0, rounds, ASSIGN, groups, (), invaders))

    def remaining(self, play: Play, ships: int) -> None:
        """8.53 These go on."""
        frame = play.state.stack[-1]
        play.replace((*frame[:4], ships, *frame[5:]))


CHASE = Chase()

# -- 8.53 stopping -------------------------------------------------------------------------------------


@condition("8.53", "{0} does not pursue this group")
def pursues(state: State, frame: Frame, side: int, ship: int) -> bool:
    return bool(frame[2] >> ship & 1)


def stops(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(STOP.number, frame[2])]


def breaks_off(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(BREAK_OFF.number)]


STOP = Verb("stop", UNITS, clause="8.53", conditions=(pursues,), offer=stops)
BREAK_OFF = Verb("break_off", clause="8.53", offer=breaks_off)


class Stopping(Procedure):
    """8.53 After a round of a chase any of the pursuers may stop, for good this turn (8.34)."""

    name = "stopping"
    clause = "8.53"
    fields = {"side": One(SIDES), "ships": Some(UNITS)}
    verbs = (STOP, BREAK_OFF, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if frame[2]:
            return True
        self.finish(play, 0)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Which ships stop the pursuit? Done: the others go on."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == STOP.number:
            play.tell(log.STOPPED, 1 << code[1])
            play.replace((self.number, side, frame[2] & ~(1 << code[1])))
        elif code[0] == BREAK_OFF.number:
            play.tell(log.STOPPED, frame[2])
            self.finish(play, 0)
        else:
            play.tell(log.CHASE_GOES_ON, frame[2])
            self.finish(play, frame[2])

    def finish(self, play: Play, ships: int) -> None:
        """The chase below learns who goes on."""
        play.pop()
        play.rules.procedures[play.state.stack[-1][0]].remaining(play, ships)


STOPPING = Stopping()
