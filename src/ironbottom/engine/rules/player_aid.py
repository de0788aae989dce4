"""The player aid: how to win, the steps of a turn with the current one, and the tables in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec


class AidStep(msgspec.Struct, frozen=True):
    """A step of the turn: its title, a sentence about it, and its clause."""

    id: str
    title: str
    text: str
    clause: str


class AidTable(msgspec.Struct, frozen=True):
    """A table with a heading for each column; ``note`` is a sentence about it."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    clause: str = ""


class PlayerAid(msgspec.Struct, frozen=True):
    """How to win, the steps of a turn with the current one, and the figures that players look up.

    ``here`` is the id of the current step; it is empty once the game is over. ``scores`` shows what decides the game.
    """

    goal: str
    goal_clause: str
    steps: tuple[AidStep, ...]
    here: str
    scores: AidTable
    tables: tuple[AidTable, ...]


class NamedStep(Protocol):
    """A step of a sequence."""

    @property
    def name(self) -> str: ...


class StepsInOrder(Protocol):
    """A sequence of play: the class of a procedure."""

    @property
    def name(self) -> str: ...
    @property
    def steps(self) -> Sequence[NamedStep]: ...


class TurnGuide:
    """The steps of a player aid, each with the engine steps that it covers."""

    def __init__(self, *sequences: StepsInOrder, steps: Sequence[tuple[AidStep, tuple[str, ...]]]) -> None:
        self.steps = tuple(step for step, _ in steps)
        self.sequences = {sequence.name: sequence for sequence in sequences}
        self.covers = {name: step.id for step, names in steps for name in names}

    def here(self, view: Mapping[str, Any]) -> str:
        """The id of the current step, from the frames of a view."""
        for frame in view["frames"]:
            sequence = self.sequences.get(frame["procedure"])
            if sequence is not None:
                # ``next`` is the number of the next step; before the first one, the turn has not begun.
                return self.covers[sequence.steps[max(0, frame["next"] - 1)].name]
        return ""
