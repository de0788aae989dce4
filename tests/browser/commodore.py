"""A person at *War in the Pacific*, who orders some forces and is done before all that could be ordered is."""

from __future__ import annotations

import re

from tests.browser.marshal import Marshal
from tests.browser.person import Typist

ENDS = (
    *("Done", "Deployed", "Dummies placed", "Force complete", "Carry on", "Declared", "Wave complete", "Attack$"),
    *("Open fire", "Ready", "Stay", "Keep its", "Send these", "Seek battle", r"Sail \d", "Sail there", "Take all"),
    *("All take part", "Attack with these", "Enough enter", "End ", r"Leave \d", "Search no more", "Declare no more"),
    *("Transfer no more", "March no more", "Attack no more", "Take no more"),
)
ENDING = re.compile(f"^({'|'.join(ENDS)})")


class Commodore(Marshal):
    """Plays by pressing buttons, more often than not the one that leads on."""

    ending = ENDING
    aside = re.compile(Marshal.aside.pattern.replace("choose )", "choose (?!the objective))"), re.I)
    """At Leyte the Allies go on only once they have chosen their Objective."""
    clause = re.compile(r"[\d.a-z]{1,8}")  # "1 point" is a choice
    enough = 0.75


class TypingCommodore(Typist, Commodore):
    """The same by keyboard alone."""


__all__ = ["Commodore", "TypingCommodore"]
