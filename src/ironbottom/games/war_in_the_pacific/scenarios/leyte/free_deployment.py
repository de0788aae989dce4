"""45.81, 45.82 Free Deployment for Leyte: Japan's ships start in any port, and each is reported."""

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
from ironbottom.games.war_in_the_pacific.pieces import HEXES, MAX_FORCES, SHIPS
from ironbottom.games.war_in_the_pacific.rules.search import contacts, detection
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import new_number
from ironbottom.games.war_in_the_pacific.scenarios.leyte.derived import berths_listed
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

CUP = "B"
"""45.82 The cup of an average search, since the case names none."""


def japanese_ports(state: State) -> list[int]:
    """45.81, 14.6 The ports in play that Japan holds."""
    opened = state.rules.pieces.waters(state.cells[layout.SCENARIO]).opened
    return [hex for hex in port_capacity.ports_of(state, JAPAN) if opened[hex]]


@restriction("45.81", "only Japan may place ships freely, and only if both sides agreed to Free Deployment")
def placed_freely(state: State, frame: Procedure, side: int) -> bool:
    return side == JAPAN and layout.scenario(state).free_deployment


@restriction("45.81", "{ship} is not one of your ships, or has already been placed in another port")
def at_its_berth(state: State, frame: Procedure, side: int) -> IdSet:
    positions = state.arrays[layout.SHIP_AT]
    listed = berths_listed(state.rules.pieces, state.cells[layout.SCENARIO]).items()
    return sets.from_iterable([ship for ship, port in listed if positions[ship] == port and side == JAPAN], len(SHIPS))


@restriction(
    "9.1", "your ships are already in twenty ports, and a side has only twenty Task Forces; {port} would be another"
)
def one_more_force(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    lying = ship_repair_capacity.ships_by_hex(state, side)
    if len(lying) - (len(lying.get(state.arrays[layout.SHIP_AT][ship], ())) == 1) < MAX_FORCES:
        return sets.full_set(len(HEXES))
    return sets.from_iterable(lying, len(HEXES))


@restriction("14.2", "{port} is not one of your ports in play, or has no more room")
def port_with_room(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    lies = state.arrays[layout.SHIP_AT][ship]
    result = [
        hex
        for hex in japanese_ports(state)
        if hex != lies and len(ship_repair_capacity.ships_of_port(state, side, hex)) < ships_with_room(state, side, hex)
    ]
    return sets.from_iterable(result, len(HEXES))


def ships_with_room(state: State, side: int, hex: int) -> int:
    """14.2 The ships for which a port has room."""
    return ship_repair_capacity.naval_capacity(state, side, hex)


BERTH = Verb(
    "berth",
    clause="45.81",
    ends_list="never",
    when=(placed_freely,),
    ship=Argument(SHIPS, at_its_berth),
    port=Argument(HEXES, one_more_force, port_with_room, always_completes=True),
)


def berth(execution: Execution, side: int, ship: int, port: int) -> None:
    """45.81 Moves a ship to another port; only its owner knows."""
    layout.ships_in(execution.state.arrays).put(ship, port)
    execution.emit_to(side, log.BERTHED, ship, port)


def report_ports(execution: Execution) -> None:
    """45.82, 8.3 Draws a chit for the ships in each port, as for a Task Force, and makes the report.

    It is not a contact: it is stored as an old report under a number that no force has. At first all of these reports
    are stored, one for each force.
    """
    state, pieces = execution.state, execution.rules.pieces
    open_to = pieces.in_play(state.cells[layout.SCENARIO])
    for hex, ships in sorted(ship_repair_capacity.ships_by_hex(state, JAPAN).items()):
        types = [pieces.ships[ship].type for ship in ships]
        counted = {kind: types.count(kind) for kind in layout.SHIP_TYPES.ids if kind in types}
        number = new_number(execution, JAPAN)
        result = detection.report(
            execution, pieces.atlas, open_to, detection.draw_chit(execution, pieces.charts, CUP), hex, counted
        )
        contacts.store_report(state, number, result)
        execution.emit_to(ALLIES, log.CONTACT, number, state.cells[layout.CONTACT + number], result.hex)
