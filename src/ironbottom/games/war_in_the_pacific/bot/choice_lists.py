"""Makes several choices in sequence, within one list of choices (``Verb.ends_list``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from random import Random

from ironbottom.engine.match.history import BarrierReached, ChoiceBatch, ListEnds
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.state_types import State

Rule = Callable[[Observation, Choices, Random], Action | list[Action]]
END = frozenset({("done",), ("fly",), ("drop",), ("carry_on",), ("placed",)})
"""Choices that only end a question."""
STOP: Action = ("ask",)
"""The value that a rule returns to leave the answer to the player."""
MAX_CHOICES = 400
"""The largest number of choices that are made at once."""


def list_choices(
    state: State, side: str, within: Collection[str], rule: Rule, verbs: Collection[str], *, ends: bool
) -> list[Action]:
    """The choices that a rule makes at some questions, each from the view after the previous choice.

    ``ends``: includes the choice that ends the question; otherwise the side makes that choice.
    """
    return list(iterate_choices(state, side, within, rule, verbs, ends=ends))


def iterate_choices(
    state: State,
    side: str,
    within: Collection[str],
    rule: Rule,
    verbs: Collection[str],
    *,
    ends: bool,
    dice: Collection[str] = (),
) -> Iterator[Action]:
    """Like ``list_choices``, with each choice computed on demand.

    ``dice``: verbs that may roll a die; such a choice is the last.
    """
    draft, found, random = ChoiceBatch(state.copy()), 0, Random(0)
    while found < MAX_CHOICES:
        decision = draft.state.decision(side)
        if decision is None or decision.procedure.name not in within:
            return
        choices = decision.choices.detached()  # a rule reads much of the view, which is computed once
        answer = rule(Observation(state.rules, draft.state.view(side), side), choices, random)
        first, *further = answer if isinstance(answer, list) else [answer]
        if ends and first in END and first in choices:
            yield first
            return
        if first in choices and first[0] in dice:
            yield first
            return
        if first[0] not in verbs:
            return
        fenced = choose_all(draft, side, (first, *further))
        if fenced is None:
            return
        yield from (first, *further)
        found += 1 + len(further)
        if fenced:
            return


def choose_all(draft: ChoiceBatch, side: str, actions: Sequence[Action]) -> bool | None:
    """Makes several choices; returns whether the last ends a list, so that nothing can follow it.

    Returns None if a choice is not open, or if one before the last ends a list.
    """
    *before, last = actions
    if not all(chosen(draft, side, action) for action in before):
        return None
    try:
        if not draft.advance_to(side, last):
            return None
    except BarrierReached:
        return None
    try:
        draft.choose_within(side, last)
    except ListEnds:
        return True
    return False


def repeat_orders(state: State, side: str, orders: Iterable[Sequence[Action]]) -> list[Action]:
    """The orders that are still open, with fewer points if some of them are gone."""
    draft, result = ChoiceBatch(state.copy()), list[Action]()
    for order in orders:
        still = ChoiceBatch(draft.state.copy()) if len(order) > 1 else draft
        made = repeat_order(still, side, order)
        if len(made) == len(order):
            draft, result = still, [*result, *made]
    return result


def repeat_order(draft: ChoiceBatch, side: str, order: Sequence[Action]) -> list[Action]:
    """The choices of an order that are still open."""
    made = list[Action]()
    for action in order:
        decision = draft.state.decision(side)
        fit = None if decision is None else closest_offered(decision.choices, action)
        if fit is None or not chosen(draft, side, fit):
            return made
        made.append(fit)
    return made


def closest_offered(choices: Choices, action: Action) -> Action | None:
    """A choice as it is offered now, with fewer points if some are gone; None if its place is not offered."""
    if action in choices:
        return action
    *first, points = action
    for place in range(len(first)):
        if first[place] not in choices.next(*first[:place]):
            return None
    fewer = [number for number in choices.next(*first) if number.isdigit() and int(number) <= int(points)]
    return (*first, max(fewer, key=int)) if fewer else None


def chosen(draft: ChoiceBatch, side: str, action: Action) -> bool:
    """Makes a choice if it is open and others may follow it in a list; returns whether it did."""
    try:
        if not draft.advance_to(side, action):
            return False
        draft.choose_within(side, action)
    except BarrierReached:
        return False
    return True
