"""Events as objects, with their type, their fields and a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, overload

from ironbottom.engine.core.events import Event, EventKind


class EventRules(Protocol):
    """The part of the rules that describes events."""

    @property
    def kinds(self) -> Sequence[EventKind]: ...
    def visible_events(self, events: Sequence[Event], side: str, /) -> list[dict[str, Any]]: ...
    def event_text(self, event: Mapping[str, object], /) -> str: ...


class GameEvent(tuple[int, int, *tuple[object, ...]]):
    """Something that happened: a type with named fields; ``str`` gives its sentence.

    The event includes secrets; ``visible`` returns the part that one side sees.

    >>> from ironbottom import SeededDice, get_game
    >>> state = get_game("pf").new()
    >>> event = state.apply("japan", ("assign", "ijn_shokaku", "1"), SeededDice(1))[0]
    >>> event
    <Event assigned: Shokaku joins box 1. (8.2.a)>
    >>> event.type, event.fields["unit"], event.clause
    ('assigned', 'ijn_shokaku', '8.2.a')
    """

    rules: EventRules

    def __new__(cls, rules: EventRules, event: Event) -> GameEvent:
        self = super().__new__(cls, event)
        self.rules = rules
        return self

    def __getnewargs__(self) -> tuple[object, ...]:
        return self.rules, tuple(self)

    @property
    def type(self) -> str:
        """The name of its kind, such as ``sunk``."""
        return self._kind.name

    @property
    def fields(self) -> dict[str, Any]:
        """The values of its fields by name, as plain data with readable ids."""
        event = self.visible("all") or {}
        return {name: value for name, value in event.items() if name != "event"}

    @property
    def clause(self) -> str:
        """The rule clause by which it happened."""
        return self._kind.clause_of(self.visible("all") or {})

    @property
    def _kind(self) -> EventKind:
        kind: EventKind = self.rules.kinds[self[0]]
        return kind

    def visible(self, side: str = "all") -> dict[str, Any] | None:
        """The event as plain data, as a side, the ``public`` or ``all`` see it; None if they do not see it."""
        seen = self.rules.visible_events([self], side)
        return seen[0] if seen else None

    def __str__(self) -> str:
        event = self.visible("all")
        return self.rules.event_text(event) if event else ""

    def __repr__(self) -> str:
        clause = f" ({self.clause})" if self.clause else ""
        return f"<Event {self.type}: {self}{clause}>"


class EventList(Sequence[GameEvent]):
    """The events of one choice in order; ``raw`` holds them as tuples of numbers.

    Event objects are created when they are accessed. ``str`` gives the sentences, one per line.
    """

    __slots__ = ("raw", "rules")

    def __init__(self, rules: EventRules, raw: list[Event]) -> None:
        self.rules = rules
        self.raw = raw

    def __len__(self) -> int:
        return len(self.raw)

    @overload
    def __getitem__(self, index: int) -> GameEvent: ...
    @overload
    def __getitem__(self, index: slice) -> EventList: ...
    def __getitem__(self, index: int | slice) -> GameEvent | EventList:
        if isinstance(index, slice):
            return EventList(self.rules, self.raw[index])
        return GameEvent(self.rules, self.raw[index])

    def __add__(self, other: EventList) -> EventList:
        return EventList(self.rules, [*self.raw, *other.raw])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, EventList):
            return self.raw == other.raw
        return self.raw == other if isinstance(other, list) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def __repr__(self) -> str:
        return repr(list(self))
