"""Trains a small agent for Pacific Fury: a linear policy over tokens, improved by REINFORCE against a random player.

    python examples/train_agent.py --minutes 5
    python examples/train_agent.py --minutes 5 --save agent.npz
    python examples/train_agent.py --load agent.npz --games 200

It needs nothing but Ironbottom. At the end it prints how often the agent wins against ``random`` and ``ensign``.
"""

from __future__ import annotations

import argparse
import os
import time
from multiprocessing import get_context
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each worker has its own core

import numpy as np
from numpy.typing import NDArray

from ironbottom.adapters.batch import BatchEnv
from ironbottom.adapters.encoding import ObservationEncoder
from ironbottom.adapters.table import TokenGame
from ironbottom.bots import as_choices, make_player, offer_for

GAME = "pf"
GAMES_AT_A_TIME = 48
RATE = 0.003
Floats = NDArray[np.float32]


class Policy:
    """A score for each token, linear in what the side sees and in the last token that it chose."""

    def __init__(self, table: TokenGame, weights: Floats | None = None) -> None:
        self.encoder, self.tokens = table.encoder, table.tokens
        self.scale = scale_of(table.encoder)
        self.width = self.encoder.size + self.tokens.size + 1
        self.weights = np.zeros((self.width, self.tokens.size), np.float32) if weights is None else weights

    def features(self, observations: NDArray[np.int32]) -> Floats:
        """Observations as numbers of about one, the last token as one of many, and a constant."""
        seen, chosen = observations[:, : self.encoder.size], observations[:, self.encoder.size :]
        found = np.zeros((len(observations), self.width), np.float32)
        found[:, : self.encoder.size] = seen * self.scale
        count = (chosen >= 0).sum(axis=1)
        for row in np.flatnonzero(count):
            found[row, self.encoder.size + chosen[row, count[row] - 1]] = 1
        found[:, -1] = 1
        return found

    def chances(self, features: Floats, masks: NDArray[np.int8]) -> Floats:
        """The probability of each token that is allowed."""
        scores = np.where(masks > 0, features @ self.weights, -np.inf)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances: Floats = (scores / scores.sum(axis=1, keepdims=True)).astype(np.float32)
        return chances


def scale_of(encoder: ObservationEncoder) -> Floats:
    """The factor for each value, one divided by its maximum, so that large numbers do not outweigh sets."""
    _, high = encoder.bounds()
    return (1 / np.maximum(high, 1)).astype(np.float32)


def draw(chances: Floats, random: np.random.Generator) -> NDArray[np.int64]:
    """Draws a token for each row, by the row's probabilities."""
    drawn: NDArray[np.int64] = (chances.cumsum(axis=1) > random.random((len(chances), 1))).argmax(axis=1)
    return drawn


def play_batch(policy: Policy, seed: int) -> tuple[Floats, float]:
    """Plays games against a random player; returns the gradient of the agent's wins, and its mean reward.

    In every other game the agent plays the second side.
    """
    batch, random = BatchEnv(GAME, GAMES_AT_A_TIME, seed=seed), np.random.default_rng(seed)
    now = batch.reset()
    own = np.arange(GAMES_AT_A_TIME) % 2
    steps: list[tuple[NDArray[np.int64], Floats, Floats]] = []
    open_rows = np.ones(GAMES_AT_A_TIME, bool)
    rewards = np.zeros(GAMES_AT_A_TIME, np.float32)
    while open_rows.any():
        even = now.masks / now.masks.sum(axis=1, keepdims=True)
        tokens = draw(even.astype(np.float32), random)
        rows = np.flatnonzero(open_rows & (now.sides == own))
        if len(rows):
            features = policy.features(now.observations[rows])
            chances = policy.chances(features, now.masks[rows])
            tokens[rows] = draw(chances, random)
            chances[np.arange(len(rows)), tokens[rows]] -= 1
            steps.append((rows, features, -chances))
        now = batch.step(tokens)
        for row in np.flatnonzero(now.ended & open_rows):
            rewards[row], open_rows[row] = now.rewards[row, own[row]], False
    # Each side has its own mean, since the sides do not have the same chances.
    gain = rewards - np.array([rewards[own == side].mean() for side in (0, 1)], np.float32)[own]
    gradient = np.zeros_like(policy.weights)
    for rows, features, direction in steps:
        gradient += features.T @ (direction * gain[rows, None])
    return (gradient / GAMES_AT_A_TIME).astype(np.float32), float(rewards.mean())


def _batch_of(job: tuple[Floats, int]) -> tuple[Floats, float]:
    weights, seed = job
    return play_batch(Policy(TokenGame(GAME), weights), seed)


def train(minutes: float, workers: int, seed: int) -> Policy:
    """Trains a policy for some minutes with Adam; each worker plays a batch for every step."""
    policy, until, step = Policy(TokenGame(GAME)), time.monotonic() + 60 * minutes, 0
    first, second = np.zeros_like(policy.weights), np.zeros_like(policy.weights)
    with get_context("spawn").Pool(workers) as pool:
        while time.monotonic() < until:
            jobs = [(policy.weights, seed + step * workers + worker) for worker in range(workers)]
            results = pool.map(_batch_of, jobs)
            step += 1
            gradient = sum(each for each, _ in results) / workers
            first = 0.9 * first + 0.1 * gradient
            second = 0.999 * second + 0.001 * gradient**2
            change = (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
            policy.weights = (policy.weights + RATE * change).astype(np.float32)
            if step % 10 == 1:
                mean = sum(reward for _, reward in results) / workers
                print(f"step {step}: mean reward {mean:+.2f} against random", flush=True)
    return policy


def measure(policy: Policy, opponent: str, games: int, seed: int) -> float:
    """The share of games that the policy wins against a computer player, as either side; a draw counts half."""
    random, won = np.random.default_rng(seed), 0.0
    for number in range(games):
        table = TokenGame(GAME, seed=seed + number)
        side = table.sides[number % 2]
        other = make_player(table.rules, opponent, table.sides[1 - number % 2], seed + number)
        while table.side:
            if table.side == side:
                seen = table.observe(side)
                features = policy.features(seen["observation"][None])
                table.play(int(draw(policy.chances(features, seen["action_mask"][None]), random)[0]))
            else:
                decision = table.state.decisions()[0]
                for choice in as_choices(other.choose(offer_for(table.state, decision))):
                    for token in table.tokens.encode(choice):
                        table.play(token)
        won += (table.state.returns[side] + 1) / 2
    return won / games


def main() -> None:
    """Trains or loads an agent, and measures it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5, help="how long to train")
    parser.add_argument("--workers", type=int, default=2, help="the number of processes")
    parser.add_argument("--games", type=int, default=100, help="how many games to measure against each opponent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="where to write the weights")
    parser.add_argument("--load", type=Path, help="weights to measure instead of training")
    wanted = parser.parse_args()
    if wanted.load:
        policy = Policy(TokenGame(GAME), np.load(wanted.load)["weights"])
    else:
        policy = train(wanted.minutes, wanted.workers, wanted.seed)
    if wanted.save:
        np.savez_compressed(wanted.save, weights=policy.weights)
    for opponent in ("random", "ensign"):
        share = measure(policy, opponent, wanted.games, seed=10_000)
        print(f"wins {100 * share:.0f} % of {wanted.games} games against {opponent}")


if __name__ == "__main__":
    main()
