"""What ``bench`` measures of a game: play, states, and what a search asks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from time import process_time
from typing import Any

from ironbottom.engine.codecs.binary_codec import pack, unpack
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices, Source
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games, is_shipped
from ironbottom.engine.rules.speeds import SpeedWanted
from ironbottom.engine.rules.state import State

SAMPLE = 64
"""So many states of random games are copied, dumped and loaded in turn."""
BURST = 200
"""So many copies or dumps are made between two looks at the clock."""
LARGE, SAMPLE_OF_LARGE, BURST_OF_LARGE = 100_000, 12, 2
"""A state of so many numbers is large: fewer are kept, and the clock is looked at more often."""
PLIES = 10
"""So many choices are made in a drawn state before a search would look at what came of it."""

Task = Callable[[float], tuple[int, int, float]]
"""Works for about so many seconds; gives things done, games ended, and the seconds it really took."""


@cache
def speeds() -> dict[str, SpeedWanted]:
    """The games that are measured, by their short forms, from the shortest to the longest."""
    games = sorted(filter(is_shipped, all_games()), key=length)
    return {game.short: speed for game in games if (speed := game.speed())}


def length(game: Game) -> tuple[int, int]:
    """How long a game takes: its minutes, and of such with the same the counters."""
    return (game.about.minutes, game.about.counters) if game.about else (0, 0)


def whole_games() -> dict[str, Mapping[str, str]]:
    """The games that are measured whole, with what is wanted of each figure."""
    return {short: speed.figures for short, speed in speeds().items() if not speed.in_part}


def games_in_part() -> dict[str, Mapping[str, str]]:
    """The games of which a part is measured and the server's left out; scenarios beside the first behind a point."""
    found: dict[str, Mapping[str, str]] = {}
    for short, speed in speeds().items():
        if speed.in_part:
            found |= dict.fromkeys((short, *(f"{short}.{scenario}" for scenario in speed.scenarios)), speed.figures)
    return found


def asked_for_odds() -> dict[str, SpeedWanted]:
    """The games whose calculator of battles is measured."""
    return {short: speed for short, speed in speeds().items() if speed.odds}


def slice_of(game: Game) -> Mapping[str, str]:
    """The options that end a game early, of which no more than a part is measured."""
    speed = game.speed()
    return speed.in_part if speed else {}


def play_randomly(
    game: Game,
    seed: int,
    scenario: str | None = None,
    listed: bool = False,
    draw: Callable[[Choices, Source], Action] = Choices.sample,
) -> Task:
    """Random play straight on the state, each choice equally likely if drawn so, all events of a game kept.

    With ``listed`` all choices of each decision are listed first, as a search needs them.
    """
    source, dice = random.Random(seed), SeededDice(seed)

    def work(seconds: float) -> tuple[int, int, float]:
        done = games = 0
        start = process_time()
        while process_time() - start < seconds:
            state, events = begun(game, scenario), []
            while decisions := state.decisions():
                for decision in decisions:
                    choices = decision.choices
                    if listed:
                        list(choices)
                    events += state.apply(decision.side, draw(choices, source), dice, trusted=True)
                    done += 1
            games += 1
        return done, games, process_time() - start

    return work


def play_listing(game: Game, seed: int, scenario: str | None = None) -> Task:
    """The same with all choices listed."""
    return play_randomly(game, seed, scenario, listed=True)


def sampled_states(game: Game, seed: int, scenario: str | None = None) -> list[State]:
    """States from all parts of random games."""
    source, dice = random.Random(seed), SeededDice(seed)
    seen: list[State] = []
    large = is_large(game)
    sample, every = (SAMPLE_OF_LARGE, 20) if large else (20 * SAMPLE, 1)
    acts = 0
    while len(seen) < sample:
        state = begun(game, scenario)
        while (decisions := state.decisions()) and len(seen) < sample:
            if acts % every == 0:
                seen.append(state.copy())
            acts += 1
            state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)
    return seen if large else source.sample(seen, SAMPLE)


def begun(game: Game, scenario: str | None = None) -> State:
    """A game at its first decision, of those that are measured in part one that ends early."""
    return game.new(scenario, slice_of(game))


def is_large(game: Game) -> bool:
    """Whether a game's states hold so many numbers that few of them are kept."""
    return game.layout.width > LARGE


def repeat(one: Callable[[Any], object], things: list[Any], burst: int = BURST) -> Task:
    """Does one thing after another, over and over."""

    def work(seconds: float) -> tuple[int, int, float]:
        done = 0
        start = process_time()
        while (spent := process_time() - start) < seconds:
            for place in range(done, done + burst):
                one(things[place % len(things)])
            done += burst
        return done, 0, spent

    return work


def burst_of(game: Game, burst: int) -> int:
    """How often something is done between two looks at the clock."""
    return BURST_OF_LARGE if is_large(game) else burst


def copy_states(game: Game, seed: int, scenario: str | None = None) -> Task:
    """Copies of states."""
    return repeat(State.copy, sampled_states(game, seed, scenario))


def pack_states(game: Game, seed: int, scenario: str | None = None) -> Task:
    """States packed and unpacked again, as the referee keeps its own."""
    return repeat(
        lambda state: unpack(state.rules, pack(state)), sampled_states(game, seed, scenario), burst_of(game, BURST)
    )


def check_states(game: Game, seed: int, scenario: str | None = None) -> Task:
    """States dumped and loaded again with every check, as they come from outside."""
    return repeat(
        lambda state: state.rules.load(state.dump()), sampled_states(game, seed, scenario), burst_of(game, BURST)
    )


def draw_states(game: Game, seed: int, scenario: str | None = None) -> Task:
    """Whole states drawn out of what sides see in all parts of random games, each view read once before."""
    source = random.Random(seed)
    views = [state.view(side) for state in sampled_states(game, seed, scenario) for side in game.sides.ids]
    return repeat(lambda sampler: sampler.draw(source), [game.sampler(view) for view in views], burst_of(game, BURST))


def search_states(game: Game, seed: int, scenario: str | None = None) -> Task:
    """A state drawn out of a view, and ten choices made in it: what a search does but for judging where it led."""
    source, dice = random.Random(seed), SeededDice(seed)

    def look(sampler: Any) -> None:
        state = sampler.draw(source)
        for _ in range(PLIES):
            decisions = state.decisions()
            if not decisions:
                return
            state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)

    views = [state.view(side) for state in sampled_states(game, seed, scenario) for side in game.sides.ids]
    return repeat(look, [game.sampler(view) for view in views], burst_of(game, 20))


TASKS: dict[str, Callable[[Game, int, str | None], Task]] = {
    "random": play_randomly,
    "listed": play_listing,
    "copy": copy_states,
    "dump_load": pack_states,
    "checked": check_states,
    "resample": draw_states,
    "search": search_states,
}
"""What is measured of each game, by name."""


def kinds_of_decisions(game: Game, seed: int, scenario: str | None = None, least: int = 4000) -> dict[str, float]:
    """Which share of the decisions of random games is asked by which procedure, the most frequent first."""
    source, dice, asked = random.Random(seed), SeededDice(seed), Counter[str]()
    while asked.total() < least:
        state = begun(game, scenario)
        while decisions := state.decisions():
            asked[decisions[0].procedure.name] += 1
            state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)
    return {name: count / asked.total() for name, count in asked.most_common()}
