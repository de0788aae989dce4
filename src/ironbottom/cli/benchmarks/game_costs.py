"""Measures what self-played games cost: time to choose and to sample hidden states, and sizes of messages.

    python -m ironbottom.cli.benchmarks.game_costs witp --scenario guadalcanal --games 1 --seed 1

Games are played one after the other in one process, with the compiled build if it is there. Times are processor times.
Messages are views as the server sends them, in JSON: the whole view, and what a choice changes in it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from time import process_time

import msgspec

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.lab.parallel import batch_garbage_collection
from ironbottom.lab.simulation import apply_choice, derive_seed
from ironbottom.server.messages.view_diff import diff_views

PUBLIC = "public"


@dataclass
class GameCosts:
    """What games cost: milliseconds and bytes, one number for each time that something was measured."""

    seconds: list[float] = field(default_factory=list)
    """For each game, all choices and their effects."""
    choosing: list[float] = field(default_factory=list)
    sampling: list[float] = field(default_factory=list)
    views: list[int] = field(default_factory=list)
    changes: list[int] = field(default_factory=list)
    decisions: int = 0
    asked: list[str] = field(default_factory=list)
    """The question of each choice in ``choosing``."""


def play_measured(rules: Rules, player: str, seed: int, scenario: str | None, number: int, every: int) -> GameCosts:
    """Plays a game between equal players.

    Every so many decisions, a state is sampled from each side's view, and the views are measured.
    """
    costs = GameCosts()
    dice, source = SeededDice(derive_seed(seed, number, "dice")), random.Random(seed)
    players = {side: make_player(rules, player, side, derive_seed(seed, number, side)) for side in rules.sides.ids}
    state, spent = rules.new(scenario, dice), 0.0
    while decisions := state.decisions():
        decision = decisions[0]
        looked = costs.decisions % every == 0
        before = views_of(state) if looked else {}
        if looked:
            costs.views += [size for _, size in before.values()]
            costs.sampling += list(sampling_times(state, source))
        began = process_time()
        choices = as_choices(players[decision.side].choose(offer_for(state, decision)))
        took = process_time() - began
        costs.choosing.append(1000 * took)
        costs.asked.append(decision.procedure.name)
        for place, action in enumerate(choices):
            began = process_time()
            apply_choice(state, decision.side, action, dice)
            took += process_time() - began
            if looked and not place:
                after = views_of(state)
                costs.changes += [changed_bytes(before[side][0], after[side][0]) for side in before]
        spent += took
        costs.decisions += 1
    costs.seconds.append(spent)
    return costs


def views_of(state: State) -> dict[str, tuple[object, int]]:
    """The view of each side and of the public as it is sent, with its bytes."""
    sent = {side: msgspec.json.encode(state.view(side)) for side in (*state.rules.sides.ids, PUBLIC)}
    return {side: (msgspec.json.decode(data), len(data)) for side, data in sent.items()}


def changed_bytes(before: object, after: object) -> int:
    """The bytes of what differs between two views."""
    return len(msgspec.json.encode(diff_views("base", before, after)))


def sampling_times(state: State, source: random.Random) -> Iterator[float]:
    """Samples a state from each side's view and yields the time taken, in milliseconds."""
    game = state.rules.game
    for side in state.rules.sides.ids:
        view = state.view(side)
        began = process_time()
        game.resample(view, source)
        yield 1000 * (process_time() - began)


def lines_of_costs(found: Sequence[GameCosts]) -> Iterator[str]:
    """Yields a line for each cost."""
    choosing = [(time, asked) for costs in found for time, asked in zip(costs.choosing, costs.asked, strict=True)]
    sampling = [time for costs in found for time in costs.sampling]
    seconds = [time for costs in found for time in costs.seconds]
    views = [size for costs in found for size in costs.views]
    changes = [size for costs in found for size in costs.changes]
    longest = max(choosing)
    yield f"games: {mean(seconds):.1f} s on average, {max(seconds):.1f} s at most"
    yield (
        f"decisions: {len(choosing) // len(found)} a game; {mean(time for time, _ in choosing):.1f} ms on average, "
        f"{longest[0]:.0f} ms at most ({longest[1]})"
    )
    yield (
        f"resample: {mean(sampling):.1f} ms on average, median {median(sampling):.1f} ms, {max(sampling):.1f} ms at "
        f"most, of {len(sampling)}"
    )
    yield f"views: {max(views) / 1000:.1f} kB at most; a choice changes {max(changes) / 1000:.1f} kB at most"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m ironbottom.cli.benchmarks.game_costs", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("game", help="a game by id or short form, such as pf")
    parser.add_argument("--player", default="ensign", help="the player of every side (ensign)")
    parser.add_argument("--scenario", help="a scenario of the game (its first)")
    parser.add_argument("--games", type=int, default=1, help="how many games (1)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all dice and players (1)")
    parser.add_argument("--every", type=int, default=20, help="measure views and samples at each such decision (20)")
    parsed = parser.parse_args(arguments)
    for name, number in (("--games", parsed.games), ("--every", parsed.every)):
        if number < 1:
            parser.error(f"{name} {number}: must be at least 1")
    try:
        rules = get_game(parsed.game).rules()
        with batch_garbage_collection():
            found = [
                play_measured(rules, parsed.player, parsed.seed, parsed.scenario, number, parsed.every)
                for number in range(parsed.games)
            ]
    except IronbottomError as error:
        sys.stderr.write(f"game_costs: {error}\n")
        return 1
    title = f"{rules.game.id}, {parsed.scenario or 'first scenario'}, {parsed.games} games, seed {parsed.seed}"
    sys.stdout.write("\n".join([title, *lines_of_costs(found)]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
