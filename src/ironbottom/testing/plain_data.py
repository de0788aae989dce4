"""Reads and changes plain data, such as JSON, at any depth."""

from __future__ import annotations

from random import Random

Key = str | int
"""A key of a table, or an index in a list."""
Keys = tuple[Key, ...]
"""The keys that lead from the whole to a part of it."""


def keys_of(plain: object) -> list[Key]:
    """The keys of a table, or the indices of a list; other values have none.

    >>> keys_of({"ship": 1}), keys_of(["akagi", "kaga"]), keys_of("akagi")
    (['ship'], [0, 1], [])
    """
    if isinstance(plain, dict):
        return [*plain]
    return [*range(len(plain))] if isinstance(plain, list) else []


def part(plain: object, key: Key) -> object:
    """The value at a key."""
    if isinstance(plain, list) and isinstance(key, int):
        return plain[key]
    assert isinstance(plain, dict)
    return plain[key]


def put(plain: object, key: Key, value: object) -> None:
    """Replaces the value at a key."""
    if isinstance(plain, list) and isinstance(key, int):
        plain[key] = value
    else:
        assert isinstance(plain, dict)
        plain[key] = value


def inside(plain: object, path: Keys) -> object:
    """The value at a path.

    >>> inside({"ships": [{"hits": 2}]}, ("ships", 0, "hits"))
    2
    """
    for key in path:
        plain = part(plain, key)
    return plain


def random_place(plain: object, chance: Random, stop: float) -> tuple[object, Key]:
    """A table or list somewhere in plain data, and a key of it.

    ``stop`` is the probability of stopping at each level.
    """
    while True:
        key = chance.choice(keys_of(plain))
        inner = part(plain, key)
        if not (isinstance(inner, dict | list) and inner) or chance.random() < stop:
            return plain, key
        plain = inner


def remove(plain: object, key: Key) -> None:
    """Removes the value at a key."""
    if isinstance(plain, list) and isinstance(key, int):
        del plain[key]
    else:
        assert isinstance(plain, dict)
        del plain[key]
