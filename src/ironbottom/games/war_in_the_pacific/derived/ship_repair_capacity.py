"""18.1, 18.3 The ports that repair ships, the ships that each repairs, and those that a Maximum Effort may hasten."""

from __future__ import annotations

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.data.chart_rows import RepairResources
from ironbottom.games.war_in_the_pacific.derived import port_capacity
from ironbottom.games.war_in_the_pacific.derived.force_movement import node_of, waters_of
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import deployed_bases
from ironbottom.games.war_in_the_pacific.grid import IDS
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FORCES, FORCES_A_SIDE, IN_FORCE, SHIPS_OF, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State

HOME_COUNTRY, HOME, WEST_COAST = "Japan", "home", "west_coast_usa"
NOT_HOME = ("bonins", "carolines", "japan_marianas", "marshalls", "palau")
"""The islands that Japan held whose ports are not home ports."""
SHIPS_PER_BASE_FORCE = 8
"""27.3 The number of additional ships with a fully deployed Base Force."""
WORST_HASTENED = 2
"""18.31 The worst level that a Maximum Effort repairs."""


@cached(1024)
def port_repair_resources(pieces: Pieces, hex: int) -> RepairResources | None:
    """18.3 The repairs that a port makes, by its class; None if it makes none."""
    place = pieces.atlas.places.get(hex)
    if place is None or place.port not in ("minor", "major"):
        return None
    yards = pieces.facts.table(charts.REPAIR_RESOURCES)
    named = next((yard for yard in yards.values() if IDS[hex] in yard.places or place.id in yard.places), None)
    if named is not None:
        return named
    if place.port == "minor":
        return yards["minor"]
    region = pieces.atlas.regions[pieces.atlas.region[hex]]
    home = pieces.facts.table(tables.REGIONS)[region].country == HOME_COUNTRY and region not in NOT_HOME
    return yards[HOME if home else "major"]


def ships_of_port(state: State, side: int, hex: int) -> list[int]:
    """14.2 The ships of a side in one of its ports, in a force or not, ascending."""
    return ships_by_hex(state, side).get(hex, []) if state.arrays[layout.CONTROL][hex] == side else []


@cached_by_fingerprint(
    depends_on(
        layout.SHIP_AT,
        cells=[(layout.SCENARIO, 1), (layout.FORCE_AT, len(FORCES)), (layout.FORCE_WATER, len(FORCES))],
    )
)
def ships_by_hex(state: State, side: int) -> dict[int, list[int]]:
    """14.2, 3.21 The ships of a side by hex, ascending: those in no force, and those in a force in the port's body of
    water.
    """
    result: dict[int, list[int]] = {}
    waters = waters_of(state)
    outside = {
        force
        for force in range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1))
        if state.cells[layout.FORCE_AT + force] < 0
        or node_of(state, force) != waters.port(state.cells[layout.FORCE_AT + force])
    }
    for ship in SHIPS_OF[side]:
        place = state.arrays[layout.SHIP_AT][ship]
        if IN_FORCE <= place < IN_FORCE + len(FORCES):
            force = place - IN_FORCE
            place = -1 if force in outside else state.cells[layout.FORCE_AT + force]
        if 0 <= place < IN_FORCE:
            result.setdefault(place, []).append(ship)
    return result


def naval_capacity(state: State, side: int, hex: int) -> int:
    """14.2, 14.4, 14.5, 27.3 The number of ships that a port has room for: fewer if damaged, half if captured."""
    pieces = state.rules.pieces
    if port_capacity.fleet_base(state, side, hex):
        return port_capacity.ANY_NUMBER
    base, most = BASE_AT[hex], pieces.atlas.places[hex].naval
    most = max(most + SHIPS_PER_BASE_FORCE * deployed_bases(state, side, hex) - state.arrays[layout.PORT_HURT][base], 0)
    return -(-most // 2) if state.arrays[layout.PORT_TAKEN][base] else most


def ships_within_capacity(state: State, side: int, hex: int) -> list[int]:
    """14.2 The ships of a side in a port, up to its Naval Capacity."""
    return ships_of_port(state, side, hex)[: naval_capacity(state, side, hex)]


def in_effort(state: State, side: int, hex: int) -> list[int]:
    """18.31 The ships under Maximum Effort in a port: at most one."""
    return [ship for ship in ships_of_port(state, side, hex) if state.arrays[layout.MAXIMUM_EFFORT][ship]]


@cached(16)
def hastening(pieces: Pieces) -> tuple[int, ...]:
    """18.31 The ports that make a Maximum Effort."""
    yards = [(hex, port_repair_resources(pieces, hex)) for hex in pieces.atlas.places]
    return tuple([hex for hex, yard in yards if yard is not None and yard.maximum_effort])


@cached_by_fingerprint(depends_on(layout.DAMAGE))
def ships_to_hasten(state: State, side: int) -> list[int]:
    """18.31 The ships of a side with damage up to D2."""
    level = state.arrays[layout.DAMAGE]
    return [ship for ship in SHIPS_OF[side] if 0 < level[ship] <= WORST_HASTENED]


@cached_by_fingerprint(
    depends_on(
        *(layout.CONTROL, layout.SHIP_AT, layout.MAXIMUM_EFFORT, layout.DAMAGE, layout.PORT_HURT, layout.PORT_TAKEN),
        *(layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED),
        cells=[(layout.SCENARIO, 1), (layout.FORCE_AT, len(FORCES)), (layout.FORCE_WATER, len(FORCES))],
    )
)
def may_be_hastened(state: State, side: int) -> list[int]:
    """18.31 The ships for which a Maximum Effort may be ordered: damage up to D2, in no force, in a suitable port.

    A port makes one Maximum Effort at a time, for a ship within its capacity.
    """
    level, single, result = state.arrays[layout.DAMAGE], state.arrays[layout.SHIP_AT], []
    there = {single[ship] for ship in ships_to_hasten(state, side)}
    for hex in hastening(state.rules.pieces):
        if hex not in there or in_effort(state, side, hex):
            continue
        inside = ships_within_capacity(state, side, hex)
        result += [ship for ship in inside if 0 < level[ship] <= WORST_HASTENED and single[ship] == hex]
    return result


def cargo_halved_by_effort(state: State, side: int, hex: int) -> bool:
    """18.33 Whether a Maximum Effort halves the Cargo Capacity of a port."""
    return bool(in_effort(state, side, hex))
