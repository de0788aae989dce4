"""Counting the exchanges of a match, with and without standing orders."""

from __future__ import annotations

from collections import Counter

import pytest

from ironbottom import get_game
from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.exchanges import CountedMatch, count_exchanges, default_standing_orders, median_total
from tests.kit.archipelago import ARCHIPELAGO


@pytest.mark.build
def test_orders_halve_the_exchanges_of_victory_in_the_pacific() -> None:
    found = count_exchanges(get_game("vitp").rules(), 1)
    assert found.share <= 0.5
    (match,) = found.with_orders
    assert set(match.answers) <= set(found.orders)
    assert set(match.exchanges).isdisjoint({"targeting", "name_action", "stay_or_retreat", "way_home", "air"})


@pytest.mark.build
def test_without_orders_each_change_of_the_side_to_choose_is_an_exchange() -> None:
    rules = get_game("vitp").rules()
    found = count_exchanges(rules, 1, orders={"fire": "ask"})
    assert found.orders == {}
    assert found.share == 1
    assert found.with_orders == found.without


def test_a_game_without_standing_orders_is_refused() -> None:
    with pytest.raises(BadValue, match="has no standing orders"):
        default_standing_orders(ARCHIPELAGO.rules())


def test_the_total_is_the_sum_over_all_questions() -> None:
    assert CountedMatch(Counter(air=2, fire=3), Counter(), ()).total == 5


@pytest.mark.build
def test_the_exchanges_of_the_first_turn_are_the_mails_of_a_match_by_file() -> None:
    """Seed 1, ten matches: the figures of ``docs/by_file.md``."""
    rules = get_game("vitp").rules()
    found = count_exchanges(rules, 10, turns=1)
    totals = [match.total for match in found.without]
    assert (median_total(found.without), min(totals), max(totals)) == (26, 22, 44)
    assert median_total(found.with_orders) == 6
    four = {"action": "better", "fire": "carriers", "retreat": "carrier", "home": "main"}
    assert median_total(count_exchanges(rules, 10, orders=four, turns=1).with_orders) == 7
