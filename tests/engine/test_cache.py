"""Caches: contents, keys, statistics, expiry, and clearing."""

import gc
from array import array
from random import Random
from threading import Barrier, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from ironbottom import get_game
from ironbottom.engine.cache import (
    CacheDict,
    CacheInfo,
    FingerprintContext,
    VersionedMap,
    array_rows,
    cache_info,
    cache_infos,
    cached,
    cached_by_fingerprint,
    cached_by_fingerprint_per_key,
    changed_places,
    clear_caches,
    depends_on,
    incremental,
    incremental_list,
    incremental_map,
    rows_as_map,
    single_entry,
)
from ironbottom.engine.cache.fingerprints import COMPARE_IN_PLACE_FROM, FingerprintCache
from ironbottom.engine.cache.versioned import MAX_STEPS
from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific.derived.damage import damaged, damaged_units, units_on_bottom
from ironbottom.games.victory_in_the_pacific.derived.reach import RouteTable
from ironbottom.games.victory_in_the_pacific.pieces import UNITS
from ironbottom.games.victory_in_the_pacific.state import DAMAGE
from tests.kit.fingerprints import check_fingerprints, functions_of


def new_state() -> State:
    """Two arrays and some cells under rules that have no pieces."""
    arrays = SimpleNamespace(arrays=[SimpleNamespace(name="first"), SimpleNamespace(name="second")])
    rules: Any = SimpleNamespace(pieces=None, layout=arrays)
    return State(rules, [7, 8], (), (array("b", [1, 2]), array("b", [5])))


# -- by key ------------------------------------------------------------------------------------------


def test_a_cache_holds_no_more_than_its_bound_and_drops_the_least_recently_used() -> None:
    computed: list[int] = []

    @cached(3)
    def doubled(number: int) -> int:
        computed.append(number)
        return 2 * number

    assert [doubled(number) for number in (1, 2, 3, 1, 4, 1, 2)] == [2, 4, 6, 2, 8, 2, 4]
    assert computed == [1, 2, 3, 4, 2]
    assert cache_info(doubled) == CacheInfo(hits=2, misses=5, maxsize=3, currsize=3)


def test_a_cache_without_a_bound_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one value"):
        cached(0)


def test_a_single_entry_is_cached_by_the_content_of_its_key() -> None:
    computed: list[list[int]] = []

    def total(numbers: list[int]) -> int:
        computed.append(numbers)
        return sum(numbers)

    function = single_entry(total)
    assert [function([1, 2]), function([1, 2]), function([2, 1]), function([1, 2])] == [3, 3, 3, 3]
    assert computed == [[1, 2], [2, 1], [1, 2]]
    assert cache_info(function) == CacheInfo(hits=1, misses=3, maxsize=1, currsize=1)


def test_a_cache_dict_is_emptied_when_it_is_full() -> None:
    computed: list[int] = []

    def doubled(number: int) -> int:
        computed.append(number)
        return 2 * number

    cache = CacheDict(doubled, 2)
    assert [cache[number] for number in (1, 2, 1, 3, 1)] == [2, 4, 2, 6, 2]
    assert computed == [1, 2, 3, 1]
    assert cache_info(cache) == CacheInfo(hits=None, misses=4, maxsize=2, currsize=2)
    clear_caches()
    assert not cache
    assert cache[1] == 2


def test_clear_caches_clears_every_cache() -> None:
    @cached(5)
    def squared(number: int) -> int:
        return number * number

    length = single_entry(len)
    assert (squared(2), length([1])) == (4, 1)
    clear_caches()
    assert cache_info(squared).currsize == cache_info(length).currsize == 0
    assert all(info.currsize == 0 for each in cache_infos().values() for info in each)


def test_a_function_without_a_cache_has_no_cache_info() -> None:
    with pytest.raises(TypeError, match="has no cache"):
        cache_info(len)


# -- by fingerprint ----------------------------------------------------------------------------------


def test_a_value_is_cached_until_its_fingerprint_changes() -> None:
    @cached_by_fingerprint(depends_on(0, cells=[(1, 1)]))
    def added(state: State, number: int) -> int:
        return sum(state.arrays[0]) + state.cells[1] + number

    state: Any = new_state()
    assert [added(state, 1), added(state, 1), added(new_state(), 1), added(state, 2)] == [12, 12, 12, 13]
    assert cache_info(added) == CacheInfo(hits=2, misses=2, maxsize=4096, currsize=2)
    state.arrays[1][0] = state.cells[0] = 9  # neither of these is covered by the fingerprint
    assert (added(state, 1), cache_info(added).misses) == (12, 2)
    state.arrays[0][1] = 3
    assert (added(state, 1), cache_info(added).currsize) == (13, 1)
    state.cells[1] = 0
    assert added(state, 1) == 5
    state.rules.pieces = "corrected"
    assert (added(state, 1), cache_info(added).misses) == (5, 5)


class StoredMeanwhile(dict[tuple[int, ...], list[int]]):
    """Cached values to which another thread adds one right after a look-up."""

    def get(self, arguments: tuple[int, ...], otherwise: object = None) -> object:  # type: ignore[override]
        found = super().get(arguments, otherwise)
        self[arguments] = [0]
        return found


def test_a_value_stored_meanwhile_by_another_thread_is_not_mistaken_for_none() -> None:
    state = new_state()
    cache = FingerprintCache(lambda state, number: [number], depends_on(0), 9)
    assert cache.get(state, 1) == [1]
    cache.last = (cache.last[0], StoredMeanwhile(), None)  # type: ignore[assignment]
    assert cache.get(state, 7) == [7]
    assert cache.get(state, 7) == [7]
    none = FingerprintCache(lambda state: None, depends_on(0), 9)
    assert [none.get(state) for _ in range(3)] == [None] * 3
    assert none.info()[:2] == (2, 1)


def test_fingerprinted_functions_are_listed_with_what_they_cache() -> None:
    fingerprint = depends_on(0)

    @cached_by_fingerprint(fingerprint)
    def added(state: State, number: int) -> int:
        return int(state.arrays[0][0]) + number

    state = new_state()
    assert [added(state, number) for number in (4, 6)] == [5, 7]
    (function,) = [each for each in functions_of(__name__) if each.cached_arguments()]
    assert (function.function == added, function.fingerprint) == (True, fingerprint)
    assert function.cached_arguments() == [(4,), (6,)]
    assert [function.compute(state, *arguments) for arguments in function.cached_arguments()] == [5, 7]
    clear_caches()
    assert function.cached_arguments() == []


def test_a_fingerprint_is_computed_once_in_a_context_and_on_every_call_outside() -> None:
    computed: list[State] = []
    whole = depends_on(0, also=computed.append)

    @cached_by_fingerprint(whole)
    def first(state: State) -> int:
        return int(state.arrays[0][0])

    @cached_by_fingerprint(whole)
    def doubled(state: State) -> int:
        return 2 * int(state.arrays[0][0])

    @cached_by_fingerprint(depends_on(0, cells=[(0, 1)]))
    def tripled(state: State) -> int:
        return 3 * int(state.arrays[0][0])

    state = new_state()
    for value in (1, 9, 9, 1):
        state.arrays[0][0] = value
        with FingerprintContext(state):
            assert [first(state), doubled(state), tripled(state), first(state)] == [value, 2 * value, 3 * value, value]
    assert computed == [state] * 4
    assert (first(state), first(state)) == (1, 1)
    assert len(computed) == 6


def test_a_context_ends_with_its_block_even_after_an_error() -> None:
    @cached_by_fingerprint(depends_on(0))
    def first(state: State) -> int:
        return int(state.arrays[0][0])

    def fail(state: State) -> None:
        with FingerprintContext(state):
            assert first(state) == 1
            raise RuntimeError

    state = new_state()
    with pytest.raises(RuntimeError):
        fail(state)
    state.arrays[0][0] = 6
    assert first(state) == 6
    with FingerprintContext(state):
        with FingerprintContext(state):
            assert first(state) == 6
        assert state.fingerprints is not None, "the inner context has not ended the outer one"
    state.arrays[0][0] = 7
    assert first(state) == 7
    assert state.fingerprints is None


def test_a_copy_of_a_state_is_outside_its_context() -> None:
    @cached_by_fingerprint_per_key([depends_on(0)])
    def first(state: State, which: int) -> int:
        return int(state.arrays[0][0])

    state = new_state()
    with FingerprintContext(state):
        assert first(state, 0) == 1
        copy = state.copy()
        for value in (4, 5):
            copy.arrays[0][0] = value
            assert (first(copy, 0), first(state, 0), first(copy, 0)) == (value, 1, value)


def test_threads_with_states_of_their_own_do_not_share_a_context() -> None:
    """Helpers of other matches query their states at the same time; each answer must belong to the given state."""

    @cached_by_fingerprint_per_key([depends_on(0), depends_on(1)])
    def first(state: State, which: int) -> int:
        return int(state.arrays[which][0])

    both, right = Barrier(2), list[bool]()

    def ask(number: int) -> None:
        state = new_state()
        for value in range(20):
            state.arrays[0][0] = number + value
            with FingerprintContext(state):
                both.wait(10)
                right.append((first(state, 0), first(state, 1), first(state, 0)) == (number + value, 5, number + value))
                both.wait(10)

    threads = [Thread(target=ask, args=(number,)) for number in (10, 60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * 40


def test_an_unchanged_long_array_is_the_same_object_in_the_next_context() -> None:
    rules: Any = SimpleNamespace(pieces=None)
    state, whole = State(rules, [], (), (array("h", range(COMPARE_IN_PLACE_FROM)),)), depends_on(0)
    found = []
    for value in (0, 0, 3, 0):
        state.arrays[0][0] = value
        with FingerprintContext(state):
            found.append(whole(state))
            assert found[-1] == [None, state.arrays[0].tobytes()]
    assert found[0] is found[1]
    assert found[0] != found[2]
    assert found[0] == found[3]


# -- the property ------------------------------------------------------------------------------------

CELLS, ROWS, WIDTH = 6, 5, 4


def random_functions(chance: Random) -> list[Any]:
    """Functions with each kind of cache; each reads the data that its fingerprint covers, at random places."""
    cell, start = chance.randrange(CELLS), chance.randrange(WIDTH)
    by_row, rows = rows_as_map(0, WIDTH), array_rows(0, WIDTH)

    def sum_if_any(factor: int, key: int, row: bytes) -> int | None:
        return factor * sum(row) or None

    sums = incremental_map(sum_if_any, lambda values: sorted(values.items()))

    def sum_of_row(factor: int, place: int, row: bytes) -> int:
        return factor * sum(row)

    def largest_of(column: bytes, before: int | None) -> int:
        return max(column)

    each, largest = incremental_list(sum_of_row), incremental(largest_of)

    @cached_by_fingerprint(depends_on(cells=[(cell, 1)], parts=[(0, start, 3)]))
    def part(state: State, factor: int) -> list[int]:
        return [factor * number for number in (state.cells[cell], *state.arrays[0][start : start + 3])]

    @cached_by_fingerprint_per_key([depends_on(0, also=lambda state: state.cells[cell]), depends_on(1)], maxsize=2)
    def by_key(state: State, which: int, factor: int) -> int:
        return factor * sum(state.arrays[which]) + (state.cells[cell] if which == 0 else 0)

    @cached_by_fingerprint(depends_on(1, cells=[(0, CELLS)], also=by_row))
    def nested(state: State, factor: int) -> list[Any]:
        total = [sums(state.cells[0], by_row(state)), each(state.cells[1], rows(state))]
        return [*total, largest(state.arrays[1].tobytes()), part(state, factor), by_key(state, 1, factor)]

    return [part, lambda state, factor: by_key(state, factor % 2, factor), nested]


@pytest.mark.parametrize("seed", range(3))
def test_every_cached_value_equals_a_recomputed_one_and_reads_only_what_its_fingerprint_covers(seed: int) -> None:
    """Cached values equal computed ones while states change, are copied and alternate, inside and outside contexts."""
    clear_caches()
    chance, checked = Random(seed), 0
    functions = random_functions(chance)
    layout = SimpleNamespace(arrays=[SimpleNamespace(name="rows"), SimpleNamespace(name="column")])
    rules: Any = SimpleNamespace(pieces=None, layout=layout)
    states = [State(rules, [1] * CELLS, (), (array("b", bytes(ROWS * WIDTH)), array("b", [1, 2, 3]))) for _ in range(3)]
    for _ in range(60):
        state = chance.choice(states)
        if chance.random() < 0.2:
            state = states[chance.randrange(3)] = state.copy()
        numbers: Any = chance.choice([state.cells, *state.arrays])
        numbers[chance.randrange(len(numbers))] = chance.randrange(3)
        factor = chance.randrange(1, 4)
        if chance.random() < 0.5:
            with FingerprintContext(state):
                answers = [function(state, factor) for function in functions]
                assert answers == [function(state, factor) for function in functions]
        else:
            answers = [function(state, factor) for function in functions]
        checked += check_fingerprints(state, functions_of(__name__))
        if chance.random() < 0.3:
            clear_caches()
            assert answers == [function(state, factor) for function in functions]
    assert checked > 200


def test_a_function_that_reads_more_than_its_fingerprint_covers_is_found() -> None:
    @cached_by_fingerprint(depends_on(0))
    def cells_too(state: State) -> int:
        return int(state.arrays[0][0]) + state.cells[1]

    @cached_by_fingerprint(depends_on(0))
    def another_array(state: State) -> int:
        return int(state.arrays[0][0]) + int(state.arrays[1][0])

    for function, missing in ((cells_too, r"\[1\]"), (another_array, "second")):
        clear_caches()
        state = new_state()
        function(state)
        with pytest.raises(AssertionError, match=missing):
            check_fingerprints(state, functions_of(__name__))


def test_a_value_that_was_changed_after_it_was_cached_is_found() -> None:
    @cached_by_fingerprint(depends_on(0))
    def numbers(state: State) -> list[int]:
        return list(state.arrays[0])

    clear_caches()
    state = new_state()
    assert check_fingerprints(state, functions_of(__name__)) == 0
    numbers(state).append(3)
    with pytest.raises(AssertionError, match="numbers"):
        check_fingerprints(state, functions_of(__name__))


# -- entry by entry ----------------------------------------------------------------------------------


def test_only_the_items_of_a_list_that_differ_are_recomputed() -> None:
    computed: list[int] = []

    def doubled(factor: int, place: int, item: int) -> int:
        computed.append(place)
        return factor * item

    function, items = incremental_list(doubled), list(range(40))
    first = function(2, items)
    computed.clear()
    other = items[:]
    for place in (0, 15, 16, 39):
        other[place] += 1000
    again = function(2, other)
    assert computed == [0, 15, 16, 39]
    assert again == [2 * item for item in other]
    assert first == [2 * item for item in items]
    assert function(2, other[:]) is again
    assert cache_info(function) == CacheInfo(hits=1, misses=1, maxsize=1, currsize=1)
    assert function(2, other[:39]) == again[:39]
    assert function(3, other[:39]) == [3 * item for item in other[:39]]
    clear_caches()
    assert cache_info(function) == CacheInfo(hits=1, misses=3, maxsize=1, currsize=0)


def test_only_the_entries_of_a_map_that_have_changed_are_recomputed() -> None:
    computed: list[str] = []

    def doubled(factor: int, key: str, entry: int) -> int | None:
        computed.append(key)
        return factor * entry or None

    function = incremental_map(doubled, lambda values: sum(values.values()))
    first = VersionedMap({"a": 1, "b": 2, "c": 3})
    assert (function(2, first), computed) == (12, ["a", "b", "c"])
    second = first.changed({"b": 0}).changed({"c": None, "d": 5})
    assert function(2, second) == 12
    assert sorted(computed[3:]) == ["b", "d"]
    assert first.entries == {"a": 1, "b": 2, "c": 3}
    computed.clear()
    assert function(2, first) == 12, "a later version is not known to be an earlier one"
    assert sorted(computed) == ["a", "b", "c"]
    computed.clear()
    assert (function(3, first), sorted(computed)) == (18, ["a", "b", "c"])
    far = first
    for _ in range(MAX_STEPS + 1):
        far = far.changed({"a": 1})
    assert far.since(first.number) is None
    assert len(far.steps) == MAX_STEPS
    computed.clear()
    assert (function(3, far), sorted(computed)) == (18, ["a", "b", "c"])
    assert cache_info(function) == CacheInfo(hits=1, misses=4, maxsize=1, currsize=1)
    clear_caches()
    assert cache_info(function).currsize == 0
    assert function(3, far) == 18


def test_an_incremental_function_gets_its_previous_value_until_caches_are_cleared() -> None:
    before: list[int | None] = []

    def found(key: int, last: int | None) -> int:
        before.append(last)
        return 10 * key

    function = incremental(found)
    assert [function(1), function(1), function(2)] == [10, 10, 20]
    clear_caches()
    assert function(3) == 30
    assert before == [None, 10, None]


def test_rows_of_an_array_are_a_map_that_knows_which_of_them_have_changed() -> None:
    numbers = array("b", range(12))
    rules: Any = SimpleNamespace(pieces=None)
    state, rows = State(rules, [], (), (numbers,)), rows_as_map(0, 3)
    first = rows(state)
    numbers[4], numbers[10] = 99, 98
    second = rows(state)
    assert second.since(first.number) == (1, 3)
    assert second.entries == {0: bytes([0, 1, 2]), 1: bytes([3, 99, 5]), 2: bytes([6, 7, 8]), 3: bytes([9, 98, 11])}
    assert rows(State(rules, [], (), (array("b", [0] * 3 + [1] * 3),))).entries == {1: bytes([1, 1, 1])}
    assert rows(state).entries == second.entries


def test_changed_places_are_those_in_which_numbers_differ() -> None:
    chance = Random(4)
    for width, kind in ((1, "b"), (2, "h"), (4, "i")):
        now = array(kind, [chance.randrange(100) for _ in range(50)])
        before = array(kind, [number if chance.random() < 0.9 else number + 1 for number in now])
        assert now.itemsize == width
        differ = [place for place in range(50) if now[place] != before[place]]
        assert differ
        assert changed_places(before.tobytes(), now.tobytes(), width) == differ


# -- of a game ---------------------------------------------------------------------------------------


@pytest.mark.build
def test_caches_go_with_the_facts_that_they_belong_to() -> None:
    def held() -> int:
        gc.collect()
        return sum(info.currsize for info in cache_infos().get("_reach", ()))

    clear_caches()
    routes = RouteTable((2, 1), (1, 2))
    assert routes.reach(0, 0, 2) == (1, 2)
    assert held() == 1
    del routes
    assert held() == 0


def test_damage_is_cached_by_damage_and_armor() -> None:
    """9.41 Corrected armor is a different key, so the state of sunk ships is not taken from other facts."""
    game, ship = get_game("vitp"), UNITS.index["arizona"]
    plain = game.rules()
    strong = game.rules(corrections={"units": {"arizona": {"armor": 9}}})
    cells = plain.new().cells[:]
    cells[DAMAGE + ship] = plain.pieces.armor[ship] + 1
    clear_caches()
    for _ in range(2):
        assert damaged(cells) == 1 << ship
        assert units_on_bottom(plain.pieces, cells, 1 << ship) == 1 << ship
        assert units_on_bottom(strong.pieces, cells, 1 << ship) == 0
    assert (cache_info(damaged_units).hits or 0) > cache_info(damaged_units).misses > 0
