"""Lets a program play many games between computer players in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.game_file import GameFile, Series, SimulationSpec, StoredGame, parse_part
from ironbottom.lab.game_table import Row, rows_of
from ironbottom.lab.intervals import proportion_interval
from ironbottom.lab.parallel import play_all
from ironbottom.lab.simulation import GameResult


class Simulation(NamedTuple):
    """Finished games of one seating, in order; game ``n`` of a series is the same in every run."""

    series: Series
    numbered: Sequence[StoredGame]

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.series.game

    @property
    def seats(self) -> dict[str, str]:
        """The player of each side."""
        return dict(self.series.seats)

    @property
    def seed(self) -> int:
        """The seed of the dice and the players."""
        return self.series.seed

    @property
    def games(self) -> list[GameResult]:
        """The results of the games."""
        return [one.result for one in self.numbered]

    def __repr__(self) -> str:
        shares = ", ".join(f"{side} won {self.wins(side)}" for side in self.seats)
        return f"<Simulation of {len(self.numbered)} games of {self.game}: {shares}>"

    def wins(self, side: str) -> int:
        """The number of games that a side won, alone or with others."""
        return sum(side in game.winners for game in self.games)

    def win_rate(self, side: str) -> tuple[float, float, float]:
        """The share of games that a side won, from 0 to 1, and its 95 % interval."""
        return proportion_interval(self.wins(side), len(self.numbered))

    def table(self) -> list[Row]:
        """A row for each game: its parameters, its winners and its measures; columns as in ``lab.game_table``."""
        return rows_of(self.series, self.numbered)


def simulate(
    game: str,
    seats: Mapping[str, str] | Sequence[str] = (),
    games: int = 100,
    *,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    scenario: str | None = None,
    workers: int = 1,
    file: Path | str | None = None,
    part: str | None = None,
    measure: Path | str | None = None,
    cluster: str | None = None,
) -> Simulation:
    """Plays games between computer players and returns their results.

    ``seats`` maps each side to the name of its player, or lists one name per side in the game's order. A side without a
    player gets ``random``. ``workers`` is the number of processes; a script that uses several needs ``if __name__ ==
    "__main__":``. The same seed gives the same games. ``file`` stores each game as it ends; with the same file a later
    call continues. ``part``, such as ``"3/8"``, plays one of several equal parts. ``measure`` is a Python file with a
    function ``measure``, which adds figures of each finished game (``lab.custom_measures``). ``cluster`` is the address
    of a Ray cluster that plays the games (``lab.cluster``). ``BadValue`` names an unknown game, side, player, option or
    scenario.

    >>> import ironbottom
    >>> ironbottom.simulate("pf", ["ensign", "random"], games=2)
    <Simulation of 2 games of pacific_fury: japan won 2, allies won 0>
    """
    played = get_game(game)
    named = dict(zip(played.sides.ids, seats, strict=False)) if not isinstance(seats, Mapping) else dict(seats)
    for side in named:
        played.sides.number(side, "seats")
    whole = {side: named.get(side, "random") for side in played.sides.ids}
    share, stored = parse_part(part), GameFile(Path(file) if file is not None else None)
    own = Path(measure) if measure is not None else None
    spec = SimulationSpec(played.id, whole, seed, dict(options or {}), scenario, own)
    results = play_all(spec, games, workers, part=share, file=stored, cluster=cluster)
    return Simulation(spec.series(), list(map(StoredGame, share.games(games), results)))
