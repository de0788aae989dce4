"""Paired games of two players: each pair has the same dice in every seating. They can be stored and continued."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.ladder import seatings
from ironbottom.lab.parallel import process_map
from ironbottom.lab.simulation import GameResult, play_game


class Contest(msgspec.Struct, frozen=True):
    """Two players in a game: what the pairs of games between them depend on, besides their number."""

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
        """The first player's points a game."""
        return sum(self.points) / len(self.points)


class Thinking(NamedTuple):
    """The time of a player: milliseconds a decision, on average and at most."""

    mean: float
    most: float


def thinking(pairs: Sequence[Pair], player: int) -> Thinking:
    """Returns the time that the first or the second player took for a decision."""
    decisions = sum(pair.decisions[player] for pair in pairs)
    seconds = sum(pair.seconds[player] for pair in pairs)
    return Thinking(1000 * seconds / max(1, decisions), 1000 * max(pair.longest[player] for pair in pairs))


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


def play_pairs(contest: Contest, numbers: range) -> list[Pair]:
    """Plays some pairs in a worker process."""
    rules = get_game(contest.game).rules(contest.options)
    return [play_pair(rules, contest, number) for number in numbers]


def pairs_of(contest: Contest, numbers: Iterable[int], workers: int) -> Iterator[Pair]:
    """Plays pairs in parallel and yields each as soon as it and all before it are finished."""
    order = list(numbers)
    done: dict[int, Pair] = {}
    with process_map(max(1, min(workers, len(order)))) as each:
        for pairs in each(partial(play_pairs, contest), [range(number, number + 1) for number in order]):
            done.update({pair.number: pair for pair in pairs})
            while order and order[0] in done:
                yield done.pop(order.pop(0))


# -- the file ------------------------------------------------------------------------------------------


class Stored(msgspec.Struct, frozen=True):
    """A line of a file: a pair with its contest."""

    contest: Contest
    pair: Pair


class PairFile:
    """The pairs of any number of contests, one JSON line each. Without a path nothing is stored."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._pairs: dict[bytes, dict[int, Pair]] = {}
        for place, line in enumerate(self._lines(), 1):
            try:
                stored = msgspec.json.decode(line, type=Stored)
            except (msgspec.DecodeError, msgspec.ValidationError) as wrong:
                raise BadValue(f"line {place} of {path} is not a pair of games: {wrong}", field="file") from None
            self._pairs.setdefault(_key(stored.contest), {})[stored.pair.number] = stored.pair

    def _lines(self) -> list[bytes]:
        """The lines of the file. An incomplete last line is removed: the program was stopped while writing it."""
        if self.path is None or not self.path.exists():
            return []
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            self.path.write_bytes(whole)
        return whole.splitlines()

    def pairs(self, contest: Contest) -> dict[int, Pair]:
        """The stored pairs of a contest by number."""
        return self._pairs.get(_key(contest), {})

    def add(self, contest: Contest, pair: Pair) -> None:
        """Stores a pair."""
        self._pairs.setdefault(_key(contest), {})[pair.number] = pair
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(Stored(contest, pair)) + b"\n")


def _key(contest: Contest) -> bytes:
    return msgspec.json.encode(contest, order="sorted")


def played(contest: Contest, pairs: int, workers: int, file: PairFile) -> Iterator[Pair]:
    """Yields pairs 0 to ``pairs - 1`` in order. Those in the file are not played again; the others are added to it."""
    known = file.pairs(contest)
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
