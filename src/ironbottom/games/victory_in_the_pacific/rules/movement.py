"""6.0 Movement: range, speed rolls, patrols and raiders (5.21, 5.24)."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField, Record, TupleField, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.legality import allowed_values
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, one_set, restriction
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.derived.damage import units_on_bottom
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALL_UNITS,
    AMPHIBIOUS,
    AREAS,
    GREEN,
    SHIPS,
    UNITS,
    UNITS_OF_SIDE,
    Side,
    Units,
)
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.rules.first_moves import (
    afloat,
    free_to_move,
    may_move,
    not_repaired,
    units_in_places,
)
from ironbottom.games.victory_in_the_pacific.rules.reach import (
    LANDING_FORCE,
    PATROLLING,
    RAIDING,
    amphibious_range_groups,
    areas_by_roll_from,
    by_reach,
    raider_range_groups,
    reach,
    speed_roll,
)
from ironbottom.games.victory_in_the_pacific.rules.rebuilding import REBUILD, rebuild
from ironbottom.games.victory_in_the_pacific.rules.repairs import MARK, REPAIR, mark, repair
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import FAILED, return_units
from ironbottom.games.victory_in_the_pacific.state import (
    AT,
    MARKED,
    PATROL,
    REPAIRED_THIS_TURN,
    area_of,
    move_unit,
    place_of,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State
from ironbottom.games.victory_in_the_pacific.variants.west_coast import (
    GO_WEST,
    TO_SAN_DIEGO,
    go_to_san_diego,
    go_west,
)

# -- restrictions ------------------------------------------------------------------------------------------


@restriction("5.2", "{unit} is not yours")
def own_unit(state: State, frame: Procedure, side: int) -> int:
    return UNITS_OF_SIDE[side]


@restriction("3.1", "{unit} is not a surface ship")
def surface_ship(state: State, frame: Procedure, side: int) -> int:
    return SHIPS


@restriction("13.1", "{unit} is not an amphibious unit")
def amphibious(state: State, frame: Procedure, side: int) -> int:
    return AMPHIBIOUS


@restriction("6.21", "{unit} is not in a port or base that it can sail from")
def in_port_or_base(state: State, frame: Procedure, side: int) -> int:
    return units_in_places(state.cells)


@restriction("5.21", "{unit} is marked as a raider")
def not_marked(state: State, frame: Procedure, side: int) -> int:
    return ALL_UNITS & ~state.cells[MARKED]


@restriction("6.12", "{unit} is not marked as a raider")
def is_marked(state: State, frame: Procedure, side: int) -> int:
    return state.cells[MARKED]


def _reach(state: State, unit: int, role: int) -> tuple[int, int]:
    return reach(state.rules.pieces, state.cells, unit, role, place_of(state.cells, unit))


@restriction("6.221", "{unit} cannot patrol {area}: two areas at most, and an enemy flag stops it")
def patrol_reach(state: State, frame: Procedure, side: int, unit: int) -> int:
    free, rolling = _reach(state, unit, PATROLLING)
    return free | rolling


@restriction("6.224", "{unit} cannot reach {area}: two areas at most, and an enemy flag stops it")
def amphibious_reach(state: State, frame: Procedure, side: int, unit: int) -> int:
    return _reach(state, unit, LANDING_FORCE)[0]


@restriction(
    "6.223",
    "{unit} cannot reach {area}: a British, Australian or Dutch raider enters two areas, and an enemy flag stops it",
)
def green_reach(state: State, frame: Procedure, side: int, unit: int) -> int | bool:
    return not GREEN >> unit & 1 or _raids(state, unit)


@restriction("6.23", "{unit} cannot reach {area}: a raider enters three areas at most, and an enemy flag stops it")
def raid_reach(state: State, frame: Procedure, side: int, unit: int) -> int:
    return _raids(state, unit)


def _raids(state: State, unit: int) -> int:
    free, rolling = _reach(state, unit, RAIDING)
    return free | rolling


@restriction(
    "6.42", "{unit} needs a speed roll for {area}: also choose the area before it, where a failed roll leaves it"
)
def last_area_not_needed(state: State, frame: Procedure, side: int, unit: int) -> int | bool:
    return not state.rules.pieces.last_area_required or _reach(state, unit, RAIDING)[0]


@restriction("6.42", "choose the last area before it only if a failed roll leads back there")
def last_area_matters(state: State, frame: Procedure, side: int) -> bool:
    return bool(state.rules.pieces.last_area_required)


@restriction("6.23", "{unit} cannot reach {area} by way of {before} with a speed roll")
def in_reach_through_area(state: State, frame: Procedure, side: int, unit: int, before: int) -> int:
    return areas_by_roll_from(state.rules.pieces, state.cells, unit, before)


def patrols(state: State, frame: Procedure, side: int) -> Branches:
    """Finds the patrols; each range is computed once for all units that share it."""
    ready = allowed_values(PATROL_AREA.arguments[0], state, frame, side, ())
    assert isinstance(ready, int)
    return [(units, one_set(free | rolling)) for units, free, rolling in by_reach(state, ready, PATROLLING)]


def raids(state: State, frame: Procedure, side: int) -> Branches:
    """Finds the raids; each range is computed once for all units that share it."""
    ready = allowed_values(RAID_AREA.arguments[0], state, frame, side, ())
    assert isinstance(ready, int)
    before = state.rules.pieces.last_area_required
    reached = by_reach(state, ready, RAIDING)
    return [(units, one_set(free if before else free | rolling)) for units, free, rolling in reached]


PATROL_AREA = Verb(
    "patrol",
    clause="6.11",
    ends_list="open",
    offer=patrols,
    unit=Argument(UNITS, own_unit, surface_ship, in_port_or_base, afloat, may_move, not_repaired, not_marked),
    area=Argument(AREAS, patrol_reach),
)
SAIL = Verb(
    "sail",
    clause="13.1",
    ends_list="open",
    unit=Argument(
        UNITS, own_unit, amphibious, in_port_or_base, may_move, not_repaired, equivalence=amphibious_range_groups
    ),
    area=Argument(AREAS, amphibious_reach),
)
_raiding = (own_unit, surface_ship, in_port_or_base, afloat, may_move, is_marked)
RAID_AREA = Verb(
    "raid",
    clause="6.12",
    ends_list="open",
    offer=raids,
    unit=Argument(UNITS, *_raiding),
    area=Argument(AREAS, green_reach, raid_reach, last_area_not_needed),
)
RAID_THROUGH_AREA = Verb(
    "raid_by_way",
    clause="6.42",
    ends_list="open",
    when=(last_area_matters,),
    unit=Argument(UNITS, *_raiding, equivalence=raider_range_groups),
    before=Argument(AREAS),
    area=Argument(AREAS, in_reach_through_area),
)


def may_sail(state: State, side: int, units: int) -> int:
    """The units among these that may sail."""
    cells, pieces = state.cells, state.rules.pieces
    units &= free_to_move(pieces, cells, side) & units_in_places(cells)
    return units & ~units_on_bottom(pieces, cells, units)


# -- 5.21 patrols --------------------------------------------------------------------------------------------


class Patrols(Question):
    """5.21 A side sends patrols, repairs ships and marks raiders; then it rolls for ships that went to a
    farther area.
    """

    number, name, clause = 5, "patrols", "5.21"
    verbs = (PATROL_AREA, REPAIR, REBUILD, MARK, GO_WEST, TO_SAN_DIEGO, DONE)
    side: Side
    rolling: Units

    def patrol(self, execution: Execution, unit: int, area: int) -> None:
        """6.11 The ship goes to sea with its dark side up; 6.221 if it goes to a second area, it rolls at the end of
        the step.
        """
        cells = execution.cells
        free, _ = reach(execution.rules.pieces, cells, unit, PATROLLING, place_of(cells, unit))
        rolls = not free >> area & 1
        move_unit(cells, unit, AT + area)
        cells[PATROL] |= 1 << unit
        execution.emit(log.PATROLLED, unit, area, int(rolls))
        if rolls:
            execution.replace(changed(self, rolling=self.rolling | 1 << unit))

    def repair(self, execution: Execution, unit: int) -> None:
        repair(execution, unit)

    def rebuild(self, execution: Execution, unit: int, port: int) -> None:
        rebuild(execution, unit, port)

    def mark(self, execution: Execution, unit: int) -> None:
        mark(execution, unit)

    def go_west(self, execution: Execution, unit: int) -> None:
        go_west(execution, unit)

    def to_san_diego(self, execution: Execution, unit: int) -> None:
        go_to_san_diego(execution, unit)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.FINISHED, self.side, log.STEPS.index[self.name])
        for unit in members(self.rolling):
            if not speed_roll(execution, unit, area_of(execution.cells, unit)):
                execution.cells[PATROL] &= ~(1 << unit)  # 6.41


# -- 5.23 amphibious units -------------------------------------------------------------------------------------


class AmphibiousMoves(Question):
    """5.23, 13.1 A side's amphibious units sail."""

    number, name, clause = 7, "amphibious", "5.23"
    verbs = (SAIL, DONE)
    side: Side

    def proceed(self, execution: Execution) -> bool:
        if may_sail(
            execution.state, self.side, UNITS_OF_SIDE[self.side] & AMPHIBIOUS & ~execution.cells[REPAIRED_THIS_TURN]
        ):
            return True
        execution.pop()
        return False

    def sail(self, execution: Execution, unit: int, area: int) -> None:
        execution.rules.pieces.hooks.amphibious_sails(execution.rules.pieces, execution.cells, unit, area)
        move_unit(execution.cells, unit, AT + area)
        execution.emit(log.SAILED, unit, area)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.FINISHED, self.side, log.STEPS.index[self.name])


# -- 5.24 raiders ------------------------------------------------------------------------------------------------

PendingSpeedRolls = Annotated[tuple[tuple[int, int], ...], TupleField(Record(unit=IdField(UNITS), back=IdField(AREAS)))]
"""The ships that tried to reach another area, each with the area that it falls back to if its roll fails."""


class Raiders(Question):
    """5.24 Ships marked in port sail as raiders or stay; then the ships that tried to reach another area roll."""

    number, name, clause = 8, "raiders", "5.24"
    verbs = (RAID_AREA, RAID_THROUGH_AREA, DONE)
    side: Side
    tries: PendingSpeedRolls

    def proceed(self, execution: Execution) -> bool:
        if may_sail(execution.state, self.side, UNITS_OF_SIDE[self.side] & SHIPS & execution.cells[MARKED]):
            return True
        self.finish(execution)
        return False

    def raid(self, execution: Execution, unit: int, area: int) -> None:
        self.sail(execution, unit, area, area)

    def raid_by_way(self, execution: Execution, unit: int, before: int, area: int) -> None:
        self.sail(execution, unit, area, before)

    def done(self, execution: Execution) -> None:
        execution.emit(log.FINISHED, self.side, log.STEPS.index[self.name])
        self.finish(execution)

    def sail(self, execution: Execution, unit: int, area: int, back: int) -> None:
        """6.12 The ship goes to sea with its white side up; the roll for another area comes after all ships have
        sailed.
        """
        cells = execution.cells
        place = place_of(cells, unit)
        free, _ = reach(execution.rules.pieces, cells, unit, RAIDING, place)
        rolls = not free >> area & 1
        execution.rules.pieces.hooks.raider_sails(cells, unit, place)
        move_unit(cells, unit, AT + area)
        cells[MARKED] &= ~(1 << unit)
        execution.emit(log.RAIDED, unit, area, int(rolls))
        if rolls:
            execution.replace(changed(self, tries=tuple(sorted((*self.tries, (unit, back))))))

    def finish(self, execution: Execution) -> None:
        """6.43 The rolls come after all ships have sailed; 6.42 ships whose roll fails go home."""
        execution.pop()
        execution.cells[MARKED] &= ~UNITS_OF_SIDE[self.side]
        failed: dict[int, int] = {}
        for unit, back in self.tries:
            if not speed_roll(execution, unit, area_of(execution.cells, unit)):
                failed[back] = failed.get(back, 0) | 1 << unit
        for back in sorted(failed, reverse=True):
            return_units(execution, self.side, back, failed[back], FAILED)
