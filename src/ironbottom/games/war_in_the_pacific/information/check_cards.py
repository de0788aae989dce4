"""23.3, 42.65 States that cannot occur: false cards that were read, and cards that nobody reads in the scenario."""

from __future__ import annotations

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import subron_points, subrons_of
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.cards import CardDrawing, agrees
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.deployment import AdvancedDeployment
from ironbottom.games.war_in_the_pacific.state import CARDS_IN_ALL, NO_OBJECTIVE, RANKS
from ironbottom.games.war_in_the_pacific.state_types import State


def check_cards(state: State) -> None:
    """23.3 What a side knows from the enemy's cards is still true, and the side reads cards in this scenario."""
    readers = layout.scenario(state).card_readers
    for side in range(len(SIDES)):
        first = layout.PLANS_A_SIDE * side
        read = list(state.arrays[layout.PLAN_READ][first : first + layout.PLANS_A_SIDE])
        plans = [entry - layout.FIRST_READ for entry in read if entry]
        whole = [*read[: len(plans)], *[layout.UNREAD] * (len(read) - len(plans))] == read
        known = len(set(plans)) == len(plans) and set(plans) <= set(assault_plans.planned_hexes(state, side))
        if plans and not (1 - side in readers and whole and known):
            raise BadValue(
                "no card can have shown such a plan",
                field=f"arrays.plan_read.{SIDES.ids[side]}_plan_1",
                clause="23.3",
            )
        for subron in subrons_of(side):
            if not as_read(state, side, subron):
                raise BadValue(
                    "no card has shown this",
                    field=f"arrays.subron_read.{layout.SUBRONS.ids[subron]}",
                    clause="23.3",
                )


def as_read(state: State, side: int, subron: int) -> bool:
    """23.3 Whether a Subron is as its card says; the card names all Subrons of its side, or none."""
    read = state.arrays[layout.SUBRON_READ]
    known = [bool(read[each]) for each in subrons_of(side)]
    if not any(known):
        return not state.arrays[layout.SUBRON_READ_POINTS][subron]
    hex = state.cells[layout.SUBRON_AT + subron]
    there = hex + layout.FIRST_READ if hex >= 0 else layout.NOT_AT_SEA
    points = state.arrays[layout.SUBRON_READ_POINTS][subron]
    true = read[subron] == there and points == subron_points(state, subron)
    return all(known) and true and 1 - side in layout.scenario(state).card_readers


def check_picked(state: State) -> None:
    """42.63, 42.65 Japan has two objectives once it has deployed; then the Allies read one half of its cards."""
    ranked, read = state.arrays[layout.RANKED_OBJECTIVES], state.arrays[layout.CARDS_READ]
    if not layout.scenario(state).objective_cards:
        if any(ranked) or any(read):
            raise BadValue("this scenario has no such cards", field="arrays.cards_read.in_all", clause="42.65")
        return
    chosen = [objective for objective in ranked if objective != NO_OBJECTIVE]
    deploying = any(isinstance(frame, AdvancedDeployment) and frame.side == JAPAN for frame in state.stack)
    if len(set(chosen)) != len(chosen) or (len(chosen) < len(RANKS) and not deploying):
        raise BadValue(
            "Japan must have two different objectives once it has deployed",
            field="arrays.ranked_objectives.primary",
            clause="42.63",
        )
    if not has_picked(state, any(isinstance(frame, CardDrawing) for frame in state.stack)):
        raise BadValue(
            "the Allies can see at most half of the cards, and only after Japan has deployed",
            field="arrays.cards_read.in_all",
            clause="42.65",
        )


def has_picked(state: State, to_come: bool) -> bool:
    """42.65 Whether the number of cards read agrees with the number that Japan has; no card is read before the cards
    are drawn.
    """
    read, plans = state.arrays[layout.CARDS_READ], len(assault_plans.planned_hexes(state, JAPAN))
    if to_come:
        return not any(read)
    known = sum(read[:CARDS_IN_ALL]) + len(assault_plans.plans_read(state, JAPAN))
    known += any(state.arrays[layout.SUBRON_READ][subron] for subron in subrons_of(JAPAN))
    # 23.3 The card of the Subrons no longer holds once these have moved; those of ports are kept as reports.
    freely = layout.scenario(state).free_deployment
    among = known <= read[CARDS_IN_ALL] and (freely or known >= read[CARDS_IN_ALL] - 1)
    return max(read[:CARDS_IN_ALL]) <= 1 and among and agrees(state, plans)
