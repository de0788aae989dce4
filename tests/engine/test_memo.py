"""Bounded memos: what they keep, by which key, what they count, and that they can be emptied."""

import gc
from array import array
from types import SimpleNamespace

import pytest

from ironbottom import get_game
from ironbottom.engine.keeping import AnswersOfAState
from ironbottom.engine.memo import (
    Mosaic,
    Remembered,
    Usage,
    at_rest,
    forget,
    item_by_item,
    keepers_of_states,
    latest,
    latest_from,
    memo,
    part_by_part,
    reading,
    tiles_of,
    unchanged_for_each,
    usage,
    usages,
    while_unchanged,
)
from ironbottom.engine.mosaics import MOST_STEPS
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


def a_state() -> SimpleNamespace:
    """Two arrays and some cells under pieces that are nothing."""
    return SimpleNamespace(
        rules=SimpleNamespace(pieces=None), arrays=[array("b", [1, 2]), array("b", [5])], cells=[7, 8]
    )


def test_what_was_found_of_a_state_is_kept_until_what_was_read_of_it_has_changed() -> None:
    @while_unchanged(reading(0, cells=[(1, 1)]))
    def added(state: SimpleNamespace, number: int) -> int:
        return sum(state.arrays[0]) + state.cells[1] + number  # type: ignore[no-any-return]

    state = a_state()
    assert [added(state, 1), added(state, 1), added(a_state(), 1), added(state, 2)] == [12, 12, 12, 13]
    assert usage(added) == Usage(hits=2, misses=2, most=4096, held=2)
    state.arrays[1][0] = state.cells[0] = 9  # neither was said to be read
    assert (added(state, 1), usage(added).misses) == (12, 2)
    state.arrays[0][1] = 3
    assert (added(state, 1), usage(added).held) == (13, 1)
    state.cells[1] = 0
    assert added(state, 1) == 5
    state.rules.pieces = "corrected"
    assert (added(state, 1), usage(added).misses) == (5, 5)


class Meanwhile(dict[tuple[int, ...], list[int]]):
    """Answers into which another thread puts one right after it was looked for in vain."""

    def get(self, given: tuple[int, ...], otherwise: object = None) -> object:  # type: ignore[override]
        found = super().get(given, otherwise)
        self[given] = [0]
        return found


def test_what_another_thread_finds_meanwhile_is_no_answer_that_nothing_was_found() -> None:
    keeper = AnswersOfAState(lambda state, number: [number], lambda state: 1, 9)
    keeper.last = (1, Meanwhile(), None)
    assert keeper.ask(SimpleNamespace(), 7) == [7]
    assert keeper.ask(SimpleNamespace(), 7) == [7]
    none = AnswersOfAState(lambda state: None, lambda state: 1, 9)
    assert [none.ask(SimpleNamespace()) for _ in range(3)] == [None] * 3
    assert none.used()[:2] == (2, 1)


def test_what_is_kept_of_states_can_be_found_and_asked_anew() -> None:
    marks = reading(0)

    @while_unchanged(marks)
    def added(state: SimpleNamespace, number: int) -> int:
        return state.arrays[0][0] + number  # type: ignore[no-any-return]

    state = a_state()
    assert [added(state, number) for number in (4, 6)] == [5, 7]
    (kept,) = [kept for kept in keepers_of_states() if kept.__module__ == __name__ and kept.answered()]
    assert (kept.ask == added, kept.answered(), kept.marks) == (True, [(4,), (6,)], marks)
    assert [kept.find(state, *given) for given in kept.answered()] == [5, 7]
    forget()
    assert kept.answered() == []


def test_of_a_state_at_rest_the_marks_are_read_once_and_of_others_always() -> None:
    read: list[object] = []
    marks = reading(0)

    def looked_at(state: SimpleNamespace) -> object:
        read.append(state)
        return marks(state)

    @while_unchanged(looked_at)
    def first(state: SimpleNamespace) -> int:
        return state.arrays[0][0]  # type: ignore[no-any-return]

    state, other = a_state(), a_state()
    other.arrays[0][0] = 4
    at_rest(state)
    assert [first(state) for _ in range(3)] == [1, 1, 1]
    assert read == [state]
    assert [first(other), first(other), first(state)] == [4, 4, 1]
    assert len(read) == 3
    at_rest(None)
    state.arrays[0][0] = 6
    assert first(state) == 6
    at_rest(state)
    at_rest(None)
    state.arrays[0][0] = 7
    assert first(state) == 7


def test_an_answer_about_another_state_is_not_handed_out_for_the_state_at_rest() -> None:
    """Another thread, such as the helpers of another match, may ask about its own state meanwhile."""

    @unchanged_for_each([reading(0)])
    def first(state: SimpleNamespace, which: int) -> int:
        return state.arrays[0][0]  # type: ignore[no-any-return]

    state, other = a_state(), a_state()
    other.arrays[0][0] = 4
    at_rest(state)
    assert (first(other, 0), first(state, 0)) == (4, 1)
    assert (first(state, 0), first(other, 0), first(state, 0)) == (1, 4, 1)
    at_rest(None)


def test_of_a_state_at_rest_the_marks_are_read_once_for_all_that_is_kept_by_them() -> None:
    read: list[object] = []
    whole = reading(0)

    def looked_at(state: SimpleNamespace) -> object:
        read.append(state)
        return whole(state)

    @while_unchanged(looked_at)
    def first(state: SimpleNamespace) -> int:
        return state.arrays[0][0]  # type: ignore[no-any-return]

    @while_unchanged(looked_at)
    def doubled(state: SimpleNamespace) -> int:
        return 2 * state.arrays[0][0]  # type: ignore[no-any-return]

    @while_unchanged(reading(0, cells=[(0, 1)]))
    def tripled(state: SimpleNamespace) -> int:
        return 3 * state.arrays[0][0]  # type: ignore[no-any-return]

    state = a_state()
    for value in (1, 9, 9, 1):
        state.arrays[0][0] = value
        at_rest(state)
        assert [first(state), doubled(state), tripled(state)] == [value, 2 * value, 3 * value]
        at_rest(None)
    assert len(read) == 4


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


def test_of_a_long_list_those_items_alone_are_asked_for_that_differ() -> None:
    asked: list[int] = []

    def doubled(factor: int, place: int, item: int) -> int:
        asked.append(place)
        return factor * item

    kept, items = item_by_item(doubled), list(range(40))
    first = kept(2, items)
    asked.clear()
    other = items[:]
    for place in (0, 15, 16, 39):
        other[place] += 1000
    again = kept(2, other)
    assert asked == [0, 15, 16, 39]
    assert again == [2 * item for item in other]
    assert first == [2 * item for item in items]
    assert kept(2, other[:]) is again
    assert usage(kept) == Usage(hits=1, misses=1, most=1, held=1)
    assert kept(2, other[:39]) == again[:39]
    assert kept(3, other[:39]) == [3 * item for item in other[:39]]
    forget()
    assert usage(kept) == Usage(hits=1, misses=3, most=1, held=0)


def test_of_a_whole_those_parts_alone_are_asked_for_that_have_changed() -> None:
    asked: list[str] = []

    def doubled(factor: int, key: str, part: int) -> int | None:
        asked.append(key)
        return factor * part or None

    kept, first = part_by_part(doubled, lambda found: sum(found.values())), Mosaic({"a": 1, "b": 2, "c": 3})
    assert (kept(2, first), asked) == (12, ["a", "b", "c"])
    second = first.changed({"b": 0}).changed({"c": None, "d": 5})
    assert kept(2, second) == 12
    assert sorted(asked[3:]) == ["b", "d"]
    assert first.parts == {"a": 1, "b": 2, "c": 3}
    asked.clear()
    assert kept(2, first) == 12, "what was made of another is not known to have changed since"
    assert sorted(asked) == ["a", "b", "c"]
    asked.clear()
    assert (kept(3, first), sorted(asked)) == (18, ["a", "b", "c"])
    far = first
    for _ in range(MOST_STEPS + 1):
        far = far.changed({"a": 1})
    assert far.since(first.number) is None
    assert len(far.steps) == MOST_STEPS
    asked.clear()
    assert (kept(3, far), sorted(asked)) == (18, ["a", "b", "c"])
    assert usage(kept) == Usage(hits=1, misses=4, most=1, held=1)
    forget()
    assert usage(kept).held == 0
    assert kept(3, far) == 18


def test_what_was_found_last_is_handed_on_and_forgotten() -> None:
    before: list[int | None] = []

    def found(key: int, last: int | None) -> int:
        before.append(last)
        return 10 * key

    kept = latest_from(found)
    assert [kept(1), kept(1), kept(2)] == [10, 10, 20]
    forget()
    assert kept(3) == 30
    assert before == [None, 10, None]


def test_rows_of_an_array_are_a_whole_that_knows_which_of_them_changed() -> None:
    numbers = array("b", range(12))
    state = SimpleNamespace(arrays=[numbers])
    first = tiles_of(state, 0, 3)
    numbers[4], numbers[10] = 99, 98
    second = tiles_of(state, 0, 3)
    assert second.since(first.number) == (1, 3)
    assert second.parts == {0: bytes([0, 1, 2]), 1: bytes([3, 99, 5]), 2: bytes([6, 7, 8]), 3: bytes([9, 98, 11])}
    other = SimpleNamespace(arrays=[array("b", [0] * 3 + [1] * 3)])
    assert tiles_of(other, 0, 3).parts == {1: bytes([1, 1, 1])}
    assert tiles_of(state, 0, 3).parts == second.parts


def test_a_table_is_emptied_when_it_is_full() -> None:
    asked: list[int] = []

    def doubled(number: int) -> int:
        asked.append(number)
        return 2 * number

    kept = Remembered(doubled, 2)
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


@pytest.mark.build
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
