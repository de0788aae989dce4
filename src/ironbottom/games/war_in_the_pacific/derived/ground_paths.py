"""22.1 The range of marching ground units: the map for a side, the hindrances, and the cheapest paths."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.cache import cached, cached_by_fingerprint_per_key
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.derived import completed_construction, ground_stacks
from ironbottom.games.war_in_the_pacific.derived.adjacent_hexes import (
    adjacent_hexes,
    compute_hex_moves,
    known_hex_moves,
)
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import defences, hexes_to_attack, hexes_with_units, zones
from ironbottom.games.war_in_the_pacific.derived.movement_costs import MovementMap, class_of
from ironbottom.games.war_in_the_pacific.derived.unit_positions import WHERE, of_each_side, units_on_map
from ironbottom.games.war_in_the_pacific.pieces import PACKED, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State

STAYING = ("entrenchment",)
ZONE_COST = 2


class Paths(NamedTuple):
    """22.1 The paths of a unit: the cost of each hex in half points, the previous hex, and all hexes including
    its own.
    """

    cost: dict[int, int]
    before: dict[int, int]
    hexes: frozenset[int]


class MovementContext(NamedTuple):
    """22.1, 22.3 The inputs of a side's movement: the map, and the positions of enemy and friendly units."""

    ground: MovementMap
    enemy_zones: frozenset[int]
    """21.5 The hexes in enemy Zones."""
    hexes_to_attack: frozenset[int]
    """22.3 The hexes that must be attacked before they can be entered."""
    strength: dict[int, int]
    """24.2 The enemy's Strength by hex."""
    friendly_hexes_in_zones: frozenset[int]
    """22.2 The hexes in enemy Zones that contain units of the moving side."""

    def row(self, kind: int) -> GroundType:
        """2.3 A type of unit."""
        return self.ground.pieces.ground[kind]


def movement_map(state: State, side: int) -> MovementMap:
    """3.22, 22.1 The map for the movement of a side's units."""
    built, hostile = completed_construction.roads_built(state), completed_construction.enemy_road_hexes(state, side)
    return MovementMap(state.rules.pieces, state.cells[layout.SCENARIO], built, hostile)


def movement_context(state: State, side: int) -> MovementContext:
    """22.1 The current inputs of a side's movement."""
    ground = movement_map(state, side)
    enemy_zones, to_attack = zones(state, 1 - side), hexes_to_attack(state, 1 - side)
    return MovementContext(
        ground, enemy_zones, to_attack, defences(state, 1 - side), enemy_zones & hexes_with_units(state, side)
    )


Hindrances = tuple[frozenset[int], frozenset[int], frozenset[int]]
"""22.2, 22.3, 24.9 The hindrances of a unit: nearby hexes in enemy Zones, those that it cannot enter, and adjacent
hexes with friendly units, to which it may go from Zone to Zone.
"""
NO_HEXES: frozenset[int] = frozenset()
NO_HINDRANCES: Hindrances = (NO_HEXES, NO_HEXES, NO_HEXES)


def hindrances_among(context: MovementContext, kind: int, start: int, near: frozenset[int]) -> Hindrances:
    """22.3, 24.9 The hindrances among the hexes that a unit would reach without enemies."""
    row, ground = context.row(kind), context.ground
    enemy_zones, friendly_hexes = (
        (NO_HEXES, NO_HEXES) if row.kind == "partisan" else (context.enemy_zones, context.friendly_hexes_in_zones)
    )
    if near.isdisjoint(enemy_zones) and near.isdisjoint(context.hexes_to_attack):
        return NO_HINDRANCES
    defended = [(hex, context.strength[hex]) for hex in near & context.hexes_to_attack]
    blocked = [hex for hex, strength in defended if not overruns(ground.pieces, row, strength, hex)]
    # 22.2 Only the first step may go from Zone to Zone.
    first = adjacent_hexes(ground, class_of(row), start) if start in enemy_zones else NO_HEXES
    return near & enemy_zones, frozenset(blocked), first & friendly_hexes


@cached(16_384)
def find_paths(
    ground: MovementMap,
    kind: str,
    start: int,
    most: int,
    enemy_zones: frozenset[int],
    blocked: frozenset[int],
    friendly_hexes: frozenset[int],
) -> Paths:
    """22.1, 22.2, 22.3 The paths of a class of unit from a hex with this many half points, given its hindrances.

    A hex in an enemy Zone costs more and ends the move; the first step is always allowed.
    """
    steps, result, before = known_hex_moves(ground, kind), {start: 0}, dict[int, int]()
    waiting = [[start], *[list[int]() for _ in range(most)]]
    for spent, here in enumerate(waiting):
        for hex in sorted(here):
            # 22.2 A Zone stops a unit that enters it.
            if spent > result[hex] or (hex != start and hex in enemy_zones):
                continue
            there = steps.get(hex)
            for beyond, cost in compute_hex_moves(steps, ground, kind, hex) if there is None else there:
                if beyond in blocked:
                    continue
                if beyond in enemy_zones:
                    # 22.2 A unit goes from Zone to Zone only to hexes with friendly units.
                    if hex in enemy_zones and beyond not in friendly_hexes:
                        continue
                    cost += ZONE_COST
                total = spent + cost
                # 22.1 One hex is always allowed, whatever it costs.
                if (total <= most or hex == start) and total < result.get(beyond, 999):
                    result[beyond], before[beyond] = total, hex
                    if total < most:  # every step costs something
                        waiting[total].append(beyond)
    hexes = frozenset(result)
    del result[start]
    return Paths(result, before, hexes)


def overruns(pieces: Pieces, row: GroundType, strength: int, hex: int) -> bool:
    """24.9 Whether a moving unit overruns defenders of this strength in a hex: ten to one in clear terrain."""
    ten_to_one = row.strength >= ground_stacks.OVERRUN_ODDS * strength
    return ten_to_one and ground_stacks.may_attack(row) and ground_stacks.combat_terrain(pieces, hex) == "clear"


@cached_by_fingerprint_per_key(of_each_side(*WHERE, layout.DEPLOYED))
def mobile_units(state: State, side: int) -> list[int]:
    """22.1, 24.7, 27.1 A side's units ashore that can move: no fortifications, no deployed Base Forces."""
    movable, deployed = types_that_move(state.rules.pieces), state.arrays[layout.DEPLOYED]
    mobile = [(unit, movable[kind]) for unit, _, kind in units_on_map(state, side) if kind in movable]
    return [unit for unit, packed in mobile if not packed or deployed[unit] == PACKED]


@cached(8)
def types_that_move(pieces: Pieces) -> dict[int, bool]:
    """22.1, 27.1 The types of units that can move, and whether each must be packed first."""
    return {kind: row.kind == "base_force" for kind, row in enumerate(pieces.ground) if row.kind not in STAYING}
