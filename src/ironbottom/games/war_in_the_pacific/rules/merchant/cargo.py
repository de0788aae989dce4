"""15.6, 15.7, 15.9 Cargo over links: units, stores and crated air points go from end to end in the Arrival Segment.

Cargo is named and arrives at once. It takes up room on every link of its chain, and the Cargo Capacity of the ports;
the referee takes the chain with the most room left. ``open_cargo(execution)`` opens the Segment; before play
``CargoOrders(side, BEFORE_PLAY)`` moves twice the thruput (15.9).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, Number, Numbers
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import air_bases, cargo_room
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import thirds_of, without_room
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    BASES,
    GROUND_IN_BOX,
    HEXES,
    SIDES,
    STACKS,
    UNITS,
    UNITS_OF,
)
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import POINTS, numbers_up_to
from ironbottom.games.war_in_the_pacific.rules.shore import cargo, landings
from ironbottom.games.war_in_the_pacific.rules.supply import depots
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE, open_step
from ironbottom.games.war_in_the_pacific.state import EDGES, NO_END
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

USUAL, BEFORE_PLAY = 1, 2
"""15.9 How many times its thruput a link carries in a Cycle, and before play."""
LOADS = Numbers("number of Load Points", 1, 249)


# -- 15.6 where cargo starts and ends ------------------------------------------------------------------


def edge_ends(state: State, side: int) -> list[int]:
    """15.31 The ends beyond the edges where a side finds unlimited supply."""
    return [links.edge_end(EDGES.index[name]) for name in layout.scenario(state).link_edges[side]]


def ends_for_unit(state: State, side: int, unit: int) -> list[int]:
    """15.6 The ends where a unit may go aboard: the port where it is, or the edges beyond which it waits."""
    hex = state.arrays[layout.UNIT_AT][unit]
    if GROUND_IN_BOX <= hex < ABOARD:
        return edge_ends(state, side) if layout.scenario(state).waits_beyond_edge(state, unit) else []
    return [links.end_at(hex)] if cargo.may_be_shipped(state, side, unit) else []


def best_chain(state: State, side: int, starts: list[int], to: int, times: int) -> links.LinkChain:
    """15.2 The chain with the most room from any of the given ends to a port."""
    chains = [links.chain(state, side, start, links.end_at(to), times) for start in starts]
    return max(chains, key=lambda found: (found.left, -len(found.ways)), default=links.NO_CHAIN)


def ports_reached(state: State, side: int, starts: list[int], quarters: int, times: int) -> list[int]:
    """15.3 The ports that a load of this size reaches from any of the given ends, ascending."""
    result = {end for start in starts for end in links.reached(state, side, start, quarters, times)}
    own = links.link_ports(state, side)
    return sorted(hex for hex in map(links.hex_of_end, result) if hex in own)


def ports_for_unit(state: State, side: int, unit: int, times: int) -> list[int]:
    """15.6, 21.1 The ports to which links may carry a unit, with room for it."""
    quarters, thirds = cargo_room.load(state, unit), thirds_of(state.rules.pieces)
    full = without_room(state, side, thirds[state.arrays[layout.UNIT_TYPE][unit]])
    reached = ports_reached(state, side, ends_for_unit(state, side, unit), quarters, times)
    closed = layout.scenario(state).closed_to_unit(state, unit)
    return [hex for hex in reached if hex not in full and hex not in closed]


def units_with_goals(state: State, side: int, times: int) -> list[int]:
    """15.6 The units of a side that links may carry somewhere."""
    types, positions = state.arrays[layout.UNIT_TYPE], state.arrays[layout.UNIT_AT]
    joined = {links.hex_of_end(end) for link in links.in_use(state, side) for end in links.ends_of(state, link)}
    able = [
        unit
        for unit in UNITS_OF[side]
        if types[unit] >= 0 and (positions[unit] in joined or positions[unit] >= GROUND_IN_BOX)
    ]
    return [unit for unit in able if positions[unit] < ABOARD and ports_for_unit(state, side, unit, times)]


def is_home_source(state: State, side: int, hex: int) -> bool:
    """25.2 Whether a port is a home source, which never runs out."""
    return hex in layout.scenario(state).home_sources(state, side)


def stores_in_port(state: State, side: int, hex: int) -> int:
    """15.6, 25.2 The Supply Points that links may carry from a port."""
    if is_home_source(state, side, hex):
        return depots.MAX_SUPPLY
    base = base_at(state, hex)
    return state.arrays[layout.SUPPLY][base] if base >= 0 else 0


def most_loads(state: State, side: int, start: int, to: int, times: int) -> int:
    """15.6 The largest number of Load Points of stores that links carry from an end to a port."""
    held = depots.MAX_SUPPLY if links.edge_of(start) >= 0 else stores_in_port(state, side, links.hex_of_end(start))
    room = min(best_chain(state, side, [start], to, times).left, held)
    return min(room // links.QUARTERS, depots.MAX_SUPPLY // links.QUARTERS, LOADS.high)


# -- 15.6 crated air points ------------------------------------------------------------------------------


def a_crated_point(state: State) -> int:
    """15.6 The quarters of Load Points that a crated air point takes."""
    pieces = state.rules.pieces
    result: int = pieces.facts.table(charts.CARGO_LOADS)["air_point_crated"].quarters
    return result


def points_room(state: State, base: int, stack: int) -> int:
    """5.4 The room of a base for points of a stack."""
    if not air_bases.open_to_landing(state, base):
        return 0
    return air_bases.capacity_left(state, base, water=air_bases.on_water(state.rules.pieces, stack))


def ports_for_points(state: State, side: int, base: int, stack: int, times: int) -> list[int]:
    """15.6, 5.4 The ports to which links may carry a point of a stack, each with room at its base."""
    starts = [links.end_at(air_bases.where(state, base))]
    reached = ports_reached(state, side, starts, a_crated_point(state), times)
    closed = layout.scenario(state).closed_to_points(state, side, base)
    able = [hex for hex in reached if base_at(state, hex) >= 0 and hex not in closed]
    return [hex for hex in able if points_room(state, base_at(state, hex), stack) > 0]


def stacks_with_crates(state: State, side: int, base: int, times: int) -> list[int]:
    """15.6 The stacks at a port whose points links can carry somewhere; all stacks on water can go alike, and so can
    all on land.
    """
    hex = air_bases.where(state, base)
    if hex not in links.link_ports(state, side) or base_at(state, hex) != base:
        return []
    pieces = state.rules.pieces
    goes: dict[bool, bool] = {}
    result = []
    for stack, _ in air_bases.stacks(state, base):
        water = air_bases.on_water(pieces, stack)
        if water not in goes:
            goes[water] = bool(ports_for_points(state, side, base, stack, times))
        if goes[water]:
            result.append(stack)
    return result


def bases_with_crates(state: State, side: int, times: int) -> list[int]:
    """15.6 The bases at the ends of links from which points may be sent."""
    joined = {links.hex_of_end(end) for link in links.in_use(state, side) for end in links.ends_of(state, link)}
    bases = [base_at(state, hex) for hex in sorted(joined & links.link_ports(state, side))]
    return [base for base in bases if base >= 0 and stacks_with_crates(state, side, base, times)]


def most_crated(state: State, side: int, base: int, stack: int, to: int, times: int) -> int:
    """15.3, 15.6, 5.4 The largest number of points of a stack that links carry to a port and that have room there."""
    left = best_chain(state, side, [links.end_at(air_bases.where(state, base))], to, times).left
    there = base_at(state, to)
    room = points_room(state, there, stack) if there >= 0 else 0
    there_now: int = state.arrays[layout.AIR][base * len(STACKS) + stack]
    return min(left // a_crated_point(state), room, there_now)


def send_points(state: State, base: int, stack: int, to: int, points: int) -> None:
    """15.6 Moves points from one base to another; the numbers that flew or search are limited to the points left."""
    here, air = base * len(STACKS) + stack, state.arrays[layout.AIR]
    air[here] -= points
    air[to * len(STACKS) + stack] += points
    left = air[here]
    for array in (layout.SEARCHING, layout.FLOWN, layout.TRANSFERRED):
        if state.arrays[array][here] > left:
            state.arrays[array][here] = left


# -- the choices ----------------------------------------------------------------------------------------


@restriction("15.6", "no link can carry {unit} to another port: it cannot be shipped, or there is too little room")
def carried_somewhere(state: State, frame: CargoOrders, side: int) -> IdSet:
    return sets.from_iterable(units_with_goals(state, side, frame.times), len(UNITS))


@restriction("15.6", "no chain of links with enough room leads from {unit} to {to}, or there is no room for it ashore")
def at_a_far_end(state: State, frame: CargoOrders, side: int, unit: int) -> IdSet:
    return sets.from_iterable(ports_for_unit(state, side, unit, frame.times), len(HEXES))


@restriction("15.6", "no stores at {at} can be sent over a link")
def with_stores_to_send(state: State, frame: CargoOrders, side: int) -> IdSet:
    joined = {links.hex_of_end(end) for link in links.in_use(state, side) for end in links.ends_of(state, link)}
    able = [hex for hex in sorted(joined) if hex >= 0 and stores_in_port(state, side, hex) >= links.QUARTERS]
    full = [hex for hex in able if ports_reached(state, side, [links.end_at(hex)], links.QUARTERS, frame.times)]
    return sets.from_iterable(full, len(HEXES))


@restriction("15.6", "no chain of links with room leads from {at} to {to}")
def end_for_stores(state: State, frame: CargoOrders, side: int, hex: int) -> IdSet:
    return sets.from_iterable(ports_reached(state, side, [links.end_at(hex)], links.QUARTERS, frame.times), len(HEXES))


@restriction("15.3", "the links cannot carry that many Load Points there, or there are not that many stores")
def loads_left(state: State, frame: CargoOrders, side: int, hex: int, to: int) -> IdSet:
    return range(LOADS.low, LOADS.low + most_loads(state, side, links.end_at(hex), to, frame.times))


@restriction("15.31", "no chain of links with room leads from an edge of the map to {to}")
def from_an_edge(state: State, frame: CargoOrders, side: int) -> IdSet:
    starts = edge_ends(state, side)
    return sets.from_iterable(ports_reached(state, side, starts, links.QUARTERS, frame.times), len(HEXES))


@restriction("15.3", "the links from the edge cannot carry that many Load Points")
def drawn_loads(state: State, frame: CargoOrders, side: int, to: int) -> IdSet:
    result = [most_loads(state, side, start, to, frame.times) for start in edge_ends(state, side)]
    return range(LOADS.low, LOADS.low + max(result, default=0))


@restriction("15.6", "no link can carry crated air points from {base} to another of your bases with room")
def with_crates(state: State, frame: CargoOrders, side: int) -> IdSet:
    return sets.from_iterable(bases_with_crates(state, side, frame.times), len(BASES))


@restriction("15.6", "no points of {stack} are there, or no port within reach has room for them")
def crated(state: State, frame: CargoOrders, side: int, base: int) -> IdSet:
    return sets.from_iterable(stacks_with_crates(state, side, base, frame.times), len(STACKS))


@restriction("5.4", "no chain of links with room leads to {to}, or there is no room for the points there")
def base_for_points(state: State, frame: CargoOrders, side: int, base: int, stack: int) -> IdSet:
    return sets.from_iterable(ports_for_points(state, side, base, stack, frame.times), len(HEXES))


@restriction(
    "15.3", "the links cannot carry that many points there, there are not that many, or there is too little room"
)
def crates_left(state: State, frame: CargoOrders, side: int, base: int, stack: int, to: int) -> IdSet:
    return numbers_up_to(most_crated(state, side, base, stack, to, frame.times))


CONSIGN = Verb(
    "consign",
    clause="15.6",
    ends_list="never",
    unit=Argument(UNITS, carried_somewhere, always_completes=True),
    to=Argument(HEXES, at_a_far_end),
)
CONSIGN_STORES = Verb(
    "consign_stores",
    clause="15.6",
    ends_list="never",
    at=Argument(HEXES, with_stores_to_send, always_completes=True),
    to=Argument(HEXES, end_for_stores, always_completes=True),
    loads=Argument(LOADS, loads_left),
)
CONSIGN_POINTS = Verb(
    "consign_points",
    clause="15.6",
    ends_list="never",
    base=Argument(BASES, with_crates, always_completes=True),
    stack=Argument(STACKS, crated, always_completes=True),
    to=Argument(HEXES, base_for_points, always_completes=True),
    points=Argument(POINTS, crates_left),
)
DRAW_STORES = Verb(
    "draw_stores",
    clause="15.31",
    ends_list="never",
    to=Argument(HEXES, from_an_edge, always_completes=True),
    loads=Argument(LOADS, drawn_loads),
)


class CargoOrders(Question):
    """15.6, 15.7 A side names the cargo of its links, which arrives at once."""

    number, name, clause = 97, "cargo_orders", "15.7"
    verbs = (CONSIGN, CONSIGN_STORES, CONSIGN_POINTS, DRAW_STORES, DONE)
    hides_forced, unobservable = True, True
    side: Annotated[int, IdField(SIDES)]
    times: Annotated[int, Number(USUAL, BEFORE_PLAY)]

    def consign(self, execution: Execution, unit: int, to: int) -> None:
        """15.6, 15.7 A unit goes to another port."""
        state = execution.state
        start, quarters = state.arrays[layout.UNIT_AT][unit], cargo_room.load(state, unit)
        found = best_chain(state, self.side, ends_for_unit(state, self.side, unit), to, self.times)
        links.spend(state, found.ways, quarters)
        if start < GROUND_IN_BOX:
            execution.emit(log.LOADED, unit, start)
        landings.set_ashore(execution, self.side, unit, to)
        execution.emit_to(self.side, log.CONSIGNED, unit, to, quarters)

    def consign_stores(self, execution: Execution, at: int, to: int, loads: int) -> None:
        """15.6, 25.4 Stores go to another port."""
        points = links.QUARTERS * loads
        if not is_home_source(execution.state, self.side, at):
            depots.remove_stores(execution.state, self.side, at, points)
        self._stores_arrive(execution, links.end_at(at), to, points)

    def consign_points(self, execution: Execution, base: int, stack: int, to: int, points: int) -> None:
        """15.6, 15.7 Crated air points go to the base at another port; only their owner knows."""
        state = execution.state
        start, there = links.end_at(air_bases.where(state, base)), base_at(state, to)
        found = best_chain(state, self.side, [start], to, self.times)
        links.spend(state, found.ways, a_crated_point(state) * points)
        send_points(state, base, stack, there, points)
        execution.emit_to(self.side, log.TRANSFERRED, base, there, stack, points)

    def draw_stores(self, execution: Execution, to: int, loads: int) -> None:
        """15.31 Stores come from beyond an edge of the map."""
        state = execution.state
        ends = edge_ends(state, self.side)
        _, start = min([(-most_loads(state, self.side, end, to, self.times), end) for end in ends])
        self._stores_arrive(execution, start, to, links.QUARTERS * loads)

    def _stores_arrive(self, execution: Execution, start: int, to: int, points: int) -> None:
        found = best_chain(execution.state, self.side, [start], to, self.times)
        links.spend(execution.state, found.ways, points)
        execution.emit_to(self.side, log.STORES_CONSIGNED, start, to, points)
        depots.add_stores(execution, self.side, to, points)

    def done(self, execution: Execution) -> None:
        """15.9 Ends the orders; before play, the links then have their whole thruput again."""
        execution.pop()
        if self.times == BEFORE_PLAY:
            for link in links.in_use(execution.state, self.side):
                for way in (2 * link, 2 * link + 1):
                    execution.state.arrays[layout.LINK_SPENT][way] = 0
        execution.emit(log.SEGMENT_OVER, self.side)


def _orders(place: int) -> Callable[[Execution, Procedure], None]:
    def stage(execution: Execution, frame: Procedure) -> None:
        first = max(execution.cells[layout.FIRST_PLAYER], 0)
        side = (first, 1 - first)[place]
        if any(execution.state.arrays[layout.LINK_FROM][link] != NO_END for link in links.links_of(side)):
            execution.push(CargoOrders(side, USUAL))

    return stage


class CargoSegment(StagedProcedure):
    """15.7, 4.2 The First Player's cargo arrives, then that of the other side."""

    number, name, clause = 98, "cargo_segment", "15.7"
    stages = (_orders(0), _orders(1))
    closes_after_last = True
    next: Annotated[int, Number(0, 2)]


def open_cargo(execution: Execution) -> None:
    """15.7 Opens the Segment."""
    open_step(execution, "cargo")
    execution.push(CargoSegment(0))


PROCEDURES = (CargoOrders, CargoSegment)
