"""29.2, 29.3, 29.4, 29.8 The armies of the KMT: without Provincial Points they only defend.

A point lets four armies in China move and attack in a Game-Turn, or two outside China.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ironbottom.engine.core.fields import members
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived.chinese_armies import armies, in_china, is_army
from ironbottom.games.war_in_the_pacific.questions import HasArmies
from ironbottom.games.war_in_the_pacific.state_types import State

ARMIES_ABROAD_PER_POINT = 2
"""29.3 The number of armies outside China that can act for one point."""


def cost_of_armies(state: State, at_home: int, abroad: int) -> int:
    """29.3 The cost of this many acting armies: a point for every four in China or two outside, rounded up."""
    each: int = state.rules.pieces.facts.table(charts.SUPPLY_COST)["kmt_armies_per_point"].value
    return -(-at_home // each) + -(-abroad // ARMIES_ABROAD_PER_POINT)


def added_cost(state: State, frame: HasArmies, units: Iterable[int]) -> int:
    """29.3 The additional cost of the given armies besides those that have already acted."""
    new = [unit for unit in units if not (frame.at_home | frame.abroad) >> unit & 1]
    home = frame.at_home.bit_count() + sum(in_china(state, unit) for unit in new)
    out = frame.abroad.bit_count() + sum(not in_china(state, unit) for unit in new)
    return cost_of_armies(state, home, out) - cost_of_armies(state, frame.at_home.bit_count(), frame.abroad.bit_count())


def armies_without_points(state: State, frame: Any, side: int) -> list[int]:
    """29.3 The armies without a Provincial Point, if they need one."""
    if not layout.scenario(state).provincial_points or not hasattr(frame, "at_home"):
        return []
    pool, acting = turn_record.read(state, "pool", 0), frame.at_home | frame.abroad
    home, abroad = frame.at_home.bit_count(), frame.abroad.bit_count()
    paid = cost_of_armies(state, home, abroad)
    unaffordable = [
        cost_of_armies(state, home, abroad + 1) - paid > pool,
        cost_of_armies(state, home + 1, abroad) - paid > pool,
    ]
    if not any(unaffordable):
        return []
    return [unit for unit in armies(state, side) if not acting >> unit & 1 and unaffordable[in_china(state, unit)]]


def affords(state: State, frame: Any, units: int) -> bool:
    """29.3 Whether there are points for all armies among the given units that act together; other scenarios need
    no points.
    """
    if not layout.scenario(state).provincial_points:
        return True
    pool: int = turn_record.read(state, "pool", 0)
    return added_cost(state, frame, armies_among(state, units)) <= pool


def unpaid_armies(state: State, frame: Any, units: int, taking: int) -> list[int]:
    """29.3 The armies among the given units that cannot act, since there is no point for them."""
    if affords(state, frame, units | taking):
        return []
    return [unit for unit in armies_among(state, units & ~taking) if not affords(state, frame, taking | 1 << unit)]


def armies_among(state: State, units: int) -> list[int]:
    """29.3 The armies among the given units."""
    return [unit for unit in members(units) if is_army(state, unit)]


def pay_for_armies(state: State, frame: HasArmies, units: Iterable[int]) -> tuple[int, int]:
    """29.3 Pays for armies that act; returns those that act now, in China and outside."""
    armies = [unit for unit in units if is_army(state, unit)]
    turn_record.write_turn_record(state, pool=turn_record.read(state, "pool", 0) - added_cost(state, frame, armies))
    new = [unit for unit in armies if not (frame.at_home | frame.abroad) >> unit & 1]
    home = sum(1 << unit for unit in new if in_china(state, unit))
    return frame.at_home | home, frame.abroad | sum(1 << unit for unit in new) & ~home
