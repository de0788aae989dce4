"""The differences between two views, sent instead of the view to a client that has the earlier one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

FORMAT = 1
MAX_CHANGES = 8
"""If a part has more differences than this, the whole part is sent if that is shorter."""
Path = list[str | int]
_encode = msgspec.json.encode


class ViewDiff(msgspec.Struct):
    """How a view differs from the one that ``base`` identifies.

    First each path of ``drop`` is removed, then each path of ``set`` gets its value. A path consists of names and
    indices from the root of the view. A list is changed in place only if its length stays the same; a part is sent as a
    whole if that is shorter.
    """

    base: str
    drop: list[Path]
    set: list[tuple[Path, Any]]
    format: int = FORMAT


def diff_views(base: str, before: Any, after: Any) -> ViewDiff:
    """Returns the differences from one view to another.

    >>> before = {"turn": 1, "ships": [{"at": "truk"}, {"at": "rabaul"}]}
    >>> diff = diff_views("a", before, {"ships": [{}, {"at": "truk"}]})
    >>> diff.drop, diff.set
    ([['ships', 0, 'at'], ['turn']], [(['ships', 1, 'at'], 'truk')])
    """
    dropped: list[Path] = []
    return ViewDiff(base, dropped, list(_differences(before, after, [], dropped)))


def _differences(before: Any, after: Any, path: Path, dropped: list[Path]) -> Iterator[tuple[Path, Any]]:
    if type(before) is not type(after):
        yield path, after
    elif isinstance(after, dict):
        replaced: list[tuple[Path, Any]] = []
        removed: list[Path] = []
        for name, value in after.items():
            if name not in before:
                replaced.append(([*path, name], value))
            elif not _same_on_wire(value, before[name]):
                replaced += _differences(before[name], value, [*path, name], removed)
        removed += [[*path, name] for name in before if name not in after]
        if (
            path
            and len(replaced) + len(removed) > MAX_CHANGES
            and len(_encode(after)) < len(_encode((replaced, removed)))
        ):
            yield path, after
        else:
            dropped += removed
            yield from replaced
    elif isinstance(after, list) and len(before) == len(after) and after:
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            if not _same_on_wire(old, new):
                yield from _differences(old, new, [*path, place], dropped)
    elif not _same_on_wire(before, after):
        yield path, after


def _same_on_wire(one: Any, other: Any) -> bool:
    """Returns whether two values have the same JSON, where ``true`` is not 1 and 1 is not 1.0."""
    return one == other and _encode(one) == _encode(other)


def apply_diff(view: Any, diff: ViewDiff) -> Any:
    """Returns the view after its changes, as the page computes it; the given view stays unchanged.

    >>> apply_diff({"turn": 1, "at": [0, 2]}, ViewDiff("a", [["turn"]], [(["at", 0], 1)]))
    {'at': [1, 2]}
    """
    after = msgspec.json.decode(msgspec.json.encode(view))
    for path in diff.drop:
        del _value_at(after, path[:-1])[path[-1]]
    for path, value in diff.set:
        if not path:
            after = value
        else:
            _value_at(after, path[:-1])[path[-1]] = value
    return after


def _value_at(view: Any, path: Path) -> Any:
    for step in path:
        view = view[step]
    return view
