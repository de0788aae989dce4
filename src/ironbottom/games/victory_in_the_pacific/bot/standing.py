"""The standing orders of a seat: what its units do in a battle, where air units are placed, and where ships go home.

They never sail ships and never mark or repair them: those choices are left to the player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ironbottom.bots.standing_orders import ListedStandingOrder, StandingOrderList, StandingOrderValue, always, highest
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.victory_in_the_pacific.bot.combat import COMBAT_RULES, balance, units_in_battle
from ironbottom.games.victory_in_the_pacific.bot.fleet import FLEET_RULES, harbour_value, place_air
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation, is_carrier, is_in
from ironbottom.games.victory_in_the_pacific.pieces import AIR, BATTLESHIPS, CARRIERS, CRUISERS, SHIPS

Rule = Callable[[Observation, Choices], Action | None]
RULES = {**FLEET_RULES, **COMBAT_RULES}
DONE: Action = ("done",)
PASS: Action = ("pass",)
DAY: Action = ("day",)
NIGHT: Action = ("night",)
STAY: Action = ("stay",)
RETREAT: Action = ("retreat",)
usual = highest(RULES)
"""The choice that the ensign values most."""
PREFERRED = 100.0
"""The factor by which a target of the preferred kind counts more."""
MAIN_HARBOURS = ("yokosuka", "pearl_harbor")


def _value(observation: Observation, action: Action) -> float:
    return RULES[action[0]](observation, action) if action[0] in RULES else 0.0


# -- air units, submarines and amphibious units -------------------------------------------------------------


def place_where_needed(observation: Observation, choices: Choices) -> Action:
    """12.1 Places the air unit that adds the most, where it does so."""
    return place_air(observation, list(choices))


def place_over_own_flags(observation: Observation, choices: Choices) -> Action:
    """12.1 Places air units only in areas with the side's flag; then passes."""
    flags = observation.view["flags"]
    own = [action for action in choices if action[0] == "place_air" and flags[action[2]] == observation.side]
    return place_air(observation, own) if own else PASS


def strike_late(observation: Observation, choices: Choices) -> Action | None:
    """16.1 Waits until all other combat is over."""
    return PASS if observation.battle else usual(observation, choices)


# -- battles ------------------------------------------------------------------------------------------------


def can_hit(observation: Observation, day: bool) -> bool:
    """7.3 Whether any unit in the battle can fire at another in this action.

    If none can, two sides whose orders ask for this action would repeat it forever.
    """
    mine, theirs = units_in_battle(observation)
    return any(
        any(observation.shots(unit, day) for unit in firing) and (day or any(not is_in(unit, AIR) for unit in targets))
        for firing, targets in ((mine, theirs), (theirs, mine))
    )


def day_or_night(wanted: Callable[[Observation], bool]) -> Rule:
    """7.3 Chooses day if the order wants it, otherwise night; the side is asked if no unit could hit anything in that
    action.
    """

    def rule(observation: Observation, choices: Choices) -> Action | None:
        day = wanted(observation)
        return (DAY if day else NIGHT) if can_hit(observation, day) else None

    return rule


def day_is_better(observation: Observation) -> bool:
    """Whether the enemy should lose more than the side by day than by night."""
    return balance(observation, True) > balance(observation, False)


def has_airstrike(observation: Observation) -> bool:
    """Whether a unit of the side in the battle has an airstrike."""
    return any(observation.shots(unit, True) for unit in units_in_battle(observation)[0])


def fire(factor: Callable[[Observation, str], float]) -> Rule:
    """7.43 Each unit fires where it adds the most, by value times a factor for the target; no unit fires where that
    does harm.
    """

    def rule(observation: Observation, choices: Choices) -> Action:
        values = {
            action: _value(observation, action) * factor(observation, action[2])
            for action in choices
            if action[0] == "fire"
        }
        best = max(values, key=lambda action: values[action])
        return best if values[best] >= 0 or DONE not in choices else DONE

    return rule


def at_kind(kinds: int) -> Rule:
    """Fires at ships of a kind first."""
    return fire(lambda observation, target: PREFERRED if is_in(target, kinds) else 1.0)


def at_damaged(observation: Observation, target: str) -> float:
    """The factor of a target that is already damaged."""
    return PREFERRED if observation.damage(target) else 1.0


def evenly(observation: Observation, target: str) -> float:
    """The factor of a target, which decreases with the number of units that aim at it."""
    aims = sum(aim["target"] == target for aim in observation.frame().get("aims", ()))
    return PREFERRED ** (1 - aims)


def retreat_if(condition: Callable[[Observation], bool]) -> Rule:
    """8.1 Retreats on a condition; otherwise stays."""
    return lambda observation, choices: RETREAT if condition(observation) else STAY


def carrier_is_damaged(observation: Observation) -> bool:
    """Whether a carrier of the side in the battle is damaged."""
    return any(is_carrier(unit) and observation.damage(unit) for unit in units_in_battle(observation)[0])


def is_outnumbered(observation: Observation) -> bool:
    """Whether the enemy has more ships and air units in the battle."""
    mine, theirs = (sum(is_in(unit, SHIPS | AIR) for unit in units) for units in units_in_battle(observation))
    return theirs > mine


def is_costly(observation: Observation) -> bool:
    """8.1 Whether leaving should cost less than another round."""
    return COMBAT_RULES["retreat"](observation, RETREAT) > 0


# -- ways home ----------------------------------------------------------------------------------------------


def to_harbour(value: Callable[[Observation, str, str], float]) -> Rule:
    """10.1 Each unit goes to the harbour with the highest value."""
    return lambda observation, choices: max(choices, key=lambda action: value(observation, action[-2], action[-1]))


def main_harbour(observation: Observation, unit: str, place: str) -> float:
    """Yokosuka or Pearl Harbor, or else the harbour where the unit is needed."""
    return (PREFERRED if place in MAIN_HARBOURS else 0.0) + harbour_value(observation, unit, place)


def fleet_harbour(observation: Observation, unit: str, place: str) -> float:
    """The harbour with the most units of the side, or else the harbour where the unit is needed."""
    return PREFERRED * len(observation.mine_at(place)) + harbour_value(observation, unit, place)


# -- the orders ---------------------------------------------------------------------------------------------


def _order(
    step: str, label: str, questions: str, values: Mapping[str, StandingOrderValue[Observation]]
) -> ListedStandingOrder[Observation]:
    return ListedStandingOrder(step, label, frozenset(questions.split()), values)


BEFORE, BATTLES, AFTER = "Before combat", "Battles", "Landings and ways home"
_ORDERS: Mapping[str, ListedStandingOrder[Observation]] = {
    "returns": _order(BEFORE, "Units that come back appear", "returns", {
        "needed": StandingOrderValue("where they are needed most", to_harbour(harbour_value)),
        "main": StandingOrderValue("in Yokosuka or Pearl Harbor", to_harbour(main_harbour)),
        "fleet": StandingOrderValue("where most of my units are", to_harbour(fleet_harbour)),
    }),
    "air": _order(BEFORE, "Air units are placed", "air", {
        "needed": StandingOrderValue("where each adds most", place_where_needed),
        "flags": StandingOrderValue("only in areas with my flag", place_over_own_flags),
        "pass": StandingOrderValue("nowhere: I pass", always(PASS)),
    }),
    "amphibious": _order(BEFORE, "Amphibious units sail", "amphibious", {
        "bases": StandingOrderValue("to weakly defended enemy bases", usual),
        "stay": StandingOrderValue("nowhere: they stay in port", always(DONE)),
    }),
    "submarine": _order(BEFORE, "My submarine goes", "submarine", {
        "largest": StandingOrderValue("to the strongest enemy ship", usual),
        "base": StandingOrderValue("nowhere: it stays at its base", always(PASS)),
    }),
    "areas": _order(BATTLES, "Combat begins", "combat", {
        "largest": StandingOrderValue("in the area that is worth most", usual),
        "smallest": StandingOrderValue(
            "in the area that is worth least",
            lambda observation, choices: min(choices, key=lambda action: _value(observation, action)),
        ),
    }),
    "action": _order(BATTLES, "I choose", "name_action", {
        "better": StandingOrderValue("day or night, whichever is better", day_or_night(day_is_better)),
        "airstrikes": StandingOrderValue("day with an airstrike, else night", day_or_night(has_airstrike)),
        "day": StandingOrderValue("always day", day_or_night(lambda observation: True)),
        "night": StandingOrderValue("always night", day_or_night(lambda observation: False)),
    }),
    "guns": _order(BATTLES, "At night my carriers", "announcement", {
        "hold": StandingOrderValue("do not fire their guns", always(DONE)),
        "last": StandingOrderValue("fire their guns only when alone", usual),
    }),
    "fire": _order(BATTLES, "My units fire", "targeting", {
        "value": StandingOrderValue("where it hurts most", fire(lambda observation, target: 1.0)),
        "carriers": StandingOrderValue("at carriers first", at_kind(CARRIERS)),
        "battleships": StandingOrderValue("at battleships first", at_kind(BATTLESHIPS)),
        "cruisers": StandingOrderValue("at cruisers first", at_kind(CRUISERS)),
        "damaged": StandingOrderValue("at damaged units first", fire(at_damaged)),
        "evenly": StandingOrderValue("at all targets evenly", fire(evenly)),
    }),
    "torpedo": _order(BATTLES, "My submarine strikes", "strike", {
        "soon": StandingOrderValue("after the first round", usual),
        "late": StandingOrderValue("after all other combat", strike_late),
    }),
    "retreat": _order(BATTLES, "After a round I", "stay_or_retreat stay_or_part", {
        "costly": StandingOrderValue("retreat if staying would cost more", retreat_if(is_costly)),
        "carrier": StandingOrderValue("retreat if my carrier is damaged", retreat_if(carrier_is_damaged)),
        "outnumbered": StandingOrderValue("retreat if the enemy has more units", retreat_if(is_outnumbered)),
        "stay": StandingOrderValue("always stay", always(STAY)),
    }),
    "groups": _order(BATTLES, "When I retreat, my ships", "grouping", {
        "together": StandingOrderValue("stay in one group", always(DONE)),
    }),
    "pursuit": _order(BATTLES, "When the enemy retreats, I", "pursuit", {
        "stronger": StandingOrderValue("pursue weaker groups, raid harbours", usual),
        "none": StandingOrderValue("let it go", always(DONE)),
    }),
    "chase": _order(BATTLES, "After a round of a chase, my ships", "stopping", {
        "costly": StandingOrderValue("break off if they would lose more", usual),
        "break_off": StandingOrderValue("break off", always(("break_off",))),
        "go_on": StandingOrderValue("go on", always(DONE)),
    }),
    "landing": _order(AFTER, "Amphibious units land", "landing", {
        "bases": StandingOrderValue("on enemy bases as soon as possible", usual),
        "none": StandingOrderValue("nowhere", always(DONE)),
    }),
    "home": _order(AFTER, "Units go home", "way_home", {
        "needed": StandingOrderValue("to where they are needed most", to_harbour(harbour_value)),
        "main": StandingOrderValue("to Yokosuka or Pearl Harbor", to_harbour(main_harbour)),
        "fleet": StandingOrderValue("to where most of my units are", to_harbour(fleet_harbour)),
    }),
}  # fmt: skip
"""The orders by name; the first value of each is the default."""

ORDERS = StandingOrderList(_ORDERS, Observation, frozenset((DONE, PASS)))
