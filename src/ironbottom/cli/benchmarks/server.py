"""Benchmarks of the server: saving an act, opening a long match, many spectators, and many matches."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from msgspec.structs import replace

from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Game
from ironbottom.server.match.open_match import SNAPSHOT_INTERVAL, OpenMatch
from ironbottom.server.storage.database import Store, StoredMatch
from ironbottom.server.storage.match_storage import StoredRecord, store_snapshot

LONG = 300_000
"""The number of acts in the long match."""
SPECTATORS = 50
CONCURRENT_MATCHES = 1_000
"""The number of matches played at once, and of spectators of one of them."""
THINKING_MATCHES = 24
"""The number of matches with thinking computer players while another client acts."""
OTHER_OPEN_FILES = 200
"""The number of files that a process needs in addition to one for each spectator."""
PACE = 10.0
"""Seconds between two acts of a match in the crowd."""

Work = Callable[[float], tuple[int, int, float]]


class ServerFigure(NamedTuple):
    """A measured value with its unit and its goal."""

    value: float | None
    unit: str
    goal: str = ""


# -- acts --------------------------------------------------------------------------------------------------


def submit_acts(game: Game, seed: int) -> Work:
    """Measures ``Match.submit`` without a server."""
    return _acts(seed, lambda: (match := Match(game), match.submit))


def save_acts(game: Game, seed: int, folder: Path) -> Work:
    """Measures acts on the server, each written to disk before the next."""
    store = Store(folder / f"{game.id}.sqlite")
    count = iter(range(1_000_000))

    def begin() -> tuple[Match, Callable[[str, Action], object]]:
        kept = StoredMatch(str(next(count)), "", game.id, {}, "", "", {})
        sink = StoredRecord(store, kept.id)
        with store.transaction():
            store.add_match(kept)
            table = OpenMatch(kept, Match(game, sink=sink), store, sink)
            table.store_due_snapshot()
        match = table.match
        return match, lambda side, action: table.change(lambda: match.submit(side, action))

    return _acts(seed, begin)


def _acts(seed: int, begin: Callable[[], tuple[Match, Callable[[str, Action], object]]]) -> Work:
    rng = random.Random(seed)

    def work(seconds: float) -> tuple[int, int, float]:
        done, spent, start = 0, 0.0, perf_counter()
        match, act = begin()
        while not done or perf_counter() - start < seconds:
            if match.over:
                match, act = begin()
            decision = match.decisions()[0]
            action = decision.choices.sample(rng)
            before = perf_counter()
            act(decision.side, action)
            spent += perf_counter() - before
            done += 1
        return done, 0, spent

    return work


# -- opening a long match -----------------------------------------------------------------------------------


def open_long_match(seconds: float) -> dict[str, ServerFigure]:
    """Opens a *Skirmish* match of 300,000 acts in its own process, or a shorter one if there is little time."""
    acts = max(1_000, int(LONG * min(1.0, seconds)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "long.sqlite"
        acts = write_long_match(path, acts)
        result = _in_a_process("open", str(path))
    of = f"a Skirmish match of {acts:,} acts, in a process of its own"
    return {
        "skirmish.server.open": ServerFigure(result["seconds"], f"s to open {of}", "under 2 s"),
        "skirmish.server.open_memory": ServerFigure(
            result["megabytes"], f"MB at most while opening {of}", "under 300 MB"
        ),
    }


def write_long_match(path: Path, acts: int) -> int:
    """Stores a match of about this many acts: plays a cycle and repeats its lines. Returns the number of acts."""
    from tests.kit.skirmish_endless import ENDLESS, a_cycle

    cycle = a_cycle()
    with Store(path) as store, store.transaction():
        store.add_match(StoredMatch("long", "Long", ENDLESS.id, dict.fromkeys(ENDLESS.sides.ids, "person"), "", "", {}))
        sink = StoredRecord(store, "long")
        match = Match(ENDLESS, sink=sink)
        for side, action in cycle:
            match.submit(side, action)
        pattern = _Pattern(match, len(cycle))
        pattern.repeat(store, sink, acts // len(cycle) - 1)
        return store.last_line("long")


class _Pattern:
    """The acts of a cycle with the snapshot after it, to be written again with other numbers."""

    def __init__(self, match: Match, length: int) -> None:
        self.length = length
        self.cycle = match.log_entries[-length:]
        self.steps = [
            after - before
            for before, after in zip(match.log_entries[-length - 1].seqs, self.cycle[-1].seqs, strict=True)
        ]
        self.last = match.snapshot()

    def repeat(self, store: Store, sink: StoredRecord, times: int) -> None:
        """Writes the cycle again, with a snapshot at the usual interval."""
        store_snapshot(store, "long", self.last)
        kept = self.last.act
        for time in range(1, times + 1):
            more = time * self.length
            seqs = [time * step for step in self.steps]
            again = [
                one._replace(
                    act=replace(one.act, seq=one.act.seq + more),
                    seqs=[before + added for before, added in zip(one.seqs, seqs, strict=True)],
                )
                for one in self.cycle
            ]
            sink.append(again)
            if self.last.act + more >= kept + SNAPSHOT_INTERVAL:
                kept = self.last.act + more
                made = {side: count * (time + 1) for side, count in self.last.made.items()}
                chosen = {side: number + more for side, number in self.last.chosen.items()}
                store_snapshot(store, "long", replace(self.last, act=kept, made=made, chosen=chosen))


# -- spectators and many matches ---------------------------------------------------------------------------


def measure_spectators(short: str, seconds: float) -> ServerFigure:
    """Measures an act with 50 spectators, until the last of them has received it."""
    result = _with_a_server("watch", short, str(SPECTATORS), str(max(0.2, seconds)))
    return ServerFigure(
        result["median"],
        f"ms from an act to the last of {SPECTATORS} spectators, at the median; 95 of 100 in {result['most']:.3g}",
        "under 10 ms",
    )


def measure_many_matches(seconds: float) -> ServerFigure:
    """Measures many matches with an act every ten seconds each, and as many spectators of one of them."""
    size = max(10, int(CONCURRENT_MATCHES * min(1.0, seconds)))
    unit = f"of {size:,} matches with an act every {PACE:g} s each and {size:,} spectators of one of them"
    lacking = raise_file_limit(size + OTHER_OPEN_FILES)
    if lacking:
        return ServerFigure(None, f"ms for 99 of 100 acts {unit}; {lacking}", "under 100 ms")
    result = _with_a_server("crowd", str(size), str(max(1.0, min(3 * PACE, 30 * seconds))))
    return ServerFigure(
        result["p99"],
        f"ms for 99 of 100 acts (median {result['median']:.3g}) {unit}, {result['acts']} acts, "
        f"{result['told']} messages",
        "under 100 ms",
    )


def measure_acts_under_load(seconds: float) -> ServerFigure:
    """Measures an act of one client while computer players think in many other matches."""
    count = max(2, int(THINKING_MATCHES * min(1.0, seconds)))
    result = _with_a_server("thinking", str(count), str(max(1.0, min(30.0, 20 * seconds))))
    what = f"of {result['acts']} acts of another client (median {result['median']:.3g}) while {count} matches think"
    return ServerFigure(
        result["p99"], f"ms for 99 of 100 {what}, in all games, load generator included", "under 100 ms"
    )


def raise_file_limit(number: int) -> str:
    """Raises the limit of open files. Returns a message if that is not allowed."""
    try:
        import resource
    except ImportError:  # this platform has no such limit
        return ""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < number:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
        except (OSError, ValueError):
            return f"not measured: each process opens {number:,} files, and {hard:,} are allowed (see `ulimit -n`)"
    return ""


def _in_a_process(*arguments: str) -> dict[str, Any]:
    root = Path(__file__).parents[4]
    command = [sys.executable, "-m", "ironbottom.cli.benchmarks.client", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=_environment(root), timeout=600)
    result: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return result


def _with_a_server(*arguments: str) -> dict[str, Any]:
    with _serving() as address:
        return _in_a_process(arguments[0], address, *arguments[1:])


def _environment(root: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}


@contextmanager
def _serving() -> Iterator[str]:
    """Runs a server in its own process, with an empty store."""
    root = Path(__file__).parents[4]
    # All clients share one address.
    many = "connections=9999, connections_per_machine=9999"
    program = "import sys; from functools import partial; from ironbottom.server import run; "
    program += "from ironbottom.server.network import access, connection_limits; "
    program += f"connection_limits.Limits = partial(connection_limits.Limits, {many}); "
    program += "access.AccessRules = partial(access.AccessRules, websockets=9999); "
    program += "run(store=sys.argv[1], port=0, browser=False)"
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-c", program, f"{folder}/games.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_environment(root))
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()
            server.wait(30)
            if server.stdout is not None:
                server.stdout.close()
