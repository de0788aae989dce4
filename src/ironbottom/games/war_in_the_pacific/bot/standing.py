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
from ironbottom.engine.match.match import longest_valid_prefix
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import StandingOrderInfo
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import (
    aims,
    air,
    burma,
    combat,
    courses,
    doctrine,
    merchants,
    on_land,
    stores,
)
from ironbottom.games.war_in_the_pacific.bot.choice_lists import END, STOP, Rule, chosen, iterate_choices
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.text import importance

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
    """Whether the rule is asked for one answer at a time, because each answer may roll a die or ends the question."""


def end_without_orders(observation: Observation, choices: Choices, random: Random) -> Action:
    """Ends the question without orders."""
    return next((action for action in END if action in choices), STOP)


def end_if_nothing(observation: Observation, choices: Choices, random: Random) -> Action:
    """Ends a question that leaves nothing else to choose."""
    only = choices.single_choice()
    return only if only is not None and only in END else STOP


ROUTINE = frozenset({"in_impulse", "marching", "lift_marching", "burma_marching"})
"""Questions that may leave nothing worth deciding, although something could be chosen."""


def end_if_routine(observation: Observation, choices: Choices, random: Random) -> Action:
    """Ends a question that leaves nothing worth deciding, including an impulse without contact and orders for idle Base
    Forces.
    """
    if observation.procedure_name in ROUTINE and all(is_routine(observation, verb) for verb in choices.next()):
        return end_without_orders(observation, choices, random)
    return end_if_nothing(observation, choices, random)


IN_SOME_IMPULSES = frozenset({"alter", "send_home", "leave_behind"})
"""Actions that are worth a question only in some impulses."""


def may_be_routine(verb: str) -> bool:
    """Whether an action by itself may not be worth a question."""
    return (verb,) in END or verb in IN_SOME_IMPULSES or importance.group_of(verb) == importance.STANDING


def is_routine(observation: Observation, verb: str) -> bool:
    """Whether an action is not worth a question by itself in a position.

    4.32 The plots of this phase take account of every contact before its first impulse; damaged ships get their orders
    there.
    """
    is_first = observation.procedure_name == "in_impulse" and observation.here.impulse == 0
    if verb == "alter":
        return is_first or not sails_near(observation)
    if verb in ("send_home", "leave_behind"):
        return not is_first
    return may_be_routine(verb)


def sails_near(observation: Observation) -> bool:
    """8.5 Whether a force under way has an enemy in contact near it."""
    under_way = [
        observation.hex_of(force)
        for force in observation.own_forces()
        if observation.cells[layout.FORCE_TO + force] >= 0 and observation.ships(force)
    ]
    where = [observation.where(contact) for contact in observation.contacts]
    return any(GRID.distance(hex, to) <= courses.NEAR for hex in under_way for to in where if hex >= 0 and to >= 0)


def cover_unless_strike(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """6.2 Half of the fighters of each carrier patrol over it; a contact that can be struck is left to the player."""
    verbs = choices.next()
    if "strike" in verbs:
        return STOP
    return (air.cover(observation, choices, "cover") if "cover" in verbs else None) or ("done",)


def end_unless_strike(observation: Observation, choices: Choices, random: Random) -> Action:
    """6.5 Ends the declarations unless a contact can be struck."""
    return STOP if "strike" in choices.next() else ("done",)


def end_if_plotted(observation: Observation, choices: Choices, random: Random) -> Action:
    """10.1 Ends the orders if no Task Force waits for a Mission; ships in port stay there."""
    return STOP if {"plot", "follow"} & set(choices.next()) else ("done",)


CARRYING = frozenset({"transport", "assault", "bombardment"})


def end_without_mission(observation: Observation, choices: Choices, random: Random) -> Action:
    """16.1 Ends the actions at the shore unless a force has come for such an action."""
    missions = {
        layout.MISSIONS.ids[observation.cells[layout.FORCE_MISSION + force]] for force in observation.own_forces()
    }
    return STOP if missions & CARRYING else ("done",)


def carry_on(observation: Observation, choices: Choices, random: Random) -> Action:
    """4.32 Forces continue on their courses, unless one of them may react to a contact, or close or open the range."""
    return STOP if {"react", "shift"} & set(choices.next()) else ("carry_on",)


ORDERS: Mapping[str, StandingOrder] = {
    "nothing": StandingOrder(
        "When there is nothing to choose",
        frozenset(),
        frozenset(),
        {
            "go_on": StandingAnswer("continue without me", end_if_nothing),
            "routine": StandingAnswer("continue, even in impulses without a contact nearby", end_if_routine),
        },
        one_by_one=True,
    ),
    "reactions": StandingOrder(
        "At the start of an impulse",
        frozenset({"in_impulse"}),
        frozenset({"react"}),
        {
            "in_reach": StandingAnswer("continue, unless a contact can be met or avoided", carry_on),
            "turn": StandingAnswer(
                "patrols turn toward the nearest contact if they can return", doctrine.close_with_contact
            ),
            "carry_on": StandingAnswer("continue, regardless of contacts", end_without_orders),
        },
    ),
    "battles": StandingOrder(
        "Which battle at sea comes next",
        frozenset({"next_battle"}),
        frozenset({"battle_at"}),
        {
            "hexes": StandingAnswer("in the order of their hexes", combat.first_choice),
            "weight": StandingAnswer("the one with your most valuable ships first", combat.heaviest_battle),
        },
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
            "all_round": StandingAnswer("everywhere: all flying boats, and 2 points from every other base", air.search),
        },
    ),
    "patrols": StandingOrder(
        "Patrols",
        frozenset({"declaring"}),
        frozenset({"cover"}),
        {
            "carriers": StandingAnswer("over carriers, unless a contact can be struck", cover_unless_strike),
            "third": StandingAnswer(
                "a third of the fighters, unless a contact can be struck", doctrine.cover_with(1, 3)
            ),
            "two_thirds": StandingAnswer(
                "two thirds of the fighters, unless a contact can be struck", doctrine.cover_with(2, 3)
            ),
            "all": StandingAnswer("all fighters, unless a contact can be struck", doctrine.cover_with(1, 1)),
            "none": StandingAnswer("none, unless a contact can be struck", end_unless_strike),
        },
    ),
    "ready": StandingOrder(
        "Points made ready",
        frozenset({"ready_orders"}),
        frozenset({"shield", "make_ready"}),
        {
            "usual": StandingAnswer("patrols over carriers, all other points ready", air.declare),
            "third": StandingAnswer(
                "a third of the fighters on patrol, all other points ready", doctrine.ready_with(1, 3)
            ),
            "two_thirds": StandingAnswer("two thirds on patrol, all other points ready", doctrine.ready_with(2, 3)),
            "all": StandingAnswer("all fighters on patrol, all other points ready", doctrine.ready_with(1, 1)),
            "none": StandingAnswer("none", end_without_orders),
        },
    ),
    "missions": StandingOrder(
        "Orders of Task Forces",
        frozenset({"orders"}),
        frozenset(),
        {"none": StandingAnswer("none, unless a Task Force waits for a Mission", end_if_plotted)},
        one_by_one=True,
    ),
    "shore": StandingOrder(
        "Loading and landing",
        frozenset({"at_the_shore"}),
        frozenset(),
        {"none": StandingAnswer("none, unless a Mission calls for it", end_without_mission)},
        one_by_one=True,
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
            "odds": StandingAnswer("where the expected gain exceeds the cost", on_land.attack_by_value),
            "none": StandingAnswer("none", end_without_orders),
        },
        one_by_one=True,
    ),
    "entering": StandingOrder(
        "Entering a cleared hex",
        frozenset({"advance"}),
        frozenset({"advance"}),
        {
            "holds": StandingAnswer("enough to hold it, strongest first", on_land.enter),
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
            "usual": StandingAnswer("to cut-off units, to Assam and to Kunming", burma.lift),
            "kunming": StandingAnswer("only to Kunming", burma.fly_to_kunming),
            "none": StandingAnswer("none", end_without_orders),
        },
    ),
    "links": StandingOrder(
        "Merchant shipping on links",
        frozenset({"pipeline_orders"}),
        frozenset({"lay_link", "join_link"}),
        {
            "need": StandingAnswer("by need, unless shipping on a link is damaged", merchants.pipelines_unless_damaged),
            "always": StandingAnswer("by need, every time", merchants.pipelines),
            "none": StandingAnswer("stays on its links", end_without_orders),
        },
    ),
    "cargo": StandingOrder(
        "Cargo over links",
        frozenset({"cargo_orders"}),
        frozenset({"consign", "consign_stores", "consign_points", "draw_stores"}),
        {
            "stores": StandingAnswer("stores to the ports that lack them", merchants.send_only_stores),
            "all": StandingAnswer("troops to the front, then stores, then aircraft in crates", merchants.cargo),
            "none": StandingAnswer("none", end_without_orders),
        },
    ),
    "dummies": StandingOrder(
        "Dummies", frozenset({"decoys"}), frozenset(), {"none": StandingAnswer("none", end_without_orders)}
    ),
    "withdrawals": StandingOrder(
        "Damaged ships",
        frozenset({"in_impulse", "new_course", "meeting"}),
        frozenset({"send_home"}),
        {
            "one": StandingAnswer("withdraw at one level of damage", doctrine.withdraw_from(1)),
            "two": StandingAnswer("withdraw at two levels of damage", doctrine.withdraw_from(2)),
            "three": StandingAnswer("withdraw at three levels of damage", doctrine.withdraw_from(3)),
        },
        one_by_one=True,
    ),
    "submarines": StandingOrder(
        "Submarines",
        frozenset({"submarine_orders"}),
        frozenset({"refit_subron", "refit_off_map"}),
        {
            "stay": StandingAnswer("stay on their stations, unless one must refit", doctrine.stay_on_station),
            "refit": StandingAnswer("stay, and refit at the end of their time", doctrine.relieve),
        },
    ),
}
"""The standing orders by name, with their values besides "ask"."""


def infos() -> list[StandingOrderInfo]:
    """The orders in words, for the page: the questions that each answers, and its values."""
    return [
        {
            "id": name,
            "step": "",
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
    # Ships withdraw before anything else is done in an impulse; the order that only ends questions comes last.
    ranked = sorted(orders, key=lambda name: (name == "nothing") - (name == "withdrawals"))
    return {name: orders[name] for name in ranked if orders[name] != ASK}


def applies(state: State, side: str, name: str) -> bool:
    """Whether a standing order concerns the open question of a side."""
    decision = state.decision(side)
    if decision is None:
        return False
    if name == "nothing":
        only = decision.choices.single_choice()
        if only is not None or decision.procedure.name not in ROUTINE:
            return only is not None and only in END
        return all(may_be_routine(verb.name) for verb in decision.choices.open_verbs())
    return decision.procedure.name in ORDERS[name].questions


def answer(state: State, side: str, orders: Mapping[str, str]) -> list[Action]:
    """The choices with which standing orders answer a side's open question completely; none if the side is asked."""
    for name, value in orders.items():
        if value != ASK and applies(state, side, name):
            result = choices_of_order(state, side, name, value)
            if result:
                return result
    return []


def choices_of_order(state: State, side: str, name: str, value: str) -> list[Action]:
    """The choices with which one order answers; none if its rule leaves the answer to the player.

    A list ends with a choice that ends lists; the order answers the rest after it.
    """
    result = list(iter_choices_of_order(state, side, name, value))
    part = longest_valid_prefix(state, side, result)
    return part if len(part) < len(result) or is_complete(name, result) or ends_list(state, side, result) else []


def ends_list(state: State, side: str, found: Sequence[Action]) -> bool:
    """Whether the last choice must be the last of its list."""
    if not found:
        return False
    draft = ChoiceBatch(state)
    return all(chosen(draft, side, action) for action in found[:-1]) and draft.state.ends_list(side, found[-1])


def ends_question(action: Action) -> bool:
    """Whether a choice ends a question."""
    return action in END


def is_complete(name: str, found: Sequence[Action]) -> bool:
    """Whether choices of an order answer the question completely."""
    return bool(found) and (ORDERS[name].one_by_one or found[-1] in END)


def iter_choices_of_order(state: State, side: str, name: str, value: str) -> Iterator[Action]:
    """The choices with which one order answers, computed on demand; they may leave the rest to the player."""
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
