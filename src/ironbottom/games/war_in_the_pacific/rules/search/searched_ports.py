"""8.41 Searched ports: a side knows the numbers of capital ships and carriers in enemy ports that it searches.

``search_ports`` stores the numbers for both sides and announces changes. It is called after search has been assigned
and after each impulse, when forces may have formed, arrived or left; the numbers are from that moment.
"""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.cache import FingerprintContext
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.search_reach import port_seen, ports, ships_seen
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, SHIP_SETS, SIDES
from ironbottom.games.war_in_the_pacific.rules.search.detection import CAPITAL, CARRIERS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

UNSEEN = (-1, -1)
"""The value for a port that was not searched."""


def known_in_port(state: State, side: int, hex: int) -> tuple[int, int] | None:
    """8.41 The capital ships and carriers in an enemy port that search reaches, or that is next to the side's own
    units.

    None if the port is not seen, or is not the enemy's.
    """
    return capital_ships_and_carriers(state, 1 - side, hex) if port_seen(state, side, hex) else None


def capital_ships_and_carriers(state: State, side: int, hex: int) -> tuple[int, int]:
    """8.41 The number of a side's capital ships and carriers in a port, in no Task Force."""
    pieces = state.rules.pieces
    ships = layout.ships_in(state.arrays).units(hex)
    types = [pieces.ships[ship].type for ship in ships if SHIP_SETS[side] >> ship & 1]
    return sum(kind in CAPITAL for kind in types), sum(kind in CARRIERS for kind in types)


# -- recording -----------------------------------------------------------------------------------------------


def search_ports(execution: Execution) -> None:
    """8.41 Updates what both sides know about the ports that they see, and clears the rest, if ships sail at all."""
    state = execution.state
    if not layout.scenario(state).naval_phases:
        return
    with FingerprintContext(state):
        seen = [(side, hex, known_in_port(state, side, hex)) for side, hex in enemy_ports(state)]
    for side, hex, found in seen:
        before = ships_seen(state, BASE_AT[hex])
        store_count(state, BASE_AT[hex], found or UNSEEN)
        if found and found != before and (any(found) or max(before) > 0):
            execution.emit_to(side, log.PORT_SEARCHED, hex, *found)


def enemy_ports(state: State) -> Iterator[tuple[int, int]]:
    """14.1 The ports held by each side's enemy, each with that side."""
    control = state.arrays[layout.CONTROL]
    for hex in ports(state.rules.pieces, state.cells[layout.SCENARIO]):
        if control[hex] < len(SIDES):
            yield 1 - control[hex], hex


def store_count(state: State, base: int, found: tuple[int, int]) -> None:
    """8.41 Stores what is known about a port."""
    state.arrays[layout.CAPITAL_IN_PORT][base], state.arrays[layout.CARRIERS_IN_PORT][base] = found


def sunk_in_port(state: State, ship: int, hex: int) -> None:
    """8.41, 12.1 Removes a ship that publicly sank in a port from the known numbers."""
    pieces = state.rules.pieces
    base, kind = BASE_AT.get(hex, -1), pieces.ships[ship].type
    if base >= 0:
        capital, carriers = ships_seen(state, base)
        if capital >= 0:
            left = max(capital - (kind in CAPITAL), 0), max(carriers - (kind in CARRIERS), 0)
            store_count(state, base, left)


def clear_port(state: State, hex: int) -> None:
    """8.41, 2.5 Clears what the captor knew about a captured port, so that its loser does not learn it."""
    if hex in BASE_AT:
        store_count(state, BASE_AT[hex], UNSEEN)
