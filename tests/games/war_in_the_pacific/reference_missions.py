"""A reference implementation of the Missions (10.1, 10.4, 10.41, 39.8): who may plot, sail and turn.

It reads the ships from their file, the counters of a state and the waters of a second implementation; it uses no code
of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, FORCES_A_SIDE, HEXES, IN_FORCE, SHIPS
from tests.games.war_in_the_pacific import reference_waters as waters
from tests.games.war_in_the_pacific.reference_deployment import spot
from tests.games.war_in_the_pacific.reference_screens import Sea
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP
from tests.games.war_in_the_pacific.reference_waters import Opened, Water

AUXILIARIES = {"APB", "MS", "SF"}
CARRIERS = {"CV", "CVL", "CVE"}
GUNS, LIFT, ESCORTS = {"BB", "BC", "CA", "CL", "DD"}, {"APB", "MS", "SF", "DD"}, {"DD", "DE", "CD", "CL"}
A_PHASE, AN_IMPULSE = (0, 60, 90, 120), (0, 20, 30, 40)
"""10.3 The Movement Points of each Speed Class."""
LAST_LEVEL = 4
"""12.2 The level at which a ship leaves its Mission."""
A_SPEED = 5
"""10.5 The extra fuel for each speed compared with the next lower one; no ship uses more fuel than it has."""


def types(state: State, force: str) -> set[str]:
    """2.4 The types of ship in a force."""
    return {SHIP[ROW[SHIPS.ids[ship]]]["type"] for ship in ships(state, force)}


def ships(state: State, force: str) -> list[int]:
    """9.1 The ships of a force."""
    lie = IN_FORCE + FORCES.index[force]
    return [ship for ship, position in enumerate(state.arrays[layout.SHIP_AT]) if position == lie]


def laden(state: State, force: str) -> bool:
    """10.1 Whether ground units are aboard."""
    aboard = {ABOARD + ship for ship in ships(state, force)}
    return any(position in aboard for position in state.arrays[layout.UNIT_AT])


def missions(state: State, force: str) -> set[str]:
    """10.1 The Missions that a force may plot; no Raid, since there are no pipelines (45.65).

    A dummy may name any (9.4).

    12.2 A ship at D4 has left its Mission.
    """
    there = types(state, force)
    if not there:
        return set(layout.MISSIONS.ids) - {"raid"}
    if any(state.arrays[layout.DAMAGE][ship] == LAST_LEVEL for ship in ships(state, force)):
        return {"transit"}
    fit = {
        "patrol": not there & AUXILIARIES,
        "reaction": not there & AUXILIARIES,
        "air_strike": bool(there & CARRIERS),
        "bombardment": there <= GUNS,
        "assault": bool(there & LIFT) and laden(state, force),
        "transport": bool(there & LIFT),
        "escort": there <= ESCORTS,
    }
    return {"transit", *[mission for mission, may in fit.items() if may]}


def mission_of(state: State, force: str) -> str:
    """10.1 The Mission of a force; empty before it is plotted."""
    number = state.cells[layout.FORCE_MISSION + FORCES.index[force]]
    return layout.MISSIONS.ids[number] if number >= 0 else ""


def distance(one: str, other: str) -> int:
    """3.1 The distance between two hexes: an even column is half a hex lower."""
    (q1, r1), (q2, r2) = [(col, row - (col + (col & 1)) // 2) for col, row in (spot(one), spot(other))]
    dq, dr = q2 - q1, r2 - r1
    return max(abs(dq), abs(dr), abs(dq + dr))


def forces_of_side(side: int) -> Iterator[str]:
    """The numbers of a side's forces."""
    return iter(FORCES.ids[FORCES_A_SIDE * side : FORCES_A_SIDE * (side + 1)])


class Fleet(NamedTuple):
    """The forces of a side on the map, in an impulse counted from 0."""

    state: State
    side: int
    impulse: int
    opened: Opened
    leyte: bool
    known: dict[tuple[int, Water, int], set[str]]

    def hex_of(self, force: str) -> str:
        """The place of a force; empty off the map."""
        number = self.state.cells[layout.FORCE_AT + FORCES.index[force]]
        return HEXES.ids[number] if number >= 0 else ""

    def value_of(self, block: int, force: str) -> int:
        """A figure of a force."""
        return self.state.cells[block + FORCES.index[force]]

    def sailing(self) -> list[str]:
        """The forces with ships on the map that are neither entering nor leaving (42.71, 37.1)."""
        found = [force for force in forces_of_side(self.side) if self.hex_of(force) and ships(self.state, force)]
        return [f for f in found if self.value_of(layout.FORCE_GATE, f) < 0 and self.value_of(layout.FORCE_LANE, f) < 0]

    def may_alter(self) -> set[str]:
        """39.8 The forces that have not tried anything in this impulse."""
        return {force for force in self.sailing() if not self.value_of(layout.FORCE_TRIED, force)}

    def contacts(self) -> dict[str, str]:
        """8.5 The enemy forces in contact, each where it was reported."""
        cells, found = self.state.cells, {}
        for force in forces_of_side(1 - self.side):
            number = FORCES.index[force]
            hex = cells[layout.CONTACT_AT + number]
            if cells[layout.IN_CONTACT] >> number & 1 and hex >= 0:
                found[force] = HEXES.ids[hex]
        return found

    def points(self, force: str) -> int:
        """10.31, 10.4 The remaining points of a force in the phase at its best speed."""
        sea, tanks = Sea(self.state), self.state.arrays[layout.FUEL]
        paid = [(sea.speed(SHIPS.ids[ship]), max(tanks[ship] // A_SPEED, 1)) for ship in ships(self.state, force)]
        speed = min(min(each) for each in paid)
        saved = self.value_of(layout.FORCE_LEFT, force)
        if not self.value_of(layout.FORCE_SPEED, force):
            saved = AN_IMPULSE[speed] * self.impulse
        return min(saved + AN_IMPULSE[speed] * (3 - self.impulse), A_PHASE[speed])

    def reach(self, force: str) -> set[str]:
        """10.4 The other hexes that a force can still reach in the phase."""
        hex = self.hex_of(force)
        part = self.value_of(layout.FORCE_WATER, force) + 1 if hex in waters.PARTS else 0
        start = Water(hex, part)
        key = self.side, start, self.points(force)
        if key not in self.known:
            found = waters.reach([start], key[2], self.opened, leyte=self.leyte)
            self.known[key] = {water.at for water in found if water != start}
        return self.known[key]

    def reacts(self) -> dict[str, set[str]]:
        """10.4, 10.1 Forces on Patrol toward contacts within four hexes, on Reaction toward any within reach."""
        found = {}
        for force in self.may_alter():
            mission = mission_of(self.state, force)
            if mission in ("patrol", "reaction") and self.contacts():
                reach, hex = self.reach(force), self.hex_of(force)
                near = {c for c, there in self.contacts().items() if mission == "reaction" or distance(hex, there) <= 4}
                near = {contact for contact in near if self.contacts()[contact] in reach}
                if near:
                    found[force] = near
        return found

    def shifts(self) -> dict[str, set[str]]:
        """10.41 Carrier forces on Air Strike, once per phase, if a hex that they can reach is nearer or farther."""
        found = {}
        for force in self.may_alter():
            if (
                mission_of(self.state, force) != "air_strike"
                or self.value_of(layout.FORCE_SHIFTED, force)
                or not self.contacts()
            ):
                continue
            reach, hex = self.reach(force), self.hex_of(force)
            apart = {c: distance(hex, there) for c, there in self.contacts().items()}
            some = {c for c, there in self.contacts().items() if any(distance(to, there) != apart[c] for to in reach)}
            if some:
                found[force] = some
        return found


def may_sail_to(mission: str, hex: str, to: Iterable[str]) -> bool:
    """10.1 Whether a Mission allows a voyage to these hexes: a Patrol of at most three hexes, no Reaction."""
    return mission != "reaction" and all(mission != "patrol" or distance(hex, there) <= 3 for there in to)
