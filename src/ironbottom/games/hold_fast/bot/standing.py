"""The standing orders of a seat: what its units do in a battle, where air units are placed, and where ships return to.

They never move ships: those choices are left to the player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ironbottom.bots.standing_orders import ListedStandingOrder, StandingOrderList, StandingOrderValue, always, highest
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.hold_fast.bot.combat import COMBAT_RULES, battle_power
from ironbottom.games.hold_fast.bot.fleet import FLEET_RULES
from ironbottom.games.hold_fast.bot.observation import Observation, is_in
from ironbottom.games.hold_fast.pieces import CARRIERS, TRANSPORTS, UNITS

Rule = Callable[[Observation, Choices], Action | None]
RULES = {**FLEET_RULES, **COMBAT_RULES}
usual = highest(RULES)
"""The choice that the ensign values most."""
STAY: Action = ("stay",)
WITHDRAW: Action = ("withdraw",)
PREFERRED = 100.0
"""The factor by which a target of the preferred kind counts more."""


def worth_of_area(observation: Observation, action: Action) -> float:
    """4.1.6 The value of the area of a combat."""
    return observation.worth(action[1])


def fire(factor: Callable[[Observation, str], float]) -> Rule:
    """8.5.2 Each unit fires at the target with the highest score, after multiplying by a factor for the target."""
    return lambda observation, choices: max(
        choices, key=lambda action: COMBAT_RULES["fire"](observation, action) * factor(observation, action[2])
    )


def at_kind(kinds: int) -> Rule:
    """Fires at units of a kind first."""
    return fire(lambda observation, target: PREFERRED if is_in(target, kinds) else 1.0)


def is_reduced(observation: Observation, unit: str) -> bool:
    """Whether a unit has lost strength."""
    return observation.strength(unit) < int(observation.pieces.strength[UNITS.index[unit]])


def at_reduced(observation: Observation, target: str) -> float:
    """The factor of a target that has lost strength."""
    return PREFERRED if is_reduced(observation, target) else 1.0


def withdraw_if(condition: Callable[[Observation], bool]) -> Rule:
    """8.7.1 Withdraws if a condition holds; otherwise stays."""
    return lambda observation, choices: WITHDRAW if condition(observation) else STAY


def carrier_is_reduced(observation: Observation) -> bool:
    """Whether a carrier of the side in the battle has lost strength."""
    return any(
        is_in(unit, CARRIERS) and is_reduced(observation, unit) for unit in observation.mine_at(observation.battle)
    )


def is_weaker(observation: Observation) -> bool:
    """Whether the enemy in the battle is stronger."""
    mine, theirs = battle_power(observation)
    return theirs > mine


def is_almost_lost(observation: Observation) -> bool:
    """8.7.1 Whether the battle is almost certainly lost."""
    return COMBAT_RULES["withdraw"](observation, WITHDRAW) > 0


def _order(
    step: str, label: str, questions: str, values: Mapping[str, StandingOrderValue[Observation]]
) -> ListedStandingOrder[Observation]:
    return ListedStandingOrder(step, label, frozenset(questions.split()), values)


BEFORE, BATTLES, AFTER = "Before combat", "Battles", "Repairs and ports"
_ORDERS: Mapping[str, ListedStandingOrder[Observation]] = {
    "air": _order(BEFORE, "Air units are placed", "air", {
        "needed": StandingOrderValue("where each adds most", usual),
        "pass": StandingOrderValue("nowhere: I pass", always(("pass",))),
    }),
    "submarine": _order(BEFORE, "My submarine goes", "submarine", {
        "largest": StandingOrderValue("to the strongest enemy force", usual),
        "base": StandingOrderValue("nowhere: I pass", always(("pass",))),
    }),
    "areas": _order(BATTLES, "Combat begins", "combat", {
        "largest": StandingOrderValue("in the area that is worth most", highest({"fight": worth_of_area})),
    }),
    "kind": _order(BATTLES, "I choose", "name_way", {
        "better": StandingOrderValue("air or surface, whichever is better", usual),
        "air": StandingOrderValue("always air combat", always(("air",))),
        "surface": StandingOrderValue("always surface combat", always(("surface",))),
    }),
    "fire": _order(BATTLES, "My units fire", "targeting", {
        "value": StandingOrderValue("where it hurts most", fire(lambda observation, target: 1.0)),
        "carriers": StandingOrderValue("at carriers first", at_kind(CARRIERS)),
        "transports": StandingOrderValue("at transports first", at_kind(TRANSPORTS)),
        "reduced": StandingOrderValue("at reduced units first", fire(at_reduced)),
    }),
    "withdraw": _order(BATTLES, "After a round I", "stay_or_withdraw", {
        "lost": StandingOrderValue("withdraw if the battle is nearly lost", withdraw_if(is_almost_lost)),
        "carrier": StandingOrderValue("withdraw if my carrier is reduced", withdraw_if(carrier_is_reduced)),
        "weaker": StandingOrderValue("withdraw if the enemy is stronger", withdraw_if(is_weaker)),
        "stay": StandingOrderValue("always stay", always(STAY)),
    }),
    "pursuit": _order(BATTLES, "When the enemy withdraws, I", "pursuit", {
        "all": StandingOrderValue("pursue with every unit that can", usual),
    }),
    "reply": _order(BATTLES, "Pursued units fire back", "return_fire", {
        "value": StandingOrderValue("where it hurts most", usual),
    }),
    "landing": _order(BATTLES, "My transports", "land_step", {
        "likely": StandingOrderValue("land where success is likely", usual),
        "none": StandingOrderValue("stay aboard", always(("done",))),
    }),
    "repairs": _order(AFTER, "Repairs begin with", "repairs", {
        "needed": StandingOrderValue("the units that need them most", usual),
    }),
    "ports": _order(AFTER, "Ships return", "way_home come_back", {
        "needed": StandingOrderValue("to where they are needed most", usual),
    }),
}  # fmt: skip
"""The orders by name; the first value of each is the default."""

ORDERS = StandingOrderList(_ORDERS, Observation, frozenset((("done",), ("pass",))))
