"""15.1 to 15.8, 13.6, 39.91 States that cannot occur: links without ends, ships on links that do not exist."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.rules.merchant.links import ESCORTS, side_ordering
from ironbottom.games.war_in_the_pacific.rules.merchant.raids_on_links import LinkRaids
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import SubmarinePhase
from ironbottom.games.war_in_the_pacific.state import LINKS, NO_END
from ironbottom.games.war_in_the_pacific.state_types import State


class LinkFault(NamedTuple):
    """The array with an impossible value, and the error."""

    array: str
    reason: str


def check_links(state: State) -> None:
    """Refuses impossible links, ships on them, and orders against them."""
    for link in range(len(LINKS)):
        fault = wrong_link(state, link)
        if fault:
            row = f"{LINKS.ids[link]}/{WAYS[0 if state.arrays[layout.LINK_SPENT][2 * link] else 1]}"
            name = row if fault.array == "link_spent" else LINKS.ids[link]
            raise BadValue(
                f"this link is impossible: {fault.reason}", field=f"arrays.{fault.array}.{name}", clause="15.2"
            )
    for ship in range(len(counters.SHIPS)):
        fault = wrong_service(state, ship)
        if fault:
            name = counters.SHIPS.ids[ship]
            raise BadValue(
                f"this is impossible: {name} {fault.reason}", field=f"arrays.{fault.array}.{name}", clause="15.1"
            )
    check_orders(state)
    check_reassigned(state)


WAYS = ("out", "back")
"""15.3 The names of the directions of a link."""
ENDS = ("link_from", "link_to")
"""15.2 The arrays of the ends of links."""


def wrong_link(state: State, link: int) -> LinkFault | None:
    """15.2, 15.31 The error in a link."""
    both = links.ends_of(state, link)
    start, end = both
    if (start == NO_END) != (end == NO_END):
        return LinkFault(ENDS[both.index(NO_END)], "it has one end")
    if start == NO_END:
        spent = state.arrays[layout.LINK_SPENT]
        unused = "it does not exist, and cannot have carried or lost anything"
        if spent[2 * link] or spent[2 * link + 1]:
            return LinkFault("link_spent", unused)
        return LinkFault("link_lost", unused) if state.arrays[layout.LINK_LOST][link] else None
    side, ports = links.side_of(link), [links.hex_of_end(each) for each in both]
    if start == end:
        return LinkFault("link_to", "both ends are the same")
    if links.link_between(state, side, start, end) != link:
        return LinkFault("link_to", "another link of the side joins the same ends")
    named, opened = state.rules.pieces.atlas.places, layout.scenario(state).link_edges[side]
    for array, each, hex in zip(ENDS, both, ports, strict=True):
        if hex >= 0 and (hex not in named or named[hex].port == "none"):
            return LinkFault(array, "an end is not a port")
        if hex < 0 and layout.EDGES.ids[links.edge_of(each)] not in opened:
            return LinkFault(array, "it must leave the map by a different edge")
    return LinkFault("link_from", "no end is a port") if max(ports) < 0 else None


def wrong_service(state: State, ship: int) -> LinkFault | None:
    """15.1, 15.4, 15.8, 39.91 The error in the service of a ship."""
    serves, shifts = state.arrays[layout.SHIP_LINK][ship], state.arrays[layout.MODE_CHANGE][ship]
    position, row = state.arrays[layout.SHIP_AT][ship], state.rules.pieces.ships[ship]
    if state.arrays[layout.WITHDRAWN][ship] and not counters.IN_BOX <= position < counters.SUNK:
        return LinkFault("withdrawn", "was withdrawn, but is not off the map")
    if shifts and (row.type != "MS" or not 0 <= position < counters.SUNK):
        return LinkFault("mode_change", "changes its mode, but is not merchant shipping afloat")
    if not serves:
        return None
    link = serves - 1
    if links.side_of(link) != counters.SIDE_OF_SHIP[ship] or state.arrays[layout.LINK_FROM][link] == NO_END:
        return LinkFault("ship_link", "serves a link that its side does not have")
    if row.type != "MS" and row.type not in ESCORTS:
        return LinkFault("ship_link", "is neither merchant shipping nor an escort, and serves a link")
    elsewhere = position >= 0 and not shifts and not fights(state, ship)
    return LinkFault("ship_link", "serves a link, but is elsewhere") if elsewhere else None


def fights(state: State, ship: int) -> bool:
    """15.5 Whether a ship of a link fights raiders now."""
    force, link = state.arrays[layout.SHIP_AT][ship] - counters.IN_FORCE, state.arrays[layout.SHIP_LINK][ship] - 1
    raids = [here for here in state.stack if isinstance(here, LinkRaids)]
    return any(here.convoy == force and here.link == link for here in raids)


def check_orders(state: State) -> None:
    """13.6, 13.3 Subrons are sent against enemy links in the Submarine Phase only; points are off the map only where a
    case allows it.
    """
    sending = bool(state.stack) and isinstance(state.stack[-1], SubmarinePhase)
    for subron, prey in enumerate(state.arrays[layout.SUBRON_PREY]):
        own = subron // layout.SUBRONS_A_SIDE
        if prey and not (sending and links.side_of(prey - 1) != own and state.arrays[layout.LINK_FROM][prey - 1]):
            name = layout.SUBRONS.ids[subron]
            raise BadValue("this Subron cannot attack that link", field=f"arrays.subron_prey.{name}", clause="13.6")
    for place, points in enumerate(state.arrays[layout.SUBS_OFF_MAP]):
        if points and layout.scenario(state).subs_off_map(state, place // len(layout.SUB_KINDS)) is None:
            name = layout.HELD_SUBS[place]
            raise BadValue("no Sub Points are off the map here", field=f"arrays.subs_off_map.{name}", clause="13.3")


def check_reassigned(state: State) -> None:
    """15.8 Ships have orders for links only while their side gives such orders."""
    side = side_ordering(state)
    for ship, done in enumerate(state.arrays[layout.REASSIGNED]):
        if done and (
            counters.SIDE_OF_SHIP[ship] != side or state.rules.pieces.ships[ship].type not in ("MS", *ESCORTS)
        ):
            name = counters.SHIPS.ids[ship]
            raise BadValue("this ship cannot have such orders now", field=f"arrays.reassigned.{name}", clause="15.8")
