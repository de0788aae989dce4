"""45.13 to 45.81 Values derived from the cases of Leyte and from a state, cached."""

from __future__ import annotations

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on
from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.data.facts import Facts
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, SEA
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import most_thirds, taken_by_hex
from ironbottom.games.war_in_the_pacific.derived.initial_air_capacity import initial_room
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    AIR_TYPES,
    BASE_HEX,
    HEXES,
    IN_FORCE,
    SHIPS_OF,
    STACKS,
    TRAINED,
    TRAININGS,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.rules.setup.before_play import points_based
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import stacks_on
from ironbottom.games.war_in_the_pacific.scenario import NOWHERE
from ironbottom.games.war_in_the_pacific.scenarios.leyte import limits
from ironbottom.games.war_in_the_pacific.state_types import State

# -- 45.13, 45.61 the map ----------------------------------------------------------------------------

AREA_OF = {
    "Philippines": "any_hex_of_the_philippines",
    "Formosa": "any_hex_of_formosa",
    "Okinawa": "any_hex_of_okinawa",
    "Japan": limits.HOME,
}
"""45.23, 45.63 The areas that the cases of Leyte name."""


@cached(64)
def area(pieces: Pieces, name: str) -> frozenset[int]:
    """The hexes of an area in a case of Leyte."""
    return frozenset(pieces.area(AREA_OF[name]))


def forbidden_hexes(state: State, side: int) -> frozenset[int]:
    """45.13, 22.8 The hexes in play that one side may not enter: the Allies may not enter Japan's."""
    if side != ALLIES:
        return NOWHERE
    pieces = state.rules.pieces
    return area(pieces, pieces.figure("45.13", "closed_allied"))


def area_hexes(state: State, name: str) -> list[int]:
    """The hexes in play of an area."""
    return hexes_of(state.rules.pieces, state.cells[layout.SCENARIO], name)


@cached(64)
def hexes_of(pieces: Pieces, scenario: int, name: str) -> list[int]:
    """The hexes of an area that are in play in a scenario."""
    opened = pieces.in_play(scenario)
    return [hex for hex in pieces.area(name) if opened[hex]] if name else []


def area_around(state: State, names: tuple[str, ...], hex: int) -> list[int]:
    """The hexes of the area that contains a hex."""
    area = area_name(state, names, hex)
    return area_hexes(state, area) if area else []


def area_name(state: State, names: tuple[str, ...], hex: int) -> str:
    """The name of the area that contains a hex; empty if no area does."""
    return _area_of(state.rules.pieces, state.cells[layout.SCENARIO], names, hex)


@cached(4096)
def _area_of(pieces: Pieces, scenario: int, names: tuple[str, ...], hex: int) -> str:
    return next((name for name in names if hex in hexes_of(pieces, scenario, name)), "")


@cached(8)
def ulithi(facts: Facts) -> dict[int, int]:
    """45.61 The hex that represents Ulithi, with the extra cost of entering or leaving it."""
    return {NUMBER[limits.case_figure(facts, "45.61", "hex")]: int(limits.case_figure(facts, "45.61", "extra_mp"))}


# -- 45.21 to 45.23, 45.33 ships, Subrons, ground units, stores --------------------------------------


@cached(8)
def berths_listed(pieces: Pieces, scenario: int) -> dict[int, int]:
    """45.21 The starting ports of Japanese ships, by case."""
    positions = at_start(pieces, scenario).arrays[layout.SHIP_AT]
    return {ship: positions[ship] for ship in SHIPS_OF[JAPAN] if 0 <= positions[ship] < IN_FORCE}


@cached_by_fingerprint(depends_on(cells=[(layout.SCENARIO, 1)]))
def open_water(state: State, side: int) -> IdSet:
    """45.22 The water hexes in play that a side may enter."""
    pieces = state.rules.pieces
    opened = pieces.waters(state.cells[layout.SCENARIO]).opened
    closed, of_hex = forbidden_hexes(state, side), pieces.atlas.kind
    free = [hex for hex in range(len(HEXES)) if opened[hex] and hex not in closed and of_hex[hex] >= SEA]
    return sets.from_iterable(free, len(HEXES))


GROUND_AREAS = ("any_hex_of_the_philippines", "any_hex_of_formosa", "any_hex_of_okinawa")

STORES = (*GROUND_AREAS, "singapore_and_or_any_port_of_borneo")
"""45.23 The areas in which Japan places ground units and Supply Blocks."""


@cached_by_fingerprint(depends_on(layout.UNIT_AT, layout.UNIT_TYPE, cells=[(layout.SCENARIO, 1)]))
def with_room_for(state: State, side: int, area: str, thirds: int) -> IdSet:
    """21.1, 45.23 The hexes of an area with room for a unit of this size, which is in thirds of a division."""
    pieces = state.rules.pieces
    roomy = _that_take(pieces, state.cells[layout.SCENARIO], area, thirds)
    filled = taken_by_hex(state, side).items()
    return sets.without(roomy, [hex for hex, taken in filled if taken + thirds > most_thirds(pieces, hex)])


@cached(64)
def _that_take(pieces: Pieces, scenario: int, area: str, thirds: int) -> tuple[int, ...]:
    return tuple(sorted({hex for hex in hexes_of(pieces, scenario, area) if thirds <= most_thirds(pieces, hex)}))


@cached_by_fingerprint(depends_on(layout.CONTROL, cells=[(layout.SCENARIO, 1)]))
def block_hexes(state: State, side: int, hex: int) -> IdSet:
    """45.23, 45.33 The other hexes for the Supply Blocks of a hex: any hex in its area, or any Allied port."""
    pieces = state.rules.pieces
    opened, control = pieces.in_play(state.cells[layout.SCENARIO]), state.arrays[layout.CONTROL]
    ports = [to for to, place in pieces.atlas.places.items() if place.port != "none"]
    around = set(area_around(state, STORES, hex) if side == JAPAN else ports)
    if hex in area_hexes(state, STORES[-1]):
        around.intersection_update(ports)
    return sets.from_iterable([to for to in around - {hex} if opened[to] and control[to] == side], len(HEXES))


# -- 45.25, 45.34, 45.64 air points ------------------------------------------------------------------

AIR_AREAS = ("any_airbase_of_the_philippines", "any_airbase_of_japan_or_okinawa", "any_airbase_of_formosa")
"""45.25 The areas in which Japan places air points."""


def is_airbase(state: State, side: int, base: int) -> bool:
    """5.4 Whether a base has a Level and belongs to its side."""
    held_by = state.arrays[layout.CONTROL][BASE_HEX[base]]
    return state.arrays[layout.LEVEL][base] > 0 and held_by == side


@cached_by_fingerprint(depends_on(layout.CONTROL, layout.LEVEL, cells=[(layout.SCENARIO, 1)]))
def airbases_around(state: State, side: int, hex: int) -> list[int]:
    """45.25 The airbases of the area that contains a hex."""
    around = set(area_around(state, AIR_AREAS, hex))
    return [base for base, where in enumerate(BASE_HEX) if where in around and is_airbase(state, side, base)]


def own_airbases(state: State, side: int) -> list[int]:
    """45.81 All airbases of a side in play, where points may go in Free Deployment."""
    opened = state.rules.pieces.in_play(state.cells[layout.SCENARIO])
    return [base for base, hex in enumerate(BASE_HEX) if opened[hex] and is_airbase(state, side, base)]


@cached_by_fingerprint(depends_on(layout.AIR, layout.CONTROL))
def bases_with_points(state: State, side: int) -> list[int]:
    """45.25, 45.34 A side's bases ashore with air points."""
    width, air, none = len(STACKS), state.arrays[layout.AIR].tobytes(), bytes(len(STACKS))
    control = state.arrays[layout.CONTROL]
    own = [base for base, hex in enumerate(BASE_HEX) if control[hex] == side]
    return [base for base in own if air[base * width : (base + 1) * width] != none]


@cached_by_fingerprint(depends_on(layout.AIR, layout.CONTROL, layout.LEVEL, cells=[(layout.SCENARIO, 1)]))
def rooms_around(state: State, side: int, base: int) -> dict[int, int]:
    """5.4, 45.25 The airbases in the area of a base, with their room."""
    width, levels, air = len(STACKS), state.arrays[layout.LEVEL], state.arrays[layout.AIR].tobytes()
    freely = layout.scenario(state).free_deployment
    bases = own_airbases(state, side) if freely else airbases_around(state, side, BASE_HEX[base])
    result = {to: 10 * levels[to] - sum(air[to * width : (to + 1) * width]) for to in bases}
    return {to: room for to, room in result.items() if room > 0}


@cached_by_fingerprint(
    depends_on(
        *(layout.AIR, layout.CONTROL, layout.LEVEL, layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED),
        cells=[(layout.SCENARIO, 1)],
    )
)
def rooms_of_allies(state: State, water: bool) -> dict[int, int]:
    """45.64 The Allied bases with room for points that land on water or ashore, within the limits of headquarters."""
    pieces = state.rules.pieces
    units = layout.units_in(state.arrays)
    kind = pieces.on_water.index(water)
    result = initial_room(pieces, state.cells[layout.SCENARIO], state.arrays, units, ALLIES, kind)
    return {base: room for base, room in result.items() if room > 0}


@cached(8)
def listed(pieces: Pieces) -> dict[int, int]:
    """45.34 The Allied points ashore that may be deployed, by stack."""
    result: dict[int, int] = {}
    for row in pieces.facts.table(tables.DEPLOYMENT).values():
        if row.scenario == limits.CASE and row.case == "45.34":
            stack = AIR_TYPES.index[row.unit] * len(TRAININGS) + TRAINED
            result[stack] = result.get(stack, 0) + row.count
    return result


@cached_by_fingerprint(depends_on(layout.AIR, layout.CONTROL))
def deployed_of(state: State) -> dict[int, int]:
    """45.64 The deployed Allied points ashore by stack."""
    result: dict[int, int] = {}
    for base in bases_with_points(state, ALLIES):
        for stack in stacks_on(state, base):
            result[stack] = result.get(stack, 0) + points_based(state, base, stack)
    return result


# -- 45.42, 45.72 to 45.75 the Objective, reinforcements ---------------------------------------------


@cached(8)
def possible_objectives(pieces: Pieces) -> dict[int, int]:
    """45.42.a, 45.42.b, 45.42.c, 45.42.d The ports that may be the Objective, with their values."""
    known = pieces.atlas.places
    result = {NUMBER[pieces.figure("45.42", "a.hex")]: int(pieces.figure("45.42", "a.vp"))}
    for letter in "bcd":
        worth = int(pieces.figure("45.42", f"{letter}.vp"))
        for hex in pieces.area(pieces.figure("45.42", f"{letter}.area").lower()):
            if hex in known and known[hex].port != "none":
                result[hex] = worth
    return result


@cached(16)
def case_rows(pieces: Pieces, case: str) -> list[tables.Arriving]:
    """45.72 to 45.75 The reinforcements of a case."""
    rows = pieces.facts.table(tables.REINFORCEMENTS).values()
    return [row for row in rows if row.scenario == limits.CASE and row.case == case]
