"""26.1, 3.22, 24.4, 38.8 The works of engineers besides airbases: ports, roads, coastal guns, fortified cities.

The turn record lists them by hex and kind: ``roads_in`` gives the current roads, ``port_at`` the port of a hex,
``guns_built`` the Strength of guns built, ``fortified`` whether a city is fortified.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import COASTAL
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import deployed_bases
from ironbottom.games.war_in_the_pacific.pieces import Pieces, Roads
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.turn_record import WORKS

PORT, MINOR_ROAD, MAJOR_ROAD, GUNS, FORTIFY = (
    WORKS.index[name] for name in ("port", "minor_road", "major_road", "guns", "fortify")
)
MAX_CARGO = 5
"""26.1 The limit of a minor port's Cargo Capacity."""
GUNS_EACH = 4
MAX_GUNS = {"major": 8, "minor": 4}
MAX_OF_BASE_FORCE = 4
"""26.1, 38.7 The Strength of guns per project, and the highest Strength at a port, and elsewhere at a full
Base Force.
"""


def built(state: State, hex: int, work: int) -> int:
    """26.1 The number of times that something was built in a hex."""
    return sum(row.times for row in turn_record.read(state, "built", ()) if (row.at, row.work) == (hex, work))


# -- 3.22, 26.1 roads --------------------------------------------------------------------------------------------


def roads_built(state: State) -> tuple[tuple[int, str], ...]:
    """26.1 The hexes with roads built in play, each with its kind."""
    rows = [row for row in turn_record.read(state, "built", ()) if row.work in (MINOR_ROAD, MAJOR_ROAD)]
    return tuple([(hex, kind) for hex, kind in {row.at: WORKS.ids[row.work] for row in rows}.items()])


def roads_in(state: State) -> Roads:
    """3.22 The roads of the map and of the scenario, and those built in play."""
    pieces = state.rules.pieces
    return pieces.roads(state.cells[layout.SCENARIO], roads_built(state))


def road_row(state: State, hex: int, work: int) -> str:
    """26.1 The table row for building a road: a minor road where there is none, or a major road to replace
    a minor one.
    """
    roads, now = roads_in(state), dict(roads_built(state)).get(hex, "")
    minor = now == "minor_road" or bool(roads.minor[hex] & ~roads.rail[hex])
    if work == MAJOR_ROAD:
        return "major_road" if minor and now != "major_road" else ""
    return "" if minor or now or roads.major[hex] | roads.rail[hex] else "minor_road"


# -- 14.0, 26.1 ports ---------------------------------------------------------------------------------------------


def port_at(state: State, hex: int) -> str:
    """14.0, 26.1 The port of a hex: the printed port, or a minor port built on an anchorage; otherwise "none"."""
    pieces = state.rules.pieces
    place = pieces.atlas.places.get(hex)
    if place is None:
        return "none"
    return "minor" if place.port == "anchorage" and built(state, hex, PORT) else place.port


def port_row(state: State, hex: int) -> str:
    """26.1 The table row for building or enlarging a port in a hex; empty if that is not possible."""
    pieces = state.rules.pieces
    place, kind = pieces.atlas.places.get(hex), port_at(state, hex)
    if place is None or kind not in ("anchorage", "minor"):
        return ""
    if kind == "anchorage":
        return "minor_port"
    return "minor_port_point" if place.cargo + built(state, hex, PORT) < MAX_CARGO else ""


# -- 38.7, 38.8 guns, 24.4 fortified cities -----------------------------------------------------------------------


def guns_built(state: State, hex: int) -> int:
    """38.8 The Coastal Gunnery Strength built in a hex; without a port, the guns need a fully deployed Base Force."""
    strength = GUNS_EACH * built(state, hex, GUNS)
    return strength if strength and (port_at(state, hex) in MAX_GUNS or manned(state, hex)) else 0


def manned(state: State, hex: int) -> bool:
    """27.3, 38.8 Whether the holder's fully deployed Base Force mans the guns of a coast."""
    pieces = state.rules.pieces
    coast = pieces.atlas.kind[hex] >= COASTAL
    return coast and deployed_bases(state, state.arrays[layout.CONTROL][hex], hex) > 0


def guns_row(state: State, hex: int, standing: int) -> str:
    """26.1, 38.7 The table row for building guns at a port or a full Base Force; empty if no more are allowed."""
    most = MAX_GUNS.get(port_at(state, hex), MAX_OF_BASE_FORCE * manned(state, hex))
    return "guns" if standing + GUNS_EACH <= most else ""


def fortified(state: State, hex: int) -> bool:
    """24.4, 26.1 Whether a city was fortified."""
    return built(state, hex, FORTIFY) > 0


def fort_row(state: State, hex: int) -> str:
    """26.1 The table row for fortifying a city, which is possible once."""
    pieces = state.rules.pieces
    place = pieces.atlas.places.get(hex)
    return "fortify" if place is not None and place.city and not fortified(state, hex) else ""


AS_GROUND = "as_ground"
NO_HEXES: frozenset[int] = frozenset()


def cost_as_ground(pieces: Pieces) -> bool:
    """22.1 Whether roads held by the enemy cost the same as the terrain."""
    return pieces.options["enemy_roads"] == AS_GROUND


def enemy_road_hexes(state: State, side: int) -> frozenset[int]:
    """22.1 The hexes with a road or railway that a side's enemy held at the start of the Game-Turn.

    Empty unless the option is in force.
    """
    if not cost_as_ground(state.rules.pieces):
        return NO_HEXES
    control, before, enemy = state.arrays[layout.CONTROL], state.arrays[layout.HELD_BEFORE], 1 - side
    hexes = roads_in(state).hexes
    return frozenset([hex for hex in hexes if (before[hex] - 1 if before[hex] else control[hex]) == enemy])
