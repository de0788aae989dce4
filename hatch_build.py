"""Puts the built page into the wheel: reuses one already built, else builds it."""

from __future__ import annotations

import importlib.util
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


class PageHook(BuildHookInterface[Any]):
    """Runs before a wheel is made; a development install builds the page by itself (``make page``)."""

    def dependencies(self) -> list[str]:
        building = page(self.root)
        return [] if building.is_built() or building.find_node() else [building.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and version != "editable":
            page(self.root).build()
