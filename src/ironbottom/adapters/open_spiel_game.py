"""The games for OpenSpiel (https://openspiel.readthedocs.io), one player for each side.

Importing this module registers ``ironbottom_pf`` and so on, with the short form of each game. The parameters are
``scenario`` and ``options``, which are separated by semicolons: ``ironbottom_vitp(options=bid:2;bid_half:yes)``.

>>> import pyspiel
>>> state = pyspiel.load_game("ironbottom_pf").new_initial_state()
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(0, 'assign')
"""

from __future__ import annotations

from collections.abc import Mapping

try:
    import pyspiel
except ImportError as missing:
    raise ImportError('This needs OpenSpiel: pip install "ironbottom[openspiel]"') from missing

import msgspec
import numpy as np

from ironbottom.adapters.chance import ChanceGame
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import all_games, get_game

MAX_ACTIONS = 100_000
"""The maximum number of tokens and dice in a game, which OpenSpiel requires; it is far more than any game has."""
MAX_FACES = 1_000
"""The maximum number of values of a die, or of lots in a draw."""


def type_of(game: str) -> pyspiel.GameType:
    """Describes a game to OpenSpiel: explicit chance, hidden information, rewards at the end."""
    about = get_game(game)
    players = len(about.sides.ids)
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"ironbottom_{game}",
        long_name=about.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if players == 2 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "options": ""},
    )


def options_of(text: str) -> dict[str, str]:
    """Options as a parameter gives them: ``NAME:VALUE`` separated by semicolons; ``BadValue`` names a wrong one."""
    pairs = [pair.partition(":") for pair in text.split(";") if pair]
    for name, colon, _ in pairs:
        if not colon:
            raise BadValue(f"{name!r} is not NAME:VALUE", field="options")
    return {name: value for name, _, value in pairs}


class OpenSpielGame(pyspiel.Game):
    """A game with its options; every side is a player, in the game's order.

    An action is a token of a choice, see ``ActionTokens``, or at a chance node the value of a die minus one. Sides that
    must choose at the same time choose one after another, and none observes what another has chosen.
    """

    game_id = ""

    def __init__(self, parameters: Mapping[str, object] | None = None) -> None:
        wanted = dict(parameters or {})
        self.first = ChanceGame(
            self.game_id,
            options=options_of(str(wanted.get("options") or "")),
            scenario=str(wanted.get("scenario") or "") or None,
        )
        players = len(self.first.sides)
        about = pyspiel.GameInfo(
            num_distinct_actions=self.first.tokens.size,
            max_chance_outcomes=MAX_FACES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if players == 2 else None,
            max_game_length=MAX_ACTIONS,
        )
        super().__init__(type_of(self.game_id), about, wanted)

    def new_initial_state(self) -> OpenSpielState:
        """The position at the first decision, or at the first die of the set-up."""
        return OpenSpielState(self, self.first)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, object] | None = None
    ) -> OpenSpielObserver:
        """What a side sees now. It does not include what the side saw before, so perfect recall is refused."""
        if params:
            raise BadValue(f"an observation takes no parameters, but got {sorted(params)}", field="params")
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            raise BadValue("observations with perfect recall are not supported", field="iig_obs_type")
        return OpenSpielObserver(self.first)


class OpenSpielState(pyspiel.State):
    """A position of a game, with the unfinished choice and the dice rolled for it so far."""

    def __init__(self, game: OpenSpielGame, position: ChanceGame) -> None:
        super().__init__(game)
        self.position = position.copy()

    def current_player(self) -> int:
        """The index of the side that chooses, or OpenSpiel's constant for chance or the end."""
        if self.position.faces:
            return int(pyspiel.PlayerId.CHANCE)
        if self.position.side is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.sides.index(self.position.side)

    def _legal_actions(self, player: int) -> list[int]:
        position = self.position
        return [int(token) for token in np.flatnonzero(position.mask(position.sides[player]))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The values of the die, minus one, all with the same probability."""
        faces = self.position.faces
        return [(value, 1 / faces) for value in range(faces)]

    def _apply_action(self, action: int) -> None:
        if self.position.faces:
            self.position.set_die(action + 1)
        else:
            self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            why = self.position.why
            return f"{why.text if why else 'die'}: {action + 1}"
        return self.position.tokens.name(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """For each side 1 for a win, -1 for a loss, 0 for a draw or before the end."""
        position = self.position
        return list(position.state.returns.values()) if position.is_set_up else [0.0] * len(position.sides)

    def __str__(self) -> str:
        position = self.position
        chosen = " ".join(position.tokens.name(token) for token in position.chosen)
        words = [repr(position.state), chosen] if position.is_set_up else ["set-up"]
        return " ".join([*filter(None, words), *map(str, position.rolled)])


class OpenSpielObserver:
    """Observations of one game: ``tensor`` and ``dict`` hold the last one that was set."""

    def __init__(self, position: ChanceGame) -> None:
        self.tensor = np.zeros(position.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Observes a state as a side."""
        position = state.position
        if position.is_set_up:
            self.tensor[:] = position.observe(position.sides[player])["observation"]
        else:
            self.tensor.fill(0)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The view of a side as JSON, then the tokens of its unfinished choice."""
        position = state.position
        if not position.is_set_up:
            return ""
        side = position.sides[player]
        chosen = position.chosen if side == position.side else []
        view = msgspec.json.encode(position.state.view(side)).decode()
        return " ".join([view, *map(position.tokens.name, chosen)])


for each in all_games():
    pyspiel.register_game(
        type_of(each.short), type(f"OpenSpielGame_{each.short}", (OpenSpielGame,), {"game_id": each.short})
    )
