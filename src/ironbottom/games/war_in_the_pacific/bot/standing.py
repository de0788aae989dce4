"""Standing orders of a seat: questions that are answered automatically until the orders change.

They are stored with the seat, beside the match, and only its player sees them. Each order answers a question with
choices that the side could make itself, using only its view. The referee checks these one by one, and the record stores
them as choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.history import ChoiceBatch
from ironbottom.engine.match.match import first_list
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import StandingOrderInfo
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.bot import aims, air, burma, combat, fleet, on_land, stores
from ironbottom.games.war_in_the_pacific.bot.choice_lists import END, STOP, Rule, chosen, iterate_choices
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.pieces import FORCES

ASK = "ask"
"""The default value of every order: the side is asked."""


class StandingAnswer(NamedTuple):
    """A value of an order: its words, and the rule that answers."""

    label: str
    rule: Rule


class StandingOrder(NamedTuple):
    """A standing order: its words, its questions, the verbs that it may use, and its values besides "ask"."""

    label: str
    questions: frozenset[str]
    verbs: frozenset[str]
    values: Mapping[str, StandingAnswer]
    one_by_one: bool = False
    """Whether its answers are submitted one by one, since each may roll a die."""


def end_without_orders(observation: Observation, choices: Choices, random: Random) -> Action:
    """Ends the question without orders."""
    return next((action for action in END if action in choices), STOP)


def carry_on(observation: Observation, choices: Choices, random: Random) -> Action:
    """4.32 Forces carry on, unless one of them may react to a contact, or close or open the range."""
    return STOP if {"react", "shift"} & set(choices.next()) else ("carry_on",)


def close_with_contact(observation: Observation, choices: Choices, random: Random) -> Action:
    """10.4 Forces on Reaction close with the nearest contact if they can return; carriers are left to the player."""
    verbs = choices.next()
    for force in choices.next("react") if "react" in verbs else ():
        contact = fleet.nearest(observation, force, choices.next("react", force))
        if fleet.can_return(observation, FORCES.index[force], observation.where(FORCES.index[contact])):
            return ("react", force, contact)
    return STOP if "shift" in verbs else ("carry_on",)


ORDERS: Mapping[str, StandingOrder] = {
    "nothing": StandingOrder(
        "When there is nothing to choose",
        frozenset(),
        frozenset(),
        {"go_on": StandingAnswer("continue without me", end_without_orders)},
    ),
    "reactions": StandingOrder(
        "As an impulse begins",
        frozenset({"in_impulse"}),
        frozenset({"react"}),
        {
            "in_reach": StandingAnswer("continue, unless a contact can be met or avoided", carry_on),
            "turn": StandingAnswer("patrols turn toward the nearest contact if they can return", close_with_contact),
            "carry_on": StandingAnswer("continue, regardless of contacts", end_without_orders),
        },
    ),
    "battles": StandingOrder(
        "Which battle at sea comes next",
        frozenset({"next_battle"}),
        frozenset({"battle_at"}),
        {"hexes": StandingAnswer("in the order of their hexes", combat.first_choice)},
        one_by_one=True,
    ),
    "fire": StandingOrder(
        "Fire at sea",
        frozenset({"gunlaying"}),
        frozenset({"fire"}),
        {
            "odds": StandingAnswer("at the best odds", aims.odds_by_fire),
            "cripples": StandingAnswer("finish damaged ships, then at the best odds", aims.finish_by_fire),
            "evenly": StandingAnswer("spread evenly", aims.evenly_by_fire),
        },
    ),
    "bombs": StandingOrder(
        "Air attacks that get through",
        frozenset({"aiming"}),
        frozenset({"allot"}),
        {
            "odds": StandingAnswer("at the best odds", combat.aim),
            "cripples": StandingAnswer("finish damaged ships, then at the best odds", aims.finish_from_air),
            "evenly": StandingAnswer("spread evenly", aims.evenly_from_air),
        },
    ),
    "losses": StandingOrder(
        "Losses on land",
        frozenset({"losses", "wearing_away"}),
        frozenset({"suffer"}),
        {"usual": StandingAnswer("divisions are reduced first, then the cheapest unit is lost", on_land.losses)},
        one_by_one=True,
    ),
    "supplies": StandingOrder(
        "When supply is short",
        frozenset({"pay_order"}),
        frozenset({"supply_first", "staff_first"}),
        {
            "front": StandingAnswer("units beside the enemy first", stores.front),
            "strongest": StandingAnswer("the strongest first", stores.strongest),
            "most": StandingAnswer("as many hexes as possible", stores.most),
            "staffs": StandingAnswer("headquarters first, then units beside the enemy", stores.headquarters),
        },
    ),
    "transfers": StandingOrder(
        "Air transfers", frozenset({"transfers"}), frozenset(), {"none": StandingAnswer("none", end_without_orders)}
    ),
    "searches": StandingOrder(
        "Search",
        frozenset({"search_orders"}),
        frozenset({"search"}),
        {
            "none": StandingAnswer("none", end_without_orders),
            "all_round": StandingAnswer("everywhere: all flying boats, 2 points from each other base", air.search),
        },
    ),
    "marches": StandingOrder(
        "Marches and split divisions",
        frozenset({"marching", "lift_marching", "burma_marching"}),
        frozenset({"move", "freight"}),
        {
            "none": StandingAnswer("none", end_without_orders),
            "line": StandingAnswer("to the line, and stores by rail (only in Burma)", on_land.march),
        },
    ),
    "attacks": StandingOrder(
        "Attacks on land",
        frozenset({"attacking", "burma_attacking", "committing"}),
        frozenset({"attack", "commit"}),
        {
            "three": StandingAnswer("only at three to one or better, with every unit", on_land.attack_at_three_to_one),
            "odds": StandingAnswer("where the odds promise more than they cost", on_land.attack_by_value),
            "none": StandingAnswer("none", end_without_orders),
        },
        one_by_one=True,
    ),
    "entering": StandingOrder(
        "Entering an emptied hex",
        frozenset({"advance"}),
        frozenset({"advance"}),
        {
            "holds": StandingAnswer("enough to hold it, the strongest first", on_land.enter),
            "all": StandingAnswer("every unit", on_land.all_enter),
            "none": StandingAnswer("none", end_without_orders),
        },
        one_by_one=True,
    ),
    "building": StandingOrder(
        "Building and rebuilding",
        frozenset({"quarters"}),
        frozenset({"begin_work", "rebuild", "refill_army", "recall_army"}),
        {
            "usual": StandingAnswer("rebuild, dig in near the enemy, airfields for transports", on_land.build),
            "dig_in": StandingAnswer("entrenchments beside the enemy, nothing else", on_land.dig_in),
            "none": StandingAnswer("nothing", end_without_orders),
        },
    ),
    "lift": StandingOrder(
        "Air transport of stores",
        frozenset({"air_lift"}),
        frozenset({"fly_stores", "drop_stores"}),
        {
            "usual": StandingAnswer("to units cut off, to Assam and to Kunming", burma.lift),
            "kunming": StandingAnswer("only to Kunming", burma.fly_to_kunming),
            "none": StandingAnswer("none", end_without_orders),
        },
    ),
    "dummies": StandingOrder(
        "Dummies", frozenset({"decoys"}), frozenset(), {"none": StandingAnswer("none", end_without_orders)}
    ),
}
"""The standing orders by name, with their values besides "ask"."""


def infos() -> list[StandingOrderInfo]:
    """The orders in words, for the page: what each answers, and its values."""
    return [
        {
            "id": name,
            "label": order.label,
            "values": [ASK, *order.values],
            "words": ["ask me", *(one.label for one in order.values.values())],
        }
        for name, order in ORDERS.items()
    ]


def read(orders: Mapping[str, str]) -> dict[str, str]:
    """Reads submitted standing orders; ``BadValue`` names an unknown order or value.

    >>> read({"fire": "odds", "bombs": "ask"})
    {'fire': 'odds'}
    """
    for name, value in orders.items():
        if name not in ORDERS:
            raise BadValue(f"there is no standing order {name!r}; allowed: {', '.join(ORDERS)}", field=name)
        if value != ASK and value not in ORDERS[name].values:
            allowed = ", ".join((ASK, *ORDERS[name].values))
            raise BadValue(f"{value!r} is not a value of this standing order; allowed: {allowed}", field=name)
    return {name: value for name, value in orders.items() if value != ASK}


def applies(state: State, side: str, name: str) -> bool:
    """Whether a standing order concerns the open question of a side."""
    decision = state.decision(side)
    if decision is None:
        return False
    if name == "nothing":
        only = decision.choices.only()
        return only is not None and only in END
    return decision.procedure.name in ORDERS[name].questions


def answer(state: State, side: str, orders: Mapping[str, str]) -> list[Action]:
    """The choices with which standing orders answer a side's open question completely; none if the side is asked."""
    for name, value in orders.items():
        if value != ASK and applies(state, side, name):
            result = answered(state, side, name, value)
            if result:
                return result
    return []


def answered(state: State, side: str, name: str, value: str) -> list[Action]:
    """The choices with which one order answers; none if its rule leaves the answer to the side.

    A list ends with a choice that ends lists; the order answers the rest after it.
    """
    result = list(answering(state, side, name, value))
    part = first_list(state, side, result)
    return part if len(part) < len(result) or is_complete(name, result) or ends_list(state, side, result) else []


def ends_list(state: State, side: str, found: Sequence[Action]) -> bool:
    """Whether the last choice must be the last of its list."""
    if not found:
        return False
    draft = ChoiceBatch(state)
    return all(chosen(draft, side, action) for action in found[:-1]) and draft.state.ends_list(side, found[-1])


def ends(action: Action) -> bool:
    """Whether a choice ends a question."""
    return action in END


def is_complete(name: str, found: Sequence[Action]) -> bool:
    """Whether choices of an order answer the question completely."""
    return bool(found) and (ORDERS[name].one_by_one or found[-1] in END)


def answering(state: State, side: str, name: str, value: str) -> Iterator[Action]:
    """The choices with which one order answers, computed on demand; they may leave the rest to the side."""
    order, decision = ORDERS[name], state.decision(side)
    assert decision is not None
    if order.one_by_one:
        answer = order.values[value].rule(Observation(state.rules, state.view(side), side), decision.choices, Random(0))
        made = answer if isinstance(answer, list) else [answer]
        yield from made if made[0] in decision.choices else ()
    elif order.verbs:
        within = (decision.procedure.name,)
        yield from iterate_choices(state, side, within, order.values[value].rule, order.verbs, ends=True)
    else:
        yield from [action for action in END if action in decision.choices][:1]
