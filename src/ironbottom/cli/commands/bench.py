"""``ironbottom bench``: measures how fast the engine is, beside other engines."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ironbottom.cli.benchmarks.builds import builds
from ironbottom.cli.benchmarks.games import (
    games_in_part,
    whole_games,
)
from ironbottom.cli.benchmarks.peers import Peers
from ironbottom.cli.benchmarks.report import (
    ONCE,
    BenchRow,
    BenchTally,
    is_asked_for,
    measure,
    report,
    server_rows,
    tasks,
)
from ironbottom.cli.commands.parameters import Count, Duration, Json, Name
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.parallel import long_run


def measure_in_turns(
    rounds: int, seconds: float, seed: int, only: str
) -> tuple[dict[str, BenchTally], dict[str, dict[str, float]]]:
    """What takes turns, and of each game which share of the decisions is asked by which procedure."""
    peers, built = Peers(), builds()
    with long_run(), TemporaryDirectory() as folder:
        work = tasks(peers, built, seed, Path(folder))
        absent = [*peers.missing]
        absent += [] if "skirmish.copy" in work else ["Skirmish and the archipelago, which lie in tests/kit"]
        absent += [] if "compiled" in built else ["the compiled build of this source, which `make fast` makes"]
        for missing in absent:
            print(f"not measured: {missing}", file=sys.stderr)
        tallies = measure({name: task for name, task in work.items() if is_asked_for(name, only)}, rounds, seconds)
        measured = (*whole_games(), *games_in_part())
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
    """Measures how fast the referee is, beside other engines in the same run.

    Parameters
    ----------
    seconds
        How long each measurement goes on in each round.
    rounds
        How often all measurements take turns.
    seed
        The number that choices and dice follow.
    only
        Measures no other rows than those whose names begin so, such as pf.server or server.crowd.
    """
    if not 0.01 <= seconds <= 600 or not 1 <= rounds <= 1000:
        raise BadValue("seconds go from 0.01 to 600 and rounds from 1 to 1000")
    tallies: dict[str, BenchTally] = {}
    rows: dict[str, BenchRow] = {}
    if not any(mark in only for mark in ONCE):
        tallies, kinds = measure_in_turns(rounds, seconds, seed, only)
        rows = {name: row for name, row in report(tallies, kinds).items() if name.startswith(only)}
    rows |= server_rows(seconds, only)
    if not rows:
        raise BadValue(f"no row begins with {only!r}", field="--only")
    if json:
        print_json({name: row.plain() for name, row in rows.items()})
    else:
        show(rows, tallies, rounds, seconds)


def show(rows: dict[str, BenchRow], tallies: dict[str, BenchTally], rounds: int, seconds: float) -> None:
    """The report for people: the figures, then every measurement with its spread."""
    terminal = Terminal(plain=wants_plain())
    terminal.say(f"{rounds} rounds of {seconds:g} s each, interleaved, each build in a process of its own", "head")
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
