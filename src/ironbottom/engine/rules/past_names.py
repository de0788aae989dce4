"""The name a counter had when an event mentioned it, in games that reuse the numbers of counters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ironbottom.engine.rules.game import Rules

Told = Mapping[str, Any]
Then = Callable[[str], "str | None"]
"""By its id what a thing was called then, ``""`` where nothing tells; None where it is called as it is now."""
GONE = ""


class ByName(Protocol):
    """How sentences call what is told by no more than a number."""

    def __call__(self, text: str, placed: bool, then: Then | None = None) -> str:
        """The sentence with names: where each thing stands if ``placed``, and called as it was ``then``."""


class NamedBy(NamedTuple):
    """What an event tells of a thing: what it was before and what it is after; None for what is not told."""

    thing: str
    before: str | None
    after: str | None


class CounterNames(NamedTuple):
    """How a game names the counters that its sentences give by number."""

    by_name: Callable[[Told, Rules], ByName]
    """Names from what a view shows."""
    namings: Callable[[Told], Iterable[NamedBy]]
    """What an event tells of counters that serve again for others."""
    first_names: Callable[[Told, Rules], Callable[[str], str | None]]
    """What a counter was called as the scenario began."""
    placed: frozenset[str] = frozenset()
    """Events that are told with where their counters stood."""


class PastNames:
    """What an audience's log tells of things that were called otherwise, entry by entry.

    >>> def namings(event):
    ...     return [NamedBy(event["unit"], None, event["kind"])]
    >>> names = PastNames(namings, {"unit_1": "division"}.get)
    >>> names.read([{"seq": 4, "act": "choice", "events": [{"event": "raised", "unit": "unit_1", "kind": "fort"}]}])
    >>> names.at(2, 0)("unit_1"), names.at(4, 0)("unit_1"), names.at(9, 0)("unit_1"), names.at(2, 0)("unit_7")
    ('division', 'fort', 'fort', None)
    """

    def __init__(self, namings: Callable[[Told], Iterable[NamedBy]], first: Callable[[str], str | None]) -> None:
        self._namings, self._first = namings, first
        self._namings_by_thing: dict[str, list[tuple[tuple[int, int], NamedBy]]] = {}
        self.seq = 0
        """How many entries were read."""

    def read(self, entries: Sequence[Told]) -> None:
        """Reads on in the log; what was taken back names nothing any more."""
        for entry in entries:
            self.seq = entry["seq"]
            if entry.get("taken"):
                self._forget(set(entry["taken"]))
            for number, event in enumerate(entry.get("events", ())):
                for naming in self._namings(event):
                    self._namings_by_thing.setdefault(naming.thing, []).append(((self.seq, number), naming))

    def _forget(self, taken: set[int]) -> None:
        for thing, told in list(self._namings_by_thing.items()):
            self._namings_by_thing[thing] = [(at, naming) for at, naming in told if at[0] not in taken]

    def at(self, seq: int, number: int) -> Then:
        """What things were called in the sentence of an event of an entry."""
        return lambda thing: self._name_at(thing, (seq, number))

    def _name_at(self, thing: str, at: tuple[int, int]) -> str | None:
        told = self._namings_by_thing.get(thing)
        if not told:
            return None
        place = bisect_left(told, at, key=lambda pair: pair[0])
        here = told[place][1] if place < len(told) and told[place][0] == at else None
        if here and (here.before or here.after):
            return here.before or here.after
        earlier = told[place - 1][1] if place else None
        if earlier and earlier.after:
            return earlier.after
        if earlier and place == len(told):
            return None
        later = told[place][1]
        if later.before:
            return later.before
        return GONE if earlier else self._first(thing) or GONE


def past_names(names: CounterNames | None, rules: Rules, view: Callable[[], Told]) -> PastNames | None:
    """What a game's counters were called, to be read on; None where a game uses no number again.

    The view is asked for only where it does.
    """
    return PastNames(names.namings, names.first_names(view(), rules)) if names else None
