"""Reads the targets, recipes and variables of a Makefile."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_RULE = re.compile(r"^([A-Za-z][\w-]*):(?!=)")
_VARIABLE = re.compile(r"^(\w+)\s*[?:]?=\s*(.*)")
_USE = re.compile(r"\$\((\w+)\)")


class Makefile:
    """The targets and their recipes."""

    def __init__(self, path: Path) -> None:
        self.recipes: dict[str, list[str]] = {}
        self.variables: dict[str, str] = {}
        target = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("\t"):
                if target:
                    self.recipes[target].append(line.strip())
            elif rule := _RULE.match(line):
                target = rule[1]
                self.recipes.setdefault(target, [])
            else:
                target = ""
                if variable := _VARIABLE.match(line):
                    self.variables[variable[1]] = variable[2]

    def lines_with(self, target: str, name: str, given: Mapping[str, str]) -> list[str]:
        """The lines of a recipe that use a variable, with all variables expanded."""
        lines = [line for line in self.recipes[target] if name in _USE.findall(line)]
        return [self._expanded(line, given).lstrip("@-") for line in lines]

    def _expanded(self, text: str, given: Mapping[str, str]) -> str:
        while True:
            changed = _USE.sub(lambda use: given.get(use[1], self.variables.get(use[1], "")), text)
            if changed == text:
                return text
            text = changed
