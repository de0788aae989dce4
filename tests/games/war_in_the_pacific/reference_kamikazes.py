"""A reference implementation of kamikazes (39.4, 45.63): when they begin, their number and types, and their effects.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import BASES, STACKS
from tests.games.war_in_the_pacific.reference_land import GROUND, LAND, table
from tests.games.war_in_the_pacific.reference_scores import AIR_WORTH, REGIONS
from tests.games.war_in_the_pacific.reference_sea import PLANE, damage_points

Events = Sequence[Mapping[str, Any]]
SHARE = next(int(row["value"]) for row in table("charts/kamikaze.csv") if row["id"] == "percent")
BARRED = ("mavem", "terri", "dinah")
"""39.45 The types that take no part."""
CALLED = ("any_hex_of_the_philippines", "any_hex_of_formosa", "any_hex_of_okinawa")
"""45.63 The landings that let kamikazes begin."""
MORE = 4
"""39.43 The bonus of a dive over bombs."""
LIMITS = {**dict.fromkeys(("DD", "DE", "CD"), 4), **dict.fromkeys(("CL", "APB", "SF", "MS"), 6)}
"""20.12 The maximum number of a wave's points that attack a small ship; for any other ship it is ten."""


def kind_of(stack: str) -> str:
    """The type of a stack."""
    return stack.rpartition("_")[0]


def may_dive(stack: str) -> bool:
    """39.45, 46.42 Whether points of a stack may fly as kamikazes: any Japanese type except three, with any
    training.
    """
    return PLANE[kind_of(stack)]["side"] == "japan" and kind_of(stack) not in BARRED


def deployed(state: State) -> int:
    """39.41, 45.63 All Japanese air points in play, at bases and aboard."""
    width, air = len(STACKS), state.arrays[layout.AIR]
    own = [n for n, stack in enumerate(STACKS.ids) if PLANE[kind_of(stack)]["side"] == "japan"]
    return sum(air[base * width + n] for base in range(len(BASES)) for n in own)


def allotment(state: State) -> int:
    """39.41, 39.94 The allotment: five percent of these points, rounded down, and none before kamikazes have begun."""
    return deployed(state) * SHARE // 100 if state.cells[layout.KAMIKAZES] else 0


def calls(event: Mapping[str, Any]) -> bool:
    """45.63 Whether an Allied ground unit has landed in a place that lets Japan begin."""
    if event["event"] != "landed" or GROUND[event["kind"]]["side"] != "allies":
        return False
    return LAND[event["at"]]["region"] in {region for each in CALLED for region in REGIONS[each]}


def strength(aimed: Mapping[tuple[str, str], int], ship: str) -> int:
    """39.43 The sum of the points that dive at a ship: their bombs plus four, or just four for a type without bombs."""
    dives = [(kind_of(stack), points) for (stack, target), points in aimed.items() if target == ship]
    return sum(points * (int(PLANE[kind]["bomb"]) + MORE) for kind, points in dives)


def points_of(event: Mapping[str, Any]) -> int:
    """39.43, 39.45 The Damage Points according to the die of the dive, never halved."""
    return damage_points(event["strength"], event["dice"][0] + event["added"], False)


def most_at(ship_type: str) -> int:
    """20.12 The maximum number of a wave's points that may dive at a ship."""
    return LIMITS.get(ship_type, 10)


def worth(lost: Counter[str]) -> int:
    """47.1, 39.44 The value of dived points to the enemy."""
    return sum(points * AIR_WORTH[STACKS.index[stack]] for stack, points in lost.items())
