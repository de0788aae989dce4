"""Choices of which others are told nothing: whether one was made may show nowhere, in no fence and no offer either."""

from __future__ import annotations

from ironbottom.engine.match.history import Entry
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.state import State


def visible_to(rules: Rules, side: str, entry: Entry) -> bool:
    """Whether a side is told anything of a choice, or sees one of its dice."""
    bit = 1 << rules.sides.index[side]
    told = (rules.kinds[event[0]].visible(event, bit) is not None for event in entry.events)
    return any(told) or any(die.audience & bit for die in entry.dice)


def unobservable_decider(state: State, side: str) -> str | None:
    """The title of another side that may be choosing now without a word to this one; None where none is."""
    sides = state.rules.sides
    for here in state.stack:
        if here.unobservable and (decider := here.decider(state)) != sides.index[side]:
            return sides.titles[decider]
    return None
