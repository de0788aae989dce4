"""Measures how long the odds of the battles in self-played games take to compute.

    python -m ironbottom.lab.odds_time pf --games 200 --seed 1

At each decision with several choices, the tables of the decision and the battles on the board are computed as the page
requests them, one at a time in one process. Calls that find no odds do not count; the time of a call that finds several
battles is divided among them. Times are processor times.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil
from statistics import median
from time import process_time
from typing import NamedTuple

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.lab.intervals import proportion_interval
from ironbottom.lab.parallel import available_cores, process_map
from ironbottom.lab.simulation import apply_choice, derive_seed

GOAL = 20.0
"""The milliseconds within which 99 of 100 odds should be computed."""
AT_DECISIONS, ON_BOARD = "tables of decisions", "battles on the board"


class TimedOdds(NamedTuple):
    """One computation of odds: their kind, the question at that moment, and the time in milliseconds."""

    what: str
    question: str
    milliseconds: float


class Timing(NamedTuple):
    """The number of odds that a computation found, and the time that it took, in milliseconds."""

    found: int
    milliseconds: float


def timed(compute: Callable[[], Sequence[object]]) -> Timing:
    """Runs a computation; returns the number of odds that it found, and its time."""
    began = process_time()
    found = compute()
    return Timing(len(found), 1000 * (process_time() - began))


def odds_times(rules: Rules, state: State, side: str, question: str) -> Iterator[TimedOdds]:
    """Computes the odds at a decision of a side and yields their times."""
    tables, calculator = rules.game.decision_odds(), rules.game.odds_calculator()
    if tables is not None and (taken := timed(partial(tables.tables, state, side))).found:
        yield TimedOdds(AT_DECISIONS, question, taken.milliseconds)
    if calculator is not None:
        taken = timed(partial(calculator.on_board, rules, state.view(side)))
        for _ in range(taken.found):
            yield TimedOdds(ON_BOARD, question, taken.milliseconds / taken.found)


def times_in_game(rules: Rules, player: str, seed: int, scenario: str | None, number: int) -> list[TimedOdds]:
    """Plays a game between equal players and returns the times of all odds in it."""
    dice = SeededDice(derive_seed(seed, number, "dice"))
    players = {side: make_player(rules, player, side, derive_seed(seed, number, side)) for side in rules.sides.ids}
    state, found = rules.new(scenario, dice), list[TimedOdds]()
    while decisions := state.decisions():
        decision = decisions[0]
        if len(decision.choices) > 1:
            found += odds_times(rules, state, decision.side, decision.procedure.name)
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            apply_choice(state, decision.side, action, dice)
    return found


def times_in_worker(game: str, player: str, seed: int, scenario: str | None, number: int) -> list[TimedOdds]:
    """Plays a game in a worker process."""
    return times_in_game(get_game(game).rules(), player, seed, scenario, number)


def percentile(times: Sequence[float], share: float) -> float:
    """Returns the time within which this share of the computations finished.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 0.5), percentile([1.0, 2.0, 3.0, 4.0], 0.99)
    (2.0, 4.0)
    """
    ordered = sorted(times)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def lines_of_times(found: Sequence[TimedOdds]) -> Iterator[str]:
    """Yields a line for each kind of odds, and one for the question with the slowest odds."""
    for what in (AT_DECISIONS, ON_BOARD):
        own = [one for one in found if one.what == what]
        if not own:
            continue
        times = [one.milliseconds for one in own]
        share, low, high = proportion_interval(sum(time < GOAL for time in times), len(times))
        longest = max(own, key=lambda one: one.milliseconds)
        yield (
            f"{what}: {len(times)}; median {median(times):.2f} ms, 99 % within {percentile(times, 0.99):.1f} ms, "
            f"longest {longest.milliseconds:.0f} ms ({longest.question})"
        )
        yield f"  under {GOAL:g} ms: {100 * share:.2f} % ({100 * low:.2f} to {100 * high:.2f})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m ironbottom.lab.odds_time", description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="a game by id or short form, such as pf")
    parser.add_argument("--player", default="ensign", help="the player of every side (ensign)")
    parser.add_argument("--scenario", help="a scenario of the game (its first)")
    parser.add_argument("--games", type=int, default=200, help="how many games (200)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all dice and players (1)")
    parser.add_argument("--workers", type=int, default=available_cores(), help="how many processes (all cores)")
    parsed = parser.parse_args(arguments)
    if parsed.games < 1:
        parser.error(f"--games {parsed.games}: at least one game must be played")
    try:
        game = get_game(parsed.game)
        work = partial(times_in_worker, game.id, parsed.player, parsed.seed, parsed.scenario)
        with process_map(min(parsed.workers, parsed.games)) as each:
            found = [one for times in each(work, range(parsed.games)) for one in times]
    except IronbottomError as error:
        sys.stderr.write(f"odds_time: {error}\n")
        return 1
    sys.stdout.write("\n".join([f"{game.id}, {parsed.games} games, seed {parsed.seed}", *lines_of_times(found)]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
