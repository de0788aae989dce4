"""5.2, 5.3, 5.4, 6.1, 6.11 Tables of points with a Role and of those that may still take one, by base and stack."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ironbottom.engine.cache import (
    Fingerprint,
    VersionedMap,
    array_bytes,
    cached_by_fingerprint,
    changed_places,
    depends_on,
    incremental,
    updated_from,
)
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties
from ironbottom.games.war_in_the_pacific.derived.search_reach import seekers
from ironbottom.games.war_in_the_pacific.derived.tables import tables_by_side
from ironbottom.games.war_in_the_pacific.pieces import FIRST_DECK, NEW_BASES, SERVED_A_SIDE, SIDES, TRAININGS
from ironbottom.games.war_in_the_pacific.state_types import State


class FreePoints(NamedTuple):
    """6.11 The number of points of a stack that may still make a Strike, and that may still search."""

    strike: int
    search: int


FreeStacks = tuple[tuple[int, FreePoints], ...]
"""6.11 The stacks at a base that may still take a Role, with their points."""


class ServedStack(NamedTuple):
    """5.3 A stack that serves a command: its base and stack, its points, and the rank and berth that it counts against.

    ``rank`` and ``berth`` are indices into the lists of ``CommandTable``.
    """

    key: tuple[int, int]
    points: int
    here: int
    rank: int
    berth: int


class CommandTable(NamedTuple):
    """5.3 The stacks of a side that serve a command, with their ranks (commands) and berths (bases).

    Each rank and each berth is listed once. Flying boats have a separate berth.
    """

    served: list[ServedStack]
    ranks: list[int]
    berths: list[tuple[int, bool]]
    keys: list[tuple[int, int]]
    in_rank: list[list[int]]
    """The indices into ``served`` for each rank; the next fields have them for each berth, for each base and stack, and
    for each base.
    """
    in_berth: list[list[int]]
    of_key: dict[tuple[int, int], list[int]]
    of_base: dict[int, list[int]]

    def by_base(self, rows: list[FreePoints | None], bases: Iterable[int]) -> dict[int, FreeStacks | None]:
        """For the given bases, the stacks that may still take a Role, with their points; None if there are none."""
        result: dict[int, FreeStacks | None] = {}
        for base in bases:
            there = {self.keys[place][1]: free for place in self.of_base[base] if (free := rows[place]) is not None}
            result[base] = tuple(there.items()) or None
        return result


class RosterInputs(NamedTuple):
    """5.3, 5.4, 6.11 The inputs that decide which points may still take a Role: points present, searching, with a Role,
    and out of action.

    Lists are by index into ``command.served``, except the remaining limits of berths and ranks, and Roles, which are by
    base and stack.
    """

    command: CommandTable
    lying: list[int]
    seeking: list[int]
    out: list[int]
    of_base: list[int]
    of_rank: list[int]
    roles: VersionedMap[tuple[int, int], RoleCounts]
    """The points that have a Role now, and those that flew in the previous phase, by base and stack."""

    def differing(self, last: RosterInputs) -> set[int]:
        """The indices of all entries with a changed input."""
        command, result, flown = self.command, set[int](), self.roles.since(last.roles.number)
        for now, was in ((self.lying, last.lying), (self.seeking, last.seeking), (self.out, last.out)):
            if now != was:
                result.update([place for place, number in enumerate(now) if number != was[place]])
        for now, was, places_in in (
            (self.of_base, last.of_base, command.in_berth),
            (self.of_rank, last.of_rank, command.in_rank),
        ):
            result.update(*[places_in[which] for which, number in enumerate(now) if number != was[which]])
        if flown is None:
            return set(range(len(command.served)))
        for key in flown:
            result.update(command.of_key.get(key, ()))
        return result


class Roster(NamedTuple):
    """6.11 The points that may still take a Role, by index into ``command.served``, and the stacks of each base."""

    known: RosterInputs
    rows: list[FreePoints | None]
    by_base: VersionedMap[int, FreeStacks]


def rostered(known: RosterInputs, last: Roster | None) -> Roster:
    """6.11 Updates the roster; only stacks whose inputs have changed are computed again."""
    command = known.command
    if last is None or last.known.command is not command:
        rows = [_free_in(known, place) for place in range(len(command.served))]
        by_base = command.by_base(rows, command.of_base)
        return Roster(
            known, rows, updated_from(last and last.by_base, {hex: free for hex, free in by_base.items() if free})
        )
    rows, bases = last.rows[:], set[int]()
    for place in known.differing(last.known):
        free = _free_in(known, place)
        if free != rows[place]:
            rows[place] = free
            bases.add(command.keys[place][0])
    return Roster(known, rows, last.by_base.changed(command.by_base(rows, bases)) if bases else last.by_base)


def _free_in(known: RosterInputs, place: int) -> FreePoints | None:
    """6.11 The number of points of a stack that may still take a Role."""
    key, points, _, rank, berth = known.command.served[place]
    most = min(points - known.out[place], known.of_base[berth], known.of_rank[rank])
    if most <= 0:
        return None
    now, struck, _ = known.roles.entries.get(key, (0, 0, 0))
    seeking, left = known.seeking[place], known.lying[place] - now
    strike, search = left - max(struck, seeking), left - seeking
    return _free(FreePoints, (min(most, max(strike, 0)), min(most, max(search, 0))))


_free = tuple.__new__
"""Creates the named tuple without its constructor, for speed, since a phase creates many."""


class RolePoints(NamedTuple):
    """5.2, 6.1 The points with a Role now, those that flew before, and those that strike from their base, by base and
    stack.

    Points that landed there from another base (5.6, 12.5) do not count as striking from it.
    """

    columns: list[array[int]]
    """The flights from which the result was computed."""
    roles: VersionedMap[tuple[int, int], RoleCounts]
    strikes: dict[tuple[int, int], int]

    @property
    def now(self) -> dict[tuple[int, int], int]:
        """The points with a Role now."""
        return {key: points for key, (points, _, _) in self.roles.entries.items() if points}

    @property
    def before(self) -> dict[tuple[int, int], int]:
        """The points that flew in the previous phase."""
        return {key: points for key, (_, points, _) in self.roles.entries.items() if points}


TAKEN_BY = (
    *(layout.FLIGHT_BASE, layout.FLIGHT_STACK, layout.FLIGHT_POINTS, layout.FLIGHT_OF_PHASE_BEFORE, layout.FLIGHT_ROLE),
    layout.FLIGHT_OVER,
)


@cached_by_fingerprint(depends_on(*TAKEN_BY))
def points_with_role(state: State, side: int) -> RolePoints:
    """5.2, 6.1 The points that have a Role in this phase, or flew in the previous phase."""
    own = flight_duties.flight_numbers(side)
    return _taken[side]([state.arrays[column][own.start : own.stop] for column in TAKEN_BY])


def _taken_of(columns: list[array[int]], last: RolePoints | None) -> RolePoints:
    """5.2, 6.1 The points with a Role, updated from the last result if few flights differ."""
    places_changed, roles = set[int](), None if last is None else last.roles
    for now, was in zip(columns, last.columns, strict=True) if last is not None else ():
        if now != was:
            places_changed.update(changed_places(was.tobytes(), now.tobytes(), now.itemsize))
    found: dict[tuple[int, int], RoleCounts] = {}
    if last is None or roles is None or len(places_changed) > MAX_CHANGED:
        for place in range(flight_duties.used_of(columns[0], 0)):
            _count(found, {}, columns, place, 1)
        roles = updated_from(roles, found)
    else:
        for place in places_changed:
            _count(found, roles.entries, last.columns, place, -1)
            _count(found, roles.entries, columns, place, 1)
        roles = roles.changed({key: here if here != NO_ROLE else None for key, here in found.items()})
    return RolePoints(columns, roles, {key: strikes for key, (_, _, strikes) in roles.entries.items() if strikes})


MAX_CHANGED = 16
"""If at most this many flights differ, the results for the others are kept."""


RoleCounts = tuple[int, int, int]
"""5.2, 6.1 The points with a Role now, those that flew in the previous phase, and those that strike from their base."""


NO_ROLE: RoleCounts = (0, 0, 0)


def _count(
    found: dict[tuple[int, int], RoleCounts],
    known: dict[tuple[int, int], RoleCounts],
    columns: list[array[int]],
    place: int,
    sign: int,
) -> None:
    """Adds a flight to a count, or removes it."""
    base, stack, many, was, duty, over = [column[place] for column in columns]
    if base < 0:
        return
    now, before, strikes = found.get((base, stack)) or known.get((base, stack), NO_ROLE)
    if was:
        before += sign * many
    else:
        now += sign * many
        strikes += sign * many if flight_duties.strikes_from_home(duty, over) else 0
    found[base, stack] = now, before, strikes


_taken = [incremental(_taken_of) for _ in SIDES.ids]


SERVED_READ: Fingerprint = depends_on(layout.SERVED_BASE, layout.SERVED_STACK, layout.SERVED_BY, layout.SERVED_POINTS)


POINTS_READ: Fingerprint = depends_on(
    *(layout.FLIGHT_POINTS, layout.FLIGHT_BASE, layout.FLIGHT_STACK, layout.FLIGHT_ROLE, layout.FLIGHT_OF_PHASE_BEFORE),
    *(layout.FLIGHT_OVER,),
    *(layout.SERVED_BASE, layout.SERVED_STACK, layout.SERVED_BY, layout.SERVED_POINTS, layout.ALLOWED),
    *(layout.LEVEL, layout.HURT, layout.DECK_SHUT, layout.DAMAGE, layout.SHIP_AT, layout.UNIT_AT, layout.DEPLOYED),
    *(layout.UNIT_TYPE, layout.CONTROL, layout.SEARCHING, layout.AIR),
    cells=[(layout.NEW_BASE_AT, NEW_BASES)],
)
"""5.3 The fingerprint of everything that decides which points of a side are free."""


@cached_by_fingerprint(SERVED_READ)
def served_stacks(state: State, side: int) -> CommandTable:
    """5.3 The stacks of a side that serve a command in this phase, ordered by command."""
    pieces, result = state.rules.pieces, list[ServedStack]()
    ranks, berths = dict[int, int](), dict[tuple[int, bool], int]()
    first, last = SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1)
    columns = (layout.SERVED_BASE, layout.SERVED_STACK, layout.SERVED_BY, layout.SERVED_POINTS)
    for base, stack, command, points in zip(*[state.arrays[column][first:last] for column in columns], strict=True):
        if base < 0:
            break
        here, rank = base * air_bases.STACK_COUNT + stack, command * len(TRAININGS) + stack % len(TRAININGS)
        water = base < FIRST_DECK and air_bases.on_water(pieces, stack)
        of_rank, of_berth = ranks.setdefault(rank, len(ranks)), berths.setdefault((base, water), len(berths))
        result.append(ServedStack((base, stack), points, here, of_rank, of_berth))
    in_rank, in_berth, of_key = (
        [list[int]() for _ in ranks],
        [list[int]() for _ in berths],
        dict[tuple[int, int], list[int]](),
    )
    of_base: dict[int, list[int]] = {}
    for place, row in enumerate(result):
        of_base.setdefault(row.key[0], []).append(place)
        in_rank[row.rank].append(place)
        in_berth[row.berth].append(place)
        of_key.setdefault(row.key, []).append(place)
    keys = [row.key for row in result]
    return CommandTable(result, list(ranks), list(berths), keys, in_rank, in_berth, of_key, of_base)


@cached_by_fingerprint(
    depends_on(
        *(layout.SERVED_BASE, layout.SERVED_STACK, layout.SERVED_BY, layout.SERVED_POINTS),
        *(layout.LEVEL, layout.HURT, layout.SHIP_AT, layout.DECK_SHUT, layout.DAMAGE, layout.AIR),
        cells=[(layout.NEW_BASE_AT, NEW_BASES)],
        also=air_bases.forces_by_hex,
    )
)
def room_of_berths(state: State, side: int) -> list[int]:
    """5.4 The number of points that may fly from each berth of ``served_stacks``."""
    return [air_bases.operating(state, base, water=water) for base, water in served_stacks(state, side).berths]


_rosters = [incremental(rostered) for _ in SIDES.ids]


@cached_by_fingerprint(POINTS_READ)
def roster(state: State, side: int) -> Mapping[tuple[int, int], FreePoints]:
    """5.3, 5.4, 6.1, 6.11 The points that may still take a Role, by base and stack, ordered by command."""
    result = on_roster(state, side)
    keys = result.known.command.keys
    return {key: free for key, free in zip(keys, result.rows, strict=True) if free is not None}


@cached_by_fingerprint(POINTS_READ)
def on_roster(state: State, side: int) -> Roster:
    """5.3, 5.4, 6.1, 6.11 The points that may still take a Role.

    A base limits them by its capacity, a command by its die. Points that struck or search count against both.
    """
    command = served_stacks(state, side)
    flown = points_with_role(state, side)
    air, searching = array_bytes(state, layout.AIR), array_bytes(state, layout.SEARCHING)
    allowed = state.arrays[layout.ALLOWED]
    of_base, served = room_of_berths(state, side)[:], command.served
    of_rank: list[int] = [allowed[rank] for rank in command.ranks]
    lying: list[int] = [air[row[2]] for row in served]
    seeking: list[int] = [searching[row[2]] for row in served]
    out = seeking[:]
    for key, many in flown.strikes.items():
        for place in command.of_key.get(key, ()):
            out[place] += many
    for place, gone in enumerate(out):
        if gone:
            of_base[served[place][4]] -= gone
            of_rank[served[place][3]] -= gone
    result: Roster = _rosters[side](RosterInputs(command, lying, seeking, out, of_base, of_rank, flown.roles))
    return result


@cached_by_fingerprint(SERVED_READ)
def served_at(state: State, side: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """5.3 The stacks at each base that serve a command, with their points."""
    result: dict[int, dict[int, int]] = {}
    here = slice(SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1))
    columns = [state.arrays[column][here] for column in (layout.SERVED_BASE, layout.SERVED_STACK, layout.SERVED_POINTS)]
    for base, stack, points in zip(*columns, strict=True):
        if base < 0:
            break
        result.setdefault(base, {})[stack] = points
    return {base: tuple(stacks.items()) for base, stacks in result.items()}


Points = Mapping[tuple[int, int], int]
"""Points by base and stack."""


def may_fly(state: State, side: int, base: int, stack: int, *, strike: bool) -> int:
    """5.3, 5.4, 6.1, 6.11 The points of a stack that may still take a Role now, for a Strike and for Search."""
    result = roster(state, side).get((base, stack), FreePoints(0, 0))
    return result.strike if strike else result.search


def _seeking_there(able: tuple[int, int], base: int, there: FreeStacks) -> list[tuple[int, int]] | None:
    stacks = able[base >= FIRST_DECK]
    return sorted([(stack, free.search) for stack, free in there if free.search and stacks >> stack & 1]) or None


_seeking = tables_by_side(_seeking_there)


def stacks_able_to_search(state: State, side: int) -> dict[int, list[tuple[int, int]]]:
    """8.1, 6.11 The stacks at each base that can search, ascending, with their points."""
    able, there = seekers(state.rules.pieces), on_roster(state, side).by_base
    return _seeking[side](able, there)
