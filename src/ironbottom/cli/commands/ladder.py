"""``ironbottom ladder`` and ``ironbottom test-change``: measure the strength of computer players in paired games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from time import monotonic

import msgspec

from ironbottom.cli.commands.arguments import parse_options
from ironbottom.cli.commands.parameters import Count, File, Json, Minutes, OptionalName, Options, Workers
from ironbottom.cli.commands.simulate import check_players
from ironbottom.cli.exit_codes import STOPPED
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.intervals import proportion_interval
from ironbottom.lab.pairs import Contest, Pair, PairFile, decision_time, played
from ironbottom.lab.parallel import available_cores
from ironbottom.lab.rating import Bounds, elo_interval, log_likelihood_ratio, verdict

MAX_PAIRS = 100_000


def ladder(
    game: str,
    /,
    *players: str,
    pairs: Count = 100,
    seed: Count = 1,
    file: File = None,
    scenario: OptionalName = None,
    option: Options = None,
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Measure how strong the computer players of a game are against each other.

    Parameters
    ----------
    game
        The game, by name or short name: pacific_fury or pf.
    players
        Two or more players; each plays every other. Default: all of the game's players except random.
    pairs
        The number of pairs of games in each match-up.
    seed
        The seed of the dice and the players: the same seed gives the same games.
    file
        A file that stores each pair as it ends. With the same file the command continues where it stopped.
    scenario
        The scenario. Default: the game's first.
    option
        An option of the rules, name=value. May be repeated.
    workers
        The number of processes. Default: the number of cores.
    """
    about = get_game(game)
    named = players or tuple(name for name in about.bots() if name != "random")
    contests = [_contest(about, both, seed, option, scenario) for both in combinations(_distinct(about, named), 2)]
    stored, stopped = PairFile(file), False
    rows: list[Row] = []
    terminal = Terminal(plain=wants_plain())
    if not json:
        terminal.write(f"{about.title}, seed {seed}; 95 % intervals", "head")
    for contest in contests:
        found, stopped = _collect(played(contest, _at_least_one(pairs, "pairs"), _workers(workers), stored))
        if found:
            rows.append(_row(contest, found))
        if found and not json:
            _write_row(terminal, rows[-1])
        if stopped:
            break
    if json:
        print_json({"game": about.id, "seed": seed, "stopped": stopped, "match-ups": msgspec.to_builtins(rows)})
    elif stopped:
        terminal.write("stopped; these pairs were finished", "alert")
    return STOPPED if stopped else 0


def compare(
    game: str,
    new: str,
    old: str,
    /,
    *,
    minutes: Minutes = 60.0,
    seed: Count = 1,
    file: File = None,
    scenario: OptionalName = None,
    option: Options = None,
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Test whether one computer player is stronger than another, with as few games as possible.

    Parameters
    ----------
    game
        The game, by name or short name: pacific_fury or pf.
    new
        The player that should be stronger.
    old
        The player that it is compared with.
    minutes
        The test stops after this time.
    seed
        The seed of the dice and the players: the same seed gives the same games.
    file
        A file that stores each pair as it ends. With the same file the command continues where it stopped.
    scenario
        The scenario. Default: the game's first.
    option
        An option of the rules, name=value. May be repeated.
    workers
        The number of processes. Default: the number of cores.
    """
    about, bounds = get_game(game), Bounds()
    contest = _contest(about, _distinct(about, (new, old)), seed, option, scenario)
    end = monotonic() + 60 * minutes
    pairs: list[Pair] = []
    stopped = False
    try:
        for pair in played(contest, MAX_PAIRS, _workers(workers), PairFile(file)):
            pairs.append(pair)
            if verdict([one.mean for one in pairs], bounds) is not None or monotonic() > end:
                break
    except KeyboardInterrupt:
        stopped = True
    if not pairs:
        raise BadValue("no pair of games was finished", field="minutes")
    means = [pair.mean for pair in pairs]
    found = verdict(means, bounds)
    text = {True: f"{new} is stronger", False: f"{new} is not stronger", None: "not decided"}[found]
    row = _row(contest, pairs)
    if json:
        test = bounds._asdict() | {"log likelihood ratio": log_likelihood_ratio(means, bounds)}
        print_json(msgspec.to_builtins(row) | {"game": about.id, "seed": seed, "stronger": found, "test": test})
    else:
        terminal = Terminal(plain=wants_plain())
        terminal.write(f"{about.title}, seed {seed}; 95 % intervals", "head")
        _write_row(terminal, row)
        ratio = log_likelihood_ratio(means, bounds)
        span = f"{bounds.rejects:.2f} to {bounds.accepts:.2f}"
        terminal.write(
            f"{text}: log likelihood ratio {ratio:.2f} of {bounds.high:g} against {bounds.low:g} Elo"
            f" (decided outside {span})"
        )
    return STOPPED if stopped else 0


def _distinct(game: Game, players: Sequence[str]) -> tuple[str, ...]:
    """The named players, each once. ``BadValue`` if there are fewer than two."""
    named = check_players(game, tuple(dict.fromkeys(players)))
    if len(dict.fromkeys(players)) < 2:
        raise BadValue("two different players are needed", field="players")
    return named


def _contest(game: Game, players: Sequence[str], seed: int, option: list[str] | None, scenario: str | None) -> Contest:
    if scenario is not None and scenario not in game.scenarios:
        names = ", ".join(game.scenarios)
        raise BadValue(f"there is no scenario {scenario!r}; choose one of {names}", field="scenario")
    options = parse_options(option, game.id)
    game.chosen(options)
    return Contest(game.id, (players[0], players[1]), seed, options, scenario)


def _at_least_one(number: int, name: str) -> int:
    if number < 1:
        raise BadValue(f"--{name} must be at least 1")
    return number


def _workers(workers: int | None) -> int:
    return available_cores() if workers is None else _at_least_one(workers, "workers")


def _collect(pairs: Iterable[Pair]) -> tuple[list[Pair], bool]:
    """The pairs that were finished, and whether Ctrl+C stopped the others."""
    result: list[Pair] = []
    try:
        result.extend(pairs)
    except KeyboardInterrupt:
        return result, True
    return result, False


class Row(msgspec.Struct, rename=lambda name: name.replace("_", " ")):
    """The result of a match-up: the first player's points, share and Elo difference, and both players' times."""

    players: tuple[str, str]
    pairs: int
    games: int
    points: float
    share: tuple[float, float, float]
    share_by_seating: list[float]
    elo: tuple[float, float, float]
    milliseconds_a_decision: tuple[float, float]
    longest_decision_in_milliseconds: tuple[float, float]


def _row(contest: Contest, pairs: Sequence[Pair]) -> Row:
    games = sum(len(pair.points) for pair in pairs)
    points = sum(sum(pair.points) for pair in pairs)
    first, second = (decision_time(pairs, place) for place in (0, 1))
    difference, low, high = (max(-MAX_ELO, min(MAX_ELO, value)) for value in elo_interval(points, games))
    return Row(
        players=contest.players,
        pairs=len(pairs),
        games=games,
        points=points,
        share=proportion_interval(points, games),
        share_by_seating=[
            sum(pair.points[place] for pair in pairs) / len(pairs) for place in range(len(pairs[0].points))
        ],
        elo=(difference, low, high),
        milliseconds_a_decision=(round(first.mean, 2), round(second.mean, 2)),
        longest_decision_in_milliseconds=(round(first.most, 1), round(second.most, 1)),
    )


MAX_ELO = 2000
"""Stands for an infinite Elo difference: that of a player that has won or lost every game."""


def _write_row(terminal: Terminal, row: Row) -> None:
    (share, low, high), (elo, least, most) = row.share, row.elo
    pairs = "1 pair" if row.pairs == 1 else f"{row.pairs} pairs"
    names = f"{row.players[0]} against {row.players[1]}"
    by_seat = " and ".join(f"{100 * each:.0f}" for each in row.share_by_seating)
    terminal.write(
        f"{names}: {pairs}, {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f}),"
        f" by seating {by_seat} %; Elo {_elo(elo)} ({_elo(least)} to {_elo(most)})",
        indent=4,
    )
    for player, mean, longest in zip(
        row.players, row.milliseconds_a_decision, row.longest_decision_in_milliseconds, strict=True
    ):
        terminal.write(f"  {player}: {mean} ms a decision, at most {longest:.0f}", indent=4)


def _elo(value: float) -> str:
    """Formats an Elo difference with its sign.

    >>> _elo(191.2), _elo(-12), _elo(2000)
    ('+191', '-12', 'unlimited')
    """
    if abs(value) >= MAX_ELO:
        return "unlimited" if value > 0 else "-unlimited"
    return f"{value:+.0f}"
