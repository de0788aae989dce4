"""The games as environments of Gymnasium (https://gymnasium.farama.org): one side plays against computer players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as missing:
    raise ImportError('This needs Gymnasium: pip install "ironbottom[rl]"') from missing

import numpy as np

from ironbottom.adapters.table import AgentObservation, TokenGame
from ironbottom.bots import Player, as_choices, make_player, offer_for
from ironbottom.engine.core.errors import BadValue, Refused


class SeatEnv(gymnasium.Env[AgentObservation, int]):
    """One side of a game for Gymnasium; the other sides are played by ``opponent``.

    Observations and actions are those of ``GameEnv``. The reward is 0 until the end, then 1 for a win, -1 for a loss
    and 0 for a draw. ``illegal`` says what happens when a token is not allowed: ``"refuse"`` raises ``Refused``,
    ``"lose"`` ends the episode with -1.

    >>> env = SeatEnv("pf", "allies", opponent="random")
    >>> observation, info = env.reset(seed=3)
    >>> env.table.side
    'allies'
    >>> bool(observation["action_mask"].any())
    True
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        game: str,
        side: str,
        *,
        opponent: str = "ensign",
        options: Mapping[str, str] | None = None,
        scenario: str | None = None,
        max_choices: int | None = None,
        illegal: str = "refuse",
        render_mode: str | None = None,
    ) -> None:
        for field, value, allowed in (
            ("illegal", illegal, ("refuse", "lose")),
            ("render_mode", render_mode, (None, "ansi", "svg")),
        ):
            if value not in allowed:
                names = ", ".join(each for each in allowed if each)
                raise BadValue(f"{value!r} is not allowed; allowed: {names}", field=field)
        self.table = TokenGame(game, options=options, scenario=scenario)
        self.table.rules.sides.number(side, "side")
        self.side, self.opponent = side, opponent
        self.max_choices, self.illegal, self.render_mode = max_choices, illegal, render_mode
        self._make_players(0)
        low, high = self.table.bounds()
        tokens = self.table.tokens.size
        self.action_space: spaces.Space[Any] = spaces.Discrete(tokens)
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.int32),
                "action_mask": spaces.Box(0, 1, (tokens,), dtype=np.int8),
            }
        )

    def _make_players(self, seed: int) -> None:
        rules = self.table.rules
        others = [side for side in self.table.sides if side != self.side]
        self.players: dict[str, Player] = {side: make_player(rules, self.opponent, side, seed) for side in others}

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[AgentObservation, dict[str, object]]:
        """Begins a new game and plays on to the side's first choice. The same seed gives the same game."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**53))
        self.table.begin(drawn)
        self._make_players(drawn)
        self._play_others()
        return self.table.observe(self.side), {}

    def step(self, action: int) -> tuple[AgentObservation, float, bool, bool, dict[str, object]]:
        """Chooses a token, then plays on to the side's next token or the end."""
        try:
            choice_complete = self.table.play(action)
        except Refused:
            if self.illegal == "refuse" or self.table.is_over:
                raise
            return self.table.observe(self.side), -1.0, True, False, {"illegal": True}
        if choice_complete:
            self._play_others()
        over = self.table.is_over
        truncated = not over and self.max_choices is not None and self.table.choices_made >= self.max_choices
        return self.table.observe(self.side), self.table.state.returns[self.side], over, truncated, {}

    def _play_others(self) -> None:
        """Plays the other sides until this side must choose; a computer player sees only its view."""
        table = self.table
        while table.side not in (None, self.side):
            side = table.side
            assert side is not None
            decision = table.state.decision(side)
            assert decision is not None
            for choice in as_choices(self.players[side].choose(offer_for(table.state, decision))):
                for token in table.tokens.encode(choice):
                    table.play(token)

    def render(self) -> Any:
        """The board as the side sees it as SVG, or the state in one line."""
        if self.render_mode == "svg":
            return self.table.state.to_svg(self.side)
        return repr(self.table.state) if self.render_mode else None
