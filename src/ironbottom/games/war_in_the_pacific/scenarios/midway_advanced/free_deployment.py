"""42.91 to 42.96 Free Deployment for the advanced game of Midway: ships start in any port of their side.

Ships in one port count as a force, since forces are formed when they sail. Each of Japan's forces is a card (42.92).
"""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import port_capacity, ship_repair_capacity
from ironbottom.games.war_in_the_pacific.pieces import (
    HEXES,
    IN_FORCE,
    MAX_FORCES,
    SHIPS,
    SHIPS_OF,
)
from ironbottom.games.war_in_the_pacific.rules.search import contacts, detection
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import new_number
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.derived import INLAND_SEA, first_places
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


def unmoved(state: State, side: int) -> list[int]:
    """42.91 The ships of a side that may still be placed elsewhere, each once."""
    lies, first = state.arrays[layout.SHIP_AT], first_places(state.rules.pieces, state.cells[layout.SCENARIO])
    return [ship for ship in SHIPS_OF[side] if ship in first and lies[ship] == first[ship]]


def ports_with_room(state: State, side: int, ship: int) -> list[int]:
    """42.91, 14.2, 42.95 The other ports of a side in play with room for a ship; for a ship under Maximum Effort
    repair, only ports that can make such a repair.
    """
    pieces = state.rules.pieces
    opened, here = pieces.waters(state.cells[layout.SCENARIO]).opened, state.arrays[layout.SHIP_AT][ship]
    ports = [number for number in port_capacity.ports_of(state, side) if opened[number] and number != here]
    if state.arrays[layout.MAXIMUM_EFFORT][ship]:
        able = set(ship_repair_capacity.hastening(pieces))
        ports = [
            number for number in ports if number in able and not ship_repair_capacity.in_effort(state, side, number)
        ]
    return [number for number in ports if has_room(state, side, number)]


def has_room(state: State, side: int, number: int) -> bool:
    """14.2 Whether a port has room for another ship."""
    return len(ship_repair_capacity.ships_of_port(state, side, number)) < ship_repair_capacity.naval_capacity(
        state, side, number
    )


@restriction("42.91", "ships may be placed freely only if both sides agreed to Free Deployment")
def agreed(state: State, frame: Procedure, side: int) -> bool:
    return layout.scenario(state).free_deployment


@restriction("42.91", "{ship} starts where its case says, is not yours, or has already been placed elsewhere")
def not_yet_placed(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(unmoved(state, side), len(SHIPS))


@restriction("42.91", "{port} is not one of your ports in play with room, or cannot make a Maximum Effort for {ship}")
def port_in_play(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    return sets.from_iterable(ports_with_room(state, side, ship), len(HEXES))


@restriction(
    "9.1", "ships are already in twenty ports, and a side has only twenty Task Forces; {port} would be another"
)
def in_few_ports(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    lying = ship_repair_capacity.ships_by_hex(state, side)
    if len(lying) - (len(lying.get(state.arrays[layout.SHIP_AT][ship], ())) == 1) < MAX_FORCES:
        return sets.full_set(len(HEXES))
    return sets.from_iterable(lying, len(HEXES))


@restriction("42.93", "only Japanese ships in port may start in the Inland Sea instead")
def in_port(state: State, frame: Procedure, side: int) -> IdSet:
    lies = state.arrays[layout.SHIP_AT]
    return sets.from_iterable(
        [ship for ship in unmoved(state, side) if side == JAPAN and lies[ship] < IN_FORCE], len(SHIPS)
    )


PLACE_SHIP = Verb(
    "place_ship",
    clause="42.91",
    ends_list="never",
    when=(agreed,),
    ship=Argument(SHIPS, not_yet_placed),
    port=Argument(HEXES, in_few_ports, port_in_play),
)
PLACE_OFF_MAP = Verb(
    "place_off_map",
    clause="42.93",
    ends_list="never",
    when=(agreed,),
    ship=Argument(SHIPS, in_port, always_completes=True),
)


def place_ship(execution: Execution, side: int, ship: int, port: int) -> None:
    """42.91 Moves a ship to another port; only its owner knows."""
    layout.ships_in(execution.state.arrays).put(ship, port)
    execution.emit_to(side, log.BERTHED, ship, port)


def place_off_map(execution: Execution, side: int, ship: int) -> None:
    """42.93 Moves a ship to the Inland Sea; only its owner knows."""
    layout.ships_in(execution.state.arrays).put(ship, INLAND_SEA)
    execution.emit_to(side, log.LEFT_IN_BOX, ship)


# -- 42.92 cards of ships in port -----------------------------------------------------------------------


def reported(state: State) -> dict[int, list[int]]:
    """42.92 Japan's ships by port, each port a card."""
    return ship_repair_capacity.ships_by_hex(state, JAPAN)


def read_ships(execution: Execution, port: int) -> None:
    """42.92, 8.3 A True Report of the ships in a port, stored as an old report under a number that no force has."""
    state, pieces = execution.state, execution.rules.pieces
    types = [pieces.ships[ship].type for ship in reported(state)[port]]
    counted = tuple([(kind, types.count(kind)) for kind in layout.SHIP_TYPES.ids if kind in types])
    number = new_number(execution, JAPAN)
    contacts.store_report(state, number, detection.ContactReport(contacts.TRUE_REPORT, port, len(types), types=counted))
    execution.emit_to(ALLIES, log.FORCE_READ, number, port)
