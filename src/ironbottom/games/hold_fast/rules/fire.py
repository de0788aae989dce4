"""8.1 to 8.6 Fire at sea: legal targets, the dice, and the results of hits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Self

from ironbottom.engine.core.fields import Domain, IdField, Record, TupleField, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.restrictions import Allowed, Branches, product_of, restriction
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import (
    AIR,
    FLIERS,
    GUNS,
    OFF_BOARD_KINDS,
    SHIPS,
    SUBMARINES,
    UNITS,
    UNITS_OF_SIDE,
    Area,
    Side,
    Units,
)
from ironbottom.games.hold_fast.rolls import Roll
from ironbottom.games.hold_fast.rules.fog import hide, mark_followed, restrict
from ironbottom.games.hold_fast.rules.return_to_nearest_port import DISABLED_SHIPS, ReturnToNearestPort, lose_unit
from ironbottom.games.hold_fast.state import (
    AT_SEA,
    DISABLED,
    OFF_BOARD,
    SEEN_STRENGTH,
    STRENGTH,
    Cells,
    move_unit,
    opponent,
    units_in_area,
)
from ironbottom.games.hold_fast.state_types import Execution, Rules, State

KINDS = Domain("fire", ("air", "surface", "submarine"))
AIR_FIRE, SURFACE_FIRE, SUBMARINE_FIRE = range(3)
DISABLING = 1
Aim = tuple[int, int]
"""A unit that fires, and its target."""
Aims = Annotated[tuple[Aim, ...], TupleField(Record(unit=IdField(UNITS), target=IdField(UNITS)))]


def units_that_fire(cells: Cells, area: int, side: int, kind: int) -> int:
    """3.0.2 The units that fire in one kind of round: carriers and air (8.5.1), guns (8.6.1), the submarine (8.3.1)."""
    firing = (FLIERS, GUNS, SUBMARINES)[kind]
    return units_in_area(cells, area, side) & firing


def targets(cells: Cells, area: int, side: int, kind: int) -> int:
    """The legal targets of a side: all but submarines for air (8.5.1), any ship for submarines (8.3.1).

    8.6.3 Guns fire at the enemy's battle station; at carriers and transports only if it holds no ship.
    """
    enemy = units_in_area(cells, area, opponent(side))
    if kind == AIR_FIRE:
        return enemy & (SHIPS | AIR)
    if kind == SUBMARINE_FIRE:
        return enemy & SHIPS
    return enemy & GUNS or enemy & SHIPS


def not_yet_targeted(legal_targets: int, aims: Iterable[Aim]) -> int:
    """8.6.2 The targets of guns at which no unit has aimed; once every target has been aimed at, all of them.

    8.6.3 Carriers and transports without a battle station need not be aimed at in this way.

    >>> tennessee, kongo, yamato = UNITS.index["a_tennessee"], UNITS.index["j_kongo"], UNITS.index["j_yamato"]
    >>> not_yet_targeted(1 << kongo | 1 << yamato, [(tennessee, kongo)]) == 1 << yamato
    True
    """
    if not legal_targets & GUNS:
        return legal_targets
    named = 0
    for _, target in aims:
        named |= 1 << target
    return legal_targets & ~named or legal_targets


def can_anyone_fire(cells: Cells, area: int, kind: int) -> bool:
    """8.4.3 Whether any unit in the area could fire at a legal target in a round of this kind."""
    return any(units_that_fire(cells, area, side, kind) and targets(cells, area, side, kind) for side in (0, 1))


@restriction("8.1.2", "{unit} is not one of your units in this battle")
def own_unit(state: State, frame: Targeting, side: int) -> int:
    return units_in_area(state.cells, frame.area, side)


@restriction("8.3.1", "only the submarine fires in submarine combat, not {unit}")
def fires_under_water(state: State, frame: Targeting, side: int) -> Allowed:
    return SUBMARINES if frame.kind == SUBMARINE_FIRE else True


@restriction("8.5.1", "{unit} cannot fire in air combat: only carriers and air units can")
def fires_in_the_air(state: State, frame: Targeting, side: int) -> Allowed:
    return FLIERS if frame.kind == AIR_FIRE else True


@restriction("8.6.1", "{unit} cannot fire in surface combat: only battleships and cruiser groups can")
def fires_on_the_surface(state: State, frame: Targeting, side: int) -> Allowed:
    return GUNS if frame.kind == SURFACE_FIRE else True


@restriction("8.1.3", "{unit} already has its target for this round")
def has_fire_left(state: State, frame: Targeting, side: int) -> int:
    return frame.left


@restriction("8.1.2", "{target} is not an enemy unit in this battle")
def enemy_there(state: State, frame: Targeting, side: int, unit: int) -> int:
    return units_in_area(state.cells, frame.area, opponent(side))


@restriction("8.3.1", "a submarine fires only at ships, and {target} is not a ship")
def ship_for_the_submarine(state: State, frame: Targeting, side: int, unit: int) -> Allowed:
    return SHIPS if frame.kind == SUBMARINE_FIRE else True


@restriction("8.6.1", "guns fire only at ships, and {target} is an air unit")
def ship_for_the_guns(state: State, frame: Targeting, side: int, unit: int) -> Allowed:
    return SHIPS | SUBMARINES if frame.kind == SURFACE_FIRE else True


@restriction("8.6.3", "{target} cannot be a target while ships are left at its battle station")
def battle_station_first(state: State, frame: Targeting, side: int, unit: int) -> int:
    return targets(state.cells, frame.area, side, frame.kind)


@restriction(
    "8.6.2", "{target} is already a target: every ship at the battle station must have one attacker before any has two"
)
def others_have_shooters(state: State, frame: Targeting, side: int, unit: int) -> int:
    return frame.open


def fire_at(state: State, frame: Targeting, side: int) -> Branches:
    """A faster generator of aims, from the targets in the frame; aims are a tenth of all decisions."""
    return product_of(frame.left, frame.open)


def last_aim(state: State, frame: Targeting, side: int, unit: int, target: int) -> bool:
    """8.1.4 All units fire once no choice of target is left."""
    return not frame.aimed_at(state.cells, unit, target).waits(state.cells)


FIRE = Verb(
    "fire",
    clause="8.5.2",
    ends_list=last_aim,
    offer=fire_at,
    unit=Argument(
        UNITS,
        own_unit,
        fires_under_water,
        fires_in_the_air,
        fires_on_the_surface,
        has_fire_left,
    ),
    target=Argument(
        UNITS,
        enemy_there,
        ship_for_the_submarine,
        ship_for_the_guns,
        battle_station_first,
        others_have_shooters,
    ),
)


class Targeting(Procedure):
    """8.1.2, 8.1.3 A side names a target for each unit that fires; then all of them fire.

    ``open`` holds the targets that may be named now: in surface combat, those not yet aimed at, if there are any.
    """

    number, name, clause = 11, "targeting", "8.1.3"
    verbs = (FIRE,)
    side: Side
    area: Area
    kind: Annotated[int, IdField(KINDS)]
    left: Units
    open: Units
    aims: Aims

    @classmethod
    def start(cls, execution: Execution, side: int, area: int, kind: int) -> None:
        """Asks a side for its targets, if it has units that can fire and there are targets."""
        firing, legal_targets = (
            units_that_fire(execution.cells, area, side, kind),
            targets(execution.cells, area, side, kind),
        )
        if firing and legal_targets:
            execution.push(cls(side, area, kind, firing, legal_targets, ()))

    def waits(self, cells: Cells) -> bool:
        """Whether there is a target to choose."""
        left, legal_targets = self.left, self.open
        if left and legal_targets & (legal_targets - 1):
            return True
        return bool(left & (left - 1)) and targets(cells, self.area, self.side, self.kind) != legal_targets

    def proceed(self, execution: Execution) -> bool:
        if self.waits(execution.cells):
            return True
        left, legal_targets, aims = self.left, self.open, self.aims
        for unit in members(left):
            aims = (*aims, (unit, legal_targets.bit_length() - 1))
        execution.pop()
        roll_fire(execution, aims)
        return False

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(KINDS.ids[self.kind])

    def question_clause(self) -> str:
        return ("8.5.1", "8.6.1", "8.3.1")[self.kind]

    def aimed_at(self, cells: Cells, unit: int, target: int) -> Self:
        """The frame after a unit has been given its target."""
        legal_targets, aims = self.open, (*self.aims, (unit, target))
        if self.kind == SURFACE_FIRE:
            legal_targets = not_yet_targeted(targets(cells, self.area, self.side, self.kind), aims)
        return changed(self, left=self.left & ~(1 << unit), open=legal_targets, aims=aims)

    def fire(self, execution: Execution, unit: int, target: int) -> None:
        execution.replace(self.aimed_at(execution.cells, unit, target))
        execution.emit(log.AIMED, unit, target)


def hits_of(dice: Iterable[int], hit_on: int) -> int:
    """3.0.3 The hits on a unit among the dice rolled.

    >>> hits_of((6, 5, 5, 4, 2, 1), 6), hits_of((5, 6), 5)
    (1, 2)
    """
    return sum([die >= hit_on for die in dice])


def roll_fire(execution: Execution, aims: Iterable[Aim]) -> None:
    """3.0.1, 8.1.4, 8.1.5 Each unit rolls its dice at its target, in the order of the units file; a 1 disables.

    Hits lower the strength at once; units that are sunk or disabled leave later, and still fire.
    """
    cells, pieces, roll = execution.cells, execution.rules.pieces, execution.roll
    for unit, target in sorted(aims):
        dice = tuple([roll(6, Roll.FIRE) for _ in range(pieces.dice[unit])])
        hits = hits_of(dice, pieces.hit_on[target])
        left = max(0, cells[STRENGTH + target] - hits)
        cells[STRENGTH + target] = cells[SEEN_STRENGTH + target] = left
        disabled = DISABLING in dice
        if disabled:
            cells[DISABLED] |= 1 << target
        execution.emit(log.FIRED, unit, target, dice, hits, int(disabled), left)


def remove_losses(execution: Execution, area: int, reason: int = DISABLED_SHIPS) -> None:
    """8.1.5, 8.1.6, 8.5.3 Sunk units are lost, disabled air units leave the board, and disabled ships go home."""
    cells = execution.cells
    for unit in members(cells[AT_SEA + area]):
        if not cells[STRENGTH + unit]:
            lose_unit(execution, unit)
    for unit in members(cells[DISABLED] & AIR):
        cells[DISABLED] &= ~(1 << unit)
        execution.emit(log.DISABLED_HOME, unit, -1)
        off_board(execution, unit)
    for side in (1, 0):
        if cells[DISABLED] & UNITS_OF_SIDE[side]:
            execution.push(ReturnToNearestPort(side, reason, area))


def off_board(execution: Execution, unit: int) -> None:
    """12.0.2 Moves an air unit or submarine off the board with its strength."""
    cells = execution.cells
    move_unit(cells, unit, OFF_BOARD)
    hide(execution, 1 << unit)
    restrict(cells, unit, OFF_BOARD_KINDS)
    mark_followed(execution, 1 << unit)
