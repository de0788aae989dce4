"""23.3 States that cannot occur: cards read that are not true, or that nobody reads in the scenario."""

from __future__ import annotations

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import subron_points, subrons_of


def check_cards(state: State) -> None:
    """23.3 What a side knows from cards of the enemy's is true now, and it reads cards at all."""
    readers = layout.scenario(state).card_readers
    for side in range(len(SIDES)):
        first = layout.PLANS_A_SIDE * side
        read = list(state.arrays[layout.PLAN_READ][first : first + layout.PLANS_A_SIDE])
        plans = [at - layout.FIRST_READ for at in read if at]
        whole = [*read[: len(plans)], *[layout.UNREAD] * (len(read) - len(plans))] == read
        known = len(set(plans)) == len(plans) and set(plans) <= set(assault_plans.planned_hexes(state, side))
        if plans and not (1 - side in readers and whole and known):
            raise BadValue(
                "no such plan can have been read on a card",
                field=f"arrays.plan_read.{SIDES.ids[side]}_plan_1",
                clause="23.3",
            )
        for subron in subrons_of(side):
            if not as_read(state, side, subron):
                raise BadValue(
                    "this was not read on a card",
                    field=f"arrays.subron_read.{layout.SUBRONS.ids[subron]}",
                    clause="23.3",
                )


def as_read(state: State, side: int, subron: int) -> bool:
    """23.3 Whether a Subron is as its card says; the card names all Subrons of its side, or none."""
    read = state.arrays[layout.SUBRON_READ]
    known = [bool(read[each]) for each in subrons_of(side)]
    if not any(known):
        return not state.arrays[layout.SUBRON_READ_POINTS][subron]
    at = state.cells[layout.SUBRON_AT + subron]
    there = at + layout.FIRST_READ if at >= 0 else layout.NOT_AT_SEA
    points = state.arrays[layout.SUBRON_READ_POINTS][subron]
    true = read[subron] == there and points == subron_points(state, subron)
    return all(known) and true and 1 - side in layout.scenario(state).card_readers
