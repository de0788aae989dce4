"""The games as environments of PettingZoo (https://pettingzoo.farama.org), one agent for each side."""

from __future__ import annotations

from collections.abc import Mapping

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as missing:
    raise ImportError('This needs PettingZoo and Gymnasium: pip install "ironbottom[rl]"') from missing

import numpy as np

from ironbottom.adapters.table import AgentObservation, TokenGame
from ironbottom.engine.core.errors import BadValue

RENDER_MODES = ["ansi", "svg"]


class GameEnv(AECEnv[str, AgentObservation, int]):
    """A game for PettingZoo. An action is one token of a choice; see ``ActionTokens``.

    ``observe`` returns ``{"observation": array, "action_mask": array}``: the encoded view of the agent, and 1 for each
    token that it may choose next. Until a choice is complete, the same agent acts again. Rewards are given at the end:
    1 for a win, -1 for a loss, 0 for a draw. After ``max_choices`` choices the episode is truncated. A token that is
    not allowed raises ``Refused``; PettingZoo's ``TerminateIllegalWrapper`` ends the episode instead.

    >>> env = GameEnv("pf")
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'japan'
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(env.table.tokens.encode(("done",))[0])
    >>> env.agent_selection
    'allies'
    """

    metadata = {"name": "ironbottom_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        *,
        options: Mapping[str, str] | None = None,
        scenario: str | None = None,
        max_choices: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadValue(f"{render_mode!r} is not allowed; allowed: ansi, svg", field="render_mode")
        if max_choices is not None and max_choices < 1:
            raise BadValue(f"{max_choices} is not a number of choices", field="max_choices")
        self.table = TokenGame(game, options=options, scenario=scenario)
        self.max_choices, self.render_mode = max_choices, render_mode
        self.possible_agents = list(self.table.sides)
        low, high = self.table.bounds()
        tokens = self.table.tokens.size
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (tokens,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(tokens) for agent in self.possible_agents}
        self._begin()

    def observation_space(self, agent: str) -> spaces.Space[object]:
        """The observations of an agent."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[object]:
        """The tokens."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begins a new game. The same seed gives the same dice; without a seed they are random."""
        self.table.begin(int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed)
        self._begin()

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> AgentObservation:
        """The observation of an agent: its encoded view, and the tokens that it may choose."""
        return self.table.observe(agent)

    def step(self, action: int | None) -> None:
        """Chooses a token for the selected agent. Pass None once its episode has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadValue("None is allowed only for an agent whose episode has ended", field="action")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.play(action)
        if self.table.is_over:
            self.rewards = dict(self.table.state.returns)
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_choices is not None and self.table.choices_made >= self.max_choices:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        self.agent_selection = self.table.side or self.agents[0]

    def render(self) -> str | None:
        """Returns the selected agent's board as SVG, or the state as one line of text."""
        if self.render_mode == "svg":
            return self.table.state.to_svg(self.agent_selection)
        return repr(self.table.state) if self.render_mode else None

    def close(self) -> None:
        """Does nothing: an environment holds no files or windows."""

    def save(self) -> bytes:
        """The game with its dice; ``load`` continues exactly from there."""
        return self.table.save()

    def load(self, saved: bytes) -> None:
        """Continues from a saved game of the same game and options; ``BadValue`` says what is wrong with it."""
        self.table.load(saved)
        self._begin()
