"""5.5, 5.6, 19.3, 37.4 The Air Transfer Segment: points move to other bases; points that struck may land elsewhere.

``Transferring.start(execution)`` asks both sides at once, since the bases of points are secret.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.cache import FingerprintContext
from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties, transferable_points
from ironbottom.games.war_in_the_pacific.derived.air_capacity import room_for_points, room_of, room_of_each, roomy
from ironbottom.games.war_in_the_pacific.derived.flight_duties import returned
from ironbottom.games.war_in_the_pacific.derived.transfer_range import (
    bases_by_stacks,
    bases_in_range,
    in_reach_as_bits,
    in_transfer,
    transfer_destinations,
)
from ironbottom.games.war_in_the_pacific.pieces import BASES, SIDES, STACKS, TRAININGS
from ironbottom.games.war_in_the_pacific.questions import HasStackAtBase
from ironbottom.games.war_in_the_pacific.rules.air.combat_air_patrols import flight_free
from ironbottom.games.war_in_the_pacific.rules.air_units import flights, return_to_base
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import POINTS, branches_by_base, numbers_up_to
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

# -- 5.5 transfers -----------------------------------------------------------------------------------------


@restriction("5.5", "none of your points at {base} are both served and without a Role in this phase")
def with_free_points(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(free_stacks(state, side), len(BASES))


@restriction("5.5", "{stack} at {base} already have a Role in this phase, or no headquarters serves them")
def free_stack(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return free_stacks(state, side).get(base, 0)


def free_stacks(state: State, side: int) -> dict[int, IdSet]:
    """5.5 The stacks at each base with points that may transfer."""
    result: dict[int, IdSet] = dict(transferable_points.stacks_by_base(state, side))
    return result


@restriction("5.5", "none of your bases within transfer range of {stack} at {base} has room")
def goes_somewhere(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return sets.from_iterable(
        [
            stack
            for stack in sets.iterate(free_stacks(state, side).get(base, 0))
            if transfer_destinations(state, side, base, stack)
        ],
        len(STACKS),
    )


def transfers(state: State, context: object, side: int) -> Branches:
    """5.4, 5.5 A faster generator of transfers: applies the restrictions to each base at once."""
    return tuple([(bases, ((stacks, ()),)) for stacks, bases in bases_by_stacks(state, side).items()])


@restriction("5.5", "{to} is not yours, is out of transfer range, or has no room for the points")
def destination_with_room(state: State, frame: HasStackAtBase, side: int) -> IdSet:
    return sets.from_iterable(transfer_destinations(state, side, frame.base, frame.stack), len(BASES))


@restriction("5.4", "there are not that many free points, or {to} has too little room")
def points_with_room(state: State, frame: HasStackAtBase, side: int, to: int) -> IdSet:
    water = air_bases.on_water(state.rules.pieces, frame.stack)
    free = transferable_points.may_move(state, side, frame.base, frame.stack)
    return numbers_up_to(min(free, room_for_points(state, to, frame.stack, water=water)))


def bases_by_room(state: State, frame: HasStackAtBase, side: int, allowed: IdSet) -> list[IdSet]:
    """5.4 The bases with room for this many of the free points."""
    water = air_bases.on_water(state.rules.pieces, frame.stack)
    free = transferable_points.may_move(state, side, frame.base, frame.stack)
    result: dict[int, int] = {}
    for to in sets.iterate(allowed):
        points = min(free, room_of(state, to, water))
        result[points] = result.get(points, 0) | 1 << to
    return list(result.values())


# -- 5.6 landing elsewhere ------------------------------------------------------------------------------------


def able_to_land(state: State, side: int, base: int, stack: int, to: int) -> list[int]:
    """5.6 The flights of a stack that can reach another base with room."""
    with FingerprintContext(state):
        back = returned(state, side).get((base, stack), [])
        return [flight for flight in back if to != base and to in _near_where_it_struck(state, side, flight)]


def alternatives(state: State, side: int, flight: int) -> list[int]:
    """5.6 The other bases in range of the hex that a flight struck, with room."""
    water = air_bases.on_water(state.rules.pieces, state.arrays[layout.FLIGHT_STACK][flight])
    own = state.arrays[layout.FLIGHT_BASE][flight]
    near = _near_where_it_struck(state, side, flight)
    return [base for base in near if base != own and room_of(state, base, water)]


def _near_where_it_struck(state: State, side: int, flight: int) -> list[int]:
    """5.6 The bases in range of the hex that a flight struck, including its own."""
    return bases_in_range(state, side, *_struck_how_far(state, flight))


def _near_as_bits(state: State, side: int, flight: int) -> int:
    """5.6 The bases in range of the hex that a flight struck, as bits."""
    return in_reach_as_bits(state, side, *_struck_how_far(state, flight))


def _struck_how_far(state: State, flight: int) -> tuple[int, int]:
    """5.6 The hex that a flight struck, and its range from there."""
    kind = state.arrays[layout.FLIGHT_STACK][flight] // len(TRAININGS)
    return state.arrays[layout.FLIGHT_OVER][flight], state.rules.pieces.air[kind].range_mp


@restriction("5.6", "no points from {base} returned from a Strike in this phase")
def struck_from(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable({base for base, _ in returned(state, side)}, len(BASES))


@restriction("5.6", "{stack} from {base} did not strike in this phase")
def struck(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return sets.from_iterable({stack for there, stack in returned(state, side) if there == base}, len(STACKS))


@restriction("5.6", "{to} is not yours, is out of range of the hex that {stack} struck, or has no room")
def within_range(state: State, frame: Procedure, side: int, base: int, stack: int) -> IdSet:
    back = returned(state, side).get((base, stack), [])
    return sets.from_iterable({to for flight in back for to in alternatives(state, side, flight)}, len(BASES))


@restriction("5.6", "fewer points than that struck within range of {to}, or it has too little room")
def came_back(state: State, frame: Procedure, side: int, base: int, stack: int, to: int) -> IdSet:
    points = state.arrays[layout.FLIGHT_POINTS]
    back = returned(state, side).get((base, stack), [])
    able = sum(points[flight] for flight in back if to in alternatives(state, side, flight))
    water = air_bases.on_water(state.rules.pieces, stack)
    return numbers_up_to(min(able, room_for_points(state, to, stack, water=water)))


def diversions(state: State, context: object, side: int) -> Branches:
    """5.6 A faster generator of landings elsewhere: applies the restrictions to each base at once."""
    back, points, pieces = returned(state, side), state.arrays[layout.FLIGHT_POINTS], state.rules.pieces
    struck_there: dict[int, int] = {}
    for base, stack in back:
        struck_there[base] = struck_there.get(base, 0) | 1 << stack

    roomy_now, rooms = roomy(state, side), [room_of_each(state, side, water) for water in (False, True)]

    def after(base: int, stack: int) -> Branches:
        able, water = dict[int, int](), air_bases.on_water(pieces, stack)
        for flight in back[base, stack]:
            for to in sets.iterate(_near_as_bits(state, side, flight) & roomy_now[water] & ~(1 << base)):
                able[to] = able.get(to, 0) + points[flight]
        result, room = dict[int, int](), rooms[water]
        for to in sorted(able):
            most = min(able[to], room(to))
            result[most] = result.get(most, 0) | 1 << to
        return tuple([(bases, ((numbers_up_to(most), ()),)) for most, bases in result.items() if most])

    return branches_by_base(struck_there, after)


TRANSFER_POINTS = Verb(
    "transfer",
    clause="5.5",
    ends_list="never",
    when=(flight_free,),
    offer=transfers,
    base=Argument(BASES, with_free_points),
    stack=Argument(STACKS, free_stack, goes_somewhere),
)


def landings(state: State, frame: HasStackAtBase, side: int) -> Branches:
    """5.4, 5.5 A faster generator of the bases where points land, and of their numbers: computes the room of each base
    once.
    """
    room, result = room_of_each(state, side, air_bases.on_water(state.rules.pieces, frame.stack)), dict[int, int]()
    free = transferable_points.may_move(state, side, frame.base, frame.stack)
    for to in sets.iterate(in_transfer(state, side, frame.base, frame.stack)):
        points = min(free, room(to))
        if points > 0:
            result[points] = result.get(points, 0) | 1 << to
    return tuple([(bases, ((numbers_up_to(points), ()),)) for points, bases in result.items()])


FLY_TO = Verb(
    "fly_to",
    clause="5.5",
    ends_list="never",
    offer=landings,
    to=Argument(BASES, destination_with_room, equivalence=bases_by_room, always_completes=True),
    points=Argument(POINTS, points_with_room, always_completes=True),
)
DIVERT = Verb(
    "divert",
    clause="5.6",
    ends_list="never",
    when=(flight_free,),
    offer=diversions,
    base=Argument(BASES, struck_from),
    stack=Argument(STACKS, struck),
    to=Argument(BASES, within_range),
    points=Argument(POINTS, came_back, always_completes=True),
)


class Transfers(Question):
    """5.5, 5.6 A side moves points to other bases."""

    number, name, clause = 21, "transfers", "5.5"
    verbs = (TRANSFER_POINTS, DIVERT, DONE)
    optional_verbs = frozenset({TRANSFER_POINTS.name})
    """5.5 Not transferring costs nothing, but points that struck can land elsewhere (5.6) only now."""
    side: Annotated[int, IdField(SIDES)]

    def transfer(self, execution: Execution, base: int, stack: int) -> None:
        """5.5 Points leave a base; their destination and number are asked for next."""
        execution.push(TransferDestination(self.side, base, stack))

    def divert(self, execution: Execution, base: int, stack: int, to: int, points: int) -> None:
        """5.6 Lands points that struck at another base; that counts as a transfer."""
        left = points
        for flight in able_to_land(execution.state, self.side, base, stack, to):
            if left:
                here = min(left, execution.state.arrays[layout.FLIGHT_POINTS][flight])
                flights.remove_points(execution.state, flight, here)
                left -= here
        flights.remove_flown(execution.state, base, stack, points)
        return_to_base.rebase(execution.state, self.side, base, to, stack, points, transfer=True)
        flights.launch(execution.state, self.side, flights.Sortie(to, stack, flight_duties.RETURNING), points)
        execution.emit_to(self.side, log.TRANSFERRED, base, to, stack, points)

    def done(self, execution: Execution) -> None:
        """Ends the segment for this side."""
        execution.pop()


class TransferDestination(Question):
    """5.5 The choice of the new base of transferring points, and of their number."""

    number, name, clause = 77, "new_base", "5.5"
    verbs = (FLY_TO,)
    is_second_step = True
    side: Annotated[int, IdField(SIDES)]
    base: Annotated[int, IdField(BASES)]
    stack: Annotated[int, IdField(STACKS)]

    def fly_to(self, execution: Execution, to: int, points: int) -> None:
        """5.5, 5.9 Moves points to another base; a transfer counts twice for attrition."""
        execution.pop()
        return_to_base.rebase(execution.state, self.side, self.base, to, self.stack, points, transfer=True)
        flights.launch(execution.state, self.side, flights.Sortie(to, self.stack, flight_duties.TRANSFER), points)
        execution.emit_to(self.side, log.TRANSFERRED, self.base, to, self.stack, points)


class Transferring(SimultaneousFrame):
    """4.11 Both sides transfer at once; the bases of points are secret."""

    number, name, clause = 22, "transferring", "4.11"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (Transfers(side),)

    def finish(self, execution: Execution) -> None:
        """Ends the segment for both sides."""


PROCEDURES = (Transfers, Transferring)
