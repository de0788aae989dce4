"""4.3, 8.1, 8.42 The Search Segment: both sides assign points to Search at once, then search for every force.

``Searching(…)`` is the simultaneous frame; it is opened by ``Searching.start(execution)``. The points stay assigned for
the next Naval Phase (8.21).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

from ironbottom.engine.cache import FingerprintContext
from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, Numbers
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, role_points
from ironbottom.games.war_in_the_pacific.derived.air_bases import in_fair_weather
from ironbottom.games.war_in_the_pacific.derived.role_points import stacks_able_to_search
from ironbottom.games.war_in_the_pacific.derived.search_reach import all_points, reaching, weather
from ironbottom.games.war_in_the_pacific.pieces import BASES, SIDES, STACKS
from ironbottom.games.war_in_the_pacific.rules.search import contacts
from ironbottom.games.war_in_the_pacific.rules.search.searched_ports import search_ports
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

POINTS = Numbers("air points", 1, 127)
MIN_SEARCH_POINTS = 6
"""8.42 The Search Points that reveal a base."""


def searchers(state: State, side: int, base: int) -> IdSet:
    """8.1, 6.11 The stacks at a base that can search."""
    return sets.from_iterable([stack for stack, _ in stacks_able_to_search(state, side).get(base, [])], len(STACKS))


@restriction("8.6", "{base} is not one of your bases on the map, has no points, or is in a storm")
def base_in_fair_weather(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(in_fair_weather(state, side), len(BASES))


@restriction("8.1", "no more points of {stack} can search from there")
def can_search(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return searchers(state, side, base)


@restriction("6.11", "there are not that many points of {stack} free to search")
def available_to_search(state: State, frame: Procedure, side: int, base: int, stack: int) -> IdSet:
    return numbers_up_to(role_points.may_fly(state, side, base, stack, strike=False))


def numbers_up_to(most: int) -> int:
    """The numbers from one to this number, as bits."""
    return (1 << most + 1) - 2


def branches_by_base(stacks: Mapping[int, IdSet], after: Callable[[int, int], Branches]) -> Branches:
    """The branches of bases and stacks, ascending, grouped by the branches that follow, as computed from the
    restrictions.
    """
    result: dict[Branches, int] = {}
    for base in sorted(stacks):
        of_base: dict[Branches, int] = {}
        for stack in sets.iterate(stacks[base]):
            follows = after(base, stack)
            if follows:
                of_base[follows] = of_base.get(follows, 0) | 1 << stack
        if of_base:
            branches = tuple([(members, follows) for follows, members in of_base.items()])
            result[branches] = result.get(branches, 0) | 1 << base
    return tuple([(members, follows) for follows, members in result.items()])


def search_branches(state: State, context: object, side: int) -> Branches:
    """8.1 A faster generator of searches: applies the restrictions to each base at once."""
    able = stacks_able_to_search(state, side)
    return branches_by_points({base: able[base] for base in in_fair_weather(state, side) if base in able})


def branches_by_points(points: Mapping[int, Iterable[tuple[int, int]]]) -> Branches:
    """The branches of bases, stacks and numbers of points, as computed from the restrictions.

    >>> branches_by_points({4: [(1, 2), (0, 2)], 3: [(0, 1)]})
    ((8, ((1, ((2, ()),)),)), (16, ((3, ((6, ()),)),)))
    """
    result: dict[tuple[tuple[int, int], ...], int] = {}
    for base in sorted(points):
        by_points: dict[int, int] = {}
        for stack, most in sorted(points[base]):
            by_points[most] = by_points.get(most, 0) | 1 << stack
        if by_points:
            key = tuple(by_points.items())
            result[key] = result.get(key, 0) | 1 << base
    return tuple(
        [
            (bases, tuple([(stacks, ((numbers_up_to(most), ()),)) for most, stacks in key]))
            for key, bases in result.items()
        ]
    )


SEARCH = Verb(
    "search",
    clause="8.1",
    ends_list="never",
    offer=search_branches,
    base=Argument(BASES, base_in_fair_weather),
    stack=Argument(STACKS, can_search),
    points=Argument(POINTS, available_to_search, always_completes=True),
)


class SearchOrders(Question):
    """8.1 A side assigns points to Search."""

    number, name, clause = 14, "search_orders", "8.1"
    verbs = (SEARCH, DONE)
    side: Annotated[int, IdField(SIDES)]

    def search(self, execution: Execution, base: int, stack: int, points: int) -> None:
        """5.2 Puts points in the Search Role."""
        execution.state.arrays[layout.SEARCHING][base * air_bases.STACK_COUNT + stack] += points
        execution.emit_to(self.side, log.SEARCHES, base, stack, points)

    def done(self, execution: Execution) -> None:
        """4.3 Ends the orders."""
        execution.pop()


class Searching(SimultaneousFrame):
    """4.3 Both sides assign Search at once; the Search Segment follows."""

    number, name, clause = 15, "searching", "4.3"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (SearchOrders(side),)

    def finish(self, execution: Execution) -> None:
        """8.2 The First Player rolls first; then bases and ports are revealed."""
        first = execution.cells[layout.FIRST_PLAYER]
        contacts.search_segment(execution, first)
        for side in (first, 1 - first):
            find_bases(execution, side)
        search_ports(execution)


def find_bases(execution: Execution, side: int) -> None:
    """8.42, 3.51 Announces the air points of enemy bases in play that six Search Points reach in fair weather."""
    state = execution.state
    for base in bases_found(state, side):
        points = layout.points_at(state.arrays, base)
        state.arrays[layout.REPORTED_AIR][base] = points
        execution.emit_to(side, log.BASE_SEARCHED, base, points)


def bases_found(state: State, side: int) -> list[int]:
    """8.42, 3.51 The enemy bases in play that six Search Points of a side reach in fair weather."""
    with FingerprintContext(state):
        if all_points(state, side) < MIN_SEARCH_POINTS:
            return []
        return [
            base
            for base, hex in air_bases.bases_with_points(state, 1 - side)
            if air_bases.open_to_landing(state, base)
            and weather(state, hex) == "clear"
            and reaching(state, side, hex).points >= MIN_SEARCH_POINTS
        ]


def clear_search(state: State) -> None:
    """8.1 Clears Search at the start of an Air Phase."""
    searching = state.arrays[layout.SEARCHING]
    searching[:] = array(searching.typecode, [0]) * len(searching)


PROCEDURES = (SearchOrders, Searching)
