"""Bounded memos: what they keep, by which key, what they count, and that they can be emptied."""

import gc

import pytest

from ironbottom import get_game
from ironbottom.engine.memo import Kept, Usage, forget, latest, memo, usage, usages
from ironbottom.games.victory_in_the_pacific.pieces import UNITS, Ways
from ironbottom.games.victory_in_the_pacific.rules.effects import bottomed, damaged, worn
from ironbottom.games.victory_in_the_pacific.state import DAMAGE


def test_a_memo_keeps_no_more_than_its_bound_and_drops_what_was_asked_longest_ago() -> None:
    asked: list[int] = []

    @memo(3)
    def doubled(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [doubled(number) for number in (1, 2, 3, 1, 4, 1, 2)] == [2, 4, 6, 2, 8, 2, 4]
    assert asked == [1, 2, 3, 4, 2]
    assert usage(doubled) == Usage(hits=2, misses=5, most=3, held=3)


def test_a_memo_without_a_bound_is_refused() -> None:
    with pytest.raises(ValueError, match="one answer at least"):
        memo(0)


def test_the_latest_is_kept_by_what_the_key_holds() -> None:
    asked: list[list[int]] = []

    def total(numbers: list[int]) -> int:
        asked.append(numbers)
        return sum(numbers)

    kept = latest(total)
    assert [kept([1, 2]), kept([1, 2]), kept([2, 1]), kept([1, 2])] == [3, 3, 3, 3]
    assert asked == [[1, 2], [2, 1], [1, 2]]
    assert usage(kept) == Usage(hits=1, misses=3, most=1, held=1)


def test_a_table_is_emptied_when_it_is_full() -> None:
    asked: list[int] = []

    def doubled(number: int) -> int:
        asked.append(number)
        return 2 * number

    kept = Kept(doubled, 2)
    assert [kept[number] for number in (1, 2, 1, 3, 1)] == [2, 4, 2, 6, 2]
    assert asked == [1, 2, 3, 1]
    assert usage(kept) == Usage(hits=None, misses=4, most=2, held=2)
    forget()
    assert not kept
    assert kept[1] == 2


def test_forgetting_empties_every_memo() -> None:
    @memo(5)
    def squared(number: int) -> int:
        return number * number

    kept = latest(len)
    assert (squared(2), kept([1])) == (4, 1)
    forget()
    assert usage(squared).held == usage(kept).held == 0
    assert all(told.held == 0 for each in usages().values() for told in each)


def test_a_plain_function_keeps_nothing() -> None:
    with pytest.raises(TypeError, match="keeps nothing"):
        usage(len)


def test_memos_go_with_the_facts_that_they_belong_to() -> None:
    def held() -> int:
        gc.collect()
        return sum(told.held for told in usages().get("_reach", ()))

    forget()
    ways = Ways((2, 1), (1, 2))
    assert ways.reach(0, 0, 2) == (1, 2)
    assert held() == 1
    del ways
    assert held() == 0


def test_damage_is_remembered_by_damage_and_armor() -> None:
    """9.41 A corrected armor is another key: what rests on the bottom is not taken over from other facts."""
    game, ship = get_game("vitp"), UNITS.index["arizona"]
    plain = game.rules()
    strong = game.rules(corrections={"units": {"arizona": {"armor": 9}}})
    cells = plain.new().cells[:]
    cells[DAMAGE + ship] = plain.pieces.armor[ship] + 1
    forget()
    for _ in range(2):
        assert damaged(cells) == 1 << ship
        assert bottomed(plain.pieces, cells, 1 << ship) == 1 << ship
        assert bottomed(strong.pieces, cells, 1 << ship) == 0
    assert (usage(worn).hits or 0) > usage(worn).misses > 0
