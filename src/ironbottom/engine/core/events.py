"""What happens, as typed events with what each audience may know; text and pictures are made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.core.fields import FieldType

ALL = -1
"""The audience of everybody: every bit set. Otherwise one bit a side."""

IN_PART = 1 << 62
"""The bit of an audience that lets the others be told an event without its secret fields."""

Event = tuple[Any, ...]
"""Inside: the kind's number, the audience's bits, then the raw value of each field."""


class EventKind:
    """A kind of event: its fields, its clause, and which fields only its audience may read.

    An event told to some sides only is not told to the others at all, unless the kind keeps some fields ``secret``:
    then the others are told the event without those fields (not so within a simultaneous frame). ``by`` names a field
    and the values of it that come by another clause.
    """

    __slots__ = ("by", "clause", "fields", "name", "number", "secret")

    def __init__(
        self,
        name: str,
        clause: str,
        secret: tuple[str, ...] = (),
        by: tuple[str, Mapping[str, str]] = ("", {}),
        **fields: FieldType,
    ) -> None:
        self.name = name
        self.clause = clause
        self.by = by
        self.fields = fields
        self.secret = frozenset(secret)
        self.number = -1

    def clause_of(self, told: Mapping[str, Any]) -> str:
        """The clause of an event as it is told.

        >>> EventKind("sunk", "10.7.c", by=("unit", {"transports": "10.7.d"})).clause_of({"unit": "transports"})
        '10.7.d'
        """
        field, clauses = self.by
        return clauses.get(str(told[field]), self.clause) if field in told else self.clause

    def visible(self, event: Event, bit: int) -> dict[str, Any] | None:
        """The event as plain data for an audience, or None where it is not told."""
        may = event[1] & bit
        if not may and not (self.secret and event[1] & IN_PART):
            return None
        told: dict[str, Any] = {"event": self.name}
        for (name, kind), value in zip(self.fields.items(), event[2:], strict=True):
            if may or name not in self.secret:
                told[name] = kind.write(value)
        return told


def number_kinds(kinds: tuple[EventKind, ...]) -> tuple[EventKind, ...]:
    """Gives each kind its place in the game's list as its number."""
    for number, kind in enumerate(kinds):
        kind.number = number
    return kinds
