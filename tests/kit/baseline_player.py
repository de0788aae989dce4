"""``script``: a fixed player without knowledge of games and without random numbers, as a baseline for bots.

It prefers verbs that attack to verbs that move, and verbs that move to verbs that wait. Among the choices of a verb it
picks by counting, so a game is always played in the same way. It uses only the choices.
"""

from __future__ import annotations

from ironbottom.engine.match.match import Offer
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import CLOSING, Choices

PREFERENCE = (
    *("land", "bombard", "strike", "air_strike", "attack", "fire", "fight", "engage", "hit", "target"),
    *("stand", "stay", "continue", "help", "sortie", "raid", "patrol", "move", "march"),
    *("send", "assign", "place", "form"),
)
"""Verbs by name, the most preferred first; others come between these and the verbs that end a plan."""
STRIDE = 7
"""The distance between consecutive picks among the choices of a verb."""
MAX_RUN = 24
"""After this many choices of one verb in a row, the plan is ended if that is allowed."""


class Script:
    """Takes the most preferred verb, and of its choices in turn the first, the eighth, the fifteenth, and so on.

    >>> from ironbottom.engine.rules.actions import Argument, Verb, Vocabulary
    >>> from ironbottom.engine.core.fields import Domain
    >>> zones = Domain("zone", ("slot", "sound"))
    >>> wait = Verb("pass", clause="9.0", ends_list="never")
    >>> move = Verb("move", clause="9.2", ends_list="never", to=Argument(zones))
    >>> choices = Choices(Vocabulary([wait, move]), [(wait, ()), (move, ((0b11, ()),))])
    >>> offer = Offer("japan", 0, {}, "Your operation?", "9.0", choices)
    >>> script = Script()
    >>> [script.choose(offer) for _ in range(2)]
    [('move', 'slot'), ('move', 'sound')]
    """

    def __init__(self) -> None:
        self.taken = 0
        self.last = ""
        self.run = 0

    def choose(self, offer: Offer) -> Action:
        """The answer to an offer."""
        name = min(offer.choices.verbs(), key=self._rank)
        self.run = self.run + 1 if name == self.last else 0
        self.last = name
        own = [(verb, branches) for verb, branches in offer.choices.groups if verb.name == name]
        choices = Choices(offer.choices.vocabulary, own)
        action = choices.at(self.taken * STRIDE % len(choices))
        self.taken += 1
        return action

    def _rank(self, name: str) -> tuple[int, str]:
        if name in CLOSING:
            return (-1 if self.run >= MAX_RUN else len(PREFERENCE) + 1, name)
        return (PREFERENCE.index(name) if name in PREFERENCE else len(PREFERENCE), name)
