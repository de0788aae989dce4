"""10.3 The places that ships can have reached so far, from their start, speed and the phases sailed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.derived.force_movement import DUMMY_SPEED
from ironbottom.games.war_in_the_pacific.rules.naval.off_map import entry_hexes
from ironbottom.games.war_in_the_pacific.rules.naval.sailing import phase_points
from ironbottom.games.war_in_the_pacific.rules.sequence import phases_sailed
from ironbottom.games.war_in_the_pacific.state_types import State

FARTHEST = 2_400
"""An allowance of Movement Points that reaches every hex."""
TRIES = 40
"""The number of hexes that are tried before ships that cannot have met are separated."""


class SailingRange:
    """How far the hidden ships of a side can have sailed, as far as others can tell."""

    def __init__(self, seen: State, side: int, ports: Sequence[int], boxes: Sequence[int], *, freely: bool) -> None:
        self.pieces = seen.rules.pieces
        self.scenario, self.phases = seen.cells[layout.SCENARIO], max(phases_sailed(seen), 1)
        self.points = [0, *(phase_points(seen, speed) for speed in (1, 2, 3))]
        self.ports, self.freely, self.barred = tuple(ports), freely, layout.scenario(seen).forbidden_hexes(seen, side)
        self.entries = tuple(gate for box in boxes for gate in entry_hexes(seen, box))
        self.home = seen.arrays[layout.SHIP_AT][:]
        self.opened = self.pieces.waters(self.scenario).opened

    def starts(self, ship: int) -> tuple[int, ...]:
        """42.71, 42.91, 45.82 The hexes where a ship may have started; empty if unknown."""
        home = self.home[ship]
        if self.freely and (home >= counters.IN_BOX or 0 <= home < counters.IN_FORCE):
            return (*self.ports, *self.entries)
        if 0 <= home < counters.IN_FORCE:
            return (home,)
        return self.entries if home >= counters.IN_BOX else ()

    def reach(self, ship: int) -> tuple[int, ...]:
        """The hexes where a ship can be, ascending; empty if unknown."""
        row = self.pieces.ships[ship]
        return self._within(self.starts(ship), force_movement.fastest(self.pieces.charts, row.fuel, row.speed_class))

    def reach_of(self, state: State, force: int) -> list[tuple[int, ...]]:
        """9.4 The hexes where each ship of a force can be, or the dummy."""
        if state.cells[layout.DUMMY_SHIPS + force]:
            result = [self._within((*self.ports, *self.entries), DUMMY_SPEED)]
        else:
            result = [self.reach(ship) for ship in members_of(state, force)]
        return [hexes for hexes in result if hexes]

    def _within(self, starts: tuple[int, ...], speed: int) -> tuple[int, ...]:
        points = min(self.points[speed] * self.phases, FARTHEST)
        known = tuple([hex for hex in starts if self.opened[hex]])
        result = self.pieces.sea_within(self.scenario, known, points) if known else ()
        return tuple([hex for hex in result if hex not in self.barred]) if self.barred else result

    def could_be(self, state: State, force: int) -> bool:
        """Whether all ships of a force can have reached its hex."""
        hex = state.cells[layout.FORCE_AT + force]
        return all(contains(hexes, hex) for hexes in self.reach_of(state, force))

    def meeting(self, state: State, force: int, random: Random) -> int:
        """A hex that all ships of a force can have reached; -1 if none is found."""
        found = sorted(self.reach_of(state, force), key=len)
        for _ in range(TRIES if found else 0):
            hex = found[0][random.randrange(len(found[0]))]
            if all(contains(hexes, hex) for hexes in found):
                return hex
        return -1


def members_of(state: State, force: int) -> list[int]:
    """9.1 The ships assigned to a force, before they are linked."""
    own = counters.SHIPS_OF[force // counters.FORCES_A_SIDE]
    positions = state.arrays[layout.SHIP_AT]
    return [ship for ship in own if positions[ship] == counters.IN_FORCE + force]


def contains(hexes: Sequence[int], hex: int) -> bool:
    """Whether a hex is in an ascending list."""
    place = bisect_left(hexes, hex)
    return place < len(hexes) and hexes[place] == hex
