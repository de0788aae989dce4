"""Measures how even a game is: the chances of the sides under different options, such as factor sets and bids.

After some games of every setting, further games are played where they are most informative: in the settings with the
widest intervals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path
from typing import NamedTuple

from ironbottom.bots.registry import all_bots
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.game_file import GameFile, SimulationSpec
from ironbottom.lab.game_table import Row
from ironbottom.lab.intervals import proportion_interval
from ironbottom.lab.parallel import Batch, Progress, finished_results, missing_batches, play_missing, process_map
from ironbottom.lab.simulation import GameResult

FIRST = 10
"""The number of games of every setting before the settings are compared; fewer if there are not enough games."""
STEP = 10
"""The number of games that the setting with the widest interval gets at a time."""
ROUND = 100
"""The number of games that are planned at once, so that many processes have work.

It does not depend on the number of processes.
"""
MAX_SETTINGS = 1_000


class BalanceSetting(NamedTuple):
    """A setting of a sweep, with its finished games.

    ``options`` has the varied options; it is empty for the default rules.
    """

    options: dict[str, str]
    spec: SimulationSpec
    games: Sequence[GameResult]

    def __repr__(self) -> str:
        return f"<BalanceSetting {self.name} of {self.spec.game}: {len(self.games)} games>"

    @property
    def name(self) -> str:
        """The varied options, such as ``bid=3``."""
        return setting_name(self.options)

    @property
    def draws(self) -> int:
        """The number of drawn games."""
        return sum(not game.winners for game in self.games)

    def wins(self, side: str) -> int:
        """The number of games that a side won, alone or with others."""
        return sum(side in game.winners for game in self.games)

    def share(self, side: str) -> tuple[float, float, float]:
        """A side's share of the games, counting a draw as half a win, from 0 to 1, and its 95 % interval."""
        return proportion_interval(self.wins(side) + self.draws / 2, len(self.games))


class Balance(NamedTuple):
    """The chances of the sides in each setting. ``stopped``: Ctrl+C was pressed before all games were finished."""

    game: str
    teams: tuple[tuple[str, ...], ...]
    """The sides that win and lose together."""
    settings: Sequence[BalanceSetting]
    stopped: bool = False

    def __repr__(self) -> str:
        games = sum(len(setting.games) for setting in self.settings)
        return f"<Balance of {self.game}: {len(self.settings)} settings, {games} games>"

    @property
    def most_even(self) -> BalanceSetting:
        """The setting in which the first side's share is nearest to one half."""
        first, even = self.teams[0][0], 1 / len(self.teams)
        return min(self.settings, key=lambda setting: abs(setting.share(first)[0] - even))

    def table(self) -> list[Row]:
        """A row for each setting: its parameters, its games, and each team's wins, share and interval."""
        return [_row(setting, self.teams) for setting in self.settings]


def setting_name(options: Mapping[str, str]) -> str:
    """Returns the description of a setting.

    >>> setting_name({"bid": "3", "tie": "allies"}), setting_name({})
    ('bid=3, tie=allies', 'default')
    """
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "default"


def _row(setting: BalanceSetting, teams: Sequence[Sequence[str]]) -> Row:
    series = setting.spec.series()
    row: Row = {
        "game": series.game,
        "scenario": series.scenario,
        "rules": series.rules,
        "data": series.data,
        "seed": series.seed,
        **{f"option {name}": value for name, value in series.options.items()},
        **{f"player of {side}": player for side, player in series.seats.items()},
        "games": len(setting.games),
        "draws": setting.draws,
    }
    for team in teams:
        share, low, high = setting.share(team[0])
        name = " and ".join(team)
        row |= {f"wins of {name}": setting.wins(team[0]), f"share of {name}": share}
        row |= {f"low of {name}": low, f"high of {name}": high}
    return row


# -- the settings --------------------------------------------------------------------------------------


def sweep(
    game: Game, vary: Mapping[str, Sequence[str]], options: Mapping[str, str] | None = None
) -> list[dict[str, str]]:
    """Returns the varied options of each setting.

    With names, the settings are all combinations of their values; a name without values stands for all of its values.
    Without names, they are the default and each other value of each option. ``options`` are fixed. ``BadValue`` names
    an option or a value that does not exist.

    >>> game = get_game("pf")
    >>> sweep(game, {"factor_set": (), "hidden_counts": ["on"]})
    [{'factor_set': 'A', 'hidden_counts': 'on'}, {'factor_set': 'B', 'hidden_counts': 'on'}]
    >>> sweep(game, {}, {"forced_return_timing": "end_of_combat", "hidden_counts": "on"})
    [{}, {'factor_set': 'B'}, {'tokyo_express_combat': 'on'}]
    """
    fixed = dict(options or {})
    game.chosen(fixed)
    known = {option.name: option for option in game.options}
    if not vary:
        others = [option for option in game.options if option.name not in fixed]
        return [{}, *({option.name: value} for option in others for value in option.values[1:])]
    for name in vary:
        if name in fixed:
            raise BadValue(f"{name} is also given as a fixed option", field="--vary")
        if name not in known:
            names = ", ".join(known)
            raise BadValue(f"{game.title} has no option {name!r}; it has {names}", field="--vary")
    values = {name: tuple(dict.fromkeys(wanted)) or known[name].values for name, wanted in vary.items()}
    for name, wanted in values.items():
        for value in wanted:
            if value not in known[name].values:
                allowed = ", ".join(known[name].values)
                raise BadValue(f"{value!r} is not a value of {name}; allowed: {allowed}", field="--vary")
    if (many := prod(map(len, values.values()))) > MAX_SETTINGS:
        raise BadValue(f"these are {many:,} settings; at most {MAX_SETTINGS:,} are allowed", field="--vary")
    return [dict(zip(values, each, strict=True)) for each in product(*values.values())]


def parse_vary(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Parses options to vary: a name, or a name with values.

    >>> parse_vary(["factor_set", "bid=0,2"])
    {'factor_set': (), 'bid': ('0', '2')}
    """
    result: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        listed = tuple(value.strip() for value in values.split(",")) if equals else ()
        if not name.strip() or not all(listed) or name.strip() in result:
            raise BadValue(f"{text!r} must be an option named once, such as bid or bid=0,2", field="--vary")
        result[name.strip()] = listed
    return result


# -- the games -----------------------------------------------------------------------------------------


class SettingResult(NamedTuple):
    """The games of a setting so far: each team's share, and their number."""

    shares: Sequence[float]
    games: int

    @property
    def width(self) -> float:
        """The width of the widest interval."""
        intervals = [proportion_interval(share * self.games, self.games) for share in self.shares]
        return max(high - low for _, low, high in intervals)


def next_games(played: Sequence[SettingResult], games: int) -> list[int]:
    """Distributes the next games: repeatedly, the setting with the widest interval gets some.

    Its share is assumed to stay the same.

    >>> next_games([SettingResult([0.5, 0.5], 10), SettingResult([0.9, 0.1], 10)], 40)
    [30, 10]
    """
    now, more = list(played), [0] * len(played)
    while games:
        step = min(STEP, games)
        widest = max(range(len(now)), key=lambda place: now[place].width)
        now[widest] = now[widest]._replace(games=now[widest].games + step)
        more[widest] += step
        games -= step
    return more


def play_settings(
    specs: Sequence[SimulationSpec],
    sides: Sequence[str],
    games: int,
    workers: int = 1,
    on_progress: Progress = lambda more: None,
    file: GameFile | None = None,
) -> tuple[list[list[GameResult]], bool]:
    """Plays this many games in all and returns those of each setting, and whether Ctrl+C stopped the run.

    ``sides`` are those whose intervals count, one per team. Games in the file are not played again. The same seed
    distributes the games in the same way with any number of workers.
    """
    file = file or GameFile(None)
    series = [spec.series() for spec in specs]
    counts, more, stopped = [0] * len(specs), [min(FIRST, games // len(specs))] * len(specs), False

    def so_far() -> list[list[GameResult]]:
        batches = map(Batch, specs, series, map(range, counts))
        return [finished_results(batch, file) for batch in batches]

    try:
        with process_map(min(workers, games)) as each:
            while any(more):
                before, counts = counts, [count + new for count, new in zip(counts, more, strict=True)]
                wanted = list(map(Batch, specs, series, map(range, before, counts)))
                batches = missing_batches(wanted, file, workers)
                on_progress(sum(more) - sum(len(batch.numbers) for batch in batches))
                play_missing(batches, each, file, on_progress)
                played = [_played(results, sides) for results in so_far()]
                more = next_games(played, min(ROUND, games - sum(counts)))
    except KeyboardInterrupt:
        stopped = True
    return so_far(), stopped


def _played(games: Sequence[GameResult], sides: Sequence[str]) -> SettingResult:
    draws = sum(not game.winners for game in games)
    return SettingResult(
        [(sum(side in game.winners for game in games) + draws / 2) / len(games) for side in sides], len(games)
    )


def balance(
    game: str,
    vary: Mapping[str, Sequence[str]] | Sequence[str] = (),
    games: int = 400,
    *,
    player: str | None = None,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    scenario: str | None = None,
    workers: int = 1,
    file: Path | str | GameFile | None = None,
    on_progress: Progress = lambda more: None,
) -> Balance:
    """Plays a game between equal players under different options and returns the chances of the sides.

    ``vary`` maps the names of options to the values to try, or lists names, which stand for all values; every
    combination is a setting. Without ``vary``, the settings are the default rules and each other value of each option.
    ``games`` is the total number of games; after some games of every setting, the next ones go to the settings with the
    widest intervals. ``player`` plays every side; by default the game's own. ``options`` are fixed. ``file`` stores
    each game as it ends; with the same file a later call continues. ``BadValue`` says what is not allowed.

    >>> import ironbottom
    >>> found = ironbottom.balance("pf", ["factor_set"], games=20, player="random")
    >>> found, [setting.name for setting in found.settings]
    (<Balance of pacific_fury: 2 settings, 20 games>, ['factor_set=A', 'factor_set=B'])
    """
    played = get_game(game)
    bots = all_bots(played)
    name = player if player is not None else next(iter(bots))
    if name not in bots:
        raise BadValue(f"there is no player {name!r}; choose one of {', '.join(bots)}", field="player")
    if scenario is not None and scenario not in played.scenarios:
        names = ", ".join(played.scenarios)
        raise BadValue(f"there is no scenario {scenario!r}; choose one of {names}", field="scenario")
    wanted = vary if isinstance(vary, Mapping) else dict.fromkeys(vary, ())
    settings = sweep(played, wanted, options)
    if games < len(settings):
        raise BadValue(f"there must be at least {len(settings)}, one for each setting", field="--games")
    seats = dict.fromkeys(played.sides.ids, name)
    specs = [SimulationSpec(played.id, seats, seed, {**(options or {}), **own}, scenario) for own in settings]
    teams = tuple(team.sides for team in played.alliances.teams)
    stored = file if isinstance(file, GameFile) else GameFile(Path(file) if file is not None else None)
    results, stopped = play_settings(specs, [team[0] for team in teams], games, workers, on_progress, stored)
    return Balance(
        played.id,
        teams,
        [BalanceSetting(*each) for each in zip(settings, specs, results, strict=True) if each[2]],
        stopped,
    )
