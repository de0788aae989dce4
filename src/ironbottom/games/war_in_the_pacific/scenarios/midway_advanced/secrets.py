"""42.63 to 42.65, 40.42, 23.3 Hidden information in the advanced game of Midway: objectives, plans, and cards read."""

from __future__ import annotations

from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import land_and_coasts
from ironbottom.games.war_in_the_pacific.pieces import MAX_FORCES
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.submarines import subrons
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import cards
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.deployment import AdvancedDeployment
from ironbottom.games.war_in_the_pacific.state import NO_OBJECTIVE, OBJECTIVES, PLANS_A_SIDE, RANKS
from ironbottom.games.war_in_the_pacific.state_types import State


def deal_all(state: State, side: int, random: Random) -> None:
    """Samples a side's objectives and plans, and which of the enemy's cards it has read."""
    deploying = [frame.side for frame in state.stack if isinstance(frame, AdvancedDeployment)]
    if side == JAPAN:
        deal_objectives(state, random, maybe_none=JAPAN in deploying)
    if side not in deploying[:-1]:
        deal_plans(state, side, random)
    if side == ALLIES and cards.picked(state):
        deal_cards_read(state, random)


def deal_objectives(state: State, random: Random, *, maybe_none: bool) -> None:
    """42.63 Any two different objectives, except that those already read are known; while Japan deploys, some may be
    missing.
    """
    ranked = state.arrays[layout.RANKED_OBJECTIVES]
    for rank in range(len(RANKS)):
        if ranked[rank] == NO_OBJECTIVE and not (maybe_none and random.randrange(2)):
            left = [each for each in range(1, len(OBJECTIVES)) if each not in ranked]
            ranked[rank] = left[random.randrange(len(left))]


def numbers_of_plans(state: State, side: int) -> list[int]:
    """42.65 How many plans a side may have; for Japan, the numbers that agree with the number of cards read."""
    result = list(range(len(assault_plans.plans_read(state, side)), PLANS_A_SIDE + 1))
    if side == JAPAN and cards.picked(state):
        result = [plans for plans in result if cards.agrees(state, plans)]
    return result


def deal_plans(state: State, side: int, random: Random) -> None:
    """42.64, 40.42, 23.3 Samples a side's plans; the plans that its enemy has read on cards are among them."""
    plans, numbers = assault_plans.plans_read(state, side), numbers_of_plans(state, side)
    coasts = [number for number in land_and_coasts.enemy_coasts(state, side) if number not in plans]
    random.shuffle(coasts)
    wanted = numbers[random.randrange(len(numbers))] if numbers else len(plans)
    plans += coasts[: wanted - len(plans)]
    random.shuffle(plans)
    first = layout.PLAN_AT + PLANS_A_SIDE * side
    for place in range(PLANS_A_SIDE):
        state.cells[first + place] = plans[place] if place < len(plans) else -1


def deal_cards_read(state: State, random: Random) -> None:
    """42.65 Samples which cards the Allies have read; the card of the Subrons is no longer valid once the Subrons have
    moved.
    """
    deck = [card for card in cards.all_cards(state) if card.kind != cards.SHIPS_IN_PORT]
    random.shuffle(deck)
    most = min(cards.picked(state), len(deck))
    least = max(most - MAX_FORCES, 0) if layout.scenario(state).free_deployment else most
    for card in deck[: least + random.randrange(most - least + 1)]:
        if card.kind == cards.OBJECTIVE:
            state.arrays[layout.CARDS_READ][card.about] = 1
        elif card.kind == cards.PLAN:
            assault_plans.read_plan(state, JAPAN, card.about)
        elif subrons.have_stayed(state):
            for subron in subrons.subrons_of(JAPAN):
                subrons.write_card(state, subron)
