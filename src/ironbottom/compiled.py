"""Chooses the build: if ``make fast`` has compiled modules from the current sources, the command uses them.

All other modules are read from the source. Programs that import the package use the pure build, unless
``IRONBOTTOM_BUILD`` is "compiled"; with "pure" the command uses the pure build too.
"""

from __future__ import annotations

import filecmp
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path

HERE = Path(__file__).parents[1]
"""The folder that contains the package."""
FOLDER = HERE.parent / "build" / "fast"
"""The folder where ``make fast`` puts the compiled package."""
SOURCES = ("engine", "board", "games")
"""The parts of the package with compiled modules."""
LIBRARY = "ironbottom_fast__mypyc"
"""The shared library of all compiled modules."""
VARIABLE = "IRONBOTTOM_BUILD"
COMMAND = "ironbottom"


class CompiledModules:
    """Finds the modules that have a compiled version in a folder; all others are left to Python.

    It does not inherit from ``MetaPathFinder``, because the import of ``importlib.abc`` takes long.
    """

    def __init__(self, folder: Path) -> None:
        self._known: dict[str, Path] = {}
        for suffix in EXTENSION_SUFFIXES:
            for path in (folder / f"{LIBRARY}{suffix}", *(folder / COMMAND).rglob(f"*{suffix}")):
                name = ".".join((*path.relative_to(folder).parent.parts, path.name.removesuffix(suffix)))
                self._known.setdefault(name, path)

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        """Returns the spec of a compiled module, or None."""
        found = self._known.get(name)
        return None if found is None else spec_from_file_location(name, found)


def is_up_to_date(folder: Path) -> bool:
    """Whether the compiled package in a folder was built for this Python from the current sources."""
    if not any((folder / f"{LIBRARY}{suffix}").exists() for suffix in EXTENSION_SUFFIXES):
        return False
    here = [HERE / COMMAND / part for part in SOURCES]
    sources = [str(path.relative_to(HERE)) for part in here for path in part.rglob("*.py")]
    return not any(filecmp.cmpfiles(HERE, folder, sources, shallow=False)[1:])


def is_wanted(command: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether a process uses compiled modules, from its command line and environment.

    ``bench`` measures both builds in separate processes, and measures games without compiled modules in its own.

    >>> [is_wanted(["python", *rest], {}) for rest in (["/bin/ironbottom", "play"], ["-m", "ironbottom"], ["own.py"])]
    [True, True, False]
    >>> is_wanted(["python", "own.py"], {"IRONBOTTOM_BUILD": "compiled"})
    True
    >>> is_wanted(["python", "/bin/ironbottom", "bench"], {})
    False
    """
    if asked := environment.get(VARIABLE):
        return asked == "compiled"
    given = [part for part in command[1:] if not part.startswith("-")]
    return Path(given[0]).stem == COMMAND and given[1:2] != ["bench"] if given else False


def install() -> None:
    """Makes this process and its children use the compiled modules, if they are wanted and up to date."""
    if is_wanted(sys.orig_argv, os.environ) and is_up_to_date(FOLDER):
        os.environ[VARIABLE] = "compiled"
        sys.meta_path.insert(0, CompiledModules(FOLDER))


install()
