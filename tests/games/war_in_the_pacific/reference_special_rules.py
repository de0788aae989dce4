"""A reference implementation of the special rules of Burma and Leyte (44.61 to 44.66, 45.13, 45.62).

It reads visible events and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, HEXES, UNITS
from ironbottom.games.war_in_the_pacific.turns import turn_name
from tests.games.war_in_the_pacific.reference_land import GROUND, LAND, country

Events = Sequence[Mapping[str, Any]]
RANGOON, MOULMEIN, CALCUTTA, CHITTAGONG, KUNMING = "A3019", "A3219", "A2213", "A2613", "A3810"
BLOCK, BLOCKS_A_CYCLE, POINTS_A_TURN, POOL_A_CYCLE = 50, 7, 10, 5
PORTS = {"japan": (RANGOON, MOULMEIN), "allies": (CALCUTTA, CHITTAGONG)}
CLOSED = {
    "burma": ("Thailand", "Malaya", "French Indo-China"),
    "leyte": ("China", "Manchuria", "Hong Kong", "Korea", "French Indo-China", "Hainan"),
}
"""44.66, 45.13 The countries that no unit enters."""
JAPAN_PROPER = ("honshu", "kyushu", "hokkaido", "shikoku_and_inland_sea")
QUIET_UNTIL = ("1/11/44", "2/11/44")
"""45.62 The Game-Turns in which Japan's Subrons do nothing."""


def holder(state: State, hex: str) -> str:
    """2.5 The controller of a hex."""
    return layout.HOLDERS.ids[state.arrays[layout.CONTROL][HEXES.index[hex]]]


def units_on_map(state: State) -> dict[str, tuple[str, str]]:
    """2.3 The ground units on the map: type and hex."""
    positions, types = state.arrays[layout.UNIT_AT], state.arrays[layout.UNIT_TYPE]
    here = [n for n in range(len(UNITS)) if types[n] >= 0 and 0 <= positions[n] < len(HEXES)]
    return {UNITS.ids[n]: (GROUND_TYPES.ids[types[n]], HEXES.ids[positions[n]]) for n in here}


def combat(kind: str) -> bool:
    """44.61, 44.65 Whether a unit is a ground combat unit: not engineers, headquarters, Base Forces or transport."""
    return GROUND[kind]["kind"] == "combat"


def guards(state: State, hex: str) -> list[str]:
    """44.65 The Japanese ground combat units in a port."""
    return [
        name for name, (kind, there) in units_on_map(state).items() if there == hex and combat(kind) and is_japans(name)
    ]


def is_japans(name: str) -> bool:
    """2.3 The owner of a counter."""
    return name.startswith("japan")


def unguarded(state: State) -> list[str]:
    """44.65 The ports of Japan without one of its combat units."""
    return [hex for hex in PORTS["japan"] if holder(state, hex) == "japan" and not guards(state, hex)]


def arrives(state: State, side: str) -> tuple[int, list[str]]:
    """44.62, 44.63 The arriving Supply Points of a side, and their possible places; there are none without a port."""
    ports = [hex for hex in PORTS[side] if holder(state, hex) == side]
    points = POINTS_A_TURN if side == "japan" else BLOCKS_A_CYCLE * BLOCK
    return (points if ports else 0), ports


def pool(state: State) -> int:
    """44.62 The Provincial Points received in a Strategic Game-Turn."""
    return POOL_A_CYCLE if holder(state, KUNMING) == "allies" else 0


def trespassers(state: State, case: str) -> list[str]:
    """44.66, 45.13 The ground units in places where no unit may be."""
    found = [name for name, (_, hex) in units_on_map(state).items() if country(hex) in CLOSED[case]]
    if case == "leyte":
        found += [name for name, (_, hex) in units_on_map(state).items() if not is_japans(name) and of_japan(hex)]
    return found


def of_japan(hex: str) -> bool:
    """45.13 The hexes of Japan, which no Allied unit enters."""
    return hex in LAND and LAND[hex]["region"] in JAPAN_PROPER


def flies(kind: str, turn: int) -> bool:
    """44.61 Whether an Allied unit of a type may be flown in a Game-Turn at all."""
    return turn_name(turn) != "3/2/44" or not combat(kind)


def quiet(turn: int) -> bool:
    """45.62 Whether Japan's Subrons are inactive."""
    return turn_name(turn) in QUIET_UNTIL
