"""5.3, 5.4, 6.11 How many points of each stack may yet take a Role, by what its base and its command still let fly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ironbottom.engine.cache import VersionedMap, updated_from


class Free(NamedTuple):
    """6.11 How many points of a stack may yet make a Strike, and how many may search."""

    strike: int
    search: int


class Served(NamedTuple):
    """5.3 A stack that serves a command: by base and stack, with how many points, where it is counted, and among whom.

    ``rank`` and ``berth`` are places in the lists of ``InCommand``.
    """

    key: tuple[int, int]
    points: int
    here: int
    rank: int
    berth: int


class InCommand(NamedTuple):
    """5.3 The stacks of a side that serve a command; among whom each is counted, and where: a base, flying boats apart.

    Each of whom and of where is there once.
    """

    served: list[Served]
    ranks: list[int]
    berths: list[tuple[int, bool]]
    keys: list[tuple[int, int]]
    in_rank: list[list[int]]
    """The places in ``served`` of each rank; then those of each berth, of each base and stack, and of each base."""
    in_berth: list[list[int]]
    of_key: dict[tuple[int, int], list[int]]
    of_base: dict[int, list[int]]

    def by_base(self, rows: list[Free | None], bases: Iterable[int]) -> dict[int, Any]:
        """Of some bases the stacks that may yet take a Role, each with how many points; None where there are none."""
        found: dict[int, Any] = {}
        for base in bases:
            there = {self.keys[place][1]: free for place in self.of_base[base] if (free := rows[place]) is not None}
            found[base] = tuple(there.items()) or None
        return found


class OnDuty(NamedTuple):
    """5.3, 5.4, 6.11 All that bears on who may yet take a Role: what lies, searches, has a Role, struck and is out.

    By place in ``command.served``, but what berths and ranks still let fly, and Roles, which are by base and stack.
    """

    command: InCommand
    lying: list[int]
    seeking: list[int]
    out: list[int]
    of_base: list[int]
    of_rank: list[int]
    roles: VersionedMap
    """By base and stack the points with a Role now, and those that flew in the phase before."""

    def differing(self, last: OnDuty) -> set[int]:
        """The places on which anything bears otherwise than before."""
        command, found, flown = self.command, set[int](), self.roles.since(last.roles.number)
        for now, was in ((self.lying, last.lying), (self.seeking, last.seeking), (self.out, last.out)):
            if now != was:
                found.update([place for place, number in enumerate(now) if number != was[place]])
        for now, was, places_in in (
            (self.of_base, last.of_base, command.in_berth),
            (self.of_rank, last.of_rank, command.in_rank),
        ):
            found.update(*[places_in[which] for which, number in enumerate(now) if number != was[which]])
        if flown is None:
            return set(range(len(command.served)))
        for key in flown:
            found.update(command.of_key.get(key, ()))
        return found


class Rostered(NamedTuple):
    """6.11 Who may yet take a Role, by place in ``command.served``; and by base its stacks, each with how many."""

    known: OnDuty
    rows: list[Free | None]
    by_base: VersionedMap


def rostered(known: OnDuty, last: Rostered | None) -> Rostered:
    """6.11 The same, computed again only for those whose inputs have changed."""
    command = known.command
    if last is None or last.known.command is not command:
        rows = [_free_in(known, place) for place in range(len(command.served))]
        by_base = command.by_base(rows, command.of_base)
        return Rostered(
            known, rows, updated_from(last and last.by_base, {at: free for at, free in by_base.items() if free})
        )
    rows, bases = last.rows[:], set[int]()
    for place in known.differing(last.known):
        free = _free_in(known, place)
        if free != rows[place]:
            rows[place] = free
            bases.add(command.keys[place][0])
    return Rostered(known, rows, last.by_base.changed(command.by_base(rows, bases)) if bases else last.by_base)


def _free_in(known: OnDuty, place: int) -> Free | None:
    """6.11 How many points of a stack may yet take a Role."""
    key, points, _, rank, berth = known.command.served[place]
    most = min(points - known.out[place], known.of_base[berth], known.of_rank[rank])
    if most <= 0:
        return None
    now, struck, _ = known.roles.entries.get(key, (0, 0, 0))
    seeking, left = known.seeking[place], known.lying[place] - now
    strike, search = left - max(struck, seeking), left - seeking
    return _free(Free, (min(most, max(strike, 0)), min(most, max(search, 0))))


_free = tuple.__new__
"""Makes a tuple with names without the detour by names: there are many in a phase."""
