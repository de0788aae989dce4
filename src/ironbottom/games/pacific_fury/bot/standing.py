"""The standing orders of a seat: where its hits go, and what its task forces do after a round of combat.

They never form task forces and never carry out an operation: those choices are left to the player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ironbottom.bots.standing_orders import ListedStandingOrder, StandingOrderList, StandingOrderValue, always
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.pacific_fury.bot.ensign import gather_advice
from ironbottom.games.pacific_fury.bot.hits import assign_hits
from ironbottom.games.pacific_fury.bot.observation import Observation
from ironbottom.games.pacific_fury.pieces import CARRIERS, EXPRESS, TRANSPORTS, UNITS

Rule = Callable[[Observation, Choices], Action | None]
STAY: Action = ("stay",)
WITHDRAW: Action = ("withdraw",)


def hits_on(kinds: int) -> Rule:
    """10.7.a The hits go to ships of these kinds, by value, while such ships can be hit; otherwise to any ship."""

    def rule(observation: Observation, choices: Choices) -> Action:
        offered = list(choices)
        preferred = [action for action in offered if kinds >> UNITS.index[action[1]] & 1]
        return assign_hits(observation, observation.frame(), preferred or offered)[0]

    return rule


def best(observation: Observation, choices: Choices) -> Action | None:
    """The choice with the best score by the ensign's heuristics; None if they know none of the choices."""
    advice = gather_advice(observation, list(choices))
    return max(advice, key=lambda each: each.worth).action if advice else None


def _order(
    step: str, label: str, questions: str, values: Mapping[str, StandingOrderValue[Observation]]
) -> ListedStandingOrder[Observation]:
    return ListedStandingOrder(step, label, frozenset(questions.split()), values)


COMBAT, STRIKES = "Combat", "Air strikes and bombardment"
_ORDERS: Mapping[str, ListedStandingOrder[Observation]] = {
    "hits": _order(COMBAT, "My hits go", "assign_hits", {
        "value": StandingOrderValue("where they hurt most", hits_on((1 << len(UNITS)) - 1)),
        "carriers": StandingOrderValue("to carriers first", hits_on(CARRIERS)),
        "transports": StandingOrderValue("to Transports first", hits_on(TRANSPORTS | EXPRESS)),
    }),
    "leave": _order(COMBAT, "After a round my task forces", "return_or_stay", {
        "worth": StandingOrderValue("stay if another round pays", best),
        "home": StandingOrderValue("return to base", always(WITHDRAW)),
        "stay": StandingOrderValue("stay", always(STAY)),
    }),
    "strike": _order(STRIKES, "After an air strike my carriers", "air_strike", {
        "again": StandingOrderValue("strike the best target again", best),
        "home": StandingOrderValue("return to base", always(WITHDRAW)),
    }),
    "sound": _order(STRIKES, "When the Sound is cleared, I", "cleared_sound bombardment", {
        "use": StandingOrderValue("land or bombard at once", best),
        "home": StandingOrderValue("return to base", always(WITHDRAW)),
    }),
}  # fmt: skip
"""The orders by name; the first value of each is the default."""

ORDERS = StandingOrderList(_ORDERS, Observation)
