"""Odds of battles and searches described by hand, without a game.

>>> from ironbottom import get_game
>>> rules = get_game("witp").rules()
>>> found = answer(rules, OddsQuestion(attack="2 jp 7-3", defend="1 cw 3-1", terrain="jungle", date="12/41"))
>>> found.lines[0]
'14 to 3; shifts: terrain -1, first attack +1; column 4-1.'
>>> found = answer(rules, OddsQuestion(kind="strike", strikers="3 Kate", ships="Hornet CV8"))
>>> round(found.figures["us_cv8 sunk"], 3)
0.597
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific.odds import (
    decisions,
    manual_air,
    manual_bombardment,
    manual_ground,
    manual_raids,
    manual_search,
    manual_strikes,
    manual_submarine,
    manual_surface,
)
from ironbottom.games.war_in_the_pacific.odds.answers import OddsAnswer, OddsQuestion
from ironbottom.games.war_in_the_pacific.state_types import Rules

__all__ = ["OddsAnswer", "OddsQuestion", "answer", "answer_to", "on_board"]
ANSWERS: dict[str, Callable[[Rules, OddsQuestion], OddsAnswer]] = {
    "ground": manual_ground.answer,
    "landing": manual_ground.answer,
    "drop": manual_ground.answer,
    "strike": manual_strikes.answer,
    "raid": manual_raids.answer,
    "air": manual_air.answer,
    "shelling": manual_bombardment.answer,
    "search": manual_search.answer,
    "surface": manual_surface.answer,
    "submarine": manual_submarine.answer,
}
"""The function that answers each kind of question."""
BEARING = {
    "ground": ("attack", "defend", "terrain", "hits", "disrupted", "surrounded", "modifiers", "date"),
    "landing": (
        *("attack", "defend", "terrain", "hits", "disrupted", "surrounded", "modifiers", "date"),
        *("fleet", "guns"),
    ),
    "drop": ("attack", "defend", "terrain", "hits", "disrupted", "surrounded", "modifiers", "date"),
    "strike": (
        *("strikers", "escort", "patrol", "tired", "ships", "at", "choose", "report", "port", "fire"),
        *("modifiers", "date"),
    ),
    "raid": (
        *("strikers", "escort", "patrol", "tired", "altitude", "target", "parked", "surprised", "fire", "ships"),
        *("modifiers", "date"),
    ),
    "air": ("strikers", "escort", "patrol", "tired", "altitude", "fire", "ships", "modifiers", "date"),
    "shelling": ("fleet", "target", "guns", "date"),
    "search": ("points", "halved", "ships", "modifiers", "date"),
    "surface": ("fleet", "ships", "night", "round", "modifiers", "date"),
    "submarine": ("boats", "ships", "at", "points", "modifiers", "date"),
}
"""The fields used for each kind of question; any other field is refused."""


def answer(rules: Rules, question: OddsQuestion) -> OddsAnswer:
    """The odds of a battle or search described by hand; ``BadValue`` names a wrong field."""
    usual = OddsQuestion()
    for field in OddsQuestion.__struct_fields__:
        named = field != "kind" and getattr(question, field) != getattr(usual, field)
        if named and field not in BEARING[question.kind]:
            message = ", ".join(BEARING[question.kind])
            raise BadValue(f"{field} is not used for {question.kind}; use {message}", field=field)
    return ANSWERS[question.kind](rules, question)


def answer_to(rules: Rules, battle: Mapping[str, object]) -> OddsAnswer:
    """The answer to a battle that must first be converted to an ``OddsQuestion``."""
    return answer(rules, msgspec.convert(battle, OddsQuestion))


def on_board(rules: Rules, view: Mapping[str, object], loads: str = "cheapest") -> list[OddsAnswer]:
    """The odds at the decision of the view's side, computed only from that view; none if the side has no decision.

    ``loads`` has no effect in this game.
    """
    side = str(view["side"])
    if side not in rules.sides.ids:
        message = " or ".join(rules.sides.ids)
        raise BadValue(f"these odds are only for the side that decides; choose {message}", field="side")
    state = rules.game.resample(view, Random(0))
    decision = next((each for each in state.decisions() if each.side == side), None)
    if decision is None:
        return []
    tables = decisions.tables(state, side)
    return [OddsAnswer("decision", [decision.prompt], tables=tables)] if tables else []
