"""Splits texts into words and scores how well typed words match names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

FILLERS = frozenset(("and", "the", "to", "at", "in", "with", "by", "from", "box", "on"))
"""Words that may stand between the others and mean nothing."""


SHORT = {"tf": "force"}


Names = tuple[tuple[str, ...], ...]
"""The words of each name that a thing or a verb goes by."""


@lru_cache(maxsize=20_000)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in lower case.

    >>> words_of("South Dakota, us_wasp")
    ('south', 'dakota', 'us', 'wasp')
    """
    return tuple(re.findall(r"[a-z0-9+-]+", text.lower().replace("_", " ")))


def typed_words(text: str) -> list[str]:
    """The words a person typed, without fillers."""
    found = [SHORT.get(word, word) for word in words_of(text)]
    return [word for word in found if word not in FILLERS] or found


def fits(typed: Sequence[str], spelled: Sequence[str]) -> int:
    """How well typed words fit a name, in its order: 0 not at all, else more for each word in full.

    >>> fits(["zui"], ["zuikaku"]), fits(["zuikaku"], ["zuikaku"]), fits(["x"], ["zuiho"])
    (1, 2, 0)
    >>> fits(["s", "dakota"], ["south", "dakota"]), fits(["dakota", "s"], ["south", "dakota"])
    (3, 0)
    """
    score = at = 0
    for word in typed:
        for place in range(at, len(spelled)):
            if spelled[place] == word or (spelled[place].startswith(word) and not word.isdigit()):
                score += 2 if spelled[place] == word else 1
                at = place + 1
                break
        else:
            return 0
    return score


def holds(text: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether a text holds all typed words, shortened or not, in any order.

    >>> holds(["zero", "of", "akagi"], ["aka", "zero"]), holds(["zero", "of", "akagi"], ["kaga"])
    (True, False)
    """
    return all(any(word == one or (word.startswith(one) and not one.isdigit()) for word in text) for one in typed)


def best_fit(typed: Sequence[str], spellings: Iterable[Sequence[str]]) -> int:
    """How well typed words fit the best of several names."""
    return max((fits(typed, spelled) for spelled in spellings), default=0)


@lru_cache(maxsize=100_000)
def best_split(typed: tuple[str, ...], parts: tuple[Names, ...]) -> int:
    """The best score of giving the typed words, in order, to the parts, some of which may get none."""
    if not typed:
        return 0
    if not parts:
        return -1
    best = -1
    for size in range(len(typed) + 1):
        own = best_fit(typed[:size], parts[0]) if size else 0
        if size and not own:
            break
        rest = best_split(typed[size:], parts[1:])
        if rest >= 0:
            best = max(best, own + rest)
    return best
