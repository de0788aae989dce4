"""8.0 The Task Force Phase: new ships, forming task forces in secret, and what fog of war shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Each, Group, Only, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import (
    ALLIES,
    BOX_COUNT,
    BOXES,
    CARRIERS,
    EXPRESS,
    FIRST_BOX,
    FORCES_OF,
    JAPAN,
    OF_SIDE,
    SIDES,
    TRANSPORTS,
    UNITS,
)
from ironbottom.games.pacific_fury.state import (
    BASE,
    DUE,
    FORCE,
    INITIATIVE,
    LIMIT,
    OFF_MAP,
    SHOWN,
    TURN,
    WHERE,
    Cells,
)

# -- 8.1 Enter new ships -------------------------------------------------------------------------------


def enter_new_ships(play: Play) -> None:
    """8.1 Ships due this turn join their base, face down."""
    cells = play.cells
    due = DUE + cells[TURN] - 1
    for side in (JAPAN, ALLIES):
        arriving = cells[due] & OF_SIDE[side]
        if arriving:
            cells[BASE + side] |= arriving
            play.tell(log.SHIPS_ARRIVED, side, arriving)
    cells[due] = 0


# -- 8.2 Form task forces ------------------------------------------------------------------------------


def boxes_used(cells: Cells, side: int) -> int:
    """How many boxes the side has filled while forming; they fill upward from 1 (8.2.b)."""
    first = FORCE + FORCES_OF[side][0]
    used = 0
    while used < BOX_COUNT and cells[first + used]:
        used += 1
    return used


def box_units(cells: Cells, side: int, box: int) -> int:
    """The units in one of the side's boxes while forming; ``box`` from 0."""
    return cells[FORCE + FORCES_OF[side][0] + box]


@condition("6.3", "the side with the initiative has no Transports")
def transports_without_initiative(state: State, frame: Frame, side: int, unit: int, box: int) -> bool:
    return not (TRANSPORTS & OF_SIDE[side]) >> unit & 1 or state.cells[INITIATIVE] != side


@condition("9.6.a", "the Tokyo Express is no unit in base: form it in the place of Transports")
def express_is_formed(state: State, frame: Frame, side: int, unit: int, box: int) -> bool:
    return not EXPRESS >> unit & 1


@condition("8.2.a", "{0} is not in your base")
def unit_in_base(state: State, frame: Frame, side: int, unit: int, box: int) -> bool:
    return bool(state.cells[BASE + side] >> unit & 1)


@condition("8.2.b", "box {1} must wait: boxes are filled upward from box 1")
def boxes_in_order(state: State, frame: Frame, side: int, unit: int, box: int) -> bool:
    return box <= boxes_used(state.cells, side)


@condition("8.2.b", "carriers and Transports cannot be in one task force: {0} may not join box {1}")
def carriers_apart_from_transports(state: State, frame: Frame, side: int, unit: int, box: int) -> bool:
    mixed = box_units(state.cells, side, box) | 1 << unit
    return not (mixed & CARRIERS and mixed & TRANSPORTS)


@condition("9.6.a", "the Tokyo Express in box {1} sails alone")
def express_alone(state: State, frame: Frame, side: int, unit: int, box: int) -> bool:
    return not box_units(state.cells, side, box) & EXPRESS


@condition("9.6.a", "only Japan has a Tokyo Express")
def japan_forms_express(state: State, frame: Frame, side: int, box: int) -> bool:
    return side == JAPAN


@condition("9.6.a", "the side with the initiative has no Tokyo Express")
def express_without_initiative(state: State, frame: Frame, side: int, box: int) -> bool:
    return state.cells[INITIATIVE] != side


@condition("9.6.a", "one Tokyo Express a turn is formed already")
def express_once(state: State, frame: Frame, side: int, box: int) -> bool:
    return bool(state.cells[OFF_MAP] & EXPRESS)


@condition("9.6.a", "no Transports are left in base to give up for it")
def transports_to_replace(state: State, frame: Frame, side: int, box: int) -> bool:
    return bool(state.cells[BASE + side] & TRANSPORTS)


@condition("8.2.b", "all seven boxes are in use")
def a_box_left(state: State, frame: Frame, side: int, box: int) -> bool:
    return boxes_used(state.cells, side) < BOX_COUNT


@condition("9.6.a", "the Tokyo Express takes the next empty box, and box {0} is not that")
def express_in_next_box(state: State, frame: Frame, side: int, box: int) -> bool:
    return box == boxes_used(state.cells, side)


def assignments(state: State, frame: Frame, side: int) -> list[Group]:
    """Units with like limits share their boxes: carriers, Transports, all others."""
    cells = state.cells
    base = cells[BASE + side]
    first = FORCE + FORCES_OF[side][0]
    boxes: list[int] = []
    for_carriers: list[int] = []
    for_transports: list[int] = []
    for box, units in enumerate(cells[first : first + BOX_COUNT]):
        if not units & EXPRESS:
            boxes.append(box)
            if not units & TRANSPORTS:
                for_carriers.append(box)
            if not units & CARRIERS:
                for_transports.append(box)
        if not units:
            break
    groups: list[Group] = []
    number = ASSIGN.number
    for units, allowed in (
        (base & CARRIERS, for_carriers),
        (base & TRANSPORTS, for_transports),
        (base & ~(CARRIERS | TRANSPORTS), boxes),
    ):
        if units and allowed:
            groups.append(SetProduct(number, units, allowed))
    return groups


def express_boxes(state: State, frame: Frame, side: int) -> list[Group]:
    cells = state.cells
    may = side == JAPAN and cells[INITIATIVE] != side and cells[OFF_MAP] & EXPRESS and cells[BASE + side] & TRANSPORTS
    if not may:
        return []
    box = boxes_used(cells, side)
    return [Each(FORM_EXPRESS.number, (box,))] if box < BOX_COUNT else []


def always(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(DONE.number)]


ASSIGN = Verb(
    "assign",
    UNITS,
    BOXES,
    clause="8.2.a",
    conditions=(
        transports_without_initiative,
        express_is_formed,
        unit_in_base,
        boxes_in_order,
        express_alone,
        carriers_apart_from_transports,
    ),
    offer=assignments,
)
FORM_EXPRESS = Verb(
    "form_express",
    BOXES,
    clause="9.6.a",
    conditions=(
        japan_forms_express,
        express_without_initiative,
        express_once,
        transports_to_replace,
        a_box_left,
        express_in_next_box,
    ),
    offer=express_boxes,
)
DONE = Verb("done", clause="8.2.a", offer=always)


class FormForces(Procedure):
    """8.2 A side moves units from its base into numbered boxes, in secret, until it says done."""

    name = "form_forces"
    clause = "8.2.a"
    fields = {"side": One(SIDES)}
    verbs = (ASSIGN, FORM_EXPRESS, DONE)
    hides_forced = True  # that nothing is left in base is the side's secret where counts are hidden (8.2.a)

    def proceed(self, play: Play, frame: Frame) -> bool:
        return True

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Form task forces: choose a unit and its operation box, or done."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        verb = code[0]
        if verb == ASSIGN.number:
            self.assign(play, side, code[1], code[2])
        elif verb == FORM_EXPRESS.number:
            self.form_express(play, side, code[1])
        else:
            self.finish(play, side)

    def assign(self, play: Play, side: int, unit: int, box: int) -> None:
        cells = play.cells
        force = FORCES_OF[side][box]
        cells[BASE + side] &= ~(1 << unit)
        cells[FORCE + force] |= 1 << unit
        cells[WHERE + force] = FIRST_BOX + box
        play.tell_only(side, log.ASSIGNED, unit, box)

    def form_express(self, play: Play, side: int, box: int) -> None:
        """9.6.a One Transports leaves the map; the Tokyo Express takes its place, alone in its box."""
        cells = play.cells
        waiting = cells[BASE + side] & TRANSPORTS
        replaced = waiting & -waiting
        force = FORCES_OF[side][box]
        cells[BASE + side] &= ~replaced
        cells[OFF_MAP] ^= replaced | EXPRESS
        cells[FORCE + force] = EXPRESS
        cells[WHERE + force] = FIRST_BOX + box
        play.tell_only(side, log.EXPRESS_FORMED, box, replaced.bit_length() - 1)

    def finish(self, play: Play, side: int) -> None:
        """8.2.a The other side sees the boxes used and, unless counts are hidden, the counters in each."""
        cells = play.cells
        first = FORCE + FORCES_OF[side][0]
        counts = [cells[first + box].bit_count() for box in range(boxes_used(cells, side))]
        shown = tuple(counts) if play.rules.options["hidden_counts"] == "off" else ()
        play.tell(log.FORCES_FORMED, side, len(counts), shown)
        play.pop()


FORM_FORCES = FormForces()

# -- 8.4 Fog of war ------------------------------------------------------------------------------------


def reveal(play: Play, forces: Iterable[int]) -> None:
    """8.4.a Turns the counters of task forces face up; they stay so until the turn ends (8.4.c)."""
    cells = play.cells
    for force in forces:
        hidden = cells[FORCE + force] & ~cells[SHOWN]
        if hidden:
            cells[SHOWN] |= hidden
            play.tell(log.REVEALED, force, cells[FORCE + force])


def limit(cells: Cells, force: int, kinds: int) -> None:
    """Notes what everybody can tell that a force does not hold, from where it may sail (8.3, 9.1, 9.2.b)."""
    cells[LIMIT + force] |= kinds
