"""6.9, 16.2, 24.3 The odds of Air Assaults before they are planned or ordered: the attack after the drop.

Each drop is carried out on a copy. The odds are those of the attack in the next Ground Phase by the dropped units only.
Ground units are public, and a side knows its own forces, so nothing hidden is read.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import hexes_to_attack
from ironbottom.games.war_in_the_pacific.derived.land_and_coasts import open_ground
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.odds.attacks import GROUND, attack_row
from ironbottom.games.war_in_the_pacific.rules.air.air_assault import airborne, drop_zones, lifts
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.shore.landings import DROPPED
from ironbottom.games.war_in_the_pacific.state import units_in
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.odds.tables import OddsRow, OddsTable

TITLE = "Air Assault: the attack that follows"
MAX_ROWS = 24
"""The largest number of hexes that are listed: planned hexes first, then the nearest."""
TAKEN_FOR_GRANTED = (
    "in the Ground Phase, with the units that are there now",
    "only the units that dropped attack",
    "nothing is lost on the way",
    "an empty hex is captured when a unit lands",
)


def drops_to_plan(state: State, side: int) -> list[OddsTable]:
    """16.2 For each enemy hex, the attack of all airborne units of a side, as if they could reach it."""
    units = airborne(state, side)
    if not units:
        return []
    start, written = state.arrays[layout.UNIT_AT][units[0]], assault_plans.planned_hexes(state, side)
    ground = set(open_ground(state, side))
    held = [hex for hex in hexes_to_attack(state, 1 - side) if hex in ground]
    held.sort(key=lambda hex: (hex not in written, GRID.distance(start, hex), hex))
    rows = [drop_row(state, side, units, hex) for hex in held[:MAX_ROWS]]
    return tables_of(rows, "transports carry them at most half their range from their base")


def before_dropping(state: State, side: int) -> list[OddsTable]:
    """6.9 For each enemy hex that is planned or next to a planned hex, the attack of all units that may
    drop there now.
    """
    dropping: dict[int, list[int]] = {}
    for unit in airborne(state, side):
        bases = lifts(state, side, unit)
        zones = {hex for base, stack in bases for hex in drop_zones(state, side, unit, base, stack)}
        for hex in zones:
            dropping.setdefault(hex, []).append(unit)
    held = sorted(set(dropping) & set(hexes_to_attack(state, 1 - side)))
    return tables_of(
        [drop_row(state, side, dropping[hex], hex) for hex in held[:MAX_ROWS]], "with all units that may drop there"
    )


def drop_row(state: State, side: int, units: list[int], hex: int) -> OddsRow:
    """24.3 Drops some units on a hex on a copy, and computes their attack."""
    trial = state.copy()
    for unit in units:
        units_in(trial.arrays).put(unit, hex)
        trial.arrays[layout.LANDED][unit] = DROPPED
    return attack_row(trial, side, units, hex)


def tables_of(rows: list[OddsRow], note: str) -> list[OddsTable]:
    """The rows as a table; no table if there are none.

    >>> tables_of([], "anything")
    []
    """
    return [OddsTable(TITLE, GROUND, rows, "; ".join([note, *TAKEN_FOR_GRANTED]))] if rows else []
