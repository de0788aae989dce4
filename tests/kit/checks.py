"""All checks of the kit by name, with their share of the time."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from ironbottom.engine.rules import Game
from tests.kit.budget import Budget
from tests.kit.coverage import check_coverage
from tests.kit.games import SetUp
from tests.kit.hostile import check_hostile
from tests.kit.matches import check_undo
from tests.kit.offers import check_offers
from tests.kit.reach import check_reach
from tests.kit.secrets import check_secrets
from tests.kit.states import check_positions, check_states
from tests.kit.worlds import check_worlds

EVERY_DAY = float(os.environ.get("KIT_SECONDS", "40"))
"""Seconds for one game every day; with what is played to the end beyond it, well under a minute."""


class Check(NamedTuple):
    """A check, its share of the time, and how it is run: a game, a budget, set-ups (None: each value once), a seed."""

    name: str
    share: float
    run: Callable[[Game, Budget, list[SetUp] | None, int], object]


CHECKS = (
    Check("states", 0.15, check_states),
    Check("positions", 0.10, check_positions),
    Check("offers", 0.15, check_offers),
    Check("secrets", 0.20, check_secrets),
    Check("worlds", 0.15, check_worlds),
    Check("undo", 0.08, check_undo),
    Check("hostile", 0.08, check_hostile),
    Check("reach", 0.02, check_reach),
    Check("coverage", 0.07, check_coverage),
)
