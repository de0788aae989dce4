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
        self._landings = match.rules.game.landing_orders()
        self._suspended: set[str] = set()
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

    @property
    def has_landings(self) -> bool:
        """Whether the game has landing orders."""
        return self._landings is not None

    def landings(self) -> features.LandingOrders:
        """Returns the game's landing orders. Raises ``Refused`` if it has none."""
        if self._landings is None:
            raise Refused("this game has no landing orders")
        return self._landings

    def describe(self, side: str) -> list[str]:
        """Describes the voyages of a side."""
        voyages = self._open()
        return [
            voyages.plan_text(self._match.state, side, unit, plan)
            for unit, plan in self.active(side).items()
            if not plan.get("landing")
        ]

    def describe_landings(self, side: str) -> list[str]:
        """Describes the landing orders of a side, each with how far it has come."""
        if self._landings is None or self._helpers is None:
            return []
        return [
            f"{unit.rpartition('_')[2]:>3} "
            + self._landings.status(self._match.state.copy(), side, unit, self._helpers.read_voyage(plan))
            for unit, plan in self.active(side).items()
            if plan.get("landing")
        ]

    def landing_options(self, side: str) -> features.LandingOptions:
        """Returns what a landing order may use at the side's question."""
        return self.landings().options(self._match.state.copy(), side)

    def read_landing(self, side: str, text: str) -> dict[str, object]:
        """Parses a landing order."""
        return self.landings().read(self._match.state.copy(), side, text)

    def landing_advice(self, side: str, order: features.Plan) -> features.LandingAdvice:
        """Drafts a landing order."""
        return self.landings().advice(self._match.state.copy(), side, order)

    def answer(self, side: str) -> list[Action]:
        """Returns the next choices of a side's landings, and stores which of them an event has ended."""
        plans = self.active(side)
        if self._landings is None or self._helpers is None or side in self._suspended:
            return []
        if not any(plan.get("landing") for plan in plans.values()):
            return []
        memory = self._helpers.remembered(self._match.log(side), plans)
        choices, ended = self._landings.answer(self._match.state.copy(), side, memory)
        for unit, event in ended.items():
            landing = plans[unit]["landing"]
            assert isinstance(landing, dict)
            plans[unit] = {**plans[unit], "landing": {**landing, "ended": event}, "since": self._match.seq(side)}
        if ended:
            self._write(side, plans)
        return choices

    def resume(self, side: str) -> None:
        """Called when a player made a choice: landing orders are in force again."""
        self._suspended.discard(side)

    def suspend(self, side: str) -> None:
        """Called when a player took a choice back: landing orders wait until the player's next choice."""
        self._suspended.add(side)

    def begin(self, side: str, text: str) -> tuple[str, dict[str, object], list[Action]]:
        """Parses a voyage. Returns the unit, its plan, and the choices of this phase."""
        return self._open().read(self._match.state, side, text)

    def save(self, side: str, unit: str, requested: dict[str, object]) -> None:
        """Saves the voyage of a unit from the current log entry on."""
        assert self._helpers is not None
        plan = self._helpers.plan(self._match.state, side, unit, requested, self._match.seq(side))
        self._write(side, {**self.active(side), unit: plan})

    def drop(self, side: str, *, landings: bool = False) -> None:
        """Deletes all voyages of a side, or all its landing orders."""
        self._open()
        kept = {unit: plan for unit, plan in self.active(side).items() if bool(plan.get("landing")) != landings}
        self._write(side, kept)

    def _open(self) -> features.VoyageWords:
        if self._own is None:
            raise Refused("this game has no voyages over several phases")
        return self._own

    def _write(self, side: str, plans: Plans) -> None:
        self._plans[side] = plans
        if self._file is not None:
            self._file.write_bytes(msgspec.json.encode(self._plans))
