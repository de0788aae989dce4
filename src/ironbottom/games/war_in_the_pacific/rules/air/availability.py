"""6.11 The points of a headquarters or carrier force that may fly in an Air Phase."""

from __future__ import annotations

from array import array

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.derived.air_bases import commands
from ironbottom.games.war_in_the_pacific.pieces import OF_FORCE, SERVED_A_SIDE, SIDES, TRAININGS
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

COLUMN_OF = ("untrained", "trained", "carrier")
"""6.11 The column of each level of training."""


def available_share(charts: Charts, points: int, column: str, die: int) -> int:
    """6.11, 7.4 The share of points of a column at a die, rounded up.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> available_share(Charts(load()), 11, "untrained", 3)
    7
    """
    share: int = getattr(charts.availability[die - 1], column)
    return -(-points * share // 100)


def roll_availability(execution: Execution, side: int) -> None:
    """5.3, 6.11 Assigns the stacks of a side to commands and rolls for each; only the owner sees the dice."""
    found = list(commands(execution.state, side))
    record_commands(execution.state, side, found)
    serving: dict[tuple[int, int], int] = {}
    for _, stack, command, points in found:
        kind = command, stack % len(TRAININGS)
        serving[kind] = serving.get(kind, 0) + points
    for command in sorted({command for _, _, command, _ in found}):
        die = execution.roll(6, Roll.AVAILABILITY, 1 << side)
        execution.state.arrays[layout.AVAILABLE][command] = die
        for training in range(len(TRAININGS)):
            points_allowed(execution.state, command, training, serving.get((command, training), 0), die)
        here = layout.ALLOWED, command * len(TRAININGS)
        execution.emit_to(
            side, log.AVAILABLE, command, die, sum(execution.state.arrays[here[0]][here[1] : here[1] + 3])
        )


def serve_before_any_air_phase(state: State) -> None:
    """5.3, 8.61 If a scenario begins at sea, assigns the stacks of both sides to commands without dice."""
    if not any(state.arrays[layout.AVAILABLE]):
        for side in range(len(SIDES)):
            record_commands(state, side, list(commands(state, side)))


def record_commands(state: State, side: int, found: list[tuple[int, int, int, int]]) -> None:
    """5.3 Records which stack serves which command, replacing the old record."""
    first, left = SERVED_A_SIDE * side, SERVED_A_SIDE - len(found)
    columns = (layout.SERVED_BASE, layout.SERVED_STACK, layout.SERVED_BY, layout.SERVED_POINTS)
    for which, (column, nothing) in enumerate(zip(columns, (-1, -1, -1, 0), strict=True)):
        values = state.arrays[column]
        result = [row[which] for row in found[:SERVED_A_SIDE]] + [nothing] * left
        values[first : first + SERVED_A_SIDE] = array(values.typecode, result)


def record_available(
    state: State, command: int, training: int, found: list[tuple[int, int, int, int]], die: int
) -> None:
    """6.11 Records the points of each training that a die allows to fly for a command."""
    points = sum([n for _, stack, whom, n in found if whom == command and stack % len(TRAININGS) == training])
    points_allowed(state, command, training, points, die)


def points_allowed(state: State, command: int, training: int, points: int, die: int) -> None:
    """6.11 The number of points of a training that a die allows to fly for a command; an unsupplied command uses the
    last column.
    """
    pieces = state.rules.pieces
    unsupplied = command < OF_FORCE and state.arrays[layout.UNSUPPLIED][command] > 0
    column = "unsupplied" if unsupplied else COLUMN_OF[training]
    allowed = available_share(pieces.charts, points, column, die)
    state.arrays[layout.ALLOWED][command * len(TRAININGS) + training] = allowed


def clear_availability(state: State) -> None:
    """6.11 Clears the dice at the start of an Air Phase."""
    for column in (layout.AVAILABLE, layout.ALLOWED):
        values = state.arrays[column]
        values[:] = array(values.typecode, [0]) * len(values)
