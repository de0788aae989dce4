"""What is derived from a state and asked for often is kept beside it, bounded, by all that it was computed from.

A memo belongs to the facts in force or to a module, and is shared by all states; no state knows of it, so that it is
never dumped, hashed, compared or sent. The kit forgets everything and asks again: choices and views stay the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar, cast
from weakref import WeakSet

from ironbottom.engine import keeping, mosaics
from ironbottom.engine.keeping import Runs, Usage, at_rest, bytes_now, reading, rows_of
from ironbottom.engine.mosaics import Mosaic, becoming, differing, tiles_of

__all__ = [
    "Mosaic",
    "Remembered",
    "Runs",
    "Usage",
    "at_rest",
    "becoming",
    "bytes_now",
    "differing",
    "forget",
    "item_by_item",
    "keepers_of_states",
    "latest",
    "latest_from",
    "memo",
    "part_by_part",
    "reading",
    "rows_of",
    "same",
    "tiles_of",
    "unchanged_for_each",
    "usage",
    "usages",
    "while_unchanged",
]

Key = TypeVar("Key")
Found = TypeVar("Found")
Finder = TypeVar("Finder", bound=Callable[..., Any])
Item = TypeVar("Item")

_memos: WeakSet[Any] = WeakSet()
"""Functions that tell their use as ``cache_info`` and forget by ``cache_clear``, as those of ``functools`` do, or
that are the ``ask`` of kept answers, which do so for them."""


def memo(most: int) -> Callable[[Finder], Finder]:
    """Keeps what a function found for its arguments: the ``most`` asked for last.

    >>> @memo(2)
    ... def squared(number):
    ...     return number * number
    >>> [squared(number) for number in (3, 3, 4, 5)], usage(squared)
    ([9, 9, 16, 25], Usage(hits=1, misses=3, most=2, held=2))
    """
    if most < 1:
        raise ValueError("a memo keeps one answer at least")

    def remembering(find: Finder) -> Finder:
        return cast(Finder, _noted(lru_cache(most)(find)))

    return remembering


def _noted(kept: Any) -> Any:
    """A function that keeps answers, known from now on."""
    _memos.add(kept)
    return kept


@memo(1024)
def same(found: Found) -> Found:
    """Of equal things the first that was asked for, so that they are compared at once where they are keys of a memo.

    >>> same(frozenset([7, 8])) is same(frozenset([8, 7]))
    True
    """
    return found


def latest(find: Callable[[Key], Found]) -> Callable[[Key], Found]:
    """Keeps what a function found last, for keys that are quicker to compare than to hash, such as lists of cells.

    >>> total = latest(sum)
    >>> total([1, 2]), total([1, 2]), total([4]), usage(total)
    (3, 3, 4, Usage(hits=1, misses=2, most=1, held=1))
    """
    return cast("Callable[[Key], Found]", _noted(keeping.LatestAnswer(find).ask))


def latest_from(find: Callable[[Key, Found | None], Found]) -> Callable[[Key], Found]:
    """The same of a function that also takes what it found last, or None, to find less of it anew.

    >>> longest = latest_from(lambda words, before: max(len(words[-1]), before or 0))
    >>> longest(["a", "bc"]), longest(["a", "bc", "d"])
    (2, 2)
    """
    return cast("Callable[[Key], Found]", _noted(keeping.LatestFrom(find).ask))


def while_unchanged(marks: Callable[[Any], Any], most: int = 4096) -> Callable[[Finder], Finder]:
    """Keeps what a function of a state found for its other arguments, until what it reads of the state has changed.

    ``marks`` gives all that is read, quick to compare; ``most`` answers are kept at once.

    >>> @while_unchanged(lambda cells: cells[0])
    ... def found(cells, factor):
    ...     return cells[0] * factor
    >>> [found([3, other], 5) for other in (1, 2)], found([4, 1], 5), usage(found)
    ([15, 15], 20, Usage(hits=1, misses=2, most=4096, held=1))
    """

    def remembering(find: Finder) -> Finder:
        return cast(Finder, _noted(keeping.AnswersOfAState(find, marks, most).ask))

    return remembering


def unchanged_for_each(
    marks: Sequence[Callable[[Any], Any]], most: int = 4096
) -> Callable[[Callable[..., Found]], Callable[..., Found]]:
    """The same where other things are read for each value of the first argument after the state, such as a side.

    >>> @unchanged_for_each([lambda cells: cells[0], lambda cells: cells[1]])
    ... def found(cells, which, factor):
    ...     return cells[which] * factor
    >>> cells = [3, 4]
    >>> found(cells, 0, 5), found(cells, 1, 5), found([3, 7], 0, 5), found([3, 7], 1, 5)
    (15, 20, 15, 35)
    """

    def remembering(find: Callable[..., Found]) -> Callable[..., Found]:
        return keeping.AnswersForEach([while_unchanged(of_one, most)(find) for of_one in marks]).ask

    return remembering


def item_by_item(find: Callable[[Any, int, Any], Found]) -> Callable[[Any, list[Item]], list[Found]]:
    """Keeps what a function found last for each item of a list, and asks anew for those that differ alone.

    The function takes what bears on all items alike, the item's place, and the item. The list that is given back is the
    same object as before where nothing else was found.

    >>> asked = []
    >>> doubled = item_by_item(lambda factor, place, item: asked.append(place) or factor * item)
    >>> doubled(2, [5, 6]), doubled(2, [5, 7]), asked
    ([10, 12], [10, 14], [0, 1, 1])
    """
    return cast("Callable[[Any, list[Item]], list[Found]]", _noted(keeping.AnswersByItem(find).ask))


def part_by_part(
    find: Callable[[Any, Any, Any], Found | None], into: Callable[[dict[Any, Found]], Any] | None = None
) -> Callable[[Any, Mosaic], Any]:
    """Keeps what a function found last for each part of a whole, and asks anew for those that have changed alone.

    The function takes what bears on all parts alike, the part's key, and the part; for None there is no answer. What is
    given back, by key or as ``into`` makes it of that, is the same object as before where nothing else was found.

    >>> asked = []
    >>> doubled = part_by_part(lambda factor, key, part: asked.append(key) or factor * part)
    >>> whole = Mosaic({"a": 1, "b": 2})
    >>> doubled(2, whole), doubled(2, whole.changed({"b": 5})), asked
    ({'a': 2, 'b': 4}, {'a': 2, 'b': 10}, ['a', 'b', 'b'])
    >>> part_by_part(lambda factor, key, part: factor * part, lambda found: sum(found.values()))(2, whole)
    6
    """
    return cast("Callable[[Any, Mosaic], Any]", _noted(mosaics.AnswersByPart(find, into).ask))


class Remembered(dict[Key, Found]):
    """What a function found, read by its key as from a table: quickest for a key that is asked many times a decision.

    It is emptied when it is full.

    >>> lengths = Remembered(len, 2)
    >>> [lengths[key] for key in ("a", "bc", "bc", "def")], usage(lengths)
    ([1, 2, 2, 3], Usage(hits=None, misses=3, most=2, held=1))
    """

    def __init__(self, find: Callable[[Key], Found], most: int) -> None:
        super().__init__()
        self.__name__ = _name_of(find)
        self._find, self._most, self._misses = find, most, 0
        _memos.add(self)

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __missing__(self, key: Key) -> Found:
        self._misses += 1
        if len(self) >= self._most:
            self.clear()
        found = self[key] = self._find(key)
        return found

    def cache_info(self) -> Usage:
        """As of the other memos."""
        return Usage(None, self._misses, self._most, len(self))

    cache_clear = dict.clear


def _answers(kept: Any) -> keeping.KeptAnswers | None:
    """The kept answers whose ``ask`` this is."""
    owner = getattr(kept, "__self__", None)
    return owner if isinstance(owner, keeping.KeptAnswers) else None


def _name_of(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def usage(kept: Any) -> Usage:
    """How a memo was used; ``TypeError`` for a function without one."""
    if kept not in _memos:
        raise TypeError(f"{kept!r} keeps nothing")
    answers = _answers(kept)
    return answers.used() if answers else Usage(*kept.cache_info())


def usages() -> dict[str, list[Usage]]:
    """How each memo was used, by the name of its function; there is one for each of several facts in force."""
    found: dict[str, list[Usage]] = {}
    for kept in _memos:
        answers = _answers(kept)
        found.setdefault(_name_of(answers.find if answers else kept), []).append(usage(kept))
    return found


class KeptOfStates:
    """A function whose answers are kept while a state is unchanged, as it is asked everywhere.

    ``find`` finds an answer, ``marks`` marks a state, and ``answered`` gives for which arguments answers are kept now.
    """

    def __init__(self, ask: Any, answers: keeping.AnswersOfAState) -> None:
        self.ask, self.find, self.marks, self.answered = ask, answers.find, answers.marks, answers.answered
        self.__name__, self.__module__ = _name_of(answers.find), answers.find.__module__

    def __call__(self, state: Any, *given: Any) -> Any:
        return self.ask(state, *given)


def keepers_of_states() -> list[KeptOfStates]:
    """The functions whose answers are kept while a state is unchanged, by name."""
    found = [(kept, _answers(kept)) for kept in _memos]
    named = [KeptOfStates(kept, answers) for kept, answers in found if isinstance(answers, keeping.AnswersOfAState)]
    return sorted(named, key=lambda kept: kept.__name__)


def forget() -> None:
    """Empties every memo."""
    keeping.forget_bytes()
    mosaics.forget_tiles()
    for kept in _memos:
        answers = _answers(kept)
        if answers:
            answers.forget()
        else:
            kept.cache_clear()
