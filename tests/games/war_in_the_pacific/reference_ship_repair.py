"""A reference implementation of a Game-Turn of repair, and of fuel: 14.1 to 14.6, 18.1 to 18.4, 18.7, 10.5, 10.6.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BOXES, FORCES, HEXES, IN_BOX, IN_FORCE, SHIPS
from tests.games.war_in_the_pacific.reference_cargo import (
    HOME,
    PLACES,
    SIDES,
    base_forces,
    capacity,
    harbour,
    owns,
    place_of,
)
from tests.games.war_in_the_pacific.reference_deployment import country
from tests.games.war_in_the_pacific.reference_land import LAND, by_id
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP, up
from tests.games.war_in_the_pacific.reference_search import SearchState
from tests.games.war_in_the_pacific.reference_shore import level_left, weeks
from tests.games.war_in_the_pacific.reference_waters import PARTS, PORT_IN

YARDS = by_id("charts/repair_resources.csv")
NAMED = {IDS[NUMBER[hex]]: name for name, row in YARDS.items() for hex in row["places"].split("|") if hex}
BOTTOMED, SUNK_FOR_GOOD, HASTENED = 5, 6, 2
RAISES, BY_EFFORT, TIRED, A_FLEET_BASE = 4, 8, 10, 5
"""18.7, 18.32, 18.4, 27.3 Figures of these clauses."""
FILLS = {
    kind: int(row["supply_points"])
    for row in by_id("charts/fuel_cost.csv").values()
    for kind in row["ships"].split("|")
}
FREE = ("U.S.", "Hawaii", "Alaska", "India", "Australia")
"""10.5 The Allied countries whose major ports refuel without cost."""
KEPT = (
    *(layout.DAMAGE, layout.REPAIR_LEFT, layout.REPAIR_WHOLE, layout.REPAIR_LEVEL, layout.MAXIMUM_EFFORT, layout.TIRED),
    *(layout.REFITTING, layout.SLOWED, layout.FIRE_CONTROL, layout.DECK_SHUT, layout.FUEL, layout.SUPPLY, layout.CARGO),
)


class Yard(NamedTuple):
    """18.3 The repairs of a port: the number of ships, the maximum level, and Maximum Effort."""

    ships: int
    worst: int
    effort: bool


def yard(state: State, side: int, hex: str) -> Yard | None:
    """18.3, 14.6, 27.3 The repair capacity of a port: named ones, Japan's major ones, other major and minor ones."""
    name = NAMED.get(hex)
    if name is None and harbour(hex) == "major":
        name = "home" if LAND[hex]["region"] in HOME else "major"
    if name is None and (
        harbour(hex) == "minor" or (harbour(hex) == "anchorage" and base_forces(state, side, hex) >= 5)
    ):
        name = "minor"
    row = YARDS[name] if name else None
    return Yard(int(row["ships"]), int(row["worst"]), row["maximum_effort"] == "yes") if row else None


def water_fits(state: State, hex: str, force: int) -> bool:
    """3.21 Whether a force is in the water of a split hex that has its port."""
    return hex not in PARTS or state.cells[layout.FORCE_WATER + force] + 1 == (PORT_IN[hex] or 1)


def in_port(state: State, side: int, hex: str) -> list[int]:
    """14.2 The ships of a side in a port of its own, in the order of their list."""
    return [ship for ship, here in lying(state, side) if here == hex and owns(state, side, hex)]


def lying(state: State, side: int) -> Iterator[tuple[int, str]]:
    """The ships of a side at named hexes, single, or in a force in the port's water."""
    for ship, name in enumerate(SHIPS.ids):
        afloat = 0 <= state.arrays[layout.SHIP_AT][ship] < IN_FORCE + len(FORCES)
        if SHIP[ROW[name]]["side"] != SIDES[side] or not afloat:
            continue
        here = place_of(state, ship)
        if here is not None and here.at in PLACES and (here.force < 0 or water_fits(state, here.at, here.force)):
            yield ship, here.at


def with_ships(state: State, side: int) -> list[str]:
    """The named hexes with ships of a side, in the order of the hexes."""
    return sorted({hex for _, hex in lying(state, side)}, key=HEXES.index.__getitem__)


def inside(state: State, side: int, hex: str) -> list[int]:
    """14.2, 14.4, 14.5, 27.3 The ships with room: less by damage, half after capture, more by Base Forces."""
    forces, base = base_forces(state, side, hex), BASE_AT[NUMBER[hex]]
    room = int(PLACES[hex]["naval"]) + 8 * forces - state.arrays[layout.PORT_HURT][base]
    room = max(room, 0)
    if state.arrays[layout.PORT_TAKEN][base]:
        room = up(room, 2)
    return in_port(state, side, hex)[: None if forces >= 5 else room]


def sheltered(state: State, ship: int) -> bool:
    """20.14, 14.2 Whether torpedoes cannot reach a ship: in a port, or an anchorage with a Base Force."""
    side = SIDES.index(SHIP[ROW[SHIPS.ids[ship]]]["side"])
    hex = next((hex for each, hex in lying(state, side) if each == ship and owns(state, side, hex)), "")
    if not hex or ship not in inside(state, side, hex):
        return False
    return harbour(hex) in ("major", "minor") or base_forces(state, side, hex) > 0


def hasty(state: State, side: int, hex: str) -> list[int]:
    """18.3 The ships in a port under Maximum Effort."""
    return [ship for ship in in_port(state, side, hex) if state.arrays[layout.MAXIMUM_EFFORT][ship]]


def may_hasten(state: State, side: int) -> set[int]:
    """18.31 Single ships of D1 or D2 in marked ports without a Maximum Effort, with room for them."""
    found = set()
    for hex in with_ships(state, side):
        here = yard(state, side, hex)
        if here is not None and here.effort and not hasty(state, side, hex):
            found |= {
                ship
                for ship in inside(state, side, hex)
                if 1 <= state.arrays[layout.DAMAGE][ship] <= HASTENED
                and state.arrays[layout.SHIP_AT][ship] == NUMBER[hex]
            }
    return found


def sent_on(state: State, ship: int) -> bool:
    """18.7 Whether a capital ship has been raised and floats.

    Its repair is finished in Japan's major ports or at the West Coast.
    """
    raised = state.arrays[layout.REPAIR_LEVEL][ship] == BOTTOMED > state.arrays[layout.DAMAGE][ship]
    return raised and SHIP[ROW[SHIPS.ids[ship]]]["type"] in ("CV", "BB", "BC", "XCV")


class Turn:
    """18.0 A Game-Turn of repair, with its dice in order."""

    def __init__(self, state: State, dice: list[int]) -> None:
        self.state, self.dice = state, dice
        self.has = {block: list(state.arrays[block]) for block in KEPT}

    def goes_by(self) -> dict[int, list[int]]:
        """18.1, 18.4 Japan's ports, then the Allies' in hex order, then the West Coast; last, fatigued ships refit."""
        for side in range(2):
            for hex in with_ships(self.state, side):
                for ship in self.repaired(side, hex):
                    self.repair(ship)
        for ship in self.at_the_west_coast():
            self.repair(ship)
        self.refit()
        return self.has

    def repaired(self, side: int, hex: str) -> list[int]:
        """18.3, 18.33, 18.7 The most heavily damaged ships come first, within the capacity and level.

        With Maximum Effort, only one ship is repaired.
        """
        here = yard(self.state, side, hex)
        if here is None:
            return []
        if hurry := hasty(self.state, side, hex):
            return hurry
        level = self.state.arrays[layout.DAMAGE]
        able = [
            ship
            for ship in inside(self.state, side, hex)
            if 0 < level[ship] <= min(here.worst, 4) or (level[ship] == BOTTOMED and here.worst >= RAISES)
            if not sent_on(self.state, ship) or (harbour(hex) == "major" and LAND[hex]["region"] in HOME)
        ]
        return sorted(able, key=lambda ship: (-level[ship], ship))[: here.ships]

    def at_the_west_coast(self) -> list[int]:
        """18.3 All damaged ships in the box, single or in a force, the most heavily damaged ones first."""
        box, cells = BOXES.index["west_coast_usa"], self.state.cells
        forces = [IN_FORCE + force for force in range(len(FORCES)) if cells[layout.FORCE_BOX + force] == box]
        positions, level = self.state.arrays[layout.SHIP_AT], self.state.arrays[layout.DAMAGE]
        there = [ship for ship in range(len(SHIPS)) if positions[ship] in (IN_BOX + box, *forces)]
        return sorted([ship for ship in there if 0 < level[ship] < BOTTOMED], key=lambda ship: (-level[ship], ship))

    def repair(self, ship: int) -> None:
        """18.1, 18.2, 18.32 The repair of a ship begins with a die roll.

        Each Game-Turn counts as one, or as eight with Maximum Effort.
        """
        has = self.has
        if not has[layout.REPAIR_LEFT][ship]:
            level = has[layout.DAMAGE][ship]
            has[layout.REPAIR_LEFT][ship] = has[layout.REPAIR_WHOLE][ship] = weeks(level, self.dice.pop(0))
            has[layout.REPAIR_LEVEL][ship] = level
        left = max(has[layout.REPAIR_LEFT][ship] - (BY_EFFORT if has[layout.MAXIMUM_EFFORT][ship] else 1), 0)
        has[layout.REPAIR_LEFT][ship] = left
        has[layout.DAMAGE][ship] = level_left(has[layout.REPAIR_LEVEL][ship], has[layout.REPAIR_WHOLE][ship], left)
        if not left:
            for block in (
                *(layout.REPAIR_WHOLE, layout.REPAIR_LEVEL, layout.MAXIMUM_EFFORT),
                *(layout.SLOWED, layout.FIRE_CONTROL, layout.DECK_SHUT),
            ):
                has[block][ship] = 0

    def refit(self) -> None:
        """18.4, 18.33 Tired ships refit in a major port with room for them and without Maximum Effort.

        This is at the end of two Game-Turns.
        """
        after = self.has
        berthed = {
            ship
            for side in range(2)
            for hex in with_ships(self.state, side)
            if harbour(hex) == "major"
            and not any(after[layout.MAXIMUM_EFFORT][s] for s in in_port(self.state, side, hex))
            for ship in inside(self.state, side, hex)
        }
        for ship in range(len(SHIPS)):
            due = after[layout.TIRED][ship] > TIRED and ship in berthed
            if due and after[layout.REFITTING][ship]:
                after[layout.TIRED][ship] = after[layout.REFITTING][ship] = 0
            else:
                after[layout.REFITTING][ship] = int(due)


class Tanks:
    """10.5, 10.6 The tanks after a phase: from stores or, where every port supplies, by Cargo Capacity."""

    def __init__(self, state: State, leyte: bool, stores_alone: bool = False) -> None:
        self.state, self.leyte, self.stores_alone, self.sky = state, leyte, stores_alone, SearchState(state)
        self.has = {block: list(state.arrays[block]) for block in KEPT}

    def filled(self) -> dict[int, list[int]]:
        """10.6 Ships refuel first at sea, force by force; 10.5 then in port, ship by ship."""
        for force in range(len(FORCES)):
            self.at_sea(force)
        for side in range(2):
            for hex in with_ships(self.state, side):
                self.in_port(side, hex)
        return self.has

    def at_sea(self, force: int) -> None:
        """10.6 Ships refuel from service forces and tankers of their force.

        The force must have entered one hex at most, and not be in Storm.
        """
        hex = self.state.cells[layout.FORCE_AT + force]
        if hex < 0 or self.state.cells[layout.FORCE_STEPS + force] > 1 or self.sky.weather(HEXES.ids[hex]) == "storm":
            return
        ships = [s for s, where in enumerate(self.state.arrays[layout.SHIP_AT]) if where == IN_FORCE + force]
        for tanker in [s for s in ships if SHIP[ROW[SHIPS.ids[s]]]["type"] in ("SF", "MS")]:
            for ship in ships:
                self.has[layout.CARGO][tanker] -= self.fill(ship, self.has[layout.CARGO][tanker])

    def in_port(self, side: int, hex: str) -> None:
        """10.5, 14.2, 14.3, 42.74 Ships refuel in port within its Naval Capacity.

        By option an anchorage has only its stores.
        """
        if not owns(self.state, side, hex) or harbour(hex) == "none":
            return
        base = BASE_AT[NUMBER[hex]]
        free = harbour(hex) == "major" and (LAND[hex]["region"] in HOME or country(hex) in FREE)
        if not self.leyte:
            works = harbour(hex) != "anchorage" or base_forces(self.state, side, hex) >= A_FLEET_BASE
            left = capacity(self.state, side, hex, False) if works or not self.stores_alone else 0
            left = max(left, self.has[layout.SUPPLY][base])
            for ship in inside(self.state, side, hex):
                left -= self.fill(ship, left)
            return
        for ship in inside(self.state, side, hex):
            stores = self.has[layout.SUPPLY][base]
            spent = self.fill(ship, 10_000 if free else stores)
            self.has[layout.SUPPLY][base] -= 0 if free else spent

    def fill(self, ship: int, most: int) -> int:
        """10.5 The price of a full tank times the missing share, rounded up; no ship is partly refuelled."""
        row, tank = SHIP[ROW[SHIPS.ids[ship]]], self.has[layout.FUEL][ship]
        missing = int(row["fuel"]) - tank
        price = -(-FILLS[row["type"]] * missing // int(row["fuel"]))
        if missing <= 0 or price > most:
            return 0
        self.has[layout.FUEL][ship] = int(row["fuel"])
        return price
