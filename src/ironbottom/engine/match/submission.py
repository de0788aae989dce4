"""Submitted choices: tried on a batch, all or none, and each submission accepted only once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ironbottom.engine.core.errors import DiceError, Refused
from ironbottom.engine.dice.dice import Dice, ScriptedDice
from ironbottom.engine.dice.sealed import JointDice
from ironbottom.engine.match.history import NO_DICE_ALLOWED, BarrierReached, ChoiceBatch
from ironbottom.engine.match.outcomes import RefusedChoice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.state import State

MOST_MESSAGES = 4096


class Messages:
    """The ids of the latest submissions; each is accepted only once."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], None] = {}

    def must_be_new(self, side: str, message: str | None) -> None:
        """Refuses an id that was already accepted."""
        if message is not None and (side, message) in self._taken:
            raise Refused(f"the message {message!r} was already accepted", field="message")

    def take(self, side: str, message: str | None) -> None:
        """Stores the id of an accepted submission."""
        if message is not None:
            self._taken[side, message] = None
            if len(self._taken) > MOST_MESSAGES:
                del self._taken[next(iter(self._taken))]


@contextmanager
def rollback_on_error(source: Dice, side: str, act: Any) -> Iterator[None]:
    """Takes back the dice of an act if the act fails."""
    drawn = getattr(source, "counter", None)
    if isinstance(source, JointDice):
        source.begin_act(side, act)
    try:
        yield
    except BaseException:
        if drawn is not None:
            source.counter = drawn  # type: ignore[attr-defined]
        raise
    if isinstance(source, JointDice):
        source.end_act()


def given_dice(dice: Sequence[int]) -> ScriptedDice:
    """The dice supplied with a choice."""
    if not isinstance(dice, (list, tuple)):
        raise DiceError("give the dice as a list of numbers", field="dice")
    return ScriptedDice(dice)


LIST_ENDS = (
    "this choice could roll a die, reveal something or finish a step that the sides take at the same time, "
    "so it must be the last of its list; submit the others afterwards"
)
"""The message for a list that continues after such a choice. It is always the same, so that it reveals no outcome."""


def apply_all(
    draft: ChoiceBatch,
    side: str,
    choices: Sequence[Action],
    source: Dice,
    handed: bool = False,
    *,
    recorded: bool = False,
) -> None:
    """Carries out the choices on a batch; a choice that ends a list (``Verb.ends_list``) must be the last of them.

    ``recorded``: the list was accepted before, perhaps when its verbs did not end lists, so it is not checked again.
    """
    count = len(choices)
    for place, choice in enumerate(choices):
        try:
            is_open = draft.advance_to(side, choice, recorded=recorded)
        except BarrierReached:  # the forced decisions after the previous choice
            at = place if recorded else place - 1
            raise RefusedChoice(LIST_ENDS, draft.state.rules.sequence_clause, at, count) from None
        if not is_open:
            refusal = draft.state.why_not(side, choice)
            assert refusal is not None
            raise RefusedChoice(refusal.message, refusal.clause, place, count)
        auto = count > 1 and draft.is_forced()
        if place == count - 1:
            draft.choose(side, choice, source, auto=auto, handed=handed)
            break
        try:
            if recorded:
                draft.choose(side, choice, NO_DICE_ALLOWED, auto=auto, handed=handed)
            else:
                draft.choose_within(side, choice, auto=auto, handed=handed)
        except BarrierReached:
            raise RefusedChoice(LIST_ENDS, draft.state.rules.sequence_clause, place, count) from None
    draft.apply_forced(source, handed=handed)


def first_list(state: State, side: str, choices: Sequence[Action]) -> list[Action]:
    """The first of these choices, as many as may be submitted as one list."""
    draft = ChoiceBatch(state)
    for place, choice in enumerate(choices[:-1]):
        try:
            if not draft.advance_to(side, choice):
                return list(choices)  # submitting it gives the reason
            draft.choose_within(side, choice)
        except BarrierReached:
            return list(choices[: place + 1])
    return list(choices)
