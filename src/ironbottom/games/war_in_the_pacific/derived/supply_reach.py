"""25.1 to 25.3 Sources of supply, the hexes to which each has a Line of Communications, and the amounts that each can
pay.

``SupplyBudget`` gives the richest source connected with a hex.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import compress

from ironbottom.engine.cache import cached_by_fingerprint, depends_on, intern
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import completed_construction, lines_by_sea, port_capacity
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import hexes_with_units, type_of, zones
from ironbottom.games.war_in_the_pacific.derived.lines_by_sea import Connections
from ironbottom.games.war_in_the_pacific.derived.lines_of_communications import Land, lines, named_sources
from ironbottom.games.war_in_the_pacific.derived.supply_lines import (
    LineInputs,
    lines_from_headquarters,
    lines_from_sources,
)
from ironbottom.games.war_in_the_pacific.derived.tables import unit_table
from ironbottom.games.war_in_the_pacific.derived.unit_positions import UnitsInHex
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import FIRST_BOX, NEW_BASES, UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State

_of_ports = depends_on(layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED)


def _where_ports_supply(state: State) -> object:
    """27.3 The fingerprint for scenarios where ports supply: Base Forces matter only if anchorages are not sources."""
    alone = ports_supply(state) and state.rules.options["anchorage_supply"] == "stores_alone"
    return _of_ports(state) if alone else None


_of_stores = depends_on(
    *(layout.CONTROL, layout.SUPPLY),
    cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)],
    also=_where_ports_supply,
)
_of_lines = depends_on(also=lambda state: (_of_stores(state), lines_by_sea.CONNECTIONS_READ(state)))
NEEDS_NONE = ("cw_2_1_col", "nl_2_1", "entrenchment")


def ports_supply(state: State) -> bool:
    """14.7 Whether every port is a source of supply, and nothing is paid."""
    return layout.scenario(state).ports_supply


@cached_by_fingerprint(_of_stores)
def sources(state: State, side: int) -> set[int]:
    """25.2 The sources of a side: hexes with Supply Points or, in some scenarios, with any port.

    Hexes that a case names are sources even when empty, unless the option ``empty_sources`` says otherwise: Lines end
    there, but nothing can be paid.
    """
    control, supply = state.arrays[layout.CONTROL], state.arrays[layout.SUPPLY]
    result = set()
    for base in compress(range(FIRST_BOX), supply):
        hex = layout.base_hex(state.cells, base)
        if hex >= 0 and control[hex] == side:
            result.add(hex)
    if ports_supply(state):
        result.update(port_capacity.suppliers(state, side))
    if state.rules.options["empty_sources"] == "lead":
        named = named_sources(state.rules.pieces, state.cells[layout.SCENARIO], side)
        result.update([hex for hex in named if control[hex] == side])
    return result


def in_touch(
    state: State, side: int, starts: Iterable[int] | None = None, joins: Connections | None = None
) -> frozenset[int]:
    """25.1 The hexes with a Line to a source that is not blocked; a transport unit restarts the count."""
    begun = frozenset(sources(state, side) if starts is None else starts)
    built = completed_construction.roads_built(state)
    blocked, carriers = in_the_way(state, side)
    scenario, by_sea = (
        state.cells[layout.SCENARIO],
        lines_by_sea.all_sea_connections(state, side) if joins is None else joins,
    )
    return lines(Land(state.rules.pieces, scenario, built, by_sea), begun - blocked, blocked, carriers)


def near_any(state: State, side: int, hexes: Iterable[int]) -> frozenset[int]:
    """25.1 The hexes with a Line to any of the given hexes, found hex by hex, since usually only one hex is new."""
    return frozenset[int]().union(*each_in_touch(state, side, hexes))


def each_in_touch(state: State, side: int, hexes: Iterable[int]) -> list[frozenset[int]]:
    """25.1 For each of the given hexes, the hexes with a Line to it."""
    land = Land(
        state.rules.pieces,
        state.cells[layout.SCENARIO],
        completed_construction.roads_built(state),
        lines_by_sea.all_sea_connections(state, side),
    )
    blocked, carriers = in_the_way(state, side)
    return [lines(land, frozenset([hex]) - blocked, blocked, carriers) for hex in hexes]


def from_headquarters(state: State, side: int, hexes: tuple[int, ...]) -> dict[int, frozenset[int]]:
    """25.1 For each hex with headquarters that is not blocked, the hexes with a Line to it."""
    return lines_from_headquarters[side](from_these(state, side, hexes)).hexes


def from_these(state: State, side: int, hexes: Iterable[int]) -> LineInputs:
    """25.1 The inputs of a side's Lines from the given hexes."""
    built, scenario = completed_construction.roads_built(state), state.cells[layout.SCENARIO]
    blocked, carriers = in_the_way(state, side)
    land = Land(state.rules.pieces, scenario, built, lines_by_sea.all_sea_connections(state, side))
    return LineInputs(land, tuple([hex for hex in hexes if hex not in blocked]), blocked, carriers)


@cached_by_fingerprint(depends_on(layout.UNIT_AT, layout.UNIT_TYPE))
def in_the_way(state: State, side: int) -> tuple[frozenset[int], frozenset[int]]:
    """25.1 The hexes that block a side's Lines, and those where its transport units restart the count.

    A Line may not pass through a hex with an enemy unit, or through an enemy Zone without a friendly unit.
    """
    blocked = hexes_with_units(state, 1 - side) | (zones(state, 1 - side) - hexes_with_units(state, side))
    return intern(blocked), intern(_carriers(state, side))


def _carrier_there(pieces: Pieces, hex: int, there: UnitsInHex) -> bool | None:
    return any(pieces.ground[kind].kind == "logistic" for _, kind in there) or None


_carriers = unit_table(_carrier_there, frozenset)


def needs_supply(state: State, unit: int) -> bool:
    """25.3, 25.5 Whether a unit ashore needs supply."""
    row, hex = type_of(state, unit), state.arrays[layout.UNIT_AT][unit]
    return 0 <= hex < len(GRID) and row.supply_thirds > 0 and row.id not in NEEDS_NONE


def needing(state: State, side: int) -> list[int]:
    """25.3, 25.5 The units of a side that need supply."""
    types = state.arrays[layout.UNIT_TYPE]
    return [unit for unit in UNITS_OF[side] if types[unit] >= 0 and needs_supply(state, unit)]


class SupplyBudget:
    """25.1, 25.2 The sources of a side, and the hexes that each reaches when the Segment begins."""

    def __init__(self, state: State, side: int) -> None:
        self.state, self.side = state, side
        self.reach = bases_reaching(state, side)
        self._near: dict[int, list[int]] = {}

    def richest_source(self, hex: int, left: Mapping[int, int] | None = None) -> int:
        """25.1 The richest source connected with a hex, among equally rich sources, the first; -1 if there is none.

        ``left``: the stores of bases at that time; by default the current stores.
        """
        near = self._near.get(hex)
        if near is None:
            near = self._near[hex] = [base for base, reached in self.reach if hex in reached]
        result, most = -1, -1
        stores = self.state.arrays[layout.SUPPLY] if left is None else left
        for base in near:
            if stores[base] > most:
                result, most = base, stores[base]
        return result

    def holds(self, hex: int, cost: int) -> bool:
        """25.3 Whether a connected source can pay this much for a hex."""
        base = self.richest_source(hex)
        return base >= 0 and self.state.arrays[layout.SUPPLY][base] >= cost

    def go_without(self, dues: Mapping[int, int]) -> list[int]:
        """25.3 The hexes left without supply if hexes are paid for in this order, although each could be paid for if it
        came first.
        """
        stores = self.state.arrays[layout.SUPPLY]
        left = {base: stores[base] for base, _ in self.reach}
        result = []
        for hex, cost in dues.items():
            base = self.richest_source(hex, left)
            if base >= 0 and left[base] >= cost:
                left[base] -= cost
            elif self.holds(hex, cost):
                result.append(hex)
        return result

    def richest_source_points(self, hexes: Collection[int]) -> dict[int, int]:
        """25.3 The stores of the richest source connected with each of the given hexes; -1 if there is none."""
        stores = self.state.arrays[layout.SUPPLY]
        richest = sorted([(-stores[base], place) for place, (base, _) in enumerate(self.reach)])
        result, left = dict.fromkeys(hexes, -1), set(hexes)
        for points, place in richest:
            near = left & self.reach[place][1]
            result.update(dict.fromkeys(near, -points))
            left -= near
            if not left:
                break
        return result


def supply_costs(state: State, side: int) -> dict[int, int]:
    """25.3, 16.7 The cost of the units in each hex, rounded up: double for attackers, nothing for units that just
    landed.
    """
    landed, fought = state.arrays[layout.LANDED], turn_record.read(state, "fought", 0)
    factor = state.rules.pieces.facts.table(charts.SUPPLY_COST)["attacking_factor"].value
    thirds: dict[int, int] = {}
    for unit in [unit for unit in needing(state, side) if not is_headquarters(state, unit) and not landed[unit]]:
        hex, cost = state.arrays[layout.UNIT_AT][unit], type_of(state, unit).supply_thirds
        thirds[hex] = thirds.get(hex, 0) + cost * (factor if fought >> unit & 1 else 1)
    return {hex: -(-thirds[hex] // 3) for hex in sorted(thirds)}


def payer(state: State, side: int, hex: int, points: int) -> int | None:
    """25.3 The base that pays this much in a hex, the richest connected base; -1 if ports supply everything."""
    if ports_supply(state):
        return -1 if hex in in_touch(state, side) else None
    stores = state.arrays[layout.SUPPLY]
    rich = [base for base in stores_in_touch(state, side, hex) if stores[base] >= points]
    return max(rich, key=lambda base: stores[base], default=None)


def payable_hexes(state: State, side: int, hexes: Collection[int], points: int) -> AbstractSet[int]:
    """25.3 The hexes among these that a base can pay this much for, at least one point."""
    if ports_supply(state):
        return in_touch(state, side).intersection(hexes)
    return {hex for hex, most in SupplyBudget(state, side).richest_source_points(hexes).items() if most >= points}


@cached_by_fingerprint(_of_lines)
def stores_in_touch(state: State, side: int, hex: int) -> list[int]:
    """25.1, 25.2 A side's bases with Supply Points and a Line to a hex, by their hexes."""
    return [base_at(state, source) for source, reached in source_reaches(state, side).items() if hex in reached]


@cached_by_fingerprint(_of_lines)
def source_reaches(state: State, side: int) -> dict[int, frozenset[int]]:
    """25.1 For each source of a side that is not blocked, ascending, the hexes with a Line to it."""
    return lines_from_sources[side](from_these(state, side, sorted(sources(state, side)))).hexes


@cached_by_fingerprint(_of_lines)
def bases_reaching(state: State, side: int) -> list[tuple[int, frozenset[int]]]:
    """25.1 The bases at a side's sources, each with the hexes that have a Line to it."""
    return [(base_at(state, source), reached) for source, reached in source_reaches(state, side).items()]


# -- 28.2 headquarters -------------------------------------------------------------------------------


def is_headquarters(state: State, unit: int) -> bool:
    """28.1 Whether a unit is an air headquarters."""
    return type_of(state, unit).kind == "air_hq"
