"""8.9 Pursuit: the side that stays fires once at withdrawing units of the same type, and these fire back."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.restrictions import Allowed, Branches, one_set, restriction
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import ARMED, GUNS, LIKE, TRANSPORTS, UNITS, UNITS_OF_SIDE, Area, Side
from ironbottom.games.hold_fast.rules.closing_verbs import DONE
from ironbottom.games.hold_fast.rules.fire import Aim, Aims, roll_fire
from ironbottom.games.hold_fast.state import Cells, opponent, units_in_area
from ironbottom.games.hold_fast.state_types import Execution, State


def like_pairs(staying: int, leaving: int) -> list[tuple[int, int]]:
    """8.9.1 Pursuers and the units of the same type that they may pursue.

    8.9.3 Transports are safe while gun ships of their side withdraw; otherwise battleships and cruisers pursue them.
    """
    pairs = [(staying & kind, leaving & kind) for kind in LIKE]
    if not leaving & GUNS:
        pairs.append((staying & GUNS, leaving & TRANSPORTS))
    return [(firing, targets) for firing, targets in pairs if firing and targets]


def named_targets(aims: tuple[Aim, ...]) -> tuple[int, int]:
    """The units that have a target, and the targets named so far."""
    firing = targets = 0
    for unit, target in aims:
        firing |= 1 << unit
        targets |= 1 << target
    return firing, targets


def open_pairs(cells: Cells, frame: Pursuit) -> list[tuple[int, int]]:
    """8.9.2 The remaining pursuers with the targets each may name now: units of the same type, first those without a
    pursuer.
    """
    firing, named = named_targets(frame.aims)
    pairs = like_pairs(
        units_in_area(cells, frame.area, frame.side), units_in_area(cells, frame.area, opponent(frame.side))
    )
    free = ((units & ~firing, targets) for units, targets in pairs)
    return [(units, targets & ~named or targets) for units, targets in free if units]


def targets_of(pairs: list[tuple[int, int]], unit: int) -> int:
    """The targets a unit may name, from these pairs."""
    result = 0
    for units, targets in pairs:
        if units >> unit & 1:
            result |= targets
    return result


@restriction("8.9.1", "{unit} is not one of your units in this battle")
def may_pursue(state: State, frame: Pursuit, side: int) -> int:
    return units_in_area(state.cells, frame.area, side)


@restriction("8.9.1", "{unit} already has its target: each unit pursues once")
def pursues_once(state: State, frame: Pursuit, side: int) -> int:
    firing, _ = named_targets(frame.aims)
    return UNITS_OF_SIDE[side] & ~firing


@restriction("8.9.3", "{target} is covered by the battleships or cruiser groups that withdraw with it")
def transports_covered(state: State, frame: Pursuit, side: int, unit: int) -> Allowed:
    covered = GUNS >> unit & 1 and units_in_area(state.cells, frame.area, opponent(side)) & GUNS
    return ARMED if covered else True


@restriction("8.9.1", "{target} is not a withdrawing unit of a like type")
def like_type(state: State, frame: Pursuit, side: int, unit: int) -> int:
    cells, area = state.cells, frame.area
    return targets_of(like_pairs(units_in_area(cells, area, side), units_in_area(cells, area, opponent(side))), unit)


@restriction("8.9.2", "{target} already has a pursuer, and another unit of its type has none")
def not_doubled(state: State, frame: Pursuit, side: int, unit: int) -> int:
    return targets_of(open_pairs(state.cells, frame), unit)


def pursuits(state: State, frame: Pursuit, side: int) -> Branches:
    """Finds every pursuit, type by type: three times as fast as the restrictions."""
    return [(units, one_set(targets)) for units, targets in open_pairs(state.cells, frame)]


@restriction("8.9.3", "{unit} is a transport and cannot fire back")
def transports_have_no_guns(state: State, frame: ReturnFire, side: int) -> int:
    return ARMED


@restriction("8.9.4", "{unit} was not pursued, or has already fired back")
def was_pursued(state: State, frame: ReturnFire, side: int) -> int:
    return units_to_reply(frame)


@restriction("8.9.4", "{target} did not pursue {unit}")
def is_pursuer(state: State, frame: ReturnFire, side: int, unit: int) -> int:
    return sum([1 << pursuer for pursuer, target in frame.pursuers if target == unit])


def units_to_reply(frame: ReturnFire) -> int:
    """8.9.3, 8.9.4 The pursued units that have still to fire back; transports cannot."""
    _, pursued = named_targets(frame.pursuers)
    replied, _ = named_targets(frame.aims)
    return pursued & ~TRANSPORTS & ~replied


def last_pursuit(state: State, frame: Pursuit, side: int, unit: int, target: int) -> bool:
    """8.9.2 The pursuers fire once no choice is left."""
    return not open_pairs(state.cells, changed(frame, aims=(*frame.aims, (unit, target))))


def last_reply(state: State, frame: ReturnFire, side: int, unit: int, target: int) -> bool:
    """8.9.4 The pursued units fire once no choice of target is left."""
    others = members(units_to_reply(frame) & ~(1 << unit))
    return all(sum(aim == one for _, aim in frame.pursuers) < 2 for one in others)


PURSUE = Verb(
    "pursue",
    clause="8.9.1",
    ends_list=last_pursuit,
    offer=pursuits,
    unit=Argument(UNITS, may_pursue, pursues_once),
    target=Argument(UNITS, transports_covered, like_type, not_doubled),
)
REPLY = Verb(
    "reply",
    clause="8.9.4",
    ends_list=last_reply,
    unit=Argument(UNITS, transports_have_no_guns, was_pursued),
    target=Argument(UNITS, is_pursuer),
)


class Pursuit(Procedure):
    """8.9.1, 8.9.2 The side that stays chooses its pursuers one by one, or none."""

    number, name, clause = 15, "pursuit", "8.9.1"
    verbs = (PURSUE, DONE)
    side: Side
    area: Area
    aims: Aims

    def proceed(self, execution: Execution) -> bool:
        if open_pairs(execution.cells, self):
            return True
        self.finish(execution)
        return False

    def pursue(self, execution: Execution, unit: int, target: int) -> None:
        execution.replace(changed(self, aims=(*self.aims, (unit, target))))
        execution.emit(log.PURSUED, unit, target)

    def done(self, execution: Execution) -> None:
        execution.emit(log.FINISHED, self.side, log.STEPS.index[self.name])
        self.finish(execution)

    def finish(self, execution: Execution) -> None:
        """The pursuers fire; then the pursued units choose their targets."""
        execution.pop()
        if self.aims:
            roll_fire(execution, self.aims)
            execution.push(ReturnFire(opponent(self.side), self.aims, ()))


class ReturnFire(Procedure):
    """8.9.4 Each pursued unit fires at one of its pursuers, even if it is sunk."""

    number, name, clause = 16, "return_fire", "8.9.4"
    verbs = (REPLY,)
    side: Side
    pursuers: Aims
    aims: Aims

    def proceed(self, execution: Execution) -> bool:
        """Names the target of each unit that has only one pursuer."""
        aims = list(self.aims)
        for unit in members(units_to_reply(self)):
            pursuers = [pursuer for pursuer, target in self.pursuers if target == unit]
            if len(pursuers) > 1:
                return True
            aims.append((unit, pursuers[0]))
        execution.pop()
        roll_fire(execution, aims)
        return False

    def reply(self, execution: Execution, unit: int, target: int) -> None:
        execution.replace(changed(self, aims=(*self.aims, (unit, target))))
        execution.emit(log.AIMED, unit, target)
