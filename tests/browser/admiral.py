"""A person at the page of a sea-area game: picks the units of a place in a body and sends them somewhere."""

from __future__ import annotations

import re

from tests.browser.person import ASIDE, Person, Typist

PLACES = re.compile(r"\d+ (blocks?|units?)$")
STAND = "section.place:visible"
LIT = "button[data-legal]:visible"
"""Blocks that may be chosen: in the panel of a place, on the battle board or on the map."""


class Admiral(Person):
    """Moves a few fleets a turn, by kind or block by block, and answers all other questions as they come."""

    aside = re.compile(ASIDE.pattern.replace("withdraw|", ""), re.I)
    """In these games to withdraw is a choice of its own."""
    keenness = 0.6
    """How often a fleet is sent before the moves are done."""

    def _choose(self) -> bool:
        found = self.choices()
        places = [label for label in found if PLACES.search(label)]
        if places and self.random.random() < self.keenness:
            self.press(found[self.random.choice(places)])
            return self.pick()
        if not found:
            return self.press_block(STAND) or self.press_block()
        return super()._choose()

    def pick(self) -> bool:
        """Picks all blocks of a kind in the place that was opened, or one block."""
        stand = self.page.locator(STAND)
        stand.first.wait_for()
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


class TypingAdmiral(Typist, Admiral):
    """The same by keyboard alone."""
