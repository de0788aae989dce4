"""5.3, 5.4, 6.6, 6.20 The points that may be readied for a Naval Phase, and the fighters that may patrol in it.

Points may be readied if they did not fly in the previous Air Phase. Fighters may patrol if they made no Strike in it;
they may have searched.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, air_points, flight_duties, role_points
from ironbottom.games.war_in_the_pacific.derived.tables import lists_by_side
from ironbottom.games.war_in_the_pacific.pieces import FIRST_DECK, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State


class ReadyPoints(NamedTuple):
    """6.6, 6.20 For each stack at a base, how many points may be readied, and how many could patrol if they are
    fighters.
    """

    ready: dict[int, int]
    patrol: dict[int, int]
    patrols: int
    """The stacks with points that may patrol, as bits."""


class StackActivity(NamedTuple):
    """The activity of a stack's points in the previous Air Phase and in this Naval Phase.

    ``struck`` are all points that struck; ``from_home`` are those that struck from this base (5.6, 12.5).
    """

    struck: int = 0
    from_home: int = 0
    carried: int = 0
    moved: int = 0
    patrols: int = 0
    ready: int = 0
    out: int = 0


class ReadinessInputs(NamedTuple):
    """The inputs for one base: its points, searches, past and present activity, commands and capacity."""

    base: int
    air: bytes
    searching: bytes
    duties: tuple[tuple[int, StackActivity], ...]
    served: tuple[tuple[int, int], ...]
    operating: tuple[int, int]


NO_ACTIVITY = StackActivity()
NO_READY_POINTS = ReadyPoints({}, {}, 0)


@cached_by_fingerprint(depends_on(*role_points.TAKEN_BY))
def duties(state: State, side: int) -> dict[int, tuple[tuple[int, StackActivity], ...]]:
    """6.6 For each base, the activity of each stack's points in the previous phase and in the current one."""
    arrays, found = state.arrays, dict[int, dict[int, list[int]]]()
    for flight in flight_duties.flying(state, side):
        here = found.setdefault(arrays[layout.FLIGHT_BASE][flight], {})
        result = here.setdefault(arrays[layout.FLIGHT_STACK][flight], [*NO_ACTIVITY])
        for counted in _counted_as(state, flight):
            result[counted] += arrays[layout.FLIGHT_POINTS][flight]
    return {
        base: tuple([(stack, StackActivity(*result)) for stack, result in stacks.items()])
        for base, stacks in found.items()
    }


STRUCK, FROM_HOME, CARRIED, MOVED, PATROLS, READY, OUT = range(len(NO_ACTIVITY))
NOW = {flight_duties.PATROL: PATROLS, flight_duties.READY: READY}
JUST_BEFORE = {flight_duties.TRANSPORT: CARRIED, flight_duties.TRANSFER: MOVED}


def _counted_as(state: State, flight: int) -> tuple[int, ...]:
    """The fields of ``StackActivity`` in which the points of a flight count."""
    arrays = state.arrays
    duty, over = arrays[layout.FLIGHT_ROLE][flight], arrays[layout.FLIGHT_OVER][flight]
    if not arrays[layout.FLIGHT_OF_PHASE_BEFORE][flight]:
        return (NOW.get(duty, OUT),)
    if duty in flight_duties.STRIKES:
        return (STRUCK, FROM_HOME) if flight_duties.strikes_from_home(duty, over) else (STRUCK,)
    return (JUST_BEFORE.get(duty, OUT),)


def _rested_here(pieces: Pieces, place: int, frame: ReadinessInputs) -> ReadyPoints | None:
    served, result = dict(frame.served), dict(frame.duties)
    lying, to_fly, to_patrol = air_bases.stacked(frame.air), dict[int, int](), dict[int, int]()
    waters = {stack: frame.base < FIRST_DECK and air_bases.on_water(pieces, stack) for stack, _ in lying}
    room = list(frame.operating)
    for stack, water in waters.items():
        did = result.get(stack, NO_ACTIVITY)
        room[water] -= did.patrols + did.ready
    for stack, points in lying:
        did, searched = result.get(stack, NO_ACTIVITY), frame.searching[stack]
        ready, patrol = _of_stack(points, served.get(stack, 0), searched, did, room[waters[stack]])
        if ready > 0:
            to_fly[stack] = ready
        if patrol > 0:
            to_patrol[stack] = patrol
    return ReadyPoints(to_fly, to_patrol, sum([1 << stack for stack in to_patrol])) if to_fly or to_patrol else None


def _of_stack(points: int, served: int, searched: int, did: StackActivity, room: int) -> tuple[int, int]:
    """6.6, 6.20 The points of a stack that may be readied or patrol, at most those present and those served.

    Points that may do nothing else patrol first: those that searched, transported or transferred.
    """
    lying, in_service = points - did.struck - did.ready - did.out, served - did.from_home - did.ready
    flew = searched + did.carried
    ready = min(lying - max(did.patrols, flew + did.moved), in_service - max(did.patrols, flew), room)
    patrol = min(min(lying, in_service) - did.patrols, room)
    return ready, patrol


_rested_of = lists_by_side(_rested_here)


@cached_by_fingerprint(role_points.POINTS_READ)
def by_base(state: State, side: int) -> dict[int, ReadyPoints]:
    """5.3, 5.4, 6.6, 6.20 For each base of a side, the points that may be readied, and those that may patrol."""
    did, serving = duties(state, side), role_points.served_at(state, side)
    air, searching = air_points.points_of_each_base(state), air_points.searching_of_each_base(state)
    based = [
        ReadinessInputs(base, air[base], searching[base], did.get(base, ()), serving[base], _operating(state, base))
        for base in air_bases.with_points(state, side)
        if base in serving
    ]
    result = _rested_of[side](state.rules.pieces, based)
    return {here.base: rested for here, rested in zip(based, result, strict=True) if rested}


def _operating(state: State, base: int) -> tuple[int, int]:
    """5.4 The points that may fly from a base, and the flying boats among them."""
    return air_bases.operating(state, base), air_bases.operating(state, base, water=True)


def at_base(state: State, side: int, base: int) -> ReadyPoints:
    """6.6, 6.20 The points at a base that may be readied, and those that may patrol."""
    return by_base(state, side).get(base, NO_READY_POINTS)


def may_patrol(state: State, side: int, base: int, stack: int) -> int:
    """6.20 The number of points of a stack that may patrol in this Naval Phase."""
    return at_base(state, side, base).patrol.get(stack, 0)


def may_be_ready(state: State, side: int, base: int, stack: int) -> int:
    """6.6 The number of points of a stack that may be readied."""
    return at_base(state, side, base).ready.get(stack, 0)
