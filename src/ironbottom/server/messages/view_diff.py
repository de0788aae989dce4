"""What has changed between two views: sent instead of the view to a client that holds the earlier one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

FORMAT = 1
MANY = 8
"""Of more changes within one part it is asked whether the part as it is now would be shorter."""
Path = list[str | int]
_encode = msgspec.json.encode


class Changes(msgspec.Struct):
    """How a view differs from the one that is known by ``base``.

    First each path of ``drop`` is left out, then each of ``set`` gets its value; a path leads by names and places from
    the view inwards. A list is changed in place only while it keeps its length; what would be shorter whole is told so.
    """

    base: str
    drop: list[Path]
    set: list[tuple[Path, Any]]
    format: int = FORMAT


def changes(base: str, before: Any, after: Any) -> Changes:
    """The changes that lead from one view to another.

    >>> found = changes("a", {"turn": 1, "ships": [{"at": "truk"}, {"at": "rabaul"}]}, {"ships": [{}, {"at": "truk"}]})
    >>> found.drop, found.set
    ([['ships', 0, 'at'], ['turn']], [(['ships', 1, 'at'], 'truk')])
    """
    dropped: list[Path] = []
    return Changes(base, dropped, list(_differing(before, after, [], dropped)))


def _differing(before: Any, after: Any, path: Path, dropped: list[Path]) -> Iterator[tuple[Path, Any]]:
    if type(before) is not type(after):
        yield path, after
    elif isinstance(after, dict):
        found: list[tuple[Path, Any]] = []
        gone: list[Path] = []
        for name, value in after.items():
            if name not in before:
                found.append(([*path, name], value))
            elif not _same(value, before[name]):
                found += _differing(before[name], value, [*path, name], gone)
        gone += [[*path, name] for name in before if name not in after]
        if path and len(found) + len(gone) > MANY and len(_encode(after)) < len(_encode((found, gone))):
            yield path, after
        else:
            dropped += gone
            yield from found
    elif isinstance(after, list) and len(before) == len(after) and after:
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            if not _same(old, new):
                yield from _differing(old, new, [*path, place], dropped)
    elif not _same(before, after):
        yield path, after


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same on the wire, where ``true`` is not 1 and 1 is not 1.0."""
    return one == other and _encode(one) == _encode(other)


def changed(view: Any, told: Changes) -> Any:
    """The view after its changes, as a page makes it; the view itself stays as it was.

    >>> changed({"turn": 1, "at": [0, 2]}, Changes("a", [["turn"]], [(["at", 0], 1)]))
    {'at': [1, 2]}
    """
    after = msgspec.json.decode(msgspec.json.encode(view))
    for path in told.drop:
        del _within(after, path[:-1])[path[-1]]
    for path, value in told.set:
        if not path:
            after = value
        else:
            _within(after, path[:-1])[path[-1]] = value
    return after


def _within(view: Any, path: Path) -> Any:
    for step in path:
        view = view[step]
    return view
