"""13.1, 13.3 Subrons: their markers, their Sub Points, and their starting ports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from ironbottom.engine.core.fields import IdField, Number, Numbers
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import SequenceOfPlay
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import cited_cases, log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SIDES
from ironbottom.games.war_in_the_pacific.state import SUB_KINDS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE, cycle_of

POINTS = Numbers("number of Sub Points", 1, 12)


def subrons_of(side: int) -> range:
    """The Subrons of a side."""
    return range(layout.SUBRONS_A_SIDE * side, layout.SUBRONS_A_SIDE * (side + 1))


def subron_points(state: State, subron: int) -> int:
    """13.1 The Sub Points of a Subron."""
    return state.cells[layout.SUBRON_FLEET + subron] + state.cells[layout.SUBRON_COASTAL + subron]


def free_subron(state: State, side: int) -> int:
    """13.1 The first unused marker of a side; -1 if there is none."""
    return next((subron for subron in subrons_of(side) if state.cells[layout.SUBRON_AT + subron] < 0), -1)


def points_in_port(state: State, side: int, kind: int) -> int:
    """13.1 The Sub Points of a kind that a side has in port."""
    return state.cells[layout.SUBS_HELD + len(SUB_KINDS) * side + kind]


def sub_ports(state: State, side: int, kind: int) -> tuple[int, ...]:
    """13.3 The ports of Subrons of a kind."""
    return layout.scenario(state).sub_ports(state, side, kind)


def ports_by_class(state: State, side: int, kind: int) -> tuple[int, ...]:
    """13.3 Major ports for fleet boats, and also minor ports for coastal boats."""
    pieces = state.rules.pieces
    classes = ("major",) if SUB_KINDS.ids[kind] == "fleet" else ("major", "minor")
    opened, control = pieces.waters(state.cells[layout.SCENARIO]).opened, state.arrays[layout.CONTROL]
    result = [hex for hex, place in pieces.atlas.places.items() if place.port in classes and control[hex] == side]
    return tuple(sorted(hex for hex in result if opened[hex]))


def first_reach(state: State, side: int, kind: int) -> tuple[int, ...]:
    """13.3 The hexes where a Subron of a kind may be when the scenario begins."""
    pieces = state.rules.pieces
    points = pieces.facts.table(charts.SUB_ENDURANCE)[SUB_KINDS.ids[kind]].first_reach_mp
    return pieces.sea_within(state.cells[layout.SCENARIO], sub_ports(state, side, kind), points)


def write_card(state: State, subron: int) -> None:
    """23.3 Records what a card tells the enemy about a Subron: its place and its size."""
    hex = state.cells[layout.SUBRON_AT + subron]
    state.arrays[layout.SUBRON_READ][subron] = hex + layout.FIRST_READ if hex >= 0 else layout.NOT_AT_SEA
    state.arrays[layout.SUBRON_READ_POINTS][subron] = subron_points(state, subron)


def update_card(state: State, subron: int) -> None:
    """23.3, 13.8 The enemy sees the points that a Subron loses, and so still knows its size."""
    if state.arrays[layout.SUBRON_READ][subron] != layout.UNREAD:
        write_card(state, subron)


def clear_cards(state: State) -> None:
    """23.3 Clears what cards told about Subrons, once the Subrons move again."""
    for array in (layout.SUBRON_READ, layout.SUBRON_READ_POINTS):
        for subron in [subron for subron, known in enumerate(state.arrays[array]) if known]:
            state.arrays[array][subron] = 0


def have_stayed(state: State) -> bool:
    """13.3 Whether no Submarine Phase of the scenario has begun yet."""
    begun, now = at_start(state.rules.pieces, state.cells[layout.SCENARIO]).cells[layout.TURN], state.cells[layout.TURN]
    turn: Any = state.stack[0] if state.stack else None
    # The compiler treats isinstance as an exact match if all subclasses are in modules that it compiles later.
    in_turn = issubclass(type(turn), SequenceOfPlay)
    done = [step.name for step in turn.steps[: turn.next]] if in_turn else []
    over = now % TURNS_A_CYCLE == TURNS_A_CYCLE - 1 and "strategic" in done
    return cycle_of(now) == cycle_of(begun) and not over


def put_to_sea(execution: Execution, side: int, kind: int, points: int, hex: int) -> int:
    """13.1 Points in port become a Subron in a hex; returns its number."""
    cells, subron = execution.cells, free_subron(execution.state, side)
    cells[layout.SUBRON_AT + subron] = hex
    cells[(layout.SUBRON_FLEET, layout.SUBRON_COASTAL)[kind] + subron] = points
    cells[layout.SUBS_HELD + len(SUB_KINDS) * side + kind] -= points
    execution.emit_to(side, log.STATIONED, subron, hex, kind, points)
    return subron


@restriction("13.3", "{at} is too far from your ports for a Subron at the start", case=cited_cases.first_subrons_case)
def in_first_reach(state: State, frame: SubronPlacement, side: int) -> IdSet:
    return first_reach(state, side, frame.kind)


LIE = Verb("lie", clause="13.3", ends_list="never", at=Argument(HEXES, in_first_reach, always_completes=True))


class SubronPlacement(Question):
    """13.3 The choice of a hex for points that leave port as a Subron."""

    number, name, clause = 50, "stationing", "13.3"
    verbs: ClassVar[Sequence[Verb]] = (LIE,)
    hides_forced, unobservable, is_second_step = True, True, True
    side: Annotated[int, IdField(SIDES)]
    kind: Annotated[int, IdField(SUB_KINDS)]
    points: Annotated[int, Number(POINTS.low, POINTS.high)]

    def lie(self, execution: Execution, at: int) -> None:
        """13.3 Places a Subron in a hex, unseen."""
        execution.pop()
        subron = put_to_sea(execution, self.side, self.kind, self.points, at)
        execution.cells[layout.SUBRON_OUT + subron] = 1
