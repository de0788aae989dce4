"""Measures players against each other: many games in every seating, with confidence intervals.

    python -m ironbottom.lab.ladder pf ensign random --games 200 --seed 1

The same seed gives the same games with any number of workers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import TypedDict

from ironbottom.bots.registry import all_bots
from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.game_file import SimulationSpec
from ironbottom.lab.intervals import mean_interval, proportion_interval
from ironbottom.lab.parallel import play_all
from ironbottom.lab.simulation import GameResult, measures_of, scores
from ironbottom.lab.victory_levels import LevelRow, level_lines, level_rows, min_median_max


def seatings(game: Game, players: Sequence[str]) -> list[dict[str, str]]:
    """Returns every seating of the players, each once; there is one player for each side, or one for each team.

    >>> seatings(get_game("aap"), ["ensign", "random"])[0]
    {'japan': 'ensign', 'uk': 'random', 'usa': 'random'}

    >>> seatings(get_game("pf"), ["ensign", "random"])
    [{'japan': 'ensign', 'allies': 'random'}, {'japan': 'random', 'allies': 'ensign'}]
    >>> seatings(get_game("pf"), ["ensign", "ensign"])
    [{'japan': 'ensign', 'allies': 'ensign'}]
    """
    sides, teams = game.sides.ids, game.alliances.teams
    if len(players) == len(teams) < len(sides):
        place = {side: number for number, team in enumerate(teams) for side in team.sides}
        orders = dict.fromkeys(permutations(players))
        return [{side: order[place[side]] for side in sides} for order in orders]
    if len(players) != len(sides):
        named = ", ".join(sides)
        named_players = f"{len(players)} player was" if len(players) == 1 else f"{len(players)} players were"
        raise BadValue(f"there are {len(sides)} sides ({named}), and {named_players} named", field="players")
    return [dict(zip(sides, order, strict=True)) for order in dict.fromkeys(permutations(players))]


# -- the report ----------------------------------------------------------------------------------------


Interval = tuple[float, float, float]
"""A figure with its 95 % interval."""
Summary = TypedDict(
    "Summary",
    {
        "seats": dict[str, str],
        "games": int,
        "wins": dict[str, int],
        "draws": int,
        "share": dict[str, Interval],
        "levels": list[LevelRow],
        "levels that never came up": list[str],
        "points": dict[str, dict[str, float]],
        "measures": dict[str, Interval],
        "choices a game": dict[str, dict[str, float]],
        "milliseconds a decision": dict[str, float],
        "longest decision in milliseconds": dict[str, float],
    },
)


def summary(seats: Mapping[str, str], games: Sequence[GameResult], levels: Sequence[str] = ()) -> Summary:
    """Summarizes the games of one seating: win rates and means, each with its 95 % interval.

    ``levels`` are the game's levels of victory, if it has any.
    """
    wins = Counter(side for game in games for side in game.winners)
    draws = sum(not game.winners for game in games)
    sides = list(seats)
    return {
        "seats": dict(seats),
        "games": len(games),
        "wins": {side: wins[side] for side in sides},
        "draws": draws,
        "share": {side: proportion_interval(wins[side] + draws / 2, len(games)) for side in sides},
        "levels": level_rows(games, levels),
        "levels that never came up": [level for level in levels if all(game.level != level for game in games)],
        "points": {side: min_median_max([scores(game)[side] for game in games]) for side in scores(games[0])},
        "measures": {name: mean_interval([game.measures[name] for game in games]) for name in games[0].measures},
        "choices a game": {side: _verbs(games, side) for side in sides},
        "milliseconds a decision": {side: _milliseconds(games, side) for side in sides},
        "longest decision in milliseconds": {side: _longest(games, side) for side in sides},
    }


def _verbs(games: Sequence[GameResult], side: str) -> dict[str, float]:
    counted: Counter[str] = Counter()
    for game in games:
        counted.update(game.verbs[side])
    return {verb: round(number / len(games), 2) for verb, number in sorted(counted.items())}


def _milliseconds(games: Sequence[GameResult], side: str) -> float:
    decisions = sum(game.decisions[side] for game in games)
    return round(1000 * sum(game.seconds[side] for game in games) / max(decisions, 1), 2)


def _longest(games: Sequence[GameResult], side: str) -> float:
    return round(1000 * max(game.longest[side] for game in games), 1)


def summary_lines(summary: Summary) -> Iterator[str]:
    """Yields a summary as lines of text."""
    seats = ", ".join(f"{side} {player}" for side, player in summary["seats"].items())
    games = "1 game" if summary["games"] == 1 else f"{summary['games']} games"
    yield f"{seats}: {games}, {summary['draws']} drawn"
    for side, player in summary["seats"].items():
        rate, low, high = (100 * value for value in summary["share"][side])
        yield (
            f"  {side} ({player}) won {summary['wins'][side]}; {rate:.1f} %, counting a draw as half a win"
            f" ({low:.1f} to {high:.1f}); {summary['milliseconds a decision'][side]} ms a decision"
            f", at most {summary['longest decision in milliseconds'][side]:.0f} ms"
        )
    yield from level_lines(summary["levels"], summary["levels that never came up"], summary["points"])
    for name, (mean, low, high) in summary["measures"].items():
        yield f"  {name}: {mean:.2f} ({low:.2f} to {high:.2f})"
    for side, verbs in summary["choices a game"].items():
        listed = ", ".join(f"{verb} {number:g}" for verb, number in verbs.items())
        yield f"  choices of {side} in each game, on average: {listed}"


# -- the command ---------------------------------------------------------------------------------------


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parses the arguments."""
    parser = argparse.ArgumentParser(prog="python -m ironbottom.lab.ladder", description="Measure players.")
    parser.add_argument("game", help="a game by id or short form, such as pf")
    parser.add_argument("players", nargs="+", help="a player for each side or team; every seating is played")
    parser.add_argument("--games", type=int, default=200, help="how many games in each seating (200)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all dice and players (1)")
    parser.add_argument("--workers", type=int, default=1, help="how many processes share the games (1)")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")
    parser.add_argument("--scenario", help="a scenario of the game (its first)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parsed = parser.parse_args(arguments)
    if parsed.games < 1:
        parser.error(f"--games {parsed.games}: at least one game must be played")
    if any("=" not in option for option in parsed.option):
        parser.error("write an option as KEY=VALUE")
    return parsed


class Interrupted(Exception):
    """Raised when Ctrl+C stops the games. ``summaries`` has the summaries so far."""

    def __init__(self, summaries: list[Summary]) -> None:
        self.summaries = summaries


def measure_seatings(parsed: argparse.Namespace) -> list[Summary]:
    """Plays all seatings and returns their summaries."""
    game = get_game(parsed.game)
    options = dict(option.split("=", 1) for option in parsed.option)
    game.chosen(options)
    if parsed.scenario is not None and parsed.scenario not in game.scenarios:
        raise BadValue(f"there is no scenario {parsed.scenario!r}; choose one of {', '.join(game.scenarios)}")
    bots = all_bots(game)
    for player in parsed.players:
        if player not in bots:
            raise BadValue(f"there is no player {player!r}; choose one of {', '.join(bots)}", field="players")
    summaries, levels = list[Summary](), measures_of(game.rules(options)).levels
    for seats in seatings(game, parsed.players):
        spec = SimulationSpec(game.id, seats, parsed.seed, options, parsed.scenario)
        every = play_all(spec, parsed.games, parsed.workers)
        summaries += [summary(seats, every, levels)] if every else []
        if len(every) < parsed.games:
            raise Interrupted(summaries)
    return summaries


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code. Errors are printed as one sentence."""
    parsed = parse_arguments(arguments)
    code = 0
    try:
        summaries = measure_seatings(parsed)
    except Interrupted as stopped:
        summaries, code = stopped.summaries, 130
        sys.stderr.write(f"ladder: stopped before {parsed.games} games were finished; these were\n")
    except IronbottomError as error:
        sys.stderr.write(f"ladder: {error}\n")
        return 1
    if parsed.json:
        sys.stdout.write(json.dumps(summaries, indent=1) + "\n")
        return code
    sys.stdout.write(f"{parsed.game}, seed {parsed.seed}; 95 % intervals\n")
    for one in summaries:
        sys.stdout.write("\n".join(summary_lines(one)) + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
