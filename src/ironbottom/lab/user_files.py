"""Functions in Python files of a user: measures, and agents to score."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue


class UserFunction(NamedTuple):
    """A function of a user's file. ``field`` is the option that named the file, for error messages."""

    path: Path
    field: str
    digest: str
    """The digest of the file."""
    function: Callable[..., object]

    def failure(self, error: Exception) -> BadValue:
        """Returns the error of a call, with the line of the file."""
        lines = [
            frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(self.path)
        ]
        where = f"line {lines[-1]} of {self.path}" if lines else str(self.path)
        return BadValue(f"{where}: {type(error).__name__}: {error}", field=self.field)


def load_function(path: Path, name: str, field: str) -> UserFunction:
    """Reads a function of a file. ``BadValue`` says why this fails."""
    try:
        source = path.read_bytes()
    except OSError as error:
        raise BadValue(f"{path} cannot be read: {error.strerror}", field=field) from None
    spec = spec_from_file_location("ironbottom_user_file", path)
    if spec is None or spec.loader is None:
        raise BadValue(f"{path} must be a Python file, ending in .py", field=field)
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadValue(f"{path}: {type(error).__name__}: {error}", field=field) from None
    function = getattr(module, name, None)
    if not callable(function):
        raise BadValue(f"{path} has no function {name}", field=field)
    return UserFunction(path, field, sha256(source).hexdigest(), function)
