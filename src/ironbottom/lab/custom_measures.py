"""Measures that a user defines: a Python file with a function ``measure``, called with each finished game.

A file that counts the ships sunk by either side::

    def measure(game):
        return {"sunk": sum(event.type == "sunk" for event in game.events)}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real
from pathlib import Path
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game_events import GameEvent
from ironbottom.engine.rules.view_types import Result
from ironbottom.lab.user_files import UserFunction, load_function

FUNCTION = "measure"
"""The name of the function in the file."""
FIELD = "--measure"
"""The option that names the file."""


class FinishedGame(NamedTuple):
    """The data for a measure: everything that happened, the complete view at the end, and the result."""

    events: Sequence[GameEvent]
    view: Mapping[str, object]
    result: Result


class CustomMeasure(NamedTuple):
    """The function of a file."""

    source: UserFunction

    @property
    def digest(self) -> str:
        """The digest of the file: stored games are not used if it has changed."""
        return self.source.digest

    def of(self, game: FinishedGame) -> dict[str, float]:
        """Returns the figures of a game. ``BadValue`` names the line of the file if it fails."""
        try:
            found = self.source.function(game)
        except Exception as error:
            raise self.source.failure(error) from error
        figures = dict(found) if isinstance(found, Mapping) else {"": None}
        if not all(isinstance(name, str) and isinstance(value, Real) for name, value in figures.items()):
            raise BadValue(f"{FUNCTION} of {self.source.path} must return numbers by name", field=FIELD)
        return {str(name): float(value) for name, value in figures.items() if isinstance(value, Real)}


def load_measure(path: Path) -> CustomMeasure:
    """Reads the function of a file. ``BadValue`` says why this fails."""
    return CustomMeasure(load_function(path, FUNCTION, FIELD))
