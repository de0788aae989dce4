"""Many games between computer players in one call, from a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.intervals import proportion_interval
from ironbottom.lab.parallel import play_all
from ironbottom.lab.simulation import GameResult


class Simulation(NamedTuple):
    """Finished games of one seating, in order; game ``n`` of a seed is the same in every run."""

    game: str
    seats: dict[str, str]
    seed: int
    games: Sequence[GameResult]

    def __repr__(self) -> str:
        shares = ", ".join(f"{side} won {self.wins(side)}" for side in self.seats)
        return f"<Simulation of {len(self.games)} games of {self.game}: {shares}>"

    def wins(self, side: str) -> int:
        """The number of games that a side won, alone or with others."""
        return sum(side in game.winners for game in self.games)

    def win_rate(self, side: str) -> tuple[float, float, float]:
        """The share of games that a side won, from 0 to 1, and its 95 % interval."""
        return proportion_interval(self.wins(side), len(self.games))

    def table(self) -> list[dict[str, object]]:
        """A row for each game: its number, the winners, and its measures."""
        return [
            {"game": number, "winners": " ".join(played.winners), **played.measures}
            for number, played in enumerate(self.games)
        ]


def simulate(
    game: str,
    seats: Mapping[str, str] | Sequence[str] = (),
    games: int = 100,
    *,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    scenario: str | None = None,
    workers: int = 1,
) -> Simulation:
    """Plays games between computer players and returns their results.

    ``seats`` has the player of each side by name, or one name a side in public order; a side without one has
    ``random``. ``workers`` is the number of processes; a script that uses several needs
    ``if __name__ == "__main__":``. The same seed gives the same games. ``BadValue`` names an unknown game, side,
    player, option or scenario.

    >>> import ironbottom
    >>> ironbottom.simulate("pf", ["ensign", "random"], games=2)
    <Simulation of 2 games of pacific_fury: japan won 2, allies won 0>
    """
    played = get_game(game)
    named = dict(zip(played.sides.ids, seats, strict=False)) if not isinstance(seats, Mapping) else dict(seats)
    for side in named:
        played.sides.number(side, "seats")
    whole = {side: named.get(side, "random") for side in played.sides.ids}
    results = play_all(played.id, dict(options or {}), whole, games, seed, workers, scenario=scenario)
    return Simulation(played.id, whole, seed, results)
