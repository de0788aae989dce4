"""A simulated user of a sea-area game: selects several units of a place and sends them somewhere."""

from __future__ import annotations

import re

from tests.browser.simulated_player import IGNORED_BUTTONS, KeyboardPlayer, SimulatedPlayer

STAND = "section.place:visible"
LIT = "button[data-legal]:visible"
"""Blocks that may be chosen: in the panel of a place, on the battle board or on the map."""


class SeaAreaUser(SimulatedPlayer):
    """Moves a few fleets per turn, by kind or block by block, and answers all other questions in order."""

    aside = re.compile(IGNORED_BUTTONS.pattern.replace("withdraw|", ""), re.I)
    """The games in which withdrawing is a separate choice."""
    keenness = 0.6
    """The number of fleets that are sent before the moves are ended."""
    steadiness = 0.8
    """The probability that a selected fleet is sent unchanged."""

    def _choose(self) -> bool:
        result = self.read()
        if any(label.startswith("Cancel") for label in result["offered"]):
            if self.random.random() < self.steadiness:
                self.open_list(result)
                return self.send() or super()._choose()
        elif not self.sure() and self.random.random() < self.keenness and self.pick():
            return True
        self.open_list(result)
        if not self.choices():
            return self.press_block(STAND) or self.press_block()
        return super()._choose()

    def send(self) -> bool:
        """Sends the selected units to a place where they may go."""
        ways = self.page.locator("#choices [data-choice^='to ']:visible, #decision .primary:not([data-gate])").all()
        if ways:
            self.press(self.random.choice(ways))
        return bool(ways)

    def pick(self) -> bool:
        """Selects all blocks of a kind in the open place, or one block."""
        stand = self.page.locator(STAND)
        if not stand.count():
            return False
        groups = stand.locator("button.all").all()
        if groups and self.random.random() < 0.5:
            self.press(self.random.choice(groups))
            return True
        return self.press_block(STAND)

    def press_block(self, inside: str = "#app") -> bool:
        """Presses a block that may be chosen."""
        blocks = self.page.locator(f"{inside} {LIT}").all()
        if not blocks:
            return False
        self.press(self.random.choice(blocks))
        return True


class TypingSeaAreaUser(KeyboardPlayer, SeaAreaUser):
    """An admiral who uses only the keyboard."""
