"""11.6 The loser of more than half his ships withdraws a hex towards his base."""

from __future__ import annotations

from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.rules import harbours
from ironbottom.games.war_in_the_pacific.rules.sailing import enter, node_of, ships_of, waters_for, waters_of
from ironbottom.games.war_in_the_pacific.rules.search_points import side_of_force

FAR = 999


def bases_of(state: State, side: int) -> list[int]:
    """11.6 The ports that a side holds, fleet bases among them, anchorages left out."""
    return harbours.ports_of(state, side)


def way_back(state: State, force: int) -> int:
    """11.6 The neighbouring water nearest to a base of the force's side, by hexes, then by number; -1 for none."""
    waters, bases = waters_for(state, force), bases_of(state, side_of_force(force))
    near = waters.opened[node_of(state, force)]

    def away(node: int) -> tuple[int, int]:
        return min([GRID.distance(waters.hex_of[node], base) for base in bases], default=FAR), node

    return min(near, key=away, default=-1)


def withdraw(play: Execution, force: int) -> None:
    """11.6 A force that has ships left goes back a hex."""
    if not ships_of(play.state, force):
        return
    node = way_back(play.state, force)
    if node >= 0:
        enter(play.state, force, node)
        play.tell(log.WITHDREW, force, waters_of(play.state).hex_of[node])
