"""A reference implementation of the remaining rules: contact numbers, surprise, gun modifiers, fuel, Misread.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SHIPS
from tests.games.war_in_the_pacific.reference_air import ADDED, STRAFING, speed_class
from tests.games.war_in_the_pacific.reference_land import by_id, table
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP, date, in_era, place_of
from tests.games.war_in_the_pacific.reference_search import SIDES, SUBRONS_WAKE, SearchState
from tests.games.war_in_the_pacific.reference_shore import BELOW

Event = Mapping[str, Any]
SURPRISE = {name: int(row["modifier"]) for name, row in by_id("charts/surface_surprise.csv").items()}
FILLING = {kind: int(row["supply_points"]) for row in table("charts/fuel_cost.csv") for kind in row["ships"].split("|")}
BY_THREE = 3
"""11.2 The required difference of the dice."""
RADAR_AT_NIGHT, RADAR = date("6/43", True), date("1/43", True)
"""11.2, 39.1 The dates of surprise by Allied radar, and of radar on Allied ships."""
MISREAD = {"CV": "SF", "CVL": "SF", "CVE": "SF", "SF": "CV", "DD": "CL", "DE": "CL", "CA": "DD", "CL": "DD"}
"""8.31 The types that are confused: carriers and service ships, destroyers and cruisers."""


# -- 13.7 ------------------------------------------------------------------------------------------------------------


def contact_numbers(state: State) -> Iterator[tuple[int, int, int]]:
    """13.7, 13.3, 45.62, 38.5 For each Subron at or next to an enemy force, the highest die that finds it."""
    sky = SearchState(state)
    for force, hex in sky.at.items():
        ships = sky.ships.get(force, [])
        side = 1 - SIDES.index(force.partition("_")[0])
        if not ships or (side == 0 and sky.case == "leyte" and state.cells[layout.TURN] < SUBRONS_WAKE):
            continue
        for number, name in enumerate(layout.SUBRONS.ids):
            if name.startswith(SIDES[side]) and ready(state, number) and near(state, number, hex):
                yield FORCES.index[force], number, contact_number(state, force, ships, number)


def ready(state: State, subron: int) -> int:
    """13.3, 13.5 The points of a Subron on station that may attack."""
    on_station = state.cells[layout.SUBRON_AT + subron] >= 0 and not state.cells[layout.SUBRON_MODE + subron]
    return state.cells[layout.SUBRON_READY + subron] if on_station else 0


def near(state: State, subron: int, hex: tuple[int, int]) -> bool:
    """13.7 Whether a Subron is in a hex or next to it."""
    (x1, y1), (x2, y2) = place_of(HEXES.ids[state.cells[layout.SUBRON_AT + subron]]), hex
    r1, r2 = y1 - (x1 + (x1 & 1)) // 2, y2 - (x2 + (x2 & 1)) // 2
    return max(abs(x1 - x2), abs(r1 - r2), abs(x1 - x2 + r1 - r2)) <= 1


def contact_number(state: State, force: str, ships: Iterable[str], subron: int) -> int:
    """13.7 The ready points in the Subron's hex, at most four, plus one, and minus one for each pair of escorts."""
    side, hex = subron // layout.SUBRONS_A_SIDE, state.cells[layout.SUBRON_AT + subron]
    there = [n for n in range(len(layout.SUBRONS)) if n // layout.SUBRONS_A_SIDE == side]
    points = sum(ready(state, n) for n in there if state.cells[layout.SUBRON_AT + n] == hex)
    escorts = sum(SHIP[ROW[ship]]["type"] in ("DD", "DE") for ship in ships)
    still = not state.cells[layout.FORCE_ACTIVE + FORCES.index[force]]
    hurt = any(state.arrays[layout.DAMAGE][SHIPS.index[ship]] > 0 for ship in ships)
    found = min(points, BELOW["most_points_in_hex"]) + BELOW["stopped_or_damaged"] * (still or hurt)
    return found - min(escorts // 2, -BELOW["most_escorts"])


# -- 11.2, 11.5 ------------------------------------------------------------------------------------------------------


def surprised(event: Event, first: int) -> str | None:
    """11.2 The surprised side: the one whose modified die is lower by three."""
    japan, allies = (die + more for die, more in zip(event["dice"], event["added"], strict=True))
    return None if abs(japan - allies) < BY_THREE else SIDES[1] if japan > allies else SIDES[0]


def surprise_adds(state: State, side: int, night: bool) -> set[int]:
    """11.2, 39.1 The modifiers of a side's die: plus for night fighting or radar, minus if known or busy."""
    turn = state.cells[layout.TURN]
    base = SURPRISE["japan_night"] * (side == 0 and night and in_era(turn, "japanese_night_fighting"))
    base += SURPRISE["us_radar"] * (side == 1 and turn >= RADAR_AT_NIGHT)
    return {base + known * SURPRISE["contacted"] + busy * SURPRISE["exposed"] for known in (0, 1) for busy in (0, 1)}


def gun_adds(state: State, target: str, weapon: str, night: bool, hex: str, surprise: bool) -> set[int]:
    """11.5, 39.1 The modifiers of the damage die of ships' fire; U.S. torpedoes have a lower one until 9/43."""
    side, turn = 1 - SIDES.index(SHIP[ROW[target]]["side"]), state.cells[layout.TURN]
    radar = side == 1 and turn >= RADAR
    dim = night or SearchState(state).weather(hex) == "overcast"
    found = ADDED["surprise"] * surprise
    if weapon != "torpedoes":
        found += ADDED["night_no_radar"] * (night and not radar) + ADDED["radar_edge"] * (dim and radar)
    still = {ADDED["speed_0_or_in_port"]} if not speed_class(state, target) else {0, ADDED["speed_0_or_in_port"]}
    american = {0}
    if weapon == "torpedoes" and side == 1 and in_era(turn, "us_torpedoes"):
        american = {0, ADDED["us_torpedoes"]}
    return {found + one + other for one in still for other in american}


# -- 10.5, 6.4, 8.31 -------------------------------------------------------------------------------------------------


def filling(ship: str, fuel: int) -> int:
    """10.5 The cost of refuelling: the price of a full tank times the missing share, rounded up."""
    row = SHIP[ROW[ship]]
    return -(-FILLING[row["type"]] * (int(row["fuel"]) - fuel) // int(row["fuel"]))


def strafed(strength: int, dice: list[int]) -> int:
    """6.4 The hits of strafing points."""
    if not strength:
        return 0
    row = next(row for row in STRAFING if strength <= int(row["high"]))
    return int(row[f"die_{dice[0]}"])


def misread(types: Iterable[str]) -> Counter[str]:
    """8.31 The result of a Misread for ships of these types."""
    return Counter(MISREAD.get(kind, kind) for kind in types)
