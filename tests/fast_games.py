"""Short random games: ``python -m tests.fast_games pf 6`` prints a line for each, the same for the same build.

A line has the digest of all events, of the choices and refusals, and of dumps up to the last.
"""

from __future__ import annotations

import json
import random
import sys
from hashlib import sha256
from itertools import count

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.cli.benchmarks.games import is_large, shortening_options
from ironbottom.engine.codecs.binary_codec import pack, unpack
from ironbottom.engine.core import sets
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State

MAX_LISTED = 400
EVERY, EVERY_OF_LARGE = 7, 101
"""The interval of acts at which choices are listed and the state is dumped; for a large game, a longer one."""


def game_of(name: str) -> Game:
    """A game by its alias, including that of the kit."""
    return SKIRMISH if name == SKIRMISH.id else get_game(name)


def new_state(game: Game, number: int, source: random.Random, dice: SeededDice) -> State:
    """Every second game has another scenario, two of three have other options; only a slice of the largest game is
    played.
    """
    options = {option.name: source.choice(option.values) for option in game.options} if number % 3 else {}
    scenario = source.choice(list(game.scenarios)) if number % 2 else None
    return game.new(scenario, {**options, **shortening_options(game)}, dice=dice)


def digest_of(game: Game, number: int) -> str:
    """The digest of a game from its beginning to its end."""
    source, dice, result = random.Random(number), SeededDice(number), sha256()
    state = new_state(game, number, source, dice)
    known: list[tuple[str, Action]] = []
    every = EVERY_OF_LARGE if is_large(game) else EVERY
    for act in count():
        decisions = state.decisions()
        if not decisions:
            break
        decision = decisions[-1]
        if act % every == 0:
            choices = decision.choices
            result.update(repr(choices.to_lists() if len(choices) < MAX_LISTED else len(choices)).encode())
            result.update(state.copy().dump() + unpack(state.rules, pack(state)).dump())
        action = decision.choices.sample_by_argument(source) if act % 4 == 3 else decision.choices.sample(source)
        known = [*known[-60:], (decision.side, action)]
        result.update(repr(state.why_not(*source.choice(known))).encode())
        result.update(repr((action, state.apply(decision.side, action, dice, trusted=True))).encode())
    result.update(state.dump() + json.dumps(state.result(), sort_keys=True).encode())
    return f"{number} {act} {result.hexdigest()}"


def main(name: str, games: str) -> None:
    """Prints the engine build, then a line for each game."""
    engine = "pure" if str(sets.__file__).endswith(".py") else "compiled"
    sys.stdout.write(f"{engine}\n")
    for number in range(int(games)):
        sys.stdout.write(digest_of(game_of(name), number) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
