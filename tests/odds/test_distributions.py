"""Distributions equal an enumeration of the dice."""

import pytest

from ironbottom.engine.dice.dice import Dice, enumerate_rolls
from ironbottom.odds.distributions import at_least, at_least_once, convolve, expected, mean, total, uniform_over
from tests.engine.lanterns import Roll

TABLES = [[1, 2, 3, 0, 0, 0], [0, 0, 1, 1, 2, 7], [5], [3, 3]]


def roll_on(dice: Dice, table: list[int]) -> int:
    return table[dice.roll(len(table), Roll.CATCH) - 1]


def chances_of_sum(tables: list[list[int]]) -> dict[int, float]:
    """Returns the chance of each sum, by enumeration."""
    falls = enumerate_rolls(lambda dice: sum(roll_on(dice, table) for table in tables))
    found: dict[int, float] = {}
    for chance, _, whole in falls:
        assert isinstance(whole, int)
        found[whole] = found.get(whole, 0.0) + chance
    return found


@pytest.mark.parametrize("tables", [TABLES[:1], TABLES[:2], TABLES, [TABLES[1]] * 4])
def test_a_total_equals_an_enumeration_of_the_dice(tables: list[list[int]]) -> None:
    chances = total([uniform_over(table) for table in tables])
    by_hand = chances_of_sum(tables)
    assert sum(chances) == pytest.approx(1)
    for value, chance in enumerate(chances):
        assert chance == pytest.approx(by_hand.get(value, 0.0), abs=1e-12)


def test_mean_tail_and_expected_value_equal_an_enumeration() -> None:
    chances, by_hand = total([uniform_over(table) for table in TABLES]), chances_of_sum(TABLES)
    assert mean(chances) == pytest.approx(sum(value * chance for value, chance in by_hand.items()))
    for number in range(-1, 20):
        tail = sum(chance for value, chance in by_hand.items() if value >= number)
        assert at_least(chances, number) == pytest.approx(tail)
    squared = sum(value * value * chance for value, chance in by_hand.items())
    assert expected(chances, lambda value: value * value) == pytest.approx(squared)


def test_the_total_of_nothing_is_zero() -> None:
    assert total([]) == (1.0,)
    assert convolve((1.0,), (0.25, 0.75)) == (0.25, 0.75)


def test_at_least_once_is_one_minus_failing_each_time() -> None:
    falls = enumerate_rolls(lambda dice: any(dice.roll(6, "try") <= 2 for _ in range(3)))
    assert at_least_once(3, 1 / 3) == pytest.approx(sum(chance for chance, _, happened in falls if happened))
    assert at_least_once(0, 1 / 3) == 0
