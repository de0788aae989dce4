"""Typed events, each with its audience. Texts and pictures are made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.core.fields import FieldType

ALL = -1
"""The audience of all sides: every bit is set. Other audiences have one bit for each side."""

REDACTED_FOR_OTHERS = 1 << 62
"""The audience bit that shows the event to all other sides, without its secret fields."""

Event = tuple[int, int, *tuple[object, ...]]
"""The internal form of an event: the number of its kind, the audience bits, then the raw value of each field."""


class EventKind:
    """A kind of event: its fields, its clause, and the fields that only its audience sees.

    Sides outside the audience do not see the event. If its kind has ``secret`` fields, they see it without those
    fields, except within a simultaneous frame. ``clause_by_field`` names a field, and for some of its values another
    clause that applies.
    """

    __slots__ = ("clause", "clause_by_field", "fields", "name", "number", "secret")

    def __init__(
        self,
        name: str,
        clause: str,
        secret: tuple[str, ...] = (),
        clause_by_field: tuple[str, Mapping[str, str]] = ("", {}),
        **fields: FieldType,
    ) -> None:
        self.name = name
        self.clause = clause
        self.clause_by_field = clause_by_field
        self.fields = fields
        self.secret = frozenset(secret)
        self.number = -1

    def clause_of(self, data: Mapping[str, object]) -> str:
        """The clause of an event, given its visible fields.

        >>> sunk = EventKind("sunk", "10.7.c", clause_by_field=("unit", {"transports": "10.7.d"}))
        >>> sunk.clause_of({"unit": "transports"})
        '10.7.d'
        """
        field, clauses = self.clause_by_field
        return clauses.get(str(data[field]), self.clause) if field in data else self.clause

    def visible(self, event: Event, bit: int) -> dict[str, Any] | None:
        """The event as plain data for an audience, or None if the audience does not see it."""
        is_visible = event[1] & bit
        if not is_visible and not (self.secret and event[1] & REDACTED_FOR_OTHERS):
            return None
        data: dict[str, object] = {"event": self.name}
        for (name, kind), value in zip(self.fields.items(), event[2:], strict=True):
            if is_visible or name not in self.secret:
                data[name] = kind.write(value)
        return data


def number_kinds(kinds: tuple[EventKind, ...]) -> tuple[EventKind, ...]:
    """Numbers the kinds by their places in the game's list."""
    for number, kind in enumerate(kinds):
        kind.number = number
    return kinds
