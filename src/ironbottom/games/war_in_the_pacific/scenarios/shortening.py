"""42.44, 43.43, 46.31, 46.35, 46.36 Shortening the war: the pipeline from Australia to the West Coast of the USA."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.state import EDGES
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of

COUNTRY = "Australia"


def least(pieces: Pieces) -> int:
    """46.31 The thruput in quarters of Load Points that the pipeline needs."""
    return links.QUARTERS * int(pieces.figure("46.31", "thruput"))


def in_australia(pieces: Pieces, hex: int) -> bool:
    """46.31 Whether a hex is in Australia."""
    region = pieces.atlas.region[hex]
    if region >= len(pieces.atlas.regions):
        return False
    return pieces.facts.table(tables.REGIONS)[pieces.atlas.regions[region]].country == COUNTRY


def thruput_home(state: State) -> int:
    """46.31, 46.35 The lowest thruput on the best chain of links from a port in Australia to the east edge.

    Damage to merchant shipping counts; what the links have carried in this Cycle does not.
    """
    pieces = state.rules.pieces
    best = {links.edge_end(EDGES.index[name]): layout.MAX_SPENT for name in layout.scenario(state).link_edges[ALLIES]}
    ways = [(*links.ends_of(state, link), links.thruput_of(state, link)) for link in links.in_use(state, ALLIES)]
    changed = True
    while changed:
        changed = False
        for start, end, room in ways:
            for here, there in ((start, end), (end, start)):
                through = min(best.get(here, 0), room)
                if through > best.get(there, 0):
                    best[there], changed = through, True
    ports = [end for end in best if links.hex_of_end(end) >= 0 and in_australia(pieces, links.hex_of_end(end))]
    return max([best[end] for end in ports], default=0)


def judge(execution: Execution) -> None:
    """46.31, 46.36 In a Terminal Segment without the pipeline the war is shortened; it is never lengthened."""
    state, pieces = execution.state, execution.rules.pieces
    if cycle_of(state.cells[layout.TURN]) < cycle_number(pieces.figure("46.31", "from")):
        return
    if thruput_home(state) < least(pieces):
        state.arrays[layout.SHORTENED][0] += int(pieces.figure("46.31", "shorten"))
