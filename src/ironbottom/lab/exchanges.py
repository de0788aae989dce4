"""Counts the exchanges that a match needs, with and without standing orders.

In an exchange, a person makes all choices that are open to their side, until another side must choose. In a match by
mail, this is one message. Computer players stand in for the human players. A question that is answered by a standing
order needs no exchange.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.bots.registry import heuristic_bot
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import StandingOrderRules
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.lab.simulation import apply_choice, derive_seed

PUBLIC = "public"


class CountedMatch(NamedTuple):
    """A match: its exchanges by the question that began each, its answers by order, and the winners if it is over."""

    exchanges: Counter[str]
    answers: Counter[str]
    winners: tuple[str, ...]

    @property
    def total(self) -> int:
        """The number of exchanges."""
        return self.exchanges.total()


class ExchangeCount(NamedTuple):
    """The same matches without and with standing orders."""

    orders: Mapping[str, str]
    without: Sequence[CountedMatch]
    with_orders: Sequence[CountedMatch]

    @property
    def share(self) -> float:
        """The median number of exchanges with standing orders, as a share of that without."""
        return median_total(self.with_orders) / median_total(self.without)


def median_total(matches: Sequence[CountedMatch]) -> float:
    """The median number of exchanges of some matches."""
    return median(match.total for match in matches)


def default_standing_orders(rules: Rules) -> dict[str, str]:
    """The first value of each standing order of a game, without "ask".

    >>> from ironbottom import get_game
    >>> default_standing_orders(get_game("vitp").rules())["fire"]
    'value'
    """
    return {info["id"]: info["values"][1] for info in _standing_orders(rules).infos()}


def _standing_orders(rules: Rules) -> StandingOrderRules:
    found = rules.game.standing_orders()
    if found is None:
        raise BadValue(f"{rules.game.title} has no standing orders")
    return found


def count_exchanges(
    rules: Rules,
    games: int,
    *,
    orders: Mapping[str, str] | None = None,
    player: str | None = None,
    seed: int = 1,
    scenario: str | None = None,
    turns: int | None = None,
) -> ExchangeCount:
    """Plays matches without standing orders, and with the same orders for every side.

    By default ``orders`` are the usual ones of the game, and ``player`` is its strongest player that does not search.
    With ``turns`` only the exchanges of the first turns are counted.
    """
    standing = _standing_orders(rules)
    given = default_standing_orders(rules) if orders is None else standing.read(orders)
    name = player or heuristic_bot(rules)
    counted = [
        [count_match(rules, name, seed, number, scenario, each, turns) for number in range(games)]
        for each in ({}, given)
    ]
    return ExchangeCount(given, counted[0], counted[1])


def count_match(
    rules: Rules,
    player: str,
    seed: int,
    number: int,
    scenario: str | None,
    orders: Mapping[str, str],
    turns: int | None = None,
) -> CountedMatch:
    """Plays one match, to its end or to the end of a turn, and counts its exchanges."""
    players = {side: make_player(rules, player, side, derive_seed(seed, number, side)) for side in rules.sides.ids}
    dice = SeededDice(derive_seed(seed, number, "dice"))
    state = rules.new(scenario, dice)
    exchanges, answers = Counter[str](), Counter[str]()
    last = ""
    while (decisions := state.decisions()) and (turns is None or state.view(PUBLIC)["turn"] <= turns):
        by_order = _answered(state, decisions, orders)
        if by_order is not None:
            order, side, actions = by_order
            answers[order] += 1
        else:
            decision = next((one for one in decisions if one.side == last), decisions[0])
            side = decision.side
            if side != last:
                exchanges[decision.procedure.name] += 1
                last = side
            actions = as_choices(players[side].choose(offer_for(state, decision)))
        for action in actions:
            apply_choice(state, side, action, dice)
    winners = () if decisions else tuple(rules.result(state)["winners"])
    return CountedMatch(exchanges, answers, winners)


def _answered(
    state: State, decisions: Sequence[Decision], orders: Mapping[str, str]
) -> tuple[str, str, Sequence[Action]] | None:
    """The order that answers one of the open decisions, the side, and the choices."""
    if not orders:
        return None
    standing = _standing_orders(state.rules)
    for decision in decisions:
        for name, value in orders.items():
            if standing.applies(state, decision.side, name):
                actions = standing.choices_of_order(state, decision.side, name, value)
                if actions:
                    return name, decision.side, actions
    return None
