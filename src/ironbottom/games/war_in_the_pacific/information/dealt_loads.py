"""1.3 What ships hold of what a side hides: never more than there is room for."""

from __future__ import annotations

from ironbottom.engine.rules.game import Random
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.rules.air import air_bases
from ironbottom.games.war_in_the_pacific.rules.air.air_capacity import FERRIED
from ironbottom.games.war_in_the_pacific.rules.naval import ship_losses
from ironbottom.games.war_in_the_pacific.rules.naval.damage import FLOATS as QUARTERS

LIFT = ("APB", "MS", "SF", "DD")
SHARES = "DD"
"""16.5 Ships that carry together what goes into none of them alone."""


class Holds:
    """The quarters of Load Points that are left aboard the ships of a side: destroyers share theirs (16.5)."""

    def __init__(self, state: State, side: int) -> None:
        ships, at = state.rules.pieces.ships, state.arrays[places.SHIP_AT]
        self.ships = [n for n in counters.SHIPS_OF[side] if 0 <= at[n] < counters.SUNK and ships[n].type in LIFT]
        self.pools = {ship: -1 if ships[ship].type == SHARES else ship for ship in self.ships}
        self.left = dict.fromkeys(self.pools.values(), 0)
        for ship in self.ships:
            self.left[self.pools[ship]] += ship_losses.room(state, ship)

    def with_room(self, quarters: int) -> list[int]:
        """The ships that can take this much more; if none can, those that have the most left."""
        most = max(self.left.values(), default=0)
        return [ship for ship in self.ships if self.left[self.pools[ship]] >= min(quarters, most)]

    def tightest(self, quarters: int) -> int:
        """The ship that has just room for this much, and keeps that of the others for what is larger."""
        ships = self.with_room(quarters)
        return min(ships, key=lambda ship: self.left[self.pools[ship]])

    def load(self, ship: int, quarters: int) -> None:
        """Takes it aboard."""
        self.left[self.pools[ship]] -= quarters

    def overfull(self) -> bool:
        """15.6 Whether more is aboard somewhere than there is room for."""
        return min(self.left.values(), default=0) < 0


def load_units(state: State, side: int, units: list[int], random: Random) -> None:
    """16.1 Ground units that left the shore are aboard ships with room for them, whose supplies get what is left."""
    cargo, raised = state.arrays[places.CARGO], [unit for unit in units if state.arrays[places.UNIT_TYPE][unit] < 0]
    raise_some(state, side, raised, random)
    holds = aboard_by_chance(state, side, units, random)
    if holds.overfull():
        holds = aboard_tightly(state, side, units)
        make_whole(state, holds)
    for ship in holds.ships:
        if cargo[ship]:
            cargo[ship] = min(cargo[ship], max(holds.left[holds.pools[ship]], 0))
            holds.load(ship, cargo[ship])


def raise_some(state: State, side: int, units: list[int], random: Random) -> None:
    """21.6 Counters that were not in play may stand for any type of their side that a ship can carry."""
    pieces: counters.Pieces = state.rules.pieces
    types = state.arrays[places.UNIT_TYPE]
    own = [types[unit] for unit in counters.UNITS_OF[side] if types[unit] >= 0]
    kinds = [kind for kind in own if pieces.ground[kind].load]
    for unit in units:
        types[unit] = kinds[random.randrange(len(kinds))]


def size_of(state: State, unit: int) -> int:
    """15.6 The quarters of Load Points that a unit takes aboard."""
    pieces: counters.Pieces = state.rules.pieces
    return QUARTERS * pieces.ground[state.arrays[places.UNIT_TYPE][unit]].load


def aboard_by_chance(state: State, side: int, units: list[int], random: Random) -> Holds:
    """16.1 Each unit on any ship that has room for it."""
    holds = Holds(state, side)
    for unit in units:
        quarters = size_of(state, unit)
        ships = holds.with_room(quarters)
        ship = ships[random.randrange(len(ships))]
        holds.load(ship, quarters)
        state.arrays[places.UNIT_AT][unit] = counters.ABOARD + ship
    return holds


def aboard_tightly(state: State, side: int, units: list[int]) -> Holds:
    """15.6 The largest unit first, each where it just fits: where small ones took the room of a large one."""
    holds = Holds(state, side)
    for unit in sorted(units, key=lambda unit: size_of(state, unit), reverse=True):
        quarters = size_of(state, unit)
        ship = holds.tightest(quarters)
        holds.load(ship, quarters)
        state.arrays[places.UNIT_AT][unit] = counters.ABOARD + ship
    return holds


def make_whole(state: State, holds: Holds) -> None:
    """38.5 What none of the parts can carry was not divided: its ship is whole, as only its owner knows."""
    for ship in holds.ships:
        if holds.left[holds.pools[ship]] < 0:
            divided = ship_losses.room(state, ship)
            state.arrays[places.SHRUNK][ship] = 0
            holds.left[holds.pools[ship]] += ship_losses.room(state, ship) - divided


def shed_aircraft(state: State, decks: list[int]) -> None:
    """19.3 A carrier has no more points aboard than it ferries: the last stacks lose what exceeds that."""
    air, wide = state.arrays[places.AIR], air_bases.WIDE
    for deck in decks:
        excess = air_bases.points_at(state, deck, water=False) - FERRIED * air_bases.capacity(state, deck)
        for stack, points in reversed(air_bases.stacks(state, deck) if excess > 0 else []):
            lost = min(points, max(excess, 0))
            air[deck * wide + stack] -= lost
            excess -= lost
