"""All checks of the kit by name: their daily number of decisions for each game, and their share of a long run."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.cached_values import CachedValues, check_memory
from ironbottom.testing.coverage import Coverage, check_coverage
from ironbottom.testing.flips import HiddenCellFlips, check_flips
from ironbottom.testing.forgeries import check_forgeries
from ironbottom.testing.games import is_long, stride
from ironbottom.testing.hidden_information import Secrets, UnobservableActs, check_secrets, check_silence
from ironbottom.testing.hostile import check_hostile
from ironbottom.testing.lists import Lists, check_lists
from ironbottom.testing.matches import check_undo
from ironbottom.testing.offers import Offers, check_offers
from ironbottom.testing.reach import check_reach
from ironbottom.testing.states import Positions, States, check_positions, check_states
from ironbottom.testing.texts import Texts, check_texts
from ironbottom.testing.walk_checks import CheckFunction, WalkCheck
from ironbottom.testing.worlds import Worlds, check_worlds

MAX_IN_LONG_GAMES = 200
"""The maximum number of decisions for games so long that an option can set their last round."""


class KitCheck(NamedTuple):
    """A check: a function of a game, a budget, set-ups (None: each value once) and a seed; and its class, if it shares
    the walk of a game.
    """

    name: str
    decisions: int
    """The number of decisions in a small game.

    In large games, where each decision takes longer, it is a third of this; in the largest, a twelfth. For coverage, it
    is the maximum.
    """
    share: float
    run: CheckFunction
    walk_check: type[WalkCheck] | None = None

    def budget(self, game: Game, times: float = 1, seconds: float | None = None, portion: float = 1) -> CheckBudget:
        """The budget of a game, or a multiple of it; in the long run a number of seconds."""
        decisions = max(self.decisions // stride(game), 1)
        allotted = min(decisions, MAX_IN_LONG_GAMES) if is_long(game) else decisions
        return CheckBudget(ceil(times * allotted), seconds=seconds, portion=portion)


CHECKS = (
    KitCheck("states", 3000, 0.13, check_states, States),
    KitCheck("positions", 1500, 0.10, check_positions, Positions),
    KitCheck("offers", 120, 0.13, check_offers, Offers),
    KitCheck("secrets", 24, 0.16, check_secrets, Secrets),
    KitCheck("lists", 48, 0.06, check_lists, Lists),
    KitCheck("flips", 120, 0.05, check_flips, HiddenCellFlips),
    KitCheck("silence", 3000, 0.03, check_silence, UnobservableActs),
    KitCheck("worlds", 36, 0.13, check_worlds, Worlds),
    KitCheck("memory", 300, 0.02, check_memory, CachedValues),
    KitCheck("texts", 240, 0.02, check_texts, Texts),
    KitCheck("coverage", 60000, 0.07, check_coverage, Coverage),
    KitCheck("undo", 6000, 0.06, check_undo),
    KitCheck("hostile", 90, 0.08, check_hostile),
    KitCheck("forgeries", 48, 0.05, check_forgeries),
    KitCheck("reach", 90, 0.02, check_reach),
)


def check_game(game: Game, check: str | KitCheck, times: float = 1, seed: int = 1) -> str:
    """Runs one check on a game, and returns what it counted.

    Raises ``ConformanceFault`` or another ``AssertionError`` if the check fails.

    ``times`` is a multiple of the usual number of decisions. The same seed gives the same games.
    """
    found = next((one for one in CHECKS if check in (one, one.name)), None)
    if found is None:
        raise BadValue(f"there is no check {check!r}; choose one of {', '.join(one.name for one in CHECKS)}")
    budget = found.budget(game, times)
    found.run(game, budget, None, seed)
    return budget.report()
