"""10.1, 12.2 The Missions that a Task Force may plot."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived import force_movement, ship_condition
from ironbottom.games.war_in_the_pacific.pieces import ABOARD
from ironbottom.games.war_in_the_pacific.state import MISSIONS
from ironbottom.games.war_in_the_pacific.state_types import State


def mission_of(state: State, force: int) -> str:
    """10.1 The Mission of a force, which is Transit if it has no other."""
    mission = state.cells[layout.FORCE_MISSION + force]
    return MISSIONS.ids[mission] if mission >= 0 else "transit"


TRANSIT, PATROL, REACTION = (MISSIONS.index[name] for name in ("transit", "patrol", "reaction"))
CARRIERS, GUNNERY = ("CV", "CVL", "CVE"), ("BB", "BC", "CA", "CL", "DD")
LIFT, ESCORTS = ("APB", "MS", "SF", "DD"), ("DD", "DE", "CD", "CL")
NOT_WARSHIPS = ("APB", "MS", "SF")
OF_SOME, OF_ALL = {"carriers": CARRIERS, "lift": LIFT}, {"gunnery": GUNNERY, "escorts": ESCORTS}
"""10.1 The types that some Missions need: at least one such ship, or only such ships."""
ALL_MISSIONS = (1 << len(MISSIONS)) - 1


@cached_by_fingerprint(depends_on(layout.SHIP_AT, layout.UNIT_AT, layout.DAMAGE, cells=[(layout.SCENARIO, 1)]))
def missions_for(state: State, force: int) -> int:
    """10.1, 12.2 The Missions that a force may plot, as bits; they depend on types, cargo, and whether a ship is nearly
    sunk.

    15.5 A Raid needs links, which only some scenarios have.
    """
    ships = force_movement.ships_of(state, force)
    closed = 0 if any(layout.scenario(state).link_edges) else 1 << MISSIONS.index["raid"]
    if not ships:
        return ALL_MISSIONS & ~closed
    if nearly_sunk(state, ships):
        return 1 << TRANSIT
    pieces = state.rules.pieces
    laden = any(state.arrays[layout.UNIT_TOP][ABOARD + ship] >= 0 for ship in ships)
    result = 0
    for mission in pieces.facts.table(charts.MISSIONS).values():
        allowed = are_fit(state, ships, mission.who) and (mission.id != "assault" or laden)
        result |= allowed << MISSIONS.index[mission.id]
    return result & ~closed


def nearly_sunk(state: State, ships: Iterable[int]) -> bool:
    """12.2 Whether any of the given ships must make for a port, since it is at the last level at which it floats."""
    return any(state.arrays[layout.DAMAGE][ship] >= ship_condition.FLOATS for ship in ships)


def are_fit(state: State, ships: Iterable[int], who: str) -> bool:
    """10.1 Whether a force qualifies for the given Missions: any ships, warships, carriers, ships with guns, transports
    or escorts.
    """
    pieces = state.rules.pieces
    types = [pieces.ships[ship].type for ship in ships]
    some, alone = OF_SOME.get(who), OF_ALL.get(who)
    if who == "warships":
        return not any(kind in NOT_WARSHIPS for kind in types)
    if some is not None:
        return any(kind in some for kind in types)
    return alone is None or all(kind in alone for kind in types)
