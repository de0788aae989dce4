"""``ironbottom exchanges``: counts how often the players of a match must answer each other, with and without orders."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.cli.commands.arguments import parse_options
from ironbottom.cli.commands.parameters import Count, FirstTurns, Json, OptionalName, Options
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.exchanges import CountedMatch, ExchangeCount, count_exchanges, median_total


def exchanges(
    game: str,
    /,
    *,
    order: Options = None,
    player: OptionalName = None,
    games: Count = 10,
    seed: Count = 1,
    turns: FirstTurns = None,
    scenario: OptionalName = None,
    option: Options = None,
    json: Json = False,
) -> int:
    """Count the exchanges of a match.

    Parameters
    ----------
    game
        The game, by name or short name: victory_in_the_pacific or vitp.
    order
        A standing order of every side, name=value. May be repeated. Default: the first value of each order.
    player
        The computer player of every side. Default: the strongest that does not search.
    games
        The number of matches.
    seed
        The seed of the dice and the players: the same seed gives the same matches.
    turns
        Count only the exchanges of this many turns from the start.
    scenario
        The scenario. Default: the game's first.
    option
        An option of the rules, name=value. May be repeated.
    """
    if games < 1:
        raise BadValue("--games must be at least 1")
    if turns is not None and turns < 1:
        raise BadValue("--turns must be at least 1")
    about = get_game(game)
    rules = about.rules(parse_options(option, about.id))
    orders = None if order is None else _read_orders(order)
    found = count_exchanges(rules, games, orders=orders, player=player, seed=seed, scenario=scenario, turns=turns)
    if json:
        print_json({"game": about.id, "scenario": scenario, "seed": seed, "turns": turns} | _data(found))
    else:
        _print(f"{about.title}, {games} {'match' if games == 1 else 'matches'}, seed {seed}", found, turns)
    return 0


def _read_orders(given: Sequence[str]) -> dict[str, str]:
    """Splits name=value."""
    pairs = [text.partition("=") for text in given]
    if error := [name for name, equals, value in pairs if not (name and equals and value)]:
        raise BadValue(f"write a standing order as name=value, not {error[0]!r}", field="--order")
    return {name: value for name, _, value in pairs}


def _data(found: ExchangeCount) -> dict[str, object]:
    return {
        "orders": dict(found.orders),
        "without": [match.total for match in found.without],
        "with": [match.total for match in found.with_orders],
        "share": found.share,
    }


def _print(title: str, found: ExchangeCount, turns: int | None) -> None:
    terminal = Terminal(plain=wants_plain())
    what = "exchanges a match"
    if turns is not None:
        what = f"emails of the first {'turn' if turns == 1 else f'{turns} turns'}"
    terminal.write(f"{title}; {what}: median, and fewest to most", "head")
    terminal.write(f"without standing orders: {_span(found.without)}", indent=4)
    terminal.write(f"with standing orders: {_span(found.with_orders)}, {100 * found.share:.0f} %", indent=4)
    orders = ", ".join(f"{name}={value}" for name, value in found.orders.items())
    terminal.write(f"orders of every side: {orders or 'none'}", "dim", indent=4)
    if turns is not None:
        terminal.write("Before the first turn there are two more: the invitation and its acceptance.", "dim", indent=4)


def _span(matches: Sequence[CountedMatch]) -> str:
    totals = [match.total for match in matches]
    return f"{median_total(matches):g} ({min(totals)} to {max(totals)})"
