"""15.1 to 15.4, 15.8 Merchant shipping in Strategic Mode: links are laid, ships assigned to them and taken off.

``LinkOrders`` is the part of a question that gives these orders: that of the Pipeline Segment, and those of
deployments. A change of mode takes a merchant unit out for a Game-Turn, which it spends in port at an end of its link;
``modes_change`` ends it. Escorts join and leave a link in port at once.
"""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS, load_of
from ironbottom.games.war_in_the_pacific.pieces import HEXES, IN_FORCE, SHIPS, SHIPS_OF, SIDE_OF_SHIP
from ironbottom.games.war_in_the_pacific.questions import SideProcedure
from ironbottom.games.war_in_the_pacific.state import EDGES, LINKS, NO_END, NO_LINK
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

ESCORTS = ("DD", "DE", "CD")
"""15.4 The types that guard links."""

LEFT_IN_PORT = (layout.REFITTING, layout.REPAIR_LEFT, layout.REPAIR_WHOLE, layout.REPAIR_LEVEL)
"""18.1, 18.4 The arrays that are cleared when a ship leaves port."""


# -- 15.2 links are laid ------------------------------------------------------------------------------


@restriction("15.2", "all numbers of your links are in use")
def link_free(state: State, frame: Procedure, side: int) -> bool:
    return free_link(state, side) >= 0


def free_link(state: State, side: int) -> int:
    """15.2 The first free number of a side's links; -1 if there is none."""
    first = state.arrays[layout.LINK_FROM]
    return next((link for link in links.links_of(side) if first[link] == NO_END), -1)


def other_ends(state: State, side: int, hex: int) -> list[int]:
    """15.2 The hexes to which a side may lay a link from a port: an open path leads there, and there is no link yet."""
    own = links.link_ports(state, side)
    near = links.connected_ports(state, side, hex)
    joined = {
        end for link in links.in_use(state, side) for end in links.ends_of(state, link) if _ends_at(state, link, hex)
    }
    return [to for to in sorted(own) if to != hex and to in near and links.end_at(to) not in joined]


def _ends_at(state: State, link: int, hex: int) -> bool:
    """15.2 Whether a link ends at a port."""
    return links.end_at(hex) in links.ends_of(state, link)


def edges_from(state: State, side: int, hex: int) -> list[int]:
    """15.31 The edges to which a side may lay a link from a port."""
    opened = [EDGES.index[name] for name in layout.scenario(state).link_edges[side]]
    new = [edge for edge in opened if links.link_between(state, side, links.end_at(hex), links.edge_end(edge)) < 0]
    return [edge for edge in new if links.path(state, side, links.end_at(hex), links.edge_end(edge))]


@restriction("15.2", "{at} is not one of your ports, or no link can be laid from it")
def with_another_end(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(
        [hex for hex in sorted(links.link_ports(state, side)) if other_ends(state, side, hex)], len(HEXES)
    )


@restriction(
    "15.2", "no link can be laid to {to}: it is not one of your ports, already has a link, or no open path leads there"
)
def another_end(state: State, frame: Procedure, side: int, hex: int) -> IdSet:
    return sets.from_iterable(other_ends(state, side, hex), len(HEXES))


@restriction("15.31", "no link can be laid from {at} to an edge of the map")
def near_an_edge(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(
        [hex for hex in sorted(links.link_ports(state, side)) if edges_from(state, side, hex)], len(HEXES)
    )


@restriction("15.31", "no link can be laid to the {edge}")
def edge_in_reach(state: State, frame: Procedure, side: int, hex: int) -> IdSet:
    return sets.from_iterable(edges_from(state, side, hex), len(EDGES))


LAY_LINK = Verb(
    "lay_link",
    clause="15.2",
    ends_list="never",
    when=(link_free,),
    at=Argument(HEXES, with_another_end, always_completes=True),
    to=Argument(HEXES, another_end),
)
LAY_TO_EDGE = Verb(
    "lay_to_edge",
    clause="15.31",
    ends_list="never",
    when=(link_free,),
    at=Argument(HEXES, near_an_edge, always_completes=True),
    edge=Argument(EDGES, edge_in_reach),
)


# -- 15.1, 15.4, 15.8 ships join and leave links -------------------------------------------------------


def idle_in_port(state: State, side: int) -> list[int]:
    """15.4, 15.8 The merchant shipping and escorts of a side that may join a link: in port, in no force, without cargo,
    afloat, and neither changing its mode nor under repair.
    """
    pieces = state.rules.pieces
    arrays = state.arrays
    positions, level, mode_changes, effort = (
        arrays[n] for n in (layout.SHIP_AT, layout.DAMAGE, layout.MODE_CHANGE, layout.MAXIMUM_EFFORT)
    )
    fit = [ship for ship in SHIPS_OF[side] if 0 <= positions[ship] < IN_FORCE and level[ship] < FLOATS]
    able = [ship for ship in fit if links.is_merchant(pieces, ship) or pieces.ships[ship].type in ESCORTS]
    return [ship for ship in able if not (mode_changes[ship] or effort[ship] or load_of(state, ship))]


def links_for(state: State, side: int, ship: int) -> list[int]:
    """15.4, 15.8 The links that a ship may join: from another link, any link; from a port, the links that end there."""
    now, position = links.link_of_ship(state, ship), state.arrays[layout.SHIP_AT][ship]
    if now >= 0:
        merchant = links.is_merchant(state.rules.pieces, ship)
        return [link for link in links.in_use(state, side) if link != now] if merchant else []
    return [link for link in links.in_use(state, side) if _ends_at(state, link, position)]


def ships_for_links(state: State, side: int) -> list[int]:
    """15.4, 15.8 The ships that may join a link: those on other links, and those in port."""
    on_links = [ship for ships in links.ships_by_link(state, side).values() for ship in ships]
    able = sorted([*on_links, *idle_in_port(state, side)])
    return [ship for ship in able if links_for(state, side, ship)]


def ports_for(state: State, side: int, ship: int) -> list[int]:
    """15.8 The ports to which a ship may leave its link: those at its ends."""
    link = links.link_of_ship(state, ship)
    ends = links.ends_of(state, link) if link >= 0 else ()
    own = links.link_ports(state, side)
    return [hex for hex in sorted(links.hex_of_end(end) for end in ends) if hex in own]


@restriction("15.8", "{ship} already has its orders for this Segment")
def not_reassigned(state: State, frame: Procedure, side: int) -> IdSet:
    done = state.arrays[layout.REASSIGNED]
    return sets.from_iterable([ship for ship in SHIPS_OF[side] if not done[ship]], len(SHIPS))


@restriction(
    "15.4", "{ship} cannot join a link: only your merchant shipping and escorts can, on a link or idle in port"
)
def joins_links(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(ships_for_links(state, side), len(SHIPS))


@restriction("15.8", "{ship} cannot reach {link} from where it is")
def in_touch_with(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    return sets.from_iterable(links_for(state, side, ship), len(LINKS))


@restriction("15.8", "{ship} does not serve a link that ends in one of your ports")
def leaves_links(state: State, frame: Procedure, side: int) -> IdSet:
    on_links = [ship for ships in links.ships_by_link(state, side).values() for ship in ships]
    return sets.from_iterable([ship for ship in on_links if ports_for(state, side, ship)], len(SHIPS))


@restriction("15.8", "{at} is not one of your ports at an end of the link that {ship} serves")
def at_its_ends(state: State, frame: Procedure, side: int, ship: int) -> IdSet:
    return sets.from_iterable(ports_for(state, side, ship), len(HEXES))


@restriction("2.51", "ships cannot leave their links for a port before the first Game-Turn")
def play_has_begun(state: State, frame: Procedure, side: int) -> bool:
    """2.51 Before play all merchant shipping is deployed in Strategic Mode."""
    return bool(state.cells[layout.FIRST_PLAYER] >= 0)


JOIN_LINK = Verb(
    "join_link",
    clause="15.8",
    ends_list="never",
    ship=Argument(SHIPS, joins_links, not_reassigned, always_completes=True),
    link=Argument(LINKS, in_touch_with),
)
LEAVE_LINK = Verb(
    "leave_link",
    clause="15.8",
    ends_list="never",
    when=(play_has_begun,),
    ship=Argument(SHIPS, leaves_links, not_reassigned, always_completes=True),
    at=Argument(HEXES, at_its_ends),
)


class LinkOrders(SideProcedure):
    """15.2, 15.4, 15.8 The part of a question that orders links."""

    def lay_link(self, execution: Execution, at: int, to: int) -> None:
        """15.2 Lays a link between two ports; everybody sees its ends."""
        lay_between(execution, self.side, links.end_at(at), links.end_at(to))

    def lay_to_edge(self, execution: Execution, at: int, edge: int) -> None:
        """15.31 Lays a link from a port to an edge of the map."""
        lay_between(execution, self.side, links.end_at(at), links.edge_end(edge))

    def join_link(self, execution: Execution, ship: int, link: int) -> None:
        """15.4, 15.8 A ship joins a link."""
        execution.state.arrays[layout.REASSIGNED][ship] = 1
        join_ship(execution, ship, link)

    def leave_link(self, execution: Execution, ship: int, at: int) -> None:
        """15.8 A ship leaves its link for a port at one of its ends."""
        execution.state.arrays[layout.REASSIGNED][ship] = 1
        leave_ship(execution, ship, at)


def side_ordering(state: State) -> int:
    """15.8 The side that gives orders for links now, perhaps at a follow-up question; -1 if none does."""
    follows = bool(state.stack) and state.stack[-1].is_second_step
    # The compiler treats isinstance as an exact match if all subclasses are in modules that it compiles later.
    orders = [frame for frame in state.stack[-1 - follows :] if issubclass(type(frame), LinkOrders)]
    return int(getattr(orders[-1], "side", -1)) if orders else -1


def lay_between(execution: Execution, side: int, start: int, end: int) -> None:
    """15.2 Lays a link between two ends."""
    link = free_link(execution.state, side)
    execution.state.arrays[layout.LINK_FROM][link], execution.state.arrays[layout.LINK_TO][link] = start, end
    execution.emit(log.LINK_LAID, link, start, end)


def join_ship(execution: Execution, ship: int, link: int) -> None:
    """15.1, 15.4, 15.8 A ship joins a link: at once from another link, and so do escorts; merchant shipping in port
    waits.
    """
    state = execution.state
    state.arrays[layout.SHIP_LINK][ship] = link + 1
    if state.arrays[layout.SHIP_AT][ship] >= 0:
        if links.is_merchant(state.rules.pieces, ship):
            state.arrays[layout.MODE_CHANGE][ship] = 1
        else:
            leave_port(state, ship)
    execution.emit_to(SIDE_OF_SHIP[ship], log.LINK_JOINED, ship, link)


def leave_port(state: State, ship: int) -> None:
    """15.1, 18.1, 18.4 A ship leaves port for its link; its repair and its Refit end."""
    layout.ships_in(state.arrays).put(ship, -1)
    for array in LEFT_IN_PORT:
        state.arrays[array][ship] = 0


def leave_ship(execution: Execution, ship: int, hex: int) -> None:
    """15.8 A ship leaves its link for a port; merchant shipping changes its mode there for a Game-Turn."""
    state = execution.state
    state.arrays[layout.SHIP_LINK][ship] = NO_LINK
    layout.ships_in(state.arrays).put(ship, hex)
    state.arrays[layout.MODE_CHANGE][ship] = int(links.is_merchant(state.rules.pieces, ship))
    execution.emit_to(SIDE_OF_SHIP[ship], log.LINK_LEFT, ship, hex)


def modes_change(state: State) -> None:
    """15.8 After a Game-Turn in port merchant shipping is in its new mode."""
    mode_changes = state.arrays[layout.MODE_CHANGE]
    for ship in [ship for ship, changing in enumerate(mode_changes) if changing]:
        mode_changes[ship] = 0
        if not state.arrays[layout.SHIP_LINK][ship]:
            continue
        if 0 <= state.arrays[layout.SHIP_AT][ship] < IN_FORCE:
            leave_port(state, ship)
        else:
            # Its port was lost, and it has put to sea in a force.
            state.arrays[layout.SHIP_LINK][ship] = NO_LINK


def end_orders(execution: Execution, side: int) -> None:
    """15.2, 15.8 Ends a side's orders: links that no merchant shipping serves are given up."""
    done = execution.state.arrays[layout.REASSIGNED]
    for ship in [ship for ship in SHIPS_OF[side] if done[ship]]:
        done[ship] = 0
    close_unserved(execution, side)


def close_unserved(execution: Execution, side: int) -> None:
    """15.2 A link without merchant shipping is removed; its escorts go to a port at one of its ends, if one is open."""
    state = execution.state
    for link in links.in_use(state, side):
        shifting = [ship for ship in SHIPS_OF[side] if state.arrays[layout.SHIP_LINK][ship] == link + 1]
        if any(links.is_merchant(state.rules.pieces, ship) for ship in shifting):
            continue
        for ship in shifting:
            harbours = ports_for(state, side, ship)
            if harbours:
                leave_ship(execution, ship, harbours[0])
        if any(state.arrays[layout.SHIP_LINK][ship] == link + 1 for ship in shifting):
            continue
        for array in (layout.LINK_FROM, layout.LINK_TO, layout.LINK_LOST):
            state.arrays[array][link] = 0
        for direction in (2 * link, 2 * link + 1):
            state.arrays[layout.LINK_SPENT][direction] = 0
        execution.emit(log.LINK_CLOSED, link)


def renew_links(state: State) -> None:
    """15.3 After the Pipeline Segment every link has its whole thruput again."""
    spent = state.arrays[layout.LINK_SPENT]
    for direction in [direction for direction, quarters in enumerate(spent) if quarters]:
        spent[direction] = 0
