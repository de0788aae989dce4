"""1.3 Samples the hidden contents of a side's ships, within their capacity."""

from __future__ import annotations

from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, ship_condition
from ironbottom.games.war_in_the_pacific.derived.air_capacity import FERRIED
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS as QUARTERS
from ironbottom.games.war_in_the_pacific.state_types import State

LIFT = ("APB", "MS", "SF", "DD")
SHARES = "DD"
"""16.5 Ships that can share cargo too large for one of them."""


class LoadRoom:
    """The quarters of Load Points left in a side's ships; destroyers share their room (16.5)."""

    def __init__(self, state: State, side: int) -> None:
        ships, positions = state.rules.pieces.ships, state.arrays[layout.SHIP_AT]
        self.ships = [n for n in counters.SHIPS_OF[side] if 0 <= positions[n] < counters.SUNK and ships[n].type in LIFT]
        self.pools = {ship: -1 if ships[ship].type == SHARES else ship for ship in self.ships}
        self.left = dict.fromkeys(self.pools.values(), 0)
        for ship in self.ships:
            self.left[self.pools[ship]] += ship_condition.load_room(state, ship)

    def with_room(self, quarters: int) -> list[int]:
        """The ships that can take this much more cargo; if none can, those with the most room."""
        most = max(self.left.values(), default=0)
        return [ship for ship in self.ships if self.left[self.pools[ship]] >= min(quarters, most)]

    def tightest(self, quarters: int) -> int:
        """The ship with the least sufficient room, so that others keep room for larger units."""
        ships = self.with_room(quarters)
        return min(ships, key=lambda ship: self.left[self.pools[ship]])

    def load(self, ship: int, quarters: int) -> None:
        """Adds a load."""
        self.left[self.pools[ship]] -= quarters

    def overfull(self) -> bool:
        """15.6 Whether some ship has more cargo than room."""
        return min(self.left.values(), default=0) < 0


def load_units(state: State, side: int, units: list[int], random: Random) -> None:
    """16.1 Puts units that have left the shore on ships with room; supplies get the rest."""
    cargo, raised = state.arrays[layout.CARGO], [unit for unit in units if state.arrays[layout.UNIT_TYPE][unit] < 0]
    sample_new_units(state, side, raised, random)
    holds = load_at_random(state, side, units, random)
    if holds.overfull():
        holds = load_largest_first(state, side, units)
    while holds.overfull() and (repair_loaded_ships(state, holds) or shrink_new_unit(state, side, raised)):
        holds = load_largest_first(state, side, units)
    for ship in holds.ships:
        if cargo[ship]:
            cargo[ship] = min(cargo[ship], max(holds.left[holds.pools[ship]], 0))
            holds.load(ship, cargo[ship])


def sample_new_units(state: State, side: int, units: list[int], random: Random) -> None:
    """21.6 Counters not yet in play may stand for any type of their side that a ship can carry."""
    kinds = loadable_kinds(state, side)
    for unit in units:
        state.arrays[layout.UNIT_TYPE][unit] = kinds[random.randrange(len(kinds))]


def loadable_kinds(state: State, side: int) -> list[int]:
    """21.6 The type of each unit of a side in play that a ship can carry."""
    pieces = state.rules.pieces
    types = state.arrays[layout.UNIT_TYPE]
    return [types[unit] for unit in counters.UNITS_OF[side] if types[unit] >= 0 and pieces.ground[types[unit]].load]


def shrink_new_unit(state: State, side: int, units: list[int]) -> bool:
    """15.6 The largest counter that may be of any type becomes one of the lightest type; False if all are."""
    pieces = state.rules.pieces
    lightest = min(loadable_kinds(state, side), key=lambda kind: pieces.ground[kind].load, default=-1)
    largest = max(units, key=lambda unit: load_quarters(state, unit), default=-1)
    if largest < 0 or load_quarters(state, largest) <= QUARTERS * pieces.ground[lightest].load:
        return False
    state.arrays[layout.UNIT_TYPE][largest] = lightest
    return True


def load_quarters(state: State, unit: int) -> int:
    """15.6 The quarters of Load Points that a unit needs."""
    pieces = state.rules.pieces
    return QUARTERS * pieces.ground[state.arrays[layout.UNIT_TYPE][unit]].load


def load_at_random(state: State, side: int, units: list[int], random: Random) -> LoadRoom:
    """16.1 Puts each unit on a random ship with room for it."""
    holds = LoadRoom(state, side)
    for unit in units:
        quarters = load_quarters(state, unit)
        ships = holds.with_room(quarters)
        ship = ships[random.randrange(len(ships))]
        holds.load(ship, quarters)
        state.arrays[layout.UNIT_AT][unit] = counters.ABOARD + ship
    return holds


def load_largest_first(state: State, side: int, units: list[int]) -> LoadRoom:
    """15.6 Puts the largest units first, each where it just fits, so that small units do not take a large
    one's room.
    """
    holds = LoadRoom(state, side)
    for unit in sorted(units, key=lambda unit: load_quarters(state, unit), reverse=True):
        quarters = load_quarters(state, unit)
        ship = holds.tightest(quarters)
        holds.load(ship, quarters)
        state.arrays[layout.UNIT_AT][unit] = counters.ABOARD + ship
    return holds


def repair_loaded_ships(state: State, holds: LoadRoom) -> bool:
    """38.5, 12.2 A ship with more load than room is treated as never split or damaged, which only its owner knows.

    Returns whether any ship has more room now.
    """
    gained = 0
    for array in (layout.SHRUNK, layout.DAMAGE):
        for ship in holds.ships:
            if holds.left[holds.pools[ship]] < 0 and state.arrays[array][ship] <= ship_condition.FLOATS:
                before = ship_condition.load_room(state, ship)
                state.arrays[array][ship] = 0
                more = ship_condition.load_room(state, ship) - before
                holds.left[holds.pools[ship]] += more
                gained += more
    return gained > 0


def limit_aircraft(state: State, decks: list[int]) -> None:
    """19.3 A carrier has no more points than it can ferry: the last stacks lose the excess."""
    air, width = state.arrays[layout.AIR], air_bases.STACK_COUNT
    for deck in decks:
        excess = air_bases.points_by_kind(state, deck, water=False) - FERRIED * air_bases.base_capacity(state, deck)
        for stack, points in reversed(air_bases.stacks(state, deck) if excess > 0 else []):
            lost = min(points, max(excess, 0))
            air[deck * width + stack] -= lost
            excess -= lost
