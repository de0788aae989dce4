"""2.3, 21.1, 22.3, 23.3 The ground units of each hex: their strength, their stacking, their Zones of Control."""

from __future__ import annotations

from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import SEA, TERRAIN_NUMBER
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import TerrainEffect
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.derived.tables import unit_table
from ironbottom.games.war_in_the_pacific.derived.unit_positions import UnitsInHex
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FULL, GROUND_TYPES, UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State

THIRDS = {"division": 3, "division_remnant": 3, "army": 3, "army_remnant": 3, "regiment": 1, "regiment_remnant": 1}
"""21.1 The room that units take, in thirds of a division."""
NEVER_ATTACK = ("logistic", "air_hq", "base_force", "entrenchment")
"""24.1 Kinds that may only defend."""
OVERRUN_ODDS = 10
"""24.9 The odds at which a defender in clear terrain is overrun."""
FEWER_DIVISIONS = 2
"""21.1 The divisions that stack in jungle mountain with the option ``jungle_mountain_stacking``."""
ZONE_FROM = 3
NO_ZONE_INTO = ("mountain", "jungle_mountain")
FORTRESS = "B1949"
TERRAIN_NAME = {number: name for name, number in reversed(TERRAIN_NUMBER.items())}


def type_of(state: State, unit: int) -> GroundType:
    """21.3 The current type of a unit, full or battlegroup."""
    pieces = state.rules.pieces
    return pieces.ground[state.arrays[layout.UNIT_TYPE][unit]]


def units_at(state: State, side: int, hex: int) -> list[int]:
    """The ground units of a side in a hex, ascending."""
    return [unit for unit in layout.units_in(state.arrays).units(hex) if unit in UNITS_OF[side]]


def may_attack(row: GroundType) -> bool:
    """24.1 Whether units of a type may attack."""
    return row.kind not in NEVER_ATTACK and not row.defence_only and row.strength > 0


def _strength_there(pieces: Pieces, hex: int, there: UnitsInHex) -> int | None:
    return sum([pieces.ground[kind].strength for _, kind in there]) or None


def _has_units_there(pieces: Pieces, hex: int, there: UnitsInHex) -> bool | None:
    return any(pieces.ground[kind].kind != "entrenchment" for _, kind in there) or None


_strengths = unit_table(_strength_there)
_hexes_to_attack = unit_table(_strength_there, frozenset)
_hexes_with_units = unit_table(_has_units_there, frozenset)


def defences(state: State, side: int) -> dict[int, int]:
    """24.2 The Combat Strength of a side by hex, in the hexes where it is above zero."""
    result: dict[int, int] = _strengths(state, side)
    return result


def hexes_to_attack(state: State, side: int) -> frozenset[int]:
    """22.3, 27.6 The hexes that must be attacked before they are entered."""
    result: frozenset[int] = _hexes_to_attack(state, side)
    return result


def hexes_with_units(state: State, side: int) -> frozenset[int]:
    """22.2, 24.3, 25.1 The hexes with any unit of a side."""
    result: frozenset[int] = _hexes_with_units(state, side)
    return result


@cached(16_384)
def combat_terrain(pieces: Pieces, hex: int) -> str:
    """24.4 The terrain of a hex that counts in combat, on the map in force."""
    if hex == NUMBER[FORTRESS]:
        return "fortified"
    place = pieces.atlas.places.get(hex)
    return "city" if place is not None and place.city else ground_of(pieces, hex)


def ground_of(pieces: Pieces, hex: int) -> str:
    """3.2 The terrain of a hex for movement."""
    return TERRAIN_NAME.get(pieces.atlas.terrain[hex], "all_sea")


def thirds_filled(row: GroundType) -> int:
    """21.1 The thirds of a division that a unit of a type fills."""
    return 0 if row.kind == "logistic" else THIRDS.get(row.size, 0)


@cached(8)
def thirds_of(pieces: Pieces) -> tuple[int, ...]:
    """21.1 The thirds of a division that each type of unit fills."""
    return tuple([thirds_filled(row) for row in pieces.ground])


def has_room(state: State, side: int, hex: int, row: GroundType) -> bool:
    """21.1 Whether a hex has room for a unit of a type."""
    return taken_by_hex(state, side).get(hex, 0) + thirds_filled(row) <= most_thirds(state.rules.pieces, hex)


@cached(16_384)
def most_thirds(pieces: Pieces, hex: int) -> int:
    """21.1 The stacking limit of a hex by its terrain, in thirds of a division."""
    return 3 * divisions_in(pieces, combat_terrain(pieces, hex))


def divisions_in(pieces: Pieces, terrain: str) -> int:
    """21.1 The divisions that stack in a terrain: by the chart and, with an option, at most two in jungle mountain."""
    most: int = pieces.facts.table(charts.TERRAIN_EFFECTS)[terrain].stacking
    fewer = terrain == "jungle_mountain" and pieces.options["jungle_mountain_stacking"] == "two"
    return min(most, FEWER_DIVISIONS) if fewer else most


def _taken_there(pieces: Pieces, hex: int, there: UnitsInHex) -> int:
    thirds = thirds_of(pieces)
    return sum([thirds[kind] for _, kind in there])


_taken = unit_table(_taken_there)


def taken_by_hex(state: State, side: int) -> dict[int, int]:
    """21.1 The thirds of a division that a side's units fill, by hex."""
    result: dict[int, int] = _taken(state, side)
    return result


MAX_TAKEN = max(THIRDS.values())


def _scarce_there(pieces: Pieces, hex: int, there: UnitsInHex) -> int | None:
    """21.1 The remaining room in each hex where it is scarce, in thirds of a division."""
    left = most_thirds(pieces, hex) - _taken_there(pieces, hex, there)
    return left if left < MAX_TAKEN else None


def _by_thirds(left: dict[int, int]) -> list[frozenset[int]]:
    """21.1 The hexes without room for a unit, by the thirds of a division that it fills."""
    return [frozenset([hex for hex, room in left.items() if room < thirds]) for thirds in range(MAX_TAKEN + 1)]


_full = unit_table(_scarce_there, _by_thirds)


def without_room(state: State, side: int, thirds: int) -> frozenset[int]:
    """21.1 The hexes with a side's units that have no room for a unit of this size, in thirds of a division."""
    return hexes_without_room(state, side)[thirds]


def hexes_without_room(state: State, side: int) -> list[frozenset[int]]:
    """21.1 The hexes with a side's units that have no room for a unit, by its size in thirds of a division."""
    result: list[frozenset[int]] = _full(state, side)
    return result


def with_room(state: State, side: int, kind: int, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """21.1 The hexes among these with room for a unit of a type."""
    full = without_room(state, side, thirds_of(state.rules.pieces)[kind])
    return hexes if full.isdisjoint(hexes) else tuple([hex for hex in hexes if hex not in full])


def _zone_there(pieces: Pieces, hex: int, there: UnitsInHex) -> frozenset[int] | None:
    rows = [pieces.ground[kind] for _, kind in there]
    points = sum([row.strength for row in rows if row.kind != "partisan"])
    return zone_of(pieces, hex) if points >= ZONE_FROM else None


def _united(found: dict[int, frozenset[int]]) -> frozenset[int]:
    return frozenset[int]().union(*found.values())


_zones = unit_table(_zone_there, _united)


def zones(state: State, side: int) -> frozenset[int]:
    """21.5 The hexes in the Security Zones of a side's stacks with at least three points.

    Partisans have none. Zones do not extend over open sea, over straits or into mountains.
    """
    result: frozenset[int] = _zones(state, side)
    return result


@cached(4096)
def zone_of(pieces: Pieces, hex: int) -> frozenset[int]:
    """21.5 The Security Zone of a stack in a hex."""
    ways = [beyond for side, beyond in enumerate(GRID.beyond(hex)) if pieces.atlas.on_foot[hex] >> side & 1]
    return frozenset([hex, *[beyond for beyond in ways if ground_of(pieces, beyond) not in NO_ZONE_INTO]])


def deployed_bases(state: State, side: int, hex: int) -> int:
    """27.3 The fully deployed Base Forces of a side in a hex."""
    return sum(
        type_of(state, unit).kind == "base_force" and state.arrays[layout.DEPLOYED][unit] == FULL
        for unit in units_at(state, side, hex)
    )


HELPLESS = ("logistic", "air_hq", "base_force", "entrenchment")
"""22.7 Kinds that do not hold a hex."""
COMBAT = ("combat", "partisan", "engineer")


def strength(state: State, side: int, hex: int) -> int:
    """24.2 The Combat Strength that a side has in a hex."""
    return sum(type_of(state, unit).strength for unit in units_at(state, side, hex))


def has_combat_units(state: State, side: int, hex: int) -> bool:
    """22.3 Whether a side has combat units in a hex."""
    return any(type_of(state, unit).kind in COMBAT for unit in units_at(state, side, hex))


def has_units(state: State, side: int, hex: int) -> bool:
    """22.2, 24.3, 25.1 Whether a side has any unit in a hex, including headquarters and transport units, but not
    markers.
    """
    return any(type_of(state, unit).kind != "entrenchment" for unit in units_at(state, side, hex))


def must_be_attacked(state: State, side: int, hex: int) -> bool:
    """22.3, 27.6 Whether a hex must be attacked before it is entered; a Base Force also defends a hex."""
    return strength(state, side, hex) > 0


def terrain_of(state: State, hex: int) -> str:
    """24.4 The terrain that counts in combat: a city or fortress counts only for its own side."""
    return combat_terrain(state.rules.pieces, hex)


def terrain_row(state: State, name: str) -> TerrainEffect:
    """22.1, 24.4 The effects of a terrain."""
    pieces = state.rules.pieces
    return pieces.facts.table(charts.TERRAIN_EFFECTS)[name]


def room_taken(state: State, side: int, hex: int) -> int:
    """21.1 The thirds of a division that a side's units fill; small units, transport and headquarters do not count."""
    rows = [type_of(state, unit) for unit in units_at(state, side, hex)]
    return sum(thirds_filled(row) for row in rows)


def may_be_on_land(pieces: Pieces, hex: int) -> bool:
    """3.2 Whether ground units may be in a hex."""
    return pieces.atlas.kind[hex] != SEA


AIRBORNE = "_abn"
"""21.3 The ending of airborne types."""


def battlegroup_of(row: GroundType) -> int:
    """21.3 The type that a full unit flips to; -1 for a unit with one step.

    An airborne brigade has no separate reduced counter: it flips to that of its nation's other brigades.
    """
    return GROUND_TYPES.index.get(f"{row.id.removesuffix(AIRBORNE)}_bg", -1) if row.steps > 1 else -1


def step_of(state: State, unit: int) -> int:
    """21.2 The cost of a unit's next step: the difference from its battlegroup, otherwise its whole strength."""
    row = type_of(state, unit)
    return row.strength - row.battlegroup if battlegroup_of(row) >= 0 else row.strength


def strength_left(state: State, unit: int) -> int:
    """21.2, 24.8 The current strength of a unit: the printed strength minus the losses that it carries."""
    return max(type_of(state, unit).strength - state.arrays[layout.REST][unit], 0)


def can_lose(state: State, units: list[int]) -> list[int]:
    """21.2 The units that may take losses: those with strength, including Base Forces."""
    return [unit for unit in units if state.arrays[layout.UNIT_AT][unit] >= 0 and type_of(state, unit).strength > 0]


def full_strength(pieces: Pieces, row: GroundType) -> int:
    """24.8 The printed strength of the full unit."""
    whole = GROUND_TYPES.index.get(row.id.removesuffix("_bg"), -1)
    return pieces.ground[whole].strength if whole >= 0 else row.strength


def entrenched(state: State, side: int, hex: int) -> bool:
    """24.5 Whether a side's garrison of a hex is entrenched."""
    return any(type_of(state, unit).kind == "entrenchment" for unit in units_at(state, side, hex))
