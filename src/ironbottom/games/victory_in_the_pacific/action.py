"""7.4 to 7.7 One day or night action: Japan aims and fires, then the Allies; all effects come at the end."""

from __future__ import annotations

from ironbottom.engine.fields import Flag, Number, One, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.designation import take_aims
from ironbottom.games.victory_in_the_pacific.effects import on_bottom, sunk_at_sea, sunk_in_port
from ironbottom.games.victory_in_the_pacific.fire import (
    ANNOUNCEMENT,
    MARKS,
    TARGETING,
    Aim,
    Volley,
    has_bonus,
    open_targets,
    shooters,
    shots_of,
    volley,
)
from ironbottom.games.victory_in_the_pacific.kamikaze import KAMIKAZE_NAMING, sacrificed, volunteers
from ironbottom.games.victory_in_the_pacific.pieces import (
    ACTIONS,
    AIR,
    ALLIES,
    AREAS,
    CARRIERS,
    DAY,
    JAPAN,
    NIGHT,
    OF_SIDE,
    PEARL_HARBOR,
    PLACES,
    SIDES,
    UNITS,
)
from ironbottom.games.victory_in_the_pacific.state import AT, DAMAGE, IN, Cells
from ironbottom.games.victory_in_the_pacific.way_home import DISABLED, lose, send_home

BOTH = 0b11
AREA, PLACE, WAY, TAKING_PART, FIRING, BARRED, UNSEEN, DISABLES = range(1, 9)
NEXT, GUNS, KAMIKAZES, MARKED, STRUCK = range(9, 14)
"""Where each field of the action's frame stands."""


def taking_part(cells: Cells, frame: Frame) -> int:
    """The units of the action that are still there, at sea or in the place that is raided."""
    there = cells[AT + frame[AREA]]
    if frame[PLACE] >= 0:
        there |= cells[IN + frame[PLACE]]
    return int(frame[TAKING_PART] & there)


def changed(frame: Frame, place: int, value: object) -> Frame:
    """The frame with another value in a place."""
    return (*frame[:place], value, *frame[place + 1 :])


# -- stage by stage ------------------------------------------------------------------------------------


def announce(play: Play, frame: Frame) -> None:
    """5.33 Before a night action the Allies name the carriers that fire their guns."""
    if frame[WAY] != NIGHT or not frame[FIRING] >> ALLIES & 1:
        return
    units = taking_part(play.cells, frame)
    may = units & ~frame[BARRED] & OF_SIDE[ALLIES] & CARRIERS
    silent = shooters(play.rules.pieces, play.cells, NIGHT, may)
    enemy = units & OF_SIDE[JAPAN]
    if silent and open_targets(NIGHT, enemy, enemy & CARRIERS, 0):
        play.push(ANNOUNCEMENT.frame(ALLIES, silent, 0))


def name_kamikazes(play: Play, frame: Frame) -> None:
    """19.22 Before a day action of the ninth turn Japan names the carriers that make kamikaze attacks."""
    if frame[WAY] == DAY and frame[FIRING] >> JAPAN & 1:
        units = taking_part(play.cells, frame)
        may = volunteers(play, units & ~frame[BARRED] & OF_SIDE[JAPAN])
        if may and units & OF_SIDE[ALLIES]:
            play.push(KAMIKAZE_NAMING.frame(JAPAN, may, 0))


def japan_fires(play: Play, frame: Frame) -> None:
    """5.34 Japan names its targets and fires."""
    aim(play, frame, JAPAN)


def allies_fire(play: Play, frame: Frame) -> None:
    """5.35 Then the Allies, with all they had; they know what Japan's fire did."""
    aim(play, frame, ALLIES)


def aim(play: Play, frame: Frame, side: int) -> None:
    """7.44 A side names all its targets before it rolls."""
    if not frame[FIRING] >> side & 1:
        return
    units = taking_part(play.cells, frame)
    own = units & OF_SIDE[side] & ~frame[BARRED]
    if frame[WAY] == NIGHT and side == ALLIES:
        own &= ~CARRIERS | frame[GUNS]
    enemy = units & OF_SIDE[1 - side] & ~frame[UNSEEN]
    aims = take_aims(play, frame[AREA], frame[WAY]) if side == JAPAN else ()
    if aims:
        as_designated(play, aims, own, enemy)
    else:
        TARGETING.start(play, side, frame[WAY], own, enemy, frame[GUNS])


def as_designated(play: Play, aims: tuple[Aim, ...], own: int, enemy: int) -> None:
    """24.7 Carriers strike what they named, at sea or in Pearl Harbor, or nothing."""
    frame, in_port = play.state.stack[-1], play.cells[IN + PEARL_HARBOR] & OF_SIDE[ALLIES]
    frame = changed(frame, TAKING_PART, frame[TAKING_PART] | in_port)
    frame = changed(frame, BARRED, frame[BARRED] | in_port)
    play.replace(changed(frame, PLACE, PEARL_HARBOR))
    shooting = shooters(play.rules.pieces, play.cells, DAY, own)
    kept = tuple(aim for aim in aims if shooting >> aim[0] & 1 and (enemy | in_port) >> aim[1] & 1)
    for unit, target in kept:
        play.tell(log.AIMED, JAPAN, 1 << unit, target)
    ACTION.fired(play, DAY, kept)


def take_effect(play: Play, frame: Frame) -> None:
    """5.36, 7.6 All marks take effect together; the disabled go home, Japan's first (7.62)."""
    play.pop()
    marks = dict(frame[MARKED])
    home = 0
    affected = sum(1 << unit for unit in marks) | frame[STRUCK] | frame[KAMIKAZES]
    for unit in members(affected & taking_part(play.cells, frame)):
        if frame[KAMIKAZES] >> unit & 1:
            lose(play, unit)
            continue
        in_port = frame[PLACE] >= 0 and bool(play.cells[IN + frame[PLACE]] >> unit & 1)
        if harm(play, unit, marks.get(unit, 0), in_port) and frame[STRUCK] >> unit & 1:
            play.tell(log.WAS_DISABLED, unit)
            home |= 1 << unit
    send_disabled(play, frame[AREA], home)


STAGES = (announce, name_kamikazes, japan_fires, allies_fire, take_effect)


def harm(play: Play, unit: int, damage: int, in_port: bool) -> bool:
    """7.63, 9.4 Adds damage to a unit; False where it sinks (7.64: whether it was disabled or not)."""
    cells, pieces = play.cells, play.rules.pieces
    if not damage:
        return True
    now = cells[DAMAGE + unit] + damage
    if (sunk_in_port if in_port else sunk_at_sea)(pieces, now, unit):
        lose(play, unit)
        return False
    cells[DAMAGE + unit] = now
    kind = log.BOTTOMED if in_port and on_bottom(pieces, cells, unit) else log.DAMAGED
    play.tell(kind, unit, now)
    return True


def send_disabled(play: Play, area: int, units: int) -> None:
    """7.62 Disabled units go to places of their own side (10)."""
    for side in (ALLIES, JAPAN):
        if units & OF_SIDE[side]:
            send_home(play, side, area, units & OF_SIDE[side], DISABLED)


class Action(Procedure):
    """7.4 to 7.6 One action between the units that take part in it.

    ``place`` is the port or base of an air raid, where nobody is disabled; ``firing`` are the sides that may fire,
    ``barred`` the units that may not and ``unseen`` those that cannot be attacked (20.5); ``disables`` is off where a 5
    has no effect. ``guns`` are the carriers that fire their guns at night, ``marks`` and
    ``struck`` the damage and the disabling that take effect at the end.
    """

    name = "action"
    clause = "7.4"
    fields = {
        "area": One(AREAS),
        "place": One(PLACES, none=True),
        "way": One(ACTIONS),
        "units": Some(UNITS),
        "firing": Some(SIDES),
        "barred": Some(UNITS),
        "unseen": Some(UNITS),
        "disables": Flag(),
        "next": Number(0, len(STAGES) - 1),
        "guns": Some(UNITS),
        "kamikazes": Some(UNITS),
        "marks": MARKS,
        "struck": Some(UNITS),
    }

    def start(
        self,
        play: Play,
        area: int,
        way: int,
        units: int,
        place: int = -1,
        firing: int = BOTH,
        barred: int = 0,
        unseen: int = 0,
        disables: bool = True,
    ) -> None:
        """Opens an action in an area, or of an air raid on a place."""
        play.push(self.frame(area, place, way, units, firing, barred, unseen, int(disables), 0, 0, 0, (), 0))

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage = frame[NEXT]
        play.replace(changed(frame, NEXT, min(stage + 1, len(STAGES) - 1)))
        STAGES[stage](play, frame)
        return False

    def announced(self, play: Play, carriers: int) -> None:
        """5.33 The Allies have named their carriers."""
        frame = play.state.stack[-1]
        play.replace(changed(frame, GUNS, frame[GUNS] | carriers))

    def sacrifice(self, play: Play, carriers: int) -> None:
        """19.22 Japan has named its kamikazes."""
        play.replace(changed(play.state.stack[-1], KAMIKAZES, carriers))

    def carry_through(self, play: Play, kamikazes: int, struck: int) -> None:
        """23.37, 23.4 Targets are named already; these are kamikazes, these go home at the end."""
        frame = play.state.stack[-1]
        last = len(STAGES) - 1
        play.replace((*frame[:NEXT], last, 0, kamikazes, (), struck))

    def fired(self, play: Play, way: int, aims: tuple[Aim, ...]) -> None:
        """7.5 A side fires, in the order of the units file; carriers that do so at night may be fired at (7.424)."""
        frame = play.state.stack[-1]
        marks, struck, doomed = dict(frame[MARKED]), frame[STRUCK], frame[KAMIKAZES]
        for unit, target in sorted(aims):
            in_port = frame[PLACE] >= 0 and bool(play.cells[IN + frame[PLACE]] >> target & 1)
            disables = bool(frame[DISABLES]) and not in_port
            fallen = fire(play, way, unit, target, bool(doomed >> unit & 1), disables)
            if fallen.damage:
                marks[target] = min(log.MOST_DAMAGE, marks.get(target, 0) + fallen.damage)
            if fallen.disabled and disables:
                struck |= 1 << target
            if sacrificed(play, way, unit):
                doomed |= 1 << unit
        if way == NIGHT:
            frame = changed(frame, GUNS, frame[GUNS] | sum({1 << unit for unit, _ in aims}) & CARRIERS)
        play.replace((*frame[:KAMIKAZES], doomed, tuple(sorted(marks.items())), struck))


def fire(play: Play, way: int, unit: int, target: int, doomed: bool, disables: bool) -> Volley:
    """7.53 A unit fires all its shots at its target; kamikazes with the bonus (19.2)."""
    pieces, cells = play.rules.pieces, play.cells
    bonus = doomed or sacrificed(play, way, unit) or has_bonus(pieces, cells, way, unit)
    fallen = volley(play, shots_of(pieces, cells, way, unit), bonus, bool(AIR >> target & 1), ACTIONS.titles[way])
    disabled = int(fallen.disabled and disables)
    play.tell(log.FIRED, unit, target, fallen.dice, fallen.hits, disabled, fallen.damage)
    return fallen


ACTION = Action()
