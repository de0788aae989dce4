"""The other engines that are measured for comparison, if they are installed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from time import process_time
from typing import Protocol

Work = Callable[[float], tuple[int, int, float]]


class SpielState(Protocol):
    """The methods of an OpenSpiel state that are measured."""

    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def chance_outcomes(self) -> Sequence[tuple[int, float]]: ...
    def legal_actions(self) -> Sequence[int]: ...
    def apply_action(self, action: int) -> None: ...
    def clone(self) -> SpielState: ...
    def current_player(self) -> int: ...
    def observation_tensor(self, player: int, /) -> Sequence[float]: ...
    def legal_actions_mask(self) -> Sequence[int]: ...
    def serialize(self) -> str: ...


class SpielGame(Protocol):
    """An OpenSpiel game."""

    def new_initial_state(self) -> SpielState: ...
    def observation_tensor_size(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def deserialize_state(self, text: str, /) -> SpielState: ...


Repeat = Callable[[Callable[[SpielState], object], list[SpielState]], Work]
"""Makes a benchmark that applies a function to each of these states in turn."""


class Spiel(Protocol):
    """The module of OpenSpiel."""

    def load_game(self, name: str, /) -> SpielGame: ...


class Peers:
    """OpenSpiel's and Pgx's backgammon, and catanatron; ``missing`` lists the ones that are not installed."""

    def __init__(self) -> None:
        self.missing: list[str] = []
        self.spiel: Spiel | None = None
        if self._is_installed("pyspiel", "OpenSpiel"):
            import pyspiel

            self.spiel = pyspiel
        self.catan = self._is_installed("catanatron", "catanatron")
        self.pgx = self._is_installed("pgx", "Pgx", "`pip install pgx`")

    def _is_installed(self, module: str, name: str, by: str = "`make bench`") -> bool:
        if find_spec(module) is None:
            self.missing.append(f"{name}, which {by} installs")
            return False
        return True

    def tasks(self, seed: int, repeat: Repeat) -> dict[str, Work]:
        """Returns the benchmarks of the installed engines, by name."""
        result: dict[str, Work] = {}
        if self.spiel is not None:
            game = self.spiel.load_game("backgammon")
            states = _backgammon_states(game, random.Random(seed))
            result["backgammon.random"] = _play_backgammon(game, seed)
            result["backgammon.clone"] = repeat(lambda state: state.clone(), states)
            result["backgammon.serialize"] = repeat(lambda state: game.deserialize_state(state.serialize()), states)
        if self.catan:
            result["catanatron.4"] = _play_catan(4, seed)
            result["catanatron.2"] = _play_catan(2, seed)
        return result


def roll(state: SpielState, source: random.Random) -> None:
    """Rolls the dice at a chance node."""
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(source.choices(outcomes, odds)[0])


def _play_backgammon(game: SpielGame, seed: int) -> Work:
    source = random.Random(seed)

    def work(seconds: float) -> tuple[int, int, float]:
        done = games = 0
        start = process_time()
        while process_time() - start < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    roll(state, source)
                else:
                    state.apply_action(source.choice(state.legal_actions()))
                    done += 1
            games += 1
        return done, games, process_time() - start

    return work


def _backgammon_states(game: SpielGame, source: random.Random) -> list[SpielState]:
    """Returns states from all parts of random games, none at a chance node."""
    seen: list[SpielState] = []
    while len(seen) < 640:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                roll(state, source)
            else:
                seen.append(state.clone())
                state.apply_action(source.choice(state.legal_actions()))
    return source.sample(seen, 64)


def _play_catan(players: int, seed: int) -> Work:
    import catanatron as catan

    colours = list(catan.Color)[:players]
    # The players of catanatron use the global random number generator.
    random.seed(seed)

    def work(seconds: float) -> tuple[int, int, float]:
        done = games = 0
        start = process_time()
        while process_time() - start < seconds:
            game = catan.Game([catan.RandomPlayer(colour) for colour in colours])
            game.play()
            done += len(game.state.action_records if hasattr(game.state, "action_records") else game.state.actions)
            games += 1
        return done, games, process_time() - start

    return work
