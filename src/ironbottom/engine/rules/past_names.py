"""The names that counters had when an event mentioned them, in games that reuse counter numbers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from ironbottom.engine.rules.view_types import LogEntryView

NameLookup = Callable[[str], "str | None"]
"""Takes the id of an item and returns its name at that time: ``""`` if unknown, None if it is the same as now."""
UNKNOWN_NAME = ""


class NameFormatter(Protocol):
    """Inserts names into sentences that mention items by number."""

    def __call__(self, text: str, placed: bool, then: NameLookup | None = None) -> str:
        """The sentence with names. If ``placed``, each name is followed by its place; ``then`` supplies the names in
        use at that time.
        """


class NameChange(NamedTuple):
    """A change of name in an event: the name of an item before and after it; None if the event does not say."""

    thing: str
    before: str | None
    after: str | None


class CounterNames(NamedTuple):
    """Names for counters that a game's sentences mention by number."""

    by_name: Callable[..., NameFormatter]
    """Names from a view and the rules."""
    namings: Callable[[Any], Iterable[NameChange]]
    """The changes of name in an event, for counters that are used again."""
    first_names: Callable[..., Callable[[str], str | None]]
    """The name of a counter at the start of the scenario, from a view and the rules."""
    placed: frozenset[str] = frozenset()
    """Events whose sentences say where their counters were."""


class PastNames:
    """The earlier names of items, from an audience's log, entry by entry.

    >>> def namings(event):
    ...     return [NameChange(event["unit"], None, event["kind"])]
    >>> names = PastNames(namings, {"unit_1": "division"}.get)
    >>> names.read([{"seq": 4, "act": "choice", "events": [{"event": "raised", "unit": "unit_1", "kind": "fort"}]}])
    >>> names.at(2, 0)("unit_1"), names.at(4, 0)("unit_1"), names.at(9, 0)("unit_1"), names.at(2, 0)("unit_7")
    ('division', 'fort', 'fort', None)
    """

    def __init__(self, namings: Callable[[Any], Iterable[NameChange]], first: Callable[[str], str | None]) -> None:
        self._namings, self._first = namings, first
        self._namings_by_thing: dict[str, list[tuple[tuple[int, int], NameChange]]] = {}
        self.seq = 0
        """The number of entries read."""

    def read(self, entries: Sequence[LogEntryView]) -> None:
        """Reads more of the log; acts that were taken back do not change names."""
        for entry in entries:
            self.seq = entry["seq"]
            if entry.get("taken"):
                self._forget(set(entry["taken"]))
            for number, event in enumerate(entry.get("events", ())):
                for naming in self._namings(event):
                    self._namings_by_thing.setdefault(naming.thing, []).append(((self.seq, number), naming))

    def _forget(self, taken: set[int]) -> None:
        for thing, result in list(self._namings_by_thing.items()):
            self._namings_by_thing[thing] = [(moment, naming) for moment, naming in result if moment[0] not in taken]

    def at(self, seq: int, number: int) -> NameLookup:
        """The names at the time of one event of an entry."""
        return lambda thing: self._name_at(thing, (seq, number))

    def _name_at(self, thing: str, moment: tuple[int, int]) -> str | None:
        result = self._namings_by_thing.get(thing)
        if not result:
            return None
        index = bisect_left(result, moment, key=lambda pair: pair[0])
        here = result[index][1] if index < len(result) and result[index][0] == moment else None
        if here and (here.before or here.after):
            return here.before or here.after
        earlier = result[index - 1][1] if index else None
        if earlier and earlier.after:
            return earlier.after
        if earlier and index == len(result):
            return None
        later = result[index][1]
        if later.before:
            return later.before
        return UNKNOWN_NAME if earlier else self._first(thing) or UNKNOWN_NAME


def past_names(names: CounterNames | None, rules: object, view: Callable[[], object]) -> PastNames | None:
    """The earlier names of a game's counters; None if the game does not reuse numbers.

    ``view`` is called only if it does.
    """
    return PastNames(names.namings, names.first_names(view(), rules)) if names else None
