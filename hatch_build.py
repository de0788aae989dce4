"""Adds built files to the wheel: the page, built if its sources have changed, and the lists of tests.

The outlines of maps, which are stored with the page's sources, are added too. With ``IRONBOTTOM_FAST=1`` the wheel also
contains the compiled engine and rules, beside their sources.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def page(root: str) -> ModuleType:
    """The module that builds the page, without importing the package."""
    path = Path(root) / "src" / "ironbottom" / "web" / "build.py"
    spec = importlib.util.spec_from_file_location("ironbottom_page", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def list_tests(root: str) -> None:
    """Writes for each game which tests check which clause, since the package contains no tests."""
    command = [sys.executable, "-m", "ironbottom.engine.data.clause_sources"]
    # The previous value stays: in it pip names the folder of the packages that it installed only for the build.
    folders = filter(None, [str(Path(root) / "src"), os.environ.get("PYTHONPATH")])
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)})


MAPS = (
    ("board/pacific", "coast.json"),
    ("games/axis_allies_pacific", "map.json"),
    ("games/hold_fast", "areas.geojson"),
    ("games/pacific_fury", "coast.json"),
    ("games/pacific_fury", "zones.geojson"),
    ("games/victory_in_the_pacific", "areas.geojson"),
)
"""The map outlines that the page and the package share, where ``engine/data/map_files.py`` looks for them."""


def maps(root: str) -> dict[str, str]:
    """The files of map outlines, each with its place in the wheel."""
    return {f"{root}/page/src/{folder}/{name}": f"ironbottom/{folder}/data/{name}" for folder, name in MAPS}


def wants_fast() -> bool:
    """Whether the compiled build is requested."""
    return os.environ.get("IRONBOTTOM_FAST", "") not in ("", "0")


def compiled(root: str) -> dict[str, str]:
    """The compiled modules, each with its place in the wheel."""
    sys.path.insert(0, root)
    from fast.build import build, libraries

    folder = build()
    return {str(folder / path): str(path) for path in libraries(folder)}


class BuildHook(BuildHookInterface[Any]):
    """Runs before a wheel is built. A development install builds the page separately, and reads the tests directly."""

    def dependencies(self) -> list[str]:
        building = page(self.root)
        node = [] if building.is_built() or building.find_node() else [building.NODE_PACKAGE]
        compiler = ["mypy[mypyc]>=1.15"] if wants_fast() else []
        needed = [named for named in self.metadata.core.dependencies if named.startswith("msgspec")]
        return [*node, *compiler, *needed]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and version != "editable":
            page(self.root).build()
            list_tests(self.root)
            build_data["force_include"] |= maps(self.root)
            if wants_fast():
                build_data["force_include"] |= compiled(self.root)
                build_data["pure_python"], build_data["infer_tag"] = False, True
