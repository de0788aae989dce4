"""14.1 to 14.6, 27.3 The current capacities of ports with their Base Forces; five fully deployed Base Forces make a
fleet base.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import completed_construction
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import deployed_bases
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX
from ironbottom.games.war_in_the_pacific.state_types import State

FLEET_BASE_FORCES, FLEET_CARGO, ANY_NUMBER = 5, 10, 999
"""27.3 The number of fully deployed Base Forces that make a fleet base; its Cargo Capacity, and its Naval Capacity."""
PORTS = ("minor", "major")


def fleet_base(state: State, side: int, hex: int) -> bool:
    """14.6, 27.3 Whether five fully deployed Base Forces of a side make a hex a fleet base."""
    return deployed_bases(state, side, hex) >= FLEET_BASE_FORCES


def cargo(state: State, side: int, hex: int) -> int:
    """14.1, 14.3, 27.3 The Cargo Capacity of a hex before damage: one more for each Base Force, ten for a fleet
    base.
    """
    pieces = state.rules.pieces
    place = pieces.atlas.places.get(hex)
    own = 0
    if place is not None:
        own = max(
            place.cargo + completed_construction.built(state, hex, completed_construction.PORT),
            int(place.port == "anchorage"),
        )
    if fleet_base(state, side, hex):
        return max(own, FLEET_CARGO)
    return own + deployed_bases(state, side, hex)


def acts_as_port(state: State, side: int, hex: int) -> bool:
    """14.6, 27.3 Whether a hex is a port, or a fleet base that works as a minor port."""
    pieces = state.rules.pieces
    place = pieces.atlas.places.get(hex)
    if place is None or place.port == "none":
        return False
    return completed_construction.port_at(state, hex) in PORTS or fleet_base(state, side, hex)


def only_anchorage(state: State, side: int, hex: int) -> bool:
    """14.3, 14.6, 26.1 Whether a hex is an anchorage without a port or fleet base built on it."""
    return completed_construction.port_at(state, hex) == "anchorage" and not fleet_base(state, side, hex)


def suppliers(state: State, side: int) -> list[int]:
    """25.2 The ports and fleet bases of a side, with its anchorages unless an option excludes them, in order."""
    if state.rules.options["anchorage_supply"] == "stores_alone":
        return ports_of(state, side)
    control = state.arrays[layout.CONTROL]
    pieces = state.rules.pieces
    return [hex for hex, place in pieces.atlas.places.items() if place.port != "none" and control[hex] == side]


def ports_of(state: State, side: int) -> list[int]:
    """14.6, 27.3 The ports and fleet bases that a side controls, in the order of places."""
    control = state.arrays[layout.CONTROL]
    return [hex for hex in BASE_HEX if control[hex] == side and acts_as_port(state, side, hex)]
