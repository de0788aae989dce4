"""``ironbottom bench``: measures how fast the engine is, beside other engines."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ironbottom.cli.benchmarks.builds import start_builds
from ironbottom.cli.benchmarks.games import (
    partial_games,
    whole_games,
)
from ironbottom.cli.benchmarks.peers import Peers
from ironbottom.cli.benchmarks.report import (
    RUN_ONCE,
    BenchRow,
    BenchTally,
    is_selected,
    measure,
    report,
    server_rows,
    tasks,
)
from ironbottom.cli.commands.parameters import Count, Duration, Json, Name
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.parallel import batch_garbage_collection


def measure_in_turns(
    rounds: int, seconds: float, seed: int, only: str
) -> tuple[dict[str, BenchTally], dict[str, dict[str, float]]]:
    """Runs the benchmarks in turns. Returns their results and the shares of the procedures in each game."""
    peers, built = Peers(), start_builds()
    with batch_garbage_collection(), TemporaryDirectory() as folder:
        work = tasks(peers, built, seed, Path(folder))
        absent = [*peers.missing]
        absent += (
            [] if "skirmish.copy" in work else ["Skirmish and the archipelago, which are in examples and tests/kit"]
        )
        absent += [] if "compiled" in built else ["the compiled build of this source, which `make fast` makes"]
        for missing in absent:
            print(f"not measured: {missing}", file=sys.stderr)
        tallies = measure({name: task for name, task in work.items() if is_selected(name, only)}, rounds, seconds)
        measured = (*whole_games(), *partial_games())
        kinds = {short: built["pure"].ask(game=short, what="kinds", seed=seed) for short in measured}
    for build in built.values():
        build.close()
    return tallies, kinds


def bench(
    *,
    seconds: Duration = 1.0,
    rounds: Count = 5,
    seed: Count = 1942,
    only: Name = "",
    json: Json = False,
) -> None:
    """Measure how fast the engine is, beside other engines in the same run.

    Parameters
    ----------
    seconds
        The length of each measurement in each round.
    rounds
        The number of rounds.
    seed
        The seed of the choices and dice.
    only
        Only rows whose names start with this, such as pf.server or server.crowd.
    """
    if not 0.01 <= seconds <= 600 or not 1 <= rounds <= 1000:
        raise BadValue("--seconds must be from 0.01 to 600 and --rounds from 1 to 1000")
    tallies: dict[str, BenchTally] = {}
    rows: dict[str, BenchRow] = {}
    if not any(mark in only for mark in RUN_ONCE):
        tallies, kinds = measure_in_turns(rounds, seconds, seed, only)
        rows = {name: row for name, row in report(tallies, kinds).items() if name.startswith(only)}
    rows |= server_rows(seconds, only)
    if not rows:
        raise BadValue(f"no row starts with {only!r}", field="--only")
    if json:
        print_json({name: row.plain() for name, row in rows.items()})
    else:
        print_figures(rows, tallies, rounds, seconds)


def print_figures(rows: dict[str, BenchRow], tallies: dict[str, BenchTally], rounds: int, seconds: float) -> None:
    """Prints the rows, then each task with its slowest and fastest round."""
    terminal = Terminal(plain=wants_plain())
    terminal.write(f"{rounds} rounds of {seconds:g} s each, interleaved, each build in its own process", "head")
    for name, row in rows.items():
        peer = f", peer {row.peer:,.5g}, ratio {row.ratio:.2f}" if row.peer and row.ratio else ""
        value = "not measured" if row.value is None else f"{row.value:,.5g}"
        goal = f" (wanted: {row.goal})" if row.goal else ""
        terminal.write(f"{name:20} {value}{peer}{goal}: {row.unit}", indent=21)
    terminal.write()
    terminal.write("Every measurement, with its slowest and fastest round", "head")
    for name, tally in tallies.items():
        games = f", {tally.games_rate:,.4g} games/s of {tally.per_game:.1f}" if tally.games else ""
        spread = f"{min(tally.turns):,.5g} to {max(tally.turns):,.5g}"
        terminal.write(f"{name:22} {tally.rate:,.5g}/s ({spread}){games}", indent=23)
