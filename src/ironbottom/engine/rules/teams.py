"""The teams of a game: sides that win, lose and give consent together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ironbottom.engine.core.fields import Domain


class Team(NamedTuple):
    """Sides that win and lose together."""

    id: str
    title: str
    sides: tuple[str, ...]


class Alliances:
    """The teams of a game in their order; if it names none, each side is a team.

    >>> sides = Domain("side", ("red", "blue", "gold"))
    >>> teams = Alliances(sides, [Team("shore", "the Shore", ("red", "gold")), Team("sea", "the Sea", ("blue",))])
    >>> teams.teammates_of("red"), teams.opponents_of("red"), teams.opponents_of("blue")
    (['gold'], ['blue'], ['red', 'gold'])
    >>> [team.id for team in Alliances(sides, ()).teams]
    ['red', 'blue', 'gold']
    """

    def __init__(self, sides: Domain, teams: Sequence[Team]) -> None:
        alone = [Team(side, title, (side,)) for side, title in zip(sides.ids, sides.titles, strict=True)]
        self.sides = sides
        self.teams = tuple(teams) or tuple(alone)
        named = [side for team in self.teams for side in team.sides]
        if sorted(named) != sorted(sides.ids) or len({team.id for team in self.teams}) != len(self.teams):
            raise ValueError(f"each of {', '.join(sides.ids)} must be in one team; the teams hold {', '.join(named)}")
        self._of = {side: team for team in self.teams for side in team.sides}

    def team(self, side: str) -> Team:
        """The team of a side."""
        return self._of[side]

    def teammates_of(self, side: str) -> list[str]:
        """The other sides of a side's team, in the order of the ``Domain``."""
        return [other for other in self.sides.ids if other != side and self._of[other] is self._of[side]]

    def opponents_of(self, side: str) -> list[str]:
        """The sides of all other teams, in the order of the ``Domain``."""
        return [other for other in self.sides.ids if self._of[other] is not self._of[side]]

    def members(self, teams: Collection[Team]) -> list[str]:
        """The sides of the given teams, in the order of the ``Domain``."""
        return [side for side in self.sides.ids if self._of[side] in teams]

    def remaining(self, gone: Collection[str]) -> list[Team]:
        """The teams that still have at least one side in the game."""
        return [team for team in self.teams if not set(team.sides) <= set(gone)]

    def eliminated(self, gone: Collection[str]) -> list[str]:
        """The sides of the teams that have no side left in the game, in the order of the ``Domain``."""
        return self.members([team for team in self.teams if set(team.sides) <= set(gone)])
