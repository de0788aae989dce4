"""Benchmarks of many games side by side, with observations and masks as arrays, as a learning agent needs them."""

from __future__ import annotations

import random
from time import process_time

import numpy as np

from ironbottom.adapters.batch import BatchEnv
from ironbottom.cli.benchmarks.games import Task
from ironbottom.cli.benchmarks.peers import SpielGame, roll

GAMES = 64
"""The number of games side by side."""
UNIT = (
    f"tokens a second, {GAMES} games side by side, with observations and masks (peer: OpenSpiel backgammon, the same)"
)
PGX_UNIT = f"actions a second of Pgx's backgammon, {GAMES} games side by side (peer: OpenSpiel backgammon)"


def play_batch(game: str, seed: int) -> Task:
    """Plays random tokens in a batch of games."""
    source, batch = np.random.default_rng(seed), BatchEnv(game, GAMES, seed=seed)
    now = batch.reset()

    def work(seconds: float) -> tuple[int, int, float]:
        nonlocal now
        done = games = 0
        start = process_time()
        while (spent := process_time() - start) < seconds:
            scores = now.masks * source.random(now.masks.shape, dtype=np.float32)
            now = batch.step(scores.argmax(axis=1))
            done += GAMES
            games += int(now.ended.sum())
        return done, games, spent

    return work


def play_spiel_batch(game: SpielGame, seed: int) -> Task:
    """Plays random actions in the same number of OpenSpiel games, with the same arrays."""
    source, chance = np.random.default_rng(seed), random.Random(seed)
    states = [game.new_initial_state() for _ in range(GAMES)]
    observations = np.zeros((GAMES, game.observation_tensor_size()), dtype=np.float32)
    masks = np.zeros((GAMES, game.num_distinct_actions()), dtype=np.int8)

    def settle(row: int) -> None:
        """Begins a new game after the end, rolls the dice, and writes the arrays of a row."""
        if states[row].is_terminal():
            states[row] = game.new_initial_state()
        while states[row].is_chance_node():
            roll(states[row], chance)
        observations[row] = states[row].observation_tensor(states[row].current_player())
        masks[row] = states[row].legal_actions_mask()

    for row in range(GAMES):
        settle(row)

    def work(seconds: float) -> tuple[int, int, float]:
        done = games = 0
        start = process_time()
        while (spent := process_time() - start) < seconds:
            scores = masks * source.random(masks.shape, dtype=np.float32)
            for row, action in enumerate(scores.argmax(axis=1)):
                states[row].apply_action(int(action))
                games += states[row].is_terminal()
                settle(row)
            done += GAMES
        return done, games, spent

    return work


def play_pgx_batch(seed: int) -> Task:
    """Plays random actions in the same number of games of Pgx's backgammon."""
    import jax
    import pgx

    env = pgx.make("backgammon")

    def turn(states: pgx.State, key: jax.Array) -> tuple[pgx.State, jax.Array]:
        """Makes a random action in each game; a game that has ended is replaced by a new one."""
        ours, theirs, first = jax.random.split(key, 3)
        actions = jax.random.categorical(ours, jax.numpy.where(states.legal_action_mask, 0.0, -1e9))
        after = jax.vmap(env.step)(states, actions, jax.random.split(theirs, GAMES))
        begun = jax.vmap(env.init)(jax.random.split(first, GAMES))
        over = after.terminated | after.truncated

        def chosen(new: jax.Array, old: jax.Array) -> jax.Array:
            return jax.numpy.where(over.reshape(-1, *[1] * (old.ndim - 1)), new, old)

        return jax.tree_util.tree_map(chosen, begun, after), over.sum()

    fast = jax.jit(turn)
    states, key = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(seed), GAMES)), jax.random.PRNGKey(seed)

    def work(seconds: float) -> tuple[int, int, float]:
        nonlocal states, key
        done = games = 0
        start = process_time()
        while (spent := process_time() - start) < seconds:
            key, own = jax.random.split(key)
            states, ended = fast(states, own)
            games += int(ended)
            done += GAMES
        return done, games, spent

    return work
