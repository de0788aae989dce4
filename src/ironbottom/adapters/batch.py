"""Plays many games of the same kind at once, with arrays as input and output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ironbottom.adapters.table import TokenGame
from ironbottom.engine.core.errors import BadValue


class BatchStep(NamedTuple):
    """The arrays of a batch after a step; row ``n`` belongs to game ``n``."""

    observations: NDArray[np.int32]
    """The observation of the side that chooses now; shape: games by values."""
    masks: NDArray[np.int8]
    """The mask of the tokens that the side may choose; shape: games by tokens."""
    sides: NDArray[np.int64]
    """The index of the side that chooses now, in the fixed, public order of sides."""
    rewards: NDArray[np.float32]
    """The rewards of this step; shape: games by sides. They are zero unless a game has ended."""
    ended: NDArray[np.bool_]
    """Whether the game ended in this step; its row then shows a new game."""


class BatchEnv:
    """Plays ``games`` games at the same time. When a game ends, a new one takes its place.

    ``step`` takes a token for each game. Game ``n`` has its own seeds, so it does not depend on the other games.
    Each step overwrites the arrays of the previous step, so copy any data you want to keep.

    >>> import numpy as np
    >>> batch = BatchEnv("pf", games=4, seed=1)
    >>> now = batch.reset()
    >>> now.masks.shape == (4, batch.tokens.size), now.sides.tolist()
    (True, [0, 0, 0, 0])
    >>> first = now.masks.argmax(axis=1)
    >>> batch.step(first).ended.any()
    np.False_
    """

    def __init__(
        self,
        game: str,
        games: int,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        scenario: str | None = None,
    ) -> None:
        if games < 1:
            raise BadValue(f"{games} is not a number of games", field="games")
        first = TokenGame(game, options=options, scenario=scenario)
        self.tokens, self.encoder, self.sides = first.tokens, first.encoder, first.sides
        self.tables = [first, *(first.new_game() for _ in range(games - 1))]
        self.seed = seed
        self._played = [0] * games
        self._now = BatchStep(
            np.empty((games, first.observation_size), dtype=np.int32),
            np.empty((games, first.tokens.size), dtype=np.int8),
            np.empty(games, dtype=np.int64),
            np.zeros((games, len(first.sides)), dtype=np.float32),
            np.zeros(games, dtype=np.bool_),
        )

    def reset(self) -> BatchStep:
        """Begins the first game of each row."""
        self._played = [0] * len(self.tables)
        self._now.rewards[:], self._now.ended[:] = 0, False
        for row in range(len(self.tables)):
            self._begin(row)
            self._write(row)
        return self._now

    def step(self, tokens: Sequence[int] | NDArray[np.int64]) -> BatchStep:
        """Chooses a token in each game; ``Refused`` if one is not allowed; then no game has changed."""
        if len(tokens) != len(self.tables):
            raise BadValue(f"{len(tokens)} tokens for {len(self.tables)} games", field="tokens")
        for table, token in zip(self.tables, tokens, strict=True):
            table.check(int(token))
        self._now.rewards[:], self._now.ended[:] = 0, False
        for row, (table, token) in enumerate(zip(self.tables, tokens, strict=True)):
            table.play(int(token))
            if table.is_over:
                self._now.rewards[row] = list(table.state.returns.values())
                self._now.ended[row] = True
                self._begin(row)
            self._write(row)
        return self._now

    def _begin(self, row: int) -> None:
        """Begins the next game of a row; its seed depends on the row and on how many games it has played."""
        seeds = np.random.SeedSequence((self.seed, row, self._played[row])).generate_state(2)
        self.tables[row].begin(int(seeds[0]) << 21 ^ int(seeds[1]))
        self._played[row] += 1

    def _write(self, row: int) -> None:
        table = self.tables[row]
        assert table.side is not None
        values = table.observe(table.side)
        self._now.observations[row], self._now.masks[row] = values["observation"], values["action_mask"]
        self._now.sides[row] = table.rules.sides.index[table.side]
