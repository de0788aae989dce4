"""All checks of the kit by name: their daily number of decisions for each game, and their share of a long run."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from ironbottom.engine.rules.game import Game
from tests.kit.budget import Budget
from tests.kit.coverage import Coverage, check_coverage
from tests.kit.flips import Flips, check_flips
from tests.kit.forgeries import check_forgeries
from tests.kit.games import is_long, stride
from tests.kit.hostile import check_hostile
from tests.kit.lists import Lists, check_lists
from tests.kit.looks import Look, Run
from tests.kit.matches import check_undo
from tests.kit.memory import Memory, check_memory
from tests.kit.offers import Offers, check_offers
from tests.kit.reach import check_reach
from tests.kit.secrets import Secrets, Silence, check_secrets, check_silence
from tests.kit.states import Positions, States, check_positions, check_states
from tests.kit.texts import Texts, check_texts
from tests.kit.worlds import Worlds, check_worlds

MOST_IN_LONG = 200
"""The maximum number of decisions for games so long that an option can set their last round."""


class Check(NamedTuple):
    """A separate check: a game, a budget, set-ups (None: each value once), a seed; and its look in the common walk."""

    name: str
    decisions: int
    """In a small game; in large ones, where each takes longer, a third, in the largest a twelfth.

    Coverage takes at most this many.
    """
    share: float
    run: Run
    look: type[Look] | None = None

    def budget(self, game: Game, times: float = 1, seconds: float | None = None, portion: float = 1) -> Budget:
        """The budget of a game, or a multiple of it; in the long run a number of seconds."""
        decisions = max(self.decisions // stride(game), 1)
        allotted = min(decisions, MOST_IN_LONG) if is_long(game) else decisions
        return Budget(ceil(times * allotted), seconds=seconds, portion=portion)


CHECKS = (
    Check("states", 3000, 0.13, check_states, States),
    Check("positions", 1500, 0.10, check_positions, Positions),
    Check("offers", 120, 0.13, check_offers, Offers),
    Check("secrets", 24, 0.16, check_secrets, Secrets),
    Check("lists", 48, 0.06, check_lists, Lists),
    Check("flips", 120, 0.05, check_flips, Flips),
    Check("silence", 3000, 0.03, check_silence, Silence),
    Check("worlds", 36, 0.13, check_worlds, Worlds),
    Check("memory", 300, 0.02, check_memory, Memory),
    Check("texts", 240, 0.02, check_texts, Texts),
    Check("coverage", 60000, 0.07, check_coverage, Coverage),
    Check("undo", 6000, 0.06, check_undo),
    Check("hostile", 90, 0.08, check_hostile),
    Check("forgeries", 48, 0.05, check_forgeries),
    Check("reach", 90, 0.02, check_reach),
)
