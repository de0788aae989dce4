"""Combines events at many bases in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from ironbottom.engine.text.sentences import count, joined, verb_for_number
from ironbottom.games.war_in_the_pacific.information.view_types import Event
from ironbottom.games.war_in_the_pacific.text.names import base, place, ships_in_port_text, stack


def combined(events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """Each sentence, with the number of events that it combines; events with their own sentences are omitted.

    >>> searched = [{"event": "base_searched", "base": at, "points": n} for at, n in (("f1234", 3), ("d3243", 0))]
    >>> list(combined(searched))
    [(2, 'Bases searched: Midway (F1234), 3 air points; no air points at Wake (D3243).')]
    """
    for _, run in groupby(events, key=_alike):
        alike = list(run)
        result = SENTENCES.get(alike[0]["event"])
        yield len(alike), result(alike) if result and len(alike) > 1 else ""


def _alike(event: Event) -> tuple[object, ...]:
    """The values that events in one sentence have in common."""
    kind = event["event"]
    if kind == "supply_paid":
        return kind, event["source"]
    return (kind, event["base"]) if kind in OF_ONE_BASE else (kind,)


def _searched(events: Sequence[Event]) -> str:
    """8.42 Search results about bases."""
    result = [f"{base(e['base'])}, {count(e['points'], 'air point')}" for e in events if e["points"]]
    empty = [base(e["base"]) for e in events if not e["points"]]
    if empty:
        result.append(f"no air points at {joined(empty)}")
    return f"Bases searched: {'; '.join(result)}."


def _in_ports(events: Sequence[Event]) -> str:
    """8.41 Search results about ports."""
    result = [f"{place(e['at'] or '')}, {ships_in_port_text(e['capital'], e['carriers'])}" for e in events]
    return f"Seen in port: {'; '.join(result)}."


def _supplied(events: Sequence[Event]) -> str:
    """25.3 Supply paid from one place."""
    source = events[0]["source"]
    paid = [
        f"{'itself' if e['at'] == source else place(e['at'] or '')} for {count(e['points'], 'Supply Point')}"
        for e in events
    ]
    return f"{place(source)} supplies {joined(paid)}."


def _of_base(what: str) -> Callable[[Sequence[Event]], str]:
    """The points of one base that all do the same thing."""

    def sentence(events: Sequence[Event]) -> str:
        points = [f"{e['points']} of {stack(e['stack'])}" for e in events]
        return f"{what} {base(events[0]['base'])}: {joined(points)}."

    return sentence


def _based(events: Sequence[Event]) -> str:
    """37.5 Points that start at one base."""
    many = sum(e["points"] for e in events)
    points = [f"{e['points']} of {stack(e['stack'])}" for e in events]
    return f"{count(many, 'point')} {verb_for_number(many, 'is')} based at {base(events[0]['base'])}: {joined(points)}."


SENTENCES: dict[str, Callable[[Sequence[Event]], str]] = {
    "base_searched": _searched,
    "port_searched": _in_ports,
    "supply_paid": _supplied,
    "searches": _of_base("Searching from"),
    "readied": _of_base("Made ready at"),
    "based": _based,
}
OF_ONE_BASE = frozenset(("searches", "readied", "based"))
"""The events that share a sentence if they concern one base."""
