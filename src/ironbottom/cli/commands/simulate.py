"""``ironbottom simulate``: many games between players of the computer, and how they went turn by turn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ironbottom.bots.registry import all_bots
from ironbottom.cli.commands.arguments import options_of
from ironbottom.cli.commands.parameters import Count, Json, Named, Options, Turns, Workers
from ironbottom.cli.exit_codes import STOPPED
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.ladder import lines, seatings, summary
from ironbottom.lab.parallel import Tell, cores, play_all
from ironbottom.lab.simulation import yardstick_of
from ironbottom.lab.turns import table, turn_by_turn


def simulate(
    game: str,
    /,
    *players: str,
    games: Count = 100,
    seed: Count = 1,
    turns: Turns = None,
    scenario: Named = None,
    option: Options = None,
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Plays many games between players of the computer and tells how they went.

    What players report is told beside games of equal players under the rules as printed.

    Parameters
    ----------
    game
        The game, by name or short form: victory_in_the_pacific or vitp.
    players
        A player for each side, or each team; each seating is played. Without any the game's own against itself.
    games
        How many games in each seating.
    seed
        The number that dice and players follow: the same seed gives the same games.
    turns
        The turns after which the game is measured; without them each turn. The end is always told.
    scenario
        The scenario; without it the game's first. Reports of players are printed only for the first game.
    option
        A rules option, name=value; may be given several times.
    workers
        How many processes share the games; without it as many as there are cores.
    """
    if games < 1 or (workers is not None and workers < 1):
        raise BadValue("at least one game must be played, and by one worker or more")
    played = get_game(game)
    options = options_of(option, played.id)
    yardstick = yardstick_of(played.rules(options))
    if scenario is not None and scenario not in played.scenarios:
        told_of = ", ".join(played.scenarios)
        raise BadValue(f"there is no scenario {scenario!r}; there are {told_of}", field="scenario")
    named = players_named(played, players)
    told: list[dict[str, Any]] = []
    order = seatings(played, named)
    stopped = False
    with progress(games * len(order)) as tell:
        for seats in order:
            every = play_all(played.id, options, seats, games, seed, workers or cores(), tell, scenario)
            equal = len(set(seats.values())) == 1 and not options and scenario in (None, next(iter(played.scenarios)))
            stopped = len(every) < games
            if every:
                rows = turn_by_turn(every, turns or (), yardstick.reported if equal else {})
                told.append(summary(seats, every, yardstick.levels) | {"turn by turn": rows})
            if stopped:
                break
    if json:
        about = {"game": played.id, "scenario": scenario, "options": options, "seed": seed, "stopped": stopped}
        print_json(about | {"seatings": told})
    else:
        show(played, seed, told, "stopped by the keyboard; this is what is there" if stopped else "")
    return STOPPED if stopped else 0


@contextmanager
def progress(games: int) -> Iterator[Tell]:
    """A bar that fills as games end, for people at a terminal; it is told how many more are over."""
    if not sys.stderr.isatty() or wants_plain():
        yield lambda more: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(elapsed_when_finished=True))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda more: bar.advance(task, more)


def players_named(game: Game, players: tuple[str, ...]) -> tuple[str, ...]:
    """The players asked for, or the first of the game's own on every side."""
    bots = all_bots(game)
    for player in players:
        if player not in bots:
            raise BadValue(f"there is no player {player!r}; there are {', '.join(bots)}", field="players")
    return players or (next(iter(bots)),) * len(game.sides.ids)


def show(game: Game, seed: int, told: list[dict[str, Any]], remark: str = "") -> None:
    """The report for people: each seating with its shares, then turn by turn."""
    terminal = Terminal(plain=wants_plain())
    terminal.say(f"{game.title}, seed {seed}; intervals of 95 %", "head")
    if remark:
        terminal.say(remark, "alert")
    for one in told:
        for line in lines(one):
            terminal.say(line, indent=4)
        for line in table(one["turn by turn"]):
            terminal.say(line, indent=8)
