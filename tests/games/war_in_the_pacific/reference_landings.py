"""A reference implementation of landings (16.4, 16.3, 38.7, 22.7): fire, landings and captures.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, BASE_AT, FORCES, HEXES, IN_FORCE, SHIPS, SUNK
from tests.games.war_in_the_pacific.reference_cargo import PLACES, base_forces, harbour, of_side, place_of
from tests.games.war_in_the_pacific.reference_land import GROUND
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP
from tests.games.war_in_the_pacific.reference_shore import row_of

SIDES = ("japan", "allies")
MIDWAY, WITH_A_BASE_FORCE = "F1234", 6
"""38.7 The guns of Midway need a full Base Force."""
IN_FULL, BY_PLAN, WITHOUT = 0, 1, 2
"""16.4 How a unit landed: through a port, over a friendly or planned beach, or over an enemy one without a plan."""


def bound(state: State, side: int) -> Iterator[tuple[int, int]]:
    """16.3 The units of a side ordered to land, each with its ship."""
    for unit in of_side(side):
        ship = state.arrays[layout.BOUND_FOR][unit]
        if ship >= 0 and state.arrays[layout.UNIT_AT][unit] == ABOARD + ship:
            yield unit, ship


def fired_at(state: State, side: int) -> dict[str, set[int]]:
    """16.4, 38.7 The enemy's hexes with guns in which a side lands, and the targets of each."""
    found: dict[str, set[int]] = {}
    for _, ship in bound(state, side):
        here = place_of(state, ship)
        if here is None or here.force < 0 or state.arrays[layout.CONTROL][NUMBER[here.at]] != 1 - side:
            continue
        guns = int(PLACES[here.at]["guns"]) if here.at in PLACES else 0
        if here.at == MIDWAY and base_forces(state, 1 - side, here.at):
            guns = WITH_A_BASE_FORCE
        if guns > (state.arrays[layout.GUNS_HURT][BASE_AT[NUMBER[here.at]]] if guns else 0):
            found.setdefault(here.at, set()).add(here.force)
    return found


def opposed(state: State, after: State, side: int, hex: str) -> bool:
    """16.4 Whether an enemy Task Force is in a hex with ships that the guns have not sunk."""
    for ship, where in enumerate(state.arrays[layout.SHIP_AT]):
        if after.arrays[layout.SHIP_AT][ship] == SUNK:
            continue
        force = where - IN_FORCE
        mine = SHIP[ROW[SHIPS.ids[ship]]]["side"] == SIDES[side]
        if not mine and 0 <= force < len(FORCES) and state.cells[layout.FORCE_AT + force] == NUMBER[hex]:
            return True
    return False


def plans(state: State, side: int) -> set[int]:
    """16.2, 42.51 The hexes of a side's plans."""
    first = layout.PLAN_AT + layout.PLANS_A_SIDE * side
    result = state.cells[layout.ANNOUNCED : layout.ANNOUNCED + layout.MAX_PLANS] if not side else []
    return {hex for hex in (*state.cells[first : first + layout.PLANS_A_SIDE], *result) if hex >= 0}


class Landings:
    """16.4 The landings of both sides after the guns have fired: positions and captures."""

    def __init__(self, before: State, after: State) -> None:
        self.before, self.after = before, after
        self.at, self.how = dict[int, str](), dict[int, set[int]]()
        self.holder = {hex: before.arrays[layout.CONTROL][NUMBER[hex]] for hex in HEXES.ids}
        self.standing = list(before.arrays[layout.UNIT_AT])
        self.taken, self.barred, self.gone = set[str](), set[str](), set[int]()

    def go(self) -> None:
        """4.2 The First Player's landings, then the other side's."""
        first = max(self.before.cells[layout.FIRST_PLAYER], 0)
        for side in (first, 1 - first):
            for unit, ship in bound(self.before, side):
                here = place_of(self.before, ship)
                sunk = self.after.arrays[layout.SHIP_AT][ship] == SUNK
                if here is not None and not sunk and not lost(self.after, unit):
                    self.one(side, unit, here.at, single=here.force < 0)

    def one(self, side: int, unit: int, hex: str, *, single: bool) -> None:
        """16.4, 22.7 A unit lands if no enemy force is there; a hex without enemy strength is captured."""
        held = self.holder[hex] == side
        if not held and opposed(self.before, self.after, side, hex):
            self.barred.add(hex)
            return
        self.at[unit], self.standing[unit] = hex, NUMBER[hex]
        planned = any(GRID.distance(plan, NUMBER[hex]) <= 1 for plan in plans(self.before, side))
        by_port = held and (single or harbour(hex) != "none")
        self.how[unit] = {IN_FULL} if by_port else {BY_PLAN} if held or planned else {WITHOUT}
        if held or row_of(unit, self.before)["kind"] in ("air_hq", "logistic"):
            return
        if not any(int(row_of(each, self.before)["strength"]) for each in self.enemies(side, hex)):
            self.gone |= {each for each in self.enemies(side, hex) if self.helpless(each)}
            self.holder[hex] = side
            self.taken.add(hex)

    def helpless(self, unit: int) -> bool:
        """22.7 Headquarters, logistic units and Base Forces alone in a hex are removed."""
        return GROUND[row_of(unit, self.before)["id"]]["kind"] in ("air_hq", "logistic", "base_force")

    def enemies(self, side: int, hex: str) -> list[int]:
        """The units of the other side in a hex."""
        there = [unit for unit in of_side(1 - side) if self.standing[unit] == NUMBER[hex]]
        return [unit for unit in there if self.before.arrays[layout.UNIT_TYPE][unit] >= 0 and unit not in self.gone]


def stand(state: State, unit: int) -> str:
    """The place of a unit ashore."""
    hex = state.arrays[layout.UNIT_AT][unit]
    return HEXES.ids[hex] if 0 <= hex < len(HEXES) else ""


def lost(state: State, unit: int) -> bool:
    """16.8 Whether a unit is eliminated."""
    return state.arrays[layout.UNIT_TYPE][unit] < 0 or state.arrays[layout.UNIT_AT][unit] < 0
