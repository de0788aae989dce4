"""40.42, 23.3 Hidden information at Guadalcanal: written plans, and those that the enemy has read on cards."""

from __future__ import annotations

from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import land_and_coasts
from ironbottom.games.war_in_the_pacific.rules.intelligence import cards
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.submarines import subrons
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.deployment import GuadalcanalDeployment
from ironbottom.games.war_in_the_pacific.state_types import State


def deal_all(state: State, side: int, random: Random) -> None:
    """Samples a side's plans, and which of the enemy's plans it has read."""
    deploying = [frame.side for frame in state.stack if isinstance(frame, GuadalcanalDeployment)]
    if side not in deploying[:-1]:
        deal_plans(state, side, random)
    if not deploying and side in layout.scenario(state).card_readers and random.randrange(2):
        deal_card(state, side, random)


def deal_plans(state: State, side: int, random: Random) -> None:
    """40.42, 23.3 Samples a side's plans; the plans that its enemy has read on cards are among them."""
    coasts = list(land_and_coasts.enemy_coasts(state, side))
    plans = assault_plans.plans_read(state, side)
    for _ in range(random.randrange(layout.PLANS_A_SIDE + 1) if coasts else 0):
        hex = coasts[random.randrange(len(coasts))]
        if hex not in plans and len(plans) < layout.PLANS_A_SIDE:
            plans.append(hex)
    random.shuffle(plans)
    first = layout.PLAN_AT + layout.PLANS_A_SIDE * side
    for number in range(layout.PLANS_A_SIDE):
        state.cells[first + number] = plans[number] if number < len(plans) else -1


def deal_card(state: State, reader: int, random: Random) -> None:
    """23.3 Samples a card that a side has read, if it is still valid."""
    enemy = 1 - reader
    held = cards.cards_of(state, enemy)
    card = held[random.randrange(len(held))]
    if card != cards.ALL_SUBRONS:
        assault_plans.read_plan(state, enemy, card)
    elif subrons.have_stayed(state):
        for subron in subrons.subrons_of(enemy):
            subrons.write_card(state, subron)
