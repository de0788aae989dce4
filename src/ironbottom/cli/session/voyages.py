"""Voyages: destinations of units over several phases, saved beside the record.

A voyage is not an order. In each phase ``fill`` offers its next course as an ordinary choice.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules import features
from ironbottom.engine.rules.actions import Action

SUFFIX = ".voyages.json"
Plans = dict[str, dict[str, object]]
"""The voyage of each unit."""


class Voyages:
    """The voyages of a match, by side; always empty if the game has none."""

    def __init__(self, match: Match, path: Path | None) -> None:
        self._match = match
        self._own, self._helpers = match.rules.game.voyages(), match.rules.game.helpers()
        self._file = path.with_name(path.stem + SUFFIX) if path and self._own else None
        self._plans: dict[str, Plans] = self._load()

    @property
    def available(self) -> bool:
        """Whether the game has voyages."""
        return self._own is not None

    def _load(self) -> dict[str, Plans]:
        """Reads the file. An unreadable file counts as empty."""
        if self._file is None or not self._file.exists():
            return {}
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, Plans])
        except (OSError, msgspec.MsgspecError):
            return {}

    def active(self, side: str) -> Plans:
        """Returns the voyages of a side that have not ended."""
        plans = self._plans.get(side, {})
        if not plans or self._helpers is None:
            return {}
        still = self._helpers.remembered(self._match.log(side), plans).voyages
        return {unit: plan for unit, plan in plans.items() if unit in still}

    def describe(self, side: str) -> list[str]:
        """Describes the voyages of a side."""
        voyages = self._open()
        return [voyages.plan_text(self._match.state, side, unit, plan) for unit, plan in self.active(side).items()]

    def begin(self, side: str, text: str) -> tuple[str, dict[str, object], list[Action]]:
        """Parses a voyage. Returns the unit, its plan, and the choices of this phase."""
        return self._open().read(self._match.state, side, text)

    def save(self, side: str, unit: str, requested: dict[str, object]) -> None:
        """Saves the voyage of a unit from the current log entry on."""
        assert self._helpers is not None
        plan = self._helpers.plan(self._match.state, side, unit, requested, self._match.seq(side))
        self._write(side, {**self.active(side), unit: plan})

    def drop(self, side: str) -> None:
        """Deletes all voyages of a side."""
        self._open()
        self._write(side, {})

    def _open(self) -> features.VoyageWords:
        if self._own is None:
            raise Refused("this game has no voyages over several phases")
        return self._own

    def _write(self, side: str, plans: Plans) -> None:
        self._plans[side] = plans
        if self._file is not None:
            self._file.write_bytes(msgspec.json.encode(self._plans))
