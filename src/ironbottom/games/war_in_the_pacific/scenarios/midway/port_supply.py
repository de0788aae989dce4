"""42.74 Supply from ports, if every port is a source: within their Cargo Capacity."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import cargo_room, port_capacity, supply_reach
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.rules.supply import supply_sources
from ironbottom.games.war_in_the_pacific.state_types import State

PHASES = {"one_phase": 1, "three_phases": 3}
"""14.1, 42.74 The number of Naval Phases whose Cargo Capacity supplies units in a Game-Turn, for each value of the
option.
"""


class Supplied(NamedTuple):
    """42.74 The hexes with supplied units, and the supplied headquarters."""

    hexes: frozenset[int]
    headquarters: frozenset[int]


class Ports:
    """42.74, 14.1, 25.2 The remaining supply of a side's ports, or of their stores, and the hexes that each reaches."""

    def __init__(self, state: State, side: int) -> None:
        self.reach = supply_reach.source_reaches(state, side)
        stores, phases = state.arrays[layout.SUPPLY], PHASES[state.rules.options["port_supply"]]
        handled = {
            hex: phases * cargo_room.cargo_capacity(state, side, hex) for hex in port_capacity.suppliers(state, side)
        }
        self.left = {hex: max(handled.get(hex, 0), stores[base_at(state, hex)]) for hex in self.reach}

    def give(self, hex: int, points: int) -> bool:
        """14.1 Whether a connected port can supply this many more points; if so, the port with the most capacity left
        supplies them.
        """
        able = [port for port, reached in self.reach.items() if hex in reached]
        port = max(able, key=lambda port: (self.left[port], -port), default=-1)
        if port < 0 or self.left[port] < points:
            return False
        self.left[port] -= points
        return True


def supplied(state: State, side: int) -> Supplied:
    """42.74, 25.3, 28.2 The supplied hexes in order, each completely or not at all, then headquarters."""
    ports, positions = Ports(state, side), state.arrays[layout.UNIT_AT]
    without = {there for there, cost in supply_reach.supply_costs(state, side).items() if not ports.give(there, cost)}
    owing = supply_sources.headquarters_costs(state, side).items()
    paid = {unit for unit, cost in owing if not cost or ports.give(positions[unit], cost)}
    touched = frozenset[int]().union(*ports.reach.values())
    return Supplied(touched - without, frozenset(paid))
