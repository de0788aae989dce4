"""7.4 to 7.7 One day or night action: Japan aims and fires, then the Allies; all effects apply at the end."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import Number, members
from ironbottom.engine.rules.procedures import changed
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    CARRIERS,
    DAY,
    JAPAN,
    NIGHT,
    UNITS_OF_SIDE,
    Area,
    DayOrNight,
    MaybePlace,
    Sides,
    Units,
    YesNo,
)
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.effects import on_bottom, sunk_at_sea, sunk_in_port
from ironbottom.games.victory_in_the_pacific.rules.fire import (
    MARKS,
    Aim,
    Announcement,
    FireReceiver,
    Targeting,
    fire,
    open_targets,
    shooters,
)
from ironbottom.games.victory_in_the_pacific.rules.kamikaze import KamikazeNaming
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import DISABLED, lose_unit, return_units
from ironbottom.games.victory_in_the_pacific.state import AT, DAMAGE, IN, Cells
from ironbottom.games.victory_in_the_pacific.state_types import Execution

BOTH = 0b11


def taking_part(cells: Cells, frame: Action) -> int:
    """The units of the action that are still at sea or in the raided place."""
    there = cells[AT + frame.area]
    if frame.place >= 0:
        there |= cells[IN + frame.place]
    return frame.units & there


# -- stage by stage ------------------------------------------------------------------------------------


def ask_night_carriers(execution: Execution, frame: Action) -> None:
    """5.33 Before a night action the Allies name the carriers that fire their guns."""
    if frame.way != NIGHT or not frame.firing >> ALLIES & 1:
        return
    units = taking_part(execution.cells, frame)
    may = units & ~frame.barred & UNITS_OF_SIDE[ALLIES] & CARRIERS
    silent = shooters(execution.rules.pieces, execution.cells, NIGHT, may)
    enemy = units & UNITS_OF_SIDE[JAPAN]
    if silent and open_targets(NIGHT, enemy, enemy & CARRIERS, 0):
        execution.push(Announcement(ALLIES, silent, 0))


def name_kamikazes(execution: Execution, frame: Action) -> None:
    """19.22 Before a day action of the ninth turn Japan names the carriers that make kamikaze attacks."""
    if frame.way == DAY and frame.firing >> JAPAN & 1:
        units = taking_part(execution.cells, frame)
        may = execution.rules.pieces.hooks.kamikaze_candidates(execution, units & ~frame.barred & UNITS_OF_SIDE[JAPAN])
        if may and units & UNITS_OF_SIDE[ALLIES]:
            execution.push(KamikazeNaming(JAPAN, may, 0))


def japan_fires(execution: Execution, frame: Action) -> None:
    """5.34 Japan names its targets and fires."""
    ask_for_targets(execution, frame, JAPAN)


def allies_fire(execution: Execution, frame: Action) -> None:
    """5.35 Then the Allies fire with all their units; they know the results of Japan's fire."""
    ask_for_targets(execution, frame, ALLIES)


def ask_for_targets(execution: Execution, frame: Action, side: int) -> None:
    """7.44 A side names all its targets before it rolls."""
    if not frame.firing >> side & 1:
        return
    units = taking_part(execution.cells, frame)
    own = units & UNITS_OF_SIDE[side] & ~frame.barred
    if frame.way == NIGHT and side == ALLIES:
        own &= ~CARRIERS | frame.guns
    enemy = units & UNITS_OF_SIDE[1 - side] & ~frame.unseen
    if side == ALLIES or not execution.rules.pieces.hooks.fires_named_targets(execution, own, enemy):
        Targeting.start(execution, side, frame.way, own, enemy, frame.guns)


def take_effect(execution: Execution, frame: Action) -> None:
    """5.36, 7.6 Applies all damage at once; disabled units go home, Japan's first (7.62)."""
    execution.pop()
    marks = dict(frame.marks)
    home = 0
    affected = sum(1 << unit for unit in marks) | frame.struck | frame.kamikazes
    for unit in members(affected & taking_part(execution.cells, frame)):
        if frame.kamikazes >> unit & 1:
            lose_unit(execution, unit)
        elif (
            damage_unit(execution, unit, marks.get(unit, 0), frame.in_port(execution.cells, unit))
            and frame.struck >> unit & 1
        ):
            execution.emit(log.WAS_DISABLED, unit)
            home |= 1 << unit
    send_disabled(execution, frame.area, home)


STAGES = (ask_night_carriers, name_kamikazes, japan_fires, allies_fire, take_effect)


def damage_unit(execution: Execution, unit: int, damage: int, in_port: bool) -> bool:
    """7.63, 9.4 Adds damage to a unit; returns False if the unit sinks (7.64: even if it was disabled)."""
    cells, pieces = execution.cells, execution.rules.pieces
    if not damage:
        return True
    now = cells[DAMAGE + unit] + damage
    if (sunk_in_port if in_port else sunk_at_sea)(pieces, now, unit):
        lose_unit(execution, unit)
        return False
    cells[DAMAGE + unit] = now
    kind = log.BOTTOMED if in_port and on_bottom(pieces, cells, unit) else log.DAMAGED
    execution.emit(kind, unit, now)
    return True


def send_disabled(execution: Execution, area: int, units: int) -> None:
    """7.62 Disabled units go to places of their own side (10)."""
    for side in (ALLIES, JAPAN):
        if units & UNITS_OF_SIDE[side]:
            return_units(execution, side, area, units & UNITS_OF_SIDE[side], DISABLED)


class Action(FireReceiver):
    """7.4 to 7.6 One action between its units.

    ``place`` is the port or base of an air raid, where units are not disabled; ``firing`` are the sides that may fire,
    ``barred`` the units that may not, and ``unseen`` those that cannot be attacked (20.5); ``disables`` is false if a 5
    has no effect. ``guns`` are the carriers that fire their guns at night, ``marks`` and ``struck`` the damage and the
    disabling that take effect at the end.
    """

    number, name, clause, stages = 24, "action", "7.4", STAGES
    area: Area
    place: MaybePlace
    way: DayOrNight
    units: Units
    firing: Sides
    barred: Units
    unseen: Units
    disables: YesNo
    next: Annotated[int, Number(0, len(STAGES) - 1)]
    guns: Units
    kamikazes: Units
    marks: Annotated[tuple[tuple[int, int], ...], MARKS]
    struck: Units

    @classmethod
    def start(
        cls,
        execution: Execution,
        area: int,
        kind: int,
        units: int,
        place: int = -1,
        firing: int = BOTH,
        barred: int = 0,
        unseen: int = 0,
        disables: bool = True,
    ) -> None:
        """Opens an action in an area, or an action of an air raid on a place."""
        execution.push(cls(area, place, kind, units, firing, barred, unseen, int(disables), 0, 0, 0, (), 0))

    def in_port(self, cells: Cells, unit: int) -> bool:
        """Whether a unit is in the raided place."""
        return self.place >= 0 and bool(cells[IN + self.place] >> unit & 1)

    def on_carriers_announced(self, execution: Execution, carriers: int) -> None:
        """5.33 Records the carriers that the Allies have named."""
        execution.replace(changed(self, guns=self.guns | carriers))

    def on_kamikazes_named(self, execution: Execution, carriers: int) -> None:
        """19.22 Records the kamikazes that Japan has named."""
        execution.replace(changed(self, kamikazes=carriers))

    def use_named_targets(self, execution: Execution, kamikazes: int, struck: int) -> None:
        """23.37, 23.4 Uses targets that are already named, with the units that are kamikazes and those that go home."""
        last = len(STAGES) - 1
        execution.replace(changed(self, next=last, guns=0, kamikazes=kamikazes, marks=(), struck=struck))

    def on_fired(self, execution: Execution, kind: int, aims: tuple[Aim, ...]) -> None:
        """7.5 A side fires, in the order of the units file; carriers that fire at night may be fired at (7.424)."""
        marks, struck, kamikazes, guns = dict(self.marks), self.struck, self.kamikazes, self.guns
        for unit, target in sorted(aims):
            disables = bool(self.disables) and not self.in_port(execution.cells, target)
            result = fire(execution, kind, unit, target, bool(kamikazes >> unit & 1), disables)
            if result.damage:
                marks[target] = min(log.MAX_DAMAGE, marks.get(target, 0) + result.damage)
            if result.disabled and disables:
                struck |= 1 << target
            if execution.rules.pieces.hooks.is_kamikaze(execution, kind, unit):
                kamikazes |= 1 << unit
        if kind == NIGHT:
            guns |= sum({1 << unit for unit, _ in aims}) & CARRIERS
        execution.replace(
            changed(self, guns=guns, kamikazes=kamikazes, marks=tuple(sorted(marks.items())), struck=struck)
        )
