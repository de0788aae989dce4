"""4.0 Operations: task forces sail and bombard, companies march, counters move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, Number
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Execution, Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from tests.kit.archipelago import log
from tests.kit.archipelago.pieces import (
    COMPANIES_OF,
    FORCE_SETS,
    FORCES,
    HEXES,
    IN_FORCE,
    ISLANDS,
    KINDS,
    LOOKS,
    NUMBERS,
    PORTS,
    SHIPS_OF,
    SIDES,
    UNITS,
    ZONE_OF,
    counter,
)
from tests.kit.archipelago.rules.battles import Losses
from tests.kit.archipelago.rules.forces import Loading, uncover
from tests.kit.archipelago.rules.muster import PASS
from tests.kit.archipelago.state import (
    AT,
    COUNTERS,
    FORCE_AT,
    FORCE_STATE,
    HELD,
    HIDDEN,
    IN_RESERVE,
    LOUD,
    SHOWN,
    SILENT,
    SPENT,
    TIRED,
    add,
    forces_that,
    ships_in,
    stacks_of,
    station,
)

OPERATIONS = 4

# -- 4.1 sailing -----------------------------------------------------------------------------------------


@restriction("4.1", "{force} is not yours")
def own_force(state: State, frame: Procedure, side: int) -> IdSet:
    return FORCE_SETS[side]


@restriction("4.1", "{force} is not in reserve")
def in_reserve(state: State, frame: Procedure, side: int) -> IdSet:
    return sum(1 << force for force in forces_that(state, side, IN_RESERVE))


@restriction("4.1", "no ship of {force} comes as far as {to}")
def within_steam(state: State, frame: Procedure, side: int) -> IdSet:
    return state.rules.pieces.stations(side)  # type: ignore[no-any-return]


SAIL = Verb(
    "sail",
    clause="4.1",
    ends_list="never",
    force=Argument(FORCES, own_force, in_reserve, equivalence=all_equivalent, always_completes=True),
    to=Argument(HEXES, within_steam),
)

# -- 4.3 marches -----------------------------------------------------------------------------------------


@restriction("4.3", "{company} is not one of your companies")
def own_company(state: State, frame: Procedure, side: int) -> IdSet:
    return COMPANIES_OF[side]


@restriction("4.3.a", "{company} is tired")
def rested(state: State, frame: Procedure, side: int) -> IdSet:
    own = COMPANIES_OF[side]
    tired = state.arrays[TIRED][own.start : own.stop].tobytes()
    return sets.without(own, [own.start + place for place, flag in enumerate(tired) if flag]) if 1 in tired else own


@restriction("4.3", "{to} is too far for {company}")
def within_march(state: State, frame: Procedure, side: int, company: int) -> IdSet:
    return state.rules.pieces.marches(state.arrays[AT][company])  # type: ignore[no-any-return]


def by_hex(state: State, frame: Any, side: int, companies: IdSet) -> Sequence[IdSet]:
    """Companies in the same hex are interchangeable when they march."""
    positions = state.arrays[AT]
    standing: dict[int, list[int]] = {}
    for company in sets.iterate(companies):
        standing.setdefault(positions[company], []).append(company)
    return [tuple(together) for together in standing.values()]


def last_operation(state: State, frame: Operations, side: int, *what: int) -> bool:
    """5.1 A side's operations end with its last one: battles may follow."""
    return frame.left == 1


MARCH = Verb(
    "march",
    clause="4.3",
    ends_list=last_operation,
    company=Argument(UNITS, own_company, rested, equivalence=by_hex, always_completes=True),
    to=Argument(HEXES, within_march),
)

# -- 4.4 bombardment -------------------------------------------------------------------------------------


@restriction("4.4", "{force} is not at sea")
def at_sea(state: State, frame: Procedure, side: int) -> IdSet:
    return sum(1 << force for force in forces_that(state, side, HIDDEN, SHOWN))


@restriction("4.4", "{force} is a dummy")
def no_dummy(state: State, frame: Procedure, side: int) -> IdSet:
    return sum(1 << force for force in forces_that(state, side, HIDDEN, SHOWN) if ships_in(state, force))


@restriction("4.4", "the enemy holds nothing on {island}")
def held_by_enemy(state: State, frame: Procedure, side: int) -> IdSet:
    return state.cells[HELD + 1 - side]


@restriction("4.4", "{island} is too far from {force}")
def under_the_guns(state: State, frame: Procedure, side: int, force: int) -> IdSet:
    return state.rules.pieces.islands_near(state.cells[FORCE_AT + force])  # type: ignore[no-any-return]


BOMBARD = Verb(
    "bombard",
    clause="4.4",
    ends_list="always",
    force=Argument(FORCES, own_force, at_sea, no_dummy),
    island=Argument(ISLANDS, held_by_enemy, under_the_guns),
)

# -- 4.5 moves of counters -------------------------------------------------------------------------------


@restriction("4.5", "you have no counters on {stack}")
def own_stack(state: State, frame: Procedure, side: int) -> IdSet:
    return state.cells[HELD + side]


@restriction("4.5", "you have no {kind} on {stack}")
def kind_there(state: State, frame: Procedure, side: int, stack: int) -> IdSet:
    first = counter(stack, side, 0)
    counts = state.arrays[COUNTERS][first : first + len(KINDS)]
    return sum(1 << kind for kind, count in enumerate(counts) if count)


@restriction("4.5", "there are not {number} {kind} on {stack}")
def so_many(state: State, frame: Procedure, side: int, stack: int, kind: int) -> IdSet:
    count = state.arrays[COUNTERS][counter(stack, side, kind)]
    return (2 << min(count, NUMBERS.high)) - 2


@restriction("4.5", "{destination} is too far for {kind} from {stack}")
def within_range(state: State, frame: Procedure, side: int, stack: int, kind: int, number: int) -> IdSet:
    return state.rules.pieces.islands_within[stack][kind]  # type: ignore[no-any-return]


MOVE = Verb(
    "move",
    clause="4.5",
    ends_list=last_operation,
    stack=Argument(ISLANDS, own_stack, always_completes=True),
    kind=Argument(KINDS, kind_there, always_completes=True),
    number=Argument(NUMBERS, so_many, equivalence=all_equivalent, always_completes=True),
    destination=Argument(ISLANDS, within_range),
)


class Operations(Question):
    """4.0 Four operations, or fewer; then the other side's task forces return."""

    number, name, clause, question = 2, "operations", "4.0", "Your operation?"
    verbs = (SAIL, MARCH, BOMBARD, MOVE, PASS)
    hides_forced = True
    side: Annotated[int, IdField(SIDES)]
    left: Annotated[int, Number(0, OPERATIONS)]

    def proceed(self, execution: Execution) -> bool:
        if self.left:
            return True
        execution.pop()
        come_home(execution, self.side)
        return False

    def used(self, execution: Execution) -> None:
        """Uses one operation."""
        execution.replace(changed(self, left=self.left - 1))

    def sail(self, execution: Execution, force: int, to: int) -> None:
        self.used(execution)
        station(execution.state, force, to, HIDDEN)
        execution.emit(log.SAILED, force, ZONE_OF[to])
        execution.emit_to(self.side, log.STATIONED, force, to)
        execution.push(Loading(self.side, force))

    def march(self, execution: Execution, company: int, to: int) -> None:
        self.used(execution)
        stacks_of(execution.state).put(company, to)
        execution.state.arrays[TIRED][company] = 1
        execution.emit(log.MARCHED, company, to)

    def bombard(self, execution: Execution, force: int, island: int) -> None:
        self.used(execution)
        if execution.cells[FORCE_STATE + force] == HIDDEN:
            execution.emit(log.SHOWED, force, execution.cells[FORCE_AT + force])
            uncover(execution, force)
        strength = execution.roll(6, log.Roll.BOMBARDMENT) + len(ships_in(execution.state, force))
        execution.emit(log.BOMBARDED, force, island, strength)
        if strength >= 5:
            execution.push(Losses(1 - self.side, island, 2))

    def move(self, execution: Execution, stack: int, kind: int, number: int, destination: int) -> None:
        self.used(execution)
        add(execution.state, stack, self.side, kind, -number)
        add(execution.state, destination, self.side, kind, number)
        execution.emit(log.MOVED, stack, kind, number, destination)

    def pass_(self, execution: Execution) -> None:
        execution.replace(changed(self, left=0))
        execution.emit(log.PASSED, self.side)


def come_home(execution: Execution, side: int) -> None:
    """4.6 After a side's operations the other's task forces return and are shuffled; searches are forgotten."""
    cells, state = execution.cells, execution.state
    other = 1 - side
    for first in (SILENT, LOUD):
        cells[first + LOOKS * side : first + LOOKS * (side + 1)] = [-1] * LOOKS
    out = forces_that(state, other, HIDDEN, SHOWN, SPENT)
    for force in out:
        station(state, force, -1, IN_RESERVE)
    stacks = stacks_of(state)
    for ship in SHIPS_OF[other]:
        if stacks.place_of[ship] >= IN_FORCE:
            stacks.put(ship, PORTS[other])
    if out:
        execution.emit(log.CAME_HOME, other)
