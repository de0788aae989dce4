"""``ironbottom balance``: the chances of the sides under different options."""

from __future__ import annotations

from ironbottom.cli.commands.arguments import parse_options
from ironbottom.cli.commands.parameters import Count, File, Folder, Json, OptionalName, Options, Workers
from ironbottom.cli.commands.simulate import check_files, progress_bar
from ironbottom.cli.exit_codes import STOPPED
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.balance import Balance, BalanceSetting, parse_vary
from ironbottom.lab.balance import balance as play_balance
from ironbottom.lab.game_table import write_table
from ironbottom.lab.parallel import available_cores
from ironbottom.lab.plots import PlottedShare, write_share_plot


def balance(
    game: str,
    /,
    *,
    vary: Options = None,
    player: OptionalName = None,
    games: Count = 400,
    seed: Count = 1,
    scenario: OptionalName = None,
    option: Options = None,
    workers: Workers = None,
    file: File = None,
    table: File = None,
    plots: Folder = None,
    json: Json = False,
) -> int:
    """Measure how even a game is under different options.

    Parameters
    ----------
    game
        The game, by name or short name: victory_in_the_pacific or vitp.
    vary
        An option to vary, with or without values: bid or bid=0,2,4. May be repeated; all combinations are played.
        Default: each value of each option, one at a time.
    player
        The computer player of every side. Default: the game's first.
    games
        The number of games in all settings together.
    seed
        The seed of the dice and the players: the same seed gives the same games.
    scenario
        The scenario. Default: the game's first.
    option
        A fixed option of the rules, name=value. May be repeated.
    workers
        The number of processes. Default: the number of cores.
    file
        A file that stores each game as it ends. With the same file the command continues where it stopped.
    table
        A new file for a table with a row for each setting: CSV or Parquet, depending on its extension.
    plots
        A folder for a plot of the shares, balance.svg.
    """
    if workers is not None and workers < 1:
        raise BadValue("--workers must be at least 1")
    check_files(None, table, plots)
    about = get_game(game)
    options = parse_options(option, about.id)
    with progress_bar(games) as progress:
        found = play_balance(
            about.id,
            parse_vary(vary or ()),
            games,
            player=player,
            seed=seed,
            options=options,
            scenario=scenario,
            workers=workers or available_cores(),
            file=file,
            on_progress=progress,
        )
    title = f"{about.title}, seed {seed}"
    if table is not None:
        write_table(found.table(), table)
    if plots is not None and found.settings:
        first = found.teams[0][0]
        rows = [PlottedShare(each.name, each.share(first), len(each.games)) for each in found.settings]
        write_share_plot(title, " and ".join(found.teams[0]), rows, plots)
    if json:
        about_games = {"game": about.id, "scenario": scenario, "options": options, "seed": seed}
        print_json(
            about_games | {"stopped": found.stopped, "settings": [_data(each, found) for each in found.settings]}
        )
    else:
        _print(title, found)
    return STOPPED if found.stopped else 0


def _data(setting: BalanceSetting, found: Balance) -> dict[str, object]:
    """A setting as plain data."""
    sides = [side for team in found.teams for side in team]
    return {
        "options": setting.options,
        "games": len(setting.games),
        "draws": setting.draws,
        "wins": {side: setting.wins(side) for side in sides},
        "share": {side: setting.share(side) for side in sides},
    }


def _print(title: str, found: Balance) -> None:
    terminal = Terminal(plain=wants_plain())
    terminal.write(f"{title}; share of the games won, counting a draw as half a win, with 95 % intervals", "head")
    if found.stopped:
        terminal.write("stopped; these games were finished", "alert")
    # With two teams, one share determines the other.
    teams = found.teams[:1] if len(found.teams) == 2 else found.teams
    for setting in found.settings:
        games = "1 game" if len(setting.games) == 1 else f"{len(setting.games)} games"
        shares = ", ".join(f"{' and '.join(team)} {_percent(setting.share(team[0]))}" for team in teams)
        terminal.write(f"{setting.name}: {shares}; {games}, {setting.draws} drawn", indent=4)
    if len(found.settings) > 1:
        terminal.write(f"most even: {found.most_even.name}")


def _percent(interval: tuple[float, float, float]) -> str:
    share, low, high = (100 * value for value in interval)
    return f"{share:.1f} % ({low:.1f} to {high:.1f})"
