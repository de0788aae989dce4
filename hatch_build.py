"""Puts into the wheel what is built: the page, where it is not yet from the present sources, and the lists of tests."""

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
    """Writes for each game which tests hold which clause, since the package has no tests to read."""
    command = [sys.executable, "-m", "ironbottom.engine.clause_sources"]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": str(Path(root) / "src")})


class BuildHook(BuildHookInterface[Any]):
    """Runs before a wheel is made; a development install builds the page by itself and reads the tests themselves."""

    def dependencies(self) -> list[str]:
        building = page(self.root)
        node = [] if building.is_built() or building.find_node() else [building.NODE_PACKAGE]
        return [*node, *(needed for needed in self.metadata.core.dependencies if needed.startswith("msgspec"))]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and version != "editable":
            page(self.root).build()
            list_tests(self.root)
