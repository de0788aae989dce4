"""A simulated user of *War in the Pacific*, who orders some forces and ends the phase before all are ordered."""

from __future__ import annotations

import re

from tests.browser.aap_user import AapUser
from tests.browser.simulated_player import KeyboardPlayer

ENDS = (
    *("Done", "Finish", "Force complete", "Continue$", "Launch the wave", "Attack$", "Let it go", "Leave them"),
    *("Open fire", "Ready", "Stay", "Keep the old", "Seek battle", r"Sail \d", "Sail there", "Sail without", "Add all"),
    *("Commit all", "Attack with these", "Stop advancing", "End ", "No more strikes", "Stop searching"),
    *("Declare no more", "Stop transferring", "Stop marching", "Stop attacking"),
)
ENDING = re.compile(f"^({'|'.join(ENDS)})")


class WitpUser(AapUser):
    """Plays by pressing buttons, mostly those that continue."""

    ending = ENDING
    aside = re.compile(AapUser.aside.pattern.replace("choose )", "choose (?!the objective))"), re.I)
    """At Leyte the Allies continue only after choosing their Objective."""
    clause = re.compile(r"[\d.a-z]{1,8}")  # "1 point" is a choice
    enough = 0.75


class TypingWitpUser(KeyboardPlayer, WitpUser):
    """A commodore who uses only the keyboard."""


__all__ = ["TypingWitpUser", "WitpUser"]
