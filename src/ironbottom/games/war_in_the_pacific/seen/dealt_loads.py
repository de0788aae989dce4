"""1.3 What ships hold of what a side hides: never more than there is room for."""

from __future__ import annotations

from ironbottom.engine.rules import Random
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.rules import air_bases, ship_losses
from ironbottom.games.war_in_the_pacific.rules.air_transfers import FERRIED
from ironbottom.games.war_in_the_pacific.rules.damage import FLOATS as QUARTERS

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
        """The ships that can take so much more; if none can, those that have the most left."""
        most = max(self.left.values(), default=0)
        return [ship for ship in self.ships if self.left[self.pools[ship]] >= min(quarters, most)]

    def load(self, ship: int, quarters: int) -> None:
        """Takes it aboard."""
        self.left[self.pools[ship]] -= quarters


def load_units(state: State, side: int, units: list[int], random: Random) -> None:
    """16.1 Ground units that left the shore are aboard ships with room for them, whose supplies get what is left."""
    pieces: counters.Pieces = state.rules.pieces
    holds, types, cargo = Holds(state, side), state.arrays[places.UNIT_TYPE], state.arrays[places.CARGO]
    own = [types[unit] for unit in counters.UNITS_OF[side] if types[unit] >= 0]
    kinds = [kind for kind in own if pieces.ground[kind].load]
    for unit in units:
        if types[unit] < 0:
            types[unit] = kinds[random.randrange(len(kinds))]
        quarters = QUARTERS * pieces.ground[types[unit]].load
        ships = holds.with_room(quarters)
        ship = ships[random.randrange(len(ships))]
        holds.load(ship, quarters)
        state.arrays[places.UNIT_AT][unit] = counters.ABOARD + ship
    for ship in holds.ships:
        if cargo[ship]:
            cargo[ship] = min(cargo[ship], max(holds.left[holds.pools[ship]], 0))
            holds.load(ship, cargo[ship])


def shed_aircraft(state: State, decks: list[int]) -> None:
    """19.3 A carrier has no more points aboard than it ferries: the last stacks lose what exceeds that."""
    air, wide = state.arrays[places.AIR], air_bases.WIDE
    for deck in decks:
        excess = air_bases.points_at(state, deck, water=False) - FERRIED * air_bases.capacity(state, deck)
        for stack, points in reversed(air_bases.stacks(state, deck) if excess > 0 else []):
            lost = min(points, max(excess, 0))
            air[deck * wide + stack] -= lost
            excess -= lost
