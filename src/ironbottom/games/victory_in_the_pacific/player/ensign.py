"""The ensign: an opponent that plays by rules of thumb, from what its side sees and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ironbottom.bots.registry import Bot
from ironbottom.engine.actions import Action
from ironbottom.engine.match import Offer
from ironbottom.engine.rules import Rules
from ironbottom.games.victory_in_the_pacific.player.combat import COMBAT_RULES
from ironbottom.games.victory_in_the_pacific.player.fleet import FLEET_RULES, place_air
from ironbottom.games.victory_in_the_pacific.player.plans import plan_patrols, plan_raids
from ironbottom.games.victory_in_the_pacific.player.sight import Sight

Weigh = Callable[[Sight, Action], float]
RULES: dict[str, Weigh] = {**FLEET_RULES, **COMBAT_RULES}


class Ensign:
    """Gives every choice a worth by its rules of thumb and takes the best; among choices as good, one by chance.

    The same rules, side and seed play the same game.
    """

    def __init__(self, rules: Rules, side: str, seed: int = 0) -> None:
        self._rules = rules
        self._side = side
        self._random = Random(seed)

    def choose(self, offer: Offer) -> Action | Sequence[Action]:
        """A choice, or the whole run of patrols or raids of a turn."""
        offered = list(offer.choices)
        if len(offered) == 1:
            return offered[0]
        sight = Sight(self._rules, offer.view, self._side)
        asks = sight.frame().get("procedure")
        if asks == "patrols":
            return plan_patrols(sight, offered, self._random)
        if asks == "raiders":
            return plan_raids(sight, offered, self._random)
        if asks == "air":
            return place_air(sight, offered)
        worths = [RULES[action[0]](sight, action) if action[0] in RULES else 0.0 for action in offered]
        best = max(worths)
        good = [action for action, worth in zip(offered, worths, strict=True) if worth >= best - 1e-9]
        return good[int(self._random.random() * len(good))]


BOTS = {"ensign": Bot("Plays by rules of thumb: a fair opponent for a first game.", Ensign)}
