"""One walk of a game shared by all checks that look at its states.

A *walk* is a random game. It is played to its end, which gives its length, and then replayed: each check is shown a
number of decisions, spread evenly over the game, and the start and the end. To join, a check becomes a subclass of
``WalkCheck`` with an entry and its number of decisions in ``checks.CHECKS``. ``as_separate_check`` runs it separately:
it then gets the same decisions and draws the same random numbers as in the shared walk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import Decision
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.games import GameSetUp, every_value, in_slices
from ironbottom.testing.walks import Walk, endless_walks, walks_from_positions

MIN_GAMES = 12
"""The minimum number of games walked, so that each style occurs with fair and with loaded dice.

The largest games have a quarter as many slices.
"""
MIN_DECISIONS = 3
"""The number of decisions that are checked even if no time is left."""


class WalkCheck:
    """A check of the states of a walk; each method is optional.

    ``rng`` belongs to the check: its random numbers change neither the game nor what others draw.
    """

    name = ""
    always = False
    """Whether each set-up is checked once, even after the time of a long run is over."""
    in_slices = False
    """Whether the check also gets slices, which are played from recorded positions."""

    def __init__(self, game: Game, budget: CheckBudget) -> None:
        self.game, self.budget = game, budget
        self.rng = Random(0)
        self.decision_indices: frozenset[int] = frozenset()

    @property
    def needs_more_games(self) -> bool:
        """Whether further games are needed after each set-up has been walked."""
        return self.budget.left

    def begin(self, walk: Walk) -> None:
        """Called at the start of a game."""

    def before_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        """Called at each decision of a game, before it is made."""

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        """Called at each decision assigned to this check."""

    def end(self, walk: Walk) -> None:
        """Called after the last decision of a game."""

    def finish(self) -> None:
        """Called after all games, for checks that need all of them together."""

    # -- the walk ----------------------------------------------------------------------------------

    def prepare(self, walk: Walk, length: int, games: int) -> None:
        """Chooses the decisions to check, given the number of decisions of the game and the number of games."""
        self.rng = Random(f"{walk.seed} {self.name}")
        most = self.budget.share(games)
        if not self.budget.timed:
            most = min(most, self.budget.decisions - self.budget.count["decisions"])
        self.decision_indices = frozenset(self.rng.sample(range(length), max(0, min(most, length))))

    def attach(self, walk: Walk) -> None:
        """Sets the current walk: from now on, the check draws its random numbers from it, and a fault names it."""
        walk.check_rng, walk.checked_by = self.rng, self.name

    def is_assigned(self, index: int) -> bool:
        """Whether this decision of the game is assigned to this check."""
        if index not in self.decision_indices:
            return False
        return self.always or self.budget.left or self.budget.count["decisions"] < MIN_DECISIONS


def run_walk_checks(
    game: Game, checks: Sequence[WalkCheck], setups: list[GameSetUp] | None = None, seed: int = 1
) -> None:
    """Walks each set-up (None: the set-ups with each value once), further games if a check needs more, and slices."""
    setups = setups or every_value(game)
    games = max(MIN_GAMES // 4 if in_slices(game) else MIN_GAMES, len(setups))
    in_any_case = games if any(check.always or not check.budget.timed for check in checks) else 1
    for number, played in enumerate(endless_walks(setups, seed)):
        if number >= in_any_case and not any(check.needs_more_games for check in checks):
            break
        walk_through(played, checks, games)
    if sliced := [check for check in checks if check.in_slices and not in_slices(game)]:
        for played in walks_from_positions(game, seed):
            walk_through(played, sliced, games)
    for check in checks:
        check.finish()


def walk_through(played: Walk, checks: Sequence[WalkCheck], games: int) -> None:
    """Plays one game of a number, and replays it with all checks at once."""
    last = played.play_to_end()
    walk = played.replay()
    for check in checks:
        check.prepare(walk, len(played.moves), games)
        check.attach(walk)
        check.begin(walk)
    for index, decisions in enumerate(walk.decisions()):
        for check in checks:
            check.attach(walk)
            check.before_decision(walk, decisions)
            if check.is_assigned(index):
                check.check_decision(walk, decisions)
                check.budget.count["decisions"] += 1
    walk.require(walk.state == last, "the game continues differently when it is observed")
    for check in checks:
        check.attach(walk)
        check.end(walk)
        check.budget.count["games" if walk.start is None else "slices"] += 1


CheckFunction = Callable[[Game, CheckBudget, list[GameSetUp] | None, int], object]


def as_separate_check(kind: Callable[[Game, CheckBudget], WalkCheck]) -> CheckFunction:
    """A function that runs a walk check separately."""

    def check(game: Game, budget: CheckBudget, setups: list[GameSetUp] | None = None, seed: int = 1) -> WalkCheck:
        walk_check = kind(game, budget)
        run_walk_checks(game, [walk_check], setups, seed)
        return walk_check

    return check
