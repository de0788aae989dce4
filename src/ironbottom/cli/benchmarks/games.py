"""Benchmarks of a game: random play, copying and loading states, and search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from time import process_time
from typing import TypeVar

from ironbottom.engine.codecs.binary_codec import pack, unpack
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices, RandomSource
from ironbottom.engine.rules.game import Game, Sampler
from ironbottom.engine.rules.registry import all_games, is_shipped
from ironbottom.engine.rules.speeds import SpeedTargets
from ironbottom.engine.rules.state import State

SAMPLE = 64
"""The number of states that are copied, dumped and loaded in turn."""
BURST = 200
"""The number of operations between two readings of the clock."""
LARGE, SAMPLE_OF_LARGE, BURST_OF_LARGE = 100_000, 12, 2
"""The size of a large state. Fewer such states are sampled, and the clock is read more often."""
PLIES = 10
"""The number of choices that a search makes in a sampled state."""

Thing = TypeVar("Thing")
Task = Callable[[float], tuple[int, int, float]]
"""Runs for about this many seconds. Returns the operations done, the games ended, and the seconds taken."""


@cache
def speeds() -> dict[str, SpeedTargets]:
    """Returns the measured games by short name, the shortest first."""
    games = sorted(filter(is_shipped, all_games()), key=length)
    return {game.short: speed for game in games if (speed := game.speed())}


def length(game: Game) -> tuple[int, int]:
    """Returns the sort key of a game: the minutes that it takes, then its number of counters."""
    return (game.about.minutes, game.about.counters) if game.about else (0, 0)


def whole_games() -> dict[str, Mapping[str, str]]:
    """Returns the goals of each game that is measured in full."""
    return {short: speed.figures for short, speed in speeds().items() if not speed.in_part}


def partial_games() -> dict[str, Mapping[str, str]]:
    """Returns the goals of each game or scenario (such as ``witp.leyte``) for which only some benchmarks are run.

    The server benchmarks do not use them.
    """
    result: dict[str, Mapping[str, str]] = {}
    for short, speed in speeds().items():
        if speed.in_part:
            result[short] = speed.figures
            for scenario in speed.scenarios:
                result[f"{short}.{scenario}"] = {**speed.figures, **speed.own_figures.get(scenario, {})}
    return result


def games_with_odds() -> dict[str, SpeedTargets]:
    """Returns the games whose battle calculator is measured."""
    return {short: speed for short, speed in speeds().items() if speed.odds}


def shortening_options(game: Game) -> Mapping[str, str]:
    """Returns the options that end a game early, for a game that is measured in part."""
    speed = game.speed()
    return speed.in_part if speed else {}


def play_randomly(
    game: Game,
    seed: int,
    scenario: str | None = None,
    listed: bool = False,
    draw: Callable[[Choices, RandomSource], Action] = Choices.sample,
) -> Task:
    """Plays random games on the state. All events are collected.

    With ``listed`` all choices of each decision are listed first, as a search needs them.
    """
    source, dice = random.Random(seed), SeededDice(seed)

    def work(seconds: float) -> tuple[int, int, float]:
        done = games = 0
        start = process_time()
        while process_time() - start < seconds:
            state, events = new_state(game, scenario), []
            while decisions := state.decisions():
                choices = decisions[0].choices
                if listed:
                    list(choices)
                events += state.apply(decisions[0].side, draw(choices, source), dice, trusted=True).raw
                done += 1
            games += 1
        return done, games, process_time() - start

    return work


def play_listing(game: Game, seed: int, scenario: str | None = None) -> Task:
    """Plays random games and lists all choices."""
    return play_randomly(game, seed, scenario, listed=True)


def sampled_states(game: Game, seed: int, scenario: str | None = None) -> list[State]:
    """Returns states from all parts of random games."""
    source, dice = random.Random(seed), SeededDice(seed)
    seen: list[State] = []
    large = is_large(game)
    sample, every = (SAMPLE_OF_LARGE, 20) if large else (20 * SAMPLE, 1)
    acts = 0
    while len(seen) < sample:
        state = new_state(game, scenario)
        while (decisions := state.decisions()) and len(seen) < sample:
            if acts % every == 0:
                seen.append(state.copy())
            acts += 1
            state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)
    return seen if large else source.sample(seen, SAMPLE)


def new_state(game: Game, scenario: str | None = None) -> State:
    """Returns a game at its first decision; a shortened one if it is measured in part."""
    return game.new(scenario, shortening_options(game))


def is_large(game: Game) -> bool:
    """Returns whether the states of a game are large."""
    return game.layout.width > LARGE


def repeat(one: Callable[[Thing], object], items: list[Thing], burst: int = BURST) -> Task:
    """Returns a task that applies a function to each of these items in turn."""

    def work(seconds: float) -> tuple[int, int, float]:
        done = 0
        start = process_time()
        while (spent := process_time() - start) < seconds:
            for place in range(done, done + burst):
                one(items[place % len(items)])
            done += burst
        return done, 0, spent

    return work


def burst_size(game: Game, burst: int) -> int:
    """Returns the number of operations between two readings of the clock."""
    return BURST_OF_LARGE if is_large(game) else burst


def copy_states(game: Game, seed: int, scenario: str | None = None) -> Task:
    """Copies states."""
    return repeat(State.copy, sampled_states(game, seed, scenario))


def pack_states(game: Game, seed: int, scenario: str | None = None) -> Task:
    """Packs and unpacks states, as the referee does."""
    return repeat(
        lambda state: unpack(state.rules, pack(state)), sampled_states(game, seed, scenario), burst_size(game, BURST)
    )


def check_states(game: Game, seed: int, scenario: str | None = None) -> Task:
    """Dumps and loads states with every check, as for states from outside."""
    return repeat(
        lambda state: state.rules.load(state.dump()), sampled_states(game, seed, scenario), burst_size(game, BURST)
    )


def draw_states(game: Game, seed: int, scenario: str | None = None) -> Task:
    """Samples whole states that fit a side's view."""
    source = random.Random(seed)
    views = [state.view(side) for state in sampled_states(game, seed, scenario) for side in game.sides.ids]
    return repeat(lambda sampler: sampler.draw(source), [game.sampler(view) for view in views], burst_size(game, BURST))


def search_states(game: Game, seed: int, scenario: str | None = None) -> Task:
    """Samples a state and makes ten choices in it: a search without its evaluation."""
    source, dice = random.Random(seed), SeededDice(seed)

    def look(sampler: Sampler) -> None:
        state = sampler.draw(source)
        for _ in range(PLIES):
            decisions = state.decisions()
            if not decisions:
                return
            state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)

    views = [state.view(side) for state in sampled_states(game, seed, scenario) for side in game.sides.ids]
    return repeat(look, [game.sampler(view) for view in views], burst_size(game, 20))


TASKS: dict[str, Callable[[Game, int, str | None], Task]] = {
    "random": play_randomly,
    "listed": play_listing,
    "copy": copy_states,
    "dump_load": pack_states,
    "checked": check_states,
    "resample": draw_states,
    "search": search_states,
}
"""The benchmarks of each game, by name."""


def procedure_shares(game: Game, seed: int, scenario: str | None = None, least: int = 4000) -> dict[str, float]:
    """Returns the share of each procedure in the decisions of random games, the most frequent first."""
    source, dice, asked = random.Random(seed), SeededDice(seed), Counter[str]()
    while asked.total() < least:
        state = new_state(game, scenario)
        while decisions := state.decisions():
            asked[decisions[0].procedure.name] += 1
            state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)
    return {name: count / asked.total() for name, count in asked.most_common()}
