"""15.1 to 15.4 The links of merchant shipping: their ends, paths and ships, their thruput, and chains of links.

An end is a number of ``LINK_ENDS``: a port, or an edge of the map. Capacities are in quarters of Load Points, so that
four levels of damage and a Supply Point are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.engine.cache import cached, cached_by_fingerprint, depends_on, intern
from ironbottom.engine.core.arrays import Arrays
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import HEX_COUNT
from ironbottom.games.war_in_the_pacific.derived import cargo_room, map_edges, port_capacity
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS, effective_level
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import FIRST_BOX, NEW_BASES, SHIPS_OF, Pieces
from ironbottom.games.war_in_the_pacific.state import EDGES, LINKS_A_SIDE, NO_END
from ironbottom.games.war_in_the_pacific.state_types import State

QUARTERS = FLOATS
"""15.6 A Supply Point is a quarter of a Load Point; a level of damage takes a quarter of each Load Point."""
REACH_OF_AIRBASES = 3
"""15.2 An airbase closes the hexes within this many steps to enemy links."""
THRUPUT = 400
"""15.3 The Load Points of a merchant unit per Cycle, over a distance of one hex."""
PHASES_A_CYCLE = 10
"""14.1, 15.3 A port handles ten times its Cargo Capacity per Cycle for pipelines."""
OUT, BACK = range(2)
"""15.3 The directions of a link: from its first end to its second, and from the second to the first."""
FIRST_EDGE = HEX_COUNT + 1
"""15.31 The first edge of the map among the ends."""


class LinkDirection(NamedTuple):
    """15.3 A link in a direction."""

    link: int
    direction: int

    @property
    def place(self) -> int:
        """The index in the array of amounts carried."""
        return 2 * self.link + self.direction


class LinkChain(NamedTuple):
    """15.2 A chain of links from one end to another, and the smallest amount that any of them has left."""

    ways: tuple[LinkDirection, ...]
    left: int


NO_CHAIN = LinkChain((), 0)


# -- 15.2 ends ---------------------------------------------------------------------------------------


def end_at(hex: int) -> int:
    """15.2 The end at a port."""
    return hex + 1


def edge_end(edge: int) -> int:
    """15.31 The end beyond an edge."""
    return FIRST_EDGE + edge


def hex_of_end(end: int) -> int:
    """15.2 The hex of an end; -1 for an edge, or for no end."""
    return end - 1 if end < FIRST_EDGE else -1


def edge_of(end: int) -> int:
    """15.31 The edge of an end; -1 for a port."""
    return end - FIRST_EDGE if end >= FIRST_EDGE else -1


def links_of(side: int) -> range:
    """15.2 The numbers of a side's links."""
    return range(LINKS_A_SIDE * side, LINKS_A_SIDE * (side + 1))


def side_of(link: int) -> int:
    """15.2 The side of a link."""
    return link // LINKS_A_SIDE


def ends_of(state: State, link: int) -> tuple[int, int]:
    """15.2 Both ends of a link."""
    return state.arrays[layout.LINK_FROM][link], state.arrays[layout.LINK_TO][link]


def in_use(state: State, side: int) -> list[int]:
    """15.2 The links of a side that exist."""
    first = state.arrays[layout.LINK_FROM]
    return [link for link in links_of(side) if first[link] != NO_END]


def link_between(state: State, side: int, start: int, end: int) -> int:
    """15.2 The link of a side between two ends; -1 if there is none."""
    wanted = {start, end}
    return next((link for link in in_use(state, side) if set(ends_of(state, link)) == wanted), -1)


@cached_by_fingerprint(
    depends_on(
        *(layout.CONTROL, layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED),
        cells=[(layout.SCENARIO, 1)],
    )
)
def link_ports(state: State, side: int) -> frozenset[int]:
    """15.2, 25.1 The hexes where a side's links may end: open ports and anchorages of its own, and Base Forces."""
    pieces = state.rules.pieces
    opened, control = pieces.waters(state.cells[layout.SCENARIO]).opened, state.arrays[layout.CONTROL]
    named = pieces.atlas.places
    return frozenset(
        [hex for hex in named if opened[hex] and control[hex] == side and port_capacity.cargo(state, side, hex) > 0]
    )


# -- 15.2 the path -----------------------------------------------------------------------------------


@cached_by_fingerprint(
    depends_on(
        *(layout.CONTROL, layout.LEVEL, layout.HURT),
        cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)],
    )
)
def closed_to(state: State, side: int) -> frozenset[int]:
    """15.2 The hexes closed to a side's links."""
    return closed_by_airbases(state.cells, state.arrays, side)


def closed_by_airbases(cells: list[int], arrays: Arrays, side: int) -> frozenset[int]:
    """15.2 The hexes within three hexes of an enemy airbase, and nearer to it than to any airbase of the side.

    Only airbases with an undamaged Level count. Air points do not count, since they are hidden (1.3).
    """
    level, hurt, control = (arrays[array] for array in (layout.LEVEL, layout.HURT, layout.CONTROL))
    near: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for base in [base for base in range(FIRST_BOX) if level[base] > hurt[base]]:
        hex = layout.base_hex(cells, base)
        if hex < 0 or control[hex] not in (0, 1):
            continue
        steps_from = near[control[hex]]
        for there in GRID.within(hex, REACH_OF_AIRBASES):
            steps_from[there] = min(steps_from.get(there, REACH_OF_AIRBASES + 1), GRID.distance(hex, there))
    own, enemy = near[side], near[1 - side]
    blocked = [hex for hex, steps in enemy.items() if own.get(hex, REACH_OF_AIRBASES + 1) > steps]
    return intern(frozenset(blocked))


@cached(1024)
def steps_over(pieces: Pieces, scenario: int, blocked: frozenset[int], start: int) -> dict[int, int]:
    """15.2 The number of hexes to each node that ships reach from the port of a hex without entering blocked hexes."""
    waters = pieces.waters(scenario)
    hex_of_node, opened = waters.hex_of, waters.opened
    first = waters.port(start)
    if start in blocked or not opened[first]:
        return {}
    result, fringe, steps = {first: 0}, [first], 0
    while fringe:
        steps += 1
        after: list[int] = []
        for node in fringe:
            for beyond in opened[node]:
                if beyond not in result and hex_of_node[beyond] not in blocked:
                    result[beyond] = steps
                    after.append(beyond)
        fringe = after
    return result


def length_beyond_edge(pieces: Pieces, scenario: int, edge: int, number: int) -> int:
    """15.31 The length of a link beyond an edge, from a hex at that edge; 0 if the link ends in a port."""
    return pieces.scenarios[scenario].beyond_edge(EDGES.ids[edge], number) if edge >= 0 else 0


@cached(1024)
def path_between(pieces: Pieces, scenario: int, blocked: frozenset[int], start: int, end: int) -> tuple[int, ...]:
    """15.2, 15.31 The hexes of the shortest path from a port to an end, both included; empty if there is none.

    A path to an edge ends at the hex where it is shortest, including the length beyond the edge. Among equal paths,
    each step goes to the lowest number.
    """
    waters, found = pieces.waters(scenario), steps_over(pieces, scenario, blocked, start)
    goal = hex_of_end(end)
    if goal >= 0:
        nodes = [waters.port(goal)]
    else:
        nodes = [node for hex in map_edges.hexes_at(pieces, scenario, edge_of(end)) for node in waters.nodes(hex)]
    reached = [node for node in nodes if node in found]
    if not reached:
        return ()
    beyond = {node: length_beyond_edge(pieces, scenario, edge_of(end), waters.hex_of[node]) for node in reached}
    way = [min(reached, key=lambda node: (found[node] + beyond[node], node))]
    while found[way[-1]]:
        here = way[-1]
        way.append(min(near for near in waters.opened[here] if found.get(near, -1) == found[here] - 1))
    return tuple([waters.hex_of[node] for node in reversed(way)])


def path(state: State, side: int, start: int, end: int) -> tuple[int, ...]:
    """15.2 The hexes of the shortest open path between two ends of a side; empty if there is none."""
    if edge_of(start) >= 0:
        return path(state, side, end, start)[::-1] if edge_of(end) < 0 else ()
    pieces = state.rules.pieces
    return path_between(pieces, state.cells[layout.SCENARIO], closed_to(state, side), hex_of_end(start), end)


def connected_ports(state: State, side: int, hex: int) -> frozenset[int]:
    """15.2 The hexes with a port to which a path from a port is open."""
    return ports_over(state.rules.pieces, state.cells[layout.SCENARIO], closed_to(state, side), hex)


@cached(1024)
def ports_over(pieces: Pieces, scenario: int, blocked: frozenset[int], start: int) -> frozenset[int]:
    """15.2 The hexes with a port that ships reach from the port of a hex without entering blocked hexes."""
    waters, result = pieces.waters(scenario), steps_over(pieces, scenario, blocked, start)
    return frozenset([there for there in pieces.atlas.places if waters.port(there) in result])


def path_of(state: State, link: int) -> tuple[int, ...]:
    """15.2 The hexes of a link; empty while it has no open path, or an end is lost."""
    start, end = ends_of(state, link)
    own, side = link_ports(state, side_of(link)), side_of(link)
    if start == NO_END or any(hex_of_end(each) >= 0 and hex_of_end(each) not in own for each in (start, end)):
        return ()
    return path(state, side, start, end)


def length(state: State, side: int, start: int, end: int) -> int:
    """15.3, 15.31 The distance between two ends in hexes, with the length beyond an edge; 0 if no path is open."""
    if edge_of(start) >= 0:
        start, end = end, start
    return length_of(state.rules.pieces, state.cells[layout.SCENARIO], path(state, side, start, end), edge_of(end))


def length_of(pieces: Pieces, scenario: int, way: Sequence[int], edge: int) -> int:
    """15.3, 15.31 The length of a path; it leads beyond the given edge unless the edge is -1."""
    return len(way) - 1 + length_beyond_edge(pieces, scenario, edge, way[-1]) if way else 0


# -- 15.1, 15.4 the ships ----------------------------------------------------------------------------


@cached_by_fingerprint(depends_on(layout.SHIP_LINK, layout.SHIP_AT))
def ships_by_link(state: State, side: int) -> dict[int, list[int]]:
    """15.1, 15.4 The ships of a side in Strategic Mode, or on guard, by link, ascending."""
    link_numbers, positions = state.arrays[layout.SHIP_LINK], state.arrays[layout.SHIP_AT]
    result: dict[int, list[int]] = {}
    for ship in SHIPS_OF[side]:
        # 15.8 A ship that is still changing its mode is in port; one that was sunk serves no link.
        if link_numbers[ship] and positions[ship] < 0:
            result.setdefault(link_numbers[ship] - 1, []).append(ship)
    return result


def ships_on(state: State, link: int) -> list[int]:
    """15.1, 15.4 All ships on a link."""
    return ships_by_link(state, side_of(link)).get(link, [])


def is_merchant(pieces: Pieces, ship: int) -> bool:
    """15.1 Whether a ship is merchant shipping."""
    return pieces.ships[ship].type == "MS"


def merchants_on(state: State, link: int) -> list[int]:
    """15.1 The merchant shipping on a link."""
    pieces = state.rules.pieces
    return [ship for ship in ships_on(state, link) if is_merchant(pieces, ship)]


def escorts_on(state: State, link: int) -> list[int]:
    """15.4 The escorts on a link."""
    pieces = state.rules.pieces
    return [ship for ship in ships_on(state, link) if not is_merchant(pieces, ship)]


# -- 15.3 thruput ------------------------------------------------------------------------------------


def load_per_unit(distance: int) -> int:
    """15.3 The Load Points that a merchant unit carries per Cycle and direction, rounded down.

    >>> [load_per_unit(distance) for distance in (2, 8, 38, 107)]
    [200, 50, 10, 3]
    """
    return THRUPUT // distance if distance else 0


def quarters_carried(state: State, ships: Sequence[int], distance: int) -> int:
    """15.3, 12.2 The quarters that some merchant ships carry over a distance: each level of damage takes a quarter."""
    each = load_per_unit(distance)
    return sum(each * max(QUARTERS - effective_level(state, ship), 0) for ship in ships)


def port_limit(state: State, side: int, end: int) -> int:
    """14.1, 15.3 The quarters that an end handles per Cycle; an edge handles any amount."""
    hex = hex_of_end(end)
    return layout.MAX_SPENT if hex < 0 else PHASES_A_CYCLE * cargo_room.cargo_capacity(state, side, hex)


def thruput_of(state: State, link: int) -> int:
    """15.3 The quarters that a link carries per Cycle in each direction; none while no path is open.

    The amount that ports handle (14.1) limits cargo, not the thruput itself: one unit makes 200 between Truk and the
    north edge.
    """
    way = path_of(state, link)
    if not way:
        return 0
    side, (start, end) = side_of(link), ends_of(state, link)
    return quarters_carried(state, merchants_on(state, link), length(state, side, start, end))


def handled_at_end(state: State, side: int, end: int) -> int:
    """14.1, 15.3 The quarters that an end has handled in this Cycle for all its links."""
    spent = state.arrays[layout.LINK_SPENT]
    here = [link for link in in_use(state, side) if end in ends_of(state, link)]
    return sum(spent[2 * link] + spent[2 * link + 1] for link in here)


def left(state: State, direction: LinkDirection, times: int = 1) -> int:
    """15.3, 15.9 The quarters that a link can still carry in a direction; before play, ``times`` its thruput."""
    return max(times * thruput_of(state, direction.link) - state.arrays[layout.LINK_SPENT][direction.place], 0)


def port_left(state: State, side: int, end: int, times: int = 1) -> int:
    """14.1, 15.3 The quarters that an end can still handle in this Cycle."""
    return max(times * port_limit(state, side, end) - handled_at_end(state, side, end), 0)


# -- 15.2 chains -------------------------------------------------------------------------------------


class Network(NamedTuple):
    """15.2 For each end the ends that links lead to, with the amount that each link has left, and the amount that each
    end can handle.
    """

    ways: dict[int, list[tuple[int, LinkDirection, int]]]
    ports: dict[int, int]

    def through(self, end: int) -> int:
        """14.1 The quarters that may pass through an end, which must unload and reload them."""
        return self.ports[end] // 2


NETWORK_READ = depends_on(
    *(layout.LINK_FROM, layout.LINK_TO, layout.LINK_SPENT, layout.SHIP_LINK),
    *(layout.DAMAGE, layout.SHRUNK, layout.LEVEL, layout.HURT),
    cells=[(layout.NEW_BASE_AT, NEW_BASES)],
    also=cargo_room.PORT_READ,
)
"""15.2 The fingerprint of everything that decides how much links can still carry."""


@cached_by_fingerprint(NETWORK_READ)
def network(state: State, side: int, times: int) -> Network:
    """15.2 The links of a side that can still carry cargo."""
    ways: dict[int, list[tuple[int, LinkDirection, int]]] = {}
    ports: dict[int, int] = {}
    for link in in_use(state, side):
        start, end = ends_of(state, link)
        carried = times * thruput_of(state, link)
        for here, there, direction in ((start, end, OUT), (end, start, BACK)):
            way = LinkDirection(link, direction)
            if here not in ports:
                ports[here] = port_left(state, side, here, times)
            room = carried - state.arrays[layout.LINK_SPENT][way.place]
            if room > 0:
                ways.setdefault(here, []).append((there, way, room))
    return Network(ways, ports)


@cached_by_fingerprint(NETWORK_READ)
def chains_from(state: State, side: int, start: int, times: int) -> dict[int, LinkChain]:
    """15.2 From one end, for each end that links lead to, the chain with the greatest remaining thruput; if several are
    equal, the shortest.
    """
    opened, result = network(state, side, times), dict[int, LinkChain]()
    if start not in opened.ports:
        return result
    rooms = {room for ways in opened.ways.values() for _, _, room in ways}
    rooms |= {room for hex, most in opened.ports.items() for room in (most, opened.through(hex))}
    for room in sorted(rooms - {0}, reverse=True):
        for end, ways in _chains(opened, start, room).items():
            if ways and end not in result:
                result[end] = LinkChain(ways, room)
    return result


def chain(state: State, side: int, start: int, end: int, times: int = 1) -> LinkChain:
    """15.2 The chain of links from one end to another with the greatest remaining thruput."""
    return chains_from(state, side, start, times).get(end, NO_CHAIN)


def _chains(opened: Network, start: int, least: int) -> dict[int, tuple[LinkDirection, ...]]:
    """15.2 For each end that a load of this size reaches, the fewest links that lead to it, those with the lowest
    numbers first.
    """
    result: dict[int, tuple[LinkDirection, ...]] = {start: ()}
    fringe = [start] if opened.ports.get(start, 0) >= least else []
    while fringe:
        after: list[int] = []
        for here in fringe:
            if here != start and opened.through(here) < least:
                continue
            for there, way, room in opened.ways.get(here, []):
                if room >= least and there not in result and opened.ports[there] >= least:
                    result[there] = (*result[here], way)
                    after.append(there)
        fringe = after
    return result


def reached(state: State, side: int, start: int, least: int, times: int = 1) -> set[int]:
    """15.2 The ends, besides the first, that a load of this many quarters (at least one) reaches over links."""
    return {end for end, found in chains_from(state, side, start, times).items() if found.left >= least}


def spend(state: State, ways: Sequence[LinkDirection], quarters: int) -> None:
    """15.3 Records that each link of a chain has carried this much."""
    spent = state.arrays[layout.LINK_SPENT]
    for direction in ways:
        spent[direction.place] = min(spent[direction.place] + quarters, layout.MAX_SPENT)


def link_of_ship(state: State, ship: int) -> int:
    """15.1 The link that a ship serves or guards now; -1 if there is none."""
    link: int = state.arrays[layout.SHIP_LINK][ship] - 1
    return link if state.arrays[layout.SHIP_AT][ship] < 0 else -1
