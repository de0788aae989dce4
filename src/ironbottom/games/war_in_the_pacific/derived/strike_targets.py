"""6.3, 6.5, 20.14, 30.3 The targets in a hex, and the Roles in which points strike them."""

from __future__ import annotations

from ironbottom.engine.cache import cached_by_fingerprint, cached_by_fingerprint_per_key, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.derived import (
    completed_construction,
    flight_duties,
    lines_by_sea,
    port_capacity,
    ship_repair_capacity,
)
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.facilities import guns_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import deployed_bases
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import RAIL, SEA_LIFT
from ironbottom.games.war_in_the_pacific.derived.search_reach import SEARCH_READS, port_seen, ships_seen, weather
from ironbottom.games.war_in_the_pacific.derived.unit_positions import WHERE, by_hex, of_each_side
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT
from ironbottom.games.war_in_the_pacific.state_types import State

FORCE, IN_PORT, AIRBASE, PORT, GROUND, GUNS, SUPPLY, RAILCAP, SEACAP, LINK = range(len(layout.STRIKE_TARGETS))
AT_SEA = (FORCE, IN_PORT)
ON_SHIPS = (flight_duties.BOMB, flight_duties.TORPEDO, flight_duties.STRAFING, flight_duties.KAMIKAZE)
ON_PORTS = (flight_duties.BOMB, flight_duties.STRAFING, flight_duties.KAMIKAZE)
"""20.14 The Roles that strike ships in a port; torpedoes do not."""
ON_LAND = (flight_duties.BOMBARDMENT, flight_duties.STRAFING)
ON_BOATS = (flight_duties.BOMBARDMENT, flight_duties.BOMB, flight_duties.TORPEDO)
"""30.3 Seacap is attacked like a pipeline (15.5), or bombarded."""

ON_LINKS = (flight_duties.BOMB, flight_duties.TORPEDO)
"""15.5 The Roles that strike links."""


def roles_against(target: int) -> tuple[int, ...]:
    """6.3 to 6.5, 20.14 The Roles in which points attack a kind of target."""
    return _roles_against.get(target, BY_BOMBARDMENT)


BY_BOMBARDMENT = (flight_duties.BOMBARDMENT,)
_roles_against = {
    FORCE: ON_SHIPS,
    IN_PORT: ON_PORTS,
    AIRBASE: ON_LAND,
    GROUND: ON_LAND,
    SEACAP: ON_BOATS,
    LINK: ON_LINKS,
}


def roles_at(state: State, side: int, hex: int, target: int) -> tuple[int, ...]:
    """6.5, 20.14 The Roles in which points attack a kind of target in a hex. Torpedoes also attack ships at an
    anchorage without a deployed Base Force.

    They also attack ships in a port that is known to be over its capacity (14.2).
    """
    result = roles_against(target)
    return (*result, flight_duties.TORPEDO) if target == IN_PORT and unguarded(state, 1 - side, hex) else result


def unguarded(state: State, side: int, hex: int) -> bool:
    """20.14, 14.2, 8.41 Whether a side's enemy knows that ships in one of its hexes are not safe from torpedoes.

    The hex is an anchorage without a fully deployed Base Force, or a port whose known capital ships or carriers exceed
    its capacity, or whose capacity is zero.
    """
    if not port_capacity.acts_as_port(state, side, hex) and not deployed_bases(state, side, hex):
        return True
    return ship_repair_capacity.naval_capacity(state, side, hex) < max(*ships_seen(state, BASE_AT[hex]), 1)


def _searches_and_record(state: State) -> object:
    return SEARCH_READS(state), turn_record.read(state, "built", ()), turn_record.read(state, "lost", ())


TARGETS_READ = depends_on(
    *(layout.LEVEL, layout.SUPPLY, layout.GUNS_HURT, layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED, layout.AIR),
    *(layout.PORT_HURT, layout.PORT_TAKEN, layout.CAPITAL_IN_PORT, layout.CARRIERS_IN_PORT),
    also=_searches_and_record,
)


@cached_by_fingerprint_per_key(of_each_side(*WHERE))
def occupied(state: State, side: int) -> frozenset[int]:
    """6.3 The hexes with ground units of a side."""
    return frozenset(by_hex(state, side).entries)


@cached_by_fingerprint(TARGETS_READ)
def targets_at(state: State, side: int, hex: int) -> list[int]:
    """6.3 to 6.5 The targets in a hex, from public knowledge and from searched enemy ports.

    Sections that are not in play have none (3.51).
    """
    pieces = state.rules.pieces
    if weather(state, hex) == "storm" or not pieces.on_sections(state.cells[layout.SCENARIO])[hex]:
        return []
    arrays, base = state.arrays, base_at(state, hex)
    enemy = arrays[layout.CONTROL][hex] == 1 - side
    there = {
        IN_PORT: port_seen(state, side, hex),
        AIRBASE: enemy and base >= 0 and arrays[layout.LEVEL][base] > 0,
        PORT: enemy and completed_construction.port_at(state, hex) in ("minor", "major"),
        GROUND: hex in occupied(state, 1 - side),
        GUNS: enemy and base >= 0 and guns_at(state, hex) > 0,
        SUPPLY: enemy and base >= 0 and arrays[layout.SUPPLY][base] > 0,
        RAILCAP: lines_by_sea.area_struck(state, side, RAIL, hex) >= 0,
        SEACAP: lines_by_sea.area_struck(state, side, SEA_LIFT, hex) >= 0,
    }
    return [target for target, true in there.items() if true]
