"""A reference implementation of flights: headquarters, availability, Roles, ranges, rest (5.2, 5.3, 6.1 to 6.6, 8.1).

It records the orders, reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    BASES,
    COMMANDS,
    FORCES,
    FULL,
    HEXES,
    IN_FORCE,
    SHIPS,
    STACKS,
    UNITS,
)
from tests.games.war_in_the_pacific.reference_cargo import PLACES, base_forces
from tests.games.war_in_the_pacific.reference_land import GROUND, by_id, table
from tests.games.war_in_the_pacific.reference_special_rules import units_on_map
from tests.games.war_in_the_pacific.reference_transfers import SIDES, Bases, Key, boat, plane, reach

SIZES = {name: int(row["air_points"]) for name, row in by_id("charts/hq.csv").items()}
SHARES = table("charts/availability.csv")
HQ_REACH, MAX_IN_WAVE = 12, 30
TRAINED_BEST = ("carrier", "trained", "untrained")
AGAINST = {
    "force": ("bomb", "torpedo", "strafing"),
    "ships": ("bomb", "strafing"),
    "airbase": ("bombardment", "strafing"),
    "ground": ("bombardment", "strafing"),
    "seacap": ("bombardment", "bomb", "torpedo"),
}
"""6.3 to 6.5, 20.14, 30.3 The Roles for each target; all other targets are bombarded."""
STRIKES = ("patrol", "escort", "strafing", "bombardment", "bomb", "torpedo", "kamikaze", "returning")


class Flight(NamedTuple):
    """Points in the air, or in the phase before."""

    key: Key
    duty: str
    points: int
    old: bool
    over: str


def flights(state: State, side: int) -> Iterator[Flight]:
    """5.2 The current and previous Roles of a side's points."""
    columns = (layout.FLIGHT_BASE, layout.FLIGHT_STACK, layout.FLIGHT_ROLE, layout.FLIGHT_POINTS)
    more = (layout.FLIGHT_OF_PHASE_BEFORE, layout.FLIGHT_OVER)
    for base, stack, duty, points, old, over in zip(*[state.arrays[each] for each in (*columns, *more)], strict=True):
        if base >= 0 and PLANE_SIDE[stack] == SIDES[side]:
            key = BASES.ids[base], STACKS.ids[stack]
            yield Flight(key, layout.DUTIES.ids[duty], points, bool(old), HEXES.ids[over] if over >= 0 else "")


PLANE_SIDE = [plane(stack)["side"] for stack in STACKS.ids]


class AirState:
    """5.3, 6.11 The services of each stack, the available points of each command, and the orders."""

    def __init__(self, state: State, side: int, *, diced: bool = True) -> None:
        self.side, bases = side, Bases(state, side)
        self.served, self.by = dict[Key, int](), dict[Key, str]()
        self.searched, self.launched = Counter[Key](), Counter[Key]()
        self.gone, self.carried = Counter[Key](), Counter[Key]()
        staffs = list(headquarters(state, side))
        left = {name: size for name, _, size in staffs}
        for key in sorted(bases.lying, key=lambda key: in_order(bases, key)):
            whom = self.command(bases, staffs, left, key)
            if whom:
                points = bases.lying[key] if whom not in left else min(bases.lying[key], left[whom])
                self.served[key], self.by[key] = points, whom
                if whom in left:
                    left[whom] -= points
        self.allowed = dict(self.shares(state)) if diced else {}

    def command(self, bases: Bases, staffs: list[tuple[str, str, int]], left: dict[str, int], key: Key) -> str:
        """5.3, 6.11 The nearest headquarters with room, or the larger of two equally near ones; for a carrier its Task
        Force, for a flying boat its base.
        """
        base, stack = key
        hex, training = bases.own[base], stack.rpartition("_")[2]
        if bases.deck(base):
            ship = bases.state.arrays[layout.SHIP_AT][SHIPS.index[base]] - IN_FORCE
            return FORCES.ids[ship] if 0 <= ship < len(FORCES) and hex and training == "carrier" else ""
        if not hex:
            return ""
        if boat(stack):
            return base
        able = [(cost, -size, name) for name, there, size in staffs if (cost := bases.cost(hex, there)) <= HQ_REACH]
        return next((name for _, _, name in sorted(able, key=by_number) if left[name]), "")

    def shares(self, state: State) -> Iterator[tuple[tuple[str, str], int]]:
        """6.11 For each command and training, the number of points that may fly, by its die.

        Unsupplied commands use the last column.
        """
        for whom in set(self.by.values()):
            die, number = state.arrays[layout.AVAILABLE][COMMANDS.index[whom]], UNITS.index.get(whom, -1)
            starved = number >= 0 and state.arrays[layout.UNSUPPLIED][number] > 0
            for training in TRAINED_BEST:
                points = sum(n for key, n in self.served.items() if self.is_of(key, whom, training))
                percent = int(SHARES[die - 1]["unsupplied" if starved else training])
                yield (whom, training), -(-points * percent // 100)

    def is_of(self, key: Key, whom: str, training: str) -> bool:
        """Whether a stack serves a command and has a given training."""
        return self.by.get(key) == whom and split(key) == training

    def rest(self, key: Key) -> int:
        """5.3 The served points of a stack without a Role in this Air Phase that are still there."""
        out = (book[key] for book in (self.searched, self.launched, self.gone, self.carried))
        return self.served.get(key, 0) - sum(out)


def split(key: Key) -> str:
    """5.11 The training of a stack."""
    return key[1].rpartition("_")[2]


def by_number(each: tuple[int, int, str]) -> tuple[int, int, int]:
    """Sorts equal headquarters by the number of the counter."""
    return each[0], each[1], UNITS.index[each[2]]


def in_order(bases: Bases, key: Key) -> tuple[int, int, int, int]:
    """The fixed, public order of points: by the hex of their base, the base, type, training."""
    base, stack = key
    kind, _, training = stack.rpartition("_")
    hex = HEXES.index[bases.own[base]] if bases.own[base] else -1
    return hex, BASES.index[base], KINDS.index(kind), TRAINED_BEST.index(training)


KINDS = list(by_id("aircraft.csv"))


def headquarters(state: State, side: int) -> Iterator[tuple[str, str, int]]:
    """5.3, 5.32, 28.1 The working headquarters: the counter, its hex, its capacity."""
    for name, (kind, hex) in units_on_map(state).items():
        works = not state.arrays[layout.IDLE_HEADQUARTERS][UNITS.index[name]]
        if works and name.startswith(SIDES[side]) and GROUND[kind]["kind"] == "air_hq":
            yield name, hex, SIZES[kind.rpartition("_")[2]]


class Air:
    """The possible actions of a side's points now, according to the record and the positions."""

    def __init__(self, state: State, book: AirState) -> None:
        self.state, self.book, self.side = state, book, book.side
        self.bases, self.flights = Bases(state, book.side), list(flights(state, book.side))

    def up(self, key: Key, *duties: str, old: bool = False) -> int:
        """5.2 The points of a stack with a Role, now or in the phase before: any, or some."""
        return sum(
            each.points
            for each in self.flights
            if each.key == key and each.old == old and (not duties or each.duty in duties)
        )

    def fair(self, base: str) -> bool:
        """8.6 Whether points can take off from a base."""
        return not self.bases.storm(self.bases.own[base])

    # -- 6.11 an Air Phase -------------------------------------------------------------------------------------

    def left(self, key: Key) -> int:
        """5.3, 5.4, 6.11 The remaining points of a stack that headquarters, base and die allow to fly."""
        book, (base, stack) = self.book, key
        if key not in book.served:
            return 0
        whom, training, water = book.by[key], split(key), boat(stack)
        out = Counter(book.searched)
        out.update(book.launched)
        by_die = book.allowed[whom, training] - sum(n for k, n in out.items() if book.is_of(k, whom, training))
        here = {k: n for k, n in out.items() if k[0] == base and (self.bases.deck(base) or boat(k[1]) == water)}
        by_base = self.bases.flies(base, water=water and not self.bases.deck(base)) - sum(here.values())
        return min(book.rest(key), by_die, by_base)

    def free(self, key: Key, *, strike: bool) -> int:
        """6.1, 6.11 The points of a stack that may search or strike now; strikers of the previous phase may search."""
        searched, struck = self.book.searched[key], self.up(key, old=True)
        spent = max(struck, searched) if strike else searched
        return max(min(self.left(key), self.bases.lying.get(key, 0) - self.up(key) - spent), 0)

    def search(self) -> dict[Key, int]:
        """8.1 The points that may search: with a rating, or bombers and torpedo planes aboard."""
        found = {}
        for key in self.bases.lying:
            row, aboard = plane(key[1]), self.bases.deck(key[0])
            rated = int(row["search"]) or (aboard and row["carrier_capable"] == "yes" and has(key, "bomb", "torpedo"))
            if rated and self.fair(key[0]) and (most := self.free(key, strike=False)):
                found[key] = most
        return found

    def patrol(self, key: Key) -> frozenset[str]:
        """6.2 The hexes that fighters may patrol: their base's, and friendly named ones within half range."""
        base, stack = key
        start, half = self.bases.own[base], reach(stack, "range_mp") // 2
        control = self.state.arrays[layout.CONTROL]
        named = {hex for hex in PLACES if control[NUMBER[hex]] == self.side and not self.bases.far(start, hex, half)}
        over = named | (set() if self.bases.deck(base) else {start})
        return frozenset(hex for hex in over if not self.bases.storm(hex))

    def fleets(self, key: Key) -> frozenset[str]:
        """6.2 The Task Forces of the side that fighters may patrol over."""
        base, stack = key
        start, half = self.bases.own[base], reach(stack, "range_mp") // 2
        found = set()
        for force in self.bases.sky.at:
            hex = HEXES.ids[self.state.cells[layout.FORCE_AT + FORCES.index[force]]]
            own = force.startswith(SIDES[self.side]) and self.bases.sky.ships.get(force)
            if own and not self.bases.far(start, hex, half) and not self.bases.storm(hex):
                found.add(force)
        return frozenset(found)

    def patrols(self) -> dict[Key, int]:
        """6.2 The fighters that may patrol in this Air Phase."""
        able = [key for key in self.bases.lying if has(key, "fighter") and self.fair(key[0])]
        return {key: most for key in able if (most := self.free(key, strike=True))}

    def senders(self, hex: str, target: str, altitude: str, escorts: bool) -> dict[tuple[str, str, str], int]:
        """5.2, 6.1, 6.12, 31.1 The points that may join a wave at a hex, with their Role and number."""
        found = {}
        roles = (*AGAINST.get(target, ("bombardment",)), *(("fighter",) if escorts else ()))
        roles = (*roles, "torpedo") if target == "ships" and self.unguarded(hex) else roles
        for key in self.bases.lying:
            most = self.free(key, strike=True) if self.fair(key[0]) else 0
            if not most or self.bases.far(self.bases.own[key[0]], hex, reach(key[1], "extended_mp")):
                continue
            for role in roles:
                high = plane(key[1])["altitude"] == "H"
                banned = role == "bombardment" and altitude == ("low" if high else "high")
                if has(key, role) and not banned:
                    found[(*key, "escort" if role == "fighter" else role)] = most
        return found

    def special(self, hex: str, *, escorts: bool) -> dict[tuple[str, str, str], int]:
        """6.6, 6.61, 6.12 The ready points that join a Special Strike against a force, with their Role and number."""
        found = {}
        roles = (*AGAINST["force"], *(("fighter",) if escorts else ()))
        for key in self.bases.lying:
            most = self.up(key, "ready") if self.fair(key[0]) else 0
            if most and not self.bases.far(self.bases.own[key[0]], hex, reach(key[1], "extended_mp")):
                for role in [role for role in roles if has(key, role)]:
                    found[(*key, "escort" if role == "fighter" else role)] = most
        return found

    def unguarded(self, hex: str) -> bool:
        """20.14, 14.2, 8.41 Whether a hex is an anchorage without a fully deployed Base Force.

        The same is true for a harbour that has no room for ships, or room for fewer than the capital ships or carriers
        that were counted there.
        """
        full = [UNITS.ids[unit] for unit, how in enumerate(self.state.arrays[layout.DEPLOYED]) if how == FULL]
        there = units_on_map(self.state)
        guarded = any(there.get(unit, ("", ""))[1] == hex for unit in full)
        if PLACES[hex]["port"] == "anchorage" and not guarded:
            return True
        base, forces = BASES.index[hex], base_forces(self.state, 1 - self.side, hex)
        room = max(int(PLACES[hex]["naval"]) + 8 * forces - self.state.arrays[layout.PORT_HURT][base], 0)
        if self.state.arrays[layout.PORT_TAKEN][base]:
            room = -(-room // 2)
        seen = [self.state.arrays[block][base] for block in (layout.CAPITAL_IN_PORT, layout.CARRIERS_IN_PORT)]
        return forces < 5 and room < max(*seen, 1)

    # -- 6.6, 6.20 a Naval Phase -------------------------------------------------------------------------------

    def by_base(self, key: Key) -> int:
        """5.4 The remaining points that may be ready or patrol at a base."""
        base, water = key[0], boat(key[1])
        same = [k for k in self.bases.lying if k[0] == base and (self.bases.deck(base) or boat(k[1]) == water)]
        out = sum(self.up(k, "ready", "patrol") for k in same)
        return self.bases.flies(base, water=water and not self.bases.deck(base)) - out

    def ready(self, key: Key) -> int:
        """6.6 The points of a stack that did not fly in the Air Phase before, and may be made ready."""
        book, patrols = self.book, self.up(key, "patrol")
        idle = self.bases.lying.get(key, 0) - self.up(key, *STRIKES, old=True) - self.up(key) + patrols
        flew = book.searched[key] + self.up(key, "transport", "transfer", old=True)
        served = book.served.get(key, 0) - book.launched[key] - book.gone[key] - self.up(key, "ready")
        served -= max(patrols, book.searched[key] + book.carried[key])
        return max(min(idle - max(patrols, flew), served, self.by_base(key)), 0)

    def readied(self) -> dict[Key, int]:
        """6.6 The points that may be made ready: ship attackers, and escorts."""
        able = [key for key in self.bases.lying if has(key, "fighter", "bomb", "torpedo") and self.fair(key[0])]
        return {key: most for key in able if (most := self.ready(key))}

    def guards(self) -> dict[Key, int]:
        """6.20 The fighters that made no Strike in the Air Phase before, and may patrol in the Naval Phase."""
        found, book = dict[Key, int](), self.book
        for key in self.bases.lying:
            if has(key, "fighter") and self.fair(key[0]):
                idle = self.bases.lying[key] - self.up(key, *STRIKES, old=True) - self.up(key)
                out = book.launched[key] + book.gone[key] + self.up(key, "ready", "patrol")
                most = min(idle, book.served.get(key, 0) - out, self.by_base(key))
                if most > 0:
                    found[key] = most
        return found

    # -- 5.5, 5.6 ----------------------------------------------------------------------------------------------

    def movers(self) -> dict[Key, int]:
        """5.5 The points that may transfer: those that are served and have no Role, and all aboard ships and in
        boxes.
        """
        found = {}
        for key, points in self.bases.lying.items():
            free = points - self.book.searched[key] - self.up(key)
            ashore = not self.bases.deck(key[0]) and self.bases.own[key[0]]
            most = min(free, self.book.rest(key)) if ashore else free
            if most > 0:
                found[key] = most
        return found

    def landed(self) -> dict[tuple[str, str, str], int]:
        """5.6 The alternative bases of points that struck in this phase, and their number."""
        found = Counter[tuple[str, str, str]]()
        for each in self.flights:
            if each.duty == "returning" and not each.old and each.over:
                for to in self.bases.homes(each.over, each.key[1]):
                    if to != each.key[0]:
                        found[(*each.key, to)] += each.points
        return {goal: min(points, self.bases.room(goal[2], goal[1])) for goal, points in found.items()}


def has(key: Key, *roles: str) -> bool:
    """5.2 Whether a stack is rated for any of the given Roles."""
    return not set(roles).isdisjoint(plane(key[1])["roles"].split("|"))
