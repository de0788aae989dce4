"""8.0 The Task Force Phase: new ships, secret forming of task forces, and fog of war."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import (
    ALL_BOXES,
    ALL_UNITS,
    ALLIES,
    BOX_COUNT,
    BOXES,
    CARRIERS,
    EXPRESS,
    FIRST_BOX,
    FORCES_OF,
    JAPAN,
    TRANSPORTS,
    UNITS,
    UNITS_OF_SIDE,
    Side,
)
from ironbottom.games.pacific_fury.state import (
    BASE,
    DUE,
    FACE_UP,
    FORCE,
    INITIATIVE,
    KNOWN_ABSENT,
    OFF_MAP,
    TURN,
    WHERE,
    Cells,
)
from ironbottom.games.pacific_fury.state_types import Execution, State

# -- 8.1 Enter new ships -------------------------------------------------------------------------------


def enter_new_ships(execution: Execution) -> None:
    """8.1 Ships due this turn join their base, face down."""
    cells = execution.cells
    due = DUE + cells[TURN] - 1
    for side in (JAPAN, ALLIES):
        arriving = cells[due] & UNITS_OF_SIDE[side]
        if arriving:
            cells[BASE + side] |= arriving
            execution.emit(log.SHIPS_ARRIVED, side, arriving)
    cells[due] = 0


# -- 8.2 Form task forces ------------------------------------------------------------------------------


def boxes_used(cells: Cells, side: int) -> int:
    """The number of boxes that the side has filled while forming; boxes are filled upward from 1 (8.2.b)."""
    first = FORCE + FORCES_OF[side][0]
    return BOX_COUNT - cells[first : first + BOX_COUNT].count(0)


def boxes_without(cells: Cells, side: int, kinds: int) -> int:
    """The side's boxes that hold no units of these kinds, as a set."""
    first = FORCE + FORCES_OF[side][0]
    boxes = ALL_BOXES
    for box, units in enumerate(cells[first : first + BOX_COUNT]):
        if units & kinds:
            boxes ^= 1 << box
    return boxes


@restriction("6.3", "the side with the initiative has no Transports")
def transports_without_initiative(state: State, frame: FormForces, side: int) -> int:
    return ALL_UNITS ^ (TRANSPORTS & UNITS_OF_SIDE[side] if state.cells[INITIATIVE] == side else 0)


@restriction("9.6.a", "the Tokyo Express is not a unit in your base: form it in place of Transports")
def express_is_formed(state: State, frame: FormForces, side: int) -> int:
    return ALL_UNITS ^ EXPRESS


@restriction("8.2.a", "{unit} is not in your base")
def unit_in_base(state: State, frame: FormForces, side: int) -> int:
    return state.cells[BASE + side]


def by_type(state: State, frame: FormForces, side: int, units: int) -> list[int]:
    """Groups units with the same limits, which may enter the same boxes: carriers, Transports, all others."""
    types = (units & CARRIERS, units & TRANSPORTS, units & ~(CARRIERS | TRANSPORTS))
    return [group for group in types if group]


@restriction("8.2.b", "box {box} must wait: fill the boxes in order from box 1")
def boxes_in_order(state: State, frame: FormForces, side: int, unit: int) -> int:
    return (2 << boxes_used(state.cells, side)) - 1


@restriction("9.6.a", "the Tokyo Express in box {box} sails alone")
def express_alone(state: State, frame: FormForces, side: int, unit: int) -> int:
    return boxes_without(state.cells, side, EXPRESS)


@restriction("8.2.b", "carriers and Transports cannot sail together: {unit} cannot join box {box}")
def carriers_apart_from_transports(state: State, frame: FormForces, side: int, unit: int) -> int:
    if CARRIERS >> unit & 1:
        return boxes_without(state.cells, side, TRANSPORTS)
    return boxes_without(state.cells, side, CARRIERS) if TRANSPORTS >> unit & 1 else ALL_BOXES


@restriction("9.6.a", "only Japan has a Tokyo Express")
def japan_forms_express(state: State, frame: FormForces, side: int) -> bool:
    return side == JAPAN


@restriction("9.6.a", "the side with the initiative has no Tokyo Express")
def express_without_initiative(state: State, frame: FormForces, side: int) -> bool:
    return state.cells[INITIATIVE] != side


@restriction("9.6.a", "the Tokyo Express is already formed this turn")
def express_once(state: State, frame: FormForces, side: int) -> bool:
    return bool(state.cells[OFF_MAP] & EXPRESS)


@restriction("9.6.a", "no Transports are left in base to replace")
def transports_to_replace(state: State, frame: FormForces, side: int) -> bool:
    return bool(state.cells[BASE + side] & TRANSPORTS)


@restriction("8.2.b", "all seven boxes are in use")
def a_box_left(state: State, frame: FormForces, side: int) -> bool:
    return boxes_used(state.cells, side) < BOX_COUNT


@restriction("9.6.a", "the Tokyo Express must take the next empty box, and box {box} is not that box")
def express_in_next_box(state: State, frame: FormForces, side: int) -> int:
    return 1 << boxes_used(state.cells, side)


def assignments(state: State, frame: FormForces, side: int) -> Branches:
    """Finds the assignments in a single pass over the boxes, four times as fast; most decisions are of this kind."""
    cells = state.cells
    base, first = cells[BASE + side], FORCE + FORCES_OF[side][0]
    others = with_carriers = with_transports = 0
    box = 1
    for units in cells[first : first + BOX_COUNT]:
        if not units & (CARRIERS | TRANSPORTS | EXPRESS):
            others |= box
            if not units:
                break
        elif units & CARRIERS:
            with_carriers |= box
        elif units & TRANSPORTS:
            with_transports |= box
        box <<= 1
    types = (
        (base & CARRIERS, others | with_carriers),
        (base & TRANSPORTS, others | with_transports),
        (base & ~(CARRIERS | TRANSPORTS), others | with_carriers | with_transports),
    )
    return [(units, ((boxes, ()),)) for units, boxes in types if units and boxes]


ASSIGN = Verb(
    "assign",
    clause="8.2.a",
    ends_list="never",
    offer=assignments,
    unit=Argument(UNITS, transports_without_initiative, express_is_formed, unit_in_base, equivalence=by_type),
    box=Argument(BOXES, boxes_in_order, express_alone, carriers_apart_from_transports),
)
FORM_EXPRESS = Verb(
    "form_express",
    clause="9.6.a",
    ends_list="never",
    when=(japan_forms_express, express_without_initiative, express_once, transports_to_replace, a_box_left),
    box=Argument(BOXES, express_in_next_box),
)
DONE = Verb("done", clause="8.2.a", ends_list="always")


class FormForces(Question):
    """8.2 A side moves units from its base into numbered boxes, in secret, until it is done."""

    number, name, clause, verbs = 2, "form_forces", "8.2.a", (ASSIGN, FORM_EXPRESS, DONE)
    unobservable = True
    hides_forced = True  # whether anything is left in base is the side's secret where counts are hidden (8.2.a)
    side: Side

    def assign(self, execution: Execution, unit: int, box: int) -> None:
        cells = execution.cells
        force = FORCES_OF[self.side][box]
        cells[BASE + self.side] &= ~(1 << unit)
        cells[FORCE + force] |= 1 << unit
        cells[WHERE + force] = FIRST_BOX + box
        execution.emit_to(self.side, log.ASSIGNED, unit, box)

    def form_express(self, execution: Execution, box: int) -> None:
        """9.6.a One Transports unit leaves the map; the Tokyo Express replaces it, alone in its box."""
        cells = execution.cells
        waiting = cells[BASE + self.side] & TRANSPORTS
        replaced = waiting & -waiting
        force = FORCES_OF[self.side][box]
        cells[BASE + self.side] &= ~replaced
        cells[OFF_MAP] ^= replaced | EXPRESS
        cells[FORCE + force] = EXPRESS
        cells[WHERE + force] = FIRST_BOX + box
        execution.emit_to(self.side, log.EXPRESS_FORMED, box, replaced.bit_length() - 1)

    def done(self, execution: Execution) -> None:
        """8.2.a The other side sees the boxes used and, unless counts are hidden, the counters in each."""
        cells = execution.cells
        first = FORCE + FORCES_OF[self.side][0]
        counts = [cells[first + box].bit_count() for box in range(boxes_used(cells, self.side))]
        shown = () if execution.rules.pieces.hidden_counts else tuple(counts)
        execution.emit(log.FORCES_FORMED, self.side, len(counts), shown)
        execution.pop()


# -- 8.4 Fog of war ------------------------------------------------------------------------------------


def reveal(execution: Execution, forces: Iterable[int]) -> None:
    """8.4.a Turns the counters of task forces face up; they stay face up until the turn ends (8.4.c)."""
    cells = execution.cells
    for force in forces:
        hidden = cells[FORCE + force] & ~cells[FACE_UP]
        if hidden:
            cells[FACE_UP] |= hidden
            execution.emit(log.REVEALED, force, cells[FORCE + force])


def record_known_absent(cells: Cells, force: int, kinds: int) -> None:
    """Notes what all players know that a force does not hold, from the areas open to it (8.3, 9.1, 9.2.b)."""
    cells[KNOWN_ABSENT + force] |= kinds
