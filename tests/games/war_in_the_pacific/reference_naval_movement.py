"""A reference implementation of naval movement (10.1 to 10.7, 9.3, 12.2): the distance of an impulse, and fuel.

It records plots and turns, reads the counters of a state and the waters of a second implementation; it uses no code of
the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SHIPS
from tests.games.war_in_the_pacific import reference_waters as waters
from tests.games.war_in_the_pacific.reference_entry import ENTRY
from tests.games.war_in_the_pacific.reference_entry import FUEL as FUELLED
from tests.games.war_in_the_pacific.reference_missions import A_PHASE, A_SPEED, AN_IMPULSE, ships
from tests.games.war_in_the_pacific.reference_screens import Sea
from tests.games.war_in_the_pacific.reference_sea import cost_of
from tests.games.war_in_the_pacific.reference_waters import Opened, Water

BURNT = (0, 5, 10, 15)
"""10.5 The fuel used in an Active Naval Phase by speed."""
OF_A_DUMMY = 3


@dataclass
class Course:
    """10.1 The orders of a force in the phase, and their results."""

    to: str = ""
    speed: int = 0
    left: int = 0
    used: int = 0
    """10.5 The highest speed at which the force sailed."""
    owes: int = 0
    """42.71, 37.1 The remaining cost of entry."""
    gate: str = ""
    filled: bool = False
    active: bool = False


def slowest(state: State, force: str) -> int:
    """9.3, 10.3, 10.5, 10.7 The speed of a force: that of its slowest ship, limited by damage and tanks.

    Three for a dummy (9.4).
    """
    sea, tanks = Sea(state), state.arrays[layout.FUEL]
    paid = [min(sea.speed(SHIPS.ids[ship]), max(tanks[ship] // A_SPEED, 1)) for ship in ships(state, force)]
    return min(paid, default=OF_A_DUMMY)


def water(state: State, force: str) -> Water | None:
    """3.21 The water of a force; None off the map."""
    number = FORCES.index[force]
    hex = state.cells[layout.FORCE_AT + number]
    if hex < 0:
        return None
    split = HEXES.ids[hex] in waters.PARTS
    return Water(HEXES.ids[hex], state.cells[layout.FORCE_WATER + number] + 1 if split else 0)


def owed(side: str, speed: int, *, filled: bool) -> int:
    """42.71, 37.1 The cost of entry: 25 or, fuelled in Japan, 45; from the lanes a third of the phase."""
    return ENTRY + FUELLED * filled if side == "japan" else AN_IMPULSE[speed]


class NavalMap:
    """The waters of a scenario for a side, with cached results."""

    def __init__(self, opened: Opened, *, leyte: bool) -> None:
        self.opened, self.leyte = opened, leyte
        self.known: dict[tuple[Water, int], dict[Water, int]] = {}

    def costs(self, start: Water, points: int) -> dict[Water, int]:
        """3.3 The cost of the waters within a number of points."""
        if (start, points) not in self.known:
            self.known[start, points] = waters.reach([start], points, self.opened, leyte=self.leyte)
        return self.known[start, points]

    def cost(self, starts: Iterable[Water], to: str) -> int:
        """3.3 The lowest cost to a hex; a large number if no phase reaches it."""
        each = [self.costs(start, A_PHASE[3]) for start in starts]
        return min([cost for found in each for there, cost in found.items() if there.at == to], default=10**6)

    def entered(self, one: str, other: str) -> int:
        """3.4, 45.61 The cost from a hex into the next."""
        return cost_of(other) + waters.MORE * (self.leyte and waters.ULITHI in (one, other))

    def along(self, start: Water, way: Sequence[str]) -> tuple[set[Water], int]:
        """3.21 The waters where a path may end, which are empty if no ship can take the path; and its cost."""
        here, spent, hex = {start}, 0, start.at
        for there in way:
            here = {
                water for each in here for water in waters.steps(each, self.opened) if water.at == waters.whole(there)
            }
            spent, hex = spent + self.entered(hex, there), there
        return here, spent

    def sails(self, start: Water, to: str, way: Sequence[str], left: int) -> str:
        """10.1, 10.31 The error in a force's movement toward a hex with these points; empty if there is none."""
        ends, spent = self.along(start, way)
        if not ends:
            return "no way"
        if spent > left:
            return f"{spent} points spent of {left}"
        whole = self.cost([start], to)
        if whole < 10**6 and spent + self.cost(ends, to) != whole:
            return f"not the cheapest: {spent} and {self.cost(ends, to)} of {whole}"
        end = way[-1] if way else start.at
        on = max((self.entered(end, each.at) for here in ends for each in waters.steps(here, self.opened)), default=99)
        return "" if end == to or on > left - spent else f"stopped with {left - spent} left"


def destinations(chart: NavalMap, start: Water, points: int) -> set[str]:
    """10.3 The other hexes within this number of points."""
    return {water.at for water in chart.costs(start, points)} - {start.at} if points >= 0 else set()


def speeds(chart: NavalMap, start: Water, to: str, most: int, owes: Sequence[int]) -> set[int]:
    """10.3 The speeds that bring a force to a hex in the phase."""
    found = range(1, most + 1)
    return {speed for speed in found if chart.cost([start], to) <= A_PHASE[speed] - owes[speed]}
