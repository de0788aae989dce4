"""Runs the benchmarks in turns and collects their results in rows, beside other engines."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import cycle
from pathlib import Path
from time import process_time

from ironbottom.cli.benchmarks import batches, large_game
from ironbottom.cli.benchmarks.builds import Build
from ironbottom.cli.benchmarks.games import (
    PLIES,
    TASKS,
    Task,
    games_with_odds,
    partial_games,
    play_randomly,
    repeat,
    whole_games,
)
from ironbottom.cli.benchmarks.large_game import kit_game, large_tasks
from ironbottom.cli.benchmarks.peers import Peers
from ironbottom.cli.benchmarks.server import (
    ServerFigure,
    measure_acts_under_load,
    measure_many_matches,
    measure_spectators,
    open_long_match,
    save_acts,
    submit_acts,
)
from ironbottom.engine.core.fields import Domain
from ironbottom.engine.rules.actions import Argument, Verb, Vocabulary, all_equivalent
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.restrictions import product_of

CHOICES = dict.fromkeys(("count", "sample", "next"), "under 0.1 ms") | {"iterate": "under 20 ms"}
"""The benchmarks of the choices of one large verb, with their goals."""
CHOICES_UNIT = "ms, of 150,000 choices of one verb (500 by 300)"
RUN_ONCE = ("server.crowd", "server.thinking", "server.watchers", "server.open")
"""The benchmarks that run only once, not in turns."""
PEERS = ("backgammon", "catanatron", "pgx")
COMPILED = ("random", "listed", "dump_load", "search")
"""The benchmarks that also run on the compiled build."""


@dataclass
class BenchTally:
    """The results of one task in all rounds: operations, finished games, and seconds."""

    done: int = 0
    games: int = 0
    seconds: float = 0.0
    turns: list[float] = field(default_factory=list)

    def add(self, done: int, games: int, seconds: float) -> None:
        """Adds the results of a round."""
        self.done += done
        self.games += games
        self.seconds += seconds
        self.turns.append(done / seconds)

    @property
    def rate(self) -> float:
        """Operations per second."""
        return self.done / self.seconds

    @property
    def games_rate(self) -> float:
        """Finished games per second."""
        return self.games / self.seconds

    @property
    def per_game(self) -> float:
        """Operations per game."""
        return self.done / self.games if self.games else 0.0


def tasks(peers: Peers, built: dict[str, Build], seed: int, folder: Path) -> dict[str, Task]:
    """Returns all benchmarks that run in turns, by name. Each build runs in a process of its own.

    Stores of matches are written to the folder.
    """
    result: dict[str, Task] = {}
    for short in whole_games():
        for what in TASKS:
            result[f"{short}.{what}"] = built["pure"].task(short, what, seed)
            if "compiled" in built and what in COMPILED:
                result[f"{short}.compiled.{what}"] = built["compiled"].task(short, what, seed)
        result |= act_tasks(get_game(short), short, seed, folder)
        result[f"{short}.batch"] = batches.play_batch(short, seed)
    for short in partial_games():
        result |= {f"{short}.{what}": built["pure"].task(short, what, seed) for what in TASKS}
        if "compiled" in built:
            result[f"{short}.compiled.random"] = built["compiled"].task(short, "random", seed)
    result |= {f"{short}.odds": repeat_for_time(large_battle(get_game(short))) for short in games_with_odds()}
    own, large = kit_game("skirmish"), kit_game("archipelago")
    if own is not None:
        result |= {f"skirmish.{what}": TASKS[what](own, seed, None) for what in ("copy", "dump_load", "checked")}
        result |= act_tasks(own, "skirmish", seed, folder)
    if large is not None:
        result["large.random"] = play_randomly(large, seed, draw=Choices.sample_by_argument)
        for name, (one, items) in large_tasks(large, seed).items():
            result[f"large.{name}"] = repeat_for_time(partial(apply_to_next, one, cycle(items)))
    if peers.spiel is not None:
        result["backgammon.batch"] = batches.play_spiel_batch(peers.spiel.load_game("backgammon"), seed)
    if peers.pgx:
        result["pgx.batch"] = batches.play_pgx_batch(seed)
    return result | choice_tasks() | peers.tasks(seed, repeat)


def large_battle(game: Game) -> Callable[[], object]:
    """Returns the battle that measures a game's calculator."""
    speed, rules = game.speed(), game.rules()
    assert speed is not None
    assert speed.large_battle is not None
    return partial(speed.large_battle, rules)


def act_tasks(game: Game, name: str, seed: int, folder: Path) -> dict[str, Task]:
    """Returns the benchmarks for submitting acts, with and without a server."""
    return {f"{name}.submit": submit_acts(game, seed), f"{name}.server.act": save_acts(game, seed, folder)}


def choice_tasks() -> dict[str, Task]:
    """Returns the benchmarks of choices of a verb with 500 by 300 values."""
    first, second = Domain("first", [f"a{n}" for n in range(500)]), Domain("second", [f"b{n}" for n in range(300)])
    verb = Verb(
        "take",
        clause="1.0",
        ends_list="always",
        first=Argument(first, equivalence=all_equivalent),
        second=Argument(second),
    )
    vocabulary, groups = Vocabulary((verb,)), [(verb, product_of(first.all, second.all))]
    source = random.Random(0)
    operations: dict[str, Callable[[Choices], object]] = {
        "count": len,
        "sample": lambda choices: choices.sample(source),
        "next": lambda choices: choices.next("take", "a7"),
        "iterate": lambda choices: deque(choices, maxlen=0),
    }
    return {
        f"kit.choices.{name}": repeat_for_time(lambda ask=ask: ask(Choices(vocabulary, groups)))  # type: ignore[misc]
        for name, ask in operations.items()
    }


def apply_to_next(one: Callable[[object], object], items: Iterator[object]) -> object:
    """Applies a function to the next of these items."""
    return one(next(items))


def repeat_for_time(one: Callable[[], object]) -> Task:
    """Returns a task that calls a function repeatedly and reads the clock after each call."""

    def work(seconds: float) -> tuple[int, int, float]:
        done = 0
        start = process_time()
        while (spent := process_time() - start) < seconds:
            one()
            done += 1
        return done, 0, spent

    return work


def measure(work: dict[str, Task], rounds: int, seconds: float) -> dict[str, BenchTally]:
    """Runs the tasks in turns, round after round, so that a slow machine affects them equally."""
    tallies = {name: BenchTally() for name in work}
    for task in work.values():
        task(min(seconds, 0.2))
    for _ in range(rounds):
        for name, task in work.items():
            tallies[name].add(*task(seconds))
    return tallies


@dataclass
class BenchRow:
    """A row of the report; ``goal`` is the minimum ratio to the peer, or the minimum value if there is no peer."""

    value: float | None
    unit: str
    peer: float | None
    goal: str = ""

    @property
    def ratio(self) -> float | None:
        """The value divided by the peer's."""
        return self.value / self.peer if self.value is not None and self.peer else None

    def plain(self) -> dict[str, object]:
        """Returns the row for JSON."""
        figures = {"value": self.value, "unit": self.unit, "peer": self.peer, "ratio": self.ratio}
        return {key: float(f"{n:.5g}") if isinstance(n, float) else n for key, n in figures.items()}


def report(tallies: dict[str, BenchTally], kinds: dict[str, dict[str, float]] | None = None) -> dict[str, BenchRow]:
    """Returns the rows of the test games and of each game, with the figures of other engines.

    ``kinds`` holds the shares of the procedures in the decisions of each game.
    """
    own = state_rows(tallies, "skirmish") | act_rows(tallies, "skirmish")
    rows = {f"skirmish.{what}": row for what, row in own.items()}
    for what, bar in CHOICES.items():
        per_second = rate(tallies, f"kit.choices.{what}")
        rows[f"kit.choices.{what}"] = BenchRow(1000 / per_second if per_second else None, CHOICES_UNIT, None, bar)
    rows["large.random.decisions"] = decision_row(tallies, "large.random", "drawn by walk")
    for what, bar in large_game.WANTED.items():
        per_second, unit = rate(tallies, f"large.{what}"), large_game.UNITS.get(what, "ms")
        rows[f"large.{what}"] = BenchRow(1000 / per_second if per_second else None, unit, None, bar)
    beside = rate(tallies, "backgammon.batch")
    if "pgx.batch" in tallies:
        rows["pgx.batch"] = BenchRow(rate(tallies, "pgx.batch"), batches.PGX_UNIT, beside)
    for short, goals in whole_games().items():
        own_rows = state_rows(tallies, short) | draw_rows(tallies, short) | compiled_rows(tallies, short)
        own_rows |= act_rows(tallies, short)
        own_rows["batch"] = BenchRow(rate(tallies, f"{short}.batch"), batches.UNIT, beside)
        for what, row in (play_rows(tallies, short, (kinds or {}).get(short, {})) | own_rows).items():
            rows[f"{short}.{what}"] = replace(row, goal=goals.get(what, row.goal))
    for short, goals in partial_games().items():
        found = play_rows(tallies, short, (kinds or {}).get(short, {})) | state_rows(tallies, short)
        found |= draw_rows(tallies, short)
        found["compiled.decisions"] = decision_row(tallies, f"{short}.compiled.random", "compiled")
        for what, row in found.items():
            rows[f"{short}.{what}"] = replace(row, goal=goals.get(what, row.goal))
    for short, speed in games_with_odds().items():
        per_second = rate(tallies, f"{short}.odds")
        rows[f"{short}.odds"] = BenchRow(
            1000 / per_second if per_second else None, f"ms, {speed.battle}", None, speed.odds
        )
    return rows


def rate(tallies: dict[str, BenchTally], name: str) -> float | None:
    """Returns operations per second, or None if they were not measured."""
    return tallies[name].rate if name in tallies else None


def state_rows(tallies: dict[str, BenchTally], name: str) -> dict[str, BenchRow]:
    """Returns the rows for copying and loading states."""
    product_of = "(peer: OpenSpiel backgammon, serialize and deserialize)"
    copies = "copies a second (peer: OpenSpiel backgammon, clone)"
    clone, serial = rate(tallies, "backgammon.clone"), rate(tallies, "backgammon.serialize")
    return {
        "copy": BenchRow(rate(tallies, f"{name}.copy"), copies, clone),
        "dump_load": BenchRow(
            rate(tallies, f"{name}.dump_load"), f"states packed and unpacked a second {product_of}", serial
        ),
        "dump_load.checked": BenchRow(
            rate(tallies, f"{name}.checked"), f"dumps and checked loads a second {product_of}", serial
        ),
    }


def draw_rows(tallies: dict[str, BenchTally], short: str) -> dict[str, BenchRow]:
    """Returns the rows for sampling states and for search."""
    return {
        "resample": BenchRow(
            rate(tallies, f"{short}.resample"), "states sampled a second from a view that was read before", None
        ),
        "search": BenchRow(rate(tallies, f"{short}.search"), SEARCHES, None),
    }


def act_rows(tallies: dict[str, BenchTally], name: str) -> dict[str, BenchRow]:
    """Returns the row for acts on the server."""
    unit, alone = (
        "acts a second, accepted and stored (peer: Match.submit of the same game)",
        rate(tallies, f"{name}.submit"),
    )
    return {"server.act": BenchRow(rate(tallies, f"{name}.server.act"), unit, alone, "ratio 0.5")}


def server_rows(seconds: float, only: str = "") -> dict[str, BenchRow]:
    """Runs the benchmarks that run once: a long match, spectators, many clients, and acts during computer turns."""
    benchmarks: dict[str, Callable[[], dict[str, ServerFigure]]] = {
        f"{short}.server.watchers": partial(_watched, short, seconds) for short in whole_games()
    }
    if kit_game("skirmish") is not None:
        benchmarks = {"skirmish.server.open": partial(open_long_match, seconds), **benchmarks}
    benchmarks["server.crowd"] = lambda: {"server.crowd": measure_many_matches(seconds)}
    benchmarks["server.thinking"] = lambda: {"server.thinking": measure_acts_under_load(seconds)}
    figures: dict[str, ServerFigure] = {}
    for name, measured in benchmarks.items():
        figures |= measured() if name.startswith(only) else {}
    return {name: BenchRow(figure.value, figure.unit, None, figure.goal) for name, figure in figures.items()}


def _watched(short: str, seconds: float) -> dict[str, ServerFigure]:
    return {f"{short}.server.watchers": measure_spectators(short, seconds)}


def is_selected(task: str, only: str) -> bool:
    """Returns whether a task belongs to the rows with this prefix, or measures one of their peers.

    >>> [is_selected(task, "pf.server") for task in ("pf.server.act", "pf.submit", "pf.copy", "backgammon.clone")]
    [True, True, False, False]
    >>> [is_selected(task, "pf.copy") for task in ("pf.copy", "pf.random", "backgammon.clone")]
    [True, False, True]
    """
    if task.endswith(".submit"):
        task = f"{task.removesuffix('submit')}server.act"
    if task.partition(".")[0] in PEERS:
        return "server" not in only
    return task.startswith(only) or only.startswith(task)


SEARCHES = f"states sampled a second, with {PLIES} choices made in each"


def play_rows(tallies: dict[str, BenchTally], short: str, kinds: dict[str, float]) -> dict[str, BenchRow]:
    """Returns the rows for random play."""
    games = tallies["catanatron.4"].games_rate if "catanatron.4" in tallies else None
    own = tallies[f"{short}.random"].games_rate if f"{short}.random" in tallies else None
    catan = f"peer: catanatron, 4 players, {per_game(tallies, 'catanatron.4')}"
    shares = ", ".join(f"{share:.0%} {name}" for name, share in list(kinds.items())[:3])
    return {
        "random.decisions": decision_row(tallies, f"{short}.random", shares),
        "random.listed": decision_row(tallies, f"{short}.listed", "all choices listed"),
        "random.games": BenchRow(own, f"games a second, {per_game(tallies, f'{short}.random')} ({catan})", games),
    }


def compiled_rows(tallies: dict[str, BenchTally], short: str) -> dict[str, BenchRow]:
    """Returns the rows for the compiled build."""
    own = f"{short}.compiled"
    return {
        "compiled.decisions": decision_row(tallies, f"{own}.random", "compiled"),
        "compiled.listed": decision_row(tallies, f"{own}.listed", "compiled, all choices listed"),
        "compiled.dump_load": BenchRow(rate(tallies, f"{own}.dump_load"), "states packed and unpacked a second", None),
        "compiled.search": BenchRow(rate(tallies, f"{own}.search"), SEARCHES, None),
    }


def decision_row(tallies: dict[str, BenchTally], name: str, remark: str) -> BenchRow:
    """Returns the row for decisions per second."""
    peer = f"peer: OpenSpiel backgammon, {per_game(tallies, 'backgammon.random')}"
    unit = f"player decisions a second, {per_game(tallies, name)}{remark and f', {remark}'} ({peer})"
    return BenchRow(rate(tallies, name), unit, rate(tallies, "backgammon.random"))


def per_game(tallies: dict[str, BenchTally], name: str) -> str:
    """Returns the average number of decisions in a game."""
    return f"{tallies[name].per_game:.0f} a game" if name in tallies else "not measured"
