"""Paired games of two players: each pair has the same dice in every seating. They can be stored and continued."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.ladder import seatings
from ironbottom.lab.parallel import process_map
from ironbottom.lab.result_file import ResultFile
from ironbottom.lab.simulation import GameResult, play_game


class Contest(msgspec.Struct, frozen=True):
    """Two players in a game: the parameters of the pairs of games between them."""

    game: str
    players: tuple[str, str]
    seed: int = 1
    options: Mapping[str, str] = {}
    scenario: str | None = None


class Pair(msgspec.Struct, frozen=True):
    """A pair of games: the first player's points in each seating, and the time that each of the two players took."""

    number: int
    points: tuple[float, ...]
    decisions: tuple[int, int]
    seconds: tuple[float, float]
    longest: tuple[float, float]

    @property
    def mean(self) -> float:
        """The first player's points per game."""
        return sum(self.points) / len(self.points)


class DecisionTime(NamedTuple):
    """The time of a player: milliseconds per decision, average and maximum."""

    mean: float
    most: float


def decision_time(pairs: Sequence[Pair], player: int) -> DecisionTime:
    """Returns the time that the first or the second player took for a decision."""
    decisions = sum(pair.decisions[player] for pair in pairs)
    seconds = sum(pair.seconds[player] for pair in pairs)
    return DecisionTime(1000 * seconds / max(1, decisions), 1000 * max(pair.longest[player] for pair in pairs))


def points_of(game: GameResult, player: str) -> float:
    """Returns 1 if the player won, 0.5 for a draw, otherwise 0. A draw has no winners."""
    if not game.winners:
        return 0.5
    return float(any(game.seats[side] == player for side in game.winners))


def play_pair(rules: Rules, contest: Contest, number: int) -> Pair:
    """Plays pair ``number`` of a contest."""
    points, decisions, seconds, longest = [], [0, 0], [0.0, 0.0], [0.0, 0.0]
    for seats in seatings(rules.game, contest.players):
        game = play_game(rules, seats, contest.seed, number, contest.scenario)
        points.append(points_of(game, contest.players[0]))
        for side, name in seats.items():
            player = contest.players.index(name)
            decisions[player] += game.decisions[side]
            seconds[player] += game.seconds[side]
            longest[player] = max(longest[player], game.longest[side])
    return Pair(
        number,
        tuple(points),
        (decisions[0], decisions[1]),
        (seconds[0], seconds[1]),
        (longest[0], longest[1]),
    )


def play_pairs(contest: Contest, game_numbers: Sequence[int]) -> list[Pair]:
    """Plays some pairs in a worker process."""
    rules = get_game(contest.game).rules(contest.options)
    return [play_pair(rules, contest, number) for number in game_numbers]


def pairs_of(contest: Contest, game_numbers: Iterable[int], workers: int) -> Iterator[Pair]:
    """Plays pairs in parallel and yields each pair as soon as it and all earlier pairs are finished."""
    order = list(game_numbers)
    done: dict[int, Pair] = {}
    with process_map(max(1, min(workers, len(order)))) as each:
        for pairs in each(partial(play_pairs, contest), [range(number, number + 1) for number in order]):
            done.update({pair.number: pair for pair in pairs})
            while order and order[0] in done:
                yield done.pop(order.pop(0))


# -- the file ------------------------------------------------------------------------------------------


class StoredPair(msgspec.Struct, frozen=True):
    """A line of a file: a pair with its contest."""

    contest: Contest
    pair: Pair


class PairFile(ResultFile[Contest, Pair]):
    """The pairs of any number of contests."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(path, "a pair of games")

    def encode(self, key: Contest, result: Pair) -> bytes:
        return msgspec.json.encode(StoredPair(key, result))

    def decode(self, line: bytes) -> tuple[Contest, Pair]:
        stored = msgspec.json.decode(line, type=StoredPair)
        return stored.contest, stored.pair


def played(contest: Contest, pairs: int, workers: int, file: PairFile) -> Iterator[Pair]:
    """Yields pairs 0 to ``pairs - 1`` in order. Those in the file are not played again; the others are added to it."""
    known = file.results(contest)
    ready = {number: pair for number, pair in known.items() if number < pairs}
    order = [number for number in range(pairs) if number not in ready]
    coming = pairs_of(contest, order, workers) if order else iter(())
    for number in range(pairs):
        if number in ready:
            yield ready[number]
        else:
            pair = next(coming)
            file.add(contest, pair)
            yield pair
