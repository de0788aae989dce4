"""3.51, 6.9, 13.9, 16.2 The hexes on land and on coasts that a side holds or may attack, and the hexes that submarines
reach.
"""

from __future__ import annotations

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import COASTAL, LAND, SEA
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import completed_construction
from ironbottom.games.war_in_the_pacific.derived.search_reach import with_neighbours
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SHIPS_OF, SUNK, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State

PLANS, SHIPPING_A_PLAN = 2, 4
"""16.2 The limit of plans of assault: two, plus one for every four units of assault shipping."""


@cached_by_fingerprint(depends_on(layout.SHIP_AT))
def most_plans(state: State, side: int) -> int:
    """16.2 A side with this many plans cannot write more in a Strategic Game-Turn."""
    pieces = state.rules.pieces
    afloat = [ship for ship in SHIPS_OF[side] if 0 <= state.arrays[layout.SHIP_AT][ship] < SUNK]
    lift = sum(pieces.ships[ship].type == "APB" for ship in afloat)
    return min(PLANS + lift // SHIPPING_A_PLAN, layout.PLANS_A_SIDE)


@cached_by_fingerprint(depends_on(layout.CONTROL, cells=[(layout.SCENARIO, 1)]))
def enemy_coasts(state: State, side: int) -> list[int]:
    """16.2 The coasts in play that the enemy holds and the side may enter."""
    pieces = state.rules.pieces
    control, kind = state.arrays[layout.CONTROL], pieces.atlas.kind
    opened, barred = (
        pieces.waters(state.cells[layout.SCENARIO]).opened,
        layout.scenario(state).forbidden_hexes(state, side),
    )
    return [
        hex
        for hex in range(len(HEXES))
        if control[hex] == 1 - side and kind[hex] not in (SEA, LAND) and opened[hex] and hex not in barred
    ]


@cached_by_fingerprint(depends_on(layout.CONTROL, cells=[(layout.SCENARIO, 1)]))
def friendly_coasts(state: State, side: int) -> list[int]:
    """13.9 The coastal hexes in play that a side holds and may enter, ascending."""
    kind, control = state.rules.pieces.atlas.kind, state.arrays[layout.CONTROL]
    opened, barred = (
        state.rules.pieces.in_play(state.cells[layout.SCENARIO]),
        layout.scenario(state).forbidden_hexes(state, side),
    )
    coastal = (hex for hex in range(len(kind)) if kind[hex] >= COASTAL and opened[hex] and control[hex] == side)
    return [hex for hex in coastal if hex not in barred]


@cached(64)
def submarine_costs(pieces: Pieces, scenario: int, barred: frozenset[int], node: int) -> dict[int, int]:
    """13.3 The cost from a body of water to each other within any Subron's range, measured in the reverse direction."""
    waters = pieces.waters_but(scenario, barred) if barred else pieces.waters(scenario)
    reach = max(row.reach_mp for row in pieces.facts.table(charts.SUB_ENDURANCE).values())
    return waters.costs_from((node,), reach + max(waters.enter) - min(waters.enter))


@cached_by_fingerprint(depends_on(layout.CONTROL, cells=[(layout.SCENARIO, 1)]))
def hexes_off_enemy_ports(state: State, side: int) -> frozenset[int]:
    """13.9, 13.4 The hexes from which enemy ports and anchorages are searched: the hexes of the ports and anchorages
    themselves, and adjacent hexes.
    """
    control, ports = state.arrays[layout.CONTROL], state.rules.pieces.atlas.places
    theirs = [hex for hex in ports if control[hex] == 1 - side and completed_construction.port_at(state, hex) != "none"]
    return frozenset[int]().union(*[with_neighbours(hex) for hex in theirs])


@cached(8)
def land_in_play(pieces: Pieces, scenario: int) -> tuple[int, ...]:
    """3.51 The land hexes that are open in a scenario."""
    opened, kind = pieces.in_play(scenario), pieces.atlas.kind
    return tuple([hex for hex in range(len(GRID)) if opened[hex] and kind[hex] != SEA])


@cached_by_fingerprint(depends_on(layout.CONTROL, cells=[(layout.SCENARIO, 1)]))
def open_ground(state: State, side: int) -> tuple[int, ...]:
    """6.9 The land hexes in play that the enemy of a side holds."""
    control, land = state.arrays[layout.CONTROL], land_in_play(state.rules.pieces, state.cells[layout.SCENARIO])
    return tuple([hex for hex in land if control[hex] == 1 - side])
