"""``ironbottom bench``: how fast the referee is, beside other engines, interleaved in one process and one run."""

from __future__ import annotations

import random
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from ironbottom.cli.arguments import Count, Duration, Json
from ironbottom.cli.bench_peers import Peers
from ironbottom.cli.bench_server import crowd, keep_acts, open_long_match, submit_acts, watch
from ironbottom.cli.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.actions import Argument, Verb, Vocabulary, all_alike
from ironbottom.engine.choices import Choices
from ironbottom.engine.dice import SeededDice
from ironbottom.engine.errors import BadValue
from ironbottom.engine.fields import Domain
from ironbottom.engine.registry import get_game
from ironbottom.engine.restrictions import pairs
from ironbottom.engine.rules import Game
from ironbottom.engine.state import State

SAMPLE = 64
"""So many states of random games are copied, dumped and loaded in turn."""
GAMES = {
    "pf": {
        "random.decisions": "ratio 1",
        "random.games": "ratio 8",
        "copy": "ratio 3",
        "dump_load": "30,000 a second",
        "resample": "10,000 a second",
    },
    "hf": {"random.decisions": "ratio 0.5", "copy": "ratio 1", "resample": "10,000 a second"},
    "vitp": {"random.decisions": "ratio 0.5", "copy": "ratio 1", "resample": "10,000 a second"},
}
"""The games that are measured, by their short forms, with what is wanted of each figure."""
CHOICES = dict.fromkeys(("count", "sample", "next"), "under 0.1 ms") | {"iterate": "under 20 ms"}
"""What is asked of the choices of one large verb, with what is wanted."""
CHOICES_UNIT = "ms, of 150,000 choices of one verb (500 by 300)"
BURST = 200
"""So many copies or dumps are made between two looks at the clock."""


@dataclass
class Tally:
    """What one task did in all its turns: things done, games ended, and the seconds it took."""

    done: int = 0
    games: int = 0
    seconds: float = 0.0
    turns: list[float] = field(default_factory=list)

    def add(self, done: int, games: int, seconds: float) -> None:
        """Takes in one turn."""
        self.done += done
        self.games += games
        self.seconds += seconds
        self.turns.append(done / seconds)

    @property
    def rate(self) -> float:
        """Things done a second."""
        return self.done / self.seconds

    @property
    def games_rate(self) -> float:
        """Games ended a second."""
        return self.games / self.seconds

    @property
    def a_game(self) -> float:
        """Things done a game."""
        return self.done / self.games if self.games else 0.0


Task = Callable[[float], tuple[int, int, float]]
"""Works for about so many seconds; gives things done, games ended, and the seconds it really took."""


def play_randomly(game: Game, seed: int) -> Task:
    """Random play straight on the state, each choice equally likely, all events of a game kept."""
    source, dice = random.Random(seed), SeededDice(seed)

    def work(seconds: float) -> tuple[int, int, float]:
        done = games = 0
        start = perf_counter()
        while perf_counter() - start < seconds:
            state, events = game.new(), []
            while decisions := state.decisions():
                for decision in decisions:
                    events += state.apply(decision.side, decision.choices.sample(source), dice)
                    done += 1
            games += 1
        return done, games, perf_counter() - start

    return work


def sampled_states(game: Game, seed: int) -> list[State]:
    """States from all parts of random games."""
    source, dice = random.Random(seed), SeededDice(seed)
    seen: list[State] = []
    while len(seen) < 20 * SAMPLE:
        state = game.new()
        while (decisions := state.decisions()) and len(seen) < 20 * SAMPLE:
            seen.append(state.copy())
            state.apply(decisions[0].side, decisions[0].choices.sample(source), dice)
    return source.sample(seen, SAMPLE)


def repeat(one: Callable[[Any], object], things: list[Any]) -> Task:
    """Does one thing after another, over and over."""

    def work(seconds: float) -> tuple[int, int, float]:
        done = 0
        start = perf_counter()
        while (spent := perf_counter() - start) < seconds:
            for place in range(done, done + BURST):
                one(things[place % len(things)])
            done += BURST
        return done, 0, spent

    return work


def dump_and_load(state: State) -> State:
    """A state written and read again."""
    return state.rules.load(state.dump())


def skirmish() -> Game | None:
    """The kit's own game, from the source tree; None where the package is installed without it."""
    root = Path(__file__).parents[3]
    if not (root / "tests" / "kit" / "skirmish.py").exists():
        return None
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    module = import_module("tests.kit.skirmish")
    found = [thing for thing in vars(module).values() if isinstance(thing, Game)]
    if found:
        return found[0]
    kinds = [k for k in vars(module).values() if isinstance(k, type) and issubclass(k, Game) and k is not Game]
    return kinds[0]()


def tasks(peers: Peers, seed: int, folder: Path) -> dict[str, Task]:
    """Everything that is measured in turns, by name; stores of games lie in the folder."""
    found: dict[str, Task] = {}
    for short in GAMES:
        game = get_game(short)
        found |= {f"{short}.random": play_randomly(game, seed), **on_states(game, short, seed)}
        found[f"{short}.resample"] = draw_states(game, seed)
        found |= at_a_table(game, short, seed, folder)
    own = skirmish()
    if own is not None:
        found |= on_states(own, "skirmish", seed) | at_a_table(own, "skirmish", seed, folder)
    return found | choices_of_the_kit() | peers.tasks(seed, repeat)


def on_states(game: Game, name: str, seed: int) -> dict[str, Task]:
    """What is done with states of a game."""
    states: list[Any] = sampled_states(game, seed)
    return {f"{name}.copy": repeat(State.copy, states), f"{name}.dump_load": repeat(dump_and_load, states)}


def at_a_table(game: Game, name: str, seed: int, folder: Path) -> dict[str, Task]:
    """Acts of a match, in the referee's hand and at a table of the server."""
    return {f"{name}.submit": submit_acts(game, seed), f"{name}.server.act": keep_acts(game, seed, folder)}


def draw_states(game: Game, seed: int) -> Task:
    """Whole states drawn out of what sides see in all parts of random games, each view read once before."""
    source = random.Random(seed)
    views = [state.view(side) for state in sampled_states(game, seed) for side in game.sides.ids]
    return repeat(lambda sampler: sampler.draw(source), [game.sampler(view) for view in views])


def choices_of_the_kit() -> dict[str, Task]:
    """What is asked of the choices of a verb with 500 values of one argument by 300 of another."""
    first, second = Domain("first", [f"a{n}" for n in range(500)]), Domain("second", [f"b{n}" for n in range(300)])
    verb = Verb("take", clause="1.0", first=Argument(first, alike=all_alike), second=Argument(second))
    vocabulary, groups = Vocabulary((verb,)), [(verb, pairs(first.all, second.all))]
    source = random.Random(0)
    asked: dict[str, Callable[[Choices], object]] = {
        "count": len,
        "sample": lambda choices: choices.sample(source),
        "next": lambda choices: choices.next("take", "a7"),
        "iterate": lambda choices: deque(choices, maxlen=0),
    }
    return {
        f"kit.choices.{name}": repeat_for_time(lambda ask=ask: ask(Choices(vocabulary, groups)))  # type: ignore[misc]
        for name, ask in asked.items()
    }


def repeat_for_time(one: Callable[[], object]) -> Task:
    """Does the same over and over, with a look at the clock after each."""

    def work(seconds: float) -> tuple[int, int, float]:
        done = 0
        start = perf_counter()
        while (spent := perf_counter() - start) < seconds:
            one()
            done += 1
        return done, 0, spent

    return work


def measure(work: dict[str, Task], rounds: int, seconds: float) -> dict[str, Tally]:
    """The tasks in turn, round after round, so that whatever slows the machine slows them alike."""
    tallies = {name: Tally() for name in work}
    for task in work.values():
        task(min(seconds, 0.2))
    for _ in range(rounds):
        for name, task in work.items():
            tallies[name].add(*task(seconds))
    return tallies


@dataclass
class Row:
    """One figure of the report; ``wanted`` is the least ratio, or the least value where there is no peer."""

    value: float | None
    unit: str
    peer: float | None
    wanted: str = ""

    @property
    def ratio(self) -> float | None:
        """The value by the peer's."""
        return self.value / self.peer if self.value is not None and self.peer else None

    def plain(self) -> dict[str, Any]:
        """For programs."""
        figures = {"value": self.value, "unit": self.unit, "peer": self.peer, "ratio": self.ratio}
        return {key: float(f"{n:.5g}") if isinstance(n, float) else n for key, n in figures.items()}


def report(tallies: dict[str, Tally]) -> dict[str, Row]:
    """The figures of Skirmish and of each game, each beside its peer where that was measured."""
    own = state_rows(tallies, "skirmish") | act_rows(tallies, "skirmish")
    rows = {f"skirmish.{what}": row for what, row in own.items()}
    for what, bar in CHOICES.items():
        asked = rate(tallies, f"kit.choices.{what}")
        rows[f"kit.choices.{what}"] = Row(1000 / asked if asked else None, CHOICES_UNIT, None, bar)
    for short, wanted in GAMES.items():
        found = play_rows(tallies, short) | state_rows(tallies, short) | draw_rows(tallies, short)
        for what, row in (found | act_rows(tallies, short)).items():
            rows[f"{short}.{what}"] = replace(row, wanted=wanted.get(what, row.wanted))
    return rows


def rate(tallies: dict[str, Tally], name: str) -> float | None:
    """Things done a second, if that was measured."""
    return tallies[name].rate if name in tallies else None


def state_rows(tallies: dict[str, Tally], name: str) -> dict[str, Row]:
    """What was done with states of a game."""
    pairs = "dumps and loads a second (peer: OpenSpiel backgammon, serialize and deserialize)"
    copies = "copies a second (peer: OpenSpiel backgammon, clone)"
    clone, serial = rate(tallies, "backgammon.clone"), rate(tallies, "backgammon.serialize")
    return {
        "copy": Row(rate(tallies, f"{name}.copy"), copies, clone),
        "dump_load": Row(rate(tallies, f"{name}.dump_load"), pairs, serial),
    }


def draw_rows(tallies: dict[str, Tally], short: str) -> dict[str, Row]:
    """Whole states drawn out of views."""
    return {
        "resample": Row(rate(tallies, f"{short}.resample"), "states drawn a second out of a view read before", None)
    }


def act_rows(tallies: dict[str, Tally], name: str) -> dict[str, Row]:
    """Acts kept by the server, beside the referee's own work on them."""
    unit = "acts a second, accepted and kept (peer: Match.submit of the same game)"
    return {"server.act": Row(rate(tallies, f"{name}.server.act"), unit, rate(tallies, f"{name}.submit"), "ratio 0.5")}


def server_rows(seconds: float) -> dict[str, Row]:
    """What is measured once and not in turns: a long match, watchers and a crowd."""
    figures = open_long_match(seconds) if skirmish() is not None else {}
    figures |= {f"{short}.server.watchers": watch(short, seconds) for short in GAMES}
    figures["server.crowd"] = crowd(seconds)
    return {name: Row(figure.value, figure.unit, None, figure.wanted) for name, figure in figures.items()}


def play_rows(tallies: dict[str, Tally], short: str) -> dict[str, Row]:
    """Random play of a game: its decisions beside backgammon's, its games beside those of catanatron."""

    def games(name: str) -> float | None:
        return tallies[name].games_rate if name in tallies else None

    def a_game(name: str) -> str:
        return f"{tallies[name].a_game:.0f} a game" if name in tallies else "not measured"

    own = f"{short}.random"
    backgammon = f"peer: OpenSpiel backgammon, {a_game('backgammon.random')}"
    catan = f"peer: catanatron, 4 players, {a_game('catanatron.4')}"
    decisions = f"player decisions a second, {a_game(own)} ({backgammon})"
    return {
        "random.decisions": Row(rate(tallies, own), decisions, rate(tallies, "backgammon.random")),
        "random.games": Row(games(own), f"games a second, {a_game(own)} ({catan})", games("catanatron.4")),
    }


def bench(
    *,
    seconds: Duration = 1.0,
    rounds: Count = 5,
    seed: Count = 1942,
    json: Json = False,
) -> None:
    """Measures how fast the referee is, beside other engines in the same run.

    Parameters
    ----------
    seconds
        How long each measurement goes on in each round.
    rounds
        How often all measurements take turns.
    seed
        The number that choices and dice follow.
    """
    if not 0.01 <= seconds <= 600 or not 1 <= rounds <= 1000:
        raise BadValue("seconds go from 0.01 to 600 and rounds from 1 to 1000")
    peers = Peers()
    with TemporaryDirectory() as folder:
        work = tasks(peers, seed, Path(folder))
        for missing in (*peers.missing, *(() if "skirmish.copy" in work else ("Skirmish, which lies in tests/kit",))):
            print(f"not measured: {missing}", file=sys.stderr)
        tallies = measure(work, rounds, seconds)
    rows = report(tallies) | server_rows(seconds)
    if json:
        print_json({name: row.plain() for name, row in rows.items()})
    else:
        show(rows, tallies, rounds, seconds)


def show(rows: dict[str, Row], tallies: dict[str, Tally], rounds: int, seconds: float) -> None:
    """The report for people: the figures, then every measurement with its spread."""
    terminal = Terminal(plain=wants_plain())
    terminal.say(f"{rounds} rounds of {seconds:g} s each, interleaved in one process", "head")
    for name, row in rows.items():
        peer = f", peer {row.peer:,.5g}, ratio {row.ratio:.2f}" if row.peer and row.ratio else ""
        value = "not measured" if row.value is None else f"{row.value:,.5g}"
        wanted = f" (wanted: {row.wanted})" if row.wanted else ""
        terminal.say(f"{name:20} {value}{peer}{wanted}: {row.unit}", indent=21)
    terminal.say()
    terminal.say("Every measurement, with its slowest and fastest round", "head")
    for name, tally in tallies.items():
        games = f", {tally.games_rate:,.4g} games/s of {tally.a_game:.1f}" if tally.games else ""
        spread = f"{min(tally.turns):,.5g} to {max(tally.turns):,.5g}"
        terminal.say(f"{name:22} {tally.rate:,.5g}/s ({spread}){games}", indent=23)
