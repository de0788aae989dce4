"""Choices that other sides cannot observe: neither undo barriers nor offers may show whether one was made."""

from __future__ import annotations

from ironbottom.engine.match.history import Entry
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.state import State


def visible_to(rules: Rules, side: str, entry: Entry) -> bool:
    """Whether a side sees any event or die of a choice."""
    bit = 1 << rules.sides.index[side]
    told = (rules.kinds[event[0]].visible(event, bit) is not None for event in entry.events)
    return any(told) or any(die.audience & bit for die in entry.dice)


def unobservable_decider(state: State, side: str) -> str | None:
    """The title of another side that may be choosing unobserved now; None if there is none."""
    sides = state.rules.sides
    for here in state.stack:
        if here.unobservable and (decider := here.decider(state)) != sides.index[side]:
            return sides.titles[decider]
    return None
