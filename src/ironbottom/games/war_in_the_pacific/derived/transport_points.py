"""6.8 The air points that may carry units or stores, their bases, and the bases where they can land."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.derived import air_bases, role_points, transferable_points
from ironbottom.games.war_in_the_pacific.derived.air_bases import air_distance
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import has_room
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, FIRST_BOX, NEW_BASES, TRAININGS, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State

QUARTERS_A_LOAD, LOADS_A_POINT = 4, 2
"""6.8 The number of quarters in a Load Point, and the Load Points that a Supply Point takes in the air."""
CARRIED = ("regiment", "regiment_remnant", "battalion", "headquarters")
"""6.8 The sizes of units that can be flown; Base Forces are battalions."""


class Carriers(NamedTuple):
    """6.8 The transports of a stack at a base: the free points, and the load of each in quarters of a Load Point."""

    points: int
    each: int


@cached_by_fingerprint(role_points.POINTS_READ)
def transports(state: State, side: int) -> dict[tuple[int, int], Carriers]:
    """6.8, 5.2 The free transports of a side by base and stack."""
    pieces = state.rules.pieces
    result = {}
    for (base, stack), points in transferable_points.movable(state, side).items():
        each = pieces.air[stack // len(TRAININGS)].transport_quarters
        if each and base < FIRST_BOX:
            result[base, stack] = Carriers(points, each)
    return result


def range_of(state: State, stack: int) -> int:
    """6.8 The range of transports with a load."""
    pieces = state.rules.pieces
    return pieces.air[stack // len(TRAININGS)].range_mp


_FIELDS_READ = depends_on(
    *(layout.LEVEL, layout.HURT),
    cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)],
    also=air_bases.land_base_inputs,
)


@cached_by_fingerprint(_FIELDS_READ)
def open_fields(state: State, side: int, water: bool) -> list[tuple[int, int]]:
    """5.4, 6.8 The land bases of a side where transports can land, ascending, each with its hex."""
    own = [base for base in range(FIRST_BOX) if air_bases.owner(state, base) == side]
    return [
        (base, air_bases.where(state, base))
        for base in own
        if air_bases.open_to_landing(state, base) and air_bases.base_capacity(state, base, water=water)
    ]


@cached_by_fingerprint(_FIELDS_READ)
def fields(state: State, side: int, base: int, stack: int) -> list[int]:
    """6.8 The side's other bases in range where transports can land."""
    start, far = air_bases.where(state, base), range_of(state, stack)
    landing = open_fields(state, side, air_bases.on_water(state.rules.pieces, stack))
    return [to for to, hex in landing if to != base and air_distance(state, start, hex) <= far]


def lift_points(row: GroundType, each: int) -> int:
    """6.8 The number of points needed to lift a unit of a type."""
    return -(-row.load * QUARTERS_A_LOAD // each)


_CARRIERS_READ = depends_on(cells=[(layout.SCENARIO, 1), (layout.TURN, 1)], also=role_points.POINTS_READ)


@cached_by_fingerprint(_CARRIERS_READ)
def packed_lift_points(state: State, side: int, kind: int, hex: int) -> list[tuple[int, int]]:
    """6.8 The bases and stacks that can lift a packed unit of a type from a hex."""
    row = state.rules.pieces.ground[kind]
    if row.size not in CARRIED or not row.load or row.kind in ("entrenchment", "logistic"):
        return []
    if row.kind == "combat" and not layout.scenario(state).combat_units_fly(state, side):
        return []
    return [
        (base, stack)
        for (base, stack), flight in transports(state, side).items()
        if air_bases.where(state, base) == hex
        and lift_points(row, flight.each) <= flight.points
        and lands_somewhere(state, side, row, base, stack)
    ]


def lands_somewhere(state: State, side: int, row: GroundType, base: int, stack: int) -> bool:
    """6.8, 21.1 Whether any base within range can take a unit of a type."""
    result = fields(state, side, base, stack)
    return any(has_room(state, side, air_bases.where(state, to), row) for to in result)


@cached(8)
def carrying_sides(pieces: Pieces, case: str) -> frozenset[str]:
    """6.8 The sides to which a scenario gives transports; transports of its advanced game do not count."""
    begun = [row for row in pieces.facts.table(tables.DEPLOYMENT).values() if row.version != "advanced"]
    rows = [*begun, *pieces.facts.table(tables.REINFORCEMENTS).values()]
    flying = [row for row in rows if row.scenario == case and row.kind == "air"]
    return frozenset(row.side for row in flying if pieces.air[AIR_TYPES.index[row.unit]].transport_quarters)
