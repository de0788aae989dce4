"""Fits the evaluation of a game's search players to games between its heuristic players.

    python -m ironbottom.lab.fit pf --games 2000 --seed 1

For each turn, or with ``--pooled`` for all turns together, it prints the weights of the features, for the module that
uses them, and how well they predict other games. The weights are those of a logistic regression on the first side's
result (a win 1, a draw 0.5), with a small ridge.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.features import Evaluation
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.parallel import available_cores, chunks, process_map
from ironbottom.lab.simulation import derive_seed, turn_cell

Numbers = NDArray[np.float64]
RIDGE = 0.1
STEPS = 30
HOLDOUT_STRIDE = 5
"""Every fifth game is not used for the fit, but to measure how good the fit is."""


class Sample(NamedTuple):
    """The features of a state in a turn, and the result of the game for the first side."""

    turn: int
    features: tuple[float, ...]
    result: float


def evaluation_of(rules: Rules) -> Evaluation:
    """Returns the evaluation of a game. Raises ``BadValue`` if it has none."""
    evaluation = rules.game.evaluation()
    if evaluation is None:
        raise BadValue(f"{rules.game.title} has no evaluation to fit", field="game")
    return evaluation


def play_for_samples(rules: Rules, player: str, seed: int, number: int) -> list[Sample]:
    """Plays a game between equal players and returns a sample for each turn, taken where the evaluation says."""
    evaluation, turn_at = evaluation_of(rules), turn_cell(rules)
    assert turn_at is not None, "a game with an evaluation must count its turns"
    dice = SeededDice(derive_seed(seed, number, "dice"))
    players = {side: make_player(rules, player, side, derive_seed(seed, number, side)) for side in rules.sides.ids}
    state = rules.new(None, dice)
    seen: dict[int, tuple[float, ...]] = {}
    while decisions := state.decisions():
        turn = state.cells[turn_at]
        if turn not in seen and evaluation.is_training_sample(state):
            seen[turn] = tuple(evaluation.features(state))
        side = decisions[0].side
        for action in as_choices(players[side].choose(offer_for(state, decisions[0]))):
            state.apply(side, action, dice)
    winners = rules.result(state)["winners"]
    result = 0.5 if not winners else float(rules.sides.ids[0] in winners)
    return [Sample(turn, features, result) for turn, features in seen.items()]


def samples_of(game: str, player: str, seed: int, numbers: Sequence[int]) -> tuple[int, list[list[Sample]]]:
    """Plays some games in a worker process. Returns their samples, with the number of the first game."""
    rules = get_game(game).rules()
    return numbers[0], [play_for_samples(rules, player, seed, number) for number in numbers]


def chances(weights: Numbers, features: Numbers) -> Numbers:
    """Returns the chance of the first side for each row of features.

    >>> chances(np.zeros(2), np.array([[1.0, 3.0]])).tolist()
    [0.5]
    """
    predicted: Numbers = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
    return predicted


def fit(features: Numbers, results: Numbers) -> Numbers:
    """Returns the weights of a logistic regression, by Newton's method.

    >>> weights = fit(np.ones((4, 1)), np.array([1.0, 1.0, 1.0, 0.0]))
    >>> round(float(chances(weights, np.ones((1, 1)))[0]), 1)
    0.7
    """
    weights = np.zeros(features.shape[1])
    for _ in range(STEPS):
        predicted = chances(weights, features)
        slope = features.T @ (results - predicted) - RIDGE * weights
        curve = (features.T * (predicted * (1 - predicted))) @ features + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def quality(predicted: Numbers, results: Numbers) -> tuple[float, float]:
    """Returns two measures of predicted chances: the share of games in which the winner had the better chance, and R².

    R² is 0 if all games ended alike.
    """
    decided = results != 0.5
    right = (predicted[decided] > 0.5) == (results[decided] > 0.5)
    spread = np.sum((results - results.mean()) ** 2)
    explained = 1 - np.sum((results - predicted) ** 2) / spread if spread else 0.0
    return float(right.mean()) if len(right) else 0.0, float(explained)


def _features(samples: Sequence[Sample]) -> Numbers:
    return np.array([sample.features for sample in samples])


def _results(samples: Sequence[Sample]) -> Numbers:
    return np.array([sample.result for sample in samples])


def report(names: Sequence[str], games: Sequence[Sequence[Sample]]) -> Iterator[str]:
    """Yields the weights of each turn, and how well they predict the games held back."""
    for turn in turns_of(games):
        used = samples_in(games, turn, held=False)
        weights = fit(_features(used), _results(used))
        yield f"    {turn}: {_written(weights)},"
        yield f"    # {_predicted(weights, games, turn)}"
    yield f"features: {', '.join(names)}"


def pooled_report(names: Sequence[str], games: Sequence[Sequence[Sample]]) -> Iterator[str]:
    """Yields weights for all turns together, and how well they predict the games held back, turn by turn."""
    used = [one for turn in turns_of(games) for one in samples_in(games, turn, held=False)]
    weights = fit(_features(used), _results(used))
    yield f"    {_written(weights)}"
    for turn in turns_of(games):
        yield f"    # turn {turn}: {_predicted(weights, games, turn)}"
    yield f"features: {', '.join(names)}"


def turns_of(games: Sequence[Sequence[Sample]]) -> list[int]:
    """Returns the turns that have samples."""
    return sorted({sample.turn for game in games for sample in game})


def samples_in(games: Sequence[Sequence[Sample]], turn: int, *, held: bool) -> list[Sample]:
    """Returns a turn's samples, from either the held-out games or the others."""
    chosen = [game for place, game in enumerate(games) if (place % HOLDOUT_STRIDE == 0) == held]
    return [one for game in chosen for one in game if one.turn == turn]


def _written(weights: Numbers) -> str:
    return f"({', '.join(f'{weight:.3f}' for weight in weights)})"


def _predicted(weights: Numbers, games: Sequence[Sequence[Sample]], turn: int) -> str:
    used, held = (samples_in(games, turn, held=held) for held in (False, True))
    right, explained = quality(chances(weights, _features(held)), _results(held))
    return f"{len(used)} games; of {len(held)} others {100 * right:.0f} % of the winners, R2 {explained:.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m ironbottom.lab.fit", description="Fit an evaluation to self-play.")
    parser.add_argument("game", help="a game by id or short form, such as pf")
    parser.add_argument("--player", default="ensign", help="the player of every side (ensign)")
    parser.add_argument("--games", type=int, default=2000, help="how many games (2000)")
    parser.add_argument("--pooled", action="store_true", help="one row of weights for all turns")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all dice and players (1)")
    parser.add_argument("--workers", type=int, default=available_cores(), help="how many processes (all cores)")
    parsed = parser.parse_args(arguments)
    if parsed.games < HOLDOUT_STRIDE:
        parser.error(f"--games {parsed.games}: at least {HOLDOUT_STRIDE} games must be played")
    try:
        rules = get_game(parsed.game).rules()
        names = evaluation_of(rules).FEATURES
        handed = chunks(range(parsed.games), parsed.workers)
        with process_map(min(parsed.workers, len(handed))) as each:
            played = list(each(partial(samples_of, rules.game.id, parsed.player, parsed.seed), handed))
    except IronbottomError as error:
        sys.stderr.write(f"fit: {error}\n")
        return 1
    games = [game for _, chunk in sorted(played, key=lambda each: each[0]) for game in chunk]
    lines = (pooled_report if parsed.pooled else report)(names, games)
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
