"""22.1, 22.5 Tables of the destinations of each ground unit of a side.

A unit is computed again only if it has moved, or if something has changed within its reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ironbottom.engine.cache import (
    Fingerprint,
    VersionedMap,
    cached,
    cached_by_fingerprint_per_key,
    depends_on,
    incremental,
)
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import completed_construction
from ironbottom.games.war_in_the_pacific.derived.adjacent_hexes import hex_moves_at
from ironbottom.games.war_in_the_pacific.derived.ground_paths import (
    NO_HEXES,
    NO_HINDRANCES,
    Hindrances,
    MovementContext,
    find_paths,
    hindrances_among,
    movement_context,
)
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import hexes_without_room, thirds_of, with_room
from ironbottom.games.war_in_the_pacific.derived.movement_costs import MovementMap, class_of, movement_points
from ironbottom.games.war_in_the_pacific.derived.unit_positions import WHERE, UnitsInHex, by_hex
from ironbottom.games.war_in_the_pacific.pieces import UNITS_OF
from ironbottom.games.war_in_the_pacific.state_types import State


class Destinations(NamedTuple):
    """22.1, 22.5 The hexes that a unit reaches on foot, ascending: by march, by Forced March only, and all of these."""

    near: tuple[int, ...]
    far: tuple[int, ...]
    hexes: frozenset[int]


NO_DESTINATIONS = Destinations((), (), frozenset())


class MovementAllowance(NamedTuple):
    """22.1, 22.5 The movement of a unit type from a hex: its class, and half points for a march and a Forced March."""

    kind: str
    most: int
    forced: int
    destinations: Destinations
    """The unit's destinations if no enemy is in the way."""
    near: frozenset[int]
    """The destinations and the unit's own hex."""


@cached(16_384)
def _allowance(ground: MovementMap, start: int, kind: int, lacks: bool) -> MovementAllowance:
    row = ground.pieces.ground[kind]
    most, forced = (movement_points(ground.pieces, row, lacks, forced) for forced in (False, True))
    destinations = _destinations(ground, class_of(row), start, most, forced, NO_HINDRANCES)
    return MovementAllowance(class_of(row), most, forced, destinations, destinations.hexes | {start})


def _destinations_from(
    context: MovementContext, start: int, kind: int, unsupplied: int
) -> tuple[frozenset[int], Destinations]:
    allowance = _allowance(context.ground, start, kind, unsupplied > 0)
    hindrances = hindrances_among(context, kind, start, allowance.near)
    if hindrances is NO_HINDRANCES:
        return allowance.near, allowance.destinations
    return allowance.near, _destinations(
        context.ground, allowance.kind, start, allowance.most, allowance.forced, hindrances
    )


@cached(16_384)
def _destinations(
    ground: MovementMap, kind: str, start: int, most: int, forced: int, hindrances: Hindrances
) -> Destinations:
    theirs, blocked, ours = hindrances
    every = find_paths(ground, kind, start, forced, theirs, blocked, ours).cost
    held = theirs - ours if start in theirs else NO_HEXES
    beside = {beyond for beyond, _ in hex_moves_at(ground, kind, start) if beyond not in blocked and beyond not in held}
    near = {hex for hex, cost in every.items() if cost <= most} | beside
    return Destinations(tuple(sorted(near)), tuple(sorted(every.keys() - near)), frozenset(every))


class UnitMovement(NamedTuple):
    """22.1 The hex, type and unsupplied turns of a unit, its greatest possible range, and its destinations."""

    hex: int
    kind: int
    lacks: int
    near: frozenset[int]
    destinations: Destinations


class UnsuppliedTurns(NamedTuple):
    """25.3 The number of turns for which the units of a side, beginning with a given one, have lacked supply."""

    first: int
    turns: Sequence[int]


class MovementTable(NamedTuple):
    """22.1 The destinations of each unit of a side, with the inputs that they were computed from."""

    context: MovementContext
    hexes: VersionedMap[int, UnitsInHex]
    lacking: UnsuppliedTurns
    known: dict[int, UnitMovement]


def _updated(
    asked: tuple[MovementContext, VersionedMap[int, UnitsInHex], UnsuppliedTurns], before: MovementTable | None
) -> MovementTable:
    """22.1 The destinations of a side's units; those that no change affects are copied from the previous table."""
    context, hexes, lacking = asked
    moved = None
    if before is not None and before.context.ground == context.ground and before.lacking == lacking:
        moved = hexes.since(before.hexes.number)
    if before is None or moved is None:
        return MovementTable(context, hexes, lacking, _movement_of(context, lacking, hexes.entries.items()))
    known, parts = before.known.copy(), before.hexes.entries
    for hex in moved:
        for unit, _ in parts.get(hex, ()):
            del known[unit]
    if context != before.context:
        others, by_class = _changed_hexes(before.context, context), dict[tuple[int, int, int], UnitMovement]()
        for unit, (hex, kind, unsupplied, near, _) in known.items():
            if others.isdisjoint(near):
                continue
            movement = by_class.get((hex, kind, unsupplied))
            if movement is None:
                movement = by_class[hex, kind, unsupplied] = UnitMovement(
                    hex, kind, unsupplied, *_destinations_from(context, hex, kind, unsupplied)
                )
            known[unit] = movement
    known |= _movement_of(context, lacking, [(hex, hexes.entries.get(hex, ())) for hex in moved])
    return MovementTable(context, hexes, lacking, known)


def _movement_of(
    context: MovementContext, lacking: UnsuppliedTurns, stacks: Iterable[tuple[int, UnitsInHex]]
) -> dict[int, UnitMovement]:
    """22.1 The destinations of the units of the given stacks; equal units in a hex share their destinations."""
    result, by_class = dict[int, UnitMovement](), dict[tuple[int, int], UnitMovement]()
    for hex, there in stacks:
        by_class.clear()
        for unit, kind in there:
            unsupplied = lacking.turns[unit - lacking.first]
            movement = by_class.get((kind, unsupplied))
            if movement is None:
                movement = by_class[kind, unsupplied] = UnitMovement(
                    hex, kind, unsupplied, *_destinations_from(context, hex, kind, unsupplied)
                )
            result[unit] = movement
    return result


_tables = [incremental(_updated) for _ in UNITS_OF]


def _changed_hexes(before: MovementContext, context: MovementContext) -> set[int]:
    """22.1 The hexes where anything that affects movement has changed, on the same map."""
    others = {
        hex for hex in context.hexes_to_attack & before.hexes_to_attack if context.strength[hex] != before.strength[hex]
    }
    others.update(
        context.enemy_zones ^ before.enemy_zones,
        context.hexes_to_attack ^ before.hexes_to_attack,
        context.friendly_hexes_in_zones ^ before.friendly_hexes_in_zones,
    )
    return others


def _destinations_read(side: int) -> Fingerprint:
    own, theirs = UNITS_OF[side], UNITS_OF[1 - side]
    parts = [(block, units.start, len(units)) for block in WHERE for units in (own, theirs)]
    return depends_on(
        cells=[(layout.SCENARIO, 1)],
        parts=[*parts, (layout.UNSUPPLIED, own.start, len(own))],
        also=lambda state: (
            completed_construction.roads_built(state),
            completed_construction.enemy_road_hexes(state, side),
        ),
    )


@cached_by_fingerprint_per_key([_destinations_read(side) for side in range(len(UNITS_OF))])
def march_destinations(state: State, side: int) -> dict[int, UnitMovement]:
    """22.1, 22.5 The hexes that each unit of a side on the map reaches on foot, ignoring stacking limits."""
    own = UNITS_OF[side]
    lacking = state.arrays[layout.UNSUPPLIED][own.start : own.stop]
    asked = movement_context(state, side), by_hex(state, side), UnsuppliedTurns(own.start, lacking)
    return _tables[side](asked).known


def reach(state: State, side: int, unit: int, *, forced: bool = False) -> list[int]:
    """22.1, 21.1 The hexes in which a unit may end its march, within stacking, ascending."""
    movement = march_destinations(state, side).get(unit)
    there = NO_DESTINATIONS if movement is None else movement.destinations
    hexes = tuple(sorted((*there.near, *there.far))) if forced else there.near
    return list(with_room(state, side, state.arrays[layout.UNIT_TYPE][unit], hexes))


def able_to_move(state: State, side: int, units: list[int]) -> list[int]:
    """22.1, 22.5 The units among these that can reach another hex on foot, perhaps by a Forced March."""
    thirds, known, full = (
        thirds_of(state.rules.pieces),
        march_destinations(state, side),
        hexes_without_room(state, side),
    )
    result = []
    for unit in units:
        movement = known.get(unit)
        if movement is not None:
            hexes, here = movement.destinations.hexes, full[thirds[movement.kind]]
            # Usually fewer hexes are full than are reached, so the destinations need not be scanned.
            if len(hexes) > len(here) or not here.issuperset(hexes):
                result.append(unit)
    return result
