"""A reference implementation of shore and submarine rules: landings, bombardment, guns, submarines, repair, fuel.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FORCES, GROUND_TYPES, UNITS
from tests.games.war_in_the_pacific.reference_air import BOMBARDMENT
from tests.games.war_in_the_pacific.reference_land import GROUND, by_id, table
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP, Before, in_era, left_of, place_of, up
from tests.games.war_in_the_pacific.reference_search import SIDES, SearchState

ASHORE = {name: (int(row["parts"]), int(row["of"])) for name, row in by_id("charts/amphibious.csv").items()}
REPAIR, HUNT = table("charts/repair.csv"), table("charts/asw.csv")
BELOW = {name: int(row["value"]) for name, row in by_id("charts/sub_vs_tf.csv").items()}
BURNT = {int(row["speed"]): int(row["fuel"]) for row in table("charts/speed.csv")}
SHELLS = {"BB": 12, "BC": 12, "CA": 6, "CL": 3, "DD": 4}
"""17.1 In twelfths: battleships full, heavy cruisers half, light ones a quarter, destroyers one for each three."""
MARINES = ("_mar", "_snlf")
HUNTERS = {"DE": 2, "DD": 1, "CD": 1}


def row_of(unit: int, state: State) -> Mapping[str, str]:
    """The ratings of a ground unit in its current state."""
    return GROUND[GROUND_TYPES.ids[state.arrays[layout.UNIT_TYPE][unit]]]


def attack(state: State, units: Iterable[str], landed: Mapping[str, int]) -> set[int]:
    """16.4 The strength of an attack: landed units count half by plan, a quarter without one, Marines and others in
    full. The table rounds the half up; this may apply to a quarter as well.
    """
    exact, each, whole = [], 0, 0
    for name in units:
        unit = UNITS.index[name]
        row = row_of(unit, state)
        how = landed.get(name, 0)
        marines = any(word in row["id"] for word in MARINES)
        parts, of = ASHORE["later" if not how else "unplanned" if how == 2 else "marines" if marines else "planned"]
        exact.append((int(row["strength"]) * parts, of))
        each += up(int(row["strength"]) * parts, of)
        whole += -(-int(row["strength"]) * parts // of)
    return {each, whole, up(sum(12 * parts // of for parts, of in exact), 12)}


def shells(before: Before, force: str) -> set[int]:
    """17.1, 12.2 The Bombardment Strength of a force's guns."""
    twelfths, whole = 0, 0
    for ship in before.ships(FORCES.index[force]):
        row = SHIP[ROW[ship]]
        share = SHELLS.get(row["type"], 0)
        if row["type"] == "DD":
            twelfths += share
        else:
            twelfths += share * left_of(before, ship, int(row["gunnery"]))
            whole += up(share * left_of(before, ship, int(row["gunnery"])), 12)
    return {twelfths // 12, up(twelfths, 12), whole}


def shelled(strength: int, die: int) -> int:
    """17.1 The number of hits of a bombardment."""
    if not strength:
        return 0
    row = next((row for row in BOMBARDMENT if strength <= int(row["high"])), BOMBARDMENT[-1])
    return int(row[f"die_{die}"])


# -- 13.0 submarines -------------------------------------------------------------------------------------------------


def hunters(state: State, sky: SearchState, force: str, hex: str) -> int:
    """13.8 The escorts' points: two per DE (and U.S. DD from 1943), one per DD, CD and search point in range."""
    late = in_era(state.cells[layout.TURN], "us_damage_control")
    side = SIDES.index(force.partition("_")[0])
    found = sum(
        each.aircraft
        for each in sky.flying
        if each.side == side and sky.cost(place_of(each.at), place_of(hex)) <= each.near
    )
    for ship in SearchState(state).ships.get(force, ()):
        row = SHIP[ROW[ship]]
        found += HUNTERS.get(row["type"], 0) + (late and row["type"] == "DD" and row["nation"] == "us")
    return found


def hunted(strength: int, die: int) -> int:
    """13.8 Sub Points lost to a hunt."""
    row = next(row for row in HUNT if strength <= int(row["high"]))
    return int(row[f"die_{die}"]) if strength else 0


# -- 18.1, 10.5 ------------------------------------------------------------------------------------------------------


def weeks(level: int, die: int) -> int:
    """18.2 The Game-Turns of a repair."""
    return int(REPAIR[die - 1][f"d{level}"])


def level_left(level: int, whole: int, left: int) -> int:
    """18.1 The intermediate level: the damage multiplied by the share of turns left, rounded up."""
    return -(-level * left // whole)
