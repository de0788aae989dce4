"""One walk of a game shared by all checks that look at its states.

A game is played to its end, which gives its length, and then replayed: each *look* is shown a number of decisions,
spread evenly over the game, and the start and the end. To join, a check becomes a kind of ``Look`` with an entry and
its number of decisions in ``checks.CHECKS``. ``alone`` runs it as a separate check, which looks at the same decisions
and draws the same random numbers as in the shared walk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import Decision
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.games import GameSetUp, every_value, in_slices
from ironbottom.testing.walks import Walk, endless, slices

MIN_GAMES = 12
"""The minimum number of games walked, so that each style occurs with fair and with loaded dice.

The largest games have a quarter as many slices.
"""
ANYWAY = 3
"""The number of decisions that are looked at even if no time is left."""


class Look:
    """Something that looks at a walk; each part is optional.

    ``chance`` belongs to the look: its random numbers change neither the game nor what others draw.
    """

    name = ""
    always = False
    """Whether each set-up is looked at once, even after the time of a long run is over."""
    in_slices = False
    """Whether the look also looks at slices, which are played from recorded positions."""

    def __init__(self, game: Game, budget: CheckBudget) -> None:
        self.game, self.budget = game, budget
        self.chance = Random(0)
        self.places: frozenset[int] = frozenset()

    @property
    def more(self) -> bool:
        """Whether further games are needed after each set-up has been walked."""
        return self.budget.left

    def begin(self, walk: Walk) -> None:
        """Called at the start of a game."""

    def each(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        """Called at each decision of a game, before it is made."""

    def look(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        """Called at each decision assigned to this look."""

    def end(self, walk: Walk) -> None:
        """Called after the last decision of a game."""

    def judge(self) -> None:
        """Called after all games, for checks that need all of them together."""

    # -- the walk ----------------------------------------------------------------------------------

    def prepare(self, walk: Walk, length: int, games: int) -> None:
        """Chooses the decisions to look at, given the number of decisions of the game and the number of games."""
        self.chance = Random(f"{walk.seed} {self.name}")
        most = self.budget.share(games)
        if not self.budget.timed:
            most = min(most, self.budget.decisions - self.budget.count["decisions"])
        self.places = frozenset(self.chance.sample(range(length), max(0, min(most, length))))

    def take(self, walk: Walk) -> None:
        """Sets the current walk: from now on, the look draws its random numbers from it, and a fault names it."""
        walk.chance, walk.looked_at_by = self.chance, self.name

    def due(self, place: int) -> bool:
        """Whether to look at this decision of the game."""
        if place not in self.places:
            return False
        return self.always or self.budget.left or self.budget.count["decisions"] < ANYWAY


def look_at(game: Game, looks: Sequence[Look], setups: list[GameSetUp] | None = None, seed: int = 1) -> None:
    """Walks each set-up (None: the set-ups with each value once), further games if a look needs more, and slices."""
    setups = setups or every_value(game)
    games = max(MIN_GAMES // 4 if in_slices(game) else MIN_GAMES, len(setups))
    in_any_case = games if any(look.always or not look.budget.timed for look in looks) else 1
    for number, played in enumerate(endless(setups, seed)):
        if number >= in_any_case and not any(look.more for look in looks):
            break
        walk_through(played, looks, games)
    if sliced := [look for look in looks if look.in_slices and not in_slices(game)]:
        for played in slices(game, seed):
            walk_through(played, sliced, games)
    for look in looks:
        look.judge()


def walk_through(played: Walk, looks: Sequence[Look], games: int) -> None:
    """Plays one game of a number, and replays it with all looks at once."""
    last = played.to_the_end()
    walk = played.again()
    for look in looks:
        look.prepare(walk, len(played.moves), games)
        look.take(walk)
        look.begin(walk)
    for place, decisions in enumerate(walk.decisions()):
        for look in looks:
            look.take(walk)
            look.each(walk, decisions)
            if look.due(place):
                look.look(walk, decisions)
                look.budget.count["decisions"] += 1
    walk.hold(walk.state == last, "the game continues differently when it is observed")
    for look in looks:
        look.take(walk)
        look.end(walk)
        look.budget.count["games" if walk.start is None else "slices"] += 1


Run = Callable[[Game, CheckBudget, list[GameSetUp] | None, int], object]


def run_alone(kind: Callable[[Game, CheckBudget], Look]) -> Run:
    """Runs a look as a separate check."""

    def check(game: Game, budget: CheckBudget, setups: list[GameSetUp] | None = None, seed: int = 1) -> Look:
        look = kind(game, budget)
        look_at(game, [look], setups, seed)
        return look

    return check
