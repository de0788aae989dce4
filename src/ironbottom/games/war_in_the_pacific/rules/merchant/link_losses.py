"""13.6, 15.5, 47.1 Losses of merchant shipping on links: the unit with the fewest levels left loses levels first; four
levels sink a unit.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data.chart_rows import SUNK
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS, effective_level
from ironbottom.games.war_in_the_pacific.pieces import SUNK as IN_THE_DEEP
from ironbottom.games.war_in_the_pacific.state import NO_LINK
from ironbottom.games.war_in_the_pacific.state_types import Execution

MAX_REPORTED = 999


def lose_level(execution: Execution, link: int) -> None:
    """13.6 A unit of the link loses a level and a quarter of its room: the unit with the fewest levels
    left, in order.
    """
    state = execution.state
    ships = links.merchants_on(state, link)
    if not ships:
        return
    lost, damage = state.arrays[layout.LINK_LOST], state.arrays[layout.DAMAGE]
    lost[link] = min(lost[link] + 1, MAX_REPORTED)
    ship = max(ships, key=lambda each: (effective_level(state, each), -each))
    damage[ship] += 1
    if effective_level(state, ship) >= FLOATS:
        # 47.24 Levels from reorganisation score nothing.
        damage[ship] = SUNK if not state.arrays[layout.SHRUNK][ship] else damage[ship]
        state.arrays[layout.SHIP_LINK][ship] = NO_LINK
        layout.ships_in(state.arrays).put(ship, IN_THE_DEEP)
        execution.emit(log.LINK_SHIP_LOST, link, ship)
