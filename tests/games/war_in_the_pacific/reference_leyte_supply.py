"""A reference implementation of supply at Leyte: Lines by Seacap, payments, surrender (25.0, 24.8).

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASES, STACKS
from tests.games.war_in_the_pacific.reference_burma import touched, whole
from tests.games.war_in_the_pacific.reference_cargo import PLACES
from tests.games.war_in_the_pacific.reference_land import LAND, Land, Unit, read
from tests.games.war_in_the_pacific.reference_ports import CYCLE, FOR_POINTS, MULTIPLES, SIXTHS, needs
from tests.games.war_in_the_pacific.reference_rails import SEA, Lift, hexes_of
from tests.games.war_in_the_pacific.reference_sorties import AirState, headquarters
from tests.games.war_in_the_pacific.reference_supply_costs import cost

SIDES = ("japan", "allies")
ISLANDS = ("philippines", "formosa")
"""30.1 The areas of Leyte that have Seacap."""
BY_SEA, CUT_OFF, GIVES_UP, BELOW_HALF = 8, 4, 5, 4
"""30.3 The hexes from port to port.

24.8 the number of Segments without supply, and the lowest die with which a stack surrenders.
"""


def by_hex(stores: tuple[str, int]) -> int:
    """25.3 The order of the hexes on the map, in which they are paid for."""
    return NUMBER[stores[0]]


@dataclass
class Account:
    """25.3 The stores of a side at the start of its part of the Segment, and its payments."""

    state: State
    side: int
    lift: Lift
    fought: set[str]
    paid_in_cycle: set[str]
    by_sea: set[str]
    """25.1 The areas that have paid their point for Lines in this Game-Turn."""
    built: frozenset[str] = frozenset()
    """26.1 Anchorages that have become ports."""
    done: set[str] = field(default_factory=set)
    """Hexes and headquarters that have been paid for."""

    def __post_init__(self) -> None:
        self.land: Land = read(self.state)
        self.mine = SIDES[self.side]
        self.left = {
            hex: n
            for hex, n in sorted(self.land.supply.items(), key=by_hex)
            if n and self.land.holder(hex) == self.mine
        }
        joined = {name: self.joins(name) for name in ISLANDS}
        self.able = {name for name, pairs in joined.items() if pairs}
        """25.1 The areas with Lines of the side by sea."""
        self.dry = {hex: touched(self.land, self.mine, [hex]) for hex in self.left}
        ways = [pair for pairs in joined.values() for pair in pairs]
        self.reached = {hex: touched(self.land, self.mine, [hex], ways) for hex in self.left}
        self.by_one = {
            (hex, name): touched(self.land, self.mine, [hex], pairs)
            for name, pairs in joined.items()
            for hex in self.left
        }

    def joins(self, name: str) -> list[tuple[str, str]]:
        """25.1, 30.3 Ports and Base Forces of an area within eight hexes, if a point pays or has paid for the Line."""
        if name not in self.by_sea and self.lift.points(SEA, name) < 1:
            return []
        coasts = [hex for hex in hexes_of(name, "BC") if LAND[hex]["kind"] not in ("land", "sea")]
        ports = [hex for hex in coasts if self.land.holder(hex) == self.mine and self.is_port(hex)]
        return [
            (one, other)
            for one in ports
            for other in ports
            if one != other and GRID.distance(NUMBER[one], NUMBER[other]) <= BY_SEA
        ]

    def is_port(self, hex: str) -> bool:
        """25.1, 26.1 A port, printed or built, or a Base Force."""
        printed = hex in PLACES and PLACES[hex]["port"] in ("minor", "major")
        return printed or hex in self.built or any(unit.role == "base_force" for unit in self.land.at(hex, self.mine))

    # -- costs -----------------------------------------------------------------------------------------

    def dues(self) -> dict[str, int]:
        """25.3, 16.7 By hex the cost of its units, double for attackers, 0 for landed units."""
        found = {}
        for hex in sorted(self.land.here, key=NUMBER.__getitem__):
            units = [unit for unit in self.land.at(hex, self.mine) if needs(unit)]
            due = -(-sum(cost(unit) * (2 if unit.name in self.fought else 1) for unit in units) // SIXTHS)
            if units and hex not in self.done:
                found[hex] = due
        return found

    def staff_dues(self) -> dict[str, tuple[str, int]]:
        """28.2 The hex and the cost of each headquarters.

        It pays per ten points that flew, or, if idle, once at the end of the Cycle.
        """
        book, found = AirState(self.state, self.side, diced=False), {}
        last = self.state.cells[layout.TURN] % CYCLE == CYCLE - 1
        for name, hex, _ in headquarters(self.state, self.side):
            flew = sum(min(points, self.flown(key)) for key, points in book.served.items() if book.by[key] == name)
            tens = -(-flew // FOR_POINTS) or int(last and name not in self.paid_in_cycle)
            due = MULTIPLES[self.land.units[name].kind.rpartition("_")[2]] * tens
            if name not in self.done:
                found[name] = hex, due
        return found

    def flown(self, key: tuple[str, str]) -> int:
        """5.9 The number of points of a stack that flew in the Game-Turn."""
        place = BASES.index[key[0]] * len(STACKS) + STACKS.index[key[1]]
        return int(self.state.arrays[layout.FLOWN][place])

    # -- payments --------------------------------------------------------------------------------------

    def source(self, hex: str, due: int) -> str:
        """25.3 The richest connected source, if it holds enough; the first if several are equal."""
        near = [each for each in self.left if hex in self.reached[each]]
        richest = max(near, key=lambda each: self.left[each], default="")
        return richest if richest and self.left[richest] >= due else ""

    def pay(self, who: str, hex: str, due: int) -> bool:
        """25.3, 25.1 A hex or a headquarters is paid for in full, or not at all.

        A Line by sea costs one point per turn.
        """
        source = self.source(hex, due)
        if not source:
            return False
        self.left[source] -= due
        self.done.add(who)
        if hex not in self.dry[source]:
            areas = [name for name in ISLANDS if hex in self.by_one[source, name]] or list(ISLANDS)
            self.by_sea |= {*areas}
        return True

    def payable(self) -> tuple[set[str], set[str]]:
        """25.3, 28.2 The hexes and headquarters that can be paid for now."""
        staffs = {name for name, (hex, due) in self.staff_dues().items() if due and self.source(hex, due)}
        return {hex for hex, due in self.dues().items() if self.source(hex, due)}, staffs

    def short(self) -> bool:
        """25.3 Whether some hex that could be paid for now is unsupplied in its turn."""
        left, able, found = dict(self.left), self.payable()[0], False
        for hex, due in self.dues().items():
            source = self.source(hex, due)
            if source:
                self.left[source] -= due
            found = found or (not source and hex in able)
        self.left = left
        return found

    def settle(self) -> set[str]:
        """25.3, 28.2 Pays for the others in order, headquarters last; returns the unsupplied units."""
        lacking = set()
        for hex, due in self.dues().items():
            if not self.pay(hex, hex, due):
                lacking |= {unit.name for unit in self.land.at(hex, self.mine) if needs(unit)}
        for name, (hex, due) in self.staff_dues().items():
            if due and not self.pay(name, hex, due):
                lacking.add(name)
        return lacking

    # -- 24.8 ------------------------------------------------------------------------------------------

    def gives_up(self) -> Iterator[tuple[str, int]]:
        """24.8 The hexes of isolated stacks, and the lowest die with which each surrenders."""
        touch = set[str]().union(*self.reached.values())
        for hex in sorted(self.land.here, key=NUMBER.__getitem__):
            units: list[Unit] = self.land.at(hex, self.mine)
            if hex not in touch and any(unit.unsupplied >= CUT_OFF for unit in units):
                half = 2 * sum(unit.strength - unit.carried for unit in units) < sum(whole(unit) for unit in units)
                yield hex, BELOW_HALF if half else GIVES_UP
