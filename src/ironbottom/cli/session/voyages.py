"""Voyages at the terminal: where a unit is bound over several phases, kept with the seat beside the record.

A plan is no order: ``fill`` offers its next course in each phase, an ordinary choice of the person's own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules import features
from ironbottom.engine.rules.actions import Action

ENDING = ".voyages.json"
Plans = dict[str, dict[str, Any]]
"""By unit, where it is bound."""


class Voyages:
    """The voyages of a match, by side; none in a game that has none."""

    def __init__(self, match: Match, path: Path | None) -> None:
        self._match = match
        self._own, self._helpers = match.rules.game.voyages(), match.rules.game.helpers()
        self._file = path.with_name(path.stem + ENDING) if path and self._own else None
        self._kept: dict[str, Plans] = self._found()

    @property
    def known(self) -> bool:
        """Whether the game has voyages."""
        return self._own is not None

    def _found(self) -> dict[str, Plans]:
        """What was kept; an unreadable file counts as none."""
        if self._file is None or not self._file.exists():
            return {}
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, Plans])
        except (OSError, msgspec.MsgspecError):
            return {}

    def kept(self, side: str) -> Plans:
        """The plans of a side that nothing has ended since."""
        plans = self._kept.get(side, {})
        if not plans or self._helpers is None:
            return {}
        still = self._helpers.remembered(self._match.log(side), plans).voyages
        return {unit: plan for unit, plan in plans.items() if unit in still}

    def told(self, side: str) -> list[str]:
        """The plans of a side in sentences."""
        voyages = self._open()
        return [voyages.told(self._match.state, side, unit, plan) for unit, plan in self.kept(side).items()]

    def begin(self, side: str, text: str) -> tuple[str, dict[str, Any], list[Action]]:
        """The unit, the plan and the choices of this phase that a person's words mean."""
        return self._open().read(self._match.state, side, text)

    def keep(self, side: str, unit: str, asked: dict[str, Any]) -> None:
        """Keeps where a unit is bound, from here in the log on."""
        assert self._helpers is not None
        plan = self._helpers.plan(self._match.state, side, unit, asked, self._match.seq(side))
        self._write(side, {**self.kept(side), unit: plan})

    def drop(self, side: str) -> None:
        """Drops all plans of a side."""
        self._open()
        self._write(side, {})

    def _open(self) -> features.VoyageWords:
        if self._own is None:
            raise Refused("this game has no voyages over several phases")
        return self._own

    def _write(self, side: str, plans: Plans) -> None:
        self._kept[side] = plans
        if self._file is not None:
            self._file.write_bytes(msgspec.json.encode(self._kept))
