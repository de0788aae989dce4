"""``landing``: troops that one order loads, carries to a hex and lands, in the terminal."""

from __future__ import annotations

from typing import Protocol

from ironbottom.cli.output.terminal import Terminal
from ironbottom.cli.session.match import SessionMatch
from ironbottom.cli.session.voyages import Voyages
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import LandingAdvice

MAX_STEPS = 4
"""The maximum number of lists of choices that begin an order: the force, its ships, its Mission."""


class LandingSession(Protocol):
    """The parts of a session that landing orders use."""

    terminal: Terminal
    match: SessionMatch
    voyages: Voyages

    def done(self, whole_board: bool = False) -> None:
        """Shows what a choice has changed."""


class LandingDialog:
    """Lists the units that may land, drafts a landing order, asks for confirmation, and submits it."""

    def __init__(self, session: LandingSession, side: str) -> None:
        self.session, self.side, self.voyages = session, side, session.voyages
        self.submitted: list[int] = []
        """The number of choices of each list that was submitted."""

    def run(self, argument: str) -> None:
        """Handles what was typed after ``landing``."""
        write = self.session.terminal.write
        self.voyages.landings()
        if argument.lower() in ("none", "drop", "drop all"):
            self.voyages.drop(self.side, landings=True)
            write("All landing orders are cancelled.", indent=2)
        elif argument:
            self._order(self.voyages.read_landing(self.side, argument))
        else:
            self._list()

    def _list(self) -> None:
        """Prints the orders in force, then the troops with their numbers, and the places."""
        write = self.session.terminal.write
        for line in self.voyages.describe_landings(self.side) or ["No landing is ordered."]:
            write(line, indent=4)
        found, number = self.voyages.landing_options(self.side), 0
        for source in found.sources:
            write(f"{source.label}:", indent=2)
            for unit in source.units:
                number += 1
                write(f"{number:5} {unit.label}, {unit.load:g} LP", indent=8)
        if found.places:
            write("Places: " + "; ".join(f"{place.label}, {place.note}" for place in found.places) + ".", indent=2)
            write("Type `landing 1 2 to Midway week 2/6/42` with your numbers; the week may be left out.", indent=2)

    def _order(self, order: dict[str, object]) -> None:
        """Prints a drafted order, and gives it if the person agrees."""
        terminal, advice = self.session.terminal, self.voyages.landing_advice(self.side, order)
        for line in advice.schedule:
            terminal.write(line, indent=4)
        for line in advice.lacking:
            terminal.write(f"Lacking: {line}", "alert", indent=4)
        if not advice.choices:
            raise Refused("this landing cannot be ordered now")
        if not terminal.confirm("Order it?"):
            return
        given = self._begin(order, advice)
        if given is None:
            terminal.write("The order could not be given in full.", "alert", indent=2)
        else:
            terminal.write(f"{given} It goes on without you; an enemy nearby or damage ends it.", indent=2)
        self.session.done()

    def _begin(self, order: dict[str, object], advice: LandingAdvice) -> str | None:
        """Submits the first choices, list after list, and stores the plan; returns how far it has come."""
        match = self.session.match
        for _ in range(MAX_STEPS):
            choices: list[Action] = [tuple(choice) for choice in advice.choices]
            if not choices:
                return None
            match.submit(self.side, choices, seq=match.offer(self.side).seq)
            self.submitted.append(len(choices))
            order = {**order, "ships": advice.ships}
            if advice.force:
                landing = {"units": order["units"], "week": order["week"]}
                plan = {"mission": "assault", "to": order["to"], "off": 0, "speed": advice.speed, "landing": landing}
                self.voyages.save(self.side, advice.force, plan)
                return next(iter(reversed(self.voyages.describe_landings(self.side))), None)
            advice = self.voyages.landing_advice(self.side, order)
        return None
