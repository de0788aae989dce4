"""The odds for a side's decision, computed from its view."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Rules
from ironbottom.odds.answers import TableAnswer


def odds_at_decision(rules: Rules, view: Mapping[str, object]) -> list[TableAnswer]:
    """The tables of odds for the decision of a side, computed only from its view; empty if it has no decision."""
    side = str(view["side"])
    if side not in rules.sides.ids:
        raise BadValue(f"these odds are for the side that decides; choose {' or '.join(rules.sides.ids)}", field="side")
    state = rules.game.resample(view, Random(0))
    decision = next((each for each in state.decisions() if each.side == side), None)
    odds = rules.game.decision_odds()
    if decision is None or odds is None:
        return []
    tables = odds.tables(state, side)
    return [TableAnswer("decision", [decision.prompt], tables=tables)] if tables else []
