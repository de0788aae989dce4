"""Splits texts into words and scores how well typed words match names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

IGNORED_WORDS = frozenset(("and", "the", "to", "at", "in", "with", "by", "from", "box", "on"))
"""Words that are ignored."""


ABBREVIATIONS = {"tf": "force"}


Names = tuple[tuple[str, ...], ...]
"""The names of an item or a verb, each split into words."""


@lru_cache(maxsize=20_000)
def words_of(text: str) -> tuple[str, ...]:
    """Returns the words of a text in lower case.

    >>> words_of("South Dakota, us_wasp")
    ('south', 'dakota', 'us', 'wasp')
    """
    return tuple(re.findall(r"[a-z0-9+-]+", text.lower().replace("_", " ")))


def typed_words(text: str) -> list[str]:
    """Returns the words that a player typed, without the ignored ones."""
    result = [ABBREVIATIONS.get(word, word) for word in words_of(text)]
    return [word for word in result if word not in IGNORED_WORDS] or result


def match_score(typed: Sequence[str], spelled: Sequence[str]) -> int:
    """Scores how well typed words match the words of a name, in order: 0 for no match, more for words typed in full.

    >>> match_score(["zui"], ["zuikaku"]), match_score(["zuikaku"], ["zuikaku"]), match_score(["x"], ["zuiho"])
    (1, 2, 0)
    >>> match_score(["s", "dakota"], ["south", "dakota"]), match_score(["dakota", "s"], ["south", "dakota"])
    (3, 0)
    """
    score = start = 0
    for word in typed:
        for place in range(start, len(spelled)):
            if spelled[place] == word or (spelled[place].startswith(word) and not word.isdigit()):
                score += 2 if spelled[place] == word else 1
                start = place + 1
                break
        else:
            return 0
    return score


def contains_words(text: Sequence[str], typed: Sequence[str]) -> bool:
    """Returns whether a text contains all typed words, abbreviated or not, in any order.

    >>> contains_words(["zero", "of", "akagi"], ["aka", "zero"]), contains_words(["zero", "of", "akagi"], ["kaga"])
    (True, False)
    """
    return all(any(word == one or (word.startswith(one) and not one.isdigit()) for word in text) for one in typed)


def best_score(typed: Sequence[str], spellings: Iterable[Sequence[str]]) -> int:
    """Returns the best score of the typed words for any of the names."""
    return max((match_score(typed, spelled) for spelled in spellings), default=0)


@lru_cache(maxsize=100_000)
def best_split(typed: tuple[str, ...], parts: tuple[Names, ...]) -> int:
    """Returns the best score for splitting the typed words, in order, among the parts. A part may get no words."""
    if not typed:
        return 0
    if not parts:
        return -1
    best = -1
    for size in range(len(typed) + 1):
        own = best_score(typed[:size], parts[0]) if size else 0
        if size and not own:
            break
        rest = best_split(typed[size:], parts[1:])
        if rest >= 0:
            best = max(best, own + rest)
    return best
