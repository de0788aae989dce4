"""``ironbottom simulate``: plays many games between computer players and reports the results turn by turn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ironbottom.bots.registry import all_bots
from ironbottom.cli.commands.arguments import parse_options
from ironbottom.cli.commands.parameters import (
    Count,
    File,
    Folder,
    Json,
    OptionalName,
    Options,
    PartText,
    Turns,
    Workers,
)
from ironbottom.cli.exit_codes import STOPPED
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.custom_measures import load_measure
from ironbottom.lab.game_file import GameFile, SimulationSpec, StoredGame, parse_part
from ironbottom.lab.game_table import Row, check_table_path, rows_of, summary_rows, write_table
from ironbottom.lab.ladder import Summary, seatings, summary_lines
from ironbottom.lab.ladder import summary as summarize
from ironbottom.lab.parallel import Progress, available_cores, play_all
from ironbottom.lab.plots import PlottedSeating, check_plot_folder, write_plots
from ironbottom.lab.simulation import measures_of
from ironbottom.lab.turns import MeasureRow, table_lines, turn_by_turn

ClusterAddress = Annotated[str | None, Parameter(metavar="ADDRESS")]


def simulate(
    game: str,
    /,
    *players: str,
    games: Count = 100,
    seed: Count = 1,
    turns: Turns = None,
    scenario: OptionalName = None,
    option: Options = None,
    workers: Workers = None,
    file: File = None,
    part: PartText = None,
    measure: File = None,
    table: File = None,
    summary: File = None,
    plots: Folder = None,
    cluster: ClusterAddress = None,
    json: Json = False,
) -> int:
    """Play many games between computer players and report the results.

    Figures that players report are printed beside games of equal players under the rules as printed.

    Parameters
    ----------
    game
        The game, by name or short name: victory_in_the_pacific or vitp.
    players
        A player for each side or each team. All seatings are played. Default: the game's own player on every side.
    games
        The number of games in each seating.
    seed
        The seed of the dice and the players: the same seed gives the same games.
    turns
        The turns after which the game is measured. Default: all. The end is always measured.
    scenario
        The scenario. Default: the game's first. Reports of players are printed only for that one.
    option
        An option of the rules, name=value. May be repeated.
    workers
        The number of processes. Default: the number of cores.
    file
        A file that stores each game as it ends. With the same file the command continues where it stopped.
    part
        The part of the games to play, such as 3/8 for the third of eight. Join the files of all parts with cat.
    measure
        A Python file with a function measure, which returns figures of a finished game by name.
    table
        A new file for a table with a row for each game: CSV or Parquet, depending on its extension.
    summary
        A new file for a table of the means with their intervals, measure by measure: CSV or Parquet, depending on its
        extension.
    plots
        A folder for plots: win rates, and each measure turn by turn and at the end.
    cluster
        The address of a Ray cluster that plays the games instead of this machine.
    """
    if games < 1 or (workers is not None and workers < 1):
        raise BadValue("--games and --workers must be at least 1")
    share, stored = parse_part(part), GameFile(file)
    if not share.games(games):
        raise BadValue(f"{part} has no game, since there are more parts than games", field="--part")
    check_files(measure, table, plots, summary)
    played = get_game(game)
    options = parse_options(option, played.id)
    measures = measures_of(played.rules(options))
    if scenario is not None and scenario not in played.scenarios:
        names = ", ".join(played.scenarios)
        raise BadValue(f"there is no scenario {scenario!r}; choose one of {names}", field="scenario")
    bots = check_players(played, players)
    reports: list[tuple[Summary, list[MeasureRow]]] = []
    rows: list[Row] = []
    plotted: list[PlottedSeating] = []
    order, numbers = seatings(played, bots), share.games(games)
    stopped = False
    with progress_bar(len(numbers) * len(order)) as progress:
        for seats in order:
            spec = SimulationSpec(played.id, seats, seed, options, scenario, measure)
            results = play_all(spec, games, workers or available_cores(), progress, share, stored, cluster)
            equal = len(set(seats.values())) == 1 and not options and scenario in (None, next(iter(played.scenarios)))
            stopped = len(results) < len(numbers)
            if results:
                by_turn = turn_by_turn(results, turns or (), measures.reported if equal else {})
                reports.append((summarize(seats, results, measures.levels), by_turn))
                plotted.append(PlottedSeating(seats, results))
                rows += rows_of(spec.series(), map(StoredGame, numbers, results))
            if stopped:
                break
    if table is not None:
        write_table(rows, table)
    if summary is not None:
        means = [
            row for one, by_turn in reports for row in summary_rows(one["seats"], one["games"], one["share"], by_turn)
        ]
        write_table(means, summary, "--summary")
    if plots is not None and plotted:
        write_plots(f"{played.title}, seed {seed}", plotted, plots)
    if json:
        about = {"game": played.id, "scenario": scenario, "options": options, "seed": seed, "stopped": stopped}
        print_json(about | {"seatings": [{**one, "turn by turn": by_turn} for one, by_turn in reports]})
    else:
        print_report(played, seed, reports, "stopped; these games were finished" if stopped else "")
    return STOPPED if stopped else 0


def check_files(measure: Path | None, table: Path | None, plots: Path | None, summary: Path | None = None) -> None:
    """Checks the named files before any game is played."""
    if measure is not None:
        load_measure(measure)
    if table is not None:
        check_table_path(table)
    if summary is not None:
        check_table_path(summary, "--summary")
    if plots is not None:
        check_plot_folder(plots)


@contextmanager
def progress_bar(games: int) -> Iterator[Progress]:
    """Shows a progress bar on a terminal. Yields a function that is called with the number of finished games."""
    if not sys.stderr.isatty() or wants_plain():
        yield lambda more: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(elapsed_when_finished=True))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda more: bar.advance(task, more)


def check_players(game: Game, players: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the named players, or the game's first computer player for every side."""
    bots = all_bots(game)
    for player in players:
        if player not in bots:
            raise BadValue(f"there is no player {player!r}; choose one of {', '.join(bots)}", field="players")
    return players or (next(iter(bots)),) * len(game.sides.ids)


def print_report(game: Game, seed: int, reports: list[tuple[Summary, list[MeasureRow]]], remark: str = "") -> None:
    """Prints the report: each seating with its win rates, then the figures turn by turn."""
    terminal = Terminal(plain=wants_plain())
    terminal.write(f"{game.title}, seed {seed}; 95 % intervals", "head")
    if remark:
        terminal.write(remark, "alert")
    for one, rows in reports:
        for line in summary_lines(one):
            terminal.write(line, indent=4)
        for line in table_lines(rows):
            terminal.write(line, indent=8)
