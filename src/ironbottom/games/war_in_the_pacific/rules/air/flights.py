"""5.2, 6.1, 6.6, 31.1, 5.9 Points with a Role: how many are free for one, and what becomes of those that flew.

Points at a base stay counted there while they fly (``places.AIR``); a *flight* says which of them do what. A flight of
the phase before bars its points from striking again (6.1) until the next phase is over.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any, NamedTuple

from ironbottom.engine.cache import (
    VersionedMap,
    array_bytes,
    cached_by_fingerprint,
    changed_places,
    depends_on,
    incremental,
    updated_from,
)
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import (
    FIRST_DECK,
    FLIGHTS_A_SIDE,
    NEW_BASES,
    OF_BASE,
    OF_FORCE,
    SERVED_A_SIDE,
    SIDES,
    TRAININGS,
)
from ironbottom.games.war_in_the_pacific.rules.air import air_bases
from ironbottom.games.war_in_the_pacific.rules.air.roles import Free, InCommand, OnDuty, Rostered, Served, rostered
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment, victory_points

DUTY = places.DUTIES.index
PATROL, ESCORT, STRAFING, BOMBARDMENT = (DUTY[name] for name in ("patrol", "escort", "strafing", "bombardment"))
BOMB, TORPEDO, KAMIKAZE, RETURNING = (DUTY[name] for name in ("bomb", "torpedo", "kamikaze", "returning"))
TRANSPORT, TRANSFER, READY, GROUNDED = (DUTY[name] for name in ("transport", "transfer", "ready", "grounded"))
STRIKES = frozenset((PATROL, ESCORT, STRAFING, BOMBARDMENT, BOMB, TORPEDO, KAMIKAZE, RETURNING))
"""6.1 The Roles that are a Strike."""
FLEW = STRIKES | {TRANSPORT, TRANSFER}
"""6.6 The Roles in which points fly, besides Search."""
ATTACKS = (STRAFING, BOMBARDMENT, BOMB, TORPEDO, KAMIKAZE)
NO_FLIGHT = NO_COMMAND = -1
COUNTED = (places.FLOWN, places.TRANSFERRED)
"""5.9 What is counted of the points that flew in a Game-Turn."""
_COLUMNS = (
    *(places.FLIGHT_BASE, places.FLIGHT_STACK, places.FLIGHT_DUTY, places.FLIGHT_WAVE),
    *(places.FLIGHT_OVER, places.FLIGHT_COVERS),
)


class Sortie(NamedTuple):
    """What a flight is: its base, its stack, its Role, its wave; a patrol's hex and Task Force."""

    base: int
    stack: int
    duty: int
    wave: int = -1
    over: int = -1
    covers: int = -1


def numbers(side: int) -> range:
    """The numbers of a side's flights."""
    return range(FLIGHTS_A_SIDE * side, FLIGHTS_A_SIDE * (side + 1))


def flying(state: State, side: int) -> list[int]:
    """The flights of a side that there are, ascending, those of the phase before among them."""
    return marked(state, side, places.FLIGHT_BASE)


def marked(state: State, side: int, column: int) -> list[int]:
    """The flights of a side of which a column tells anything, ascending: mostly few of those that there could be."""
    told, first = state.arrays[column], FLIGHTS_A_SIDE * side
    here = told[first : first + used_of(told, side)]
    return [number for number, value in enumerate(here, first) if value >= 0]


def based_at(state: State, side: int, base: int) -> list[int]:
    """The flights of a side from a base, ascending."""
    bases, first = state.arrays[places.FLIGHT_BASE], FLIGHTS_A_SIDE * side
    return [number for number, at in enumerate(bases[first : first + FLIGHTS_A_SIDE], first) if at == base]


def used_of(told: Any, side: int) -> int:
    """How many of a side's numbers, from the first on, hold all of which a column tells anything."""
    here = told[FLIGHTS_A_SIDE * side : FLIGHTS_A_SIDE * (side + 1)]
    # As one number less one that says nothing anywhere: its highest bit is found at once.
    width = 8 * int(here.itemsize)
    bits = int.from_bytes(here.tobytes(), "little") ^ ((1 << width * FLIGHTS_A_SIDE) - 1)
    return -(-bits.bit_length() // width)


def sortie(state: State, flight: int) -> Sortie:
    """What a flight is."""
    arrays = state.arrays
    return _free(Sortie, [arrays[column][flight] for column in _COLUMNS])


def launch(state: State, side: int, wanted: Sortie, points: int) -> int:
    """5.2 Points take a Role; they join a flight that is the same. Gives its number."""
    arrays = state.arrays
    old, fought, stack = arrays[places.FLIGHT_OLD], arrays[places.FLIGHT_FOUGHT], arrays[places.FLIGHT_STACK]
    for flight in based_at(state, side, wanted.base):
        alike = stack[flight] == wanted.stack and not old[flight] and not fought[flight]
        if alike and sortie(state, flight) == wanted:
            arrays[places.FLIGHT_POINTS][flight] += points
            return flight
    flight = free_number(state, side)
    put(state, flight, wanted, points)
    return flight


def put(state: State, flight: int, wanted: Sortie, points: int) -> None:
    """Points fly under a number, with those that do already."""
    for column, value in zip(_COLUMNS, wanted, strict=True):
        state.arrays[column][flight] = value
    state.arrays[places.FLIGHT_POINTS][flight] += points


def free_number(state: State, side: int) -> int:
    """The first number that no flight bears; none where all are in use."""
    own = numbers(side)
    try:
        return own[0] + state.arrays[places.FLIGHT_BASE][own.start : own.stop].index(-1)
    except ValueError:
        return NO_FLIGHT


def clear(state: State, flight: int) -> None:
    """A flight is no more."""
    for column in _COLUMNS:
        state.arrays[column][flight] = -1
    for column in (places.FLIGHT_POINTS, places.FLIGHT_FOUGHT, places.FLIGHT_OLD):
        state.arrays[column][flight] = 0


def fewer(state: State, flight: int, points: int) -> None:
    """Points leave a flight, which is no more when none is left."""
    state.arrays[places.FLIGHT_POINTS][flight] -= points
    if not state.arrays[places.FLIGHT_POINTS][flight]:
        clear(state, flight)


def turn_back(state: State, side: int, flight: int, points: int) -> None:
    """7.12 Points of a flight are driven off: they return, and fight no more in this phase."""
    was = sortie(state, flight)
    fewer(state, flight, points)
    launch(state, side, Sortie(was.base, was.stack, RETURNING, over=was.over), points)


def lose(state: State, side: int, flight: int, points: int) -> None:
    """7.12, 47.1 Points of a flight are lost: to their base, and in Victory Points."""
    was = sortie(state, flight)
    fewer(state, flight, points)
    leave_service(state, side, was.base, was.stack, points)
    lose_at(state, side, was.base, was.stack, points)


def lose_at(state: State, side: int, base: int, stack: int, points: int) -> None:
    """47.1 Points of a stack are lost."""
    here = base * air_bases.WIDE + stack
    air, search = state.arrays[places.AIR], state.arrays[places.SEARCHING]
    air[here] -= points
    for counted in (state.arrays[block] for block in COUNTED):
        counted[here] = min(counted[here], air[here])
    search[here] = min(search[here], air[here])
    terminal_segment.lose_air(state, side, victory_points.TRAININGS[stack % len(TRAININGS)], points)
    places.scenario(state).air_points_lost(state, side, stack, points)


class Taken(NamedTuple):
    """5.2, 6.1 By base and stack the points with a Role now, those that flew before, and those that strike from there.

    Those that came down at a base from another (5.6, 12.5) do not strike from there.
    """

    columns: list[Any]
    """The flights from which it was found."""
    roles: VersionedMap
    """By base and stack, as ``InRoles``."""
    strikes: dict[tuple[int, int], int]

    @property
    def now(self) -> dict[tuple[int, int], int]:
        """The points with a Role now."""
        return {key: points for key, (points, _, _) in self.roles.entries.items() if points}

    @property
    def before(self) -> dict[tuple[int, int], int]:
        """The points that flew in the phase before."""
        return {key: points for key, (_, points, _) in self.roles.entries.items() if points}


TAKEN_BY = (
    *(places.FLIGHT_BASE, places.FLIGHT_STACK, places.FLIGHT_POINTS, places.FLIGHT_OLD, places.FLIGHT_DUTY),
    places.FLIGHT_OVER,
)


@cached_by_fingerprint(depends_on(*TAKEN_BY))
def taken(state: State, side: int) -> Taken:
    """5.2, 6.1 Which points have a Role in this phase, or flew in the one before."""
    own = numbers(side)
    found: Taken = _taken[side]([state.arrays[column][own.start : own.stop] for column in TAKEN_BY])
    return found


def _taken_of(columns: list[Any], last: Taken | None) -> Taken:
    """5.2, 6.1 The same, from what was found last if few flights differ."""
    places_changed, roles = set[int](), None if last is None else last.roles
    for now, was in zip(columns, last.columns, strict=True) if last is not None else ():
        if now != was:
            places_changed.update(changed_places(now.tobytes(), was.tobytes(), now.itemsize))
    found: dict[tuple[int, int], InRoles | None] = {}
    if last is None or roles is None or len(places_changed) > MOST_CHANGED:
        for place in range(used_of(columns[0], 0)):
            _count(found, {}, columns, place, 1)
        roles = updated_from(roles, found)
    else:
        for place in places_changed:
            _count(found, roles.entries, last.columns, place, -1)
            _count(found, roles.entries, columns, place, 1)
        roles = roles.changed({key: here if here != NO_ROLE else None for key, here in found.items()})
    return Taken(columns, roles, {key: strikes for key, (_, _, strikes) in roles.entries.items() if strikes})


MOST_CHANGED = 16
"""If no more flights than so many differ, what was known of the others is kept."""
InRoles = tuple[int, int, int]
"""5.2, 6.1 Points with a Role now, that flew in the phase before, that strike from where they are counted."""
NO_ROLE: InRoles = (0, 0, 0)


def _count(
    found: dict[tuple[int, int], InRoles | None],
    known: dict[tuple[int, int], InRoles],
    columns: list[Any],
    place: int,
    sign: int,
) -> None:
    """A flight, added to what was known or taken from it."""
    base, stack, many, was, duty, over = [column[place] for column in columns]
    if base < 0:
        return
    now, before, strikes = found.get((base, stack)) or known.get((base, stack), NO_ROLE)
    if was:
        before += sign * many
    else:
        now += sign * many
        strikes += sign * many if strikes_from_home(duty, over) else 0
    found[base, stack] = now, before, strikes


_taken = [incremental(_taken_of) for _ in SIDES.ids]


def strikes_from_home(duty: int, over: int) -> bool:
    """5.6, 12.5 Whether a flight strikes from the base where it is counted, and has not come down there."""
    return duty in STRIKES and (duty != RETURNING or over >= 0)


def in_air(state: State, side: int, base: int, stack: int) -> int:
    """12.5 Points of a stack that are in the air now."""
    arrays = state.arrays
    return sum(
        arrays[places.FLIGHT_POINTS][flight]
        for flight in flying(state, side)
        if arrays[places.FLIGHT_BASE][flight] == base
        and arrays[places.FLIGHT_STACK][flight] == stack
        and not arrays[places.FLIGHT_OLD][flight]
        and arrays[places.FLIGHT_DUTY][flight] in STRIKES
        and not landed(state, flight)
    )


def landed(state: State, flight: int) -> bool:
    """19.2 Whether a flight is back from its Strike of this phase."""
    duty, fought = state.arrays[places.FLIGHT_DUTY][flight], state.arrays[places.FLIGHT_FOUGHT][flight]
    return bool(duty == RETURNING and fought)


def fit(state: State, side: int, base: int, stack: int) -> None:
    """12.5, 6.6 When points are lost aboard, no more of their stack wait or have a Role than are left."""
    arrays = state.arrays
    here = [
        flight
        for flight in flying(state, side)
        if (arrays[places.FLIGHT_BASE][flight], arrays[places.FLIGHT_STACK][flight]) == (base, stack)
        and not arrays[places.FLIGHT_OLD][flight]
    ]
    surplus = sum(arrays[places.FLIGHT_POINTS][flight] for flight in here)
    surplus -= arrays[places.AIR][base * air_bases.WIDE + stack]
    for flight in sorted(here, key=lambda flight: arrays[places.FLIGHT_DUTY][flight] != READY):
        aboard = arrays[places.FLIGHT_DUTY][flight] not in STRIKES or landed(state, flight)
        if aboard and surplus > 0:
            going = min(surplus, arrays[places.FLIGHT_POINTS][flight])
            fewer(state, flight, going)
            surplus -= going


def ready(state: State, side: int) -> dict[tuple[int, int], int]:
    """6.6 The ready points of a side by base and stack."""
    arrays = state.arrays
    found: dict[tuple[int, int], int] = {}
    for flight in flying(state, side):
        if arrays[places.FLIGHT_DUTY][flight] == READY:
            key = arrays[places.FLIGHT_BASE][flight], arrays[places.FLIGHT_STACK][flight]
            found[key] = found.get(key, 0) + arrays[places.FLIGHT_POINTS][flight]
    return found


def count_flown(state: State, base: int, stack: int, points: int) -> None:
    """5.9 Points of land bases flew in this Game-Turn: each counts once however often it flew.

    Carriers' suffer no attrition. Those that transfer are counted as they move (``homecoming.move``). Told before their
    flight has come home or begun. In a later phase others of the stack fly, or by what was agreed the same.
    """
    if base >= FIRST_DECK:
        return
    here = base * air_bases.WIDE + stack
    there, flown = state.arrays[places.AIR][here], state.arrays[places.FLOWN]
    if state.rules.options["flown_twice"] == "same":
        flown[here] = min(max(flown[here], flew_in_phase(state, base, stack) + points), there)
    else:
        flown[here] = min(flown[here] + points, there)


def flew_in_phase(state: State, base: int, stack: int) -> int:
    """5.9 How many points of a stack were counted in this phase: on patrol, back from a Strike, or moved."""
    arrays, found = state.arrays, 0
    for flight, there in enumerate(arrays[places.FLIGHT_BASE]):
        if (there, arrays[places.FLIGHT_STACK][flight]) == (base, stack) and not arrays[places.FLIGHT_OLD][flight]:
            counts = arrays[places.FLIGHT_DUTY][flight] in (PATROL, TRANSPORT, TRANSFER) or landed(state, flight)
            found += arrays[places.FLIGHT_POINTS][flight] if counts else 0
    return found


def forget_flown(state: State, base: int, stack: int, points: int) -> None:
    """5.6, 5.9 Points that flew from a base are counted there no more: they land elsewhere, and are counted there."""
    here = base * air_bases.WIDE + stack
    state.arrays[places.FLOWN][here] = max(state.arrays[places.FLOWN][here] - points, 0)
    state.arrays[places.TRANSFERRED][here] = min(
        state.arrays[places.TRANSFERRED][here], state.arrays[places.FLOWN][here]
    )


def service(state: State, side: int, base: int, stack: int) -> int:
    """5.3 The command that a stack serves in this phase; none where it serves nobody."""
    return serving(state, side).get((base, stack), (NO_COMMAND, 0))[0]


@cached_by_fingerprint(depends_on(places.SERVED_BASE, places.SERVED_STACK, places.SERVED_BY, places.SERVED_POINTS))
def serving(state: State, side: int) -> dict[tuple[int, int], tuple[int, int]]:
    """5.3 By base and stack the command that is served, and how many points find room with it."""
    arrays, found = state.arrays, {}
    for number in reversed(range(SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1))):
        key = arrays[places.SERVED_BASE][number], arrays[places.SERVED_STACK][number]
        found[key] = arrays[places.SERVED_BY][number], arrays[places.SERVED_POINTS][number]
    return found


def leave_service(state: State, side: int, base: int, stack: int, points: int) -> None:
    """5.3 Points that a command has served leave their base or are lost: it serves no others in their place."""
    arrays = state.arrays
    for number in range(SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1)):
        if (arrays[places.SERVED_BASE][number], arrays[places.SERVED_STACK][number]) == (base, stack):
            arrays[places.SERVED_POINTS][number] = max(arrays[places.SERVED_POINTS][number] - points, 0)
            return


# -- 6.11 who may yet take a Role ------------------------------------------------------------------------


SERVED_READ = depends_on(places.SERVED_BASE, places.SERVED_STACK, places.SERVED_BY, places.SERVED_POINTS)
POINTS_READ = depends_on(
    *(places.FLIGHT_POINTS, places.FLIGHT_BASE, places.FLIGHT_STACK, places.FLIGHT_DUTY, places.FLIGHT_OLD),
    *(places.FLIGHT_OVER,),
    *(places.SERVED_BASE, places.SERVED_STACK, places.SERVED_BY, places.SERVED_POINTS, places.ALLOWED),
    *(places.LEVEL, places.HURT, places.DECK_SHUT, places.DAMAGE, places.SHIP_AT, places.UNIT_AT, places.DEPLOYED),
    *(places.UNIT_TYPE, places.CONTROL, places.SEARCHING, places.AIR),
    cells=[(places.NEW_BASE_AT, NEW_BASES)],
)
"""5.3 All that bears on the points of a side that are free."""


@cached_by_fingerprint(SERVED_READ)
def in_service(state: State, side: int) -> InCommand:
    """5.3 The stacks of a side that serve a command in this phase, in the order of their commands."""
    pieces, found = state.rules.pieces, list[Served]()
    ranks, berths = dict[int, int](), dict[tuple[int, bool], int]()
    first, last = SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1)
    columns = (places.SERVED_BASE, places.SERVED_STACK, places.SERVED_BY, places.SERVED_POINTS)
    for base, stack, command, points in zip(*[state.arrays[column][first:last] for column in columns], strict=True):
        if base < 0:
            break
        here, rank = base * air_bases.WIDE + stack, command * len(TRAININGS) + stack % len(TRAININGS)
        water = base < FIRST_DECK and air_bases.on_water(pieces, stack)
        of_rank, of_berth = ranks.setdefault(rank, len(ranks)), berths.setdefault((base, water), len(berths))
        found.append(Served((base, stack), points, here, of_rank, of_berth))
    in_rank, in_berth, of_key = (
        [list[int]() for _ in ranks],
        [list[int]() for _ in berths],
        dict[tuple[int, int], list[int]](),
    )
    of_base: dict[int, list[int]] = {}
    for place, row in enumerate(found):
        of_base.setdefault(row.key[0], []).append(place)
        in_rank[row.rank].append(place)
        in_berth[row.berth].append(place)
        of_key.setdefault(row.key, []).append(place)
    keys = [row.key for row in found]
    return InCommand(found, list(ranks), list(berths), keys, in_rank, in_berth, of_key, of_base)


@cached_by_fingerprint(
    depends_on(
        *(places.SERVED_BASE, places.SERVED_STACK, places.SERVED_BY, places.SERVED_POINTS),
        *(places.LEVEL, places.HURT, places.SHIP_AT, places.DECK_SHUT, places.DAMAGE, places.AIR),
        cells=[(places.NEW_BASE_AT, NEW_BASES)],
        also=air_bases.forces_by_hex,
    )
)
def room_of_berths(state: State, side: int) -> list[int]:
    """5.4 How many points may fly from each berth of ``in_service``."""
    return [air_bases.operating(state, base, water=water) for base, water in in_service(state, side).berths]


_rosters = [incremental(rostered) for _ in SIDES.ids]


@cached_by_fingerprint(POINTS_READ)
def roster(state: State, side: int) -> Mapping[tuple[int, int], Free]:
    """5.3, 5.4, 6.1, 6.11 By base and stack the points that may yet take a Role; in the order of their commands."""
    found = on_roster(state, side)
    keys = found.known.command.keys
    return {key: free for key, free in zip(keys, found.rows, strict=True) if free is not None}


@cached_by_fingerprint(POINTS_READ)
def on_roster(state: State, side: int) -> Rostered:
    """5.3, 5.4, 6.1, 6.11 Who may yet take a Role.

    A base lets so many fly as operate there, a command as its die allows; who struck or searches counts against both.
    """
    command = in_service(state, side)
    flown = taken(state, side)
    air, searching = array_bytes(state, places.AIR), array_bytes(state, places.SEARCHING)
    allowed = state.arrays[places.ALLOWED]
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
    found: Rostered = _rosters[side](OnDuty(command, lying, seeking, out, of_base, of_rank, flown.roles))
    return found


_free = tuple.__new__
"""Makes a tuple with names without the detour by names: there are many in a phase."""


@cached_by_fingerprint(SERVED_READ)
def served_at(state: State, side: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """5.3 By base the stacks that serve a command, each with how many points."""
    found: dict[int, dict[int, int]] = {}
    here = slice(SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1))
    columns = [state.arrays[column][here] for column in (places.SERVED_BASE, places.SERVED_STACK, places.SERVED_POINTS)]
    for base, stack, points in zip(*columns, strict=True):
        if base < 0:
            break
        found.setdefault(base, {})[stack] = points
    return {base: tuple(stacks.items()) for base, stacks in found.items()}


Points = Mapping[tuple[int, int], int]
"""Points by base and stack."""


def may_fly(state: State, side: int, base: int, stack: int, *, strike: bool) -> int:
    """5.3, 5.4, 6.1, 6.11 How many points of a stack may yet take a Role now: a Strike, or Search."""
    found = roster(state, side).get((base, stack), Free(0, 0))
    return found.strike if strike else found.search


def force_of(command: int) -> int:
    """The Task Force whose carriers a command is; -1 for headquarters and bases."""
    return command - OF_FORCE if OF_FORCE <= command < OF_BASE else -1


def phase_begins(state: State) -> None:
    """6.1, 6.6 A phase begins: what flew in the one before is remembered, what flew earlier forgotten.

    Points out for the turn (31.1) stay so until it ends; patrols and ready points have no say any more.
    """
    arrays = state.arrays
    for side in range(len(SIDES)):
        for flight in list(flying(state, side)):
            duty = arrays[places.FLIGHT_DUTY][flight]
            if duty == GROUNDED:
                continue
            if arrays[places.FLIGHT_OLD][flight] or duty not in FLEW:
                clear(state, flight)
                continue
            arrays[places.FLIGHT_OLD][flight] = 1
            arrays[places.FLIGHT_FOUGHT][flight] = 0
            arrays[places.FLIGHT_WAVE][flight] = -1


def turn_ends(state: State) -> None:
    """31.1, 5.9, 8.42 At the end of a Game-Turn points that were out may fly again; what flew and was found is past."""
    for side in range(len(SIDES)):
        for flight in list(flying(state, side)):
            if state.arrays[places.FLIGHT_DUTY][flight] == GROUNDED:
                clear(state, flight)
    for counted in (state.arrays[block] for block in COUNTED):
        counted[:] = array(counted.typecode, [0]) * len(counted)
    for base in range(len(state.arrays[places.TOLD_AIR])):
        state.arrays[places.TOLD_AIR][base] = -1
