"""A game played token by token. Every adapter wraps such a game."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from copy import copy
from typing import TypedDict

import msgspec
import numpy as np
from numpy.typing import NDArray

from ironbottom.adapters.encoding import ObservationEncoder
from ironbottom.adapters.tokens import ActionTokens
from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State

Array = NDArray[np.int32]


class AgentObservation(TypedDict):
    """What an agent receives: its encoded view, with the tokens of its unfinished choice, and a mask of the tokens that
    it may choose next.
    """

    observation: Array
    action_mask: NDArray[np.int8]


class SavedTokenGame(msgspec.Struct):
    """A saved table."""

    game: str
    options: dict[str, str]
    state: str
    dice: str
    tokens: list[int]
    choices: int


class TokenPosition:
    """A position of a game in which choices are made token by token.

    Sides that must choose at the same time choose one after the other, in the game's order; none sees what another has
    chosen. The observation of a side is its encoded view, followed by the tokens of its unfinished choice, with -1 in
    the places that are not filled yet.
    """

    state: State
    """The position, without the unfinished choice."""

    def __init__(self, game: str, options: Mapping[str, str] | None, scenario: str | None) -> None:
        self.rules: Rules = get_game(game).rules(options)
        self.scenario = scenario
        self.encoder = ObservationEncoder(self.rules)
        self.tokens = ActionTokens(self.rules.vocabulary)
        self.choices_made = 0
        self.chosen: list[int] = []
        """The tokens of the unfinished choice."""
        self.side: str | None = None
        """The side that chooses now; None if no side does."""
        self._choices: Choices | None = None

    @property
    def observation_size(self) -> int:
        """The number of values in an observation."""
        return self.encoder.size + self.tokens.longest

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in the game's order."""
        return tuple(self.rules.sides.ids)

    def _await_choice(self) -> None:
        self.chosen = []
        decisions = self.state.decisions()
        self.side = decisions[0].side if decisions else None
        self._choices = decisions[0].choices if decisions else None

    def check(self, token: int) -> str:
        """The side that chooses now, if it may choose a token; otherwise ``Refused``."""
        if self.side is None:
            raise Refused("the game is over")
        known = 0 <= token < self.tokens.size
        if not known or not self.mask(self.side)[token]:
            named = self.tokens.name(token) if known else f"token {token}"
            raise Refused(f"{self.side} may not choose {named} here", field="token")
        return self.side

    def mask(self, side: str) -> NDArray[np.int8]:
        """The tokens that a side may choose now, as 1 or 0 for each; only zeros if another side chooses."""
        if side != self.side or self._choices is None:
            return np.zeros(self.tokens.size, dtype=np.int8)
        return self.tokens.mask(self._choices, self.chosen)

    def observe(self, side: str) -> AgentObservation:
        """The observation of a side: its encoded view, and the tokens that it may choose."""
        values = np.full(self.observation_size, -1, dtype=np.int32)
        values[: self.encoder.size] = self.encoder.encode(self.state.view(side))
        if side == self.side and self.chosen:
            values[self.encoder.size : self.encoder.size + len(self.chosen)] = self.chosen
        return {"observation": values, "action_mask": self.mask(side)}

    def bounds(self) -> tuple[Array, Array]:
        """The lowest and the highest value at each index of an observation."""
        low, high = self.encoder.bounds()
        more = self.tokens.longest
        return (
            np.concatenate([low, np.full(more, -1, dtype=np.int32)]),
            np.concatenate([high, np.full(more, self.tokens.size - 1, dtype=np.int32)]),
        )


class TokenGame(TokenPosition):
    """A game from its first decision to its end, played token by token, with seeded dice.

    >>> table = TokenGame("pf", seed=1)
    >>> table.side
    'japan'
    >>> table.play(table.tokens.encode(("assign", "ijn_shokaku", "1"))[0])
    False
    >>> table.observe("japan")["observation"].shape == (table.observation_size,)
    True
    """

    def __init__(
        self,
        game: str,
        *,
        options: Mapping[str, str] | None = None,
        scenario: str | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, options, scenario)
        self.begin(seed)

    def new_game(self, seed: int = 0) -> TokenGame:
        """Another game with the same rules and scenario; it shares the tables of planes and tokens."""
        other = copy(self)
        other.begin(seed)
        return other

    def begin(self, seed: int) -> None:
        """Begins a new game; the same seed gives the same dice."""
        self.dice = SeededDice(seed)
        self.state = self.rules.new(self.scenario, self.dice)
        self.choices_made = 0
        self._await_choice()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.side is None

    def play(self, token: int) -> bool:
        """Adds a token to the choice of the side that chooses now, and makes the choice once it is complete.

        Returns whether a choice was made. ``Refused`` if the game is over or the token is not allowed.
        """
        side = self.check(int(token))
        self.chosen.append(int(token))
        if not self.tokens.is_complete(self.chosen):
            return False
        self.state.apply(side, self.tokens.action(self.chosen), self.dice, trusted=True)
        self.choices_made += 1
        self._await_choice()
        return True

    def save(self) -> bytes:
        """The position, the dice and the unfinished choice; ``load`` continues exactly from there."""
        game, options = self.rules.game.id, dict(self.rules.options)
        state = b64encode(self.state.dump()).decode("ascii")
        return msgspec.json.encode(
            SavedTokenGame(game, options, state, self.dice.state, self.chosen, self.choices_made)
        )

    def load(self, saved: bytes) -> None:
        """Continues from a saved table of the same game and options; ``BadValue`` says what is wrong with it."""
        try:
            found = msgspec.json.decode(saved, type=SavedTokenGame)
        except msgspec.DecodeError as error:
            raise BadValue(f"this is not a saved table: {error}", field="saved") from None
        if found.game != self.rules.game.id or found.options != dict(self.rules.options):
            raise BadValue("this table belongs to another game or has different options", field="saved")
        dice = SeededDice(0)
        dice.state = found.dice
        self.state, self.dice = self.rules.load(b64decode(found.state)), dice
        self.choices_made = found.choices
        self._await_choice()
        for token in found.tokens:
            self.play(token)
