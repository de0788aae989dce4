"""A simulated user of *Axis & Allies: Pacific*, who moves some units and ends the phase before all have moved."""

from __future__ import annotations

import re

from tests.browser.simulated_player import KeyboardPlayer, SimulatedPlayer

ENDING = re.compile(
    r"^(Done|Lose the cheapest|Press on|Land as planned|Stop buying|End with|Stop placing|No more|Give no more"
    r"|Buy \d|India \d|Confirm losses)"
)


class AapUser(SimulatedPlayer):
    """Plays by pressing buttons; about half of the time, it presses the one that continues."""

    ending = ENDING
    """The choices that end a phase or a series of choices."""
    enough = 0.5
    """How often a phase is ended while choices remain."""

    def _choose(self) -> bool:
        self.open_list(self.read())
        found = self.choices()
        if not found:
            return False
        ending = [label for label in found if self.ending.match(label)]
        wanted = next((label for label in found if label.startswith(("Skip", "Continue", "Next"))), None) or self.sure()
        if wanted not in found and ending and self.random.random() < self.enough:
            wanted = ending[0]
        self.press(found[wanted if wanted in found else self.random.choice(list(found))])
        return True


class TypingAapUser(KeyboardPlayer, AapUser):
    """A marshal who uses only the keyboard."""


__all__ = ["AapUser", "TypingAapUser"]
