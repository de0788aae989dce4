"""Measures that a user defines: a Python file with a function ``measure``, called with each finished game.

A file that counts the ships sunk by either side::

    def measure(game):
        return {"sunk": sum(event.type == "sunk" for event in game.events)}
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from numbers import Real
from pathlib import Path
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game_events import GameEvent
from ironbottom.engine.rules.view_types import Result

FUNCTION = "measure"
"""The name of the function in the file."""


class FinishedGame(NamedTuple):
    """What a measure is computed from: everything that happened, the complete view at the end, and the result."""

    events: Sequence[GameEvent]
    view: Mapping[str, object]
    result: Result


class OwnMeasure(NamedTuple):
    """The function of a file."""

    path: Path
    digest: str
    """The digest of the file: stored games are not taken if it has changed."""
    function: Callable[[FinishedGame], object]

    def of(self, game: FinishedGame) -> dict[str, float]:
        """Returns the figures of a game. ``BadValue`` names the line of the file if it fails."""
        try:
            found = self.function(game)
        except Exception as wrong:
            raise BadValue(self._failure(wrong), field="--measure") from wrong
        figures = dict(found) if isinstance(found, Mapping) else {"": None}
        if not all(isinstance(name, str) and isinstance(value, Real) for name, value in figures.items()):
            raise BadValue(f"{FUNCTION} of {self.path} must return numbers by name", field="--measure")
        return {str(name): float(value) for name, value in figures.items() if isinstance(value, Real)}

    def _failure(self, wrong: Exception) -> str:
        lines = [
            frame.lineno for frame in traceback.extract_tb(wrong.__traceback__) if frame.filename == str(self.path)
        ]
        where = f"line {lines[-1]} of {self.path}" if lines else str(self.path)
        return f"{where}: {type(wrong).__name__}: {wrong}"


def load_measure(path: Path) -> OwnMeasure:
    """Reads the function of a file. ``BadValue`` says why it cannot."""
    try:
        source = path.read_bytes()
    except OSError as wrong:
        raise BadValue(f"{path} cannot be read: {wrong.strerror}", field="--measure") from None
    spec = spec_from_file_location("ironbottom_own_measure", path)
    if spec is None or spec.loader is None:
        raise BadValue(f"{path} must be a Python file, ending in .py", field="--measure")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as wrong:
        raise BadValue(f"{path}: {type(wrong).__name__}: {wrong}", field="--measure") from None
    function = getattr(module, FUNCTION, None)
    if not callable(function):
        raise BadValue(f"{path} has no function {FUNCTION}", field="--measure")
    return OwnMeasure(path, sha256(source).hexdigest(), function)
