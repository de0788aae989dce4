"""8.8.2 to 8.8.5 The fight for one base, round by round until one side is gone."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField, Record, TupleField, members
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import FIGHTERS, FIRST_PLACE, GARRISON, PLACES, Fighters, Place, Side
from ironbottom.games.hold_fast.rolls import Roll
from ironbottom.games.hold_fast.rules.return_to_nearest_port import EVICTED, ReturnToNearestPort, lose_unit
from ironbottom.games.hold_fast.state import OWNED, SEEN_STRENGTH, STRENGTH, Cells, opponent
from ironbottom.games.hold_fast.state_types import Execution, Rules, State
from ironbottom.games.hold_fast.text.names import place_name

GARRISON_HIT_ON = 6
GARRISON_STRENGTH = 1


def units_to_aim(frame: LandFight) -> tuple[int, int]:
    """8.8.2 The units that have still to name a target, attackers before defenders, and the targets."""
    attackers, defenders = frame.attackers & ~frame.aimed, frame.defenders & ~frame.aimed
    return (attackers, frame.defenders) if attackers else (defenders, frame.attackers)


@restriction("8.8.2", "{unit} cannot choose a target now")
def has_to_aim(state: State, frame: LandFight, side: int) -> int:
    units, _ = units_to_aim(frame)
    return units


@restriction("8.8.2", "{target} is not an enemy in this land combat")
def fights_against(state: State, frame: LandFight, side: int, unit: int) -> int:
    _, targets = units_to_aim(frame)
    return targets


def last_aim(state: State, frame: LandFight, side: int, unit: int, target: int) -> bool:
    """8.8.2 After a side's last unit the other side aims, or all roll their dice."""
    units, _ = units_to_aim(frame)
    return units == 1 << unit


AIM = Verb(
    "aim",
    clause="8.8.2",
    ends_list=last_aim,
    unit=Argument(FIGHTERS, has_to_aim, equivalence=all_equivalent),
    target=Argument(FIGHTERS, fights_against),
)


class LandFight(Procedure):
    """8.8.2, 8.8.4 Every unit names a target; all roll dice equal to their strength at once; a 6 hits.

    ``side`` attacks; ``aimed`` are the units that have named their target in this round.
    """

    number, name, clause = 14, "land_fight", "8.8.2"
    verbs = (AIM,)
    side: Side
    base: Place
    attackers: Fighters
    defenders: Fighters
    aimed: Fighters
    aims: Annotated[tuple[tuple[int, int], ...], TupleField(Record(unit=IdField(FIGHTERS), target=IdField(FIGHTERS)))]

    def proceed(self, execution: Execution) -> bool:
        if not self.attackers or not self.defenders:
            execution.pop()
            conclude(execution, self)
            return False
        units, targets = units_to_aim(self)
        if not units:
            execution.replace(fight_round(execution, self))
            return False
        if targets & (targets - 1):
            return True
        named = [(unit, targets.bit_length() - 1) for unit in members(units)]
        execution.replace(changed(self, aimed=self.aimed | units, aims=(*self.aims, *named)))
        return False

    def decider(self, state: State) -> int:
        """The side that now names targets."""
        return self.side if self.attackers & ~self.aimed else opponent(self.side)

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(base=place_name(PLACES.ids[self.base]))

    def aim(self, execution: Execution, unit: int, target: int) -> None:
        execution.replace(changed(self, aimed=self.aimed | 1 << unit, aims=(*self.aims, (unit, target))))
        execution.emit(log.LAND_AIMED, unit, target)


def strength_of(cells: Cells, fighter: int) -> int:
    """8.8.2 The dice of a unit: as many as its strength, or one for the garrison (3.5.1)."""
    return GARRISON_STRENGTH if fighter == GARRISON else cells[STRENGTH + fighter]


def fight_round(execution: Execution, frame: LandFight) -> LandFight:
    """8.8.2 Rolls all dice of a round, attackers first; then the hits are applied on both sides at once."""
    cells, pieces = execution.cells, execution.rules.pieces
    hits: dict[int, int] = {}
    attackers_first = sorted([(not frame.attackers >> unit & 1, unit, target) for unit, target in frame.aims])
    for _, unit, target in attackers_first:
        dice = tuple(execution.roll(6, Roll.LAND_COMBAT) for _ in range(strength_of(cells, unit)))
        needed = GARRISON_HIT_ON if target == GARRISON else pieces.hit_on[target]
        scored = sum(die >= needed for die in dice)
        hits[target] = hits.get(target, 0) + scored
        execution.emit(log.LAND_FIRED, unit, target, dice, scored)
    gone = 0
    for target, scored in sorted(hits.items()):
        left = max(0, strength_of(cells, target) - scored)
        if target != GARRISON:
            cells[STRENGTH + target] = cells[SEEN_STRENGTH + target] = left
        if not left:
            gone |= 1 << target
            if target == GARRISON:
                execution.emit(log.GARRISON_LOST, frame.base)
            else:
                lose_unit(execution, target)
    return changed(frame, attackers=frame.attackers & ~gone, defenders=frame.defenders & ~gone, aimed=0, aims=())


def conclude(execution: Execution, frame: LandFight) -> None:
    """8.8.5 The base goes to surviving attackers; otherwise its owner keeps it, with a new garrison."""
    cells, side, base = execution.cells, frame.side, frame.base
    if not frame.attackers:
        execution.emit(log.BASE_HELD, opponent(side), base)
        return
    cells[OWNED + side] |= 1 << base
    cells[OWNED + opponent(side)] &= ~(1 << base)
    execution.emit(log.BASE_TAKEN, side, base)
    execution.push(ReturnToNearestPort(opponent(side), EVICTED, FIRST_PLACE + base))
