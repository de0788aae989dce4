"""25.1, 30.3, 30.4 The ports that Lines of Communications connect by sea, and the lift that may be struck."""

from __future__ import annotations

from ironbottom.engine.cache import Fingerprint, cached, cached_by_fingerprint_per_key, depends_on, intern
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import LAND, SEA
from ironbottom.games.war_in_the_pacific.derived import completed_construction, lift_capacity
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import hexes_to_attack
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import AREAS, NOTHING_SPENT, RAIL, SEA_HEXES, SEA_LIFT
from ironbottom.games.war_in_the_pacific.derived.tables import unit_table
from ironbottom.games.war_in_the_pacific.derived.unit_positions import UnitsInHex
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import SIDES, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State

Connections = frozenset[tuple[int, int]]
NO_CONNECTIONS: Connections = frozenset()
FRIENDLY_PORTS = ("minor", "major")
LINE_COST = 1
"""25.1 A Line by sea costs its area one point a Game-Turn."""


# -- remaining lift ----------------------------------------------------------------------------------------------


def seacap_left(state: State, side: int, kind: int, area: int) -> int:
    """30.1, 30.4 The points of an area that a side has left in this Game-Turn."""
    return lift_capacity.lift_left(state, side, turn_record.read(state, "lifted", ()) or NOTHING_SPENT, kind, area)


# -- 25.1 Lines by sea -------------------------------------------------------------------------------------------


@cached(64)
def coasts(pieces: Pieces, scenario: int, area: int) -> frozenset[int]:
    """25.1 The coastal hexes of an area in play."""
    kind, opened = pieces.atlas.kind, pieces.in_play(scenario)
    return frozenset(
        hex for hex in lift_capacity.area_hexes(pieces, area) if opened[hex] and kind[hex] not in (SEA, LAND)
    )


@cached(64)
def coastal_places(pieces: Pieces, scenario: int, area: int) -> tuple[int, ...]:
    """14.0 The coastal hexes with a place, where a port may be."""
    return tuple(sorted(pieces.atlas.places.keys() & coasts(pieces, scenario, area)))


def _base_force_there(pieces: Pieces, hex: int, there: UnitsInHex) -> bool | None:
    return any(pieces.ground[kind].kind == "base_force" for _, kind in there) or None


_base_forces = unit_table(_base_force_there, frozenset)


def base_force_hexes(state: State, side: int) -> frozenset[int]:
    """27.0 The hexes with a Base Force of a side."""
    result: frozenset[int] = _base_forces(state, side)
    return result


def lift_ports(state: State, side: int, area: int) -> tuple[int, ...]:
    """25.1 The coastal hexes of an area with a port or Base Force of a side, and no enemy."""
    pieces = state.rules.pieces
    control, scenario = state.arrays[layout.CONTROL], state.cells[layout.SCENARIO]
    ports = [
        hex
        for hex in coastal_places(pieces, scenario, area)
        if completed_construction.port_at(state, hex) in FRIENDLY_PORTS
    ]
    landings = base_force_hexes(state, side) & coasts(pieces, scenario, area)
    blocked = hexes_to_attack(state, 1 - side)
    return tuple(sorted(hex for hex in {*ports, *landings} if control[hex] == side and hex not in blocked))


@cached(256)
def pairs_of(ports: tuple[int, ...]) -> Connections:
    """30.3 The pairs of ports within range of Seacap."""
    return frozenset((a, b) for a in ports for b in ports if a != b and GRID.distance(a, b) <= SEA_HEXES)


_WRITTEN = turn_record.TurnRecordFields("lifted", "lost", "by_sea", "built")
CONNECTIONS_READ: Fingerprint = depends_on(
    *(layout.CONTROL, layout.UNIT_AT, layout.UNIT_TYPE), cells=[(layout.SCENARIO, 1)], also=_WRITTEN.of
)
"""25.1 The fingerprint of everything that decides which hexes Lines connect, except their sources."""


def _of_lift_ports(side: int) -> Fingerprint:
    """25.1 The fingerprint for one side, which reads units only as Base Forces and enemy strongholds."""

    def units_and_record(state: State) -> object:
        return _WRITTEN.of(state), base_force_hexes(state, side), hexes_to_attack(state, 1 - side)

    return depends_on(layout.CONTROL, cells=[(layout.SCENARIO, 1)], also=units_and_record)


_OF_LIFT_PORTS = [_of_lift_ports(side) for side in range(len(SIDES))]


@cached_by_fingerprint_per_key(_OF_LIFT_PORTS)
def connections_by_area(state: State, side: int) -> dict[int, Connections]:
    """25.1, 30.3 The pairs of hexes connected by Seacap in each area: those within eight hexes, if the area has a point
    left.
    """
    if turn_record.turn_record_of(state) is None:
        return {}
    paid, result = turn_record.read(state, "by_sea", ()), {}
    for area in range(len(AREAS)):
        if area not in paid and seacap_left(state, side, SEA_LIFT, area) < LINE_COST:
            continue
        if pairs := pairs_of(lift_ports(state, side, area)):
            result[area] = pairs
    return result


@cached_by_fingerprint_per_key(_OF_LIFT_PORTS)
def all_sea_connections(state: State, side: int) -> Connections:
    """25.1 All pairs of hexes connected by Seacap now."""
    return united(tuple(connections_by_area(state, side).values()))


@cached(256)
def united(pairs: tuple[Connections, ...]) -> Connections:
    """25.1 The pairs of several areas; equal results share one object."""
    return intern(NO_CONNECTIONS.union(*pairs))


# -- 30.3, 30.4 lift under attack --------------------------------------------------------------------------------


def area_struck(state: State, side: int, kind: int, hex: int) -> int:
    """30.3, 31.1 The area whose lift a side may strike in a hex: an enemy's railway or harbour; -1 if there is none."""
    area = _area_with_lift(state.rules.pieces, state.cells[layout.SCENARIO], kind, hex)
    if area < 0 or state.arrays[layout.CONTROL][hex] != 1 - side or turn_record.turn_record_of(state) is None:
        return -1
    return area if lift_capacity.lift_left(state, 1 - side, NOTHING_SPENT, kind, area) >= 1 else -1


@cached(16_384)
def _area_with_lift(pieces: Pieces, scenario: int, kind: int, hex: int) -> int:
    """30.3, 31.1 The area of a named hex in play on a railway or with a harbour; -1 if there is none."""
    if hex not in pieces.atlas.places or not pieces.in_play(scenario)[hex]:
        return -1
    area = lift_capacity.lift_area(pieces, hex)
    able = area >= 0 and (pieces.atlas.rail[hex] if kind == RAIL else hex in lift_capacity.harbours(pieces, area))
    return area if able else -1
