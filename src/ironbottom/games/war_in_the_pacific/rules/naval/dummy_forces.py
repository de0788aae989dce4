"""9.4, 8.7, 40.32 Dummy Task Forces: placed in secret in the side's own ports at the start of each Game-Turn."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, Numbers
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import port_capacity
from ironbottom.games.war_in_the_pacific.derived.force_movement import own_forces, waters_of
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SCENARIO_CASE, SIDES
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.search.contacts import lose_contact_with_removed
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import clear_force, new_number
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

REPORTED = Numbers("number of ships", 3, 12)
"""8.7 The number of ships that a dummy is reported to have."""
DICE = {"d6": 1, "d3": 2, "none": 0}
"""40.31, 40.32 The divisor of the die for the limit; the result is rounded up."""


def dummies_of(state: State, side: int) -> list[int]:
    """The dummies of a side on the map."""
    return [force for force in own_forces(side) if state.cells[layout.DUMMY_SHIPS + force]]


def roll_limits(execution: Execution) -> None:
    """9.4, 1.31 Each side rolls for its number of dummies this turn; only it sees the die."""
    clear_placed(execution)
    pieces = execution.rules.pieces
    case = SCENARIO_CASE[execution.cells[layout.SCENARIO]]
    row = next(row for row in pieces.facts.table(charts.DUMMIES).values() if case in row.scenarios)
    divisor = DICE[row.forces]
    for side in range(len(SIDES)):
        if divisor:
            die = execution.roll(6, Roll.DUMMY_LIMIT, 1 << side)
            execution.cells[layout.DUMMY_LIMIT + side] = -(-die // divisor)


def clear_placed(execution: Execution) -> None:
    """9.4 Clears the record of dummies placed in this turn."""
    for force in range(len(FORCES)):
        execution.cells[layout.FORCE_TRIED + force] = 0


def placed_now(state: State, side: int) -> list[int]:
    """9.4 The dummies of a side placed in this turn, while dummies are being placed."""
    return [force for force in dummies_of(state, side) if state.cells[layout.FORCE_TRIED + force]]


def limit(state: State, side: int) -> int:
    """9.4 The limit of a side's dummies in this turn."""
    return state.cells[layout.DUMMY_LIMIT + side]


@restriction("9.4", "you already have as many dummies as allowed this turn")
def below_dummy_limit(state: State, frame: Procedure, side: int) -> bool:
    return len(dummies_of(state, side)) < limit(state, side)


@restriction("9.4", "{at} is not one of your ports")
def own_port(state: State, frame: Procedure, side: int) -> IdSet:
    opened = waters_of(state).opened
    return tuple(sorted(hex for hex in port_capacity.ports_of(state, side) if opened[hex]))


@restriction("9.4", "{force} is not one of your dummies, or was placed in this turn")
def own_dummy(state: State, frame: Procedure, side: int) -> IdSet:
    here_before = set(dummies_of(state, side)).difference(placed_now(state, side))
    return sets.from_iterable(here_before, len(FORCES))


@restriction("9.4", "you have more dummies than allowed this turn")
def not_too_many(state: State, frame: Procedure, side: int) -> bool:
    return len(dummies_of(state, side)) <= limit(state, side)


DECOY = Verb(
    "decoy",
    clause="9.4",
    ends_list="always",
    when=(below_dummy_limit,),
    at=Argument(HEXES, own_port, equivalence=all_equivalent, always_completes=True),
    ships=Argument(REPORTED),
)
RECALL = Verb("recall", clause="9.4", ends_list="never", force=Argument(FORCES, own_dummy))
PLACED = Verb("placed", clause="9.4", ends_list="always", when=(not_too_many,))


class DummyOrders(Question):
    """9.4 A side places dummies or removes some from the map; it keeps those at sea within the limit.

    A placed dummy stays for the turn, since otherwise it could be placed and removed without end.
    """

    number, name, clause = 5, "decoys", "9.4"
    verbs = (DECOY, RECALL, PLACED)
    hides_forced = True
    side: Annotated[int, IdField(SIDES)]

    def decoy(self, execution: Execution, at: int, ships: int) -> None:
        """9.4, 8.7 Places a dummy in port, to be reported with this many ships."""
        cells, waters = execution.cells, waters_of(execution.state)
        force = new_number(execution, self.side)
        cells[layout.FORCE_AT + force] = at
        cells[layout.FORCE_WATER + force] = waters.nodes(at).index(waters.port(at))
        cells[layout.DUMMY_SHIPS + force] = ships
        cells[layout.FORCE_TRIED + force] = 1
        execution.emit_to(self.side, log.DECOYED, force, at, ships)

    def recall(self, execution: Execution, force: int) -> None:
        """9.4 Removes a dummy from the map."""
        execution.emit_to(self.side, log.RECALLED, force)
        clear_force(execution.state, force)

    def placed(self, execution: Execution) -> None:
        """9.4 Ends the placement."""
        execution.pop()


class DummyPlacement(SimultaneousFrame):
    """9.4, 4.3 Both sides place their dummies at once, in secret."""

    number, name, clause = 6, "decoying", "9.4"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (DummyOrders(side),)

    def finish(self, execution: Execution) -> None:
        """Contact is lost with dummies that were removed from the map."""
        clear_placed(execution)
        lose_contact_with_removed(execution)


def placing_dummies(state: State) -> bool:
    """9.4 Whether a side or both are placing dummies."""
    return any(isinstance(frame, DummyPlacement) for frame in state.stack)
