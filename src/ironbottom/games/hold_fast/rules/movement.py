"""7.0 Movement: ships, then submarines."""

from __future__ import annotations

from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Allowed, Branches, restriction
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import AREAS, PLACES, SUBMARINE, SUBMARINES, UNITS, UNITS_OF_SIDE, Side
from ironbottom.games.hold_fast.rules import task_forces
from ironbottom.games.hold_fast.rules.closing_verbs import DONE, PASS
from ironbottom.games.hold_fast.rules.fog import mark_followed, mark_known, shuffle
from ironbottom.games.hold_fast.state import AT_SEA, BLOCK, IN_PLACE, OFF_BOARD, Cells, move_unit, passable_areas
from ironbottom.games.hold_fast.state_types import Execution, State

PLACE_COUNT = len(PLACES)


def place_of(cells: Cells, unit: int) -> int:
    """The port or base of a unit, or -1."""
    bit = 1 << unit
    for place, units in enumerate(cells[IN_PLACE : IN_PLACE + PLACE_COUNT]):
        if units & bit:
            return place
    return -1


@restriction("7.0.1", "{unit} is not yours")
def own_ship(state: State, frame: Moves, side: int) -> int:
    return UNITS_OF_SIDE[side]


@restriction("7.0.6", "{unit} is not in a port or base")
def in_place(state: State, frame: Moves, side: int) -> int:
    result = 0
    for units in state.cells[IN_PLACE : IN_PLACE + PLACE_COUNT]:
        result |= units
    return result


@restriction("7.0.3", "{unit} cannot reach {area}: three areas at most, passing only through areas you control")
def in_reach(state: State, frame: Moves, side: int, unit: int) -> Allowed:
    return True if state.rules.pieces.neutral_pass else reach_of(state, side, unit)


@restriction(
    "1.1.7",
    "{unit} cannot reach {area}: three areas at most, never passing through areas the enemy controls",
)
def in_reach_past_neutral_areas(state: State, frame: Moves, side: int, unit: int) -> Allowed:
    return reach_of(state, side, unit) if state.rules.pieces.neutral_pass else True


def reach_of(state: State, side: int, unit: int) -> int:
    """7.0.6 The areas where a ship may end its move."""
    pieces = state.rules.pieces
    return pieces.routes.reach(place_of(state.cells, unit), passable_areas(pieces, state.cells, side))


def moves(state: State, frame: Moves, side: int) -> Branches:
    """Finds every move, port by port: three times as fast as ship by ship, for a third of all decisions of a game."""
    pieces, cells, own = state.rules.pieces, state.cells, UNITS_OF_SIDE[side]
    reach, through = pieces.routes.reach, passable_areas(pieces, cells, side)
    return [
        (units & own, ((reach(place, through), ()),))
        for place, units in enumerate(cells[IN_PLACE : IN_PLACE + PLACE_COUNT])
        if units and units & own
    ]


@restriction("7.0.4", "submarines are placed after all ships have moved")
def with_own_moves(state: State, frame: Procedure, side: int) -> bool:
    return isinstance(frame, SubmarineStep) or bool(state.rules.pieces.submarines_with_moves)


@restriction("3.7.1", "your submarine is not off board")
def submarine_at_hand(state: State, frame: Procedure, side: int) -> bool:
    return bool(state.cells[OFF_BOARD] >> SUBMARINE[side] & 1)


MOVE = Verb(
    "move",
    clause="7.0.6",
    ends_list="never",
    offer=moves,
    unit=Argument(UNITS, own_ship, in_place),
    area=Argument(AREAS, in_reach, in_reach_past_neutral_areas),
)
SUBMERGE = Verb(
    "submerge",
    clause="7.0.4",
    ends_list="always",
    when=(with_own_moves, submarine_at_hand),
    area=Argument(AREAS),
)


class Moves(Question):
    """7.0.1, 4.1.2, 4.1.3 A side moves its ships one by one, as many as it wants."""

    number, name, clause = 3, "moves", "7.0.1"
    verbs = (MOVE, task_forces.FORM, task_forces.JOIN, task_forces.SAIL, SUBMERGE, DONE)
    hides_forced = True  # the shuffle of the blocks that follows cannot be undone
    side: Side

    def move(self, execution: Execution, unit: int, area: int) -> None:
        """1.1.6, 7.0.2, 7.0.6 A ship goes to sea, at most three areas away."""
        cells, bit = execution.cells, 1 << unit
        place = place_of(cells, unit)
        cells[IN_PLACE + place] ^= bit
        cells[AT_SEA + area] |= bit
        mark_followed(execution, bit)
        execution.emit_to(self.side, log.MOVED, self.side, unit, cells[BLOCK + unit], place, area)

    def form(self, execution: Execution, force: int, place: int) -> None:
        task_forces.form(execution, force, place)

    def join(self, execution: Execution, unit: int, force: int) -> None:
        task_forces.join(execution, unit, force)

    def sail(self, execution: Execution, force: int, area: int) -> None:
        task_forces.sail(execution, force, area)

    def submerge(self, execution: Execution, area: int) -> None:
        submerge(execution, self.side, area)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.FINISHED, self.side, log.STEPS.index[self.name])
        shuffle(execution, self.side)

    def gives_up(self, state: State, side: int, verb: Verb) -> dict[str, tuple[str, ...]]:
        return choices_given_up(super().gives_up(state, side, verb), side)


def choices_given_up(lost: dict[str, tuple[str, ...]], side: int) -> dict[str, tuple[str, ...]]:
    """7.0.4 The choices that a choice gives up; for the submarine, the unit itself instead of every area open to it."""
    return {**lost, SUBMERGE.name: (UNITS.ids[SUBMARINE[side]],)} if SUBMERGE.name in lost else lost


def submerge(execution: Execution, side: int, area: int) -> None:
    """7.0.4 The submarine goes to any area, and is identified to all players."""
    cells, unit = execution.cells, SUBMARINE[side]
    move_unit(cells, unit, AT_SEA + area)
    mark_known(execution, 1 << unit)
    mark_followed(execution, 1 << unit)
    execution.emit(log.SUBMERGED, side, cells[BLOCK + unit], area)


class SubmarineStep(Procedure):
    """7.0.4, 3.7.1 After all ships have moved, Japan's submarine is placed, then the Allied submarine."""

    number, name, clause = 4, "submarine", "7.0.4"
    verbs = (SUBMERGE, PASS)
    side: Side

    def proceed(self, execution: Execution) -> bool:
        if execution.cells[OFF_BOARD] & SUBMARINES & UNITS_OF_SIDE[self.side]:
            return True
        execution.pop()
        return False

    def submerge(self, execution: Execution, area: int) -> None:
        execution.pop()
        submerge(execution, self.side, area)
        shuffle(execution, self.side)

    def pass_(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.SUBMARINE_KEPT, self.side)

    def gives_up(self, state: State, side: int, verb: Verb) -> dict[str, tuple[str, ...]]:
        return choices_given_up(super().gives_up(state, side, verb), side)


def submarine_steps(execution: Execution) -> None:
    """7.0.4 Japan first; with the option of 4.1.2 submarines were placed with their side's ships."""
    if not execution.rules.pieces.submarines_with_moves:
        execution.push(SubmarineStep(1))
        execution.push(SubmarineStep(0))
