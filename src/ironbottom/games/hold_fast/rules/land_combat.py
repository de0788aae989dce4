"""8.8 Land combat: transports against the garrison of a base, and its defenders."""

from __future__ import annotations

from typing import Annotated

from ironbottom.board.seas import areas_of_places
from ironbottom.engine.core.fields import IdField, IdSetField, Number, Record, TupleField, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import StagedProcedure, changed
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import AREAS, GARRISON, IS_BASE, PLACES, TRANSPORTS, UNITS, UNITS_OF_SIDE, Pieces
from ironbottom.games.hold_fast.rules.closing_verbs import DONE
from ironbottom.games.hold_fast.rules.fog import hide, reveal, shuffle
from ironbottom.games.hold_fast.rules.land_fight import LandFight
from ironbottom.games.hold_fast.rules.task_forces import reveal_task_forces
from ironbottom.games.hold_fast.state import AT_SEA, BATTLE, FACE_UP, FOUGHT, IN_PLACE, MAY_BE, OWNED, Cells, opponent
from ironbottom.games.hold_fast.state_types import Execution, Rules, State

Pairs = Annotated[tuple[tuple[int, int], ...], TupleField(Record(unit=IdField(UNITS), base=IdField(PLACES)))]
"""Transports, each with the base that it attacks or defends."""
JAPAN_LANDS, ALLIES_LAND, JAPAN_DEFENDS, ALLIES_DEFEND, FIGHTS = range(5)


def committed_transports(frame: LandStep) -> int:
    """The transports that already attack or defend."""
    return sum([1 << unit for unit, _ in (*frame.attacks, *frame.defences)])


def free_transports(cells: Cells, frame: LandStep, side: int) -> int:
    """The transports of the side at sea in these areas that neither attack nor defend yet."""
    at_sea = 0
    for area in members(frame.areas):
        at_sea |= cells[AT_SEA + area]
    return at_sea & TRANSPORTS & UNITS_OF_SIDE[side] & ~committed_transports(frame)


def transport_area(cells: Cells, frame: LandStep, unit: int) -> int:
    """The area, among these, in which a transport is; -1 if it is in none of them."""
    return next((area for area in members(frame.areas) if cells[AT_SEA + area] >> unit & 1), -1)


def landing_bases(pieces: Pieces, cells: Cells, area: int, side: int) -> int:
    """8.8.1 The enemy bases that touch a sea area."""
    bases = members(cells[OWNED + opponent(side)] & IS_BASE)
    return sum([1 << base for base in bases if pieces.touches[base] >> area & 1])


def attacked_bases(cells: Cells, frame: LandStep, area: int, side: int) -> int:
    """8.8.3 The bases of a side that are attacked from a sea area."""
    result = 0
    for unit, base in frame.attacks:
        if cells[AT_SEA + area] >> unit & 1:
            result |= 1 << base
    return result & cells[OWNED + side]


def transport_possible(pieces: Pieces, cells: Cells, units: int) -> bool:
    """2.0.2 Whether any of these hidden blocks may be a transport, as far as others can tell."""
    return bool(units) and (not pieces.memory or any(cells[MAY_BE + unit] & TRANSPORTS for unit in members(units)))


def next_fight(cells: Cells, frame: LandStep) -> tuple[int, int]:
    """8.8.1, 8.8.6 The next base to be fought for, area by area, and its attackers from one sea area."""
    for area in members(frame.areas):
        landed = [(base, unit) for unit, base in frame.attacks if cells[AT_SEA + area] >> unit & 1]
        if landed:
            first, _ = min(landed)
            return first, sum([1 << unit for base, unit in landed if base == first])
    raise LookupError("every attacking transport must be at sea")


@restriction("8.8.1", "the attackers are already chosen: now choose who defends")
def landings_open(state: State, frame: LandStep, side: int) -> bool:
    return frame.landing


@restriction("8.8.1", "{unit} is not one of your transports at sea here, or already attacks")
def free_to_land(state: State, frame: LandStep, side: int) -> int:
    return free_transports(state.cells, frame, side)


@restriction("1.1.4", "{base} is a port: ports are captured by control of the sea, never by transports")
def no_port(state: State, frame: LandStep, side: int, unit: int) -> int:
    return IS_BASE


@restriction("8.8.1", "{base} is not an enemy base beside the sea area of {unit}")
def base_adjacent(state: State, frame: LandStep, side: int, unit: int) -> int:
    return landing_bases(state.rules.pieces, state.cells, transport_area(state.cells, frame, unit), side)


@restriction("8.8.3", "transports at sea may defend a base only under an optional rule that is not used here")
def defence_from_sea(state: State, frame: LandStep, side: int) -> bool:
    return bool(state.rules.pieces.defence_from_sea)


@restriction("8.8.3", "both sides choose their attackers before any defender")
def defence_open(state: State, frame: LandStep, side: int) -> bool:
    return not frame.landing


@restriction("8.8.3", "{unit} is not one of your transports at sea here, or already attacks or defends")
def free_to_defend(state: State, frame: LandStep, side: int) -> int:
    return free_transports(state.cells, frame, side)


@restriction("8.8.3", "{base} is not one of your bases under attack from the sea area of {unit}")
def base_attacked(state: State, frame: LandStep, side: int, unit: int) -> int:
    return attacked_bases(state.cells, frame, transport_area(state.cells, frame, unit), side)


def by_area(state: State, frame: LandStep, side: int, units: int) -> list[int]:
    """Transports in the same sea area may attack and defend the same bases."""
    return [state.cells[AT_SEA + area] & units for area in members(frame.areas) if state.cells[AT_SEA + area] & units]


LAND = Verb(
    "land",
    clause="8.8.1",
    ends_list="always",
    when=(landings_open,),
    unit=Argument(UNITS, free_to_land, equivalence=by_area),
    base=Argument(PLACES, no_port, base_adjacent),
)
DEFEND = Verb(
    "defend",
    clause="8.8.3",
    ends_list="always",
    when=(defence_from_sea, defence_open),
    unit=Argument(UNITS, free_to_defend, equivalence=by_area),
    base=Argument(PLACES, base_attacked),
)


def can_commit(execution: Execution, frame: LandStep) -> bool:
    """In a battle: whether the side can commit a transport.

    Elsewhere: whether it has a block by an enemy base that may be a transport, so that the question itself reveals
    nothing.
    """
    cells, side = execution.cells, frame.decider(execution.state)
    pieces = execution.rules.pieces
    waiting = UNITS_OF_SIDE[side] & ~committed_transports(frame)
    if not frame.landing:
        free = waiting & TRANSPORTS
        return pieces.defence_from_sea and any(
            cells[AT_SEA + area] & free and attacked_bases(cells, frame, area, side) for area in members(frame.areas)
        )
    for area in members(frame.areas):
        units = cells[AT_SEA + area] & waiting
        able = units & TRANSPORTS if cells[BATTLE] >= 0 else transport_possible(pieces, cells, units)
        if able and landing_bases(pieces, cells, area, side):
            return True
    return False


def open_land_fights(execution: Execution, frame: LandStep) -> None:
    """8.8.3 Fights in sequence: the garrison defends with its side's transports that are in the base or committed to
    it.

    8.8.6 Transports that find the base captured from another area have no fight.
    """
    if not frame.attacks:
        finish(execution)
        return
    cells = execution.cells
    base, attackers = next_fight(cells, frame)
    side = 0 if attackers & UNITS_OF_SIDE[0] else 1
    still_to_come = [(unit, target) for unit, target in frame.attacks if not attackers >> unit & 1]
    execution.replace(changed(frame, attacks=tuple(still_to_come)))
    if cells[OWNED + side] >> base & 1:
        return
    holding = sum([1 << unit for unit, target in frame.defences if target == base])
    inside = cells[IN_PLACE + base] & TRANSPORTS & UNITS_OF_SIDE[opponent(side)]
    reveal(execution, inside)
    execution.push(LandFight(side, base, attackers, holding | inside | 1 << GARRISON, 0, ()))


def finish(execution: Execution) -> None:
    """2.0.2 Hides blocks that were revealed outside a battle."""
    cells, battle = execution.cells, execution.cells[BATTLE]
    execution.pop()
    hide(execution, cells[FACE_UP] & ~(cells[AT_SEA + battle] if battle >= 0 else 0))
    shuffle(execution, 0)
    shuffle(execution, 1)


class LandStep(StagedProcedure):
    """8.8.1, 1.1.5, 3.4.2 Each transport at sea may attack an enemy base beside its area; as an option some defend."""

    number, name, clause = 13, "land_step", "8.8.1"
    verbs = (LAND, DEFEND, DONE)
    hides_forced = True  # outside battles it is secret which blocks are transports
    stages, stage_field = (can_commit, can_commit, can_commit, can_commit, open_land_fights), "stage"
    areas: Annotated[int, IdSetField(AREAS)]
    stage: Annotated[int, Number(0, FIGHTS)]
    attacks: Pairs
    defences: Pairs

    @property
    def landing(self) -> bool:
        """Whether the sides are naming landings; they name the defence afterwards."""
        return self.stage <= ALLIES_LAND

    def decider(self, state: State) -> int:
        """8.8.1 The side that commits transports now: Japan first, for attack, then for defence."""
        return self.stage % 2

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt("attack" if self.landing else "defend")

    def question_clause(self) -> str:
        return "8.8.1" if self.landing else "8.8.3"

    def land(self, execution: Execution, unit: int, base: int) -> None:
        execution.replace(changed(self, attacks=(*self.attacks, (unit, base))))
        reveal(execution, 1 << unit)
        execution.emit(log.LANDING, unit, base)

    def defend(self, execution: Execution, unit: int, base: int) -> None:
        execution.replace(changed(self, defences=(*self.defences, (unit, base))))
        execution.emit(log.DEFENDING, unit, base)

    def done(self, execution: Execution) -> None:
        execution.replace(self.at_stage(self.next_stage()))
        execution.emit(
            log.FINISHED, self.decider(execution.state), log.STEPS.index["landing" if self.landing else "defence"]
        )


def landings_without_battle(execution: Execution) -> None:
    """8.8.6 After all combat, one land step covers all areas without an enemy unit."""
    cells = execution.cells
    reveal_task_forces(execution, (1 << len(AREAS)) - 1)
    shuffle(execution, 0)
    areas_without_battle = 0
    for area in range(len(AREAS)):
        if cells[AT_SEA + area] and not cells[FOUGHT] >> area & 1:
            areas_without_battle |= 1 << area
    areas = areas_without_battle & areas_of_places(execution.rules.pieces.touches, IS_BASE)
    if areas:
        execution.push(LandStep(areas, JAPAN_LANDS, (), ()))
